"""The water of a map: lakes without a name, and the sea to the right of coastlines."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.world.osm.build import build_from_osm
from geoeval.world.osm.water import water_of
from geoeval.world.store.reading import MapFile
from tests.world.osm.towns import Town, spot

shapely = pytest.importorskip("shapely")


def island() -> Town:
    """Return a town of ten by ten steps, whose places are at its corners."""
    made = Town()
    made.node("0 0", amenity="cafe", name="Southwest")
    made.node("10 10", amenity="cafe", name="Northeast")
    return made


def is_wet(made: Town, folder: Path, at: str) -> bool:
    """Return whether a position is in the water of a town."""
    lat, lon = spot(at)
    wkt = water_of(made.extract(folder))
    return wkt is not None and bool(shapely.from_wkt(wkt).contains(shapely.Point(lon, lat)))


def test_the_sea_is_to_the_right_of_a_coastline(tmp_path: Path) -> None:
    """A coastline to the north has the sea in the east, one to the south in the west."""
    north, south = island(), island()
    north.way("5 -1", "5 11", natural="coastline")
    south.way("5 11", "5 -1", natural="coastline")
    assert is_wet(north, tmp_path, "8 5")
    assert not is_wet(north, tmp_path, "2 5")
    assert is_wet(south, tmp_path, "2 5")
    assert not is_wet(south, tmp_path, "8 5")


def test_cut_coastlines_continue_to_the_nearest_edge(tmp_path: Path) -> None:
    """An extract may end before its last place."""
    made = island()
    made.way("5 1", "5 5", natural="coastline")
    made.way("5 5", "5 9", natural="coastline")
    assert is_wet(made, tmp_path, "8 9.5")
    assert not is_wet(made, tmp_path, "2 9.5")


def test_islands_are_land(tmp_path: Path) -> None:
    """Land is to the left of their coastlines, and the sea around them."""
    made = island()
    made.way("4 4", "6 4", "6 6", "4 6", "4 4", natural="coastline")
    assert not is_wet(made, tmp_path, "5 5")
    assert is_wet(made, tmp_path, "3 5")


def test_lakes_need_no_name(tmp_path: Path) -> None:
    """They are drawn, though they are no places; a wood is neither."""
    made = island()
    made.way("1 1", "3 1", "3 3", "1 3", "1 1", natural="water")
    made.way("6 6", "8 6", "8 8", "6 8", "6 6", natural="wood")
    assert is_wet(made, tmp_path, "2 2")
    assert not is_wet(made, tmp_path, "7 7")


def test_a_town_without_water_has_none(tmp_path: Path) -> None:
    assert water_of(island().extract(tmp_path)) is None


def test_map_files_have_the_water_to_draw(tmp_path: Path) -> None:
    """Unnamed water comes first, then the outlines of named lakes and the courses of rivers."""
    made = island()
    made.way("1 1", "3 1", "3 3", "1 3", "1 1", natural="water")
    made.way("4 1", "6 1", "6 3", "4 3", "4 1", natural="water", name="Long Lake")
    made.way("0 5", "10 5", waterway="river", name="Mill River")
    build_from_osm(made.write(tmp_path), tmp_path / "town.world")
    with MapFile(tmp_path / "town.world") as file:
        kinds = [wkt.partition(" ")[0] for wkt in file.water()]
    assert kinds == ["MULTIPOLYGON", "MULTIPOLYGON", "MULTILINESTRING"]


def test_two_nodes_of_a_coastline_may_be_at_one_place(tmp_path: Path) -> None:
    """The stretch between them has no side; other warnings of numpy would fail the test too."""
    made = island()
    made.way("5 -1", "5 5", "5 5", "5 11", natural="coastline")
    assert is_wet(made, tmp_path, "8 5")
    assert not is_wet(made, tmp_path, "2 5")


def test_water_outside_the_extent_is_no_water(tmp_path: Path) -> None:
    made = island()
    made.way("50 50", "50 52", "52 52", "50 50", natural="water")
    assert water_of(made.extract(tmp_path)) is None
