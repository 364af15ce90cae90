"""Trips of several days with nights at the hotel."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from geoeval.planning import Call, Objective, Stop, TravelMatrix, TripPlan, TripProblem, plan_trip
from geoeval.planning.plan import Engine
from tests.planning.referee import violations

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
    """Return the departure and finish of a proved plan without violations."""
    plan = plan_trip(problem, objective, engine=engine)
    assert isinstance(plan, TripPlan)
    assert plan.proved
    assert plan.schedule.feasible
    assert violations(plan.schedule, problem) == []
    return plan.schedule.depart, plan.schedule.finish


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("objective", SEVERAL)
def test_only_the_last_day_needs_no_way_back(objective: Objective, engine: Engine) -> None:
    """A stay that leaves no time for the way back moves to the last day."""
    assert planned(TRIP, objective, engine) == (0, 290)
    assert planned(replace(TRIP, days=((0, 100),)), objective, engine) == (0, 90)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("objective", SEVERAL)
def test_last_days_may_be_unused(objective: Objective, engine: Engine) -> None:
    early = replace(TRIP, stops=(replace(CASTLE, duration=40),))
    assert planned(early, objective, engine) == (0, 70)
    assert planned(replace(early, end=1), objective, engine) == (0, 100)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("objective", SEVERAL)
def test_a_departure_at_night_moves_to_the_morning(objective: Objective, engine: Engine) -> None:
    night = replace(TRIP, depart=150)
    assert planned(night, objective, engine) == (200, 290)
    assert planned(replace(night, stops=()), objective, engine) == (200, 200)
    assert planned(replace(night, stops=(), end=0), objective, engine) == (200, 230)


def test_waiting_at_the_hotel_is_not_travel() -> None:
    """The quicker bus leaves at 210."""
    buses = TravelMatrix([[0, 30], [30, 0]], by_time={210: [[0, 15], [15, 0]]})
    plan = plan_trip(replace(TRIP, travel=buses))
    assert isinstance(plan, TripPlan)
    assert plan.schedule.calls == (
        Call(stop=0, leaves=210, travel=15, arrival=225, start=225, end=285),
    )
    assert violations(plan.schedule, plan.problem) == []
