"""A stop of a trip: the length of the stay and its time windows, in whole ticks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from typing import Literal, NamedTuple, SupportsIndex, TypeAlias, cast

from geoeval.errors import UsageError, quote

MAX_TICKS = 1 << 48
"""The maximum distance of a tick from 0: epoch times in seconds or milliseconds fit.

Values beyond all ticks are larger powers of two, so that sums of thousands of ticks stay below.
"""

Starts: TypeAlias = tuple[tuple[int, int], ...]
"""Disjoint intervals of ticks at which a stay can begin, ascending, both ends included."""

ALWAYS: Starts = ((-(1 << 52), 1 << 52),)


def check_integer(value: object, what: str, minimum: int = -MAX_TICKS) -> int:
    """Return a value from ``minimum`` to ``MAX_TICKS`` as an integer, or raise a UsageError."""
    try:
        ticks = int(value) if isinstance(value, float) and value.is_integer() else None
        ticks = index(cast("SupportsIndex", value)) if ticks is None else ticks
    except TypeError:
        advice = "to represent fractions, choose a smaller tick"
        if isinstance(value, str):
            advice = "a time is a number of ticks, such as 540 for 09:00 if a tick is a minute"
        message = f"expected {what} to be an integer, got {quote(value)}; {advice}"
        raise UsageError(message) from None
    if not minimum <= ticks <= MAX_TICKS:
        bound = f"at least {minimum}" if ticks < minimum else f"at most {MAX_TICKS}"
        raise UsageError(f"expected {what} to be {bound}, got {quote(value)}")
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
        "end" if the stay must end by ``closes`` (opening hours), "start" if it must begin by then
        (the convention of routing benchmarks).

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
        """Return the first and last tick at which a stay can begin; last < first if none."""
        return self.opens, self.closes - (duration if self.bounds == "end" else 0)


Windows: TypeAlias = tuple[Window, ...]


def windows_of(intervals: Iterable[Sequence[int]] | None, factor: int = 1) -> Windows | None:
    """Return windows from (opens, closes) pairs, such as those of ``WeeklyHours.windows_on``.

    None means unknown hours, which constrain nothing: the place is treated as always open, so check
    for None if it must be known to be open. ``factor`` is the number of ticks per unit of
    the pairs: 60 if they are minutes and a tick is a second.

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
    """A place to visit, with the length of the stay and its time windows.

    Parameters
    ----------
    name
        The name, which is unique in a trip and never interpreted.
    duration
        Length of the stay in ticks, 0 or more.
    windows
        The time windows, one of which must contain the stay; None for any time, () for never.
    starts_at
        The only tick at which the stay can begin, such as the time of a booked tour.
    prize
        The value of the visit for the objective "most_prize", 0 or more.
    mandatory
        Whether every plan must visit the stop.
    place
        The row in the travel matrix; None for the index of the stop.
    mode
        The mode of the leg to the stop, a key of ``TripProblem.modes``; None for the default mode.

    Raises
    ------
    UsageError
        If the duration or the prize is negative or not an integer, or a window closes
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
                minimum = -MAX_TICKS if what == "starts_at" else 0
                ticks = check_integer(value, f"the {what} of {quote(self.name)}", minimum)
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
    """Return intervals in ascending order, with touching ones joined and empty ones dropped."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(interval for interval in intervals if interval[0] <= interval[1]):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return tuple(joined)


def clip_intervals(intervals: Starts, first: int, last: int) -> Starts:
    """Return the parts of intervals from one tick to another, both included."""
    cut = ((max(a, first), min(b, last)) for a, b in intervals)
    return tuple((a, b) for a, b in cut if a <= b)


_MAKE_WINDOWS = "make them by windows_of(hours.windows_on(day))"


def _check_windows(name: str, windows: object) -> Windows | None:
    if windows is None:
        return None
    if isinstance(windows, Window | str) or not isinstance(windows, Iterable):
        raise UsageError(
            f"expected a tuple of windows for {quote(name)}, got {quote(windows)}; {_MAKE_WINDOWS}"
        )
    return tuple(_check_window(name, window) for window in windows)


def _check_window(name: str, window: object) -> Window:
    if not isinstance(window, Window):
        raise UsageError(
            f"expected a Window(opens, closes) for {quote(name)}, got {quote(window)}; "
            f"{_MAKE_WINDOWS}"
        )
    if window.bounds not in ("end", "start"):
        raise UsageError(
            f'expected bounds "end" or "start" for {quote(name)}, got {quote(window.bounds)}'
        )
    opens = check_integer(window.opens, f"the opening time of {quote(name)}")
    closes = check_integer(window.closes, f"the closing time of {quote(name)}")
    if closes < opens:
        raise UsageError(
            f"expected windows of {quote(name)} to close after they open, got ({opens}, {closes}); "
            "add a day to a closing time past midnight"
        )
    return Window(opens, closes, window.bounds)
