"""Facts of places that are picked first, and comparisons of two places."""

from __future__ import annotations

import pytest

from geoeval.query.base import CompareFilter
from geoeval.query.place_kinds import AttributeOfPicked, ComparePlaces, Nearest, PickPlace
from geoeval.world.model import NearbyList, Place, World
from tests.query.towns import QUEUE, SQUARE, TOWN, amount, derived, reason, text, yes

HERE = "Harbour Square"
NEAREST = Nearest(category="cafe", anchor=HERE)


def test_a_fact_of_the_nearest() -> None:
    """The place is picked first, and the working names it."""
    found = derived(AttributeOfPicked(picked=NEAREST, attribute="address"), TOWN)
    assert found.steps[-2:] == (
        "the place meant is Gull Cafe",
        "address of Gull Cafe: 1 Quay Road",
    )


def test_a_fact_of_the_second_nearest() -> None:
    """A rank picks by the order of all."""
    second = NEAREST.model_copy(update={"rank": 2})
    assert amount(AttributeOfPicked(picked=second, attribute="rating"), TOWN) == 4.0


def test_a_fact_of_the_one_with_the_highest_or_lowest_figure() -> None:
    """The figure that picks need not be the fact asked for."""
    most = PickPlace(category="cafe", anchor=HERE, by="rating_count")
    least = most.model_copy(update={"lowest": True})
    assert text(AttributeOfPicked(picked=most, attribute="price_level"), TOWN) == "Moderate"
    assert text(AttributeOfPicked(picked=least, attribute="price_level"), TOWN) == "Inexpensive"


def test_a_fact_of_the_only_place_that_passes() -> None:
    """A filter that one place passes picks it."""
    low = CompareFilter(measure="rating", comparator="<", value=4.2)
    only = PickPlace(category="cafe", anchor=HERE, filters=(low,))
    assert amount(AttributeOfPicked(picked=only, attribute="rating_count"), TOWN) == 30


@pytest.mark.parametrize(
    ("picked", "expected"),
    [
        (PickPlace(category="cafe", anchor=HERE, by="rating"), "under_specified"),
        (PickPlace(category="cafe", anchor=HERE), "under_specified"),
        (Nearest(category="cafe", anchor=HERE, rank=9), "nothing_matches"),
        (PickPlace(among=("Moon Bar",)), "nothing_matches"),
    ],
)
def test_no_single_place_is_meant(picked: Nearest | PickPlace, expected: str) -> None:
    """Ties, several that fit, and none leave the question open."""
    assert reason(AttributeOfPicked(picked=picked, attribute="rating"), TOWN) == expected


def test_equally_near_places_have_no_single_fact() -> None:
    """Two nearest places are not one."""
    twins = tuple(Place(name=name, location=(0, at)) for name, at in (("A", 0.01), ("B", -0.01)))
    bars = NearbyList(anchor=HERE, category="Bars", places=twins)
    query = AttributeOfPicked(picked=Nearest(category="bar", anchor=HERE), attribute="phone")
    assert reason(query, World(places=(SQUARE,), lists=(bars,))) == "under_specified"


def test_the_picked_place_lacks_the_fact() -> None:
    """The nearest of the queue has no phone."""
    assert reason(AttributeOfPicked(picked=NEAREST, attribute="phone"), QUEUE) == "no_such_fact"


@pytest.mark.parametrize(
    ("first", "second", "measure", "higher", "lower"),
    [
        ("Gull Cafe", "Heron Cafe", "rating", True, False),
        ("Heron Cafe", "Gull Cafe", "rating_count", False, True),
        ("Gull Cafe", "Heron Cafe", "price_level", True, False),
        ("Gull Cafe", "Egret Cafe", "rating", False, False),
    ],
)
def test_comparing_figures(
    first: str, second: str, measure: str, higher: bool, lower: bool
) -> None:
    """What is equal is neither higher nor lower."""
    fields = {"first": first, "second": second, "measure": measure}
    assert yes(ComparePlaces.model_validate(fields), TOWN) is higher
    assert yes(ComparePlaces.model_validate({**fields, "lower": True}), TOWN) is lower


@pytest.mark.parametrize(
    ("measure", "expected"), [("rating_count", "no_rating"), ("price_level", "no_such_fact")]
)
def test_comparing_unknown_figures(measure: str, expected: str) -> None:
    """Egret Cafe has neither a number of ratings nor a price level."""
    query = ComparePlaces.model_validate(
        {"first": "Gull Cafe", "second": "Egret Cafe", "measure": measure}
    )
    assert reason(query, TOWN) == expected
