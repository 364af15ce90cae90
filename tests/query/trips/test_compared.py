"""Comparisons of two figures of trips: which is less, and by how much."""

from __future__ import annotations

from typing import Any

from geoeval.query.algebra import Compare, Difference, Query, Value
from geoeval.query.parts import TripFigure
from geoeval.query.values import Clock, Quantity, YesNo
from geoeval.world.model import Leg, Place, TravelMode, World
from tests.query.trips.town import derived, failure, figure, infeasible, stop, town, value

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
    """Build a figure of the way to the mill and back."""
    return figure(
        name, origin="Inn", end="Inn", depart="09:00", stops=(stop("Mill", 30),), mode=mode
    )


CAR, BUS = (loop("length", mode) for mode in MODES)


def test_a_bus_loop_is_not_quicker_than_a_car_loop() -> None:
    """80 minutes by bus, 70 by car; the steps show both."""
    outcome = derived(Compare(first=BUS, second=CAR), LOOP)
    assert outcome.value == YesNo(yes=False)
    assert [step for step in outcome.steps if step.startswith("together")] == [
        "together 1 hour 20 mins",
        "together 1 hour 10 mins",
    ]
    assert len(outcome.illustration.days) == 2
    assert value(Compare(first=BUS, second=CAR, more=True), LOOP) == YesNo(yes=True)


def test_finishes_of_two_trips_differ_by_a_time() -> None:
    """The order of the trips does not matter."""
    figures = loop("finish", TravelMode.TRANSIT), loop("finish", TravelMode.DRIVING)
    ten = Quantity(amount=600, unit="s")
    assert value(Difference(first=figures[0], second=figures[1]), LOOP) == ten
    assert value(Difference(first=figures[1], second=figures[0]), LOOP) == ten


def test_a_latest_departure_compares_with_a_finish() -> None:
    """Both are times of day: back from the bank at 9:41, departure for the castle by 3:05."""
    back = figure("finish", origin="Inn", end="Inn", depart="09:00", stops=(stop("Bank", 30),))
    leave = figure(
        "departure", place="Bank", before_closing="Castle", stops=(stop("Bank"), stop("Castle", 90))
    )
    assert value(Compare(first=back, second=leave)) == YesNo(yes=True)
    difference = Difference(first=back, second=leave)
    assert value(difference) == Quantity(amount=(15 * 60 + 5 - 9 * 60 - 41) * 60, unit="s")


def test_an_infeasible_trip_decides_the_comparison() -> None:
    """The trip misses a booking or has an unknown leg."""
    missed = figure("length", origin="Inn", depart="11:00", stops=(stop("Castle", 60, "11:00"),))
    other = figure("length", origin="Inn", stops=(stop("Bank"),))
    outcome = infeasible(Difference(first=other, second=missed))
    assert outcome.first_broken == "arrives at Castle at 11:10 AM, booked for 11:00 AM"
    nowhere = figure("length", origin="Inn", stops=(stop("Lake"),))
    lacking = failure(Compare(first=other, second=nowhere))
    assert (lacking.path, lacking.lacking) == (
        "$.second.trip.stops[0].place",
        "travel time from Inn to Lake",
    )


def test_a_convention_of_one_trip_is_named() -> None:
    """The leg from the park to the inn is only known in the other direction."""
    there = figure("length", origin="Inn", end="Inn", stops=(stop("Bank"),))
    back = figure("length", origin="Park", end="Inn", stops=(stop("Castle"),))
    query: Query = Compare(first=there, second=back)
    outcome = derived(query)
    assert outcome.conventions == ()
    only = derived(
        Compare(first=there, second=figure("length", origin="Park", stops=(stop("Inn"),)))
    )
    assert ("missing_leg", "symmetric") in only.conventions


def test_the_wait_depends_on_opening_hours() -> None:
    """If hours are ignored nobody waits, and the outcome names that convention."""
    difference = figure(
        "waiting", origin="Inn", depart="09:00", day="monday", stops=(stop("Castle"),)
    )
    outcome = derived(Value(figure=difference), town())
    assert outcome.conventions == (("opening_hours", "bind"),)


def test_starts_compare_as_times_of_day() -> None:
    """The earlier start is less."""
    slots: dict[str, Any] = {"origin": "Inn", "stops": (stop("Bank", 30),)}
    early, late = (figure("start", **slots, finish_by=by) for by in ("12:00", "13:00"))
    assert value(Value(figure=early)) == Clock(minute=12 * 60 - 35, bound="latest")
    assert value(Compare(first=early, second=late)) == YesNo(yes=True)
