"""Shared parts of the readers of opening hours: a text scanner, and checked JSON values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import NoReturn

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.days import Interval
from geoeval.errors import HoursError, mismatch, quote

CLOCK_TIMES = "times on the 24-hour clock such as '09:00-17:00'"
CLEAR_TIMES = f"AM or PM after the times, or {CLOCK_TIMES}"
"""What is expected if times may be in the morning or in the afternoon."""

_HALF_DAY = set(range(1, 13))
_EARLIEST_OPENING = 360
_DATE = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ]\d\d(?::\d\d){1,2}(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII
)


class Scanner:
    """A text with the current position of a reader."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def is_next(self, pattern: re.Pattern[str]) -> bool:
        """Return whether a pattern matches at the position."""
        return pattern.match(self.text, self.position) is not None

    def skip(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move past a pattern and return the match, or None if it does not match here."""
        match = pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def take(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Move past a pattern and return the match; raise if it does not match here."""
        match = self.skip(pattern)
        if match is None:
            self.fail(expected, self.position)
        return match

    def fail(self, expected: str, position: int) -> NoReturn:
        """Raise ``HoursError`` for the text at a position."""
        rest = self.text[position:].lstrip()
        position = len(self.text) - len(rest)
        got = quote(rest) if rest else f"the end of {quote(self.text[-60:])}"
        raise HoursError(f"expected {expected} at position {position}, got {got}", position)


def is_half_ambiguous(hours: Sequence[str], intervals: Sequence[Interval]) -> bool:
    """Return whether hours without AM or PM may be in the other half of the day.

    ``hours`` are all hours of a day as written, ``intervals`` their times on the 24-hour clock.
    Hours are unambiguous if one of them exists on the 24-hour clock only: "17", "0", or "09" if
    all have two digits. Otherwise they are ambiguous if that clock makes them end on the next
    day, open before 6:00, or overlap or go backwards (9–12 and 1–5).
    """
    padded = {len(hour) for hour in hours} == {2} and any(hour[0] == "0" for hour in hours)
    if padded or not set(map(int, hours)) <= _HALF_DAY:
        return False
    unlikely = any(start < _EARLIEST_OPENING or end > DAY_MIN for start, end in intervals)
    return unlikely or any(after[0] < before[1] for before, after in pairwise(intervals))


class JsonValue:
    """A value in a JSON document, with its path for error messages."""

    __slots__ = ("path", "value")

    def __init__(self, value: object, path: str = "$") -> None:
        self.value = value
        self.path = path

    def fail(self, expected: str) -> NoReturn:
        """Raise ``HoursError`` for this value."""
        raise mismatch(HoursError, f"{expected} at {self.path}", self.value)

    def get(self, *names: str) -> JsonValue | None:
        """Return the first of these members that is present and not null, or None."""
        if not isinstance(self.value, Mapping):
            self.fail("an object")
        for name in names:
            if self.value.get(name) is not None:
                return JsonValue(self.value[name], f"{self.path}.{name}")
        return None

    def need(self, name: str) -> JsonValue:
        """Return a member; raise if it is missing or null."""
        found = self.get(name)
        if found is None:
            self.fail(f"an object with {name!r}")
        return found

    def items(self) -> list[JsonValue]:
        """Return the items of the list; raise for another value."""
        if not isinstance(self.value, list | tuple):
            self.fail("a list")
        return [JsonValue(item, f"{self.path}[{index}]") for index, item in enumerate(self.value)]

    def listed(self, *names: str) -> list[JsonValue]:
        """Return the items of a member; an empty list if it is missing."""
        found = self.get(*names)
        return [] if found is None else found.items()

    def each(self) -> list[JsonValue]:
        """Return the items of the list, or the value itself as the only item."""
        return self.items() if isinstance(self.value, list | tuple) else [self]

    def integer(self, least: int, most: int) -> int:
        """Return the value as an integer within a range."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.fail(f"an integer from {least} to {most}")
        return self.value

    def text(self) -> str:
        """Return the value as a string."""
        if not isinstance(self.value, str):
            self.fail("a string")
        return self.value

    def date(self) -> date:
        """Return the value as a date: "2024-12-25", with or without a time, or year, month, day."""
        if isinstance(self.value, Mapping):
            parts = [self.need(name).integer(1, 9999) for name in ("year", "month", "day")]
            written = "{:04d}-{:02d}-{:02d}".format(*parts)
        else:
            match = _DATE.fullmatch(self.text())
            written = match[1] if match else ""
        try:
            return date.fromisoformat(written)
        except ValueError:
            self.fail("a date such as '2024-12-25'")
