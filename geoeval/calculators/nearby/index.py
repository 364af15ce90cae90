"""An index of points with attributes: what is within a radius, what is nearest, what ranks first.

Every answer is the one that a loop over ``haversine`` gives, at the poles and across the
antimeridian too; equally near points come in the order of their indices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, overload

import numpy as np

from geoeval.calculators.filters.kinds import Filter
from geoeval.calculators.nearby.limits import are_many, check_anchor, check_count, check_radius
from geoeval.calculators.nearby.places import PlaceTable
from geoeval.calculators.nearby.ranking import Ranking, rank
from geoeval.calculators.nearby.tree import Neighbours, SphereTree
from geoeval.calculators.sphere.points import EARTH_RADIUS_M, check_point, check_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from geoeval.calculators.nearby.vectors import Indices
    from geoeval.calculators.sphere.points import LatLon, OneOrMany, Points

_EVERYWHERE_M = 4 * EARTH_RADIUS_M


class Tally(NamedTuple):
    """How many places meet a condition, how many do not, and of how many it is not known.

    Parameters
    ----------
    yes, no, unknown
        Numbers of places; a place of which too little is known is neither a yes nor a no.
    """

    yes: int
    no: int
    unknown: int


class NearbyIndex(PlaceTable):
    """Points on the Earth, ready to be asked what is near; it never changes.

    Parameters
    ----------
    points
        Shape (n, 2): (latitude, longitude) in degrees; none at all are an array of shape (0, 2).
    columns
        Attributes by name, each a sequence of n values with None or NaN where one is unknown.
        Filters look for "name", "address", "features" and "hours", or for one that they name.

    Raises
    ------
    InvalidCoordinateError
        If the points are not of that shape, or not degrees in range.
    UsageError
        If a column does not have n values.

    Notes
    -----
    Distances are great-circle metres on a sphere, those of ``haversine``. A radius is inclusive.
    Ties are broken by the index. Building takes O(n log n), a question about O(log n) and the
    size of its answer. scipy's k-d tree over unit vectors finds the candidates; what is too
    close to call by a chord is decided by ``haversine``.

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

        Parameters
        ----------
        anchor
            (latitude, longitude) in degrees, or m of them in shape (m, 2).
        radius_m
            Great-circle metres, finite, 0 or more; a point at just that distance counts.

        Returns
        -------
        int or ndarray
            The number of points; for many anchors m numbers, int64.

        Raises
        ------
        InvalidCoordinateError
            If an anchor is not degrees in range.
        UsageError
            If the radius is not a finite number of 0 or more.

        Examples
        --------
        >>> index = NearbyIndex([(0, 0), (0, 1), (0, 2)])
        >>> index.count((0, 0), 120_000), index.count([(0, 0), (0, 1)], 120_000)
        (2, array([2, 3]))
        """
        radius_m = check_radius(radius_m)
        if are_many(anchor):
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

        Parameters
        ----------
        anchor
            (latitude, longitude) in degrees, or m of them in shape (m, 2).
        radius_m
            Great-circle metres, finite, 0 or more; a point at just that distance is within.
        where
            Only points that are known to meet this condition; for one anchor.

        Returns
        -------
        Neighbours or tuple of Neighbours
            Indices and distances by distance, then index; for many anchors m of them.

        Raises
        ------
        InvalidCoordinateError
            If an anchor is not degrees in range.
        UsageError
            If the radius is not a finite number of 0 or more, or the condition cannot be asked.

        Examples
        --------
        >>> index = NearbyIndex([(0, 2), (0, 1), (0, 0)])
        >>> found = index.within((0, 0), 120_000)
        >>> found.indices, found.distances_m.round()
        (array([2, 1]), array([     0., 111195.]))
        """
        radius_m = check_radius(radius_m)
        if are_many(anchor, where):
            pairs = map(tuple, check_rows(anchor).tolist())
            return tuple(self._tree.within((lat, lon), radius_m) for lat, lon in pairs)
        point = check_point(anchor)
        return self._only(where, point, self._tree.within(point, radius_m))

    @overload
    def nearest(self, anchor: LatLon, k: int = 1, *, where: Filter | None = None) -> Neighbours: ...
    @overload
    def nearest(self, anchor: Points, k: int = 1) -> Neighbours: ...
    def nearest(self, anchor: OneOrMany, k: int = 1, *, where: Filter | None = None) -> Neighbours:
        """Return the k nearest points, the nearest first.

        Parameters
        ----------
        anchor
            (latitude, longitude) in degrees, or m of them in shape (m, 2).
        k
            How many, 1 or more; fewer are found where there are not so many.
        where
            Only points that are known to meet this condition; for one anchor.

        Returns
        -------
        Neighbours
            Indices and distances by distance, then index; for many anchors of shape
            (m, min(k, n)).

        Raises
        ------
        InvalidCoordinateError
            If an anchor is not degrees in range.
        UsageError
            If k is not a whole number of 1 or more, or the condition cannot be asked.

        Examples
        --------
        >>> index = NearbyIndex([(0, 2), (0, 1), (0, -1)])
        >>> index.nearest((0, 0), 2).indices
        array([1, 2])
        """
        k = check_count(k)
        if are_many(anchor, where):
            return self._tree.nearest(check_rows(anchor), min(k, len(self)))
        point = check_point(anchor)
        looked_at = k
        while True:
            found = self._nearest_to(point, min(looked_at, len(self)))
            kept = self._only(where, point, found)
            if len(kept.indices) >= k or looked_at >= len(self):
                return Neighbours(kept.indices[:k], kept.distances_m[:k])
            looked_at *= 4

    def count_where(self, anchor: LatLon, radius_m: float, condition: Filter) -> Tally:
        """Return how many points within a radius meet a condition, do not, or may.

        Parameters
        ----------
        anchor
            (latitude, longitude) in degrees.
        radius_m
            Great-circle metres, finite, 0 or more, inclusive.
        condition
            A filter of ``geoeval.calculators.filters``.

        Returns
        -------
        Tally
            The numbers of yes, no and unknown: a place whose attribute is not known is none
            of the others.

        Raises
        ------
        InvalidCoordinateError
            If the anchor is not degrees in range.
        UsageError
            If there are many anchors, the radius is not a finite number of 0 or more, or the
            condition asks for a column that is not there, or one of values of another type.

        Examples
        --------
        >>> from geoeval.calculators.filters import CompareFilter
        >>> index = NearbyIndex([(0, 0), (0, 1), (0, 2)], rating=[4.5, None, 3.0])
        >>> good = CompareFilter(measure="rating", comparator=">=", value=4)
        >>> index.count_where((0, 0), 300_000, good)
        Tally(yes=1, no=1, unknown=1)
        """
        point = check_anchor(anchor)
        found = self._tree.within(point, check_radius(radius_m))
        held = self._truths(condition, point, found)
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
        """Return points in the order of an attribute, equal ones by distance, then index.

        Parameters
        ----------
        column
            The name of an attribute of numbers or texts.
        anchor
            (latitude, longitude) in degrees.
        radius_m
            Only points within this many great-circle metres; all if it is left out.
        where
            Only points that are known to meet this condition.
        k
            How many at most, 1 or more; all if it is left out.
        descending
            Whether the greatest value comes first.

        Returns
        -------
        Ranking
            Indices, distances and values. A point whose value is unknown has no rank: it is
            left out.

        Raises
        ------
        InvalidCoordinateError
            If the anchor is not degrees in range.
        UsageError
            If there is no such column, its values do not compare, there are many anchors, the
            radius or k is out of range, or the condition cannot be asked.

        Examples
        --------
        >>> index = NearbyIndex([(0, 2), (0, 1), (0, 3)], rating=[4.5, 4.5, None])
        >>> index.rank_by("rating", (0, 0)).indices
        array([1, 0])
        """
        values = self._columns[column]
        most = None if k is None else check_count(k)
        point = check_anchor(anchor)
        reach = _EVERYWHERE_M if radius_m is None else check_radius(radius_m)
        found = self._only(where, point, self._tree.within(point, reach))
        ranked = rank(values, found, descending=descending)
        return Ranking(ranked.indices[:most], ranked.distances_m[:most], ranked.values[:most])

    def _nearest_to(self, anchor: LatLon, k: int) -> Neighbours:
        """Return the points nearest to one anchor."""
        indices, distances = self._tree.nearest(np.array([anchor]), k)
        return Neighbours(indices[0], distances[0])
