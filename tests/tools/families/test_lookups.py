"""Contents of a map, and the lookup tools of MapEval's paper."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.world.model import Leg, NearbyList, Place, Route, Step, TravelMode, World
from geoeval.world.osm.build import build_from_osm
from tests.tools.calls import content, failure, fault, world_from_context
from tests.tools.town import town
from tests.world.osm.towns import STEP, Town

TOWN = town()
BY_CAR = {"originId": "Town Hall", "destinationId": "Harbour Lighthouse", "travelMode": "driving"}
ONE_WAY = world_from_context("Travel Time from Mill to Pier on foot is 12 mins (900 m).\n")
TWINS = World(
    places=(
        Place(name="Ox Inn", id="o1", address="1 Quay", rating=4.0),
        Place(name="Ox Inn", id="o2", address="9 Hill", rating=3.0),
        Place(name="Mill", id="m1"),
    )
)


def test_map_contents_lists_all_kinds_of_facts() -> None:
    """Places, lists with their order, routes, and legs by mode."""
    assert content("map_contents", TOWN) == {
        "place_count": 8,
        "places": [
            "Town Hall", "City Museum", "Old Mill", "Harbour Lighthouse",
            "Ox Inn", "Mill Kitchen", "Pier Grill", "Blue Door",
        ],
        "facts": {
            "address": 8, "coordinates": 8, "rating": 7, "price": 3, "hours": 6, "services": 3,
            "phone": 1,
        },
        "lists": [
            {
                "category": "Restaurants",
                "anchor": "Town Hall",
                "count": 4,
                "radius_m": 2000.0,
                "sorted_by": "unsorted",
            }
        ],
        "routes": [
            {
                "origin": "Town Hall",
                "destination": "Harbour Lighthouse",
                "mode": "driving",
                "via": via,
            }
            for via in ("Main St and Quay Rd", "Bay Hwy")
        ],
        "travel_times": {"walking": 12, "driving": 1},
    }  # fmt: skip


def test_map_contents_counts_what_a_limit_omits() -> None:
    cut = content("map_contents", TOWN, limit=1)
    assert (cut["places"], cut["place_count"]) == (["Town Hall"], 8)
    assert cut["not_shown"] == {"places": 7, "routes": 1}


def test_map_contents_handles_a_weekday_and_no_map() -> None:
    assert content("map_contents", World(today=2))["today"] == "wednesday"
    assert content("map_contents")["note"] == 'no map: give places as "latitude,longitude"'


def test_map_contents_has_the_location_of_the_user() -> None:
    """It is absent if the context does not state it."""
    assert "user_location" not in content("map_contents", TOWN)
    result = content("map_contents", replace(TOWN, user_location="Town Hall"))
    assert result["user_location"] == "Town Hall"


_INN_AND_HALL = World(places=(Place(name="Inn", location=(50.1, 8.1)), Place(name="Hall")))


@pytest.mark.parametrize("point", ["20.0,40.0", "50.0,8.01", "52.0,8.1", "52.2,8.1", "8.1,52.2"])
def test_coordinates_off_the_map_are_used(point: str) -> None:
    """They may be far away, unless they are near the map when swapped."""
    result = content("haversine", _INN_AND_HALL, origin=point, destination="Inn")
    assert result["used"]["origin"] == point


@pytest.mark.parametrize(
    ("given", "corrected"), [("8.01234567,50.0", "50.0,8.01234567"), ("8.1,52.0", "52.0,8.1")]
)
def test_swapped_coordinates_are_rejected(given: str, corrected: str) -> None:
    """The corrected ones are suggested with every digit."""
    found = failure("haversine", _INN_AND_HALL, origin=given, destination="Inn")
    assert (found.kind, found.reason) == ("fix_arguments", "bad_arguments")
    [only] = found.arguments
    assert "far off the map, and on it if swapped" in only.expected
    assert (only.argument, only.nearest) == ("origin", (corrected,))
    assert content("haversine", _INN_AND_HALL, origin=corrected, destination="Inn")


def test_place_details_are_short() -> None:
    """Hours take one line, and the place used is named."""
    found = content("PlaceDetails", TOWN, placeId="city museum")
    assert found["used"] == {"placeId": "City Museum"}
    assert found["hours"] == "Mon-Fri 10:00-17:00; Sat-Sun 11:00-16:00"
    assert found["services"] == ["Wheelchair Accessible Entrance"]
    assert "price_level" not in found


def test_equal_names_are_distinguished() -> None:
    """An ambiguous name is rejected; an id or an address selects the place."""
    twins = failure("PlaceDetails", TWINS, placeId="Ox Inn")
    assert twins.reason == "ambiguous_place"
    assert twins.arguments[0].nearest == ("Ox Inn (1 Quay)", "Ox Inn (9 Hill)")
    for name in ("o2", "Ox Inn (9 Hill)"):
        found = content("PlaceDetails", TWINS, placeId=name)
        assert found["used"] == {"placeId": "Ox Inn (9 Hill), id o2"}
        assert found["rating"] == 3.0
    assert content("PlaceSearch", TWINS, placeName="Ox Inn", placeAddress="1 Quay") == {
        "placeId": "o1",
        "name": "Ox Inn (1 Quay)",
        "address": "1 Quay",
    }


def test_search_without_a_map_is_final() -> None:
    """No other name would help."""
    found = failure("PlaceSearch", placeName="Louvre")
    assert (found.kind, found.reason) == ("final", "no_places")


def test_travel_time_uses_leg_route_or_way_back() -> None:
    """A leg takes precedence over the quickest route; the opposite way is marked."""
    walk = {"originId": "Town Hall", "destinationId": "Old Mill", "travelMode": "on foot"}
    assert content("TravelTime", TOWN, **walk)["duration_s"] == 1200
    drive = content("TravelTime", TOWN, **BY_CAR)
    assert (drive["duration_s"], drive["distance_m"]) == (420, 4600)
    assert "opposite" not in drive
    back = content("TravelTime", ONE_WAY, originId="Pier", destinationId="Mill", travelMode="walk")
    assert (back["duration_s"], back["opposite"]) == (720, True)


def test_totals_summed_from_steps_are_marked() -> None:
    """Each figure that the map does not give itself is marked."""
    sums = "duration_s and distance_m: sums of the steps as the map rounds them"
    assert content("TravelTime", TOWN, **BY_CAR)["note"] == sums
    stated, summed = content("Directions", TOWN, **BY_CAR)["routes"]
    assert "note" not in stated
    assert summed["note"] == sums
    timed = replace(TOWN, routes=(replace(TOWN.routes[1], duration_s=400),))
    assert content("TravelTime", timed, **BY_CAR)["note"].startswith("distance_m: sums")
    assert "note" not in content("TravelTime", TOWN, **{**BY_CAR, "destinationId": "Old Mill"})


def test_unknown_travel_time_names_known_modes() -> None:
    """The advice says that no call gives the missing fact."""
    found = failure("TravelTime", TOWN, **{**BY_CAR, "travelMode": "transit"})
    assert (found.kind, found.reason) == ("final", "no_route")
    assert found.lacking == "transit travel time from Town Hall to Harbour Lighthouse"
    assert "the map has walking: 30 mins, 2.2 km, driving via Main St" in found.message
    assert "answer that it cannot be determined (unanswerable)" in found.advice


def test_equal_ends_are_rejected() -> None:
    """They may have different spellings."""
    assert fault("Directions", TOWN, **{**BY_CAR, "destinationId": "the town hall"}) == (
        "destinationId",
        "a place other than the origin, Town Hall",
        "'the town hall'",
    )


def test_via_limits_steps_to_one_route() -> None:
    """The other routes keep their totals."""
    routes = content("Directions", TOWN, **BY_CAR)["routes"]
    assert [len(route["steps"]) for route in routes] == [4, 4]
    first, second = content("Directions", TOWN, **BY_CAR, via="bay hwy")["routes"]
    assert "steps" not in first
    assert (first["via"], first["duration_s"]) == ("Main St and Quay Rd", 480)
    assert second["steps"][1] == {
        "instruction": "Merge onto Bay Hwy",
        "roads": ["Bay Hwy"],
        "notes": ["Toll road"],
        "duration_s": 240,
        "distance_m": 3400.0,
    }


def test_unknown_route_suggests_the_existing_routes() -> None:
    found = failure("Directions", TOWN, **BY_CAR, via="Sunset Boulevard")
    assert (found.kind, found.reason) == ("fix_arguments", "no_route")
    assert found.arguments[0].argument == "via"
    assert found.arguments[0].nearest == ("Main St and Quay Rd", "Bay Hwy")


@pytest.mark.parametrize("mode", ["walking", "transit"])
def test_missing_directions_name_known_modes_and_routes(mode: str) -> None:
    """A route in the opposite direction is mentioned."""
    found = failure("Directions", TOWN, **{**BY_CAR, "travelMode": mode})
    assert "the map has routes: driving" in found.message
    if mode == "walking":
        assert found.message.endswith("TravelTime returns its time and distance: 30 mins, 2.2 km")
        assert found.lacking == "steps of a walking route from Town Hall to Harbour Lighthouse"
    back = {"originId": "Harbour Lighthouse", "destinationId": "Town Hall", "travelMode": mode}
    opposite = "the map has routes from Town Hall to Harbour Lighthouse"
    assert opposite in failure("Directions", TOWN, **back).message


def test_route_time_is_the_sum_of_its_steps() -> None:
    step = Step(instruction="Go", duration_s=60, distance_m=100.0)
    route = Route(origin="A", destination="B", mode=TravelMode.WALKING, name="", steps=(step, step))
    ends = {"originId": "A", "destinationId": "B", "travelMode": "walking"}
    assert content("TravelTime", World(routes=(route,)), **ends)["duration_s"] == 120


def test_places_of_lists_and_legs_can_be_used() -> None:
    world = World(
        lists=(NearbyList(anchor="Square", category="cafe", places=(Place(name="Bean"),)),),
        legs=(Leg(origin="Bean", destination="Pier", mode=None, duration_s=60),),
    )
    assert content("map_contents", world)["places"] == ["Square", "Bean", "Pier"]
    assert content("map_contents", world)["travel_times"] == {"not stated": 1}


def test_travel_to_an_ambiguous_name_is_unknown() -> None:
    """Legs name their ends, so either place could be meant."""
    cafes = tuple(Place(name="Cafe", id=i, address=a) for i, a in (("a", "1 Elm"), ("b", "9 Fir")))
    leg = Leg(origin="Inn", destination="Cafe", mode=TravelMode.WALKING, duration_s=100)
    world = World(places=cafes, legs=(leg,))
    way = {"originId": "Inn", "destinationId": "b", "travelMode": "walking"}
    assert failure("TravelTime", world, **way).reason == "ambiguous_place"


def test_routes_between_ambiguous_names_are_unknown() -> None:
    """The message lists the places of that name."""
    route = Route(origin="Ox Inn", destination="Mill", mode=TravelMode.DRIVING, name="Elm St")
    world = World(places=TWINS.places, routes=(route,))
    given = {"originId": "o2", "destinationId": "m1", "travelMode": "driving"}
    failed = failure("Directions", world, **given)
    assert failed.reason == "ambiguous_place"
    assert "Ox Inn (1 Quay)" in failed.message
    assert "Ox Inn (9 Hill)" in failed.message


def test_map_with_roads_gives_travel_by_id(tmp_path: Path) -> None:
    """It computes travel from coordinates, so equal names do not matter."""
    made = Town()
    made.way("0 0", "8 0", name="High Street")
    for at, number in (("1 0.1", "5"), ("7 0.1", "9")):
        made.node(at, amenity="cafe", name="Cafe", addr__street="High St", addr__housenumber=number)
    made.node("0 0.1", shop="bakery", name="Bread")
    build_from_osm(made.write(tmp_path), tmp_path / "town.world")
    world = World.open(tmp_path / "town.world")
    near, far = (place.id for place in world.atlas.places if place.name == "Cafe")
    for cafe, nearer in ((near, True), (far, False)):
        ends = {"originId": "Bread", "destinationId": cafe, "travelMode": "walking"}
        travel = content("TravelTime", world, **ends)
        length = travel["distance_m"]
        assert re.fullmatch(rf"Cafe \((.*)\), cafe, id {cafe}", travel["used"]["destinationId"])
        assert content("PlaceDetails", world, placeId=cafe)["types"] == ["cafe"]
        routes = content("Directions", world, **ends)["routes"]
        legs = [{"origin": "Bread", "destination": cafe, "mode": "walking"}]
        total = content("travel_total", world, legs=legs, measure="distance")
        assert length == routes[0]["distance_m"] == total["value"]["amount"]
        assert (length < 4 * STEP * 111_195) is nearer
