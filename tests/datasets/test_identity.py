"""Ids that several files use."""

from __future__ import annotations

import json

from geoeval.datasets.load import parse_dataset, with_unique_ids
from geoeval.datasets.records import Dataset
from tests.datasets.conftest import answer, record


def dataset(name: str, *ids: int | str, **changes: object) -> Dataset:
    """Return a dataset with records of the given ids."""
    return parse_dataset(json.dumps([record(id=one, **changes) for one in ids]), name)


def ids(datasets: tuple[Dataset, ...]) -> list[list[int | str]]:
    """Return the ids of each dataset."""
    return [[found.question.id for found in one.records] for one in datasets]


def test_ids_of_one_file_keep_their_type() -> None:
    """Where nothing repeats across files, ids stay as they are."""
    both = with_unique_ids([dataset("a.json", 1, 1), dataset("b.json", 2, "3")])
    assert ids(both) == [[1, 1], [2, "3"]]


def test_shared_ids_are_made_whole_and_others_left() -> None:
    """Only the ids that two files use are renamed, in both."""
    both = with_unique_ids([dataset("x/a.json", 1, 2), dataset("b.json", 2, 3)])
    assert ids(both) == [[1, "a/2"], ["b/2", 3]]


def test_number_and_its_text_are_one_id() -> None:
    """Whole, they could not be told apart."""
    both = with_unique_ids([dataset("a.json", 1), dataset("b.json", "1")])
    assert ids(both) == [["a/1"], ["b/1"]]


def test_equal_stems_give_way_to_paths() -> None:
    """Two files of one name are told apart by their paths."""
    both = with_unique_ids([dataset("x/a.json", 1), dataset("y/a.json", 1)])
    assert ids(both) == [["x/a.json/1"], ["y/a.json/1"]]


def test_issues_follow_their_records() -> None:
    """An issue carries the same whole id as its record."""
    faulty = dataset("a.json", 1, 2, answer=answer(correct=9))
    first, _ = with_unique_ids([faulty, dataset("b.json", 1)])
    assert [issue.id for issue in first.issues] == ["a/1", 2]
