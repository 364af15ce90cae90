"""OpenStreetMap opening hours: reading, correcting typos, computing dates and writing."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.osm_tags import EXTRACTS, compared, tags
from geoeval.calculators.hours import Day, Season, WeeklyHours
from geoeval.calculators.hours.osm import TYPOS
from geoeval.errors import HoursError
from tests.calculators.hours.strategies import FIRST, any_hours, seasonal

YEAR = (date(2024, 1, 1), date(2024, 12, 31))
CHRISTMAS = date(2024, 12, 25)
NINE_TO_FIVE = ((540, 1020),)
WORKDAYS = (*[NINE_TO_FIVE] * 5, (), ())


def touching_joined(day: Day) -> Day:
    """Return a day with touching intervals joined, because the format does not separate them."""
    merged: list[tuple[int, int]] = []
    for start, end in day or ():
        if merged and merged[-1][1] == start and end <= 1440:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return None if day is None else tuple(merged)


EXCEPTIONS = (date(2026, 5, 25), date(2026, 12, 24), date(2026, 12, 25), date(2027, 1, 1))


@pytest.mark.parametrize(
    ("first", "last"),
    [
        *((date(2026, month, 1), date(2026, month, 28)) for month in range(1, 13)),
        (date(2026, 5, 26), date(2026, 6, 24)),  # the day before is exceptional
        (date(2026, 12, 10), date(2027, 1, 10)),
    ],
)
def test_the_usual_week_is_known_from_the_dates_of_a_month(first: date, last: date) -> None:
    """The day before the range belongs to another month, and exceptions are not usual."""
    text = "Mo-Fr 09:00-17:00; Jan 1,May 25,Dec 24-26 off"
    hours = WeeklyHours.from_osm(text, during=(first, last))
    assert (hours.days, hours.seasons) == (WORKDAYS, ())
    assert all(hours.day(on) == () for on in EXCEPTIONS if first <= on <= last)


@pytest.mark.parametrize(
    ("first", "is_season"), [(date(2026, 5, 6), True), (date(2026, 5, 13), False)]
)
def test_two_dates_of_a_month_make_no_season(first: date, is_season: bool) -> None:
    """Three Mondays make one; the hours of each date are the same."""
    text = "Mo-Fr 09:00-17:00; May Mo off; Dec 24 off"
    hours = WeeklyHours.from_osm(text, during=(first, date(2026, 7, 31)))
    assert bool(hours.seasons) is is_season
    assert [hours.day(date(2026, month, 18)) for month in (5, 6)] == [(), ((540, 1020),)]


@given(st.one_of(seasonal, any_hours), st.integers(0, 60))
@settings(max_examples=30)
def test_written_hours_give_each_date_its_hours(hours: WeeklyHours, number: int) -> None:
    """The text has the week, seasons, exceptions, validity and unknown parts."""
    if hours.valid is not None:
        hours = WeeklyHours(hours.days, hours.seasons, hours.dates, valid=YEAR)
    on = FIRST + timedelta(days=number)
    read = WeeklyHours.from_osm(hours.to_osm(), during=(on, on + timedelta(days=7)))
    days = [on + timedelta(days=step) for step in range(7)]
    assert [read.day(on) for on in days] == [touching_joined(hours.day(on)) for on in days]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mo-Fr 09:00-17:00", WORKDAYS),
        ("24/7", (((0, 1440),),) * 7),
        ("off", ((),) * 7),
        ("Mo-Su", (((0, 1440),),) * 7),
        ("Mo 09:00-09:00", (((540, 1980),), *[()] * 6)),
        ("Mo 10:00-00:00", (((600, 1440),), *[()] * 6)),
        ("Mo 22:00-26:00", (((1320, 1560),), *[()] * 6)),
        ("Mo 22:00-24:00,Tu 00:00-05:00", (((1320, 1440),), ((0, 300),), *[()] * 5)),
        ("08:00-18:00; Sa,Su off", (*[((480, 1080),)] * 5, (), ())),
    ],
)
def test_weekly_expressions_become_a_week(
    text: str, expected: tuple[tuple[tuple[int, int], ...], ...]
) -> None:
    """Rules on weekdays need no dates; days that no rule names are closed."""
    assert WeeklyHours.from_osm(text) == WeeklyHours(expected)


@pytest.mark.parametrize(
    ("text", "friday", "saturday"),
    [
        ("Th 15:00-01:00; Fr,Sa 15:00-02:00", ((900, 1560),), ((900, 1560),)),
        ("20:00-04:00; Fr off", (), ((1200, 1680),)),
        ("Th-Fr 20:00-04:00; Fr 10:00-12:00", ((600, 720),), ()),
        (
            "Fr 23:40-03:00; Sa 22:00-04:00,10:00-24:00",
            ((1420, 1620),),
            ((600, 1680),),
        ),
    ],
)
def test_nights_belong_to_the_day_they_begin(text: str, friday: Day, saturday: Day) -> None:
    """The next day's rule does not cut a night, and a closed day has no night."""
    hours = WeeklyHours.from_osm(text)
    assert hours.days[4:6] == (friday, saturday)


def test_rules_on_months_become_seasons() -> None:
    """Such rules need no dates."""
    hours = WeeklyHours.from_osm("10:00-18:00; Jul-Aug 10:00-20:00; Dec Mo off")
    assert hours == WeeklyHours(
        (((600, 1080),),) * 7,
        (
            Season(frozenset({7, 8}), (((600, 1200),),) * 7),
            Season(frozenset({12}), ((), *[None] * 6)),
        ),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Mo unknown",
        'Mo "by appointment"',
        'Mo 10:00-12:00 "by appointment"',
        "Mo 18:00+",
        "Mo 09:00-18:00+",
        "Tu-Su off || unknown",
        "Mo unknown || Mo 10:00-12:00",
    ],
)
def test_unstated_hours_are_unknown(text: str) -> None:
    """Comments instead of a state, "unknown" and open ends are never read as closed."""
    assert WeeklyHours.from_osm(text).days[0] is None


def test_a_comment_after_a_state_changes_nothing() -> None:
    """The comment may even look like a rule."""
    hours = WeeklyHours.from_osm('Mo-Fr 09:00-17:00open "PH off; 20:00+ || 1/2"; Sa,Su off "x"')
    assert hours == WeeklyHours(WORKDAYS)


def test_fallback_rules_apply_on_closed_days() -> None:
    """The rule after || applies if no other rule does."""
    hours = WeeklyHours.from_osm("Mo 10:00-12:00 || Mo-Tu 14:00-15:00 || We unknown")
    assert hours.days[:4] == (((600, 720), (840, 900)), ((840, 900),), None, ())
    uncertain = WeeklyHours.from_osm('Mo 10:00-12:00 || "on appointment"')
    assert uncertain.days == (None,) * 7


@pytest.mark.parametrize(
    ("text", "monday"),
    [
        ('Mo-Fr 10:00-18:00 || "by appointment"', ((600, 1080),)),
        ("Mo-Fr 10:00-18:00+", ((600, 1080),)),
        ("Mo 10:00-18:00, Mo 12:00-13:00 unknown", ((600, 720), (780, 1080))),
        ('Mo 10:00-18:00; Mo 10:00-12:00 "by appointment"', None),
        ('Jan-Mar Mo 10:00-18:00 || "by appointment"', None),
    ],
)
def test_openings_certain_in_every_case_are_known(text: str, monday: Day) -> None:
    """They hold whatever the uncertain part means; if the month matters, by date."""
    hours = WeeklyHours.from_osm(text)
    assert hours.days[0] is None
    for minute in range(0, 1440, 60):
        known = any(start <= minute < end for start, end in monday or ())
        assert hours.is_open_on(0, minute) is (True if known else None)
    if text.startswith("Jan"):
        assert hours.is_open(datetime(2024, 2, 5, 12, tzinfo=UTC)) is True
        assert hours.is_open(datetime(2024, 5, 6, 12, tzinfo=UTC)) is None
        change = hours.next_change(datetime(2024, 5, 6, 12, tzinfo=UTC))
        assert change == (datetime(2025, 1, 6, 10, tzinfo=UTC), True)


def test_certain_hours_hold_on_dates_too() -> None:
    """Their end changes the state to unknown and is not a closing time."""
    hours = WeeklyHours.from_osm('Mo[1] 10:00-18:00 || "by appointment"', during=YEAR)
    monday = datetime(2024, 5, 6, 12, tzinfo=UTC)
    assert hours.is_open(monday) is True
    assert hours.is_open(monday + timedelta(days=7)) is None
    assert hours.next_change(monday) == (monday.replace(hour=18), None)
    assert hours.next_change(monday + timedelta(days=7)) == (
        datetime(2024, 6, 3, 10, tzinfo=UTC),
        True,
    )
    assert hours.closes_at(monday) is None
    assert [part.is_open for part in hours.intervals(monday, monday + timedelta(days=1))] == [
        True,
        None,
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Mo-Fr 10:00-18:00; Sa off || Mo-Fr "by appointment"',
            "Mo-Fr 10:00-18:00 || Mo-Fr unknown; Sa-Su off",
        ),
        (
            'Jul Mo 10:00-18:00; Aug Mo off || Mo "ask"',
            "Mo unknown; Tu-Su off; Jul Mo 10:00-18:00 || Jul Mo unknown",
        ),
        (
            'Mo[1] 10:00-18:00 || Mo "ask"',
            "unknown; {range} Mo unknown; {range} Tu-Su off; {mo} 10:00-18:00 || {mo} unknown",
        ),
    ],
)
def test_certain_hours_are_written(text: str, expected: str) -> None:
    """Partly known days are written by weeks, seasons and dates."""
    december = date(2024, 12, 2), date(2024, 12, 29)
    hours = WeeklyHours.from_osm(text, during=december)
    expected = expected.format(range="2024 Dec 01-2024 Dec 29", mo="2024 Dec 02")
    assert hours.to_osm() == expected
    reread = WeeklyHours.from_osm(expected, during=december)
    for number in range(28 * 24):
        at = datetime(2024, 12, 2, tzinfo=UTC) + timedelta(hours=number)
        assert reread.is_open(at) is hours.is_open(at)


def test_certain_hours_are_written_only_where_they_hold() -> None:
    """They are omitted outside their validity and on known days."""
    certain = WeeklyHours(
        WORKDAYS, (Season(frozenset({7}), WORKDAYS),), ((CHRISTMAS, NINE_TO_FIVE),), valid=YEAR
    )
    hours = WeeklyHours((None, *[()] * 6), certain=certain)
    dated = "2024 Dec 25 off"
    assert hours.to_osm() == f"Mo unknown; Tu-Su off; {dated}"
    always = WeeklyHours(hours.days, certain=certain.without_dates())
    assert always.to_osm() == (
        "Mo 09:00-17:00 || Mo unknown; Tu-Su off; Jul Mo 09:00-17:00 || Jul Mo unknown"
    )


def test_the_night_before_the_range_is_known() -> None:
    """The first morning is not uncertain because of the previous day."""
    hours = WeeklyHours.from_osm("Mo-Fr 09:00-17:00; Jan 1 off", during=YEAR)
    assert [hours.day(date(2024, 1, n)) for n in (1, 2)] == [(), NINE_TO_FIVE]
    assert hours.day(date(2023, 12, 31)) == ()


@pytest.mark.parametrize(
    ("text", "on", "expected"),
    [
        ("Jun 15-Sep 15", date(2024, 6, 14), ()),
        ("Jun 15-Sep 15", date(2024, 6, 15), ((0, 1440),)),
        ("10:00-12:00; Dec 24-Jan 2 off", date(2024, 12, 31), ()),
        ("2024 May 20 off; 2024 May 21-2024 May 30 10:00-12:00", date(2024, 5, 21), ((600, 720),)),
        ("week 10 Mo 10:00-12:00", date(2024, 3, 4), ((600, 720),)),
        ("week 10 Mo 10:00-12:00", date(2024, 3, 11), ()),
        ("Mo[1] 10:00-12:00", date(2024, 3, 4), ((600, 720),)),
        ("10:00-12:00; easter off", date(2024, 3, 31), ()),
        ("10:00-12:00; easter off", date(2024, 4, 1), ((600, 720),)),
    ],
)
def test_rules_on_dates_are_computed_for_a_range(text: str, on: date, expected: Day) -> None:
    """Rules name days of months, years, weeks, weekdays of a month and Easter."""
    assert WeeklyHours.from_osm(text, during=YEAR).day(on) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "PH off",
            "expected during and country for the dates of public holidays, got 'PH off'",
        ),
        ("sunrise-sunset", "expected during and zone and coords for the dates of sun times"),
        ("2024 Mo 10:00-12:00", "expected during for the dates of a year"),
        ("Jun 15-Sep 15", "expected during for the dates of a day of a month"),
        ("week 10 Mo 10:00-12:00", "expected during for the dates of a week number"),
        ("easter off", "expected during for the dates of easter"),
        ("Mo[1] 10:00-12:00", "expected during for the dates of a weekday of the month"),
        (
            "Mo-Fr 09:00-17:00; SH off",
            "expected rules without school holidays .no calendar has them., got 'Mo",
        ),
        ("Mo 10:00-12:00/01:30", "a repeated time is a timetable"),
        ("Mo 10:00-48:00", "expected openings of at most one day, got '10:00-48:00'"),
        ("", "expected OpenStreetMap opening_hours, got ''"),
        ("  ", "expected OpenStreetMap opening_hours, got '  '"),
        (None, "expected OpenStreetMap opening_hours, got None"),
        ("Mo 25:00-26:00", "opening_hours at position 3, got '25:00-26:00' in 'Mo 25:00-26:00'"),
        (
            "by tram",
            "expected OpenStreetMap opening_hours at position 0, got 'by tram' in 'by tram'",
        ),
        ('Mo "x" 10:00', "at position 7, got '10:00' in"),
        ('Mo 25:00-26:00 "x"', "at position 3, got '25:00-26:00 unknown' in 'Mo 25:00-26:00 "),
    ],
)
def test_rules_that_cannot_be_computed_are_explained(text: str, message: str) -> None:
    """The error names the rule and the missing argument, or the unreadable position."""
    with pytest.raises(HoursError, match=message):
        WeeklyHours.from_osm(text)


def test_dates_outside_the_calendar_are_rejected() -> None:
    """Years are Gregorian, and the supported dates are bounded."""
    with pytest.raises(HoursError, match="expected a first date that is not after the last"):
        WeeklyHours.from_osm("Jan 1 off", during=YEAR[::-1])
    with pytest.raises(HoursError, match="expected years from 1583 to 9990, got"):
        WeeklyHours.from_osm("Jan 1 off", during=(date.min, date.max))


@pytest.mark.parametrize(
    ("text", "corrected"),
    [
        ("Mo-Fr 09:00–12:30,14:30–19:00", "Mo-Fr 09:00-12:30,14:30-19:00"),
        ("Mo-Fr 09：00-17：00", "Mo-Fr 09:00-17:00"),
        (" Mo-Fr  09:00-17:00; ", "Mo-Fr 09:00-17:00"),
        ("24 hours", "24/7"),
        ("24h/24", "24/7"),
        ("daily 09:00-17:00", "Mo-Su 09:00-17:00"),
        ("weekdays 9-17; weekend 10-12", "Mo-Fr 09:00-17:00; Sa-Su 10:00-12:00"),
        ("Monday - Friday 9:00-17:00", "Mo-Fr 09:00-17:00"),
        ("Mon-Wed. 9-17, Do 9-18", "Mo-We 09:00-17:00, Th 09:00-18:00"),
        ("Di-So 10:00-18:00", "Tu-Su 10:00-18:00"),
        ("Jan-Dez 10:00-18:00", "Jan-Dec 10:00-18:00"),
        ("Mo 11am - 11pm, Sa 12am - 10.30 p.m.", "Mo 11:00-23:00, Sa 00:00-22:30"),
        ("Mo 6-10pm, Tu 11-1pm", "Mo 18:00-22:00, Tu 11:00-13:00"),
        ("Mo 9-12, 1:30-5 pm", "Mo 09:00-12:00,13:30-17:00"),
        ("Mo 6-2am, Tu 8 to 12 am", "Mo 18:00-02:00, Tu 08:00-24:00"),
        ("Mo 13-5pm, Tu 9am-17:30", "Mo 13:00-17:00, Tu 09:00-17:30"),
        ("Mo-Fr 09.00-17.00", "Mo-Fr 09:00-17:00"),
        ("Mo-Fr 9h30-17h", "Mo-Fr 09:30-17:00"),
        ("Mo-Fr 9:00 to 17:00", "Mo-Fr 09:00-17:00"),
        ("Mo 09:00-1300 & 14:00-18:00", "Mo 09:00-13:00,14:00-18:00"),
        ("We- Mo 17:00-22:00", "We-Mo 17:00-22:00"),
        ("Fr11:00-24:00", "Fr 11:00-24:00"),
        ("Mo-Fr: 09:00-17:00", "Mo-Fr 09:00-17:00"),
        ("Mo 7:00-21; Sa 15-02", "Mo 07:00-21:00; Sa 15:00-02:00"),
        ("Mo 09:00-12:00: Su 10:00-14:00", "Mo 09:00-12:00; Su 10:00-14:00"),
        ("Mo 09:00-12:00 Sa 10:00-14:00", "Mo 09:00-12:00; Sa 10:00-14:00"),
        ("Mo 09:00-12:00,Sa 10:00-14:00", "Mo 09:00-12:00, Sa 10:00-14:00"),
        ("MO-fr 9:00-17:00; public holidays off; Mo", "Mo-Fr 09:00-17:00; PH off; Mo"),
        ("Mo 16:00-", "Mo 16:00+"),
        ("15 Jun-15. Sep", "Jun 15-Sep 15"),
    ],
)
def test_common_typos_are_corrected(text: str, corrected: str) -> None:
    given = {"country": "FR", "during": YEAR}
    read = WeeklyHours.from_osm(text, **given)  # type: ignore[arg-type]
    assert read == WeeklyHours.from_osm(corrected, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["Mo 8am-5", "Mo 8:00 AM - 5:30", "Mo 8 a.m. to 12"])
def test_ambiguous_closing_times_are_rejected(text: str) -> None:
    """The text "8 to 5" is not a night of 21 hours; the reader of free text rejects it too."""
    with pytest.raises(HoursError, match="expected OpenStreetMap opening_hours at position"):
        WeeklyHours.from_osm(text)


@pytest.mark.parametrize("run", [" ", ";", ". ", "\t"], ids=repr)
def test_long_runs_are_read_in_linear_time(run: str) -> None:
    """Quadratic time took more than a minute."""
    begin = perf_counter()
    for text in (f"Mo 09:00{200_000 // len(run) * run}x", f"{200_000 // len(run) * run}x"):
        with pytest.raises(HoursError, match="expected OpenStreetMap opening_hours at position"):
            WeeklyHours.from_osm(text)
    assert perf_counter() - begin < 20


def test_every_corrected_typo_is_listed() -> None:
    names = [typo.name for typo in TYPOS]
    assert len(set(names)) == len(names)


def test_hours_are_written_by_runs_of_days() -> None:
    """Weeks, seasons, exceptions and validity come in order of precedence."""
    hours = WeeklyHours(
        (*[NINE_TO_FIVE] * 5, (), None),
        (
            Season(frozenset({11, 12, 1, 6}), (None, *[()] * 6)),
            Season(frozenset({7}), (((0, 1440),),) * 7),
        ),
        ((date(2024, 12, 25), ((600, 1500),)),),
    )
    assert hours.to_osm() == (
        "Mo-Fr 09:00-17:00; Sa off; Su unknown; Jan,Jun,Nov-Dec Tu-Su off; Jul 00:00-24:00; "
        "2024 Dec 25 10:00-01:00"
    ).replace("Jan,Jun,Nov-Dec", "Jun,Nov-Jan")
    assert WeeklyHours((((0, 1440),),) * 7).to_osm() == "24/7"
    valid = WeeklyHours((((0, 1440),),) * 7, valid=YEAR)
    assert valid.to_osm() == "unknown; 2024 Jan 01-2024 Dec 31 00:00-24:00"


def test_seasons_are_written_within_the_validity() -> None:
    """Each month that the validity touches is written with its dates in every year."""
    hours = WeeklyHours(
        WORKDAYS,
        (
            Season(frozenset({12, 2}), (((600, 900),),) * 7),
            Season(frozenset({6}), ((),) * 7),
        ),
        valid=(date(2023, 12, 20), date(2024, 12, 10)),
    )
    assert hours.to_osm().split("; ") == [
        "unknown",
        "2023 Dec 20-2024 Dec 10 Mo-Fr 09:00-17:00",
        "2023 Dec 20-2024 Dec 10 Sa-Su off",
        "2023 Dec 20-2023 Dec 31 10:00-15:00",
        "2024 Feb 01-2024 Feb 29 10:00-15:00",
        "2024 Dec 01-2024 Dec 10 10:00-15:00",
        "2024 Jun 01-2024 Jun 30 off",
    ]


def test_an_open_validity_cannot_be_written() -> None:
    """The format needs both dates."""
    with pytest.raises(HoursError, match=r"both a first and a last date \(OpenStreetMap"):
        WeeklyHours(WORKDAYS, valid=(YEAR[0], date.max)).to_osm()


def tags_of(data_dir: Path, name: str) -> Counter[str]:
    """Return the tags of an extract."""
    pytest.importorskip("osmium")
    return tags(data_dir / "osm" / f"{name}.osm.pbf")


@pytest.mark.parametrize("name", EXTRACTS)
def test_real_tags_match_another_library(data_dir: Path, name: str) -> None:
    """Exceptions are nights, which it cuts, and lists of days that it reads as all day."""
    others = [
        text
        for text in tags_of(data_dir, name)
        if compared(text, EXTRACTS[name], YEAR) == "read differently"
    ]
    night = re.compile(r"-(?:0\d|10):\d\d")
    list_of_days = re.compile("[A-Z][a-z], [A-Z][a-z]")
    moved_holiday = {"Mo-Fr 08:00-19:00; Sa 08:00-13:00; PH off; 2024 May 20,2024 May 30 off"}
    assert {
        text for text in others if not night.search(text) and not list_of_days.search(text)
    } <= moved_holiday


@pytest.mark.parametrize("name", EXTRACTS)
def test_real_tags_are_read_or_explained(data_dir: Path, name: str) -> None:
    """At least 97 % are read, and round trip to the same hours on every date of a month."""
    during = (date(2024, 7, 1), date(2024, 7, 31))
    found = tags_of(data_dir, name)
    assert found.total() > 100
    failed = 0
    for text, count in found.items():
        try:
            hours = WeeklyHours.from_osm(text, during=during, **EXTRACTS[name]._asdict())
        except HoursError as error:
            assert repr(text[:20])[:-1] in str(error)  # noqa: PT017 # the reason quotes the tag
            failed += count
            continue
        reread = WeeklyHours.from_osm(hours.to_osm(), during=during)
        dates = [during[0] + timedelta(days=number) for number in range(31)]
        assert [reread.day(on) for on in dates] == [hours.day(on) for on in dates]
    assert failed <= 0.03 * found.total()
