"""Opening hours as map services write them for people: one entry for each weekday."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import (
    ALL_DAY,
    MONTHS,
    WEEKDAYS,
    Interval,
    Season,
    Week,
    month_runs,
)
from geoeval.calculators.hours.text_reader import read_text
from geoeval.calculators.hours.usual_text import read_usual, read_usual_day
from geoeval.errors import HoursError, quote


def parse_day(text: str) -> tuple[int, tuple[Interval, ...]]:
    """Return the weekday and the intervals of one entry of ``weekday_text``.

    Parameters
    ----------
    text
        One entry for one weekday, in a form that ``WeeklyHours.parse`` reads.

    Returns
    -------
    tuple of int and intervals
        The weekday, Monday = 0, and the intervals that begin on it; ``()`` is closed.

    Raises
    ------
    HoursError
        If it cannot be read, names several days, or limits its hours to some months.

    Examples
    --------
    >>> parse_day("Monday: 12:30 – 2:30 PM, 7:00 PM – 1:00 AM")
    (0, ((750, 870), (1140, 1500)))
    >>> parse_day("Dienstag: Geschlossen")
    (1, ())
    """
    number, day = read_usual_day(_checked(text))
    if day is not None:
        return number, day
    days, seasons = read_text(text)
    named = [(number, day) for number, day in enumerate(days) if day is not None]
    if seasons or len(named) > 1:
        message = f"expected the hours of one weekday, got {quote(text)}"
        raise HoursError(message)
    return named[0]


def read_week(text: str) -> tuple[Week, tuple[Season, ...]]:
    """Return the regular week and the seasons of a text; ``WeeklyHours.parse`` says how.

    Examples
    --------
    >>> read_week("Monday: 9:00 AM – 5:00 PM, Tuesday: Closed")[0][:3]
    (((540, 1020),), (), None)
    """
    days = read_usual(_checked(text))
    return read_text(text) if days is None else (days, ())


def write_week(days: Week, seasons: tuple[Season, ...] = ()) -> tuple[str, ...]:
    """Return one line for each known day, written as Google Maps does, and those of seasons.

    Examples
    --------
    >>> write_week((((0, 1440),), (), None, None, None, None, None))
    ('Monday: Open 24 hours', 'Tuesday: Closed')
    """
    return (*_lines(days), *(line for season in seasons for line in _season(season)))


def _checked(text: str) -> str:
    """Return the text, or raise if it is none."""
    if not isinstance(text, str):
        message = f"expected opening hours as a text, got {quote(text)}"
        raise HoursError(message)
    return text


def _season(season: Season) -> Iterator[str]:
    """Write a season: in one line if all days are alike, else its months behind each day."""
    months = ", ".join(
        MONTHS[first - 1] if first == last else f"{MONTHS[first - 1]} – {MONTHS[last - 1]}"
        for first, last in month_runs(season.months)
    )
    day = season.days[0]
    if day is not None and all(other == day for other in season.days):
        yield f"{months}: {_day_text(day)}"
    else:
        for line in _lines(season.days):
            yield f"{line} ({months})"


def _lines(days: Week) -> Iterator[str]:
    """Write each known day."""
    for name, day in zip(WEEKDAYS, days, strict=True):
        if day is not None:
            yield f"{name}: {_day_text(day)}"


def _day_text(day: tuple[Interval, ...]) -> str:
    """Write the hours of one day as Google Maps does."""
    if day == ALL_DAY:
        return "Open 24 hours"
    return ", ".join(_interval_text(*interval) for interval in day) or "Closed"


def _interval_text(start: int, end: int) -> str:
    """Write an interval; both times in one half of the day share their AM or PM."""
    shared = start // 720 == end // 720
    return f"{_time_text(start, bare=shared)}\u2009–\u2009{_time_text(end)}"


def _time_text(minute: int, *, bare: bool = False) -> str:
    """Write a time on the 12-hour clock."""
    half = "" if bare else "\u202fPM" if minute % DAY_MIN >= 720 else "\u202fAM"
    return f"{minute // 60 % 12 or 12}:{minute % 60:02d}{half}"
