"""Distances on the ellipsoid: known arcs, comparison with the sphere, arrays and errors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import LatLon
from geoeval.calculators.sphere.surfaces import geodesic
from geoeval.errors import InvalidCoordinateError, UsageError
from tests.calculators.sphere.places import KINDS, POINTS, pairs

A, F = 6_378_137.0, 1 / 298.257223563
"""Semi-major axis and flattening of WGS 84."""


def test_arcs_of_the_equator_are_circular() -> None:
    """An arc is the semi-major axis times its angle."""
    for degrees in (1e-6, 1, 90, 179):
        exact = A * math.radians(degrees)
        assert geodesic((0, 0), (0, degrees)) == pytest.approx(exact, abs=2e-8)


def test_a_quarter_meridian_equals_the_elliptic_integral() -> None:
    """Computed by the series in the third flattening; pole to pole is the longest."""
    n = F / (2 - F)
    series = 1 + n**2 / 4 + n**4 / 64 + n**6 / 256
    quarter = A / (1 + n) * series * math.pi / 2
    assert geodesic((0, 7), (90, 0)) == pytest.approx(quarter, abs=2e-8)
    assert geodesic((90, 0), (-90, 50)) == pytest.approx(2 * quarter, abs=4e-8)
    assert geodesic((0, 0), (0, 180)) == pytest.approx(2 * quarter, abs=4e-8)


@given(POINTS, POINTS)
def test_the_sphere_is_within_its_documented_error(a: LatLon, b: LatLon) -> None:
    """The great circle is 0.45 % too short to 0.56 % too long, and geodesics are symmetric."""
    metres = geodesic(a, b)
    assert type(metres) is float
    assert 0 <= metres < 20_003_931.5
    assert metres == pytest.approx(geodesic(b, a), abs=1e-7)
    assume(metres > 1e-3)
    assert -0.0057 < metres / haversine(a, b) - 1 < 0.0046 or metres > 19_900_000


@pytest.mark.parametrize("kind", KINDS)
def test_array_geodesics_agree_with_single_ones(kind: str) -> None:
    """Covers shapes (…, 2) in any memory layout."""
    found = pairs(kind, 20)
    a, b = np.array(found).swapaxes(0, 1)
    expected = [geodesic(*pair) for pair in found]
    assert geodesic(a, b).tolist() == expected
    assert geodesic(np.asfortranarray(a), b[::-1][::-1]).tolist() == expected
    assert geodesic(a.reshape(4, 5, 2), b.reshape(4, 5, 2)).ravel().tolist() == expected


def test_shapes_broadcast_and_arguments_are_not_modified() -> None:
    points = np.array([(1.0, 2.0), (3.0, 4.0)])
    before = points.copy()
    assert geodesic((0, 0), points).shape == (2,)
    assert geodesic(points[:, None], points).shape == (2, 2)
    assert geodesic(points[:, None], points).diagonal().max() == 0
    assert geodesic(np.empty((0, 2)), (0, 0)).shape == (0,)
    assert np.array_equal(points, before)


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ((95, 0), (0, 0), r"got 95 in \(95, 0\); the pair looks swapped: latitude comes first"),
        ((35.68, 139.69), (151.21, -33.87), r"got 151.21 in .*; the pair looks swapped"),
        ((0, 0), [(0, 0), (151.21, -33.87)], r"got 151.21 at \[1\] .*; the pair looks swapped"),
        ((0, math.nan), (0, 0), "expected a longitude from -180 to 180 degrees, got nan"),
        ([(0, 0)], [], r"expected points of shape \(…, 2\) in degrees, got shape \(0,\)"),
    ],
)
def test_points_are_validated(a: LatLon, b: LatLon, message: str) -> None:
    with pytest.raises(InvalidCoordinateError, match=message):
        geodesic(a, b)
    with pytest.raises(InvalidCoordinateError, match=message):
        geodesic(b, a)


def test_shapes_that_do_not_broadcast_are_rejected() -> None:
    with pytest.raises(UsageError, match=r"expected shapes that broadcast, got \(2,\) and \(3,\)"):
        geodesic(np.zeros((2, 2)), np.zeros((3, 2)))
