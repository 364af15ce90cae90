"""Exact search for the points within a radius on the sphere, and for the k nearest points.

A k-d tree over unit vectors finds candidates by chord, the straight line through the Earth. The
rounding error of a chord is below a micrometre, so ``haversine`` decides on points that are this
close to the radius or to the k-th distance. Results equal those of a loop over ``haversine``.
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

_LEAF_SIZE = 32
_PROBE_LIMITS = (16, 64)
_ANCHOR_BLOCK = 4096
_MIN_PROBED_ANCHORS = 256
_SAMPLE_SIZE = 10
_MARGIN_M = 1e-5
_CHORD_ERROR = 4e-15
_MAX_CELL = 2**16 - 1
_SPREAD_STEPS = ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555))

MIN_CHORD_DIFFERENCE = _MARGIN_M / EARTH_RADIUS_M + _CHORD_ERROR
"""Chords of the unit sphere that differ by less may belong to equal distances."""


class Neighbours(NamedTuple):
    """The points found around an anchor, nearest first, with ties ordered by index.

    ``indices`` are positions in the points of the index (int64), ``distances_m`` great-circle
    metres from the anchor, equal to ``haversine``.
    """

    indices: Indices
    distances_m: Floats


class SphereTree:
    """A k-d tree over unit vectors whose results equal those of ``haversine``.

    The points have shape (n, 2), in float64 degrees in range.
    """

    def __init__(self, points: Floats) -> None:
        self._order: Indices = z_order(points)
        self._points = points[self._order]
        self._tree = cKDTree(
            unit_vectors(self._points),
            leafsize=_LEAF_SIZE,
            balanced_tree=False,
            compact_nodes=True,
        )

    def within(self, anchor: LatLon, radius_m: float) -> Neighbours:
        """Return the points within a radius of an anchor."""
        vector = unit_vectors(np.array(anchor))
        found = self._rank_by_distance(anchor, vector, edge_of_disc(radius_m).possible)
        inside = int(np.searchsorted(found.distances_m, radius_m, side="right"))
        return Neighbours(found.indices[:inside], found.distances_m[:inside])

    def counts(self, anchors: Floats, radius_m: float) -> Indices:
        """Return the number of points within a radius of each anchor."""
        edge = edge_of_disc(radius_m)
        order = z_order(anchors)
        counted = np.empty(len(anchors), np.int64)
        for start in range(0, len(anchors), _ANCHOR_BLOCK):
            chosen = order[start : start + _ANCHOR_BLOCK]
            vectors = unit_vectors(anchors[chosen])
            block = self._count_all(vectors, edge)
            for i in np.flatnonzero(block < 0):
                block[i] = self._count_one(_to_pair(anchors[chosen[i]]), vectors[i], edge, radius_m)
            counted[chosen] = block
        return counted

    def nearest(self, anchors: Floats, k: int) -> Neighbours:
        """Return the k ≤ n nearest points of each anchor, as arrays of shape (anchors, k)."""
        indices = np.empty((len(anchors), k), np.int64)
        distances = np.empty((len(anchors), k))
        order = z_order(anchors)
        for start in range(0, len(anchors) if k else 0, _ANCHOR_BLOCK):
            chosen = order[start : start + _ANCHOR_BLOCK]
            indices[chosen], distances[chosen] = self._find_nearest(anchors[chosen], k)
        return Neighbours(indices, distances)

    def _count_all(self, vectors: Floats, edge: Edge) -> Indices:
        """Return the count for each anchor; −1 if a point is too close to the edge to decide."""
        counted = np.full(len(vectors), -1)
        if edge.certain < 0:
            return counted
        remaining = np.arange(len(vectors))
        if limit := self._probe_limit(vectors, edge):
            remaining = self._probe_anchors(vectors, edge, limit, counted)
        if len(remaining):
            pairs = self._tree.query_ball_point(
                np.repeat(vectors[remaining], 2, axis=0),
                np.tile(edge, len(remaining)),
                return_length=True,
            ).reshape(-1, 2)
            counted[remaining] = np.where(pairs[:, 0] == pairs[:, 1], pairs[:, 0], -1)
        return counted

    def _probe_limit(self, vectors: Floats, edge: Edge) -> int:
        """Return how many points to look up around each anchor; 0 if counting is faster.

        Looking up a few points with their chords takes one query of the tree, counting up to both
        edges takes two. The number of near points is estimated from a sample of the anchors.
        """
        if len(vectors) < _MIN_PROBED_ANCHORS:
            return 0
        sample = vectors[:: len(vectors) // _SAMPLE_SIZE]
        lengths = self._tree.query_ball_point(sample, edge.possible, return_length=True)
        return next((limit for limit in _PROBE_LIMITS if np.mean(lengths) < limit / 2), 0)

    def _probe_anchors(self, vectors: Floats, edge: Edge, limit: int, counted: Indices) -> Indices:
        """Count for anchors with fewer than ``limit`` points near; return the other anchors."""
        chords, _ = self._tree.query(vectors, k=limit, distance_upper_bound=edge.possible)
        found = np.count_nonzero(chords <= edge.possible, axis=1)
        certain = np.count_nonzero(chords <= edge.certain, axis=1)
        counted[:] = np.where((found == certain) & (found < limit), certain, -1)
        return np.flatnonzero(found == limit)

    def _count_one(self, anchor: LatLon, vector: Floats, edge: Edge, radius_m: float) -> int:
        near = self._find_near(vector, edge.possible)
        uncertain = np.linalg.norm(self._tree.data[near] - vector, axis=1) > edge.certain
        points = self._points[near[uncertain]]
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
        reach = chords[:, k - 1] + MIN_CHORD_DIFFERENCE
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
    """Return the distance of each point from an anchor; adjacent equal points are computed once."""
    changes = np.ones(len(points), np.bool_)
    changes[1:] = (points[1:] != points[:-1]).any(axis=1)
    distances: Floats = _pairwise_rows(repeat(anchor), points[changes])[np.cumsum(changes) - 1]
    return distances


class Edge(NamedTuple):
    """The range of chords in which it is uncertain whether a point is within a radius.

    Points with a chord up to ``certain`` are within the radius; if it is negative, no point is
    certain. Points with a chord above ``possible`` are outside.
    """

    certain: float
    possible: float


def edge_of_disc(radius_m: float) -> Edge:
    """Return the range of uncertain chords of the unit sphere for a radius.

    The chord is 2 sin(r / 2R), minus and plus 10 µm of distance and the rounding error of a chord.
    Near the antipode, chords hardly change with distance, so more points are uncertain.
    """
    certain, possible = (
        2 * sin(min(max(0.0, radius_m + margin_m) / EARTH_RADIUS_M, pi) / 2)
        for margin_m in (-_MARGIN_M, _MARGIN_M)
    )
    return Edge(certain - _CHORD_ERROR, possible + _CHORD_ERROR)


def unit_vectors(points: Floats) -> Floats:
    """Return points on the unit sphere: degrees of shape (…, 2) become vectors of shape (…, 3).

    x points to (0, 0), y to (0, 90) and z to the North Pole.
    """
    lat, lon = np.radians(points[..., 0]), np.radians(points[..., 1])
    vectors = np.empty((*points.shape[:-1], 3))
    across = np.cos(lat)
    vectors[..., 0] = across * np.cos(lon)
    vectors[..., 1] = across * np.sin(lon)
    vectors[..., 2] = np.sin(lat)
    return vectors


def z_order(points: Floats) -> Indices:
    """Return the indices that sort points along a Z-order curve over latitude and longitude.

    Consecutive points are mostly close together. The order within each of the 2³² cells is
    unspecified.
    """
    if len(points) < 2:
        return np.arange(len(points))
    low = points.min(axis=0)
    span = np.maximum(points.max(axis=0) - low, 1e-9)
    rows, columns = ((points - low) * (_MAX_CELL / span)).astype(np.uint32).T
    return np.argsort(_spread_bits(columns) | _spread_bits(rows) << np.uint32(1))


def _spread_bits(cells: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return 16-bit numbers with a zero bit inserted before each bit."""
    for shift, mask in _SPREAD_STEPS:
        cells = (cells | cells << np.uint32(shift)) & np.uint32(mask)
    return cells
