"""An index of points with attributes: counts, radius search, nearest points and rankings.

Results equal those of a loop over ``haversine``, also at the poles and across the antimeridian.
Ties are ordered by index.
"""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from geoeval.calculators.filters.kinds import Filter, is_known
from geoeval.calculators.nearby.table import PlaceTable
from geoeval.calculators.nearby.tree import Indices, Neighbours, SphereTree
from geoeval.calculators.sphere.points import (
    EARTH_RADIUS_M,
    are_arrays,
    check_point,
    check_rows,
    is_finite,
)
from geoeval.errors import UsageError, mismatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from geoeval.calculators.sphere.points import Floats, LatLon, OneOrMany, Points

_EVERYWHERE_M = 4 * EARTH_RADIUS_M


class Tally(NamedTuple):
    """The number of places that meet a condition, do not meet it, and are unknown."""

    yes: int
    no: int
    unknown: int


class Ranking(NamedTuple):
    """Places sorted by an attribute.

    ``indices`` are positions in the points of the index (int64), ``distances_m`` great-circle
    metres from the anchor, ``values`` the values of the attribute.
    """

    indices: Indices
    distances_m: Floats
    values: tuple[object, ...]


class NearbyIndex(PlaceTable):
    """An immutable index of points on the Earth for nearby search.

    An anchor is (latitude, longitude) in degrees. Without a condition, ``count``, ``within`` and
    ``nearest`` also take m anchors as shape (m, 2). A radius is in great-circle metres, finite, at
    least 0 and inclusive; ``k`` is at least 1. Methods raise ``InvalidCoordinateError`` for an
    anchor out of range, and ``UsageError`` for a radius or ``k`` out of range, for several anchors
    if one is required, and for a condition on a missing column or on values of the wrong type.

    Parameters
    ----------
    points
        Shape (n, 2): (latitude, longitude) in degrees; (0, 2) for no points.
    columns
        Attributes by name, each a sequence of n values; None or NaN is unknown. Filters use
        "name", "address", "features" and "hours", or the attribute that they name.

    Raises
    ------
    InvalidCoordinateError
        If the points do not have this shape or are not degrees in range.
    UsageError
        If a column does not have n values.

    Notes
    -----
    Distances are those of ``haversine``, in great-circle metres on a sphere. Ties are broken by
    index. Building takes O(n log n) time, a query about O(log n) plus the size of its result. A
    k-d tree over unit vectors (scipy) finds the candidates, and ``haversine`` decides between
    chords that are too close.

    Examples
    --------
    >>> from geoeval.calculators.filters import NameFilter
    >>> index = NearbyIndex([(0, 179.99), (0, -179.99), (1, 180)], name=["Inn", "Bar", None])
    >>> index.count((0, 180), 2000)
    2
    >>> index.nearest((0, 180), 1, where=NameFilter(contains="bar")).indices
    array([1])
    >>> index.count_where((0, 180), 200_000, NameFilter(contains="bar"))
    Tally(yes=1, no=1, unknown=1)
    """

    __slots__ = ("_tree",)

    def __init__(self, points: Points, /, **columns: Iterable[object]) -> None:
        super().__init__(points, **columns)
        self._tree = SphereTree(self._points)

    @overload
    def count(self, anchor: LatLon, radius_m: float) -> int: ...
    @overload
    def count(self, anchor: Points, radius_m: float) -> Indices: ...
    def count(self, anchor: OneOrMany, radius_m: float) -> int | Indices:
        """Return the number of points within a radius.

        For m anchors, the result is an array of m numbers (int64).

        Examples
        --------
        >>> index = NearbyIndex([(0, 0), (0, 1), (0, 2)])
        >>> index.count((0, 0), 120_000), index.count([(0, 0), (0, 1)], 120_000)
        (2, array([2, 3]))
        """
        radius_m = _check_radius(radius_m)
        if _has_many_anchors(anchor):
            return self._tree.counts(check_rows(anchor), radius_m)
        return int(self._tree.counts(check_rows([check_point(anchor)]), radius_m)[0])

    @overload
    def within(
        self, anchor: LatLon, radius_m: float, *, where: Filter | None = None
    ) -> Neighbours: ...
    @overload
    def within(self, anchor: Points, radius_m: float) -> tuple[Neighbours, ...]: ...
    def within(
        self, anchor: OneOrMany, radius_m: float, *, where: Filter | None = None
    ) -> Neighbours | tuple[Neighbours, ...]:
        """Return the points within a radius, nearest first.

        For m anchors, the result is a tuple of m ``Neighbours``. With ``where``, only points that
        are known to meet the condition are returned.

        Examples
        --------
        >>> index = NearbyIndex([(0, 2), (0, 1), (0, 0)])
        >>> found = index.within((0, 0), 120_000)
        >>> found.indices, found.distances_m.round()
        (array([2, 1]), array([     0., 111195.]))
        """
        radius_m = _check_radius(radius_m)
        if _has_many_anchors(anchor, where):
            pairs = map(tuple, check_rows(anchor).tolist())
            return tuple(self._tree.within((lat, lon), radius_m) for lat, lon in pairs)
        point = check_point(anchor)
        return self._keep_matching(where, point, self._tree.within(point, radius_m))

    @overload
    def nearest(self, anchor: LatLon, k: int = 1, *, where: Filter | None = None) -> Neighbours: ...
    @overload
    def nearest(self, anchor: Points, k: int = 1) -> Neighbours: ...
    def nearest(self, anchor: OneOrMany, k: int = 1, *, where: Filter | None = None) -> Neighbours:
        """Return the k nearest points, nearest first, or fewer if the index has fewer.

        For m anchors, the arrays have shape (m, min(k, n)). With ``where``, only points that are
        known to meet the condition are returned.

        Examples
        --------
        >>> index = NearbyIndex([(0, 2), (0, 1), (0, -1)])
        >>> index.nearest((0, 0), 2).indices
        array([1, 2])
        """
        k = _check_count(k)
        if _has_many_anchors(anchor, where):
            return self._tree.nearest(check_rows(anchor), min(k, len(self)))
        point = check_point(anchor)
        candidates = k
        while True:
            found = self._find_nearest(point, min(candidates, len(self)))
            matching = self._keep_matching(where, point, found)
            if len(matching.indices) >= k or candidates >= len(self):
                return Neighbours(matching.indices[:k], matching.distances_m[:k])
            candidates *= 4

    def count_where(self, anchor: LatLon, radius_m: float, condition: Filter) -> Tally:
        """Return how many points within a radius meet a condition, do not meet it, or are unknown.

        Examples
        --------
        >>> from geoeval.calculators.filters import CompareFilter
        >>> index = NearbyIndex([(0, 0), (0, 1), (0, 2)], rating=[4.5, None, 3.0])
        >>> good = CompareFilter(measure="rating", comparator=">=", value=4)
        >>> index.count_where((0, 0), 300_000, good)
        Tally(yes=1, no=1, unknown=1)
        """
        point = _check_anchor(anchor)
        found = self._tree.within(point, _check_radius(radius_m))
        truths = self._evaluate_condition(condition, point, found)
        yes, unknown = sum(map(bool, truths)), truths.count(None)
        return Tally(yes, len(truths) - yes - unknown, unknown)

    def rank_by(
        self,
        column: str,
        anchor: LatLon,
        *,
        radius_m: float | None = None,
        where: Filter | None = None,
        k: int | None = None,
        descending: bool = True,
    ) -> Ranking:
        """Return points sorted by an attribute, with ties ordered by distance, then index.

        Parameters
        ----------
        column
            The name of an attribute with numbers or strings. Points without a value are omitted.
        anchor
            (latitude, longitude) in degrees.
        radius_m
            Only points within this many great-circle metres; None for all.
        where
            Only points that are known to meet this condition.
        k
            The maximum number of points, at least 1; None for all.
        descending
            Whether to start with the greatest value.

        Examples
        --------
        >>> index = NearbyIndex([(0, 2), (0, 1), (0, 3)], rating=[4.5, 4.5, None])
        >>> index.rank_by("rating", (0, 0)).indices
        array([1, 0])
        """
        values = self._columns[column]
        limit = None if k is None else _check_count(k)
        point = _check_anchor(anchor)
        max_distance_m = _EVERYWHERE_M if radius_m is None else _check_radius(radius_m)
        found = self._keep_matching(where, point, self._tree.within(point, max_distance_m))
        ranked = rank_found(values, found, descending=descending)
        return Ranking(ranked.indices[:limit], ranked.distances_m[:limit], ranked.values[:limit])

    def _find_nearest(self, anchor: LatLon, k: int) -> Neighbours:
        indices, distances = self._tree.nearest(np.array([anchor]), k)
        return Neighbours(indices[0], distances[0])


def rank_found(column: Sequence[object], found: Neighbours, *, descending: bool) -> Ranking:
    """Return the places found around an anchor, sorted by their values in a column.

    The column has a value for each point of the index: a number, a string, or None or NaN if
    unknown. Places with unknown values are omitted. Ties are ordered by distance, then index.
    """
    positions = [
        position for position, i in enumerate(found.indices.tolist()) if is_known(column[i])
    ]
    indices, distances = found.indices[positions], found.distances_m[positions]
    values = _comparable_values(column, indices.tolist())
    order = sorted(range(len(positions)), key=values.__getitem__, reverse=descending)
    return Ranking(indices[order], distances[order], tuple(values[position] for position in order))


def _comparable_values(column: Sequence[object], indices: list[int]) -> list[Any]:
    kind: type = str if indices and isinstance(column[indices[0]], str) else Real
    for i in indices:
        if not isinstance(column[i], kind) or isinstance(column[i], bool):
            expected = "numbers or strings to rank by, not both"
            raise mismatch(UsageError, expected, column[i], f" at index {i}")
    return [column[i] for i in indices]


def _check_radius(radius_m: float) -> float:
    """Return a radius in metres; raise ``UsageError`` if it is not valid.

    A radius of half the Earth's circumference, about 20,015 km, or more contains every point.
    """
    if not isinstance(radius_m, Real) or not is_finite(radius_m) or radius_m < 0:
        raise mismatch(UsageError, "a finite radius of 0 or more metres", radius_m)
    return float(radius_m)


def _check_count(k: int) -> int:
    if not isinstance(k, Integral) or isinstance(k, bool) or k < 1:
        raise mismatch(UsageError, "a number of places k >= 1", k)
    return int(k)


def _has_many_anchors(anchor: object, where: object = None) -> bool:
    """Return whether there are several anchors; raise ``UsageError`` if there is a filter too.

    A filter may depend on the direction from the anchor, so it needs a single anchor.
    """
    has_many = are_arrays(anchor)
    if has_many and where is not None:
        raise mismatch(UsageError, "a single anchor (latitude, longitude) with a filter", anchor)
    return has_many


def _check_anchor(anchor: LatLon) -> LatLon:
    if are_arrays(anchor):
        raise mismatch(UsageError, "a single anchor (latitude, longitude)", anchor)
    return check_point(anchor)
