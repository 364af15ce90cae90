"""Kinds of place beyond the word lists: headings of the world, and what the options are."""

from __future__ import annotations

import pytest

from geoeval.understanding import NotUnderstood
from geoeval.world.model import NearbyList, Place, World
from tests.understanding.asking import answer_by_rules, answer_text, chosen_option, query_of

MILL = Place(name="Old Mill", location=(0.0, 0.0))
NAMES = ("Alba", "Boro", "Cora")
SPOTS = tuple(
    Place(name=name, location=(0.0, 0.01 * n), rating=4.0 + n / 10)
    for n, name in enumerate(NAMES, 1)
)


def world_with_list(heading: str) -> World:
    """Return a world with three places listed around the mill."""
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
def test_a_heading_of_the_world_is_a_kind_of_place(heading: str, text: str, right: str) -> None:
    """Singular and plural are understood, without an assumption."""
    answer = answer_by_rules(text, world_with_list(heading), NAMES)
    assert (chosen_option(answer, NAMES), answer.assumptions) == (right, ())


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Which chippy is closest to the Old Mill?", "Alba"),
        ("I am at the Old Mill. What is the nearest chippy?", "Alba"),
        ("Which chip counter is farthest from the Old Mill?", "Cora"),
    ],
)
def test_an_unknown_noun_takes_the_kind_of_the_options(text: str, right: str) -> None:
    """The only list that contains the options says what they are; that is an assumption."""
    answer = answer_by_rules(text, world_with_list("Restaurants"), NAMES)
    assert chosen_option(answer, NAMES) == right
    assert answer.assumptions


@pytest.mark.parametrize(
    "text",
    [
        "Which frobbish restaurant is closest to the Old Mill?",
        "Which chippy with frobs is closest to the Old Mill?",
        "Which old frobbish chip counter is closest to the Old Mill?",
    ],
)
def test_a_modifier_is_not_a_kind_of_place(text: str) -> None:
    """A word before a known kind, or after an unknown kind, may narrow it."""
    assert isinstance(query_of(text, world_with_list("Restaurants"), *NAMES), NotUnderstood)


@pytest.mark.parametrize(
    "text",
    [
        "How many restaurants are in a 1.5 km perimeter of the Old Mill?",
        "How many restaurants are in a disc of 1.5 km around the Old Mill?",
    ],
)
def test_a_noun_next_to_a_length_is_ignored(text: str) -> None:
    assert answer_text(text, world_with_list("Restaurants"), ("1", "2")) == "1"


def test_a_broader_list_is_an_assumption() -> None:
    """A bar need not be a wine bar."""
    text = "Which wine bar is nearest to the Old Mill?"
    wide, narrow = (
        answer_by_rules(text, world_with_list(heading), NAMES) for heading in ("Bars", "Wine Bars")
    )
    assert [chosen_option(answer, NAMES) for answer in (wide, narrow)] == ["Alba", "Alba"]
    assert [bool(answer.assumptions) for answer in (wide, narrow)] == [True, False]
