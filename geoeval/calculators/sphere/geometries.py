"""Points as shapely, geopandas and tables hold them; of a geometry x is the longitude."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoeval.errors import InvalidCoordinateError, UsageError, quote

Floats = NDArray[np.float64]
OneOrMany = Any  # whatever shapely and geopandas give; they ship no types
_FIX = "use to_crs(4326)"


def point_of(shape: OneOrMany) -> tuple[float, float]:
    """Return the latitude and longitude of a shapely Point.

    Raises ``InvalidCoordinateError`` if it is empty, another geometry, or a column of them.

    Examples
    --------
    >>> from shapely import Point
    >>> point_of(Point(2.35, 48.86))
    (48.86, 2.35)
    """
    if isinstance(shape.geom_type, str) and shape.geom_type == "Point" and not shape.is_empty:
        return shape.y, shape.x
    message = f"expected a Point with longitude and latitude, got {quote(shape)}"
    raise InvalidCoordinateError(message)


def rows_of_shapes(shapes: OneOrMany) -> Floats:
    """Return the latitudes and longitudes of many shapely Points.

    They are a GeoSeries, a GeoDataFrame by its geometry, or a list or array of Points.

    Examples
    --------
    >>> from shapely import Point
    >>> rows_of_shapes([Point(2.35, 48.86), Point(13.4, 52.5)])
    array([[48.86,  2.35],
           [52.5 , 13.4 ]])
    """
    if isinstance(shapes, (list, tuple, np.ndarray)):
        for index, shape in enumerate(shapes):
            if getattr(shape, "geom_type", None) != "Point" or shape.is_empty:
                message = f"expected a Point, got {quote(shape)} at [{index}]"
                raise InvalidCoordinateError(message)
        return np.array([(shape.y, shape.x) for shape in shapes])
    series: OneOrMany = getattr(shapes, "geometry", shapes)
    check_shapes_are_points(series)
    crs = series.crs
    if crs is None:
        message = (
            "expected longitudes and latitudes, got points without a coordinate reference system: "
            "use set_crs, with 'EPSG:4326' if they are such"
        )
        raise UsageError(message)
    axes = {axis.unit_name for axis in crs.axis_info[:2]}
    plain = crs.is_geographic and not crs.is_derived and axes == {"degree"}
    if not plain or crs.prime_meridian.longitude:
        message = f"expected longitudes and latitudes in degrees, got {quote(crs.name)}: {_FIX}"
        raise UsageError(message)
    return np.column_stack([series.y, series.x])


def check_shapes_are_points(series: OneOrMany) -> None:
    """Raise for the first row of a GeoSeries that has no geometry, an empty one or no point."""
    good = (np.asarray(series.geom_type) == "Point") & ~np.asarray(series.is_empty)
    if good.all():
        return
    row = int(good.argmin())
    shape = series.to_numpy()[row]
    got = "no geometry" if shape is None else quote(shape.wkt)
    label = f" (label {quote(series.index[row])})" if hasattr(series, "index") else ""
    message = f"expected a point in every row, got {got} in row {row}{label}"
    raise UsageError(message)


def rows_of_table(value: OneOrMany, lat: str | None, lon: str | None) -> OneOrMany:
    """Return the points in two columns of a table; what is no table as it is.

    A table has named columns, such as one of pandas or polars. Raises ``UsageError`` if only one
    name is given, or the table has no such column.

    Examples
    --------
    >>> rows_of_table((48.86, 2.35), "lat", "lon")
    (48.86, 2.35)
    """
    if lat is None or lon is None:
        message = f"expected the names of both columns, got lat={lat!r} and lon={lon!r}"
        raise UsageError(message)
    if not hasattr(value, "columns"):
        return value
    names = list(value.columns)
    for name in (lat, lon):
        if name not in names:
            message = f"expected a column {quote(name)}, got a table of {quote(names)}"
            raise UsageError(message)
    return np.column_stack([np.asarray(value[name]) for name in (lat, lon)])


def check_same_rows(values: tuple[object, ...]) -> None:
    """Raise if tables whose rows are paired have other labels, or other reference systems.

    Only GeoSeries and tables are looked at, and tables of other lengths are left to broadcasting.
    """
    indexes: list[OneOrMany] = [getattr(each, "index", None) for each in values]
    labels = [index for index in indexes if hasattr(index, "equals")]
    for other in labels[1:]:
        if len(other) == len(labels[0]) and not other.equals(labels[0]):
            message = (
                f"expected rows with the same labels, got {quote(_first(labels[0]))} and "
                f"{quote(_first(other))}; use reset_index(drop=True) to pair them by position"
            )
            raise UsageError(message)
    systems = [crs for each in values if (crs := getattr(each, "crs", None)) is not None]
    for crs in systems[1:]:
        if crs != systems[0]:
            names = f"{quote(systems[0].name)} and {quote(crs.name)}"
            message = f"expected one coordinate reference system, got {names}: {_FIX}"
            raise UsageError(message)


def _first(labels: OneOrMany) -> list[object]:
    """Return some labels, for a message."""
    return list(labels[:4])
