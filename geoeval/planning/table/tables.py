"""Objectives answered from the table of all sets of stops, and orders read back from it.

Orders come from a search from the goal backwards. For a tail of stops the table knows the earliest
end of what comes before it, so the finish of the best order with that tail is exact, and orders
come out by finish; equally good ones by their last stop, then the one before it, and so on.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.answer import Effort, InfeasibleTrip, Objective, TripPlan, asked
from geoeval.planning.conflicts import conflicts
from geoeval.planning.instance import NEVER, Instance, instance_of
from geoeval.planning.problem import TripProblem
from geoeval.planning.replay import simulate
from geoeval.planning.table.arcs import Arcs, backwards, forwards
from geoeval.planning.table.subsets import SubsetTable, members, subset_table
from geoeval.planning.timeline import Order


def plan_by_table(problem: TripProblem, objective: Objective) -> TripPlan | InfeasibleTrip:
    """Find the best plan, exactly; see ``plan_trip``."""
    instance, table = table_for(problem, objective)
    effort = Effort(engine="table", labels=table.labels, seconds=0.0)
    depart = problem.leaves
    if objective in {"most_prize", "most_visits"}:
        prizes = [s.prize if objective == "most_prize" else 1 for s in problem.stops]
        value, visited = richest(table, prizes, instance.mandatory)
        possible = value >= 0
    else:
        value, visited = soonest(table, instance.mandatory)
        possible = abs(value) < NEVER
    if not possible:
        # From the most mandatory stops that can be made, with the others after them.
        most, visited = richest(table, [stop.mandatory for stop in problem.stops], needed=0)
        order = best_order(table, visited) if most >= 0 else ()
        rest = (i for i, stop in enumerate(problem.stops) if stop.mandatory and i not in order)
        return InfeasibleTrip(
            problem=problem,
            nearest=simulate((*order, *rest), problem),
            conflicts=conflicts(table, instance),
            proved=True,
            effort=effort,
        )
    if objective == "latest_departure":
        depart = value
    elif objective in {"least_travel", "least_distance"}:
        value -= depart
    return TripPlan(
        problem=problem,
        objective=objective,
        schedule=simulate(best_order(table, visited), problem, depart=depart),
        value=value,
        bound=value,
        effort=effort,
    )


def table_for(problem: TripProblem, objective: Objective) -> tuple[Instance, SubsetTable]:
    """Return a trip in arrays and its table, filled backwards for the latest departure."""
    late = objective == "latest_departure"
    instance = instance_of(asked(problem, objective), leave_last=late)
    return instance, subset_table(backwards(instance) if late else forwards(instance))


def worths(table: SubsetTable, prizes: Sequence[int], needed: int) -> NDArray[np.int64]:
    """Return the prize of every set, in the order of the table; -1 if it cannot be made.

    ``needed`` are the stops that a set has to have, as a bit mask.
    """
    worth = np.zeros(1, dtype=np.int64)
    for prize in prizes:
        worth = np.concatenate([worth, worth + prize])
    worth = worth[table.sets]
    worth[((table.sets & needed) != needed) | (table.finishes >= table.never)] = -1
    return worth


def richest(table: SubsetTable, prizes: Sequence[int], needed: int) -> tuple[int, int]:
    """Return the most prize of a set that can be made, -1 if there is none, and the set.

    Of several such sets the one that is over first, then the smaller, then the one with the
    lower numbers.
    """
    worth = worths(table, prizes, needed)
    most = int(worth.max())
    best = np.flatnonzero(worth == most)
    chosen = best[np.argmin(table.finishes[best])]
    return most, int(table.sets[chosen])


def soonest(table: SubsetTable, needed: int) -> tuple[int, int]:
    """Return the earliest finish of a set that has some stops, NEVER if there is none, and the set.

    Backwards that is the latest departure, or -NEVER.
    """
    candidates = np.flatnonzero((table.sets & needed) == needed)
    visited = int(table.sets[candidates[np.argmin(table.finishes[candidates])]])
    finish = table.finish(visited)
    return (-finish if table.arcs.backwards else finish), visited


def ranked_orders(table: SubsetTable, visited: int) -> Iterator[tuple[int, Order]]:
    """Yield (finish, order) of all orders of a set of stops that hold, the best first.

    From a table filled backwards, (latest departure, order).
    """
    arcs, goal = table.arcs, table.arcs.count
    heap: list[tuple[int, Order, int]] = []
    if table.finish(visited) < NEVER:
        heap.append((table.finish(visited), (), visited))
    while heap:
        finish, tail, rest = heapq.heappop(heap)
        if not rest:
            yield (-finish, tail) if arcs.backwards else (finish, tail[::-1])
            continue
        following = tail[-1] if tail else goal
        if tail and arcs.not_before[following] & rest:
            continue
        ends = table.ends[:, table.rank[rest]].tolist()
        for last, end in enumerate(ends):
            if rest >> last & 1 and end < table.never and _may_follow(arcs, last, following, rest):
                reached = _finish(arcs, (*tail, last), end + table.zero)
                if reached < NEVER:
                    heapq.heappush(heap, (reached, (*tail, last), rest ^ (1 << last)))


def best_order(table: SubsetTable, visited: int) -> Order:
    """Return the first of the ranked orders of a set that can be made, without the others."""
    arcs = table.arcs
    tail: Order = ()
    finish, rest = table.finish(visited), visited
    while rest:
        following = tail[-1] if tail else arcs.count
        ends = table.ends[:, table.rank[rest]].tolist()
        last = next(
            stop
            for stop in members(rest)
            if ends[stop] < table.never
            and _may_follow(arcs, stop, following, rest)
            and _finish(arcs, (*tail, stop), ends[stop] + table.zero) == finish
        )
        tail, rest = (*tail, last), rest ^ (1 << last)
    return tail if arcs.backwards else tail[::-1]


def chain(table: SubsetTable, visited: int, last: int) -> Order:
    """Return an order of a set of stops that reaches its earliest end with one of them last.

    Among several, the one whose last stops have the lowest numbers. Backwards it is reversed.
    """
    arcs, order = table.arcs, [last]
    while visited := visited ^ (1 << last):
        end = table.end(visited | 1 << last, last)
        last = next(
            stop
            for stop in members(visited)
            if _may_follow(arcs, stop, last, visited)
            and arcs.begin(last, arcs.arrival(stop, table.end(visited, stop), last))
            == end - arcs.stays[last]
        )
        order.append(last)
    return tuple(reversed(order))


def _may_follow(arcs: Arcs, last: int, following: int, rest: int) -> bool:
    """Tell whether a stop may directly follow another after a set of stops."""
    return all(
        first == last for first, second in arcs.after if second == following and rest >> first & 1
    )


def _finish(arcs: Arcs, tail: Order, end: int) -> int:
    """Return when the goal is reached if the first stop of a tail is over at a tick."""
    now = end
    for position in range(len(tail) - 1, 0, -1):
        stop = tail[position - 1]
        begin = arcs.begin(stop, arcs.arrival(tail[position], now, stop))
        if begin >= NEVER:
            return NEVER
        now = begin + arcs.stays[stop]
    return arcs.begin(arcs.count, arcs.arrival(tail[0], now, arcs.count))
