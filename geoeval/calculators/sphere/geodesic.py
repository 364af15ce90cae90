"""Distance on the WGS 84 ellipsoid, by pyproj."""

from __future__ import annotations

from functools import cache

from geoeval.calculators.sphere.overloads import overload
from geoeval.calculators.sphere.points import are_arrays, check_point

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
    Karney's algorithm, exact to about 15 nanometres, antipodes included (Karney 2013,
    Algorithms for geodesics, J. Geodesy 87). Unlike pyproj, it takes latitude first and rejects
    coordinates out of range.

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

        from geoeval.calculators.sphere.array_math import columns

        return _inverse(*np.broadcast_arrays(*columns(a, b)))
    return _inverse(*check_point(a), *check_point(b))


def _inverse(lat1: OneOrMany, lon1: OneOrMany, lat2: OneOrMany, lon2: OneOrMany) -> OneOrMany:
    """Return the length for latitudes and longitudes of one shape."""
    _, _, metres = _wgs84().inv(lon1, lat1, lon2, lat2, return_back_azimuth=False)
    return metres


@cache
def _wgs84() -> Geod:
    """Return the ellipsoid, loaded once."""
    from pyproj import Geod

    return Geod(ellps="WGS84")
