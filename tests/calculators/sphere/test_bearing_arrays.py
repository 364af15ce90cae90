"""Bearings of many pairs: equal to those of single pairs, NaN for coincident points."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geoeval.calculators.sphere.array_math import BLOCK
from geoeval.calculators.sphere.bearing import (
    angle_between,
    final_bearing,
    initial_bearing,
    rhumb_bearing,
)
from geoeval.calculators.sphere.direction_arrays import normalise_turns
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M, LatLon
from geoeval.errors import InvalidCoordinateError, UsageError
from tests.calculators.sphere.places import KINDS, has_direction, pairs

FUNCTIONS = [initial_bearing, final_bearing, rhumb_bearing]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bearing", FUNCTIONS[:2])
def test_array_bearings_agree_with_single_ones(bearing: object, kind: str) -> None:
    """The difference is at most 2e-8 m at the other end."""
    found = [(a, b) for a, b in pairs(kind, 50) if haversine(a, b) > 1e-8 and has_direction(a, b)]
    if not found:
        assert kind in {"antipodes", "opposite of 1e-09"}
        return
    for value, (a, b) in zip(bearing(*np.array(found).swapaxes(0, 1)), found, strict=True):
        lever = math.sin(haversine(a, b) / EARTH_RADIUS_M) * EARTH_RADIUS_M
        assert math.radians(angle_between(value, bearing(a, b))) * lever < 2e-8
        assert 0 <= value < 360


@pytest.mark.parametrize("kind", ["anywhere", "date line", "antipodes", "neighbours of 0.01"])
def test_array_rhumb_bearings_agree_with_single_ones(kind: str) -> None:
    """They agree to a billionth of a degree away from the poles."""
    found = [(a, b) for a, b in pairs(kind, 80) if max(abs(a[0]), abs(b[0])) < 89]
    found = [(a, b) for a, b in found if haversine(a, b) > 1]
    for value, pair in zip(rhumb_bearing(*np.array(found).swapaxes(0, 1)), found, strict=True):
        assert angle_between(value, rhumb_bearing(*pair)) < 1e-9


@pytest.mark.parametrize("bearing", FUNCTIONS)
def test_coincident_points_have_bearing_nan(bearing: object) -> None:
    """Includes both sides of the date line and any longitude of a pole."""
    a = [(5, 5), (5, 180), (90, 0), (-90, 1), (0.0, 0), (90, 1)]
    b = [(5, 5), (5, -180), (90, 50), (-90, 2), (-0.0, 0), (89, 1)]
    assert np.isnan(bearing(a, b)).tolist() == [True] * 5 + [False]


@pytest.mark.parametrize("bearing", FUNCTIONS[:2])
@pytest.mark.parametrize("other", [(0, 180), (0, -180), (1e-8, 180 - 1e-8)])
def test_antipodes_have_no_unique_bearing(bearing: object, other: LatLon) -> None:
    """The error has the pair, and its index in an array; a rhumb line still exists."""
    words = "points that are not antipodes, got"
    with pytest.raises(InvalidCoordinateError, match=rf"expected two {words} \("):
        bearing((0, 0), other)
    for b in ([[(1, 1), (2, 2)], [(3, 3), other]], [[(1, 1), (0, 0)], [(3, 3), other]]):
        with pytest.raises(
            InvalidCoordinateError, match=rf"expected pairs of {words} .* at \[1, 1\]"
        ):
            bearing((0, 0), b)
    nearly = (1e-6, 180)
    assert angle_between(bearing((0, 0), nearly), bearing((0, 0), [nearly])[0]) < 1e-6
    assert rhumb_bearing((0, 0), (0, 180)) == 90
    assert rhumb_bearing((90, 1), [(-90, 1)]).tolist() == [180]


@pytest.mark.parametrize("bearing", FUNCTIONS)
def test_bearings_along_axes_are_exact(bearing: object) -> None:
    """The four directions along the equator and a meridian are exact to the last bit."""
    ends = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])
    assert bearing((0, 0), ends).tolist() == [0, 90, 180, 270]


def test_bearings_just_west_of_north_are_below_360() -> None:
    """A bearing within a rounding error of 360 is returned as 0."""
    ends = np.array([(80, -1e-300), (80, -1e-13)])
    for bearing in (initial_bearing, rhumb_bearing):
        assert (bearing((0, 0), ends) < 360).all()
        assert bearing((0, 0), ends)[0] == 0
    assert normalise_turns(np.array([-1e-20, -360.0, 1e6])).tolist() == [0, 0, 280]


@pytest.mark.parametrize("bearing", FUNCTIONS)
def test_shape_layout_and_blocks_do_not_matter(bearing: object) -> None:
    """Broadcasting, Fortran order, strides and long arrays give bitwise equal results."""
    rng = np.random.default_rng(5)
    points = np.stack([rng.uniform(-90, 90, BLOCK + 9), rng.uniform(-180, 180, BLOCK + 9)], axis=-1)
    target = (12.5, -7.25)
    expected = bearing(points, target)
    assert np.array_equal(bearing(np.asfortranarray(points), [target]), expected)
    assert np.array_equal(bearing(points[::-2], target), expected[::-2])
    assert expected[BLOCK + 1] == bearing(points[BLOCK + 1 : BLOCK + 2], target)[0]
    assert bearing(points[:6].reshape(2, 3, 2), points[6:9]).shape == (2, 3)
    assert bearing(np.empty((0, 2)), target).shape == (0,)
    small = points[:50].astype(np.float32)
    assert np.array_equal(bearing(small, target), bearing(small.astype(float), target))


@pytest.mark.parametrize("bearing", FUNCTIONS)
def test_points_and_shapes_are_validated(bearing: object) -> None:
    """The error has the first invalid point."""
    with pytest.raises(InvalidCoordinateError, match=r"got nan at \[1\] \(nan, 0.0\)$"):
        bearing([(0, 0), (math.nan, 0)], (1, 1))
    with pytest.raises(UsageError, match=r"expected shapes that broadcast, got \(\d,\) and \(\d,"):
        bearing(np.zeros((2, 2)), np.ones((3, 2)))
