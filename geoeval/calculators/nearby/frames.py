"""Points with attributes from a GeoDataFrame of geopandas, and back to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geoeval.calculators.sphere.geometries import check_shapes_are_points
from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import geopandas  # type: ignore[import-untyped] # it ships no types

    from geoeval.calculators.sphere.points import Floats

WGS84 = "EPSG:4326"
"""Longitude and latitude in degrees on WGS 84, by which coordinates are read and written."""


def in_degrees(frame: geopandas.GeoDataFrame) -> geopandas.GeoDataFrame:
    """Return a copy of a table of points in degrees, or raise if it is none.

    Parameters
    ----------
    frame
        Points in any coordinate reference system; the names of its columns are texts.

    Returns
    -------
    GeoDataFrame
        The same rows, index and columns in EPSG:4326.

    Raises
    ------
    UsageError
        If it is no GeoDataFrame, has no coordinate reference system or a local one, a row
        whose geometry is missing, empty or no point, or two columns of one name; or if
        geopandas (extra ``maps``) is not installed.
    """
    check_installed("geopandas", "maps")
    import geopandas

    if not isinstance(frame, geopandas.GeoDataFrame):
        message = f"expected a GeoDataFrame, got {type(frame).__name__}"
        raise UsageError(message)
    if frame.active_geometry_name is None:
        message = "expected a GeoDataFrame with a geometry column, got none: use set_geometry"
        raise UsageError(message)
    if frame.crs is None:
        message = (
            "expected a GeoDataFrame with a coordinate reference system, got none: "
            f"use set_crs, with {WGS84!r} if it holds longitude and latitude"
        )
        raise UsageError(message)
    for name, repeated in zip(frame.columns, frame.columns.duplicated(), strict=True):
        if repeated or not isinstance(name, str):
            message = f"expected columns with different texts as names, got {quote(name)}"
            raise UsageError(message + (" twice" if repeated else ""))
    check_shapes_are_points(frame.geometry)
    if frame.crs == WGS84:
        return frame.copy()
    from pyproj.exceptions import ProjError

    try:
        return frame.to_crs(WGS84)
    except ProjError:
        message = f"expected a coordinate reference system that leads to {WGS84!r}, "
        message += f"got {quote(frame.crs.name)}"
        raise UsageError(message) from None


def points_of(frame: geopandas.GeoDataFrame) -> Floats:
    """Return the (latitude, longitude) of each row of a table in EPSG:4326, shape (n, 2)."""
    import numpy as np

    return np.column_stack([frame.geometry.y, frame.geometry.x])


def columns_of(frame: geopandas.GeoDataFrame) -> dict[str, list[object]]:
    """Return the columns of a table other than its geometry."""
    names = [name for name in frame.columns if name != frame.active_geometry_name]
    return {name: frame[name].tolist() for name in names}


def frame_of(points: Floats, columns: Mapping[str, Sequence[object]]) -> geopandas.GeoDataFrame:
    """Return a table in EPSG:4326 with a row for each point and a column for each attribute.

    Raises
    ------
    UsageError
        If an attribute is named as the column of the points, "geometry"; or geopandas (extra
        ``maps``) is not installed.
    """
    check_installed("geopandas", "maps")
    import geopandas

    if "geometry" in columns:
        message = "expected attributes of other names than the column of points, got 'geometry'"
        raise UsageError(message)
    shapes = geopandas.points_from_xy(points[:, 1], points[:, 0], crs=WGS84)
    table = {name: list(values) for name, values in columns.items()}
    return geopandas.GeoDataFrame(table, geometry=shapes, index=range(len(points)))
