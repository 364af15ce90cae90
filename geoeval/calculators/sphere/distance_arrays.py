"""Great-circle distances of many pairs, elementwise and as a matrix, computed in blocks.

Both compute h = sin²(d/2R), the haversine of the angle, and then the arcsine of its root.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from geoeval.calculators.sphere import array_math
from geoeval.calculators.sphere.array_math import BLOCK, broadcast_columns, in_blocks, sine_ratio
from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.sphere.points import Floats, LatLon, Points

_NEARLY_OPPOSITE = 1 - 1e-4
"""Above this h, its last digit may change the distance by half a micrometre or more."""

_UNCHECKED_BYTES = 1 << 24  # bytes: too few to check
_GIB = 1 << 30
# The free memory on Linux, and the limit of a container. Other systems provide neither without a
# library, so only numpy's MemoryError is raised there.
_MEMORY_SOURCES = (
    (Path("/proc/meminfo"), re.compile(r"^MemAvailable: +(\d+) kB", re.MULTILINE), 1024),
    (Path("/sys/fs/cgroup/memory.max"), re.compile(r"^(\d+)$", re.MULTILINE), 1),
)


def elementwise_distances(a: Points | LatLon, b: Points | LatLon) -> Floats:
    """Return the distances between points that broadcast, in metres."""

    def distance(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> Floats:
        """Compute one block.

        The product of the cosines of the latitudes is cos²q − sin²p, with their half difference p
        and mean q. So h = s0 + (s1 − s0) s2, where each s is sin² of half an angle: the
        difference of latitudes, 180° minus their sum, and the difference of longitudes.
        """
        turned = np.abs(lon2 - lon1)
        h = _half_squared_sine(lat2 - lat1)
        across = _half_squared_sine(180.0 - np.abs(lat1 + lat2))
        across -= h
        across *= _half_squared_sine(np.minimum(turned, 360.0 - turned))
        h += across
        opposite = np.flatnonzero(h > _NEARLY_OPPOSITE)
        metres = _to_metres(h)
        if len(opposite):
            ends = (column[opposite] for column in (lat1, lon1, lat2, lon2))
            metres[opposite] = _chord_distances(*ends)
        return metres

    return in_blocks(distance, *broadcast_columns(a, b))


def distance_matrix(a: Floats, b: Floats) -> Floats:
    """Return the distances between n and m points in metres, shape (n, m)."""
    result = np.empty((len(a), len(b)))
    if not result.size:
        return result
    u, v = _half_vectors(a), _half_vectors(b)
    rows = max(1, 2 * BLOCK // len(b))
    scratch, opposite = np.empty((rows, len(b))), []
    for start in range(0, len(a), rows):
        h = result[start : start + rows]  # the squared difference of two half unit vectors
        part = scratch[: len(h)]
        np.subtract(u[0, start : start + rows, None], v[0], out=h)
        h *= h
        for axis in (1, 2):
            np.subtract(u[axis, start : start + rows, None], v[axis], out=part)
            part *= part
            h += part
        flat = h.reshape(-1)
        opposite.append(np.flatnonzero(flat > _NEARLY_OPPOSITE) + start * len(b))
        _to_metres(flat)
    row, column = np.divmod(np.concatenate(opposite), len(b))
    result[row, column] = _chord_distances(*a[row].T, *b[column].T)
    return result


def _half_squared_sine(x: Floats) -> Floats:
    x *= np.pi / 360
    x *= x
    y = sine_ratio(x)
    y *= y
    y *= x
    return y


def _to_metres(h: Floats) -> Floats:
    np.minimum(h, 1.0, out=h)  # rounding may take it past 1
    np.sqrt(h, out=h)
    np.arcsin(h, out=h)
    h *= 2 * EARTH_RADIUS_M
    return h


def _chord_distances(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> Floats:
    """Return distances from both h and its complement, as ``haversine`` does."""
    m = array_math
    p = m.radians(lat2 - lat1) / 2
    q = m.radians(lat1 + lat2) / 2
    half = m.radians(m.remainder(lon2 - lon1, 360)) / 2
    chord = m.hypot(m.sin(p) * m.cos(half), m.cos(q) * m.sin(half))
    antichord = m.hypot(m.cos(p) * m.cos(half), m.sin(q) * m.sin(half))
    metres: Floats = 2 * EARTH_RADIUS_M * m.atan2(chord, antichord)
    return metres


def _half_vectors(points: Floats) -> Floats:
    lat, lon = array_math.radians(points.T)
    half_cos = array_math.cos(lat) / 2
    return np.stack(
        [half_cos * array_math.cos(lon), half_cos * array_math.sin(lon), array_math.sin(lat) / 2]
    )


def check_fits_memory(rows: int, columns: int) -> None:
    """Raise ``UsageError`` if a matrix needs more memory than is known to be available."""
    needed = 8 * rows * columns
    if needed <= _UNCHECKED_BYTES:
        return
    available = memory_left()
    if available is not None and needed > available:
        raise UsageError(
            f"expected a matrix that fits in memory, got {rows} by {columns} distances, which need "
            f"{needed / _GIB:.1f} GiB of {available / _GIB:.1f} GiB available; pass fewer rows at "
            "a time, or use a NearbyIndex to find nearby points"
        )


def memory_left() -> int | None:
    """Return the memory available to the process in bytes, None if unknown."""
    limits = []
    for path, pattern, unit in _MEMORY_SOURCES:
        try:
            match = pattern.search(path.read_text(encoding="ascii"))
        except OSError:
            continue
        if match is not None:
            limits.append(int(match[1]) * unit)
    return min(limits, default=None)
