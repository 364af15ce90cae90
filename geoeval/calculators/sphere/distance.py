"""Great-circle distance on a sphere, for one pair, for many pairs or for all pairs."""

from __future__ import annotations

from math import acos, asin, cos, pi, sin, sqrt

from geoeval.calculators.sphere.overloads import overload
from geoeval.calculators.sphere.points import EARTH_RADIUS_M, are_arrays, check_point, check_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.sphere.points import Floats, LatLon, OneOrMany, PointGeometry, Points

_DIAMETER_M = 2 * EARTH_RADIUS_M
_HALF_DEGREE = pi / 360
_MAX_ASIN_H = 0.6
_AT_POLE = cos(pi / 2) ** 2  # the float error of cos² 90°; subtracting it makes a pole one point
# A square exceeds these exactly if a latitude is beyond ±90 or a longitude beyond ±180.
_MAX_LAT_SQUARED, _MAX_LON_SQUARED = 8100.0, 32400.0


@overload
def haversine(a: LatLon | PointGeometry, b: LatLon | PointGeometry) -> float: ...
@overload
def haversine(a: Points, b: Points | LatLon | PointGeometry) -> Floats: ...
@overload
def haversine(a: LatLon | PointGeometry, b: Points) -> Floats: ...
@overload
def haversine(a: object, b: object, *, lat: str, lon: str) -> Floats: ...
def haversine(
    a: OneOrMany,
    b: OneOrMany,
    lat: str | None = None,  # keyword-only in the overload; positional is faster in Python
    lon: str | None = None,
) -> OneOrMany:
    """Return the great-circle distance between two points, or between many pairs, in metres.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees; or arrays of shape (…, 2) of any integer or float
        type, which broadcast against each other without their last dimension; or shapely
        Points, whose x is the longitude, or GeoSeries of such points; or data frames, whose
        rows are paired by label, in the order of the first frame.
    lat, lon
        The names of the columns in data frames; by default the usual names, or the only two
        columns.

    Returns
    -------
    float or ndarray
        Metres, from 0 for the same point to πR for antipodes; float64 for arrays.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.
    UsageError
        If the shapes of two arrays do not broadcast; if a GeoSeries has no coordinate reference
        system, a projected one, or a row that is not a point; if two GeoSeries or data frames
        do not have the same row labels; or if a data frame has no such column.

    Notes
    -----
    The Earth is a sphere of radius ``EARTH_RADIUS_M``, which is −0.45 to +0.56% off the WGS 84
    ellipsoid. With p = Δφ/2, l = Δλ/2 and the mean latitude q, the haversine is
    h = sin²p cos²l + cos²q sin²l and its complement is c = cos²p cos²l + sin²q sin²l. The distance
    is 2R asin √h, or 2R acos √c for distant points. Nothing cancels, so the result is within
    1e-8 m of the exact distance on the sphere, and within 1e-6 m for arrays.

    Examples
    --------
    >>> round(haversine((48.8584, 2.2945), (51.5007, -0.1246)))
    340539
    >>> haversine((10.0, 180.0), (10.0, -180.0))
    0.0
    >>> haversine([(0, 0), (0, 90)], (0, 180)).round()
    array([20015114., 10007557.])
    >>> from shapely import Point
    >>> round(haversine(Point(2.2945, 48.8584), Point(-0.1246, 51.5007)))  # x is the longitude
    340539
    >>> haversine((95.0, 0.0), (0.0, 0.0))
    Traceback (most recent call last):
    ...
    geoeval.errors.InvalidCoordinateError: expected a latitude from -90 to 90 degrees, got 95.0 \
in (95.0, 0.0); the pair looks swapped: latitude comes first
    """
    try:
        lat1, lon1 = a
        lat2, lon2 = b
    except (TypeError, ValueError):
        return _distance_of_any(a, b, lat, lon)
    if not (
        a.__class__ is b.__class__ is tuple
        and lat1.__class__ is lon1.__class__ is lat2.__class__ is lon2.__class__ is float
        and lat1 * lat1 <= _MAX_LAT_SQUARED >= lat2 * lat2
        and lon1 * lon1 <= _MAX_LON_SQUARED >= lon2 * lon2
    ):
        return _distance_of_any(a, b, lat, lon)
    half = lon2 - lon1
    if half > 180.0:
        half -= 360.0
    elif half < -180.0:
        half += 360.0
    half *= _HALF_DEGREE
    across = sin(half)
    across *= across
    p = (lat2 - lat1) * _HALF_DEGREE
    q = (lat1 + lat2) * _HALF_DEGREE
    up = sin(p)
    level = cos(q)
    up *= up
    h = up + across * (level * level - _AT_POLE - up)
    if h < _MAX_ASIN_H:
        return _DIAMETER_M * asin(sqrt(h))
    up, level = sin(q), cos(p) * cos(half)
    return _DIAMETER_M * acos(sqrt(level * level + across * up * up))


def _distance_of_any(a: OneOrMany, b: OneOrMany, lat: str | None, lon: str | None) -> OneOrMany:
    if lat is not None or lon is not None:
        from geoeval.calculators.sphere.geometries import rows_of_table, same_rows

        a, b = (rows_of_table(each, lat, lon) for each in same_rows((a, b)))
    if are_arrays(a, b):
        from geoeval.calculators.sphere.distance_arrays import elementwise_distances

        return elementwise_distances(a, b)
    return haversine(check_point(a), check_point(b))


def pairwise_distances(a: Points, b: Points | None = None) -> Floats:
    """Return the great-circle distance between all pairs of points, in metres.

    Parameters
    ----------
    a
        Shape (n, 2): (latitude, longitude) in degrees.
    b
        Shape (m, 2); by default ``a`` itself.

    Returns
    -------
    ndarray
        Shape (n, m), float64 metres.

    Raises
    ------
    InvalidCoordinateError
        If the points do not have this shape or are not degrees in range.
    UsageError
        If the matrix needs more memory than is available.

    Notes
    -----
    Distances are computed from unit vectors: the haversine is h = |u − v|² / 4 and the distance is
    2R asin √h, within 1e-6 m of the exact distance on the sphere. The memory needed besides the
    result is a few rows.

    Examples
    --------
    >>> pairwise_distances([(0, 0), (0, 90)]).round()
    array([[       0., 10007557.],
           [10007557.,        0.]])
    """
    from geoeval.calculators.sphere.distance_arrays import check_fits_memory, distance_matrix

    rows = check_rows(a)
    others = rows if b is None else check_rows(b)
    check_fits_memory(len(rows), len(others))
    return distance_matrix(rows, others)
