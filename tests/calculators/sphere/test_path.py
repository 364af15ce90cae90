"""Lengths of paths and detours."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.great_circle import detour, path_length
from geoeval.calculators.sphere.points import LatLon
from geoeval.errors import InvalidCoordinateError
from tests.calculators.sphere.places import POINTS


@given(st.lists(POINTS, min_size=1, max_size=8))
def test_path_length_is_the_sum_of_its_legs(points: list[LatLon]) -> None:
    """It is the same backwards and at least the straight-line distance."""
    legs = [haversine(a, b) for a, b in pairwise(points)]
    length = path_length(points)
    assert length == pytest.approx(math.fsum(legs), abs=1e-6)
    assert length == path_length(points[::-1])
    assert length >= haversine(points[0], points[-1]) - 1e-5


def test_a_path_without_legs_has_length_zero() -> None:
    """No point, a single point and a repeated point give the float 0."""
    for path in ([(1, 2)], [], (), np.empty((0, 2)), [(1, 2)] * 4, [(90, 0), (90, 9)]):
        assert path_length(path) == 0
        assert type(path_length(path)) is float


def test_many_short_legs_add_up() -> None:
    """A hundred thousand steps along the equator equal the arc to a micrometre."""
    steps = np.stack([np.zeros(100_001), np.linspace(0, 90, 100_001)], axis=-1)
    assert path_length(steps) == pytest.approx(haversine((0, 0), (0, 90)), abs=1e-6)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (np.empty(0), r"expected points of shape \(…, 2\) in degrees, got shape \(0,\)"),
        ((1, 2), r"expected points of shape \(n, 2\) in degrees, got shape \(2,\)"),
        ([(1, 2), (3, 200)], r"expected a longitude .* got 200.0 at \[1\] \(3.0, 200.0\)$"),
        ([(1, 2), None], r"got rows of different lengths: \[\(1, 2\), None\]"),
    ],
    ids=repr,
)
def test_invalid_paths_are_rejected(path: list[LatLon], message: str) -> None:
    with pytest.raises(InvalidCoordinateError, match=message):
        path_length(path)


@given(POINTS, POINTS, POINTS)
def test_detour_is_the_extra_length_through_a_place(a: LatLon, x: LatLon, b: LatLon) -> None:
    """It is never negative, and zero through either end."""
    expected = haversine(a, x) + haversine(x, b) - haversine(a, b)
    assert detour(a, x, b) == max(0, expected)
    assert not np.signbit(detour(a, [a, x, b], b)).any()
    assert detour(a, a, b) == detour(a, b, b) == 0
    assert detour(a, [x], b)[0] == pytest.approx(detour(a, x, b), abs=3e-6)


def test_detours_keep_the_array_shape() -> None:
    assert detour((0, 0), np.ones((2, 3, 2)), (0, 1)).shape == (2, 3)
    assert detour((0, 0), np.empty((0, 2)), (0, 1)).shape == (0,)
    assert (detour((0, 0), [(0, 0), (0, 0.5), (0, 1)], (0, 1)) < 1e-6).all()


def test_detour_validates_its_points() -> None:
    for points in (((95, 0), (0, 0), (0, 0)), ((0, 0), (95, 0), (0, 0)), ((0, 0), (0, 0), (95, 0))):
        with pytest.raises(InvalidCoordinateError, match=r"got 95 in \(95, 0\); the pair looks sw"):
            detour(*points)
