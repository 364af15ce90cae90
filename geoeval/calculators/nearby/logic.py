"""Conditions on places that compose with ``&``, ``|`` and ``~``; what is not known stays unknown.

Truth is counted 0 for no, 1 for unknown, 2 for yes, so that Kleene's "and" is the least, "or" the
greatest and "not" the rest to 2 (Kleene 1952, Introduction to Metamathematics, § 64).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from geoeval.calculators.nearby.columns import Columns
    from geoeval.calculators.nearby.vectors import Indices
    from geoeval.calculators.sphere.points import Floats, LatLon

Truths: TypeAlias = NDArray[np.int8]

NO, UNKNOWN, YES = 0, 1, 2


class Tally(NamedTuple):
    """How many places meet a condition, how many do not, and of how many it is not known.

    Parameters
    ----------
    yes, no, unknown
        Numbers of places; a place of which too little is known is neither a yes nor a no.
    """

    yes: int
    no: int
    unknown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """Some points of an index as seen from an anchor.

    Parameters
    ----------
    anchor
        (latitude, longitude) in degrees.
    points
        Shape (n, 2), degrees.
    indices
        Their positions in the index, n of them.
    columns
        The attributes of the whole index.
    """

    anchor: LatLon
    points: Floats
    indices: Indices
    columns: Columns


class Filter(ABC):
    """A condition on places, which holds, does not hold, or is not known to hold.

    Filters are frozen values: equal ones are equal, and each may be used again. Python's ``and``,
    ``or`` and ``not`` raise ``UsageError``: they would drop a part without a word.

    Examples
    --------
    >>> from geoeval.calculators.nearby.filters import kind, rating
    >>> kind("cafe") & ~rating(at_most=3)
    All(parts=(OneOf(column='kind', values=('cafe',)), Not(part=Number(column='rating', \
at_least=None, at_most=3))))
    """

    __slots__ = ()

    @abstractmethod
    def truths(self, around: Around) -> Truths:
        """Return for each point whether the condition holds: 0 no, 1 unknown, 2 yes."""

    def __and__(self, other: Filter) -> Filter:
        return All((self, check_filter(other)))

    def __or__(self, other: Filter) -> Filter:
        return Any((self, check_filter(other)))

    def __invert__(self) -> Filter:
        return Not(self)

    def __bool__(self) -> bool:
        message = f"expected filters joined by '&', '|' and '~', got {quote(self)} as true or false"
        raise UsageError(message)


@dataclass(frozen=True, slots=True)
class All(Filter):
    """Every part holds: a no among them decides, else an unknown leaves it open."""

    parts: tuple[Filter, ...]

    def truths(self, around: Around) -> Truths:
        """Return the least truth of the parts."""
        least: Truths = np.minimum.reduce([part.truths(around) for part in self.parts])
        return least


@dataclass(frozen=True, slots=True)
class Any(Filter):
    """Some part holds: a yes among them decides, else an unknown leaves it open."""

    parts: tuple[Filter, ...]

    def truths(self, around: Around) -> Truths:
        """Return the greatest truth of the parts."""
        greatest: Truths = np.maximum.reduce([part.truths(around) for part in self.parts])
        return greatest


@dataclass(frozen=True, slots=True)
class Not(Filter):
    """The part does not hold; of what is unknown the opposite is unknown too."""

    part: Filter

    def truths(self, around: Around) -> Truths:
        """Return the opposite of the part's truth."""
        return YES - self.part.truths(around)


def check_filter(condition: object) -> Filter:
    """Return a filter, or raise if a value is none.

    Parameters
    ----------
    condition
        What a caller gave.

    Returns
    -------
    Filter
        The same.

    Raises
    ------
    UsageError
        If it is something else.

    Examples
    --------
    >>> check_filter("cafe")
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected a filter such as kind("cafe"), got 'cafe'
    """
    if isinstance(condition, Filter):
        return condition
    message = f'expected a filter such as kind("cafe"), got {quote(condition)}'
    raise UsageError(message)
