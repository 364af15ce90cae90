"""Arrays of numbers: what is no number is named in the error, with its value and its index."""

from __future__ import annotations

import numpy as np

from geoeval.calculators.sphere.points import as_numbers, at_index
from geoeval.errors import UsageError, quote

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
