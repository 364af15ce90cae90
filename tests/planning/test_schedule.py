"""Simulation of orders and timetables with their violations."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.planning import Breach, Stop, TravelMatrix, TripProblem, Window, simulate
from tests.planning.referee import orders, replayed, violations

MUSEUM = Stop(name="museum", duration=60, windows=(Window(540, 720), Window(780, 1020)))
PARK = Stop(name="park", duration=30)
LEGS = TravelMatrix([[0, 10, 20], [10, 0, 20], [20, 20, 0]])
DAY = TripProblem(stops=(MUSEUM, PARK), travel=LEGS, origin=2, end=2, depart=500, unit="minute")


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_feasible_orders_are_those_of_the_referee(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    """The referee searches tick by tick and finds the same finish."""
    problem = data.draw(problems)
    order = data.draw(st.sampled_from(sorted(orders(problem))))
    played = simulate(order, problem)
    finish = replayed(order, problem)
    assert played.feasible == (finish is not None)
    if played.feasible:
        assert played.finish == finish
        assert violations(played, problem) == []
        stays = sum(problem.stops[stop].duration for stop in order)
        assert played.travel + played.waiting + stays == played.finish - played.depart


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_later_departure_never_finishes_earlier(
    problems: st.SearchStrategy[TripProblem], data: st.DataObject
) -> None:
    problem = replace(data.draw(problems), budget=None)
    order = data.draw(st.sampled_from(sorted(orders(problem))))
    now, later = simulate(order, problem), simulate(order, problem, depart=problem.depart + 5)
    if later.feasible:
        assert now.feasible
        assert now.finish <= later.finish


def first_violation(
    problem: TripProblem, *order: int, begins: tuple[int | None, ...] | None = None
) -> Breach:
    """Return the first violation of an order."""
    broken = simulate(order, problem, begins=begins).first_broken
    assert broken is not None
    return broken


def test_closing_violations_have_times() -> None:
    """They are the arrival, the end of the stay and the closing time."""
    late = replace(DAY, depart=1009)
    assert first_violation(late, 0, 1) == Breach(
        kind="closing", stop=0, actual=1089, limit=1020, arrival=1029
    )
    assert first_violation(replace(DAY, depart=960), 0, 1).actual == 1040


def test_all_violations_are_reported_in_order() -> None:
    """The simulation continues after a violation."""
    trip = replace(DAY, stops=(replace(MUSEUM, windows=()), PARK), deadline=590, budget=90)
    kinds = [breach.kind for breach in simulate((0,), trip).breaches]
    assert kinds == ["closed", "left_out", "deadline", "budget"]


def test_violations_of_order_constraints_are_reported() -> None:
    trip = replace(DAY, before=((1, 0),), directly=((1, 0),))
    found = simulate((0, 1), trip).breaches
    assert [(b.kind, b.stop, b.limit) for b in found] == [("precedence", 0, 1), ("adjacency", 0, 1)]
    assert simulate((1, 0), trip).feasible
    three = replace(trip, stops=(MUSEUM, PARK, Stop(name="cafe", place=0)), before=())
    assert [b.kind for b in simulate((1, 2, 0), three).breaches] == ["adjacency"]


def test_missing_legs_are_reported() -> None:
    """They take no time."""
    trip = replace(DAY, travel=TravelMatrix([[0, None, None], [10, 0, 20], [20, 20, 0]]))
    found = simulate((0, 1), trip).breaches
    assert [(b.kind, b.stop, b.origin) for b in found] == [("missing_leg", 1, 0)]
    home = simulate((1, 0), trip)
    assert home.first_broken == Breach(kind="missing_leg", stop=None, actual=620, origin=0)
    assert home.back is None


def test_appointments_need_waiting_or_are_missed() -> None:
    booked = replace(DAY, stops=(replace(MUSEUM, starts_at=600), PARK))
    assert simulate((1, 0), booked).calls[1].start == 600
    assert first_violation(replace(booked, depart=580), 1, 0) == Breach(
        kind="late", stop=0, actual=640, limit=600
    )
    closed = replace(DAY, stops=(replace(MUSEUM, starts_at=700), PARK))
    assert first_violation(closed, 0, 1).kind == "closing"
    never = replace(DAY, stops=(replace(MUSEUM, starts_at=700, windows=()), PARK))
    assert first_violation(never, 0, 1).kind == "closed"


def test_forbidden_waiting_is_a_violation() -> None:
    assert simulate((0, 1), replace(DAY, depart=480)).calls[0].waiting == 40
    trip = replace(DAY, depart=480, waiting=False)
    assert first_violation(trip, 0, 1) == Breach(kind="waiting", stop=0, actual=500, limit=540)


@pytest.mark.parametrize(
    ("begin", "kind"),
    [(510, "late"), (530, "not_open"), (700, "closing"), (730, "not_open"), (600, None)],
)
def test_given_start_times_are_checked(begin: int, kind: str | None) -> None:
    broken = simulate((0, 1), DAY, begins=(begin, None)).first_broken
    assert (None if broken is None else broken.kind) == kind


def test_start_times_respect_bookings_hours_and_waiting() -> None:
    booked = replace(DAY, stops=(replace(MUSEUM, starts_at=600), PARK))
    assert first_violation(booked, 0, 1, begins=(610, None)).kind == "late"
    assert first_violation(booked, 0, 1, begins=(590, None)).kind == "not_open"
    shut = replace(DAY, stops=(replace(MUSEUM, windows=()), PARK))
    assert first_violation(shut, 0, 1, begins=(600, None)).kind == "closed"
    assert first_violation(replace(DAY, waiting=False), 0, 1, begins=(600, None)).kind == "waiting"


def test_a_window_may_bound_only_the_start() -> None:
    """Routing benchmarks use such windows."""
    trip = replace(DAY, stops=(replace(MUSEUM, windows=(Window(540, 720, "start"),)), PARK))
    assert simulate((0, 1), replace(trip, depart=700)).feasible
    broken = first_violation(replace(trip, depart=701), 0, 1)
    assert (broken.kind, broken.actual, broken.limit) == ("closing", 721, 720)


def test_a_day_that_is_too_short_is_reported() -> None:
    """The first stop fits, the second does not."""
    trip = replace(DAY, days=((480, 600),))
    found = simulate((0, 1), trip)
    assert [breach.kind for breach in found.breaches] == ["no_day", "deadline"]
