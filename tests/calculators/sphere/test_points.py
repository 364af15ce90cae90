"""Single points, many points and the errors for invalid ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from geoeval.calculators.nearby.index import NearbyIndex
from geoeval.calculators.sphere.bearing import initial_bearing
from geoeval.calculators.sphere.distance import haversine, pairwise_distances
from geoeval.calculators.sphere.great_circle import (
    cross_track_distance,
    destination,
    midpoint,
    path_length,
    relative_side,
)
from geoeval.calculators.sphere.points import (
    LatLon,
    are_arrays,
    check_point,
    check_points,
    check_rows,
    is_finite,
    is_real,
)
from geoeval.calculators.sphere.surfaces import geodesic
from geoeval.errors import InvalidCoordinateError


@pytest.mark.parametrize(
    "point", [(1, 2), [1.0, 2.0], (Fraction(1), 2), np.array([1, 2])], ids=repr
)
def test_any_pair_of_real_numbers_is_a_point(point: LatLon) -> None:
    """Integers, lists, fractions or an array of two become two floats."""
    assert check_point(point) == (1.0, 2.0)
    assert all(type(value) is float for value in check_point(point))


TABLE = pd.DataFrame({"lat": [48.0, 52.0], "lon": [2.0, 13.0]})
COLUMN = r"got a table column \(Series\); pass two columns as df\[\["


@pytest.mark.parametrize(
    "call",
    [
        lambda: haversine(TABLE.lat, TABLE.lon),
        lambda: haversine((0.0, 0.0), TABLE.lat),
        lambda: haversine([TABLE.lat, TABLE.lon], (0.0, 0.0)),
        lambda: haversine(TABLE, TABLE.lat),
        lambda: geodesic(TABLE.lat, TABLE.lon),
        lambda: pairwise_distances([TABLE.lat, TABLE.lon]),
        lambda: initial_bearing(TABLE.lat, TABLE.lon),
        lambda: midpoint(TABLE.lat, TABLE.lon),
        lambda: destination(TABLE.lat, 0, 1),
        lambda: cross_track_distance(TABLE.lat, (0, 0), (1, 1)),
        lambda: path_length((TABLE.lat, TABLE.lon)),
        lambda: relative_side([(0, 0), (1, 1)], TABLE.lat),
        lambda: NearbyIndex([TABLE.lat, TABLE.lon]),
        lambda: NearbyIndex(TABLE).count(TABLE.lat, 1),
        lambda: NearbyIndex(TABLE).nearest([TABLE.lat, TABLE.lon], 1),
        lambda: check_point(TABLE.lat[:1]),
        lambda: check_points(TABLE.lat),
    ],
)
def test_a_column_of_a_table_is_not_a_point(call: Callable[[], object]) -> None:
    """Two latitudes would be taken for a latitude and a longitude."""
    with pytest.raises(InvalidCoordinateError, match=COLUMN):
        call()


def test_two_columns_are_points() -> None:
    """A table may be inside a list too; its rows are points like tuples."""
    assert haversine(TABLE, (48.0, 2.0))[0] == 0
    assert haversine([TABLE], (48.0, 2.0)).shape == (1, 2)
    assert haversine(tuple(TABLE.loc[0]), (48.0, 2.0)) == 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((48, 2), False),
        ([48, 2], False),
        (np.array([48, 2]), False),
        ((np.float64(48), np.float32(2)), False),
        ([], False),
        (["48", "2"], False),
        ("ab", False),
        (None, False),
        ([(48, 2)], True),
        ((np.array([48, 2]),), True),
        (np.empty((0, 2)), True),
        (pd.DataFrame({"lat": [48], "lon": [2]}), True),
    ],
    ids=repr,
)
def test_single_points_and_arrays_are_distinguished(value: object, expected: bool) -> None:
    """Only nesting matters; an invalid object counts as single and is rejected later."""
    assert are_arrays(value) is expected
    assert are_arrays((0, 0), value) is expected


def test_points_become_an_array_of_the_same_shape() -> None:
    """The result is float64 in C order; empty and nested shapes are kept."""
    for given in ([(1, 2)], np.array([[1, 2]], dtype=np.int8), pd.DataFrame([[1, 2]])):
        checked = check_points(given)
        assert checked.tolist() == [[1.0, 2.0]]
        assert checked.dtype == np.float64
    assert check_points(np.zeros((3, 0, 5, 2))).shape == (3, 0, 5, 2)
    assert check_points(np.zeros((4, 2), order="F")).flags.c_contiguous
    assert check_points((90, -180)).shape == (2,)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([(0, 0), (math.nan, 0)], r"a latitude .* got nan at \[1\] \(nan, 0.0\)$"),
        ([(0, math.inf)], r"a longitude from -180 to 180 degrees, got inf at \[0\] \(0.0, inf\)$"),
        ([(90.5, 0)], r"got 90.5 at \[0\] \(90.5, 0.0\); the pair looks swapped: latitude comes f"),
        ([(139.69, 35.69)], r"got 139.69 at \[0\] .*; the pair looks swapped"),
        ([(139.69, 135.69)], r"got 139.69 at \[0\] \(139.69, 135.69\)$"),
        ([(0, -180.1)], r"a longitude from -180 to 180 degrees, got -180.1 at \[0\]"),
        (np.array([[[0, 0], [0, 0]], [[0, 0], [-91, 0]]]), r"got -91.0 at \[1, 1\] \(-91.0, 0.0\)"),
        (np.array([[-128, 0]], dtype=np.int8), r"got -128.0 at \[0\] \(-128.0, 0.0\)"),
        (np.array([[np.inf, 0]], dtype=np.float16), "got inf"),
        ((95, 0), r"got 95.0 in \(95.0, 0.0\); the pair looks swapped"),
        ([("1", 2)], r"expected coordinates as numbers of degrees, got '1' at \[0, 0\]"),
        ([(1, 2), (1, None)], r"as numbers of degrees, got None at \[1, 1\]"),
        (np.array([["a", "b"], ["c", "d"]]), r"as numbers of degrees, got 'a' at \[0, 0\]$"),
        (np.array([[b"a", b"b"]]), r"as numbers of degrees, got b'a' at \[0, 0\]$"),
        (np.array([[True, False]]), r"as numbers of degrees, got True at \[0, 0\]"),
        ([(1j, 2)], r"as numbers of degrees, got 1j at \[0, 0\]"),
        ([(Decimal("NaN"), 2)], r"as numbers of degrees, got Decimal\('NaN'\) at \[0, 0\]"),
        (pd.DataFrame({"a": [1.0], "b": ["x"]}), r"as numbers of degrees, got 'x' at \[0, 1\]$"),
        ([(10**400, 2)], r"as numbers of degrees, got a number too large for a float: \[\(1000"),
        (None, "as numbers of degrees, got None$"),
        ([(1, 2), (1, 2, 3)], r"got rows of different lengths: \[\(1, 2\), \(1, 2, 3\)\]"),
        ([], r"expected points of shape \(…, 2\) in degrees, got shape \(0,\)"),
        (5, r"expected points of shape \(…, 2\) in degrees, got shape \(\)"),
        ([(1, 2, 3)], r"expected points of shape \(…, 2\) in degrees, got shape \(1, 3\)"),
        (pd.DataFrame({"a": [1.0]}), r"one of longitudes, .*, got a table with \['a'\]"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_the_first_invalid_point_is_reported(points: object, message: str) -> None:
    """The one-line message has the value and its index."""
    with pytest.raises(InvalidCoordinateError, match=message) as caught:
        check_points(points)
    assert "\n" not in str(caught.value)


def test_an_invalid_point_late_in_an_array_is_found() -> None:
    points = np.zeros((50_000, 2))
    check_points(points)
    for row in (8_191, 8_192, 49_999):
        wrong = points.copy()
        wrong[row, 1] = 180.5
        with pytest.raises(InvalidCoordinateError, match=rf"got 180.5 at \[{row}\] \(0.0, 180.5\)"):
            check_points(wrong)


def test_masked_values_are_not_coordinates() -> None:
    """The value below the mask is not used."""
    masked = np.ma.masked_array([[1, 2], [3, 4]], mask=[[False, False], [True, False]])
    with pytest.raises(InvalidCoordinateError, match=r"got nan at \[1\] \(nan, 4.0\)"):
        check_points(masked)
    assert check_points(masked[:1]).tolist() == [[1.0, 2.0]]


def test_fractions_are_coordinates_in_arrays_too() -> None:
    assert check_points([(Fraction(1, 2), 3)]).tolist() == [[0.5, 3.0]]


def test_rows_have_two_dimensions() -> None:
    """A single point and stacks of rows are rejected."""
    assert check_rows([(1, 2)]).shape == (1, 2)
    for points in ((1, 2), np.zeros((2, 2, 2))):
        with pytest.raises(
            InvalidCoordinateError, match=r"expected points of shape \(n, 2\) in de"
        ):
            check_rows(points)


def test_numbers_are_distinguished_from_lookalikes() -> None:
    """Booleans and strings are not numbers; NaN is a number, but not finite."""
    for value in (1, 2.5, Fraction(1), np.float32(1), np.int8(1)):
        assert is_real(value)
        assert is_finite(value)
    for value in (True, "1", None, 1j, [1], b"1"):
        assert not is_real(value)
        assert not is_finite(value)
    for value in (math.nan, -math.inf, 10**400):
        assert is_real(value)
        assert not is_finite(value)
