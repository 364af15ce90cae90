"""``geoeval generate``: its output formats and its errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.datasets.load import load_dataset
from tests.cli.conftest import Run
from tests.generation.conftest import town_path
from tests.llm.fake_endpoint import says, scripted, serving

__all__ = ["town_path"]


def test_generated_questions_are_supported(run: Run, town_path: Path, tmp_path: Path) -> None:
    """The same seed gives the same bytes, whatever --jobs."""
    target = tmp_path / "made.json"
    made = run(
        "generate", str(town_path), "-n", "8", "--seed", "2", "--jobs", "1", "-o", str(target)
    )
    assert made.code == 0, made.err
    assert "8 questions of 8 kinds" in made.out
    assert run("verify", str(target)).code == 0
    again = tmp_path / "again.json"
    run("generate", str(town_path), "-n", "8", "--seed", "2", "--jobs", "2", "-o", str(again))
    assert again.read_bytes() == target.read_bytes()


@pytest.mark.parametrize("name", ["made.jsonl", "made.parquet"])
def test_other_formats_hold_the_same_questions(
    run: Run, town_path: Path, tmp_path: Path, name: str
) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    run("generate", str(town_path), "-n", "4", "--jobs", "1", "-o", str(tmp_path / "made.json"))
    assert (
        run("generate", str(town_path), "-n", "4", "--jobs", "1", "-o", str(tmp_path / name)).code
        == 0
    )
    expected, actual = (load_dataset(tmp_path / each).records for each in ("made.json", name))
    assert [each.question.text for each in expected] == [each.question.text for each in actual]
    assert [each.label for each in expected] == [each.label for each in actual]


def test_folder_output_has_a_dataset_card(run: Run, town_path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    assert run("generate", str(town_path), "-n", "4", "--jobs", "1", "-o", str(folder)).code == 0
    assert "n<1K" in (folder / "README.md").read_text("utf-8")
    lines = (folder / "data" / "test.jsonl").read_text("utf-8").splitlines()
    assert len([json.loads(line) for line in lines]) == 4


def test_several_worlds_take_turns(run: Run, town_path: Path, tmp_path: Path) -> None:
    """Each world gets its share of questions, and ids are consecutive."""
    target = tmp_path / "made.jsonl"
    worlds = (str(town_path), str(town_path))
    made = run("generate", *worlds, "-n", "5", "--kinds", "distance", "--jobs", "1",
               "-o", str(target))  # fmt: skip
    assert made.code == 0, made.err
    rows = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == [1, 2, 3, 4, 5]
    assert [row["question"] for row in rows[:2]] == [row["question"] for row in rows[3:]]


def test_model_rewordings_are_counted(run: Run, town_path: Path, tmp_path: Path) -> None:
    """A rewording is kept only if it asks the same."""
    target = tmp_path / "made.jsonl"
    with serving(scripted(says({"question": "How far is it?"}), says("no"))) as fake:
        made = run("generate", str(town_path), "-n", "2", "--kinds", "distance", "--jobs", "1",
                   "-o", str(target), "--rephrase", "m", "--base-url", fake.url)  # fmt: skip
    assert made.code == 0, made.err
    assert "reworded by m: 0 of 2" in made.err


def test_pictures_are_written(run: Run, town_path: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    made = run("generate", str(town_path), "--visual", "-n", "2", "-o", str(tmp_path / "set"))
    assert made.code == 0, made.err
    assert len(list((tmp_path / "set" / "pictures").glob("*.png"))) == 2


def test_kinds_are_listed(run: Run) -> None:
    assert "nearest " in run("generate", "--list-kinds").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "expected a world, got none"),
        (["town"], "--output"),
        (["town", "-o", "made.xlsx"], "got 'made.xlsx'"),
        (["town", "-o", "nowhere/made.json"], "does not exist"),
        (["town", "-o", "made.json", "--kinds", "farest"], "got 'farest'"),
        (["town", "town", "-o", "made.json", "--no-context"], "expected one world with --no-con"),
        (["town", "-o", "made.json", "--rephrase", "m"], "expected --base-url or OPENAI_API_KEY"),
        (["town", "-o", "made.json", "--kinds", "rating"], "no facts for questions of the kind"),
        (["town", "-o", "made.json", "-n", "3000", "--kinds", "closed_days"], "only "),
    ],
)
def test_invalid_requests_exit_with_2(
    run: Run,
    town_path: Path,
    arguments: list[str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """No file is written."""
    monkeypatch.chdir(tmp_path)
    given = [str(town_path) if each == "town" else each for each in arguments]
    rejected = run("generate", *given, "--jobs", "1")
    assert rejected.code == 2
    assert words in rejected.err
    assert not list(tmp_path.iterdir())
