"""Facts of places that are picked first, and comparisons of two places."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Best, Places
from geoeval.query.filter_kinds import CompareFilter, Measure
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import fact, higher, highest, nearest
from tests.query.towns import QUEUE, SQUARE, TOWN, amount, derived, reason, text, yes

HERE = "Harbour Square"
NEAREST = nearest(category="cafe", anchor=HERE)


def test_a_fact_of_the_nearest() -> None:
    """The place is picked first, and the trace names it."""
    found = derived(fact(NEAREST, "address"), TOWN)
    assert found.steps[-2:] == (
        "the place meant is Gull Cafe",
        "address of Gull Cafe: 1 Quay Road",
    )


def test_a_fact_of_the_second_nearest() -> None:
    """A rank picks by the order of all."""
    second = NEAREST.model_copy(update={"rank": 2})
    assert amount(fact(second, "rating"), TOWN) == 4.0


def test_a_fact_of_the_one_with_the_highest_or_lowest_figure() -> None:
    """The figure that picks need not be the fact asked for."""
    most = highest("rating_count", category="cafe", anchor=HERE)
    least = highest("rating_count", lowest=True, category="cafe", anchor=HERE)
    assert text(fact(most, "price_level"), TOWN) == "Moderate"
    assert text(fact(least, "price_level"), TOWN) == "Inexpensive"


def test_a_fact_of_the_only_place_that_passes() -> None:
    """A filter that one place passes picks it."""
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
def test_no_single_place_is_meant(picked: Best | Places, expected: str) -> None:
    """Ties, several that fit, and none leave the question open."""
    assert reason(fact(picked, "rating"), TOWN) == expected


def test_equally_near_places_have_no_single_fact() -> None:
    """Two nearest places are not one."""
    twins = tuple(Place(name=name, location=(0, at)) for name, at in (("A", 0.01), ("B", -0.01)))
    bars = NearbyList(anchor=HERE, category="Bars", places=twins)
    query = fact(nearest(category="bar", anchor=HERE), "phone")
    assert reason(query, World(places=(SQUARE,), lists=(bars,))) == "under_specified"


def test_the_picked_place_lacks_the_fact() -> None:
    """The nearest of the queue has no phone."""
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
def test_comparing_figures(
    first: str, second: str, measure: Measure, is_higher: bool, is_lower: bool
) -> None:
    """What is equal is neither higher nor lower."""
    assert yes(higher(first, second, measure), TOWN) is is_higher
    assert yes(higher(first, second, measure, lower=True), TOWN) is is_lower


@pytest.mark.parametrize(
    ("measure", "expected"), [("rating_count", "no_rating"), ("price_level", "no_such_fact")]
)
def test_comparing_unknown_figures(measure: str, expected: str) -> None:
    """Egret Cafe has neither a number of ratings nor a price level."""
    query = higher("Gull Cafe", "Egret Cafe", measure)
    assert reason(query, TOWN) == expected
