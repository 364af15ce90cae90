"""Points on the Earth: (latitude, longitude), or an array of shape (…, 2)."""

from __future__ import annotations

from geoeval.errors import InvalidCoordinateError, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Protocol, TypeAlias, TypeGuard

    import numpy as np
    from numpy.typing import NDArray

    from geoeval.errors import GeoEvalError

    Floats: TypeAlias = NDArray[np.float64]
    Points: TypeAlias = NDArray[np.generic] | Sequence[Sequence[float]]
    OneOrMany: TypeAlias = Any  # the overloads of a function define the combinations

    class PointGeometry(Protocol):
        """A shapely Point, with the longitude as x and the latitude as y."""

        @property
        def x(self) -> float:
            """The longitude."""

        @property
        def y(self) -> float:
            """The latitude."""


LatLon = tuple[float, float]
"""A point: latitude −90 to 90 and longitude −180 to 180, in degrees."""

EARTH_RADIUS_M = 6_371_008.8
"""Mean radius of the Earth in metres, (2a + b) / 3 of WGS 84 (Moritz 2000, GRS 80)."""

_LIMITS = (("latitude", 90), ("longitude", 180))
_BLOCK_SIZE = 16_384
_NUMBERS = (float, int, str, bytes)


def check_point(point: LatLon) -> LatLon:
    """Return a point as two floats in degrees; raise if it is not valid or out of range.

    A point is a pair of real numbers or Decimals, or a shapely Point with the longitude as x.
    """
    if type(point) is not tuple:
        if hasattr(point, "geom_type"):
            from geoeval.calculators.sphere.geometries import point_of

            point = point_of(point)
        _reject_columns(point)
    try:
        lat, lon = point
    except (TypeError, ValueError):
        raise _not_a_pair(point) from None
    if type(lat) is float and type(lon) is float and -90 <= lat <= 90 and -180 <= lon <= 180:
        return lat, lon
    if isinstance(point, (str, bytes, bytearray, dict)):
        raise _not_a_pair(point)
    lat, lon = decimal_to_float(lat), decimal_to_float(lon)
    _check_degrees(lat, lon, point)
    return float(lat), float(lon)


def _check_degrees(lat: object, lon: object, point: LatLon) -> None:
    for value, (name, limit) in zip((lat, lon), _LIMITS, strict=True):
        if not is_real(value):
            where = f"{quote(value)} in {quote(point)}"
            raise InvalidCoordinateError(f"expected a {name} as a number of degrees, got {where}")
        if not -limit <= value <= limit:
            raise _out_of_range_error(value, name, limit, lon, f"in {quote(point)}")


def are_arrays(*points: object) -> bool:
    """Return whether any argument has many points rather than one.

    Such an argument has two or more dimensions or named columns, is a list or tuple of points, or
    contains geometries.
    """
    for value in points:
        if isinstance(value, (list, tuple)):
            first = value[0] if value else None
            if type(first) not in _NUMBERS and (
                hasattr(first, "__len__") or hasattr(first, "geom_type")
            ):
                return True
        elif getattr(value, "ndim", 0) > 1 or hasattr(value, "columns") or _holds_geometries(value):
            return True
    return False


def check_points(points: Points | LatLon) -> Floats:
    """Return points as contiguous float64 degrees; raise for the first that is out of range.

    The points are an array of shape (…, 2) with (latitude, longitude) as real numbers of any type;
    shapely Points with the longitude as x (a single one, a list or a GeoSeries); or a table of
    pandas or polars, whose columns are found by name.
    """
    import numpy as np

    values: OneOrMany = points
    if _holds_geometries(values):
        from geoeval.calculators.sphere.geometries import rows_of_shapes

        values = rows_of_shapes(values)
    elif hasattr(values, "columns"):
        from geoeval.calculators.sphere.geometries import rows_of_table

        values = rows_of_table(values)
    elif hasattr(values, "geom_type"):
        values = check_point(values)
    _reject_columns(values)
    expected = "expected coordinates as numbers of degrees"
    numbers = as_numbers(values, expected, InvalidCoordinateError)
    if numbers.ndim == 0 or numbers.shape[-1] != 2:
        raise InvalidCoordinateError(
            f"expected points of shape (…, 2) in degrees, got shape {numbers.shape}"
        )
    checked = np.ascontiguousarray(numbers, dtype=np.float64)
    flat = checked.reshape(-1)
    size = min(len(flat), _BLOCK_SIZE)
    limits, sizes, inside = np.tile([90.0, 180.0], size // 2), np.empty(size), np.empty(size, bool)
    for start in range(0, len(flat), _BLOCK_SIZE):
        block = flat[start : start + _BLOCK_SIZE]
        np.abs(block, out=sizes[: len(block)])
        np.less_equal(sizes, limits, out=inside)
        if not inside[: len(block)].all():
            _raise_first_fault(checked, (start + int(inside.argmin())) // 2)
    return checked


def check_rows(points: Points) -> Floats:
    """Return points as float64 degrees of shape (n, 2); raise for any other shape."""
    if isinstance(points, (list, tuple)) and not points:
        import numpy as np

        return np.empty((0, 2))
    checked = check_points(points)
    if checked.ndim != 2:
        raise InvalidCoordinateError(
            f"expected points of shape (n, 2) in degrees, got shape {checked.shape}"
        )
    return checked


def is_finite(value: object) -> bool:
    """Return whether a value is a finite real number and not a boolean."""
    from math import isfinite

    try:
        return isfinite(value) and not isinstance(value, bool)  # type: ignore[arg-type]  # raises for other types
    except (TypeError, OverflowError):
        return False


def as_numbers(values: object, expected: str, error: type[GeoEvalError]) -> NDArray[np.generic]:
    """Return values as an array of numbers, masked ones as NaN; raise for other values."""
    import numpy as np

    if isinstance(values, np.ma.MaskedArray):
        values = np.ma.filled(values.astype(np.float64), np.nan)
    try:
        array = np.asarray(values)
    except ValueError:
        raise error(f"{expected}, got rows of different lengths: {quote(values)}") from None
    if array.dtype.kind in "iuf":
        return array
    for index, value in np.ndenumerate(np.asarray(values, dtype=object)):
        if not is_real(decimal_to_float(value)):
            raise error(f"{expected}, got {quote(value)}{at_index(index)}")
    try:
        return array.astype(np.float64)
    except OverflowError:
        raise error(f"{expected}, got a number too large for a float: {quote(values)}") from None


def at_index(index: tuple[np.intp | int, ...]) -> str:
    """Return an index for an error message; empty for a single value."""
    return f" at {[int(i) for i in index]}" if index else ""


def _raise_first_fault(points: Floats, row: int) -> None:
    import numpy as np

    lat, lon = (float(value) for value in points.reshape(-1, 2)[row])
    at = at_index(np.unravel_index(row, points.shape[:-1])).lstrip() or "in"
    if not abs(lat) <= 90:
        raise _out_of_range_error(lat, *_LIMITS[0], lon, f"{at} ({lat}, {lon})")
    raise _out_of_range_error(lon, *_LIMITS[1], lon, f"{at} ({lat}, {lon})")


def _holds_geometries(value: OneOrMany) -> bool:
    if hasattr(value, "geom_type"):
        return hasattr(value, "__len__")
    if not isinstance(value, (list, tuple)):
        objects = getattr(value, "ndim", 0) == 1 and str(getattr(value, "dtype", "")) == "object"
        if not objects or hasattr(value, "index"):  # a column of a table
            return False
    return len(value) > 0 and hasattr(value[0], "geom_type")


def _reject_columns(points: object) -> None:
    """Raise for a table column, such as a pandas Series, because two rows are not a point.

    Lists and tuples that contain a column are rejected too.
    """
    values = points if isinstance(points, (list, tuple)) else (points,)
    if not any(hasattr(kind, "to_numpy") for kind in set(map(type, values))):
        return
    for value in values:
        if hasattr(value, "to_numpy") and len(getattr(value, "shape", (0,))) == 1:
            raise InvalidCoordinateError(
                "expected points as (latitude, longitude) in degrees, got a table column "
                f'({type(value).__name__}); pass two columns as df[["lat", "lon"]], or a row as '
                "a tuple"
            )


def _not_a_pair(point: object) -> InvalidCoordinateError:
    return InvalidCoordinateError(
        f"expected a pair (latitude, longitude) in degrees, got {quote(point)}"
    )


def _out_of_range_error(
    value: float, name: str, limit: int, lon: object, where: str
) -> InvalidCoordinateError:
    message = f"expected a {name} from -{limit} to {limit} degrees, got {quote(value)} {where}"
    if name == "latitude" and -180 <= value <= 180 and is_real(lon) and -90 <= lon <= 90:
        message += "; the pair looks swapped: latitude comes first"
    return InvalidCoordinateError(message)


def is_real(value: object) -> TypeGuard[float]:
    """Return whether a value is a real number and not a boolean."""
    if type(value) in (float, int):
        return True
    from numbers import Real

    return isinstance(value, Real) and not isinstance(value, bool)


def decimal_to_float(value: OneOrMany) -> OneOrMany:
    """Return a Decimal as a float; return a Decimal NaN and other values unchanged."""
    if type(value) in (float, int):
        return value
    from decimal import Decimal

    return float(value) if isinstance(value, Decimal) and not value.is_nan() else value
