"""From instants to the place's clock and back, over changes of the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo

from geoeval.calculators.hours.days import Day, states_of_day
from geoeval.calculators.hours.record import State

_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)


def states_between(
    day_of: Callable[[date], Day], start: datetime, end: datetime, zone: tzinfo
) -> Iterator[tuple[datetime, datetime, State]]:
    """Yield the stretches of one state between two instants.

    Parameters
    ----------
    day_of
        The intervals that begin on a date at the place.
    start, end
        Aware datetimes.
    zone
        The place's time zone.

    Yields
    ------
    (start, end, state)
        Aware datetimes in the place's zone, without a gap; neighbours differ in state.

    Notes
    -----
    Hours are read off the place's clock. Between two changes of the clock it is a constant
    shift from UTC, so each such part is looked up by itself and shifted back.

    Examples
    --------
    >>> from zoneinfo import ZoneInfo
    >>> paris = ZoneInfo("Europe/Paris")
    >>> for _, end, state in states_between(
    ...     lambda _: ((60, 150),),
    ...     datetime(2024, 3, 31, tzinfo=paris),
    ...     datetime(2024, 3, 31, 4, tzinfo=paris),
    ...     paris,
    ... ):
    ...     print(state, "until", end)
    False until 2024-03-31 01:00:00+01:00
    True until 2024-03-31 03:00:00+02:00
    False until 2024-03-31 04:00:00+02:00
    """
    held: tuple[datetime, datetime, State] | None = None
    for first, last, shift in _constant_shifts(_in_utc(start), _in_utc(end), zone):
        for opens, closes, state in _wall_states(day_of, first + shift, last + shift):
            if held is not None and held[2] is state:
                held = (held[0], closes - shift, state)
                continue
            if held is not None:
                yield _in_zone(held[0], zone), _in_zone(held[1], zone), held[2]
            held = (opens - shift, closes - shift, state)
    if held is not None:
        yield _in_zone(held[0], zone), _in_zone(held[1], zone), held[2]


def _in_utc(at: datetime) -> datetime:
    """Return an instant as a naive datetime in UTC."""
    return at.astimezone(UTC).replace(tzinfo=None)


def _in_zone(utc: datetime, zone: tzinfo) -> datetime:
    return utc.replace(tzinfo=UTC).astimezone(zone)


def _shift(utc: datetime, zone: tzinfo) -> timedelta:
    """Return how far the place's clock is ahead of UTC at an instant."""
    return _in_zone(utc, zone).replace(tzinfo=None) - utc


def _constant_shifts(
    start: datetime, end: datetime, zone: tzinfo
) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """Split a stretch of UTC where the clock is changed; no two changes fall within a day."""
    while start < end:
        shift, stop = _shift(start, zone), min(start + _DAY, end)
        if _shift(stop, zone) != shift:
            stop = _change(start, stop, shift, zone)
        yield start, stop, shift
        start = stop


def _change(same: datetime, other: datetime, shift: timedelta, zone: tzinfo) -> datetime:
    """Return the second at which the shift from UTC is no longer the same."""
    same, other = same.replace(microsecond=0), other.replace(microsecond=0)
    while other - same > _SECOND:
        middle = same + (other - same) // (2 * _SECOND) * _SECOND
        if _shift(middle, zone) == shift:
            same = middle
        else:
            other = middle
    return other


def _wall_states(
    day_of: Callable[[date], Day], start: datetime, end: datetime
) -> Iterator[tuple[datetime, datetime, State]]:
    """Yield the states between two times of the place's clock, naive and not set in between."""
    day = start.date()
    before = day_of(day - _DAY)
    while (midnight := datetime.combine(day, datetime.min.time())) < end:
        today = day_of(day)
        for opens, closes, state in states_of_day(today, before):
            first = max(start, midnight + timedelta(minutes=opens))
            last = min(end, midnight + timedelta(minutes=closes))
            if first < last:
                yield first, last, state
        day, before = day + _DAY, today
