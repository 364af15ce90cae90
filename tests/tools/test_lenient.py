"""Normalisation of arguments by the types of their fields."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from pydantic import ValidationError

from geoeval.query.algebra import Check, Days, Hours, Places, StepFact, Toward, Travel
from geoeval.query.filter_kinds import CompareFilter, RouteHas
from geoeval.query.parts import MeetingPlan, Model, Trip
from geoeval.query.solve import parse_query
from geoeval.query.trips.days import MOST_STOPS
from geoeval.tools.arguments import (
    MOST_CHARACTERS,
    MOST_ITEMS,
    MOST_PARTS,
    check_bounds,
    validate_arguments,
)
from geoeval.tools.failure import CallFailed

OPEN = {"kind": "open", "day": "monday"}
RATED = {"kind": "compare", "measure": "rating", "comparator": ">=", "value": 4}


def relaxed(kind: type[Model], given: object) -> object:
    """Return normalised arguments, whether or not the model accepts them."""
    read = check_bounds(given)
    with suppress(ValidationError):
        validate_arguments(kind, read)
    return read


@pytest.mark.parametrize(
    ("kind", "given", "expected"),
    [
        (Hours, {"day": "Mon"}, {"day": "monday"}),
        (Days, {"at": "5 PM"}, {"at": "17:00"}),
        (Days, {"place": [60.1, 24.9]}, {"place": "60.1,24.9"}),
        (Days, {"place": {"lat": 60.1, "lng": 24.9}}, {"place": "60.1,24.9"}),
        (Days, {"place": 1234}, {"place": "1234"}),
        (Trip, {"mode": "on foot"}, {"mode": "walking"}),
        (Trip, {"stops": ["Old Mill"]}, {"stops": [{"place": "Old Mill"}]}),
        (Trip, {"stops": "Old Mill"}, {"stops": [{"place": "Old Mill"}]}),
        (Trip, {"before": [["A", "B"]]}, {"before": [["A", "B"]]}),
        (Toward, {"direction": "N"}, {"direction": "north"}),
        (
            RouteHas,
            {"manoeuvre": "Left turn", "exit": 35},
            {"manoeuvre": "left_turn", "exit": "35"},
        ),
        (CompareFilter, {"comparator": "at most"}, {"comparator": "<="}),
        (Places, {"among": "Old Mill"}, {"among": ["Old Mill"]}),
        (Places, {"filters": OPEN}, {"filters": [OPEN]}),
        (Places, {"filters": json.dumps([OPEN])}, {"filters": [OPEN]}),
        (Places, {"filters": [json.dumps({**OPEN, "at": None})]}, {"filters": [OPEN]}),
        (
            Places,
            {"filters": [{**OPEN, "day": "TUE."}]},
            {"filters": [{**OPEN, "day": "tuesday"}]},
        ),
        (Places, {"filters": [{**RATED, "comparator": "≥"}]}, {"filters": [RATED]}),
        (Check, {"place": {"ask": "Best"}}, {"place": {"ask": "best"}}),
        (Check, {"passes": {"kind": "Open"}}, {"passes": {"kind": "open"}}),
        (Travel, {"legs": {"mode": "bus"}}, {"legs": [{"mode": "transit"}]}),
        (MeetingPlan, {"travel": '{"A": {"B": 5}}'}, {"travel": {"A": {"B": 5}}}),
    ],
)
def test_informal_values_are_normalised(
    kind: type[Model], given: dict[str, Any], expected: dict[str, Any]
) -> None:
    """They are days, times, modes, places, lists and objects."""
    assert relaxed(kind, given) == expected


def test_filter_without_kind_is_recognised_by_its_members() -> None:
    """An ambiguous filter stays unchanged and is rejected later."""
    given = {"filters": [{"measure": "rating", "comparator": ">=", "value": 4}, {"contains": "x"}]}
    assert relaxed(Places, given) == {"filters": [RATED, {"contains": "x"}]}


@pytest.mark.parametrize(
    "given",
    [
        {"place": "City Museum", "at": 25, "open": "no"},
        {"place": []},
        {"place": "[1", "nonsense": {"a": [1]}},
    ],
)
def test_unknown_values_stay_unchanged(given: dict[str, Any]) -> None:
    """Validation reports them."""
    assert relaxed(Days, given) == given


@pytest.mark.parametrize("given", [5, "[", "{no", True])
def test_invalid_lists_and_objects_stay_unchanged(given: object) -> None:
    assert relaxed(MeetingPlan, {"travel": given}) == {"travel": given}
    assert relaxed(Check, {"passes": given}) == {"passes": given}


def test_numbers_do_not_become_lists() -> None:
    """Neither does a list of fixed length change."""
    assert relaxed(Places, {"among": 5}) == {"among": 5}
    assert relaxed(Trip, {"before": ["A"]}) == {"before": ["A"]}


@pytest.mark.parametrize(
    "query",
    [
        {"ask": "check", "place": "City Museum", "passes": {"kind": "not", "of": OPEN}},
        {"ask": "list", "of": {"kind": "places", "within_m": 5.5, "filters": [OPEN, RATED]}},
        {
            "ask": "count",
            "of": {"kind": "places", "filters": [{"kind": "any", "of": [OPEN, RATED]}]},
        },
    ],
)
def test_valid_queries_stay_unchanged(query: dict[str, Any]) -> None:
    kind = type(parse_query(query))
    assert relaxed(kind, query) == query


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        (Trip, {"stops": ["A"] * (MOST_STOPS + 1)}, "stops: expected at most 100 items"),
        (Places, {"filters": [OPEN] * (MOST_PARTS + 1)}, "filters: expected at most 26"),
        (Places, {"among": ["A"] * (MOST_ITEMS + 1)}, "among: expected at most 200"),
        (MeetingPlan, {"travel": {str(n): {} for n in range(201)}}, "travel: expected"),
        (Days, {"place": "x" * (MOST_CHARACTERS + 1)}, "place: expected at most 500 characters"),
        (Places, {"within_m": float("inf")}, "within_m: expected a finite number, got inf"),
        (Places, {"filters": [{**RATED, "value": float("nan")}]}, r"filters\[0\].value: "),
    ],
)
def test_excessive_or_meaningless_values_are_rejected(
    kind: type[Model], given: dict[str, Any], message: str
) -> None:
    """Lists and texts are limited, and numbers must be finite."""
    with pytest.raises(CallFailed, match=message):
        relaxed(kind, given)


def test_huge_numbers_stay_unchanged() -> None:
    """They do not become texts."""
    assert relaxed(StepFact, {"number": 10**5000, "road": 7}) == {"number": 10**5000, "road": "7"}
    assert relaxed(Days, {"place": True}) == {"place": True}
