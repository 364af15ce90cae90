"""The model of opening hours: its fields, which hours hold on a date, questions on weekdays."""

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
    """Return whether it is open at a minute counted on past midnight."""
    later, minute = divmod(minute, 1440)
    return hours.is_open_on((weekday + later) % 7, minute)


@given(plain, st.integers(0, 6), st.integers(0, 1439))
@settings(max_examples=40)
def test_a_time_of_a_weekday_counts_the_hours_begun_the_day_before(
    hours: WeeklyHours, weekday: int, minute: int
) -> None:
    """A direct look at both days agrees."""
    today, before = hours.days[weekday], hours.days[weekday - 1]
    held = any(start <= minute < end for start, end in today or ()) or any(
        start <= minute + 1440 < end for start, end in before or ()
    )
    is_open = hours.is_open_on(weekday, minute)
    assert (is_open is True) == held
    if today is None and not held:
        assert is_open is None
    if today is not None and before is not None:
        assert is_open is not None


@given(plain, st.integers(0, 6), st.integers(0, 1439))
@settings(max_examples=40)
def test_closing_is_the_first_time_that_is_not_open(
    hours: WeeklyHours, weekday: int, minute: int
) -> None:
    """It is open until then and not then, unless it never closes."""
    closing = hours.closes_on(weekday, minute)
    if closing is None:
        assert hours.is_open_on(weekday, minute) is not True
    else:
        assert all(open_at(hours, weekday, t) for t in range(minute, closing, 7))
        assert open_at(hours, weekday, closing - 1)
        assert closing == minute + WEEK_MIN or not open_at(hours, weekday, closing)


@given(plain, st.integers(0, 6))
@settings(max_examples=40)
def test_windows_of_a_weekday_hold_its_openings(hours: WeeklyHours, weekday: int) -> None:
    """They are in order with gaps between them, and inside them it is open."""
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
def test_days_of_another_form_are_rejected(week: Week) -> None:
    """Seven days, intervals of whole minutes in order and no longer than a day."""
    with pytest.raises(HoursError, match=r"expected (seven days|a tuple|intervals \(start, end)"):
        WeeklyHours(week)


@pytest.mark.parametrize("months", [frozenset(), frozenset({0, 1}), frozenset({13})], ids=repr)
def test_a_season_has_months_of_the_year(months: frozenset[int]) -> None:
    """No month, or one that no year has, is rejected."""
    with pytest.raises(HoursError, match=r"expected a set of months from 1 to 12, got frozenset"):
        Season(months, CLOSED)


def test_months_of_a_season_may_be_any_set() -> None:
    """A set becomes a frozen one, so that seasons can be hashed; what is no set is rejected."""
    season = Season({7, 8}, CLOSED)  # type: ignore[arg-type]  # what callers write
    assert hash(season) == hash(Season(frozenset({7, 8}), CLOSED))
    for months in (None, 5, [1], {1, "a"}):
        with pytest.raises(HoursError, match=f"from 1 to 12, got {re.escape(repr(months))}"):
            Season(months, CLOSED)  # type: ignore[arg-type]


def test_lists_of_seasons_and_dates_become_tuples() -> None:
    """Equal hours have one hash; what is no list is rejected by name."""
    hours = WeeklyHours(CLOSED, [], [])  # type: ignore[arg-type]  # what callers write
    assert hash(hours) == hash(WeeklyHours(CLOSED))
    for seasons in (5, (5,), None):
        with pytest.raises(HoursError, match=r"expected a tuple of seasons, got"):
            WeeklyHours(CLOSED, seasons)  # type: ignore[arg-type]
    for dates in (5, (5,), None, {date(2024, 5, 1): ()}):
        with pytest.raises(HoursError, match=r"expected pairs of a date and its intervals, got"):
            WeeklyHours(CLOSED, dates=dates)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [None, 1.5, "1", float("nan"), -1, 2000], ids=repr)
def test_weekdays_and_minutes_are_whole_numbers_in_range(number: int) -> None:
    """Anything else is rejected by name."""
    hours = WeeklyHours(OPEN)
    for ask in (hours.intervals_on, hours.opens_on, hours.windows_on):
        with pytest.raises(HoursError, match=f"expected a weekday .* got {number!r}"):
            ask(number)
    for ask_at in (hours.is_open_on, hours.closes_on):
        with pytest.raises(HoursError, match=f"expected a weekday .* got {number!r}"):
            ask_at(number, 600)
        with pytest.raises(HoursError, match=f"expected minutes .* got {number!r}"):
            ask_at(0, number)


def test_the_last_weekday_and_minute_are_in_range_and_the_next_are_not() -> None:
    """Sunday 23:59; the day after it is asked by its own weekday, not as day 7 or minute 1440."""
    hours = WeeklyHours((*CLOSED[:6], ((1320, 1560),)))
    assert (hours.is_open_on(6, 1439), hours.closes_on(6, 1439)) == (True, 1560)
    with pytest.raises(
        HoursError, match=r"expected a weekday from 0 .Monday. to 6 .Sunday., got 7$"
    ):
        hours.is_open_on(7, 0)
    with pytest.raises(HoursError, match=r"minutes after midnight from 0 to 1439, got 1440$"):
        hours.closes_on(6, 1440)


def test_fields_that_contradict_each_other_are_rejected() -> None:
    """One hours for each date and each weekday of a month; a range of dates in order."""
    day = date(2024, 5, 1)
    with pytest.raises(HoursError, match="expected each date only once, got"):
        WeeklyHours(CLOSED, dates=((day, ()), (day, None)))
    with pytest.raises(HoursError, match=r"expected intervals \(start, end\)"):
        WeeklyHours(CLOSED, dates=((day, ((5, 4),)),))
    for pairs in ((day, ()), ((day,),), (((day, ()), ()),)):
        with pytest.raises(HoursError, match="expected pairs of a date and its intervals, got"):
            WeeklyHours(CLOSED, dates=pairs)  # type: ignore[arg-type]
    for valid in ((day, date(2024, 4, 30)), (1, 2), day):
        with pytest.raises(HoursError, match="expected a first date that is not after the last"):
            WeeklyHours(CLOSED, valid=valid)  # type: ignore[arg-type]
    with pytest.raises(HoursError, match="expected the hours of Monday in month 5 only once"):
        WeeklyHours(CLOSED, (Season(frozenset({5}), OPEN), Season(frozenset({4, 5}), OPEN)))


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", 5], ids=repr)
def test_an_unknown_zone_is_quoted(zone: str) -> None:
    """A name that the time zone database does not have is rejected at once."""
    with pytest.raises(HoursError, match=f"expected a time zone such as .*, got {zone!r}"):
        WeeklyHours(CLOSED, zone=zone)


def test_the_order_of_seasons_and_dates_does_not_count() -> None:
    """Equal hours are equal however they were given."""
    parts = Season(frozenset({1}), OPEN), Season(frozenset({12}), CLOSED)
    dated = (date(2024, 5, 1), ()), (date(2024, 4, 1), None)
    hours = WeeklyHours(OPEN, parts, dated)
    assert hours == WeeklyHours(OPEN, parts[::-1], dated[::-1])
    assert hash(hours) == hash(WeeklyHours(OPEN, parts[::-1], dated[::-1]))


def test_a_date_has_the_hours_of_its_exception_season_or_week() -> None:
    """The exception comes first, even outside the validity; outside it nothing else is known."""
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
def test_what_is_no_date_is_rejected(on: date) -> None:
    """A datetime has no date but that of a zone."""
    with pytest.raises(HoursError, match="expected a date such as"):
        WeeklyHours(CLOSED).day(on)


def test_a_weekday_is_known_where_all_seasons_agree() -> None:
    """Without a date the month is not known, so hours that differ by month are not either."""
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
    """What is said of a weekday is true on each date of it."""
    on = date.fromordinal(FIRST.toordinal() + number)
    usual = hours.intervals_on(on.weekday())
    assert usual is None or usual == hours.day(on)


def test_an_unknown_day_before_leaves_the_early_hours_open_to_doubt() -> None:
    """Before the first opening yesterday's hours might still hold; after it they cannot."""
    hours = WeeklyHours.parse("Tuesday: 9:00 AM – 5:00 PM, Friday: Closed")
    assert hours.is_open_on(1, 60) is None
    assert hours.is_open_on(1, 600) is True
    assert hours.is_open_on(1, 1200) is False
    assert hours.is_open_on(4, 600) is None
    assert hours.is_open_on(0, 600) is None
    assert hours.windows_on(1) == NINE_TO_FIVE


def test_intervals_and_openings_of_a_day() -> None:
    """Unknown, closed and open days differ."""
    hours = WeeklyHours.parse("Monday: Closed, Tuesday: 9:00 AM – 5:00 PM")
    assert [hours.intervals_on(day) for day in range(3)] == [(), NINE_TO_FIVE, None]
    assert [hours.opens_on(day) for day in range(3)] == [False, True, None]


def test_what_never_closes_is_given_a_week() -> None:
    """Open 24 hours every day has no closing time within the week."""
    always = WeeklyHours((((0, 1440),),) * 7)
    assert always.closes_on(2, 100) == 100 + WEEK_MIN


@given(any_hours)
@settings(max_examples=40)
def test_hours_without_dates_keep_week_seasons_and_zone(hours: WeeklyHours) -> None:
    """Nothing else is left."""
    bare = hours.without_dates()
    assert (bare.days, bare.seasons, bare.zone) == (hours.days, hours.seasons, hours.zone)
    assert (bare.dates, bare.valid) == ((), None)


def test_certain_hours_count_where_the_day_is_not_known() -> None:
    """They make no day known, and say nothing of the time around them."""
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


def test_hours_are_shown_in_one_short_line() -> None:
    """The week in full, and how much there is beside it; a copy by pickle is equal."""
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


def test_a_text_says_all_or_fails() -> None:
    """Dates and validity have no place in it, and there is no text for knowing nothing."""
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
def test_regular_parts_give_every_date_its_hours(table: dict[int, object]) -> None:
    """However diverse dates are, week, seasons and exceptions say them again."""
    dated = {date.fromordinal(FIRST.toordinal() + n): day for n, day in table.items()}
    hours = WeeklyHours(*find_regular_parts(dated))  # type: ignore[arg-type]
    assert {on: hours.day(on) for on in dated} == dated


def test_most_dates_make_the_regular_week() -> None:
    """A holiday is an exception, a month with other hours a season."""
    dates = [date.fromordinal(FIRST.toordinal() + number) for number in range(366)]
    table = {on: ((600, 1080),) if on.month == 8 else NINE_TO_FIVE for on in dates}
    table[date(2024, 12, 25)] = ()
    week, seasons, exceptions, *_ = find_regular_parts(table)
    assert week == OPEN
    assert seasons == (Season(frozenset({8}), (((600, 1080),),) * 7),)
    assert exceptions == ((date(2024, 12, 25), ()),)
