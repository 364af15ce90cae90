"""Opening hours at instants: openings across days, and changes of the place's clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import groupby
from operator import itemgetter

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import WEEK_MIN, Day, Interval, Week, states_of_day

Days = Callable[[int], Day]
"""The intervals that begin some days after a first day; -1 is the day before it."""

State = bool | None
"""Open, closed, or None for not known."""

STATES: tuple[State, ...] = (False, True, None)
"""Closed, open and not known, by the number that stands for them in a table of minutes."""

HourStates = tuple[State | bytes, ...]
"""The state in each hour; an hour with a change in it has the number of each minute's state."""

_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_MIDNIGHT = datetime.min.time()
_LAST = date.max.toordinal()


def state_at(days: Days, minute: int) -> State:
    """Return the state at a minute after the midnight of day 0, as in ``states_of_day``."""
    if end_of_opening(days, minute) is not None:
        return True
    number, minute = divmod(minute, DAY_MIN)
    today = days(number)
    if today is None:
        return None
    if days(number - 1) is None and (not today or minute < today[0][0]):
        return None
    return False


def end_of_opening(days: Days, minute: int) -> int | None:
    """Return the end of the single opening that holds at a minute; None if there is none."""
    number, minute = divmod(minute, DAY_MIN)
    for back in (0, 1):
        for start, end in days(number - back) or ():
            if start <= minute + back * DAY_MIN < end:
                return end + (number - back) * DAY_MIN
    return None


def find_closing(days: Days, minute: int) -> int | None:
    """Return the closing after a minute at which it is open, at most a week later.

    Openings without a gap between them count as one. None if it is not open.
    """
    end = None
    following = end_of_opening(days, minute)
    while following is not None and following < minute + WEEK_MIN:
        end = following
        following = end_of_opening(days, end)
    return end if following is None else minute + WEEK_MIN


def find_windows(days: Days) -> tuple[Interval, ...] | None:
    """Return the intervals in which one can be inside on day 0; see ``WeeklyHours.windows_on``."""
    today = days(0)
    if today is None:
        return None
    begins = [start for start, _ in today]
    if end_of_opening(days, 0) is not None:
        begins.insert(0, 0)
    merged: list[Interval] = []
    for start in begins:
        end = find_closing(days, start)
        if end is not None and (not merged or start > merged[-1][1]):
            merged.append((start, end))
    return tuple(merged)


def week_states(days: Week) -> HourStates:
    """Return the hourly states of a week that holds on every date."""
    minutes = b"".join(
        bytes([STATES.index(state)]) * (end - start)
        for number, today in enumerate(days)
        for start, end, state in states_of_day(today, days[number - 1])
    )
    hours = (minutes[start : start + 60] for start in range(0, WEEK_MIN, 60))
    return tuple(hour if len(set(hour)) > 1 else STATES[hour[0]] for hour in hours)


class ShownDays(dict[int, HourStates | None]):
    """The states of each day without a clock change, by ordinal of the date.

    It is filled on demand, for fast look-ups of a datetime in the place's zone. A day is None near
    a change of the clock, where a datetime may be a skipped time; without a time zone; at both
    ends of the calendar; and if there is no week.
    """

    def __init__(self, zone: tzinfo | None, week: HourStates) -> None:
        super().__init__()
        self.zone = zone
        self.week = week

    def __missing__(self, ordinal: int) -> HourStates | None:
        """Compute the states of a day on first use."""
        monday = (ordinal - 1) % 7 * 24
        even = self.week and self._has_constant_clock(ordinal)
        self[ordinal] = hours = self.week[monday : monday + 24] if even else None
        return hours

    def _has_constant_clock(self, ordinal: int) -> bool:
        if self.zone is None or not 2 < ordinal < _LAST - 2:
            return False
        around = (date.fromordinal(ordinal + number) for number in (-1, 0, 1, 2))
        midnights = (datetime.combine(on, _MIDNIGHT, self.zone) for on in around)
        return len({at.utcoffset() for at in midnights}) == 1


def to_clock_of_zone(at: datetime, zone: tzinfo) -> datetime:
    """Return an aware datetime on the clock of a zone."""
    return (at.astimezone(UTC) if at.tzinfo is zone else at).astimezone(zone)


def states_between(
    day_of: Callable[[date], Day], start: datetime, end: datetime, zone: tzinfo
) -> Iterator[tuple[datetime, datetime, State]]:
    """Yield the stretches of one state between two instants, in the place's zone and in order.

    Hours are on the place's clock. Between two changes of the clock its shift from UTC is
    constant, so each such part is looked up separately and shifted back.
    """
    shifts = _constant_shifts(_to_utc(start), _to_utc(end), zone)
    parts = (
        (opens - shift, closes - shift, state)
        for first, last, shift in shifts
        for opens, closes, state in _wall_states(day_of, first + shift, last + shift)
    )
    for first, last, state in join_stretches(parts):
        yield _to_zone(first, zone), _to_zone(last, zone), state


def join_stretches(
    parts: Iterable[tuple[datetime, datetime, State]],
) -> Iterator[tuple[datetime, datetime, State]]:
    """Yield consecutive parts, with adjacent ones of the same state joined."""
    for held, run in groupby(parts, key=itemgetter(2)):
        alike = list(run)
        yield alike[0][0], alike[-1][1], held


def _to_utc(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(tzinfo=None)


def _to_zone(utc: datetime, zone: tzinfo) -> datetime:
    return utc.replace(tzinfo=UTC).astimezone(zone)


def _utc_shift(utc: datetime, zone: tzinfo) -> timedelta:
    return _to_zone(utc, zone).replace(tzinfo=None) - utc


def _constant_shifts(
    start: datetime, end: datetime, zone: tzinfo
) -> Iterator[tuple[datetime, datetime, timedelta]]:
    while start < end:
        shift, stop = _utc_shift(start, zone), min(start + _DAY, end)
        if _utc_shift(stop, zone) != shift:
            stop = _find_shift_change(start, stop, shift, zone)
        yield start, stop, shift
        start = stop


def _find_shift_change(same: datetime, other: datetime, shift: timedelta, zone: tzinfo) -> datetime:
    same, other = same.replace(microsecond=0), other.replace(microsecond=0)
    while other - same > _SECOND:
        middle = same + (other - same) // (2 * _SECOND) * _SECOND
        if _utc_shift(middle, zone) == shift:
            same = middle
        else:
            other = middle
    return other


def _wall_states(
    day_of: Callable[[date], Day], start: datetime, end: datetime
) -> Iterator[tuple[datetime, datetime, State]]:
    day = start.date()
    before = day_of(day - _DAY)
    while (midnight := datetime.combine(day, _MIDNIGHT)) < end:
        today = day_of(day)
        for opens, closes, state in states_of_day(today, before):
            first = max(start, midnight + timedelta(minutes=opens))
            last = min(end, midnight + timedelta(minutes=closes))
            if first < last:
                yield first, last, state
        day, before = day + _DAY, today
