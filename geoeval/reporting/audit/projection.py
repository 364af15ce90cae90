"""Points of the Earth on a small picture: north up, to scale in its middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, floor, log10, radians, remainder

from geoeval.calculators.sphere.great_circle import midpoint
from geoeval.world.model import LatLon

XY = tuple[float, float]
METRES_PER_DEGREE = 111_195.08
_LEAST_SPAN_M = 50.0
_FLAT_DEG = 2.0
_TURN_DEG = 170.0
_HALVINGS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """Equirectangular, with its own scale along the middle parallel.

    ``west`` is the longitude from which eastings count, ``stretch`` the cosine of the middle
    latitude; ``metres`` are those of one unit of the picture.
    """

    west: float
    stretch: float
    left: float
    top: float
    metres: float

    def __call__(self, point: LatLon) -> XY:
        """Return where a point stands in the picture."""
        x, y = _plane(point, self.west, self.stretch)
        return (x - self.left) / self.metres, (self.top - y) / self.metres


def fit(
    points: Sequence[LatLon], width: float, height: float, margin: float, around_m: float = 0.0
) -> Projection:
    """Return the projection that shows some points as large as can be.

    Parameters
    ----------
    points
        What to show, at least one.
    width, height, margin
        The size of the picture and what stays free at its edges.
    around_m
        How far around the first point it has to reach, in metres.

    Returns
    -------
    Projection
        Points on both sides of the antimeridian stand together.

    Examples
    --------
    >>> small = fit([(0.0, 179.9), (0.0, -179.9)], width=200, height=100, margin=10)
    >>> [round(axis) for axis in small((0.0, -179.9))]
    [190, 50]
    """
    middle = (min(lat for lat, _ in points) + max(lat for lat, _ in points)) / 2
    west, stretch = points[0][1], max(cos(radians(middle)), 0.01)
    plane = [_plane(point, west, stretch) for point in points]
    (x, y), *_ = plane
    plane += [(x - around_m, y - around_m), (x + around_m, y + around_m)] if around_m else []
    left, right = min(x for x, _ in plane), max(x for x, _ in plane)
    low, high = min(y for _, y in plane), max(y for _, y in plane)
    metres = max(
        (right - left) / (width - 2 * margin),
        (high - low) / (height - 2 * margin),
        _LEAST_SPAN_M / width,
    )
    return Projection(
        west=west,
        stretch=stretch,
        left=(left + right - width * metres) / 2,
        top=(low + high + height * metres) / 2,
        metres=metres,
    )


def great_circle(start: LatLon, end: LatLon) -> list[LatLon]:
    """Return points of the shortest way over the sphere: the ends alone if it looks straight.

    Examples
    --------
    >>> len(great_circle((0.0, 0.0), (0.5, 0.5))), len(great_circle((50.0, 0.0), (50.0, 90.0)))
    (2, 17)
    """
    apart = abs(remainder(end[1] - start[1], 360))
    if not _FLAT_DEG < apart < _TURN_DEG:
        return [start, end]
    line = [start, end]
    for _ in range(_HALVINGS):
        halves = [[a, midpoint(a, b)] for a, b in pairwise(line)]
        line = [point for half in halves for point in half] + [end]
    return line


def round_length(metres: float) -> float:
    """Return the longest of 1, 2, 5, 10, 20 … metres that is no longer than a length.

    Examples
    --------
    >>> round_length(730), round_length(0.3)
    (500.0, 0.2)
    """
    power: float = 10.0 ** floor(log10(metres))
    return max(step * power for step in (1, 2, 5) if step * power <= metres)


def _plane(point: LatLon, west: float, stretch: float) -> XY:
    """Return eastings and northings in metres of the middle parallel."""
    east = remainder(point[1] - west, 360)
    return east * stretch * METRES_PER_DEGREE, point[0] * METRES_PER_DEGREE
