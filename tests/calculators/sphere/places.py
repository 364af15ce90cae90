"""Points and pairs of points for accuracy tests, including numerically hard cases."""

from __future__ import annotations

import math
import random

from hypothesis import strategies as st

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.great_circle import ANTIPODAL_M
from geoeval.calculators.sphere.points import LatLon

Pair = tuple[LatLon, LatLon]

_LATS = st.floats(-90, 90, allow_subnormal=False)
_LONS = st.floats(-180, 180, allow_subnormal=False)
POINTS = st.one_of(
    st.tuples(_LATS, _LONS),
    st.tuples(st.sampled_from([-90.0, 0.0, 90.0]), _LONS),
    st.tuples(_LATS, st.sampled_from([-180.0, 0.0, 180.0])),
    st.tuples(st.integers(-9000, 9000), st.integers(-18000, 18000)).map(
        lambda point: (point[0] / 100, point[1] / 100)
    ),
)
"""Any point; poles, equator, date line and round figures are overrepresented."""

OFFSETS = (1e-9, 1e-7, 1e-5, 1e-3, 1e-2, 0.3, 1.0)
"""Degrees between neighbours, from 0.1 mm to more than 100 km."""


def anywhere(rng: random.Random) -> LatLon:
    """Return a uniformly distributed point on the sphere."""
    return math.degrees(math.asin(rng.uniform(-1, 1))), rng.uniform(-180, 180)


def neighbour(point: LatLon, offset: float, rng: random.Random) -> LatLon:
    """Return a point at most ``offset`` degrees away in latitude and in longitude."""
    lat = point[0] + rng.uniform(-offset, offset)
    return max(-90.0, min(90.0, lat)), math.remainder(point[1] + rng.uniform(-offset, offset), 360)


def antipode(point: LatLon) -> LatLon:
    """Return the opposite point."""
    return -point[0], math.remainder(point[1] + 180, 360)


def pairs(kind: str, count: int) -> list[Pair]:
    """Return reproducible pairs of points of a kind.

    The kinds are "anywhere", "poles", "date line", "antipodes", and "neighbours" or "opposite"
    followed by an offset in degrees.
    """
    rng = random.Random(kind)  # noqa: S311 - no secret, but the same pairs every time
    name, _, offset = kind.partition(" of ")
    found = []
    for _ in range(count):
        a = anywhere(rng)
        if name == "poles":
            a = (rng.choice([90.0, -90.0]), a[1])
            b = rng.choice([anywhere(rng), neighbour(a, 10 ** rng.uniform(-12, 0), rng)])
        elif name == "date line":
            a = (a[0], rng.choice([180.0, -180.0]))
            b = rng.choice([anywhere(rng), neighbour(a, 10 ** rng.uniform(-9, 0), rng)])
        elif name == "antipodes":
            b = antipode(a)
        elif name == "neighbours":
            b = neighbour(a, float(offset), rng)
        elif name == "opposite":
            b = neighbour(antipode(a), float(offset), rng)
        else:
            b = anywhere(rng)
        found.append(rng.choice([(a, b), (b, a)]))
    return found


def has_direction(a: LatLon, b: LatLon) -> bool:
    """Return whether a unique great circle joins two points, which antipodes lack."""
    return 0 < haversine(a, b) <= ANTIPODAL_M


KINDS = (
    "anywhere",
    "poles",
    "date line",
    "antipodes",
    *(f"neighbours of {offset}" for offset in OFFSETS),
    *(f"opposite of {offset}" for offset in OFFSETS),
)
