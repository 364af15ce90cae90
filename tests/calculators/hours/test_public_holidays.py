"""Public holidays in opening hours: of a country, a state or some states only."""

from __future__ import annotations

from datetime import date

import pytest

from geoeval.calculators.hours import Day, WeeklyHours
from geoeval.calculators.hours.osm_rules import public_holidays
from geoeval.errors import HoursError

NINE_TO_FIVE = ((540, 1020),)
YEAR = (date(2024, 1, 1), date(2024, 12, 31))
EPIPHANY = date(2025, 1, 6)  # a Monday; in Germany a holiday of BW, BY and ST only
UNITY_DAY = date(2025, 10, 3)  # a Friday, in all of Germany
AUGUST_15 = date(2025, 8, 15)  # a Friday; in SL, and in the Catholic towns of BY


def german(text: str, on: date, state: str | None = None) -> Day:
    """Return the hours of a date in Germany."""
    hours = WeeklyHours.from_osm(text, country="DE", state=state, during=(on, on))
    return hours.day(on)


def test_holidays_become_dated_exceptions() -> None:
    """Finland 2024 has these holidays on working days, plus Åland's on a Sunday in June."""
    hours = WeeklyHours.from_osm("Mo-Fr 09:00-17:00; PH off", country="FI", during=YEAR)
    assert hours.days == (*[NINE_TO_FIVE] * 5, (), ())
    closed = {on: day for on, day in hours.dates if YEAR[0] <= on}
    assert closed[date(2024, 5, 1)] == closed[date(2024, 12, 6)] == ()
    assert all(day == () for day in closed.values())
    assert hours.valid == (date(2023, 12, 31), YEAR[1])
    assert hours.day(date(2025, 1, 2)) is None


@pytest.mark.parametrize(
    ("on", "state", "expected"),
    [
        (UNITY_DAY, None, ()),
        (UNITY_DAY, "BE", ()),
        (EPIPHANY, "BW", ()),
        (EPIPHANY, "DE-BW", ()),
        (EPIPHANY, "Bayern", ()),
        (EPIPHANY, "BE", NINE_TO_FIVE),
        (EPIPHANY, None, None),
        (AUGUST_15, "SL", ()),
        (AUGUST_15, "BY", None),
        (AUGUST_15, "Augsburg", ()),
        (date(2025, 1, 7), None, NINE_TO_FIVE),
    ],
)
def test_regional_holidays_depend_on_the_state(on: date, state: str | None, expected: Day) -> None:
    """Without the state, or if only some towns have the holiday, the day is unknown."""
    assert german("Mo-Fr 09:00-17:00; PH off", on, state) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mo-Su,PH 09:00-17:00", NINE_TO_FIVE),
        ("Mo-Fr 09:00-17:00", NINE_TO_FIVE),
        ("PH 09:00-17:00", None),
        ("Tu-Su 09:00-17:00; PH off", ()),
        ("PH Sa,Su 09:00-17:00", ()),
        ("PH off; Mo-Fr 09:00-17:00", NINE_TO_FIVE),
        ("Mo-Fr 09:00-17:00; PH off; Jan 6 10:00-12:00", ((600, 720),)),
    ],
)
def test_only_hours_that_depend_on_the_holiday_are_unknown(text: str, expected: Day) -> None:
    """A holiday rule that changes nothing on the day leaves its hours known."""
    assert german(text, EPIPHANY) == expected


@pytest.mark.parametrize(
    ("text", "on", "expected"),
    [
        ("PH We,Fr 09:00-17:00", UNITY_DAY, NINE_TO_FIVE),
        ("PH We,Th 09:00-17:00", UNITY_DAY, ()),
        ("PH We,Fr 09:00-17:00", date(2025, 10, 1), ()),
        ("PH Mo-Fr", UNITY_DAY, ((0, 1440),)),
        ("PH -1 day 09:00-17:00", date(2025, 10, 2), NINE_TO_FIVE),
        ("PH -1 day 09:00-17:00", UNITY_DAY, ()),
        ("PH,Sa 09:00-17:00", UNITY_DAY, NINE_TO_FIVE),
        ("PH,Sa 09:00-17:00", date(2025, 10, 4), NINE_TO_FIVE),
        ("Mo-Fr 08:00-12:00 PH off", UNITY_DAY, ()),
    ],
)
def test_weekdays_after_holidays_limit_them(text: str, on: date, expected: Day) -> None:
    """With a comma the rule would cover holidays and weekdays."""
    assert german(text, on, "BE") == expected


def test_a_country_code_may_be_in_lower_case() -> None:
    text = "Mo-Fr 09:00-17:00; PH off"
    lower, upper = (
        WeeklyHours.from_osm(text, country=code, state="DE-BW", during=YEAR)
        for code in ("de", "DE")
    )
    assert lower == upper


def test_holidays_listed_with_every_weekday_need_no_calendar() -> None:
    """They change nothing unless a weekday is missing."""
    assert WeeklyHours.from_osm("PH,Mo-Su 09:00-17:00") == WeeklyHours((NINE_TO_FIVE,) * 7)
    assert WeeklyHours.from_osm("Sa,Su,PH,Mo-Fr 09:00-17:00").days == (NINE_TO_FIVE,) * 7
    with pytest.raises(HoursError, match="expected during and country for the dates of public"):
        WeeklyHours.from_osm("PH,Mo-Sa 09:00-17:00")


def test_holidays_can_be_ignored() -> None:
    """The error names this option; rules on other dates still need dates."""
    week = WeeklyHours.from_osm("Mo-Fr 09:00-17:00; PH off; PH Su 10:00-12:00", holidays=False)
    assert week == WeeklyHours((*[NINE_TO_FIVE] * 5, (), ()))
    assert WeeklyHours.from_osm("PH 09:00-17:00", holidays=False).days == ((),) * 7
    assert week == WeeklyHours.from_osm(
        "Mo-Fr 09:00-17:00; PH,SH off; SH Su 10:00-12:00", holidays=False
    )
    with pytest.raises(
        HoursError, match=r"no calendar has them.*, got 'SH off'; pass holidays=False"
    ):
        WeeklyHours.from_osm("SH off", country="FR", during=YEAR)
    with pytest.raises(HoursError, match=r"got 'PH off' alone; pass holidays=False for the usual"):
        WeeklyHours.from_osm("PH off")
    with pytest.raises(HoursError, match=r"expected during for the dates of easter, .* alone$"):
        WeeklyHours.from_osm("easter off; PH off", holidays=False)


@pytest.mark.parametrize(
    ("country", "state", "message"),
    [
        ("ZZ", None, "expected a country code such as 'FR', got 'ZZ'$"),
        ("DEU", None, r"got 'DEU'; did you mean 'DE'\?$"),
        ("Germany", None, r"got 'Germany'; did you mean 'DE'\?$"),
        ("Germny", None, r"got 'Germny'; did you mean 'DE'\?$"),
        ("Deutschland", None, "got 'Deutschland'$"),
        ("England", None, "got 'England'$"),
        ("united kingdom", None, r"got 'united kingdom'; did you mean 'GB'\?$"),
        ("UK", None, r"got 'UK'; did you mean 'GB'\?$"),
        ("DE-BW", None, r"got 'DE-BW'; did you mean 'DE'\?$"),
        (5, None, "expected a country code such as 'FR', got 5"),
        ("DE", "BX", "expected a state of DE such as 'BB', got 'BX'$"),
        ("DE", "Bayren", r"got 'Bayren'; did you mean 'Bayern'\?$"),
        ("DE", "Atlantis", "got 'Atlantis'$"),
        ("DE", "", "expected a state of DE such as 'BB', got ''"),
        ("DE", 5, "expected a state such as 'BW', got 5"),
        ("MC", "BW", "expected no state .the calendar of MC has none., got 'BW'"),
        (None, "BW", "expected 'country' together with 'state', got 'BW' as the state alone"),
    ],
)
def test_a_country_or_state_without_calendar_is_rejected(
    country: str, state: str | None, message: str
) -> None:
    """The message suggests codes of close names only."""
    with pytest.raises(HoursError, match=message):
        WeeklyHours.from_osm("PH off", country=country, state=state, during=YEAR)


def test_a_year_outside_the_calendar_is_rejected() -> None:
    """Otherwise every day of that year would be a working day."""
    with pytest.raises(HoursError, match=r"expected years from 1991 to 2100, .* got 1980 to 1980"):
        public_holidays("DE", None, 1980, 1980)
    with pytest.raises(HoursError, match="the range of the calendar of DE, got 2100 to 2101"):
        public_holidays("DE", None, 2100, 2101)


def test_a_country_without_regions_has_holidays_everywhere() -> None:
    """No day of Monaco is unknown."""
    found = public_holidays("MC", None, 2024, 2024)
    assert not found.somewhere
    assert found.holds(date(2024, 11, 19)) is True


def test_optional_holidays_are_unknown() -> None:
    """In Sweden Christmas Eve is not a public holiday by law, but most shops are closed."""
    assert public_holidays("SE", None, 2024, 2024).holds(date(2024, 12, 24)) is None
    assert public_holidays("SE", None, 2024, 2024).holds(date(2024, 12, 23)) is False


def test_bank_holidays_are_not_public_holidays() -> None:
    """In Austria banks close on Good Friday, but shops do not."""
    assert public_holidays("AT", None, 2024, 2024).holds(date(2024, 3, 29)) is False
