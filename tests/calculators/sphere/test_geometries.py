"""Points from shapely and geopandas, and columns of tables; x is the longitude."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import geopandas as gpd  # type: ignore[import-untyped] # it ships no types
import numpy as np
import pandas as pd
import pytest
import shapely
from hypothesis import given
from shapely import LineString, Point

from geoeval import NearbyIndex, bearing_cardinal, haversine
from geoeval.calculators.sphere.bearing import initial_bearing
from geoeval.errors import GeoEvalError, InvalidCoordinateError, UsageError
from geoeval.sphere import destination, geodesic, pairwise_distances
from tests.calculators.sphere.places import POINTS

PARIS, BERLIN, OSLO = (48.86, 2.35), (52.52, 13.40), (59.91, 10.75)
SHAPES = [Point(lon, lat) for lat, lon in (PARIS, BERLIN)]
SERIES = gpd.GeoSeries(SHAPES, crs=4326)
EXPECTED = haversine([PARIS, BERLIN], OSLO)
FRAME = pd.DataFrame({"lon": [2.35, 13.40], "name": ["Paris", "Berlin"], "lat": [48.86, 52.52]})


@given(POINTS, POINTS)
def test_a_shapely_point_equals_its_pair(a: tuple[float, float], b: tuple[float, float]) -> None:
    """It may be combined with a pair, and results are equal to the last bit."""
    expected = haversine(a, b)
    shape_a, shape_b = Point(a[1], a[0]), Point(b[1], b[0], 7.0)
    assert haversine(shape_a, shape_b) == haversine(shape_a, b) == haversine(a, shape_b) == expected


@pytest.mark.parametrize(
    "many",
    [
        SERIES,
        SERIES.array,
        SERIES.to_frame("where").set_geometry("where"),
        gpd.GeoDataFrame(FRAME, geometry=SERIES),
        SHAPES,
        tuple(SHAPES),
        np.array(SHAPES),
        gpd.GeoSeries(SHAPES, crs="OGC:CRS84"),
        gpd.GeoSeries(SHAPES, crs=4258, index=["p", "b"]),
    ],
    ids=["series", "array", "frame", "wide frame", "list", "tuple", "objects", "CRS84", "ETRS89"],
)
def test_geometry_collections_are_arrays(many: object) -> None:
    """They are accepted as either argument, alone or with a single point."""
    for single in (OSLO, Point(10.75, 59.91)):
        assert np.array_equal(haversine(many, single), EXPECTED)
        assert np.array_equal(haversine(single, many), EXPECTED)
    assert not haversine(many, many).any()


def test_other_calculators_accept_geometries() -> None:
    paris, berlin = SHAPES
    assert bearing_cardinal(paris, berlin) == bearing_cardinal(PARIS, BERLIN)
    assert geodesic(paris, berlin) == geodesic(PARIS, BERLIN)
    assert np.array_equal(pairwise_distances(SERIES), pairwise_distances([PARIS, BERLIN]))
    assert NearbyIndex(SERIES).nearest(Point(10.75, 59.91), 1).indices.tolist() == [1]


def test_other_reference_systems_are_rejected() -> None:
    """Metres, grads, a shifted pole, another meridian and an unknown system are not degrees."""
    metres = SERIES.to_crs(3857)
    message = "expected longitudes and latitudes in degrees, got 'WGS 84 / Pseudo-Mercator'; "
    with pytest.raises(UsageError, match=re.escape(message + "use to_crs(4326)")):
        haversine(metres, OSLO)
    rotated = "+proj=ob_tran +o_proj=longlat +o_lon_p=0 +o_lat_p=39.25 +lon_0=18 +type=crs"
    for crs in (4807, "ESRI:104139", rotated):
        with pytest.raises(UsageError, match=r"got .*; use to_crs\(4326\)"):
            haversine(gpd.GeoSeries(SHAPES, crs=crs), OSLO)
    with pytest.raises(UsageError, match="without a coordinate reference system; use set_crs"):
        haversine(gpd.GeoSeries(SHAPES), OSLO)


def test_swapped_coordinates_are_reported() -> None:
    """A longitude beyond 90 in the place of the latitude is out of range."""
    with pytest.raises(InvalidCoordinateError, match=r"151\.2 at \[0\] .*the pair looks swapped"):
        haversine(gpd.GeoSeries([Point(-33.9, 151.2)], crs=4326), OSLO)
    with pytest.raises(InvalidCoordinateError, match=r"151\.2 in .*the pair looks swapped"):
        haversine(Point(-33.9, 151.2), OSLO)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (Point(), "expected a Point with longitude and latitude, got <POINT EMPTY>"),
        (LineString([(0, 0), (1, 1)]), "expected a Point .*, got <LINESTRING"),
        ([Point(1, 2), LineString([(0, 0), (1, 1)])], r"expected a Point, got <LINE.* at \[1\]"),
        ([Point(1, 2), (2, 1)], r"expected a Point, got \(2, 1\) at \[1\]"),
        (np.array([Point(1, 2), None]), r"expected a Point, got None at \[1\]"),
        (gpd.GeoSeries([Point(1, 2), None], index=["a", "b"], crs=4326),
         r"expected a point in every row, got no geometry in row 1 \(label 'b'\)"),
        (gpd.GeoSeries([Point(), Point(1, 2)], crs=4326), "got 'POINT EMPTY' in row 0"),
        (gpd.GeoSeries([shapely.box(0, 0, 1, 1)], crs=4326).array, "got 'POLYGON .* in row 0$"),
    ],
)  # fmt: skip
def test_invalid_geometries_are_rejected(shape: object, message: str) -> None:
    """The message has row and label, for both arguments."""
    for arguments in ((shape, OSLO), (OSLO, shape)):
        with pytest.raises(GeoEvalError, match=message):
            haversine(*arguments)


def test_rows_are_aligned_by_label() -> None:
    """Reordered labels are aligned to the first argument; different labels are rejected."""
    turned = SERIES[::-1]
    assert not haversine(SERIES, turned).any()
    assert haversine(SERIES, turned.reset_index(drop=True)).all()
    assert not haversine(FRAME, FRAME[::-1], lat="lat", lon="lon").any()
    assert not haversine(FRAME, FRAME[::-1]).any()
    assert bearing_cardinal(FRAME, FRAME[::-1]).tolist() == [None, None]
    for labels in ([1, 2], [0, 0]):
        other = SERIES.set_axis(labels)
        for pair in ((SERIES, other), (other, SERIES), (FRAME, FRAME.set_axis(labels))):
            with pytest.raises(
                UsageError, match=r"got \[.*\] and \[.*\]; use reset_index\(drop=Tr"
            ):
                haversine(*pair)
    nad27 = gpd.GeoSeries(SHAPES, crs=4267)
    with pytest.raises(UsageError, match=r"expected one .* system, got 'WGS 84' and 'NAD27'; use"):
        haversine(SERIES, nad27)
    assert np.array_equal(haversine(FRAME[:1], FRAME), haversine(PARIS, [PARIS, BERLIN]))


def test_bearings_and_distances_are_aligned_with_starts() -> None:
    """Columns of another frame are aligned by label too."""
    other = pd.DataFrame({"bearing": [90, 0], "metres": [0, 500]}, index=[1, 0])
    reached = destination(FRAME, other["bearing"], other["metres"])
    assert np.array_equal(reached, destination(FRAME, [0, 90], [500, 0]))
    with pytest.raises(UsageError, match=r"same unique row labels, got \[0, 1\] and \[1, 2\]"):
        destination(FRAME, other["bearing"].set_axis([1, 2]), 5)


def test_columns_of_a_table_are_found_by_name() -> None:
    """Their position does not matter; objects without columns are points as before."""
    for single in (OSLO, Point(10.75, 59.91)):
        assert np.array_equal(haversine(FRAME, single, lat="lat", lon="lon"), EXPECTED)
        assert np.array_equal(haversine(single, FRAME, lat="lat", lon="lon"), EXPECTED)
    assert np.array_equal(haversine(FRAME, SERIES, lat="lat", lon="lon"), [0, 0])
    named = FRAME.rename(columns={"lat": "y", "lon": "lat"})
    assert np.array_equal(haversine(named, OSLO, lat="y", lon="lat"), EXPECTED)


@pytest.mark.parametrize(
    ("arguments", "names", "message"),
    [
        ((FRAME, OSLO), {"lat": "latt", "lon": "lon"},
         r"expected a column 'latt', got a table with \['lon', 'name', 'lat'\]"),
        ((FRAME, OSLO), {"lat": "lat"}, "names of both columns, got lat='lat' and lon=None"),
        ((FRAME, OSLO), {"lat": "name", "lon": "lon"}, r"got 'Paris' at \[0, 0\]"),
        ((FRAME.assign(lat=[48.86, None]), OSLO), {"lat": "lat", "lon": "lon"},
         r"expected a latitude .* got nan at \[1\]"),
    ],
)  # fmt: skip
def test_missing_columns_are_rejected(
    arguments: tuple[Any, ...], names: dict[str, str], message: str
) -> None:
    """The message has the existing columns; values that are not degrees are rejected too."""
    with pytest.raises(GeoEvalError, match=message):
        haversine(*arguments, **names)


@pytest.mark.parametrize(
    "names",
    [["lon", "lat"], ["Longitude", "Latitude"], ["lng", "lat"], ["long", "LAT"], ["x", "y"]],
)
def test_common_column_names_are_found(names: list[str]) -> None:
    """Any order works; projected coordinates are ignored if there are degrees."""
    frame = FRAME.set_axis([names[0], "name", names[1]], axis=1)
    assert np.array_equal(haversine(frame, OSLO), EXPECTED)
    assert np.array_equal(haversine(frame[names], OSLO), EXPECTED)
    if "x" not in names:
        assert np.array_equal(haversine(frame.assign(x=7.5e5, y=6.6e6), OSLO), EXPECTED)
    assert np.array_equal(initial_bearing(OSLO, frame), initial_bearing(OSLO, [PARIS, BERLIN]))
    assert NearbyIndex([OSLO]).count(frame, 1e6).tolist() == [0, 1]


def test_two_columns_of_other_names_go_by_position() -> None:
    pair = FRAME[["lat", "lon"]]
    for names in (["from_lat", "from_lon"], ["a", "b"], [0, 1]):
        assert np.array_equal(haversine(pair.set_axis(names, axis=1), OSLO), EXPECTED)


@pytest.mark.parametrize(
    "names",
    [["from_lon", "from_lat"], ["b", "lat"], ["lat", "lat"], ["lat", "latitude", "lon"], ["lat"]],
)
def test_unclear_columns_are_rejected(names: list[str]) -> None:
    """The message has the column names and the keywords that select them."""
    frame = pd.DataFrame([[1.0] * len(names)], columns=names)
    message = rf"got a table with {re.escape(repr(names))}; .*as lat= and lon= to haversine"
    with pytest.raises(InvalidCoordinateError, match=message):
        haversine(frame, OSLO)


def test_decimals_are_degrees() -> None:
    """Databases return them; NaN and infinity are rejected."""
    exact = [[Decimal("48.86"), Decimal("2.35")], [Decimal("52.52"), Decimal("13.4")]]
    assert haversine(tuple(exact[0]), (Decimal(59), 10)) == haversine(PARIS, (59.0, 10.0))
    assert np.array_equal(haversine(exact, OSLO), EXPECTED)
    assert np.array_equal(haversine(pd.DataFrame(exact, columns=["lat", "lon"]), OSLO), EXPECTED)
    for value, message in (
        ("NaN", r"got Decimal\('NaN'\)"),
        ("Infinity", "got inf"),
        ("91", "got 91"),
    ):
        for arguments in (((Decimal(value), 1), OSLO), ([(Decimal(value), 1)], OSLO)):
            with pytest.raises(InvalidCoordinateError, match=message):
                haversine(*arguments)


def test_a_table_without_ndim_is_many_points() -> None:
    """A polars frame has named columns and no ndim."""

    class Table(dict[str, list[float]]):
        columns = ("lon", "lat")

    assert np.array_equal(haversine(Table(lon=[2.35, 13.4], lat=[48.86, 52.52]), OSLO), EXPECTED)
