"""Spellings of OpenStreetMap opening hours with the hours that the specification gives them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from geoeval.calculators.hours import Day, WeeklyHours
from geoeval.errors import HoursError

Hours = dict[str, list[tuple[float, float]] | None]
"""Opening and closing hours by weekdays; "0" is Monday, None is unknown."""

ALL_DAY = [(0.0, 24.0)]
DAILY = "0123456"


def week(hours: Hours) -> tuple[Day, ...]:
    """Return a week in minutes; unnamed days are closed."""
    days: list[Day] = [()] * 7
    for numbers, openings in hours.items():
        for number in numbers:
            days[int(number)] = (
                None
                if openings is None
                else tuple((round(60 * opens), round(60 * closes)) for opens, closes in openings)
            )
    return tuple(days)


READ: dict[str, Hours] = {
    # days and lists of days
    "Mo, We, Fr 09:00-17:00": {"024": [(9, 17)]},
    "Mo,We,Fr 09:00-17:00": {"024": [(9, 17)]},
    "Mo-Fr, Su 10:00-12:00": {"012346": [(10, 12)]},
    "Mo , We 10:00-12:00": {"02": [(10, 12)]},
    "mon, Tuesday, wed 12:00-20:00": {"012": [(12, 20)]},
    "Sa-Mo 10:00-12:00": {"560": [(10, 12)]},
    "Fr - Su 10:00-12:00": {"456": [(10, 12)]},
    "mo-fr 08:00-12:00": {"01234": [(8, 12)]},
    "Mo & We & Fr 9-17": {"024": [(9, 17)]},
    "Monday to Friday 9 to 17": {"01234": [(9, 17)]},
    "Mo-Fr: 09:00-17:00": {"01234": [(9, 17)]},
    "Mo-Tu, Th-Sa 12:00-13:30, 19:30-21:00": {"01345": [(12, 13.5), (19.5, 21)]},
    "Tu-Th, Su 08:00-02:00, Fr-Sa 10:30-03:00": {"1236": [(8, 26)], "45": [(10.5, 27)]},
    # times in front of their days
    "9-17 Mo-Fr": {"01234": [(9, 17)]},
    "09:00-12:00, 13:00-17:00 Mo,We": {"02": [(9, 12), (13, 17)]},
    "9-17 Mo-Fr; 10-12 Sa": {"01234": [(9, 17)], "5": [(10, 12)]},
    # open all day, on purpose
    "24/7": {DAILY: ALL_DAY},
    "open": {DAILY: ALL_DAY},
    "Mo": {"0": ALL_DAY},
    "Mo-Fr": {"01234": ALL_DAY},
    "Mo, We": {"02": ALL_DAY},
    "Mo-Fr open": {"01234": ALL_DAY},
    "Mo-Fr open, Sa 10:00-12:00": {"01234": ALL_DAY, "5": [(10, 12)]},
    "Mo-Fr 24/7": {"01234": ALL_DAY},
    "Mo-Fr 00:00-24:00": {"01234": ALL_DAY},
    "24/7; Su off": {"012345": ALL_DAY},
    "Mo-Fr 09:00-17:00; Sa": {"01234": [(9, 17)], "5": ALL_DAY},
    # rules that replace, add, take away, and fall back
    "10:00-18:00; Mo 12:00-14:00": {"0": [(12, 14)], "123456": [(10, 18)]},
    "Mo-Fr 08:00-12:00, We 14:00-18:00": {"0134": [(8, 12)], "2": [(8, 12), (14, 18)]},
    "Mo-Fr 08:00-12:00; We 14:00-18:00": {"0134": [(8, 12)], "2": [(14, 18)]},
    "Mo-Fr 08:00-18:00; 12:00-13:00 off": {"01234": [(8, 12), (13, 18)]},
    "Mo-Fr 08:00-18:00; We 12:00-18:00 off": {"0134": [(8, 18)], "2": [(8, 12)]},
    "Mo-Sa 10:00-20:00; Tu off": {"02345": [(10, 20)]},
    "Mo-Fr 10:00-18:00, Sa, Su off": {"01234": [(10, 18)]},
    "Mo-Fr 09:00-17:00 Sa off": {"01234": [(9, 17)]},
    "off": {},
    "closed": {},
    "Mo 10:00-12:00 || Mo 11:00-14:00": {"0": [(10, 14)]},
    'Mo 10:00-12:00 || "by appointment"; Tu off': {"023456": None},
    # times
    "10:00-18:00": {DAILY: [(10, 18)]},
    "Mo 9:00-17:00": {"0": [(9, 17)]},
    "Mo 08:00-12:00,13:30-17:45": {"0": [(8, 12), (13.5, 17.75)]},
    "Mo 08:00-12:00,12:00-16:00": {"0": [(8, 16)]},
    "Mo 22:00-02:00": {"0": [(22, 26)]},
    "Mo 22:00-26:00": {"0": [(22, 26)]},
    "Mo 22:00-27:00": {"0": [(22, 27)]},
    "Mo 14:00-38:00": {"0": [(14, 38)]},
    "Mo 18:00-00:00": {"0": [(18, 24)]},
    "Mo 23:59-01:00": {"0": [(24 - 1 / 60, 25)]},
    "Mo 10:00-10:00": {"0": [(10, 34)]},
    "20:00-04:00; Fr off": {"012356": [(20, 28)]},
    "20:00-04:00; Tu 02:00-03:00 off": {"0": None, "123456": [(20, 28)]},
    "Mo 20:00-04:00; Mo 22:00-26:00 off": {"0": None},
    "Mo 6-10pm": {"0": [(18, 22)]},
    "Mo-Fr 9am-5pm Sa 10am-2pm": {"01234": [(9, 17)], "5": [(10, 14)]},
    "Mo-Fr 7-21h": {"01234": [(7, 21)]},
    "10 - 18 h": {DAILY: [(10, 18)]},
    "Sa 15-02": {"5": [(15, 26)]},
    # unknown hours
    "Mo 18:00+": {"0": None},
    "Mo 10:00-18:00+": {"0": None},
    "Mo 10:00-12:00, Tu unknown": {"0": [(10, 12)], "1": None},
    "Mo 10:00-12:00, 14:00-16:00 unknown": {"0": None},
    "Mo unknown; Mo 10:00-12:00": {"0": [(10, 12)]},
    "Mo 18:00+; Mo off": {},
    "Mo 18:00+; Mo 20:00-21:00 off": {"0": None},
    "Mo unknown || 10:00-12:00": {"0": None, "123456": [(10, 12)]},
    "24/7 || unknown": {DAILY: ALL_DAY},
    "Mo 10:00-12:00 || off": {"0": [(10, 12)]},
    "Mo 10:00-18:00; Mo 12:00+ off": {"0": None},
}
"""Expected hours by the specification, or else by common understanding."""

REJECTED = {
    # days without times after other days
    "Mo-Fr 09:00-17:00, Sa": "expected times after the days, .* got 'Sa' in 'Mo-Fr 09:00-17:00, S",
    "Mo-Fr 09:00-17:00, PH": "expected times after the days, .* got 'PH' in",
    "Mo-Fr 9am-5pm, Sa": "expected times after the days, .* got 'Sa' in",
    "Mo-Fr, 09:00-17:00": "expected times after the days, .* got 'Mo-Fr' in",
    "Jun-Aug, Mo 10:00-12:00": "expected times after the days, .* got 'Jun-Aug' in",
    "Dec 25, PH off": "expected times after the days, .* got 'Dec 25' in",
    "Mo-Fr 09:00-17:00 Sa": "expected OpenStreetMap opening_hours at position 18, got 'Sa' in",
    "9-17 Mo-Fr, 10-12 Sa": "opening_hours at position 0, got '9-17 Mo-Fr, 10-12 Sa'",
    "09:00-17:00 Mo-Fr 10:00-12:00 Sa": "at position 12, got 'Mo-Fr 10:00-12:00 Sa' in",
    # rules for every day after other rules
    "Mo-Fr 08:00-12:00; 13:00-17:00": "expected days before the times .* '13:00-17:00' in",
    "09:00-12:30; 14:30-19:00": "expected days before the times .* got '14:30-19:00' in",
    "Mo 10:00-12:00 open, 14:00-16:00": "expected days before the times .* '14:00-16:00' in",
    "Mo-Fr; 09:00-17:00": "expected days before the times .* got '09:00-17:00' in",
    # lists with two meanings
    "Mo 08:00-18:00, 12:00-13:00 off": "expected no spaces around the commas between closed times",
    "Mo-Su PH 10:00-12:00": "expected commas between days, as in 'Mo,We,PH', got 'Mo-Su PH' in",
    "Mo Tu 10:00-12:00": "expected commas between days, .* got 'Mo Tu' in",
    "PH Mo,PH 10:00-12:00": "expected no holidays after the weekdays that limit holidays",
    "Mo,,We 10:00-12:00": "expected times after the days, .* got 'Mo' in 'Mo,,We 10:00-12:00'",
    "Mo-We-Fr 10:00-12:00": "opening_hours at position 5, got '-Fr 10:00-12:00'",
    # hours without a clear half of the day
    "Mo-Fr 9-5": "expected AM or PM after the times, .* got '9:00-5:00' in 'Mo-Fr 9-5'",
    "Mo-Fr 9:00-5:00": "expected AM or PM after the times, .* got '9:00-5:00' in",
    "Mo-Fr 9-12,1-5": "expected AM or PM after the times, .* got '9:00-12:00,1:00-5:00' in",
    "Sa 8-02": "expected AM or PM after the times, .* got '8:00-02:00' in 'Sa 8-02'",
    "Mo 11-10": "expected OpenStreetMap opening_hours at position 3, got '11-10' in 'Mo 11-10'",
    "Mo 1-5": "expected AM or PM after the times, .* got '1:00-5:00' in 'Mo 1-5'",
    # impossible or missing times
    "Mo 10:00": "opening_hours at position 8, got '' in 'Mo 10:00'",
    "Mo 24:00-26:00": "opening_hours at position 3, got '24:00-26:00'",
    "Mo 25:00-26:00": "opening_hours at position 3, got '25:00-26:00'",
    "Mo 10:00-49:00": "opening_hours at position 9, got '49:00' in",
    "Mo 10:60-12:00": "opening_hours at position 3, got '10:60-12:00'",
    "Mo 10:00-36:00": "expected openings of at most one day, got '10:00-36:00' in",
    "Mo 10:00-12:00/01:30": "a repeated time is a timetable",
    # dates that do not exist, or are of two kinds
    "Feb 30 off": "expected dates that exist, got 'Feb 30' in 'Feb 30 off'",
    "Jun 15-24/7": "opening_hours at position 6, got '-24/7' in 'Jun 15-24/7'",
    "Apr Su[5]-May 3 off": "opening_hours at position 9, got '-May 3 off'",
    "Apr Su[1]-May off": "expected a day after both months or after neither, got 'Apr Su.1.-May'",
    "Apr 31-May 3 off": "expected dates that exist, got 'Apr 31-May 3' in",
    "Jun 0 off": "expected dates that exist, got 'Jun 0' in",
    "2023 Feb 29 off": "expected dates that exist, got '2023 Feb 29' in",
    "Jun 15-Aug 10:00-12:00": "expected a day after both months or after neither, got 'Jun 15-Aug'",
    "Dec 24,9-17 10:00-12:00": "expected days of a month in order, got '9' in",
    "Jan 10-5 off": "expected days of a month in order, got 'Jan 10-5' in",
    "2024 Dec 24-2024 Jan 2 off": "expected a first date that has a year and is not after the last",
    "Dec 24-2024 Jan 2 off": "expected a first date that has a year and is not after the last",
    "Jan 1 +Mo off": r"expected a number of days after the sign, .* got '\+Mo' in",
    "2026-2024 off": "expected years in order, got '2026-2024' in",
    "week 50-10 off": "expected weeks from 1 to 53 in order, got '50-10' in",
    "week 54 off": "expected weeks from 1 to 53 in order, got '54' in",
    "week 1-10/0 off": "expected weeks from 1 to 53 in order, got '1-10/0' in",
    "Mo[6] 10:00-12:00": r"expected positions in the month from 1 to 5 or -1 to -5, got '\[6\]' in",
    "Mo[3-1] 10:00-12:00": "expected positions in the month from 1 to 5 or -1 to -5",
    # words
    "SH off": "expected rules without school holidays .no calendar has them., got 'SH off'",
    "by appointment": "opening_hours at position 0, got 'by appointment'",
    "summer: 10:00-12:00": "opening_hours at position 0, got 'summer: 10:00-12:00'",
    ";": "opening_hours at position 0, got ';' in ';'",
}
"""Rejected text with a part of its message."""


@pytest.mark.parametrize("text", READ)
def test_spellings_have_their_stated_hours(text: str) -> None:
    """The expected week was written before the text was parsed."""
    assert WeeklyHours.from_osm(text).days == week(READ[text])


@pytest.mark.parametrize("text", REJECTED)
def test_ambiguous_spellings_are_rejected(text: str) -> None:
    """The error says what was expected and quotes the part."""
    with pytest.raises(HoursError, match=REJECTED[text]):
        WeeklyHours.from_osm(text)


DATED: dict[str, tuple[str, ...]] = {
    # easter was 31 March 2024, and 21 April 2019
    "easter 10:00-12:00": ("2019-04-21", "2024-03-31"),
    "easter +39 days 10:00-12:00": ("2019-05-30", "2024-05-09"),
    "easter -2 days-easter -1 day 10:00-12:00": (
        *("2019-04-19", "2019-04-20"),
        *("2024-03-29", "2024-03-30"),
    ),
    "easter -1 day - easter 10:00-12:00": (
        *("2019-04-20", "2019-04-21"),
        *("2024-03-30", "2024-03-31"),
    ),
    # weekdays of months as the ends of a range
    "Apr Su[1]-Apr Tu[2] 10:00-12:00": (
        *("2019-04-07", "2019-04-08", "2019-04-09"),
        *("2024-04-07", "2024-04-08", "2024-04-09"),
    ),
    "Apr Su[1] +1 day-Apr 9 10:00-12:00": (
        *("2019-04-08", "2019-04-09"),
        *("2024-04-08", "2024-04-09"),
    ),
    "Dec Tu[-1]-Jan 1: Tu 10:00-12:00": ("2019-01-01", "2019-12-31", "2024-12-31"),
    "easter-Apr Su[-1] Su 10:00-12:00": (
        *("2019-04-21", "2019-04-28"),
        *("2024-03-31", "2024-04-07", "2024-04-14", "2024-04-21", "2024-04-28"),
    ),
    "Apr Su[1] 10:00-12:00": ("2019-04-07", "2024-04-07"),
    # days of months
    "Feb 29 10:00-12:00": ("2024-02-29",),
    "Feb 28-29 10:00-12:00": ("2019-02-28", "2024-02-28", "2024-02-29"),
    "Feb 29-Mar 1 10:00-12:00": ("2019-03-01", "2024-02-29", "2024-03-01"),
    "Dec 31-Jan 1 10:00-12:00": ("2019-01-01", "2019-12-31", "2024-01-01", "2024-12-31"),
    "Dec 24,26 10:00-12:00": ("2019-12-24", "2019-12-26", "2024-12-24", "2024-12-26"),
    "Dec 24, Jan 1-2,5 10:00-12:00": (
        *("2019-01-01", "2019-01-02", "2019-01-05", "2019-12-24"),
        *("2024-01-01", "2024-01-02", "2024-01-05", "2024-12-24"),
    ),
    "Dec 25 +1 day 10:00-12:00": ("2019-12-26", "2024-12-26"),
    "2024 Dec 31-Jan 3 10:00-12:00": ("2024-12-31",),
    "2018 Dec 31-2019 Jan 2 10:00-12:00": ("2019-01-01", "2019-01-02"),
    "2024 May 20,May 30 10:00-12:00": ("2024-05-20", "2024-05-30"),
    "2024 Jun Mo[1] 10:00-12:00": ("2024-06-03",),
    # years and weeks
    "2024 week 10 Mo 10:00-12:00": ("2024-03-04",),
    "2018-2024/6 week 2-6/4,week 10 Mo 10:00-12:00": ("2024-01-08", "2024-02-05", "2024-03-04"),
    "2020+ Jan 3 10:00-12:00": ("2024-01-03",),
    "2018,2019 Jan 3 10:00-12:00": ("2019-01-03",),
    "2024 Jan: Mo[-1] 10:00-12:00": ("2024-01-29",),
    "2024 Jan Mo[1,4-5] 10:00-12:00": ("2024-01-01", "2024-01-22", "2024-01-29"),
    "2024 Jan Mo[2] -1 day 10:00-12:00": ("2024-01-07",),
}
"""Dates in 2019 and 2024 that are open from ten to twelve."""


@pytest.mark.parametrize("text", DATED)
def test_rules_apply_on_their_dates(text: str) -> None:
    """Checked in a common year with a late Easter and a leap year with an early one."""
    found = []
    for year in (2019, 2024):
        during = (date(year, 1, 1), date(year, 12, 31))
        hours = WeeklyHours.from_osm(text, during=during)
        for number in range(during[1].timetuple().tm_yday):
            on = during[0] + timedelta(days=number)
            assert hours.day(on) in ((), ((600, 720),))
            found += [str(on)] if hours.day(on) else []
    assert tuple(found) == DATED[text]


@pytest.mark.parametrize(
    ("text", "open_on", "closed_on"),
    [
        # easter was 24 April 2011, 8 April 2012, 31 March 2024 and 20 April 2025
        (
            "easter-Apr 02 10:00-11:00",
            ("2012-04-02", "2012-04-08", "2012-12-31", "2024-04-02"),
            ("2012-04-03", "2012-04-07", "2024-04-03"),
        ),
        (
            "Apr 01-easter 10:00-16:00",
            ("2012-04-01", "2012-04-08", "2024-04-01", "2024-12-31", "2025-04-20"),
            ("2012-03-31", "2012-04-09", "2024-03-31", "2025-04-21"),
        ),
        (
            "Apr Su[1]-Oct Su[-1] 10:00-18:00",
            ("2024-04-07", "2024-10-27"),
            ("2024-04-06", "2024-10-28"),
        ),
        (
            "Jul Mo[2]-Sep 30: Mo,Tu,Th,Fr 08:00-12:50,14:00-19:00",
            ("2024-07-08", "2024-09-30"),
            ("2024-07-05", "2024-07-10", "2024-10-01"),
        ),
        ("Jun-Sep 24/7", ("2024-06-01", "2024-09-30"), ("2024-05-31", "2024-10-01")),
        ("Jun: 24/7", ("2024-06-24",), ("2024-07-01",)),
    ],
)
def test_ranges_start_and_end_in_the_right_year(
    text: str, open_on: tuple[str, ...], closed_on: tuple[str, ...]
) -> None:
    """A last date before the first is in the following year."""
    for on in map(date.fromisoformat, (*open_on, *closed_on)):
        hours = WeeklyHours.from_osm(text, during=(on, on))
        assert bool(hours.day(on)) == (str(on) in open_on), on


def test_whole_months_all_day_need_no_dates() -> None:
    """24/7 is not read as a day of the preceding month."""
    assert WeeklyHours.from_osm("Jun-Sep 24/7") == WeeklyHours.from_osm("Jun-Sep 00:00-24:00")


def test_nights_until_one_follow_the_24_hour_clock() -> None:
    """A later end, or a corrected typo, may mean the afternoon and is rejected."""
    assert WeeklyHours.from_osm("Su 9:00-1:00").days[5:] == ((), ((540, 1500),))
    for text in ("Su 9:00-1:01", "Su 9-1", "Su 9:00–1:00", "Su 9:00-1:00,1:30-5:00"):
        with pytest.raises(HoursError, match="expected AM or PM after the times"):
            WeeklyHours.from_osm(text)


def test_a_range_ending_at_easter_crosses_the_new_year() -> None:
    """Easter is always before October, so the range ends in the following year."""
    during = (date(2024, 1, 1), date(2024, 12, 31))
    hours = WeeklyHours.from_osm("Oct 15-easter", during=during)
    known = {
        on: hours.day(date.fromisoformat(on))
        for on in ("2024-03-31", "2024-04-01", "2024-10-14", "2024-10-15")
    }
    assert [on for on, day in known.items() if day] == ["2024-03-31", "2024-10-15"]


@pytest.mark.parametrize("text", ["Mo-Fr 9-18 Uhr", "Montag bis Freitag: 9–18 Uhr"])
def test_text_hours_are_reported_with_their_reader(text: str) -> None:
    """Only a text that the other reader reads has the hint."""
    with pytest.raises(HoursError, match=r"; WeeklyHours\.parse reads this text$"):
        WeeklyHours.from_osm(text)
    with pytest.raises(HoursError, match=r" in 'Mo-Fr whenever'$"):
        WeeklyHours.from_osm("Mo-Fr whenever")
