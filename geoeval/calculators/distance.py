"""Great-circle distance on a sphere, and what is built from it."""

from __future__ import annotations

from math import asinh, atan2, cos, degrees, hypot, pi, radians, remainder, sin, tan

from geoeval.errors import InvalidCoordinateError, quote

LatLon = tuple[float, float]

EARTH_RADIUS_M = 6_371_008.8
"""Mean radius of the Earth in metres, (2a + b) / 3 of WGS 84 (Moritz 2000, GRS 80)."""

_MERCATOR_RADIUS_M = 6_378_137.0
_ANTIPODAL = 1e-9
_HALF = pi / 360


def check_point(point: LatLon) -> LatLon:
    """Return a point as two floats in degrees, or raise if no place has such coordinates.

    Parameters
    ----------
    point
        Latitude −90 to 90 and longitude −180 to 180 in degrees, as any pair of real numbers.

    Returns
    -------
    tuple of float
        (latitude, longitude) in degrees.

    Raises
    ------
    InvalidCoordinateError
        If it is no pair of real numbers (text and booleans are none), or a number is not
        finite or out of range.

    Examples
    --------
    >>> check_point((48, 2.35))
    (48.0, 2.35)
    >>> check_point((151.2, -33.9))
    Traceback (most recent call last):
    ...
    geoeval.errors.InvalidCoordinateError: expected a latitude from -90 to 90 degrees, got 151.2 \
in (151.2, -33.9); the pair looks swapped: latitude comes first
    """
    try:
        lat, lon = point
    except (TypeError, ValueError):
        message = f"expected a pair (latitude, longitude) in degrees, got {quote(point)}"
        raise InvalidCoordinateError(message) from None
    if type(lat) is float and type(lon) is float and -90 <= lat <= 90 and -180 <= lon <= 180:
        return lat, lon
    return _checked(lat, "latitude", 90, point), _checked(lon, "longitude", 180, point)


def _checked(value: float, name: str, limit: int, point: LatLon) -> float:
    """Return one coordinate as a float, or raise with the reason."""
    from numbers import Real

    if isinstance(value, bool) or not isinstance(value, Real):
        message = f"expected a {name} as a number of degrees, got {quote(value)} in {quote(point)}"
        raise InvalidCoordinateError(message)
    if -limit <= value <= limit:
        return float(value)
    message = (
        f"expected a {name} from -{limit} to {limit} degrees, got {quote(value)} in {quote(point)}"
    )
    if name == "latitude" and abs(value) <= 180 and _could_be_latitude(point[1]):
        message += "; the pair looks swapped: latitude comes first"
    raise InvalidCoordinateError(message)


def _could_be_latitude(value: object) -> bool:
    """Return whether a value lies in the range of latitudes."""
    return isinstance(value, (int, float)) and abs(value) <= 90


def haversine(a: LatLon, b: LatLon) -> float:
    """Return the great-circle distance between two points in metres.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees.

    Returns
    -------
    float
        Metres, from 0 for the same point to πR for antipodes.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.

    Notes
    -----
    The Earth is a sphere of radius ``EARTH_RADIUS_M``: −0.45 to +0.56 % off the WGS 84
    ellipsoid. With half differences p = Δφ/2 and l = Δλ/2 and the middle latitude q, the half
    chord is hypot(sin p cos l, cos q sin l), the half antichord hypot(cos p cos l, sin q sin l),
    and the distance 2R atan2 of the two. Nothing cancels, near or antipodal: the result is
    within 1e-8 m of the exact distance on that sphere.

    Examples
    --------
    >>> round(haversine((48.8584, 2.2945), (51.5007, -0.1246)))
    340539
    >>> haversine((10.0, 180.0), (10.0, -180.0))
    0.0
    >>> haversine((95.0, 0.0), (0.0, 0.0))
    Traceback (most recent call last):
    ...
    geoeval.errors.InvalidCoordinateError: expected a latitude from -90 to 90 degrees, got 95.0 \
in (95.0, 0.0); the pair looks swapped: latitude comes first
    """
    try:
        (lat1, lon1), (lat2, lon2) = a, b
        usual = type(lat1) is type(lon1) is type(lat2) is type(lon2) is float
    except (TypeError, ValueError):
        usual = False
    if not (
        usual
        and -90 <= lat1 <= 90
        and -180 <= lon1 <= 180
        and -90 <= lat2 <= 90
        and -180 <= lon2 <= 180
    ):
        (lat1, lon1), (lat2, lon2) = check_point(a), check_point(b)
    p = (lat2 - lat1) * _HALF
    q = (lat1 + lat2) * _HALF
    half_lon = remainder(lon2 - lon1, 360) * _HALF
    sin_l, cos_l = sin(half_lon), cos(half_lon)
    chord = hypot(sin(p) * cos_l, cos(q) * sin_l)
    return 2 * EARTH_RADIUS_M * atan2(chord, hypot(cos(p) * cos_l, sin(q) * sin_l))


def detour(a: LatLon, x: LatLon, b: LatLon) -> float:
    """Return how much farther it is from a to b by way of x, in metres.

    Parameters
    ----------
    a, x, b
        (latitude, longitude) in degrees.

    Returns
    -------
    float
        Great-circle metres, 0 or more.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.

    Examples
    --------
    >>> detour((0, 0), (0, 1), (0, 2)) < 1e-8
    True
    >>> round(detour((0, 0), (1, 1), (0, 2)))
    92109
    """
    return max(0.0, haversine(a, x) + haversine(x, b) - haversine(a, b))


def midpoint(a: LatLon, b: LatLon) -> LatLon:
    """Return the point halfway along the great circle between two points.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees.

    Returns
    -------
    tuple of float
        (latitude, longitude) in degrees, on the sphere.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range, or the two are antipodes: every great
        circle through one passes through the other.

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
    (lat1, lon1), (lat2, lon2) = check_point(a), check_point(b)
    phi1, phi2, delta = radians(lat1), radians(lat2), radians(remainder(lon2 - lon1, 360))
    east = cos(phi2) * sin(delta)
    ahead = cos(phi1) + cos(phi2) * cos(delta)
    up = sin(phi1) + sin(phi2)
    if hypot(east, ahead, up) < _ANTIPODAL:
        message = f"expected two points that are not antipodes, got {quote(a)} and {quote(b)}"
        raise InvalidCoordinateError(message)
    lon = remainder(lon1 + degrees(atan2(east, ahead)), 360)
    return degrees(atan2(up, hypot(east, ahead))), lon


def web_mercator_distance(a: LatLon, b: LatLon) -> float:
    """Return the planar distance of two points on the Web-Mercator map (EPSG:3857), in metres.

    It is no distance on the Earth: it is too long by about 1 / cos(latitude). It serves to
    recognise figures that were computed on that map by mistake.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees; the map ends at latitudes ±85.06, and two points on
        either side of the date line lie a world apart on it.

    Returns
    -------
    float
        Metres of the projected plane.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.

    Notes
    -----
    x = aλ and y = a·asinh(tan φ) with a = 6 378 137 m (EPSG Guidance Note 7-2, method 1024).

    Examples
    --------
    >>> a, b = (60.0, 25.0), (60.0, 26.0)
    >>> round(web_mercator_distance(a, b) / haversine(a, b), 3)
    2.002
    """
    (lat1, lon1), (lat2, lon2) = check_point(a), check_point(b)
    east = radians(lon2 - lon1)
    north = asinh(tan(radians(lat2))) - asinh(tan(radians(lat1)))
    return _MERCATOR_RADIUS_M * hypot(east, north)
