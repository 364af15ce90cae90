"""Convert tables of places (GeoDataFrame, GeoPackage, GeoJSON, GeoParquet, CSV) to maps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geoeval.calculators.hours.model import parse_written_hours
from geoeval.calculators.hours.osm import has_holiday_rules
from geoeval.calculators.nearby.table import WGS84, PlaceTable
from geoeval.calculators.sphere.geometries import columns_of_points
from geoeval.errors import (
    GeoEvalError,
    MapFileError,
    UsageError,
    mismatch,
    quote,
    quote_path,
    suggest,
)
from geoeval.extras import check_installed
from geoeval.world.place_facts import FACTS
from geoeval.world.records import LatLon, Place
from geoeval.world.service import MapPlace
from geoeval.world.store.writing import new_map

if TYPE_CHECKING:
    import geopandas
    import pandas as pd
    import shapely

    from geoeval.world.atlas import Atlas

_FACTS = sorted(FACTS.keys() - {"category"})
FIELDS = ("name", "category", "id", *_FACTS, "features")
"""The fields of a place that a column can hold."""
_FEATURES_JOINT = "; "
CSV = (".csv", ".tsv")
_SUFFIXES = (".gpkg", ".geojson", ".geoparquet")
_DELIMITERS = ",;\t|"
_NUMBERS = {"rating", "rating_count"}  # other fields are text: an id may start with a zero


def places_of_frame(
    frame: geopandas.GeoDataFrame | pd.DataFrame,
    columns: Mapping[str, str],
    skipped: Counter[str],
) -> list[MapPlace]:
    """Return the places of a table; rows that are not places are counted by reason."""
    frame, shapes = _split_shapes(frame)
    table, points = _read_points(frame)
    values = {
        field: frame[column].tolist() for field, column in _present_columns(table, columns).items()
    }
    places = []
    for at, location in enumerate(points):
        row = {field: _none_if_missing(column[at]) for field, column in values.items()}
        name = str(row.get("name") or "").strip()
        if not name:
            skipped["places without a name"] += 1
            continue
        facts = {fact: _read_fact(fact, row.get(fact), skipped) for fact in _FACTS}
        category = str(row.get("category") or "") or None
        place = Place(
            name=name,
            id=str(row.get("id") or ""),
            location=location,
            shape=shapes[at] if shapes else None,
            category=category,
            features=tuple(filter(None, map(str.strip, str(row.get("features") or "").split(";")))),
            **facts,
        )
        types = (category.replace(" ", "_"),) if category else ()
        places.append(MapPlace(place=place, types=types, source="table"))
    return places


def _read_points(
    frame: geopandas.GeoDataFrame | pd.DataFrame,
) -> tuple[PlaceTable, list[LatLon | None]]:
    """Return the located rows of a table, and the location of every row."""
    if not hasattr(frame, "columns"):
        raise mismatch(UsageError, "a table with named columns", frame)
    if not hasattr(frame, "active_geometry_name"):
        lat, lon = columns_of_points(list(frame.columns))
        known = frame[lat].notna() & frame[lon].notna()
        table = PlaceTable.from_dataframe(frame[known])
    elif frame.active_geometry_name is None:
        return PlaceTable.from_geodataframe(frame), []
    else:
        known = frame.geometry.notna() & ~frame.geometry.is_empty
        table = PlaceTable.from_geodataframe(frame[known])
    points = iter(table.points.tolist())
    return table, [tuple(next(points)) if each else None for each in known]


def _split_shapes(
    frame: geopandas.GeoDataFrame | pd.DataFrame,
) -> tuple[geopandas.GeoDataFrame | pd.DataFrame, Sequence[str | None]]:
    """Return the frame with a point for each area and line, and their shapes as WKT.

    The point is inside the area, or one of those of the line.
    """
    if getattr(frame, "crs", None) is None or set(frame.geom_type) <= {"Point"}:
        return frame, []
    import shapely

    shapes = frame.geometry.to_crs(WGS84)
    is_shape = [
        kind in _SHAPES and not empty
        for kind, empty in zip(frame.geom_type, frame.is_empty, strict=True)
    ]
    points = shapes.where([not each for each in is_shape], shapes.representative_point())
    wkt = [
        shapely.to_wkt(shape, rounding_precision=7) if is_kept else None
        for shape, is_kept in zip(shapes, is_shape, strict=True)
    ]
    return frame.set_geometry(points), wkt


_SHAPES = {"Polygon", "MultiPolygon", "LineString", "MultiLineString"}


def _present_columns(table: PlaceTable, columns: Mapping[str, str]) -> dict[str, str]:
    """Map fields to the columns that a table has; columns that are named must exist."""
    for field, column in columns.items():
        if field not in FIELDS:
            message = f"expected one of the fields {', '.join(FIELDS)}, got {quote(field)}"
            raise UsageError(message + suggest(field, FIELDS))
        if column not in table.columns:
            message = f"expected a column {quote(column)} for {field}, but the table has "
            raise UsageError(message + (", ".join(map(repr, table.columns)) or "none"))
    chosen = {field: columns.get(field, field) for field in FIELDS}
    if chosen["name"] not in table.columns:
        raise UsageError(
            f"expected a column for name, such as name=title, among {', '.join(table.columns)}"
        )
    return {field: column for field, column in chosen.items() if column in table.columns}


def frame_of_places(places: Iterable[MapPlace]) -> geopandas.GeoDataFrame:
    """Return places as a GeoDataFrame in EPSG:4326; the geometry of unlocated ones is None."""
    check_installed("geopandas", "maps")
    import geopandas

    places = tuple(places)
    rows = [
        {
            "id": each.place.id,
            "name": each.place.name,
            "category": each.place.category or " ".join(each.types[:1]).replace("_", " "),
            **{fact: getattr(each.place, fact) for fact in _FACTS},
            "hours": each.place.hours.to_osm() if each.place.hours else None,
            "features": _FEATURES_JOINT.join(each.place.features) or None,
        }
        for each in places
    ]
    shapes = [_shape_of(each.place) for each in places]
    columns = list(rows[0]) if rows else list(FIELDS)
    return geopandas.GeoDataFrame(rows, columns=columns, geometry=shapes, crs=WGS84)


def _shape_of(place: Place) -> shapely.Geometry | None:
    import shapely

    if place.shape is not None:
        return shapely.from_wkt(place.shape)
    return place.location and shapely.Point(place.location[1], place.location[0])


def frame_of_world(atlas: Atlas) -> geopandas.GeoDataFrame:
    """Return the distinct places of a world as a GeoDataFrame in EPSG:4326."""
    return frame_of_places(
        MapPlace(place=place, types=atlas.types(place)) for place in atlas.places
    )


def is_table_of_places(path: str) -> bool:
    """Return whether a file is a table of places, by its suffix or the header of its CSV text.

    A table of questions may have coordinates, too.
    """
    if not path.lower().endswith(CSV):
        return path.lower().endswith(_SUFFIXES)
    with suppress(OSError, ValueError):
        columns = [
            each.strip(' "\n').lower() for each in re.split(f"[{_DELIMITERS}]", _header_of(path))
        ]
        columns_of_points(columns)
        return "name" in columns and "question" not in columns
    return False


def _header_of(path: str) -> str:
    with Path(path).open(encoding="utf-8-sig") as file:
        return file.readline()


def read_table(
    path: str | Path, columns: Mapping[str, str]
) -> geopandas.GeoDataFrame | pd.DataFrame:
    """Read a table from a GeoPackage, GeoJSON, GeoParquet or CSV file."""
    check_installed("geopandas", "maps")
    import geopandas
    import pandas as pd

    name = str(path)
    try:
        if name.lower().endswith(CSV):
            return pd.read_csv(
                name,
                sep=max(_DELIMITERS, key=_header_of(name).count),
                dtype={columns.get(field, field): str for field in {*FIELDS} - _NUMBERS},
                keep_default_na=False,  # a place may be called NA
                na_values=[""],
                encoding="utf-8-sig",
            )
        if name.lower().endswith("parquet"):
            return geopandas.read_parquet(name)
        return geopandas.read_file(name)
    except Exception as error:
        raise UsageError(
            f"expected a table of places, but {quote_path(name)} cannot be read: {error}"
        ) from error


def write_table(places: Iterable[MapPlace], path: str | Path) -> int:
    """Write the places that have a position to a file; return their number.

    The suffix selects the format: ``.geojson``, ``.gpkg`` or ``.parquet``.
    """
    frame = frame_of_places(each for each in places if each.place.location)
    name = str(path)
    try:
        if name.lower().endswith("parquet"):
            frame.to_parquet(name)
        else:
            options = {"coordinate_precision": 15} if name.lower().endswith("json") else {}
            frame.to_file(name, **options)
    except (OSError, RuntimeError, ValueError) as error:
        raise MapFileError(f"the table {quote_path(name)} cannot be written: {error}") from error
    return len(frame)


def map_from_table(
    path: str | Path, output: str | Path, columns: Mapping[str, str]
) -> tuple[int, Counter[str]]:
    """Build a map file from a table; return the number of places, and the skipped data."""
    skipped: Counter[str] = Counter()
    places = places_of_frame(read_table(path, columns), columns, skipped)
    spots = [each.place.location for each in places if each.place.location]
    if not spots:
        raise UsageError(f"expected a table with named points, but {quote_path(path)} has none")
    lats, lons = zip(*spots, strict=True)
    with new_map(output) as writer:
        writer.set_meta("extent", (min(lats), min(lons), max(lats), max(lons)))
        writer.set_meta("skipped", dict(skipped))
        for each in places:
            writer.add_place(each)
    return len(places), skipped


def parse_fields(text: str) -> dict[str, str]:
    """Parse pairs of a field and its column, such as "name=title,id=code"."""
    pairs = [each.partition("=") for each in text.split(",") if each.strip()]
    if not all(sign and field.strip() and column.strip() for field, sign, column in pairs):
        raise UsageError(f"expected FIELD=COLUMN pairs such as name=title, got {quote(text)}")
    return {field.strip(): column.strip() for field, _, column in pairs}


def _none_if_missing(value: object) -> object:
    """Return a value of a table, or None if it marks a missing value."""
    return None if value is None or value != value or value == "" else value  # noqa: PLR0124 - NaN


def _read_fact(name: str, value: object, skipped: Counter[str]) -> Any:  # noqa: ANN401 - of its type
    """Convert a value to a fact of a place, which validates numbers itself."""
    fact = FACTS[name]
    if fact.read is not None and isinstance(value, str):
        found = fact.read(value)
        skipped.update([f"{fact.noun} that cannot be read"] * (found is None))
        return found
    if value is None or fact.unit is not None:
        return value
    if name != "hours":
        return str(value)
    if has_holiday_rules(str(value)):
        skipped["holiday rules in opening hours"] += 1
    try:
        return parse_written_hours(str(value))
    except GeoEvalError:
        skipped["opening hours that cannot be read"] += 1
        return None
