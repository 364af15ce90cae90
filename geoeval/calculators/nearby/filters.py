"""Filters for places near an anchor, by what is known of them and where they lie.

Each function returns a ``Filter``; they compose with ``&``, ``|`` and ``~``. A place whose
attribute is None or NaN is neither in nor out: the answer is unknown.
"""

from __future__ import annotations

from datetime import datetime

from geoeval.calculators.nearby.conditions import Contains, Number, OneOf, OpenAt, Towards
from geoeval.calculators.nearby.logic import Filter
from geoeval.calculators.sphere.compass import Compass
from geoeval.calculators.sphere.points import is_finite
from geoeval.errors import UsageError, quote

__all__ = [
    "Filter",
    "direction",
    "kind",
    "n_ratings",
    "name_contains",
    "number",
    "one_of",
    "open_at",
    "price",
    "rating",
    "side",
]


def number(column: str, *, at_least: float | None = None, at_most: float | None = None) -> Filter:
    """Return the filter for places whose number in a column lies between two bounds.

    Parameters
    ----------
    column
        The name of a column of numbers.
    at_least, at_most
        The bounds, both included; one of them may be left out.

    Returns
    -------
    Filter
        The condition.

    Raises
    ------
    UsageError
        If no bound is given, one is not a number, or the lower is above the upper.

    Examples
    --------
    >>> number("rooms", at_least=2, at_most=3)
    Number(column='rooms', at_least=2, at_most=3)
    """
    return Number(column, at_least, at_most)


def rating(*, at_least: float | None = None, at_most: float | None = None) -> Filter:
    """Return the filter for places by the column "rating"; see ``number``."""
    return Number("rating", at_least, at_most)


def n_ratings(*, at_least: float | None = None, at_most: float | None = None) -> Filter:
    """Return the filter for places by the column "n_ratings"; see ``number``."""
    return Number("n_ratings", at_least, at_most)


def price(*, at_least: float | None = None, at_most: float | None = None) -> Filter:
    """Return the filter for places by the column "price", a level; see ``number``."""
    return Number("price", at_least, at_most)


def one_of(column: str, *values: object) -> Filter:
    """Return the filter for places whose value in a column is among some.

    Parameters
    ----------
    column
        The name of a column of values, or of collections of values: one of them is enough.
    values
        One or more, each known; texts are compared whatever their case.

    Returns
    -------
    Filter
        The condition.

    Raises
    ------
    UsageError
        If there is no value, or one is a collection or unknown.

    Examples
    --------
    >>> one_of("cuisine", "thai", "Lao")
    OneOf(column='cuisine', values=('thai', 'Lao'))
    """
    return OneOf(column, values)


def kind(*kinds: str) -> Filter:
    """Return the filter for places of some kinds by the column "kind"; see ``one_of``."""
    return OneOf("kind", kinds)


def name_contains(text: str) -> Filter:
    """Return the filter for places whose "name" contains a text.

    Parameters
    ----------
    text
        Part of a name. Upper and lower case are the same, accents are taken as written: "cafe"
        is not in "Café".

    Returns
    -------
    Filter
        The condition.

    Raises
    ------
    UsageError
        If it is not a text, or empty.

    Examples
    --------
    >>> name_contains("pizza")
    Contains(column='name', text='pizza')
    """
    return Contains("name", text)


def open_at(at: datetime) -> Filter:
    """Return the filter for places whose "hours" hold an instant.

    Parameters
    ----------
    at
        An aware datetime; hours that name no time zone take its wall clock for theirs.

    Returns
    -------
    Filter
        The condition on a column of ``WeeklyHours``; unknown where the hours do not say.

    Raises
    ------
    NaiveDatetimeError
        If the datetime has no time zone.
    UsageError
        If it is no datetime.

    Examples
    --------
    >>> open_at(datetime(2024, 3, 4, 9))
    Traceback (most recent call last):
    ...
    geoeval.errors.NaiveDatetimeError: expected a datetime with a time zone, got \
datetime.datetime(2024, 3, 4, 9, 0)
    """
    return OpenAt("hours", at)


def direction(towards: str, points: int = 8) -> Filter:
    """Return the filter for places that lie in a direction of the anchor.

    Parameters
    ----------
    towards
        A compass point in letters or words: "N", "north", "south-west".
    points
        4, 8, 16 or 32 points, of which the direction is one: with 8, "north" is 22.5° to each side.

    Returns
    -------
    Filter
        The condition as ``bearing_cardinal`` decides it; unknown for a place at the anchor or at
        its antipode.

    Raises
    ------
    UsageError
        If the direction is none of the points.

    Examples
    --------
    >>> direction("north-east", points=4)
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected one of 4 compass points, got 'north-east': it is one of 8
    """
    compass = Compass(towards)
    finer = next(fine for fine in (4, 8, 16, 32) if compass.degrees % (360 / fine) == 0)
    if not is_finite(points) or points not in (4, 8, 16, 32):
        message = f"expected 4, 8, 16 or 32 compass points, got {quote(points)}"
        raise UsageError(message)
    if finer > points:
        message = f"expected one of {points} compass points, got {quote(towards)}: \
it is one of {finer}"
        raise UsageError(message)
    return Towards(compass, points)


def side(towards: str) -> Filter:
    """Return the filter for places on a side of the anchor: up to 90° from a direction.

    Parameters
    ----------
    towards
        A compass point in letters or words.

    Returns
    -------
    Filter
        The condition as ``is_directly`` decides it for a sector of 180°, half-open; unknown
        for a place at the anchor.

    Raises
    ------
    UsageError
        If the direction is no compass point.

    Examples
    --------
    >>> side("north")
    Towards(compass=<Compass.N: 'N'>, points=None)
    """
    return Towards(Compass(towards), None)
