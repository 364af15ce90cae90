"""The command that makes questions: its forms of output, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.datasets.load import load_dataset
from tests.cli.conftest import Run
from tests.generation.conftest import town_path
from tests.llm.fake_endpoint import says, scripted, serving

__all__ = ["town_path"]


def test_questions_are_written_and_verified(run: Run, town_path: Path, tmp_path: Path) -> None:
    """What is made of a world is supported; the same seed gives the same bytes."""
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
def test_other_forms_hold_the_same(run: Run, town_path: Path, tmp_path: Path, name: str) -> None:
    """JSON Lines and Parquet are read back as the questions that were made."""
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    run("generate", str(town_path), "-n", "4", "--jobs", "1", "-o", str(tmp_path / "made.json"))
    assert (
        run("generate", str(town_path), "-n", "4", "--jobs", "1", "-o", str(tmp_path / name)).code
        == 0
    )
    one, other = (load_dataset(tmp_path / each).records for each in ("made.json", name))
    assert [each.question.text for each in one] == [each.question.text for each in other]
    assert [each.label for each in one] == [each.label for each in other]


def test_a_folder_has_a_card(run: Run, town_path: Path, tmp_path: Path) -> None:
    """As hubs of datasets read it."""
    folder = tmp_path / "set"
    assert run("generate", str(town_path), "-n", "4", "--jobs", "1", "-o", str(folder)).code == 0
    assert "n<1K" in (folder / "README.md").read_text("utf-8")
    lines = (folder / "data" / "test.jsonl").read_text("utf-8").splitlines()
    assert len([json.loads(line) for line in lines]) == 4


def test_several_worlds_in_turn(run: Run, town_path: Path, tmp_path: Path) -> None:
    """As many questions of one as of another, numbered through."""
    target = tmp_path / "made.jsonl"
    worlds = (str(town_path), str(town_path))
    made = run("generate", *worlds, "-n", "5", "--kinds", "distance", "--jobs", "1",
               "-o", str(target))  # fmt: skip
    assert made.code == 0, made.err
    rows = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == [1, 2, 3, 4, 5]
    assert [row["question"] for row in rows[:2]] == [row["question"] for row in rows[3:]]


def test_a_model_rewords(run: Run, town_path: Path, tmp_path: Path) -> None:
    """What it says is read back; it is told how often that was kept."""
    target = tmp_path / "made.jsonl"
    with serving(scripted(says({"question": "How far is it?"}), says("no"))) as fake:
        made = run("generate", str(town_path), "-n", "2", "--kinds", "distance", "--jobs", "1",
                   "-o", str(target), "--rephrase", "m", "--base-url", fake.url)  # fmt: skip
    assert made.code == 0, made.err
    assert "reworded by m: 0 of 2" in made.err


def test_pictures_are_written(run: Run, town_path: Path, tmp_path: Path) -> None:
    """With questions about them."""
    pytest.importorskip("matplotlib")
    made = run("generate", str(town_path), "--visual", "-n", "2", "-o", str(tmp_path / "set"))
    assert made.code == 0, made.err
    assert len(list((tmp_path / "set" / "pictures").glob("*.png"))) == 2


def test_kinds_are_listed(run: Run) -> None:
    """Each with what it asks."""
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
        (["town", "-o", "made.json", "--kinds", "rating"], "nothing for questions of the kind"),
        (["town", "-o", "made.json", "-n", "3000", "--kinds", "closed_days"], "only "),
    ],
)
def test_what_cannot_be_made_is_refused(
    run: Run,
    town_path: Path,
    arguments: list[str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """With the reason, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    given = [str(town_path) if each == "town" else each for each in arguments]
    refused = run("generate", *given, "--jobs", "1")
    assert refused.code == 2
    assert words in refused.err
    assert not list(tmp_path.iterdir())
