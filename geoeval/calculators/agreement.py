"""Agreement between computed values and stated figures, within the rounding of the figure."""

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


class _StatedFigure(NamedTuple):
    """A stated figure in its base unit, and whether it recurs every day."""

    number: Number
    daily: bool = False


def agree(value: float, stated: str, *, unit: str | None = None) -> bool:
    """Return whether a computed value rounds to a stated figure.

    Parameters
    ----------
    value
        Metres for a distance, seconds for a duration, minutes after midnight for a clock time,
        a plain number for a figure without a unit.
    stated
        One figure: "13.4 km", "1 hour 20 mins", "10.44 AM", "7".
    unit
        The unit of a figure without a unit, such as "km" or "mins". A unit in ``stated`` takes
        precedence.

    Returns
    -------
    bool
        Whether the value differs from the stated amount by at most ``tolerance(stated)``. Both
        ends are included: maps round halves up, people round them either way.

    Raises
    ------
    UnitError
        If the value is not a finite number, ``stated`` is not one figure, or the unit is unknown.

    Notes
    -----
    Values are compared in decimal at the 15 digits that a float always holds, so a value on the
    boundary agrees whatever the order in which it was summed. A clock time that names no later
    day applies to any day: 1450 agrees with "12:10 AM". Without AM or PM it is on the 24-hour
    clock and needs a colon: "10.13" is a number.

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
    difference = EXACT.abs(EXACT.subtract(number, figure.number.amount))
    if figure.daily:
        difference = EXACT.remainder(difference, Decimal(DAY_MIN))
        difference = min(difference, EXACT.subtract(Decimal(DAY_MIN), difference))
    return difference <= _half_step(figure)


def tolerance(stated: str, *, unit: str | None = None) -> float:
    """Return how far a value may differ from the stated figure that it was rounded to.

    Parameters
    ----------
    stated
        One figure, as for ``agree``.
    unit
        The unit of a figure without a unit, such as "km" or "mins".

    Returns
    -------
    float
        Half a unit of the last written digit, in metres, seconds or minutes (clock times), or
        as a plain number.

    Raises
    ------
    UnitError
        If ``stated`` is not one figure, or the unit is unknown.

    Notes
    -----
    Every written digit counts: "280 km" is exact to the kilometre, "280.0 km" to a tenth of it.
    The last of several units decides: "1 hour 0 mins" is exact to the minute, "1 hour" and
    "7 AM" to the hour; "noon" is exact to the minute. Numbers in words are treated like digits.
    A fraction is exact to its denominator: "half an hour" to the half hour, "¾ mile" to the
    quarter.

    Examples
    --------
    >>> tolerance("4.2 km"), tolerance("280 km"), tolerance("1 hour 20 mins"), tolerance("1 hour")
    (50.0, 500.0, 30.0, 1800.0)
    >>> tolerance("10.44 AM"), tolerance("7"), tolerance("4.35", unit="mi")
    (0.5, 0.5, 8.04672)
    """
    return float(_half_step(_read_figure(stated, unit)))


def _half_step(figure: _StatedFigure) -> Decimal:
    return EXACT.divide(figure.number.step, Decimal(2))


def _read_figure(text: str, unit: str | None) -> _StatedFigure:
    size = Decimal(1) if unit is None else _unit_size(unit)
    plain = ascii_digits(text)
    try:
        return _StatedFigure(read_number(plain).times(size))
    except UnitError:
        number = parse_whole(plain, find_all_durations) or parse_whole(plain, distances)
    if number is not None:
        return _StatedFigure(number)
    try:
        minute, step_min, later_day = read_clock(plain)
    except UnitError:
        raise mismatch(
            UnitError, "one figure such as '4.2 km', '1 hour 20 mins', '10:44 AM' or '7'", text
        ) from None
    return _StatedFigure(Number(Decimal(minute), Decimal(step_min)), daily=not later_day)


def _unit_size(unit: str) -> Decimal:
    if isinstance(unit, str):
        for grammar in (DURATIONS, DISTANCES):
            size = grammar.size(unit)
            if size is not None:
                return size
    raise mismatch(UnitError, "a unit such as 'km', 'mi', 'hours' or 'mins'", unit)
