"""Whether a matrix fits in memory, asked before it is made."""

from __future__ import annotations

import re
from pathlib import Path

from geoeval.errors import UsageError

_BYTES_EACH = 8
_ALWAYS = 1 << 24  # bytes; so few are not worth the question
_GIB = 1 << 30
# What Linux can still give, and what a container may have at most. Other systems tell neither
# without a library, and numpy's MemoryError is all there is.
_TOLD = (
    (Path("/proc/meminfo"), re.compile(r"^MemAvailable: +(\d+) kB", re.MULTILINE), 1024),
    (Path("/sys/fs/cgroup/memory.max"), re.compile(r"^(\d+)$", re.MULTILINE), 1),
)


def refuse_too_many(rows: int, columns: int) -> None:
    """See that there is memory for a matrix of float64.

    Parameters
    ----------
    rows, columns
        Its shape.

    Raises
    ------
    UsageError
        If it needs more than is left. Where the system does not say how much that is, nothing is
        refused.

    Examples
    --------
    >>> refuse_too_many(1000, 1000)
    """
    needed = rows * columns * _BYTES_EACH
    if needed <= _ALWAYS:
        return
    left = memory_left()
    if left is not None and needed > left:
        message = (
            f"expected a matrix that fits in memory, got {rows} by {columns} distances, which take "
            f"{needed / _GIB:.1f} GiB where {left / _GIB:.1f} GiB are left; pass fewer rows at a "
            "time, or ask a NearbyIndex for what is near"
        )
        raise UsageError(message)


def memory_left() -> int | None:
    """Return how many bytes of memory a process can still get, None where nothing says so.

    Examples
    --------
    >>> left = memory_left()
    >>> left is None or left > 0
    True
    """
    found = []
    for path, pattern, unit in _TOLD:
        try:
            told = pattern.search(path.read_text(encoding="ascii"))
        except OSError:
            continue
        if told is not None:
            found.append(int(told[1]) * unit)
    return min(found, default=None)
