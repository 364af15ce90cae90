"""The parts of opening hours: intervals of a day, weeks and seasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.errors import HoursError, mismatch, quote

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

Interval = tuple[int, int]
"""Start and end in minutes after midnight; an end above 1440 is on the next day."""

Day = tuple[Interval, ...] | None
"""The intervals that start on a day; ``()`` is closed, None is unknown."""

Week = tuple[Day, ...]
"""Seven days, Monday first."""

Dates = tuple[tuple[date, Day], ...]
"""Dates with their hours, in order of date."""

Validity = tuple[date, date]
"""First and last date."""

WEEK_MIN = 7 * DAY_MIN
"""Minutes in a week."""

ALL_DAY: tuple[Interval, ...] = ((0, DAY_MIN),)
"""The intervals of a day that is open all day."""

UNKNOWN_WEEK: Week = (None,) * 7
"""A week whose days are all unknown."""

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
"""English names of the weekdays, Monday first."""

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
"""English names of the months."""

OSM_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
"""Names of the weekdays in OpenStreetMap, Monday first."""

OSM_MONTHS = tuple(name[:3] for name in MONTHS)
"""Names of the months in OpenStreetMap."""


def check_day(day: Day) -> None:
    """Raise ``HoursError`` unless a day is None, or intervals in order that do not overlap."""
    if day is None:
        return
    if not isinstance(day, tuple):
        raise mismatch(HoursError, "a tuple of intervals, or None for an unknown day", day)
    previous_end = 0
    for interval in day:
        match interval:
            case (int() as start, int() as end) if (
                previous_end <= start < DAY_MIN and start < end <= start + DAY_MIN
            ):
                previous_end = end
            case _:
                raise HoursError(
                    "expected intervals (start, end) in order with 0 <= start < 1440 and "
                    f"start < end <= start + 1440, got {quote(day)}"
                )


def check_week(days: Week) -> None:
    """Raise ``HoursError`` unless a week is seven days that ``check_day`` accepts."""
    if not isinstance(days, tuple) or len(days) != 7:
        raise mismatch(HoursError, "seven days, Monday first", days)
    for day in days:
        check_day(day)


def check_date(on: date) -> date:
    """Return a date; raise ``HoursError`` for a datetime, because its date depends on the zone."""
    if type(on) is not date:
        raise mismatch(HoursError, "a date such as date(2024, 3, 4)", on)
    return on


def check_range(dates: Validity) -> None:
    """Raise ``HoursError`` unless given a first date and a last date that is not before it."""
    match dates:
        case (date() as first, date() as last):
            if check_date(first) > check_date(last):
                raise mismatch(HoursError, "a first date that is not after the last", dates)
        case _:
            expected = "a first and a last date such as (date(2024, 1, 1), date(2024, 12, 31))"
            raise mismatch(HoursError, expected, dates)


def time_zone(name: str) -> ZoneInfo:
    """Return the time zone with an IANA name; raise ``HoursError`` if there is none."""
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError, TypeError, AttributeError) as error:
        raise mismatch(HoursError, "a time zone such as 'Europe/Paris'", name) from error


@dataclass(frozen=True, slots=True)
class Season:
    """Hours that replace the regular week in some months of every year.

    Parameters
    ----------
    months
        At least one month, January = 1.
    days
        Seven days, Monday first. None keeps the day of the regular week.

    Raises
    ------
    HoursError
        If there is no month, a month is not in 1–12, or the days are invalid.

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
            raise mismatch(HoursError, "a set of months from 1 to 12", months)
        object.__setattr__(self, "months", frozenset(months))
        check_week(self.days)


def sorted_seasons(seasons: tuple[Season, ...]) -> tuple[Season, ...]:
    """Return seasons in the order of their months; raise if two seasons define the same day."""
    _check_sequence(seasons, Season, "a tuple of seasons")
    defined: set[tuple[int, int]] = set()
    for season in seasons:
        named = [number for number, day in enumerate(season.days) if day is not None]
        for cell in ((month, number) for month in season.months for number in named):
            if cell in defined:
                raise mismatch(
                    HoursError,
                    f"the hours of {WEEKDAYS[cell[1]]} in month {cell[0]} only once",
                    seasons,
                )
            defined.add(cell)
    return tuple(sorted(seasons, key=lambda season: sorted(season.months)))


def sorted_dates(dates: Dates) -> Dates:
    """Return dated exceptions in order of date; raise if a date is repeated."""
    _check_sequence(dates, tuple, "pairs of a date and its intervals")
    for pair in dates:
        match pair:
            case (date() as on, day):
                check_date(on)
                check_day(day)
            case _:
                raise mismatch(HoursError, "pairs of a date and its intervals", dates)
    if len(dict(dates)) < len(dates):
        raise mismatch(HoursError, "each date only once", dates)
    return tuple(sorted(dates, key=lambda pair: pair[0]))


def _check_sequence(items: object, kind: type, expected: str) -> None:
    if not isinstance(items, tuple | list) or not all(isinstance(item, kind) for item in items):
        raise mismatch(HoursError, expected, items)


class Parts(NamedTuple):
    """The fields of ``WeeklyHours`` that a reader returns: all except the time zone."""

    days: Week
    seasons: tuple[Season, ...] = ()
    dates: Dates = ()
    valid: Validity | None = None
    certain: Parts | None = None


def week_text(week: Week) -> str:
    """Return a short description of a week, in 24-hour times."""
    cells = []
    for day, run in groupby(zip(WEEKDAYS, week, strict=True), key=lambda pair: pair[1]):
        names = [name[:3] for name, _ in run]
        span = "daily" if len(names) == 7 else "-".join(dict.fromkeys((names[0], names[-1])))
        cells.append(f"{span} {day_text(day)}")
    return "; ".join(cells)


def day_text(day: Day) -> str:
    """Return a short description of a day, in 24-hour times."""
    if day is None or day == ALL_DAY:
        return "unknown" if day is None else "open 24 hours"
    return ", ".join(clock_spans(day)) or "closed"


def clock_spans(day: tuple[Interval, ...]) -> Iterator[str]:
    """Yield intervals in 24-hour times, such as 22:00-02:00."""
    for start, end in day:
        yield f"{clock_text(start)}-{clock_text(end - DAY_MIN * (end > DAY_MIN))}"


def days_through(first: int, last: int) -> list[int]:
    """Return the weekdays from ``first`` to ``last``, wrapping around after Sunday."""
    return [(first + step) % 7 for step in range((last - first) % 7 + 1)]


def month_runs(months: frozenset[int]) -> list[tuple[int, int]]:
    """Return months as runs (first, last), which may wrap around the end of the year."""
    if len(months) == 12:
        return [(1, 12)]
    runs = []
    for first in sorted(month for month in months if (month - 2) % 12 + 1 not in months):
        last = first
        while last % 12 + 1 in months:
            last = last % 12 + 1
        runs.append((first, last))
    return runs


def join_intervals(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Return intervals in order, with overlapping intervals joined and touching ones separate."""
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def states_of_day(today: Day, before: Day) -> Iterator[tuple[int, int, bool | None]]:
    """Yield the consecutive states (start, end, state) of a day, from minute 0 to 1440.

    The state is True (open) in an opening of the day or of the day before. Otherwise it is None
    (unknown) if the day is unknown, or if the day before is unknown and the first opening of the
    day has not started yet. Otherwise it is False (closed).
    """
    spans = [(0, end - DAY_MIN) for _, end in before or () if end > DAY_MIN]
    spans += [(start, min(end, DAY_MIN)) for start, end in today or ()]
    openings = dict(join_intervals(spans))
    known_from = _known_from(today, before)
    for start, end in pairwise(sorted({0, known_from, DAY_MIN, *openings, *openings.values()})):
        yield start, end, True if start in openings else None if start < known_from else False


def _known_from(today: Day, before: Day) -> int:
    if today is None:
        return DAY_MIN
    first = today[0][0] if today else DAY_MIN
    return first if before is None else 0
