"""Kinds of place that no word list has: headings of the world, and what the options are."""

from __future__ import annotations

import pytest

from geoeval.understanding import NotUnderstood
from geoeval.world.model import NearbyList, Place, World
from tests.understanding.asking import answered, asked, chosen

MILL = Place(name="Old Mill", location=(0.0, 0.0))
NAMES = ("Alba", "Boro", "Cora")
SPOTS = tuple(
    Place(name=name, location=(0.0, 0.01 * n), rating=4.0 + n / 10)
    for n, name in enumerate(NAMES, 1)
)


def listed(heading: str) -> World:
    """Return a world with three places of a kind around the mill."""
    around = NearbyList(anchor="Old Mill", category=heading, places=SPOTS)
    return World(places=(MILL,), lists=(around,))


@pytest.mark.parametrize("heading", ["Zorberies", "zorbery", "Zorbery"])
@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Which zorbery is nearest to the Old Mill?", "Alba"),
        ("What is the second nearest zorbery to the Old Mill?", "Boro"),
        ("Which of the zorberies near the Old Mill has the highest rating?", "Cora"),
    ],
)
def test_a_heading_of_the_world_is_a_kind(heading: str, text: str, right: str) -> None:
    """A kind that only this world knows is read in singular and plural, at no cost."""
    answer = answered(text, listed(heading), NAMES)
    assert (chosen(answer, NAMES), answer.assumptions) == (right, ())


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Which chippy is closest to the Old Mill?", "Alba"),
        ("I am at the Old Mill. What is the nearest chippy?", "Alba"),
        ("Which chip counter is farthest from the Old Mill?", "Cora"),
    ],
)
def test_an_unknown_noun_is_what_the_options_are(text: str, right: str) -> None:
    """The one list with the options says what they are; that is an assumption."""
    answer = answered(text, listed("Restaurants"), NAMES)
    assert chosen(answer, NAMES) == right
    assert answer.assumptions


@pytest.mark.parametrize(
    "text",
    [
        "Which frobbish restaurant is closest to the Old Mill?",
        "Which chippy with frobs is closest to the Old Mill?",
        "Which old frobbish chip counter is closest to the Old Mill?",
    ],
)
def test_what_narrows_a_kind_is_none(text: str) -> None:
    """A word before a known kind, or in the phrase behind an unknown one, may narrow it."""
    assert isinstance(asked(text, listed("Restaurants"), *NAMES), NotUnderstood)


@pytest.mark.parametrize(
    "text",
    [
        "How many restaurants are in a 1.5 km perimeter of the Old Mill?",
        "How many restaurants are in a disc of 1.5 km around the Old Mill?",
    ],
)
def test_a_noun_beside_a_length_says_what_it_is(text: str) -> None:
    """It is passed over at a small cost."""
    assert chosen(answered(text, listed("Restaurants"), ("1", "2")), ("1", "2")) == "1"


def test_a_word_within_a_kind_is_an_assumption() -> None:
    """A list of bars need not be one of wine bars; one of wine bars is."""
    text = "Which wine bar is nearest to the Old Mill?"
    wide, narrow = (answered(text, listed(heading), NAMES) for heading in ("Bars", "Wine Bars"))
    assert [chosen(answer, NAMES) for answer in (wide, narrow)] == ["Alba", "Alba"]
    assert [bool(answer.assumptions) for answer in (wide, narrow)] == [True, False]
