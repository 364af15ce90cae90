"""Distances of many pairs: the documented accuracy everywhere, for every way to compute them."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from mpmath import mpf
from numpy._core import _multiarray_umath as core
from numpy.typing import NDArray

from geoeval.calculators.sphere import distance_arrays
from geoeval.calculators.sphere.array_math import BLOCK
from geoeval.calculators.sphere.distance import haversine, pairwise_distances
from geoeval.calculators.sphere.distance_arrays import check_fits_memory, memory_left
from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.errors import InvalidCoordinateError, UsageError
from tests.calculators.sphere import reference
from tests.calculators.sphere.places import KINDS, OFFSETS, pairs

Floats = NDArray[np.float64]
SEED = 20240607


def _anywhere(count: int, seed: int = SEED) -> Floats:
    """Return uniformly distributed points on the sphere."""
    rng = np.random.default_rng(seed)
    lat = np.degrees(np.arcsin(rng.uniform(-1, 1, count)))
    return np.stack([lat, rng.uniform(-180, 180, count)], axis=-1)


def _assert_exact(a: Floats, b: Floats, exact: list[mpf] | Floats) -> None:
    """Assert the documented bound of 1e-6 m, elementwise and in a matrix."""
    matrix = pairwise_distances(a, b).diagonal()
    for single, of_matrix, expected in zip(haversine(a, b), matrix, exact, strict=True):
        assert abs(float(single) - expected) < 1e-6
        assert abs(float(of_matrix) - expected) < 1e-6


@pytest.mark.parametrize("kind", KINDS)
def test_distances_have_the_documented_accuracy(kind: str) -> None:
    """Compared with fifty digits, elementwise and in a matrix."""
    found = pairs(kind, 60)
    exact = [reference.distance(*pair) for pair in found]
    _assert_exact(*np.array(found).swapaxes(0, 1), exact)


@pytest.mark.parametrize("offset", [offset for offset in OFFSETS if offset <= 0.01])
def test_short_distances_are_accurate_to_ten_nanometres(offset: float) -> None:
    """Up to a kilometre arrays are as accurate as single pairs."""
    found = pairs(f"neighbours of {offset}", 60)
    exact = [reference.distance(*pair) for pair in found]
    distances = haversine(*np.array(found).swapaxes(0, 1))
    assert max(abs(float(d) - e) for d, e in zip(distances, exact, strict=True)) < 1e-8


def test_array_distances_agree_with_single_ones() -> None:
    """A thousand pairs differ by at most the sum of both error bounds."""
    a, b = _anywhere(1000), _anywhere(1000, SEED + 1)
    single = np.array([haversine(p, q) for p, q in zip(a.tolist(), b.tolist(), strict=True)])
    _assert_exact(a, b, single)


@pytest.mark.parametrize("gap", [0.1, 0.5, 0.6, 1.0, 1.1, 1.14, 1.146, 1.16, 1.2, 1.4])
def test_accuracy_holds_at_the_change_of_formula(gap: float) -> None:
    """The formula changes 1.146° from the antipode."""
    rng = np.random.default_rng(SEED)
    a = _anywhere(500)
    away = rng.uniform(0.99, 1.01, 500) * gap
    turned = rng.uniform(0, math.tau, 500)
    lat = np.clip(-a[:, 0] + away * np.cos(turned), -90, 90)
    lon = a[:, 1] + 180 + away * np.sin(turned) / np.cos(np.radians(lat))
    b = np.stack([lat, np.array([math.remainder(x, 360) for x in lon])], axis=-1)
    single = np.array([haversine(p, q) for p, q in zip(a.tolist(), b.tolist(), strict=True)])
    _assert_exact(a, b, single)


def test_accuracy_holds_without_vector_instructions() -> None:
    """Without numpy's SIMD code, errors stay below the sum of both bounds."""
    on = [name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name)]
    code = (
        "import json; from geoeval.sphere import pairwise_distances; "
        "from tests.calculators.sphere.test_distance_arrays import _anywhere; "
        "a = _anywhere(30); print(json.dumps(pairwise_distances(a, -a).tolist()))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[3],
        env=os.environ | {"NPY_DISABLE_CPU_FEATURES": " ".join(on)},
        capture_output=True,
        text=True,
        check=True,
    )
    a = _anywhere(30)
    assert np.abs(np.array(json.loads(run.stdout)) - pairwise_distances(a, -a)).max() < 2e-6


def test_equivalent_points_are_at_distance_zero() -> None:
    """The result is exactly 0, also at the poles and on the date line."""
    points = _anywhere(1000)
    assert not haversine(points, points).any()
    assert not pairwise_distances(points).diagonal().any()
    north_pole = [(90, 0), (90, 77), (90, -180)]
    assert not pairwise_distances(north_pole).any()
    assert haversine([(-90, 5), (12, 180), (0, 0)], [(-90, 6), (12, -180), (-0.0, -0.0)]).max() == 0


def test_distances_are_at_most_half_the_circumference() -> None:
    """Antipodes reach it up to rounding."""
    a = _anywhere(3000)
    b = np.stack([-a[:, 0], np.where(a[:, 1] > 0, a[:, 1] - 180, a[:, 1] + 180)], axis=-1)
    for distances in (haversine(a, b), pairwise_distances(a[:300], b[:300]).diagonal()):
        assert np.abs(distances - math.pi * EARTH_RADIUS_M).max() < 1e-7


def test_distances_are_symmetric() -> None:
    """Swapping the points gives the same bits."""
    a, b = _anywhere(500), _anywhere(500, 1)
    assert np.array_equal(haversine(a, b), haversine(b, a))
    square = pairwise_distances(a)
    assert np.array_equal(square, square.T)
    assert np.array_equal(pairwise_distances(a, b), pairwise_distances(b, a).T)
    assert np.array_equal(square, pairwise_distances(a, a))


@pytest.mark.parametrize("length", [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 7])
def test_distances_do_not_depend_on_array_position(length: int) -> None:
    """However the array is split into blocks, a pair has the same bits."""
    a, b = _anywhere(length), _anywhere(length, 1)
    distances = haversine(a, b)
    for i in {0, length // 2, length - 1, min(length - 1, BLOCK)}:
        assert distances[i] == haversine(a[i : i + 1], b[i : i + 1])[0]
    assert np.array_equal(distances[::-1], haversine(a[::-1], b[::-1]))


@pytest.mark.parametrize(("n", "m"), [(1, 40_000), (40_000, 1), (7, BLOCK), (3, 2 * BLOCK + 1)])
def test_matrix_elements_do_not_depend_on_its_shape(n: int, m: int) -> None:
    """Long and wide matrices have the same bits as the smallest."""
    a, b = _anywhere(n), _anywhere(m, 1)
    matrix = pairwise_distances(a, b)
    assert matrix.shape == (n, m)
    for i, j in ((0, 0), (n - 1, m - 1), (n // 2, m // 3)):
        assert matrix[i, j] == pairwise_distances(a[i : i + 1], b[j : j + 1])[0, 0]


def test_memory_layout_does_not_matter() -> None:
    """Fortran, strided, reversed, read-only and broadcast arrays give the same bits."""
    a, b = _anywhere(2000), _anywhere(2000, 1)
    expected, matrix = haversine(a, b), pairwise_distances(a[:50], b[:60])
    wide = np.zeros((4000, 5))
    wide[::2, 1:4:2] = a
    locked = a.copy()
    locked.flags.writeable = False
    for view in (np.asfortranarray(a), wide[::2, 1:4:2], a[::-1][::-1], locked, a.tolist()):
        assert np.array_equal(haversine(view, b), expected)
        assert np.array_equal(haversine(b, view), expected)
        assert np.array_equal(pairwise_distances(view[:50], b[:60]), matrix)
    repeated = np.broadcast_to(a[0], (7, 2))
    assert np.array_equal(haversine(repeated, b[:7]), haversine(tuple(a[0].tolist()), b[:7]))


def test_arguments_are_not_modified() -> None:
    a, b = _anywhere(100), _anywhere(100, 1)
    before = a.copy(), b.copy()
    haversine(a, b)
    pairwise_distances(a, b)
    assert np.array_equal(a, before[0])
    assert np.array_equal(b, before[1])


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "float16", "float32", ">f8", "object"])
def test_every_dtype_is_computed_in_double_precision(dtype: str) -> None:
    """Small types lose only the precision of their coordinates."""
    a = np.array([(10, 20), (80, 7)]).astype(dtype)
    distances = haversine(a, (1.0, 2.0))
    assert distances.dtype == np.float64
    assert np.array_equal(distances, haversine([(10.0, 20.0), (80.0, 7.0)], (1.0, 2.0)))
    assert pairwise_distances(a).dtype == np.float64


def test_tables_and_lists_are_points() -> None:
    """A table of two columns and nested lists or tuples are accepted."""
    points = [[48.0, 2.0], [52.0, 13.0]]
    table = pd.DataFrame(points, columns=["lat", "lon"], index=["Paris", "Berlin"])
    expected = haversine(np.array(points), (0.0, 0.0))
    for same in (table, points, tuple(map(tuple, points)), [np.array(p) for p in points]):
        assert np.array_equal(haversine(same, (0.0, 0.0)), expected)
        assert np.array_equal(pairwise_distances(same), pairwise_distances(points))


def test_shapes_broadcast() -> None:
    """The result has the common shape of the points without the last dimension."""
    a, b = _anywhere(12).reshape(3, 1, 4, 2), _anywhere(5, 1).reshape(5, 1, 2)
    distances = haversine(a, b)
    assert distances.shape == (3, 5, 4)
    assert distances[2, 3, 1] == haversine(a[2, 0, 1:2], b[3, 0:1])[0]


def test_empty_arrays_give_no_distances() -> None:
    """Empty arrays have shape (…, 2), and an empty list is accepted."""
    none = np.empty((0, 2))
    assert haversine(none, none).shape == haversine(none, (1, 2)).shape == (0,)
    assert haversine(np.empty((3, 0, 2)), np.zeros((3, 1, 2))).shape == (3, 0)
    assert pairwise_distances(none).shape == pairwise_distances([]).shape == (0, 0)
    assert pairwise_distances(none, [(1, 2)]).shape == (0, 1)
    assert pairwise_distances([(1, 2)], none).shape == (1, 0)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (np.empty(0), r"expected points of shape \(…, 2\) in degrees, got shape \(0,\)"),
        ((1, 2), r"expected points of shape \(n, 2\) in degrees, got shape \(2,\)"),
        (np.zeros((2, 2, 2)), r"expected points of shape \(n, 2\) in degrees, got shape \(2, 2, 2"),
        (np.zeros((4, 3)), r"expected points of shape \(…, 2\) in degrees, got shape \(4, 3\)"),
        ([None], "expected coordinates as numbers of degrees, got None at .0.$"),
        (5, r"expected points of shape \(…, 2\) in degrees, got shape \(\)"),
    ],
    ids=repr,
)
def test_a_matrix_needs_rows_of_points(points: Floats, message: str) -> None:
    """The message has the shape."""
    with pytest.raises(InvalidCoordinateError, match=message):
        pairwise_distances(points)


def test_shapes_that_do_not_broadcast_are_rejected() -> None:
    with pytest.raises(UsageError, match=r"expected shapes that broadcast, got \(3,\) and \(4,\)"):
        haversine(np.zeros((3, 2)), np.zeros((4, 2)))


@pytest.fixture
def memory_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file with the available KiB of the system; the other file is absent."""
    path = tmp_path / "meminfo"
    pattern = re.compile(r"^MemAvailable: +(\d+) kB", re.MULTILINE)
    monkeypatch.setattr(
        distance_arrays,
        "_MEMORY_SOURCES",
        ((path, pattern, 1024), (tmp_path / "memory.max", re.compile(r"^(\d+)$"), 1)),
    )
    return path


def test_a_matrix_larger_than_memory_is_rejected(memory_limit: Path) -> None:
    """The message has the required and available memory and what to do."""
    memory_limit.write_text("MemTotal:  9 kB\nMemAvailable:   1048576 kB\n", encoding="ascii")
    points = np.zeros((20_000, 2))
    words = r"got 20000 by 20000 distances, which need 3.0 GiB of 1.0 GiB available; pass"
    with pytest.raises(UsageError, match=words):
        pairwise_distances(points)
    assert pairwise_distances(points[:1500], points[:1500]).shape == (1500, 1500)


def test_the_lowest_memory_limit_counts(memory_limit: Path) -> None:
    """A container may have less than the machine, or no limit."""
    memory_limit.write_text("MemAvailable: 4096 kB\n", encoding="ascii")
    limit = memory_limit.with_name("memory.max")
    limit.write_text("1024\n", encoding="ascii")
    assert memory_left() == 1024
    limit.write_text("max\n", encoding="ascii")
    assert memory_left() == 4096 * 1024


def test_an_unknown_memory_limit_rejects_nothing(memory_limit: Path) -> None:
    """The allocation itself may still fail."""
    assert not memory_limit.exists()
    assert memory_left() is None
    check_fits_memory(10**6, 10**6)


def test_a_small_matrix_is_never_rejected(memory_limit: Path) -> None:
    memory_limit.write_text("MemAvailable: 1 kB\n", encoding="ascii")
    check_fits_memory(1000, 1000)
