"""Hours, ranks and places that are not next to the words that they narrow."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Listing, Query, Routes
from geoeval.query.filter_kinds import NameFilter, OpenFilter, RouteHas
from geoeval.understanding import NotUnderstood
from geoeval.world.model import World
from tests.query.asking import any_of, direction, distance, fact, nearest, open_days
from tests.understanding.asking import query_of
from tests.understanding.towns import ROADS, TOWN

CAFES = ("Gull Cafe", "Heron Cafe")
COMPASS = ("North", "South")
TO_PIER = direction("Stone Pier", "Old Mill")
AT_NINE = any_of(
    category="cafe",
    anchor="Old Mill",
    filters=(OpenFilter(day="tuesday", at="21:00"),),
    among=CAFES,
)
FARTHER = nearest(anchor="Old Mill", filters=(NameFilter(contains="Gull Cafe"),), farthest=True)


@pytest.mark.parametrize(
    ("text", "options", "world", "expected"),
    [
        (
            (
                "I am at the Old Mill now and I have an appointment at Stone Pier. In which "
                "direction do I have to go?"
            ),
            COMPASS,
            TOWN,
            TO_PIER,
        ),
        (
            "I have an appointment at Stone Pier and I am at the Old Mill. Which direction is it?",
            COMPASS,
            TOWN,
            TO_PIER,
        ),
        (
            "How far is it as the crow flies from Old Mill to Stone Pier, the Steinsteg?",
            ("1 km", "2 km"),
            TOWN,
            distance("Old Mill", "Stone Pier"),
        ),
        ("Which cafe near the Old Mill can I go to on Tuesday at 9 PM?", CAFES, TOWN, AT_NINE),
        (
            "I would like to shop. Which cafe is the closest to the Old Mill?",
            CAFES,
            TOWN,
            nearest(category="cafe", anchor="Old Mill", among=CAFES),
        ),
        (
            "I am at the Old Mill. Beginning with the nearest, which cafe comes second?",
            CAFES,
            TOWN,
            nearest(category="cafe", anchor="Old Mill", rank=2),
        ),
        (
            "Three cafes are closest to the Old Mill. Name the third of them.",
            CAFES,
            TOWN,
            nearest(category="cafe", anchor="Old Mill", rank=3),
        ),
        (
            (
                "There are two Gull Cafes around the Old Mill. What is the rating of the one that "
                "is further from the mill?"
            ),
            ("4.5", "4.0"),
            TOWN,
            fact(FARTHER, "rating"),
        ),
        (
            "On which days could I be at the Stone Pier at 4:30 PM?",
            ("Tuesday", "Sunday"),
            TOWN,
            open_days("Stone Pier", at="16:30"),
        ),
        (
            "What is the rating of the Stone Pier near the Old Mill?",
            ("4.5", "4.0"),
            TOWN,
            fact("Stone Pier", "rating"),
        ),
        (
            "Which route from Hotel Vardo to Gorm Castle leads through two roundabouts?",
            ("Elm Street", "Bay Highway"),
            ROADS,
            Listing(
                of=Routes(
                    origin="Hotel Vardo",
                    destination="Gorm Castle",
                    filters=(RouteHas(manoeuvre="roundabout", times=2),),
                ),
                wanted="any",
            ),
        ),
    ],
)
def test_a_distant_phrase_narrows_the_query(
    text: str, options: tuple[str, ...], world: World, expected: Query
) -> None:
    assert query_of(text, world, *options) == expected


def test_the_town_of_the_asker_is_not_a_filter() -> None:
    query = query_of("I am at the Old Mill, Alba. Which cafe is the closest?", TOWN, *CAFES)
    assert query == nearest(category="cafe", anchor="Old Mill", among=CAFES)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("I was at the Old Mill and then at Stone Pier. Which direction is that?", COMPASS),
        ("Which cafe near the Old Mill can I walk to if I leave on Tuesday at 9 PM?", CAFES),
        ("Which cafe near the Old Mill can I reach by 9 PM on Tuesday?", CAFES),
        ("Can I be at the Stone Pier on which day after 4:30 PM?", ("Tuesday", "Sunday")),
        ("Stone Pier: dinner, takeaway or both?", ("Dinner only", "Takeaway only", "Both of them")),
        ("What is the rating of the one that is further?", ("4.5", "4.0")),
    ],
)
def test_an_unclear_distant_phrase_is_not_understood(text: str, options: tuple[str, ...]) -> None:
    assert isinstance(query_of(text, TOWN, *options), NotUnderstood)
