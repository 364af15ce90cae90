"""Trips with too many stops for the exact table, planned by labels with a bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import dist
from random import Random

import pytest

from benchmarks.random_trips import day_trip
from geoeval.planning import (
    InfeasibleTrip,
    TripPlan,
    TripProblem,
    latest_start,
    plan_trip,
    simulate,
)
from geoeval.query.parts import Trip
from geoeval.query.trace import Blocked
from geoeval.query.trips import days
from geoeval.query.trips.days import MOST_STOPS, Goal, plan_best_day
from geoeval.query.values import Quantity
from geoeval.world.model import Leg, Place, World
from tests.query.trips.test_days import trace
from tests.query.trips.town import ask, derived, failure, stop

GOALS: tuple[Goal, ...] = ("earliest_finish", "least_travel", "latest_departure")


def region(count: int, minutes: Callable[[int, int], int]) -> World:
    """Return a hotel, numbered 0, and farms, with the minutes between all of them."""
    names = ["Hotel", *(f"Farm {number}" for number in range(1, count + 1))]
    return World(
        places=tuple(Place(name=name) for name in names),
        legs=tuple(
            Leg(origin=a, destination=b, mode=None, duration_s=60 * minutes(i, j))
            for i, a in enumerate(names)
            for j, b in enumerate(names)
            if i != j
        ),
    )


def ring(count: int) -> World:
    """Return farms along a one-way ring road, a minute from each to the next."""
    return region(count, lambda i, j: (j - i) % (count + 1))


def scattered(count: int) -> World:
    """Return farms scattered over a square an hour wide."""
    random = Random(count)  # noqa: S311 - a region to draw again, no secrets
    spots = [(random.uniform(0, 60), random.uniform(0, 60)) for _ in range(count + 1)]
    return region(count, lambda i, j: round(dist(spots[i], spots[j])))


def round_trip(world: World, **slots: object) -> Trip:
    """Return a trip from the hotel to all stops, five minutes each, and back."""
    stops = tuple(stop(place.name, 5) for place in world.places[1:])
    fixed = {"origin": "Hotel", "end": "Hotel", "depart": "08:00", "stops": stops}
    return Trip.model_validate(fixed | slots)


@pytest.mark.parametrize(
    ("goal", "limit", "value"),
    [
        ("earliest_finish", None, (8 * 60 + 31 + 5 * 30) * 60),
        ("least_travel", None, 31 * 60),
        ("latest_departure", "20:00", (20 * 60 - 31 - 5 * 30) * 60),
        ("most_visits", "20:00", 30),
    ],
)
def test_the_best_plan_round_a_ring_is_proved(goal: Goal, limit: str | None, value: int) -> None:
    """Every leg takes at least a minute, and once round the ring takes no more."""
    world = ring(30)
    plan = plan_best_day(round_trip(world, finish_by=limit), trace(world), goal)
    assert isinstance(plan.found, TripPlan)
    assert plan.proved
    assert plan.found.value == plan.found.bound == value


@pytest.mark.parametrize("goal", GOALS)
def test_an_unproved_plan_has_a_bound(goal: Goal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan achieves its value, and the bound includes every stay."""
    monkeypatch.setattr(days, "_LARGE_TRIP_LABELS_DEFAULT", 2_000)
    world = scattered(40)
    plan = plan_best_day(round_trip(world, finish_by="23:00"), trace(world), goal)
    assert isinstance(plan.found, TripPlan)
    assert not plan.proved
    found, stays = plan.found, 40 * 5 * 60
    assert 0 < found.effort.labels <= 2_000
    simulated = simulate(found.order, found.problem, depart=found.schedule.depart)
    assert (simulated, simulated.feasible) == (found.schedule, True)
    match goal:
        case "least_travel":
            assert 0 < found.bound < found.value == simulated.travel
        case "earliest_finish":
            assert 8 * 3600 + stays < found.bound < found.value == simulated.finish
        case _:
            assert simulated.depart == found.value < found.bound < 23 * 3600 - stays


def test_too_many_stops_are_rejected() -> None:
    """The message has the limit."""
    world = ring(MOST_STOPS + 1)
    with pytest.raises(Blocked, match="the trip has 101 stops, but at most 100 can be ordered"):
        plan_best_day(round_trip(world), trace(world))


def test_many_stops_that_do_not_fit_are_infeasible() -> None:
    """Half an hour is too short for thirty stops in any order."""
    world = ring(30)
    found = plan_best_day(round_trip(world, budget_min=30), trace(world))
    assert isinstance(found.found, InfeasibleTrip)
    assert found.proved


def test_a_failed_search_is_not_called_infeasible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a proof the answer is open."""

    def lost(problem: TripProblem, *_: object) -> InfeasibleTrip:
        order = range(len(problem.stops))
        nearest = simulate(order, replace(problem, deadline=problem.depart))
        effort = days.plan_trip(replace(problem, stops=())).effort
        return InfeasibleTrip(
            problem=problem, nearest=nearest, conflicts=(), proved=False, effort=effort
        )

    world = ring(30)
    trip = round_trip(world)
    monkeypatch.setattr(days, "_plan_day", lost)
    with pytest.raises(Blocked, match="no order of the 30 stops was found") as caught:
        plan_best_day(trip, trace(world))
    assert caught.value.reason == "not_proved"


def test_visits_are_counted_only_if_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten farms fit round the ring; too little effort decides nothing."""
    world = scattered(40)
    trip = round_trip(world, finish_by="10:00")
    question = ask("visits", **{name: getattr(trip, name) for name in trip.model_fields_set})
    monkeypatch.setattr(days, "_LARGE_TRIP_LABELS", {"most_visits": 100})
    open_ = failure(question, world)
    assert open_.reason == "not_proved"
    world = ring(30)
    trip = round_trip(world, finish_by="09:25")
    question = ask("visits", **{name: getattr(trip, name) for name in trip.model_fields_set})
    monkeypatch.undo()
    ten = derived(question, world)
    assert ten.value == Quantity(amount=10, unit="count")


def test_unproved_counts_of_visits_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The value and its bound are numbers of stops, not times of day."""
    monkeypatch.setattr(days, "_LARGE_TRIP_LABELS", {"most_visits": 100})
    world = scattered(40)
    plan = plan_best_day(round_trip(world, finish_by="10:00"), trace(world), "most_visits")
    assert isinstance(plan.found, TripPlan)
    assert not plan.proved
    assert 0 < len(plan.found.order) == plan.found.value < plan.found.bound <= 40


@pytest.mark.parametrize("goal", ["earliest_finish", "latest_departure"])
def test_the_bound_on_least_travel_holds(goal: Goal) -> None:
    """On small days the exact optimum lies between the plan and its bound."""
    tightened = 0
    for seed in range(40):
        trip = day_trip(seed, 6)
        best = plan_trip(trip, goal)
        found = plan_trip(trip, goal, engine="labels", max_labels=1)
        if not isinstance(best, TripPlan) or not isinstance(found, TripPlan):
            continue
        least = plan_trip(trip, "least_travel", max_labels=1, start=found.order)
        assert isinstance(least, TripPlan)
        plan = days._tighten_bound(found, least)
        if goal == "earliest_finish":
            assert plan.value == min(found.value, least.schedule.finish)
        else:
            assert plan.value == max(found.value, latest_start(least.order, trip).depart or 0)
        assert simulate(plan.order, trip, depart=plan.schedule.depart) == plan.schedule
        assert plan.schedule.feasible
        low, high = sorted((plan.value, plan.bound))
        assert low <= best.value <= high
        assert (plan.value == low) == (goal == "latest_departure") or plan.proved
        tightened += plan.bound != found.bound or plan.value != found.value
    assert tightened
