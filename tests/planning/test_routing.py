"""Good orders by PyVRP, against the exact table."""

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
def test_finds_what_the_table_proves(objective: Objective) -> None:
    """On small days with lunch breaks and missing legs its plans are as good as the best."""
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
def test_least_on_the_way(objective: Objective) -> None:
    """Without limits of time the order with the least travel or distance is found."""
    ways = [[abs(i - j) * 7 % 11 + 1 for j in range(6)] for i in range(6)]
    lengths = [[(i * j) % 7 + 1 for j in range(6)] for i in range(6)]
    stops = tuple(Stop(name=str(i), duration=5) for i in range(5))
    trip = TripProblem(stops=stops, travel=TravelMatrix(ways, lengths), origin=5, end=5)
    best, found = plan_trip(trip, objective), plan_trip(trip, objective, engine="routing")
    assert isinstance(best, TripPlan)
    assert isinstance(found, TripPlan)
    assert found.value == best.value


def test_windows_of_both_kinds_hold() -> None:
    """A window that bounds the end of a stay leaves less time to begin it."""
    long, late = Window(0, 100), Window(0, 50, "start")
    stops = (
        Stop(name="long", duration=60, windows=(long,)),
        Stop(name="late", duration=30, windows=(late,)),
    )
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0, 10], [10, 0]]))
    assert first_order(trip) == (1, 0)
    assert first_order(replace(trip, stops=(stops[0], replace(stops[1], duration=31)))) is None


def test_same_seed_same_order() -> None:
    """Two searches with one seed agree."""
    day = day_trip(4, 20, "most_prize")
    assert first_order(day, "most_prize", iterations=30, seed=7) == first_order(
        day, "most_prize", iterations=30, seed=7
    )


def test_no_plan() -> None:
    """Where no order holds none is returned, and the plan says why not."""
    closed = Stop(name="closed", windows=())
    trip = TripProblem(stops=(closed,), travel=TravelMatrix([[0]]))
    assert first_order(trip) is None
    found = plan_trip(trip, engine="routing")
    assert isinstance(found, InfeasibleTrip)
    assert found.proved
    assert found.nearest.first_broken is not None


def test_optional_stops_that_are_closed_are_left_out() -> None:
    """A stop without a window does not keep the others from being made."""
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
def test_trips_that_it_does_not_know(changes: dict[str, object], why: str) -> None:
    """A trip is refused rather than simplified."""
    stops = (Stop(name="a"), Stop(name="b"))
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0, 1], [1, 0]]))
    with pytest.raises(UsageError, match=f"that the routing engine supports, but .*{why}"):
        first_order(replace(trip, **changes))  # type: ignore[arg-type] - fields by name


@pytest.mark.parametrize(
    ("changes", "what"), [({"iterations": 0}, "iterations"), ({"seed": -1}, "seed")]
)
def test_effort_out_of_range(changes: dict[str, int], what: str) -> None:
    """Iterations and seeds that cannot be are refused."""
    trip = TripProblem(stops=(), travel=TravelMatrix([]))
    with pytest.raises(UsageError, match=f"expected .*{what} to be at least"):
        first_order(trip, **changes)


def test_without_pyvrp(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where PyVRP is absent the error says what to install."""
    monkeypatch.setattr("geoeval.extras.find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r'pip install "\.\[routing\]"'):
        plan_trip(day_trip(0, 3), engine="routing")
