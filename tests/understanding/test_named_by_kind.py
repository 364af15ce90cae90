"""Places of journeys that are named by what they are."""

from __future__ import annotations

import pytest

from geoeval.world.model import Leg, Place, TravelMode, World
from tests.understanding.asking import reading
from tests.understanding.towns import TOWN


def named(text: str, world: World = TOWN) -> list[str]:
    """Return the places that a text names, in order."""
    return [mention.value for mention in reading(text, world).of("place")]


@pytest.mark.parametrize(
    "text",
    [
        "I walk to the museum.",
        "We spend an hour in our beloved museum.",
        "Stops: Old Mill (1 hour), Museum (2 hours).",
        "Old Mill - Museum.",
    ],
)
def test_the_one_place_of_a_kind_is_named_by_it(text: str) -> None:
    """There is one museum that travel times tell of."""
    assert named(text)[-1] == "Maritime Museum"


@pytest.mark.parametrize(
    "text",
    [
        "I walk to a museum.",
        "I walk to the second museum.",
        "I walk to the museum shop.",
        "I like our nearest museum.",
        "Museum or not?",
        "I go from the hotel.",
        "Then Museum again.",
    ],
)
def test_other_words_for_kinds_name_nothing(text: str) -> None:
    """It must be definite, and nothing more than the kind; one's hotel is told in other ways."""
    assert named(text) == []


def test_two_of_a_kind_are_neither() -> None:
    """Where two museums are known, "the museum" is not one of them."""
    names = ("Maritime Museum", "Railway Museum")
    legs = [Leg(origin=names[0], destination=names[1], mode=TravelMode.WALKING, duration_s=60)]
    world = World(places=tuple(Place(name=name) for name in names), legs=legs)
    assert named("I walk to the museum.", world) == []


def test_a_town_is_no_short_name_of_what_lies_there() -> None:
    """Where most addresses hold it, "Alba" alone is not the cathedral of Alba."""
    places = tuple(
        Place(name=name, address=f"{n} Quay, Alba")
        for n, name in enumerate(("Alba Cathedral", "Old Mill", "Stone Pier"))
    )
    assert named("A day in Alba", World(places=places)) == []
    assert named("A day at Alba Cathedral", World(places=places)) == ["Alba Cathedral"]
