"""Objectives answered from the table of all sets of stops."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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
    late = objective == "latest_departure"
    tables = Tables(instance_of(asked(problem, objective), leave_last=late))
    depart = problem.leaves
    match objective:
        case "latest_departure":
            leaves, visited = tables.leave_last()
            value, possible = -leaves, leaves < NEVER
            depart = value
        case "most_prize" | "most_visits":
            prizes = [s.prize if objective == "most_prize" else 1 for s in problem.stops]
            value, visited = richest(tables.ends, prizes, tables.instance.mandatory)
            possible = value >= 0
        case _:
            value, visited = tables.finish_first()
            possible = value < NEVER
    if not possible:
        return _explain(problem, objective, tables)
    order = tables.best_by_departure(visited) if late else tables.best(visited)
    schedule = simulate(order, problem, depart=depart)
    if objective in {"least_travel", "least_distance"}:
        value -= depart
    return TripPlan(
        problem=problem,
        objective=objective,
        schedule=schedule,
        value=value,
        bound=value,
        effort=Effort(engine="table", labels=tables.labels, seconds=0.0),
    )


def _explain(problem: TripProblem, objective: Objective, tables: Tables) -> InfeasibleTrip:
    """Say why not all mandatory stops can be made, from the table that is filled already.

    The nearest order is the best one of the most mandatory stops that can be made, with the
    others after them.
    """
    late = objective == "latest_departure"
    table = tables.begins if late else tables.ends
    most, visited = richest(table, [stop.mandatory for stop in problem.stops], needed=0)
    best = tables.best_by_departure if late else tables.best
    order = best(visited) if most >= 0 else ()
    rest = (i for i, stop in enumerate(problem.stops) if stop.mandatory and i not in order)
    return InfeasibleTrip(
        problem=problem,
        nearest=simulate((*order, *rest), problem),
        conflicts=conflicts(table, tables.instance),
        proved=True,
        effort=Effort(engine="table", labels=tables.labels, seconds=0.0),
    )


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


@dataclass(frozen=True)
class Tables:
    """An instance with its tables, each filled when it is first asked for."""

    instance: Instance

    @cached_property
    def onward(self) -> Arcs:
        """The ways from the departure on."""
        return forwards(self.instance)

    @cached_property
    def ends(self) -> SubsetTable:
        """The earliest end of every set of stops."""
        return subset_table(self.onward)

    @cached_property
    def homeward(self) -> Arcs:
        """The ways back from the end."""
        return backwards(self.instance)

    @cached_property
    def begins(self) -> SubsetTable:
        """The latest begin of every set of stops, as negative ticks."""
        return subset_table(self.homeward)

    @cached_property
    def labels(self) -> int:
        """States reached in the tables filled so far."""
        filled = (name for name in ("ends", "begins") if name in self.__dict__)
        return sum(self.__dict__[name].labels for name in filled)

    def finish_first(self) -> tuple[int, int]:
        """Return the earliest finish with all mandatory stops, NEVER if none, and the set made."""
        return self._best(self.ends, self.ends.finishes)

    def leave_last(self) -> tuple[int, int]:
        """Return the negative latest departure, NEVER if there is none, and the set made."""
        return self._best(self.begins, self.begins.finishes)

    def ranked(self, visited: int) -> Iterator[tuple[int, Order]]:
        """Yield (finish, order) of the orders of a set, the earliest finish first."""
        return ranked_orders(self.ends, self.onward, visited)

    def best(self, visited: int) -> Order:
        """Return the order of a set that finishes first."""
        return best_order(self.ends, self.onward, visited)

    def best_by_departure(self, visited: int) -> Order:
        """Return the order of a set that departs last."""
        return best_order(self.begins, self.homeward, visited)[::-1]

    def ranked_by_departure(self, visited: int) -> Iterator[tuple[int, Order]]:
        """Yield (latest departure, order) of the orders of a set, the latest departure first."""
        found = ranked_orders(self.begins, self.homeward, visited)
        return ((-finish, tuple(reversed(order))) for finish, order in found)

    def _best(self, table: SubsetTable, finishes: NDArray[Any]) -> tuple[int, int]:
        """Return the least finish of the sets that have all mandatory stops, and the set."""
        needed = self.instance.mandatory
        candidates = np.flatnonzero((table.sets & needed) == needed)
        chosen = candidates[np.argmin(finishes[candidates])]
        visited = int(table.sets[chosen])
        return table.finish(visited), visited


def ranked_orders(table: SubsetTable, arcs: Arcs, visited: int) -> Iterator[tuple[int, Order]]:
    """Yield (finish, order) of all orders of a set of stops that hold, the best first."""
    goal = arcs.count
    heap: list[tuple[int, Order, int]] = []
    if table.finish(visited) < NEVER:
        heap.append((table.finish(visited), (), visited))
    while heap:
        finish, tail, rest = heapq.heappop(heap)
        if not rest:
            yield finish, tuple(reversed(tail))
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


def best_order(table: SubsetTable, arcs: Arcs, visited: int) -> Order:
    """Return the first of the ranked orders of a set that can be made, without the others."""
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
    return tuple(reversed(tail))


def chain(table: SubsetTable, arcs: Arcs, visited: int, last: int) -> Order:
    """Return an order of a set of stops that reaches its earliest end with one of them last.

    Among several, the one whose last stops have the lowest numbers.
    """
    order = [last]
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
