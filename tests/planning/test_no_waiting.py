"""Latest departures on trips on which nobody waits."""

from __future__ import annotations

from dataclasses import replace

from geoeval.planning import (
    InfeasibleTrip,
    Stop,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    plan_trip,
)
from tests.planning.referee import faults

FERRY = Stop(name="ferry", duration=5, windows=(Window(40, 50, "start"), Window(80, 81, "start")))
CAFE = Stop(name="café", duration=20, mandatory=False)
LEGS = TravelMatrix([[0, 10, 10], [10, 0, 10], [10, 10, 0]])
TRIP = TripProblem(stops=(FERRY, CAFE), travel=LEGS, origin=2, end=2, deadline=200, waiting=False)


def leaves(problem: TripProblem, max_labels: int | None = None) -> int | None:
    """Return the latest departure that is proved, None if there is proved to be none."""
    plan = plan_trip(problem, "latest_departure", max_labels=max_labels)
    assert plan.proved
    if isinstance(plan, InfeasibleTrip):
        return None
    assert faults(plan.schedule, problem) == []
    assert plan.schedule.feasible
    return plan.value


def test_one_leaves_as_late_as_the_last_window_allows() -> None:
    """Long after the departure that is given, on which one would be too early."""
    assert leaves(TRIP) == 71
    assert leaves(replace(TRIP, deadline=None)) == 71
    assert leaves(replace(TRIP, deadline=85)) == 40


def test_no_departure_is_proved_impossible() -> None:
    """One cannot be back in time, or has left too late."""
    assert leaves(replace(TRIP, deadline=54)) is None
    assert leaves(replace(TRIP, depart=72)) is None


def test_a_detour_makes_one_leave_earlier_or_not_at_all() -> None:
    """The café after the ferry changes nothing; before it, it does."""
    both = replace(TRIP, stops=(FERRY, replace(CAFE, mandatory=True)))
    assert leaves(both) == 71
    assert leaves(replace(both, before=((1, 0),))) == 41
    assert leaves(replace(both, directly=((1, 0),))) == 41
    third = replace(both, stops=(*both.stops, replace(CAFE, name="bar", place=1)))
    assert leaves(replace(third, directly=((1, 0),))) == 41


def test_ways_change_with_the_time_of_day() -> None:
    """In the rush hour from 60 on the second ferry is missed, unless it is over by 75."""
    legs = [[0, 10, 10], [10, 0, 10], [10, 10, 0]]
    slow, quick = [[0, 30, 30], [30, 0, 30], [30, 30, 0]], [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert leaves(replace(TRIP, travel=TravelMatrix(legs, by_time={60: slow}))) == 40
    assert leaves(replace(TRIP, travel=TravelMatrix(legs, by_time={60: slow, 75: quick}))) == 80


def test_nothing_to_do_is_left_for_at_the_deadline() -> None:
    """Straight to the end; without an origin, there is no way at all."""
    free = replace(TRIP, stops=(CAFE,), travel=LEGS, origin=1, end=0)
    assert leaves(free) == 190
    assert leaves(replace(free, origin=None)) == 200


def test_few_labels_prove_nothing() -> None:
    """What is found holds, and the bound is not below the best."""
    stops = tuple(
        Stop(name=str(i), duration=3, windows=(Window(0, 60 + 7 * i, "start"),)) for i in range(4)
    )
    rows = [[(i * 5 + j * 3) % 7 + 1 for j in range(5)] for i in range(5)]
    trip = TripProblem(
        stops=stops, travel=TravelMatrix(rows), origin=4, deadline=120, waiting=False
    )
    best = leaves(trip)
    plan = plan_trip(trip, "latest_departure", max_labels=0)
    assert best is not None
    assert isinstance(plan, TripPlan)
    assert faults(plan.schedule, trip) == []
    assert plan.value <= best <= plan.bound
    assert not plan.proved
