"""The map tools of MapEval: places, details, times and routes."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.world.model import Leg, Place, Route, Step, TravelMode, World
from tests.tools.families.calls import content, failure

DRIVING = TravelMode.DRIVING


def route(name: str, *minutes: int, **totals: Any) -> Route:  # noqa: ANN401 - fields of a route
    """Return a route of steps, each of some minutes and so many hundreds of metres."""
    steps = tuple(
        Step(instruction=f"Step {n}", duration_s=60 * each, distance_m=100.0 * each)
        for n, each in enumerate(minutes)
    )
    return Route(origin="Pier", destination="Mill", mode=DRIVING, name=name, steps=steps, **totals)


WAY = {"originId": "Pier", "destinationId": "Mill", "travelMode": "driving"}
BACK = {"originId": "Mill", "destinationId": "Pier", "travelMode": "driving"}


def test_routes_without_totals_have_those_of_their_steps() -> None:
    """A model need not add up the steps; the total that the map gives stays."""
    world = World(routes=(route("Quay St", 10, 15), route("Hill Rd", 9, duration_s=1440)))
    found = content("Directions", world, **WAY)["routes"]
    figures = [(each["name"], each["duration_s"], each["distance_m"]) for each in found]
    assert figures == [("Quay St", 1500, 2500.0), ("Hill Rd", 1440, 900.0)]
    bare = Route(origin="Pier", destination="Mill", mode=DRIVING, name="Quay St")
    (only,) = content("Directions", World(routes=(bare,)), **WAY)["routes"]
    assert only == {"name": "Quay St", "mode": "driving", "steps": []}


def test_a_travel_time_is_that_of_the_quickest_route() -> None:
    """Where the map gives no leg, and the times of steps only."""
    world = World(routes=(route("Quay St", 10, 15), route("Hill Rd", 9, 14)))
    found = content("TravelTime", world, **WAY)
    assert (found["duration_s"], found["text"]) == (1380, "23 mins, 2.3 km")


def test_other_ways_that_are_known_are_told() -> None:
    """Legs and routes, there by other modes and back."""
    leg = Leg(origin="Pier", destination="Mill", mode=TravelMode.WALKING, duration_s=3600)
    world = World(legs=(leg,), routes=(route("Hill Rd", 9, 14),))
    message = failure("TravelTime", world, **{**WAY, "travelMode": "transit"}).message
    assert message.endswith(
        "known are walking: 1 hour 0 mins, driving via Hill Rd: 23 mins, 2.3 km"
    )
    message = failure("TravelTime", world, **BACK).message
    assert "known for the way back are walking: 1 hour 0 mins, driving via Hill Rd" in message


def test_the_address_tells_namesakes_apart() -> None:
    """Also one that has a word in common with the other's."""
    world = World(
        places=(
            Place(name="Mill", address="A street", location=(1.0, 1.0)),
            Place(name="Mill", address="B street", location=(2.0, 2.0)),
        )
    )
    found = content("PlaceSearch", world, placeName="Mill", placeAddress="B street")
    assert found["address"] == "B street"
    assert failure("PlaceSearch", world, placeName="Mill").reason == "ambiguous_place"


def test_a_search_on_an_empty_map_is_final() -> None:
    """No other name would be found, and coordinates need no search."""
    found = failure("PlaceSearch", placeName="Pier")
    assert (found.kind, found.reason) == ("final", "no_places")
    assert content("PlaceSearch", placeName="60.1,24.9")["placeId"] == "60.1,24.9"


@pytest.mark.parametrize("argument", ["placeName", "placeAddress"])
def test_texts_that_no_name_has_for_their_length_are_not_looked_up(argument: str) -> None:
    """Names that were looked up are remembered."""
    found = failure("PlaceSearch", **{"placeName": "Pier", argument: "x" * 501})
    assert found.arguments[0].argument == argument
    assert found.arguments[0].expected == "at most 500 characters"


def test_of_many_namesakes_a_few_are_named() -> None:
    """The reply to a short name on a large map stays short."""
    world = World(places=tuple(Place(name=f"Mill {number}") for number in range(100)))
    found = failure("PlaceSearch", world, placeName="Mill")
    assert (found.reason, len(found.arguments[0].nearest)) == ("ambiguous_place", 12)


def test_a_mode_without_routes_is_final() -> None:
    """The modes that are known are named."""
    ends = {"originId": "Mill", "destinationId": "Pier"}
    drive = Route(origin="Mill", destination="Pier", mode=TravelMode.DRIVING, name="Quay St")
    refused = failure("Directions", World(routes=(drive,)), **ends, travelMode="walking")
    assert (refused.kind, refused.reason) == ("final", "no_route")
    assert refused.message == (
        "no walking route from Mill to Pier is known; known are routes driving"
    )


def test_a_distance_alone_is_told_alone() -> None:
    """What is not known is left out."""
    leg = Leg(origin="Mill", destination="Pier", mode=TravelMode.WALKING, distance_m=1200.0)
    ends = {"originId": "Mill", "destinationId": "Pier", "travelMode": "walking"}
    found = content("TravelTime", World(legs=(leg,)), **ends)
    assert found["text"] == "1.2 km"
    assert "duration_s" not in found


def test_a_way_from_a_place_to_itself_is_refused() -> None:
    """By whatever names."""
    ends = {"originId": "Old Mill", "destinationId": "the old mill", "travelMode": "walking"}
    refused = failure("Directions", World(places=(Place(name="Old Mill"),)), **ends)
    assert refused.message.startswith("destinationId: expected another place than the origin")
