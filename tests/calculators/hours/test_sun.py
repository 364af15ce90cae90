"""Sunrise and sunset in opening hours."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from geoeval.calculators.hours import Day, WeeklyHours
from geoeval.calculators.hours.osm_rules import sun_times
from geoeval.errors import HoursError

MIDSUMMER = date(2024, 6, 20)
MIDWINTER = date(2024, 12, 20)
HELSINKI = ("Europe/Helsinki", (60.17, 24.94))
TROMSO = ("Europe/Oslo", (69.65, 18.96))


def on_day(text: str, on: date, place: tuple[str, tuple[float, float]] = HELSINKI) -> Day:
    """Return the hours of a date at a place."""
    hours = WeeklyHours.from_osm(text, zone=place[0], coords=place[1], during=(on, on))
    assert hours.zone == place[0]
    return hours.day(on)


def test_sun_times_depend_on_the_place() -> None:
    """At midsummer in Helsinki the almanac has sunrise at 3:54 and sunset at 22:50."""
    ((rises, sets),) = on_day("sunrise-sunset", MIDSUMMER) or ()
    assert (rises, sets) == (pytest.approx(234, abs=5), pytest.approx(1370, abs=5))
    assert on_day("(sunrise+01:00)-18:00", MIDSUMMER) == ((rises + 60, 1080),)
    assert on_day("12:00-(sunset-01:30)", MIDSUMMER) == ((720, sets - 90),)


def test_a_night_ends_at_the_next_sunrise() -> None:
    """A night that starts at dusk or later belongs to that evening."""
    ((rises, sets),) = on_day("sunrise-sunset", MIDSUMMER) or ()
    night = ((sets, pytest.approx(1440 + rises, abs=2)),)
    assert on_day("sunset-sunrise", MIDSUMMER) == night
    assert on_day("sunset-01:00", MIDSUMMER) == ((sets, 1500),)
    assert on_day("22:00-sunrise", MIDSUMMER) == ((1320, pytest.approx(1440 + rises, abs=2)),)


@pytest.mark.parametrize("text", ["18:00-sunset", "sunrise-08:00", "dusk-sunset"])
def test_hours_not_bounded_by_the_sun_are_unknown(text: str) -> None:
    """At midwinter daylight lasts from 9:24 to 15:12, so these are not a day and a night."""
    assert on_day(text, MIDWINTER) is None


def test_an_open_end_after_a_sun_time_is_unknown() -> None:
    assert on_day("sunrise-14:00+", MIDSUMMER) is None


@pytest.mark.parametrize("on", [MIDSUMMER, MIDWINTER])
def test_polar_day_and_night_have_no_sun_times(on: date) -> None:
    """In Tromsø the sun does not set in June and does not rise in December."""
    assert on_day("sunrise-sunset", on, TROMSO) is None
    assert on_day("10:00-sunset", on, TROMSO) is None
    assert on_day("22:00-sunrise", on, TROMSO) is None


def test_a_sunset_after_midnight_belongs_to_the_previous_day() -> None:
    """At midsummer in Reykjavík the sun sets a few minutes after midnight."""
    zone = ZoneInfo("Atlantic/Reykjavik")
    found = sun_times((64.15, -21.94), zone, MIDSUMMER, MIDSUMMER)
    assert found["sunset", MIDSUMMER] == pytest.approx(1444, abs=3)
    assert ("dusk", MIDSUMMER) not in found


def test_invalid_places_are_rejected() -> None:
    """Coordinates and zones are checked."""
    sun, during = "sunrise-sunset", (MIDSUMMER, MIDSUMMER)
    with pytest.raises(HoursError, match=r"expected \(latitude, longitude\) in degrees, got \(95"):
        WeeklyHours.from_osm(sun, zone="Europe/Paris", coords=(95.0, 0.0), during=during)
    with pytest.raises(HoursError, match="expected a time zone such as 'Europe/Paris', got 'X/Y'"):
        WeeklyHours.from_osm(sun, zone="X/Y", coords=(48.0, 2.0), during=during)
    with pytest.raises(HoursError, match=r"expected \(latitude, longitude\) in degrees, got 5"):
        WeeklyHours.from_osm(sun, zone="UTC", coords=5, during=during)  # type: ignore[arg-type]
