"""An independent referee: replays a plan from the problem's own words, sharing no engine code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from geoeval.planning import Timeline, TripProblem


def faults(schedule: Timeline, problem: TripProblem) -> list[str]:
    """Return everything that is wrong with a schedule, looked at tick by tick."""
    return [*_order_faults(schedule, problem), *_time_faults(schedule, problem)]


def _order_faults(schedule: Timeline, problem: TripProblem) -> Iterator[str]:
    """Yield what is wrong with the order."""
    order = [call.stop for call in schedule.calls]
    if len(set(order)) != len(order):
        yield "a stop comes twice"
    for i, stop in enumerate(problem.stops):
        if stop.mandatory and i not in order:
            yield f"{stop.name} is left out"
    for first, second in problem.before:
        if first in order and second in order and order.index(first) > order.index(second):
            yield f"{second} before {first}"
    for first, second in problem.directly:
        if first in order and second in order and order.index(second) != order.index(first) + 1:
            yield f"{second} not directly after {first}"


def _time_faults(schedule: Timeline, problem: TripProblem) -> Iterator[str]:
    """Yield what is wrong with the times."""
    here, now = problem.origin, schedule.depart
    if now < problem.depart:
        yield "leaves too early"
    for call in schedule.calls:
        stop = problem.stops[call.stop]
        place = problem.place(call.stop)
        if here is not None:
            yield from _leg_faults(problem, here, place, stop.mode, now, call.leaves, call.arrival)
        elif call.arrival != now:
            yield "loses time at the start"
        if call.start < call.arrival or call.end != call.start + stop.duration:
            yield f"{stop.name}: {call}"
        if call.start > call.arrival and not problem.waiting:
            yield f"waits at {stop.name}"
        if stop.starts_at is not None and call.start != stop.starts_at:
            yield f"{stop.name} begins at {call.start}"
        if stop.windows is not None and not any(
            w.opens <= call.start and (call.end if w.bounds == "end" else call.start) <= w.closes
            for w in stop.windows
        ):
            yield f"{stop.name} is not open"
        if problem.days and not any(a <= call.start and call.end <= b for a, b in problem.days):
            yield f"{stop.name} lies in no day"
        here, now = place, call.end
    if problem.end is not None and here is not None:
        leaves = schedule.finish - (schedule.back or 0)
        yield from _leg_faults(
            problem, here, problem.end, problem.end_mode, now, leaves, schedule.finish
        )
    elif schedule.finish != now:
        yield "is over at another time than its last stay"
    if problem.deadline is not None and schedule.finish > problem.deadline:
        yield "is over after the deadline"
    if problem.budget is not None and schedule.finish - schedule.depart > problem.budget:
        yield "takes too long"


def _leg_faults(
    problem: TripProblem,
    here: int,
    place: int,
    mode: str | None,
    now: int,
    leaves: int,
    arrival: int,
) -> Iterator[str]:
    """Yield what is wrong with one leg; a night leads over the origin."""
    matrix = problem.travel if mode is None else problem.modes[mode]
    overnight = [begins for begins, _ in problem.days if begins > now]
    origin = here
    if leaves in overnight and _day(problem, leaves) != _day(problem, now):
        origin = problem.origin if problem.origin is not None else here
        back = _ticks(problem.travel, here, origin, now)
        if back is None or now + back > problem.days[_day(problem, now)][1]:
            yield "does not come back to the hotel"
    elif problem.days and _day(problem, arrival) != _day(problem, now):
        yield "travels over night"
    if leaves < now or (leaves > now and not problem.waiting):
        yield f"leaves at {leaves}, not {now}"
    ticks = _ticks(matrix, origin, place, leaves)
    if ticks is None or leaves + ticks != arrival:
        yield f"no way {origin} -> {place} from {leaves} to {arrival}"


def _day(problem: TripProblem, tick: int) -> int:
    """Return the day that a tick lies in."""
    return sum(begins <= tick for begins, _ in problem.days) - 1


def _ticks(matrix: object, origin: int, destination: int, leaves: int) -> int | None:
    """Return what a leg takes for a departure, from the tables of the matrix."""
    from geoeval.planning import TravelMatrix

    assert isinstance(matrix, TravelMatrix)
    if origin == destination:
        return 0
    time = leaves if matrix.period is None else leaves % matrix.period
    held = [rows for since, rows in matrix.pieces if since <= time][-1]
    return held[origin][destination]


def orders(problem: TripProblem) -> Iterator[tuple[int, ...]]:
    """Yield every order of every set of stops."""
    for size in range(len(problem.stops) + 1):
        yield from permutations(range(len(problem.stops)), size)


def replayed(order: Sequence[int], problem: TripProblem, depart: int | None = None) -> int | None:
    """Return the earliest finish of an order, searched tick by tick; None if it cannot hold.

    For small ticks only: every departure and every begin is tried.
    """
    names = [s for s in range(len(problem.stops)) if problem.stops[s].mandatory]
    if not set(names) <= set(order) or _pairs_broken(order, problem):
        return None
    begun = problem.depart if depart is None else depart
    now: int | None = begun
    here = problem.origin
    for index in order:
        assert now is not None
        now = _stay(problem, index, here, now)
        if now is None:
            return None
        here = problem.place(index)
    assert now is not None
    if problem.end is not None and here is not None:
        matrix = problem.travel if problem.end_mode is None else problem.modes[problem.end_mode]
        now = min(_arrivals(problem, matrix, here, problem.end, now), default=None)
    if now is None or (problem.deadline is not None and now > problem.deadline):
        return None
    return None if problem.budget is not None and now - begun > problem.budget else now


def _stay(problem: TripProblem, index: int, here: int | None, now: int) -> int | None:
    """Return the earliest end of a stay by trying every tick; None if there is none."""
    stop, place = problem.stops[index], problem.place(index)
    matrix = problem.travel if stop.mode is None else problem.modes[stop.mode]
    arrivals = [now] if here is None else [*_arrivals(problem, matrix, here, place, now)]
    if not arrivals:
        return None
    for begin in range(min(arrivals), min(arrivals) + HORIZON):
        if begin != arrivals[0] and not problem.waiting:
            return None
        fixed = stop.starts_at is None or begin == stop.starts_at
        opened = stop.windows is None or any(
            w.opens <= begin and begin + (stop.duration if w.bounds == "end" else 0) <= w.closes
            for w in stop.windows
        )
        if fixed and opened:
            return begin + stop.duration
    return None


HORIZON = 120


def _arrivals(
    problem: TripProblem, matrix: object, here: int, place: int, now: int
) -> Iterator[int]:
    """Yield the arrivals of every departure that can be tried."""
    for leaves in range(now, now + (HORIZON if problem.waiting else 1)):
        ticks = _ticks(matrix, here, place, leaves)
        if ticks is not None:
            yield leaves + ticks
        if here == place:
            return


def _pairs_broken(order: Sequence[int], problem: TripProblem) -> bool:
    """Tell whether an order breaks a precedence or an adjacency."""
    place = {stop: position for position, stop in enumerate(order)}
    return any(a in place and b in place and place[a] > place[b] for a, b in problem.before) or any(
        a in place and b in place and place[b] != place[a] + 1 for a, b in problem.directly
    )
