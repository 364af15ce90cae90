"""Plans from the table of all sets equal the best order of brute force."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from geoeval.errors import UsageError
from geoeval.planning import (
    InfeasibleTrip,
    Objective,
    Stop,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    best_choices,
    best_orders,
    finish_by_count,
    plan_trip,
    simulate,
)
from tests.planning.drawn_trips import all_mandatory
from tests.planning.referee import orders, replayed, violations


def checked_value(found: TripPlan | InfeasibleTrip) -> int | None:
    """Return the value of a proved plan without violations, None if there is no plan."""
    if isinstance(found, InfeasibleTrip):
        assert not found.nearest.feasible
        return None
    assert violations(found.schedule, found.problem) == []
    assert found.schedule.feasible
    assert found.proved
    return found.value


def matrix(rows: list[list[int | None]]) -> TravelMatrix:
    return TravelMatrix(rows)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_the_earliest_finish_equals_brute_force(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    problem = data.draw(problems)
    finishes = [f for order in orders(problem) if (f := replayed(order, problem)) is not None]
    assert checked_value(plan_trip(problem)) == min(finishes, default=None)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_the_most_prize_equals_brute_force(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """Of equal prizes the earliest finish is chosen."""
    problem = data.draw(problems)
    worth = [
        (sum(problem.stops[stop].prize for stop in order), -finish)
        for order in orders(problem)
        if (finish := replayed(order, problem)) is not None
    ]
    found = plan_trip(problem, "most_prize")
    best = max(worth, default=None)
    assert checked_value(found) == (None if best is None else best[0])
    if isinstance(found, TripPlan) and best is not None:
        assert found.schedule.finish == -best[1]


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_latest_departures_are_exact(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """A tick later no order is feasible."""
    problem = replace(data.draw(problems), budget=None)
    assume(problem.deadline is not None)
    found = checked_value(plan_trip(problem, "latest_departure"))
    tried = [order for order in orders(problem) if replayed(order, problem) is not None]
    if found is None:
        assert tried == []
    else:
        assert all(replayed(order, problem, depart=found + 1) is None for order in orders(problem))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_wider_windows_never_delay_the_finish(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    problem = data.draw(problems)
    wide = replace(
        problem,
        stops=tuple(
            replace(
                stop,
                windows=stop.windows
                and tuple(w._replace(opens=w.opens - 3, closes=w.closes + 3) for w in stop.windows),
            )
            for stop in problem.stops
        ),
    )
    narrow, wider = checked_value(plan_trip(problem)), checked_value(plan_trip(wide))
    assert narrow is None or (wider is not None and wider <= narrow)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_the_order_of_stops_does_not_matter(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    problem = data.draw(problems)
    count = len(problem.stops)
    new = data.draw(st.permutations(range(count)))
    at = {old: position for position, old in enumerate(new)}
    shuffled = replace(
        problem.restricted(tuple(new)),
        before=tuple((at[a], at[b]) for a, b in problem.before),
    )
    for objective in ("earliest_finish", "most_prize"):
        assert checked_value(plan_trip(problem, objective)) == checked_value(
            plan_trip(shuffled, objective)
        )


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_all_feasible_orders_are_ranked(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    problem = data.draw(problems)
    problem = all_mandatory(problem)
    ranked = best_orders(problem, k=1000)
    every = {order: f for order in orders(problem) if (f := replayed(order, problem)) is not None}
    assert dict(zip(ranked.orders, ranked.values, strict=True)) == every
    assert list(ranked.values) == sorted(ranked.values)
    assert ranked.complete
    found = plan_trip(problem)
    assert (found.order if isinstance(found, TripPlan) else None) == next(iter(ranked.orders), None)


def test_nights_are_spent_at_the_hotel() -> None:
    """A stop that does not fit into the first day moves to the second."""
    stops = tuple(
        Stop(name=name, duration=240, windows=(Window(540, 1080), Window(1980, 2520)))
        for name in "abc"
    )
    rows: list[list[int | None]] = [
        [0, 30, 30, 40],
        [30, 0, 30, 40],
        [30, 30, 0, 40],
        [40, 40, 40, 0],
    ]
    trip = TripProblem(
        stops=stops,
        travel=matrix(rows),
        origin=3,
        end=3,
        depart=480,
        days=((480, 1140), (1920, 2580)),
        unit="minute",
    )
    plan = plan_trip(trip)
    assert isinstance(plan, TripPlan)
    assert checked_value(plan) == 1980 + 240 + 40
    assert [call.leaves for call in plan.schedule.calls] == [480, 780, 1920]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_trips_of_two_days_have_no_violations(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    problem = data.draw(problems)
    size = len(problem.stops) + 2
    spots = data.draw(st.lists(st.integers(0, 12), min_size=size, max_size=size))
    full = TravelMatrix([[abs(a - b) for b in spots] for a in spots])
    trip = replace(
        problem,
        travel=full,
        modes={"bus": full},
        origin=len(problem.stops),
        depart=0,
        deadline=None,
        budget=None,
        days=((0, 30), (35, 70)),
    )
    checked_value(plan_trip(trip))
    checked_value(plan_trip(trip, "most_prize"))


def test_optional_stops_are_left_out_unless_useful() -> None:
    """Most visits adds every stop that fits."""
    stops = (Stop(name="a", duration=10), Stop(name="b", duration=10, mandatory=False))
    trip = TripProblem(stops=stops, travel=matrix([[0, 5], [5, 0]]), deadline=40)
    assert plan_trip(trip).order == (0,)
    assert plan_trip(trip, "most_visits").order == (1, 0)


def test_an_optional_stop_bridges_a_missing_leg() -> None:
    stops = (
        Stop(name="a", duration=10),
        Stop(name="b", duration=5, mandatory=False),
        Stop(name="c"),
    )
    rows: list[list[int | None]] = [[0, 5, None], [None, 0, 5], [None, None, 0]]
    plan = plan_trip(TripProblem(stops=stops, travel=matrix(rows)))
    assert plan.order == (0, 1, 2)


def test_least_travel_and_least_distance_may_differ() -> None:
    """The quickest order is not the shortest."""
    times: list[list[int | None]] = [[0, 1, 9, 1], [1, 0, 1, 9], [9, 1, 0, 9], [1, 9, 9, 0]]
    metres: list[list[int | None]] = [
        [0, 90, 10, 90],
        [90, 0, 10, 10],
        [10, 10, 0, 90],
        [90, 10, 10, 0],
    ]
    trip = TripProblem(
        stops=(Stop(name="a"), Stop(name="b", duration=7), Stop(name="c")),
        travel=TravelMatrix(times, distances=metres),
        origin=3,
    )
    quick, short = plan_trip(trip, "least_travel"), plan_trip(trip, "least_distance")
    assert (quick.order, quick.value) == ((0, 1, 2), 3)
    assert (short.order, short.value) == ((1, 2, 0), 30)


def test_all_choices_of_equal_value_are_returned() -> None:
    stops = tuple(Stop(name=n, duration=30, mandatory=False) for n in "ab")
    trip = TripProblem(stops=stops, travel=matrix([[0, 5], [5, 0]]), deadline=40)
    assert best_choices(trip) == ((0,), (1,))
    assert finish_by_count(trip) == (0, 30, None)
    assert finish_by_count(replace(trip, deadline=None)) == (0, 30, 65)


def test_a_trip_without_stops_goes_to_its_end() -> None:
    empty = TripProblem(stops=(), travel=matrix([[0, 7], [7, 0]]), origin=0, end=1, depart=5)
    assert (plan_trip(empty).order, plan_trip(empty).value) == ((), 12)
    one = replace(empty, stops=(Stop(name="b", place=1, duration=3),))
    assert plan_trip(one).value == 15


@pytest.mark.parametrize(
    ("objective", "engine", "message"),
    [
        (
            "quickest",
            "auto",
            r"expected one of the objectives 'earliest_finish', .*, got 'quickest'",
        ),
        ("earliest_finish", "magic", r"expected one of the engines .*, got 'magic'"),
        ("least_distance", "auto", r"expected distances in every travel matrix"),
        ("latest_departure", "auto", r"expected a deadline or a closing time .*nothing limits it"),
    ],
)
def test_unsupported_requests_are_rejected(objective: str, engine: str, message: str) -> None:
    trip = TripProblem(stops=(Stop(name="a"),), travel=matrix([[0]]))
    with pytest.raises(UsageError, match=message):
        plan_trip(trip, objective, engine=engine)  # type: ignore[arg-type] # wrong on purpose


def test_the_table_rejects_more_than_twenty_stops() -> None:
    """Its size doubles with every stop."""
    stops = tuple(Stop(name=str(i), place=0) for i in range(21))
    trip = TripProblem(stops=stops, travel=matrix([[0]]))
    with pytest.raises(UsageError, match="it has 21 stops, more than 20"):
        plan_trip(trip, engine="table")
    with pytest.raises(UsageError, match="it has 21 stops, more than 20"):
        best_orders(trip)


def test_least_travel_needs_static_travel_times() -> None:
    times = TravelMatrix([[0]], by_time={5: [[0]]})
    trip = TripProblem(stops=(Stop(name="a"),), travel=times)
    with pytest.raises(UsageError, match="travel times that do not depend on the time of day"):
        plan_trip(trip, "least_travel")


@pytest.mark.parametrize("objective", ["least_travel", "least_distance"])
def test_least_travel_and_distance_need_a_single_day(objective: Objective) -> None:
    legs = TravelMatrix([[0, 5], [5, 0]], distances=[[0, 5], [5, 0]])
    stops = (Stop(name="a"),)
    trip = TripProblem(stops=stops, travel=legs, origin=1, days=((0, 50), (60, 90)))
    with pytest.raises(UsageError, match=f"expected a trip of one day for '{objective}'"):
        plan_trip(trip, objective)


def test_latest_departure_rejects_budgets() -> None:
    """A budget counts from the departure, which is unknown."""
    trip = TripProblem(stops=(), travel=matrix([[0]]), origin=0, deadline=9, budget=5)
    with pytest.raises(UsageError, match="one day without a budget"):
        plan_trip(trip, "latest_departure")


def test_rankings_reject_other_objectives() -> None:
    """Orders are ranked by time or length, choices by their value."""
    trip = TripProblem(stops=(Stop(name="a"),), travel=matrix([[0]]))
    with pytest.raises(UsageError, match=r"ranks orders, got 'most_prize'; see best_choices"):
        best_orders(trip, objective="most_prize")
    with pytest.raises(UsageError, match=r"chooses stops, got 'least_travel'; see best_orders"):
        best_choices(trip, "least_travel")


def test_orders_are_ranked_by_departure_or_length() -> None:
    stops = (Stop(name="a", duration=10), Stop(name="b", duration=10))
    legs = TravelMatrix([[0, 5], [7, 0]], distances=[[0, 1], [2, 0]])
    trip = TripProblem(stops=stops, travel=legs, depart=3)
    late = best_orders(replace(trip, deadline=100), objective="latest_departure")
    assert (late.orders, late.values) == (((0, 1), (1, 0)), (75, 73))
    assert best_orders(trip, objective="least_travel").values == (5, 7)
    assert best_orders(trip, objective="least_distance").values == (1, 2)
    assert best_orders(trip, k=1).complete is False
    assert best_orders(trip, k=1).margin is None


def test_rankings_may_be_empty() -> None:
    trip = TripProblem(stops=(Stop(name="a", windows=()),), travel=matrix([[0]]))
    assert best_orders(trip).orders == ()
    assert best_orders(trip).tied == 0
    assert best_choices(trip) == ()


def test_slack_is_the_possible_delay_of_each_stay() -> None:
    stops = (Stop(name="a", duration=10, windows=(Window(0, 30),)), Stop(name="b", duration=10))
    trip = TripProblem(stops=stops, travel=matrix([[0, 5], [5, 0]]), deadline=60)
    plan = plan_trip(trip)
    assert isinstance(plan, TripPlan)
    assert plan.order == (1, 0)
    assert plan.slack == (5, 5)
    assert plan.gap == 0
    assert simulate(plan.order, trip) == plan.schedule


def test_plans_have_a_short_repr() -> None:
    stops = (Stop(name="museum", duration=60), Stop(name="the\npark", duration=30))
    travel = matrix([[0, 10], [10, 0]])
    trip = TripProblem(stops=stops, travel=travel, depart=500, unit="minute")
    plan = plan_trip(trip)
    assert repr(plan) == r"<TripPlan: earliest_finish 600, proved, 'the\npark → museum'>"
    assert ", bound 590, " in repr(replace(plan, bound=590))
    assert pickle.loads(pickle.dumps(plan)) == plan  # noqa: S301 - its own pickle
    many = tuple(Stop(name=f"stop {i}", mandatory=False) for i in range(500))
    long = replace(trip, stops=many, travel=matrix([[0] * 500] * 500))
    shown = repr(replace(plan, problem=long, schedule=simulate(range(500), long)))
    assert len(shown) < 150
    assert "\n" not in shown
    tight = plan_trip(replace(trip, deadline=510))
    assert isinstance(tight, InfeasibleTrip)
    broken = "is over at 10:00 AM, but the limit is 8:30 AM"
    assert repr(tight) == f"<InfeasibleTrip: proved, '{broken}', 2 conflicts>"
    assert repr(tight.conflicts[0]) == "Conflict(stops=(0,))"
    cut_short = replace(tight, nearest=plan.schedule, conflicts=tight.conflicts[:1], proved=False)
    assert repr(cut_short) == "<InfeasibleTrip: not proved, no violation, 1 conflict>"


@pytest.mark.parametrize("problem", [[], None, {}])
def test_only_trip_problems_are_planned(problem: object) -> None:
    with pytest.raises(UsageError, match="expected a TripProblem, got"):
        plan_trip(problem)  # type: ignore[arg-type]  # rejected at run time
