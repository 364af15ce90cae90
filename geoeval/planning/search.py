"""The best order, and the most visits: an exact table over every set of visits.

The table holds, for each set of visits and each last one, the earliest tick at which they can
be over. Leaving earlier never makes one arrive later, so nothing else needs to be kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from geoeval.errors import UsageError
from geoeval.planning.model import Order, TripProblem

MAX_VISITS = 12
NOWHERE = -1
Table = dict[int, dict[int, tuple[int, int]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class BestOrders:
    """The orders of all visits that finish first; ``finish`` is None if no order holds.

    ``orders`` are in ascending order, at most as many as were asked for.
    """

    finish: int | None
    orders: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MostVisits:
    """The largest number of visits that can be made, and which.

    ``order`` makes that number and finishes first; ``choices`` are all sets of that many visits
    that can be made. ``finishes[k]`` is the earliest tick at which any ``k`` visits are over,
    the deadline aside, or None if no ``k`` visits go together at any time.
    """

    count: int
    order: Order
    choices: tuple[frozenset[int], ...]
    finishes: tuple[int | None, ...]


def best_orders(problem: TripProblem, limit: int = 24) -> BestOrders:
    """Find the orders of all visits that finish first.

    Parameters
    ----------
    problem
        The trip.
    limit
        How many equally good orders to return at most.

    Returns
    -------
    BestOrders
        The earliest finish and the orders that reach it.

    Raises
    ------
    UsageError
        If there are more visits than the table can hold.

    Notes
    -----
    Held and Karp's dynamic programme over subsets, with windows: O(n² 2ⁿ).

    Examples
    --------
    >>> from geoeval.planning.model import Visit
    >>> a, b = Visit(name="a", duration=10), Visit(name="b", duration=10, windows=((0, 20),))
    >>> trip = TripProblem(visits=(a, b), travel={(0, 1): 5, (1, 0): 5})
    >>> best_orders(trip)
    BestOrders(finish=25, orders=((1, 0),))
    """
    table = _table(problem)
    everything = (1 << len(problem.visits)) - 1
    finishes = _finishes(problem, table, everything)
    finish = min(finishes.values(), default=None)
    if finish is None or (problem.deadline is not None and finish > problem.deadline):
        return BestOrders(finish=None)
    orders = (
        order
        for last in finishes
        for order in _ending_with(
            last, everything, finish - (problem.ticks(last, problem.end) or 0), problem, table
        )
    )
    return BestOrders(finish=finish, orders=tuple(sorted(islice(orders, limit))))


def max_visits(problem: TripProblem) -> MostVisits:
    """Find the largest number of visits that can be made by the deadline, and which.

    Parameters
    ----------
    problem
        The trip. Where it has an end, every choice of visits must reach it in time.

    Returns
    -------
    MostVisits
        The number, the quickest order that makes it, and every set that can be made.

    Raises
    ------
    UsageError
        If there are more visits than the table can hold.

    Examples
    --------
    >>> from geoeval.planning.model import Visit
    >>> a, b = Visit(name="a", duration=10), Visit(name="b", duration=20)
    >>> most = max_visits(TripProblem(visits=(a, b), travel={(0, 1): 5}, deadline=30))
    >>> most.count, most.order, most.finishes
    (1, (0,), (0, 10, 35))
    """
    table = _table(problem)
    best: dict[int, tuple[int, int, int]] = {0: (problem.depart, 0, NOWHERE)}
    sets: dict[int, dict[int, None]] = {0: {0: None}}
    for visited in list(table)[1:]:
        for last, finish in _finishes(problem, table, visited).items():
            size = visited.bit_count()
            best[size] = min(best.get(size, (finish, visited, last)), (finish, visited, last))
            if problem.deadline is None or finish <= problem.deadline:
                sets.setdefault(size, {})[visited] = None
    count = max(sets)
    _, visited, last = best[count]
    return MostVisits(
        count=count,
        order=_read_back(table, visited, last),
        choices=tuple(frozenset(_members(chosen)) for chosen in sets[count]),
        finishes=tuple(
            best[size][0] if size in best else None for size in range(len(problem.visits) + 1)
        ),
    )


def _table(problem: TripProblem) -> Table:
    """Return the earliest end of each set of visits by its last, with the one before that."""
    count = len(problem.visits)
    if count > MAX_VISITS:
        message = f"expected at most {MAX_VISITS} visits to put in order, got {count}"
        raise UsageError(message)
    table: Table = {0: {NOWHERE: (problem.depart, NOWHERE)}}
    for visited in range(1, 1 << count):
        ends: dict[int, tuple[int, int]] = {}
        for last in _members(visited):
            rest = visited ^ (1 << last)
            if any(first == last and rest >> second & 1 for first, second in problem.before):
                continue
            for previous, (now, _) in table.get(rest, {}).items():
                end = _end_after(problem, previous, now, last)
                if end is not None and (last not in ends or end < ends[last][0]):
                    ends[last] = (end, previous)
        if ends:
            table[visited] = ends
    return table


def _end_after(problem: TripProblem, previous: int, now: int, last: int) -> int | None:
    """Return when visit ``last`` is over if one leaves ``previous`` now; None if it cannot be."""
    travel = problem.ticks(_node(problem, previous), last)
    if travel is None:
        return None
    visit = problem.visits[last]
    start = visit.earliest_start(now + travel)
    return None if start is None else start + visit.duration


def _node(problem: TripProblem, last: int) -> int | None:
    """Return where one is after a visit, or before the first."""
    return problem.origin if last == NOWHERE else last


def _finishes(problem: TripProblem, table: Table, visited: int) -> dict[int, int]:
    """Return the tick of reaching the end after a set of visits, by the last of them."""
    finishes: dict[int, int] = {}
    for last, (now, _) in table.get(visited, {}).items():
        travel = problem.ticks(_node(problem, last), problem.end)
        if travel is not None:
            finishes[last] = now + travel
    return finishes


def _ending_with(
    last: int, visited: int, end_by: int, problem: TripProblem, table: Table
) -> Iterator[Order]:
    """Yield the orders of a set of visits whose last one can be over by ``end_by``."""
    if last == NOWHERE:
        yield ()
        return
    start = problem.visits[last].latest_start(end_by)
    rest = visited ^ (1 << last)
    for previous, (now, _) in table[rest].items():
        travel = problem.ticks(_node(problem, previous), last)
        if start is not None and travel is not None and now + travel <= start:
            for order in _ending_with(previous, rest, start - travel, problem, table):
                yield (*order, last)


def _read_back(table: Table, visited: int, last: int) -> Order:
    """Return the order that reaches the earliest end of a set of visits."""
    order: list[int] = []
    while last != NOWHERE:
        order.append(last)
        visited, last = visited ^ (1 << last), table[visited][last][1]
    return tuple(reversed(order))


def _members(visited: int) -> tuple[int, ...]:
    """Return the visits of a set held as a bit mask."""
    return tuple(index for index in range(visited.bit_length()) if visited >> index & 1)
