"""Nearby places: a million points and a thousand anchors, raced against scikit-learn's BallTree."""

from __future__ import annotations

from math import degrees
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import Figure, share
from benchmarks.race import OURS, Work, milliseconds, peer, race, results
from geoeval.calculators.nearby import NearbyIndex
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M

Array: TypeAlias = NDArray[np.float64]

PEER = "scikit-learn BallTree(metric='haversine')"
N_POINTS = 1_000_000
N_ANCHORS = 1000
K = 10
WORLD_RADII_M = (10_000, 50_000, 100_000)
TOWN_RADII_M = (500, 1000, 2000)


def worldwide() -> list[Figure]:
    """Race over points spread evenly over the sphere, and compare with a loop."""
    random = np.random.default_rng(1)
    points, anchors = _spread(random, N_POINTS), _spread(random, N_ANCHORS)
    return _figures("worldwide", points, anchors, WORLD_RADII_M)


def in_towns() -> list[Figure]:
    """Race over points in 200 towns, seen from places in them, and compare with a loop."""
    random = np.random.default_rng(2)
    centres = np.column_stack([random.uniform(-60, 70, 200), random.uniform(-180, 180, 200)])
    points = centres[random.integers(0, 200, N_POINTS)] + random.normal(0, 0.1, (N_POINTS, 2))
    points[:, 1] = (points[:, 1] + 180) % 360 - 180
    anchors = points[random.integers(0, N_POINTS, N_ANCHORS)]
    return _figures("in 200 towns", points, anchors, TOWN_RADII_M)


def _spread(random: np.random.Generator, n: int) -> Array:
    """Return points spread evenly over the sphere."""
    return np.column_stack(
        [np.degrees(np.arcsin(random.uniform(-1, 1, n))), random.uniform(-180, 180, n)]
    )


def _figures(where: str, points: Array, anchors: Array, radii_m: tuple[int, ...]) -> list[Figure]:
    """Race builds, counts and nearest places, and compare ours with a loop over haversine."""
    ball_tree = peer("sklearn.neighbors").BallTree
    points_rad, anchors_rad = np.radians(points), np.radians(anchors)

    def build() -> NearbyIndex:
        return NearbyIndex(points)

    def build_peer() -> object:
        return ball_tree(points_rad, metric="haversine")

    index, tree = build(), ball_tree(points_rad, metric="haversine")
    figures = _race(f"index of {N_POINTS:,} points {where}", build, build_peer, 2, rounds=2)
    counts = {radius_m: index.count(anchors, radius_m) for radius_m in radii_m}
    for radius_m, counted in counts.items():

        def count(radius_m: int = radius_m) -> object:
            return index.count(anchors, radius_m)

        def count_peer(radius: float = radius_m / EARTH_RADIUS_M) -> object:
            return tree.query_radius(anchors_rad, radius, count_only=True)

        each = f"{counted.mean():.1f} points each"
        work = f"{N_ANCHORS} counts within {radius_m / 1000:g} km {where}, {each}"
        figures += _race(work, count, count_peer, 6)
    nearest = index.nearest(anchors, K)
    figures += _race(
        f"{K} nearest of {N_ANCHORS} anchors {where}",
        lambda: index.nearest(anchors, K),
        lambda: tree.query(anchors_rad, k=K),
        6,
    )
    loop = _Loop(points)
    agreed = 0
    for i, anchor in enumerate(anchors.tolist()):
        tenth = nearest.distances_m[i, -1]
        distances, indices = loop.near(anchor, max(*radii_m, tenth))
        agreed += sum(
            int(np.count_nonzero(distances <= radius_m) == counted[i])
            for radius_m, counted in counts.items()
        )
        agreed += np.array_equal(distances[:K], nearest.distances_m[i]) and np.array_equal(
            indices[:K], nearest.indices[i]
        )
    name = f"answers {where} equal to a loop over haversine"
    note = "counts, indices and distances to the last bit; targets are factors of speed"
    return [
        *figures,
        Figure(name=name, value=share(agreed, N_ANCHORS * (len(radii_m) + 1)), note=note),
    ]


class _Loop:
    """Brute force over the points whose latitude alone does not put them beyond a radius."""

    def __init__(self, points: Array) -> None:
        self.order = np.argsort(points[:, 0], kind="stable")
        self.points = points[self.order]

    def near(self, anchor: list[float], radius_m: float) -> tuple[Array, NDArray[np.int64]]:
        """Return the distances and indices of all points within a radius and of some beyond."""
        lat, lon = anchor
        reach = degrees(radius_m / EARTH_RADIUS_M) + 1e-6
        start, stop = np.searchsorted(self.points[:, 0], [lat - reach, lat + reach])
        rows = self.points[start:stop].tolist()
        distances = np.array([haversine((lat, lon), (y, x)) for y, x in rows])
        by_distance = np.lexsort((self.order[start:stop], distances))
        return distances[by_distance], self.order[start:stop][by_distance]


def _race(work: str, ours: Work, theirs: Work, target: float, rounds: int = 5) -> list[Figure]:
    """Race one piece of work against the peer."""
    times = race({OURS: ours, PEER: theirs}, rounds)
    return results(work, times, {PEER: target}, milliseconds(times))
