"""Label-setting gives the same values as the table and supports larger trips."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from geoeval.errors import UsageError
from geoeval.planning import (
    InfeasibleTrip,
    Stop,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    plan_trip,
    simulate,
)
from tests.planning.drawn_trips import all_mandatory
from tests.planning.referee import orders, replayed, violations


def proved_value(found: TripPlan | InfeasibleTrip) -> int | None:
    """Return the value of a proved plan without violations, None if there is none."""
    if isinstance(found, InfeasibleTrip):
        assert found.proved
        return None
    assert violations(found.schedule, found.problem) == []
    assert found.proved
    assert found.gap == 0
    assert found.effort.engine == "labels"
    return found.value


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_labels_and_table_agree(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    problem = data.draw(problems)
    every = all_mandatory(problem)
    for trip, objective in (
        (every, "earliest_finish"),
        (problem, "most_prize"),
        (problem, "most_visits"),
    ):
        by_labels = proved_value(plan_trip(trip, objective, engine="labels"))
        by_table = plan_trip(trip, objective, engine="table")
        assert by_labels == (by_table.value if isinstance(by_table, TripPlan) else None)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_latest_departures_agree_for_static_travel(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """All stops are mandatory."""
    problem = data.draw(problems)
    problem = replace(
        all_mandatory(problem),
        travel=TravelMatrix(problem.travel.pieces[0].durations),
        modes={"bus": TravelMatrix(problem.modes["bus"].pieces[0].durations)},
        budget=None,
        deadline=problem.deadline or 60,
    )
    table = plan_trip(problem, "latest_departure")
    labels = proved_value(plan_trip(problem, "latest_departure", engine="labels"))
    assert labels == (table.value if isinstance(table, TripPlan) else None)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_least_travel_with_windows_equals_brute_force(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """Waiting does not count, so the finish may be later than necessary."""
    problem = data.draw(problems)
    assume(problem.travel.static and problem.modes["bus"].static)
    trip = all_mandatory(problem)
    lengths = [
        simulate(order, trip).travel for order in orders(trip) if replayed(order, trip) is not None
    ]
    found = plan_trip(trip, "least_travel", engine="labels")
    assert proved_value(found) == min(lengths, default=None)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_trips_without_waiting_equal_brute_force(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """Only labels support them, since an earlier arrival may be too early."""
    problem = replace(data.draw(problems), waiting=False)
    every = all_mandatory(problem)
    finishes = [f for order in orders(every) if (f := replayed(order, every)) is not None]
    assert proved_value(plan_trip(every)) == min(finishes, default=None)
    worth = [
        sum(problem.stops[stop].prize for stop in order)
        for order in orders(problem)
        if replayed(order, problem) is not None
    ]
    assert proved_value(plan_trip(problem, "most_prize")) == max(worth, default=None)


def crowd(count: int, *, windows: tuple[Window, ...] | None = None) -> TripProblem:
    """Return many stops on a grid around the start."""
    spots = [(i % 25, i // 25) for i in range(count + 1)]
    rows = [[abs(a - c) + abs(b - d) for c, d in spots] for a, b in spots]
    stops = tuple(Stop(name=str(i), duration=1, windows=windows) for i in range(count))
    return TripProblem(stops=stops, travel=TravelMatrix(rows), origin=count, end=count)


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["earliest_finish", "least_travel", "most_visits"])
def test_five_hundred_stops_have_a_plan_and_bound(objective: str) -> None:
    """The number of labels limits the effort."""
    trip = crowd(500)
    if objective == "most_visits":
        stops = tuple(replace(stop, mandatory=False) for stop in trip.stops)
        trip = replace(trip, stops=stops, deadline=300)
    plan = plan_trip(trip, objective, max_labels=1000)  # type: ignore[arg-type] # from a list
    assert isinstance(plan, TripPlan)
    assert violations(plan.schedule, trip) == []
    better = plan.bound >= plan.value if objective == "most_visits" else plan.bound <= plan.value
    assert better
    assert plan.proved == (plan.gap == 0)


def test_an_incomplete_search_reports_the_nearest_order() -> None:
    """Fifty stops do not fit before the deadline."""
    found = plan_trip(replace(crowd(50), deadline=20))
    assert isinstance(found, InfeasibleTrip)
    assert found.nearest.first_broken is not None


def test_latest_departures_of_many_stops_need_static_travel() -> None:
    trip = replace(
        crowd(21), travel=TravelMatrix([[0] * 22] * 22, by_time={5: [[0] * 22] * 22}), deadline=99
    )
    with pytest.raises(UsageError, match="at most 20 stops, or travel times that do not depend"):
        plan_trip(trip, "latest_departure")


def test_a_start_order_limits_the_value() -> None:
    trip = crowd(30)
    plan = plan_trip(trip, start=tuple(range(30)), max_labels=2000)
    assert isinstance(plan, TripPlan)
    assert plan.value <= simulate(range(30), trip).finish


def optional_chain(*helpful: str, size: int) -> TripProblem:
    """Return a stop that is reached only through a chain of optional stops."""
    names = ("goal", *helpful)
    stops = tuple(Stop(name=name, duration=5, mandatory=name == "goal") for name in names)
    legs = {(i, i - 1): 10 for i in range(1, size)}
    return TripProblem(stops=stops, travel=TravelMatrix.from_legs(legs, size), origin=size - 1)


def test_optional_stops_are_visited_for_their_legs() -> None:
    """Their legs may be the only or the shorter way."""
    one = optional_chain("stone", size=3)
    assert proved_value(plan_trip(one, engine="labels")) == 30
    two = optional_chain("second", "first", size=4)
    assert proved_value(plan_trip(two, engine="labels")) == 45
    assert plan_trip(replace(two, deadline=45), "least_travel").order == (2, 1, 0)
    assert (
        proved_value(plan_trip(replace(two, deadline=60), "latest_departure", engine="labels"))
        == 15
    )
    rows = [[0, 10, 9], [10, 0, 10], [9, 10, 0]]
    direct = replace(one, travel=TravelMatrix(rows))
    assert plan_trip(direct, engine="labels").order == (0,)


def test_an_optional_stop_is_visited_when_it_is_faster() -> None:
    """The direct leg is shorter but misses the window."""
    legs = TravelMatrix(
        [[0, 1, 1], [2, 0, 1], [40, 2, 0]], distances=[[0, 1, 1], [9, 0, 9], [5, 9, 0]]
    )
    goal = Stop(name="goal", windows=(Window(0, 30),))
    trip = TripProblem(stops=(goal, Stop(name="via", mandatory=False)), travel=legs, origin=2)
    assert proved_value(plan_trip(trip, "least_distance")) == 18
    late = replace(trip, stops=(replace(goal, windows=(Window(0, 50),)), trip.stops[1]))
    assert proved_value(plan_trip(late, "least_distance")) == 5


def test_a_detour_can_replace_waiting() -> None:
    """Without the detour the goal is not yet open on arrival."""
    stops = (
        Stop(name="goal", windows=(Window(30, 50),)),
        Stop(name="walk", duration=10, mandatory=False),
    )
    legs = TravelMatrix([[0, 10, 10], [10, 0, 10], [10, 10, 0]])
    trip = TripProblem(stops=stops, travel=legs, origin=2, waiting=False)
    assert proved_value(plan_trip(trip)) == 30
    assert proved_value(plan_trip(trip, "least_travel")) == 20


def test_a_start_order_may_contain_optional_stops() -> None:
    """It applies only to the tour with these stops."""
    trip = optional_chain("second", "first", size=4)
    assert proved_value(plan_trip(trip, engine="labels", start=(2, 1, 0))) == 45


def test_choices_of_optional_stops_share_the_labels() -> None:
    """Each tour keeps at least a label of each size."""
    trip = optional_chain("second", "first", size=4)
    assert plan_trip(trip, engine="labels", max_labels=0).value == 45


def test_too_many_useful_optional_stops_are_rejected() -> None:
    """The table supports more of them."""
    trip = optional_chain(*"abcdefghi", size=11)
    assert plan_trip(trip).order == (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
    with pytest.raises(UsageError, match=r"at most 8 optional stops .*, got 'a', 'b', "):
        plan_trip(trip, engine="labels")


def test_least_distance_uses_legs_that_open_later() -> None:
    """The first ferry leaves at ten."""
    legs = TravelMatrix(
        [[0, None], [None, 0]],
        distances=[[0, 7], [7, 0]],
        by_time={600: [[0, 30], [30, 0]], 1200: [[0, None], [None, 0]]},
    )
    isle = Stop(name="isle", place=0)
    trip = TripProblem(stops=(isle,), travel=legs, origin=1, end=1, depart=540, unit="minute")
    plan = plan_trip(trip, "least_distance")
    assert (proved_value(plan), plan.schedule.finish) == (14, 660)
    assert proved_value(plan_trip(replace(trip, depart=1201), "least_distance")) is None


def test_a_negative_label_limit_is_rejected() -> None:
    with pytest.raises(UsageError, match="expected max_labels to be at least 0, got -1"):
        plan_trip(crowd(30), max_labels=-1)


@pytest.mark.parametrize("labels", [20_000, 60_000])
def test_the_bound_stays_below_the_value(labels: int) -> None:
    """With wide windows the bound remembers nearby stops."""
    random = Random(0)  # noqa: S311 - an instance to draw again, no secret
    spots = [(random.random() * 60, random.random() * 60) for _ in range(19)]
    rows = [[round(hypot(a - c, b - d)) for c, d in spots] for a, b in spots]
    opens = [random.randrange(250) for _ in range(18)]
    stops = tuple(
        Stop(name=str(i), duration=5, windows=(Window(tick, tick + 350, "start"),))
        for i, tick in enumerate(opens)
    )
    trip = TripProblem(stops=stops, travel=TravelMatrix(rows), origin=18, end=18, deadline=900)
    plan = plan_trip(trip, "least_travel", max_labels=labels)
    assert isinstance(plan, TripPlan)
    assert violations(plan.schedule, trip) == []
    assert plan.bound <= plan.value <= plan.schedule.travel
