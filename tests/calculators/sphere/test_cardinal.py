"""Compass points of bearings and of pairs of points, and sectors around them."""

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
    """A sector begins half its width before its point and excludes its end, to the last bit."""
    assert cardinal(bearing, points) == expected
    assert cardinal([bearing], points)[0] is Compass(expected)


@given(PLACES, PLACES)
def test_the_compass_point_is_the_sector_of_the_bearing(a: LatLon, b: LatLon) -> None:
    """For every compass, the nearest point is no farther off than half a sector."""
    assume(has_direction(a, b))
    bearing = initial_bearing(a, b)
    for points in COUNTS:
        point = bearing_cardinal(a, b, points)
        assert point is cardinal(bearing, points)
        assert angle_between(bearing, point.degrees) <= 180 / points


@given(st.sampled_from(POINTS), st.sampled_from(COUNTS))
def test_every_point_is_its_own_cardinal(point: Compass, points: int) -> None:
    """A point of the compass in use is nearest to itself."""
    if point.degrees % (360 / points) == 0:
        assert cardinal(point.degrees, points) is point


@given(st.lists(st.floats(-1e6, 1e6)), st.sampled_from(COUNTS))
def test_points_of_many_bearings_are_those_of_each(bearings: list[float], points: int) -> None:
    """An array gives what its elements give one by one."""
    assert list(cardinal(bearings, points)) == [cardinal(b, points) for b in bearings]


def test_where_there_is_no_direction_there_is_no_point() -> None:
    """NaN in an array, and a pair at one place, have none; no bearings have no points."""
    assert list(cardinal(np.array([math.nan, 45.0]))) == [None, "NE"]
    assert list(bearing_cardinal([(0, 0), (1, 0)], (0, 0))) == [None, "S"]
    assert cardinal(np.empty((0, 3))).shape == (0, 3)
    assert cardinal(np.full((2, 3), 90, dtype=np.int8)).shape == (2, 3)


def test_points_of_many_pairs_are_those_of_each() -> None:
    """Over pairs of every kind, compass points and sectors agree with one pair at a time."""
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
    """Only the compasses of 4, 8, 16 and 32 points exist."""
    with pytest.raises(UsageError, match="expected 4, 8, 16 or 32 compass points, got"):
        cardinal(10, points)
    with pytest.raises(UsageError, match="expected 4, 8, 16 or 32 compass points, got"):
        bearing_cardinal((0, 0), (1, 1), points)


@pytest.mark.parametrize("bearing", [math.nan, math.inf, "N", None, 10**400, True, (1, 2), 1j])
def test_a_bearing_is_a_finite_number(bearing: float) -> None:
    """NaN points nowhere, text is no number, nor is what no float can hold."""
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
def test_bearings_are_numbers(bearings: list[float], message: str) -> None:
    """The first that is none is named with its place."""
    with pytest.raises(UsageError, match=message):
        cardinal(bearings)


@pytest.mark.parametrize(
    ("direction", "sector", "expected"),
    [("north", 90, True), ("N", 360, True), ("east", 90, False), ("northeast", 45, True)],
)
def test_is_directly_asks_for_the_sector(direction: str, sector: float, expected: bool) -> None:
    """The default sector reaches 45° to either side."""
    assert is_directly((0, 0), (1, 0.9), direction, sector) is expected


@given(PLACES, PLACES)
def test_each_place_lies_directly_in_one_of_four_directions(a: LatLon, b: LatLon) -> None:
    """The four sectors cover the circle once, and agree with the cardinal point."""
    assume(has_direction(a, b))
    directions = [name for name in ("N", "E", "S", "W") if is_directly(a, b, name)]
    assert directions == [bearing_cardinal(a, b, 4).value]


@pytest.mark.parametrize("point", POINTS)
def test_a_whole_turn_holds_every_direction(point: Compass) -> None:
    """What lies exactly behind lies in a sector of 360° too."""
    for target in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1)):
        assert is_directly((0, 0), target, point, 360)
        assert is_directly((0, 0), [target], point, 360).all()


def test_one_place_lies_in_no_direction() -> None:
    """In arrays it is False, for single points an error; a whole turn makes no difference."""
    assert is_directly([(0, 0), (90, 1)], (90, 5), "N", 360).tolist() == [True, False]
    with pytest.raises(
        CoincidentPointsError, match=r"got .5, 5. and .5, 5., the same place: there is n"
    ):
        is_directly((5, 5), (5, 5), "N", 360)


@pytest.mark.parametrize("sector", [0, -1, 361, math.nan, math.inf, "90", None, True], ids=repr)
def test_a_sector_has_a_width(sector: float) -> None:
    """A sector of nothing, of more than a turn, or of no number is rejected."""
    with pytest.raises(UsageError, match="sector width above 0 and at most 360 degrees, got"):
        is_directly((0, 0), (1, 1), "north", sector)


def test_points_and_direction_are_checked() -> None:
    """A latitude that no place has and a direction that no compass has are rejected."""
    with pytest.raises(
        InvalidCoordinateError, match=r"got 95.0 at \[0\] \(95.0, 0.0\); the pair l"
    ):
        bearing_cardinal([(95, 0)], (0, 0))
    with pytest.raises(UsageError, match=r"expected a compass point .* got 'up'"):
        is_directly((0, 0), (1, 1), "up")
