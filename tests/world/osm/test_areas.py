"""Administrative areas, rivers and their shapes in maps built from extracts."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval import World
from geoeval.world.model import Place
from geoeval.world.osm.build import build_from_osm
from geoeval.world.osm.kinds import types_of
from geoeval.world.store.reading import MapFile
from tests.world.osm.towns import Town, spot

shapely = pytest.importorskip("shapely")
PARISH = {"boundary": "administrative", "admin_level": "7"}


def town() -> Town:
    """Return two parishes with a shared border, their village, and a river through both."""
    made = Town()
    west = made.way("0 0", "20 0", "20 20", "0 20", "0 0", boundary="administrative")
    east = made.way("20 0", "40 0", "40 20", "20 20", "20 0", boundary="administrative")
    made.way("20 0", "20 20", **PARISH, name="East - West border")
    made.area([west], **PARISH, name="Westing")
    made.area([east], **PARISH, name="Easting")
    made.area([west, east], **PARISH | {"admin_level": "2"}, name="Land")
    made.node("3 3", place="village", name="Westing")
    made.node("9 9", amenity="cafe", name="Westing")
    made.way("-5 10", "30 10", waterway="river", name="Long  Water")
    made.way("30 10", "45 10", waterway="river", name="Long Water")
    made.way("0 1", "0 2", waterway="stream", name="Rill")
    made.way("0 2", "0 3", waterway="river")
    made.way("0 15", "40 15", highway="primary", name="Trunk Road")
    made.way("0 16", "1 16", highway="residential", name="Lane")
    return made


@pytest.fixture
def world(tmp_path: Path) -> World:
    build_from_osm(town().write(tmp_path), tmp_path / "town.world", modes=())
    return World.open(tmp_path / "town.world")


def shape_of(world: World, name: str) -> object:
    place = world.atlas.resolve(name)
    assert isinstance(place, Place)
    found = world.atlas.shape(place)
    return None if found is None else shapely.from_wkt(found)


def test_a_village_is_the_place_of_the_area_around_it(world: World) -> None:
    """It keeps its own location; a café of the same name stays a place of its own."""
    places = sorted(world.places, key=lambda place: place.location or (0.0, 0.0))
    westing = [place for place in places if place.name == "Westing"]
    assert [place.location for place in westing] == [spot("3 3"), spot("9 9")]
    assert world.atlas.types(westing[0]) == (
        "locality",
        "administrative_area",
        "administrative_area_level_7",
    )
    outline = shapely.from_wkt(world.atlas.shape(westing[0]))
    assert outline.equals(shapely.box(0, 0, 0.02, 0.02))


def test_areas_of_different_levels_stay_apart(tmp_path: Path) -> None:
    made = Town()
    ring = made.way("0 0", "20 0", "20 20", "0 20", "0 0", boundary="administrative")
    made.area([ring], **PARISH, name="Ford")
    made.area([ring], **PARISH | {"admin_level": "6"}, name="Ford")
    made.area([ring], **PARISH | {"admin_level": "6"}, name="Ford", wikidata="Q1")
    build_from_osm(made.write(tmp_path), tmp_path / "town.world", modes=())
    with MapFile(tmp_path / "town.world") as file:
        levels = sorted(each.types[-1] for each in file.places())
    assert levels == ["administrative_area_level_6", "administrative_area_level_7"]


def test_an_administrative_area_has_no_access_points(world: World, tmp_path: Path) -> None:
    """Its outline may be hills away, and its location is inside it."""
    easting = world.atlas.resolve("Easting")
    assert isinstance(easting, Place)
    assert shape_of(world, "Easting").covers(shapely.Point(easting.location[::-1]))
    with MapFile(tmp_path / "town.world") as file:
        assert file._end_spot(easting.id) == easting.location


def test_countries_and_borders_are_no_places(world: World) -> None:
    assert {place.name for place in world.places} == {"Westing", "Easting"}
    assert types_of(PARISH | {"admin_level": "2"}) == ()
    assert types_of({"boundary": "administrative"}) == ("administrative_area",)


def test_rivers_and_long_roads_have_a_course(world: World) -> None:
    """They are found by name, and no list contains them."""
    river = shape_of(world, "Long Water")
    assert river.length == pytest.approx(0.05)
    assert shape_of(world, "Trunk Road").length == pytest.approx(0.04)
    assert shape_of(world, "Lane") is None
    assert not isinstance(world.atlas.resolve("Rill"), Place)
    assert world.atlas.entries(None, "river")[0].places == ()
    assert world.atlas.river_names == ("Long Water",)
