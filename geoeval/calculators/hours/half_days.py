"""Hours as on a clock of 12 hours, without AM or PM: 9 to 5."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import Interval

SAID_HALVES = "AM or PM behind the times, or times of the 24-hour clock such as '09:00-17:00'"
"""What is expected where the half of the day is open."""

_HALF_DAY = set(range(1, 13))
_EARLY = 360


def half_is_open(hours: Sequence[str], intervals: Sequence[Interval]) -> bool:
    """Return whether hours without AM or PM may be those of the other half of the day.

    Parameters
    ----------
    hours
        The hours of all times of a day as they are written.
    intervals
        What the times are on the 24-hour clock, in the order in which they are written.

    Returns
    -------
    bool
        False where an hour shows the 24-hour clock: "17", "0", or "09" where all have two
        digits. Else whether the 24-hour clock gives a night, an opening before 6:00, or an
        order that goes back: 9–12 and 1–5.

    Examples
    --------
    >>> half_is_open(["9", "5"], [(540, 1740)]), half_is_open(["9", "17"], [(540, 1020)])
    (True, False)
    """
    padded = {len(hour) for hour in hours} == {2} and any(hour[0] == "0" for hour in hours)
    if padded or not set(map(int, hours)) <= _HALF_DAY:
        return False
    unlikely = any(start < _EARLY or end > DAY_MIN for start, end in intervals)
    return unlikely or any(after[0] < before[1] for before, after in pairwise(intervals))
