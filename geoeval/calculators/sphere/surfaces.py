"""Distances on other surfaces: the WGS 84 ellipsoid and the Web Mercator plane."""

from __future__ import annotations

from functools import cache
from math import asinh, atan, degrees, hypot, radians, sinh, tan

from geoeval.calculators.sphere.overloads import overload
from geoeval.calculators.sphere.points import LatLon, are_arrays, check_point
from geoeval.errors import InvalidCoordinateError, mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pyproj import Geod

    from geoeval.calculators.sphere.points import Floats, LatLon, OneOrMany, Points


@overload
def geodesic(a: LatLon, b: LatLon) -> float: ...
@overload
def geodesic(a: Points, b: Points | LatLon) -> Floats: ...
@overload
def geodesic(a: LatLon, b: Points) -> Floats: ...
def geodesic(a: OneOrMany, b: OneOrMany) -> OneOrMany:
    """Return the length of the shortest path on the WGS 84 ellipsoid, in metres.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees; or arrays of shape (…, 2), which broadcast.

    Returns
    -------
    float or ndarray
        Metres, 0 to 20 003 931.5.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.
    UsageError
        If the shapes of two arrays do not broadcast.

    Notes
    -----
    Uses Karney's algorithm, which is exact to about 15 nanometres, also for antipodes (Karney
    2013, Algorithms for geodesics, J. Geodesy 87). Unlike pyproj, this function takes the latitude
    first and rejects coordinates out of range.

    Examples
    --------
    >>> a, b = (48.8584, 2.2945), (51.5007, -0.1246)
    >>> round(geodesic(a, b))
    340895
    >>> geodesic((0, 0), [(0, 1), (1, 0)]).round(3)
    array([111319.491, 110574.389])
    """
    if are_arrays(a, b):
        import numpy as np

        from geoeval.calculators.sphere.array_math import broadcast_columns

        return _wgs84_distance(*np.broadcast_arrays(*broadcast_columns(a, b)))
    return _wgs84_distance(*check_point(a), *check_point(b))


def _wgs84_distance(
    lat1: OneOrMany, lon1: OneOrMany, lat2: OneOrMany, lon2: OneOrMany
) -> OneOrMany:
    _, _, metres = _wgs84_geod().inv(lon1, lat1, lon2, lat2, return_back_azimuth=False)
    return metres


@cache
def _wgs84_geod() -> Geod:
    from pyproj import Geod

    return Geod(ellps="WGS84")


_MERCATOR_RADIUS_M = 6_378_137.0
_MERCATOR_EDGE_M = 20_037_508.35


def web_mercator_distance(a: LatLon, b: LatLon) -> float:
    """Return the planar distance between two points on the Web Mercator map, in metres.

    This is not a distance on the Earth: it is longer by a factor of about 1 / cos(latitude). It
    serves to recognise figures that were computed on this map (EPSG:3857) by mistake.

    The map ends at latitudes ±85.06, and points on either side of the date line are a map width
    apart. Raises ``InvalidCoordinateError`` if a point is not a pair of degrees in range.

    x = aλ and y = a·asinh(tan φ) with a = 6 378 137 m (EPSG Guidance Note 7-2, method 1024).
    """
    (lat1, lon1), (lat2, lon2) = check_point(a), check_point(b)
    east = radians(lon2 - lon1)
    north = asinh(tan(radians(lat2))) - asinh(tan(radians(lat1)))
    return _MERCATOR_RADIUS_M * hypot(east, north)


def from_web_mercator(northing_m: float, easting_m: float) -> LatLon:
    """Return the point on the Earth at Web Mercator coordinates in metres.

    Raises ``InvalidCoordinateError`` if a coordinate is not within ±20 037 508.35.
    """
    if not max(abs(northing_m), abs(easting_m)) <= _MERCATOR_EDGE_M:
        expected = f"metres on the Web Mercator map, at most {_MERCATOR_EDGE_M:.2f} from its centre"
        raise mismatch(InvalidCoordinateError, expected, (northing_m, easting_m))
    latitude = atan(sinh(northing_m / _MERCATOR_RADIUS_M))
    return degrees(latitude), degrees(easting_m / _MERCATOR_RADIUS_M)
