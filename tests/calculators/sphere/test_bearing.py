"""Bearings of great circles and rhumb lines against a reference of fifty digits."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geoeval.calculators.sphere.bearing import (
    angle_between,
    final_bearing,
    initial_bearing,
    rhumb_bearing,
    to_turn,
)
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M, LatLon
from geoeval.errors import CoincidentPointsError, InvalidCoordinateError, UsageError
from tests.calculators.sphere import reference
from tests.calculators.sphere.places import KINDS, OFFSETS, POINTS, has_direction, pairs

BEARINGS = st.floats(-1e6, 1e6)
NAMES = [initial_bearing, final_bearing, rhumb_bearing]


@pytest.mark.parametrize("kind", KINDS)
def test_a_great_circle_at_the_bearing_passes_within_twenty_nanometres(kind: str) -> None:
    """What a bearing is off, seen at the other end, is less than 2e-8 m."""
    for a, b in pairs(kind, 50):
        if has_direction(a, b) and reference.distance(a, b) > 1e-9:
            for bearing, exact, sign in (
                (initial_bearing(a, b), reference.initial_bearing(a, b), 0),
                (final_bearing(a, b), reference.initial_bearing(b, a), 180),
            ):
                off = math.radians(math.remainder(float(bearing - exact - sign), 360))
                lever = math.sin(float(reference.distance(a, b)) / EARTH_RADIUS_M)
                assert abs(off * lever) * EARTH_RADIUS_M < 2e-8, (a, b)


@pytest.mark.parametrize("kind", ["anywhere", *(f"neighbours of {o}" for o in OFFSETS)])
def test_a_rhumb_line_at_the_bearing_passes_within_ten_nanometres(kind: str) -> None:
    """On the Mercator map, at the scale of the nearer pole, it is as exact."""
    for a, b in pairs(kind, 50):
        off = math.radians(
            math.remainder(float(rhumb_bearing(a, b) - reference.rhumb_bearing(a, b)), 360)
        )
        lever = reference.mercator_length(a, b) * math.cos(math.radians(max(abs(a[0]), abs(b[0]))))
        assert abs(off) * lever * EARTH_RADIUS_M < 1e-8, (a, b)


@given(POINTS, POINTS)
def test_bearings_lie_in_one_turn(a: LatLon, b: LatLon) -> None:
    """All three are in [0, 360)."""
    assume(has_direction(a, b))
    for bearing in NAMES:
        assert 0 <= bearing(a, b) < 360


@given(POINTS, POINTS)
def test_the_final_bearing_is_the_way_back_turned_round(a: LatLon, b: LatLon) -> None:
    """Arriving is setting out for the start, turned by half a turn."""
    assume(has_direction(a, b))
    assert angle_between(final_bearing(a, b), initial_bearing(b, a) + 180) < 1e-12


@given(POINTS, POINTS, st.integers(-359, 359))
def test_bearing_does_not_change_with_the_meridian(a: LatLon, b: LatLon, shift: int) -> None:
    """Moving both points by the same longitude leaves the direction."""
    assume(1000 < haversine(a, b) < 19_900_000)
    moved = [(lat, math.remainder(lon + shift, 360)) for lat, lon in (a, b)]
    if max(abs(a[0]), abs(b[0])) < 89.9:
        assert angle_between(initial_bearing(a, b), initial_bearing(*moved)) < 1e-9


@given(st.floats(-89, 89), st.floats(-170, 170), st.floats(1e-9, 9))
def test_a_rhumb_line_keeps_to_parallels_and_meridians(lat: float, lon: float, by: float) -> None:
    """Along a parallel it leads due east or west, along a meridian due north or south."""
    assume(lon + by != lon)
    here, east = (lat, lon), (lat, lon + by)
    assert (rhumb_bearing(here, east), rhumb_bearing(east, here)) == (90, 270)
    north = (lat + by / 9, lon)
    assume(north != here)
    assert (rhumb_bearing(here, north), rhumb_bearing(north, here)) == (0, 180)


@given(POINTS, st.floats(-180, 180))
def test_a_rhumb_line_to_a_pole_leads_due_north_or_south(point: LatLon, lon: float) -> None:
    """All meridians meet at a pole, so that its longitude does not matter."""
    assume(abs(point[0]) < 90)
    assert (rhumb_bearing(point, (90, lon)), rhumb_bearing(point, (-90, lon))) == (0, 180)
    assert (rhumb_bearing((90, lon), point), rhumb_bearing((-90, lon), point)) == (180, 0)
    assert rhumb_bearing((90, lon), (-90, point[1])) == 180


@pytest.mark.parametrize("lon", [-180.0, -90.0, 0.0, 33.5, 90.0, 180.0])
def test_a_rhumb_line_half_way_round_leads_east(lon: float) -> None:
    """Both ways are as long, whichever way the longitudes are written."""
    for other in {lon - 180, lon + 180}:
        if -180 <= other <= 180:
            assert rhumb_bearing((50, lon), (50, other)) == 90
            assert rhumb_bearing([(50, lon)], (50, other)) == [90]


@pytest.mark.parametrize(
    ("b", "expected"),
    [((1, 0), 0), ((0, 1), 90), ((-1, 0), 180), ((0, -1), 270), ((1e-9, 1e-9), 45), ((90, 7), 0)],
)
def test_bearings_from_the_origin(b: LatLon, expected: float) -> None:
    """From 0° 0° the directions are known, down to a tenth of a millimetre."""
    assert initial_bearing((0, 0), b) == pytest.approx(expected, abs=1e-7)
    assert rhumb_bearing((0, 0), b) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize(("lat", "lon", "expected"), [(90, 10, 130), (-90, 10, 30)])
def test_bearings_from_a_pole_are_counted_from_its_meridian(
    lat: float, lon: float, expected: float
) -> None:
    """At the north pole all ways lead south, and the longitude given says which is which."""
    assert initial_bearing((lat, lon), (lat / 2, lon + (50 if lat > 0 else 30))) == pytest.approx(
        expected, abs=1e-9
    )


def test_bearing_just_west_of_north_stays_below_a_full_turn() -> None:
    """A direction less than one rounding below 360 is given as 0."""
    assert initial_bearing((0, 0), (80, -1e-300)) == 0
    assert rhumb_bearing((0, 0), (80, -1e-300)) == 0


def test_a_final_bearing_just_east_of_south_stays_below_a_full_turn() -> None:
    """Turned round it may not round up to 360 either."""
    assert final_bearing((80, 1e-300), (0, 0)) == 180
    assert 0 <= final_bearing((0, -1e-17), (80, 0)) < 360


@pytest.mark.parametrize("bearing", NAMES)
@pytest.mark.parametrize(
    ("a", "b"), [((5, 5), (5, 5)), ((5, 180), (5, -180)), ((90, 0), (90, 50)), ((-90, 1), (-90, 2))]
)
def test_no_bearing_between_a_place_and_itself(bearing: object, a: LatLon, b: LatLon) -> None:
    """The same place under two names is still the same place, and both are quoted."""
    message = (
        r"expected two different points, got \(.*\) and \(.*\), the same place: there is no dir"
    )
    with pytest.raises(CoincidentPointsError, match=message) as caught:
        bearing(a, b)
    assert str(a) in str(caught.value)
    assert str(b) in str(caught.value)


@pytest.mark.parametrize("bearing", NAMES)
def test_bearings_check_their_points(bearing: object) -> None:
    """A latitude that no place has is rejected, on either side."""
    for ends in (((95, 0), (0, 0)), ((0, 0), (95, 0))):
        with pytest.raises(InvalidCoordinateError, match=r"got 95 in \(95, 0\); the pair looks sw"):
            bearing(*ends)


@given(BEARINGS, BEARINGS)
def test_angle_between_is_symmetric_and_at_most_half_a_turn(first: float, second: float) -> None:
    """The order of the bearings does not matter."""
    angle = angle_between(first, second)
    assert 0 <= angle <= 180
    assert angle == angle_between(second, first)


@pytest.mark.parametrize(
    ("bearing", "expected"), [(-90, 270), (720, 0), (-1e-300, 0), (Fraction(725, 2), 2.5)]
)
def test_an_angle_is_brought_into_one_turn(bearing: float, expected: float) -> None:
    """Full turns are taken away, and any number becomes a float."""
    assert to_turn(bearing) == expected
    assert type(to_turn(bearing)) is float


@pytest.mark.parametrize("bearing", [math.nan, -math.inf, "N", None, 10**400, False, [1]], ids=str)
def test_an_angle_is_a_finite_number(bearing: float) -> None:
    """Anything else is rejected with its value."""
    with pytest.raises(UsageError, match="expected a bearing as a finite number of degrees, got"):
        angle_between(10, bearing)
