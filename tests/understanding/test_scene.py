"""Where the asker is, when, and how they travel."""

from __future__ import annotations

import pytest

from geoeval.understanding import NotUnderstood, scene
from geoeval.world.model import TravelMode, World
from tests.query.asking import direction, distance, is_open, nearest
from tests.understanding.asking import query_of, reading
from tests.understanding.towns import TOWN


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I am at the Old Mill. Which cafe is nearest?", "Old Mill"),
        ("We live near the Old Mill. Which cafe is nearest?", "Old Mill"),
        ("My hotel is Hotel Vardo, I walk to the Old Mill.", "Hotel Vardo"),
        ("I stay in my hotel, the Hotel Vardo, not far from the Old Mill.", "Hotel Vardo"),
        ("Hotel Vardo, my hotel, is near the Old Mill.", "Hotel Vardo"),
        ("From the Stone Pier I see the Old Mill.", "Stone Pier"),
        ("The Old Mill?", "Old Mill"),
    ],
)
def test_the_asker_is_where_the_story_says(text: str, place: str) -> None:
    """The words "I am at", "my hotel is" or a single name give the position."""
    found = scene.user_place(reading(text, TOWN))
    assert found is not None
    assert found.value == place


def test_the_position_of_the_asker_may_be_unknown() -> None:
    assert scene.user_place(reading("Old Mill, Stone Pier and Rose Garden?", TOWN)) is None
    assert scene.user_place(reading("Which cafe is nearest?", TOWN)) is None


def test_the_world_may_give_the_position_of_the_asker() -> None:
    world = World(places=TOWN.places, lists=TOWN.lists, user_location="Old Mill")
    query = query_of("Which cafe is nearest?", world)
    assert query == nearest(category="cafe", anchor="Old Mill")
    assert isinstance(query_of("Which cafe is nearest?", TOWN), NotUnderstood)


@pytest.mark.parametrize(
    "text",
    [
        "How far is the Maritime Museum in Alba from the Old Mill, Alba, as the crow flies?",
        "How far is the Maritime Museum (Alba) from the Old Mill as the crow flies?",
        "How far is the Maritime Museum - Alba from the Old Mill in Alba as the crow flies?",
        "How far is Mima (Maritime Museum) from the Old Mill as the crow flies?",
        "How far is the Roof of the Maritime Museum from the Old Mill as the crow flies?",
    ],
)
def test_a_locality_is_not_a_place_of_its_own(text: str) -> None:
    """It follows "in", a comma or a bracket and locates the place before it."""
    assert query_of(text, TOWN) == distance("Maritime Museum", "Old Mill")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Is the Stone Pier open on Tuesday?", "tuesday"),
        ("Today is Sunday. Is the Stone Pier open tomorrow?", "monday"),
        ("It is Sunday. Is the Stone Pier open tomorrow?", "monday"),
        ("It's Sunday. Is the Stone Pier open on Tuesday?", "tuesday"),
        ("It is Sunday today. Is the Stone Pier open?", "sunday"),
    ],
)
def test_a_named_day_has_priority_over_today(text: str, day: str) -> None:
    """Tomorrow is the day after the stated today."""
    assert query_of(text, TOWN) == is_open("Stone Pier", day=day)


@pytest.mark.parametrize(("word", "day"), [("today", "monday"), ("tomorrow", "tuesday")])
def test_the_world_may_give_the_day(word: str, day: str) -> None:
    text = f"Is the Stone Pier open {word}?"
    assert query_of(text, World(places=TOWN.places, today=0)) == is_open("Stone Pier", day=day)
    assert isinstance(query_of(text, TOWN), NotUnderstood)


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("How long to drive from the Old Mill to the Stone Pier by car?", TravelMode.DRIVING),
        ("How long from the Old Mill to the Stone Pier on foot?", TravelMode.WALKING),
        ("How long from the Old Mill to the Stone Pier by bike?", TravelMode.BICYCLING),
        ("How long from the Old Mill to the Stone Pier by train?", TravelMode.TRANSIT),
        ("How long from the Old Mill to the Stone Pier?", None),
        ("How long from the Old Mill to the Stone Pier by car and on foot?", None),
    ],
)
def test_a_mode_counts_only_if_it_is_the_only_mode(text: str, mode: TravelMode | None) -> None:
    assert scene.single_mode(scene.named_modes(reading(text, TOWN))) is mode


@pytest.mark.parametrize(
    ("text", "place", "seen_from"),
    [
        ("In which direction is the Stone Pier from the Old Mill?", "Stone Pier", "Old Mill"),
        ("From the Old Mill, which direction is the Stone Pier?", "Stone Pier", "Old Mill"),
        ("Which direction do I go from the Old Mill to the Stone Pier?", "Stone Pier", "Old Mill"),
        ("I am at the Old Mill. In which direction is the Stone Pier?", "Stone Pier", "Old Mill"),
        ("Seen from the Old Mill, in what direction is the Stone Pier?", "Stone Pier", "Old Mill"),
    ],
)
def test_a_direction_is_seen_from_the_start(text: str, place: str, seen_from: str) -> None:
    """The start follows "from", or is the position of the asker."""
    assert query_of(text, TOWN) == direction(place, seen_from)
