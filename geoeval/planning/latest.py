"""An order of stops worked backwards: how late everything can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from geoeval.errors import UsageError
from geoeval.planning.problem import TripProblem, check_order
from geoeval.planning.replay import simulate
from geoeval.planning.stop import Stop

_FAR = 1 << 50


@dataclass(frozen=True, slots=True, kw_only=True)
class TooEarly:
    """What makes every departure impossible, found by working backwards.

    ``kind`` is "missing_leg" or "opens_late": the stop has to be over by tick ``actual``, but can
    be over at ``limit`` at the earliest (None: never). ``stop`` is None for the leg to the end;
    ``origin`` is the place that a missing leg leaves from.
    """

    kind: str
    stop: int | None
    actual: int
    limit: int | None = None
    origin: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestStart:
    """The latest departure of an order, or what makes every departure impossible.

    ``depart`` is None if there is none, or if nothing limits it (``bounded`` tells which);
    ``starts`` are the latest starts of the stops, None for those that nothing limits.
    """

    depart: int | None
    bounded: bool
    starts: tuple[int | None, ...] = ()
    broken: TooEarly | None = None


def latest_start(order: Sequence[int], problem: TripProblem) -> LatestStart:
    """Work an order backwards from its deadline to the latest departure that keeps it.

    ``problem`` is a trip of one day, of which ``depart`` and ``budget`` do not count. Without an
    origin the departure is the begin of the first stay.

    Raises
    ------
    UsageError
        If the trip has several days or allows no waiting, or a stop of the order does not exist.

    Examples
    --------
    >>> from geoeval.planning import TravelMatrix, Window
    >>> museum = Stop(name="museum", duration=90, windows=(Window(600, 1080),))
    >>> travel = TravelMatrix([[0, 16], [16, 0]])
    >>> latest_start((0,), TripProblem(stops=(museum,), travel=travel, origin=1)).depart
    974
    """
    check_order(order, problem)
    if len(problem.days) > 1 or not problem.waiting:
        message = "expected a trip of one day on which waiting is allowed, to work it backwards"
        raise UsageError(message)
    limits = [problem.deadline, *(ends for _, ends in problem.days)]
    limit = min((tick for tick in limits if tick is not None), default=_FAR)
    following, mode = problem.end, problem.end_mode
    starts: list[int] = []
    goal: int | None = None
    for index in reversed(order):
        stop, place = problem.stops[index], problem.place(index)
        over: int | None = limit
        if following is not None:
            over = problem.matrix(mode).latest(place, following, limit)
        if over is None:
            return _no_way(place, goal, limit)
        start = _last_start(stop, over)
        if start is None:
            late = _squeezed(index, stop, over)
            return LatestStart(depart=None, bounded=True, broken=late)
        starts.append(start)
        limit, following, mode, goal = start, place, stop.mode, index
    depart: int | None = limit
    if problem.origin is not None and following is not None:
        depart = problem.matrix(mode).latest(problem.origin, following, limit)
        if depart is None:
            return _no_way(problem.origin, goal, limit)
    limited = [start if start < _FAR // 2 else None for start in reversed(starts)]
    if depart is not None and depart >= _FAR // 2:
        return LatestStart(depart=None, bounded=False, starts=tuple(limited))
    return LatestStart(depart=depart, bounded=True, starts=tuple(limited))


def slacks(order: Sequence[int], problem: TripProblem) -> tuple[int | None, ...]:
    """Return for each stop of an order that holds how many ticks later its stay could begin.

    All else is kept; None where nothing limits it. ``problem`` is a trip of one day.

    Examples
    --------
    >>> from geoeval.planning import TravelMatrix
    >>> zoo = Stop(name="zoo", duration=90)
    >>> slacks((0,), TripProblem(stops=(zoo,), travel=TravelMatrix([[0]]), deadline=100))
    (10,)
    """
    earliest = simulate(order, problem)
    limited = replace(problem, deadline=problem.limit(problem.leaves), budget=None)
    latest = latest_start(order, limited).starts
    return tuple(
        None if last is None else last - call.start
        for last, call in zip(latest, earliest.calls, strict=False)
    )


def _last_start(stop: Stop, over: int) -> int | None:
    """Return the last tick at which a stay can begin and be over by a tick."""
    last = over - stop.duration
    return max((min(b, last) for a, b in stop.starts() if a <= last), default=None)


def _squeezed(index: int, stop: Stop, over: int) -> TooEarly:
    """Say that a stay cannot be over in time for what follows, or before its last closing."""
    starts = stop.starts()
    earliest = starts[0][0] + stop.duration if starts else None
    closing = max((window.closes for window in stop.windows or ()), default=over)
    return TooEarly(kind="opens_late", stop=index, actual=min(over, closing), limit=earliest)


def _no_way(origin: int, stop: int | None, tick: int) -> LatestStart:
    """Say that a leg is missing."""
    missing = TooEarly(kind="missing_leg", stop=stop, actual=tick, origin=origin)
    return LatestStart(depart=None, bounded=True, broken=missing)
