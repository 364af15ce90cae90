"""Choice of the record format."""

from __future__ import annotations

import json

import pytest

from geoeval.datasets.columns import Columns
from geoeval.datasets.formats import Declared, choose_format
from geoeval.datasets.labels import LabelForm, parse_label_form
from geoeval.datasets.load import parse_dataset
from geoeval.errors import UsageError
from tests.datasets.conftest import answer, record

BARE = record(context=...)
MCQ = {"question": "?", "options": ["a", "b"]}


@pytest.mark.parametrize(
    ("raws", "name"),
    [
        ([record()], "mapeval"),
        ([BARE, record()], "mapeval"),
        ([BARE, record(context=..., world={})], "mapeval-api"),
        ([BARE, record(context=None)], "mapeval-api"),
        ([MCQ], "mcq"),
        ([MCQ | {"context": "Facts."}], "mcq"),
        ([{"prompt": "?", "A": "a", "B": "b"}], "mcq"),
        ([{"name": "a", "prompt": "Meet Ada."}], "natural-plan"),
        ([{"question": "?"}], "mcq"),
        ([{"question": "?", "answer": "7 km"}], "mcq"),
        ([7], "mcq"),
        ([], "mcq"),
    ],
)
def test_record_fields_determine_the_format(raws: list[object], name: str) -> None:
    """The format without contexts is chosen only if no record has one."""
    assert choose_format("auto", raws).name == name


def test_records_may_lack_a_context() -> None:
    """A missing context is not a fault in that format, and an existing one is kept."""
    text = json.dumps([BARE, record(id=2, context="")])
    dataset = parse_dataset(text, dataset="mapeval-api")
    assert dataset.issues == ()
    assert [found.context for found in dataset.records] == ["", ""]
    assert [found.label for found in dataset.records] == [1, 1]


def test_mapeval_labels_can_be_declared() -> None:
    """Files of its fine-tuned models have texts that count from 1, with 0 for unanswerable."""
    raws = [
        record(answer=answer(correct="2")),
        record(id=2, answer=answer(correct="0")),
        record(id=3, answer={"type": "open", "correct": "2 km"}),
    ]
    declared = Declared(labels=parse_label_form("from-1,unanswerable=0"))
    dataset = parse_dataset(json.dumps(raws), dataset=declared)
    assert dataset.issues == ()
    assert [found.label for found in dataset.records] == [1, -1, None]


def test_columns_apply_to_mcq_only() -> None:
    """Other formats have fixed fields."""
    assert choose_format(Declared(columns=Columns()), ()).name == "mcq"
    with pytest.raises(UsageError, match="columns can be declared for mcq only, got 'mapeval'"):
        choose_format(Declared(format="mapeval", columns=Columns()), ())


def test_formats_without_labels_reject_declarations() -> None:
    """They have a plan instead."""
    with pytest.raises(UsageError, match="whose labels can be declared, got 'natural-plan'"):
        choose_format(Declared(format="natural-plan", labels=LabelForm()), ())
