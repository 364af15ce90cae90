"""A stop of a trip: the length of the stay and its time windows, in whole ticks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from typing import Literal, NamedTuple, SupportsIndex, TypeAlias, cast

from geoeval.errors import UsageError, quote

MOST_TICKS = 1 << 48
"""No tick is farther from 0: seconds and milliseconds of an epoch fit.

What is beyond any tick is a larger power of two, so that sums of thousands of ticks stay below it.
"""

Starts: TypeAlias = tuple[tuple[int, int], ...]
"""Disjoint intervals of ticks at which a stay can begin, ascending, both ends included."""

ALWAYS: Starts = ((-(1 << 52), 1 << 52),)


def check_whole(value: object, what: str, least: int = -MOST_TICKS) -> int:
    """Return a value from ``least`` to ``MOST_TICKS`` as a whole number, or raise."""
    try:
        ticks = int(value) if isinstance(value, float) and value.is_integer() else None
        ticks = index(cast("SupportsIndex", value)) if ticks is None else ticks
    except TypeError:
        raise UsageError(
            f"expected {what} to be a whole number: {quote(value)}; choose smaller ticks for "
            "fractions"
        ) from None
    if not least <= ticks <= MOST_TICKS:
        bound = f"{least} or more" if ticks < least else f"{MOST_TICKS} or less"
        raise UsageError(f"expected {what} to be {bound}: {quote(value)}")
    return ticks


class Window(NamedTuple):
    """A time window of a stay.

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


Windows: TypeAlias = tuple[Window, ...]


def windows_of(intervals: Iterable[Sequence[int]] | None, factor: int = 1) -> Windows | None:
    """Return windows from (opens, closes) pairs, such as those of ``WeeklyHours.windows_on``.

    None, for unknown hours, constrains nothing. ``factor`` is the number of ticks per unit of the
    pairs: 60 if they are minutes and a tick is a second.

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A place to stay at for a while.

    Parameters
    ----------
    name
        The name, unique in a trip; it is never interpreted.
    duration
        Length of the stay in ticks, 0 or more.
    windows
        The time windows; the stay is in one of them. None: at any time; (): never.
    starts_at
        The only tick at which it begins, such as a booked tour.
    prize
        What the stay is worth, 0 or more, for the objective "most_prize".
    mandatory
        Whether every plan must make the stop.
    place
        Its row in the travel matrix; None: its position among the stops.
    mode
        The mode of the leg to it, a key of ``TripProblem.modes``; None: the default one.

    Raises
    ------
    UsageError
        If the duration or the prize is negative or not a whole number, or a window closes
        before it opens.
    """

    name: str
    duration: int = 0
    windows: tuple[Window, ...] | None = None
    starts_at: int | None = None
    prize: int = 1
    mandatory: bool = True
    place: int | None = None
    mode: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "windows", _check_windows(self.name, self.windows))
        for what in ("duration", "prize", "starts_at", "place"):
            value = getattr(self, what)
            if value is not None:
                least = -MOST_TICKS if what == "starts_at" else 0
                ticks = check_whole(value, f"the {what} of {quote(self.name)}", least)
                object.__setattr__(self, what, ticks)

    def starts(self) -> Starts:
        """Return when the stay can begin.

        Examples
        --------
        >>> Stop(name="museum", duration=60, windows=(Window(540, 720), Window(780, 800))).starts()
        ((540, 660),)
        """
        if self.windows is None:
            intervals = ALWAYS
        else:
            intervals = merge_intervals(window.starts(self.duration) for window in self.windows)
        if self.starts_at is None:
            return intervals
        return clip_intervals(intervals, self.starts_at, self.starts_at)


def merge_intervals(intervals: Iterable[tuple[int, int]]) -> Starts:
    """Return intervals in ascending order; those that touch are joined, empty ones dropped."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(interval for interval in intervals if interval[0] <= interval[1]):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return tuple(joined)


def clip_intervals(intervals: Starts, first: int, last: int) -> Starts:
    """Return the parts of intervals between two ticks."""
    cut = ((max(a, first), min(b, last)) for a, b in intervals)
    return tuple((a, b) for a, b in cut if a <= b)


def _check_windows(name: str, windows: object) -> Windows | None:
    if windows is None:
        return None
    if isinstance(windows, Window) or not isinstance(windows, Iterable):
        raise UsageError(f"expected a tuple of windows for {quote(name)}: {quote(windows)}")
    return tuple(_check_window(name, window) for window in windows)


def _check_window(name: str, window: object) -> Window:
    if not isinstance(window, Window):
        raise UsageError(f"expected a Window(opens, closes) for {quote(name)}: {quote(window)}")
    if window.bounds not in ("end", "start"):
        raise UsageError(
            f'expected a window of {quote(name)} to bound "end" or "start": {quote(window.bounds)}'
        )
    opens = check_whole(window.opens, f"the opening of {quote(name)}")
    closes = check_whole(window.closes, f"the closing of {quote(name)}")
    if closes < opens:
        raise UsageError(
            f"expected windows of {quote(name)} to close after they open: ({opens}, {closes}); "
            "add a day to a closing past midnight"
        )
    return Window(opens, closes, window.bounds)
