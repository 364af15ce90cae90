"""Opening hours in the figures of a trip, with and without a stated day."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.planning import TripPlan
from geoeval.query.conventions import Conventions
from geoeval.query.parts import Trip
from geoeval.query.solve import solve as solving
from geoeval.query.trips.days import plan_best_day
from geoeval.query.values import Clock, Derivation
from geoeval.tools.families.output import new_trace
from tests.query.trips.town import (
    ask,
    derived,
    failure,
    hours,
    infeasible,
    stop,
    town,
    value,
)

CASTLE = (stop("Castle", 60),)
THERE_AND_BACK: dict[str, Any] = {"origin": "Inn", "end": "Inn", "stops": CASTLE}
NOT_CONSIDERED = "opening hours are ignored: no day is given, and they may matter"


def clock(hour: int, minute: int) -> Clock:
    """Return a latest time."""
    return Clock(minute=60 * hour + minute, bound="latest")


@pytest.mark.parametrize("day", ["friday", None])
@pytest.mark.parametrize(
    ("finish_by", "latest"),
    [("17:11", clock(15, 49)), ("17:12", clock(15, 50)), ("17:13", clock(15, 50))],
)
@pytest.mark.parametrize("name", ["start", "departure"])
def test_the_last_visit_ends_by_closing(
    name: str, finish_by: str, latest: Clock, day: str | None
) -> None:
    """The castle closes at 5 PM every day and is 12 minutes from the end."""
    place = "Inn" if name == "departure" else None
    query = ask(name, place=place, day=day, finish_by=finish_by, **THERE_AND_BACK)
    assert value(query) == latest


def test_the_latest_start_matches_the_planner() -> None:
    trip = Trip.model_validate({**THERE_AND_BACK, "finish_by": "23:00", "day": "friday"})
    found = plan_best_day(trip, new_trace(town()), "latest_departure", in_order=True)
    assert isinstance(found.found, TripPlan)
    query = ask("start", day="friday", finish_by="23:00", **THERE_AND_BACK)
    assert value(query) == Clock(minute=found.found.value // 60, bound="latest")


def test_a_place_closed_on_the_day_is_infeasible() -> None:
    """The reason names the place and the day."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", monday="Closed"))
    query = ask("start", day="monday", finish_by="23:00", **THERE_AND_BACK)
    outcome = infeasible(query, world)
    assert "Castle" in outcome.first_broken
    assert "Monday" in outcome.first_broken


def test_equal_hours_bind_without_a_day() -> None:
    """Closed days are ignored and the steps say so; without that convention hours are too."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", monday="Closed"))
    query = ask("start", finish_by="23:00", **THERE_AND_BACK)
    outcome = derived(query, world)
    assert outcome.value == clock(15, 50)
    assert ("unstated_day", "most") in outcome.conventions
    assert outcome.steps[0] == (
        "no day is given, but the hours have the same effect on every open day"
    )
    assert outcome.assumptions == ()
    free = Conventions(unstated_day="ignore")
    assert value(query, world, free) == clock(21, 38)


def test_the_most_common_hours_are_shown_if_days_agree() -> None:
    """The castle always opens at ten; its earlier closing on Sundays changes nothing."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", sunday="10:00 AM – 4:00 PM"))
    outcome = derived(ask("finish", depart="09:00", **THERE_AND_BACK), world)
    assert outcome.value == Clock(minute=11 * 60 + 12)
    (opening,) = (fact.text for fact in outcome.facts if "is open" in fact.text)
    assert opening.startswith("Castle is open: Monday: ")
    assert "Saturday" in opening
    assert "Sunday" not in opening


def test_hours_that_differ_by_day_are_ignored() -> None:
    """The derivation says that hours may matter."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", sunday="11:00 AM – 4:00 PM"))
    for query, plain in (
        (ask("start", finish_by="23:00", **THERE_AND_BACK), clock(21, 38)),
        (ask("finish", depart="09:00", **THERE_AND_BACK), Clock(minute=10 * 60 + 22)),
    ):
        outcome = solving(query, world)
        assert isinstance(outcome, Derivation)
        assert outcome.value == plain
        assert outcome.assumptions == (NOT_CONSIDERED,)
        assert NOT_CONSIDERED in outcome.steps


def test_irrelevant_differences_of_hours_are_not_mentioned() -> None:
    """At noon the castle is open on every day."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", sunday="11:00 AM – 4:00 PM"))
    outcome = derived(ask("finish", depart="12:00", **THERE_AND_BACK), world)
    assert outcome.value == Clock(minute=13 * 60 + 22)
    assert outcome.assumptions == ()


@pytest.mark.parametrize(
    ("depart", "finish"), [("09:49", 11 * 60 + 12), ("09:50", 672), ("09:51", 673)]
)
def test_waiting_for_opening_needs_no_day(depart: str, finish: int) -> None:
    """The castle opens at ten on every day."""
    assert value(ask("finish", depart=depart, **THERE_AND_BACK)) == Clock(minute=finish)


def test_a_visit_after_every_closing_ignores_hours() -> None:
    """It is impossible on every day, but no day is given."""
    outcome = derived(ask("finish", depart="16:30", **THERE_AND_BACK))
    assert outcome.value == Clock(minute=17 * 60 + 52)
    assert outcome.assumptions == (NOT_CONSIDERED,)


@pytest.mark.parametrize("day", ["friday", None])
def test_a_goal_without_a_stay_need_not_be_open(day: str | None) -> None:
    query = ask("finish", origin="Inn", depart="08:00", day=day, stops=(stop("Castle"),))
    assert value(query) == Clock(minute=8 * 60 + 10)


def test_closing_on_the_stated_day_is_a_limit() -> None:
    """No deadline is needed."""
    query = ask("departure", place="Inn", day="friday", **THERE_AND_BACK)
    assert value(query) == clock(15, 50)
    late = ask("departure", place="Inn", origin="Inn", stops=(stop("Cinema", 120),), day="friday")
    assert value(late) == clock(23, 45)


def test_a_trip_without_travel_or_stay_has_no_start() -> None:
    """The only place would be reached in no time."""
    outcome = failure(ask("finish", depart="09:15", stops=(stop("Castle"),)))
    assert outcome.reason == "under_specified"
