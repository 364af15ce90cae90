"""Finding and counting places in one call."""

from __future__ import annotations

from typing import Any

import pytest
from geoeval.query.place_kinds import ListPlaces

from geoeval.query.solve import solve
from geoeval.query.values import Derivation, Names
from geoeval.tools.families.maps.find_places import MOST_SHOWN
from geoeval.world.model import NearbyList, Place, World
from tests.tools.families.queries.calls import content, failure
from tests.tools.families.queries.town import town

NEAR = {"anchor": "Town Hall", "type": "restaurant"}


def names(found: Any) -> list[str]:  # noqa: ANN401 - JSON
    """Return the names of what was found."""
    return [place["name"] for place in found["places"]]


@pytest.mark.parametrize(
    ("conditions", "passing", "undecided"),
    [
        ({}, ["Ox Inn", "Mill Kitchen", "Pier Grill", "Blue Door"], {}),
        ({"open_day": "Mon"}, ["Ox Inn", "Pier Grill"], {"Blue Door": ["hours"]}),
        ({"open_day": "sunday", "open_time": "6 PM"}, ["Pier Grill"], {"Blue Door": ["hours"]}),
        ({"open_day": "monday", "min_rating": "4"}, ["Ox Inn", "Pier Grill"], {}),
        ({"max_price_level": "Moderate"}, ["Ox Inn", "Mill Kitchen"],
         {"Blue Door": ["price_level"]}),
        ({"open_day": "sunday", "max_price_level": 1}, ["Mill Kitchen"],
         {"Blue Door": ["hours", "price_level"]}),
        ({"service": "dinner"}, ["Ox Inn", "Pier Grill"], {}),
        ({"name_contains": "pier"}, ["Pier Grill"], {}),
        ({"within_m": 600}, ["Ox Inn", "Blue Door"], {}),
        ({"name_contains": "zebra"}, [], {}),
        ({"type": "Restaurants", "min_rating": 4.7}, ["Pier Grill"], {}),
    ],
)  # fmt: skip
def test_places_are_counted_where_all_is_known(
    conditions: dict[str, Any], passing: list[str], undecided: dict[str, list[str]]
) -> None:
    """Those that pass but for a fact that is not known are named apart."""
    found = content("find_places", **{**NEAR, **conditions})
    assert names(found) == passing
    assert found["count"] == len(passing)
    unknown = found.get("undecided", [])
    assert isinstance(unknown, list)
    assert {each["name"]: each["unknown"] for each in unknown} == undecided
    assert found["undecided_count"] == len(undecided)


def test_they_are_those_of_the_query() -> None:
    """The flat arguments are one query that lists places."""
    filters = [{"filter": "open", "day": "monday"}]
    query = ListPlaces(category="restaurant", anchor="Town Hall", filters=filters)
    outcome = solve(query, town())
    assert isinstance(outcome, Derivation)
    assert isinstance(outcome.value, Names)
    found = content("find_places", **NEAR, open_day="monday")
    assert names(found) == list(outcome.value.names)
    assert found["steps"] == list(outcome.steps)


@pytest.mark.parametrize(
    ("sort", "first"),
    [
        ("listed", "Ox Inn"),
        ("distance", "Ox Inn"),
        ("rating", "Pier Grill"),
        ("price", "Mill Kitchen"),
        ("name", "Blue Door"),
    ],
)
def test_they_come_in_the_order_asked_for(sort: str, first: str) -> None:
    """What is not known of a place puts it last."""
    found = content("find_places", **NEAR, sort=sort)
    assert names(found)[0] == first
    if sort in {"price", "distance"}:
        assert names(found)[-1] == ("Blue Door" if sort == "price" else "Pier Grill")


def test_of_many_places_the_first_are_shown_and_all_are_counted() -> None:
    """Places of one name are several."""
    many = tuple(Place(name="Kiosk", address=f"{n} Quay", id=f"k{n}") for n in range(50))
    world = World(places=many[:0], lists=(NearbyList(anchor=None, category="cafe", places=many),))
    found = content("find_places", world, type="cafe")
    assert (found["count"], len(names(found)), found["not_shown"]) == (50, MOST_SHOWN, 30)


@pytest.mark.parametrize(
    ("arguments", "kind", "reason"),
    [
        ({"anchor": "Moon"}, "fix_arguments", "unknown_place"),
        ({"type": "restaurnt"}, "fix_arguments", "unknown_category"),
        ({"open_time": "6 PM"}, "fix_arguments", "under_specified"),
        ({"within_m": 9000}, "fix_arguments", "under_specified"),
        ({"type": "hotel"}, "final", "no_such_fact"),
        ({"anchor": "Old Mill"}, "final", "other_anchor"),
        ({"min_rating": 9}, "fix_arguments", "bad_arguments"),
        ({"max_price_level": "cheapish"}, "fix_arguments", "bad_arguments"),
    ],
)
def test_a_search_fails_by_its_own_arguments(
    arguments: dict[str, Any], kind: str, reason: str
) -> None:
    """They are named as this tool names them."""
    failed = failure("find_places", **{**NEAR, **arguments})
    assert (failed.kind, failed.reason) == (kind, reason)
    assert "category" not in failed.message
    assert "filters" not in failed.message


def test_an_hour_that_decides_nothing_leaves_a_place_undecided_no_more() -> None:
    """Where another filter leaves out the place whose day matters, the others are counted."""
    found = content("find_places", **NEAR, open_time="18:00", name_contains="Pier")
    assert found["count"] == 1


def test_where_no_place_is_known_to_pass_the_others_may() -> None:
    """If some are known not to, none is counted; if nothing is known of any, that is final."""
    dove, crow = Place(name="Dove", rating=4.5), Place(name="Crow", price_level="Moderate")
    wren = Place(name="Wren", rating=3.0, price_level="Expensive")
    asked = {"type": "cafe", "min_rating": 4, "max_price_level": 2}
    lists = [
        NearbyList(anchor=None, category="cafe", places=(dove, crow, *w)) for w in ((wren,), ())
    ]
    found = content("find_places", World(lists=(lists[0],)), **asked)
    assert (found["count"], found["undecided_count"]) == (0, 2)
    failed = failure("find_places", World(lists=(lists[1],)), **asked)
    assert (failed.kind, failed.reason) == ("final", "no_rating")
