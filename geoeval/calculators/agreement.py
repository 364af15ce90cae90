"""Whether a computed value agrees with a stated figure, by the rounding that the figure shows."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from geoeval.calculators.clock import DAY_MIN, read_clock
from geoeval.calculators.digits import EXACT, Number, ascii_digits, read_number, to_decimal
from geoeval.calculators.units import (
    DISTANCES,
    DURATIONS,
    distances,
    find_all_durations,
    parse_whole,
)
from geoeval.errors import UnitError, mismatch


class _Stated(NamedTuple):
    """A stated figure in its base unit, and whether it comes round again every day."""

    number: Number
    daily: bool = False


def agree(value: float, stated: str, *, unit: str | None = None) -> bool:
    """Return whether a computed value rounds to what a text states.

    Parameters
    ----------
    value
        Metres where the text is a distance, seconds where it is a duration, minutes after
        midnight where it is a clock time, a plain number where it has no unit.
    stated
        One figure: "13.4 km", "1 hour 20 mins", "10.44 AM", "7".
    unit
        What a text without a unit counts, such as "km" or "mins"; a unit that the text itself
        writes stands.

    Returns
    -------
    bool
        Whether the value lies at most ``tolerance(stated)`` from the stated amount, both ends
        included: maps round halves up, people either way.

    Raises
    ------
    UnitError
        If the value is no finite number, the text not one figure or the unit unknown.

    Notes
    -----
    Compared in decimal, the value by the 15 digits that a float holds for certain: a value on
    the boundary agrees however it was added up. A clock time that names no later day is the
    time of any day: 1450 agrees with "12:10 AM". Without AM or PM it is on the 24-hour clock,
    and needs a colon: "10.13" is a number.

    Examples
    --------
    >>> agree(4250, "4.2 km"), agree(4250, "4.3 km"), agree(4250.001, "4.2 km")
    (True, True, False)
    >>> agree(4825, "1 hour 20 mins"), agree(13_420, "13.4", unit="km")
    (True, True)
    >>> agree(4250, "far")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnitError: expected one figure such as '4.2 km', '1 hour 20 mins', \
'10:44 AM' or '7', got 'far'
    """
    figure = _read_figure(stated, unit)
    number = to_decimal(value, "finite number to compare with a figure")
    off = EXACT.abs(EXACT.subtract(number, figure.number.amount))
    if figure.daily:
        off = EXACT.remainder(off, Decimal(DAY_MIN))
        off = min(off, EXACT.subtract(Decimal(DAY_MIN), off))
    return off <= _half_step(figure)


def tolerance(stated: str, *, unit: str | None = None) -> float:
    """Return how far a value may lie from a stated figure that was rounded from it.

    Parameters
    ----------
    stated
        One figure, as for ``agree``.
    unit
        What a text without a unit counts, such as "km" or "mins".

    Returns
    -------
    float
        Half of what one more in the last written place would add, in metres, seconds, minutes
        (clock times) or as a plain number.

    Raises
    ------
    UnitError
        If the text is not one figure or the unit unknown.

    Notes
    -----
    A zero counts as written: "280 km" is to the kilometre, "280.0 km" to the tenth. Of several
    counts the last decides: "1 hour 0 mins" is to the minute, "1 hour" to the hour, and so is
    "7 AM", while "noon" is to the minute. A number in words is one in digits. A fraction is
    written to itself: "half an hour" to the half hour, "¾ mile" to the quarter.

    Examples
    --------
    >>> tolerance("4.2 km"), tolerance("280 km"), tolerance("1 hour 20 mins"), tolerance("1 hour")
    (50.0, 500.0, 30.0, 1800.0)
    >>> tolerance("10.44 AM"), tolerance("7"), tolerance("4.35", unit="mi")
    (0.5, 0.5, 8.04672)
    """
    return float(_half_step(_read_figure(stated, unit)))


def _half_step(figure: _Stated) -> Decimal:
    return EXACT.divide(figure.number.step, Decimal(2))


def _read_figure(text: str, unit: str | None) -> _Stated:
    """Return the figure that a whole text is: a number, a duration, a distance or a clock time."""
    size = Decimal(1) if unit is None else _unit_size(unit)
    plain = ascii_digits(text)
    try:
        return _Stated(read_number(plain).times(size))
    except UnitError:
        number = parse_whole(plain, find_all_durations) or parse_whole(plain, distances)
    if number is not None:
        return _Stated(number)
    try:
        minute, step_min, later_day = read_clock(plain)
    except UnitError:
        raise mismatch(
            UnitError, "one figure such as '4.2 km', '1 hour 20 mins', '10:44 AM' or '7'", text
        ) from None
    return _Stated(Number(Decimal(minute), Decimal(step_min)), daily=not later_day)


def _unit_size(unit: str) -> Decimal:
    if isinstance(unit, str):
        for grammar in (DURATIONS, DISTANCES):
            size = grammar.size(unit)
            if size is not None:
                return size
    raise mismatch(UnitError, "a unit such as 'km', 'mi', 'hours' or 'mins'", unit)
