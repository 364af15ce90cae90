"""Finding the records in a text: places, shapes of files, and where JSON ends."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.scan import Element, Fault, scan_json


def found(text: str, *, lines: bool = False) -> tuple[list[object], list[str]]:
    """Return the values of a text and its faults as "line:column message"."""
    parts = list(scan_json(text, lines=lines))
    values = [part.value for part in parts if isinstance(part, Element)]
    faults = [f"{p.line}:{p.column} {p.message}" for p in parts if isinstance(p, Fault)]
    return values, faults


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("[]", []),
        (" [ ] ", []),
        ("[1, 2]", [1, 2]),
        ('{"question": "?"}', [{"question": "?"}]),
        ('{"data": [1, 2], "version": 3}', [1, 2]),
        ('{"version": {"a": [1]}, "records": [1]}', [1]),
        ('{"questions": []}', []),
        ('{"question": "?", "data": 5}', [{"question": "?", "data": 5}]),
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ('{"a": 1}\r\n\r\n  {"a": 2}', [{"a": 1}, {"a": 2}]),
    ],
)
def test_every_shape_of_file_gives_its_records(text: str, values: list[object]) -> None:
    """Lists, lists inside an object, single records and JSON Lines are all read."""
    assert found(text) == (values, [])


@pytest.mark.parametrize(
    ("text", "values", "fault"),
    [
        ("", [], '1:1 expected a JSON list of records ("["), got the end of the file'),
        ("\n  x", [], "2:3 expected a JSON list of records (\"[\"), got 'x'"),
        ("[1,\n 2", [1, 2], '2:3 expected "," or "]" after a record, got the end of the file'),
        ("[1,\n 2,\n]", [1, 2], "3:1 expected a value, got ']'"),
        ("[,1]", [], "1:2 expected a value or \"]\", got ','"),
        ("[1 2]", [1], '1:4 expected "," or "]" after a record, got \'2\''),
        ("[1] 2", [1], "1:5 expected the end of the file after the list, got '2'"),
        ('[1, {"a" 2}]', [1], "1:10 expecting ':' delimiter"),
        ('[1, "ab\n"]', [1], "1:8 invalid control character at"),
        ("[1, " + "7" * 5000 + "]", [1], "1:5 a number has too many digits to be read"),
        ('{"a": 1}', [], "1:1 expected a list of records, got an object that is not a record"),
        ('{"question": 1} x', [], "1:17 expected the end of the file after the object, got 'x'"),
        ('{"data": [1], 5}', [1], "1:16 expected \":\" after the name of a member, got '}'"),
        ('{"data": [1]', [1], '1:13 expected "," or "}" after the list of records'),
        ('{"data": [1]} 2', [1], "1:15 expected the end of the file after the object, got '2'"),
        ('{"data": [1], "a": }', [1], "1:20 expecting value"),
        ('{"data": [1, ]}', [1], "1:14 expected a value, got ']'"),
        ('{"a": ?, "data": [1]}', [], "1:7 expecting value"),
        ('{"a" 5, "data": [1]}', [], "1:6 expecting ':' delimiter"),
        ('{"a": 5; "data": [1]}', [], "1:8 expecting ',' delimiter"),
    ],
)
def test_what_stands_before_a_fault_is_kept(text: str, values: list[object], fault: str) -> None:
    """The fault is told with its exact line and column."""
    read, faults = found(text)
    assert read == values
    assert len(faults) == 1
    assert faults[0].startswith(fault)


def test_nesting_without_end_is_a_fault() -> None:
    """A value that is nested beyond the reader's depth ends the reading, not the program."""
    values, faults = found("[1, " + "[" * 200_000)
    assert values == [1]
    assert faults == ["1:5 values are nested too deeply to be a record"]


def test_broken_line_of_json_lines_loses_itself_only() -> None:
    """The lines around a broken one are read."""
    text = '{"a": 1}\n{"a": \n{"a": 3} x\n {"a": 4}'
    values, faults = found(text)
    assert values == [{"a": 1}, {"a": 4}]
    assert faults == [
        "2:6 expecting value",
        "3:10 expected the end of the line after the record, got 'x'",
    ]


def test_suffix_of_json_lines_decides_over_looks() -> None:
    """A first line that is broken does not turn JSON Lines into something else."""
    values, faults = found('{"a": \n{"a": 2}', lines=True)
    assert values == [{"a": 2}]
    assert faults == ["1:6 expecting value"]


def test_file_of_blank_lines_has_no_records() -> None:
    """Blank JSON Lines are a fault, since nothing was found."""
    assert found("\n\n", lines=True)[1] == [
        '3:1 expected a record ("{") on each line, got the end of the file'
    ]


def test_constants_that_are_not_json_become_null() -> None:
    """NaN and Infinity are replaced, and their paths are told."""
    (element,) = scan_json('[{"a": [1, NaN], "b": -Infinity, "c": 2}]')
    assert isinstance(element, Element)
    assert element.value == {"a": [1, None], "b": None, "c": 2}
    assert element.constants == ("$.a[1]", "$.b")


@given(
    st.lists(st.dictionaries(st.text(max_size=4), st.text(max_size=6), max_size=3), max_size=6),
    st.sampled_from([None, 0, 2]),
)
def test_offsets_point_at_the_record(records: list[object], indent: int | None) -> None:
    """Line, column and offsets of each record are those of its text, however it is laid out."""
    text = json.dumps(records, indent=indent, ensure_ascii=False)
    for element, record in zip(scan_json(text), records, strict=True):
        assert isinstance(element, Element)
        assert json.loads(text[element.start : element.end]) == record
        line = text.split("\n")[element.line - 1]
        assert line[element.column - 1] == text[element.start]
        before = text[: element.start]
        assert element.line == before.count("\n") + 1


@given(st.text(alphabet='[]{}",:1a\n -NI', max_size=40), st.booleans())
def test_no_text_breaks_the_scanner(text: str, lines: bool) -> None:
    """Whatever the text, there are elements and at most one fault on each line."""
    parts = list(scan_json(text, lines=lines))
    faulty = [part.line for part in parts if isinstance(part, Fault)]
    assert len(set(faulty)) == len(faulty)
