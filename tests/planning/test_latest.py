"""Latest departures of given orders."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.errors import UsageError
from geoeval.planning import (
    Breach,
    Stop,
    TravelMatrix,
    TripProblem,
    Window,
    latest_start,
    simulate,
    slacks,
)
from tests.planning.referee import orders

MUSEUM = Stop(name="museum", duration=60, windows=(Window(540, 720), Window(780, 1020)))
PARK = Stop(name="park", duration=30)
LEGS = TravelMatrix([[0, 10, 20], [10, 0, 20], [20, 20, 0]])
DAY = TripProblem(stops=(MUSEUM, PARK), travel=LEGS, origin=2, end=2, deadline=900)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_latest_departures_are_exact(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """The order is infeasible a tick later."""
    problem = replace(data.draw(problems), budget=None, before=(), directly=())
    problem = replace(problem, deadline=problem.deadline or 60)
    order = data.draw(st.sampled_from([o for o in orders(problem) if len(o) == len(problem.stops)]))
    found = latest_start(order, problem)
    if found.depart is None:
        assert not simulate(order, problem).feasible
        return
    assert simulate(order, problem, depart=found.depart).feasible
    assert not simulate(order, problem, depart=found.depart + 1).feasible
    assert len(found.starts) == len(order)


def test_a_stop_that_opens_too_late_is_reported() -> None:
    assert latest_start((0, 1), replace(DAY, deadline=600)).broken == Breach(
        kind="opens_late", stop=0, actual=540, limit=600
    )
    shut = replace(DAY, stops=(replace(MUSEUM, windows=()), PARK))
    assert latest_start((0, 1), shut).broken == Breach(kind="opens_late", stop=0, actual=840)


def test_a_missing_leg_is_reported() -> None:
    """It may lead between stops, from the origin or to the end."""
    one_way = TravelMatrix([[0, None, 20], [10, 0, None], [None, 20, 0]])
    trip = replace(DAY, travel=one_way)
    assert latest_start((0, 1), replace(trip, end=None)).broken.origin == 0
    assert latest_start((0, 1), trip).broken == Breach(
        kind="missing_leg", stop=None, actual=900, origin=1
    )
    assert latest_start((0,), trip).broken.origin == 2


def test_without_a_deadline_the_last_closing_time_counts() -> None:
    """Later stops are unlimited, and without closing times there is no bound."""
    free = replace(DAY, deadline=None)
    assert latest_start((0, 1), free).starts == (960, None)
    assert latest_start((1, 0), free).starts == (920, 960)
    nothing = replace(free, stops=(replace(MUSEUM, windows=None), PARK))
    assert latest_start((0, 1), nothing).bounded is False
    assert slacks((0, 1), nothing) == (None, None)


def test_trips_without_waiting_are_rejected() -> None:
    with pytest.raises(UsageError, match="one day that allows waiting"):
        latest_start((0, 1), replace(DAY, waiting=False))
