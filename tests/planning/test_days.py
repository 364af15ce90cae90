"""Trips of several days: which of them are used, and the nights at the hotel."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from geoeval.planning import Call, Objective, Stop, TravelMatrix, TripPlan, TripProblem, plan_trip
from geoeval.planning.plan import Engine
from tests.planning.referee import faults

CASTLE = Stop(name="castle", duration=60)
TRIP = TripProblem(
    stops=(CASTLE,),
    travel=TravelMatrix([[0, 30], [30, 0]]),
    origin=1,
    days=((0, 100), (200, 300)),
)
ENGINES = [engine for engine in get_args(Engine) if engine not in {"routing", "auto"}]
SEVERAL: tuple[Objective, ...] = ("earliest_finish", "most_prize", "most_visits")


def planned(problem: TripProblem, objective: Objective, engine: Engine) -> tuple[int, int]:
    """Return the departure and the finish of a proved plan that the referee lets pass."""
    plan = plan_trip(problem, objective, engine=engine)
    assert isinstance(plan, TripPlan)
    assert plan.proved
    assert plan.schedule.feasible
    assert faults(plan.schedule, problem) == []
    return plan.schedule.depart, plan.schedule.finish


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("objective", SEVERAL)
def test_only_the_last_of_the_days_needs_no_way_back(objective: Objective, engine: Engine) -> None:
    """Without an end the stay that leaves no time for the way back is made on the last day."""
    assert planned(TRIP, objective, engine) == (0, 290)
    assert planned(replace(TRIP, days=((0, 100),)), objective, engine) == (0, 90)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("objective", SEVERAL)
def test_days_at_the_end_may_go_unused(objective: Objective, engine: Engine) -> None:
    """A trip is over with its last stay, or at its end, on whichever day that is."""
    early = replace(TRIP, stops=(replace(CASTLE, duration=40),))
    assert planned(early, objective, engine) == (0, 70)
    assert planned(replace(early, end=1), objective, engine) == (0, 100)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("objective", SEVERAL)
def test_a_departure_at_night_is_one_in_the_morning(objective: Objective, engine: Engine) -> None:
    """The trip begins with the day, with stops or without."""
    night = replace(TRIP, depart=150)
    assert planned(night, objective, engine) == (200, 290)
    assert planned(replace(night, stops=()), objective, engine) == (200, 200)
    assert planned(replace(night, stops=(), end=0), objective, engine) == (200, 230)


def test_a_morning_begins_with_a_ride_that_is_waited_for() -> None:
    """The quicker bus goes at 210; the time at the hotel until then is not on the way."""
    buses = TravelMatrix([[0, 30], [30, 0]], by_time={210: [[0, 15], [15, 0]]})
    plan = plan_trip(replace(TRIP, travel=buses))
    assert isinstance(plan, TripPlan)
    assert plan.schedule.calls == (
        Call(stop=0, leaves=210, travel=15, arrival=225, start=225, end=285),
    )
    assert faults(plan.schedule, plan.problem) == []
