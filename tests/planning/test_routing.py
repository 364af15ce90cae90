"""Orders by PyVRP compared with the exact table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.random_trips import WISHES, day_trip
from geoeval.errors import UsageError
from geoeval.planning import (
    InfeasibleTrip,
    Objective,
    Stop,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    plan_trip,
    simulate,
)
from geoeval.planning.routing import first_order

pytest.importorskip("pyvrp")

OBJECTIVES: tuple[Objective, ...] = (*WISHES, "most_visits")


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_routing_equals_the_table_on_small_days(objective: Objective) -> None:
    """The days have lunch breaks and missing legs."""
    wish = "most_prize" if objective == "most_visits" else objective
    for seed in range(3):
        day = day_trip(seed, 7, wish, missing=0.15)  # type: ignore[arg-type] - checked above
        best, found = plan_trip(day, objective), plan_trip(day, objective, engine="routing")
        assert isinstance(best, TripPlan)
        assert isinstance(found, TripPlan)
        assert found.value == best.value
        assert simulate(found.order, day, depart=found.schedule.depart).feasible
        assert found.effort.engine == "routing"
        better = max if objective != "earliest_finish" else min
        assert better(found.bound, best.value) == found.bound


@pytest.mark.parametrize("objective", ["least_travel", "least_distance"])
def test_least_travel_and_distance_equal_the_table(objective: Objective) -> None:
    """There are no limits of time."""
    ways = [[abs(i - j) * 7 % 11 + 1 for j in range(6)] for i in range(6)]
    lengths = [[(i * j) % 7 + 1 for j in range(6)] for i in range(6)]
    stops = tuple(Stop(name=str(i), duration=5) for i in range(5))
    trip = TripProblem(stops=stops, travel=TravelMatrix(ways, lengths), origin=5, end=5)
    best, found = plan_trip(trip, objective), plan_trip(trip, objective, engine="routing")
    assert isinstance(best, TripPlan)
    assert isinstance(found, TripPlan)
    assert found.value == best.value


def test_both_kinds_of_windows_are_respected() -> None:
    """A window that bounds the end of a stay leaves less time to start it."""
    long, late = Window(0, 100), Window(0, 50, "start")
    stops = (
        Stop(name="long", duration=60, windows=(long,)),
        Stop(name="late", duration=30, windows=(late,)),
    )
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0, 10], [10, 0]]))
    assert first_order(trip) == (1, 0)
    assert first_order(replace(trip, stops=(stops[0], replace(stops[1], duration=31)))) is None


def test_equal_seeds_give_equal_orders() -> None:
    day = day_trip(4, 20, "most_prize")
    assert first_order(day, "most_prize", iterations=30, seed=7) == first_order(
        day, "most_prize", iterations=30, seed=7
    )


def test_an_infeasible_trip_is_reported() -> None:
    closed = Stop(name="closed", windows=())
    trip = TripProblem(stops=(closed,), travel=TravelMatrix([[0]]))
    assert first_order(trip) is None
    found = plan_trip(trip, engine="routing")
    assert isinstance(found, InfeasibleTrip)
    assert found.proved
    assert found.nearest.first_broken is not None


def test_closed_optional_stops_are_left_out() -> None:
    stops = (Stop(name="closed", windows=(), mandatory=False), Stop(name="park", duration=5))
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0, 1], [1, 0]]))
    assert first_order(trip, "most_visits") == (1,)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"waiting": False}, "waiting is not allowed"),
        ({"before": ((0, 1),)}, "restricts the order"),
        ({"days": ((0, 50), (60, 90)), "origin": 0}, "several days"),
        ({"travel": TravelMatrix([[0, 1], [1, 0]], by_time={5: [[0, 2], [2, 0]]})}, "time of day"),
    ],
)
def test_unsupported_trips_are_rejected(changes: dict[str, object], why: str) -> None:
    stops = (Stop(name="a"), Stop(name="b"))
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0, 1], [1, 0]]))
    with pytest.raises(UsageError, match=f"that the routing engine supports, but .*{why}"):
        first_order(replace(trip, **changes))  # type: ignore[arg-type] - fields by name


@pytest.mark.parametrize(
    ("changes", "what"), [({"iterations": 0}, "iterations"), ({"seed": -1}, "seed")]
)
def test_invalid_effort_is_rejected(changes: dict[str, int], what: str) -> None:
    trip = TripProblem(stops=(), travel=TravelMatrix([]))
    with pytest.raises(UsageError, match=f"expected .*{what} to be at least"):
        first_order(trip, **changes)


def test_missing_pyvrp_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("geoeval.extras.find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r'pip install "\.\[routing\]"'):
        plan_trip(day_trip(0, 3), engine="routing")
