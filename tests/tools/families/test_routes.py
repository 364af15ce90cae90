"""Routes that meet conditions, figures and steps of a route, and sums of travel."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.world.model import Route, TravelMode
from tests.tools.calls import content, failure, fault
from tests.tools.town import town

TOWN = town()
ENDS = {"origin": "Town Hall", "destination": "Harbour Lighthouse", "mode": "by car"}
CAR = {**ENDS, "mode": TravelMode.DRIVING}


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ({"fact": "toll_road"}, ["Bay Hwy"]),
        ({"fact": "toll road", "is": "not"}, ["Main St and Quay Rd"]),
        ({"fact": "time", "is": "<=", "value": 450}, ["Bay Hwy"]),
        ({"fact": "distance", "is": "<", "value": "4000"}, ["Main St and Quay Rd"]),
        ({"fact": "road", "value": "Elm St"}, ["Main St and Quay Rd"]),
        ({"fact": "exit", "value": "3"}, ["Bay Hwy"]),
        ({"fact": "landmark", "value": "City Theatre"}, ["Main St and Quay Rd"]),
        ({"fact": "left_turn", "is": ">=", "value": "1"}, ["Main St and Quay Rd", "Bay Hwy"]),
    ],
)
def test_conditions_select_routes(row: dict[str, object], names: list[str]) -> None:
    found = content("find_routes", TOWN, **ENDS, filters=[row])
    assert [route["via"] for route in found["routes"]] == names
    assert found["count"] == len(names)


def test_routes_are_sorted_and_limited() -> None:
    """They have no steps, which ``Directions`` gives."""
    found = content("find_routes", TOWN, **ENDS, sort="time", limit=1)
    assert found["routes"] == [
        {
            "via": "Bay Hwy",
            "mode": "driving",
            "duration_s": 420,
            "distance_m": 4600,
            "note": "duration_s and distance_m: sums of the steps as the map rounds them",
        }
    ]
    assert (found["count"], found["not_shown"], found["sorted_by"]) == (2, 1, "time")
    assert content("find_routes", TOWN, **ENDS)["sorted_by"] == "unsorted"
    bare = replace(TOWN, routes=(Route(**CAR, name="Elm St"), Route(**CAR, name="Main St")))
    assert content("find_routes", bare, **ENDS, sort="time")["sorted_by"] == "unsorted"


def test_missing_route_is_final() -> None:
    found = failure("find_routes", TOWN, **{**ENDS, "mode": "transit"})
    assert (found.kind, found.reason) == ("final", "no_route")
    assert found.lacking == "a route from Town Hall to Harbour Lighthouse by transit"


@pytest.mark.parametrize(
    ("arguments", "amount"),
    [
        ({"measure": "left_turn", "via": "Bay Hwy"}, 1),
        ({"measure": "time", "via": "Bay Hwy"}, 420),
        ({"measure": "distance", "via": "Bay Hwy", "noted": "toll_road"}, 3400),
        ({"measure": "turn", "via": "Main St and Quay Rd", "after": "Elm St"}, 1),
    ],
)
def test_route_figures_are_computed(arguments: dict[str, object], amount: float) -> None:
    assert content("route_figure", TOWN, **ENDS, **arguments)["value"]["amount"] == amount


def test_ambiguous_route_is_fixable() -> None:
    """The name of the route resolves it."""
    found = failure("route_figure", TOWN, **ENDS, measure="time")
    assert (found.kind, found.reason) == ("fix_arguments", "under_specified")
    assert failure("route_figure", TOWN, **ENDS, measure="time", via="Sunset").arguments[0].nearest


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"step": "next", "road": "Bay Hwy"}, "Take exit 3 toward Quay Rd"),
        ({"step": "number", "number": 1}, "Head south on Main St"),
        ({"step": "exit"}, "Take exit 3 toward Quay Rd"),
        ({"step": "side"}, "right"),
    ],
)
def test_route_step_finds_steps_exits_and_sides(arguments: dict[str, object], name: str) -> None:
    result = content("route_step", TOWN, **ENDS, via="Bay Hwy", **arguments)
    assert result["value"]["names"][0] == name


def test_route_step_reports_missing_arguments() -> None:
    found = failure("route_step", TOWN, **ENDS, via="Bay Hwy", step="next")
    assert found.kind == "fix_arguments"
    assert "expected 'road' for the step 'next'" in found.message


def test_travel_total_sums_times_and_lengths() -> None:
    legs = [
        {"origin": "Town Hall", "destination": "City Museum", "mode": "walking"},
        {"origin": "City Museum", "destination": "Old Mill", "mode": "walking"},
    ]
    assert content("travel_total", TOWN, legs=legs)["value"]["amount"] == 1800
    assert content("travel_total", TOWN, legs=legs, measure="distance")["value"]["amount"] == 2100
    assert (
        fault("travel_total", TOWN, legs=[{**legs[0], "origin": "Castle"}])[0] == "legs[0].origin"
    )
    assert fault("travel_total", TOWN, legs=[])[1] == "at least 1 items"
