"""Coverage of the rewordings of queries; their outcomes are in tests/corpora/outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest

from geoeval.query.algebra import (
    AnyFigure,
    Days,
    Hours,
    Modes,
    Pairs,
    Places,
    Query,
    Routes,
    StepFact,
)
from geoeval.query.inspect import parts_of
from geoeval.query.parts import (
    MeetingPlan,
    Model,
    Omissions,
    Orders,
    Schedules,
    StayPlan,
    TripFigure,
)
from geoeval.query.solve import parse_query
from tests.understanding.asking import items

PARAPHRASES = items("paraphrases.json")
# Plans are asked for by whole prompts, which tests/naturalplan/test_prompt.py rewords.
ASKS: set[type[Model]] = {*get_args(get_args(Query)[0])} - {MeetingPlan, StayPlan}
FIGURES: set[type[Model]] = {*get_args(get_args(AnyFigure)[0])}
CANDIDATES: set[type[Model]] = {Places, Routes, Pairs, Modes, Days, Orders, Schedules, Omissions}
VARIED: dict[type[Model], str] = {StepFact: "step", TripFigure: "figure", Hours: "edge"}
FILLED_BY_MODELS = {"TripFigure arrival", "TripFigure travel"}  # the rules do not read these
KINDS = sorted(
    {model.__name__ for model in ASKS | FIGURES | CANDIDATES}
    | {
        f"{model.__name__} {variant}"
        for model, field in VARIED.items()
        for variant in get_args(model.model_fields[field].annotation)
    }
    - FILLED_BY_MODELS
)


def kinds_of(query: Query) -> Iterator[str]:
    """Yield the asks, figures and candidates in a query, and their variants."""
    for part in parts_of(query):
        yield type(part).__name__
        if type(part) in VARIED:
            yield f"{type(part).__name__} {getattr(part, VARIED[type(part)])}"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_five_rewordings(kind: str) -> None:
    texts = {
        text
        for item in PARAPHRASES
        if kind in kinds_of(parse_query(item["query"]))
        for text in item["texts"]
    }
    assert len(texts) >= 5


def test_no_rewording_is_repeated() -> None:
    counted = Counter(
        (item["context_id"], text, str(item["options"]))
        for item in PARAPHRASES
        for text in item["texts"]
    )
    assert [key for key, times in counted.items() if times > 1] == []
