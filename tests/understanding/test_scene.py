"""Where the asker is, when, and how they travel."""

from __future__ import annotations

import pytest

from geoeval.understanding import NotUnderstood, scene
from geoeval.world.model import TravelMode, World
from tests.query.asking import direction, distance, is_open, nearest
from tests.understanding.asking import asked, reading
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
    """The words 'I am at', "my hotel is" or a lone name say where the asker is."""
    found = scene.user_place(reading(text, TOWN))
    assert found is not None
    assert found.value == place


def test_the_asker_may_be_anywhere() -> None:
    """Two places without a word that says where one is tell nothing."""
    assert scene.user_place(reading("Old Mill, Stone Pier and Rose Garden?", TOWN)) is None
    assert scene.user_place(reading("Which cafe is nearest?", TOWN)) is None


def test_the_world_may_know_where_the_asker_is() -> None:
    """Where the question names no place, the world's own user location counts."""
    world = World(places=TOWN.places, lists=TOWN.lists, user_location="Old Mill")
    query = asked("Which cafe is nearest?", world)
    assert query == nearest(category="cafe", anchor="Old Mill")
    assert isinstance(asked("Which cafe is nearest?", TOWN), NotUnderstood)


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
def test_a_locality_is_no_place_of_its_own(text: str) -> None:
    """What follows "in", a comma or a bracket says where the place before it lies."""
    assert asked(text, TOWN) == distance("Maritime Museum", "Old Mill")


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
def test_the_day_that_is_meant(text: str, day: str) -> None:
    """A named day counts before today, and tomorrow is the day after it."""
    assert asked(text, TOWN) == is_open("Stone Pier", day=day)


@pytest.mark.parametrize(("word", "day"), [("today", "monday"), ("tomorrow", "tuesday")])
def test_the_world_may_know_the_day(word: str, day: str) -> None:
    """Without a day in the question "today" is that of the world, if it has one."""
    text = f"Is the Stone Pier open {word}?"
    assert asked(text, World(places=TOWN.places, today=0)) == is_open("Stone Pier", day=day)
    assert isinstance(asked(text, TOWN), NotUnderstood)


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
def test_one_mode_is_the_mode(text: str, mode: TravelMode | None) -> None:
    """Adverbs and verbs name a mode; several different ones name none for the whole."""
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
def test_who_is_seen_from_where(text: str, place: str, seen_from: str) -> None:
    """The place behind "from", or where the asker is, is where one looks from."""
    assert asked(text, TOWN) == direction(place, seen_from)
