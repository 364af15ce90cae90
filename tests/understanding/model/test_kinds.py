"""The choices that a model has, and the schemas that it fills."""

from __future__ import annotations

import copy
import json
from typing import get_args

import pytest
from pydantic import ValidationError

from geoeval.query.algebra import AnyFigure, Best, Count, Listing, Query
from geoeval.query.solve import parse_query, query_adapter
from geoeval.understanding.model.checks import BECAUSE, PLACE_SLOTS
from geoeval.understanding.model.kinds import (
    ASKS,
    CANDIDATES,
    CHOICES,
    FIGURES,
    Choice,
    choice_schema,
    describe_choice,
    query_schema,
)
from tests.llm.strict_rules import violations

MAX_SCHEMA_LENGTH = 17_500  # about 4,400 tokens: a model with 8,000 has room for a context
NAMES = [str(choice) for choice in CHOICES]


def test_every_ask_except_plans_can_be_chosen() -> None:
    """So can every figure and every kind of candidates."""
    asks = {model.model_fields["ask"].default for model in get_args(get_args(Query)[0])}
    assert {choice.ask for choice in CHOICES} == set(ASKS) == asks - {"meeting_plan", "stay_plan"}
    assert {choice.figure for choice in CHOICES} == {*FIGURES, None}
    assert {choice.candidates for choice in CHOICES} == {*CANDIDATES, None}
    assert len(set(CHOICES)) == len(CHOICES)


@pytest.mark.parametrize("choice", CHOICES, ids=NAMES)
def test_schemas_are_strict_and_small(choice: Choice) -> None:
    """Each fits a model with a small context."""
    schema = query_schema(choice)
    assert violations(schema) == []
    assert len(json.dumps(schema)) < MAX_SCHEMA_LENGTH
    assert describe_choice(choice)


def test_the_official_library_changes_no_schema() -> None:
    library = pytest.importorskip("openai.lib._pydantic")
    for schema in (choice_schema(), *map(query_schema, CHOICES)):
        whole = copy.deepcopy(schema)
        assert library._ensure_strict_json_schema(whole, path=(), root=whole) == schema


def test_the_schema_of_the_choice_is_strict() -> None:
    assert violations(choice_schema()) == []


def test_every_slot_of_a_place_is_checked() -> None:
    """An invented place name cannot escape the checks."""
    slots = {
        name
        for choice in CHOICES
        for part in query_schema(choice)["$defs"].values()
        for name, slot in part.get("properties", {}).items()
        if "/PlaceName" in json.dumps(slot) or "/PlaceRef" in json.dumps(slot)
    }
    assert slots <= PLACE_SLOTS


def test_ranked_choices_match_the_algebra() -> None:
    """Every pair of figure and candidates that the algebra accepts can be chosen, and no other."""
    slots = {
        "travel": {"legs": [{"origin": "A"}]},
        "detour": {"first": "A", "second": "B"},
        "fact": {"fact": "rating"},
        "hours": {"edge": "opens"},
        "toward": {"direction": "north"},
        "route": {"measure": "time"},
        "trip": {"figure": "finish"},
        "step": {"step": "exit"},
        "direction": {"place": "A", "seen_from": "B"},
    }
    ended = {"legs": [{"origin": "A", "destination": "B"}]}
    bare = {"legs": [{}]}
    candidates = {
        "places": {"category": "cafe", "anchor": "A"},
        "routes": {},
        "pairs": {"pairs": [{"text": "x", "first": "A", "second": "B"}] * 2},
        "modes": {"modes": [{"text": "x", "mode": "driving"}] * 2},
        "orders": {"trip": {"stops": [{"place": "A"}]}},
    }
    allowed = set()
    for figure in FIGURES:
        for of, how in candidates.items():
            given = slots.get(figure, {})
            if figure == "travel" and of in {"modes", "pairs"}:
                given = ended if of == "modes" else bare
            query = {
                "ask": "best",
                "figure": {"kind": figure, **given},
                "among": {"kind": of, **how},
            }
            try:
                query_adapter().validate_python(query)
            except ValidationError:
                continue
            allowed.add((figure, of))
    assert {choice[1:] for choice in CHOICES if choice.ask == "best"} == allowed


def test_a_place_may_be_given_by_a_query() -> None:
    """A fact may be asked of the nearest of several places."""
    jsonschema = pytest.importorskip("jsonschema")
    among = {
        "kind": "places", "category": "cafe", "anchor": "Pier", "within_m": None, "filters": [],
        "among": [], "excluding": [],
    }  # fmt: skip
    nearest = {
        "ask": "best", "figure": {"kind": "distance", "origin": None, "destination": None},
        "among": among, "most": False, "rank": 1, "after": None,
    }  # fmt: skip
    query = {"ask": "value", "figure": {"kind": "fact", "place": nearest, "fact": "phone"}}
    reply = {
        "query": {**query, "also": None},
        "aside": [],
        "links": [{"said": "the pier", "map": "Pier"}],
        "not_understood": None,
    }
    jsonschema.validate(reply, query_schema(Choice("value", "fact")))
    assert parse_query(query).ask == "value"


def test_only_unanswerable_takes_a_reason() -> None:
    """The reason comes from a closed list."""
    reasons = query_schema(Choice("unanswerable"))["properties"]["because"]["enum"]
    assert reasons == list(BECAUSE)
    assert "because" not in query_schema(Choice("check"))["properties"]


def test_candidates_and_figures_match_the_algebra() -> None:
    unions = [get_args(model.model_fields[name].annotation) for model, name in
              ((Best, "among"), (Listing, "of"), (Count, "of"))]  # fmt: skip
    assert set(CANDIDATES.values()) == {model for union in unions for model in union}
    assert set(FIGURES.values()) == set(get_args(get_args(AnyFigure)[0]))
