"""Matrices that do not fit in memory are rejected before they are made."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from geoeval.calculators.sphere import distance_arrays
from geoeval.calculators.sphere.distance import pairwise_distances
from geoeval.calculators.sphere.distance_arrays import check_fits_memory, memory_left
from geoeval.errors import UsageError


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file in which a system says how many KiB are left; the other one is absent."""
    path = tmp_path / "meminfo"
    pattern = re.compile(r"^MemAvailable: +(\d+) kB", re.MULTILINE)
    monkeypatch.setattr(
        distance_arrays,
        "_TOLD",
        ((path, pattern, 1024), (tmp_path / "memory.max", re.compile(r"^(\d+)$"), 1)),
    )
    return path


def test_a_matrix_that_does_not_fit_is_rejected(told: Path) -> None:
    """With what it takes, what is left and what to do."""
    told.write_text("MemTotal:  9 kB\nMemAvailable:   1048576 kB\n", encoding="ascii")
    points = np.zeros((20_000, 2))
    words = r"got 20000 by 20000 distances, which take 3.0 GiB where 1.0 GiB are left; pass fewer"
    with pytest.raises(UsageError, match=words):
        pairwise_distances(points)
    assert pairwise_distances(points[:1500], points[:1500]).shape == (1500, 1500)


def test_the_least_that_is_told_counts(told: Path) -> None:
    """A container may have less than the machine; one without a limit has none."""
    told.write_text("MemAvailable: 4096 kB\n", encoding="ascii")
    limit = told.with_name("memory.max")
    limit.write_text("1024\n", encoding="ascii")
    assert memory_left() == 1024
    limit.write_text("max\n", encoding="ascii")
    assert memory_left() == 4096 * 1024


def test_where_nothing_is_told_nothing_is_rejected(told: Path) -> None:
    """The system may still say that it has no memory."""
    assert not told.exists()
    assert memory_left() is None
    check_fits_memory(10**6, 10**6)


def test_a_small_matrix_is_not_asked_about(told: Path) -> None:
    """Whatever is left."""
    told.write_text("MemAvailable: 1 kB\n", encoding="ascii")
    check_fits_memory(1000, 1000)
