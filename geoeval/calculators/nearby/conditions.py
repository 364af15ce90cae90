"""The kinds of condition on a place: on the value of a column, or on where it lies."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from numbers import Real
from typing import ClassVar, Protocol, TypeGuard, runtime_checkable

import numpy as np

from geoeval.calculators.nearby.columns import is_known
from geoeval.calculators.nearby.logic import NO, UNKNOWN, YES, Around, Filter, Truths
from geoeval.calculators.sphere.cardinal import bearing_cardinal, is_directly
from geoeval.calculators.sphere.compass import Compass
from geoeval.errors import (
    CoincidentPointsError,
    InvalidCoordinateError,
    NaiveDatetimeError,
    UsageError,
    quote,
)


@runtime_checkable
class _Hours(Protocol):
    """Opening hours, such as ``WeeklyHours``."""

    def is_open(self, at: datetime) -> bool | None: ...


class _OfColumn(Filter):
    """A condition on the value of one column."""

    __slots__ = ()
    column: str
    expected: ClassVar[str]

    def truths(self, around: Around) -> Truths:
        """Return the truth for each value: unknown where the value is."""
        values = around.columns[self.column]
        return np.array([self._truth(values[i], i) for i in around.indices.tolist()], np.int8)

    def _truth(self, value: object, index: int) -> int:
        if not is_known(value):
            return UNKNOWN
        try:
            holds = self.holds(value)
        except (TypeError, OverflowError):
            message = (
                f"expected {self.expected} or None in column {quote(self.column)}, "
                f"got {quote(value)} at index {index}"
            )
            raise UsageError(message) from None
        return UNKNOWN if holds is None else YES if holds else NO

    @abstractmethod
    def holds(self, value: object) -> bool | None:
        """Return whether a known value meets the condition; TypeError if it is of another type."""


@dataclass(frozen=True, slots=True)
class Number(_OfColumn):
    """The number in a column lies between two bounds, both included."""

    expected: ClassVar[str] = "a number"
    column: str
    at_least: float | None
    at_most: float | None

    def __post_init__(self) -> None:
        bounds = [bound for bound in (self.at_least, self.at_most) if bound is not None]
        if not bounds:
            message = f"expected at_least or at_most for column {quote(self.column)}, got neither"
            raise UsageError(message)
        for bound in bounds:
            if not _is_number(bound) or not is_known(bound):
                message = (
                    f"expected a bound of {quote(self.column)} as a number, got {quote(bound)}"
                )
                raise UsageError(message)
        if len(bounds) == 2 and bounds[0] > bounds[1]:
            message = f"expected at_least up to at_most for column {quote(self.column)}, "
            message += f"got {quote(self.at_least)} and {quote(self.at_most)}"
            raise UsageError(message)

    def holds(self, value: object) -> bool:
        """Return whether the bounds hold the number; OverflowError if it is beyond floats."""
        if not _is_number(value):
            raise TypeError
        above = self.at_least is None or float(value) >= self.at_least
        return above and (self.at_most is None or float(value) <= self.at_most)


@dataclass(frozen=True, slots=True)
class OneOf(_OfColumn):
    """The value in a column, or one of its values, is among some; texts whatever their case."""

    expected: ClassVar[str] = "a value or a collection of values"
    column: str
    values: tuple[object, ...]

    def __post_init__(self) -> None:
        if not self.values:
            message = f"expected one or more values of column {quote(self.column)}, got none"
            raise UsageError(message)
        for value in self.values:
            if _is_collection(value) or not is_known(value):
                message = f"expected known values of column {quote(self.column)} one by one, "
                message += f"got {quote(value)}"
                raise UsageError(message)

    def holds(self, value: object) -> bool | None:
        """Return whether the value is among them, None if only an unknown part could be."""
        several = list(value) if _is_collection(value) else [value]
        wanted = [_folded(one) for one in self.values]
        known = [one for one in several if is_known(one)]
        if any(_folded(one) in wanted for one in known):
            return True
        return False if len(known) == len(several) else None


@dataclass(frozen=True, slots=True)
class Contains(_OfColumn):
    """The text in a column contains another, whatever the case."""

    expected: ClassVar[str] = "a text"
    column: str
    text: str

    def __post_init__(self) -> None:
        if not isinstance(self.text, str) or not self.text:
            message = f"expected a text to look for, got {quote(self.text)}"
            raise UsageError(message)

    def holds(self, value: object) -> bool:
        """Return whether the text is in it."""
        if not isinstance(value, str):
            raise TypeError
        return self.text.casefold() in value.casefold()


@dataclass(frozen=True, slots=True)
class OpenAt(_OfColumn):
    """The opening hours in a column hold an instant."""

    expected: ClassVar[str] = "opening hours"
    column: str
    at: datetime

    def __post_init__(self) -> None:
        if not isinstance(self.at, datetime):
            message = f"expected an aware datetime, got {quote(self.at)}"
            raise UsageError(message)
        if self.at.utcoffset() is None:
            message = f"expected a datetime with a time zone, got {quote(self.at)}"
            raise NaiveDatetimeError(message)

    def holds(self, value: object) -> bool | None:
        """Return whether it is open, None if the hours do not say."""
        if not isinstance(value, _Hours):
            raise TypeError
        return value.is_open(self.at)


@dataclass(frozen=True, slots=True)
class Towards(Filter):
    """The place lies in a direction of the anchor; in none if it is where the anchor is."""

    compass: Compass
    points: int | None

    def truths(self, around: Around) -> Truths:
        """Return the truth for each place."""
        pairs = map(tuple, around.points.tolist())
        return np.array([self._truth(around.anchor, pair) for pair in pairs], np.int8)

    def _truth(self, anchor: tuple[float, float], place: tuple[float, ...]) -> int:
        lat, lon = place
        try:
            if self.points is None:
                holds = is_directly(anchor, (lat, lon), self.compass, sector_deg=180)
            else:
                holds = bearing_cardinal(anchor, (lat, lon), self.points) is self.compass
        except (CoincidentPointsError, InvalidCoordinateError):  # the anchor, or its antipode
            return UNKNOWN
        return YES if holds else NO


def _is_number(value: object) -> TypeGuard[Real]:
    """Return whether a value is a real number and no boolean."""
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_collection(value: object) -> TypeGuard[Collection[object]]:
    """Return whether a value is several, and no text."""
    return hasattr(value, "__len__") and not isinstance(value, (str, bytes))


def _folded(value: object) -> object:
    """Return a text without its case, any other value as it is."""
    return value.casefold() if isinstance(value, str) else value
