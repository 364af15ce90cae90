"""Compass points nearest to bearings, and sectors around them.

``Compass`` is imported on first use, because enumerations take longest to import.
"""

from __future__ import annotations

from math import remainder

from geoeval.calculators.sphere.bearing import initial_bearing, to_turn
from geoeval.calculators.sphere.overloads import overload
from geoeval.calculators.sphere.points import are_arrays, is_finite
from geoeval.errors import UsageError, mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from geoeval.calculators.sphere.compass import Compass
    from geoeval.calculators.sphere.points import Floats, LatLon, OneOrMany, Points

    Compasses = NDArray[np.object_]

_COMPASSES = (4, 8, 16, 32)


@overload
def cardinal(bearing: float, points: int = 8) -> Compass: ...
@overload
def cardinal(bearing: Floats, points: int = 8) -> Compasses: ...
def cardinal(bearing: OneOrMany, points: int = 8) -> OneOrMany:
    """Return the compass point nearest to a bearing.

    Parameters
    ----------
    bearing
        Finite degrees clockwise from north; full turns are ignored. In arrays, NaN means no
        direction.
    points
        4, 8, 16 or 32 points.

    Returns
    -------
    Compass or ndarray
        The point whose sector contains the bearing. Sectors are centred on their points and
        half-open: north of 8 points is [337.5, 22.5). For arrays, an array of ``Compass``, with
        None for no direction.

    Raises
    ------
    UsageError
        If a bearing is not a finite number, or ``points`` is not 4, 8, 16 or 32.

    Examples
    --------
    >>> cardinal(22.4), cardinal(22.5)
    (<Compass.N: 'N'>, <Compass.NE: 'NE'>)
    >>> cardinal(60, points=4).word
    'East'
    """
    if getattr(points, "ndim", 0) or points not in _COMPASSES:
        raise mismatch(UsageError, "4, 8, 16 or 32 compass points", points)
    points = int(points)
    if getattr(bearing, "ndim", 0) or isinstance(bearing, list):
        from geoeval.calculators.sphere.array_math import check_numbers
        from geoeval.calculators.sphere.direction_arrays import nearest_cardinals

        return nearest_cardinals(check_numbers(bearing, "bearing", "degrees", gaps=True), points)
    from geoeval.calculators.sphere.compass import POINTS

    sector = (int(to_turn(bearing) // (180 / points)) + 1) // 2 % points
    return POINTS[sector * len(POINTS) // points]


@overload
def bearing_cardinal(a: LatLon, b: LatLon, points: int = 8) -> Compass: ...
@overload
def bearing_cardinal(a: Points, b: Points | LatLon, points: int = 8) -> Compasses: ...
@overload
def bearing_cardinal(a: LatLon, b: Points, points: int = 8) -> Compasses: ...
def bearing_cardinal(a: OneOrMany, b: OneOrMany, points: int = 8) -> OneOrMany:
    """Return the compass point nearest to the direction of b, seen from a.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees; or arrays of shape (…, 2), which broadcast.
    points
        4, 8, 16 or 32 points.

    Returns
    -------
    Compass or ndarray
        The point nearest to the initial bearing from a to b. In arrays, None if both points are
        the same place.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.
    CoincidentPointsError
        If two single points are the same place.
    UsageError
        If ``points`` is not 4, 8, 16 or 32, or the shapes of two arrays do not broadcast.

    Examples
    --------
    >>> bearing_cardinal((48.8584, 2.2945), (51.5007, -0.1246)).word
    'Northwest'
    >>> bearing_cardinal((0, 0), [(1, 0), (1, 1)]) == "N"
    array([ True, False])
    """
    return cardinal(initial_bearing(a, b), points)


@overload
def is_directly(a: LatLon, b: LatLon, direction: str, sector_deg: float = 90) -> bool: ...
@overload
def is_directly(
    a: Points, b: Points | LatLon, direction: str, sector_deg: float = 90
) -> NDArray[np.bool_]: ...
@overload
def is_directly(
    a: LatLon, b: Points, direction: str, sector_deg: float = 90
) -> NDArray[np.bool_]: ...
def is_directly(a: OneOrMany, b: OneOrMany, direction: str, sector_deg: float = 90) -> OneOrMany:
    """Return whether b lies in a direction, seen from a.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees; or arrays of shape (…, 2), which broadcast.
    direction
        A compass point in letters or words: "N", "north", "south-west".
    sector_deg
        Width in degrees of the sector around the direction, above 0 and at most 360. The sector
        is half-open like those of ``cardinal``.

    Returns
    -------
    bool or ndarray
        Whether the initial bearing from a to b is in the sector. In arrays, False if both
        points are the same place.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.
    CoincidentPointsError
        If two single points are the same place.
    UsageError
        If the direction is not a compass point, the width is out of range, or the shapes of
        two arrays do not broadcast.

    Examples
    --------
    >>> is_directly((0, 0), (2, 1), "north"), is_directly((0, 0), (1, 2), "north")
    (True, False)
    >>> is_directly((0, 0), [(2, 1), (1, 2), (0, 0)], "north")
    array([ True, False, False])
    """
    if not is_finite(sector_deg) or not 0 < sector_deg <= 360:
        raise mismatch(UsageError, "a sector width above 0 and at most 360 degrees", sector_deg)
    from geoeval.calculators.sphere.compass import Compass

    centre = Compass(direction).degrees
    bearing: OneOrMany = initial_bearing(a, b)
    if are_arrays(a, b):
        from geoeval.calculators.sphere import array_math

        return _is_in_sector(sector_deg, array_math.remainder(bearing - centre, 360))
    return _is_in_sector(sector_deg, remainder(bearing - centre, 360))


def _is_in_sector(sector_deg: float, off: OneOrMany) -> OneOrMany:
    """Return whether a sector contains an offset of −180 to 180 degrees from its centre."""
    return (-sector_deg / 2 <= off) & ((off < sector_deg / 2) | (sector_deg == 360))
