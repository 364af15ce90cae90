"""Whether an answer in words says what was computed, where no options limit what it may be."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.query.values import Names, Quantity, Text, Value
from geoeval.verification.figures import read_figures
from geoeval.verification.fits import FLOAT_NOISE, fit_quantity
from geoeval.verification.match import comparable, match_options
from geoeval.verification.naming import NameRanks, fit_text, segments

EARTH_MODEL = 0.006
"""The share by which a length on a sphere may differ from one on the WGS 84 ellipsoid."""


def says_so(expected: str, value: Value, known: Sequence[str] = ()) -> bool | None:
    """Return whether an expected answer agrees with a computed value.

    Examples
    --------
    >>> says_so("18.8 km", Quantity(amount=18_788, unit="m"))
    True
    >>> says_so("22.87 km", Quantity(amount=18_788, unit="m"))
    False
    >>> says_so("by bus", Quantity(amount=18_788, unit="m")) is None
    True
    """
    if isinstance(value, Quantity):
        return _figure_says_so(expected, value)
    if isinstance(value, Names):
        return _names_say_so(expected, value, known)
    if isinstance(value, Text):
        # The same fact can be told in other words, so that a misfit refutes nothing.
        return True if fit_text(value, [expected]).options else None
    if match_options(value, [expected]).fits:
        return True
    return False if comparable(value, [expected]) else None


def length_off(expected: str, value: Value) -> float | None:
    """Return by how many metres a stated length misses a computed one, or None for other kinds.

    Examples
    --------
    >>> length_off("20 km", Quantity(amount=18_788, unit="m"))
    1212.0
    """
    if not isinstance(value, Quantity) or value.unit != "m":
        return None
    reading = read_figures([expected], value)[0]
    return None if reading is None else abs(reading.amount - value.amount)


def _figure_says_so(expected: str, value: Quantity) -> bool | None:
    """Compare a stated figure with a number."""
    reading = read_figures([expected], value)[0]
    if reading is None:
        return None
    if value.unit != "m":
        return bool(fit_quantity(value, [expected]).options)
    slack = value.tolerance + reading.half + EARTH_MODEL * abs(value.amount) + FLOAT_NOISE
    return abs(reading.amount - value.amount) <= slack


def _names_say_so(expected: str, value: Names, known: Sequence[str]) -> bool | None:
    """Compare one name, or a list of them, with the names that answer."""
    index = NameRanks.offered(value, known, [expected])
    ranks = [index.rank(expected)] if index.knows(expected) else segments(expected, index)
    said = {rank for rank in ranks if rank is not None}
    if not said:
        # A name that the world does not have may be another one of a place that it has.
        return None
    complete = len(said) == len(set(ranks))
    if value.reading == "all":
        return complete and len(said) == len(value.names)
    if value.reading == "any":
        return complete
    first = value.rank - 1 if value.reading == "nth" else 0
    return complete and all(first <= rank < first + value.tied for rank in said)
