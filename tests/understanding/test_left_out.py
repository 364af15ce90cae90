"""Exclusions from a choice, and names that only locate or describe a place."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.query.filter_kinds import Measure
from geoeval.understanding.kinds import is_town, with_descriptions
from geoeval.understanding.reading import Mention
from geoeval.understanding.vocabulary.text import clean_text, tokenise
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import highest
from tests.query.towns import names, reason
from tests.understanding.asking import pick_fields, query_fields, query_of
from tests.understanding.towns import TOWN

CAFES = ("Gull Cafe", "Heron Cafe", "Egret Cafe")
INNS = World(
    places=(
        Place(name="Red Inn", address="1 Oak Lane, Alba", rating=4.7, rating_count=90),
        Place(name="Blue Inn", address="2 Fir Lane, Alba", rating=4.5, rating_count=800),
        Place(name="Green Inn", address="3 Oak Lane, Alba", rating=4.1, rating_count=400),
    )
)
OFFERED = ("Red Inn", "Blue Inn", "Green Inn")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Apart from the Gull Cafe, which cafe is nearest to the Old Mill?",
            {
                "figure": {"kind": "distance"},
                "among": {"anchor": "Old Mill", "excluding": ["Gull Cafe"]},
            },
        ),
        (
            "Anything but Gull Cafe or Heron Cafe: which cafe near the Old Mill is rated highest?",
            {"figure": {"fact": "rating"}, "among": {"excluding": ["Gull Cafe", "Heron Cafe"]}},
        ),
        (
            "After the Gull Cafe, which cafe has the highest rating?",
            {"figure": {"fact": "rating"}, "after": "Gull Cafe"},
        ),
    ],
)
def test_excluded_places_are_not_anchors(text: str, expected: dict[str, Any]) -> None:
    """The word "after" asks for the next place by the same figure."""
    assert pick_fields(query_fields(text, TOWN, *CAFES), expected) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Which of these Alba inns is rated best, ignoring those with fewer than 100 ratings?",
            {
                "among": {
                    "filters": [{"measure": "rating_count", "comparator": ">=", "value": 100.0}]
                }
            },
        ),
        (
            "Which inn is on Fir Lane?",
            {"of": {"filters": [{"kind": "address", "contains": "Fir Lane"}]}},
        ),
    ],
)
def test_exclusions_and_streets_become_filters(text: str, expected: dict[str, Any]) -> None:
    """The comparison of an exclusion is reversed; a street that some addresses lack is a filter."""
    assert pick_fields(query_fields(text, INNS, *OFFERED), expected) == expected


def test_stars_are_not_a_number_of_ratings() -> None:
    nouns: tuple[tuple[str, Measure], ...] = (("stars", "rating"), ("ratings", "rating_count"))
    for noun, by in nouns:
        query = query_of(f"Which of these has the most {noun}?", INNS, *OFFERED)
        assert query == highest(by, among=OFFERED)


def test_the_next_place_in_an_order_is_found() -> None:
    """Excluded places are skipped."""
    query = highest("rating_count", among=OFFERED, after="Blue Inn")
    assert names(query, INNS).names[0] == "Green Inn"
    left = highest("rating_count", among=OFFERED, after="Blue Inn", excluding=("Green Inn",))
    assert names(left, INNS).names[0] == "Red Inn"


def test_nothing_follows_the_last_place() -> None:
    query = highest("rating_count", among=OFFERED, after="Red Inn")
    assert reason(query, INNS) == "nothing_matches"


def test_a_town_is_in_most_addresses() -> None:
    assert is_town(INNS, "Alba")
    assert not is_town(INNS, "Fir Lane")
    listed = World(lists=(NearbyList(anchor="Mill", category="Inns", places=INNS.places),))
    assert is_town(listed, "Alba")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("near the old mill (Mühle)", "old"),
        ("near the garden of Alba (Mühle)", "garden"),
        ("near that mill (Mühle)", "Mühle"),
        ("near Alba (Mühle)", "Mühle"),
    ],
)
def test_a_noun_before_a_bracketed_name_belongs_to_it(text: str, start: str) -> None:
    """The noun must have an article."""
    words = tokenise(clean_text(text))
    name = Mention("place", "Mühle", len(words) - 1, len(words))
    (found,) = with_descriptions(words, [name])
    assert words[found.start].text == start
