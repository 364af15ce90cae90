"""What readers of opening hours share: a scanner, and the 12-hour clock without AM or PM."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NoReturn

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import Interval
from geoeval.errors import HoursError, quote

SAID_HALVES = "AM or PM behind the times, or times of the 24-hour clock such as '09:00-17:00'"
"""What is expected where the half of the day is open."""

_HALF_DAY = set(range(1, 13))
_EARLY = 360


class Scanner:
    """A text, and how far it is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def comes(self, pattern: re.Pattern[str]) -> bool:
        """Return whether a pattern comes next."""
        return pattern.match(self.text, self.position) is not None

    def skip(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move past a pattern if it comes next."""
        match = pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def take(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Move past a pattern that must come next."""
        match = self.skip(pattern)
        if match is None:
            self.fail(expected, self.position)
        return match

    def fail(self, expected: str, position: int) -> NoReturn:
        """Raise the error for what stands at a position."""
        rest = self.text[position:].lstrip()
        position = len(self.text) - len(rest)
        got = quote(rest) if rest else f"the end of {quote(self.text[-60:])}"
        message = f"expected {expected} at position {position}, got {got}"
        raise HoursError(message, position)


def half_is_open(hours: Sequence[str], intervals: Sequence[Interval]) -> bool:
    """Return whether hours without AM or PM may be those of the other half of the day.

    ``hours`` are those of all times of a day as written, ``intervals`` what they are on the
    24-hour clock. They are clear where an hour shows that clock: "17", "0", or "09" where all
    have two digits. Else they are open where that clock gives a night, an opening before 6:00,
    or an order that goes back: 9–12 and 1–5.

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
