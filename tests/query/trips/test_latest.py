"""The latest departure before a deadline, a closing or a booking."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Value
from geoeval.query.values import Clock, Infeasible
from tests.query.trips.town import (
    ask,
    derived,
    failure,
    hours,
    infeasible,
    solve,
    stop,
    town,
    value,
)

STOPS = (stop("Bank", 30), stop("Castle", 90))


def test_the_visit_ends_at_closing() -> None:
    """17:00 less 90 minutes of visit and 25 of travel."""
    query = ask("departure", place="Bank", before_closing="Castle", day="friday", stops=STOPS)
    assert value(query) == Clock(minute=15 * 60 + 5, bound="latest")


def test_intermediate_visits_keep_their_hours() -> None:
    """The bank closes at 3 PM, though only the castle's closing is named."""
    query = ask(
        "departure", origin="Inn", place="Inn", before_closing="Castle", day="friday", stops=STOPS
    )
    assert value(query) == Clock(minute=14 * 60 + 25, bound="latest")


def test_stops_after_the_closing_do_not_count() -> None:
    """They and the end need not be reached in time, nor be known."""
    stops = (*STOPS, stop("Volcano", 600))
    query = ask(
        "departure", place="Bank", before_closing="Castle", end="Volcano", day="friday", stops=stops
    )
    assert value(query) == Clock(minute=15 * 60 + 5, bound="latest")


def test_stops_before_the_departure_may_be_unknown() -> None:
    """Only the later part is computed backwards."""
    stops = (stop("Volcano", 600), *STOPS)
    query = ask("departure", place="Bank", end="Inn", finish_by="18:00", stops=stops)
    assert value(query) == Clock(minute=17 * 60 - 90 - 25, bound="latest")


def test_a_closing_counts_in_addition_to_a_deadline() -> None:
    """The castle closes at 5 PM, long before the deadline."""
    query = ask(
        "departure",
        place="Bank",
        before_closing="Castle",
        end="Inn",
        finish_by="23:00",
        stops=STOPS,
    )
    assert value(query) == Clock(minute=15 * 60 + 5, bound="latest")


def test_a_booking_is_a_deadline() -> None:
    """The traveller must arrive before the tour starts."""
    query = ask("departure", place="Bank", stops=(stop("Bank"), stop("Castle", 60, "11:00")))
    assert value(query) == Clock(minute=11 * 60 - 25, bound="latest")


def test_without_a_day_the_most_common_closing_counts() -> None:
    """The derivation says so, and on which days."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", friday="10:00 AM – 8:00 PM", monday="Closed"))
    query = ask("departure", place="Bank", before_closing="Castle", stops=STOPS)
    outcome = derived(query, world)
    assert outcome.value == Clock(minute=15 * 60 + 5, bound="latest")
    assert outcome.steps[0] == (
        "Castle closes at 5:00 PM on Tuesday, Wednesday, Thursday, Saturday, Sunday, "
        "its most common closing time; no day is given"
    )


def test_a_place_closed_that_day_is_infeasible() -> None:
    world = town(Castle=hours("10:00 AM – 5:00 PM", monday="Closed"))
    query = ask("departure", place="Bank", before_closing="Castle", day="monday", stops=STOPS)
    outcome = infeasible(query, world)
    assert outcome.first_broken == "Castle is closed on Monday"


def test_a_visit_longer_than_the_opening_is_infeasible() -> None:
    """Eight hours do not fit into seven."""
    stops = (stop("Bank"), stop("Castle", 480))
    query = ask("departure", place="Bank", before_closing="Castle", day="monday", stops=stops)
    assert isinstance(solve(query), Infeasible)


def test_a_closing_after_midnight_is_on_the_next_day() -> None:
    """The cinema closes at 2 AM."""
    query = ask(
        "departure",
        origin="Inn",
        place="Inn",
        before_closing="Cinema",
        stops=(stop("Cinema", 120),),
    )
    assert value(query) == Clock(minute=23 * 60 + 45, bound="latest")


def test_hours_from_midnight_follow_an_earlier_departure() -> None:
    """Two hours until 2 AM fill the cinema's hours, so the departure is at 11:45 PM."""
    world = town(Cinema=hours("12:00 – 2:00 AM"))
    stops = (stop("Cinema", 120),)
    query = ask("departure", origin="Inn", place="Inn", before_closing="Cinema", stops=stops)
    assert value(query, world) == Clock(minute=23 * 60 + 45, bound="latest")


def test_the_closing_place_need_not_be_a_stop() -> None:
    """It only has to be reached in time."""
    query = ask(
        "departure", origin="Inn", place="Bank", before_closing="Castle", stops=(stop("Bank", 30),)
    )
    assert value(query) == Clock(minute=17 * 60 - 25, bound="latest")


def test_the_place_left_may_be_the_closing_one() -> None:
    query = ask("departure", place="Castle", before_closing="Castle", stops=(stop("Castle", 30),))
    assert value(query) == Clock(minute=17 * 60, bound="latest")


def test_the_place_to_leave_becomes_the_origin() -> None:
    """It is not a stop, and the trip has no origin."""
    query = ask("departure", place="Inn", stops=(stop("Castle", 60),), finish_by="12:00")
    assert value(query) == Clock(minute=11 * 60 - 10, bound="latest")


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (ask("departure", place="Bank", stops=STOPS), "under_specified"),
        (
            ask("departure", origin="Inn", place="Park", stops=STOPS, finish_by="12:00"),
            "under_specified",
        ),
        (ask("departure", place="Bank", before_closing="Park", stops=STOPS), "no_hours"),
        (
            ask("departure", place="Park", before_closing="Kiosk", stops=(stop("Kiosk"),)),
            "no_such_fact",
        ),
        (
            ask("departure", place="Lake", before_closing="Castle", stops=STOPS),
            "missing_leg",
        ),
    ],
)
def test_missing_facts_are_reported(query: Value, reason: str) -> None:
    """No deadline, a place outside the trip, no hours, no closing or no leg."""
    outcome = failure(query)
    assert outcome.reason == reason


def test_hours_of_another_day_are_not_used() -> None:
    """Only Monday is known, but the trip is on Friday."""
    from geoeval.calculators.hours import WeeklyHours

    world = town(Castle=WeeklyHours.parse("Monday: 10:00 AM – 5:00 PM"))
    query = ask("departure", place="Bank", before_closing="Castle", day="friday", stops=STOPS)
    outcome = failure(query, world)
    assert (outcome.reason, outcome.path) == ("no_hours", "$.figure.trip.stops[1].place")
    assert outcome.lacking == "opening hours of Castle"
