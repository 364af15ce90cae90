"""Labels and categories have no influence on what a question means or how it is answered."""

from __future__ import annotations

import inspect
import json
import pkgutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import geoeval.query
import geoeval.understanding
from geoeval.cli.main import main
from geoeval.datasets.load import sample_path
from geoeval.datasets.records import Question, Record
from geoeval.query.solve import solve
from geoeval.understanding import understand
from geoeval.verification.answer import answer_query, answer_question

Raw = list[dict[str, Any]]
Change = Callable[[Raw], None]


def rotated_labels(records: Raw) -> None:
    """Give every record the label of the next record."""
    labels = [record["answer"]["correct"] for record in records]
    for record, label in zip(records, (*labels[1:], labels[0]), strict=True):
        record["answer"]["correct"] = label


def marked_unanswerable(records: Raw) -> None:
    """Give every record the label and the category of unanswerable questions."""
    for record in records:
        record["answer"]["correct"] = -1
        record["classification"] = None


def swapped_categories(records: Raw) -> None:
    """Give every record the category of the record at the other end of the file."""
    categories = [record.get("classification") for record in records]
    for record, category in zip(records, reversed(categories), strict=True):
        record["classification"] = category


def without_labels_and_categories(records: Raw) -> None:
    """Remove every label and category."""
    for record in records:
        del record["answer"]["correct"]
        record.pop("classification", None)


CHANGES: tuple[Change, ...] = (
    without_labels_and_categories,
    rotated_labels,
    swapped_categories,
    marked_unanswerable,
)


@pytest.fixture
def solve_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[[Raw], str]:
    """Return a function that returns what ``geoeval solve --format json`` writes about records.

    Each record is on its own line, so that the line numbers of records stay the same.
    """
    path = tmp_path / "records.json"

    def run(records: Raw) -> str:
        path.write_text("[" + ",\n".join(map(json.dumps, records)) + "]", encoding="utf-8")
        assert main(("solve", str(path), "--format", "json")) == 0
        return capsys.readouterr().out

    return run


def assert_output_unchanged(path: Path, solve_records: Callable[[Raw], str]) -> None:
    """Assert that no change of labels or categories changes a byte of the output."""
    original: Raw = json.loads(path.read_text(encoding="utf-8"))[::3]  # each is solved five times
    before = solve_records(original)
    assert len(json.loads(before)["items"]) == len(original)
    for change in CHANGES:
        records = deepcopy(original)
        change(records)
        assert records != original
        after = solve_records(records)
        assert after == before, f"{change.__name__} changes what solve writes about {path.name}"


@pytest.mark.no_cover
def test_labels_of_the_sample_have_no_influence(solve_records: Callable[[Raw], str]) -> None:
    assert_output_unchanged(sample_path(), solve_records)


@pytest.mark.no_cover
def test_labels_of_a_benchmark_have_no_influence(
    data_dir: Path, solve_records: Callable[[Raw], str]
) -> None:
    assert_output_unchanged(data_dir / "mapeval" / "dev.json", solve_records)


@pytest.mark.parametrize("function", [understand, solve, answer_question, answer_query])
def test_understanding_and_solving_take_no_record(function: Callable[..., object]) -> None:
    """They take a question and a world."""
    hints = get_type_hints(function)
    assert set(hints) - {"return"} == set(inspect.signature(function).parameters)
    assert not any("Record" in str(hint) for hint in hints.values())


def test_a_question_carries_no_label() -> None:
    """Its query, conventions, doubts and the reason why it is unread concern its own query."""
    names = {field.name for field in fields(Question)}
    of_query = {"query", "conventions", "doubts", "unread"}
    assert names == {"id", "numbered", "text", "options", "states_world"} | of_query


def modules() -> Iterator[str]:
    """Yield the names of all modules of understanding and of queries."""
    for package in (geoeval.understanding, geoeval.query):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield found.name


def test_no_module_imports_the_type_of_records() -> None:
    assert [name for name in modules() if Record in vars(import_module(name)).values()] == []
