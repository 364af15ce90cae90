"""Distance between two points: accuracy against fifty digits, invariants and errors."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M, LatLon
from geoeval.errors import InvalidCoordinateError
from tests.calculators.sphere import reference
from tests.calculators.sphere.places import KINDS, POINTS, antipode, pairs

HALF_WAY_ROUND = math.pi * EARTH_RADIUS_M


@pytest.mark.parametrize("kind", KINDS)
def test_distances_are_accurate_to_ten_nanometres(kind: str) -> None:
    for a, b in pairs(kind, 80):
        assert abs(haversine(a, b) - reference.distance(a, b)) < 1e-8, (a, b)


@given(POINTS, POINTS)
def test_generated_pairs_are_equally_accurate(a: LatLon, b: LatLon) -> None:
    """Hypothesis searches for pairs that exceed the bound."""
    assert abs(haversine(a, b) - reference.distance(a, b)) < 1e-8


@pytest.mark.parametrize("exponent", range(-300, -9, 10))
def test_small_distances_keep_relative_accuracy(exponent: int) -> None:
    """Covers lengths too small to have a physical meaning."""
    step = 10.0**exponent
    for b in ((step, 0.0), (0.0, step), (step, -step)):
        exact = reference.distance((0.0, 0.0), b)
        assert abs(haversine((0.0, 0.0), b) - exact) <= exact * 1e-15 or exponent < -150


@given(POINTS, POINTS)
def test_distance_is_symmetric_and_bounded(a: LatLon, b: LatLon) -> None:
    """Swapping the points gives the same bits; antipodes are farthest apart."""
    assert haversine(a, b) == haversine(b, a)
    assert 0 <= haversine(a, b) <= HALF_WAY_ROUND


@given(POINTS, POINTS)
def test_only_coincident_points_are_at_distance_zero(a: LatLon, b: LatLon) -> None:
    """Other points differ by more than a rounding error of degrees."""
    assert haversine(a, a) == 0
    if reference.distance(a, b) > 1e-8:
        assert haversine(a, b) > 0


@given(st.floats(-90, 90), st.floats(-180, 180), st.floats(-180, 180))
def test_equivalent_coordinates_coincide(lat: float, lon: float, other: float) -> None:
    """A pole has every longitude, and the date line has two."""
    assert haversine((lat, 180.0), (lat, -180.0)) == 0
    assert haversine((90.0, lon), (90.0, other)) == 0
    assert haversine((-90.0, lon), (-90.0, other)) == 0


@given(POINTS, POINTS, POINTS)
def test_distance_satisfies_the_triangle_inequality(a: LatLon, b: LatLon, c: LatLon) -> None:
    """It holds up to the rounding of three distances."""
    assert haversine(a, c) <= haversine(a, b) + haversine(b, c) + 3e-8


@given(POINTS, POINTS, st.integers(-359, 359))
def test_distance_is_invariant_under_rotation(a: LatLon, b: LatLon, turn: int) -> None:
    """It holds up to the rounding of the longitudes."""
    turned = [(lat, math.remainder(lon + turn, 360)) for lat, lon in (a, b)]
    assert haversine(*turned) == pytest.approx(haversine(a, b), abs=4e-8)


@given(POINTS, POINTS)
def test_distances_to_point_and_antipode_add_up(a: LatLon, b: LatLon) -> None:
    """The sum is half the circumference."""
    whole = haversine(a, b) + haversine(antipode(a), b)
    assert whole == pytest.approx(HALF_WAY_ROUND, abs=2e-8)


@pytest.mark.parametrize(
    "point",
    [
        (1, 2),
        [1.0, 2.0],
        (Fraction(1), Fraction(2)),
        (True + 0, 2.0),
        np.array([1, 2], dtype=np.int8),
        np.array([1.0, 2.0], dtype=np.float32),
        (np.float64(1), np.int64(2)),
    ],
    ids=repr,
)
def test_any_pair_of_real_numbers_is_a_point(point: LatLon) -> None:
    """Integers, lists, fractions and an array of one point are accepted."""
    found = haversine(point, (3.0, 4.0))
    assert type(found) is float
    assert found == haversine((1.0, 2.0), (3.0, 4.0)) == haversine((3.0, 4.0), point)


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ((math.nan, 0.0), r"expected a latitude from -90 to 90 degrees, got nan in \(nan, 0.0\)$"),
        ((0.0, math.nan), r"expected a longitude from -180 to 180 degrees, got nan in"),
        ((0.0, math.inf), "expected a longitude from -180 to 180 degrees, got inf"),
        ((-math.inf, 0.0), r"expected a latitude .* got -inf in \(-inf, 0.0\)$"),
        ((math.nextafter(90, 91), 0.0), "got 90.0000.* the pair looks swapped: latitude comes fir"),
        ((math.nextafter(-90, -91), 0.0), "got -90.0000.* the pair looks swapped"),
        ((0.0, math.nextafter(180, 181)), "expected a longitude .* got 180.000000"),
        ((0.0, math.nextafter(-180, -181)), "expected a longitude .* got -180.000000"),
        ((151.2, -33.9), "got 151.2 .*looks swapped"),
        ((151.2, 133.9), r"got 151.2 in \(151.2, 133.9\)$"),
        ((151.2, "x"), r"got 151.2 in \(151.2, 'x'\)$"),
        ((451.2, 10.0), r"got 451.2 in \(451.2, 10.0\)$"),
        ((10**400, 10.0), r"expected a latitude .* got 1000"),
        (("1", 2.0), "expected a latitude as a number of degrees, got '1'"),
        ((1.0, True), "expected a longitude as a number of degrees, got True"),
        ((1.0, None), "expected a longitude as a number of degrees, got None"),
        ((1j, 0.0), "expected a latitude as a number of degrees, got 1j"),
        ((1.0, 2.0, 3.0), r"expected a pair \(latitude, longitude\) in degrees, got \(1.0, 2.0"),
        (5.0, r"expected a pair \(latitude, longitude\) in degrees, got 5.0"),
        (None, "expected a pair .* got None"),
        ("48, 2", "expected a pair .* got '48, 2'"),
        ("ab", "expected a pair .* got 'ab'"),
        ({"lat": 1.0, "lon": 2.0}, "expected a pair .* got {'lat': 1.0"),
        (b"\x01\x02", "expected a pair .* got b'"),
        (bytearray(b"\x01\x02"), r"expected a pair .* got bytearray\(b'"),
        ([], r"expected a pair .* got \[\]"),
        (["1", "2"], "expected a latitude as a number of degrees, got '1'"),
        (np.array(5.0), r"expected a pair .* got array\(5\.\)"),
        (np.array([1.0, 2.0, 3.0]), r"expected a pair .* got array\(\[1\., 2\., 3\.\]\)"),
        (np.array([1.0, math.nan]), "expected a longitude .* got .*nan"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_invalid_points_are_rejected(point: LatLon, message: str) -> None:
    """The message has the value, and a hint if latitude and longitude look swapped."""
    with pytest.raises(InvalidCoordinateError, match=message):
        haversine((0.0, 0.0), point)
    with pytest.raises(InvalidCoordinateError, match=message):
        haversine(point, (0.0, 0.0))
