"""Destinations, midpoints and cross-track distances compared with fifty digits."""

from __future__ import annotations

import math
import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geoeval.calculators.sphere.bearing import angle_between, initial_bearing
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.great_circle import cross_track_distance, destination, midpoint
from geoeval.calculators.sphere.points import EARTH_RADIUS_M, LatLon
from geoeval.errors import CoincidentPointsError, InvalidCoordinateError, UsageError
from tests.calculators.sphere import reference
from tests.calculators.sphere.places import KINDS, OFFSETS, POINTS, anywhere, has_direction, pairs

HALF_WAY_ROUND = math.pi * EARTH_RADIUS_M
BEARINGS = st.floats(0, 360, exclude_max=True)
DISTANCES = st.floats(0, HALF_WAY_ROUND)


def _point(row: np.ndarray) -> LatLon:
    """Return a row of an array as a point."""
    lat, lon = row.tolist()
    return lat, lon


@pytest.mark.parametrize("reach", [1e-3, 10, 1e4, 1e7, HALF_WAY_ROUND])
def test_destinations_are_accurate_to_ten_nanometres(reach: float) -> None:
    """From a millimetre to half the circumference, singly and in arrays."""
    rng = random.Random(reach)  # noqa: S311 - no secret, but the same ways every time
    ways = [
        (rng.choice([anywhere(rng), (90.0, 5.0), (-90.0, 180.0), (0.0, -180.0)]), b, d)
        for b, d in ((rng.uniform(0, 360), rng.uniform(0, reach)) for _ in range(60))
    ]
    columns = [np.array(column) for column in zip(*ways, strict=True)]
    for way, row in zip(ways, destination(*columns), strict=True):
        exact = reference.destination(*way)
        assert reference.distance(destination(*way), exact) < 1e-8
        assert reference.distance(_point(row), exact) < 1e-8


@given(POINTS, BEARINGS, DISTANCES)
def test_a_destination_is_at_the_given_distance(
    start: LatLon, bearing: float, distance: float
) -> None:
    """It is also a valid point."""
    end = destination(start, bearing, distance)
    assert abs(end[0]) <= 90
    assert abs(end[1]) <= 180
    assert haversine(start, end) == pytest.approx(distance, abs=3e-8)


@given(POINTS, POINTS)
def test_bearing_and_distance_lead_to_the_other_point(a: LatLon, b: LatLon) -> None:
    assume(haversine(a, b) > 1e-8 and has_direction(a, b))
    assert haversine(destination(a, initial_bearing(a, b), haversine(a, b)), b) < 5e-8


@given(POINTS, BEARINGS, st.floats(1, 20_000_000))
def test_a_destination_lies_in_the_given_bearing(
    start: LatLon, bearing: float, distance: float
) -> None:
    """The tolerance is the rounding of its degrees."""
    off = angle_between(initial_bearing(start, destination(start, bearing, distance)), bearing)
    lever = math.sin(distance / EARTH_RADIUS_M) * EARTH_RADIUS_M
    assert math.radians(off) * lever < 5e-8


@given(POINTS, BEARINGS, DISTANCES, st.integers(-3, 3), st.integers(0, 3))
def test_full_turns_do_not_matter(
    start: LatLon, bearing: float, distance: float, turns: int, rounds: int
) -> None:
    """Neither turns of the bearing nor circuits of the Earth change the result."""
    once = destination(start, bearing, distance)
    with_turns = destination(start, bearing + 360 * turns, distance + rounds * 2 * HALF_WAY_ROUND)
    assert haversine(once, with_turns) < 3e-7


def test_a_distance_of_zero_returns_the_start() -> None:
    for start in ((0.0, 0.0), (48.25, 2.5), (-45.0, -180.0), (90.0, 7.0)):
        assert haversine(destination(start, 123, 0), start) < 1e-8


def test_bearings_and_distances_may_be_any_real_numbers() -> None:
    """Fractions, decimals and zero-dimensional arrays are accepted."""
    expected = destination((1.0, 2.0), 10.0, 5.0)
    for number in (int, Fraction, Decimal, np.float64, np.array):
        assert destination((1, 2), number(10), number(5)) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_midpoints_are_accurate_to_ten_nanometres(kind: str) -> None:
    """Near antipodes the error grows with the cosine of half the angle."""
    for a, b in pairs(kind, 40):
        half = reference.distance(a, b) / EARTH_RADIUS_M / 2
        slack = math.cos(half)
        if slack < 1e-8:
            continue
        exact = reference.midpoint(a, b)
        assert reference.distance(midpoint(a, b), exact) * slack < 1e-8
        assert reference.distance(_point(midpoint([a], b)[0]), exact) * slack < 1e-8


@given(POINTS, POINTS)
def test_a_midpoint_is_equally_far_from_both_points(a: LatLon, b: LatLon) -> None:
    """Swapping the points gives the same midpoint."""
    whole = haversine(a, b)
    assume(whole < HALF_WAY_ROUND - 1000)
    middle = midpoint(a, b)
    assert haversine(a, middle) == pytest.approx(whole / 2, abs=2e-4)
    assert haversine(middle, b) == pytest.approx(whole / 2, abs=2e-4)
    assert haversine(middle, midpoint(b, a)) < 4e-4


def test_midpoint_crosses_the_date_line() -> None:
    """The shorter way is taken, not the way through Greenwich."""
    lat, lon = midpoint((0, 170), (0, -170))
    assert (lat, abs(lon)) == (0, 180)
    assert abs(midpoint((0, 170), [(0, -170)])[0, 1]) == 180


@pytest.mark.parametrize(
    ("a", "b"), [((90, 0), (-90, 0)), ((0, 0), (0, 180)), ((45, 9), (-45, 189 - 360))]
)
def test_antipodes_have_no_midpoint_and_no_line(a: LatLon, b: LatLon) -> None:
    """Single points raise an error; arrays of midpoints hold NaN."""
    with pytest.raises(
        InvalidCoordinateError, match=r"two points that are not antipodes, got \(.*\) and"
    ):
        midpoint(a, b)
    assert np.isnan(midpoint([a, (1, 2)], b)).tolist() == [[True, True], [False, False]]
    for point in ((1, 1), [(1, 1)]):
        with pytest.raises(
            InvalidCoordinateError, match=r"not antipodes, got .* every great circle"
        ):
            cross_track_distance(point, a, b)


@pytest.mark.parametrize(
    "kind", ["anywhere", "poles", "date line", *(f"neighbours of {o}" for o in OFFSETS)]
)
def test_cross_track_distances_have_documented_accuracy(kind: str) -> None:
    """The line may be arbitrarily short."""
    rng = random.Random(kind)  # noqa: S311 - no secret, but the same points every time
    for start, end in pairs(kind, 12):
        angle = reference.distance(start, end) / EARTH_RADIUS_M
        if angle < 1e-15:
            continue
        over_date_line = abs(start[1] - end[1]) > 180
        slack = math.sin(angle) if angle > math.pi / 2 or over_date_line else 1
        points = [anywhere(rng) for _ in range(5)]
        for point, row in zip(points, cross_track_distance(points, start, end), strict=True):
            exact = reference.cross_track_distance(point, start, end)
            assert abs(cross_track_distance(point, start, end) - exact) * slack < 2e-8
            assert abs(row - exact) * slack < 2e-8


@given(POINTS, POINTS, POINTS)
def test_cross_track_distances_are_bounded(point: LatLon, a: LatLon, b: LatLon) -> None:
    """The bounds are the distances to the ends and a quarter of the circumference."""
    assume(1 < haversine(a, b) < HALF_WAY_ROUND - 1_000)
    offset = abs(cross_track_distance(point, a, b))
    assert offset <= min(haversine(point, a), haversine(point, b)) + 1e-4
    assert offset <= HALF_WAY_ROUND / 2


@given(POINTS, POINTS, POINTS)
def test_reversing_the_line_changes_the_sign(point: LatLon, a: LatLon, b: LatLon) -> None:
    assume(1 < haversine(a, b) < HALF_WAY_ROUND - 1_000)
    there, back = cross_track_distance(point, a, b), cross_track_distance(point, b, a)
    assert there == pytest.approx(-back, abs=1e-3)


def test_right_of_the_line_is_positive() -> None:
    """South is right of a line eastwards on the equator."""
    assert cross_track_distance((-1, 5), (0, 0), (0, 10)) == pytest.approx(111_195.08, abs=0.01)
    assert cross_track_distance([(1, 5)], (0, 0), (0, 10))[0] == pytest.approx(
        -111_195.08, abs=0.01
    )


@pytest.mark.parametrize("end", [(5, 5), (5, 5 + 1e-15), (5.0, 5.0)])
def test_coincident_points_make_no_line(end: LatLon) -> None:
    """Points less than a nanometre apart count as coincident."""
    for point in ((1, 1), [(1, 1)]):
        with pytest.raises(
            CoincidentPointsError, match=r"expected two different points, got .*no line"
        ):
            cross_track_distance(point, (5, 5), end)


def test_denormal_coordinates_make_no_line() -> None:
    """Differences too small to square raise the error, without a division by zero."""
    for tiny in (5e-324, 1e-160):
        for point in ((1, 1), [(1, 1)]):
            with pytest.raises(CoincidentPointsError, match="the same place: there is no line"):
                cross_track_distance(point, (0, 0), (0, tiny))


@pytest.mark.parametrize(
    ("bearing", "distance", "message"),
    [
        (math.nan, 1, "expected a bearing in degrees as a finite number, got nan"),
        ("N", 1, "expected a bearing in degrees as a finite number, got 'N'"),
        (True, 1, "expected a bearing in degrees as a finite number, got True"),
        ((1, 2), 1, r"expected a bearing in degrees as a finite number, got \(1, 2\)"),
        (1, math.inf, "expected a distance in metres as a finite number, got inf"),
        (1, None, "expected a distance in metres as a finite number, got None"),
        (1, 10**400, "expected a distance in metres as a finite number, got 1000"),
        (1, -0.5, "expected a distance of 0 or more metres, got -0.5"),
        ([1, math.nan], 1, r"expected a finite bearing in degrees, got nan at \[1\]"),
        ([1, "x"], 1, r"expected a bearing as a number of degrees, got 'x' at \[1\]"),
        (1, [5, 3, -2.5, -7], r"expected a distance of 0 or more metres, got -2.5 at \[2\]"),
        (1, np.array([[math.inf]]), r"expected a finite distance in metres, got inf at \[0, 0\]"),
        ([1, 2], [1, 2, 3], r"expected shapes that broadcast, got \(\) and \(2,\) and \(3,\)"),
        ([1, 2], math.nan, "expected a finite distance in metres, got nan$"),
    ],
    ids=repr,
)
def test_invalid_bearings_and_distances_are_rejected(
    bearing: float, distance: float, message: str
) -> None:
    """The message has the index."""
    with pytest.raises(UsageError, match=message):
        destination((0, 0), bearing, distance)


@pytest.mark.parametrize(
    "call",
    [
        lambda bad: destination(bad, 0, 1),
        lambda bad: destination([bad], 0, 1),
        lambda bad: midpoint(bad, (0, 0)),
        lambda bad: midpoint([(0, 0)], bad),
        lambda bad: cross_track_distance(bad, (0, 0), (1, 1)),
        lambda bad: cross_track_distance((0, 0), bad, (1, 1)),
        lambda bad: cross_track_distance([(0, 0)], (1, 1), bad),
    ],
)
def test_every_point_argument_is_validated(call: object) -> None:
    with pytest.raises(
        InvalidCoordinateError, match=r"got 95.* looks swapped: latitude comes first"
    ):
        call((95.0, 10.0))


def test_shapes_broadcast() -> None:
    """One start with many bearings, many starts with one bearing, and empty arrays."""
    assert destination((0, 0), np.zeros((4, 1)), np.zeros(3)).shape == (4, 3, 2)
    assert destination(np.zeros((3, 2)), 0, 1).shape == (3, 2)
    assert destination(np.empty((0, 2)), 0, 1).shape == (0, 2)
    assert midpoint(np.zeros((3, 1, 2)), np.ones((4, 2))).shape == (3, 4, 2)
    assert cross_track_distance(np.zeros((2, 3, 2)), (0, 1), (1, 1)).shape == (2, 3)
    with pytest.raises(UsageError, match=r"expected shapes that broadcast, got \(2,\) and \(3,\)"):
        midpoint(np.zeros((2, 2)), np.ones((3, 2)))
