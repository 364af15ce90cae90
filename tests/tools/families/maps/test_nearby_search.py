"""Places of a type around another."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.world.model import NearbyList, Place, World
from tests.tools.families.calls import content, failure

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


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"rankby": "prominence"}, "radius: expected a radius in metres, which rankby=prominence"),
        ({"radius": 300}, "radius: expected no radius with rankby=distance"),
        ({"rankby": "fame"}, "rankby: expected one of distance, prominence, got 'fame'"),
    ],
)
def test_a_radius_goes_with_prominence_alone(more: dict[str, Any], message: str) -> None:
    """As with the map service whose parameters these are."""
    asked = {"placeId": "Pier", "type": "restaurant", **more}
    refused = failure("NearbySearch", listing(INNS), **asked)
    assert refused.kind == "fix_arguments"
    assert refused.message.startswith(message)


def test_a_list_without_order_is_sorted_by_straight_line() -> None:
    """The nearest comes first, each with its distance."""
    found = content("NearbySearch", listing(INNS[::-1]), placeId="Pier", type="restaurant")
    assert [(each["name"], round(each["distance_m"])) for each in found["places"]] == [
        ("Ox Inn", 111),
        ("Bay", 334),
    ]


def test_a_radius_leaves_out_what_lies_beyond() -> None:
    """The nearer of two remains."""
    found = content("NearbySearch", listing(INNS, radius_m=500.0), **ASKED, radius=200)
    assert [each["name"] for each in found["places"]] == ["Ox Inn"]


def test_what_may_lie_inside_a_radius_is_not_guessed() -> None:
    """A place without coordinates may or may not, unless the whole list does."""
    places = (*INNS, Place(name="Lost Den"))
    refused = failure("NearbySearch", listing(places), **ASKED, radius=200)
    assert (refused.kind, refused.reason) == ("final", "no_coordinates")
    assert "Lost Den" in refused.message
    inside = content("NearbySearch", listing(places[2:], radius_m=200.0), **ASKED, radius=200)
    assert inside["count"] == 1


def test_places_known_from_elsewhere_come_with_a_note() -> None:
    """By straight line from the place asked for; without coordinates there are none."""
    asked = {"placeId": "60.0015,25.0", "type": "restaurant"}
    found = content("NearbySearch", listing(INNS), **asked)
    assert [each["name"] for each in found["places"]] == ["Ox Inn", "Bay"]
    assert found["note"].startswith("the map has no list around 60.0015,25.0")
    refused = failure("NearbySearch", listing((Place(name="Lost Den"),)), **asked)
    assert (refused.kind, refused.reason) == ("final", "no_list")


def test_a_type_that_no_list_has_is_final_and_an_unknown_one_is_not() -> None:
    """The lists around the place are named, or the types most like it."""
    museum = failure("NearbySearch", listing(INNS), placeId="Pier", type="museum")
    assert museum.kind == "final"
    assert museum.message == "the map lists no museum anywhere; around Pier it lists Restaurants"
    slip = failure("NearbySearch", listing(INNS), placeId="Pier", type="restrnt")
    assert slip.kind == "fix_arguments"
    assert "Restaurants" in slip.arguments[0].nearest
