"""An order of visits played through tick by tick: forwards from a start, or back from an end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from geoeval.planning.model import Breach, TripProblem, Visit


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One visit as it happens: ``travel`` is None where no leg leads to it (taken as 0)."""

    visit: int
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
    no time. Hence, with any breach, every later time is the earliest conceivable.
    """

    depart: int
    calls: tuple[Call, ...]
    back: int | None
    finish: int
    breaches: tuple[Breach, ...]

    @property
    def feasible(self) -> bool:
        """Whether no constraint is broken."""
        return not self.breaches

    @property
    def first_broken(self) -> Breach | None:
        """The first constraint that is broken, if any."""
        return self.breaches[0] if self.breaches else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestStart:
    """The latest departure of an order, or the visit that makes every departure impossible.

    ``depart`` is None if there is none, or if nothing limits it (``bounded`` tells which);
    ``starts`` are the latest starts of the visits in the order of visiting, up to the last one
    that anything limits. ``broken`` is the missing leg, or the visit that cannot be over in time
    for what follows it.
    """

    depart: int | None
    bounded: bool
    starts: tuple[int, ...] = ()
    broken: Breach | None = None


def simulate(order: Sequence[int], problem: TripProblem) -> Timeline:
    """Play an order through from the departure, waiting wherever a window opens later.

    Parameters
    ----------
    order
        The visits to make, in order; it need not hold all of them.
    problem
        The trip.

    Returns
    -------
    Timeline
        When each visit is reached, begun and left, and every constraint broken on the way.

    Examples
    --------
    >>> museum = Visit(name="museum", duration=60, windows=((600, 1020),))
    >>> trip = TripProblem(visits=(museum,), travel={(1, 0): 30}, depart=540, origin=1)
    >>> [(call.arrival, call.waiting, call.end) for call in simulate((0,), trip).calls]
    [(570, 30, 660)]
    """
    here, now = problem.origin, problem.depart
    calls: list[Call] = []
    breaches: list[Breach] = []
    for position, index in enumerate(order):
        visit = problem.visits[index]
        travel = problem.ticks(here, index)
        if travel is None:
            breaches.append(Breach(kind="missing_leg", visit=index, actual=now, origin=here))
        arrival = now + (travel or 0)
        breaches += (
            Breach(kind="precedence", visit=index, actual=position, limit=first)
            for first, second in problem.before
            if second == index and first in order[position + 1 :]
        )
        start = visit.earliest_start(arrival)
        if start is None:
            start, breach = _breach(index, visit, arrival)
            breaches.append(breach)
        here, now = index, start + visit.duration
        calls.append(Call(visit=index, travel=travel, arrival=arrival, start=start, end=now))
    back = None if problem.end is None else problem.ticks(here, problem.end)
    if problem.end is not None and back is None:
        breaches.append(Breach(kind="missing_leg", visit=None, actual=now, origin=here))
    finish = now + (back or 0)
    if problem.deadline is not None and finish > problem.deadline:
        last = order[-1] if order and problem.end is None else None
        breaches.append(Breach(kind="deadline", visit=last, actual=finish, limit=problem.deadline))
    return Timeline(
        depart=problem.depart,
        calls=tuple(calls),
        back=back,
        finish=finish,
        breaches=tuple(breaches),
    )


def latest_start(order: Sequence[int], problem: TripProblem) -> LatestStart:
    """Work an order backwards from its deadline to the latest departure that keeps it.

    Parameters
    ----------
    order
        The visits to make, in order.
    problem
        The trip; its ``depart`` does not count.

    Returns
    -------
    LatestStart
        The latest tick to leave the origin, or to begin the first visit where there is no
        origin, and the latest start of each visit.

    Examples
    --------
    >>> museum = Visit(name="museum", duration=90, windows=((600, 1080),))
    >>> trip = TripProblem(visits=(museum,), travel={(1, 0): 16}, origin=1)
    >>> latest_start((0,), trip).depart
    974
    """
    limit, following = problem.deadline, problem.end
    if limit is None:
        following = None
        while order and (limit := _own_end(problem.visits[order[-1]])) is None:
            order = order[:-1]
    if limit is None:
        return LatestStart(depart=None, bounded=False)
    starts: list[int] = []
    for index in reversed(order):
        travel = problem.ticks(index, following)
        if travel is None:
            return _no_way(index, following if starts else None, limit)
        limit -= travel
        start = problem.visits[index].latest_start(limit)
        if start is None:
            earliest = problem.visits[index].earliest_start(0)
            over = None if earliest is None else earliest + problem.visits[index].duration
            squeezed = Breach(kind="opens_late", visit=index, actual=limit, limit=over)
            return LatestStart(depart=None, bounded=True, broken=squeezed)
        starts.append(start)
        limit, following = start, index
    travel = problem.ticks(problem.origin, following)
    if travel is None:
        return _no_way(problem.origin, following if starts else None, limit)
    return LatestStart(depart=limit - travel, bounded=True, starts=tuple(reversed(starts)))


def _no_way(origin: int | None, visit: int | None, now: int) -> LatestStart:
    """Say that a leg is missing."""
    missing = Breach(kind="missing_leg", visit=visit, actual=now, origin=origin)
    return LatestStart(depart=None, bounded=True, broken=missing)


def _own_end(visit: Visit) -> int | None:
    """Return the tick by which a visit is over whatever follows; None if nothing limits it."""
    if visit.starts_at is not None:
        return visit.starts_at + visit.duration
    if visit.windows is None:
        return None
    return max((closes for _, closes in visit.windows), default=0)


def _breach(index: int, visit: Visit, arrival: int) -> tuple[int, Breach]:
    """Say why a visit cannot begin from ``arrival`` on, and when it then begins all the same."""
    if visit.starts_at is not None and arrival > visit.starts_at:
        late = Breach(kind="late", visit=index, actual=arrival, limit=visit.starts_at)
        return arrival, late
    if not visit.windows:
        return arrival, Breach(kind="closed", visit=index, actual=arrival, arrival=arrival)
    opens, closes = visit.windows[-1]
    start = max(arrival, opens) if visit.starts_at is None else visit.starts_at
    return start, Breach(
        kind="closing",
        visit=index,
        actual=start + visit.duration,
        limit=closes,
        arrival=arrival,
    )
