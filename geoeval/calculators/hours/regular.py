"""From the hours of single dates to a regular week, seasons and exceptions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date

from geoeval.calculators.hours.days import UNKNOWN_WEEK, Day, Season, Week


def regular(
    table: Mapping[date, Day],
) -> tuple[Week, tuple[Season, ...], tuple[tuple[date, Day], ...]]:
    """Return the fewest parts that give each date its hours.

    Parameters
    ----------
    table
        The intervals that begin on each date.

    Returns
    -------
    tuple of week, seasons and dates
        Hours that hold on most dates of a weekday in a month are the usual ones, and none are
        where the dates are too diverse. Then the usual week of most months, seasons for the
        months that differ, and the dates on which other hours hold than the usual ones.

    Examples
    --------
    >>> from datetime import timedelta
    >>> table = {date(2024, 12, 2) + timedelta(days=n): ((600, 720),) for n in range(28)}
    >>> table[date(2024, 12, 25)] = ()
    >>> week, seasons, dates = regular(table)
    >>> week == (((600, 720),),) * 7, seasons, dates
    (True, (), ((datetime.date(2024, 12, 25), ()),))
    """
    cells: defaultdict[tuple[int, int], Counter[Day]] = defaultdict(Counter)
    for on, day in table.items():
        cells[on.month, on.weekday()][day] += 1
    usual = {cell: _usual(days) for cell, days in cells.items()}
    week, seasons = _weeks(usual)
    exceptions = {on: day for on, day in table.items() if usual[on.month, on.weekday()] != day}
    return week, seasons, tuple(sorted(exceptions.items(), key=lambda pair: pair[0]))


def _usual(days: Counter[Day]) -> Day:
    """Return what more than half of the dates have, or None."""
    ((day, count),) = days.most_common(1)
    return day if 2 * count > days.total() else None


def _weeks(usual: Mapping[tuple[int, int], Day]) -> tuple[Week, tuple[Season, ...]]:
    """Return the week that most months share, and seasons for the others.

    A season cannot say that a day is not known where the week knows it, so a weekday that is
    not known in some month is left out of the week.
    """
    months = {
        month: tuple(usual.get((month, number)) for number in range(7))
        for month in sorted({month for month, _ in usual})
    }
    most = Counter(months.values()).most_common(1)[0][0]
    doubtful = {number for (_, number), day in usual.items() if day is None}
    week = tuple(None if number in doubtful else day for number, day in enumerate(most))
    parts: defaultdict[Week, set[int]] = defaultdict(set)
    for month, days in months.items():
        own = tuple(None if day == common else day for day, common in zip(days, week, strict=True))
        if own != UNKNOWN_WEEK:
            parts[own].add(month)
    return week, tuple(Season(frozenset(part), own) for own, part in parts.items())
