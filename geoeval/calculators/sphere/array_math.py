"""Array functions for points: checks, blocks, and functions with the names of ``math``.

Formulas take a module as argument: ``math`` for a single pair of points, this module for arrays.
Sine and cosine are polynomials, three times as fast as numpy's on the one turn that is needed. The
other functions are numpy's, so the last digits may differ between processors.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from geoeval.calculators.sphere.geometries import same_rows
from geoeval.calculators.sphere.points import as_numbers, at_index, check_points
from geoeval.errors import UsageError, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.calculators.sphere.points import Floats, LatLon, Points


_HALF_PI = np.pi / 2

BLOCK = 32_768
"""Number of elements per block, so that intermediate results stay in the cache."""

# Coefficients of sin x / x in x² for 0 ≤ x ≤ π/2, interpolated at Chebyshev nodes, with a
# relative error of 2e-16.
_SINE = tuple(
    np.array(coefficient)  # numpy handles zero-dimensional arrays faster than floats
    for coefficient in (
        0.9999999999999999,
        -0.16666666666666072,
        0.008333333333282756,
        -0.00019841269824861897,
        2.7557316609073673e-06,
        -2.505188194671259e-08,
        1.6048168318165643e-10,
        -7.374387503862757e-13,
    )
)


def broadcast_columns(*points: Points | LatLon) -> tuple[Floats, ...]:
    """Return the latitudes and longitudes of each argument; their shapes must broadcast."""
    checked = [check_points(argument) for argument in same_rows(points)]
    parts = tuple(array[..., axis] for array in checked for axis in (0, 1))
    check_shapes(*(array[..., 0] for array in checked))
    return parts


def check_shapes(*arrays: Floats) -> None:
    """Raise ``UsageError`` if the shapes of arrays do not broadcast."""
    try:
        np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays)
        raise UsageError(f"expected shapes that broadcast, got {shapes}") from None


def in_blocks(formula: Callable[..., Floats], *columns: Floats) -> Floats:
    """Return the result of a formula on arrays that broadcast, computed block by block.

    The formula takes a one-dimensional array for each column, all of equal length, and returns
    such an array.
    """
    result = np.empty(np.broadcast_shapes(*(column.shape for column in columns)))
    flat, done = result.reshape(-1), 0
    with np.nditer(
        columns,
        flags=["external_loop", "buffered", "zerosize_ok"],
        order="C",
        buffersize=BLOCK,
    ) as blocks:
        for block in blocks if result.size else ():
            parts = formula(*block)
            flat[done : done + len(parts)] = parts
            done += len(parts)
    return result


def sine_ratio(square: Floats) -> Floats:
    """Return sin x / x for x², with x from 0 to π/2, by Horner's rule."""
    total: Floats = square * _SINE[-1]
    for coefficient in _SINE[-2:0:-1]:
        total += coefficient
        total *= square
    total += _SINE[0]
    return total


def radians(degrees: Floats) -> Floats:
    """Return degrees in radians."""
    return degrees * (np.pi / 180)


def degrees(radians: Floats) -> Floats:
    """Return radians in degrees."""
    return radians * (180 / np.pi)


def remainder(x: Floats, period: float) -> Floats:
    """Return x minus the nearest multiple of a period."""
    return x - period * np.rint(x / period)


def sin(x: Floats) -> Floats:
    """Return the sine of angles from −π to π."""
    size = np.abs(x)
    return np.copysign(_compute_sine(np.minimum(size, np.pi - size)), x)


def cos(x: Floats) -> Floats:
    """Return the cosine of angles from −π to π."""
    return _compute_sine(_HALF_PI - np.abs(x))


def _compute_sine(x: Floats) -> Floats:
    return x * sine_ratio(x * x)


def hypot(x: Floats, y: Floats) -> Floats:
    """Return √(x² + y²) for numbers whose squares do not overflow."""
    return np.sqrt(x * x + y * y)


atan2, asinh = np.arctan2, np.arcsinh


def check_numbers(values: object, name: str, unit: str, *, gaps: bool = False) -> Floats:
    """Return numbers as float64; raise ``UsageError`` for the first that is not finite.

    ``name`` and ``unit`` are for the message. With ``gaps``, NaN is allowed for missing numbers.
    """
    given = as_numbers(values, f"expected a {name} as a number of {unit}", UsageError)
    numbers = given.astype(np.float64)
    wrong = np.isinf(numbers) if gaps else ~np.isfinite(numbers)
    if wrong.any():
        raise UsageError(f"expected a finite {name} in {unit}, got {first_of(numbers, wrong)}")
    return numbers


def first_of(numbers: Floats, chosen: NDArray[np.bool_]) -> str:
    """Return the first chosen number with its index, for an error message."""
    index = np.unravel_index(int(chosen.argmax()), chosen.shape)
    return f"{quote(float(numbers[index]))}{at_index(index)}"
