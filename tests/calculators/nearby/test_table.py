"""The table of places: its columns, known values and GeoDataFrames."""

from __future__ import annotations

from collections.abc import Iterable

import geopandas  # type: ignore[import-untyped] # it ships no types
import numpy as np
import pandas as pd
import pytest
from geopandas.testing import assert_geodataframe_equal  # type: ignore[import-untyped] # as above
from pydantic import ValidationError
from shapely import LineString, Point

from geoeval.calculators.filters import Filter, NameFilter
from geoeval.calculators.nearby import NearbyIndex, Tally
from geoeval.errors import InvalidCoordinateError, UsageError
from tests.calculators.nearby.asking import at_least, at_most, kind

POINTS = [(0, 0), (0, 1)]


CAFE = kind("cafe", column="x")


def tally(column: Iterable[object], condition: Filter) -> Tally:
    """Return the number of two places that meet a condition on their only column."""
    index = NearbyIndex(POINTS, x=column)
    return index.count_where((0, 0), 1e6, condition)


@pytest.mark.parametrize(
    ("column", "name"),
    [
        ({"cafe", "bar"}, "set"),
        ({0: "cafe", 1: "bar"}, "dict"),
        (pd.DataFrame({"a": ["cafe"], "b": ["bar"]}), "DataFrame"),
    ],
)
def test_unordered_collections_are_not_columns(column: Iterable[object], name: str) -> None:
    """A set has arbitrary order; a dict and a table would yield their keys."""
    with pytest.raises(UsageError, match=f"of 2 values, got a {name}, whose values have no order"):
        NearbyIndex(POINTS, kind=column)


def test_series_keep_their_order() -> None:
    """The index of a Series does not matter."""
    assert NearbyIndex(POINTS, kind=pd.Series(["a", "b"], index=[1, 0])).column("kind") == (
        "a",
        "b",
    )


@pytest.mark.parametrize("unit", ["s", "ns"])
def test_datetime_arrays_stay_datetimes(unit: str) -> None:
    """They do not become nanoseconds; NaT is unknown."""
    column = np.array(["2024-03-04", "NaT"], dtype=f"datetime64[{unit}]")
    index = NearbyIndex(POINTS, since=column)
    assert pd.Timestamp(index.column("since")[0]) == pd.Timestamp("2024-03-04")  # type: ignore[arg-type] # of any type
    assert index.to_geodataframe()["since"].isna().tolist() == [False, True]


def test_arrays_are_collections_of_kinds() -> None:
    """Parquet files return lists as arrays, some empty or of one element."""
    assert tally([np.array(["cafe", "bar"]), np.array(["bar"])], CAFE) == (1, 1, 0)
    assert tally([np.array([]), pd.Series(["bar", "Cafe"])], CAFE) == (1, 1, 0)
    assert tally([np.ma.masked, "cafe"], CAFE) == (1, 0, 1)


def test_a_partly_unknown_collection_may_match() -> None:
    """A match among the known parts decides; otherwise the result is unknown."""
    assert tally([["cafe", None], ["bar", float("nan")]], CAFE) == (1, 0, 1)


@pytest.mark.parametrize("value", [["cafe", "bar"], ("cafe",), None, float("nan"), np.array([1])])
def test_values_to_match_are_scalars(value: object) -> None:
    """A nested list would never match, and nothing equals the unknown."""
    with pytest.raises(ValidationError, match=r"single values that are known, got |be hashable"):
        kind("x", value)


def test_integers_beyond_floats_compare() -> None:
    assert tally([10**400, 1], at_least("x", 2)) == (1, 1, 0)


def test_equal_bounds_match_their_value() -> None:
    assert tally([5, 3], at_least("x", 5) & at_most("x", 5)) == (1, 1, 0)


LOCAL = 'LOCAL_CS["site",UNIT["metre",1]]'


def table(**changes: object) -> geopandas.GeoDataFrame:
    """Return two places in Paris with unusual labels and types."""
    given = {
        "kind": pd.Categorical(["cafe", "bar"]),
        "where": [Point(2.35, 48.85), Point(2.29, 48.86)],
        "n ratings": pd.array([12, None], dtype="Int64"),
        **changes,
    }
    frame = pd.DataFrame(given, index=pd.Index(["x", "y"], name="label"))
    return geopandas.GeoDataFrame(frame, geometry="where", crs=4326)


def test_a_table_round_trips() -> None:
    """Labels, column order, types and the geometry name are kept."""
    frame = table()
    index = NearbyIndex.from_geodataframe(frame)
    assert index.points.tolist() == [[48.85, 2.35], [48.86, 2.29]]
    assert index.columns == ("kind", "n ratings")
    assert index.nearest((48.86, 2.29), where=kind("cafe")).indices.tolist() == [0]
    assert_geodataframe_equal(index.to_geodataframe(), frame)


def test_tables_are_copied_in_and_out() -> None:
    """Later changes of the input or output do not reach the index."""
    frame = table()
    index = NearbyIndex.from_geodataframe(frame)
    frame.loc["x", "n ratings"] = 99
    output = index.to_geodataframe()
    output.loc["x", "n ratings"] = 98
    assert index.to_geodataframe().loc["x", "n ratings"] == 12


def test_an_index_converts_to_a_table() -> None:
    """The table yields the same index again."""
    index = NearbyIndex([(48, 2), (-10, 180)], kind=["cafe", None], rating=[4.5, 3])
    frame = index.to_geodataframe()
    assert frame.crs == "EPSG:4326"
    assert [shape.coords[0] for shape in frame.geometry] == [(2, 48), (180, -10)]
    again = NearbyIndex.from_geodataframe(frame)
    assert again.points.tolist() == index.points.tolist()
    assert again.column("rating") == index.column("rating")
    assert NearbyIndex([]).to_geodataframe().empty
    assert len(NearbyIndex.from_geodataframe(NearbyIndex([]).to_geodataframe())) == 0


def test_other_reference_systems_are_converted_to_degrees() -> None:
    """A projected table has the same points, and the index returns degrees."""
    index = NearbyIndex.from_geodataframe(table().to_crs(3857))
    np.testing.assert_allclose(index.points, [[48.85, 2.35], [48.86, 2.29]], atol=1e-9)
    assert index.to_geodataframe().crs == "EPSG:4326"


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (LineString([(0, 0), (1, 1)]), r"got 'LINESTRING \(0 0, 1 1\)' in row 1 \(label 'y'\)"),
        (Point(), r"got 'POINT EMPTY' in row 1 \(label 'y'\)"),
        (None, r"got no geometry in row 1 \(label 'y'\)"),
    ],
)
def test_rows_without_a_point_are_rejected(shape: object, message: str) -> None:
    """Lines, empty points and missing geometries are named with their row."""
    with pytest.raises(UsageError, match="expected a point in every row, " + message):
        NearbyIndex.from_geodataframe(table(where=[Point(0, 0), shape]))


FRAME = pd.DataFrame(
    {
        "name": ["Inn", None],
        "Lng": [2.35, 2.29],
        "Lat": [48.85, 48.86],
        "rating": pd.array([4, None], dtype="Int64"),
        "since": pd.to_datetime(["2001-02-03", "2002-03-04"]),
    },
    index=["p", "q"],
)


def test_data_frames_have_points_and_attributes() -> None:
    """Coordinates are found by name; the other columns serve filters and rankings."""
    index = NearbyIndex.from_dataframe(FRAME)
    assert type(index) is NearbyIndex
    assert index.points.tolist() == [[48.85, 2.35], [48.86, 2.29]]
    assert index.columns == ("name", "rating", "since")
    assert index.column("since") == tuple(FRAME["since"])
    everywhere = ((48.85, 2.35), 1e6)
    assert index.count_where(*everywhere, NameFilter(contains="inn")) == (1, 0, 1)
    assert index.count_where(*everywhere, at_least("rating", 4)) == (1, 0, 1)
    other = FRAME.rename(columns={"Lat": "north", "Lng": "lat"})
    again = NearbyIndex.from_dataframe(other, lat="north", lon="lat")
    assert (again.points == index.points).all()
    assert again.columns == index.columns
    assert len(NearbyIndex.from_dataframe(FRAME[:0])) == 0


def test_invalid_data_frames_are_rejected() -> None:
    """The message has the columns present, or the row without coordinates."""
    with pytest.raises(UsageError, match=r"table with named columns, got \[\(0, 0\)\]"):
        NearbyIndex.from_dataframe([(0, 0)])
    with pytest.raises(InvalidCoordinateError, match=r"got a table with \['name', .* as lat= and"):
        NearbyIndex.from_dataframe(FRAME.drop(columns="Lat"))
    with pytest.raises(
        UsageError, match=r"expected a column 'lat', got a table with \['name', 'Lng'"
    ):
        NearbyIndex.from_dataframe(FRAME, lat="lat", lon="Lng")
    with pytest.raises(UsageError, match="unique strings as column names, got 'name' twice"):
        NearbyIndex.from_dataframe(FRAME.rename(columns={"rating": "name"}))
    with pytest.raises(InvalidCoordinateError, match=r"latitude .* got nan at \[1\]"):
        NearbyIndex.from_dataframe(FRAME.assign(Lat=[48.85, None]))


def test_invalid_tables_are_rejected() -> None:
    """Each message says how to fix the table."""
    with pytest.raises(UsageError, match="expected a GeoDataFrame, got DataFrame"):
        NearbyIndex.from_geodataframe(pd.DataFrame({"lat": [1]}))
    with pytest.raises(UsageError, match="with a geometry column, got none; use set_geometry"):
        NearbyIndex.from_geodataframe(geopandas.GeoDataFrame({"lat": [1]}))
    with pytest.raises(UsageError, match="coordinate reference system, got none; use set_crs"):
        NearbyIndex.from_geodataframe(table().set_crs(None, allow_override=True))
    with pytest.raises(
        UsageError, match="reference system that can be converted to 'EPSG:4326', got 'site'"
    ):
        NearbyIndex.from_geodataframe(table().set_crs(LOCAL, allow_override=True))
    with pytest.raises(UsageError, match="unique strings as column names, got 7"):
        NearbyIndex.from_geodataframe(table().rename(columns={"kind": 7}))
    with pytest.raises(UsageError, match="unique strings as column names, got 'kind' twice"):
        NearbyIndex.from_geodataframe(table().rename(columns={"n ratings": "kind"}))
    with pytest.raises(UsageError, match="the name of the geometry column, got 'geometry'"):
        NearbyIndex([(0, 0)], geometry=["x"]).to_geodataframe()
    with pytest.raises(InvalidCoordinateError, match=r"longitude from .* got 200.0 at \[1\]"):
        NearbyIndex.from_geodataframe(table(where=[Point(0, 0), Point(200, 0)]))
