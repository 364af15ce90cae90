"""Streets of an extract: found by their names, and in no list of places."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval import World
from geoeval.tools.session import ToolSession
from geoeval.world.osm.build import build_from_osm
from geoeval.world.osm.streets import streets_of
from geoeval.world.store.reading import MapFile
from tests.world.osm.towns import Town, spot


def town() -> Town:
    """Return a town with streets, a bicycle rental of the same name, and roads that are none."""
    made = Town()
    made.way("0 0", "3 0", name="High  Street", old_name="Pig Lane", name__ja="目抜き通り")
    made.way("3 0", "6 0", highway="steps", name="High Street", old_name="Cow Lane")
    made.way("40 0", "41 0", name="High Street")
    made.way("0 1", "1 1", highway="platform", name="Market Stop")
    made.way("0 2", "1 2", highway="pedestrian", leisure="park", name="Green")
    made.way("0 3", "1 3")
    made.node("2 1", amenity="bicycle_rental", name="High Street", wikidata="Q1")
    made.node("3 1", amenity="cafe", name="Café")
    return made


def test_roads_of_one_name_that_lie_together_are_a_street(tmp_path: Path) -> None:
    """It lies at a node in its middle and has the further names of all of its roads."""
    near, far = streets_of(town().extract(tmp_path).ways)
    assert near.place.name == far.place.name == "High Street"
    assert near.place.location == pytest.approx(spot("3 0"))
    assert near.names == (("old_name", "Pig Lane; Cow Lane"), ("ja", "目抜き通り"))
    assert far.place.id != near.place.id


def test_streets_are_found_and_in_no_list(tmp_path: Path) -> None:
    """A street goes before what is named after it; only searches and ids give it."""
    path = tmp_path / "town.world"
    assert build_from_osm(town().write(tmp_path), path, modes=()).places == 2
    with MapFile(path) as file:
        for text in ("High Street", "Cow Lane", "pig lane", "目抜き", "High Stret"):
            assert file.search(text)[0].types == ("route",), text
        around = file.nearby(spot("3 0"), radius_m=5000.0)
        assert {each.place.name for each in file.places()} == {"High Street", "Café"}
        assert {each.types for each in around} == {("bicycle_rental",), ("cafe",)}
    world = World.open(path)
    assert len(world.places) == 2
    assert world.atlas.entries(None, "route") == ()
    assert world.atlas.entries(None, "Cow Lane") == ()


def test_place_search_gives_streets(tmp_path: Path) -> None:
    """Namesakes have ids of their own, which all tools take."""
    path = tmp_path / "town.world"
    build_from_osm(town().write(tmp_path), path, modes=())
    session = ToolSession(World.open(path))
    found = session.call("PlaceSearch", {"placeName": "Cow Lane"}).content
    assert found["types"] == ["route"]
    details = session.call("PlaceDetails", {"placeId": found["placeId"]}).content
    assert details["placeId"] == found["placeId"]
    again = session.call("PlaceSearch", {"placeName": found["placeId"]}).content
    assert again["placeId"] == found["placeId"]
    assert len(session.call("PlaceSearch", {"placeName": "High Street"}).content["others"]) == 2  # type: ignore[arg-type]
