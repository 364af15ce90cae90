"""Opening hours over changes of the clock: hours are what the place's clock shows."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.calculators.hours import WeeklyHours
from tests.calculators.hours.strategies import weeks

CHANGES = [
    ("Europe/Paris", datetime(2024, 3, 31, 1, tzinfo=UTC)),
    ("Europe/Paris", datetime(2024, 10, 27, 1, tzinfo=UTC)),
    ("America/New_York", datetime(2024, 3, 10, 7, tzinfo=UTC)),
    ("America/New_York", datetime(2024, 11, 3, 6, tzinfo=UTC)),
    ("Australia/Lord_Howe", datetime(2024, 4, 6, 15, tzinfo=UTC)),
    ("Australia/Lord_Howe", datetime(2024, 10, 5, 15, 30, tzinfo=UTC)),
    ("America/Sao_Paulo", datetime(2018, 11, 4, 3, tzinfo=UTC)),
    ("America/Sao_Paulo", datetime(2019, 2, 17, 2, tzinfo=UTC)),
    ("Asia/Beirut", datetime(2024, 3, 30, 22, tzinfo=UTC)),
    ("Pacific/Apia", datetime(2011, 12, 30, 10, tzinfo=UTC)),
]
"""Clock changes of several zones by an hour, half an hour or a day, some at midnight."""

Weeks = tuple[tuple[tuple[int, int], ...] | None, ...]


def spans(hours: WeeklyHours, start: datetime, end: datetime) -> list[tuple[str, str]]:
    """Return openings as texts with their offset from UTC."""
    return [
        (opening.start.strftime("%H:%M%z"), opening.end.strftime("%H:%M%z"))
        for opening in hours.intervals(start, end)
    ]


def daily(*interval: int) -> WeeklyHours:
    """Return hours of one interval every day in Paris."""
    return WeeklyHours((((interval[0], interval[1]),),) * 7, zone="Europe/Paris")


def of_day(hours: WeeklyHours, on: date) -> list[tuple[str, str]]:
    """Return the openings from midnight to midnight of a date."""
    zone = ZoneInfo(hours.zone or "UTC")
    start = datetime(on.year, on.month, on.day, tzinfo=zone)
    return spans(hours, start, start + timedelta(days=1))


@pytest.mark.parametrize(("name", "instant"), CHANGES)
def test_clock_changes_match_the_time_zone_database(name: str, instant: datetime) -> None:
    zone = ZoneInfo(name)
    before = (instant - timedelta(seconds=1)).astimezone(zone).utcoffset()
    assert before != instant.astimezone(zone).utcoffset()


@given(st.sampled_from(CHANGES), weeks, st.integers(0, 9 * 4))
@settings(max_examples=60)
def test_states_agree_minute_by_minute_around_clock_changes(
    change: tuple[str, datetime], week: Weeks, quarters: int
) -> None:
    """Intervals around a change agree with the wall clock of each minute."""
    name, instant = change
    zone = ZoneInfo(name)
    hours = WeeklyHours(week, zone=name)
    start = instant - timedelta(minutes=15 * quarters)
    found = hours.intervals(start, start + timedelta(hours=9))
    assert all(interval.start.tzinfo is zone for interval in found)
    for number in range(0, 9 * 60, 10):
        at = start + timedelta(minutes=number)
        wall = at.astimezone(zone)
        state = hours.is_open_on(wall.weekday(), 60 * wall.hour + wall.minute)
        current = [s for s in found if s.start.astimezone(UTC) <= at < s.end.astimezone(UTC)]
        assert [interval.is_open for interval in current] == ([] if state is False else [state])
        assert hours.is_open(wall) is state


@given(st.sampled_from(CHANGES), weeks, st.integers(0, 6 * 60))
@settings(max_examples=60)
def test_next_change_is_found_across_clock_changes(
    change: tuple[str, datetime], week: Weeks, minutes: int
) -> None:
    """One second earlier the state is still the previous one."""
    name, instant = change
    zone = ZoneInfo(name)
    hours = WeeklyHours(week, zone=name)
    at = instant - timedelta(minutes=minutes)
    found = hours.next_change(at)
    if found is not None:
        before = found.at.astimezone(UTC) - timedelta(seconds=1)
        assert before >= at
        assert hours.is_open(before.astimezone(zone)) is hours.is_open(at) is not found.is_open
        assert hours.is_open(found.at) is found.is_open


def test_hours_within_the_spring_gap_are_skipped() -> None:
    """The clock skips 2 to 3 o'clock, and no zero-length opening remains."""
    assert of_day(daily(135, 165), date(2024, 3, 31)) == []
    assert of_day(daily(120, 180), date(2024, 3, 31)) == []


def test_openings_are_cut_at_the_spring_jump() -> None:
    """A closing time in the gap moves to the jump; a start in the gap shortens the opening."""
    assert of_day(daily(60, 150), date(2024, 3, 31)) == [("01:00+0100", "03:00+0200")]
    assert of_day(daily(150, 240), date(2024, 3, 31)) == [("03:00+0200", "04:00+0200")]
    at = datetime(2024, 3, 31, 1, 30, tzinfo=ZoneInfo("Europe/Paris"))
    assert str(daily(60, 150).closes_at(at)) == "2024-03-31 03:00:00+02:00"


def test_hours_in_the_autumn_fold_occur_twice() -> None:
    """The clock shows 2 to 3 o'clock twice, and each pass has its own fold."""
    october = date(2024, 10, 27)
    assert of_day(daily(60, 150), october) == [
        ("01:00+0200", "02:30+0200"),
        ("02:00+0100", "02:30+0100"),
    ]
    assert of_day(daily(120, 180), october) == [("02:00+0200", "03:00+0100")]
    folds = [
        (opening.start.fold, opening.end.fold)
        for opening in daily(60, 150).intervals(
            datetime(2024, 10, 26, 22, tzinfo=UTC), datetime(2024, 10, 27, 22, tzinfo=UTC)
        )
    ]
    assert folds == [(0, 0), (1, 1)]


@pytest.mark.parametrize(
    ("evening", "open_hours"),
    [(date(2024, 3, 30), 6), (date(2024, 10, 26), 8), (date(2024, 5, 1), 7)],
)
def test_nights_last_their_elapsed_time(evening: date, open_hours: int) -> None:
    """A club open from 22:00 to 05:00 is open six hours in spring and eight in autumn."""
    club = daily(1320, 1740)
    start = datetime(evening.year, evening.month, evening.day, 20, tzinfo=ZoneInfo("Europe/Paris"))
    assert club.open_minutes(start, start + timedelta(hours=14)) == 60 * open_hours


def test_both_passes_of_a_time_are_distinguished() -> None:
    """02:45 is closed both times, 02:15 is open both times, and each pass closes by itself."""
    zone = ZoneInfo("Europe/Paris")
    hours = daily(60, 150)
    for fold in (0, 1):
        at = datetime(2024, 10, 27, 2, 15, tzinfo=zone, fold=fold)
        closes = hours.closes_at(at)
        assert closes is not None
        assert closes.astimezone(UTC) - at.astimezone(UTC) == timedelta(minutes=15)
        assert hours.is_open(at.replace(minute=45)) is False


def test_half_hour_shifts_and_midnight_gaps_are_handled() -> None:
    """Lord Howe shifts by half an hour; São Paulo jumped from midnight to one o'clock."""
    lord_howe = WeeklyHours((((90, 180),),) * 7, zone="Australia/Lord_Howe")
    assert of_day(lord_howe, date(2024, 10, 6)) == [("01:30+1030", "03:00+1100")]
    assert lord_howe.open_minutes(
        datetime(2024, 10, 5, 14, tzinfo=UTC), datetime(2024, 10, 5, 20, tzinfo=UTC)
    ) == pytest.approx(60)
    sao_paulo = WeeklyHours((((1380, 1530),),) * 7, zone="America/Sao_Paulo")
    start = datetime(2018, 11, 4, 1, tzinfo=UTC)
    assert spans(sao_paulo, start, start + timedelta(hours=12)) == [("23:00-0300", "01:30-0200")]


def test_a_skipped_date_has_no_openings() -> None:
    """Samoa had no 30 December 2011."""
    hours = WeeklyHours((((540, 1020),),) * 7, zone="Pacific/Apia")
    found = hours.intervals(
        datetime(2011, 12, 29, 12, tzinfo=UTC), datetime(2011, 12, 31, 12, tzinfo=UTC)
    )
    assert [opening.start.date().day for opening in found] == [29, 31]


def test_bounds_of_a_range_keep_their_seconds() -> None:
    """Bounds need not be whole minutes, even at a clock change."""
    start = datetime(2024, 3, 31, 0, 59, 59, 500_000, tzinfo=UTC)
    always = daily(0, 1440)
    (opening,) = always.intervals(start, start + timedelta(seconds=1))
    assert opening.start.astimezone(UTC) == start
    assert str(opening.end) == "2024-03-31 03:00:00.500000+02:00"
    assert always.open_minutes(start, start + timedelta(seconds=3)) == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("name", "skipped"),
    [
        ("Europe/Paris", datetime(2024, 3, 31, 2, 30, tzinfo=UTC)),
        ("America/Sao_Paulo", datetime(2018, 11, 4, 0, 30, tzinfo=UTC)),
        ("Pacific/Apia", datetime(2011, 12, 30, 12, tzinfo=UTC)),
        ("America/Nuuk", datetime(2024, 3, 30, 23, 30, tzinfo=UTC)),
    ],
)
@pytest.mark.parametrize("fold", [0, 1])
def test_skipped_local_times_denote_one_instant(name: str, skipped: datetime, fold: int) -> None:
    """Every method takes the same instant, whichever tzinfo object names the zone."""
    zone = ZoneInfo(name)
    at = skipped.replace(tzinfo=zone, fold=fold)
    wall = at.astimezone(UTC).astimezone(zone)
    assert wall.replace(tzinfo=UTC) != skipped
    minute = 60 * skipped.hour + skipped.minute
    shown = 60 * wall.hour + wall.minute
    for start, is_open in ((minute, minute == shown), (shown, True)):
        week = (((start, start + 1),),) * 7
        for hours in (
            WeeklyHours(week, zone=name),
            WeeklyHours(week),
            WeeklyHours(week, zone=name, dates=((date(2000, 1, 1), ()),)),
        ):
            assert hours.is_open(at) is is_open
            assert hours.is_open(at.replace(tzinfo=ZoneInfo.no_cache(name))) is is_open
            closes = hours.closes_at(at)
            assert closes == (wall + timedelta(minutes=1) if is_open else None)
