"""Two figures of trips beside each other: which is less, and by how much."""

from __future__ import annotations

from typing import Any

from geoeval.query.algebra import Compare, Difference, Query, Value
from geoeval.query.parts import TripFigure
from geoeval.query.values import CannotSolve, Clock, Derivation, Infeasible, Quantity, YesNo
from geoeval.world.model import Leg, Place, TravelMode, World
from tests.query.trips.town import figure, solve, stop, town, value

MODES = {TravelMode.DRIVING: 20, TravelMode.TRANSIT: 25}
LOOP = World(
    places=(Place(name="Inn"), Place(name="Mill")),
    legs=tuple(
        Leg(origin=a, destination=b, mode=mode, duration_s=60 * minutes)
        for a, b in (("Inn", "Mill"), ("Mill", "Inn"))
        for mode, minutes in MODES.items()
    ),
)


def loop(name: str, mode: TravelMode) -> TripFigure:
    """Return a figure of the way to the mill and back."""
    return figure(
        name, origin="Inn", end="Inn", depart="09:00", stops=(stop("Mill", 30),), mode=mode
    )


CAR, BUS = (loop("length", mode) for mode in MODES)


def test_the_loop_by_bus_is_not_quicker_than_by_car() -> None:
    """80 minutes by bus, 70 by car; the steps tell both."""
    outcome = solve(Compare(first=BUS, second=CAR), LOOP)
    assert isinstance(outcome, Derivation)
    assert outcome.value == YesNo(yes=False)
    assert [step for step in outcome.steps if step.startswith("together")] == [
        "together 1 hour 20 mins",
        "together 1 hour 10 mins",
    ]
    assert len(outcome.illustration.days) == 2
    assert value(Compare(first=BUS, second=CAR, more=True), LOOP) == YesNo(yes=True)


def test_how_much_sooner_one_is_back() -> None:
    """Two finishes differ by a time, whichever comes first."""
    figures = loop("finish", TravelMode.TRANSIT), loop("finish", TravelMode.DRIVING)
    ten = Quantity(amount=600, unit="s")
    assert value(Difference(first=figures[0], second=figures[1]), LOOP) == ten
    assert value(Difference(first=figures[1], second=figures[0]), LOOP) == ten


def test_a_latest_departure_may_be_compared_with_a_finish() -> None:
    """Both are times of day: back from the bank at 9:41, and to leave for the castle by 3:05."""
    back = figure("finish", origin="Inn", end="Inn", depart="09:00", stops=(stop("Bank", 30),))
    leave = figure(
        "departure", place="Bank", before_closing="Castle", stops=(stop("Bank"), stop("Castle", 90))
    )
    assert value(Compare(first=back, second=leave)) == YesNo(yes=True)
    asked = Difference(first=back, second=leave)
    assert value(asked) == Quantity(amount=(15 * 60 + 5 - 9 * 60 - 41) * 60, unit="s")


def test_what_one_of_the_two_trips_breaks_decides_for_both() -> None:
    """A booking that is missed, or a way that is not known."""
    missed = figure("length", origin="Inn", depart="11:00", stops=(stop("Castle", 60, "11:00"),))
    other = figure("length", origin="Inn", stops=(stop("Bank"),))
    outcome = solve(Difference(first=other, second=missed))
    assert isinstance(outcome, Infeasible)
    assert outcome.first_broken == "arrives at Castle at 11:10 AM, booked for 11:00 AM"
    nowhere = figure("length", origin="Inn", stops=(stop("Lake"),))
    lacking = solve(Compare(first=other, second=nowhere))
    assert isinstance(lacking, CannotSolve)
    assert (lacking.path, lacking.lacking) == (
        "$.second.trip.stops[0].place",
        "travel time from Inn to Lake",
    )


def test_a_convention_that_one_trip_asks_for_is_told() -> None:
    """The way from the park to the inn is only known the other way round."""
    there = figure("length", origin="Inn", end="Inn", stops=(stop("Bank"),))
    back = figure("length", origin="Park", end="Inn", stops=(stop("Castle"),))
    query: Query = Compare(first=there, second=back)
    outcome = solve(query)
    assert isinstance(outcome, Derivation)
    assert outcome.conventions == ()
    only = solve(Compare(first=there, second=figure("length", origin="Park", stops=(stop("Inn"),))))
    assert isinstance(only, Derivation)
    assert ("missing_leg", "symmetric") in only.conventions


def test_the_wait_depends_on_the_hours() -> None:
    """Where they are ignored nobody waits, and the outcome names that."""
    asked = figure("waiting", origin="Inn", depart="09:00", day="monday", stops=(stop("Castle"),))
    outcome = solve(Value(figure=asked), town())
    assert isinstance(outcome, Derivation)
    assert outcome.conventions == (("opening_hours", "bind"),)


def test_a_start_is_a_time_of_day() -> None:
    """The earlier start is less."""
    slots: dict[str, Any] = {"origin": "Inn", "stops": (stop("Bank", 30),)}
    early, late = (figure("start", **slots, finish_by=by) for by in ("12:00", "13:00"))
    assert value(Value(figure=early)) == Clock(minute=12 * 60 - 35, bound="latest")
    assert value(Compare(first=early, second=late)) == YesNo(yes=True)
