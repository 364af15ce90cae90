"""Points from shapely geometries and tables; the x of a geometry is the longitude."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoeval.errors import InvalidCoordinateError, UsageError, mismatch, quote

Floats = NDArray[np.float64]
OneOrMany = Any  # objects of shapely and geopandas, which are untyped
_HINT = "use to_crs(4326)"
_PAIRS = (({"lat", "latitude"}, {"lon", "lng", "long", "longitude"}), ({"y"}, {"x"}))
_LATITUDES, _LONGITUDES = ({*usual, *plane} for usual, plane in zip(*_PAIRS, strict=True))


def point_of(shape: OneOrMany) -> tuple[float, float]:
    """Return the latitude and longitude of a shapely Point."""
    if isinstance(shape.geom_type, str) and shape.geom_type == "Point" and not shape.is_empty:
        return shape.y, shape.x
    raise mismatch(InvalidCoordinateError, "a Point with longitude and latitude", shape)


def rows_of_shapes(shapes: OneOrMany) -> Floats:
    """Return the latitudes and longitudes of many shapely Points.

    The input is a GeoSeries, a GeoDataFrame, or a list or array of Points.
    """
    if isinstance(shapes, (list, tuple, np.ndarray)):
        for index, shape in enumerate(shapes):
            if getattr(shape, "geom_type", None) != "Point" or shape.is_empty:
                raise mismatch(InvalidCoordinateError, "a Point", shape, f" at [{index}]")
        return np.array([(shape.y, shape.x) for shape in shapes])
    series: OneOrMany = getattr(shapes, "geometry", shapes)
    check_shapes_are_points(series)
    _check_degrees(series.crs)
    return np.column_stack([series.y, series.x])


def _check_degrees(crs: OneOrMany) -> None:
    if crs is None:
        raise UsageError(
            "expected longitudes and latitudes, got points without a coordinate reference system; "
            "use set_crs, with 'EPSG:4326' for longitude and latitude"
        )
    axes = {axis.unit_name for axis in crs.axis_info[:2]}
    plain = crs.is_geographic and not crs.is_derived and axes == {"degree"}
    if not plain or crs.prime_meridian.longitude:
        raise mismatch(UsageError, "longitudes and latitudes in degrees", crs.name, f"; {_HINT}")


def check_shapes_are_points(series: OneOrMany) -> None:
    """Raise for the first row of a GeoSeries that is not a non-empty point."""
    good = (np.asarray(series.geom_type) == "Point") & ~np.asarray(series.is_empty)
    if good.all():
        return
    row = int(good.argmin())
    shape = series.to_numpy()[row]
    got = "no geometry" if shape is None else quote(shape.wkt)
    label = f" (label {quote(series.index[row])})" if hasattr(series, "index") else ""
    raise UsageError(f"expected a point in every row, got {got} in row {row}{label}")


def rows_of_table(value: OneOrMany, lat: object = None, lon: object = None) -> OneOrMany:
    """Return the points of a table, in the columns that ``columns_of_points`` finds.

    A table has named columns, as in pandas and polars. Any other value is returned unchanged.
    """
    if not hasattr(value, "columns"):
        return value
    names = columns_of_points(list(value.columns), lat, lon)
    return np.column_stack([np.asarray(value[name]) for name in names])


def columns_of_points(
    names: list[object], lat: object = None, lon: object = None
) -> tuple[object, object]:
    """Return the names of the columns with the latitude and the longitude.

    They are the given columns, the only columns with usual names (lat and lon, latitude and
    longitude, lat and lng, else y and x), or the only two columns. Raises ``UsageError`` if a given
    column is missing, and ``InvalidCoordinateError`` if the choice is ambiguous.
    """
    if lat is not None or lon is not None:
        return _require_columns(names, lat, lon)
    for pair in _PAIRS:
        lats, lons = (_usual_names(usual, names) for usual in pair)
        if len(lats) == len(lons) == 1:
            return lats[0], lons[0]
    if len(names) == 2:
        first, second = names
        if _LONGITUDES.isdisjoint(_split_words(first)) and _LATITUDES.isdisjoint(
            _split_words(second)
        ):
            return first, second
    raise InvalidCoordinateError(
        "expected one column of latitudes and one of longitudes, such as 'lat' and 'lon', got a "
        f'table with {quote(names)}; select two columns, as in df[["lat", "lon"]], or pass their '
        "names as lat= and lon= to haversine or NearbyIndex.from_dataframe"
    )


def _usual_names(usual: set[str], names: list[object]) -> list[object]:
    return [name for name in names if str(name).lower() in usual]


def _split_words(name: object) -> list[str]:
    return re.split(r"[\W_]+", str(name).lower())


def _require_columns(names: list[object], lat: object, lon: object) -> tuple[object, object]:
    if lat is None or lon is None:
        raise UsageError(f"expected the names of both columns, got lat={lat!r} and lon={lon!r}")
    for name in (lat, lon):
        if name not in names:
            raise UsageError(f"expected a column {quote(name)}, got a table with {quote(names)}")
    return lat, lon


def same_rows(values: tuple[OneOrMany, ...]) -> tuple[OneOrMany, ...]:
    """Return the arguments, with pandas objects in the order of the row labels of the first."""
    systems = [crs for each in values if (crs := getattr(each, "crs", None)) is not None]
    for crs in systems[1:]:
        if crs != systems[0]:
            names = f"{quote(systems[0].name)} and {quote(crs.name)}"
            raise UsageError(f"expected one coordinate reference system, got {names}; {_HINT}")
    indexes: list[OneOrMany] = [getattr(each, "index", None) for each in values]
    labels = next((index for index in indexes if hasattr(index, "equals")), None)
    return tuple(
        _align_labels(each, index, labels) if hasattr(index, "equals") else each
        for each, index in zip(values, indexes, strict=True)
    )


def _align_labels(value: OneOrMany, own: OneOrMany, labels: OneOrMany) -> OneOrMany:
    if len(own) != len(labels) or own.equals(labels):
        return value
    if own.is_unique and labels.is_unique and (own.get_indexer(labels) >= 0).all():
        return value.iloc[own.get_indexer(labels)]
    raise UsageError(
        f"expected the same unique row labels, got {quote(_first_labels(labels))} and "
        f"{quote(_first_labels(own))}; use reset_index(drop=True) to pair them by position"
    )


def _first_labels(labels: OneOrMany) -> list[object]:
    return list(labels[:4])
