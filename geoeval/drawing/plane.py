"""Project points on Earth to the plane of a picture: north up, true to scale in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, floor, log10, radians, remainder
from typing import NamedTuple

from geoeval.calculators.sphere.great_circle import midpoint
from geoeval.calculators.sphere.points import LatLon
from geoeval.drawing.labels import XY

METRES_PER_DEGREE = 111_195.08
_MIN_SPAN_M = 50.0
_MAX_STRAIGHT_DEG = 2.0
# The great circle between nearly antipodal points may follow any meridian.
_MIN_ANTIPODAL_DEG = 170.0
_HALVINGS = 4


class Projection(NamedTuple):
    """An equirectangular projection that is true to scale along the middle parallel.

    ``west`` is the longitude of easting 0, ``stretch`` the cosine of the middle latitude, and
    ``metres`` the length of one unit of the picture.
    """

    west: float
    stretch: float
    left: float
    top: float
    metres: float

    def __call__(self, point: LatLon) -> XY:
        """Return the position of a point in the picture."""
        x, y = _project(point, self.west, self.stretch)
        return (x - self.left) / self.metres, (self.top - y) / self.metres


def fit_projection(
    points: Sequence[LatLon], width: float, height: float, margin: float, around_m: float = 0.0
) -> Projection:
    """Return the projection that shows at least one point as large as possible.

    The picture has a margin and extends at least ``around_m`` metres around the first point. Points
    on both sides of the antimeridian are drawn next to each other.
    """
    latitudes = [lat for lat, _ in points]
    west, stretch = points[0][1], longitude_scale((min(latitudes) + max(latitudes)) / 2)
    plane = [_project(point, west, stretch) for point in points]
    x, y = plane[0]
    plane += [(x - around_m, y - around_m), (x + around_m, y + around_m)]
    left, right = min(x for x, _ in plane), max(x for x, _ in plane)
    low, high = min(y for _, y in plane), max(y for _, y in plane)
    metres = max(
        (right - left) / (width - 2 * margin),
        (high - low) / (height - 2 * margin),
        _MIN_SPAN_M / width,
    )
    west_edge, north_edge = (left + right - width * metres) / 2, (low + high + height * metres) / 2
    return Projection(west, stretch, west_edge, north_edge, metres)


def longitude_scale(latitude: float) -> float:
    """Return the length of a degree of longitude relative to one of latitude, at least 0.01."""
    return max(cos(radians(latitude)), 0.01)


def great_circle(start: LatLon, end: LatLon) -> list[LatLon]:
    """Return points along a great circle; only its two ends if it looks straight."""
    line = [start, end]
    if not _MAX_STRAIGHT_DEG < abs(remainder(end[1] - start[1], 360)) < _MIN_ANTIPODAL_DEG:
        return line
    for _ in range(_HALVINGS):
        line = [point for a, b in pairwise(line) for point in (a, midpoint(a, b))] + [end]
    return line


def round_length(metres: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20 … metres that does not exceed a length."""
    power: float = 10.0 ** floor(log10(metres))
    return max(step * power for step in (1, 2, 5) if step * power <= metres)


def _project(point: LatLon, west: float, stretch: float) -> XY:
    east = remainder(point[1] - west, 360)
    return east * stretch * METRES_PER_DEGREE, point[0] * METRES_PER_DEGREE
