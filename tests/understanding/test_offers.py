"""The plans that options offer: orders and schedules."""

from __future__ import annotations

import pytest

from geoeval.understanding.journey import offers
from geoeval.world.model import Place, World
from tests.understanding.asking import reading
from tests.understanding.towns import TOWN

HOME = "Hotel Vardo"


def orders(*options: str) -> list[tuple[str, ...]]:
    """Return the orders that options offer to somebody who stays at the hotel."""
    found = offers.offered_orders(reading("In which order?", TOWN, *options), HOME)
    return [order.places for order in found]


def schedule(option: str) -> list[tuple[str, str, str | None]]:
    """Return the visits of an offered schedule."""
    found = offers.offered_schedules(reading("Which schedule?", TOWN, option), HOME)
    return [(v.place, v.start, v.end) for offered in found for v in offered.visits]


@pytest.mark.parametrize(
    "option",
    [
        "Old Mill -> Stone Pier -> Rose Garden",
        "Old Mill → Stone Pier → Rose Garden",
        "Old Mill > Stone Pier > Rose Garden",
        "Old Mill, Stone Pier, Rose Garden",
        "Old Mill, Stone Pier and Rose Garden",
        "Old Mill; Stone Pier; Rose Garden",
        "Old Mill, then Stone Pier, then Rose Garden",
        "the old mill => the stone pier => the rose garden",
        "Visit the Old Mill -> Visit the Stone Pier -> Visit the Rose Garden",
    ],
)
def test_orders_come_in_many_forms(option: str) -> None:
    """Arrows, commas and "then" part the stops of an order."""
    assert orders(option) == [("Old Mill", "Stone Pier", "Rose Garden")]


@pytest.mark.parametrize("word", ["Home", "home", "the Hotel", "My hotel", "Return home"])
def test_home_is_where_one_stays(word: str) -> None:
    """The words 'Home' and "hotel" in an order are the place where the journey starts."""
    assert orders(f"Old Mill -> {word}") == [("Old Mill", HOME)]


def test_an_unknown_stop_is_kept_as_written() -> None:
    """A name that no place bears stays in the order, so that it cannot be met."""
    assert orders("Old Mill -> Zork Palace") == [("Old Mill", "Zork Palace")]


def test_a_misspelt_stop_is_recognised() -> None:
    """A stop is resolved as any name is."""
    assert orders("Old Mill -> Maritime Musuem") == [("Old Mill", "Maritime Museum")]


def test_options_without_places_offer_no_orders() -> None:
    """If any option names no place, none is an order; empty ones and "neither" do not count."""
    assert orders("Old Mill -> Stone Pier", "as you like") == []
    assert orders("Old Mill -> Stone Pier", "Neither order") == [("Old Mill", "Stone Pier")]
    assert orders("Old Mill -> Stone Pier", "") == [("Old Mill", "Stone Pier")]


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("Old Mill 9:10 AM - 10:10 AM", [("Old Mill", "09:10", "10:10")]),
        ("Old Mill: 9.10 - 10.10 am", [("Old Mill", "09:10", "10:10")]),
        ("Old Mill (11:30 to 1:00 PM)", [("Old Mill", "11:30", "13:00")]),
        (
            "9:10 AM Old Mill, 10:20 AM Stone Pier",
            [("Old Mill", "09:10", None), ("Stone Pier", "10:20", None)],
        ),
        ("Old Mill 9:10 AM - 10:10 AM; home", [("Old Mill", "09:10", "10:10")]),
        ("none of these", []),
    ],
)
def test_schedules_have_their_hours(option: str, expected: list[tuple[str, str, str]]) -> None:
    """The hours of a visit are its start and end, or only its start."""
    assert schedule(option) == expected


def test_the_question_itself_may_tell_an_order() -> None:
    """Places joined by arrows in the question are an order, others are not."""
    found = reading("Is Old Mill -> Stone Pier feasible before the Rose Garden?", TOWN)
    assert offers.order_in_text(found, found.of("place")) == ["Old Mill", "Stone Pier"]


def test_a_town_inside_a_longer_name_is_not_the_stop() -> None:
    """The name "Alba Eye" is not the town "Alba", be the eye known or not."""
    alba = Place(name="Alba", address="Alba")
    world = World(places=(alba, Place(name="Grand Alba Eye"), Place(name="Old Mill")))
    read = reading("Which order?", world, "Old Mill -> See Alba Eye", "Old Mill -> Alba Zoo")
    assert [order.places[-1] for order in offers.offered_orders(read, None)] == [
        "Grand Alba Eye",
        "Alba Zoo",
    ]
