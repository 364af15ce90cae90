"""Great circles: destinations, midpoints and distances; lengths and sides of paths."""

from __future__ import annotations

import math

from geoeval.calculators.sphere import directions
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.overloads import overload
from geoeval.calculators.sphere.points import (
    EARTH_RADIUS_M,
    are_arrays,
    check_point,
    check_rows,
    is_finite,
)
from geoeval.errors import (
    CoincidentPointsError,
    InvalidCoordinateError,
    UsageError,
    mismatch,
    quote,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    import numpy as np
    from numpy.typing import NDArray

    from geoeval.calculators.sphere.points import Floats, LatLon, OneOrMany, Points

    Side = Literal["left", "right"]

SAME_M = 1e-9
"""Points that are nearer, in metres, count as the same place."""
ANTIPODAL_M = (math.pi - directions.ANTIPODAL) * EARTH_RADIUS_M


@overload
def destination(start: LatLon, bearing_deg: float, distance_m: float) -> LatLon: ...
@overload
def destination(
    start: Points, bearing_deg: float | Floats, distance_m: float | Floats
) -> Floats: ...
@overload
def destination(start: LatLon, bearing_deg: Floats, distance_m: float | Floats) -> Floats: ...
@overload
def destination(start: LatLon, bearing_deg: float, distance_m: Floats) -> Floats: ...
def destination(start: OneOrMany, bearing_deg: OneOrMany, distance_m: OneOrMany) -> OneOrMany:
    """Return the point that is reached from a start along a great circle.

    Parameters
    ----------
    start
        (latitude, longitude) in degrees, or an array of shape (…, 2).
    bearing_deg
        Initial bearing in degrees clockwise from north, a number or an array.
    distance_m
        Metres along the great circle, at least 0, a number or an array. Beyond half the
        circumference, the point approaches the start again.

    Returns
    -------
    tuple of float or ndarray
        (latitude, longitude) in degrees on the sphere; for arrays, shape (…, 2).

    Raises
    ------
    InvalidCoordinateError
        If the start is not a pair of degrees in range.
    UsageError
        If a bearing or distance is not a finite number, a distance is negative, or the shapes
        do not broadcast.

    Notes
    -----
    With the angle d and bearing θ, the point has the direction of the vector with components
    sin φ cos d + cos φ sin d cos θ (up), cos φ cos d − sin φ sin d cos θ (ahead) and sin d sin θ
    (east). It is within 1e-8 m of the exact point for distances up to half the circumference.

    Examples
    --------
    >>> lat, lon = destination((0, 0), 90, 10_007_557)
    >>> round(lat, 6), round(lon, 5)
    (0.0, 90.0)
    >>> destination((0, 0), 90, -1)
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected a distance of 0 or more metres, got -1
    """
    if are_arrays(start) or _is_array(bearing_deg) or _is_array(distance_m):
        from geoeval.calculators.sphere.direction_arrays import compute_destinations

        return compute_destinations(start, bearing_deg, distance_m)
    lat, lon = check_point(start)
    for value, name in ((bearing_deg, "bearing in degrees"), (distance_m, "distance in metres")):
        if not is_finite(value):
            raise mismatch(UsageError, f"a {name} as a finite number", value)
    if distance_m < 0:
        raise mismatch(UsageError, "a distance of 0 or more metres", distance_m)
    return directions.reached_point(lat, lon, float(bearing_deg), float(distance_m), m=math)


@overload
def midpoint(a: LatLon, b: LatLon) -> LatLon: ...
@overload
def midpoint(a: Points, b: Points | LatLon) -> Floats: ...
@overload
def midpoint(a: LatLon, b: Points) -> Floats: ...
def midpoint(a: OneOrMany, b: OneOrMany) -> OneOrMany:
    """Return the point halfway along the great circle between two points.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees; or arrays of shape (…, 2), which broadcast.

    Returns
    -------
    tuple of float or ndarray
        (latitude, longitude) in degrees on the sphere; in arrays, NaN between antipodes.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range, or two single points are antipodes,
        because every great circle through one passes through the other.
    UsageError
        If the shapes of two arrays do not broadcast.

    Notes
    -----
    The midpoint has the direction of the sum of both unit vectors. Its error is at most 1e-8 m
    divided by the cosine of half the angle between the points. Points within 6 mm of being
    antipodes count as antipodes.

    Examples
    --------
    >>> midpoint((0, 10), (0, 30))
    (0.0, 20.0)
    >>> midpoint((0, 0), (0, 180))
    Traceback (most recent call last):
    ...
    geoeval.errors.InvalidCoordinateError: expected two points that are not antipodes, got (0, 0) \
and (0, 180)
    """
    if are_arrays(a, b):
        from geoeval.calculators.sphere.direction_arrays import compute_midpoints

        return compute_midpoints(a, b)
    (lat1, lon1), (lat2, lon2) = check_point(a), check_point(b)
    lat, lon, length = directions.halfway_point(lat1, lon1, lat2, lon2, m=math)
    if length < directions.ANTIPODAL:
        both = f" and {quote(b)}"
        raise mismatch(InvalidCoordinateError, "two points that are not antipodes", a, both)
    return lat, lon


@overload
def cross_track_distance(point: LatLon, start: LatLon, end: LatLon) -> float: ...
@overload
def cross_track_distance(point: Points, start: LatLon, end: LatLon) -> Floats: ...
def cross_track_distance(point: OneOrMany, start: LatLon, end: LatLon) -> OneOrMany:
    """Return the signed distance of a point from the great circle through two others, in metres.

    Parameters
    ----------
    point
        (latitude, longitude) in degrees, or an array of shape (…, 2).
    start, end
        Two points of the great circle, in the direction of travel.

    Returns
    -------
    float or ndarray
        Metres, −πR/2 to πR/2: positive to the right of the direction of travel, negative to
        the left. The great circle extends beyond both points.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range, or start and end are antipodes.
    CoincidentPointsError
        If start and end are the same place.

    Notes
    -----
    The result is within 2e-8 m of the exact distance on the sphere. If start and end are nearly
    antipodes or on both sides of the date line, this is divided by the sine of the angle between
    them.

    Examples
    --------
    >>> round(cross_track_distance((-1, 5), (0, 0), (0, 10)))
    111195
    """
    start, end = check_point(start), check_point(end)
    check_line(start, end)
    if are_arrays(point):
        from geoeval.calculators.sphere.direction_arrays import track_distances

        return track_distances(point, start, end)
    return directions.signed_offset(*check_point(point), *start, *end, m=math)


def check_line(start: LatLon, end: LatLon) -> None:
    """Raise unless exactly one great circle goes through two points."""
    length = haversine(start, end)
    if length <= SAME_M:
        raise CoincidentPointsError(
            f"expected two different points, got {start} and {end}, the same place: \
there is no line"
        )
    if length > ANTIPODAL_M:
        raise InvalidCoordinateError(
            f"expected two points that are not antipodes, got {start} and {end}: every \
great circle through one passes through the other"
        )


def _is_array(value: object) -> bool:
    return isinstance(value, list) or getattr(value, "ndim", 0) > 0


def path_length(points: Points) -> float:
    """Return the length of a path of great circles through points, in metres.

    Parameters
    ----------
    points
        Shape (n, 2): (latitude, longitude) in degrees, in order.

    Returns
    -------
    float
        Metres; 0 for fewer than two points.

    Raises
    ------
    InvalidCoordinateError
        If the points do not have this shape or are not degrees in range.

    Examples
    --------
    >>> round(path_length([(0, 0), (0, 90), (90, 0)]))
    20015114
    >>> path_length([(48.86, 2.35)])
    0.0
    """
    from math import fsum

    rows = check_rows(points)
    return fsum(haversine(rows[:-1], rows[1:]))


@overload
def detour(a: LatLon, x: LatLon, b: LatLon) -> float: ...
@overload
def detour(a: LatLon, x: Points, b: LatLon) -> Floats: ...
def detour(a: LatLon, x: OneOrMany, b: LatLon) -> OneOrMany:
    """Return how much longer the way from a to b is via x, in metres.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees.
    x
        (latitude, longitude) in degrees; or an array of shape (…, 2), one point for each detour.

    Returns
    -------
    float or ndarray
        Great-circle metres, 0 or more.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.

    Examples
    --------
    >>> detour((0, 0), (0, 1), (0, 2)) < 1e-8
    True
    >>> detour((0, 0), [(1, 1), (0, 3)], (0, 2)).round()
    array([ 92109., 222390.])
    """
    extra = haversine(a, x) + haversine(x, b) - haversine(a, b)
    return extra * (extra > 0) + 0.0  # + 0.0 avoids −0.0


@overload
def relative_side(route: Points, point: LatLon) -> Side | None: ...
@overload
def relative_side(route: Points, point: Points) -> NDArray[np.object_]: ...
def relative_side(route: Points, point: OneOrMany) -> OneOrMany:
    """Return the side of a route on which a point lies: "left", "right", or None on its line.

    Parameters
    ----------
    route
        Shape (n, 2), n at least 2: (latitude, longitude) in degrees in the direction of travel.
        Repeated points are skipped.
    point
        (latitude, longitude) in degrees; or an array of shape (…, 2).

    Returns
    -------
    str or None, or ndarray
        The side at the nearest part of the route, or at the first of several; None within a
        millimetre of its line. For arrays, an array of such values.

    Raises
    ------
    InvalidCoordinateError
        If the route has fewer than two points or has a leg between antipodes, or a point is
        not a pair of degrees in range.
    CoincidentPointsError
        If all points of the route are the same place, so that it has no direction.

    Notes
    -----
    If a bend is nearest, both of its legs are compared: a point to the left of one and to the
    right of the other is outside the bend. The route is extended straight beyond its ends.

    Examples
    --------
    >>> eastward = [(0, 0), (0, 1)]
    >>> relative_side(eastward, (0.5, 0.5)), relative_side(eastward, (-0.5, 0.5))
    ('left', 'right')
    >>> relative_side(eastward, [(1, 0), (0, 0.5)])
    array(['left', None], dtype=object)
    """
    from geoeval.calculators.sphere.direction_arrays import relative_sides

    found = relative_sides(_distinct_points(route), point)
    if are_arrays(point):
        return found
    side: Side | None = found.item()
    return side


def _distinct_points(route: Points) -> Floats:
    rows = check_rows(route)
    if len(rows) < 2:
        raise mismatch(InvalidCoordinateError, "a route of two or more points", route)
    import numpy as np

    legs = haversine(rows[:-1], rows[1:])
    moved = legs > SAME_M
    if not moved.any():
        raise CoincidentPointsError(
            f"expected two different points in a route, got only {tuple(rows[0].tolist())}"
        )
    for leg in np.flatnonzero(legs > ANTIPODAL_M):
        check_line(tuple(rows[leg].tolist()), tuple(rows[leg + 1].tolist()))
    return np.concatenate([rows[:1], rows[1:][moved]])
