"""Records in memory: lists of dictionaries, and tables."""

from __future__ import annotations

import re

import pytest

from geoeval.datasets.load import load_records, rows_of
from geoeval.errors import UsageError

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")

ROWS = [
    {"id": "a", "question": "How far is it?", "options": ["1 km", "2 km"], "label": "B"},
    {"id": "b", "question": "Which way?", "options": ["North", "South"], "label": None},
]


class OfProtocol:
    """A table with only the dataframe interchange protocol."""

    def __init__(self, table: object) -> None:
        self.__dataframe__ = table.__dataframe__


class OfPolars:
    """A table whose ``to_dict`` returns columns, as in polars."""

    def __init__(self, table: object) -> None:
        self.__arrow_c_stream__ = table.__arrow_c_stream__

    def to_dict(self, *, as_series: bool = True) -> object:
        """Fail, because nothing should request columns."""
        raise AssertionError(as_series)


class OfDicts:
    """A table that converts only to dictionaries."""

    def to_dict(self, orient: str) -> list[object]:
        """Return a dictionary for each row."""
        return ROWS if orient == "records" else []


@pytest.mark.parametrize(
    "table",
    [ROWS, tuple(ROWS), pd.DataFrame(ROWS), pa.Table.from_pylist(ROWS), OfDicts()],
    ids=["list", "tuple", "pandas", "arrow", "dictionaries"],
)
def test_every_table_gives_the_same_rows(table: object) -> None:
    """Missing values are None."""
    assert rows_of(table) == ROWS


def test_other_tables_are_read_through_arrow() -> None:
    """They offer its stream, or the interchange protocol, which has no lists."""
    flat = pa.table({"question": ["How far?", "Which way?"], "label": [1, None]})
    expected = [{"question": "How far?", "label": 1}, {"question": "Which way?", "label": None}]
    assert rows_of(OfProtocol(flat)) == rows_of(OfPolars(flat)) == expected
    assert rows_of(OfPolars(pa.Table.from_pylist(ROWS))) == ROWS


def test_numpy_and_missing_values_become_json() -> None:
    """The cells have arrays, numpy numbers, NaN, NA and NaT."""
    frame = pd.DataFrame(
        {
            "answer": [{"options": np.array(["1 km", "2 km"]), "correct": np.int64(1)}],
            "nan": [float("nan")],
            "na": pd.array([pd.NA], dtype="Int64"),
            "nat": [pd.NaT],
            "flag": [True],
            7: [2.5],
        }
    )
    (row,) = rows_of(frame)
    assert row == {
        "answer": {"options": ["1 km", "2 km"], "correct": 1},
        "nan": None,
        "na": None,
        "nat": None,
        "flag": True,
        "7": 2.5,
    }
    assert isinstance(row["answer"]["correct"], int)


@pytest.mark.parametrize(
    ("source", "got"),
    [
        (7, "7"),
        (None, "None"),
        ({"question": "How far?"}, "{'question': 'How far?'}"),
        (b"data.json", "b'data.json'"),
        (pd.Series(["How far?"]), "0    How far?"),
        (np.zeros((2, 2)), "array("),
    ],
)
def test_invalid_tables_are_rejected(source: object, got: str) -> None:
    """Single records, columns and arrays are quoted."""
    expected = "expected the path of a dataset, a list of records or a table, got "
    with pytest.raises(UsageError, match=re.escape(expected + got)):
        rows_of(source)


def test_invalid_rows_are_reported_by_number() -> None:
    """The others are kept."""
    dataset = load_records([ROWS[0] | {"context": "Inn"}, 7])
    assert [record.question.id for record in dataset.records] == ["a"]
    assert [(issue.code, str(issue.span)) for issue in dataset.issues] == [
        ("GEO104", "<records>:2:1")
    ]
