"""When the sun rises and sets at a place, through opening-hours-py."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from geoeval.errors import HoursError, quote
from geoeval.extras import check_installed

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

SunTimes = Mapping[tuple[str, date], int]
"""Minutes after a date's midnight by event and date, without events that do not happen on it."""

EVENTS = {"dawn": "dusk", "sunrise": "sunset"}
"""What happens in the evening, by what happens in the morning."""

_MINUTE = timedelta(minutes=1)
_DAY = timedelta(days=1)


def sun_times(coords: tuple[float, float], zone: ZoneInfo, first: date, last: date) -> SunTimes:
    """Return the sun's events on a range of dates.

    Parameters
    ----------
    coords
        (latitude, longitude) in degrees.
    zone
        The place's time zone.
    first, last
        The range, both dates included.

    Returns
    -------
    mapping
        Minutes by "dawn", "sunrise", "sunset" or "dusk" and date. A sun that sets after
        midnight has its minute after 1440; where it does not rise, or not set, there is none.

    Raises
    ------
    HoursError
        If there are no such coordinates.
    UsageError
        If opening-hours-py (extra ``hours``) is not installed.

    Examples
    --------
    >>> from zoneinfo import ZoneInfo
    >>> equinox = date(2024, 3, 20)
    >>> found = sun_times((0.0, 0.0), ZoneInfo("UTC"), equinox, equinox)
    >>> 300 < found["dawn", equinox] < found["sunrise", equinox] < 370
    True
    """
    check_installed("opening_hours", "hours")
    from opening_hours import (  # type: ignore[attr-defined]  # its stubs leave the error out
        InvalidCoordinatesError,
        OpeningHours,
        State,
    )

    begin, stop = (datetime.combine(on, datetime.min.time()) for on in (first, last))
    table: dict[tuple[str, date], int] = {}
    for morning, evening in EVENTS.items():
        try:
            light = OpeningHours(
                f"{morning}-{evening}", timezone=zone, coords=coords, auto_country=False
            )
        except (InvalidCoordinatesError, TypeError) as error:
            message = f"expected (latitude, longitude) in degrees, got {quote(coords)}"
            raise HoursError(message) from error
        for rises, sets, state, _ in light.intervals(begin - _DAY, stop + 2 * _DAY):
            start, end = rises.replace(tzinfo=None), sets.replace(tzinfo=None)
            if state == State.OPEN and end - start < _DAY:
                midnight = datetime.combine(start.date(), datetime.min.time())
                table[morning, start.date()] = (start - midnight) // _MINUTE
                table[evening, start.date()] = (end - midnight) // _MINUTE
    return table
