"""Freely worded journeys: the intended reading is among those found, cheapest first."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.query.solve import parse_query
from geoeval.understanding.frames import trip_times, trips
from geoeval.understanding.journey.itineraries import MAX_JOURNEYS, JourneyReading, find_journeys
from geoeval.world.model import Leg, TravelMode, World
from tests.understanding.asking import items, reading
from tests.understanding.towns import SIGHTSEEING

FRAMES = (*trips.FRAMES, *trip_times.FRAMES)


def journeys_in(text: str, world: World = SIGHTSEEING) -> list[JourneyReading]:
    """Return the readings of the journey in a text."""
    return list(find_journeys(reading(text, world)))


@pytest.mark.parametrize("item", items("journeys.json"), ids=lambda item: item["question"][:40])
def test_the_intended_query_is_among_the_drafts(item: dict[str, Any]) -> None:
    """Another draft may be cheaper."""
    asked = reading(item["question"], SIGHTSEEING, *item["options"])
    drafted = [draft.query for frame in FRAMES for draft in frame.fill(asked)]
    assert parse_query(item["query"]) in drafted


def test_the_literal_reading_costs_nothing() -> None:
    """The other readings make assumptions and have increasing costs."""
    found = journeys_in(
        "I leave Hotel Vardo at 9 AM and spend an hour at the Old Mill, then see the Pier."
    )
    assert (found[0].cost, found[0].assumptions) == (0.0, ())
    assert all(each.assumptions for each in found[1:])
    assert [t.cost for t in found] == sorted(t.cost for t in found)
    assert 1 < len(found) <= MAX_JOURNEYS


def test_a_duration_between_places_may_belong_to_either() -> None:
    found = journeys_in("From Hotel Vardo I go to the Old Mill, an hour, Stone Pier.")
    lengths = [tuple(stop.visit_min for stop in t.itinerary.stops) for t in found]
    assert {(60, 0), (0, 60)} <= set(lengths)


def test_readings_with_contradictory_times_are_dropped() -> None:
    found = journeys_in(
        "I leave Hotel Vardo at 9 AM, visit the Old Mill and must be at Stone Pier by 11 AM."
    )
    hours = [(t.itinerary.depart, t.itinerary.finish_by) for t in found]
    assert all(start < end for start, end in hours if start and end)


def test_a_journey_may_begin_where_a_stay_ends() -> None:
    """Everything before a departure at a clock time is ignored."""
    (first, *_) = journeys_in(
        "I leave Hotel Vardo at 9 AM, stay at the Old Mill until 2 PM and walk to Stone Pier."
    )
    itinerary = first.itinerary
    assert itinerary.is_part
    assert (itinerary.origin, itinerary.depart) == ("Old Mill", "14:00")
    assert [stop.place for stop in itinerary.stops] == ["Stone Pier"]


def test_alternative_readings_need_known_legs() -> None:
    leg = Leg(
        origin="Hotel Vardo",
        destination="Old Mill",
        mode=TravelMode.WALKING,
        duration_s=600,
        distance_m=800.0,
    )
    world = World(places=SIGHTSEEING.places, legs=(leg,))
    text = "From Hotel Vardo I walk to the Old Mill for an hour. My tour of Gorm Castle is at 3 PM."
    assert len(journeys_in(text, world)) < len(journeys_in(text))


def test_an_unknown_name_may_be_skipped() -> None:
    """The journey is also read without it."""
    found = journeys_in("From Hotel Vardo I walk to Aunt Petunia and to the Old Mill for an hour.")
    stops = [[stop.place for stop in t.itinerary.stops] for t in found]
    assert "Aunt Petunia" in stops[0]
    assert ["Old Mill"] in stops


@pytest.mark.parametrize(
    "text",
    [
        "I must be at the Rose Garden at 11 AM after an hour at Stone Pier.",
        "I want to see the Rose Garden. Before that, I spend an hour at Stone Pier.",
        "The Rose Garden comes after Stone Pier.",
        "After an hour at Stone Pier I go to the Rose Garden.",
        "An hour at Stone Pier and after that the Rose Garden.",
    ],
)
def test_words_such_as_before_set_the_order(text: str) -> None:
    """Stops are not always visited in the order in which they are mentioned."""
    stops = journeys_in(f"I start at Hotel Vardo. {text}")[0].itinerary.stops
    assert [stop.place for stop in stops] == ["Stone Pier", "Rose Garden"]
