"""Ticks as they are taken in: whole numbers within a range, whatever they were written as."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex, cast

from geoeval.errors import UsageError, quote

MOST_TICKS = 1 << 48
"""No tick is farther from 0: seconds and milliseconds of an epoch fit."""


def whole(value: object, what: str, least: int = -MOST_TICKS) -> int:
    """Return a value as a whole number, or say what it is instead.

    Parameters
    ----------
    value
        An integer of any kind, or a float that is whole.
    what
        What it is, for the message.
    least
        The least that it may be.

    Raises
    ------
    UsageError
        If it is no whole number, below ``least`` or above ``MOST_TICKS``.

    Examples
    --------
    >>> whole(20.0, "the deadline")
    20
    """
    try:
        ticks = int(value) if isinstance(value, float) and value.is_integer() else None
        ticks = index(cast("SupportsIndex", value)) if ticks is None else ticks
    except TypeError:
        message = (
            f"expected {what} to be a whole number: {quote(value)}; choose smaller ticks for "
            "fractions"
        )
        raise UsageError(message) from None
    if ticks < least:
        message = f"expected {what} to be {least} or more: {quote(value)}"
        raise UsageError(message)
    if ticks > MOST_TICKS:
        message = f"expected {what} to be {MOST_TICKS} or less: {quote(value)}"
        raise UsageError(message)
    return ticks
