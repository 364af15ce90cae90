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


def test_times_of_the_sun_are_those_of_the_place() -> None:
    """At midsummer in Helsinki it rises at 3:54 and sets at 22:50, by its almanac."""
    ((rises, sets),) = on_day("sunrise-sunset", MIDSUMMER) or ()
    assert (rises, sets) == (pytest.approx(234, abs=5), pytest.approx(1370, abs=5))
    assert on_day("(sunrise+01:00)-18:00", MIDSUMMER) == ((rises + 60, 1080),)
    assert on_day("12:00-(sunset-01:30)", MIDSUMMER) == ((720, sets - 90),)


def test_a_night_ends_with_the_sun_of_the_next_day() -> None:
    """What begins at dusk, or late, belongs to the evening."""
    ((rises, sets),) = on_day("sunrise-sunset", MIDSUMMER) or ()
    night = ((sets, pytest.approx(1440 + rises, abs=2)),)
    assert on_day("sunset-sunrise", MIDSUMMER) == night
    assert on_day("sunset-01:00", MIDSUMMER) == ((sets, 1500),)
    assert on_day("22:00-sunrise", MIDSUMMER) == ((1320, pytest.approx(1440 + rises, abs=2)),)


@pytest.mark.parametrize("text", ["18:00-sunset", "sunrise-08:00", "dusk-sunset"])
def test_what_the_sun_does_not_bound_is_not_known(text: str) -> None:
    """At midwinter it is light from 9:24 to 15:12: no opening of a day and a night."""
    assert on_day(text, MIDWINTER) is None


def test_an_open_end_after_a_time_of_the_sun_is_not_known() -> None:
    """As any open end."""
    assert on_day("sunrise-14:00+", MIDSUMMER) is None


@pytest.mark.parametrize("on", [MIDSUMMER, MIDWINTER])
def test_a_sun_that_does_not_rise_or_set_bounds_nothing(on: date) -> None:
    """In Tromsø it does not set in June, and does not rise in December."""
    assert on_day("sunrise-sunset", on, TROMSO) is None
    assert on_day("10:00-sunset", on, TROMSO) is None
    assert on_day("22:00-sunrise", on, TROMSO) is None


def test_a_sun_that_sets_after_midnight_is_of_the_day_before() -> None:
    """At midsummer in Reykjavík it sets a few minutes after midnight."""
    zone = ZoneInfo("Atlantic/Reykjavik")
    found = sun_times((64.15, -21.94), zone, MIDSUMMER, MIDSUMMER)
    assert found["sunset", MIDSUMMER] == pytest.approx(1444, abs=3)
    assert ("dusk", MIDSUMMER) not in found


def test_a_place_that_does_not_exist_is_quoted() -> None:
    """Coordinates and zones are checked."""
    sun, during = "sunrise-sunset", (MIDSUMMER, MIDSUMMER)
    with pytest.raises(HoursError, match=r"expected \(latitude, longitude\) in degrees, got \(95"):
        WeeklyHours.from_osm(sun, zone="Europe/Paris", coords=(95.0, 0.0), during=during)
    with pytest.raises(HoursError, match="expected a time zone such as 'Europe/Paris', got 'X/Y'"):
        WeeklyHours.from_osm(sun, zone="X/Y", coords=(48.0, 2.0), during=during)
    with pytest.raises(HoursError, match=r"expected \(latitude, longitude\) in degrees, got 5"):
        WeeklyHours.from_osm(sun, zone="UTC", coords=5, during=during)  # type: ignore[arg-type]
