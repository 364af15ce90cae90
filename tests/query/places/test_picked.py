"""Facts of places that are picked by rank or filter, and comparisons of two places."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Best, Places
from geoeval.query.filter_kinds import CompareFilter, Measure
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import fact, higher, highest, nearest
from tests.query.towns import QUEUE, SQUARE, TOWN, amount, derived, reason, text, yes

HERE = "Harbour Square"
NEAREST = nearest(category="cafe", anchor=HERE)


def test_a_fact_of_the_nearest_place_is_returned() -> None:
    """The derivation names the place."""
    found = derived(fact(NEAREST, "address"), TOWN)
    assert found.steps[-2:] == (
        "the intended place is Gull Cafe",
        "address of Gull Cafe: 1 Quay Road",
    )


def test_a_fact_of_the_second_nearest_place_is_returned() -> None:
    """The rank counts all places."""
    second = NEAREST.model_copy(update={"rank": 2})
    assert amount(fact(second, "rating"), TOWN) == 4.0


def test_a_superlative_picks_the_place_of_a_fact() -> None:
    """The ranking figure need not be the fact asked for."""
    most = highest("rating_count", category="cafe", anchor=HERE)
    least = highest("rating_count", lowest=True, category="cafe", anchor=HERE)
    assert text(fact(most, "price_level"), TOWN) == "Moderate"
    assert text(fact(least, "price_level"), TOWN) == "Inexpensive"


def test_a_filter_with_a_single_match_picks_a_place() -> None:
    low = CompareFilter(measure="rating", comparator="<", value=4.2)
    only = Places(category="cafe", anchor=HERE, filters=(low,))
    assert amount(fact(only, "rating_count"), TOWN) == 30


@pytest.mark.parametrize(
    ("picked", "expected"),
    [
        (highest("rating", category="cafe", anchor=HERE), "under_specified"),
        (Places(category="cafe", anchor=HERE), "under_specified"),
        (nearest(category="cafe", anchor=HERE, rank=9), "nothing_matches"),
        (Places(among=("Moon Bar",)), "nothing_matches"),
    ],
)
def test_facts_need_a_unique_place(picked: Best | Places, expected: str) -> None:
    """Ties, several matches and no match leave the question open."""
    assert reason(fact(picked, "rating"), TOWN) == expected


def test_equally_near_places_have_no_single_fact() -> None:
    twins = tuple(Place(name=name, location=(0, at)) for name, at in (("A", 0.01), ("B", -0.01)))
    bars = NearbyList(anchor=HERE, category="Bars", places=twins)
    query = fact(nearest(category="bar", anchor=HERE), "phone")
    assert reason(query, World(places=(SQUARE,), lists=(bars,))) == "under_specified"


def test_a_picked_place_may_lack_the_fact() -> None:
    """The nearest queue has no phone."""
    assert reason(fact(NEAREST, "phone"), QUEUE) == "no_such_fact"


@pytest.mark.parametrize(
    ("first", "second", "measure", "is_higher", "is_lower"),
    [
        ("Gull Cafe", "Heron Cafe", "rating", True, False),
        ("Heron Cafe", "Gull Cafe", "rating_count", False, True),
        ("Gull Cafe", "Heron Cafe", "price_level", True, False),
        ("Gull Cafe", "Egret Cafe", "rating", False, False),
    ],
)
def test_figures_of_two_places_compare(
    first: str, second: str, measure: Measure, is_higher: bool, is_lower: bool
) -> None:
    """Equal figures are neither higher nor lower."""
    assert yes(higher(first, second, measure), TOWN) is is_higher
    assert yes(higher(first, second, measure, lower=True), TOWN) is is_lower


@pytest.mark.parametrize(
    ("measure", "expected"), [("rating_count", "no_rating"), ("price_level", "no_such_fact")]
)
def test_unknown_figures_do_not_compare(measure: str, expected: str) -> None:
    """Egret Cafe has neither a number of ratings nor a price level."""
    query = higher("Gull Cafe", "Egret Cafe", measure)
    assert reason(query, TOWN) == expected
