"""Categories of places and their words."""

from __future__ import annotations

import pytest

from geoeval.world.categories import all_categories, category_of, category_words, is_kind_of


@pytest.mark.parametrize(
    ("words", "category"),
    [
        ("Restaurants", "restaurant"),
        ("eateries", "restaurant"),
        ("places of worship", "place of worship"),
        ("Cafés", "cafe"),
        ("book_store", "book store"),
        ("ATMs", "atm"),
        ("Bus Stations", "bus station"),
        ("drugstores", "drugstore"),
        ("apothecaries", "pharmacy"),
        ("churches", "church"),
        ("Parkings", "parking"),
        ("gas station", "gas station"),
        ("petrol pumps", "gas station"),
        ("bus", None),
        ("", None),
        ("x" * 100, None),
    ],
)
def test_words_name_categories(words: str, category: str | None) -> None:
    """Singular and plural, British and American words name the same category."""
    assert category_of(words) == category


def test_narrower_categories_are_transitive() -> None:
    """Unknown words belong to no category."""
    assert is_kind_of("sushi bar", "restaurant")
    assert is_kind_of("sushi bar", "food place")
    assert not is_kind_of("restaurant", "sushi bar")
    assert not is_kind_of("friend", "restaurant")


def test_every_category_is_found_by_its_words() -> None:
    for category in all_categories():
        assert category_of(category) == category
    assert set(category_words().values()) == set(all_categories())
