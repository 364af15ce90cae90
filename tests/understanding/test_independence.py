"""Neither labels nor categories have a part in what a question means or how it is answered."""

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
    """Give every record the label of the next one."""
    labels = [record["answer"]["correct"] for record in records]
    for record, label in zip(records, (*labels[1:], labels[0]), strict=True):
        record["answer"]["correct"] = label


def of_no_answer(records: Raw) -> None:
    """Give every record the label and the category of those that have no answer."""
    for record in records:
        record["answer"]["correct"] = -1
        record["classification"] = None


def swapped_categories(records: Raw) -> None:
    """Give every record the category of the record at the other end of the file."""
    categories = [record.get("classification") for record in records]
    for record, category in zip(records, reversed(categories), strict=True):
        record["classification"] = category


def without_both(records: Raw) -> None:
    """Take every label and every category away."""
    for record in records:
        del record["answer"]["correct"]
        record.pop("classification", None)


CHANGES: tuple[Change, ...] = (without_both, rotated_labels, swapped_categories, of_no_answer)


@pytest.fixture
def solved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[[Raw], str]:
    """Return a function that gives what ``geoeval solve --format json`` writes about records.

    Each record stands on a line of its own, so that the places of records stay the same.
    """
    path = tmp_path / "records.json"

    def run(records: Raw) -> str:
        path.write_text("[" + ",\n".join(map(json.dumps, records)) + "]", encoding="utf-8")
        assert main(("solve", str(path), "--format", "json")) == 0
        return capsys.readouterr().out

    return run


def all_the_same(path: Path, solved: Callable[[Raw], str]) -> None:
    """Assert that no change of labels or categories changes a byte of the output."""
    original: Raw = json.loads(path.read_text(encoding="utf-8"))
    before = solved(original)
    assert len(json.loads(before)["items"]) == len(original)
    for change in CHANGES:
        records = deepcopy(original)
        change(records)
        assert records != original
        after = solved(records)
        assert after == before, f"{change.__name__} changes what solve writes about {path.name}"


@pytest.mark.no_cover
def test_the_sample_is_solved_without_its_labels(solved: Callable[[Raw], str]) -> None:
    """The output about the shipped sample stays the same to the byte."""
    all_the_same(sample_path(), solved)


@pytest.mark.no_cover
def test_real_questions_are_solved_without_their_labels(
    data_dir: Path, solved: Callable[[Raw], str]
) -> None:
    """The output about the questions of a published benchmark stays the same to the byte."""
    all_the_same(data_dir / "mapeval" / "dev.json", solved)


@pytest.mark.parametrize("function", [understand, solve, answer_question, answer_query])
def test_no_record_is_handed_over(function: Callable[..., object]) -> None:
    """Understanding and solving take a question and a world, never a record."""
    hints = get_type_hints(function)
    assert set(hints) - {"return"} == set(inspect.signature(function).parameters)
    assert not any("Record" in str(hint) for hint in hints.values())


def test_a_question_carries_no_label() -> None:
    """A question has an id or a number, a text, options, a query; it says if it is a world.

    Its conventions, its doubts and why it has none are about its own query.
    """
    names = {field.name for field in fields(Question)}
    of_query = {"query", "conventions", "doubts", "unread"}
    assert names == {"id", "numbered", "text", "options", "states_world"} | of_query


def modules() -> Iterator[str]:
    """Yield the names of all modules of understanding and of queries."""
    for package in (geoeval.understanding, geoeval.query):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield found.name


def test_no_module_knows_of_records() -> None:
    """No module of understanding or of queries so much as imports the type of a record."""
    assert [name for name in modules() if Record in vars(import_module(name)).values()] == []
