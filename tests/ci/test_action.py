"""The action has a valid definition, and its scripts work in a scratch repository."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.ci.composite import Runner
from tests.ci.scratch import (
    ROOT,
    commit,
    copy_of_project,
    offline,
    recorded_arguments,
    recorder,
    write_records,
)
from tests.schemas import GITHUB_ACTION, assert_valid

OUTPUTS = {"python": {"python-path": sys.executable}}


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """Return a folder with a program that records its arguments."""
    return recorder(tmp_path / "bin")


@pytest.fixture
def runner(tmp_path: Path, programs: Path) -> Runner:
    """Return a runner whose install step is already done."""
    for name in ("work", "temp"):
        (tmp_path / name).mkdir()
    steps = OUTPUTS | {"install": {"programs": str(programs)}}
    env = dict(os.environ)
    return Runner(ROOT, tmp_path / "work", tmp_path / "temp", base=env, steps=steps)


def test_definition_matches_the_published_schema(runner: Runner) -> None:
    """Scripts read their inputs from variables only."""
    action = runner.definition()
    assert_valid(action, GITHUB_ACTION)
    scripts = [step for step in action["runs"]["steps"] if "run" in step]
    assert len(scripts) == 2
    assert not any("${{" in step["run"] for step in scripts)
    used = " ".join(str(step.get("env", step.get("with"))) for step in action["runs"]["steps"])
    assert all(f"inputs.{name} " in used for name in action["inputs"])


@pytest.mark.slow
def test_action_installs_and_verifies(tmp_path: Path) -> None:
    """It runs from its own checkout, next to the user's repository, in a separate environment."""
    for name in ("work", "temp"):
        (tmp_path / name).mkdir()
    action = copy_of_project(tmp_path / "action")
    write_records(tmp_path / "work" / "set.json", 0, 1)
    commit(tmp_path / "work")
    runner = Runner(action, tmp_path / "work", tmp_path / "temp", base=offline(), steps=OUTPUTS)
    assert runner.run(paths="set.json", sarif_file="geoeval.sarif") == 1
    assert "::error file=set.json,line=1,col=" in runner.log
    assert runner.steps["install"]["programs"].startswith(str(tmp_path / "temp"))
    assert runner.steps["verify"] == {"exit-code": "1"}
    assert runner.summary.startswith("## geoeval\n")
    assert "\\[q2\\]" in runner.summary
    log = json.loads((tmp_path / "work" / "geoeval.sarif").read_text(encoding="utf-8"))
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "set.json"
    args = "--write-baseline\nknown.jsonl\n--reason\nbeing reviewed\n"
    assert runner.run("verify", paths="set.json", args=args, fail_on="warning") == 0
    assert runner.run("verify", paths="set.json", baseline="known.jsonl", min_coverage="1") == 0


def test_paths_are_split_by_line_and_expanded(runner: Runner, programs: Path) -> None:
    """Spaces are part of a path; a pattern without a match is passed on, to be reported."""
    for name in ("a b.json", "deep/er/c.json", "deep/d.json", "x[1].json"):
        write_records(runner.workspace / name, 0)
    paths = "a b.json\n\n  deep/**/*.json\nx[1].json\nno/*.json\n"
    assert runner.run("verify", paths=paths) == 0
    arguments = recorded_arguments(programs)
    assert arguments[arguments.index("--") + 1 :] == [
        "a b.json",
        "deep/d.json",
        "deep/er/c.json",
        "x[1].json",
        "no/*.json",
    ]


def test_inputs_are_passed_as_options(runner: Runner, programs: Path) -> None:
    """Inputs that are not given are left out."""
    runner.run("verify", paths="x")
    page = f"--also=markdown={runner.temp}/geoeval-summary.md"
    first = ["verify", "--format=github", "--fail-on=error", "--min-coverage=0", page, "--", "x"]
    assert recorded_arguments(programs) == first
    runner.run(
        "verify",
        paths="x",
        baseline="known.jsonl",
        sarif_file="a.sarif",
        args="--select\nGEO3\n",
        fail_on="never",
        min_coverage="0.5",
        format="jsonl",
    )
    assert recorded_arguments(programs)[1:] == [
        "--format=jsonl",
        "--fail-on=never",
        "--min-coverage=0.5",
        page,
        "--baseline=known.jsonl",
        "--also=sarif=a.sarif",
        "--select",
        "GEO3",
        "--",
        "x",
    ]


def test_dataset_cannot_inject_log_commands(runner: Runner) -> None:
    """The github format writes its own commands; for any other, commands are disabled."""
    runner.run("verify", paths="x", format="text")
    first, command, last = runner.log.splitlines()
    token = first.removeprefix("::stop-commands::")
    assert token.startswith("geoeval-")
    assert (command, last) == ("::error::from a dataset", f"::{token}::")
    runner.log = ""
    runner.run("verify", paths="x")
    assert runner.log.splitlines() == [command]


@pytest.mark.parametrize("evil", ["$(touch hit)", "`touch hit`", '"; touch hit; "', "--output=hit"])
def test_inputs_are_never_executed(runner: Runner, programs: Path, evil: str) -> None:
    """They run neither as commands nor, in a path, as options."""
    write_records(runner.workspace / "set.json", 0)
    inputs = ("paths", "format", "baseline", "fail_on", "min_coverage", "sarif_file")
    assert runner.run("verify", **dict.fromkeys(inputs, evil)) == 0
    assert [each for each in recorded_arguments(programs) if "hit" in each] == [
        f"--format={evil}",
        f"--fail-on={evil}",
        f"--min-coverage={evil}",
        f"--baseline={evil}",
        f"--also=sarif={evil}",
        evil,
    ]
    assert recorded_arguments(programs)[-2] == "--"
    assert not (runner.workspace / "hit").exists()


def test_long_summary_is_cut(runner: Runner, programs: Path) -> None:
    """GitHub rejects a summary that is too long as a whole."""
    (programs / "page").write_text("a line of the report\n" * 60_000, encoding="utf-8")
    assert runner.run("verify", paths="x") == 0
    assert 900_000 < len(runner.summary.encode()) < 1_024_000
    end = "a line of the report\n\n**The report goes on; this summary is full.**\n"
    assert runner.summary.endswith(end)
