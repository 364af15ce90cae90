"""Distances against a 50-digit reference, their invariants, and what is refused."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.distance import EARTH_RADIUS_M, haversine
from geoeval.calculators.great_circle import midpoint
from geoeval.calculators.mercator import web_mercator_distance
from geoeval.calculators.path import detour
from geoeval.calculators.points import LatLon, check_point
from geoeval.errors import InvalidCoordinateError

POINTS = st.tuples(st.floats(-90, 90), st.floats(-180, 180))
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")


def _sin(angle: Decimal) -> Decimal:
    """Sum the series of the sine."""
    term = total = angle
    n = 1
    while abs(term) > Decimal("1e-58"):
        term *= -angle * angle / ((n + 1) * (n + 2))
        n += 2
        total += term
    return total


def _asin(value: Decimal) -> Decimal:
    """Return the arc sine of 0 ≤ value ≤ 1/√2 by Newton's method."""
    angle = Decimal(math.asin(value))
    for _ in range(4):
        cosine = (1 - _sin(angle) ** 2).sqrt()
        angle -= (_sin(angle) - value) / cosine
    return angle


def _reference(a: LatLon, b: LatLon) -> Decimal:
    """Return the great-circle distance in metres with 50 digits."""
    with localcontext() as context:
        context.prec = 60
        lat1, lon1, lat2, lon2 = (Decimal(x) * PI / 180 for x in (*a, *b))

        def hav(angle: Decimal) -> Decimal:
            return _sin(angle / 2) ** 2

        cosines = _sin(PI / 2 - lat1) * _sin(PI / 2 - lat2)
        square = hav(lat2 - lat1) + cosines * hav(lon2 - lon1)
        near = square <= Decimal("0.5")
        half = _asin((square if near else max(1 - square, Decimal(0))).sqrt())
        return 2 * Decimal(EARTH_RADIUS_M) * (half if near else PI / 2 - half)


@given(POINTS, POINTS)
def test_distance_is_within_ten_nanometres_of_fifty_digits(a: LatLon, b: LatLon) -> None:
    """Anywhere on the sphere the result is exact to 1e-8 m."""
    assert abs(Decimal(haversine(a, b)) - _reference(a, b)) < Decimal("1e-8")


@given(POINTS, st.floats(-1e-5, 1e-5), st.floats(-1e-5, 1e-5))
def test_distance_keeps_its_digits_near_the_antipode(a: LatLon, up: float, east: float) -> None:
    """Points almost opposite lose nothing either."""
    lat = max(-90.0, min(90.0, -a[0] + up))
    b = (lat, math.remainder(a[1] + 180 + east, 360))
    assert abs(Decimal(haversine(a, b)) - _reference(a, b)) < Decimal("1e-8")


@given(POINTS, st.floats(-1e-6, 1e-6), st.floats(-1e-6, 1e-6))
def test_distance_keeps_its_digits_for_neighbours(a: LatLon, up: float, east: float) -> None:
    """Points a few centimetres apart are as exact in proportion."""
    b = (max(-90.0, min(90.0, a[0] + up)), max(-180.0, min(180.0, a[1] + east)))
    exact = _reference(a, b)
    assert abs(Decimal(haversine(a, b)) - exact) <= Decimal("1e-13") + exact * Decimal("1e-14")


@given(POINTS, POINTS)
def test_distance_is_symmetric_and_at_most_half_the_circumference(a: LatLon, b: LatLon) -> None:
    """The ends may be exchanged, and no two points are farther apart than antipodes."""
    assert haversine(a, b) == haversine(b, a)
    assert 0 <= haversine(a, b) <= math.pi * EARTH_RADIUS_M


@given(POINTS)
def test_distance_of_a_point_to_itself_is_zero(a: LatLon) -> None:
    """A point is at no distance from itself, whichever side of the date line names it."""
    assert haversine(a, a) == 0
    assert haversine((a[0], 180.0), (a[0], -180.0)) == 0


@given(POINTS, POINTS, POINTS)
def test_detour_is_never_negative(a: LatLon, x: LatLon, b: LatLon) -> None:
    """The triangle inequality holds, rounding included."""
    assert detour(a, x, b) >= 0
    assert detour(a, a, b) == 0


@given(POINTS, POINTS)
def test_midpoint_is_equally_far_from_both(a: LatLon, b: LatLon) -> None:
    """The middle lies half the way from either end."""
    whole = haversine(a, b)
    if whole < math.pi * EARTH_RADIUS_M - 1000:
        middle = midpoint(a, b)
        assert haversine(a, middle) == pytest.approx(whole / 2, abs=0.01)
        assert haversine(middle, b) == pytest.approx(whole / 2, abs=0.01)


def test_midpoint_crosses_the_date_line() -> None:
    """The short way is taken, not the one through Greenwich."""
    lat, lon = midpoint((0, 170), (0, -170))
    assert (lat, abs(lon)) == (0, 180)


def test_midpoint_of_antipodes_is_refused() -> None:
    """Antipodes have no middle."""
    with pytest.raises(InvalidCoordinateError, match=r"not antipodes, got \(90, 0\) and \(-90, 0"):
        midpoint((90, 0), (-90, 0))


def test_web_mercator_stretches_with_latitude() -> None:
    """At 60° the map is twice too large; on the equator only the radius differs."""
    assert web_mercator_distance((0, 0), (0, 1)) == pytest.approx(111_319.4908, abs=1e-4)
    north = web_mercator_distance((60, 24), (60.001, 24)) / haversine((60, 24), (60.001, 24))
    assert north == pytest.approx(2 * 6_378_137 / EARTH_RADIUS_M, rel=1e-4)


@pytest.mark.parametrize(
    "point", [(1, 2), [1.0, 2.0], (Fraction(1), Fraction(2)), (True + 0, 2.0)], ids=repr
)
def test_any_pair_of_real_numbers_is_a_point(point: LatLon) -> None:
    """Integers, lists and other real numbers are taken as floats."""
    assert check_point(point) == (1.0, 2.0)
    assert all(type(value) is float for value in check_point(point))


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ((math.nan, 0.0), r"expected a latitude from -90 to 90 degrees, got nan in \(nan, 0.0\)$"),
        ((0.0, math.inf), "expected a longitude from -180 to 180 degrees, got inf"),
        ((90.001, 0.0), "got 90.001 .*the pair looks swapped: latitude comes first"),
        ((151.2, -33.9), "got 151.2 .*looks swapped"),
        ((151.2, 133.9), r"got 151.2 in \(151.2, 133.9\)$"),
        ((151.2, "x"), r"got 151.2 in \(151.2, 'x'\)$"),
        ((451.2, 10.0), r"got 451.2 in \(451.2, 10.0\)$"),
        ((0.0, -180.5), "expected a longitude from -180 to 180 degrees, got -180.5"),
        (("1", 2.0), "expected a latitude as a number of degrees, got '1'"),
        ((1.0, True), "expected a longitude as a number of degrees, got True"),
        ((1.0, None), "expected a longitude as a number of degrees, got None"),
        ((1.0, 2.0, 3.0), r"expected a pair \(latitude, longitude\) in degrees, got \(1.0, 2.0"),
        (5.0, r"expected a pair \(latitude, longitude\) in degrees, got 5.0"),
    ],
    ids=repr,
)
def test_what_is_no_point_is_refused_with_its_value(point: LatLon, message: str) -> None:
    """The error quotes the value, and says so where latitude and longitude look swapped."""
    with pytest.raises(InvalidCoordinateError, match=message):
        check_point(point)
    with pytest.raises(InvalidCoordinateError, match=message):
        haversine((0.0, 0.0), point)
    with pytest.raises(InvalidCoordinateError, match=message):
        haversine(point, (0.0, 0.0))
