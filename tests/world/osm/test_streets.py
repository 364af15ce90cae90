"""Streets of an extract are found by name and appear in no list of places."""

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
    """Return a town with streets, a bicycle rental of the same name and other ways."""
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


def test_connected_roads_of_a_name_form_a_street(tmp_path: Path) -> None:
    """Its location is a middle node, and it has the other names of all its roads."""
    near, far = streets_of(town().extract(tmp_path).ways)
    assert near.place.name == far.place.name == "High Street"
    assert near.place.location == pytest.approx(spot("3 0"))
    assert near.names == (("old_name", "Pig Lane; Cow Lane"), ("ja", "目抜き通り"))
    assert far.place.id != near.place.id


def test_streets_are_found_but_not_listed(tmp_path: Path) -> None:
    """A street comes before places named after it."""
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


def test_place_search_returns_streets(tmp_path: Path) -> None:
    """Streets of the same name have different ids, which all tools accept."""
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
