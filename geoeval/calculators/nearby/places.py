"""Points on the Earth with attributes, which never change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from geoeval.calculators.filters.kinds import Filter, check_filter
from geoeval.calculators.filters.truth import Truth, truths
from geoeval.calculators.nearby import frames
from geoeval.calculators.nearby.columns import Columns
from geoeval.calculators.nearby.tree import Neighbours
from geoeval.calculators.sphere.points import check_rows
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import geopandas  # type: ignore[import-untyped] # it ships no types

    from geoeval.calculators.sphere.points import Floats, LatLon, Points


class PlaceTable:
    """Points on the Earth with attributes; it never changes.

    Parameters
    ----------
    points
        Shape (n, 2): (latitude, longitude) in degrees; there may be none.
    columns
        Attributes by name, each a sequence of n values with None or NaN where one is unknown.

    Raises
    ------
    InvalidCoordinateError
        If the points are not of that shape, or not degrees in range.
    UsageError
        If a column does not have n values.

    Examples
    --------
    >>> places = PlaceTable([(48, 2), (52, 13)], name=["A", None])
    >>> len(places), places.columns, places.column("name")
    (2, ('name',), ('A', None))
    """

    __slots__ = ("_columns", "_frame", "_points")

    def __init__(self, points: Points, /, **columns: Iterable[object]) -> None:
        self._points = np.array(check_rows(points))
        self._points.flags.writeable = False
        self._columns = Columns(len(self._points), columns)
        self._frame: geopandas.GeoDataFrame | None = None

    def __setstate__(self, state: tuple[dict[str, object] | None, ...]) -> None:
        for part in state:
            for name, value in (part or {}).items():
                setattr(self, name, value)
        self._points.flags.writeable = False  # numpy copies and pickles do not keep it

    def __len__(self) -> int:
        return len(self._points)

    def __repr__(self) -> str:
        names = ", ".join(self.columns) or "none"
        return f"{type(self).__name__}({len(self)} points, columns: {names})"

    @property
    def points(self) -> Floats:
        """The points, shape (n, 2), degrees, read-only."""
        return self._points

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the attributes."""
        return self._columns.names

    def column(self, name: str) -> Sequence[object]:
        """Return the values of an attribute; UsageError if there is none of that name."""
        return self._columns[name]

    @classmethod
    def from_geodataframe(cls, frame: geopandas.GeoDataFrame) -> Self:
        """Return the points of a GeoDataFrame, with its other columns as attributes.

        Parameters
        ----------
        frame
            Points in any coordinate reference system, which are brought to EPSG:4326.

        Returns
        -------
        PlaceTable
            Of the class it is called on: one point for each row, in their order.

        Raises
        ------
        UsageError
            If it is no GeoDataFrame, has no coordinate reference system, a row whose geometry
            is missing, empty or no point, or two columns of one name; or if geopandas (extra
            ``maps``) is not installed.
        InvalidCoordinateError
            If a point is not degrees in range.

        Examples
        --------
        >>> places = PlaceTable.from_geodataframe(
        ...     PlaceTable([(48, 2)], name=["A"]).to_geodataframe()
        ... )
        >>> places.points, places.column("name")
        (array([[48.,  2.]]), ('A',))
        """
        rows = frames.in_degrees(frame)
        table = cls(frames.points_of(rows), **frames.columns_of(rows))
        table._frame = rows
        return table

    def to_geodataframe(self) -> geopandas.GeoDataFrame:
        """Return the points and attributes as a GeoDataFrame in EPSG:4326.

        Returns
        -------
        GeoDataFrame
            A row for each point. Of points that were read from one, a copy of that table,
            with its labels, types and columns.

        Raises
        ------
        UsageError
            If an attribute is named "geometry", as the column of the points is; or geopandas
            (extra ``maps``) is not installed.

        Examples
        --------
        >>> PlaceTable([(48, 2)], name=["A"]).to_geodataframe()
          name      geometry
        0    A  POINT (2 48)
        """
        if self._frame is not None:
            return self._frame.copy()
        columns = {name: self._columns[name] for name in self.columns}
        return frames.frame_of(self._points, columns)

    def _only(self, where: Filter | None, anchor: LatLon, found: Neighbours) -> Neighbours:
        """Return the points found that are known to meet a condition, if there is one."""
        if where is None:
            return found
        kept = np.array([truth is True for truth in self._truths(where, anchor, found)], bool)
        return Neighbours(found.indices[kept], found.distances_m[kept])

    def _truths(self, condition: Filter, anchor: LatLon, found: Neighbours) -> list[Truth]:
        """Return for each point found whether a condition holds."""
        indices = found.indices.tolist()
        around = _Around(anchor, self._points[found.indices], indices, self._columns)
        return truths(check_filter(condition), around)


@dataclass(frozen=True, slots=True)
class _Around:
    """Some points of a table as filters ask for them."""

    anchor: LatLon
    points: Floats
    indices: list[int]
    columns: Columns

    def column(self, name: str) -> list[object]:
        """Return the values of a column at the points."""
        values = self.columns[name]
        return [values[i] for i in self.indices]

    def ends(self, seen_from: str | None) -> list[tuple[LatLon, LatLon]]:
        """Return the anchor with each point."""
        if seen_from is not None:
            message = "expected a direction from the anchor, as an index knows no other place, "
            message += f"got seen_from {quote(seen_from)}"
            raise UsageError(message)
        return [(self.anchor, (lat, lon)) for lat, lon in self.points.tolist()]
