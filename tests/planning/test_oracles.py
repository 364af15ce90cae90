"""Days out compared with all orders and with CP-SAT."""

from __future__ import annotations

import pytest

from benchmarks.oracles import by_brute_force, by_cp_sat
from benchmarks.random_trips import WISHES, Wish, day_trip
from geoeval.planning import TripPlan, TripProblem, plan_trip


def _value(problem: TripProblem, wish: Wish) -> int | None:
    """Return the value of the best plan, which must be proved, or None."""
    found = plan_trip(problem, wish)
    assert found.proved
    return found.value if isinstance(found, TripPlan) else None


@pytest.mark.parametrize("pieces", [1, 4])
@pytest.mark.parametrize("wish", WISHES)
def test_days_of_six_stops_equal_brute_force(wish: Wish, pieces: int) -> None:
    """Legs may be missing and depend on the time of day."""
    days = [day_trip(seed, 6, wish, missing=0.3, pieces=pieces) for seed in range(8)]
    assert [_value(day, wish) for day in days] == [by_brute_force(day, wish) for day in days]


@pytest.mark.parametrize("wish", WISHES)
def test_days_of_ten_stops_equal_cp_sat(wish: Wish) -> None:
    """Half of the days have missing legs."""
    pytest.importorskip("ortools")
    days = [day_trip(seed, 10, wish, missing=0.3 * (seed % 2)) for seed in range(4)]
    assert [_value(day, wish) for day in days] == [by_cp_sat(day, wish) for day in days]


def test_all_methods_find_infeasible_days() -> None:
    pytest.importorskip("ortools")
    days = [day_trip(seed, 6, missing=0.7) for seed in range(12)]
    values = [_value(day, "earliest_finish") for day in days]
    assert None in values
    assert values == [by_brute_force(day, "earliest_finish") for day in days]
    assert values == [by_cp_sat(day, "earliest_finish") for day in days]
