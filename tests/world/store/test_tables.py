"""Conversion between tables of places and maps."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.calculators.hours import WeeklyHours
from geoeval.errors import InvalidCoordinateError, UsageError
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import Derivation, Names
from geoeval.tools import ToolSession
from geoeval.world.model import NearbyList, Place, World, world_from_json, world_to_json
from geoeval.world.store.reading import MapFile
from geoeval.world.store.tables import (
    frame_of_places,
    map_from_table,
    parse_fields,
    places_of_frame,
    read_table,
    write_table,
)

geopandas = pytest.importorskip("geopandas")
pd = pytest.importorskip("pandas")


def frame(**columns: list[object]) -> object:
    """Return two shops in metric coordinates with some columns."""
    points = geopandas.points_from_xy([0.0, 111319.49], [0.0, 0.0], crs="EPSG:3857")
    return geopandas.GeoDataFrame(columns, geometry=points)


TITLED = {
    "title": ["Bakery", "Mill"],
    "kind": ["bakery", None],
    "open": ["Mo-Fr 08:00-12:00", "sometimes"],
    "rating": [4.5, float("nan")],
}


def test_columns_become_fields() -> None:
    """Positions become degrees, empty cells None, and unreadable cells are counted."""
    skipped: Counter[str] = Counter()
    columns = {"name": "title", "category": "kind", "hours": "open"}
    found = places_of_frame(frame(**TITLED), columns, skipped)
    bakery, mill = found
    assert bakery.place.name == "Bakery"
    assert bakery.types == ("bakery",)
    assert bakery.place.hours is not None
    assert (bakery.place.rating, mill.place.rating) == (4.5, None)
    assert mill.place.location == pytest.approx((0.0, 1.0))
    assert skipped == {"opening hours that cannot be read": 1}


@pytest.mark.parametrize(
    ("hours", "sunday", "warning"),
    [
        ("Monday: 9:00 AM – 5:00 PM", None, None),
        ("Mo 09:00-17:00", (), None),
        ("Mo 09:00-17:00; PH off", (), "holiday rules in opening hours: 1"),
    ],
)
def test_hours_of_a_table_are_read_as_in_tools(
    hours: str, sunday: tuple[()] | None, warning: str | None
) -> None:
    """Days that a text for people does not name are unknown; holidays need a country and a date."""
    rows = frame(**{**TITLED, "open": [hours, None]})
    with pytest.warns(UserWarning, match=warning) if warning else nullcontext():
        world = World.from_geodataframe(rows, name="title", hours="open")
    (found,) = (place.hours for place in world.places if place.hours)
    assert (found.days[0], found.days[6]) == (((540, 1020),), sunday)


def test_places_of_a_table_are_the_candidates_around_each_of_them() -> None:
    """Their number is that of the whole table, so that no list limits it."""
    world = World.from_geodataframe(frame(**TITLED), name="title", category="kind")
    assert [place.name for place in world.places] == ["Bakery", "Mill"]
    among = {"kind": "places", "category": "bakery", "anchor": "Mill"}
    nearest = parse_query({"ask": "best", "figure": {"kind": "distance"}, "among": among})
    outcome = solve(nearest, world)
    assert isinstance(outcome, Derivation)
    assert isinstance(outcome.value, Names)
    assert outcome.value.names == ("Bakery",)
    session = ToolSession(world)
    found = session.call("NearbySearch", {"placeId": "Mill", "type": "bakery"}).content
    assert [each["name"] for each in found["places"]] == ["Bakery"]


def test_unusable_data_of_a_table_is_reported() -> None:
    with pytest.warns(UserWarning, match="opening hours that cannot be read: 1"):
        World.from_geodataframe(frame(**TITLED), name="title", hours="open")


def test_areas_and_lines_keep_their_shapes(tmp_path: Path) -> None:
    """In degrees; an area is located inside, a line on one of its points."""
    shapely = pytest.importorskip("shapely")
    shapes = [shapely.box(0, 0, 0.2, 0.2), shapely.LineString([(0, 1), (1, 1)])]
    named = {"name": ["Ward", "River", "Mill"], "category": ["ward", "river", None]}
    columns = geopandas.GeoDataFrame(named, geometry=[*shapes, shapely.Point(1, 1)], crs=4326)
    ward, river, mill = World.from_geodataframe(columns.to_crs(3857)).places
    assert shapely.from_wkt(ward.shape).equals_exact(shapes[0].normalize(), 1e-6, normalize=True)
    assert ward.location == pytest.approx((0.1, 0.1))
    assert river.location == pytest.approx((1.0, 0.0))
    assert mill.shape is None
    world = World(places=(ward, river, mill))
    assert world_from_json(world_to_json(world)) == world
    world.save(tmp_path / "town.world")
    assert World.open(tmp_path / "town.world") == world
    columns.to_file(tmp_path / "town.geojson")
    map_from_table(tmp_path / "town.geojson", tmp_path / "table.world", {})
    town = World.open(tmp_path / "table.world")
    assert town.places[0].shape is None  # read from the file when it is needed
    assert shapely.from_wkt(town.atlas.shape(town.places[0])).equals(shapes[0])
    assert town.atlas.shape(town.places[2]) is None


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"name": "titel"}, "expected a column 'titel' for name"),
        ({"nam": "title"}, "did you mean name"),
        ({}, "expected a column for name"),
    ],
)
def test_unknown_columns_are_rejected(columns: dict[str, str], words: str) -> None:
    """The error names the column or field."""
    with pytest.raises(UsageError, match=words):
        places_of_frame(frame(**TITLED), columns, Counter())


@pytest.mark.parametrize("name", ["shops.geojson", "shops.gpkg", "shops.parquet"])
def test_tables_survive_conversion_to_maps(tmp_path: Path, name: str) -> None:
    """Each format keeps ids, names, categories and positions."""
    source, target = tmp_path / name, tmp_path / "shops.world"
    named = frame(name=["Bakery", "Mill"], category=["bakery", "mill"], id=["b", "m"])
    first = places_of_frame(named, {}, Counter())
    assert write_table(first, source) == 2
    assert map_from_table(source, target, {}) == (2, Counter())
    with MapFile(target) as file:
        again = list(file.places())
        for now, before in zip(again, first, strict=True):
            assert now.place.location == pytest.approx(before.place.location, abs=1e-13)
            assert replace(now.place, location=before.place.location) == before.place
        assert [each.types for each in again] == [("bakery",), ("mill",)]
        assert [
            each.place.name
            for each in file.nearby((0.0, 0.5), place_type="bakery", rank_by="distance")
        ] == ["Bakery"]
        assert frame_of_places(again).crs.to_epsg() == 4326


def test_unusable_tables_are_rejected(tmp_path: Path) -> None:
    """These are unreadable files and tables without a named point."""
    broken = tmp_path / "broken.gpkg"
    broken.write_bytes(b"nothing")
    with pytest.raises(UsageError, match=r"broken\.gpkg"):
        read_table(broken, {})
    nameless = tmp_path / "nameless.geojson"
    frame(name=["", ""]).to_crs("EPSG:4326").to_file(nameless)  # type: ignore[attr-defined]
    with pytest.raises(UsageError, match="named points"):
        map_from_table(nameless, tmp_path / "out.world", {})
    with pytest.raises(UsageError, match="FIELD=COLUMN"):
        parse_fields("name")


def test_worlds_survive_conversion_to_frames() -> None:
    """All facts but reviews are kept, also of a place without coordinates."""
    hours = WeeklyHours.parse("Monday: Closed, Tuesday: 9:00 AM – 5:00 PM")
    mill = Place(
        name="Mill", id="node/1", address="1 Quay", location=(52.5003, 4.2001), rating=4.5,
        rating_count=12, price_level="Moderate", hours=hours, phone="+00 555", category="ice cream",
        website="https://mill.example", features=("Serves Tea", "Wi-Fi"),
    )  # fmt: skip
    world = World(places=(mill, Place(name="Pier")))
    table = world.to_geodataframe()
    assert table.crs.to_epsg() == 4326
    assert [shape is None for shape in table.geometry] == [False, True]
    again = World.from_geodataframe(table)
    assert again.places == world.places
    assert World.from_geodataframe(again.to_geodataframe()) == again
    assert World.from_geodataframe(World().to_geodataframe()) == World()


def test_entries_of_lists_are_in_the_frame_with_their_category() -> None:
    bars = NearbyList(anchor="Pier", category="Bars", places=(Place(name="Owl"),))
    table = World(lists=(bars,)).to_geodataframe()
    assert dict(zip(table["name"], table["category"], strict=True)) == {"Pier": "", "Owl": "bar"}


def test_tables_of_pandas_have_columns_of_coordinates() -> None:
    """A row without coordinates is a place with an unknown location."""
    table = pd.DataFrame(
        {"title": ["Inn", "Port", ""], "Latitude": [52.5, None, 1.0], "longitude": [4.2, 4.3, 1.0]}
    )
    with pytest.warns(UserWarning, match="places without a name: 1"):
        world = World.from_geodataframe(table, name="title")
    assert [(place.name, place.location) for place in world.places] == [
        ("Inn", (52.5, 4.2)),
        ("Port", None),
    ]
    with pytest.raises(InvalidCoordinateError, match="expected one column of latitudes"):
        World.from_geodataframe(table.drop(columns="Latitude").assign(phone=""), name="title")
    with pytest.raises(UsageError, match="expected a table with named columns"):
        World.from_geodataframe([1])  # type: ignore[arg-type]  # no table
    with pytest.raises(UsageError, match="use set_geometry"):
        World.from_geodataframe(geopandas.GeoDataFrame(table), name="title")
