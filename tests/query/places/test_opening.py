"""Days and lengths of opening, and what opens or closes first or last."""

from __future__ import annotations

import pytest

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.algebra import Best, Value
from geoeval.query.values import Clock
from geoeval.world.model import Place, World
from tests.query.asking import first_by, open_days, opening, opening_length
from tests.query.towns import TOWN, amount, derived, names, quantity, reason


def shop(name: str, text: str | None) -> Place:
    """Make a shop with its hours, or with unknown ones."""
    return Place(name=name, hours=WeeklyHours.parse(text) if text else None)


def every_day(hours: str) -> str:
    """Write the same hours for all days."""
    days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
    return ", ".join(f"{day}: {hours}" for day in days)


def week(weekday: str, saturday: str, sunday: str) -> str:
    """Write the hours of a week whose working days are alike."""
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


def test_days_of_opening_by_name() -> None:
    """All the days that a place stays closed, or opens, are the answer."""
    closed = names(open_days("Smith", open=False), STREET)
    assert (closed.names, closed.reading, closed.tied) == (("Saturday", "Sunday"), "all", 2)
    one = names(open_days("Baker", open=False), STREET)
    assert (one.names, one.reading, one.tied) == (("Sunday",), "any", 1)


def test_days_on_which_it_is_open_at_a_time() -> None:
    """A time narrows the days to those on which it is open, or closed, then."""
    assert names(open_days("Baker", at="06:30", open=False), STREET).names == (
        "Saturday",
        "Sunday",
    )
    assert amount(open_days("Tavern", at="01:00", count=True), STREET) == 6


def test_days_of_opening_are_counted() -> None:
    """A count of none is one, too."""
    assert amount(open_days("Baker", count=True), STREET) == 6
    assert amount(open_days("Kiosk", open=False, count=True), STREET) == 0


@pytest.mark.parametrize(
    ("place", "expected"), [("Kiosk", "nothing_matches"), ("Tent", "no_hours")]
)
def test_no_days_to_name(place: str, expected: str) -> None:
    """A place that never closes has no day off, and one without hours tells of none."""
    assert reason(open_days(place, open=False), STREET) == expected


def test_a_week_that_is_half_known_counts_no_days() -> None:
    """Wednesday's hours of the Gull Cafe are not told."""
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
def test_length_of_opening(query: Value, hours: float) -> None:
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
def test_no_length_of_opening(query: Value, expected: str) -> None:
    """Days that differ, closed ones and unknown hours give no length."""
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
def test_order_by_hours(query: Best, order: str) -> None:
    """A night's end comes after midnight, a break is no opening, what never closes is last."""
    found = names(query, STREET)
    assert (found.names, found.reading, found.tied) == (tuple(order.split()), "ranked", 1)


def test_the_working_says_what_is_left_out() -> None:
    """Closed places and those with unknown hours are named, and what never closes."""
    steps = derived(first_by("closes", most=True, day="monday", among=ALL), STREET).steps
    assert "Kiosk never closes" in steps
    assert "Tavern closes at 2:00 AM (next day)" in steps
    assert "Ruin: closed, or hours unknown; left out" in steps
    assert "Tent: closed, or hours unknown; left out" in steps


def test_equal_hours_are_tied() -> None:
    """Two places that open at the same minute share the first rank."""
    world = World(places=(SMITH, shop("Potter", week("9:00 AM – 1:00 PM", "Closed", "Closed"))))
    assert names(first_by("opens", day="friday", among=("Smith", "Potter")), world).tied == 2


def test_today_is_the_day_that_is_not_said() -> None:
    """The world's today stands in for a day; without either, days that differ decide nothing."""
    query = first_by("opens", among=("Baker", "Smith"))
    assert reason(query, STREET) == "under_specified"
    saturday = World(places=STREET.places, today=5)
    assert names(query, saturday).names == ("Baker",)


def test_hours_of_none_are_known() -> None:
    """Without any hours nothing opens first."""
    assert reason(first_by("opens", day="monday", among=("Tent",)), STREET) == "no_hours"


def test_what_never_closes_has_no_closing_time() -> None:
    """Midnight is none: the kiosk stays open."""
    assert reason(opening("Kiosk", "closes"), STREET) == "no_such_fact"


def test_an_opening_that_goes_on_after_midnight_closes_in_the_morning() -> None:
    """However the two days write it."""
    day = "12:00 – 2:00 AM, 6:00 PM – 12:00 AM"
    world = World(places=(shop("Bar", every_day(day)),))
    assert derived(opening("Bar", "closes"), world).value == Clock(minute=26 * 60)
