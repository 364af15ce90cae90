"""Paths of several points: length, detour, and on which side of them a place lies."""

from __future__ import annotations

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.overloads import overload
from geoeval.calculators.sphere.points import are_arrays, check_rows
from geoeval.errors import CoincidentPointsError, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    import numpy as np
    from numpy.typing import NDArray

    from geoeval.calculators.sphere.points import Floats, LatLon, OneOrMany, Points

    Side = Literal["left", "right"]


def path_length(points: Points) -> float:
    """Return the length of a path along great circles from point to point, in metres.

    Parameters
    ----------
    points
        Shape (n, 2): (latitude, longitude) in degrees, in order.

    Returns
    -------
    float
        Metres; 0 for no or one point.

    Raises
    ------
    InvalidCoordinateError
        If the points are not of that shape, or not degrees in range.

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
    """Return how much farther it is from a to b by way of x, in metres.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees.
    x
        (latitude, longitude) in degrees; or an array of shape (…, 2), for the detours by each.

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
    return extra * (extra > 0) + 0.0  # and no −0.0


@overload
def relative_side(route: Points, point: LatLon) -> Side | None: ...
@overload
def relative_side(route: Points, point: Points) -> NDArray[np.object_]: ...
def relative_side(route: Points, point: OneOrMany) -> OneOrMany:
    """Return on which side of a directed line a point lies: "left", "right" or None on it.

    Parameters
    ----------
    route
        Shape (n, 2), n at least 2: (latitude, longitude) in degrees in the direction of travel.
        Points that repeat the one before are passed over.
    point
        (latitude, longitude) in degrees; or an array of shape (…, 2).

    Returns
    -------
    str or None, or ndarray
        The side at the nearest place of the route, the first where several are as near; None
        within a millimetre of its line. For arrays, an array of such values.

    Raises
    ------
    InvalidCoordinateError
        If the route has fewer than two points, or goes from a point to its antipode, or a point
        is not a pair of degrees in range.
    CoincidentPointsError
        If all points of the route are the same place: it has no direction.

    Notes
    -----
    Where a bend is nearest, both its arms are looked at: a point left of one and right of the
    other lies outside the bend. Beyond its ends the route is taken to go straight on.

    Examples
    --------
    >>> eastward = [(0, 0), (0, 1)]
    >>> relative_side(eastward, (0.5, 0.5)), relative_side(eastward, (-0.5, 0.5))
    ('left', 'right')
    >>> relative_side(eastward, [(1, 0), (0, 0.5)])
    array(['left', None], dtype=object)
    """
    from geoeval.calculators.sphere.direction_arrays import sides

    found = sides(_distinct(route), point)
    if are_arrays(point):
        return found
    side: Side | None = found.item()
    return side


def _distinct(route: Points) -> Floats:
    """Return the points of a route without those that repeat the one before."""
    from geoeval.calculators.sphere.great_circle import ANTIPODAL_M, SAME_M, check_line
    from geoeval.errors import InvalidCoordinateError

    rows = check_rows(route)
    if len(rows) < 2:
        message = f"expected a route of two or more points, got {quote(route)}"
        raise InvalidCoordinateError(message)
    import numpy as np

    legs = haversine(rows[:-1], rows[1:])
    moved = legs > SAME_M
    if not moved.any():
        message = f"expected two different points in a route, got only {tuple(rows[0].tolist())}"
        raise CoincidentPointsError(message)
    for leg in np.flatnonzero(legs > ANTIPODAL_M):
        check_line(tuple(rows[leg].tolist()), tuple(rows[leg + 1].tolist()))
    return np.concatenate([rows[:1], rows[1:][moved]])
