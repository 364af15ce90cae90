"""Arguments brought into form by the types of their fields."""

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
    """Return arguments in the form that a model takes, whether it takes them then or not."""
    read = check_bounds(given)
    with suppress(ValidationError):
        validate_arguments(kind, read)
    return read


@pytest.mark.parametrize(
    ("kind", "given", "meant"),
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
def test_what_is_meant_is_written_as_the_type_has_it(
    kind: type[Model], given: dict[str, Any], meant: dict[str, Any]
) -> None:
    """Days, times, modes, words, places, rows and objects are taken as people write them."""
    assert relaxed(kind, given) == meant


def test_a_filter_without_its_name_is_the_only_one_that_has_its_members() -> None:
    """It is tagged; one that may be several is left as it is, and refused later."""
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
def test_what_is_not_understood_stays_as_it_is(given: dict[str, Any]) -> None:
    """Nothing is guessed: validation says what is wrong with it."""
    assert relaxed(Days, given) == given


@pytest.mark.parametrize("given", [5, "[", "{no", True])
def test_what_is_no_row_or_object_stays_as_it_is(given: object) -> None:
    """Neither a number nor broken JSON becomes one."""
    assert relaxed(MeetingPlan, {"travel": given}) == {"travel": given}
    assert relaxed(Check, {"passes": given}) == {"passes": given}


def test_a_number_is_no_row() -> None:
    """A single text or object makes a row of one; what is fixed in length does not."""
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
def test_what_is_in_form_stays_as_it_is(query: dict[str, Any]) -> None:
    """A query that the published schema allows is the same before and after."""
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
def test_what_would_take_long_or_means_nothing_is_refused(
    kind: type[Model], given: dict[str, Any], message: str
) -> None:
    """Rows and texts are bounded, and numbers are finite."""
    with pytest.raises(CallFailed, match=message):
        relaxed(kind, given)


def test_a_number_too_long_to_write_is_left_to_validation() -> None:
    """It is no text either."""
    assert relaxed(StepFact, {"number": 10**5000, "road": 7}) == {"number": 10**5000, "road": "7"}
    assert relaxed(Days, {"place": True}) == {"place": True}
