"""Compass points of bearings and of pairs of points, and sectors around directions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geoeval.calculators.sphere.bearing import angle_between, initial_bearing
from geoeval.calculators.sphere.cardinal import bearing_cardinal, cardinal, is_directly
from geoeval.calculators.sphere.compass import POINTS, Compass
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import LatLon
from geoeval.errors import CoincidentPointsError, InvalidCoordinateError, UsageError
from tests.calculators.sphere.places import KINDS, has_direction, pairs
from tests.calculators.sphere.places import POINTS as PLACES

COUNTS = (4, 8, 16, 32)


@pytest.mark.parametrize(
    ("bearing", "points", "expected"),
    [
        (337.5, 8, "N"),
        (math.nextafter(337.5, 0), 8, "NW"),
        (22.5, 8, "NE"),
        (math.nextafter(22.5, 0), 8, "N"),
        (math.nextafter(45, 0), 4, "N"),
        (45, 4, "E"),
        (315, 4, "N"),
        (math.nextafter(315, 0), 4, "W"),
        (11.25, 16, "NNE"),
        (348.75, 16, "N"),
        (5.625, 32, "NbE"),
        (354.375, 32, "N"),
        (math.nextafter(354.375, 0), 32, "NbW"),
        (-90, 8, "W"),
        (720, 8, "N"),
        (-1e-20, 8, "N"),
        (10, 8.0, "N"),
        (10, np.int64(8), "N"),
        (np.array(90.0), 8, "E"),
    ],
    ids=repr,
)
def test_sectors_are_centred_and_half_open(bearing: float, points: int, expected: str) -> None:
    """A sector includes its start and excludes its end, to the last bit."""
    assert cardinal(bearing, points) == expected
    assert cardinal([bearing], points)[0] is Compass(expected)


@given(PLACES, PLACES)
def test_the_compass_point_is_nearest_to_the_bearing(a: LatLon, b: LatLon) -> None:
    """It is at most half a sector away, for every compass."""
    assume(has_direction(a, b))
    bearing = initial_bearing(a, b)
    for points in COUNTS:
        point = bearing_cardinal(a, b, points)
        assert point is cardinal(bearing, points)
        assert angle_between(bearing, point.degrees) <= 180 / points


@given(st.sampled_from(POINTS), st.sampled_from(COUNTS))
def test_every_compass_point_maps_to_itself(point: Compass, points: int) -> None:
    if point.degrees % (360 / points) == 0:
        assert cardinal(point.degrees, points) is point


@given(st.lists(st.floats(-1e6, 1e6)), st.sampled_from(COUNTS))
def test_compass_points_of_arrays_agree_with_single_ones(
    bearings: list[float], points: int
) -> None:
    assert list(cardinal(bearings, points)) == [cardinal(b, points) for b in bearings]


def test_missing_directions_have_no_compass_point() -> None:
    """These are NaN in an array and a pair of coincident points."""
    assert list(cardinal(np.array([math.nan, 45.0]))) == [None, "NE"]
    assert list(bearing_cardinal([(0, 0), (1, 0)], (0, 0))) == [None, "S"]
    assert cardinal(np.empty((0, 3))).shape == (0, 3)
    assert cardinal(np.full((2, 3), 90, dtype=np.int8)).shape == (2, 3)


def test_compass_points_of_pairs_agree_with_single_ones() -> None:
    found = [pair for kind in KINDS for pair in pairs(kind, 20)]
    found = [(a, b) for a, b in found if 1e-3 < haversine(a, b) < 2.001e7]
    a, b = np.array(found).swapaxes(0, 1)
    for points in COUNTS:
        assert list(bearing_cardinal(a, b, points)) == [
            bearing_cardinal(*pair, points) for pair in found
        ]
    for sector in (1, 90, 360):
        assert is_directly(a, b, "SW", sector).tolist() == [
            is_directly(*pair, "SW", sector) for pair in found
        ]


@pytest.mark.parametrize("points", [0, 5, 64, "8", None, True, np.array([4, 8])], ids=repr)
def test_other_numbers_of_points_are_rejected(points: int) -> None:
    """Only compasses of 4, 8, 16 and 32 points exist."""
    with pytest.raises(UsageError, match="expected 4, 8, 16 or 32 compass points, got"):
        cardinal(10, points)
    with pytest.raises(UsageError, match="expected 4, 8, 16 or 32 compass points, got"):
        bearing_cardinal((0, 0), (1, 1), points)


@pytest.mark.parametrize("bearing", [math.nan, math.inf, "N", None, 10**400, True, (1, 2), 1j])
def test_non_finite_bearings_are_rejected(bearing: float) -> None:
    """Strings and integers too large for a float are rejected too."""
    with pytest.raises(UsageError, match="expected a bearing as a finite number of degrees, got"):
        cardinal(bearing)


@pytest.mark.parametrize(
    ("bearings", "message"),
    [
        ([1, math.inf], r"expected a finite bearing in degrees, got inf at \[1\]"),
        (np.array([[0, -math.inf]]), r"expected a finite bearing .* got -inf at \[0, 1\]"),
        (["N"], r"expected a bearing as a number of degrees, got 'N' at \[0\]"),
        (np.array([True]), r"expected a bearing as a number of degrees, got True at \[0\]"),
        ([[1], [2, 3]], "expected a bearing .* got rows of different lengths"),
    ],
    ids=repr,
)
def test_arrays_with_invalid_bearings_are_rejected(bearings: list[float], message: str) -> None:
    """The message has the first invalid bearing and its index."""
    with pytest.raises(UsageError, match=message):
        cardinal(bearings)


@pytest.mark.parametrize(
    ("direction", "sector", "expected"),
    [("north", 90, True), ("N", 360, True), ("east", 90, False), ("northeast", 45, True)],
)
def test_is_directly_tests_the_sector(direction: str, sector: float, expected: bool) -> None:
    """The default sector extends 45° to both sides."""
    assert is_directly((0, 0), (1, 0.9), direction, sector) is expected


@given(PLACES, PLACES)
def test_each_place_is_in_one_of_four_directions(a: LatLon, b: LatLon) -> None:
    """The four sectors cover the circle once and agree with the compass point."""
    assume(has_direction(a, b))
    directions = [name for name in ("N", "E", "S", "W") if is_directly(a, b, name)]
    assert directions == [bearing_cardinal(a, b, 4).value]


@pytest.mark.parametrize("point", POINTS)
def test_a_sector_of_360_contains_every_direction(point: Compass) -> None:
    for target in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1)):
        assert is_directly((0, 0), target, point, 360)
        assert is_directly((0, 0), [target], point, 360).all()


def test_coincident_points_are_in_no_sector() -> None:
    """Arrays hold False, single points raise an error, even for a sector of 360°."""
    assert is_directly([(0, 0), (90, 1)], (90, 5), "N", 360).tolist() == [True, False]
    with pytest.raises(
        CoincidentPointsError, match=r"got .5, 5. and .5, 5., the same place: there is n"
    ):
        is_directly((5, 5), (5, 5), "N", 360)


@pytest.mark.parametrize("sector", [0, -1, 361, math.nan, math.inf, "90", None, True], ids=repr)
def test_invalid_sectors_are_rejected(sector: float) -> None:
    """A sector is a number above 0 and at most 360."""
    with pytest.raises(UsageError, match="sector width above 0 and at most 360 degrees, got"):
        is_directly((0, 0), (1, 1), "north", sector)


def test_points_and_direction_are_validated() -> None:
    with pytest.raises(
        InvalidCoordinateError, match=r"got 95.0 at \[0\] \(95.0, 0.0\); the pair l"
    ):
        bearing_cardinal([(95, 0)], (0, 0))
    with pytest.raises(UsageError, match=r"expected a compass point .* got 'up'"):
        is_directly((0, 0), (1, 1), "up")
