"""Values of JSON documents about opening hours, checked where they are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import NoReturn

from geoeval.errors import HoursError, quote

_DATE = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ]\d\d(?::\d\d){1,2}(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII
)


class At:
    """A value of a JSON document, with its path for error messages."""

    __slots__ = ("path", "value")

    def __init__(self, value: object, path: str = "$") -> None:
        self.value = value
        self.path = path

    def fail(self, expected: str) -> NoReturn:
        """Raise the error for this value.

        Examples
        --------
        >>> At("x", "$.day").fail("a day from 0 to 6")
        Traceback (most recent call last):
        ...
        geoeval.errors.HoursError: expected a day from 0 to 6 at $.day, got 'x'
        """
        message = f"expected {expected} at {self.path}, got {quote(self.value)}"
        raise HoursError(message)

    def get(self, *names: str) -> At | None:
        """Return the member of the first of these names that is there and not null."""
        if not isinstance(self.value, Mapping):
            self.fail("an object")
        for name in names:
            if self.value.get(name) is not None:
                return At(self.value[name], f"{self.path}.{name}")
        return None

    def need(self, name: str) -> At:
        """Return a member, or raise if it is not there."""
        found = self.get(name)
        if found is None:
            self.fail(f"an object with {name!r}")
        return found

    def items(self) -> list[At]:
        """Return the items of a list."""
        if not isinstance(self.value, list | tuple):
            self.fail("a list")
        return [At(item, f"{self.path}[{index}]") for index, item in enumerate(self.value)]

    def integer(self, least: int, most: int) -> int:
        """Return a whole number of a range."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.fail(f"a whole number from {least} to {most}")
        return self.value

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            self.fail("a text")
        return self.value

    def date(self) -> date:
        """Return a date: "2024-12-25", with a time behind it or not, or year, month and day."""
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
