"""What a trip is made of: visits with their windows, travel times, and the limits of it all.

Every time is an integer tick after one common zero (seconds after midnight, say); the unit is
the caller's choice. Nodes are integers: visit ``i`` stands at node ``i``; the origin and the end
may be any node that ``travel`` knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from geoeval.errors import UsageError, quote

Window = tuple[int, int]
Order = tuple[int, ...]
BreachKind = Literal[
    "missing_leg", "closed", "closing", "late", "opens_late", "precedence", "deadline"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A stay of ``duration`` ticks that must lie wholly inside one of its windows.

    Parameters
    ----------
    name
        What to call it; never interpreted.
    duration
        Length of the stay in ticks.
    windows
        (open, close) pairs in ascending order; None if it is always open, empty if never.
    starts_at
        The tick at which it starts and at no other, such as a booked tour.

    Raises
    ------
    UsageError
        If the duration is negative or a window closes before it opens.
    """

    name: str
    duration: int
    windows: tuple[Window, ...] | None = None
    starts_at: int | None = None

    def __post_init__(self) -> None:
        if self.duration < 0:
            message = f"expected a duration of 0 or more for {quote(self.name)}: {self.duration}"
            raise UsageError(message)
        for opens, closes in self.windows or ():
            if closes < opens:
                message = (
                    f"expected windows of {quote(self.name)} to close after they open: "
                    f"({opens}, {closes})"
                )
                raise UsageError(message)

    def earliest_start(self, arrival: int) -> int | None:
        """Return the first tick at or after ``arrival`` at which the stay can begin, or None.

        Examples
        --------
        >>> Visit(name="museum", duration=60, windows=((540, 600), (660, 800))).earliest_start(550)
        660
        """
        if self.starts_at is not None:
            fits = arrival <= self.starts_at and self._inside(self.starts_at)
            return self.starts_at if fits else None
        if self.windows is None:
            return arrival
        starts = (max(arrival, o) for o, c in self.windows if max(arrival, o) + self.duration <= c)
        return min(starts, default=None)

    def latest_start(self, end_by: int) -> int | None:
        """Return the last tick at which the stay can begin and be over by ``end_by``, or None.

        Examples
        --------
        >>> Visit(name="museum", duration=60, windows=((540, 660),)).latest_start(700)
        600
        """
        if self.starts_at is not None:
            fits = self.starts_at + self.duration <= end_by and self._inside(self.starts_at)
            return self.starts_at if fits else None
        last = end_by - self.duration
        if self.windows is None:
            return last
        starts = (min(last, closes - self.duration) for _, closes in self.windows)
        return max((start for start in starts if self._inside(start)), default=None)

    def _inside(self, start: int) -> bool:
        """Tell whether a stay from ``start`` lies inside a window."""
        end = start + self.duration
        return self.windows is None or any(o <= start and end <= c for o, c in self.windows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TripProblem:
    """Visits to arrange, and all that limits the arrangement.

    Parameters
    ----------
    visits
        The visits; visit ``i`` stands at node ``i``.
    travel
        Ticks from node to node. A pair that is absent cannot be travelled; from a node to
        itself takes no time.
    depart
        The tick at which the trip begins at the origin.
    origin
        The node it begins at; None if it begins at the first visit, whichever that is.
    end
        The node to reach after the last visit; None if the trip is over with that visit.
    deadline
        The tick by which the trip is over.
    before
        Pairs of visits: where both are made, the first is made before the second.
    """

    visits: tuple[Visit, ...]
    travel: Mapping[tuple[int, int], int]
    depart: int = 0
    origin: int | None = None
    end: int | None = None
    deadline: int | None = None
    before: tuple[tuple[int, int], ...] = field(default=())

    def ticks(self, origin: int | None, destination: int | None) -> int | None:
        """Return the travel time between two nodes; 0 where either is None or both are one.

        Examples
        --------
        >>> TripProblem(visits=(), travel={(0, 1): 7}).ticks(0, 1)
        7
        """
        if origin is None or destination is None or origin == destination:
            return 0
        return self.travel.get((origin, destination))


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """One constraint that an order breaks, with its numbers.

    ``visit`` is the visit concerned, None for the way to the end. What the figures mean:

    ============= ============================================ ==============================
    kind          ``actual``                                   ``limit``
    ============= ============================================ ==============================
    missing_leg   tick of the departure that is impossible     None
    closed        tick of arrival                              None: no window at all
    closing       tick at which the stay would end             tick of the last closing
    late          tick of arrival                              the start that is missed
    opens_late    tick by which it has to be over              earliest tick it can be over at
    precedence    position in the order                        the visit that has to be first
    deadline      tick at which the trip is over               the deadline
    ============= ============================================ ==============================

    ``arrival`` is the tick of arrival, for a closing; ``origin`` the node left behind, for a
    missing leg. An ``opens_late`` comes from working backwards only; its limit is None if the
    stay fits into no window.
    """

    kind: BreachKind
    visit: int | None
    actual: int
    limit: int | None = None
    arrival: int | None = None
    origin: int | None = None
