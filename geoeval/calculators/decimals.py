"""Floats as the decimals that people read in them, so that a boundary is met exactly."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

from geoeval.errors import UnitError, quote

EXACT = Context(prec=60, rounding=ROUND_HALF_EVEN, traps=[])
"""Arithmetic on written figures: exact for all that have a meaning, whatever a caller has set."""


def to_decimal(value: float, expected: str) -> Decimal:
    """Return a number as the 15 significant digits that a float holds for certain.

    Parameters
    ----------
    value
        Any finite real number; booleans are none.
    expected
        What the caller needs, for the message of the error.

    Returns
    -------
    Decimal
        The digits a person would read: 0.1 + 0.2 is 0.3.

    Raises
    ------
    UnitError
        If it is no real number or not finite.

    Examples
    --------
    >>> to_decimal(0.1 + 0.2, "length in metres")
    Decimal('0.3')
    >>> to_decimal(float("nan"), "length in metres")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnitError: expected a length in metres, got nan
    """
    from numbers import Real

    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return Decimal(f"{number:.15g}")
    message = f"expected a {expected}, got {quote(value)}"
    raise UnitError(message)


def magnitude(value: float, expected: str, end: float = 1e15) -> Decimal:
    """Return a number from 0 up to but not including an end, as its 15 digits.

    Raises
    ------
    UnitError
        If it is no real number or out of range.

    Examples
    --------
    >>> magnitude(-1, "length of 0 or more metres")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnitError: expected a length of 0 or more metres, below 1e+15, got -1
    """
    expected = f"{expected}, below {end:.15g}"
    number = to_decimal(value, expected)
    if 0 <= number < Decimal(end):
        return number
    message = f"expected a {expected}, got {quote(value)}"
    raise UnitError(message)


def count_steps(number: Decimal, step: Decimal) -> int:
    """Return how many steps a number measures, halves rounded up.

    Examples
    --------
    >>> count_steps(Decimal("4250"), Decimal(100)), count_steps(Decimal("4249"), Decimal(100))
    (43, 42)
    """
    return int(EXACT.divide(number, step).to_integral_value(ROUND_HALF_UP))
