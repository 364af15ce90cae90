"""Scripted conversations: a question, the calls that answer it, and the calls that fail.

The default tools are called with an invented town. A change that makes a model need more calls, or
fail more often, shows up here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from geoeval.tools import ToolSession, toolset
from tests.tools.town import town


@dataclass(frozen=True)
class Script:
    """A question, its calls in order, and the path of the answer in the last result.

    ``failing`` has the reasons of the calls that fail.
    """

    question: str
    calls: tuple[tuple[str, dict[str, Any]], ...]
    answer_path: tuple[str | int, ...]
    answer: object
    failing: tuple[str, ...] = ()


TRIP = {"origin": "Town Hall", "depart": "11 AM", "day": "Saturday", "mode": "on foot"}
STOPS = [{"place": "City Museum", "visit_min": 60}, {"place": "Old Mill", "visit_min": 30}]
SCRIPTS = [
    Script(
        "How far is the Old Mill from the Town Hall as the crow flies?",
        (("haversine", {"origin": "Old Mill", "destination": "Town Hall"}),),
        ("text",),
        "1.1 km",
    ),
    Script(
        "In which direction is the lighthouse from the Town Hall?",
        (
            ("bearing_cardinal", {"origin": "Town Hall", "destination": "the lighthouse"}),
            (
                "bearing_cardinal",
                {"origin": "Town Hall", "destination": "Harbour Lighthouse", "points": 4},
            ),
        ),
        ("direction",),
        "east",
        ("unknown_place",),
    ),
    Script(
        "What is the phone number of the City Museum?",
        (("PlaceDetails", {"placeId": "City Museum"}),),
        ("phone",),
        "555 0110",
    ),
    Script(
        "How many restaurants near the Town Hall are open on Sunday evening and serve dinner?",
        (
            (
                "find_places",
                {
                    "category": "restaurants",
                    "anchor": "Town Hall",
                    "day": "Sunday",
                    "at": "7 PM",
                    "filters": [{"fact": "feature", "value": "serves dinner"}],
                },
            ),
        ),
        ("count",),
        1,
    ),
    Script(
        "Which is the second nearest restaurant to the Town Hall?",
        (("find_places", {"category": "restaurant", "anchor": "Town Hall", "sort": "distance"}),),
        ("places", 1, "name"),
        "Blue Door",
    ),
    Script(
        "Which moderately priced restaurant is there?",
        (
            (
                "find_places",
                {
                    "category": "restaurant",
                    "filters": [{"fact": "price_level", "is": "==", "value": "moderate"}],
                },
            ),
        ),
        ("places", 0, "name"),
        "Ox Inn",
    ),
    Script(
        "When does the Old Mill close on Friday?",
        (("is_open", {"place": "Old Mill", "day": "Friday"}),),
        ("hours",),
        "09:00-18:00",
    ),
    Script(
        "How long is the drive from the Town Hall to the Old Mill?",
        (
            (
                "TravelTime",
                {"originId": "Town Hall", "destinationId": "Old Mill", "travelMode": "car"},
            ),
        ),
        ("duration_s",),
        360,
    ),
    Script(
        "Which road follows Bay Hwy on the way to the lighthouse?",
        (
            (
                "Directions",
                {
                    "originId": "Town Hall",
                    "destinationId": "Harbour Lighthouse",
                    "travelMode": "driving",
                    "via": "Bay Hwy",
                },
            ),
        ),
        ("routes", 1, "steps", 2, "instruction"),
        "Take exit 3 toward Quay Rd",
    ),
    Script(
        "Which order is over first: museum, mill or mill, museum?",
        (
            (
                "plan_trip",
                {
                    **TRIP,
                    "stops": STOPS,
                    "orders": [
                        {"text": "museum, mill", "places": ["City Museum", "Old Mill"]},
                        {"text": "mill, museum", "places": ["Old Mill", "City Museum"]},
                    ],
                },
            ),
        ),
        ("best",),
        "museum, mill",
    ),
    Script(
        "When must I leave the Town Hall to have 90 minutes in the museum before it closes?",
        (
            (
                "trip_figure",
                {
                    "figure": "departure",
                    "place": "Town Hall",
                    "day": "Saturday",
                    "mode": "walking",
                    "stops": [{"place": "City Museum", "visit_min": 90}],
                    "before_closing": "City Museum",
                },
            ),
        ),
        ("value", "time"),
        "14:25",
    ),
    Script(
        "How long does the train from the Town Hall to the Old Mill take?",
        (
            (
                "TravelTime",
                {"originId": "Town Hall", "destinationId": "Old Mill", "travelMode": "train"},
            ),
        ),
        ("error", "lacking"),
        "transit travel time from Town Hall to Old Mill",
        ("no_route",),
    ),
    Script(
        "How many hospitals are near the Town Hall?",
        (
            ("map_contents", {}),
            ("find_places", {"category": "hospital", "anchor": "Town Hall"}),
        ),
        ("error", "lacking"),
        "a list of hospital around Town Hall",
        ("no_such_fact",),
    ),
]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.question)
def test_conversation_follows_its_script(script: Script) -> None:
    """The answer is at its path, and only the scripted calls fail."""
    session = ToolSession(town(), toolset("default"))
    results = [session.call(name, arguments) for name, arguments in script.calls]
    failing = tuple(result.failure.reason for result in results if result.failure is not None)
    assert failing == script.failing
    found: Any = results[-1].content
    for key in script.answer_path:
        found = found[key]
    assert found == script.answer


def test_three_of_fifteen_calls_fail() -> None:
    """Two lack a fact, and one name is corrected."""
    calls = sum(len(script.calls) for script in SCRIPTS)
    failing = [reason for script in SCRIPTS for reason in script.failing]
    assert (calls, len(failing)) == (15, 3)
