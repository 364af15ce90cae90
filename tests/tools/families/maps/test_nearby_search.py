"""Places of a type around another."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.world.model import NearbyList, Place, World
from tests.tools.families.calls import content

PIER = Place(name="Pier", location=(60.0, 25.0))
INNS = (Place(name="Ox Inn", location=(60.001, 25.0)), Place(name="Bay", location=(60.003, 25.0)))
ASKED = {"placeId": "Pier", "type": "restaurant", "rankby": "prominence"}


def listing(places: tuple[Place, ...], **how: Any) -> World:  # noqa: ANN401 - fields of a list
    """Return a world with one list around the pier."""
    around = NearbyList(anchor="Pier", category="Restaurants", places=places, **how)
    return World(places=(PIER,), lists=(around,))


@pytest.mark.parametrize(
    ("how", "radius", "note"),
    [
        ({"radius_m": 500.0}, 500, None),
        ({"radius_m": 500.0}, 300, None),
        ({"radius_m": 500.0}, 2000,
         "the map's list around Pier ends at 500 m: places farther away are not in it"),
        ({"sorted_by_distance": True}, 300, None),
        ({"sorted_by_distance": True}, 2000,
         "the map lists 2 places, the farthest at 334 m: there may be more inside the radius"),
    ],
)  # fmt: skip
def test_a_list_that_may_not_hold_all_within_a_radius_is_noted(
    how: dict[str, Any], radius: int, note: str | None
) -> None:
    """A part is not taken for all."""
    assert content("NearbySearch", listing(INNS, **how), **ASKED, radius=radius).get("note") == note


@pytest.mark.parametrize(
    ("places", "how", "order"),
    [
        (INNS, {"sorted_by_distance": True}, "by distance, as the map lists them"),
        (INNS, {"radius_m": 500.0}, "by straight-line distance"),
        ((Place(name="Ox Inn"), Place(name="Bay")), {"radius_m": 500.0},
         "as the map lists them, which need not be by distance"),
    ],
)  # fmt: skip
def test_what_the_order_means_is_said(
    places: tuple[Place, ...], how: dict[str, Any], order: str
) -> None:
    """The first of a list in no order is not the nearest."""
    found = content("NearbySearch", listing(places, **how), placeId="Pier", type="restaurant")
    assert found["order"] == order


def test_a_long_list_is_cut_and_counted_whole() -> None:
    """A model reads a page, not an extract of a country."""
    inns = tuple(Place(name=f"Inn {number}") for number in range(60))
    found = content("NearbySearch", listing(inns), placeId="Pier", type="restaurant")
    assert (found["count"], len(found["places"])) == (60, 50)
