"""The exact table of the earliest end of every set of stops, in either direction of time.

Leaving earlier never means arriving later, so for each set of stops and each last stop only the
earliest end is kept: the dynamic programme of Held and Karp, with windows. Backwards from the end,
ticks are negated, so that late becomes early and one table serves both directions.
"""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.instance import NEVER, Instance, Ticks, in_reverse
from geoeval.planning.schedule import Order
from geoeval.planning.stop import Starts

# One direction of time through a trip.


@dataclass(frozen=True, kw_only=True)
class Arcs:
    """The legs from each stop, in one direction of time.

    A state is a stop and the end of its stay (backwards: the negated start). The next leg depends
    on that tick, whose position in ``breaks`` is the column of the tables.
    """

    backwards: bool  # whether ticks are negative
    first: Ticks  # (n + 1,) direct arrival from the source at each stop and, last, at the goal
    breaks: tuple[Ticks, ...]  # for each stop the ticks at which its tables change, ascending
    # For each stop tables of shape (n + 1, len(breaks) + 1): the arrival is min(t + ride, bound),
    # backwards max(t + ride, bound); ``bound`` is None if the rides never change.
    ride: tuple[Ticks, ...]
    bound: tuple[Ticks, ...] | None
    # The possible starts (backwards: ends) of a stay at each stop and, last, at the goal.
    starts: tuple[Starts, ...]
    duration: Ticks  # (n,)
    not_before: tuple[int, ...]  # a bit mask of stops that must not precede it in this direction
    after: tuple[tuple[int, int], ...]  # pairs: the second comes directly after the first

    @property
    def count(self) -> int:
        """The number of stops."""
        return len(self.duration)

    @property
    def range(self) -> tuple[int, int]:
        """The earliest tick of any event, and an upper bound on the latest."""
        ticks = [tick for intervals in self.starts for pair in intervals for tick in pair]
        ticks += [int(tick) for tick in self.first if abs(tick) < NEVER // 2]
        rides = np.concatenate([np.zeros(1, np.int64), *(table.ravel() for table in self.ride)])
        longest = int(rides[np.abs(rides) < NEVER].max(initial=0))
        last = max(ticks, default=0) + int(self.duration.max(initial=0)) + longest
        return min(ticks, default=0), last

    @cached_property
    def stays(self) -> list[int]:
        """The durations as a list of Python integers."""
        return [int(ticks) for ticks in self.duration]

    @cached_property
    def _plain_tables(self) -> list[tuple[list[int], list[list[int]], list[list[int]] | None]]:
        """The breaks and tables of each stop as lists of Python integers."""
        bounds = [None] * self.count if self.bound is None else self.bound
        return [
            (breaks.tolist(), ride.T.tolist(), None if bound is None else bound.T.tolist())
            for breaks, ride, bound in zip(self.breaks, self.ride, bounds, strict=True)
        ]

    def arrival(self, stop: int, tick: int, target: int) -> int:
        """Return the arrival at ``target`` (a stop or the goal) after leaving a stop at a tick."""
        breaks, ride, bound = self._plain_tables[stop]
        if bound is None:
            return tick + ride[0][target]
        column = bisect_right(breaks, tick)
        direct, other = tick + ride[column][target], bound[column][target]
        return max(direct, other) if self.backwards else min(direct, other)

    def earliest_start(self, stop: int, arrival: int) -> int:
        """Return the first tick after an arrival at which a stay can begin, or NEVER."""
        for first, last in self.starts[stop]:
            if arrival <= last:
                return max(first, arrival)
        return NEVER


def forward_arcs(instance: Instance) -> Arcs:
    """Return the arcs of a trip forwards in time, from its departure."""
    count = instance.count
    later = instance.later
    targets = [*range(count), count + 1]
    return Arcs(
        backwards=False,
        first=np.array([_origin_arrival(instance, j) for j in targets], dtype=np.int64),
        breaks=(instance.since[1:],) * count,
        ride=tuple(np.ascontiguousarray(instance.ride[:, i, targets].T) for i in range(count)),
        bound=None
        if later is None
        else tuple(np.ascontiguousarray(later[:, i, targets].T) for i in range(count)),
        starts=instance.starts,
        duration=instance.duration,
        not_before=instance.not_before,
        after=instance.after,
    )


def backward_arcs(instance: Instance) -> Arcs:
    """Return the arcs of a trip backwards in time, from its end."""
    count = instance.count
    tables = [_reverse_legs(instance, j) for j in range(count)]
    static = instance.later is None
    starts, not_before, after = in_reverse(instance)
    ends = instance.starts[count]
    over = max((last for _, last in ends), default=instance.limit)
    breaks, ride, bound = _reverse_legs(instance, count + 1)
    column = int(np.searchsorted(breaks, -over, side="right"))
    return Arcs(
        backwards=True,
        first=np.maximum(ride[:, column] - over, bound[:, column]),
        breaks=tuple(table[0] for table in tables),
        ride=tuple(table[1] for table in tables),
        bound=None if static else tuple(table[2] for table in tables),
        starts=(*starts[:count], ((-instance.limit, -instance.depart),)),
        duration=instance.duration,
        not_before=tuple(not_before),
        after=after,
    )


def _origin_arrival(instance: Instance, target: int) -> int:
    arrives = instance.arrivals(
        np.array([instance.depart]), np.array([instance.count]), np.array([target])
    )
    return int(arrives[0])


def _reverse_legs(instance: Instance, target: int) -> tuple[Ticks, Ticks, Ticks]:
    """Return the breaks and tables of the legs back to all nodes from one node.

    The latest departure is in the last piece of time from which the arrival is possible: by the
    ride of that piece, or by waiting for a later piece or the next morning, up to the end of the
    piece.
    """
    count, pieces = instance.count, len(instance.since)
    sources = [*range(count), count]
    ride = instance.ride[:, sources, target]
    if instance.later is None:
        table = np.ascontiguousarray(ride.T)
        return np.array([], dtype=np.int64), table, np.full_like(table, -NEVER)
    later = instance.later[:, sources, target]
    possible = np.where(ride < NEVER, instance.since[:, None] + ride, NEVER)
    edges = np.unique(np.concatenate([possible, later]))
    edges = edges[edges < NEVER]
    by_ride = possible <= edges[:, None, None]
    by_waiting = later <= edges[:, None, None]
    reached = by_ride | by_waiting
    latest_piece = pieces - 1 - reached[:, ::-1].argmax(axis=1)
    column, source = np.indices(latest_piece.shape)
    length = np.where(by_waiting[column, latest_piece, source], -NEVER, ride[latest_piece, source])
    last = -np.append(instance.since[1:] - 1, instance.limit)[latest_piece]
    reachable = reached.any(axis=1)
    unreachable = np.full((count + 1, 1), NEVER)
    durations = np.hstack([np.where(reachable, length, NEVER).T[:, ::-1], unreachable])
    bounds = np.hstack([np.where(reachable, last, -NEVER).T[:, ::-1], -unreachable])
    return 1 - edges[::-1], durations, bounds


# The table, filled in layers by the number of stops.

TableTicks: TypeAlias = NDArray[Any]
_INT32_LIMIT = 1 << 28  # the sum of two ticks below it fits into 32 bits
_BLOCK = 1 << 16  # states per block, so that a block stays in the CPU cache


class SubsetTable:
    """The earliest end of every set of stops.

    M. Held and R. M. Karp (1962), "A dynamic programming approach to sequencing problems",
    J. SIAM 10 (1): O(n² 2ⁿ) steps, O(n 2ⁿ) memory: 19 MB for 18 stops, 84 MB for 20.
    """

    arcs: Arcs
    sets: NDArray[np.intp]  # (2^n,) the sets as bit masks, by size, then by number
    rank: NDArray[np.intp]  # (2^n,) the position of each set in ``sets``
    ends: TableTicks  # (n, 2^n) the earliest end of each set with this stop as the last
    finishes: TableTicks  # (2^n,) the arrival at the goal after each set
    zero: int  # the tick that ``ends`` and ``finishes`` count from
    never: int  # values of at least this mark unreachable states

    def __init__(self, arcs: Arcs) -> None:
        self.arcs = arcs
        self._set_arcs(arcs)
        self._set_starts(arcs.starts)
        self._fill_layers(arcs.count)

    def _fill_layers(self, count: int) -> None:
        sizes = np.zeros(1, dtype=np.int8)
        for _ in range(count):
            sizes = np.concatenate([sizes, sizes + 1])
        self.sets = sets = np.argsort(sizes, kind="stable")
        self.rank = rank = np.empty(1 << count, dtype=np.intp)
        rank[sets] = np.arange(1 << count)
        edges = np.searchsorted(sizes[sets], np.arange(count + 2))
        self.ends = ends = np.full((count, 1 << count), self.never, dtype=self._kind)
        self.finishes = finishes = np.full(1 << count, self.never, dtype=self._kind)
        bits, width = 1 << np.arange(count), _BLOCK // (count + 1)
        straight = self._start_ticks(self._first.copy())
        finishes[0] = straight[count, 0]
        ends[np.arange(count), rank[bits]] = self._end_ticks(straight[:count])[:, 0]
        for size in range(1, count):
            low, high, end = edges[size : size + 3]
            over = self._next_ends(ends[:, low:high], sets[low:high], finishes[low:high])
            for first in range(high, end, width):
                wider = slice(first, min(first + width, end))
                # for a set that does not contain the stop, the source is the last column, ``never``
                source = np.minimum(rank[sets[wider] ^ bits[:, None]] - low, high - low)
                ends[:, wider] = np.take_along_axis(over, source, axis=1)
        self._next_ends(ends[:, -1:], sets[-1:], finishes[-1:])

    def end(self, visited: int, last: int) -> int:
        """Return the earliest end of a set with ``last`` as its last stop, or NEVER."""
        ticks = int(self.ends[last, self.rank[visited]])
        return NEVER if ticks >= self.never else ticks + self.zero

    def finish(self, visited: int) -> int:
        """Return the earliest tick at the goal after a set of stops, or NEVER."""
        ticks = int(self.finishes[self.rank[visited]])
        return NEVER if ticks >= self.never else ticks + self.zero

    @property
    def labels(self) -> int:
        """The number of reachable states."""
        return int(np.count_nonzero(self.ends < self.never))

    def arrivals_at(self, stop: int) -> Ticks:
        """Return the arrival at a stop after each set, in the order of the table.

        The arrival is NEVER or more if the set contains the stop or is infeasible.
        """
        arrivals = np.full(len(self.sets), NEVER, dtype=np.int64)
        arrivals[0] = self.arcs.first[stop]
        for low in range(1, len(arrivals), _BLOCK):
            part = slice(low, low + _BLOCK)
            block = self._earliest_arrivals(self.ends[:, part], self.sets[part])[stop].astype(
                np.int64
            )
            visited = self.sets[part] >> stop & 1 == 1
            arrivals[part] = np.where(visited | (block >= self.never), NEVER, block + self.zero)
        return arrivals

    # Operations on blocks of sets, in the smallest integer type that holds the ticks.

    def _set_arcs(self, arcs: Arcs) -> None:
        self.zero, most = arcs.range
        small = most - self.zero < _INT32_LIMIT
        self._kind: type[np.signedinteger[Any]] = np.int32 if small else np.int64
        self.never = _INT32_LIMIT if small else NEVER
        self._first = self._to_table_ticks(arcs.first)[:, None]
        self._duration = arcs.duration.astype(self._kind)[:, None]
        self._bound = None
        if arcs.bound is None:
            self._rides = self._clip_length(
                np.array(arcs.ride).reshape(arcs.count, arcs.count + 1, 1)
            )
            self._ride: list[TableTicks] = list(self._rides)
        else:
            self._ride = [np.ascontiguousarray(self._clip_length(table).T) for table in arcs.ride]
            self._bound = [np.ascontiguousarray(self._to_table_ticks(t).T) for t in arcs.bound]
            self._breaks = [self._to_table_ticks(table) for table in arcs.breaks]

    def _set_starts(self, starts: Sequence[Starts]) -> None:
        shifted = [
            [(first - self.zero, last - self.zero) for first, last in intervals] or [(0, -1)]
            for intervals in starts
        ]
        self._reopenings = [
            (stop, before[1], after[0])
            for stop, intervals in enumerate(shifted)
            for before, after in pairwise(intervals)
        ]
        self._opens = np.array([[intervals[0][0]] for intervals in shifted], dtype=self._kind)
        self._closes = np.array([[intervals[-1][1]] for intervals in shifted], dtype=self._kind)

    def _next_ends(
        self, ends: TableTicks, visited: NDArray[np.intp], finishes: TableTicks
    ) -> TableTicks:
        """Return the end of each possible next stop after some sets, plus a column of ``never``.

        ``finishes`` is filled with the arrivals at the goal.
        """
        count = self.arcs.count
        over = np.full((count, len(visited) + 1), self.never, dtype=self._kind)
        reached = np.flatnonzero((ends < self.never).any(axis=0))
        width = _BLOCK // (count + 1)
        for low in range(0, len(reached), width):
            chosen = reached[low : low + width]
            gapless = chosen[-1] - chosen[0] == len(chosen) - 1
            columns = slice(chosen[0], chosen[-1] + 1) if gapless else chosen
            starts = self._start_ticks(self._earliest_arrivals(ends[:, columns], visited[columns]))
            finishes[columns] = starts[count]
            over[:, columns] = self._end_ticks(starts[:count])
        return over

    def _earliest_arrivals(self, ends: TableTicks, visited: NDArray[np.intp]) -> TableTicks:
        arcs, count = self.arcs, self.arcs.count
        if self._bound is None and ends.size * (count + 1) <= _BLOCK:
            best: TableTicks = (ends[:, None] + self._rides).min(axis=0)
        else:
            best = self._arrivals_from(0, ends[0])
            for last in range(1, count):
                np.minimum(best, self._arrivals_from(last, ends[last]), out=best)
        for first, second in arcs.after:
            forced = self._arrivals_from(first, ends[first])[second]
            best[second] = np.where(visited >> first & 1, forced, best[second])
        for stop, mask in enumerate(arcs.not_before):
            if mask:
                best[stop][visited & mask != 0] = self.never
        return best

    def _arrivals_from(self, last: int, ends: TableTicks) -> TableTicks:
        if self._bound is None:
            return self._ride[last] + ends
        column = np.searchsorted(self._breaks[last], ends, side="right")
        step = self._ride[last].take(column, axis=0)
        step += ends[:, None]
        bound = self._bound[last].take(column, axis=0)
        (np.maximum if self.arcs.backwards else np.minimum)(step, bound, out=step)
        return step.T

    def _start_ticks(self, arrivals: TableTicks) -> TableTicks:
        """Convert arrivals to starts of stays, in place."""
        closed = arrivals > self._closes
        for stop, closes, opens in self._reopenings:
            here = arrivals[stop]
            np.maximum(here, opens, out=here, where=here > closes)
        np.maximum(arrivals, self._opens, out=arrivals)
        arrivals[closed] = self.never
        return arrivals

    def _end_ticks(self, starts: TableTicks) -> TableTicks:
        over: TableTicks = np.minimum(starts + self._duration, self.never)
        return over

    def _to_table_ticks(self, ticks: Ticks) -> TableTicks:
        return np.clip(ticks - self.zero, -self.never, self.never).astype(self._kind)

    def _clip_length(self, ticks: Ticks) -> TableTicks:
        return np.clip(ticks, -self.never, self.never).astype(self._kind)


def set_members(visited: int) -> tuple[int, ...]:
    """Return the stops of a bit mask."""
    return tuple(stop for stop in range(visited.bit_length()) if visited >> stop & 1)


# Reading the table. A search backwards from the goal finds the orders. The table has the earliest
# end of the stops before a tail, so the best finish with that tail is exact, and orders come out
# sorted by finish. Ties are broken by the last stop, then the stop before it, and so on.


def prizes_of_sets(table: SubsetTable, prizes: Sequence[int], needed: int) -> NDArray[np.int64]:
    """Return the prize of every set, in the order of the table; -1 if it is infeasible.

    ``needed`` is the bit mask of the stops that a set must contain.
    """
    worth = np.zeros(1, dtype=np.int64)
    for prize in prizes:
        worth = np.concatenate([worth, worth + prize])
    worth = worth[table.sets]
    worth[((table.sets & needed) != needed) | (table.finishes >= table.never)] = -1
    return worth


def find_most_prize(table: SubsetTable, prizes: Sequence[int], needed: int) -> tuple[int, int]:
    """Return the highest prize of a feasible set, or -1 if there is none, and that set.

    Ties go to the earlier finish, then the smaller set, then the lower stop indices.
    """
    worth = prizes_of_sets(table, prizes, needed)
    most = int(worth.max())
    best = np.flatnonzero(worth == most)
    chosen = best[np.argmin(table.finishes[best])]
    return most, int(table.sets[chosen])


def find_earliest(table: SubsetTable, needed: int) -> tuple[int, int]:
    """Return the earliest finish of a set with the needed stops, or NEVER, and that set.

    For a table filled backwards, the value is the latest departure, or -NEVER.
    """
    candidates = np.flatnonzero((table.sets & needed) == needed)
    visited = int(table.sets[candidates[np.argmin(table.finishes[candidates])]])
    finish = table.finish(visited)
    return (-finish if table.arcs.backwards else finish), visited


def ranked_orders(table: SubsetTable, visited: int) -> Iterator[tuple[int, Order]]:
    """Yield (finish, order) for all feasible orders of a set of stops, best first.

    A table filled backwards yields (latest departure, order).
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
        for last, end in _last_stops(table, rest, following):
            reached = _finish_tail(arcs, (*tail, last), end)
            if reached < NEVER:
                heapq.heappush(heap, (reached, (*tail, last), rest ^ (1 << last)))


def _last_stops(table: SubsetTable, visited: int, following: int) -> Iterator[tuple[int, int]]:
    for last in set_members(visited):
        end = table.end(visited, last)
        if end < NEVER and _may_follow(table.arcs, last, following, visited):
            yield last, end


def best_order(table: SubsetTable, visited: int) -> Order:
    """Return the first of the ranked orders of a feasible set, without ranking the others."""
    arcs = table.arcs
    tail: Order = ()
    finish, rest = table.finish(visited), visited
    while rest:
        following = tail[-1] if tail else arcs.count
        last = next(
            stop
            for stop, end in _last_stops(table, rest, following)
            if _finish_tail(arcs, (*tail, stop), end) == finish
        )
        tail, rest = (*tail, last), rest ^ (1 << last)
    return tail if arcs.backwards else tail[::-1]


def order_ending_with(table: SubsetTable, visited: int, last: int) -> Order:
    """Return an order of a set that reaches its earliest end with ``last`` as its last stop.

    Ties go to the order whose last stops have the lowest indices. Backwards, the order is reversed.
    """
    arcs, order = table.arcs, [last]
    while visited := visited ^ (1 << last):
        end = table.end(visited | 1 << last, last)
        last = next(
            stop
            for stop in set_members(visited)
            if _may_follow(arcs, stop, last, visited)
            and arcs.earliest_start(last, arcs.arrival(stop, table.end(visited, stop), last))
            == end - arcs.stays[last]
        )
        order.append(last)
    return tuple(reversed(order))


def _may_follow(arcs: Arcs, last: int, following: int, rest: int) -> bool:
    return all(
        first == last for first, second in arcs.after if second == following and rest >> first & 1
    )


def _finish_tail(arcs: Arcs, tail: Order, end: int) -> int:
    now = end
    for position in range(len(tail) - 1, 0, -1):
        stop = tail[position - 1]
        begin = arcs.earliest_start(stop, arcs.arrival(tail[position], now, stop))
        if begin >= NEVER:
            return NEVER
        now = begin + arcs.stays[stop]
    return arcs.earliest_start(arcs.count, arcs.arrival(tail[0], now, arcs.count))
