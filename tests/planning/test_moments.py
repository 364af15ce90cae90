"""The latest moment to leave, and free time before an appointment, against brute force."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.errors import UsageError
from geoeval.planning import (
    InfeasibleTrip,
    Moment,
    Stop,
    TravelMatrix,
    TripProblem,
    free_time,
    latest_leave,
    latest_start,
    simulate,
)
from tests.planning.referee import orders, replayed


def mandatory(problem: TripProblem) -> TripProblem:
    """Return a trip with a deadline and every stop mandatory."""
    stops = tuple(replace(stop, mandatory=True) for stop in problem.stops)
    return replace(problem, stops=stops, budget=None, deadline=problem.deadline or 60)


def leaves(order: tuple[int, ...], stop: int, problem: TripProblem) -> int:
    """Return the last tick at which a stop of an order that holds can be left."""
    position = order.index(stop)
    rest = problem.restricted(order[position + 1 :])
    after = replace(rest, origin=problem.place(stop), depart=0)
    tick = latest_start(tuple(range(len(rest.stops))), after).depart
    assert tick is not None
    return tick


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_the_latest_leave_is_that_of_brute_force(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """No order allows a stop to be left later."""
    problem = mandatory(data.draw(problems.filter(lambda p: p.stops)))
    stop = data.draw(st.integers(0, len(problem.stops) - 1))
    holding = [order for order in orders(problem) if replayed(order, problem) is not None]
    found = latest_leave(problem, stop)
    if isinstance(found, InfeasibleTrip):
        assert holding == []
        return
    assert found.order in holding
    assert found.ticks == max(leaves(order, stop, problem) for order in holding)
    assert found.ticks == leaves(found.order, stop, problem)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_free_time_is_that_of_brute_force(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """No order leaves more time before the appointment."""
    problem = mandatory(data.draw(problems.filter(lambda p: p.stops)))
    first = replace(problem.stops[0], starts_at=data.draw(st.integers(0, 40)), windows=None)
    problem = replace(problem, stops=(first, *problem.stops[1:]))
    holding = [order for order in orders(problem) if replayed(order, problem) is not None]
    found = free_time(problem, 0)
    if isinstance(found, InfeasibleTrip):
        assert holding == []
        return
    waits = {
        order: next(call.waiting for call in simulate(order, problem).calls if call.stop == 0)
        for order in holding
    }
    assert found.ticks == max(waits.values()) == waits[found.order]


def test_what_has_no_moment_is_refused() -> None:
    """Each error says what is missing."""
    trip = TripProblem(stops=(Stop(name="a"),), travel=TravelMatrix([[0]]))
    with pytest.raises(UsageError, match="expected a trip with a deadline"):
        latest_leave(trip, 0)
    with pytest.raises(UsageError, match="expected a stop from 0 to 0, got 3"):
        latest_leave(trip, 3)
    with pytest.raises(UsageError, match="expected a stop with a fixed start, got 'a'"):
        free_time(trip, 0)
    with pytest.raises(UsageError, match="one day without a budget"):
        free_time(replace(trip, budget=4), 0)


def test_a_stop_that_is_never_open_has_no_moment() -> None:
    """The answer is why there is no plan."""
    stops = (Stop(name="a", windows=()),)
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0]]), deadline=9)
    found = latest_leave(trip, 0)
    assert not isinstance(found, Moment)
    assert [conflict.stops for conflict in found.conflicts] == [(0,)]
