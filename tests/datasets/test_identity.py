"""Ids used by several files."""

from __future__ import annotations

import json

from geoeval.datasets.load import parse_dataset, with_unique_ids
from geoeval.datasets.records import Dataset
from tests.datasets.conftest import answer, record


def dataset(name: str, *ids: int | str, **changes: object) -> Dataset:
    """Return a dataset of records with the given ids."""
    return parse_dataset(json.dumps([record(id=one, **changes) for one in ids]), name)


def ids(datasets: tuple[Dataset, ...]) -> list[list[int | str]]:
    """Return the ids of each dataset."""
    return [[found.question.id for found in one.records] for one in datasets]


def test_ids_of_one_file_keep_their_type() -> None:
    """Ids that do not repeat across files are unchanged."""
    both = with_unique_ids([dataset("a.json", 1, 1), dataset("b.json", 2, "3")])
    assert ids(both) == [[1, 1], [2, "3"]]


def test_shared_ids_are_qualified_in_both_files() -> None:
    """All other ids stay the same."""
    both = with_unique_ids([dataset("x/a.json", 1, 2), dataset("b.json", 2, 3)])
    assert ids(both) == [[1, "a/2"], ["b/2", 3]]


def test_numbers_and_their_texts_are_equal_ids() -> None:
    """They would be indistinguishable once qualified."""
    both = with_unique_ids([dataset("a.json", 1), dataset("b.json", "1")])
    assert ids(both) == [["a/1"], ["b/1"]]


def test_equal_file_names_are_qualified_by_path() -> None:
    """Two files of the same name need their paths."""
    both = with_unique_ids([dataset("x/a.json", 1), dataset("y/a.json", 1)])
    assert ids(both) == [["x/a.json/1"], ["y/a.json/1"]]


def test_issues_take_the_qualified_id() -> None:
    faulty = dataset("a.json", 1, 2, answer=answer(correct=9))
    first, _ = with_unique_ids([faulty, dataset("b.json", 1)])
    assert [issue.id for issue in first.issues] == ["a/1", 2]
