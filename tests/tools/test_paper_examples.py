"""The examples of the paper's tables, answered by tool calls alone.

Each test drives a session as a model would: it knows the names in the question and the results so
far, and chooses the option that fits the last figure. The facts are those that the paper
prints (Listings 1, 2, 3, 7 and 8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from geoeval.tools.session import ToolSession
from geoeval.world.model import World, world_from_json

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def world(**parts: Sequence[Mapping[str, object]]) -> World:
    """Return a world of places, lists and legs in their JSON form."""
    return world_from_json(parts)


def daily(hours: str, **others: str) -> str:
    """Return a week of equal hours, except for the days given."""
    return ", ".join(f"{day}: {others.get(day.lower(), hours)}" for day in WEEK)


def ask(session: ToolSession, name: str, /, **arguments: object) -> dict[str, Any]:
    """Return the content of the result of a call, which has to succeed."""
    result = session.call(name, arguments)
    assert result.ok, result.text
    return dict(result.content)


def place_id(session: ToolSession, name: str) -> str:
    """Return the id that a search finds for a name or for the name that it suggests."""
    result = session.call("PlaceSearch", {"placeName": name})
    if result.failure is not None:
        [nearest] = result.failure.arguments[0].nearest
        return place_id(session, nearest)
    return str(result.content["placeId"])


def test_eiffel_tower_is_280_km_from_mont_saint_michel() -> None:
    """The distance is nearest to this option."""
    session = ToolSession(
        world(
            places=[
                {"name": "Eiffel Tower", "location": [48.8584, 2.2945]},
                {"name": "Mont Saint-Michel", "location": [48.6361, -1.5115]},
            ]
        )
    )
    ends = [place_id(session, name) for name in ("Eiffel Tower", "Mont Saint-Michel")]
    found = ask(session, "haversine", origin=ends[0], destination=ends[1])["distance_m"]
    options = ["230 km", "250 km", "280 km", "310 km"]
    metres = [ask(session, "convert", figure=option)["distance_m"] for option in options]
    assert min(options, key=lambda o: abs(metres[options.index(o)] - found)) == "280 km"


def test_seurasaari_lies_west_of_the_station() -> None:
    session = ToolSession(
        world(
            places=[
                {"name": "Seurasaari Open-Air Museum", "location": [60.1856, 24.8846]},
                {"name": "Helsinki Central Station", "location": [60.1719, 24.9414]},
            ]
        )
    )
    museum = place_id(session, "Seurasaari Open-Air Museum")
    station = place_id(session, "Helsinki Central Station")
    found = ask(session, "bearing_cardinal", origin=station, destination=museum, points=4)
    assert found["direction"] == "west"


RESTAURANTS = {
    "A&W Canada": daily("Open 24 hours"),
    "Quik Sushi": daily("9:00 AM – 7:00 PM", tuesday="11:30 AM – 7:30 PM"),
    "Big Pita": daily("10:30 AM – 9:00 PM"),
    "Pizza Pizza": daily("11:00 AM – 1:00 AM", friday="11:00 AM – 2:00 AM"),
    "Market Street Catch": daily("11:00 AM – 9:00 PM", monday="11:00 AM – 8:00 PM"),
    "Churrasco Of The St Lawrence": daily("7:00 AM – 7:00 PM", monday="Closed"),
}


def test_five_of_six_restaurants_are_open_on_monday() -> None:
    listed = [{"name": name, "hours": hours} for name, hours in RESTAURANTS.items()]
    session = ToolSession(
        world(
            places=[{"name": "St. Lawrence Market"}],
            lists=[{"anchor": "St. Lawrence Market", "category": "Restaurants", "places": listed}],
        )
    )
    market = place_id(session, "St. Lawrence Market")
    found = ask(session, "find_places", anchor=market, category="restaurant", day="monday")
    assert found["count"] == 5
    assert "Churrasco Of The St Lawrence" not in str(found["places"])
    assert ask(session, "NearbySearch", placeId=market, type="restaurant")["count"] == 6


def test_pyramid_is_closed_on_saturday_at_five() -> None:
    """It closes at half past four."""
    session = ToolSession(
        world(
            places=[
                {
                    "name": "The Great Pyramid of Giza",
                    "address": "Al Haram, Giza Governorate, Egypt",
                    "hours": daily("8:00 AM – 4:30 PM"),
                }
            ]
        )
    )
    pyramid = place_id(session, "The Great Pyramid of Giza")
    assert ask(session, "PlaceDetails", placeId=pyramid)["hours"] == "daily 08:00-16:30"
    assert ask(session, "is_open", place=pyramid, day="Saturday", at="5:00 PM")["open"] is False


# Minutes on foot, from the context of the question.
ORIGAMI, TEMPLE, PARK = "Khaosan Tokyo Origami", "Sensō-ji", "Ueno Park"
CROSSING, SKYTREE = "Shibuya Scramble Crossing", "Tokyo Skytree"
MINUTES = {
    ORIGAMI: {TEMPLE: 4, PARK: 33, CROSSING: 182, SKYTREE: 20},
    TEMPLE: {ORIGAMI: 4, PARK: 29, CROSSING: 172, SKYTREE: 19},
    CROSSING: {ORIGAMI: 180, TEMPLE: 170, PARK: 140, SKYTREE: 185},
    PARK: {ORIGAMI: 32, TEMPLE: 28, CROSSING: 142, SKYTREE: 51},
    SKYTREE: {ORIGAMI: 20, TEMPLE: 19, PARK: 51, CROSSING: 187},
}


def test_one_visit_fits_into_210_minutes() -> None:
    """The walk starts at a hostel in Asakusa."""
    skytree = daily("10:00 AM – 10:00 PM", sunday="9:00 AM – 10:00 PM")
    hours = {PARK: daily("5:00 AM – 11:00 PM"), SKYTREE: skytree}
    session = ToolSession(
        world(
            places=[
                {"name": name, "hours": hours[name]} if name in hours else {"name": name}
                for name in MINUTES
            ],
            legs=[
                {
                    "origin": origin,
                    "destination": destination,
                    "mode": "walking",
                    "duration_s": 60 * minutes,
                }
                for origin, row in MINUTES.items()
                for destination, minutes in row.items()
            ],
        )
    )
    names = ["Senso-ji Temple", "Shibuya Crossing", "Ueno Park", "Tokyo Skytree"]
    ids = [place_id(session, name) for name in names]
    hostel = place_id(session, "Khaosan Tokyo Origami")
    way = ask(session, "TravelTime", originId=hostel, destinationId=ids[0], travelMode="walking")
    assert way["duration_s"] == 240
    plan = ask(
        session,
        "plan_trip",
        origin=hostel,
        depart="7:00 AM",
        budget_min=210,
        mode="walking",
        objective="most_visits",
        stops=[
            {"place": place, "visit_min": minutes}
            for place, minutes in zip(ids, (60, 90, 120, 90), strict=True)
        ],
    )
    assert plan["visits"] == 1
