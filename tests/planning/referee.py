"""An independent referee that replays plans and shares no code with the engines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from geoeval.planning import Objective, Timeline, TravelMatrix, TripProblem


def violations(schedule: Timeline, problem: TripProblem) -> list[str]:
    """Return everything that is wrong with a schedule."""
    return [*_order_violations(schedule, problem), *_time_violations(schedule, problem)]


def _order_violations(schedule: Timeline, problem: TripProblem) -> Iterator[str]:
    """Yield violations of the order."""
    order = [call.stop for call in schedule.calls]
    if len(set(order)) != len(order):
        yield "a stop occurs twice"
    for i, stop in enumerate(problem.stops):
        if stop.mandatory and i not in order:
            yield f"{stop.name} is left out"
    for first, second in problem.before:
        if first in order and second in order and order.index(first) > order.index(second):
            yield f"{second} before {first}"
    for first, second in problem.directly:
        if first in order and second in order and order.index(second) != order.index(first) + 1:
            yield f"{second} not directly after {first}"


def _time_violations(schedule: Timeline, problem: TripProblem) -> Iterator[str]:
    """Yield violations of the times."""
    here, now = problem.origin, schedule.depart
    if now < problem.depart:
        yield "leaves too early"
    for call in schedule.calls:
        stop = problem.stops[call.stop]
        place = problem.place(call.stop)
        if here is not None:
            yield from _leg_violations(
                problem, here, place, stop.mode, now, call.leaves, call.arrival
            )
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
            yield f"{stop.name} is outside the days"
        here, now = place, call.end
    if problem.end is not None and here is not None:
        leaves = schedule.finish - (schedule.back or 0)
        yield from _leg_violations(
            problem, here, problem.end, problem.end_mode, now, leaves, schedule.finish
        )
    elif schedule.finish != now:
        yield "is over at another time than its last stay"
    if problem.deadline is not None and schedule.finish > problem.deadline:
        yield "is over after the deadline"
    if problem.budget is not None and schedule.finish - schedule.depart > problem.budget:
        yield "takes too long"


def _leg_violations(
    problem: TripProblem,
    here: int,
    place: int,
    mode: str | None,
    now: int,
    leaves: int,
    arrival: int,
) -> Iterator[str]:
    """Yield violations of a leg, which starts at the origin after a night."""
    matrix = problem.travel if mode is None else problem.modes[mode]
    origin = here
    if problem.days and _day(problem, leaves) != _day(problem, now):
        origin = problem.origin if problem.origin is not None else here
        back = _Rules(problem).arrival(problem.travel, here, origin, now)
        if back is None or back > problem.days[_day(problem, now)][1]:
            yield "does not come back to the hotel"
    elif problem.days and _day(problem, arrival) != _day(problem, now):
        yield "travels over night"
    if leaves < now or (leaves > now and not problem.waiting):
        yield f"leaves at {leaves}, not {now}"
    ticks = _ticks(matrix, origin, place, leaves)
    if ticks is None or leaves + ticks != arrival:
        yield f"no way {origin} -> {place} from {leaves} to {arrival}"


def _day(problem: TripProblem, tick: int) -> int:
    """Return the index of the day that contains a tick."""
    return sum(begins <= tick for begins, _ in problem.days) - 1


def _ticks(matrix: TravelMatrix, origin: int, destination: int, leaves: int) -> int | None:
    """Return the ticks that a leg takes for a departure, from the tables of the matrix."""
    if origin == destination:
        return 0
    time = leaves if matrix.period is None else leaves % matrix.period
    held = [rows for since, rows in matrix.pieces if since <= time][-1]
    return held[origin][destination]


class Run(NamedTuple):
    """A feasible order with its finish and the ticks and distance of its legs."""

    order: tuple[int, ...]
    finish: int
    travel: int
    length: int


def orders(problem: TripProblem) -> Iterator[tuple[int, ...]]:
    """Yield every order of every set of stops."""
    for size in range(len(problem.stops) + 1):
        yield from permutations(range(len(problem.stops)), size)


def replayed(order: Sequence[int], problem: TripProblem, depart: int | None = None) -> int | None:
    """Return the earliest finish of an order, None if it is infeasible."""
    runs = _runs(problem, problem.leaves if depart is None else depart, tuple(order))
    return min((run.finish for run in runs if len(run.order) == len(order)), default=None)


def best(problem: TripProblem, objective: Objective) -> tuple[int, int | None] | None:
    """Return the best value over all orders of all sets of stops, None if none is feasible.

    For the most prize or visits the earliest finish of that value comes with it, else None.
    """
    if objective == "latest_departure":
        leaves = _last_departure(problem)
        return None if leaves is None else (leaves, None)
    runs = _runs(problem, problem.leaves)
    if objective in {"most_prize", "most_visits"}:
        prizes = [stop.prize if objective == "most_prize" else 1 for stop in problem.stops]
        worth = ((sum(prizes[i] for i in run.order), -run.finish) for run in runs)
        most = max(worth, default=None)
        return None if most is None else (most[0], -most[1])
    field = {"earliest_finish": "finish", "least_travel": "travel", "least_distance": "length"}
    values = [getattr(run, field[objective]) for run in runs]
    return (min(values), None) if values else None


def _last_departure(problem: TripProblem) -> int | None:
    """Return the last tick of departure with a feasible order.

    If waiting is allowed, a later departure never helps, so the ticks are bisected.
    """
    low, high = problem.leaves, HORIZON if problem.deadline is None else problem.deadline
    if not problem.waiting:
        tried = range(high, low - 1, -1)
        return next((tick for tick in tried if any(_runs(problem, tick))), None)
    if not any(_runs(problem, low)):
        return None
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if any(_runs(problem, middle)) else (low, middle - 1)
    return low


HORIZON = 120
"""The latest departure in trips of the tests."""


def _runs(problem: TripProblem, depart: int, only: tuple[int, ...] | None = None) -> Iterator[Run]:
    """Yield all feasible orders, or one order only, in each distribution over the days."""
    rules = _Rules(problem)
    day = max((k for k, (begins, _) in enumerate(problem.days) if begins <= depart), default=0)
    states = [(problem.origin, depart, day, (), 0, 0)]
    while states:
        here, now, day, order, travel, length = states.pop()
        if rules.needed <= set(order):
            for finish, ticks, units in rules.ends(here, now, day):
                limit = problem.limit(depart)
                if limit is None or finish <= limit:
                    yield Run(order, finish, travel + ticks, length + units)
        following = range(len(problem.stops)) if only is None else only[len(order) :][:1]
        for stop in following:
            if rules.may_follow(order, stop):
                for over, on, ticks, units in rules.stays(here, now, day, stop):
                    state = (problem.place(stop), over, on, (*order, stop))
                    states.append((*state, travel + ticks, length + units))


class _Rules:
    """The steps that a trip allows next."""

    def __init__(self, problem: TripProblem) -> None:
        self.problem = problem
        self.needed = {i for i, stop in enumerate(problem.stops) if stop.mandatory}
        self.days = problem.days or ((-(1 << 40), 1 << 40),)

    def may_follow(self, order: Sequence[int], stop: int) -> bool:
        """Return whether a stop may come after others."""
        return (
            stop not in order
            and all(b not in order for a, b in self.problem.before if a == stop)
            and all(b not in order for a, b in self.problem.directly if a == stop)
            and all(a not in order or order[-1] == a for a, b in self.problem.directly if b == stop)
        )

    def stays(
        self, here: int | None, now: int, day: int, index: int
    ) -> Iterator[tuple[int, int, int, int]]:
        """Yield the earliest end of a stay on each day with the day and the length of the leg."""
        problem, stop, place = self.problem, self.problem.stops[index], self.problem.place(index)
        matrix = problem.travel if stop.mode is None else problem.modes[stop.mode]
        for on in range(day, len(self.days)):
            for arrival, ticks, units in self._legs(matrix, here, place, now, day, on):
                begins, ends = self.days[on]
                begin = self._begin(index, max(arrival, begins))
                if begin is None or (begin > arrival and not problem.waiting):
                    continue
                over = begin + stop.duration
                if on < len(self.days) - 1:
                    assert problem.origin is not None
                    back = self.arrival(problem.travel, place, problem.origin, over)
                    if back is None or back > ends:
                        continue
                if over <= ends:
                    yield over, on, ticks, units

    def ends(self, here: int | None, now: int, day: int) -> Iterator[tuple[int, int, int]]:
        """Yield the possible finishes on each day with the ticks and distance of the last leg."""
        problem = self.problem
        matrix = problem.travel if problem.end_mode is None else problem.modes[problem.end_mode]
        if problem.end is None or here is None:
            if self.days[day][0] <= now <= self.days[day][1]:
                yield now, 0, 0
            return
        for on in range(day, len(self.days)):
            for arrival, ticks, units in self._legs(matrix, here, problem.end, now, day, on):
                if self.days[on][0] <= arrival <= self.days[on][1]:
                    yield arrival, ticks, units

    def _legs(
        self, matrix: TravelMatrix, here: int | None, place: int, now: int, day: int, on: int
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the arrival on a day, if any, with the ticks and distance of the leg.

        On a later day than that of ``now`` the leg starts at the origin.
        """
        if here is None:
            yield now, 0, 0
            return
        if on > day:
            assert self.problem.origin is not None
            here, now = self.problem.origin, self.days[on][0]
        arrival = self.arrival(matrix, here, place, now)
        if arrival is not None:
            units = matrix.distances[here][place] if matrix.distances and here != place else 0
            assert units is not None
            yield arrival, _ticks(matrix, here, place, now) or 0, units

    def arrival(self, matrix: TravelMatrix, here: int, place: int, now: int) -> int | None:
        """Return the earliest arrival over all useful departures."""
        if here == place:
            return now
        departures = [now]
        if self.problem.waiting and len(matrix.pieces) > 1:
            departures += _changes(matrix, now)
        arrivals = (
            leaves + ticks
            for leaves in departures
            if (ticks := _ticks(matrix, here, place, leaves)) is not None
        )
        return min(arrivals, default=None)

    def _begin(self, index: int, arrival: int) -> int | None:
        """Return the earliest start of a stay after an arrival, None if there is none."""
        stop = self.problem.stops[index]
        begins: Iterable[int] = [arrival]
        if stop.windows is not None:
            begins = sorted(max(arrival, window.opens) for window in stop.windows)
        if stop.starts_at is not None:
            begins = [stop.starts_at] if arrival <= stop.starts_at else []
        for begin in begins:
            if stop.windows is None or any(
                w.opens <= begin and begin + (stop.duration if w.bounds == "end" else 0) <= w.closes
                for w in stop.windows
            ):
                return begin
        return None


def _changes(matrix: TravelMatrix, now: int) -> list[int]:
    """Return the later ticks within one period at which travel times change."""
    begun = 0 if matrix.period is None else now - now % matrix.period
    days = {begun, begun + (matrix.period or 0)}
    return [piece.since + day for day in days for piece in matrix.pieces if piece.since + day > now]
