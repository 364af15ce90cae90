"""A task folder for lm-evaluation-harness, loaded by that harness."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.cli.main import main
from geoeval.errors import UsageError
from geoeval.evaluation.harness import write_harness_task
from tests.evaluation.town import record, write_questions


def test_rows_hold_the_label_and_its_verdict(tmp_path: Path) -> None:
    """The last option is "Unanswerable"."""
    questions = tmp_path / "town.json"
    rows = [record(0), record(1, label=0), record(2, label=-1)]
    questions.write_text(json.dumps(rows), encoding="utf-8")
    assert main(["evaluate", "export", str(questions), "-o", str(tmp_path / "tasks")]) == 0
    lines = (tmp_path / "tasks" / "town.jsonl").read_text(encoding="utf-8").splitlines()
    written = [json.loads(line) for line in lines]
    assert [row["gold"] for row in written] == [1, 0, 3]
    assert [row["label_is"] for row in written] == ["supported", "contradicted", "contradicted"]
    assert [row["corrected"] for row in written] == [1, 2, 1]


def test_lone_surrogates_are_escaped(tmp_path: Path) -> None:
    questions, tasks = tmp_path / "town.json", tmp_path / "tasks"
    row = record(0)
    row["question"] += " \ud800"  # type: ignore[operator] # a text
    questions.write_text(json.dumps([row]), encoding="utf-8")
    assert main(["evaluate", "export", str(questions), "-o", str(tasks)]) == 0
    (line,) = (tasks / "town.jsonl").read_text(encoding="utf-8").splitlines()
    assert "\ud800" in json.loads(line)["prompt"]


def test_invalid_task_names_are_rejected(tmp_path: Path) -> None:
    """The folder is not created."""
    with pytest.raises(UsageError, match="expected a task name"):
        write_harness_task([], {}, str(tmp_path / "tasks"), "../town")
    with pytest.raises(UsageError, match="expected questions with labels"):
        write_harness_task([], {}, str(tmp_path / "tasks"), "town")
    assert not (tmp_path / "tasks").exists()


def test_harness_loads_the_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text, choices and target of a question are those written."""
    tasks = pytest.importorskip("lm_eval.tasks", reason="lm_eval is not installed")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    questions = write_questions(tmp_path)
    assert main(["evaluate", "export", str(questions), "-o", str(tmp_path / "tasks")]) == 0
    manager = tasks.TaskManager(include_path=str(tmp_path / "tasks"), include_defaults=False)
    task = manager.load(["town"])["tasks"]["town"]
    first, *others = task.test_docs()
    assert len(others) == 3
    assert task.doc_to_text(first).endswith("D. West\nE. Unanswerable\nAnswer:")
    assert task.doc_to_choice(first)[task.doc_to_target(first)] == " B"
