"""The opening hours model: its fields, the hours of a date, and queries about weekdays."""

from __future__ import annotations

import pickle
import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.calculators.hours import WEEK_MIN, Season, Week, WeeklyHours
from geoeval.calculators.hours.osm import find_regular_parts
from geoeval.errors import HoursError
from tests.calculators.hours.strategies import FIRST, any_hours, days, plain, seasonal

NINE_TO_FIVE = ((540, 1020),)
OPEN, CLOSED = (NINE_TO_FIVE,) * 7, ((),) * 7


def open_at(hours: WeeklyHours, weekday: int, minute: int) -> bool | None:
    """Return whether it is open at a minute, which may exceed 24 hours."""
    later, minute = divmod(minute, 1440)
    return hours.is_open_on((weekday + later) % 7, minute)


@given(plain, st.integers(0, 6), st.integers(0, 1439))
@settings(max_examples=40)
def test_early_hours_include_the_previous_day(
    hours: WeeklyHours, weekday: int, minute: int
) -> None:
    """The result agrees with a direct look at both days."""
    today, before = hours.days[weekday], hours.days[weekday - 1]
    expected = any(start <= minute < end for start, end in today or ()) or any(
        start <= minute + 1440 < end for start, end in before or ()
    )
    is_open = hours.is_open_on(weekday, minute)
    assert (is_open is True) == expected
    if today is None and not expected:
        assert is_open is None
    if today is not None and before is not None:
        assert is_open is not None


@given(plain, st.integers(0, 6), st.integers(0, 1439))
@settings(max_examples=40)
def test_closing_is_the_first_time_not_open(hours: WeeklyHours, weekday: int, minute: int) -> None:
    """It is open until then, unless it never closes."""
    closing = hours.closes_on(weekday, minute)
    if closing is None:
        assert hours.is_open_on(weekday, minute) is not True
    else:
        assert all(open_at(hours, weekday, t) for t in range(minute, closing, 7))
        assert open_at(hours, weekday, closing - 1)
        assert closing == minute + WEEK_MIN or not open_at(hours, weekday, closing)


@given(plain, st.integers(0, 6))
@settings(max_examples=40)
def test_windows_of_a_weekday_match_its_openings(hours: WeeklyHours, weekday: int) -> None:
    """Windows are ordered, separated by gaps, and open throughout."""
    windows, day = hours.windows_on(weekday), hours.intervals_on(weekday)
    assert (windows is None) == (day is None)
    free_from = -1
    for start, end in windows or ():
        assert free_from < start < 1440
        assert hours.is_open_on(weekday, start)
        assert open_at(hours, weekday, end - 1)
        free_from = end
    for start, end in day or ():
        assert any(first <= start and end <= last for first, last in windows or ())


@pytest.mark.parametrize(
    "week",
    [
        ((),) * 6,
        (((-1, 5),), *((),) * 6),
        (((1440, 1500),), *((),) * 6),
        (((600, 600),), *((),) * 6),
        (((600, 2041),), *((),) * 6),
        (((600, 700), (650, 800)), *((),) * 6),
        (((9.5, 12.5),), *((),) * 6),
        (((600, 660, 720),), *((),) * 6),
        ((600, 700), *((),) * 6),
        ([(600, 700)], *((),) * 6),
        [()] * 7,
        None,
    ],
    ids=repr,
)
def test_malformed_days_are_rejected(week: Week) -> None:
    """A week has seven days of ordered whole-minute intervals of at most 24 hours."""
    with pytest.raises(HoursError, match=r"expected (seven days|a tuple|intervals \(start, end)"):
        WeeklyHours(week)


@pytest.mark.parametrize("months", [frozenset(), frozenset({0, 1}), frozenset({13})], ids=repr)
def test_a_season_needs_valid_months(months: frozenset[int]) -> None:
    with pytest.raises(HoursError, match=r"expected a set of months from 1 to 12, got frozenset"):
        Season(months, CLOSED)


def test_months_of_a_season_may_be_any_set() -> None:
    """A set becomes a frozenset, so seasons are hashable; other types are rejected."""
    season = Season({7, 8}, CLOSED)  # type: ignore[arg-type]  # what callers write
    assert hash(season) == hash(Season(frozenset({7, 8}), CLOSED))
    for months in (None, 5, [1], {1, "a"}):
        with pytest.raises(HoursError, match=f"from 1 to 12, got {re.escape(repr(months))}"):
            Season(months, CLOSED)  # type: ignore[arg-type]


def test_lists_of_seasons_and_dates_become_tuples() -> None:
    """Equal hours have equal hashes; other types are rejected by name."""
    hours = WeeklyHours(CLOSED, [], [])  # type: ignore[arg-type]  # what callers write
    assert hash(hours) == hash(WeeklyHours(CLOSED))
    for seasons in (5, (5,), None):
        with pytest.raises(HoursError, match=r"expected a tuple of seasons, got"):
            WeeklyHours(CLOSED, seasons)  # type: ignore[arg-type]
    for dates in (5, (5,), None, {date(2024, 5, 1): ()}):
        with pytest.raises(HoursError, match=r"expected pairs of a date and its intervals, got"):
            WeeklyHours(CLOSED, dates=dates)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [None, 1.5, "1", float("nan"), -1, 2000], ids=repr)
def test_weekdays_and_minutes_are_integers_in_range(number: int) -> None:
    hours = WeeklyHours(OPEN)
    for ask in (hours.intervals_on, hours.opens_on, hours.windows_on):
        with pytest.raises(HoursError, match=f"expected a weekday .* got {number!r}"):
            ask(number)
    for ask_at in (hours.is_open_on, hours.closes_on):
        with pytest.raises(HoursError, match=f"expected a weekday .* got {number!r}"):
            ask_at(number, 600)
        with pytest.raises(HoursError, match=f"expected minutes .* got {number!r}"):
            ask_at(0, number)


def test_the_last_minute_of_sunday_is_in_range() -> None:
    """Weekday 7 and minute 1440 are out of range; the next day has its own weekday."""
    hours = WeeklyHours((*CLOSED[:6], ((1320, 1560),)))
    assert (hours.is_open_on(6, 1439), hours.closes_on(6, 1439)) == (True, 1560)
    with pytest.raises(
        HoursError, match=r"expected a weekday from 0 .Monday. to 6 .Sunday., got 7$"
    ):
        hours.is_open_on(7, 0)
    with pytest.raises(HoursError, match=r"minutes after midnight from 0 to 1439, got 1440$"):
        hours.closes_on(6, 1440)


def test_contradicting_fields_are_rejected() -> None:
    """A date, or weekday of a month, has one set of hours; ranges of dates are ordered."""
    day = date(2024, 5, 1)
    with pytest.raises(HoursError, match="expected each date only once, got"):
        WeeklyHours(CLOSED, dates=((day, ()), (day, None)))
    with pytest.raises(HoursError, match=r"expected intervals \(start, end\)"):
        WeeklyHours(CLOSED, dates=((day, ((5, 4),)),))
    for pairs in ((day, ()), ((day,),), (((day, ()), ()),)):
        with pytest.raises(HoursError, match="expected pairs of a date and its intervals, got"):
            WeeklyHours(CLOSED, dates=pairs)  # type: ignore[arg-type]
    unordered = "expected a first date that is not after the last, got"
    not_two = r"expected a first and a last date such as \(date\(2024, 1, 1\), .*\), got"
    for valid, message in (
        ((day, date(2024, 4, 30)), unordered),
        ((1, 2), not_two),
        (("2024-05-01", "2024-05-31"), not_two),
        (day, not_two),
    ):
        with pytest.raises(HoursError, match=message):
            WeeklyHours(CLOSED, valid=valid)  # type: ignore[arg-type]
    with pytest.raises(HoursError, match="expected the hours of Monday in month 5 only once"):
        WeeklyHours(CLOSED, (Season(frozenset({5}), OPEN), Season(frozenset({4, 5}), OPEN)))


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", 5], ids=repr)
def test_an_unknown_zone_is_rejected(zone: str) -> None:
    with pytest.raises(HoursError, match=f"expected a time zone such as .*, got {zone!r}"):
        WeeklyHours(CLOSED, zone=zone)


def test_order_of_seasons_and_dates_does_not_matter() -> None:
    parts = Season(frozenset({1}), OPEN), Season(frozenset({12}), CLOSED)
    dated = (date(2024, 5, 1), ()), (date(2024, 4, 1), None)
    hours = WeeklyHours(OPEN, parts, dated)
    assert hours == WeeklyHours(OPEN, parts[::-1], dated[::-1])
    assert hash(hours) == hash(WeeklyHours(OPEN, parts[::-1], dated[::-1]))


def test_exceptions_precede_seasons_and_the_week() -> None:
    """Exceptions hold outside the validity too, where everything else is unknown."""
    hours = WeeklyHours(
        OPEN,
        (Season(frozenset({7}), ((), *(None,) * 6)),),
        ((date(2024, 7, 2), ()), (date(2025, 1, 1), ((600, 660),))),
        valid=(date(2024, 1, 1), date(2024, 12, 31)),
    )
    assert hours.day(date(2024, 7, 1)) == ()
    assert hours.day(date(2024, 7, 2)) == ()
    assert hours.day(date(2024, 7, 3)) == NINE_TO_FIVE
    assert hours.day(date(2024, 8, 5)) == NINE_TO_FIVE
    assert hours.day(date(2025, 1, 1)) == ((600, 660),)
    assert hours.day(date(2025, 1, 2)) is None


@pytest.mark.parametrize("on", [datetime(2024, 5, 1, tzinfo=UTC), "2024-05-01", None], ids=repr)
def test_values_other_than_dates_are_rejected(on: date) -> None:
    """The date of a datetime depends on its zone."""
    with pytest.raises(HoursError, match="expected a date such as"):
        WeeklyHours(CLOSED).day(on)


def test_a_weekday_is_known_if_all_seasons_agree() -> None:
    """Without a date the month is unknown."""
    hours = WeeklyHours(OPEN, (Season(frozenset({7}), ((), NINE_TO_FIVE, *(None,) * 5)),))
    assert hours.intervals_on(0) is None
    assert hours.opens_on(0) is None
    assert hours.windows_on(0) is None
    assert hours.is_open_on(0, 600) is None
    assert hours.intervals_on(1) == NINE_TO_FIVE
    assert hours.opens_on(2) is True


@given(seasonal, st.integers(0, 365))
@settings(max_examples=40)
def test_usual_days_hold_in_every_month(hours: WeeklyHours, number: int) -> None:
    """The hours of a weekday hold on each of its dates."""
    on = date.fromordinal(FIRST.toordinal() + number)
    usual = hours.intervals_on(on.weekday())
    assert usual is None or usual == hours.day(on)


def test_an_unknown_previous_day_makes_early_hours_unknown() -> None:
    """Yesterday's hours may last until the first opening, but not beyond it."""
    hours = WeeklyHours.parse("Tuesday: 9:00 AM – 5:00 PM, Friday: Closed")
    assert hours.is_open_on(1, 60) is None
    assert hours.is_open_on(1, 600) is True
    assert hours.is_open_on(1, 1200) is False
    assert hours.is_open_on(4, 600) is None
    assert hours.is_open_on(0, 600) is None
    assert hours.windows_on(1) == NINE_TO_FIVE


def test_intervals_and_openings_of_a_day() -> None:
    """Unknown, closed and open days are distinguished."""
    hours = WeeklyHours.parse("Monday: Closed, Tuesday: 9:00 AM – 5:00 PM")
    assert [hours.intervals_on(day) for day in range(3)] == [(), NINE_TO_FIVE, None]
    assert [hours.opens_on(day) for day in range(3)] == [False, True, None]


def test_always_open_hours_have_no_closing_time() -> None:
    always = WeeklyHours((((0, 1440),),) * 7)
    assert always.closes_on(2, 100) == 100 + WEEK_MIN


@given(any_hours)
@settings(max_examples=40)
def test_hours_without_dates_keep_week_seasons_and_zone(hours: WeeklyHours) -> None:
    bare = hours.without_dates()
    assert (bare.days, bare.seasons, bare.zone) == (hours.days, hours.seasons, hours.zone)
    assert (bare.dates, bare.valid) == ((), None)


def test_certain_hours_apply_on_unknown_days() -> None:
    """They do not make the day known, nor the time around them."""
    certain = WeeklyHours((NINE_TO_FIVE, *[None] * 6))
    hours = WeeklyHours((None, None, *[()] * 5), certain=certain)
    assert hours.intervals_on(0) is None
    assert [hours.opens_on(day) for day in range(3)] == [True, None, False]
    assert [hours.is_open_on(0, minute) for minute in (539, 540, 1020)] == [None, True, None]
    assert hours.is_open_on(3, 600) is False
    assert hours.closes_on(0, 600) is None
    assert hours != WeeklyHours(hours.days)
    assert hours.without_dates() == hours
    assert repr(hours).endswith("; certain: Mon 09:00-17:00; Tue-Sun unknown>")
    with pytest.raises(HoursError, match="expected opening hours, or None, as 'certain', got 5"):
        WeeklyHours(OPEN, certain=5)  # type: ignore[arg-type]


def test_repr_is_one_short_line() -> None:
    """It shows the week and the number of other entries; a pickled copy is equal."""
    hours = WeeklyHours(
        (((540, 720), (1080, 1560)), *[()] * 4, ((0, 1440),), None),
        (Season(frozenset({5}), CLOSED),),
        ((FIRST, ()),),
        "Europe/Paris",
        (FIRST, FIRST),
    )
    assert repr(hours) == (
        "<WeeklyHours Mon 09:00-12:00, 18:00-02:00; Tue-Fri closed; Sat open 24 hours; "
        f"Sun unknown; seasons: 1; dates: 1; zone: Europe/Paris; valid: {FIRST} to {FIRST}>"
    )
    assert repr(WeeklyHours(OPEN)) == "<WeeklyHours daily 09:00-17:00>"
    assert pickle.loads(pickle.dumps(hours)) == hours  # noqa: S301 # what it wrote itself


def test_text_states_everything_or_fails() -> None:
    """Text cannot express dates, validity or fully unknown hours."""
    dated = WeeklyHours(OPEN, dates=((FIRST, ()),))
    with pytest.raises(HoursError, match=r"a week and seasons only \(lines cannot express"):
        dated.text()
    with pytest.raises(HoursError, match="expected a week and seasons"):
        WeeklyHours(OPEN, valid=(FIRST, FIRST)).lines()
    with pytest.raises(
        HoursError, match="expected at least one known day, got <WeeklyHours daily unknown>"
    ):
        WeeklyHours((None,) * 7).text()
    assert WeeklyHours((None,) * 7).lines() == ()


@given(st.dictionaries(st.integers(0, 800), days, min_size=1, max_size=60))
@settings(max_examples=40)
def test_regular_parts_reproduce_every_date(table: dict[int, object]) -> None:
    """Week, seasons and exceptions express any table of dates."""
    dated = {date.fromordinal(FIRST.toordinal() + n): day for n, day in table.items()}
    hours = WeeklyHours(*find_regular_parts(dated))  # type: ignore[arg-type]
    assert {on: hours.day(on) for on in dated} == dated


def test_most_dates_make_the_regular_week() -> None:
    """A holiday becomes an exception, a month with other hours a season."""
    dates = [date.fromordinal(FIRST.toordinal() + number) for number in range(366)]
    table = {on: ((600, 1080),) if on.month == 8 else NINE_TO_FIVE for on in dates}
    table[date(2024, 12, 25)] = ()
    week, seasons, exceptions, *_ = find_regular_parts(table)
    assert week == OPEN
    assert seasons == (Season(frozenset({8}), (((600, 1080),),) * 7),)
    assert exceptions == ((date(2024, 12, 25), ()),)
