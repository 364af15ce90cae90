"""What becomes of an order: when each stay happens, and the constraints that it breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Order: TypeAlias = tuple[int, ...]
BreachKind = Literal[
    "missing_leg",
    "closed",
    "closing",
    "not_open",
    "no_day",
    "late",
    "waiting",
    "precedence",
    "adjacency",
    "left_out",
    "deadline",
    "budget",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """One constraint that an order breaks, with its numbers.

    ``stop`` is the stop concerned, None for the leg to the end. What the figures mean:

    =========== ============================================= ==================================
    kind        ``actual``                                    ``limit``
    =========== ============================================= ==================================
    missing_leg tick of the departure that is impossible      None
    closed      tick of arrival                               None: no window at all
    closing     tick at which the stay would end (or begin)   last tick at which it may
    not_open    tick at which the stay is to begin            tick of the next opening
    no_day      tick at which the stay would begin            None: no day has time for it
    late        tick of arrival                               the start that is missed
    waiting     tick of arrival                               tick at which the stay begins
    precedence  position in the order                         the stop that has to be first
    adjacency   position in the order                         the stop that has to be just before
    left_out    number of stops made                          None
    deadline    tick at which the trip is over                the deadline
    budget      ticks that the trip takes                     the budget
    =========== ============================================= ==================================

    ``arrival`` is the tick of arrival, for a closing; ``origin`` the place left behind, for a
    missing leg (None where it is not known).
    """

    kind: BreachKind
    stop: int | None
    actual: int
    limit: int | None = None
    arrival: int | None = None
    origin: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One stay as it happens; ``travel`` is None where no leg leads to it (taken as 0).

    ``leaves`` is when one sets out for it: later than the end of the stay before where that is
    quicker, or where a night lies between.
    """

    stop: int
    leaves: int
    travel: int | None
    arrival: int
    start: int
    end: int

    @property
    def waiting(self) -> int:
        """Ticks between arrival and start."""
        return self.start - self.arrival


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """An order played through; ``breaches`` are all the constraints that it breaks, in order.

    After a breach the play goes on as if the constraint did not hold, and a missing leg takes
    no time. Hence, with any breach, every later time is the earliest conceivable. ``back`` are
    the ticks of the leg to the end, None if there is none.
    """

    depart: int
    calls: tuple[Call, ...]
    back: int | None
    finish: int
    breaches: tuple[Breach, ...]

    @property
    def order(self) -> Order:
        """The stops in the order in which they are made."""
        return tuple(call.stop for call in self.calls)

    @property
    def feasible(self) -> bool:
        """Whether no constraint is broken."""
        return not self.breaches

    @property
    def first_broken(self) -> Breach | None:
        """The first constraint that is broken, if any."""
        return self.breaches[0] if self.breaches else None

    @property
    def travel(self) -> int:
        """Ticks on the way, without any waiting and the legs to the hotel for the night."""
        return sum(call.travel or 0 for call in self.calls) + (self.back or 0)

    @property
    def waiting(self) -> int:
        """Ticks that are neither spent on the way nor at a stop, nights included."""
        stays = sum(call.end - call.start for call in self.calls)
        return self.finish - self.depart - self.travel - stays
