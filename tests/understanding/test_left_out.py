"""What is left out of a choice, and names that only say where or what something is."""

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
from tests.understanding.asking import asked, fields, held
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
def test_left_out(text: str, expected: dict[str, Any]) -> None:
    """Places that are not wanted are no anchor, and the next one follows a place by its figure."""
    assert held(fields(text, TOWN, *CAFES), expected) == expected


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
def test_what_remains(text: str, expected: dict[str, Any]) -> None:
    """A figure of those left out is turned round; a street that not all lie in narrows."""
    assert held(fields(text, INNS, *OFFERED), expected) == expected


def test_stars_are_no_number_of_ratings() -> None:
    """Most stars are the highest rating, most ratings the greatest number of them."""
    nouns: tuple[tuple[str, Measure], ...] = (("stars", "rating"), ("ratings", "rating_count"))
    for noun, by in nouns:
        query = asked(f"Which of these has the most {noun}?", INNS, *OFFERED)
        assert query == highest(by, among=OFFERED)


def test_the_next_in_an_order() -> None:
    """The place asked for follows the named one, and one left out is passed over."""
    query = highest("rating_count", among=OFFERED, after="Blue Inn")
    assert names(query, INNS).names[0] == "Green Inn"
    left = highest("rating_count", among=OFFERED, after="Blue Inn", excluding=("Green Inn",))
    assert names(left, INNS).names[0] == "Red Inn"


def test_nothing_follows_the_last() -> None:
    """After the last place of an order none is meant."""
    query = highest("rating_count", among=OFFERED, after="Red Inn")
    assert reason(query, INNS) == "nothing_matches"


def test_a_town_stands_in_most_addresses() -> None:
    """A street of two of three addresses counts, as a town does; one of them does not."""
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
def test_descriptions(text: str, start: str) -> None:
    """A noun with its article belongs to the name that follows it in brackets."""
    words = tokenise(clean_text(text))
    name = Mention("place", "Mühle", len(words) - 1, len(words))
    (found,) = with_descriptions(words, [name])
    assert words[found.start].text == start
