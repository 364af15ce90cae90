"""Tools for several points."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.errors import GeoEvalError
from geoeval.sphere import detour, pairwise_distances, path_length, relative_side
from geoeval.tools.dispatch import dispatch
from geoeval.tools.registry import TOOLS
from tests.calculators.sphere.places import POINTS
from tests.tools.families.calls import NOWHERE, content, failure

SEVERAL = st.lists(POINTS, min_size=2, max_size=6)


@settings(max_examples=40)
@given(SEVERAL)
def test_a_path_is_as_long_as_its_calculator_says(points: list[tuple[float, float]]) -> None:
    """The tool's metres are the calculator's to the millimetre."""
    found = content("path_length", points=points)
    assert found["distance_m"] == pytest.approx(path_length(points), abs=6e-4)


@settings(max_examples=40)
@given(POINTS, POINTS, POINTS)
def test_a_detour_is_that_of_its_calculator(
    a: tuple[float, float], x: tuple[float, float], b: tuple[float, float]
) -> None:
    """The tool's metres are the calculator's to the millimetre."""
    found = content("detour", origin=a, via=x, destination=b)
    assert found["distance_m"] == pytest.approx(detour(a, x, b), abs=6e-4)


def _side(route: list[tuple[float, float]], point: tuple[float, float]) -> str | None:
    """Return the calculator's side, None where the route has no direction."""
    try:
        return relative_side(route, point) or "on the line"
    except GeoEvalError:
        return None


@settings(max_examples=40)
@given(SEVERAL, POINTS)
def test_the_side_is_that_of_its_calculator(
    route: list[tuple[float, float]], point: tuple[float, float]
) -> None:
    """The tool says what the calculator says, and fails where that raises."""
    result = dispatch(TOOLS, "relative_side", {"route": route, "point": point}, NOWHERE)
    assert result.content.get("side") == _side(route, point)


@settings(max_examples=30)
@given(SEVERAL, SEVERAL)
def test_the_matrix_is_that_of_its_calculator_to_the_metre(
    rows: list[tuple[float, float]], columns: list[tuple[float, float]]
) -> None:
    """One row per place, one column per other place, in whole metres."""
    metres = pairwise_distances(rows, columns).round().astype(int).tolist()
    assert content("pairwise_distances", places=rows, others=columns) == {"distances_m": metres}


def test_places_are_compared_with_themselves_where_no_others_are_given() -> None:
    """The matrix is square, and zero where a place meets itself."""
    found = content("pairwise_distances", places=["0,0", "0,90"])
    assert found == {"distances_m": [[0, 10007557], [10007557, 0]]}


def test_too_many_places_are_refused() -> None:
    """No call can ask for a matrix of more than 50 by 50."""
    told = failure("pairwise_distances", places=["0,0"] * 51)
    assert told.arguments[0].argument == "places"
    assert "at most 50" in told.message


def test_the_place_that_is_wrong_is_named() -> None:
    """The fault of a place among several says which one it is."""
    told = failure("path_length", points=["0,0", "0,1", "Atlantis"])
    assert told.arguments[0].argument == "points[2]"
