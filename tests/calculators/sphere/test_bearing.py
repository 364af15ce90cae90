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
def test_great_circles_at_the_bearing_reach_the_point(kind: str) -> None:
    """The bearing is accurate to 2e-8 m at the other end."""
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
def test_rhumb_lines_at_the_bearing_reach_the_point(kind: str) -> None:
    """The error is below 10 nm on the Mercator map, at the scale of the nearer pole."""
    for a, b in pairs(kind, 50):
        off = math.radians(
            math.remainder(float(rhumb_bearing(a, b) - reference.rhumb_bearing(a, b)), 360)
        )
        lever = reference.mercator_length(a, b) * math.cos(math.radians(max(abs(a[0]), abs(b[0]))))
        assert abs(off) * lever * EARTH_RADIUS_M < 1e-8, (a, b)


@given(POINTS, POINTS)
def test_bearings_are_within_a_turn(a: LatLon, b: LatLon) -> None:
    """All three are in [0, 360)."""
    assume(has_direction(a, b))
    for bearing in NAMES:
        assert 0 <= bearing(a, b) < 360


@given(POINTS, POINTS)
def test_the_final_bearing_is_the_reversed_way_back(a: LatLon, b: LatLon) -> None:
    assume(has_direction(a, b))
    assert angle_between(final_bearing(a, b), initial_bearing(b, a) + 180) < 1e-12


@given(POINTS, POINTS, st.integers(-359, 359))
def test_bearings_are_invariant_under_longitude_shifts(a: LatLon, b: LatLon, shift: int) -> None:
    assume(1000 < haversine(a, b) < 19_900_000)
    moved = [(lat, math.remainder(lon + shift, 360)) for lat, lon in (a, b)]
    if max(abs(a[0]), abs(b[0])) < 89.9:
        assert angle_between(initial_bearing(a, b), initial_bearing(*moved)) < 1e-9


@given(st.floats(-89, 89), st.floats(-170, 170), st.floats(1e-9, 9))
def test_rhumb_lines_follow_parallels_and_meridians(lat: float, lon: float, by: float) -> None:
    """Along a parallel the bearing is due east or west, along a meridian due north or south."""
    assume(lon + by != lon)
    here, east = (lat, lon), (lat, lon + by)
    assert (rhumb_bearing(here, east), rhumb_bearing(east, here)) == (90, 270)
    north = (lat + by / 9, lon)
    assume(north != here)
    assert (rhumb_bearing(here, north), rhumb_bearing(north, here)) == (0, 180)


@given(POINTS, st.floats(-180, 180))
def test_a_rhumb_line_to_a_pole_points_north_or_south(point: LatLon, lon: float) -> None:
    """The longitude of a pole does not matter."""
    assume(abs(point[0]) < 90)
    assert (rhumb_bearing(point, (90, lon)), rhumb_bearing(point, (-90, lon))) == (0, 180)
    assert (rhumb_bearing((90, lon), point), rhumb_bearing((-90, lon), point)) == (180, 0)
    assert rhumb_bearing((90, lon), (-90, point[1])) == 180


@pytest.mark.parametrize("lon", [-180.0, -90.0, 0.0, 33.5, 90.0, 180.0])
def test_a_rhumb_line_halfway_round_points_east(lon: float) -> None:
    """Both ways are equally long, however the longitudes are written."""
    for other in {lon - 180, lon + 180}:
        if -180 <= other <= 180:
            assert rhumb_bearing((50, lon), (50, other)) == 90
            assert rhumb_bearing([(50, lon)], (50, other)) == [90]


@pytest.mark.parametrize(
    ("b", "expected"),
    [((1, 0), 0), ((0, 1), 90), ((-1, 0), 180), ((0, -1), 270), ((1e-9, 1e-9), 45), ((90, 7), 0)],
)
def test_bearings_from_the_origin(b: LatLon, expected: float) -> None:
    """The exact bearings are known, down to a tenth of a millimetre."""
    assert initial_bearing((0, 0), b) == pytest.approx(expected, abs=1e-7)
    assert rhumb_bearing((0, 0), b) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize(("lat", "lon", "expected"), [(90, 10, 130), (-90, 10, 30)])
def test_bearings_from_a_pole_depend_on_its_longitude(
    lat: float, lon: float, expected: float
) -> None:
    """All ways from the north pole lead south; its longitude sets the reference direction."""
    assert initial_bearing((lat, lon), (lat / 2, lon + (50 if lat > 0 else 30))) == pytest.approx(
        expected, abs=1e-9
    )


def test_bearings_just_west_of_north_are_below_360() -> None:
    """A bearing within a rounding error of 360 is returned as 0."""
    assert initial_bearing((0, 0), (80, -1e-300)) == 0
    assert rhumb_bearing((0, 0), (80, -1e-300)) == 0


def test_final_bearings_just_east_of_south_are_below_360() -> None:
    """The reversal does not round up to 360 either."""
    assert final_bearing((80, 1e-300), (0, 0)) == 180
    assert 0 <= final_bearing((0, -1e-17), (80, 0)) < 360


@pytest.mark.parametrize("bearing", NAMES)
@pytest.mark.parametrize(
    ("a", "b"), [((5, 5), (5, 5)), ((5, 180), (5, -180)), ((90, 0), (90, 50)), ((-90, 1), (-90, 2))]
)
def test_coincident_points_have_no_bearing(bearing: object, a: LatLon, b: LatLon) -> None:
    """Different names of the same place coincide too, and the error quotes both."""
    message = (
        r"expected two different points, got \(.*\) and \(.*\), the same place: there is no dir"
    )
    with pytest.raises(CoincidentPointsError, match=message) as caught:
        bearing(a, b)
    assert str(a) in str(caught.value)
    assert str(b) in str(caught.value)


@pytest.mark.parametrize("bearing", NAMES)
def test_bearings_validate_both_points(bearing: object) -> None:
    for ends in (((95, 0), (0, 0)), ((0, 0), (95, 0))):
        with pytest.raises(InvalidCoordinateError, match=r"got 95 in \(95, 0\); the pair looks sw"):
            bearing(*ends)


@given(BEARINGS, BEARINGS)
def test_angle_between_is_symmetric_and_at_most_180(first: float, second: float) -> None:
    angle = angle_between(first, second)
    assert 0 <= angle <= 180
    assert angle == angle_between(second, first)


@pytest.mark.parametrize(
    ("bearing", "expected"), [(-90, 270), (720, 0), (-1e-300, 0), (Fraction(725, 2), 2.5)]
)
def test_angles_are_normalised_to_a_turn(bearing: float, expected: float) -> None:
    """Every number becomes a float."""
    assert to_turn(bearing) == expected
    assert type(to_turn(bearing)) is float


@pytest.mark.parametrize("bearing", [math.nan, -math.inf, "N", None, 10**400, False, [1]], ids=str)
def test_non_finite_angles_are_rejected(bearing: float) -> None:
    """The message has the value."""
    with pytest.raises(UsageError, match="expected a bearing as a finite number of degrees, got"):
        angle_between(10, bearing)
