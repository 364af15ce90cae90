"""Trigonometry of arrays compared with ``math``, and the splitting of arrays into blocks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from mpmath import mp

from geoeval.calculators.sphere import array_math
from geoeval.calculators.sphere.array_math import (
    BLOCK,
    broadcast_columns,
    check_numbers,
    check_shapes,
    first_of,
    in_blocks,
)
from geoeval.errors import InvalidCoordinateError, UsageError

ANGLES = np.concatenate(
    [np.linspace(-np.pi, np.pi, 2001), *(s * 10.0 ** np.arange(-300, 0) for s in (-1, 1)), [0.0]]
)


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_sine_and_cosine_are_accurate(name: str) -> None:
    """The error is below 4e-16 for every angle of a turn."""
    with mp.workdps(40):
        exact = [getattr(mp, name)(mp.mpf(angle)) for angle in ANGLES.tolist()]
        found = getattr(array_math, name)(ANGLES)
        assert max(abs(f - e) for f, e in zip(found.tolist(), exact, strict=True)) < 4e-16


def test_sines_of_small_angles_keep_relative_accuracy() -> None:
    """Covers angles down to the smallest floats."""
    small = 10.0 ** np.arange(-300, -1)
    assert np.abs(array_math.sin(small) / np.sin(small) - 1).max() < 5e-16


def test_angles_of_vectors_are_accurate() -> None:
    """Within 1.5e-15 of numpy's in every quadrant, for lengths up to 700."""
    turned = np.random.default_rng(1).uniform(-np.pi, np.pi, 5000)
    for length in (1e-150, 1e-8, 1.0, 700.0):
        y, x = length * np.sin(turned), length * np.cos(turned)
        assert np.abs(array_math.atan2(y, x) - np.arctan2(y, x)).max() < 1.5e-15


@pytest.mark.parametrize(
    ("y", "x", "degrees"),
    [(0, 1, 0), (1, 0, 90), (-1, 0, -90), (0, -1, 180), (0, 0, 0), (1, -0.0, 90), (1e-200, 0, 90)],
)
def test_angles_of_the_axes_are_exact(y: float, x: float, degrees: float) -> None:
    """Right angles are exact to the last bit, and the zero vector has angle 0."""
    assert (
        array_math.degrees(array_math.atan2(np.array([y + 0.0]), np.array([x + 0.0])))[0] == degrees
    )


def test_remainders_match_math() -> None:
    """Ties round to even, as in ``math.remainder``."""
    values = np.array([0.0, 179.9, 180.0, 180.1, -180.0, 190.0, -359.0, 360.0, 540.0, 1e6])
    assert array_math.remainder(values, 360).tolist() == [math.remainder(v, 360) for v in values]


def test_asinh_and_hypot_match_math() -> None:
    values = np.array([-1e300, -2.0, 0.0, 1e-9, 3.0])
    assert np.allclose(array_math.asinh(values), [math.asinh(v) for v in values], rtol=1e-15)
    assert array_math.hypot(np.array([3.0]), np.array([-4.0]))[0] == 5


@pytest.mark.parametrize(
    "shapes",
    [
        [(5,)] * 2,
        [(BLOCK - 1,)] * 2,
        [(BLOCK + 1,), ()],
        [(3, BLOCK), (1, BLOCK)],
        [(BLOCK, 3), (BLOCK, 1)],
        [(2, 3, 5000), (3, 1)],
        [(0, 3), (1, 3)],
        [(), ()],
    ],
    ids=str,
)
def test_blocks_cover_the_common_shape_once(shapes: list[tuple[int, ...]]) -> None:
    """No block exceeds the maximum length, and every element is computed."""
    rng = np.random.default_rng(2)
    x, y = (rng.uniform(size=shape) for shape in shapes)
    lengths = []

    def formula(p: np.ndarray, q: np.ndarray) -> np.ndarray:
        lengths.append(len(p))
        return p - 2 * q

    for first, second in ((x, y), (x.T.copy().T, y.T.copy().T)):
        lengths.clear()
        assert np.array_equal(in_blocks(formula, first, second), x - 2 * y)
        assert sum(lengths) == (x - 2 * y).size
        assert max(lengths, default=0) <= BLOCK


def test_columns_are_latitudes_and_longitudes() -> None:
    """The arguments are checked and broadcast."""
    parts = broadcast_columns([(1, 2), (3, 4)], (5, 6))
    assert [part.tolist() for part in parts] == [[1, 3], [2, 4], 5, 6]
    with pytest.raises(UsageError, match=r"expected shapes that broadcast, got \(2,\) and \(3,\)"):
        broadcast_columns(np.zeros((2, 2)), np.zeros((3, 2)))
    with pytest.raises(InvalidCoordinateError, match=r"got 95.0 at \[0\]"):
        broadcast_columns([(1, 2)], [(95, 0)])


def test_incompatible_shapes_are_reported() -> None:
    """The message has all shapes in argument order."""
    check_shapes(np.zeros((3, 1)), np.zeros(4), np.zeros(()))
    with pytest.raises(UsageError, match=r"got \(3,\) and \(\) and \(4,\)$"):
        check_shapes(np.zeros(3), np.zeros(()), np.zeros(4))


@pytest.mark.parametrize("values", [5, np.int8(5), np.array(5), [5], np.full((2, 3), 5, "f4")])
def test_numbers_keep_their_shape(values: object) -> None:
    """A scalar has no dimension; the dtype is always float64."""
    checked = check_numbers(values, "distance", "metres")
    assert checked.dtype == np.float64
    assert checked.shape == np.shape(values)
    assert (checked == 5).all()


def test_gaps_are_accepted_if_allowed() -> None:
    """NaN then marks a missing number; infinity is always rejected."""
    assert math.isnan(check_numbers([math.nan], "bearing", "degrees", gaps=True)[0])
    with pytest.raises(UsageError, match=r"expected a finite bearing in degrees, got inf at \[1\]"):
        check_numbers([math.nan, math.inf], "bearing", "degrees", gaps=True)
    with pytest.raises(UsageError, match=r"expected a finite bearing in degrees, got nan at \[0\]"):
        check_numbers([math.nan, math.inf], "bearing", "degrees")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("5", "expected a distance as a number of metres, got '5'$"),
        (None, "expected a distance as a number of metres, got None$"),
        ([[1, 2], ["x", 4]], r"expected a distance as a number of metres, got 'x' at \[1, 0\]$"),
        ([[1], [2, 3]], r"got rows of different lengths: \[\[1\], \[2, 3\]\]$"),
        ([10**400], "got a number too large for a float: "),
        (math.nan, "expected a finite distance in metres, got nan$"),
    ],
)
def test_invalid_numbers_are_rejected(values: object, message: str) -> None:
    """The message has the value, and its index in an array."""
    with pytest.raises(UsageError, match=message):
        check_numbers(values, "distance", "metres")


def test_the_first_selected_number_is_reported() -> None:
    values = np.array([[1.0, -2.0], [-3.0, 4.0]])
    assert first_of(values, values < 0) == "-2.0 at [0, 1]"
