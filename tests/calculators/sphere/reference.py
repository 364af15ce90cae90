"""A reference implementation of the sphere with fifty digits.

Points are unit vectors, so it shares no formula with the package.
"""

from __future__ import annotations

import math
from functools import lru_cache

from mpmath import mp, mpf

from geoeval.calculators.sphere.points import EARTH_RADIUS_M, LatLon

Vector = tuple[mpf, mpf, mpf]

mp.dps = 50
_DEGREE = mp.pi / 180
_RADIUS = mpf(EARTH_RADIUS_M)


def distance(a: LatLon, b: LatLon) -> mpf:
    """Return the great-circle distance in metres."""
    return _RADIUS * _angle(_vector(a), _vector(b))


def initial_bearing(a: LatLon, b: LatLon) -> mpf:
    """Return the bearing of the great circle at its start, in degrees."""
    east, north = _frame(a)
    target = _vector(b)
    return mp.atan2(_dot(target, east), _dot(target, north)) / _DEGREE % 360


def rhumb_bearing(a: LatLon, b: LatLon) -> mpf:
    """Return the bearing of the straight line on a Mercator map, in degrees."""
    east, north = _on_mercator_map(a, b)
    return mp.atan2(east, north) / _DEGREE % 360


def mercator_length(a: LatLon, b: LatLon) -> float:
    """Return the length of the rhumb line on a Mercator map of a sphere of radius 1."""
    return float(mp.hypot(*_on_mercator_map(a, b)))


def destination(start: LatLon, bearing_deg: float, distance_m: float) -> LatLon:
    """Return the latitude and longitude reached, in degrees with fifty digits."""
    angle = mpf(distance_m) / _RADIUS
    east, north = _frame(start)
    sin, cos = mp.sin(mpf(bearing_deg) * _DEGREE), mp.cos(mpf(bearing_deg) * _DEGREE)
    ahead = tuple(sin * e + cos * n for e, n in zip(east, north, strict=True))
    here = _vector(start)
    return _place(
        tuple(mp.cos(angle) * u + mp.sin(angle) * v for u, v in zip(here, ahead, strict=True))
    )


def midpoint(a: LatLon, b: LatLon) -> LatLon:
    """Return the latitude and longitude halfway, in degrees with fifty digits."""
    return _place(tuple(u + v for u, v in zip(_vector(a), _vector(b), strict=True)))


def cross_track_distance(point: LatLon, start: LatLon, end: LatLon) -> mpf:
    """Return the distance to the right of the great circle from start to end, in metres."""
    normal = _cross(_vector(end), _vector(start))
    return _RADIUS * mp.asin(_dot(_vector(point), normal) / mp.sqrt(_dot(normal, normal)))


def web_mercator_distance(a: LatLon, b: LatLon) -> mpf:
    """Return the distance on the plane of EPSG:3857 in metres."""
    east = (mpf(b[1]) - mpf(a[1])) * _DEGREE
    return 6_378_137 * mp.hypot(east, _isometric(b[0]) - _isometric(a[0]))


@lru_cache(maxsize=4096)
def _vector(point: LatLon) -> Vector:
    """Return a point as a unit vector."""
    phi, lam = mpf(point[0]) * _DEGREE, mpf(point[1]) * _DEGREE
    return mp.cos(phi) * mp.cos(lam), mp.cos(phi) * mp.sin(lam), mp.sin(phi)


def _frame(point: LatLon) -> tuple[Vector, Vector]:
    """Return the unit vectors pointing east and north at a point."""
    phi, lam = mpf(point[0]) * _DEGREE, mpf(point[1]) * _DEGREE
    east = (-mp.sin(lam), mp.cos(lam), mpf(0))
    return east, (-mp.sin(phi) * mp.cos(lam), -mp.sin(phi) * mp.sin(lam), mp.cos(phi))


def _on_mercator_map(a: LatLon, b: LatLon) -> tuple[mpf, mpf]:
    """Return the offset east and north between two points on the map, the shorter way."""
    turn = mpf(b[1]) - mpf(a[1])
    turn -= 360 * mp.nint(turn / 360)
    return turn * _DEGREE, _isometric(b[0]) - _isometric(a[0])


def _isometric(lat: float) -> mpf:
    """Return the isometric latitude, ln tan(45° + φ/2)."""
    if abs(lat) == 90:
        return mp.inf * math.copysign(1, lat)
    return mp.log(mp.tan((45 + mpf(lat) / 2) * _DEGREE))


def _place(vector: tuple[mpf, ...]) -> LatLon:
    """Return the latitude and longitude of a direction in degrees."""
    x, y, z = vector
    return mp.atan2(z, mp.hypot(x, y)) / _DEGREE, mp.atan2(y, x) / _DEGREE


def _angle(u: Vector, v: Vector) -> mpf:
    """Return the angle between unit vectors, accurate near 0 and 180°."""
    difference = mp.sqrt(sum((p - q) ** 2 for p, q in zip(u, v, strict=True)))
    total = mp.sqrt(sum((p + q) ** 2 for p, q in zip(u, v, strict=True)))
    return 2 * mp.atan2(difference, total)


def _dot(u: Vector, v: Vector) -> mpf:
    """Return the inner product."""
    return sum(p * q for p, q in zip(u, v, strict=True))


def _cross(u: Vector, v: Vector) -> Vector:
    """Return the vector product."""
    return (
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    )
