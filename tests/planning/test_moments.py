"""The latest time to leave a stop and the free time before an appointment."""

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
from tests.planning.drawn_trips import all_mandatory
from tests.planning.referee import orders, replayed


def with_deadline(problem: TripProblem) -> TripProblem:
    """Return a trip with a deadline, no budget and every stop mandatory."""
    return replace(all_mandatory(problem), budget=None, deadline=problem.deadline or 60)


def last_leave(order: tuple[int, ...], stop: int, problem: TripProblem) -> int:
    """Return the last tick at which a feasible order can leave a stop."""
    position = order.index(stop)
    rest = problem.restricted(order[position + 1 :])
    after = replace(rest, origin=problem.place(stop), depart=0)
    tick = latest_start(tuple(range(len(rest.stops))), after).depart
    assert tick is not None
    return tick


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_the_latest_leave_equals_brute_force(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    problem = with_deadline(data.draw(problems.filter(lambda p: p.stops)))
    stop = data.draw(st.integers(0, len(problem.stops) - 1))
    feasible = [order for order in orders(problem) if replayed(order, problem) is not None]
    found = latest_leave(problem, stop)
    if isinstance(found, InfeasibleTrip):
        assert feasible == []
        return
    assert found.order in feasible
    assert found.ticks == max(last_leave(order, stop, problem) for order in feasible)
    assert found.ticks == last_leave(found.order, stop, problem)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_free_time_equals_brute_force(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    problem = with_deadline(data.draw(problems.filter(lambda p: p.stops)))
    first = replace(problem.stops[0], starts_at=data.draw(st.integers(0, 40)), windows=None)
    problem = replace(problem, stops=(first, *problem.stops[1:]))
    feasible = [order for order in orders(problem) if replayed(order, problem) is not None]
    found = free_time(problem, 0)
    if isinstance(found, InfeasibleTrip):
        assert feasible == []
        return
    waits = {
        order: next(call.waiting for call in simulate(order, problem).calls if call.stop == 0)
        for order in feasible
    }
    assert found.ticks == max(waits.values()) == waits[found.order]


def test_missing_limits_are_rejected() -> None:
    """These are a deadline, a valid stop, a fixed start and a day without a budget."""
    trip = TripProblem(stops=(Stop(name="a"),), travel=TravelMatrix([[0]]))
    with pytest.raises(UsageError, match="expected a trip with a deadline"):
        latest_leave(trip, 0)
    with pytest.raises(UsageError, match="expected the index of a stop, from 0 to 0, got 3"):
        latest_leave(trip, 3)
    with pytest.raises(UsageError, match="expected a stop with a fixed start, got 'a'"):
        free_time(trip, 0)
    with pytest.raises(UsageError, match="one day without a budget"):
        free_time(replace(trip, budget=4), 0)


def test_a_closed_stop_gives_conflicts() -> None:
    stops = (Stop(name="a", windows=()),)
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0]]), deadline=9)
    found = latest_leave(trip, 0)
    assert not isinstance(found, Moment)
    assert [conflict.stops for conflict in found.conflicts] == [(0,)]
