"""Roads that are closed at certain hours, by the notes of a route's steps."""

from __future__ import annotations

import re

from geoeval.calculators.hours import WeeklyHours, parse_day
from geoeval.errors import HoursError
from geoeval.query.base import DAYS, ClockTime, Day

_CLOSED = re.compile(
    r"^(?:closed|(?:parts of )?this road (?:is|are|may be) closed|parts of .* closed)\b\s*(.*)$",
    re.IGNORECASE,
)
_DAY = re.compile(rf"^(?:({'|'.join(DAYS)})s?\b)?\s*(.*)$", re.IGNORECASE)


def is_closure(note: str) -> bool:
    """Return whether a note says that a road is or may be closed at times.

    Examples
    --------
    >>> is_closure("Closed Sundays 5:00–10:00 AM"), is_closure("Toll road")
    (True, False)
    """
    return _CLOSED.match(note.strip()) is not None


def is_closed(note: str, day: Day | None, at: ClockTime) -> bool | None:
    """Return whether a road is closed at a time by a note, or None if that is not known.

    Parameters
    ----------
    note
        The note of a step; one that tells of no closure closes nothing.
    day
        The day of the week; None where it is not said.
    at
        The time of that day.

    Returns
    -------
    bool or None
        None for "at certain times or days", and where the day matters and is not said.

    Examples
    --------
    >>> is_closed("Closed Sundays 5:00–10:00 AM", "sunday", "07:00")
    True
    >>> is_closed("Closed Sundays 5:00–10:00 AM", "monday", "07:00")
    False
    >>> is_closed("This road may be closed at certain times or days", "monday", "07:00") is None
    True
    """
    found = _CLOSED.match(note.strip())
    if found is None:
        return False
    told = _DAY.match(found[1])
    assert told is not None
    only = told[1].lower() if told[1] else None
    if only is not None and day is not None and day != only:
        return False
    try:
        _, closed = parse_day(f"Monday: {told[2]}")
    except HoursError:
        return None
    if only is not None and day is None:
        return None
    hours = WeeklyHours(days=(closed,) * 7)
    hour, minute = at.split(":")
    return hours.is_open_on(0, int(hour) * 60 + int(minute))
