"""Tours through all stops compared with brute force and benchmark instances."""

from __future__ import annotations

from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from geoeval.errors import UsageError
from geoeval.planning import TripPlan, plan_trip
from geoeval.planning.answer import SearchResult
from geoeval.planning.instance import NEVER, Instance, instance_of
from geoeval.planning.labels.tours import shortest_tour
from geoeval.planning.problem import TripProblem
from geoeval.planning.stop import Stop, Window
from geoeval.planning.travel import TravelMatrix

Costs = NDArray[np.int64]
MOST_STOPS = 6


@st.composite
def _stops(draw: st.DrawFn, number: int) -> Stop:
    """Draw a stop with up to two windows."""
    cuts = sorted(draw(st.lists(st.integers(0, 90), min_size=4, max_size=4)))
    one = (Window(cuts[0], cuts[3]),)
    start_only = (Window(cuts[0], cuts[3], "start"),)
    two = (Window(cuts[0], cuts[1]), Window(cuts[2], cuts[3] + 8))
    return Stop(
        name=str(number),
        duration=draw(st.integers(0, 8)),
        windows=draw(st.sampled_from([None, one, start_only, two])),
    )


@st.composite
def _problems(draw: st.DrawFn) -> TripProblem:
    """Draw a trip of few stops with all constraints."""
    count = draw(st.integers(0, MOST_STOPS))
    legs = st.sampled_from([*range(12), None])
    table = st.lists(st.lists(legs, min_size=count + 2, max_size=count + 2), min_size=count + 2)
    rows = table.map(lambda rows: rows[: count + 2])
    by_time = draw(st.just({}) | st.dictionaries(st.integers(1, 60), rows, max_size=2))
    one = st.integers(0, max(count - 1, 0))
    pairs = st.lists(st.tuples(one, one).filter(lambda pair: pair[0] != pair[1]), max_size=2)
    pairs = pairs if count > 1 else st.just([])
    days = draw(st.sampled_from([(), (), ((0, 70), (80, 140))]))
    return TripProblem(
        stops=tuple(draw(_stops(number)) for number in range(count)),
        travel=TravelMatrix(draw(rows), by_time=by_time),
        depart=draw(st.integers(0, 10)),
        origin=count if days else draw(st.none() | st.just(count)),
        end=draw(st.none() | st.just(count) | st.just(count + 1)),
        deadline=draw(st.none() | st.integers(40, 140)),
        before=tuple(draw(st.just([]) | pairs)),
        directly=tuple(draw(st.just([]) | st.just([]) | pairs)),
        days=days,
        waiting=bool(days) or draw(st.integers(0, 4)) > 0,
    )


@st.composite
def _trips(draw: st.DrawFn) -> tuple[Instance, Costs | None]:
    """Draw an instance and costs of its legs, or None."""
    problem = draw(_problems())
    try:
        instance = instance_of(problem)
    except UsageError:  # no way to or from the hotel
        instance = instance_of(TripProblem(stops=problem.stops, travel=problem.travel))
    nodes = instance.count + 2
    if draw(st.booleans()):
        return instance, None
    cells = st.lists(st.sampled_from([*range(30), NEVER]), min_size=nodes**2, max_size=nodes**2)
    return instance, np.array(draw(cells), dtype=np.int64).reshape(nodes, nodes)


def _played(order: tuple[int, ...], instance: Instance, costs: Costs | None) -> int | None:
    """Return the value of an order simulated independently, None if it is infeasible."""
    problem = instance.problem
    if any(order.index(first) > order.index(second) for first, second in problem.before):
        return None
    if any(order.index(first) + 1 != order.index(second) for first, second in problem.directly):
        return None
    node, tick, spent = instance.count, instance.depart, 0
    for following in (*order, instance.count + 1):
        pieces = [k for k, since in enumerate(instance.since) if since <= tick]
        piece = pieces[-1] if pieces else 0
        arrival = tick + int(instance.ride[piece, node, following])
        if instance.later is not None:
            arrival = min(arrival, int(instance.later[piece, node, following]))
        slots = [
            (max(arrival, first), last)
            for first, last in instance.starts[min(following, instance.count)]
            if arrival <= last
        ]
        if not slots or (slots[0][0] > arrival and not problem.waiting):
            return None
        tick = slots[0][0]
        spent += 0 if costs is None else int(costs[node, following])
        tick += int(instance.duration[following]) if following < instance.count else 0
        node = following
    value = tick if costs is None else spent
    return value if value < NEVER else None


def _values(instance: Instance, costs: Costs | None) -> list[int]:
    """Return the values of all feasible orders."""
    played = (_played(order, instance, costs) for order in permutations(range(instance.count)))
    return [value for value in played if value is not None]


@settings(max_examples=150)
@given(trip=_trips())
def test_the_tour_equals_brute_force(
    trip: tuple[Instance, Costs | None],
) -> None:
    """The value is proved, and so is infeasibility."""
    instance, costs = trip
    values = _values(instance, costs)
    tour = shortest_tour(instance, costs, max_labels=100_000)
    assert tour.proved
    if not values:
        assert tour == SearchResult(
            order=None, value=None, bound=NEVER, proved=True, labels=tour.labels
        )
    else:
        assert tour.value == tour.bound == min(values)
        assert tour.order is not None
        assert _played(tour.order, instance, costs) == min(values)


@settings(max_examples=60)
@given(trip=_trips(), max_labels=st.integers(1, 12))
def test_the_bound_is_valid_for_any_label_limit(
    trip: tuple[Instance, Costs | None], max_labels: int
) -> None:
    instance, costs = trip
    values = _values(instance, costs)
    tour = shortest_tour(instance, costs, max_labels=max_labels)
    assert tour.bound <= min(values, default=NEVER)
    assert tour.labels <= max(max_labels, instance.count)
    if tour.order is not None:
        assert _played(tour.order, instance, costs) == tour.value
    if tour.proved:
        assert tour.value == min(values, default=None)


@settings(max_examples=40)
@given(trip=_trips())
def test_the_tour_is_at_least_as_good_as_its_start(trip: tuple[Instance, Costs | None]) -> None:
    """A single label is enough."""
    instance, costs = trip
    holds = {
        order: value
        for order in permutations(range(instance.count))
        if (value := _played(order, instance, costs)) is not None
    }
    if not holds:
        return
    start, value = max(holds.items(), key=lambda item: item[1])
    tour = shortest_tour(instance, costs, max_labels=1, start=start)
    assert tour.value is not None
    assert tour.value <= value
    assert tour.order is not None
    assert _played(tour.order, instance, costs) == tour.value


def _square(count: int, *, width: int, seed: int = 7) -> tuple[Instance, Costs]:
    """Return stops in a square with windows of equal width around a feasible tour."""
    random = np.random.default_rng(seed)
    spots = random.integers(0, 100, (count + 1, 2))
    gaps = spots[:, None] - spots[None]
    ways = np.floor(np.sqrt((gaps**2).sum(axis=2))).astype(np.int64)
    order = [0, *(1 + random.permutation(count)).tolist()]
    ticks = np.cumsum([ways[a, b] for a, b in pairwise(order)])
    stops = tuple(
        Stop(
            name=str(number),
            place=stop,
            windows=(Window(max(int(tick) - width, 0), int(tick) + width, "start"),),
        )
        for number, (stop, tick) in enumerate(zip(order[1:], ticks, strict=True))
    )
    travel = TravelMatrix(ways.tolist())
    problem = TripProblem(stops=stops, travel=travel, origin=0, end=0)
    rows = [*order[1:], 0, 0]
    return instance_of(problem), ways[np.ix_(rows, rows)]


def test_a_tour_of_seventy_stops_is_proved() -> None:
    """There are more stops than bits in a word, and the result is deterministic."""
    instance, costs = _square(70, width=40)
    tour = shortest_tour(instance, costs, max_labels=100_000)
    assert tour.proved
    assert tour.order is not None
    assert tour.value is not None
    assert sorted(tour.order) == list(range(70))
    assert _played(tour.order, instance, costs) == tour.value
    assert tour.value <= (_played(tuple(range(70)), instance, costs) or 0)
    assert shortest_tour(instance, costs, max_labels=100_000) == tour


def test_the_order_of_stops_does_not_matter() -> None:
    instance, costs = _square(25, width=60)
    problem = instance.problem
    turned = TripProblem(stops=problem.stops[::-1], travel=problem.travel, origin=0, end=0)
    rows = [*range(24, -1, -1), 25, 26]
    other = shortest_tour(instance_of(turned), costs[np.ix_(rows, rows)], max_labels=100_000)
    tour = shortest_tour(instance, costs, max_labels=100_000)
    assert (tour.proved, other.proved) == (True, True)
    assert tour.value == other.value


def test_wide_windows_leave_a_gap() -> None:
    """A hundred stops in any order exhaust the labels."""
    instance, costs = _square(100, width=10_000)
    tour = shortest_tour(instance, costs, max_labels=3000)
    assert not tour.proved
    assert tour.labels <= 3000
    assert tour.order is not None
    assert tour.value is not None
    assert _played(tour.order, instance, costs) == tour.value
    assert 0 < tour.bound < tour.value


def test_three_hundred_stops_have_a_tour_and_bound() -> None:
    instance, costs = _square(300, width=50)
    tour = shortest_tour(instance, costs, max_labels=2000)
    assert tour.order is not None
    assert _played(tour.order, instance, costs) == tour.value
    assert 0 < tour.bound <= (tour.value or 0)


def test_an_unreachable_end_is_proved_infeasible() -> None:
    """Without waiting the rush hour cannot be avoided."""
    rush = {5: [[0, 50], [50, 0]]}
    problem = TripProblem(
        stops=(Stop(name="a", duration=6),),
        travel=TravelMatrix([[0, 5], [5, 0]], by_time=rush),
        end=1,
        deadline=30,
        waiting=False,
    )
    tour = shortest_tour(instance_of(problem), max_labels=10)
    assert (tour.order, tour.proved) == (None, True)


def test_simultaneous_bookings_are_proved_infeasible() -> None:
    stops = tuple(Stop(name=name, starts_at=50) for name in "ab")
    problem = TripProblem(stops=stops, travel=TravelMatrix([[0, 10], [10, 0]]))
    tour = shortest_tour(instance_of(problem), max_labels=10)
    assert (tour.order, tour.value, tour.proved, tour.bound) == (None, None, True, NEVER)


def test_without_stops_a_missing_leg_is_infeasible() -> None:
    instance = instance_of(TripProblem(stops=(), travel=TravelMatrix([])))
    tour = shortest_tour(instance, np.full((2, 2), NEVER), max_labels=1)
    assert (tour.order, tour.value, tour.proved) == (None, None, True)


def test_a_cheap_tour_may_finish_late() -> None:
    """Waiting costs nothing."""
    stops = (Stop(name="a", windows=(Window(50, 60),)), Stop(name="b"))
    problem = TripProblem(
        stops=stops, travel=TravelMatrix([[0, 9, 9], [1, 0, 1], [1, 9, 0]]), origin=2
    )
    instance = instance_of(problem)
    by_cost = shortest_tour(instance, instance.quickest, max_labels=10)
    assert (by_cost.order, by_cost.value) == ((1, 0), 10)
    assert shortest_tour(instance, max_labels=10).value == 50


@pytest.mark.parametrize(
    ("costs", "match"),
    [
        (np.zeros((2, 2), dtype=np.int64), r"of shape \(3, 3\), got int64 of shape \(2, 2\)"),
        (np.zeros((3, 3)), r"expected int64 costs .*, got float64"),
        (np.full((3, 3), -1), "expected costs of at least 0 .* from -1 to 0"),
        (np.full((3, 3), 1 << 40), "over a tour, got costs from 0 to 1099511627776; use"),
    ],
)
def test_invalid_costs_are_rejected(costs: Costs, match: str) -> None:
    problem = TripProblem(stops=(Stop(name="a"),), travel=TravelMatrix([[0]]))
    with pytest.raises(UsageError, match=match):
        shortest_tour(instance_of(problem), costs, max_labels=10)


@pytest.mark.parametrize("start", [(0,), (1, 0)])
def test_an_infeasible_start_order_is_rejected(start: tuple[int, ...]) -> None:
    """It leaves a stop out or violates a precedence."""
    stops = (Stop(name="a"), Stop(name="b"))
    problem = TripProblem(stops=stops, travel=TravelMatrix([[0, 1], [1, 0]]), before=((0, 1),))
    with pytest.raises(UsageError, match=r"expected a feasible order of all stops, got \("):
        shortest_tour(instance_of(problem), max_labels=10, start=start)


def _in_ticks_of(unit: int) -> TripProblem:
    """Return eight stops with times in some unit, a third of whose legs are missing."""
    random = np.random.default_rng(7)
    ways = random.integers(1, 9, (9, 9)) * unit
    rows = np.where(random.random((9, 9)) < 0.3, None, ways).tolist()
    stops = tuple(
        Stop(name=str(i), windows=(Window(0, int(last) * unit),))
        for i, last in enumerate(random.integers(20, 60, 8))
    )
    return TripProblem(stops=stops, travel=TravelMatrix(rows), origin=8, deadline=80 * unit)


def test_large_costs_do_not_replace_missing_legs() -> None:
    """The value is proportional to the unit."""
    values = []
    for unit in (1, 13_000_000):
        plan = plan_trip(_in_ticks_of(unit), "least_travel", engine="labels")
        assert isinstance(plan, TripPlan)
        assert plan.proved
        values.append(plan.value / unit)
    assert values[0] == values[1]


def test_a_plan_of_a_benchmark_instance_has_a_close_bound(data_dir: Path) -> None:
    """The asymmetric instance has about a hundred stops, and most of its legs are ruled out."""
    assert data_dir.is_dir()
    from benchmarks.tsptw import read

    problem = read("AFG/rbg092a.tw").instance.problem
    plan = plan_trip(problem, "least_travel", max_labels=20_000)
    assert isinstance(plan, TripPlan)
    assert plan.schedule.feasible
    assert 0.95 * plan.value < plan.bound <= plan.value


@pytest.mark.parametrize(
    "name",
    [
        "Dumas/n20w100.001.txt",
        "Dumas/n100w20.001.txt",
        "AFG/rbg019a.tw",
        "SolomonPotvinBengio/rc_201.3.txt",
    ],
)
def test_benchmark_instances_are_proved_at_best_known_cost(data_dir: Path, name: str) -> None:
    """Published costs are read as ticks of 1/10,000."""
    assert data_dir.is_dir()
    from benchmarks.tsptw import read

    benchmark = read(name)
    tour = shortest_tour(benchmark.instance, benchmark.costs, max_labels=50_000)
    assert tour.proved
    assert tour.value is not None
    assert abs(tour.value - benchmark.best_known) <= 50
