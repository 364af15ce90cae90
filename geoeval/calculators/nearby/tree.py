"""Exact search for the points in a disc on the sphere, and for the nearest ones, with ties.

A k-d tree over unit vectors finds candidates by the chord, the straight line through the Earth.
Rounding errors of a chord are below a micrometre, so ``haversine`` decides on points that close to
the edge of the disc, or to the k-th distance. Results equal those of a loop over ``haversine``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat
from math import pi, sin
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M

if TYPE_CHECKING:
    from geoeval.calculators.sphere.points import Floats, LatLon

Indices: TypeAlias = NDArray[np.int64]

_LEAF = 32
_PROBES = (16, 64)
_ANCHORS = 4096
_MANY = 256
_SAMPLE = 10
_DOUBT_M = 1e-5
_ROUNDING = 4e-15
_CELLS = 2**16 - 1
_SPREAD = ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555))

DOUBT = _DOUBT_M / EARTH_RADIUS_M + _ROUNDING
"""Two chords of the unit sphere that differ by less may belong to equal distances."""


class Neighbours(NamedTuple):
    """Points found around an anchor, the nearest first, ties by index.

    ``indices`` are positions in the points of the index (int64), ``distances_m`` great-circle
    metres from the anchor, equal to ``haversine``.
    """

    indices: Indices
    distances_m: Floats


class SphereTree:
    """A k-d tree over unit vectors, whose results equal those of ``haversine``.

    The points are of shape (n, 2), float64 degrees in range.
    """

    def __init__(self, points: Floats) -> None:
        self._order: Indices = z_order(points)
        self._points = points[self._order]
        self._tree = cKDTree(
            unit_vectors(self._points),
            leafsize=_LEAF,
            balanced_tree=False,
            compact_nodes=True,
        )

    def within(self, anchor: LatLon, radius_m: float) -> Neighbours:
        """Return the points at most a radius from an anchor."""
        vector = unit_vectors(np.array(anchor))
        found = self._rank_by_distance(anchor, vector, edge_of_disc(radius_m).possible)
        inside = int(np.searchsorted(found.distances_m, radius_m, side="right"))
        return Neighbours(found.indices[:inside], found.distances_m[:inside])

    def counts(self, anchors: Floats, radius_m: float) -> Indices:
        """Return how many points lie within a radius of each anchor."""
        edge = edge_of_disc(radius_m)
        order = z_order(anchors)
        counted = np.empty(len(anchors), np.int64)
        for start in range(0, len(anchors), _ANCHORS):
            chosen = order[start : start + _ANCHORS]
            vectors = unit_vectors(anchors[chosen])
            block = self._count_all(vectors, edge)
            for i in np.flatnonzero(block < 0):
                block[i] = self._count_one(_to_pair(anchors[chosen[i]]), vectors[i], edge, radius_m)
            counted[chosen] = block
        return counted

    def nearest(self, anchors: Floats, k: int) -> Neighbours:
        """Return the k points nearest to each anchor, k ≤ n, as arrays of shape (anchors, k)."""
        indices = np.empty((len(anchors), k), np.int64)
        distances = np.empty((len(anchors), k))
        order = z_order(anchors)
        for start in range(0, len(anchors) if k else 0, _ANCHORS):
            chosen = order[start : start + _ANCHORS]
            indices[chosen], distances[chosen] = self._find_nearest(anchors[chosen], k)
        return Neighbours(indices, distances)

    def _count_all(self, vectors: Floats, edge: Edge) -> Indices:
        """Count around each anchor; −1 where a point is too close to the edge."""
        counted = np.full(len(vectors), -1)
        if edge.certain < 0:
            return counted
        left = np.arange(len(vectors))
        if most := self._probe_limit(vectors, edge):
            left = self._probe_anchors(vectors, edge, most, counted)
        if len(left):
            pairs = self._tree.query_ball_point(
                np.repeat(vectors[left], 2, axis=0), np.tile(edge, len(left)), return_length=True
            ).reshape(-1, 2)
            counted[left] = np.where(pairs[:, 0] == pairs[:, 1], pairs[:, 0], -1)
        return counted

    def _probe_limit(self, vectors: Floats, edge: Edge) -> int:
        """Return how many points to look up around each of many anchors; 0 if too many are near.

        Looking up few points with their chords takes one query of the tree, counting up to both
        edges takes two. The estimate is from a sample of the anchors.
        """
        if len(vectors) < _MANY:
            return 0
        sample = vectors[:: len(vectors) // _SAMPLE]
        lengths = self._tree.query_ball_point(sample, edge.possible, return_length=True)
        return next((most for most in _PROBES if np.mean(lengths) < most / 2), 0)

    def _probe_anchors(self, vectors: Floats, edge: Edge, most: int, counted: Indices) -> Indices:
        """Count around anchors with fewer than ``most`` points near; return the others."""
        chords, _ = self._tree.query(vectors, k=most, distance_upper_bound=edge.possible)
        found = np.count_nonzero(chords <= edge.possible, axis=1)
        certain = np.count_nonzero(chords <= edge.certain, axis=1)
        counted[:] = np.where((found == certain) & (found < most), certain, -1)
        return np.flatnonzero(found == most)

    def _count_one(self, anchor: LatLon, vector: Floats, edge: Edge, radius_m: float) -> int:
        near = self._find_near(vector, edge.possible)
        open_ = np.linalg.norm(self._tree.data[near] - vector, axis=1) > edge.certain
        points = self._points[near[open_]]
        within = np.count_nonzero(_distances_from(anchor, points) <= radius_m)
        return len(near) - len(points) + int(within)

    def _find_nearest(self, anchors: Floats, k: int) -> tuple[Indices, Floats]:
        vectors = unit_vectors(anchors)
        chords, found = self._tree.query(vectors, k=range(1, k + 2))
        indices = self._order[found[:, :k]]
        pairs = list(map(_to_pair, anchors))
        repeated = chain.from_iterable(map(repeat, pairs, repeat(k)))
        distances = _pairwise_rows(repeated, self._points[found[:, :k].ravel()]).reshape(-1, k)
        for i in np.flatnonzero((distances[:, 1:] <= distances[:, :-1]).any(axis=1)):
            by_distance = np.lexsort((indices[i], distances[i]))
            indices[i], distances[i] = indices[i, by_distance], distances[i, by_distance]
        reach = chords[:, k - 1] + DOUBT
        for i in np.flatnonzero(chords[:, k] <= reach):
            tied = self._rank_by_distance(pairs[i], vectors[i], reach[i])
            indices[i], distances[i] = tied.indices[:k], tied.distances_m[:k]
        return indices, distances

    def _rank_by_distance(self, anchor: LatLon, vector: Floats, chord: float) -> Neighbours:
        near = self._find_near(vector, chord)
        indices, distances = self._order[near], _distances_from(anchor, self._points[near])
        order = np.lexsort((indices, distances))
        return Neighbours(indices[order], distances[order])

    def _find_near(self, vector: Floats, chord: float) -> Indices:
        near = self._tree.query_ball_point(vector, chord, return_sorted=True)
        return np.array(near, dtype=np.int64)


def _to_pair(point: Floats) -> LatLon:
    lat, lon = point.tolist()
    return lat, lon


def _pairwise_rows(anchors: Iterable[LatLon], points: Floats) -> Floats:
    pairs = zip(points[:, 0].tolist(), points[:, 1].tolist(), strict=True)
    return np.fromiter(map(haversine, anchors, pairs), np.float64, len(points))


def _distances_from(anchor: LatLon, points: Floats) -> Floats:
    """Return the distance of each point from an anchor; repeated points are measured once."""
    changes = np.ones(len(points), np.bool_)
    changes[1:] = (points[1:] != points[:-1]).any(axis=1)
    distances: Floats = _pairwise_rows(repeat(anchor), points[changes])[np.cumsum(changes) - 1]
    return distances


class Edge(NamedTuple):
    """The range of chords in which a point may be within a radius or not.

    A point at the chord ``certain`` or less is within; a negative value means that none is certain.
    A point at a longer chord than ``possible`` is outside.
    """

    certain: float
    possible: float


def edge_of_disc(radius_m: float) -> Edge:
    """Return the chords of the unit sphere around the edge of a disc.

    The chord is 2 sin(r / 2R), minus and plus 10 µm of distance and the error of a computed chord.
    Near the antipode chords hardly change with distance, so that error leaves more points open.
    """
    certain, possible = (
        2 * sin(min(max(0.0, radius_m + doubt) / EARTH_RADIUS_M, pi) / 2)
        for doubt in (-_DOUBT_M, _DOUBT_M)
    )
    return Edge(certain - _ROUNDING, possible + _ROUNDING)


def unit_vectors(points: Floats) -> Floats:
    """Return points on the sphere of radius 1.

    Degrees of shape (…, 2) become (…, 3): x towards (0, 0), y towards (0, 90), z to the north pole.
    """
    lat, lon = np.radians(points[..., 0]), np.radians(points[..., 1])
    vectors = np.empty((*points.shape[:-1], 3))
    across = np.cos(lat)
    vectors[..., 0] = across * np.cos(lon)
    vectors[..., 1] = across * np.sin(lon)
    vectors[..., 2] = np.sin(lat)
    return vectors


def z_order(points: Floats) -> Indices:
    """Return the order of points along a Z curve over their latitudes and longitudes.

    Consecutive points are mostly close together; the order within each of the 2³² cells is
    unspecified.
    """
    if len(points) < 2:
        return np.arange(len(points))
    low = points.min(axis=0)
    span = np.maximum(points.max(axis=0) - low, 1e-9)
    rows, columns = ((points - low) * (_CELLS / span)).astype(np.uint32).T
    return np.argsort(_spread_bits(columns) | _spread_bits(rows) << np.uint32(1))


def _spread_bits(cells: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return numbers of 16 bits with a zero before each bit."""
    for shift, mask in _SPREAD:
        cells = (cells | cells << np.uint32(shift)) & np.uint32(mask)
    return cells
