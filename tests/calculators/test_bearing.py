"""Bearings, sectors and compass points."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geoeval.calculators.bearing import angle_between, initial_bearing
from geoeval.calculators.cardinal import bearing_cardinal, cardinal, is_directly
from geoeval.calculators.compass import POINTS, Compass
from geoeval.calculators.distance import haversine
from geoeval.calculators.points import LatLon
from geoeval.errors import CoincidentPointsError, InvalidCoordinateError, UsageError

PLACES = st.tuples(st.floats(-89, 89), st.floats(-180, 180))
BEARINGS = st.floats(-1e6, 1e6)
COUNTS = st.sampled_from([4, 8, 16, 32])


@given(PLACES, PLACES)
def test_bearing_lies_in_one_turn_and_its_cardinal_in_its_sector(a: LatLon, b: LatLon) -> None:
    """Bearings are [0, 360), and the nearest point is no farther than half a sector."""
    assume(haversine(a, b) > 1)
    bearing = initial_bearing(a, b)
    assert 0 <= bearing < 360
    for points in (4, 8, 16, 32):
        point = bearing_cardinal(a, b, points)
        assert angle_between(bearing, point.degrees) <= 180 / points


@given(PLACES, PLACES, st.integers(-90, 90))
def test_bearing_does_not_change_with_the_meridian(a: LatLon, b: LatLon, shift: int) -> None:
    """Moving both points by the same longitude leaves the direction."""
    assume(1000 < haversine(a, b) < 19_900_000)
    moved = [(lat, math.remainder(lon + shift, 360)) for lat, lon in (a, b)]
    assert angle_between(initial_bearing(a, b), initial_bearing(*moved)) < 1e-6


@pytest.mark.parametrize(
    ("b", "expected"),
    [((1, 0), 0), ((0, 1), 90), ((-1, 0), 180), ((0, -1), 270), ((1e-9, 1e-9), 45), ((90, 7), 0)],
)
def test_bearing_from_the_origin(b: LatLon, expected: float) -> None:
    """From 0° 0° the directions are known, down to a tenth of a millimetre."""
    assert initial_bearing((0, 0), b) == pytest.approx(expected, abs=1e-7)


def test_bearing_just_west_of_north_stays_below_a_full_turn() -> None:
    """A direction less than one rounding below 360 is given as 0."""
    assert initial_bearing((0, 0), (80, -1e-300)) == 0


@pytest.mark.parametrize(
    ("a", "b"), [((5, 5), (5, 5)), ((5, 180), (5, -180)), ((90, 0), (90, 50)), ((-90, 1), (-90, 2))]
)
def test_no_bearing_between_a_place_and_itself(a: LatLon, b: LatLon) -> None:
    """The same place under two names is still the same place."""
    with pytest.raises(CoincidentPointsError, match="expected two different points, got"):
        initial_bearing(a, b)


def test_bearing_checks_its_points() -> None:
    """A latitude that no place has is refused."""
    with pytest.raises(InvalidCoordinateError, match="got 95"):
        initial_bearing((95, 0), (0, 0))


@pytest.mark.parametrize(
    ("bearing", "points", "expected"),
    [
        (337.5, 8, "N"),
        (337.49, 8, "NW"),
        (22.5, 8, "NE"),
        (44.9, 4, "N"),
        (45, 4, "E"),
        (315, 4, "N"),
        (11.25, 16, "NNE"),
        (348.75, 16, "N"),
        (-90, 8, "W"),
        (720, 8, "N"),
        (-1e-20, 8, "N"),
    ],
)
def test_sectors_are_centred_and_half_open(bearing: float, points: int, expected: str) -> None:
    """A sector begins half its width before its point and excludes its end."""
    assert cardinal(bearing, points) == expected


@given(st.sampled_from(POINTS), COUNTS)
def test_every_point_is_its_own_cardinal(point: Compass, points: int) -> None:
    """A point of the compass in use is nearest to itself."""
    if point.degrees % (360 / points) == 0:
        assert cardinal(point.degrees, points) is point


@pytest.mark.parametrize("points", [0, 5, 64, "8"])
def test_other_numbers_of_points_are_refused(points: int) -> None:
    """Only the compasses of 4, 8, 16 and 32 points exist."""
    with pytest.raises(UsageError, match="expected 4, 8, 16 or 32 compass points, got"):
        cardinal(10, points)


@pytest.mark.parametrize("bearing", [math.nan, math.inf])
def test_a_bearing_must_be_finite(bearing: float) -> None:
    """NaN points nowhere."""
    with pytest.raises(UsageError, match="expected a bearing as a finite number of degrees"):
        cardinal(bearing)


@pytest.mark.parametrize("bearing", ["N", None, 10**400])
def test_a_bearing_must_be_a_number(bearing: float) -> None:
    """Text is none, nor what no float can hold."""
    with pytest.raises(UsageError, match="expected a bearing as a finite number of degrees, got"):
        cardinal(bearing)


@given(BEARINGS, BEARINGS)
def test_angle_between_is_symmetric_and_at_most_half_a_turn(first: float, second: float) -> None:
    """The order of the bearings does not matter."""
    angle = angle_between(first, second)
    assert 0 <= angle <= 180
    assert angle == angle_between(second, first)


@pytest.mark.parametrize("spelling", ["NE", "ne", "northeast", "North-East", " north east "])
def test_compass_reads_common_spellings(spelling: str) -> None:
    """Letters or words, with or without hyphen, in any case."""
    assert Compass(spelling) is Compass.NE


def test_compass_words_and_values_are_distinct() -> None:
    """Thirty-two points have as many values, words and directions."""
    assert [point.degrees for point in Compass] == [11.25 * i for i in range(32)]
    assert len({point.word for point in Compass}) == 32
    assert Compass("north by east").word == "North by east"
    assert Compass.SSW.word == "South-southwest"


@pytest.mark.parametrize("value", ["up", "", "N/A"])
def test_compass_refuses_other_words(value: str) -> None:
    """What is no point is refused with its text."""
    with pytest.raises(UsageError, match="expected a compass point such as 'N' or 'northeast'"):
        Compass(value)


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
    assume(haversine(a, b) > 1)
    directions = [name for name in ("N", "E", "S", "W") if is_directly(a, b, name)]
    assert directions == [bearing_cardinal(a, b, 4).value]


@pytest.mark.parametrize("sector", [0, 361, math.nan])
def test_a_sector_has_a_width(sector: float) -> None:
    """A sector of nothing, or of more than a turn, is refused."""
    with pytest.raises(UsageError, match="expected a sector above 0 and up to 360 degrees"):
        is_directly((0, 0), (1, 1), "north", sector)
