"""Relative positions of places beyond a single distance or direction."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Best, Check
from geoeval.world.model import Place, World
from tests.query.asking import farthest_toward, lies
from tests.query.towns import names, reason, yes

# One degree is 111.195 km, along the equator and along a meridian.
MARKET = Place(name="Market", location=(0.0, 0.0))
WELL = Place(name="Well", location=(0.01, 0.0))
ARCH = Place(name="Arch", location=(0.03, 0.02))
GATE = Place(name="Gate", location=(0.0, -0.02))
SHED = Place(name="Shed")
VILLAGE = World(places=(MARKET, WELL, ARCH, GATE, SHED))
ALL = ("Market", "Well", "Arch", "Gate")


@pytest.mark.parametrize(
    ("place", "direction", "expected"),
    [
        ("Well", "north", True),
        ("Arch", "north", True),
        ("Arch", "northeast", True),
        ("Well", "northeast", False),
        ("Gate", "west", True),
        ("Gate", "east", False),
    ],
)
def test_a_place_lies_in_a_direction(place: str, direction: str, expected: bool) -> None:
    """North is a quarter of the compass, north-east an eighth."""
    query = lies(place, direction, "Market")
    assert yes(query, VILLAGE) is expected


@pytest.mark.parametrize(
    ("direction", "order"),
    [
        ("north", "Arch Well Market Gate"),
        ("south", "Market Gate Well Arch"),
        ("east", "Arch Market Well Gate"),
        ("west", "Gate Market Well Arch"),
    ],
)
def test_farthest_toward_ranks_by_latitude_or_longitude(direction: str, order: str) -> None:
    query = farthest_toward(direction, among=ALL)
    assert names(query, VILLAGE).names == tuple(order.split())


def test_equal_latitudes_tie() -> None:
    """The Market and the Gate are equally far south."""
    assert names(farthest_toward("south", among=ALL), VILLAGE).tied == 2


def test_no_place_is_easternmost_around_the_globe() -> None:
    """Places on both sides of the date line have no easternmost one."""
    islands = (Place(name="Levu", location=(-18, 178)), Place(name="Niue", location=(-19, -170)))
    query = farthest_toward("east", among=("Levu", "Niue"))
    assert reason(query, World(places=islands)) == "under_specified"
    south = farthest_toward("south", among=("Levu", "Niue"))
    assert names(south, World(places=islands)).names[0] == "Niue"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (farthest_toward("north", among=("Moon",)), "nothing_matches"),
        (farthest_toward("north", among=("Well", "Shed")), "no_coordinates"),
        (
            lies("Market", "north", "Market"),
            "same_place",
        ),
    ],
)
def test_unknown_positions_are_undecided(query: Best | Check, expected: str) -> None:
    """Unknown places, missing coordinates and a repeated place have no answer."""
    assert reason(query, VILLAGE) == expected
