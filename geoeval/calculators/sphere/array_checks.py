"""Arrays of numbers: what is no number is named in the error, with its value and its index."""

from __future__ import annotations

import numpy as np

from geoeval.calculators.sphere.points import is_real
from geoeval.errors import GeoEvalError, UsageError, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.calculators.sphere.points import Floats


def check_numbers(values: object, name: str, unit: str, *, gaps: bool = False) -> Floats:
    """Return numbers as float64, or raise naming the first that is not finite.

    Parameters
    ----------
    values
        A number or an array of any type of real numbers.
    name, unit
        What they are, for the message.
    gaps
        Whether NaN may stand where there is no number.

    Returns
    -------
    ndarray
        The same shape, float64; dimension 0 for one number.

    Raises
    ------
    UsageError
        If they are not numbers, or one is not finite.

    Examples
    --------
    >>> check_numbers([1, 2], "distance", "metres")
    array([1., 2.])
    """
    given = as_numbers(values, f"expected a {name} as a number of {unit}", UsageError)
    numbers = given.astype(np.float64)
    wrong = np.isinf(numbers) if gaps else ~np.isfinite(numbers)
    if wrong.any():
        message = f"expected a finite {name} in {unit}, got {first_of(numbers, wrong)}"
        raise UsageError(message)
    return numbers


def first_of(numbers: Floats, chosen: NDArray[np.bool_]) -> str:
    """Return the first chosen number and its index, as an error says it.

    Examples
    --------
    >>> values = np.array([[1.0, -2.0]])
    >>> first_of(values, values < 0)
    '-2.0 at [0, 1]'
    """
    index = np.unravel_index(int(chosen.argmax()), chosen.shape)
    return f"{quote(float(numbers[index]))}{at_index(index)}"


def as_numbers(values: object, expected: str, error: type[GeoEvalError]) -> NDArray[np.generic]:
    """Return an array of numbers, or raise for the first value that is none; masked ones are NaN.

    Examples
    --------
    >>> as_numbers([1, "2"], "expected ages", UsageError)
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected ages, got '2' at [1]
    """
    if isinstance(values, np.ma.MaskedArray):
        values = np.ma.filled(values.astype(np.float64), np.nan)
    try:
        given = np.asarray(values)
    except ValueError:
        message = f"{expected}, got rows of several lengths: {quote(values)}"
        raise error(message) from None
    if given.dtype.kind in "iuf":
        return given
    for index, value in np.ndenumerate(np.asarray(values, dtype=object)):
        if not is_real(value):
            message = f"{expected}, got {quote(value)}{at_index(index)}"
            raise error(message)
    try:
        return given.astype(np.float64)
    except OverflowError:
        message = f"{expected}, got one too large for any: {quote(values)}"
        raise error(message) from None


def at_index(index: tuple[np.intp | int, ...]) -> str:
    """Return an index as errors say it, nothing for a number on its own.

    Examples
    --------
    >>> at_index((0, 2)), at_index(())
    (' at [0, 2]', '')
    """
    return f" at {[int(i) for i in index]}" if index else ""
