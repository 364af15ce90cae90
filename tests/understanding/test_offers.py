"""The plans that options offer: orders and schedules."""

from __future__ import annotations

import pytest

from geoeval.understanding.journey import offers
from geoeval.world.model import Place, World
from tests.understanding.asking import reading
from tests.understanding.towns import TOWN

HOME = "Hotel Vardo"


def offered_orders(*options: str) -> list[tuple[str, ...]]:
    """Return the orders that options offer to somebody who stays at the hotel."""
    found = offers.offered_orders(reading("In which order?", TOWN, *options), HOME)
    return [order.places for order in found]


def offered_visits(option: str) -> list[tuple[str, str, str | None]]:
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
def test_orders_are_read_in_many_forms(option: str) -> None:
    """Arrows, commas and "then" separate the stops."""
    assert offered_orders(option) == [("Old Mill", "Stone Pier", "Rose Garden")]


@pytest.mark.parametrize("word", ["Home", "home", "the Hotel", "My hotel", "Return home"])
def test_home_is_where_the_asker_stays(word: str) -> None:
    assert offered_orders(f"Old Mill -> {word}") == [("Old Mill", HOME)]


def test_an_unknown_stop_is_kept_as_written() -> None:
    """It stays in the order, which is then infeasible."""
    assert offered_orders("Old Mill -> Zork Palace") == [("Old Mill", "Zork Palace")]


def test_a_misspelt_stop_is_recognised() -> None:
    assert offered_orders("Old Mill -> Maritime Musuem") == [("Old Mill", "Maritime Museum")]


def test_options_without_places_offer_no_orders() -> None:
    """Empty options and "neither" are ignored; any other option without a place is decisive."""
    assert offered_orders("Old Mill -> Stone Pier", "as you like") == []
    assert offered_orders("Old Mill -> Stone Pier", "Neither order") == [("Old Mill", "Stone Pier")]
    assert offered_orders("Old Mill -> Stone Pier", "") == [("Old Mill", "Stone Pier")]


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
def test_offered_visits_have_start_and_end(
    option: str, expected: list[tuple[str, str, str]]
) -> None:
    """The end may be missing."""
    assert offered_visits(option) == expected


def test_an_order_in_the_question_is_found() -> None:
    """Only places joined by arrows belong to it."""
    found = reading("Is Old Mill -> Stone Pier feasible before the Rose Garden?", TOWN)
    assert offers.order_in_text(found, found.of("place")) == ["Old Mill", "Stone Pier"]


def test_a_town_inside_a_longer_name_is_not_the_stop() -> None:
    """The longer name may be known or not."""
    alba = Place(name="Alba", address="Alba")
    world = World(places=(alba, Place(name="Grand Alba Eye"), Place(name="Old Mill")))
    read = reading("Which order?", world, "Old Mill -> See Alba Eye", "Old Mill -> Alba Zoo")
    assert [order.places[-1] for order in offers.offered_orders(read, None)] == [
        "Grand Alba Eye",
        "Alba Zoo",
    ]
