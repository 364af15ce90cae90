"""A stop of a trip: how long one stays there, and when that can be."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.errors import quote
from geoeval.planning.ticks import MOST_TICKS, whole
from geoeval.planning.windows import Starts, Window, checked, merged

ALWAYS: Starts = ((-(1 << 52), 1 << 52),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A place to stay at for a while.

    Parameters
    ----------
    name
        What to call it; unique in a trip, never interpreted.
    duration
        Length of the stay in ticks, 0 or more.
    windows
        When the stay can be made; it lies in one of them. None: at any time; (): never.
    starts_at
        The tick at which it begins and at no other, such as a booked tour.
    prize
        What the stay is worth, 0 or more, for the objective "most_prize".
    mandatory
        Whether the trip has to come by.
    place
        The row of the travel matrix where it is; None: the stop's own position among the stops.
    mode
        The mode by which one comes to it, a key of ``TripProblem.modes``; None: the common one.

    Raises
    ------
    UsageError
        If the duration or the prize is negative or no whole number, or a window closes before
        it opens.
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
        taken: dict[str, object] = {"windows": checked(self.name, self.windows)}
        for what in ("duration", "prize", "starts_at", "place"):
            value = getattr(self, what)
            if value is not None:
                least = -MOST_TICKS if what == "starts_at" else 0
                taken[what] = whole(value, f"the {what} of {quote(self.name)}", least)
        for what, value in taken.items():
            object.__setattr__(self, what, value)

    def starts(self) -> Starts:
        """Return when the stay can begin: disjoint intervals of ticks in ascending order.

        Examples
        --------
        >>> Stop(name="museum", duration=60, windows=(Window(540, 720), Window(780, 800))).starts()
        ((540, 660),)
        """
        if self.windows is None:
            intervals = ALWAYS
        else:
            intervals = merged(window.starts(self.duration) for window in self.windows)
        if self.starts_at is None:
            return intervals
        booked = self.starts_at
        return ((booked, booked),) if any(a <= booked <= b for a, b in intervals) else ()
