"""Rows of Parquet files."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import pytest

from geoeval.datasets.load import parse_dataset
from tests.datasets.conftest import record

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def table(*rows: Mapping[str, object]) -> bytes:
    """Return rows as a Parquet file."""
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(list(rows)), out)
    return out.getvalue()


def test_nested_rows_are_records_with_row_numbers() -> None:
    """They have the published layout of MapEval, with some null columns."""
    rows: Sequence[Mapping[str, object]] = [
        record(),
        record(id=2, answer={"options": ["a", "b"], "correct": -1}, classification=None),
    ]
    dataset = parse_dataset(table(*rows), "train.parquet")
    assert dataset.issues == ()
    assert [str(found.span) for found in dataset.records] == [
        "train.parquet:1:1",
        "train.parquet:2:1",
    ]
    assert [found.label for found in dataset.records] == [1, -1]
    assert dataset.records[0].question.options == ("1 km", "2 km", "3 km", "")


def test_parquet_is_recognised_under_any_name() -> None:
    """The bytes identify it, so standard input works too."""
    (found,) = parse_dataset(table({"question": "?", "options": ["a", "b"], "answer": "A"})).records
    assert found.label == 0


def test_broken_files_are_unreadable() -> None:
    dataset = parse_dataset(table(record())[:60], "train.parquet")
    (issue,) = dataset.issues
    assert (issue.code, dataset.readable) == ("GEO101", False)
    assert "expected a complete Parquet file" in issue.message


def test_missing_pyarrow_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message states what to install."""
    monkeypatch.setattr("geoeval.extras.find_spec", lambda _: None)
    (issue,) = parse_dataset(b"PAR1", "train.parquet").issues
    assert 'pip install ".[parquet]"' in issue.message
