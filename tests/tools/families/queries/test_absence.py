"""Queries without an answer: what can be mended, and what is final."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.world.model import Place, World
from tests.tools.families.queries.calls import failure, fault

WALK = {"origin": "Town Hall", "mode": "walking", "depart": "10:00"}
NEAR = {"category": "restaurant", "anchor": "Town Hall"}


@pytest.mark.parametrize(
    ("name", "arguments", "path", "near"),
    [
        (
            "straight_line_distance",
            {"origin": "Zed", "destination": "Town Hall"},
            "origin",
            "Town Hall",
        ),
        (
            "straight_line_distance",
            {"origin": "Town Hall", "destination": "Ad"},
            "destination",
            "Town Hall",
        ),
        ("best_order", {**WALK, "stops": ["Town Hall", "Xyz"]}, "stops[1].place", "Town Hall"),
        ("nearest", {**NEAR, "anchor": "City Musem Annex Hall"}, "anchor", "City Museum"),
        ("next_step", {"origin": "Zed", "after": "Elm St"}, "origin", "Town Hall"),
        ("step_onto", {"via": "Main St and Quay Rd", "road": "Elmm St"}, "road", "Elm St"),
        ("route_attribute", {"via": "Bay Highwey", "attribute": "time"}, "via", "Bay Hwy"),
        ("nearest", {**NEAR, "category": "restaurnt"}, "category", "restaurant"),
        (
            "attribute_of_picked",
            {"picked": {"kind": "nearest", **NEAR, "category": "zzzz"}, "attribute": "phone"},
            "picked.category",
            "Restaurants",
        ),
    ],
)
def test_the_argument_to_mend_is_named_with_values_near(
    name: str, arguments: dict[str, Any], path: str, near: str
) -> None:
    """The path is that of the argument as it was given, whatever order the query keeps."""
    found = fault(name, **arguments)
    assert found.argument == path
    assert near in found.nearest


def test_a_place_named_twice_is_told_by_both_arguments() -> None:
    """The second is to be another one than the first."""
    found = fault("travel_total", legs=[{"origin": "Town Hall", "destination": "the town hall"}])
    assert found.argument == "legs[0].destination"
    assert found.expected == "another place than legs[0].origin"


def test_an_ambiguous_name_is_answered_with_those_it_may_mean() -> None:
    """Two places of one name are told apart by their addresses."""
    twins = [Place(name="Ox Inn", address=f"{n} Hill Road", location=(n, n)) for n in (1, 2)]
    world = World(places=tuple(twins))
    failed = failure("straight_line_distance", world, origin="Ox Inn", destination="5,5")
    assert failed.reason == "ambiguous_place"
    assert failed.arguments[0].nearest == ("Ox Inn (1 Hill Road)", "Ox Inn (2 Hill Road)")


def test_coordinates_of_no_place_say_what_they_may_be() -> None:
    """The fault is the same as for any other tool that takes a place."""
    found = fault("straight_line_distance", origin="95,200", destination="Town Hall")
    assert found.expected.startswith("latitude (±90), longitude (±180)")


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        (
            "finish_time",
            {"origin": "Town Hall", "stops": ["Old Mill"], "mode": "walking"},
            "depart",
        ),
        ("step_number", {"via": "Bay Hwy", "number": 9}, "has only 4 steps"),
        ("direction_of", {"place": "90,0", "seen_from": "-90,0"}, "every direction is the same"),
    ],
)
def test_what_is_left_unsaid_can_be_said(
    name: str, arguments: dict[str, Any], message: str
) -> None:
    """The arguments that were not given are listed, if there are any."""
    failed = failure(name, **arguments)
    assert failed.kind == "fix_arguments"
    assert message in failed.message


@pytest.mark.parametrize(
    ("name", "arguments", "reason"),
    [
        ("nearest", {**NEAR, "category": "hotel"}, "no_such_fact"),
        ("nearest", {**NEAR, "anchor": "Old Mill"}, "other_anchor"),
        ("nearest", {**NEAR, "rank": 9}, "nothing_matches"),
        (
            "travel_total",
            {"legs": [{"origin": "Old Mill", "destination": "City Museum", "mode": "bus"}]},
            "missing_leg",
        ),
        ("route_attribute", {"origin": "Old Mill", "attribute": "time"}, "no_route"),
        ("open_at", {"place": "Blue Door", "day": "monday"}, "no_hours"),
    ],
)
def test_facts_that_are_not_there_are_final(
    name: str, arguments: dict[str, Any], reason: str
) -> None:
    """Other arguments would ask something else."""
    failed = failure(name, **arguments)
    assert (failed.kind, failed.reason) == ("final", reason)


def test_candidates_that_are_no_places_are_passed_over() -> None:
    """Of names to choose from only those count that the map knows, as in any query."""
    assert failure("nearest", **NEAR, among=["Nowhere Inn"]).reason == "nothing_matches"


def test_of_a_kind_that_is_not_listed_it_is_told_what_is() -> None:
    """A query with a kind that the map has may be what is wanted."""
    refused = failure("nearest", category="pharmacy", anchor="Town Hall")
    assert (refused.kind, refused.reason) == ("final", "no_such_fact")
    assert "; it lists " in refused.message
    assert "Restaurants around Town Hall" in refused.message
    bare = failure("nearest", World(places=(Place(name="Town Hall"),)), category="pharmacy")
    assert "it lists" not in bare.message
