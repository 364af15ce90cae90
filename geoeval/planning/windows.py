"""When a stay may begin: opening windows and appointments as intervals of start ticks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from geoeval.errors import UsageError, quote
from geoeval.planning.ticks import whole

Starts: TypeAlias = tuple[tuple[int, int], ...]


class Window(NamedTuple):
    """A time in which a stay can be made.

    Attributes
    ----------
    opens
        The first tick at which the stay can begin.
    closes
        The last tick of the window.
    bounds
        What ``closes`` bounds: "end" (opening hours: the stay is over by then) or "start" (the
        convention of routing benchmarks: the stay has begun by then).

    Examples
    --------
    >>> Window(540, 1020).starts(duration=90)
    (540, 930)
    >>> Window(540, 1020, "start").starts(duration=90)
    (540, 1020)
    """

    opens: int
    closes: int
    bounds: Literal["end", "start"] = "end"

    def starts(self, duration: int) -> tuple[int, int]:
        """Return the first and the last tick at which a stay can begin; last < first if none."""
        return self.opens, self.closes - (duration if self.bounds == "end" else 0)


def windows_of(intervals: Iterable[Sequence[int]] | None, factor: int = 1) -> Windows | None:
    """Return opening windows from pairs, such as those of ``WeeklyHours.windows(date)``.

    Parameters
    ----------
    intervals
        (opens, closes) pairs; None if they are not known, which constrains nothing.
    factor
        Ticks per unit of the pairs: 60 if they are minutes and a tick is a second.

    Returns
    -------
    tuple of Window or None
        Windows that bound the end of the stay.

    Examples
    --------
    >>> from geoeval import WeeklyHours
    >>> museum = WeeklyHours.parse("Monday: 9:00 AM – 12:00 PM, 2:00 – 6:00 PM")
    >>> windows_of(museum.windows_on(0))
    (Window(opens=540, closes=720, bounds='end'), Window(opens=840, closes=1080, bounds='end'))
    """
    if intervals is None:
        return None
    return tuple(Window(pair[0] * factor, pair[1] * factor) for pair in intervals)


Windows: TypeAlias = tuple[Window, ...]


def merged(intervals: Iterable[tuple[int, int]]) -> Starts:
    """Return intervals of ticks in ascending order, those that touch joined, empty ones left out.

    Examples
    --------
    >>> merged([(10, 20), (0, 5), (6, 8), (30, 29)])
    ((0, 8), (10, 20))
    """
    joined: list[tuple[int, int]] = []
    for first, last in sorted(interval for interval in intervals if interval[0] <= interval[1]):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return tuple(joined)


def clipped(intervals: Starts, first: int, last: int) -> Starts:
    """Return what of some intervals lies between two ticks.

    Examples
    --------
    >>> clipped(((0, 8), (10, 20)), 5, 12)
    ((5, 8), (10, 12))
    """
    cut = ((max(a, first), min(b, last)) for a, b in intervals)
    return tuple((a, b) for a, b in cut if a <= b)


def checked(name: str, windows: object) -> Windows | None:
    """Return the windows of a stop as they have to be."""
    if windows is None:
        return None
    if isinstance(windows, Window) or not isinstance(windows, Iterable):
        message = f"expected a tuple of windows for {quote(name)}: {quote(windows)}"
        raise UsageError(message)
    return tuple(_checked(name, window) for window in windows)


def _checked(name: str, window: object) -> Window:
    """Return one window of a stop, if it is one."""
    if not isinstance(window, Window):
        message = f"expected a Window(opens, closes) for {quote(name)}: {quote(window)}"
        raise UsageError(message)
    if window.bounds not in ("end", "start"):
        message = (
            f'expected a window of {quote(name)} to bound "end" or "start": {quote(window.bounds)}'
        )
        raise UsageError(message)
    opens = whole(window.opens, f"the opening of {quote(name)}")
    closes = whole(window.closes, f"the closing of {quote(name)}")
    if closes < opens:
        message = (
            f"expected windows of {quote(name)} to close after they open: ({opens}, {closes}); "
            "add a day to a closing past midnight"
        )
        raise UsageError(message)
    return Window(opens, closes, window.bounds)
