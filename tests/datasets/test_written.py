"""Where and how an author wrote a record: fields, rows, and labels in the same form."""

from __future__ import annotations

import json

import pytest

from geoeval.datasets.columns import parse_columns
from geoeval.datasets.fields import value_at
from geoeval.datasets.formats import Declared
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.load import parse_dataset
from geoeval.verification.findings import issue_finding, make_finding

OPTIONS = ["1 km", "2 km", "3 km"]


@pytest.mark.parametrize(
    ("label", "form", "third"),
    [
        ("B", None, "C"),
        ("b", None, "c"),
        ("(B)", None, "(C)"),
        ("Option B", None, "Option C"),
        ("B. 2 km", None, "B. 2 km".replace("B. 2", "C. 3")),
        ("2 km", None, "3 km"),
        (1, "from-0", 2),
        (2, "from-1", 3),
        ("2", "from-1", "3"),
        ("2.0", "from-1", "3"),
        ("2 km", "text", "3 km"),
    ],
)
def test_other_option_is_labelled_in_the_form_of_the_label(
    label: object, form: str | None, third: object
) -> None:
    """The finding says what to write."""
    raw = {"question": "How far?", "options": OPTIONS, "gold": label, "context": "x"}
    declared = Declared(labels=parse_label_form(form) if form else None)
    (record,) = parse_dataset(json.dumps([raw]), dataset=declared).records
    assert record.label == 1
    assert record.written.labels[2] == third
    wrong = make_finding("GEO301", "it is farther", record, suggested=2)
    assert (wrong.row, wrong.field, wrong.now, wrong.write) == (1, "gold", label, third)
    assert make_finding("GEO603", "it is close", record, suggested=2).write is None


@pytest.mark.parametrize(
    ("value", "form", "first"), [("none", "from-1", "1"), (0, "from-1,unanswerable=0", 1)]
)
def test_option_is_labelled_where_none_was_right(value: object, form: str, first: object) -> None:
    """The declaration gives the form of the other labels."""
    form = form if "unanswerable" in form else f"{form},unanswerable=none"
    raw = {"question": "How far?", "options": OPTIONS, "gold": value, "context": "x"}
    declared = Declared(labels=parse_label_form(form))
    (record,) = parse_dataset(json.dumps([raw]), dataset=declared).records
    assert (record.label, record.written.labels[0]) == (-1, first)


def test_form_of_other_labels_is_unknown_without_a_declaration() -> None:
    raw = {"question": "How far?", "options": OPTIONS, "gold": "none", "context": "x"}
    declared = Declared(labels=parse_label_form("unanswerable=none"))
    (record,) = parse_dataset(json.dumps([raw]), dataset=declared).records
    assert record.written.labels == {}


def test_named_options_are_labelled_by_name() -> None:
    choices = {"text": OPTIONS, "label": ["P", "Q", "R"]}
    raw = {"question": "How far?", "options": choices, "gold": "q", "context": "x"}
    (record,) = parse_dataset(json.dumps([raw])).records
    assert record.written.labels == {0: "p", 1: "q", 2: "r"}


def test_issue_names_the_column_of_an_option() -> None:
    """A CSV has no field "options"."""
    text = "question,A,B,gold,context\nHow far?,1 km,1 km,A,x\n"
    declared = Declared(columns=parse_columns(["answer=gold"]))
    dataset = parse_dataset(text, "set.csv", declared)
    finding = issue_finding(dataset.issues[0])
    assert (finding.code, finding.row, finding.field, finding.now) == ("GEO107", 1, "B", "1 km")
    assert dataset.records[0].written.field_of("options") is None


def test_issue_names_the_nested_field_of_a_label() -> None:
    """MapEval's labels are integers; their text is read as well."""
    raw = {"id": 1, "question": "?", "context": "x", "answer": {"options": OPTIONS}}
    for value in ("B", 0.5):
        record = {**raw, "answer": {"options": OPTIONS, "correct": value}}
        (issue,) = parse_dataset(json.dumps([record]), "set.json", "mapeval").issues
        assert (issue.field, issue.now) == ("answer.correct", value)
    record = {**raw, "answer": {"options": OPTIONS, "correct": " 2"}}
    assert parse_dataset(json.dumps([record]), "set.json", "mapeval").records[0].label == 2


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("$", None),
        ("$.a.b[1]", 3),
        ("$.a.b[2]", None),
        ("$.c.d", 4),
        ("$.a[0]", None),
        ("$[", None),
    ],
)
def test_value_is_found_at_a_path(path: str, value: object) -> None:
    """A name may contain the separator."""
    assert value_at({"a": {"b": [2, 3]}, "c.d": 4}, path) == value
