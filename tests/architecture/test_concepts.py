"""The concept pages list what the code has: fields, kinds, verdicts, causes and formats."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import fields
from typing import get_args

import pytest
from pydantic import TypeAdapter

from geoeval.datasets.formats import FORMATS
from geoeval.datasets.load import parse_dataset
from geoeval.datasets.mapped import _build_format
from geoeval.query.algebra import AnyFigure, Best, Listing, Query
from geoeval.query.conventions import Conventions
from geoeval.query.filter_kinds import Filter
from geoeval.verification.model import Cause, Verdict
from geoeval.world.documents.explain import explain_context
from geoeval.world.documents.template import line_examples
from geoeval.world.facts import LABELS, LineKind
from tests.architecture.documents import blocks, rows


def test_conventions_page_lists_every_field() -> None:
    """Each field of Conventions has a row with its default."""
    listed = rows("concepts/conventions.md")
    assert set(listed) == {field.name for field in fields(Conventions)}
    for field in fields(Conventions):
        default = str(field.default)
        assert f"`{default}`" in listed[field.name].split("|")[0]


CANDIDATES = {
    model.model_fields["kind"].default
    for field in (Best.model_fields["among"], Listing.model_fields["of"])
    for model in get_args(field.annotation)
}


def discriminator_values(union: object) -> set[str]:
    """Return the values of the discriminator of a union of models."""
    return set(TypeAdapter(union).json_schema()["discriminator"]["mapping"])


@pytest.mark.parametrize(
    ("section", "listed"),
    [
        ("Asks", discriminator_values(Query)),
        ("Figures", discriminator_values(AnyFigure)),
        ("Candidates", CANDIDATES),
        ("Filters", discriminator_values(Filter)),
    ],
)
def test_queries_page_lists_every_kind(section: str, listed: set[str]) -> None:
    """Each section lists all parts from which a query can be built."""
    assert set(rows("concepts/queries.md", section)) == listed


def test_verdicts_page_lists_every_verdict() -> None:
    assert set(rows("concepts/verdicts.md", None)) == set(get_args(Verdict))


def test_verdicts_page_lists_every_cause() -> None:
    assert set(rows("concepts/verdicts.md", "Causes")) == set(get_args(Cause))


def test_datasets_page_lists_every_format() -> None:
    assert set(rows("concepts/datasets.md", "Record formats")) == set(FORMATS)


ABOVE: dict[LineKind, tuple[LineKind, ...]] = {
    **dict.fromkeys((*LABELS.values(), LineKind.FEATURE), (LineKind.BLOCK,)),
    LineKind.REVIEW: (LineKind.BLOCK, LineKind.REVIEWS),
    LineKind.REVIEW_TEXT: (LineKind.BLOCK, LineKind.REVIEWS, LineKind.REVIEW),
    LineKind.ENTRY: (LineKind.LIST,),
    LineKind.ROUTE: (LineKind.ROUTES,),
    LineKind.STEP: (LineKind.ROUTES, LineKind.ROUTE),
}


def test_context_page_lists_every_kind_of_line() -> None:
    """The example of each kind is read as that kind, below the lines that it needs above it."""
    listed = rows("concepts/context.md", "Lines")
    assert set(listed) == set(LineKind)
    for kind in LineKind:
        for example in re.findall("`(.+?)`", listed[kind].split("|")[0]):
            above = [line_examples()[each] for each in ABOVE.get(kind, ())]
            *_, line = explain_context("\n".join((*above, example)))
            assert (line.kind, line.why) == (kind, ""), example


def test_context_page_lists_every_label() -> None:
    """Each fact is described in the row of its kind."""
    listed = rows("concepts/context.md", "Lines")
    for label, kind in LABELS.items():
        assert re.search(rf"\b{label}\b", listed[kind], re.IGNORECASE), label


def test_row_of_a_new_dataset_format_reads_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example on the page of formats is complete."""
    (block,) = (each for each in blocks("toml") if "[[format]]" in each.body)
    (entry,) = tomllib.loads(block.body)["format"]
    monkeypatch.setitem(FORMATS, entry["name"], _build_format(entry))
    record = {"quiz_id": "q1", "ask": "How far?", "choices": {"A": "1 km", "B": "2 km"},
              "key": "B", "facts": "Facts.", "topic": "distance"}  # fmt: skip
    assert FORMATS["quiz"].recognises(record)
    dataset = parse_dataset(json.dumps([record]), "quizzes.json", dataset="quiz")
    (read,) = dataset.records
    assert (read.question.id, read.label, read.category) == ("q1", 1, "distance")
    assert not dataset.issues
