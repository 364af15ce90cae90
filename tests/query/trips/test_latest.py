"""The latest departure before a deadline, a closing or a booking."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Value
from geoeval.query.values import CannotSolve, Clock, Derivation, Infeasible
from tests.query.trips.town import asked, hours, solve, stop, town, value

STOPS = (stop("Bank", 30), stop("Castle", 90))


def test_the_visit_ends_at_closing() -> None:
    """17:00 less 90 minutes of visit and 25 of travel."""
    query = asked("departure", place="Bank", before_closing="Castle", day="friday", stops=STOPS)
    assert value(query) == Clock(minute=15 * 60 + 5, bound="latest")


def test_visits_between_keep_their_hours_too() -> None:
    """The bank closes at 3 PM, though only the castle's closing was named."""
    query = asked(
        "departure", origin="Inn", place="Inn", before_closing="Castle", day="friday", stops=STOPS
    )
    assert value(query) == Clock(minute=14 * 60 + 25, bound="latest")


def test_stops_after_the_closing_do_not_count() -> None:
    """Neither they nor the end have to be reached in time, or even known."""
    stops = (*STOPS, stop("Volcano", 600))
    query = asked(
        "departure", place="Bank", before_closing="Castle", end="Volcano", day="friday", stops=stops
    )
    assert value(query) == Clock(minute=15 * 60 + 5, bound="latest")


def test_stops_before_the_departure_need_not_be_known() -> None:
    """Only what follows is worked back."""
    stops = (stop("Volcano", 600), *STOPS)
    query = asked("departure", place="Bank", end="Inn", finish_by="18:00", stops=stops)
    assert value(query) == Clock(minute=17 * 60 - 90 - 25, bound="latest")


def test_a_closing_counts_beside_a_time_to_be_back() -> None:
    """The castle closes at 5 PM, long before one has to be back."""
    query = asked(
        "departure",
        place="Bank",
        before_closing="Castle",
        end="Inn",
        finish_by="23:00",
        stops=STOPS,
    )
    assert value(query) == Clock(minute=15 * 60 + 5, bound="latest")


def test_a_booking_is_a_deadline_too() -> None:
    """One has to be there when the tour starts."""
    query = asked("departure", place="Bank", stops=(stop("Bank"), stop("Castle", 60, "11:00")))
    assert value(query) == Clock(minute=11 * 60 - 25, bound="latest")


def test_without_a_day_the_most_common_closing_counts() -> None:
    """It says so, and on which days."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", friday="10:00 AM – 8:00 PM", monday="Closed"))
    query = asked("departure", place="Bank", before_closing="Castle", stops=STOPS)
    outcome = solve(query, world)
    assert isinstance(outcome, Derivation)
    assert outcome.value == Clock(minute=15 * 60 + 5, bound="latest")
    assert outcome.steps[0] == (
        "Castle closes at 5:00 PM on Tuesday, Wednesday, Thursday, Saturday, Sunday, "
        "its most common closing time; no day is given"
    )


def test_a_place_closed_that_day_is_infeasible() -> None:
    """There is no closing to be in time for."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", monday="Closed"))
    query = asked("departure", place="Bank", before_closing="Castle", day="monday", stops=STOPS)
    outcome = solve(query, world)
    assert isinstance(outcome, Infeasible)
    assert outcome.first_broken == "Castle is closed on Monday"


def test_a_visit_longer_than_the_day_is_infeasible() -> None:
    """Eight hours do not fit into seven."""
    stops = (stop("Bank"), stop("Castle", 480))
    query = asked("departure", place="Bank", before_closing="Castle", day="monday", stops=stops)
    assert isinstance(solve(query), Infeasible)


def test_a_closing_after_midnight_is_on_the_next_day() -> None:
    """The cinema closes at 2 AM."""
    query = asked(
        "departure",
        origin="Inn",
        place="Inn",
        before_closing="Cinema",
        stops=(stop("Cinema", 120),),
    )
    assert value(query) == Clock(minute=23 * 60 + 45, bound="latest")


def test_hours_that_begin_at_midnight_move_with_a_departure_before_it() -> None:
    """Two hours until two o'clock take all the hours of the cinema: one leaves at 11:45 PM."""
    world = town(Cinema=hours("12:00 – 2:00 AM"))
    stops = (stop("Cinema", 120),)
    query = asked("departure", origin="Inn", place="Inn", before_closing="Cinema", stops=stops)
    assert value(query, world) == Clock(minute=23 * 60 + 45, bound="latest")


def test_the_place_that_closes_need_not_be_a_stop() -> None:
    """One only has to reach it in time."""
    query = asked(
        "departure", origin="Inn", place="Bank", before_closing="Castle", stops=(stop("Bank", 30),)
    )
    assert value(query) == Clock(minute=17 * 60 - 25, bound="latest")


def test_a_place_can_be_left_until_it_closes() -> None:
    """The place left is the one that closes."""
    query = asked("departure", place="Castle", before_closing="Castle", stops=(stop("Castle", 30),))
    assert value(query) == Clock(minute=17 * 60, bound="latest")


def test_the_place_left_is_the_origin_if_no_other_is_said() -> None:
    """It is no stop, and the trip has no origin."""
    query = asked("departure", place="Inn", stops=(stop("Castle", 60),), finish_by="12:00")
    assert value(query) == Clock(minute=11 * 60 - 10, bound="latest")


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (asked("departure", place="Bank", stops=STOPS), "under_specified"),
        (
            asked("departure", origin="Inn", place="Park", stops=STOPS, finish_by="12:00"),
            "under_specified",
        ),
        (asked("departure", place="Bank", before_closing="Park", stops=STOPS), "no_hours"),
        (
            asked("departure", place="Park", before_closing="Kiosk", stops=(stop("Kiosk"),)),
            "no_such_fact",
        ),
        (
            asked("departure", place="Lake", before_closing="Castle", stops=STOPS),
            "missing_leg",
        ),
    ],
)
def test_what_is_not_known_is_said(query: Value, reason: str) -> None:
    """No deadline, another trip, no hours, no closing, no leg."""
    outcome = solve(query)
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == reason


def test_hours_of_another_day_are_not_taken() -> None:
    """Only Monday is known, and Friday is asked for."""
    from geoeval.calculators.hours import WeeklyHours

    world = town(Castle=WeeklyHours.parse("Monday: 10:00 AM – 5:00 PM"))
    query = asked("departure", place="Bank", before_closing="Castle", day="friday", stops=STOPS)
    outcome = solve(query, world)
    assert outcome == CannotSolve(
        reason="no_hours",
        detail="the context gives no opening hours of Castle on that day",
        path="$.figure.trip.stops[1].place",
        value="Castle",
        lacking="opening hours of Castle",
    )
