"""Immutable tables of points on the Earth with attributes; conversion from and to data frames."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from geoeval.calculators.filters.kinds import Filter, check_filter
from geoeval.calculators.filters.truth import Truth, evaluate_filter
from geoeval.calculators.nearby.tree import Neighbours
from geoeval.calculators.sphere import geometries
from geoeval.calculators.sphere.points import check_rows
from geoeval.errors import UsageError, mismatch, quote
from geoeval.extras import check_installed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import geopandas

    from geoeval.calculators.sphere.points import Floats, LatLon, OneOrMany, Points


WGS84 = "EPSG:4326"
"""The coordinate reference system of all tables: longitude and latitude on WGS 84."""


class Columns:
    """Named columns with a value for each point."""

    __slots__ = ("_column_values",)

    def __init__(self, length: int, columns: Mapping[str, Iterable[object]]) -> None:
        self._column_values = {
            name: _column_values(name, column, length) for name, column in columns.items()
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in their original order."""
        return tuple(self._column_values)

    def __getitem__(self, name: str) -> Sequence[object]:
        try:
            return self._column_values[name]
        except (KeyError, TypeError):
            names = ", ".join(map(repr, self._column_values)) or "(the index has none)"
            raise mismatch(UsageError, f"one of the columns {names}", name) from None


def _column_values(name: str, column: Iterable[object], length: int) -> tuple[object, ...]:
    expected = f"expected column {quote(name)} as a sequence of {length} values"
    as_list = getattr(column, "tolist", None)
    if as_list is not None and getattr(column, "dtype", None) != "datetime64[ns]":
        column = as_list()  # tolist would turn nanoseconds into integers
    if isinstance(column, (str, bytes)):
        raise UsageError(f"{expected}, got the string {quote(column)}")
    if isinstance(column, AbstractSet) or hasattr(column, "keys"):
        raise UsageError(f"{expected}, got a {type(column).__name__}, whose values have no order")
    try:
        values = tuple(column)
    except TypeError:
        raise UsageError(f"{expected}, got {quote(column)}") from None
    if len(values) != length:
        raise UsageError(f"{expected}, got {len(values)}: {quote(column)}")
    return values


class PlaceTable:
    """An immutable table of points on the Earth with attributes.

    The points have shape (n, 2), and each column has n values; None or NaN is unknown. Raises
    ``InvalidCoordinateError`` and ``UsageError`` as ``NearbyIndex`` does.
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
        self._points.flags.writeable = False  # copies and pickles of numpy lose the flag

    def __len__(self) -> int:
        return len(self._points)

    def __repr__(self) -> str:
        names = ", ".join(self.columns) or "none"
        return f"{type(self).__name__}({len(self)} points, columns: {names})"

    @property
    def points(self) -> Floats:
        """The points as a read-only array of degrees, shape (n, 2)."""
        return self._points

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the attributes."""
        return self._columns.names

    def column(self, name: str) -> Sequence[object]:
        """Return the values of an attribute; raise ``UsageError`` if there is no such attribute."""
        return self._columns[name]

    @classmethod
    def from_dataframe(
        cls, frame: OneOrMany, lat: str | None = None, lon: str | None = None
    ) -> Self:
        """Return a table with the points in two columns of a data frame; others are attributes."""
        if not hasattr(frame, "columns"):
            raise mismatch(UsageError, "a table with named columns", frame)
        names = list(frame.columns)
        _check_names(names)
        used = geometries.columns_of_points(names, lat, lon)
        others = {name: frame[name] for name in names if name not in used}
        return cls(geometries.rows_of_table(frame, *used), **others)

    @classmethod
    def from_geodataframe(cls, frame: geopandas.GeoDataFrame) -> Self:
        """Return a table with the points of a GeoDataFrame; its other columns are attributes."""
        rows = _to_degrees(frame)
        table = cls(np.column_stack([rows.geometry.y, rows.geometry.x]), **_frame_columns(rows))
        table._frame = rows
        return table

    def to_geodataframe(self) -> geopandas.GeoDataFrame:
        """Return the points and attributes as a GeoDataFrame in EPSG:4326."""
        if self._frame is not None:
            return self._frame.copy()
        columns = {name: self._columns[name] for name in self.columns}
        return _build_frame(self._points, columns)

    def _keep_matching(self, where: Filter | None, anchor: LatLon, found: Neighbours) -> Neighbours:
        if where is None:
            return found
        matches = np.array(
            [truth is True for truth in self._evaluate_condition(where, anchor, found)], bool
        )
        return Neighbours(found.indices[matches], found.distances_m[matches])

    def _evaluate_condition(
        self, condition: Filter, anchor: LatLon, found: Neighbours
    ) -> list[Truth]:
        indices = found.indices.tolist()
        around = _FilterView(anchor, self._points[found.indices], indices, self._columns)
        return evaluate_filter(check_filter(condition), around)


@dataclass(frozen=True, slots=True)
class _FilterView:
    anchor: LatLon
    points: Floats
    indices: list[int]
    columns: Columns

    def column(self, name: str) -> list[object]:
        values = self.columns[name]
        return [values[i] for i in self.indices]

    def ends(self, seen_from: str | None) -> list[tuple[LatLon, LatLon]]:
        if seen_from is not None:
            message = "expected a direction from the anchor (an index has no other named place), "
            message += f"got seen_from={quote(seen_from)}"
            raise UsageError(message)
        return [(self.anchor, (lat, lon)) for lat, lon in self.points.tolist()]


def _to_degrees(frame: geopandas.GeoDataFrame) -> geopandas.GeoDataFrame:
    check_installed("geopandas", "maps")
    import geopandas

    if not isinstance(frame, geopandas.GeoDataFrame):
        raise UsageError(
            f"expected a GeoDataFrame, got {type(frame).__name__}; use from_dataframe instead"
        )
    if frame.active_geometry_name is None:
        raise UsageError(
            "expected a GeoDataFrame with a geometry column, got none; use set_geometry"
        )
    if frame.crs is None:
        raise UsageError(
            "expected a GeoDataFrame with a coordinate reference system, got none; "
            f"use set_crs, with {WGS84!r} for longitude and latitude"
        )
    _check_names(list(frame.columns))
    geometries.check_shapes_are_points(frame.geometry)
    if frame.crs == WGS84:
        return frame.copy()
    from pyproj.exceptions import ProjError

    try:
        return frame.to_crs(WGS84)
    except ProjError:
        expected = f"a coordinate reference system that can be converted to {WGS84!r}"
        raise mismatch(UsageError, expected, frame.crs.name) from None


def _check_names(names: list[object]) -> None:
    for index, name in enumerate(names):
        repeated = name in names[:index]
        if repeated or not isinstance(name, str):
            message = f"expected unique strings as column names, got {quote(name)}"
            raise UsageError(message + (" twice" if repeated else ""))


def _frame_columns(frame: geopandas.GeoDataFrame) -> dict[str, list[object]]:
    names = [name for name in frame.columns if name != frame.active_geometry_name]
    return {name: frame[name].tolist() for name in names}


def _build_frame(points: Floats, columns: Mapping[str, Sequence[object]]) -> geopandas.GeoDataFrame:
    check_installed("geopandas", "maps")
    import geopandas

    if "geometry" in columns:
        raise UsageError(
            "expected no attribute with the name of the geometry column, got 'geometry'"
        )
    shapes = geopandas.points_from_xy(points[:, 1], points[:, 0], crs=WGS84)
    table = {name: list(values) for name, values in columns.items()}
    return geopandas.GeoDataFrame(table, geometry=shapes, index=range(len(points)))
