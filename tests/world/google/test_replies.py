"""Replies of the services Places (New) and Routes."""

from __future__ import annotations

from collections import Counter

import pytest

from geoeval.errors import MapReplyError
from geoeval.world.google import replies
from geoeval.world.records import TravelMode

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


def test_places_are_parsed() -> None:
    """An omitted coordinate is zero, and flags that are true become features."""
    skipped: Counter[str] = Counter()
    (found,) = replies.read_places({"places": [PLACE, {"id": "nameless"}]}, skipped)
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
    assert skipped == {"places without a name or id": 1}


def test_routes_are_parsed() -> None:
    """Durations are text such as "165s", and road names come from the instructions."""
    turn = {
        "maneuver": "TURN_LEFT",
        "instructions": "Turn left onto Hill Rd toward Port\nToll road",
    }
    step = {"navigationInstruction": turn, "staticDuration": "40s", "distanceMeters": 300}
    reply = {
        "routes": [{"description": "Hill Rd", "duration": "165s", "legs": [{"steps": [step]}]}]
    }
    (found,) = replies.read_routes(reply, "Inn", "Port", TravelMode.WALKING)
    assert found.route.duration_s == 165
    assert found.route.steps[0].roads == ("Hill Rd",)
    assert found.route.steps[0].notes == ("Toll road",)
    assert found.codes == ("turn-left",)


def test_matrices_are_parsed() -> None:
    """Elements come in any order, and a missing element is an error rather than an absent route."""
    reply = [
        {"destinationIndex": 1, "condition": "ROUTE_NOT_FOUND"},
        {"condition": "ROUTE_EXISTS", "duration": "60s", "distanceMeters": 80},
    ]
    ((there, absent),) = replies.read_matrix(reply, 1, 2)
    assert there is not None
    assert (there.duration_s, absent) == (60, None)
    with pytest.raises(MapReplyError, match="is missing"):
        replies.read_matrix(reply, 2, 2)
    failed = [{"status": {"code": 3, "message": "no such place"}}]
    with pytest.raises(MapReplyError, match="no such place"):
        replies.read_matrix(failed, 1, 1)
