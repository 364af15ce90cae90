"""Straight-line geometry."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.query.algebra import Best, Distance, Pairs
from geoeval.query.parts import Pair
from geoeval.query.values import Bearing, Quantity
from geoeval.world.model import Place, World
from tests.query.asking import both, direction, distance
from tests.query.towns import TOWN, amount, degrees, derived, names, parts, reason

BARE = World(places=(Place(name="Quarry"), Place(name="Tower", location=(1.0, 1.0))))
TWINS = World(places=(Place(name="Tower", location=(1, 1)), Place(name="Arch", location=(1, 1))))


def test_distance_follows_the_great_circle() -> None:
    """A thousandth of a degree on the equator is 111.195 m."""
    query = distance("Harbour Square", "Gull Cafe")
    assert amount(query, TOWN) == pytest.approx(111.195, abs=0.001)


def test_the_step_shows_the_arithmetic() -> None:
    """It names both places with their coordinates, and the facts quote their lines."""
    query = distance("Harbour Square", "Gull Cafe")
    found = derived(query, TOWN)
    assert found.steps == (
        "Harbour Square (0.0, 0.0) to Gull Cafe (0.001, 0.0): 111 m great-circle",
    )
    assert [fact.line for fact in found.facts] == [1, 3]


@given(st.floats(-80, 80), st.floats(-170, 170))
def test_distance_is_symmetric(lat: float, lon: float) -> None:
    world = World(
        places=(Place(name="Tower", location=(1, 1)), Place(name="Mast", location=(lat, lon)))
    )
    there = amount(distance("Tower", "Mast"), world)
    assert there == amount(distance("Mast", "Tower"), world)


def test_direction_is_seen_from_the_second_place() -> None:
    """Heron Cafe lies east of the square, and the square west of it."""
    east = direction("Heron Cafe", "Harbour Square")
    west = direction("Harbour Square", "Heron Cafe")
    assert (degrees(east, TOWN), degrees(west, TOWN)) == (90.0, 270.0)


def test_direction_and_distance_are_returned_together() -> None:
    """The direction comes first."""
    query = both("Harbour Square", "Gull Cafe")
    bearing, distance = parts(query, TOWN)
    assert bearing == Bearing(degrees=0.0)
    assert isinstance(distance, Quantity)
    assert distance.amount == pytest.approx(111.195, abs=0.001)


def test_missing_coordinates_leave_both_undecided() -> None:
    assert reason(distance("Quarry", "Tower"), BARE) == "no_coordinates"
    assert reason(direction("Quarry", "Tower"), BARE) == "no_coordinates"


def test_coincident_places_have_no_direction() -> None:
    assert reason(direction("Tower", "Arch"), TWINS) == "same_place"


def test_antipodes_have_no_unique_direction() -> None:
    opposite = Place(name="Arch", location=(-1, -179))
    world = World(places=(Place(name="Tower", location=(1, 1)), opposite))
    assert reason(direction("Tower", "Arch"), world) == "under_specified"


@pytest.mark.parametrize(("latitude", "towards"), [(90.0, 0.0), (-90.0, 180.0)])
def test_a_pole_is_a_target_but_not_an_origin(latitude: float, towards: float) -> None:
    """From a pole every direction is the same; the way to it is due north or south."""
    pole = Place(name="Pole Hut", location=(latitude, 35.0))
    world = World(places=(pole, Place(name="Tower", location=(1.0, 35.0))))
    assert reason(direction("Tower", "Pole Hut"), world) == "under_specified"
    away = both("Pole Hut", "Tower")
    assert reason(away, world) == "under_specified"
    back = direction("Pole Hut", "Tower")
    assert degrees(back, world) == pytest.approx(towards)


PAIRS = Pairs(
    pairs=(
        Pair(text="far", first="Harbour Square", second="Egret Cafe"),
        Pair(text="near", first="Harbour Square", second="Gull Cafe"),
        Pair(text="near again", first="Gull Cafe", second="Harbour Square"),
    )
)


def test_closest_and_farthest_pairs_are_ranked() -> None:
    """Equal distances tie."""
    closest = names(Best(figure=Distance(), among=PAIRS), TOWN)
    assert (closest.names, closest.tied) == (("near", "near again", "far"), 2)
    assert names(Best(figure=Distance(), among=PAIRS, most=True), TOWN).names[0] == "far"
