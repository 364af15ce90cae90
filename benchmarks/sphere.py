"""Distance and bearing against the libraries that people use for them."""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import Figure
from benchmarks.race import OURS, milliseconds, peak_memory, peer, race, results
from geoeval import haversine, initial_bearing
from geoeval.sphere import EARTH_RADIUS_M, pairwise_distances

PAIRS = 1_000_000
SIDE = 5_000


def scalar(rounds: int = 40, calls: int = 1000) -> list[Figure]:
    """Race calls for one pair at a time, our checks included; pairs lie anywhere on the Earth."""
    package, geod, osmnx, geopy = _peers()
    ends = (map(tuple, _points(calls, seed).tolist()) for seed in (1, 2))
    pairs = list(zip(*ends, strict=True))
    metres = package.Unit.METERS
    times = race(
        {
            OURS: lambda: [haversine(a, b) for a, b in pairs],
            "haversine": lambda: [package.haversine(a, b, unit=metres) for a, b in pairs],
            "pyproj": lambda: [geod.inv(a[1], a[0], b[1], b[0])[2] for a, b in pairs],
            "osmnx": lambda: [osmnx.great_circle(a[0], a[1], b[0], b[1]) for a, b in pairs],
            "geopy": lambda: [geopy.great_circle(a, b).m for a, b in pairs],
        },
        rounds,
    )
    each = f"{1e6 * statistics.median(times[OURS]) / calls:.2f} µs"
    targets = {"haversine": 1.3, "pyproj": 1.4, "osmnx": 5, "geopy": 10}
    return results("one distance", times, targets, each)


def elementwise(rounds: int = 11) -> list[Figure]:
    """Race the distances of a million pairs."""
    package, geod, osmnx, _ = _peers()
    a, b = _points(PAIRS, 1), _points(PAIRS, 2)
    times = race(
        {
            OURS: lambda: haversine(a, b),
            "haversine_vector": lambda: package.haversine_vector(a, b),
            "osmnx": lambda: osmnx.great_circle(a[:, 0], a[:, 1], b[:, 0], b[:, 1]),
            "pyproj": lambda: geod.inv(a[:, 1], a[:, 0], b[:, 1], b[:, 0]),
        },
        rounds,
    )
    targets = {"haversine_vector": 2.2, "osmnx": 2.2, "pyproj": 15}
    return results("a million distances", times, targets, milliseconds(times))


def matrix(rounds: int = 5) -> list[Figure]:
    """Race the matrix of 5000 by 5000 distances; and compare the memory that it takes."""
    package, _, osmnx, _ = _peers()
    pairwise = peer("sklearn.metrics.pairwise")
    a, b = _points(SIDE, 1), _points(SIDE, 2)
    a_rad, b_rad = np.radians(a), np.radians(b)
    rows = a[:, None]
    contenders = {
        OURS: lambda: pairwise_distances(a, b),
        "haversine_vector": lambda: package.haversine_vector(a, b, comb=True),
        "scikit-learn": lambda: pairwise.haversine_distances(a_rad, b_rad) * EARTH_RADIUS_M,
        "osmnx": lambda: osmnx.great_circle(rows[..., 0], rows[..., 1], b[:, 0], b[:, 1]),
    }
    times = race(contenders, rounds)
    targets = {"haversine_vector": 3, "scikit-learn": 3, "osmnx": 3}
    figures = results("a matrix of 5000 by 5000", times, targets, milliseconds(times))
    ours, theirs = (peak_memory(contenders[name]) for name in (OURS, "haversine_vector"))
    share = Figure(
        name="  memory at its peak",
        value=f"{ours / theirs:.2f} of haversine_vector's (target 0.25)",
        note=f"{ours / 2**20:.0f} of {theirs / 2**20:.0f} MiB, the result of 191 MiB included",
    )
    return [*figures, share]


def bearing(rounds: int = 11) -> list[Figure]:
    """Race the bearings of a million pairs."""
    osmnx = peer("osmnx.bearing")
    a, b = _points(PAIRS, 1), _points(PAIRS, 2)
    times = race(
        {
            OURS: lambda: initial_bearing(a, b),
            "osmnx": lambda: osmnx.calculate_bearing(a[:, 0], a[:, 1], b[:, 0], b[:, 1]),
        },
        rounds,
    )
    return results("a million bearings", times, {"osmnx": 1.5}, milliseconds(times))


def _peers() -> tuple[Any, ...]:
    """Return the peers' modules, and pyproj's sphere."""
    geod = peer("pyproj").Geod(a=EARTH_RADIUS_M, b=EARTH_RADIUS_M)
    return peer("haversine"), geod, peer("osmnx.distance"), peer("geopy.distance")


def _points(n: int, seed: int) -> NDArray[np.float64]:
    """Return points anywhere on the Earth."""
    draw = np.random.default_rng(seed)
    return np.column_stack([draw.uniform(-90, 90, n), draw.uniform(-180, 180, n)])
