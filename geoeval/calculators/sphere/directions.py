"""Formulas for directions and great circles, for a single pair of points and for arrays.

``m`` is ``math`` for a single pair and ``array_math`` for arrays; coordinates are in degrees.
"""

from __future__ import annotations

import math

from geoeval.calculators.sphere.points import EARTH_RADIUS_M

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import TypeVar

    from geoeval.calculators.sphere.points import Floats

    Number = TypeVar("Number", float, Floats)

ANTIPODAL = 1e-9
"""Points whose unit vectors have a shorter sum count as antipodes; they are so within 6 mm."""
MIRRORED = 1e-6
"""Points whose latitudes have a greater sum, in degrees, cannot be antipodes."""
_TINY = 1e-300


def east_and_north(
    lat1: Number, lon1: Number, lat2: Number, lon2: Number, *, m: ModuleType
) -> tuple[Number, Number]:
    """Return the east and north components of the direction from the first to the second point.

    They are sin d sin θ and sin d cos θ for the angle d between the points and the initial
    bearing θ, computed as sin Δλ cos φ2 and sin Δφ + 2 sin φ1 cos φ2 sin²(Δλ/2). The latter is the
    usual formula without cancellation at short distances.
    """
    delta = m.radians(m.remainder(lon2 - lon1, 360))
    phi1, phi2 = m.radians(lat1), m.radians(lat2)
    across, level = m.sin(delta / 2), m.cos(phi2)
    north = m.sin(m.radians(lat2 - lat1)) + 2 * m.sin(phi1) * level * across * across
    return m.sin(delta) * level, north


def initial_direction(
    lat1: Number, lon1: Number, lat2: Number, lon2: Number, *, m: ModuleType
) -> Number:
    """Return the initial bearing of the great circle between two points, ±180 degrees."""
    east, north = east_and_north(lat1, lon1, lat2, lon2, m=m)
    bearing: Number = m.degrees(m.atan2(east, north))
    return bearing


def rhumb_direction(
    lat1: Number, lon1: Number, lat2: Number, lon2: Number, *, m: ModuleType
) -> Number:
    """Return the constant bearing of the rhumb line between two points, ±180 degrees.

    atan2(Δλ, Δψ) with the isometric latitude ψ = asinh tan φ, whose difference is
    asinh((sin φ2 − sin φ1) / (cos φ1 cos φ2)). Half a turn is eastward. All meridians meet at the
    poles, so Δλ is 0 there.
    """
    at_pole = (abs(lat1) == 90) | (abs(lat2) == 90)
    turned = m.remainder(lon2 - lon1, 360)
    delta = m.radians(turned + 360 * (turned == -180)) * (1 - at_pole)
    sines = 2 * m.cos(m.radians(lat1 + lat2) / 2) * m.sin(m.radians(lat2 - lat1) / 2)
    cosines = m.cos(m.radians(lat1)) * m.cos(m.radians(lat2)) + _TINY
    bearing: Number = m.degrees(m.atan2(delta, m.asinh(sines / cosines)))
    return bearing


def same_place(lat1: Number, lon1: Number, lat2: Number, lon2: Number, *, m: ModuleType) -> Number:
    """Return whether two points are the same place; a pole is one place at all longitudes."""
    one_meridian = m.remainder(lon2 - lon1, 360) == 0
    same: Number = (lat1 == lat2) & (one_meridian | (abs(lat1) == 90))
    return same


def reached_point(
    lat: Number, lon: Number, bearing: Number, distance: Number, *, m: ModuleType
) -> tuple[Number, Number]:
    """Return the latitude and longitude of the destination; see ``destination``."""
    phi = m.radians(lat)
    theta = m.radians(m.remainder(bearing, 360))
    angle = m.remainder(distance / EARTH_RADIUS_M, math.tau)
    away, along = m.sin(angle), m.cos(angle)
    up = m.sin(phi) * along + m.cos(phi) * away * m.cos(theta)
    ahead = m.cos(phi) * along - m.sin(phi) * away * m.cos(theta)
    east = away * m.sin(theta)
    turned = m.degrees(m.atan2(east, ahead))
    return m.degrees(m.atan2(up, m.hypot(east, ahead))), m.remainder(lon + turned, 360)


def halfway_point(
    lat1: Number, lon1: Number, lat2: Number, lon2: Number, *, m: ModuleType
) -> tuple[Number, Number, Number]:
    """Return the latitude and longitude of the midpoint, and the length of the vector sum."""
    phi1, phi2 = m.radians(lat1), m.radians(lat2)
    delta = m.radians(m.remainder(lon2 - lon1, 360))
    east = m.cos(phi2) * m.sin(delta)
    ahead = m.cos(phi1) + m.cos(phi2) * m.cos(delta)
    up = m.sin(phi1) + m.sin(phi2)
    level = m.hypot(east, ahead)
    lon = m.remainder(lon1 + m.degrees(m.atan2(east, ahead)), 360)
    return m.degrees(m.atan2(up, level)), lon, m.hypot(level, up)


def signed_offset(
    lat: Number,
    lon: Number,
    lat1: Number,
    lon1: Number,
    lat2: Number,
    lon2: Number,
    *,
    m: ModuleType,
) -> Number:
    """Return the signed distance in metres of a point from the great circle through two others."""
    sideways, along, ahead = local_vector(lat, lon, lat1, lon1, lat2, lon2, m=m)
    distance: Number = EARTH_RADIUS_M * m.atan2(sideways, m.hypot(ahead, along))
    return distance


def local_vector(
    lat: Number,
    lon: Number,
    lat1: Number,
    lon1: Number,
    lat2: Number,
    lon2: Number,
    *,
    m: ModuleType,
) -> tuple[Number, Number, Number]:
    """Return a point as a unit vector relative to a start and a direction of travel.

    The components point to the right of the direction, along it, and up at the start.
    """
    east, north = east_and_north(lat1, lon1, lat2, lon2, m=m)
    x, y = east_and_north(lat1, lon1, lat, lon, m=m)
    length = m.hypot(east, north)
    delta = m.radians(m.remainder(lon - lon1, 360))
    phi1, phi = m.radians(lat1), m.radians(lat)
    up = m.sin(phi1) * m.sin(phi) + m.cos(phi1) * m.cos(phi) * m.cos(delta)
    return (x * north - y * east) / length, (x * east + y * north) / length, up
