"""Access and speeds of roads by their tags."""

from __future__ import annotations

import pytest

from geoeval.world.osm.profiles import BICYCLING, DRIVING, WALKING, Passage, limit_kph

MPH = 1.609344

# Tags without "highway=residential"; km/h along the way and against it. The figures are those of
# OSRM's documentation of its car profile: 0.8 of a signed limit, else a speed for the kind.
CARS = [
    ({}, 25, 25),
    ({"highway": "motorway"}, 90, 0),
    ({"highway": "motorway", "oneway": "no"}, 90, 90),
    ({"highway": "motorway_link"}, 45, 0),
    ({"highway": "trunk"}, 85, 85),
    ({"highway": "trunk_link"}, 40, 40),
    ({"highway": "primary"}, 65, 65),
    ({"highway": "primary_link"}, 30, 30),
    ({"highway": "secondary"}, 55, 55),
    ({"highway": "secondary_link"}, 25, 25),
    ({"highway": "tertiary"}, 40, 40),
    ({"highway": "tertiary_link"}, 20, 20),
    ({"highway": "unclassified"}, 25, 25),
    ({"highway": "living_street"}, 10, 10),
    ({"highway": "service"}, 15, 15),
    ({"highway": "road"}, 25, 25),
    ({"highway": "", "route": "ferry"}, 5, 5),
    ({"maxspeed": "50"}, 40, 40),
    ({"maxspeed": "50", "oneway": "yes"}, 40, 0),
    ({"maxspeed": "50", "oneway": "-1"}, 0, 40),
    ({"maxspeed": "50", "junction": "roundabout"}, 40, 0),
    ({"maxspeed": "30 mph"}, 24 * MPH, 24 * MPH),
    ({"maxspeed": "50", "maxspeed:backward": "30"}, 40, 24),
    ({"maxspeed:forward": "100"}, 80, 25),
    ({"maxspeed": "walk"}, 5.6, 5.6),
    ({"maxspeed": "DE:urban"}, 40, 40),
    ({"maxspeed": "FR:rural"}, 72, 72),
    ({"maxspeed": "GB:motorway"}, 104, 104),
    ({"highway": "motorway", "maxspeed": "none"}, 112, 0),
    ({"maxspeed": "signals"}, 25, 25),
    ({"maxspeed": "0"}, 25, 25),
    ({"highway": "track"}, None, None),
    ({"highway": "track", "motor_vehicle": "yes"}, 10, 10),
    ({"highway": "footway", "access": "yes"}, None, None),
]


@pytest.mark.parametrize(("tags", "forward", "backward"), CARS)
def test_cars_have_documented_speeds(
    tags: dict[str, str], forward: float | None, backward: float | None
) -> None:
    """Each type of road and each spelling of a speed limit is covered."""
    passage = DRIVING.passage({"highway": "residential", **tags})
    if forward is None:
        assert passage is None
    else:
        assert passage is not None
        assert passage[:2] == (pytest.approx(forward), pytest.approx(backward))


@pytest.mark.parametrize("value", ["no", "private", "agricultural", "forestry", "military"])
def test_closed_roads_depend_on_the_mode(value: str) -> None:
    """A road closed to cars may be open to others, and the reverse."""
    tags = {"highway": "residential", "motor_vehicle": value}
    assert DRIVING.passage(tags) is None
    assert WALKING.passage(tags) == Passage(5, 5)
    assert DRIVING.passage({**tags, "motorcar": "yes"}) == Passage(25, 25)
    assert BICYCLING.passage({"highway": "residential", "access": value, "bicycle": "yes"})


@pytest.mark.parametrize("value", ["destination", "customers", "delivery"])
def test_local_roads_are_marked_for_cars(value: str) -> None:
    """Bicycles treat them as ordinary roads."""
    tags = {"highway": "residential", "motor_vehicle": value}
    assert DRIVING.passage(tags) == Passage(25, 25, is_local=True)
    assert BICYCLING.passage(tags) == Passage(18, 18)


def test_bicycles_and_pedestrians_have_their_own_rules() -> None:
    """Speed limits do not apply, and one-way streets bind only bicycles unless exempt."""
    lane = {"highway": "residential", "oneway": "yes", "maxspeed": "10"}
    assert BICYCLING.passage(lane) == Passage(18, 0)
    assert BICYCLING.passage({**lane, "cycleway": "opposite_lane"}) == Passage(18, 18)
    assert WALKING.passage(lane) == Passage(5, 5)
    assert WALKING.passage({**lane, "oneway:foot": "yes"}) == Passage(5, 0)
    assert WALKING.passage({"highway": "steps"}) == Passage(2.5, 2.5)
    assert WALKING.passage({"highway": "cycleway"}) is None
    assert WALKING.passage({"highway": "cycleway", "foot": "designated"}) == Passage(5, 5)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("10 knots", 18.52), (" 70 ", 70.0), ("7.5", 7.5), ("", None), ("fast", None)],
)
def test_speed_limits_are_parsed(text: str, expected: float | None) -> None:
    """A limit is a number with a unit, or None if unreadable."""
    assert limit_kph(text) == expected
