"""Opening hours at instants: openings that span days, and clock changes at the place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import groupby
from operator import itemgetter

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import WEEK_MIN, Day, Interval, Week, states_of_day

Days = Callable[[int], Day]
"""The hours of a day by its offset in days from day 0; -1 is the day before."""

State = bool | None
"""True (open), False (closed) or None (unknown)."""

STATES: tuple[State, ...] = (False, True, None)
"""The states by their number in a table of minutes."""

HourStates = tuple[State | bytes, ...]
"""The state in each hour; if it changes in the hour, the state numbers of its 60 minutes."""

_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_MIDNIGHT = datetime.min.time()
_LAST = date.max.toordinal()


def state_at(days: Days, minute: int) -> State:
    """Return the state at a minute after the midnight of day 0, as ``states_of_day`` defines it."""
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
    """Return the end of the interval that contains a minute, or None if there is none."""
    number, minute = divmod(minute, DAY_MIN)
    for back in (0, 1):
        for start, end in days(number - back) or ():
            if start <= minute + back * DAY_MIN < end:
                return end + (number - back) * DAY_MIN
    return None


def find_closing(days: Days, minute: int) -> int | None:
    """Return when the opening that contains a minute ends, at most a week later.

    Openings without a gap between them count as one. None if the place is not open.
    """
    end = None
    next_end = end_of_opening(days, minute)
    while next_end is not None and next_end < minute + WEEK_MIN:
        end = next_end
        next_end = end_of_opening(days, end)
    return end if next_end is None else minute + WEEK_MIN


def find_windows(days: Days) -> tuple[Interval, ...] | None:
    """Return the time windows for a visit on day 0; see ``WeeklyHours.windows_on``."""
    today = days(0)
    if today is None:
        return None
    starts = [start for start, _ in today]
    if end_of_opening(days, 0) is not None:
        starts.insert(0, 0)
    merged: list[Interval] = []
    for start in starts:
        end = find_closing(days, start)
        if end is not None and (not merged or start > merged[-1][1]):
            merged.append((start, end))
    return tuple(merged)


def week_states(days: Week) -> HourStates:
    """Return the states of the 168 hours of a week without exceptions."""
    minutes = b"".join(
        bytes([STATES.index(state)]) * (end - start)
        for number, today in enumerate(days)
        for start, end, state in states_of_day(today, days[number - 1])
    )
    hours = (minutes[start : start + 60] for start in range(0, WEEK_MIN, 60))
    return tuple(hour if len(set(hour)) > 1 else STATES[hour[0]] for hour in hours)


class CachedDays(dict[int, HourStates | None]):
    """A cache of the hourly states of days, by the ordinal of the date, filled on demand.

    It makes look-ups of datetimes in the zone of the place fast. A day is None if no look-up is
    possible: near a clock change, where a datetime may be a skipped time; without a time zone; at
    both ends of the calendar; and without a week.
    """

    def __init__(self, zone: tzinfo | None, week: HourStates) -> None:
        super().__init__()
        self.zone = zone
        self.week = week

    def __missing__(self, ordinal: int) -> HourStates | None:
        """Compute and store the states of a day."""
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
    """Yield the stretches (start, end, state) between two instants, in order and in the zone.

    Hours are on the clock of the zone. Each part between two clock changes has a constant UTC
    offset, so it is looked up on that clock and then converted back.
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
    """Yield consecutive parts, joining neighbours with the same state."""
    for state, run in groupby(parts, key=itemgetter(2)):
        stretch = list(run)
        yield stretch[0][0], stretch[-1][1], state


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
