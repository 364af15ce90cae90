"""Corner cases of planning."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.errors import UsageError
from geoeval.planning import (
    InfeasibleTrip,
    Moment,
    Stop,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    Wording,
    best_orders,
    finish_by_count,
    latest_leave,
    latest_start,
    plan_trip,
    simulate,
)

TWO = TravelMatrix([[0, 5], [5, 0]])


def violations(problem: TripProblem, *order: int, **begins: tuple[int | None, ...]) -> list[str]:
    """Return the violations of an order as text."""
    play = simulate(order, problem, **begins)  # type: ignore[arg-type] # only begins
    return [Wording(problem).breach(breach) for breach in play.breaches]


def test_least_distance_avoids_missing_legs() -> None:
    """A distance does not make up for a missing duration."""
    legs = TravelMatrix([[0, None], [50, 0]], distances=[[0, 3], [9, 0]])
    trip = TripProblem(stops=(Stop(name="a"), Stop(name="b")), travel=legs)
    plan = plan_trip(trip, "least_distance")
    assert (plan.order, plan.value, plan.schedule.feasible) == ((1, 0), 9, True)
    assert best_orders(trip, objective="least_distance").orders == ((1, 0),)
    going = TravelMatrix(
        [[0, 5], [5, 0]], distances=[[0, 1], [5, 0]], by_time={2: [[0, None], [5, 0]]}
    )
    late = plan_trip(replace(trip, travel=going, depart=3), "least_distance")
    assert (late.order, late.value) == ((1, 0), 5)


def test_a_leg_without_a_distance_is_rejected() -> None:
    """Distances must be given for all legs or none."""
    with pytest.raises(UsageError, match=r"expected a distance at distances\[0\]\[1\]"):
        TravelMatrix([[0, 5], [5, 0]], distances=[[0, None], [5, 0]])


def test_least_travel_excludes_stays() -> None:
    """The stay at an optional stop on the way does not count either."""
    stops = (Stop(name="m"), Stop(name="opt", duration=1000, mandatory=False))
    legs = TravelMatrix([[0, 10, 100], [10, 0, 10], [100, 10, 0]])
    assert plan_trip(TripProblem(stops=stops, travel=legs, origin=2), "least_travel").value == 20


def test_the_end_is_not_reached_at_night() -> None:
    """The trip continues from the hotel in the morning."""
    trip = TripProblem(
        stops=(Stop(name="A", duration=60),),
        travel=TravelMatrix([[0, 10, 30], [10, 0, 40], [30, 40, 0]]),
        origin=1,
        end=2,
        days=((0, 80), (200, 300)),
    )
    plan = plan_trip(trip)
    assert (plan.value, plan.schedule.feasible) == (240, True)
    assert best_orders(trip).values == (240,)
    assert finish_by_count(trip) == (40, 240)


def test_shortcuts_to_the_hotel_are_rejected() -> None:
    """Otherwise a day could go on although no direct way back is in time."""
    trip = TripProblem(
        stops=(Stop(name="castle", duration=80), Stop(name="cafe", duration=5)),
        travel=TravelMatrix([[0, 1, 50], [1, 0, 1], [1, 50, 0]]),
        origin=2,
        end=2,
        days=((0, 90), (200, 220)),
    )
    with pytest.raises(UsageError, match="to the hotel from 'castle' takes longer than via 'cafe'"):
        plan_trip(trip)
    back = replace(trip, travel=TravelMatrix([[0, 1, 1], [1, 0, 50], [50, 1, 0]]))
    with pytest.raises(UsageError, match="from the hotel to 'castle' takes longer than via 'cafe"):
        plan_trip(back)


def test_milliseconds_since_the_epoch_are_valid_ticks() -> None:
    now = 1_780_000_000_000
    trip = TripProblem(
        stops=(Stop(name="a", duration=5),), travel=TWO, origin=1, depart=now, ticks_per_unit=1000
    )
    assert plan_trip(trip).value == now + 10
    assert plan_trip(replace(trip, deadline=now + 50), "latest_departure").value == now + 40


def test_the_last_train_limits_the_departure() -> None:
    """The way home counts although nothing closes."""
    train = TravelMatrix([[0, 10], [10, 0]], by_time={1380: [[0, None], [None, 0]]})
    trip = TripProblem(
        stops=(Stop(name="bar", duration=30),),
        travel=train,
        origin=1,
        end=1,
        depart=1200,
        unit="minute",
    )
    assert latest_start((0,), trip).depart == 1339
    assert plan_trip(trip).slack == (139,)
    open_late = replace(trip, stops=(replace(trip.stops[0], windows=(Window(0, 1440),)),))
    assert latest_start((0,), open_late).depart == 1339


def test_the_budget_limits_the_slack() -> None:
    """The departure stays fixed."""
    trip = TripProblem(stops=(Stop(name="a", duration=5),), travel=TWO, origin=1, end=1, budget=20)
    assert plan_trip(trip).slack == (5,)


def test_a_period_without_further_tables_changes_nothing() -> None:
    """Departures before tick 0 are possible too."""
    daily = TravelMatrix([[0, 5], [5, 0]], period=1440)
    assert daily.ride(0, 1, -2000).arrives == -1995
    assert daily.latest(0, 1, 3) == -2
    trip = TripProblem(
        stops=(Stop(name="a", duration=3),), travel=daily, origin=1, end=1, depart=-60
    )
    assert plan_trip(trip).value == -47


def test_conflicts_consider_optional_stops() -> None:
    """Without the window a plan via an optional stop is feasible."""
    trip = TripProblem(
        stops=(Stop(name="m", windows=(Window(0, 10),)), Stop(name="opt", mandatory=False)),
        travel=TravelMatrix([[0, 10, 100], [10, 0, 10], [100, 10, 0]]),
        origin=2,
        deadline=50,
    )
    found = plan_trip(trip)
    assert isinstance(found, InfeasibleTrip)
    kinds = [requirement.kind for requirement in found.conflicts[0].requirements]
    assert kinds == ["windows", "departure"]


def test_conflicts_name_the_departure() -> None:
    """It is after the last day, or a budget counts from it."""
    late = TripProblem(
        stops=(Stop(name="A", duration=10),),
        travel=TravelMatrix([[0]]),
        depart=90,
        days=((50, 95),),
    )
    found = plan_trip(late)
    assert isinstance(found, InfeasibleTrip)
    assert [d.kind for d in found.conflicts[0].requirements] == ["days", "departure"]
    early = TripProblem(
        stops=(Stop(name="the museum", windows=(Window(600, 700),)),),
        travel=TravelMatrix([[0, 30], [30, 0]]),
        origin=1,
        end=1,
        budget=120,
        unit="minute",
    )
    found = plan_trip(early)
    assert isinstance(found, InfeasibleTrip)
    assert [d.kind for d in found.conflicts[0].requirements] == ["windows", "budget", "departure"]


def test_a_trip_begins_with_its_first_day() -> None:
    """An earlier departure is moved."""
    trip = TripProblem(
        stops=(Stop(name="A", mandatory=False),), travel=TravelMatrix([[0]]), days=((50, 100),)
    )
    assert plan_trip(trip).value == 50
    assert finish_by_count(trip) == (50, 50)
    assert simulate((), trip).depart == 50


def test_closing_violations_are_described() -> None:
    museum = Stop(name="m", duration=500, windows=(Window(540, 720), Window(780, 1020)))
    trip = TripProblem(stops=(museum,), travel=TravelMatrix([[0]]), depart=500, unit="minute")
    assert violations(trip, 0) == ["stays at m until 9:20 PM, but it closes at 5:00 PM"]
    booked = replace(trip, stops=(replace(museum, duration=30, starts_at=500),))
    assert violations(booked, 0) == ["is at m at 8:20 AM, but it opens at 9:00 AM"]
    hour = replace(trip, stops=(replace(museum, duration=60),))
    assert violations(hour, 0, begins=(700,)) == [
        "stays at m until 12:40 PM, but it closes at 12:00 PM"
    ]
    short = TripProblem(
        stops=(Stop(name="castle", duration=90),),
        travel=TravelMatrix([[0]]),
        days=((500, 560),),
        unit="minute",
    )
    assert violations(short, 0)[0] == "no day of the trip has time for castle from 8:20 AM onwards"
    assert violations(short, 0, begins=(510,))[0].startswith(
        "no day of the trip has time for castle"
    )


def test_distant_closing_times_cost_nothing() -> None:
    """Daily travel times are expanded only as far as a trip may last."""
    daily = TravelMatrix([[0, 5], [5, 0]], by_time={600: [[0, 7], [7, 0]]}, period=1440)
    far = Stop(name="x", windows=(Window(0, 1 << 40),))
    trip = TripProblem(stops=(far,), travel=daily, origin=1)
    assert plan_trip(trip).value == 5
    with pytest.raises(UsageError, match="travel times to change at most 5000 times"):
        plan_trip(replace(trip, deadline=1 << 30))


def test_every_result_states_its_feasibility() -> None:
    trip = TripProblem(stops=(Stop(name="a"),), travel=TravelMatrix([[0]]), deadline=5)
    assert plan_trip(trip).feasible
    assert isinstance(plan_trip(trip), TripPlan)
    assert not plan_trip(replace(trip, stops=(Stop(name="a", windows=()),))).feasible


def test_closed_optional_stops_do_not_limit_leaving() -> None:
    stops = (Stop(name="a", duration=5), Stop(name="b", mandatory=False, windows=()))
    trip = TripProblem(stops=stops, travel=TWO, deadline=60)
    assert latest_leave(trip, 0) == Moment(ticks=60, order=(0,))


def test_ranking_zero_orders_is_rejected() -> None:
    trip = TripProblem(stops=(Stop(name="a"),), travel=TravelMatrix([[0]]))
    with pytest.raises(UsageError, match="expected k to be at least 1, got 0"):
        best_orders(trip, k=0)


def test_a_closing_time_limits_the_departure() -> None:
    """The stop that closes comes first."""
    museum = Stop(name="museum", duration=60, windows=(Window(540, 1020),))
    trip = TripProblem(
        stops=(museum, Stop(name="park", duration=30)), travel=TravelMatrix([[0, 9], [9, 0]])
    )
    plan = plan_trip(trip, "latest_departure")
    assert (plan.value, plan.order) == (960, (0, 1))


def test_a_trip_without_stops_has_an_empty_order() -> None:
    """It needs to reach the end in time."""
    trip = TripProblem(stops=(), travel=TWO, origin=0, end=1, deadline=5)
    assert best_orders(trip).orders == ((),)
    assert best_orders(replace(trip, deadline=4)).orders == ()


def test_start_and_end_have_names() -> None:
    trip = TripProblem(stops=(), travel=TWO, origin=0, end=1, unit="minute")
    assert Wording(trip).place(0) == "the start"
    assert Wording(trip).place(1) == "the end"


def test_both_engines_begin_with_the_first_day() -> None:
    trip = TripProblem(
        stops=(Stop(name="a", duration=5),), travel=TWO, origin=1, days=((50, 90), (150, 190))
    )
    both = [plan_trip(trip, engine=engine) for engine in ("table", "labels")]
    assert [plan.value for plan in both] == [60, 60]
    assert [plan.schedule.depart for plan in both] == [50, 50]
