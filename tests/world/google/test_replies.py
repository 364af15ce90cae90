"""Replies of both generations: recorded ones, and small ones of our own."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from geoeval.errors import MapReplyError
from geoeval.world.google import legacy, new
from geoeval.world.records import TravelMode


def recorded(data_dir: Path, name: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return a recorded reply."""
    return json.loads((data_dir / "google" / name).read_text(encoding="utf-8"))


def test_recorded_details(data_dir: Path) -> None:
    """Every fact that queries use is read."""
    skipped: Counter[str] = Counter()
    found = legacy.read_details(recorded(data_dir, "PlaceDetailsResponse.json"), skipped)
    assert found is not None
    place = found.place
    assert place.id == "ChIJN1t_tDeuEmsRUsoyG83frY4"
    assert place.location == (-33.866489, 151.1958561)
    assert (place.rating, place.rating_count) == (4, 973)
    assert place.hours is not None
    assert place.hours.days[0] == ((510, 1050),)
    assert place.phone == "+61 2 9374 4000"
    assert "Wheelchair Accessible Entrance" in place.features
    assert len(place.reviews) == 1
    assert place.address is not None
    assert not skipped


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("PlacesApiNearbySearchRequestByKeywordResponse.json", 20),
        ("PlacesApiPizzaInNewYorkResponse.json", 20),
        ("FindPlaceFromTextMuseumOfContemporaryArt.json", 0),
        ("PlaceDetailsResponseForPermanentlyClosedPlace.json", 0),
    ],
)
def test_recorded_searches(data_dir: Path, name: str, count: int) -> None:
    """Places without a name or id are counted, not invented."""
    skipped: Counter[str] = Counter()
    found = legacy.read_places(recorded(data_dir, name), skipped)
    assert len(found) == count
    assert all(each.place.location and each.types for each in found)
    assert sum(skipped.values()) == (name.startswith("Find"))


def test_recorded_prices_are_words(data_dir: Path) -> None:
    """The first bar of the list is moderate."""
    reply = recorded(data_dir, "PlacesApiNearbySearchRequestByKeywordResponse.json")
    first = legacy.read_places(reply, Counter())[0].place
    assert (first.price_level, first.rating) == ("Moderate", 3.8)


def test_recorded_matrix(data_dir: Path) -> None:
    """Eight origins, five destinations; what is not there is None."""
    travels = legacy.read_matrix(recorded(data_dir, "GetDistanceMatrixWithBasicStringParams.json"))
    assert [len(row) for row in travels] == [5] * 8
    assert travels[0][0] is not None
    assert travels[0][0].distance_m == 3669839


def test_recorded_refusal(data_dir: Path) -> None:
    """A quota that is used up is named."""
    with pytest.raises(MapReplyError, match=r"OVER_QUERY_LIMIT: Please wait\.") as error:
        legacy.read_places(recorded(data_dir, "OverQueryLimitResponse.json"), Counter())
    assert error.value.status == "OVER_QUERY_LIMIT"


DIRECTIONS = {
    "status": "OK",
    "routes": [
        {
            "summary": "Hill Rd",
            "legs": [
                {
                    "distance": {"text": "0.5 km", "value": 500},
                    "duration": {"text": "1 min", "value": 60},
                    "steps": [
                        {
                            "html_instructions": "Head <b>north</b> on <b>Hill Rd</b>/<b>A1</b>",
                            "distance": {"value": 300},
                            "duration": {"value": 40},
                            "polyline": {"points": "_p~iF~ps|U_ulLnnqC"},
                        },
                        {
                            "html_instructions": "Turn <b>left</b> onto <b>Sea &amp; Sun Ave</b>"
                            '<div style="font-size:0.9em">Toll road</div>',
                            "maneuver": "turn-left",
                            "distance": {"value": 200},
                            "duration": {"value": 20},
                            "polyline": {"points": "_flwFn`faV_mqNvxq`@"},
                        },
                    ],
                }
            ],
        }
    ],
}


def test_directions() -> None:
    """Markup is gone, notes, roads, figures, codes and lines are there."""
    (found,) = legacy.read_routes(DIRECTIONS, "Inn", "Port", TravelMode.DRIVING)
    assert found.route.name == "Hill Rd"
    assert (found.route.duration_s, found.route.distance_m) == (60, 500)
    assert [step.instruction for step in found.route.steps] == [
        "Head north on Hill Rd/A1",
        "Turn left onto Sea & Sun Ave",
    ]
    assert [step.roads for step in found.route.steps] == [("Hill Rd/A1",), ("Sea & Sun Ave",)]
    assert found.route.steps[1].notes == ("Toll road",)
    assert found.codes == ("", "turn-left")
    assert found.begins == (0, 1)
    assert found.points == ((38.5, -120.2), (40.7, -120.95), (43.252, -126.453))


PLACE = {
    "id": "abc",
    "displayName": {"text": "Le Bistro", "languageCode": "fr"},
    "location": {"latitude": 1.5},
    "types": ["restaurant"],
    "priceLevel": "PRICE_LEVEL_EXPENSIVE",
    "userRatingCount": 10,
    "rating": 4.5,
    "servesDinner": True,
    "servesLunch": False,
    "accessibilityOptions": {"wheelchairAccessibleEntrance": True},
    "regularOpeningHours": {
        "periods": [{"open": {"day": 1, "hour": 9}, "close": {"day": 1, "hour": 17}}]
    },
    "businessStatus": "CLOSED_TEMPORARILY",
    "reviews": [{"rating": 5, "text": {"text": "Fine"}, "authorAttribution": {"displayName": "A"}}],
}


def test_new_place() -> None:
    """A zero that Google leaves out is a zero; flags that are true are features."""
    skipped: Counter[str] = Counter()
    (found,) = new.read_places({"places": [PLACE, {"id": "nameless"}]}, skipped)
    assert found.place.location == (1.5, 0.0)
    assert found.place.price_level == "Expensive"
    assert found.place.features == (
        "Serves Dinner",
        "Wheelchair Accessible Entrance",
        "Temporarily Closed",
    )
    assert found.place.hours is not None
    assert found.place.hours.days[0] == ((540, 1020),)
    assert found.place.reviews[0].author == "A"
    assert found.names == (("fr", "Le Bistro"),)
    assert skipped == {"place without a name or id": 1}


def test_new_routes() -> None:
    """Times are "165s"; roads are read off the words, as nothing marks them."""
    turn = {
        "maneuver": "TURN_LEFT",
        "instructions": "Turn left onto Hill Rd toward Port\nToll road",
    }
    step = {"navigationInstruction": turn, "staticDuration": "40s", "distanceMeters": 300}
    reply = {
        "routes": [{"description": "Hill Rd", "duration": "165s", "legs": [{"steps": [step]}]}]
    }
    (found,) = new.read_routes(reply, "Inn", "Port", TravelMode.WALKING)
    assert found.route.duration_s == 165
    assert found.route.steps[0].roads == ("Hill Rd",)
    assert found.route.steps[0].notes == ("Toll road",)
    assert found.codes == ("turn-left",)


def test_new_matrix() -> None:
    """Elements come in any order; one that is missing is an error, not an absence."""
    reply = [
        {"destinationIndex": 1, "condition": "ROUTE_NOT_FOUND"},
        {"condition": "ROUTE_EXISTS", "duration": "60s", "distanceMeters": 80},
    ]
    ((there, absent),) = new.read_matrix(reply, 1, 2)
    assert there is not None
    assert (there.duration_s, absent) == (60, None)
    with pytest.raises(MapReplyError, match="is missing"):
        new.read_matrix(reply, 2, 2)
    failed = [{"status": {"code": 3, "message": "no such place"}}]
    with pytest.raises(MapReplyError, match="no such place"):
        new.read_matrix(failed, 1, 1)
