"""The parts that opening hours are made of: intervals of a day, weeks, seasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from geoeval.calculators.clock import DAY_MIN
from geoeval.errors import HoursError, quote

Interval = tuple[int, int]
"""Start and end in minutes after a midnight; the end may lie past 1440, on the next day."""

Day = tuple[Interval, ...] | None
"""The intervals that begin on a day; ``()`` is closed, None is not known."""

Week = tuple[Day, ...]
"""Seven days, Monday first."""

WEEK_MIN = 7 * DAY_MIN
"""Minutes of a week."""

ALL_DAY: tuple[Interval, ...] = ((0, DAY_MIN),)
"""Open all day."""

UNKNOWN_WEEK: Week = (None,) * 7
"""A week of which nothing is known."""

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
"""English names, Monday first."""

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
"""English names."""

OSM_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
"""Weekdays in OpenStreetMap, Monday first."""

OSM_MONTHS = tuple(name[:3] for name in MONTHS)
"""Months in OpenStreetMap."""


def check_day(day: Day) -> None:
    """Raise unless a day is None or a tuple of intervals in order that do not overlap.

    Parameters
    ----------
    day
        What stands for one day.

    Raises
    ------
    HoursError
        If an interval is not ``0 <= start < 1440`` and ``start < end <= start + 1440``, or
        begins before the one ahead of it ends.

    Examples
    --------
    >>> check_day(((540, 720), (720, 1500)))
    """
    if day is None:
        return
    if not isinstance(day, tuple):
        message = f"expected a tuple of intervals, or None for a day not known, got {quote(day)}"
        raise HoursError(message)
    free_from = 0
    for interval in day:
        match interval:
            case (int() as start, int() as end) if (
                free_from <= start < DAY_MIN and start < end <= start + DAY_MIN
            ):
                free_from = end
            case _:
                message = (
                    "expected intervals (start, end) in order with 0 <= start < 1440 and "
                    f"start < end <= start + 1440, got {quote(day)}"
                )
                raise HoursError(message)


def check_week(days: Week) -> None:
    """Raise unless there are seven days, each as ``check_day`` wants it.

    Examples
    --------
    >>> check_week(((),) * 6)
    Traceback (most recent call last):
    ...
    geoeval.errors.HoursError: expected seven days, Monday first, got ((), (), (), (), (), ())
    """
    if not isinstance(days, tuple) or len(days) != 7:
        message = f"expected seven days, Monday first, got {quote(days)}"
        raise HoursError(message)
    for day in days:
        check_day(day)


@dataclass(frozen=True, slots=True)
class Season:
    """Hours that hold in some months of every year, in place of the regular week.

    Parameters
    ----------
    months
        One month at least, January = 1.
    days
        Seven days, Monday first. None leaves a day to the regular week.

    Raises
    ------
    HoursError
        If a month is not one of 1–12, none is given, or the days are of another form.

    Examples
    --------
    >>> Season(frozenset({7, 8}), ((),) * 7).days[0]
    ()
    """

    months: frozenset[int]
    days: Week

    def __post_init__(self) -> None:
        months = self.months
        if not (isinstance(months, set | frozenset) and months and months <= set(range(1, 13))):
            message = f"expected a set of months from 1 to 12, got {quote(months)}"
            raise HoursError(message)
        object.__setattr__(self, "months", frozenset(months))
        check_week(self.days)


def month_runs(months: frozenset[int]) -> list[tuple[int, int]]:
    """Return months as runs of first and last month; one may go over the turn of the year.

    Examples
    --------
    >>> month_runs(frozenset({11, 12, 1, 2, 6}))
    [(6, 6), (11, 2)]
    """
    if len(months) == 12:
        return [(1, 12)]
    runs = []
    for first in sorted(month for month in months if (month - 2) % 12 + 1 not in months):
        last = first
        while last % 12 + 1 in months:
            last = last % 12 + 1
        runs.append((first, last))
    return runs


def joined(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Return intervals in order; those that overlap become one, those that touch stay apart.

    Examples
    --------
    >>> joined([(780, 1020), (540, 840), (1020, 1080)])
    ((540, 1020), (1020, 1080))
    """
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def states_of_day(today: Day, before: Day) -> Iterator[tuple[int, int, bool | None]]:
    """Yield the states that follow each other from one midnight to the next.

    Parameters
    ----------
    today, before
        The intervals that begin on the day and on the day before it.

    Yields
    ------
    (start, end, state)
        Minutes from 0 to 1440 without a gap. The state is True where an opening of either day
        holds, and else None if the day is not known, or if the day before is not and the day's
        own first opening has not come; else False.

    Examples
    --------
    >>> list(states_of_day(((540, 1020),), ((1200, 1500),)))
    [(0, 60, True), (60, 540, False), (540, 1020, True), (1020, 1440, False)]
    >>> list(states_of_day(((540, 1440),), None))
    [(0, 540, None), (540, 1440, True)]
    """
    held = [(0, end - DAY_MIN) for _, end in before or () if end > DAY_MIN]
    held += [(start, min(end, DAY_MIN)) for start, end in today or ()]
    first = DAY_MIN if not today else today[0][0]
    doubtful_to = DAY_MIN if today is None else first if before is None else 0
    minute = 0
    for start, end in [*joined(held), (DAY_MIN, DAY_MIN)]:
        if minute < start:
            if minute < doubtful_to:
                doubt = min(start, doubtful_to)
                yield minute, doubt, None
                minute = doubt
            if minute < start:
                yield minute, start, False
        if start < end:
            yield start, end, True
        minute = end
