"""A place whose name only resembles that of the question is not the place asked about."""

from __future__ import annotations

import pytest

from geoeval import Place, WeeklyHours, World
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import Derivation
from geoeval.verification.model import Item
from geoeval.verification.run import verify_dataset
from geoeval.world.names import best_match, is_misspelling

HOURS = "- Open: Daily: 8 AM - 6 PM.\n"


def _verify(asked: str, known: str, label: str) -> Item:
    record = {
        "question": f"Is the {asked} open at 7 pm on Friday?",
        "options": ["Yes", "No"],
        "answer": label,
        "context": f"Information of {known}:\n{HOURS}",
    }
    return verify_dataset([record]).items[0]


@pytest.mark.parametrize("label", ["Yes", "No"])
@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("East Pharmacy", "West Pharmacy"),
        ("Hansen Bakery", "Jansen Bakery"),
        ("Museum of Art", "Museum of Arms"),
        ("Lake Park", "Lace Park"),
        ("Bar Lola", "Bar Lolo"),
        ("East Pharmacy", "East Bakery"),
    ],
)
def test_a_label_about_a_place_of_a_near_name_is_not_judged(
    asked: str, known: str, label: str
) -> None:
    assert _verify(asked, known, label).verdict == "undetermined"


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("Baker Street Cafe", "Barker Street Cafe"),
        ("Café Martin", "Café Marlin"),
        ("Old Bridge Cafe", "Old Ridge Cafe"),
        ("Tallinn Tower", "Tallinn TV Tower"),
    ],
)
def test_a_label_is_not_contradicted_if_the_question_may_misspell_a_name(
    asked: str, known: str
) -> None:
    item = _verify(asked, known, "Yes")
    assert item.verdict == "undetermined"
    assert any(f"means '{known}'" in text for text in item.answer.all_assumptions)


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("West Pharmacy", "West Pharmacy"),
        ("Cafe Lola", "Café Lola"),
        ("Ostrich Inn in Barcelona", "Ostrich Inn | Hostel in Barcelona"),
    ],
)
def test_a_label_about_a_place_of_the_same_name_is_judged(asked: str, known: str) -> None:
    assert _verify(asked, known, "Yes").verdict == "contradicted"


@pytest.mark.parametrize(
    ("name", "other", "expected"),
    [
        ("Rijksmuseum", "Rjiksmuseum", True),
        ("Martin", "Marlin", True),
        ("Heros Square", "Heroes Square", True),
        ("Tallinn Tower", "Tallinn TV Tower", True),  # a word left out
        ("Tallinn TV Tower", "Tallinn Tower", False),  # a word more
        ("Mc Donald Hall", "McDonald Hall", True),
        ("Marlow", "Harlow", False),  # another first letter
        ("Lola Grill", "Lolo Grill", False),  # words of four letters
        ("Lola Mlil", "Lola Mill", True),
        ("Lolas Grill", "Lolos Grill", True),  # of five
        ("Grace Cafe", "Grand Cafe", True),  # three of five letters are equal
        ("Great Cafe", "Grown Cafe", False),  # two of five
        ("North Gate", "South Gate", False),
        ("Left Bank", "Right Bank", False),
    ],
)
def test_only_likely_slips_of_spelling_are_misspellings(
    name: str, other: str, expected: bool
) -> None:
    assert is_misspelling(name, other) is expected


def test_another_name_is_suggested_rather_than_matched() -> None:
    match = best_match("Hansen Bakery", ["Jansen Bakery"])
    assert (match.index, match.candidates) == (None, ("Jansen Bakery",))


def test_a_query_with_a_misspelt_name_states_what_it_assumes() -> None:
    world = World(places=(Place(name="Old Barker Mill", hours=WeeklyHours.parse("Daily: 9-17")),))
    query = parse_query(
        {"ask": "check", "place": "Old Baker Mill", "passes": {"kind": "open", "day": "monday"}}
    )
    outcome = solve(query, world)
    assert isinstance(outcome, Derivation)
    assert outcome.assumptions == ("'Old Baker Mill' means 'Old Barker Mill'",)
