"""Places of journeys that are named by their kind."""

from __future__ import annotations

import pytest

from geoeval.world.model import Leg, Place, TravelMode, World
from tests.understanding.asking import names_in


@pytest.mark.parametrize(
    "text",
    [
        "I walk to the museum.",
        "We spend an hour in our beloved museum.",
        "Stops: Old Mill (1 hour), Museum (2 hours).",
        "Old Mill - Museum.",
    ],
)
def test_the_only_place_of_a_kind_is_named_by_it(text: str) -> None:
    """Only the Maritime Museum has travel times."""
    assert names_in(text)[-1] == "Maritime Museum"


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
def test_indefinite_or_modified_kinds_name_nothing(text: str) -> None:
    """The hotel of the asker is found in other ways."""
    assert names_in(text) == []


def test_a_kind_with_two_places_names_neither() -> None:
    names = ("Maritime Museum", "Railway Museum")
    legs = [Leg(origin=names[0], destination=names[1], mode=TravelMode.WALKING, duration_s=60)]
    world = World(places=tuple(Place(name=name) for name in names), legs=legs)
    assert names_in("I walk to the museum.", world) == []


def test_a_town_does_not_abbreviate_its_places() -> None:
    """A name in most addresses is not short for a cathedral."""
    places = tuple(
        Place(name=name, address=f"{n} Quay, Alba")
        for n, name in enumerate(("Alba Cathedral", "Old Mill", "Stone Pier"))
    )
    assert names_in("A day in Alba", World(places=places)) == []
    assert names_in("A day at Alba Cathedral", World(places=places)) == ["Alba Cathedral"]
