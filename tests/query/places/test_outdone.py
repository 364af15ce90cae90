"""Figures of places compared with a named place, and travel compared with an amount."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Count, Places
from geoeval.query.describe import describe
from geoeval.query.filter_kinds import FigureFilter
from geoeval.query.values import Names, Quantity
from geoeval.world.model import Leg, NearbyList, Place, TravelMode, World
from tests.query.asking import any_of
from tests.query.towns import derived, failure

INNS = (
    Place(name="Ash Inn", rating=4.1, rating_count=20, price_level="Moderate"),
    Place(name="Birch Inn", rating=4.6, rating_count=90),
    Place(name="Cedar Inn", rating_count=50, price_level="Inexpensive"),
    Place(name="Dogwood Inn", rating=4.6, rating_count=10, price_level="Expensive"),
)
WORLD = World(
    places=(Place(name="Quay", location=(0.0, 0.0)), Place(name="Tower", location=(0.0, 1.0))),
    lists=(NearbyList(anchor="Quay", category="Inns", places=INNS, sorted_by_distance=True),),
    legs=(
        Leg(origin="Quay", destination="Ash Inn", mode=TravelMode.WALKING, duration_s=300),
        Leg(origin="Quay", destination="Birch Inn", mode=TravelMode.WALKING, duration_s=900),
    ),
)


def counted(**fields: object) -> int:
    """Return the number of inns that pass a filter by a figure."""
    wanted = FigureFilter.model_validate(fields)
    outcome = derived(Count(of=Places(category="inn", anchor="Quay", filters=(wanted,))), WORLD)
    assert isinstance(outcome.value, Quantity)
    return round(outcome.value.amount)


@pytest.mark.parametrize(
    ("measure", "comparator", "than", "number"),
    [
        ("rating", ">", "Ash Inn", 2),
        ("rating", ">=", "Birch Inn", 2),
        ("rating_count", "<", "Cedar Inn", 2),
        ("price_level", "<", "Ash Inn", 1),
        ("distance", "<", "Cedar Inn", 2),
        ("distance", ">", "Ash Inn", 3),
    ],
)
def test_places_compare_with_a_named_place(
    measure: str, comparator: str, than: str, number: int
) -> None:
    """Unknown figures do not pass; a sorted list gives the nearer places."""
    assert counted(figure=measure, comparator=comparator, than=than) == number


def test_travel_compares_with_an_amount() -> None:
    """Unknown travel does not pass."""
    soon = FigureFilter(figure="travel_time", comparator="<", value=600, mode=TravelMode.WALKING)
    query = any_of(category="inn", anchor="Quay", filters=(soon,))
    outcome = derived(query, WORLD)
    assert isinstance(outcome.value, Names)
    assert outcome.value.names == ("Ash Inn",)
    assert "a travel time on foot of less than 10 mins" in describe(query)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"figure": "rating", "comparator": ">", "than": "Cedar Inn"}, "no_rating"),
        ({"figure": "distance", "comparator": ">", "value": 100}, "no_coordinates"),
        ({"figure": "distance", "comparator": "<", "than": "Tower"}, "no_coordinates"),
    ],
)
def test_unknown_figures_do_not_compare(fields: dict[str, object], reason: str) -> None:
    """Either the named place has no figure, or coordinates are missing."""
    wanted = FigureFilter.model_validate(fields)
    outcome = failure(Count(of=Places(category="inn", anchor="Quay", filters=(wanted,))), WORLD)
    assert outcome.reason == reason


@pytest.mark.parametrize(
    "fields",
    [
        {"figure": "distance"},
        {"figure": "distance", "than": "Ash Inn", "value": 3},
        {"figure": "rating", "value": 3},
        {"figure": "rating", "than": "Ash Inn", "seen_from": "Quay"},
        {"figure": "distance", "value": 3, "mode": "walking"},
    ],
)
def test_a_filter_compares_with_a_single_thing(fields: dict[str, object]) -> None:
    """A mode of travel needs a figure of travel."""
    with pytest.raises(ValueError, match="expected"):
        FigureFilter.model_validate({**fields, "comparator": ">"})
