"""Opening days, opening lengths, and the place that opens or closes first or last."""

from __future__ import annotations

import pytest

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.algebra import Best, Value
from geoeval.query.values import Clock
from geoeval.world.model import Place, World
from tests.query.asking import first_by, open_days, opening, opening_length
from tests.query.towns import TOWN, amount, derived, names, quantity, reason


def shop(name: str, text: str | None) -> Place:
    """Return a shop with its hours, or with unknown ones."""
    return Place(name=name, hours=WeeklyHours.parse(text) if text else None)


def every_day(hours: str) -> str:
    """Return the text of equal hours on all days."""
    days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
    return ", ".join(f"{day}: {hours}" for day in days)


def week(weekday: str, saturday: str, sunday: str) -> str:
    """Return the text of a week with equal working days."""
    days = [f"{day}: {weekday}" for day in "Monday Tuesday Wednesday Thursday Friday".split()]
    return ", ".join((*days, f"Saturday: {saturday}", f"Sunday: {sunday}"))


BAKER = shop("Baker", week("6:00 AM – 1:00 PM", "7:00 AM – 12:00 PM", "Closed"))
SMITH = shop("Smith", week("9:00 AM – 12:00 PM, 2:00 – 5:00 PM", "Closed", "Closed"))
TAVERN = shop("Tavern", week("5:00 PM – 2:00 AM", "5:00 PM – 3:00 AM", "5:00 – 11:00 PM"))
KIOSK = shop("Kiosk", every_day("Open 24 hours"))
RUIN = shop("Ruin", every_day("Closed"))
TENT = shop("Tent", None)
STREET = World(places=(BAKER, SMITH, TAVERN, KIOSK, RUIN, TENT))
ALL = ("Baker", "Smith", "Tavern", "Kiosk", "Ruin", "Tent")


def test_opening_days_are_named() -> None:
    """All days on which a place stays closed, or opens, are the answer."""
    closed = names(open_days("Smith", open=False), STREET)
    assert (closed.names, closed.reading, closed.tied) == (("Saturday", "Sunday"), "all", 2)
    day_off = names(open_days("Baker", open=False), STREET)
    assert (day_off.names, day_off.reading, day_off.tied) == (("Sunday",), "any", 1)


def test_days_may_be_limited_to_a_time() -> None:
    """The answer has the days on which the place is open, or closed, at that time."""
    assert names(open_days("Baker", at="06:30", open=False), STREET).names == (
        "Saturday",
        "Sunday",
    )
    assert amount(open_days("Tavern", at="01:00", count=True), STREET) == 6


def test_opening_days_are_counted() -> None:
    """The count may be zero."""
    assert amount(open_days("Baker", count=True), STREET) == 6
    assert amount(open_days("Kiosk", open=False, count=True), STREET) == 0


@pytest.mark.parametrize(
    ("place", "expected"), [("Kiosk", "nothing_matches"), ("Tent", "no_hours")]
)
def test_empty_or_unknown_days_are_no_answer(place: str, expected: str) -> None:
    """A place that never closes has no day off, and a place without hours is unknown."""
    assert reason(open_days(place, open=False), STREET) == expected


def test_a_partly_known_week_is_not_counted() -> None:
    """Wednesday's hours of the Gull Cafe are unknown."""
    assert reason(open_days("Gull Cafe", count=True), TOWN) == "no_hours"


@pytest.mark.parametrize(
    ("query", "hours"),
    [
        (opening_length("Smith", day="monday"), 6),
        (opening_length("Smith"), 6),
        (opening_length("Smith", week=True), 30),
        (opening_length("Tavern", day="saturday"), 10),
        (opening_length("Kiosk", week=True), 168),
    ],
)
def test_opening_lengths_are_computed(query: Value, hours: float) -> None:
    """Breaks do not count, and hours after midnight belong to the day they began."""
    found = quantity(query, STREET)
    assert (found.amount, found.unit) == (hours * 3600, "s")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (opening_length("Baker"), "under_specified"),
        (opening_length("Baker", day="sunday"), "nothing_matches"),
        (opening_length("Ruin", week=True), "nothing_matches"),
        (opening_length("Tent", day="monday"), "no_hours"),
    ],
)
def test_opening_lengths_may_be_undecided(query: Value, expected: str) -> None:
    """Differing days, closed days and unknown hours have no length."""
    assert reason(query, STREET) == expected


@pytest.mark.parametrize(
    ("query", "order"),
    [
        (first_by("opens", day="monday", among=ALL), "Kiosk Baker Smith Tavern"),
        (first_by("opens", most=True, day="monday", among=ALL), "Tavern Smith Baker Kiosk"),
        (first_by("closes", day="monday", among=ALL), "Baker Smith Tavern Kiosk"),
        (first_by("closes", most=True, day="monday", among=ALL), "Kiosk Tavern Smith Baker"),
        (first_by("length", day="monday", among=ALL), "Smith Baker Tavern Kiosk"),
        (first_by("closes", most=True, day="sunday", among=ALL), "Kiosk Tavern"),
    ],
)
def test_places_are_ordered_by_hours(query: Best, order: str) -> None:
    """Nights end after midnight, breaks are ignored, and places that never close are last."""
    found = names(query, STREET)
    assert (found.names, found.reading, found.tied) == (tuple(order.split()), "ranked", 1)


def test_the_step_names_the_places_left_out() -> None:
    """They are closed, have unknown hours or never close."""
    steps = derived(first_by("closes", most=True, day="monday", among=ALL), STREET).steps
    assert "Kiosk never closes" in steps
    assert "Tavern closes at 2:00 AM (next day)" in steps
    assert "Ruin: closed, or hours unknown; left out" in steps
    assert "Tent: closed, or hours unknown; left out" in steps


def test_equal_hours_tie() -> None:
    world = World(places=(SMITH, shop("Potter", week("9:00 AM – 1:00 PM", "Closed", "Closed"))))
    assert names(first_by("opens", day="friday", among=("Smith", "Potter")), world).tied == 2


def test_the_default_day_is_today() -> None:
    """Without today, days that differ decide nothing."""
    query = first_by("opens", among=("Baker", "Smith"))
    assert reason(query, STREET) == "under_specified"
    saturday = World(places=STREET.places, today=5)
    assert names(query, saturday).names == ("Baker",)


def test_order_by_hours_needs_known_hours() -> None:
    assert reason(first_by("opens", day="monday", among=("Tent",)), STREET) == "no_hours"


def test_an_always_open_place_has_no_closing_time() -> None:
    """The kiosk stays open at midnight."""
    assert reason(opening("Kiosk", "closes"), STREET) == "no_such_fact"


def test_hours_past_midnight_close_in_the_morning() -> None:
    """The two days may be written in any way."""
    day = "12:00 – 2:00 AM, 6:00 PM – 12:00 AM"
    world = World(places=(shop("Bar", every_day(day)),))
    assert derived(opening("Bar", "closes"), world).value == Clock(minute=26 * 60)
