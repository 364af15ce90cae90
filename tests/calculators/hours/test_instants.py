"""States of opening hours at instants, the next change, intervals and total lengths."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.calculators.hours import Change, Day, Season, WeeklyHours
from geoeval.errors import HoursError, NaiveDatetimeError
from tests.calculators.hours.strategies import FIRST, ZONES, any_hours

PARIS = ZoneInfo("Europe/Paris")
NINE_TO_FIVE = ((540, 1020),)
WORKDAYS = WeeklyHours((*[NINE_TO_FIVE] * 5, (), ()), zone="Europe/Paris")

INSTANTS = st.integers(0, 45 * 1440).map(
    lambda minutes: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


@given(any_hours, INSTANTS, ZONES)
@settings(max_examples=40)
def test_next_change_is_the_first_instant_of_another_state(
    hours: WeeklyHours, at: datetime, name: str
) -> None:
    """The state is constant until then, and differs from then on."""
    zone = ZoneInfo(name)
    at = at.astimezone(zone)
    change = hours.next_change(at)
    state = hours.is_open(at)
    assert hours.closes_at(at) == (change.at if change and state else None)
    if change is None:
        assert all(hours.is_open(at + timedelta(hours=n)) is state for n in range(0, 800, 31))
        return
    assert at.astimezone(UTC) < change.at.astimezone(UTC)
    assert change.is_open is not state
    assert hours.is_open(change.at) is change.is_open
    before = change.at.astimezone(UTC) - timedelta(seconds=1)
    assert hours.is_open(max(before, at.astimezone(UTC)).astimezone(zone)) is state
    middle = at.astimezone(UTC) + (change.at.astimezone(UTC) - at.astimezone(UTC)) / 3
    assert hours.is_open(middle.astimezone(zone)) is state


@given(any_hours, INSTANTS, st.integers(0, 8 * 1440), ZONES)
@settings(max_examples=40)
def test_intervals_agree_with_states_and_minutes(
    hours: WeeklyHours, start: datetime, length_min: int, name: str
) -> None:
    """Every instant has the state of its interval, and the lengths of intervals add up."""
    zone = ZoneInfo(name)
    end = start + timedelta(minutes=length_min)
    intervals = hours.intervals(start.astimezone(zone), end.astimezone(zone))
    edges = [(s.start.astimezone(UTC), s.end.astimezone(UTC), s.is_open) for s in intervals]
    assert all(first < last for first, last, _ in edges)
    assert all(one[1] <= two[0] for one, two in pairwise(edges))
    assert not edges or (start <= edges[0][0] and edges[-1][1] <= end)
    for number in range(0, length_min, 97):
        at = start + timedelta(minutes=number)
        states = [state for first, last, state in edges if first <= at < last]
        assert states == ([] if (now := hours.is_open(at.astimezone(zone))) is False else [now])
    minutes = hours.open_minutes(start.astimezone(zone), end.astimezone(zone))
    if any(state is None for _, _, state in edges):
        assert minutes is None
    else:
        total = sum(((last - first) for first, last, _ in edges), timedelta())
        assert minutes == total / timedelta(minutes=1)


@given(any_hours, INSTANTS, ZONES)
@settings(max_examples=40)
def test_zone_of_model_or_datetime_gives_equal_results(
    hours: WeeklyHours, at: datetime, name: str
) -> None:
    """Hours with a zone convert every datetime to it."""
    placed = WeeklyHours(hours.days, hours.seasons, hours.dates, name, hours.valid)
    there = at.astimezone(ZoneInfo(name))
    assert placed.is_open(at) is hours.is_open(there)
    assert placed.next_change(at) == hours.next_change(there)


@given(any_hours, st.integers(0, 45))
@settings(max_examples=40)
def test_windows_of_a_date_match_its_states(hours: WeeklyHours, number: int) -> None:
    """Without a clock change, windows and states agree minute by minute."""
    on = FIRST + timedelta(days=number)
    windows = hours.windows(on)
    if windows is None:
        assert hours.day(on) is None
        return
    midnight = datetime(on.year, on.month, on.day, tzinfo=UTC)
    for minute in range(0, 1440, 37):
        inside = any(start <= minute < end for start, end in windows)
        assert inside == (hours.is_open(midnight + timedelta(minutes=minute)) is True)
    for start, end in windows:
        assert hours.is_open(midnight + timedelta(minutes=end - 1)) is True
        closing = hours.closes_at(midnight + timedelta(minutes=start))
        assert closing is None or closing == midnight + timedelta(minutes=end) or end >= 10080


def test_datetimes_of_another_zone_are_converted() -> None:
    """Nine o'clock in Paris is eight in Greenwich in winter."""
    assert WORKDAYS.is_open(datetime(2024, 1, 8, 8, tzinfo=UTC)) is True
    assert WORKDAYS.is_open(datetime(2024, 1, 8, 16, tzinfo=UTC)) is False
    assert WORKDAYS.next_change(datetime(2024, 1, 8, 3, tzinfo=UTC)) == Change(
        datetime(2024, 1, 8, 9, tzinfo=PARIS), is_open=True
    )


def test_hours_without_a_zone_use_the_wall_clock() -> None:
    """The same wall clock time has the same state in every zone."""
    hours = WeeklyHours(WORKDAYS.days)
    for zone in (PARIS, UTC, timezone(timedelta(hours=-9))):
        at = datetime(2024, 1, 8, 12, tzinfo=zone)
        assert hours.is_open(at) is True
        assert hours.closes_at(at) == datetime(2024, 1, 8, 17, tzinfo=zone)


class Nowhere(tzinfo):
    """A time zone without a UTC offset, which makes a datetime naive."""

    def utcoffset(self, dt: datetime | None) -> None:
        """Return no offset."""


@pytest.mark.parametrize("hours", [WORKDAYS, WeeklyHours(WORKDAYS.days)], ids=["zone", "no zone"])
def test_a_naive_datetime_is_rejected(hours: WeeklyHours) -> None:
    """The error of every method says what to pass instead."""
    naive = datetime(2024, 1, 8, 12)  # noqa: DTZ001 # naive on purpose
    aware = naive.replace(tzinfo=UTC)
    message = r"expected a datetime with a time zone, got datetime\.datetime\(2024, 1, 8.*ZoneInfo"
    for question in (hours.is_open, hours.next_change, hours.closes_at):
        with pytest.raises(NaiveDatetimeError, match=message):
            question(naive)
    for start, end in ((naive, aware), (aware, naive)):
        with pytest.raises(NaiveDatetimeError, match=message):
            hours.intervals(start, end)
        with pytest.raises(NaiveDatetimeError, match=message):
            hours.open_minutes(start, end)
    with pytest.raises(NaiveDatetimeError, match="expected a datetime with a time zone"):
        hours.next_change(naive.replace(tzinfo=Nowhere()))


@pytest.mark.parametrize(
    "at", [date(2024, 1, 8), "2024-01-08", None, time(9), time(9, tzinfo=PARIS)], ids=repr
)
def test_values_other_than_datetimes_are_rejected(at: datetime) -> None:
    """The message quotes the date or string that was passed."""
    with pytest.raises(HoursError, match=f"with a time zone, got {re.escape(repr(at))}"):
        WORKDAYS.is_open(at)
    with pytest.raises(HoursError, match=f"with a time zone, got {re.escape(repr(at))}"):
        WORKDAYS.next_change(at)


def test_first_and_last_years_of_the_calendar_are_rejected() -> None:
    """No day precedes the first or follows the last."""
    for year in (1, 9999):
        with pytest.raises(HoursError, match=r"expected a year from 2 to 9998, got datetime"):
            WORKDAYS.next_change(datetime(year, 5, 1, tzinfo=UTC))
    dated = WeeklyHours(WORKDAYS.days, dates=((date.min, ()), (date.max, ())))
    for on in (date.min, date.max):
        with pytest.raises(HoursError, match=r"expected a year from 2 to 9998, got datetime\.date"):
            dated.windows(on)
        at = datetime.combine(on, time(12), PARIS)
        for hours in (dated, replace(dated, zone="Europe/Paris"), WORKDAYS):
            with pytest.raises(HoursError, match=r"expected a year from 2 to 9998, got datetime"):
                hours.is_open(at)
    late = datetime(9998, 12, 31, 20, tzinfo=UTC)
    assert WeeklyHours((((0, 1440),),) * 7).next_change(late) is None


def test_an_end_at_or_before_the_start_has_no_intervals() -> None:
    at = datetime(2024, 1, 8, 12, tzinfo=PARIS)
    assert WORKDAYS.intervals(at, at) == ()
    assert WORKDAYS.open_minutes(at, at - timedelta(hours=1)) == 0


def test_constant_hours_have_no_next_change() -> None:
    """They are always open, always closed or never known."""
    at = datetime(2024, 1, 8, 12, tzinfo=PARIS)
    for day in (((0, 1440),), (), None):
        hours = WeeklyHours((day,) * 7)
        assert hours.next_change(at) is None
        assert hours.closes_at(at) is None


def test_distant_exceptions_and_seasons_are_found() -> None:
    """The next change is found however long the state stays constant."""
    closed = ((),) * 7
    at = datetime(2024, 1, 8, 12, tzinfo=UTC)
    dated = WeeklyHours(closed, dates=((date(2027, 5, 1), ((600, 660),)),))
    assert dated.next_change(at) == Change(datetime(2027, 5, 1, 10, tzinfo=UTC), is_open=True)
    december = WeeklyHours(closed, (Season(frozenset({12}), (NINE_TO_FIVE,) * 7),))
    assert december.next_change(at) == Change(datetime(2024, 12, 1, 9, tzinfo=UTC), is_open=True)
    after = datetime(2024, 12, 31, 20, tzinfo=UTC)
    assert december.next_change(after) == Change(datetime(2025, 12, 1, 9, tzinfo=UTC), is_open=True)
    valid = WeeklyHours(closed, valid=(date(2024, 1, 1), date(2026, 1, 1)))
    assert valid.next_change(at) == Change(datetime(2026, 1, 2, tzinfo=UTC), is_open=None)
    since = WeeklyHours(closed, valid=(date(2024, 1, 1), date.max))
    assert since.next_change(at) is None


def test_long_constant_periods_are_skipped() -> None:
    """Years without a possible change are not walked day by day."""
    visited_days: list[date] = []

    class Watched(WeeklyHours):
        def _day(self, on: date) -> Day:
            visited_days.append(on)
            return super()._day(on)

    def closes(*dates: date, valid: tuple[date, date] | None = None) -> str:
        closed = tuple((on, ()) for on in dates)
        hours = Watched((((0, 1440),),) * 7, (), closed, "Europe/Paris", valid)
        return str(hours.closes_at(datetime(2024, 1, 8, 12, tzinfo=PARIS)))

    near, far = date(2030, 5, 1), date(9000, 1, 1)
    assert closes(far) == "9000-01-01 00:00:00+01:00"
    assert closes(near, far) == "2030-05-01 00:00:00+02:00"
    assert closes(valid=(date(2020, 1, 1), far)) == "9000-01-02 00:00:00+01:00"
    assert closes(date(2024, 1, 9), far) == "2024-01-09 00:00:00+01:00"
    assert len(visited_days) < 300


def test_unknown_intervals_differ_from_closed_ones() -> None:
    """Unknown time has an interval of its own, and its minutes are not counted."""
    hours = WeeklyHours((NINE_TO_FIVE, None, NINE_TO_FIVE, *[()] * 4))
    start = datetime(2024, 1, 8, tzinfo=UTC)
    intervals = hours.intervals(start, start + timedelta(days=3))
    assert [(s.start.day, s.start.hour, s.end.day, s.end.hour, s.is_open) for s in intervals] == [
        (8, 9, 8, 17, True),
        (9, 0, 10, 9, None),
        (10, 9, 10, 17, True),
    ]
    assert hours.open_minutes(start, start + timedelta(days=3)) is None
    assert hours.open_minutes(start, start + timedelta(hours=10)) == 60
