"""Tools for opening hours themselves."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from geoeval.query.base import DAYS
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval import WeeklyHours
from geoeval.tools.dispatch import dispatch
from geoeval.tools.registry import TOOLS
from geoeval.world.model import Place, World
from tests.calculators.hours.strategies import FIRST, any_hours
from tests.tools.families.calls import content, failure

SPLIT = "Monday: 9:00 AM – 12:00 PM, 10:00 PM – 2:00 AM, Tuesday: Closed"
PERIODS = {
    "periods": [
        {"open": {"day": 1, "time": "0900"}, "close": {"day": 1, "time": "1200"}},
        {"open": {"day": 1, "time": "2200"}, "close": {"day": 2, "time": "0200"}},
    ]
}
SCHEMA_ORG = [{"dayOfWeek": "Monday", "opens": "09:00", "closes": "12:00"}]


@pytest.mark.parametrize(
    ("hours", "monday", "tuesday"),
    [
        (SPLIT, "09:00-12:00, 22:00-02:00", "closed"),
        (SPLIT.replace("Closed", "Open 24 hours"), "09:00-12:00, 22:00-02:00", "00:00-24:00"),
        ("Mo 09:00-12:00,22:00-02:00", "09:00-12:00, 22:00-02:00", "closed"),
        (["Monday: 9:00 AM – 12:00 PM", "Tuesday: Closed"], "09:00-12:00", "closed"),
        (PERIODS, "09:00-12:00, 22:00-02:00", "closed"),
        (SCHEMA_ORG, "09:00-12:00", "unknown"),
        (SCHEMA_ORG[0], "09:00-12:00", "unknown"),
        ('{"dayOfWeek":"Monday","opens":"09:00","closes":"12:00"}', "09:00-12:00", "unknown"),
    ],
)
def test_hours_in_any_form_become_one_week(hours: object, monday: str, tuesday: str) -> None:
    """Texts for people, OpenStreetMap's, lines, Google's JSON and schema.org's are read."""
    week = content("opening_hours", hours=hours)["week"]
    assert isinstance(week, list)
    assert week[0] == {"day": "monday", "hours": monday}
    assert week[1] == {"day": "tuesday", "hours": tuesday}


def test_seasons_and_single_dates_stand_beside_the_week() -> None:
    """What does not hold every week is told apart from what does."""
    closed = date(2024, 12, 25)
    hours = WeeklyHours.parse("Monday: 9:00 AM – 5:00 PM (April – October)")
    dated = WeeklyHours(hours.days, hours.seasons, ((closed, ()),), "Europe/Paris")
    found = content("opening_hours", World(places=(Place(name="Inn", hours=dated),)), place="Inn")
    assert found["seasons"] == list(hours.lines())
    assert found["dates"] == [{"day": "2024-12-25", "hours": "closed"}]
    assert found["zone"] == "Europe/Paris"
    assert found["osm"] == dated.to_osm()


def test_what_openstreetmap_cannot_say_is_left_out() -> None:
    """Hours that are valid from a first date of all dates on have no such text."""
    valid = (date.min, date(2024, 12, 31))
    hours = WeeklyHours(((),) * 7, valid=valid)
    found = content("opening_hours", World(places=(Place(name="Inn", hours=hours),)), place="Inn")
    assert "osm" not in found


@pytest.mark.parametrize("hours", [None, WeeklyHours((None,) * 7)])
def test_hours_that_are_not_known_are_final(hours: WeeklyHours | None) -> None:
    """No week is shown in which nothing is known."""
    told = failure("opening_hours", World(places=(Place(name="Inn", hours=hours),)), place="Inn")
    assert (told.kind, told.reason) == ("final", "no_hours")


@settings(max_examples=60)
@given(any_hours, st.integers(0, 6), st.integers(0, 45))
def test_windows_are_those_of_their_calculators(
    hours: WeeklyHours, weekday: int, days: int
) -> None:
    """A weekday's are windows_on, a date's windows; what is not known is final."""
    on = FIRST + timedelta(days=days)
    world = World(places=(Place(name="Inn", hours=hours),))
    for day, expected in ((DAYS[weekday], hours.windows_on(weekday)), (on, hours.windows(on))):
        result = dispatch(TOOLS, "windows", {"place": "Inn", "day": str(day)}, world)
        if expected is None:
            assert result.failure is not None
            assert result.failure.kind == "final"
            continue
        windows = result.content["windows"]
        assert isinstance(windows, list)
        assert [(each["start_min"], each["end_min"]) for each in windows] == list(expected)


@pytest.mark.parametrize(
    ("hours", "day", "texts"),
    [
        ("Fr 18:00-02:00", "saturday", ["00:00-02:00"]),
        ("Fr 18:00-24:00", "Fr", ["18:00-24:00"]),
        ("24/7", "monday", ["00:00-00:00 (7 days later)"]),
        ("Dec 25 10:00-12:00", "2024-12-25", ["10:00-12:00"]),
        ("Fr 18:00-02:00", "monday", []),
    ],
)
def test_windows_are_told_in_words(hours: str, day: str, texts: list[str]) -> None:
    """Nights begun the day before count, and rules on dates are read for a date."""
    windows = content("windows", hours=hours, day=day)["windows"]
    assert isinstance(windows, list)
    assert [each["text"] for each in windows] == texts


@pytest.mark.parametrize("day", ["someday", "2024-02-30", "0001-01-01", 5])
def test_a_day_that_is_none_is_to_be_mended(day: object) -> None:
    """The failure names the argument."""
    assert failure("windows", hours="24/7", day=day).arguments[0].argument == "day"


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        ("whenever", "as words: a day such as 'Monday:'"),
        ("Mo-Fr 09:00-17:00; PH off", "no rules on public holidays"),
        ("Dec 25 off", "no rules on a day of a month without a date"),
        ("", "hours such as"),
        (7, "hours such as"),
        ("[" * 3000 + "]" * 900, "hours such as"),
        ('{"opens": ', "hours such as"),
        ('[["Mo-Fr 09:00-17:00"]]', "at $[0]"),
        ("Monday: Closed, " * 400, "at most 4000 characters"),
        ([{"opens": 3}], "at $"),
        ({"periods": [{"open": {"day": 9}}]}, "a whole number from 0 to 6"),
    ],
)
def test_hours_that_cannot_be_read_are_to_be_mended(hours: object, told: str) -> None:
    """The failure says what was expected, and where."""
    found = failure("opening_hours", hours=hours)
    assert found.kind == "fix_arguments"
    assert found.arguments[0].argument == "hours"
    assert told in found.message


def test_either_a_place_or_hours_are_given() -> None:
    """Both and neither are refused, by name."""
    world = World(places=(Place(name="Inn"),))
    assert failure("opening_hours").arguments[0].argument == "place"
    both = failure("opening_hours", world, place="Inn", hours="24/7")
    assert both.arguments[0].argument == "hours"
