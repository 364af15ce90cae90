"""Directions on the sphere: initial bearing, nearest compass point, sectors.

``Compass`` is loaded when a point is first asked for: enumerations cost more than all the rest.
"""

from __future__ import annotations

from math import atan2, cos, degrees, isfinite, radians, remainder, sin

from geoeval.calculators.distance import LatLon, check_point
from geoeval.errors import CoincidentPointsError, UsageError, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.compass import Compass

__all__ = [
    "Compass",
    "angle_between",
    "bearing_cardinal",
    "cardinal",
    "initial_bearing",
    "is_directly",
]


def initial_bearing(a: LatLon, b: LatLon) -> float:
    """Return the direction in which the great circle from a to b sets out, in degrees.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees.

    Returns
    -------
    float
        Degrees clockwise from true north, [0, 360), on the sphere. From a pole it is counted
        from the meridian of that point's longitude; between antipodes every direction leads
        there and one of them is given.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.
    CoincidentPointsError
        If both points are the same place, the poles having one place for all longitudes.

    Notes
    -----
    atan2(sin Δλ cos φ2, sin Δφ + 2 sin φ1 cos φ2 sin²(Δλ/2)): the usual formula without its
    cancellation at short distances.

    Examples
    --------
    >>> initial_bearing((0, 0), (0, 1))
    90.0
    >>> initial_bearing((5, 5), (5, 5))
    Traceback (most recent call last):
    ...
    geoeval.errors.CoincidentPointsError: expected two different points, got (5, 5) twice: there \
is no direction
    """
    (lat1, lon1), (lat2, lon2) = check_point(a), check_point(b)
    delta = radians(remainder(lon2 - lon1, 360))
    if lat1 == lat2 and (delta == 0 or abs(lat1) == 90):
        message = f"expected two different points, got {quote(a)} twice: there is no direction"
        raise CoincidentPointsError(message)
    phi1, phi2 = radians(lat1), radians(lat2)
    east = sin(delta) * cos(phi2)
    north = sin(radians(lat2 - lat1)) + 2 * sin(phi1) * cos(phi2) * sin(delta / 2) ** 2
    return _turn(degrees(atan2(east, north)))


def angle_between(bearing1: float, bearing2: float) -> float:
    """Return the smallest angle between two bearings in degrees.

    Parameters
    ----------
    bearing1, bearing2
        Finite degrees; full turns do not matter.

    Returns
    -------
    float
        Degrees, 0 to 180.

    Raises
    ------
    UsageError
        If a bearing is not a finite number.

    Examples
    --------
    >>> angle_between(350, 20)
    30.0
    """
    return abs(remainder(_turn(bearing2) - _turn(bearing1), 360))


def cardinal(bearing: float, points: int = 8) -> Compass:
    """Return the compass point nearest to a bearing.

    Parameters
    ----------
    bearing
        Finite degrees clockwise from north; full turns do not matter.
    points
        4, 8 or 16 points.

    Returns
    -------
    Compass
        The point whose sector holds the bearing. Sectors are centred on their points and
        half-open: of 8, north is [337.5, 22.5).

    Raises
    ------
    UsageError
        If the bearing is not a finite number, or ``points`` is not 4, 8 or 16.

    Examples
    --------
    >>> cardinal(22.4), cardinal(22.5)
    (<Compass.N: 'N'>, <Compass.NE: 'NE'>)
    >>> cardinal(60, points=4).word
    'East'
    """
    if points not in (4, 8, 16):
        message = f"expected 4, 8 or 16 compass points, got {quote(points)}"
        raise UsageError(message)
    from geoeval.calculators.compass import POINTS

    width = 360 / points
    sector = int((_turn(bearing) + width / 2) // width) % points
    return POINTS[sector * (16 // points)]


def bearing_cardinal(a: LatLon, b: LatLon, points: int = 8) -> Compass:
    """Return the compass point in which b lies, seen from a.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees.
    points
        4, 8 or 16 points.

    Returns
    -------
    Compass
        The point nearest to the initial bearing from a to b.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.
    CoincidentPointsError
        If both points are the same place.
    UsageError
        If ``points`` is not 4, 8 or 16.

    Examples
    --------
    >>> bearing_cardinal((48.8584, 2.2945), (51.5007, -0.1246)).word
    'Northwest'
    """
    return cardinal(initial_bearing(a, b), points)


def is_directly(a: LatLon, b: LatLon, direction: str, sector_deg: float = 90) -> bool:
    """Return whether b lies directly in a direction of a.

    Parameters
    ----------
    a, b
        (latitude, longitude) in degrees.
    direction
        A compass point in letters or words: "N", "north", "south-west".
    sector_deg
        Width of the sector around the direction in degrees, above 0 up to 360; half-open like
        those of ``cardinal``.

    Returns
    -------
    bool
        Whether the initial bearing from a to b falls into the sector.

    Raises
    ------
    InvalidCoordinateError
        If a point is not a pair of degrees in range.
    CoincidentPointsError
        If both points are the same place.
    UsageError
        If the direction is no compass point, or the width is out of range.

    Examples
    --------
    >>> is_directly((0, 0), (2, 1), "north"), is_directly((0, 0), (1, 2), "north")
    (True, False)
    """
    if not 0 < sector_deg <= 360:
        message = f"expected a sector above 0 and up to 360 degrees, got {quote(sector_deg)}"
        raise UsageError(message)
    from geoeval.calculators.compass import Compass

    first = Compass(direction).degrees - sector_deg / 2
    return _turn(initial_bearing(a, b) - first) < sector_deg


def _turn(bearing: float) -> float:
    """Return an angle in [0, 360) degrees."""
    try:
        finite = isfinite(bearing)
    except (TypeError, OverflowError):
        finite = False
    if not finite:
        message = f"expected a bearing as a finite number of degrees, got {quote(bearing)}"
        raise UsageError(message)
    turned = bearing % 360
    return turned if turned < 360 else 0.0


def __getattr__(name: str) -> object:
    """Offer ``Compass`` here too, loading it on demand."""
    if name == "Compass":
        from geoeval.calculators.compass import Compass

        return Compass
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
