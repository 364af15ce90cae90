"""An index of points with attributes: counts, radius search, nearest points and rankings.

Every result equals that of a loop over ``haversine``, at the poles and across the antimeridian
too; ties are in the order of the indices.
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
    """The number of places that meet a condition, that do not, and for which it is unknown."""

    yes: int
    no: int
    unknown: int


class Ranking(NamedTuple):
    """Places in the order of an attribute.

    ``indices`` are positions in the points of the index (int64), ``distances_m`` great-circle
    metres from the anchor, ``values`` the attribute.
    """

    indices: Indices
    distances_m: Floats
    values: tuple[object, ...]


class NearbyIndex(PlaceTable):
    """An immutable index of points on the Earth for nearby search.

    An anchor is (latitude, longitude) in degrees; without a condition, ``count``, ``within`` and
    ``nearest`` take m of them in shape (m, 2). A radius is in great-circle metres, finite, 0 or
    more and inclusive; ``k`` is 1 or more. Methods raise ``InvalidCoordinateError`` for an anchor
    out of range, and ``UsageError`` for a radius or ``k`` out of range, for many anchors where one
    is required, and for a condition on a missing column or on values of another type.

    Parameters
    ----------
    points
        Shape (n, 2): (latitude, longitude) in degrees; (0, 2) for no points.
    columns
        Attributes by name, each a sequence of n values, None or NaN if unknown. Filters use
        "name", "address", "features" and "hours", or the attribute that they name.

    Raises
    ------
    InvalidCoordinateError
        If the points are not of that shape, or not degrees in range.
    UsageError
        If a column does not have n values.

    Notes
    -----
    Distances are great-circle metres on a sphere, those of ``haversine``. Ties are broken by the
    index. Building takes O(n log n), a query about O(log n) plus the size of its result. scipy's
    k-d tree over unit vectors finds the candidates; ``haversine`` decides where chords are too
    close.

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
        """Return how many points lie within a radius.

        For m anchors, m numbers as int64.

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
        """Return the points within a radius, the nearest first.

        For m anchors, m ``Neighbours``. With ``where``, only points that are known to meet that
        condition.

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
        """Return the k nearest points, the nearest first.

        There are fewer if the index has fewer; for m anchors the arrays have the shape
        (m, min(k, n)). With ``where``, only points that are known to meet that condition.

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
        looked_at = k
        while True:
            found = self._find_nearest(point, min(looked_at, len(self)))
            kept = self._keep_matching(where, point, found)
            if len(kept.indices) >= k or looked_at >= len(self):
                return Neighbours(kept.indices[:k], kept.distances_m[:k])
            looked_at *= 4

    def count_where(self, anchor: LatLon, radius_m: float, condition: Filter) -> Tally:
        """Return how many points within a radius meet a condition, do not, or are unknown.

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
        held = self._evaluate_condition(condition, point, found)
        yes, unknown = sum(map(bool, held)), held.count(None)
        return Tally(yes, len(held) - yes - unknown, unknown)

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
        """Return points in the order of an attribute, with ties by distance, then index.

        Parameters
        ----------
        column
            The name of an attribute of numbers or texts. A point without a value is left out.
        anchor
            (latitude, longitude) in degrees.
        radius_m
            Only points within this many great-circle metres; None for all.
        where
            Only points that are known to meet this condition.
        k
            The most points, 1 or more; None for all.
        descending
            Whether the greatest value comes first.

        Examples
        --------
        >>> index = NearbyIndex([(0, 2), (0, 1), (0, 3)], rating=[4.5, 4.5, None])
        >>> index.rank_by("rating", (0, 0)).indices
        array([1, 0])
        """
        values = self._columns[column]
        most = None if k is None else _check_count(k)
        point = _check_anchor(anchor)
        reach = _EVERYWHERE_M if radius_m is None else _check_radius(radius_m)
        found = self._keep_matching(where, point, self._tree.within(point, reach))
        ranked = rank_found(values, found, descending=descending)
        return Ranking(ranked.indices[:most], ranked.distances_m[:most], ranked.values[:most])

    def _find_nearest(self, anchor: LatLon, k: int) -> Neighbours:
        indices, distances = self._tree.nearest(np.array([anchor]), k)
        return Neighbours(indices[0], distances[0])


def rank_found(column: Sequence[object], found: Neighbours, *, descending: bool) -> Ranking:
    """Return the places found around an anchor in the order of their values in a column.

    The column has the values of all points of the index: numbers or texts, None or NaN if unknown.
    Unknown values are left out; ties are ordered by distance, then index.
    """
    known = [place for place, i in enumerate(found.indices.tolist()) if is_known(column[i])]
    indices, distances = found.indices[known], found.distances_m[known]
    values = _comparable_values(column, indices.tolist())
    order = sorted(range(len(known)), key=values.__getitem__, reverse=descending)
    return Ranking(indices[order], distances[order], tuple(values[place] for place in order))


def _comparable_values(column: Sequence[object], indices: list[int]) -> list[Any]:
    wanted: type = str if indices and isinstance(column[indices[0]], str) else Real
    for i in indices:
        if not isinstance(column[i], wanted) or isinstance(column[i], bool):
            expected = "numbers or texts to rank by, and not both"
            raise mismatch(UsageError, expected, column[i], f" at index {i}")
    return [column[i] for i in indices]


def _check_radius(radius_m: float) -> float:
    """Return a radius in metres, or raise if it is not one.

    Beyond half the circumference of the Earth, about 20,015 km, it contains every point.
    """
    if not isinstance(radius_m, Real) or not is_finite(radius_m) or radius_m < 0:
        raise mismatch(UsageError, "a finite radius of 0 or more metres", radius_m)
    return float(radius_m)


def _check_count(k: int) -> int:
    if not isinstance(k, Integral) or isinstance(k, bool) or k < 1:
        raise mismatch(UsageError, "a number of places of 1 or more", k)
    return int(k)


def _has_many_anchors(anchor: object, where: object = None) -> bool:
    """Return whether there are many anchors, or raise if there is a filter too.

    A filter may depend on the direction of a place, and so needs one anchor.
    """
    many = are_arrays(anchor)
    if many and where is not None:
        raise mismatch(UsageError, "one anchor (latitude, longitude) with a filter", anchor)
    return many


def _check_anchor(anchor: LatLon) -> LatLon:
    if are_arrays(anchor):
        raise mismatch(UsageError, "one anchor (latitude, longitude)", anchor)
    return check_point(anchor)
