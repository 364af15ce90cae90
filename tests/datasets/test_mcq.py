"""Records of any multiple-choice dataset, and the code and path of every fault."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.columns import parse_columns
from geoeval.datasets.fields import Faults
from geoeval.datasets.formats import Declared
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.load import parse_dataset
from geoeval.datasets.mapped import MappedFormat
from geoeval.datasets.records import Dataset, Span

QUERY = {"ask": "unanswerable", "fact": "scenery", "words": "zorb"}
SOUND = {"question": "Which way?", "options": ["North", "South"], "answer": "B"}


def read(*raws: object, columns: str = "", labels: str = "", name: str = "set.json") -> Dataset:
    """Read records or a text with some declarations."""
    text = raws[0] if len(raws) == 1 and isinstance(raws[0], str) else json.dumps(raws)
    declared = Declared(
        columns=parse_columns([columns]) if columns else None,
        labels=parse_label_form(labels) if labels else None,
    )
    return parse_dataset(text, name, declared)


def test_usual_names_need_no_declaration() -> None:
    """Fields without a column are empty, and the row number is the id."""
    first, second = read(SOUND, SOUND | {"id": "q2", "context": "Facts.", "category": "x"}).records
    assert (first.question.id, first.question.text) == (1, "Which way?")
    assert (first.question.options, first.label) == (("North", "South"), 1)
    assert (first.context, first.category, first.world) == ("", None, None)
    assert (second.question.id, second.context, second.category) == ("q2", "Facts.", "x")


def test_declared_columns_are_read_by_path() -> None:
    """The records have the published layout of MapEval."""
    raw = {"n": 7, "question": "?", "answer": {"options": ["a", "b"], "correct": 2}}
    columns = "id=n,options=answer.options,answer=answer.correct"
    dataset = read(raw, columns=columns, labels="from-1,unanswerable=0")
    assert dataset.issues == ()
    assert (dataset.records[0].question.id, dataset.records[0].label) == (7, 1)


def test_csv_rows_are_records_with_their_lines() -> None:
    """Empty cells are padding, and only a ragged row is lost."""
    text = "Question,A,B,C,correct\nWhich?,x,y,,B\nragged,1\nNow?,u,v,w,C\n"
    dataset = read(text, name="set.csv")
    assert [record.label for record in dataset.records] == [1, 2]
    assert dataset.records[0].question.options == ("x", "y", "")
    assert str(dataset.records[1].span) == "set.csv:4:1"
    (issue,) = dataset.issues
    assert (issue.code, issue.span.line) == ("GEO112", 3)
    assert "expected 5 fields (Question, A, B, C, correct), got 2" in issue.message


def test_numbered_columns_do_not_name_options() -> None:
    """Their labels are ordinary whole numbers."""
    raw = {"question": "?", "option1": "a", "option2": None, "answer": 1}
    (issue,) = read(raw).issues
    assert issue.code == "GEO115"
    (found,) = read(raw, labels="from-1").records
    assert (found.question.options, found.label) == (("a", ""), 0)


@pytest.mark.parametrize(
    ("raw", "columns", "code", "path", "words"),
    [
        ("text", "", "GEO104", "$", "expected a record (an object), got a string"),
        (SOUND | {"question": " "}, "", "GEO103", "$.question", "got a string: ' '"),
        (SOUND | {"question": 7}, "", "GEO104", "$.question", "got a number: 7"),
        (SOUND | {"id": ""}, "", "GEO103", "$.id", "got a string: ''"),
        (SOUND | {"options": "North"}, "", "GEO104", "$.options", "expected a list of options"),
        (SOUND | {"options": []}, "", "GEO108", "$.options", "at least one option"),
        ({"question": "?", "answer": "B"}, "", "GEO103", "$", "expected a column for options, got"),
        (SOUND, "question=ask", "GEO103", "$", "expected a column 'ask', got 'question, options"),
        (SOUND, "id=n", "GEO103", "$", "declare it: --columns id=NAME"),
        (SOUND, "options=a,options=b", "GEO103", "$", "expected columns 'a' and 'b'"),
    ],
)
def test_fatal_faults_drop_only_their_record(
    raw: object, columns: str, code: str, path: str, words: str
) -> None:
    """The issue has code, path and value."""
    whole = {"id": "z", "ask": "?", "n": 1, "a": "x", "b": "y"} | SOUND
    dataset = read(raw, whole, columns=columns)
    assert len(dataset.records) == 1
    fatal = [issue for issue in dataset.issues if issue.fatal]
    assert (fatal[0].code, fatal[0].path) == (code, path)
    assert words in fatal[0].message


@pytest.mark.parametrize(
    ("raw", "columns", "code", "words"),
    [
        (SOUND | {"label": "A"}, "", "GEO115", "expected one column for the answer, got answer, l"),
        ({"question": "?", "options": ["a"]}, "", "GEO103", "expected a column for answer"),
        (SOUND, "answer=gold", "GEO103", "expected a column 'gold'"),
        (SOUND, "context=facts", "GEO103", "expected a column 'facts'"),
        (SOUND | {"context": 7}, "", "GEO104", "expected a string or null, got a number"),
    ],
)
def test_small_faults_keep_the_record(raw: object, columns: str, code: str, words: str) -> None:
    """The question can still be answered."""
    dataset = read(raw, columns=columns)
    (issue,) = dataset.issues
    assert (issue.code, issue.fatal, issue.id) == (code, False, 1)
    assert words in issue.message
    assert len(dataset.records) == 1


def test_undeclared_labels_are_reported_once() -> None:
    """One issue covers the whole file."""
    numbered = SOUND | {"answer": 1}
    (issue,) = read(*[numbered] * 40).issues
    assert issue.message.endswith("(the same in 39 more records)")
    (issue,) = read(numbered, numbered).issues
    assert issue.message.endswith("(the same in 1 more record)")


@pytest.mark.parametrize("written", [QUERY, json.dumps(QUERY)])
def test_records_may_carry_a_query(written: object) -> None:
    """It is an object, or JSON in a table."""
    raw = {"question": "Zorb?", "options": ["1 km", "2 km"], "answer": "A", "query": written}
    (record,) = parse_dataset(json.dumps([raw])).records
    assert record.question.query == QUERY
    assert "query" not in record.fields


def test_a_query_column_may_be_the_question() -> None:
    """There must be no other question column."""
    raw = {"query": "How far?", "options": ["1 km", "2 km"], "answer": "A"}
    (record,) = parse_dataset(json.dumps([raw])).records
    assert (record.question.text, record.question.query) == ("How far?", None)


def test_invalid_queries_are_kept_for_reporting() -> None:
    """The fault appears when the record is answered."""
    raw = {"question": "Zorb?", "options": ["1 km", "2 km"], "answer": "A", "query": "{ask"}
    (record,) = parse_dataset(json.dumps([raw])).records
    assert record.question.query == "{ask"


def test_labels_are_ignored_for_solving() -> None:
    """Their faults are not reported either."""
    dataset = parse_dataset(json.dumps([SOUND | {"answer": 1}, SOUND]), labels=False)
    assert dataset.issues == ()
    assert [found.label for found in dataset.records] == [None, None]


CELLS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
NAMES = st.sampled_from(["question", "options", "A", "B", "answer", "label", "id", "context"])
ROWS = st.dictionaries(
    NAMES, CELLS | st.lists(CELLS, max_size=3) | st.dictionaries(NAMES, CELLS, max_size=2)
)


@given(ROWS | CELLS, st.booleans(), st.sampled_from(["", "from-0", "from-1,unanswerable=null"]))
def test_any_value_gives_a_record_or_a_fault(
    raw: Mapping[str, object], labels: bool, form: str
) -> None:
    """Nothing raises, and a record is missing exactly where a fault is fatal."""
    faults = Faults(Span(file="x"))
    reader = MappedFormat().declaring(parse_label_form(form)) if form else MappedFormat()
    found = reader.read(raw, Span(file="x"), faults, labels=labels)
    assert (found is None) == faults.fatal
    if found is not None and found.label is not None:
        assert -1 <= found.label < len(found.question.options)


def test_other_fields_are_kept_for_leak_checks() -> None:
    """Those of the question and its answer are excluded."""
    raw = {"ask": "Which way?", "a": {"x": ["North", "South"]}, "answer": "B"}
    declared = "question=ask,options=a.x"
    (record,) = read(raw | {"category": None, "hint": "B"}, columns=declared).records
    assert record.fields == {"category": None, "hint": "B"}
