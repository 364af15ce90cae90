"""Rewordings of one question give one query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from geoeval.query.algebra import (
    AnyFigure,
    Days,
    Hours,
    Modes,
    Omissions,
    Orders,
    Pairs,
    Places,
    Query,
    Routes,
    Schedules,
    StepFact,
    TripFigure,
    Unanswerable,
)
from geoeval.query.inspect import parts_of, places_of
from geoeval.query.parts import Model
from geoeval.query.plan_kinds import MeetingPlan, StayPlan
from geoeval.query.solve import parse_query
from geoeval.understanding import NotUnderstood
from tests.understanding.asking import asked, differences, items, sample_worlds

LEAST_SHARE = 0.95
PARAPHRASES = items("paraphrases.json")
# Plans are asked for by whole prompts, which tests/understanding/plans/test_prompt.py rewords.
ASKS: set[type[Model]] = {*get_args(get_args(Query)[0])} - {MeetingPlan, StayPlan}
FIGURES: set[type[Model]] = {*get_args(get_args(AnyFigure)[0])}
CANDIDATES: set[type[Model]] = {Places, Routes, Pairs, Modes, Days, Orders, Schedules, Omissions}
VARIED: dict[type[Model], str] = {StepFact: "step", TripFigure: "figure", Hours: "edge"}
KINDS = sorted(
    {model.__name__ for model in ASKS | FIGURES | CANDIDATES}
    | {
        f"{model.__name__} {variant}"
        for model, field in VARIED.items()
        for variant in get_args(model.model_fields[field].annotation)
    }
)


def kinds(query: Query) -> Iterator[str]:
    """Yield what a query is made of: asks, figures and candidates, and their variants."""
    for part in parts_of(query):
        yield type(part).__name__
        if type(part) in VARIED:
            yield f"{type(part).__name__} {getattr(part, VARIED[type(part)])}"


def settled(query: Query, other: Query) -> dict[str, Any]:
    """Return a query for comparing: the offered candidates only where both sides name them."""
    if isinstance(query, Unanswerable):
        return {"ask": query.ask}
    named = [places for places in map(places_of, (query, other)) if places and places.among]
    fields = query.model_dump()
    return fields if len(named) == 2 else without_candidates(fields)


def without_candidates(part: Any) -> Any:  # noqa: ANN401 - JSON
    """Return a dumped query without the offered candidates of its places."""
    if not isinstance(part, dict):
        return part
    offered = {"among"} if part.get("kind") == "places" else set()
    return {name: without_candidates(part[name]) for name in part.keys() - offered}


def against(text: str, item: dict[str, Any]) -> str | None:
    """Return how the query of a text differs from the one wanted, or None if it does not."""
    wanted = parse_query(item["query"])
    got = asked(text, sample_worlds()[item["context_id"]], *item["options"])
    if isinstance(got, NotUnderstood):
        return f"{got.reason} {' '.join(got.unexplained)}"
    return "; ".join(differences(settled(wanted, got), settled(got, wanted))) or None


def failures() -> Iterator[str]:
    """Yield the texts that fail, each with its difference."""
    for item in PARAPHRASES:
        for text in item["texts"]:
            difference = against(text, item)
            if difference is not None:
                yield f"{text}\n    {difference}"


def test_rewordings_give_the_same_query() -> None:
    """Of all rewordings at least the stated share give the query that is meant."""
    texts = sum(len(item["texts"]) for item in PARAPHRASES)
    failed = list(failures())
    share = 1 - len(failed) / texts
    message = f"{share:.1%} of {texts} give the query wanted; these do not:\n"
    assert share >= LEAST_SHARE, message + "\n".join(failed)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_rewordings(kind: str) -> None:
    """There are at least five different rewordings of each ask, figure and kind of candidates."""
    texts = {
        text
        for item in PARAPHRASES
        if kind in kinds(parse_query(item["query"]))
        for text in item["texts"]
    }
    assert len(texts) >= 5


def test_no_reworded_question_stands_twice() -> None:
    """No text is counted twice for one query."""
    counted = Counter(
        (item["context_id"], text, str(item["options"]))
        for item in PARAPHRASES
        for text in item["texts"]
    )
    assert [key for key, times in counted.items() if times > 1] == []
