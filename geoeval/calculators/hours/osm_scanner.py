"""What the readers of OpenStreetMap's ``opening_hours`` share."""

from __future__ import annotations

import re
from typing import NoReturn

from geoeval.calculators.hours.days import OSM_DAYS
from geoeval.calculators.hours.scanner import Scanner
from geoeval.errors import HoursError

UNREADABLE = "OpenStreetMap opening_hours"
"""What is expected where nothing more is known of a text."""

COMMA = re.compile(r"\s*,\s*")
DASH = re.compile(r"\s*-\s*")
SPACE = re.compile(r"\s*")
DAY = re.compile(rf"({'|'.join(OSM_DAYS)})(?![^\W\d_])", re.IGNORECASE)
_OFFSET = re.compile(r"\s*([+-])\s*(\d{1,3}) ?days?(?!\w)", re.IGNORECASE)
_DAY_OFFSET = re.compile(rf"\s*[+-]\s*(?:{'|'.join(OSM_DAYS)})(?![^\W\d_])", re.IGNORECASE)


class NoMeaningError(HoursError):
    """A text of which every word is known, with a meaning that it cannot have."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(f"expected {expected}, got {got!r}")
        self.expected, self.got = expected, got


class OsmScanner(Scanner):
    """Reads the parts that occur in several places of an expression."""

    def goes_on(self, mark: re.Pattern[str], item: re.Pattern[str]) -> bool:
        """Move past a mark if an item stands behind it, and return whether it does."""
        match = mark.match(self.text, self.position)
        if match is None or item.match(self.text, match.end()) is None:
            return False
        self.position = match.end()
        return True

    def weekday(self) -> int:
        """Read a weekday, Monday = 0."""
        return OSM_DAYS.index(self.take(DAY, UNREADABLE)[1].capitalize())

    def offset(self) -> int:
        """Read how many days later or earlier is meant, 0 if nothing is said."""
        start = self.position
        if self.skip(_DAY_OFFSET):
            self.refuse("a number of days behind the sign, such as '+1 day'", start)
        match = self.skip(_OFFSET)
        return int(match[1] + match[2]) if match else 0

    def refuse(self, expected: str, start: int) -> NoReturn:
        """Raise the error for what is read from a position on."""
        raise NoMeaningError(expected, self.text[start : self.position].strip())
