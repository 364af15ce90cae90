"""Records in MapEval's format, and the code and path of every fault."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.fields import Faults
from geoeval.datasets.formats import FORMATS
from geoeval.datasets.records import Dataset, Span
from tests.datasets.conftest import answer, record

Parse = Callable[..., Dataset]


def test_sound_records_keep_every_field(parse: Parse) -> None:
    """Padding options are kept as well."""
    dataset = parse(record(query={"kind": "open_at"}, world={"places": []}))
    (found,) = dataset.records
    assert dataset.issues == ()
    assert found.question.id == 1
    assert found.question.options == ("1 km", "2 km", "3 km", "")
    assert found.question.query == {"kind": "open_at"}
    assert found.world == {"places": []}
    assert (found.label, found.category) == (1, "poi")
    assert str(found.span) == "file.json:1:2"


@pytest.mark.parametrize(
    ("raw", "code", "path", "words"),
    [
        (record(id=...), "GEO103", "$.id", 'expected an "id", got none'),
        (record(id=" "), "GEO103", "$.id", "got a string: ' '"),
        (record(id=""), "GEO103", "$.id", "got a string: ''"),
        (record(id=None), "GEO103", "$.id", "got null"),
        (record(id=True), "GEO104", "$.id", "got true or false: True"),
        (record(id=1.5), "GEO104", "$.id", "got a number: 1.5"),
        (record(id=[1]), "GEO104", "$.id", "got a list"),
        (record(question=...), "GEO103", "$.question", "got none"),
        (record(question=""), "GEO103", "$.question", "got a string: ''"),
        (record(question=None), "GEO103", "$.question", "got null"),
        (record(context=None), "GEO103", "$.context", "got null"),
        (record(answer=None), "GEO103", "$.answer.options", "got none"),
        (record(question={"a": 1}), "GEO104", "$.question", "got an object"),
        (record(context=...), "GEO103", "$.context", "got none"),
        (record(context=7), "GEO104", "$.context", "got a number: 7"),
        (record(answer=...), "GEO103", "$.answer.options", "got none"),
        (record(answer="B"), "GEO103", "$.answer.options", "got none"),
        (record(answer=answer(options=...)), "GEO103", "$.answer.options", "got none"),
        (record(answer=answer(options="1 km")), "GEO104", "$.answer.options", "got a string"),
        (record(answer=answer(options=["a", None])), "GEO104", "$.answer.options[1]", "got null"),
        (record(answer=answer(options=[])), "GEO108", "$.answer.options", "got a list: []"),
        (record(answer=answer(options=["", " "])), "GEO108", "$.answer.options", "got a list"),
        ("text", "GEO104", "$", "expected a record (an object), got a string: 'text'"),
        (None, "GEO104", "$", "got null"),
    ],
)
def test_fatal_faults_drop_only_their_record(
    parse: Parse, raw: object, code: str, path: str, words: str
) -> None:
    """The issue has code, path and value, and the next record is kept."""
    dataset = parse(raw, record(id=2))
    assert [found.question.id for found in dataset.records] == [2]
    fatal = [issue for issue in dataset.issues if issue.fatal]
    assert (fatal[0].code, fatal[0].path) == (code, path)
    assert words in fatal[0].message
    assert str(fatal[0].span) == "file.json:1:2"
    assert dataset.readable


@pytest.mark.parametrize(
    ("changed", "code", "words"),
    [
        (answer(correct=2), "GEO105", "expected a label from 0 to 1, got 2"),
        (answer(correct=-2), "GEO105", "got -2"),
        (answer(options=["a", ""], correct=1), "GEO105", "names an option that is empty"),
        (answer(correct=True), "GEO104", "got true or false: True"),
        (answer(correct=0.5), "GEO104", "got a number: 0.5"),
        (answer(correct="B"), "GEO104", "got a string: 'B'"),
        (answer(correct=...), "GEO103", 'expected an "answer.correct", got none'),
    ],
)
def test_faulty_labels_are_dropped_from_the_record(
    parse: Parse, changed: object, code: str, words: str
) -> None:
    """The question can still be answered, and the fault is reported."""
    dataset = parse(record(answer=changed))
    (issue,) = dataset.issues
    assert (issue.code, issue.path, issue.id) == (code, "$.answer.correct", 1)
    assert words in issue.message
    assert dataset.records[0].label is None


@pytest.mark.parametrize("options", [..., [], ["", ""], "North", [None, 2]])
def test_invalid_options_do_not_fault_the_label(parse: Parse, options: object) -> None:
    """Without options no label is out of range."""
    dataset = parse(record(answer=answer(options=options, correct=0)))
    assert {issue.path.partition("[")[0] for issue in dataset.issues} == {"$.answer.options"}


def test_labels_are_ignored_for_solving(parse: Parse) -> None:
    """Faulty labels are not reported then."""
    dataset = parse(record(), record(id=2, answer=answer(correct="x")), labels=False)
    assert dataset.issues == ()
    assert [found.label for found in dataset.records] == [None, None]


def test_unanswerable_labels_are_read(parse: Parse) -> None:
    """The label is -1."""
    assert parse(record(answer=answer(correct=-1))).records[0].label == -1


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        (record(answer=answer(options=["a", "b", " a "])), "GEO107", "$.answer.options[2]"),
        (record(answer=answer(options=["a", "", "b"], correct=0)), "GEO108", "$.answer.options[1]"),
        (record(context=" \n"), "GEO109", "$.context"),
        (record(classification=3), "GEO104", "$.classification"),
    ],
)
def test_small_faults_keep_the_record(parse: Parse, raw: object, code: str, path: str) -> None:
    """They leave the question unchanged and are reported."""
    dataset = parse(raw)
    (issue,) = dataset.issues
    assert (issue.code, issue.path, issue.fatal, issue.id) == (code, path, False, 1)
    assert len(dataset.records) == 1


def test_records_with_a_world_need_no_context(parse: Parse) -> None:
    """The explicit world replaces the text."""
    dataset = parse(record(context=..., world={"places": []}), record(id=2, context="", world={}))
    assert dataset.issues == ()
    assert [found.context for found in dataset.records] == ["", ""]


def test_open_records_need_no_options(parse: Parse) -> None:
    """Their answer is in words; a number would count options, which are then missing."""
    dataset = parse(
        record(answer={"type": "open", "correct": "2 km"}),
        record(id=2, answer={"type": "open", "correct": "2 km", "options": None}),
        record(id=3, answer={"type": "open"}),
        record(id=4, answer={"correct": 1}),
    )
    assert [(found.id, found.path, found.fatal) for found in dataset.issues] == [
        (3, "$.answer.correct", False),
        (4, "$.answer.options", True),
    ]
    assert [found.question.options for found in dataset.records] == [(), (), ()]
    assert [found.expected for found in dataset.records] == ["2 km", "2 km", None]
    assert [found.label for found in dataset.records] == [None, None, None]


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "question", "answer", "context", "options", "correct", "type"]),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)


@given(JSON_VALUES, st.booleans())
def test_any_json_value_gives_a_record_or_a_fault(raw: object, labels: bool) -> None:
    """No JSON value raises, and a record is missing exactly where a fault is fatal."""
    faults = Faults(Span(file="x"))
    found = FORMATS["mapeval"].read(raw, Span(file="x"), faults, labels=labels)
    assert (found is None) == faults.fatal
    if found is not None and found.label is not None:
        assert -1 <= found.label < len(found.question.options)
