"""CSV rows: values, places and faults."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.load import load_dataset, parse_dataset
from geoeval.datasets.scan import Element, Fault
from geoeval.datasets.tables import scan_rows

CELLS = st.text(alphabet='ab ,"\n;é', max_size=6)


def values_and_faults(text: str, delimiter: str | None = None) -> tuple[list[object], list[str]]:
    """Return the values of a text and its faults as "line:column code message"."""
    parts = list(scan_rows(text, delimiter))
    values = [part.value for part in parts if isinstance(part, Element)]
    faults = [f"{p.line}:{p.column} {p.code} {p.message}" for p in parts if isinstance(p, Fault)]
    return values, faults


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a,b", []),
        ("a,b\n1,2", [{"a": "1", "b": "2"}]),
        ("a,b\r\n1,2\r\n", [{"a": "1", "b": "2"}]),
        ("a,b\r1,2\r", [{"a": "1", "b": "2"}]),
        ('a,b\n"1,5","say ""no"""', [{"a": "1,5", "b": 'say "no"'}]),
        ('a,b\n"1\n5",', [{"a": "1\n5", "b": ""}]),
        ('a,b\n5" pipe,x', [{"a": '5" pipe', "b": "x"}]),
        ("\n\n a , b \n\n1,2\n\n", [{"a": "1", "b": "2"}]),
        ("a;b\n1,5;2", [{"a": "1,5", "b": "2"}]),
        ('"a,b"\tc\n1\t2', [{"a,b": "1", "c": "2"}]),
        (",b\n1,2", [{"": "1", "b": "2"}]),
        ("a\n1\n \n2", [{"a": "1"}, {"a": "2"}]),
    ],
)
def test_sound_rows_are_read(text: str, values: list[object]) -> None:
    """The cases cover line ends, quotes, blank lines, delimiters and an unnamed column."""
    assert values_and_faults(text) == (values, [])


@pytest.mark.parametrize(
    ("text", "values", "fault"),
    [
        ("", [], "1:1 GEO112 expected a header of column names, got the end of the file"),
        ("a,b\n1\n2,3", [{"a": "2", "b": "3"}], "2:1 GEO112 expected 2 fields (a, b), got 1; add"),
        ("a,b\n2,3\n1,2,3", [{"a": "2", "b": "3"}], "3:1 GEO112 expected 2 fields (a, b), got 3;"),
        ('a,b\n1,"2', [], "2:3 GEO112 a quote is opened but never closed"),
        ('a,b\n1,"2""3', [], "2:3 GEO112 a quote is opened but never closed"),
        (
            'a,b\n"1"x,2\n3,4',
            [{"a": "3", "b": "4"}],
            "2:4 GEO112 expected \",\" or the end of the line after a closing quote, got 'x'",
        ),
        ('a,b\n"1"x', [], "2:4 GEO112 expected"),
        ('"a"b,c\n1,2', [], "1:4 GEO112 expected"),
        ("a,a\n1,2", [], "1:1 GEO112 expected a different name for each column, got 'a' more"),
        (
            "a,b\n1,2,3\n4,5,6\n7,8",
            [{"": "1", "a": "2", "b": "3"}, {"": "4", "a": "5", "b": "6"}],
            "4:1 GEO112 expected 3 fields ((no name), a, b), got 2; add the missing fields",
        ),
    ],
)
def test_broken_rows_are_reported_and_others_read(
    text: str, values: list[object], fault: str
) -> None:
    """Each fault has its place."""
    read, faults = values_and_faults(text)
    assert read == values
    assert faults[-1].startswith(fault)


def test_short_headers_lose_no_column() -> None:
    """The first column is taken as the unnamed one, with a warning."""
    note, first, second = scan_rows("Question,Answer\n7,How far?,2 km\n8,Where?,there")
    assert isinstance(note, Fault)
    assert (note.code, note.fatal, note.line) == ("GEO113", False, 1)
    assert isinstance(first, Element)
    assert first.value == {"": "7", "Question": "How far?", "Answer": "2 km"}
    assert isinstance(second, Element)
    assert (second.line, second.column) == (3, 1)


def test_declared_delimiters_take_precedence() -> None:
    """The header alone would suggest another delimiter."""
    assert values_and_faults("a,b,c;d\n1,2,3;4", ";")[0] == [{"a,b,c": "1,2,3", "d": "4"}]


def test_multi_line_fields_keep_line_numbers() -> None:
    """Line breaks inside quotes count."""
    rows = [part for part in scan_rows('a,b\n"1\n2\n3",x\n4,y') if isinstance(part, Element)]
    assert [(row.line, row.column) for row in rows] == [(2, 1), (5, 1)]
    assert [row.end - row.start for row in rows] == [9, 3]


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=6))
def test_rows_survive_a_round_trip(rows: list[tuple[str, str, str]]) -> None:
    """The standard writer produces the text, whatever the fields contain."""
    text = io.StringIO()
    csv.writer(text).writerows([("x", "y", "z"), *rows])
    values, faults = values_and_faults(text.getvalue(), ",")
    assert faults == []
    assert values == [dict(zip(("x", "y", "z"), row, strict=True)) for row in rows]


def test_csv_files_are_recognised_by_suffix(tmp_path: Path) -> None:
    """An invalid byte and a ragged row are issues at their rows."""
    path = tmp_path / "set.csv"
    path.write_bytes(b"\xef\xbb\xbfid,question,context\n1,caf\xe9?,x\n2,where\n")
    issues = load_dataset(path).issues
    assert [(i.code, i.span.line) for i in issues if i.code in {"GEO101", "GEO112"}] == [
        ("GEO101", 2),
        ("GEO112", 3),
    ]
    assert "invalid CSV at line 3, column 1: expected 3 fields" in issues[-1].message


def test_short_headers_keep_a_file_readable() -> None:
    """The warning is not an error of the file."""
    dataset = parse_dataset("question,answer\n1,a,b\n", "set.csv")
    assert dataset.readable
    assert (dataset.issues[0].code, dataset.issues[0].fatal) == ("GEO113", False)
