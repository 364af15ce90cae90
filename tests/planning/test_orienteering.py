"""Tours with the most prize compared with brute force and known optima."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.orienteering_files import orienteering_problem, tourist_problem
from geoeval.errors import UsageError
from geoeval.planning.answer import SearchResult
from geoeval.planning.instance import instance_of
from geoeval.planning.labels.prizes import DEFAULT_LABELS, max_prize_tour
from geoeval.planning.problem import TripProblem
from geoeval.planning.schedule import simulate
from geoeval.planning.stop import Stop, Window
from geoeval.planning.travel import TravelMatrix

_LEG = st.none() | st.integers(0, 9) | st.integers(0, 9) | st.integers(0, 9)


@st.composite
def _stops(draw: st.DrawFn, name: str) -> Stop:
    """Draw a stop with up to two windows, usually optional."""
    cuts = sorted(draw(st.lists(st.integers(0, 50), min_size=4, max_size=4)))
    bounds = draw(st.sampled_from(["end", "start"]))
    one = (Window(cuts[0], cuts[3], bounds),)
    two = (Window(cuts[0], cuts[1], bounds), Window(cuts[2], cuts[3], bounds))
    return Stop(
        name=name,
        duration=draw(st.integers(0, 8)),
        windows=draw(st.sampled_from([None, one, two])),
        prize=draw(st.integers(0, 9)),
        mandatory=draw(st.sampled_from([False, False, False, True])),
    )


@st.composite
def _problems(draw: st.DrawFn) -> TripProblem:
    """Draw a trip of up to five stops, with missing legs and sometimes time-dependent travel."""
    count = draw(st.integers(0, 5))
    row = st.lists(_LEG, min_size=count + 2, max_size=count + 2)
    table = st.lists(row, min_size=count + 2, max_size=count + 2)
    by_time = {tick: draw(table) for tick in draw(st.sampled_from([(), (), (12,), (9, 21)]))}
    pair = st.tuples(st.integers(0, count), st.integers(0, count)).filter(
        lambda p: p[0] != p[1] and max(p) < count
    )
    pairs = st.lists(pair, max_size=2) if count > 1 else st.just([])
    return TripProblem(
        stops=tuple(draw(_stops(str(i))) for i in range(count)),
        travel=TravelMatrix(draw(table), by_time=by_time),
        depart=draw(st.integers(0, 10)),
        origin=draw(st.none() | st.just(count)),
        end=draw(st.none() | st.just(count) | st.just(count + 1)),
        deadline=draw(st.none() | st.integers(10, 70)),
        before=tuple(draw(pairs)),
        directly=tuple(draw(pairs)),
        waiting=draw(st.sampled_from([True, True, False])),
    )


def _brute_force(problem: TripProblem) -> tuple[int, int] | None:
    """Return the most prize and its earliest finish over all orders."""
    runs = [
        (sum(problem.stops[i].prize for i in order), -run.finish)
        for size in range(len(problem.stops) + 1)
        for order in permutations(range(len(problem.stops)), size)
        if (run := simulate(order, problem)).feasible
    ]
    most = max(runs, default=None)
    return None if most is None else (most[0], -most[1])


def _outcome(problem: TripProblem, found: SearchResult) -> tuple[int, int] | None:
    """Return the prize and finish of a found tour."""
    if found.order is None or found.value is None:
        return None
    return found.value, simulate(found.order, problem).finish


@settings(max_examples=80)
@given(problem=_problems())
def test_the_most_prize_equals_brute_force(problem: TripProblem) -> None:
    """Prize and finish are equal, and both are proved."""
    found = max_prize_tour(instance_of(problem), max_labels=DEFAULT_LABELS)
    expected = _brute_force(problem)
    if expected is None:
        assert (found.order, found.value, found.proved) == (None, None, True)
        return
    assert found.order is not None
    run = simulate(found.order, problem)
    assert run.feasible
    assert (found.value, run.finish) == expected
    assert found.bound == found.value
    assert found.proved


@st.composite
def _two_days(draw: st.DrawFn) -> TripProblem:
    """Draw a trip over two days with a night at the hotel and no missing legs."""
    count = draw(st.integers(1, 4))
    spots = draw(st.lists(st.integers(0, 6), min_size=count + 1, max_size=count + 1))
    table = [[abs(a - b) for b in spots] for a in spots]
    slow = [[2 * abs(a - b) for b in spots] for a in spots]
    return TripProblem(
        stops=tuple(draw(_stops(str(i))) for i in range(count)),
        travel=TravelMatrix(table, by_time=draw(st.sampled_from([{}, {35: slow}]))),
        origin=count,
        end=draw(st.none() | st.just(count)),
        days=((0, 22), (30, 52)),
    )


@settings(max_examples=40)
@given(problem=_two_days())
def test_trips_of_two_days_equal_brute_force(problem: TripProblem) -> None:
    found = max_prize_tour(instance_of(problem), max_labels=DEFAULT_LABELS)
    assert _outcome(problem, found) == _brute_force(problem)
    assert found.proved


def _line(count: int, prize: int = 1) -> TripProblem:
    """Return stops on a line, one tick apart, without windows."""
    return TripProblem(
        stops=tuple(Stop(name=str(i), prize=prize + i % 7, mandatory=False) for i in range(count)),
        travel=TravelMatrix([[abs(i - j) for j in range(count)] for i in range(count)]),
        origin=0,
        end=0,
        deadline=count,
    )


@pytest.mark.parametrize("limit", [0, 1, 50, 5_000, 500_000])
def test_the_bound_is_valid_for_any_label_limit(limit: int) -> None:
    problem = _line(40)
    best = max_prize_tour(instance_of(problem), max_labels=DEFAULT_LABELS)
    assert best.proved
    found = max_prize_tour(instance_of(problem), max_labels=limit)
    assert found.labels <= limit
    assert found.value is not None
    assert best.value is not None
    assert found.value <= best.value <= found.bound
    assert not found.proved or found.value == best.value


def test_an_infeasible_trip_is_proved_infeasible() -> None:
    """Two mandatory stops exclude each other."""
    booked = [Stop(name=name, starts_at=5, duration=2) for name in "ab"]
    problem = TripProblem(stops=tuple(booked), travel=TravelMatrix([[0, 1], [1, 0]]))
    found = max_prize_tour(instance_of(problem), max_labels=DEFAULT_LABELS)
    assert (found.order, found.proved, found.bound) == (None, True, 0)


def test_free_cycles_without_prizes_end() -> None:
    """Moving between two such stops takes no time."""
    prizes = {"fountain": 0, "statue": 0, "museum": 3}
    problem = TripProblem(
        stops=tuple(Stop(name=n, prize=p, mandatory=False) for n, p in prizes.items()),
        travel=TravelMatrix([[0, 0, 2, 1], [0, 0, 2, 1], [2, 2, 0, 1], [1, 1, 1, 0]]),
        origin=3,
        deadline=25,
    )
    found = max_prize_tour(instance_of(problem), max_labels=DEFAULT_LABELS)
    assert _outcome(problem, found) == _brute_force(problem)
    assert found.proved


def test_search_is_deterministic() -> None:
    problem = _line(12, prize=3)
    first, second = (max_prize_tour(instance_of(problem), max_labels=20_000) for _ in range(2))
    assert first == second


def test_large_prizes_are_exact() -> None:
    """Rounding affects only the bound."""
    prizes = (900_001, 37, 410_003, 899_999, 5)
    problem = _line(5)
    stops = tuple(replace(s, prize=p) for s, p in zip(problem.stops, prizes, strict=True))
    problem = replace(problem, stops=stops, deadline=6)
    found = max_prize_tour(instance_of(problem), max_labels=DEFAULT_LABELS)
    assert _outcome(problem, found) == _brute_force(problem)
    assert found.proved


def test_a_feasible_start_order_is_used() -> None:
    """An infeasible start order is ignored."""
    instance = instance_of(_line(10))
    assert max_prize_tour(instance, max_labels=0, start=(1, 2, 3)).order == (1, 2, 3)
    assert max_prize_tour(instance, max_labels=0, start=(9, 1, 8)).order == ()


def test_a_start_order_with_repetitions_is_rejected() -> None:
    with pytest.raises(UsageError, match="expected an order of different stops"):
        max_prize_tour(instance_of(_line(3)), max_labels=0, start=(1, 1))


def _check(problem: TripProblem, found: SearchResult) -> None:
    """Check a found tour by simulation."""
    assert found.order is not None
    run = simulate(found.order, problem)
    assert run.feasible
    assert sum(problem.stops[i].prize for i in found.order) == found.value


@pytest.mark.parametrize(
    ("name", "best"), [("c101", 320), ("r101", 198), ("rc101", 219), ("rc102", 266)]
)
def test_known_optima_are_proved(data_dir: Path, name: str, best: int) -> None:
    """The instances are orienteering problems with time windows."""
    problem = orienteering_problem(data_dir / "planning" / "optw" / f"{name}.txt")
    found = max_prize_tour(instance_of(problem), max_labels=DEFAULT_LABELS)
    _check(problem, found)
    assert (found.value, found.bound, found.proved) == (best, best, True)


@pytest.mark.parametrize("tours", [1, 2])
def test_tourist_trips_are_feasible_and_bounded(data_dir: Path, tours: int) -> None:
    """Opening hours differ by weekday, over a day or two days with a night at the hotel."""
    problem = tourist_problem(data_dir / "planning" / "ttdp" / "t101.txt", tours=tours)
    found = max_prize_tour(instance_of(problem), max_labels=10_000)
    _check(problem, found)
    assert found.value is not None
    assert found.value <= found.bound


def test_large_sums_of_prizes_stay_exact() -> None:
    """The bound uses a coarser scale than single units."""
    problem = _line(12)
    stops = tuple(replace(stop, prize=997 + 2 * i) for i, stop in enumerate(problem.stops))
    tight, loose = (replace(problem, stops=stops, deadline=ticks) for ticks in (9, 22))
    found = max_prize_tour(instance_of(loose), max_labels=DEFAULT_LABELS)
    assert (found.value, found.proved) == (sum(stop.prize for stop in stops), True)
    found = max_prize_tour(instance_of(tight), max_labels=DEFAULT_LABELS)
    assert (found.value, found.proved) == (sum(stop.prize for stop in stops[:5]), True)
