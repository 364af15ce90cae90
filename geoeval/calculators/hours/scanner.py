"""Moving through a text of opening hours from left to right."""

from __future__ import annotations

import re
from typing import NoReturn

from geoeval.errors import HoursError, quote


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
