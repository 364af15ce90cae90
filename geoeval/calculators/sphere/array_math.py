"""Functions of ``math`` over arrays, with the same bits on every processor.

numpy's own sin, cos and arctan2 are chosen by the processor's vector instructions, and differ in
the last digits from machine to machine. The functions here use +, −, ×, ÷ and √ only, which
IEEE 754 rounds in one way. A formula written with the names of ``math`` is given either module:
``math`` for one pair of points, this one for many.

The coefficients interpolate the function at Chebyshev nodes of the stated range (computed with
40 digits); each comment gives the greatest relative error of the exact polynomial or quotient.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from geoeval.calculators.sphere.points import check_points
from geoeval.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from geoeval.calculators.sphere.points import Floats, LatLon, Points

    Constants: TypeAlias = tuple[Floats, ...]

_HALF_PI = np.pi / 2


def constants(*numbers: float) -> Constants:
    """Return numbers as arrays without dimension, which numpy takes up faster than floats."""
    return tuple(np.array(number) for number in numbers)


BLOCK = 32_768
"""Elements worked on at a time, so that intermediate results stay in the cache."""

# sin x / x in x², 0 ≤ x ≤ π/2: 2e-16.
_SIN = constants(
    0.9999999999999999,
    -0.16666666666666072,
    0.008333333333282756,
    -0.00019841269824861897,
    2.7557316609073673e-06,
    -2.505188194671259e-08,
    1.6048168318165643e-10,
    -7.374387503862757e-13,
)
# atan t / t in t², 0 ≤ t ≤ tan π/8: 4e-16.
_ATAN_TOP = constants(16.803550979287355, 25.08106769714994, 10.307634275819499, 1.0)
_ATAN_BOTTOM = constants(
    216.73855309091442, 395.7512773856517, 221.52114552837105, 38.55115448376088, 1.0
)
_ATAN_SCALE = 51.59351219467216  # the one of its neighbours that makes right angles exact
_LARGE, _NO_LESS = 2.0**500, 2.0**-1000


def columns(*points: Points | LatLon) -> tuple[Floats, ...]:
    """Return the latitudes and longitudes of points whose shapes broadcast.

    Parameters
    ----------
    points
        Shapes (…, 2) in degrees.

    Returns
    -------
    tuple of ndarray
        Latitude and longitude of each argument in turn, in degrees.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.
    UsageError
        If the shapes, without the last dimension, do not broadcast; or two GeoSeries have rows of
        other labels, or other coordinate reference systems.

    Examples
    --------
    >>> columns([(1, 2), (3, 4)], (5, 6))
    (array([1., 3.]), array([2., 4.]), array(5.), array(6.))
    """
    shapes = tuple(argument for argument in points if hasattr(argument, "crs"))
    if len(shapes) > 1:
        from geoeval.calculators.sphere.geometries import check_same_rows

        check_same_rows(shapes)
    checked = [check_points(argument) for argument in points]
    parts = tuple(array[..., axis] for array in checked for axis in (0, 1))
    check_shapes(*(array[..., 0] for array in checked))
    return parts


def check_shapes(*arrays: Floats) -> None:
    """Raise ``UsageError`` if the shapes of arrays do not broadcast.

    Examples
    --------
    >>> check_shapes(np.zeros(3), np.zeros(4))
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected shapes that broadcast, got (3,) and (4,)
    """
    try:
        np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays)
        message = f"expected shapes that broadcast, got {shapes}"
        raise UsageError(message) from None


def in_blocks(formula: Callable[..., Floats], *columns: Floats) -> Floats:
    """Return a formula of several arrays, worked out block by block.

    Parameters
    ----------
    formula
        Takes one-dimensional arrays of equal length, one for each column, and returns one.
    columns
        Arrays whose shapes broadcast.

    Returns
    -------
    ndarray
        float64, of the common shape.

    Examples
    --------
    >>> in_blocks(np.add, np.array([1.0, 2.0]), np.array([[10.0], [20.0]]))
    array([[11., 12.],
           [21., 22.]])
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


def polynomial(coefficients: Constants, x: Floats) -> Floats:
    """Return a polynomial by Horner's rule, the constant coefficient first.

    Examples
    --------
    >>> polynomial(constants(1, 2, 3), np.array([2.0]))
    array([17.])
    """
    total = x * coefficients[-1]
    for coefficient in coefficients[-2:0:-1]:
        total += coefficient
        total *= x
    total += coefficients[0]
    return total


def radians(degrees: Floats) -> Floats:
    """Return degrees as radians."""
    return degrees * (np.pi / 180)


def degrees(radians: Floats) -> Floats:
    """Return radians as degrees."""
    return radians * (180 / np.pi)


def remainder(x: Floats, period: float) -> Floats:
    """Return x less the nearest multiple of a period.

    Examples
    --------
    >>> remainder(np.array([190.0, -350.0]), 360)
    array([-170.,   10.])
    """
    return x - period * np.rint(x / period)


def sin(x: Floats) -> Floats:
    """Return the sine of angles from −π to π.

    Examples
    --------
    >>> sin(np.array([0.0, np.pi / 2]))
    array([0., 1.])
    """
    size = np.abs(x)
    return np.copysign(_sin(np.minimum(size, np.pi - size)), x)


def cos(x: Floats) -> Floats:
    """Return the cosine of angles from −π to π.

    Examples
    --------
    >>> cos(np.array([0.0, np.pi]))
    array([ 1., -1.])
    """
    return _sin(_HALF_PI - np.abs(x))


def _sin(x: Floats) -> Floats:
    """Return the sine of angles from −π/2 to π/2."""
    return x * polynomial(_SIN, x * x)


def hypot(x: Floats, y: Floats) -> Floats:
    """Return √(x² + y²) of numbers whose squares do not overflow.

    Examples
    --------
    >>> hypot(np.array([3.0]), np.array([4.0]))
    array([5.])
    """
    return np.sqrt(x * x + y * y)


def atan2(y: Floats, x: Floats) -> Floats:
    """Return the angle of a vector (x, y) up to 1000 long from the x axis, −π to π; 0 for none.

    The angle is halved twice, tan(φ/2) = |y| / (√(x² + y²) + |x|), to at most π/8.

    Examples
    --------
    >>> degrees(atan2(np.array([1.0, -1.0, 0.0]), np.array([1.0, -1.0, 0.0])))
    array([  45., -135.,    0.])
    """
    across, along = np.abs(y), np.abs(x)
    across *= _LARGE  # so that the squares of the smallest numbers are not lost
    along *= _LARGE
    length = hypot(along, across)
    length += along
    length += _NO_LESS
    across /= length
    quarter = across / (1 + np.sqrt(1 + across * across))
    square = quarter * quarter
    quarter *= polynomial(_ATAN_TOP, square)
    quarter /= polynomial(_ATAN_BOTTOM, square)
    quarter *= _ATAN_SCALE
    turned: Floats = np.copysign(_HALF_PI - np.copysign(_HALF_PI - quarter, x), y)
    return turned


def asinh(x: Floats) -> Floats:
    """Return the inverse hyperbolic sine; it alone is numpy's, and may differ in the last bit."""
    return np.asarray(np.arcsinh(x))
