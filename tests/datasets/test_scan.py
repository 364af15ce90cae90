"""Finding records in a text: places, layouts, and the end of JSON values."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.scan import Element, Fault, scan_json


def values_and_faults(text: str, *, lines: bool = False) -> tuple[list[object], list[str]]:
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
def test_every_layout_gives_its_records(text: str, values: list[object]) -> None:
    """Lists, lists inside an object, single records and JSON Lines are read."""
    assert values_and_faults(text) == (values, [])


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
        ('[1, "ab\n"]', [1], "1:8 invalid control character"),
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
def test_values_before_a_fault_are_kept(text: str, values: list[object], fault: str) -> None:
    """The fault has its exact line and column."""
    read, faults = values_and_faults(text)
    assert read == values
    assert len(faults) == 1
    assert faults[0].startswith(fault)


def test_deep_nesting_is_a_fault() -> None:
    """Reading ends with a fault instead of an exception."""
    values, faults = values_and_faults("[1, " + "[" * 200_000)
    assert values == [1]
    assert faults == ["1:5 values are nested too deeply to be a record"]


def test_broken_json_lines_are_dropped_alone() -> None:
    """The lines around them are read."""
    text = '{"a": 1}\n{"a": \n{"a": 3} x\n {"a": 4}'
    values, faults = values_and_faults(text)
    assert values == [{"a": 1}, {"a": 4}]
    assert faults == [
        "2:6 expecting value",
        "3:10 expected the end of the line after the record, got 'x'",
    ]


def test_the_suffix_identifies_json_lines() -> None:
    """A broken first line does not change the layout."""
    values, faults = values_and_faults('{"a": \n{"a": 2}', lines=True)
    assert values == [{"a": 2}]
    assert faults == ["1:6 expecting value"]


def test_blank_files_have_no_records() -> None:
    """Blank JSON Lines are a fault."""
    assert values_and_faults("\n\n", lines=True)[1] == [
        '3:1 expected a record ("{") on each line, got the end of the file'
    ]


def test_non_json_constants_become_null() -> None:
    """NaN and Infinity are replaced and their paths reported."""
    (element,) = scan_json('[{"a": [1, NaN], "b": -Infinity, "c": 2}]')
    assert isinstance(element, Element)
    assert element.value == {"a": [1, None], "b": None, "c": 2}
    assert element.constants == ("$.a[1]", "$.b")


@given(
    st.lists(st.dictionaries(st.text(max_size=4), st.text(max_size=6), max_size=3), max_size=6),
    st.sampled_from([None, 0, 2]),
)
def test_offsets_locate_each_record(records: list[object], indent: int | None) -> None:
    """Line, column and offsets match the text in any layout."""
    text = json.dumps(records, indent=indent, ensure_ascii=False)
    for element, record in zip(scan_json(text), records, strict=True):
        assert isinstance(element, Element)
        assert json.loads(text[element.start : element.end]) == record
        line = text.split("\n")[element.line - 1]
        assert line[element.column - 1] == text[element.start]
        before = text[: element.start]
        assert element.line == before.count("\n") + 1


@given(st.text(alphabet='[]{}",:1a\n -NI', max_size=40), st.booleans())
def test_any_text_can_be_scanned(text: str, lines: bool) -> None:
    """There are elements and at most one fault on each line."""
    parts = list(scan_json(text, lines=lines))
    faulty = [part.line for part in parts if isinstance(part, Fault)]
    assert len(set(faulty)) == len(faulty)
