"""Orders of a set of stops, the best first: read back from the table of all sets.

A search from the goal backwards. For a tail of stops the table knows the earliest end of what
comes before it, so the finish of the best order with that tail is exact, and orders come out by
finish; equally good ones by their last stop, then the one before it, and so on.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from geoeval.planning.instance import NEVER
from geoeval.planning.table.arcs import Arcs
from geoeval.planning.table.subsets import SubsetTable, members
from geoeval.planning.timeline import Order


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
