"""Latest departures of trips without waiting."""

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
from tests.planning.referee import violations

FERRY = Stop(name="ferry", duration=5, windows=(Window(40, 50, "start"), Window(80, 81, "start")))
CAFE = Stop(name="café", duration=20, mandatory=False)
LEGS = TravelMatrix([[0, 10, 10], [10, 0, 10], [10, 10, 0]])
TRIP = TripProblem(stops=(FERRY, CAFE), travel=LEGS, origin=2, end=2, deadline=200, waiting=False)


def latest_departure(problem: TripProblem, max_labels: int | None = None) -> int | None:
    """Return the proved latest departure, None if it is proved that there is none."""
    plan = plan_trip(problem, "latest_departure", max_labels=max_labels)
    assert plan.proved
    if isinstance(plan, InfeasibleTrip):
        return None
    assert violations(plan.schedule, problem) == []
    assert plan.schedule.feasible
    return plan.value


def test_the_last_window_limits_the_departure() -> None:
    """The earliest departure of the trip would be too early."""
    assert latest_departure(TRIP) == 71
    assert latest_departure(replace(TRIP, deadline=None)) == 71
    assert latest_departure(replace(TRIP, deadline=85)) == 40


def test_trips_without_a_departure_are_proved_infeasible() -> None:
    """The deadline is too early, or the departure too late."""
    assert latest_departure(replace(TRIP, deadline=54)) is None
    assert latest_departure(replace(TRIP, depart=72)) is None


def test_a_required_detour_makes_the_departure_earlier() -> None:
    """A stop after the ferry does not change it."""
    both = replace(TRIP, stops=(FERRY, replace(CAFE, mandatory=True)))
    assert latest_departure(both) == 71
    assert latest_departure(replace(both, before=((1, 0),))) == 41
    assert latest_departure(replace(both, directly=((1, 0),))) == 41
    third = replace(both, stops=(*both.stops, replace(CAFE, name="bar", place=1)))
    assert latest_departure(replace(third, directly=((1, 0),))) == 41


def test_travel_times_depend_on_the_departure() -> None:
    """From 60 on the second ferry is missed, unless traffic is fast again by 75."""
    legs = [[0, 10, 10], [10, 0, 10], [10, 10, 0]]
    slow, quick = [[0, 30, 30], [30, 0, 30], [30, 30, 0]], [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert latest_departure(replace(TRIP, travel=TravelMatrix(legs, by_time={60: slow}))) == 40
    assert (
        latest_departure(replace(TRIP, travel=TravelMatrix(legs, by_time={60: slow, 75: quick})))
        == 80
    )


def test_without_stops_only_the_way_to_the_end_counts() -> None:
    free = replace(TRIP, stops=(CAFE,), travel=LEGS, origin=1, end=0)
    assert latest_departure(free) == 190
    assert latest_departure(replace(free, origin=None)) == 200


def test_few_labels_give_a_valid_bound() -> None:
    """The value is feasible but not proved."""
    stops = tuple(
        Stop(name=str(i), duration=3, windows=(Window(0, 60 + 7 * i, "start"),)) for i in range(4)
    )
    rows = [[(i * 5 + j * 3) % 7 + 1 for j in range(5)] for i in range(5)]
    trip = TripProblem(
        stops=stops, travel=TravelMatrix(rows), origin=4, deadline=120, waiting=False
    )
    best = latest_departure(trip)
    plan = plan_trip(trip, "latest_departure", max_labels=0)
    assert best is not None
    assert isinstance(plan, TripPlan)
    assert violations(plan.schedule, trip) == []
    assert plan.value <= best <= plan.bound
    assert not plan.proved
