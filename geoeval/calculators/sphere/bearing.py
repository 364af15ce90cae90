"""Bearings between points: of the great circle at both ends, and of the rhumb line."""

from __future__ import annotations

import math
from math import remainder

from geoeval.calculators.sphere import directions
from geoeval.calculators.sphere.overloads import overload
from geoeval.calculators.sphere.points import are_arrays, check_point, is_finite
from geoeval.errors import (
    CoincidentPointsError,
    InvalidCoordinateError,
    UsageError,
    mismatch,
    quote,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from geoeval.calculators.sphere.points import Floats, LatLon, OneOrMany, Points


@overload
def initial_bearing(a: LatLon, b: LatLon) -> float: ...
@overload
def initial_bearing(a: Points, b: Points | LatLon) -> Floats: ...
@overload
def initial_bearing(a: LatLon, b: Points) -> Floats: ...
def initial_bearing(a: OneOrMany, b: OneOrMany) -> OneOrMany:
    """Return the initial bearing of the great circle from a to b, in degrees.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees; or arrays of shape (…, 2), which broadcast against
        each other without their last dimension.

    Returns
    -------
    float or ndarray
        Degrees clockwise from true north, [0, 360), on the sphere. At a pole, the bearing is
        relative to the meridian of the longitude of ``a``. In arrays, NaN if both points are
        the same place.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range, or if two points are antipodes (as
        defined in ``midpoint``), because every direction leads there.
    CoincidentPointsError
        If two single points are the same place; a pole is one place for all longitudes.
    UsageError
        If the shapes of two arrays do not broadcast.

    Notes
    -----
    atan2(sin Δλ cos φ2, sin Δφ + 2 sin φ1 cos φ2 sin²(Δλ/2)), which is the usual formula without
    cancellation at short distances. The great circle in this direction passes within 2e-8 m of
    b.

    Examples
    --------
    >>> initial_bearing((0, 0), (0, 1))
    90.0
    >>> initial_bearing((0, 0), [(1, 0), (0, -1), (0, 0)])
    array([  0., 270.,  nan])
    >>> initial_bearing((5, 5), (5, 5))
    Traceback (most recent call last):
    ...
    geoeval.errors.CoincidentPointsError: expected two different points, got (5, 5) and (5, 5), \
the same place: there is no direction
    """
    return _direction_between(a, b, directions.initial_direction)


@overload
def final_bearing(a: LatLon, b: LatLon) -> float: ...
@overload
def final_bearing(a: Points, b: Points | LatLon) -> Floats: ...
@overload
def final_bearing(a: LatLon, b: Points) -> Floats: ...
def final_bearing(a: OneOrMany, b: OneOrMany) -> OneOrMany:
    """Return the final bearing of the great circle from a to b, in degrees.

    Parameters
    ----------
    a, b
        As for ``initial_bearing``.

    Returns
    -------
    float or ndarray
        Degrees clockwise from true north, [0, 360). In arrays, NaN for the same place.

    Raises
    ------
    InvalidCoordinateError, CoincidentPointsError, UsageError
        As ``initial_bearing`` does.

    Notes
    -----
    The initial bearing from b to a, reversed.

    Examples
    --------
    >>> round(initial_bearing((50, 0), (50, 90))), round(final_bearing((50, 0), (50, 90)))
    (53, 127)
    """
    reversed_bearing = _direction_between(b, a, directions.initial_direction) + 180
    return reversed_bearing - 360 * (reversed_bearing >= 360)


@overload
def rhumb_bearing(a: LatLon, b: LatLon) -> float: ...
@overload
def rhumb_bearing(a: Points, b: Points | LatLon) -> Floats: ...
@overload
def rhumb_bearing(a: LatLon, b: Points) -> Floats: ...
def rhumb_bearing(a: OneOrMany, b: OneOrMany) -> OneOrMany:
    """Return the constant bearing that leads from a to b, a straight line on a Mercator map.

    Parameters
    ----------
    a, b
        As for ``initial_bearing``.

    Returns
    -------
    float or ndarray
        Degrees clockwise from true north, [0, 360), the shorter way around the Earth (east if
        both ways are equal). To a pole, the bearing is due north or due south. In arrays, NaN
        for the same place.

    Raises
    ------
    InvalidCoordinateError, CoincidentPointsError, UsageError
        As ``initial_bearing`` does, except for antipodes.

    Notes
    -----
    atan2(Δλ, Δψ) with the isometric latitude of the sphere, ψ = asinh tan φ (Snyder 1987, Map
    Projections, eq. 7-1).

    Examples
    --------
    >>> rhumb_bearing((50, 0), (50, 90))
    90.0
    """
    return _direction_between(a, b, directions.rhumb_direction)


def _direction_between(a: OneOrMany, b: OneOrMany, formula: Callable[..., OneOrMany]) -> OneOrMany:
    if are_arrays(a, b):
        from geoeval.calculators.sphere.direction_arrays import compute_bearings

        return compute_bearings(a, b, formula)
    (lat1, lon1), (lat2, lon2) = check_point(a), check_point(b)
    if directions.same_place(lat1, lon1, lat2, lon2, m=math):
        rest = f" and {quote(b)}, the same place: there is no direction"
        raise mismatch(CoincidentPointsError, "two different points", a, rest)
    if (
        formula is directions.initial_direction
        and abs(lat1 + lat2) < directions.MIRRORED
        and directions.halfway_point(lat1, lon1, lat2, lon2, m=math)[2] < directions.ANTIPODAL
    ):
        rest = f" and {quote(b)}: every direction leads from one to the other"
        raise mismatch(InvalidCoordinateError, "two points that are not antipodes", a, rest)
    return to_turn(formula(lat1, lon1, lat2, lon2, m=math))


def angle_between(bearing1: float, bearing2: float) -> float:
    """Return the smallest angle between two bearings, from 0 to 180 degrees.

    Full turns are ignored. Raises ``UsageError`` if a bearing is not finite.
    """
    return abs(remainder(to_turn(bearing2) - to_turn(bearing1), 360))


def to_turn(bearing: float) -> float:
    """Return an angle reduced to [0, 360) degrees; raise ``UsageError`` if it is not finite."""
    if not is_finite(bearing):
        raise mismatch(UsageError, "a bearing as a finite number of degrees", bearing)
    turned = float(bearing) % 360
    return turned if turned < 360 else 0.0
