"""The earliest end of every set of stops: an exact table, layer by layer.

Leaving earlier never makes one arrive later, so for each set of stops made and each last one
the earliest tick at which they are over is all that has to be kept: Held and Karp's dynamic
programme, with windows. Sets are ordered by size, so that a layer is one block of columns, and
arrivals are taken for whole layers at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.instance import NEVER, Ticks
from geoeval.planning.table.arcs import Arcs

Whole: TypeAlias = NDArray[Any]
_SMALL = 1 << 28  # ticks below it fit into 32 bits, also a sum of two
_BLOCK = 1 << 16  # states at a time, so that they stay in the cache


@dataclass(frozen=True, kw_only=True)
class SubsetTable:
    """When every set of stops can be over at the earliest."""

    arcs: Arcs
    sets: NDArray[np.intp]  # (2^n,) the sets as bit masks, by size, then by number
    rank: NDArray[np.intp]  # (2^n,) the position of each set in ``sets``
    ends: Whole  # (n, 2^n) the tick at which the stops of a set are over with this one last
    finishes: Whole  # (2^n,) the tick at which the goal is reached after a set
    zero: int  # what the ticks of ``ends`` and ``finishes`` are counted from
    never: int  # from this value on a state cannot be reached

    def end(self, visited: int, last: int) -> int:
        """Return the earliest end of a set with one of its stops last; NEVER if there is none."""
        ticks = int(self.ends[last, self.rank[visited]])
        return NEVER if ticks >= self.never else ticks + self.zero

    def finish(self, visited: int) -> int:
        """Return the earliest tick at the goal after a set of stops; NEVER if there is none."""
        ticks = int(self.finishes[self.rank[visited]])
        return NEVER if ticks >= self.never else ticks + self.zero

    @property
    def labels(self) -> int:
        """The number of states that can be reached."""
        return int(np.count_nonzero(self.ends < self.never))


def subset_table(arcs: Arcs) -> SubsetTable:
    """Fill the table.

    M. Held and R. M. Karp (1962), "A dynamic programming approach to sequencing problems",
    J. SIAM 10 (1): O(n² 2ⁿ) steps, O(n 2ⁿ) memory: 19 MB for 18 stops, 84 MB for 20.
    """
    count = arcs.count
    sizes = np.zeros(1, dtype=np.int8)
    for _ in range(count):
        sizes = np.concatenate([sizes, sizes + 1])
    sets = np.argsort(sizes, kind="stable")
    rank = np.empty(1 << count, dtype=np.intp)
    rank[sets] = np.arange(1 << count)
    edges = np.searchsorted(sizes[sets], np.arange(count + 2))
    filler = _Filler(arcs)
    ends = np.full((count, 1 << count), filler.never, dtype=filler.kind)
    finishes = np.full(1 << count, filler.never, dtype=filler.kind)
    bits, width = 1 << np.arange(count), _BLOCK // (count + 1)
    straight = filler.begun(filler.first.copy())
    finishes[0] = straight[count, 0]
    ends[np.arange(count), rank[bits]] = filler.over(straight[:count])[:, 0]
    for size in range(1, count):
        low, high, end = edges[size : size + 3]
        over = filler.layer(ends[:, low:high], sets[low:high], finishes[low:high])
        for first in range(high, end, width):
            wider = slice(first, min(first + width, end))
            # a set without a stop points beyond the layer, hence to its last column: never
            source = np.minimum(rank[sets[wider] ^ bits[:, None]] - low, high - low)
            ends[:, wider] = np.take_along_axis(over, source, axis=1)
    filler.layer(ends[:, -1:], sets[-1:], finishes[-1:])
    return SubsetTable(
        arcs=arcs,
        sets=sets,
        rank=rank,
        ends=ends,
        finishes=finishes,
        zero=filler.zero,
        never=filler.never,
    )


def arrivals_at(stop: int, table: SubsetTable) -> Ticks:
    """Return when one arrives at a stop after each set, in the order of the table.

    NEVER or more where a set has the stop already or cannot be made.
    """
    filler = _Filler(table.arcs)
    arrivals = np.full(len(table.sets), NEVER, dtype=np.int64)
    arrivals[0] = table.arcs.first[stop]
    for low in range(1, len(arrivals), _BLOCK):
        part = slice(low, low + _BLOCK)
        found = filler.arrivals(table.ends[:, part], table.sets[part])[stop].astype(np.int64)
        held = table.sets[part] >> stop & 1 == 1
        arrivals[part] = np.where(held | (found >= table.never), NEVER, found + table.zero)
    return arrivals


def members(visited: int) -> tuple[int, ...]:
    """Return the stops of a set that is held as a bit mask.

    Examples
    --------
    >>> members(0b1011)
    (0, 1, 3)
    """
    return tuple(stop for stop in range(visited.bit_length()) if visited >> stop & 1)


class _Filler:
    """The arrays of some arcs in the smallest type that holds them; steps over whole blocks."""

    def __init__(self, arcs: Arcs) -> None:
        ticks = [tick for intervals in arcs.starts for pair in intervals for tick in pair]
        ticks += [int(tick) for tick in arcs.first if abs(tick) < NEVER // 2]
        self.zero = min(ticks, default=0)
        span = max(ticks, default=0) - self.zero + int(arcs.duration.max(initial=0))
        rides = np.concatenate([np.zeros(1, np.int64), *(table.ravel() for table in arcs.ride)])
        longest = int(rides[np.abs(rides) < NEVER].max(initial=0))
        small = span + longest < _SMALL
        self.kind: type[np.signedinteger[Any]] = np.int32 if small else np.int64
        self.never = _SMALL if small else NEVER
        self.arcs = arcs
        self.first = self._shifted(arcs.first)[:, None]
        self.duration = arcs.duration.astype(self.kind)[:, None]
        self.bound = None
        if arcs.bound is None:
            self.rides = self._length(np.array(arcs.ride).reshape(arcs.count, arcs.count + 1, 1))
            self.ride: list[Whole] = list(self.rides)
        else:
            self.ride = [np.ascontiguousarray(self._length(table).T) for table in arcs.ride]
            self.bound = [np.ascontiguousarray(self._shifted(t).T) for t in arcs.bound]
            self.breaks = [self._shifted(table) for table in arcs.breaks]
        starts = [
            tuple((first - self.zero, last - self.zero) for first, last in intervals)
            for intervals in arcs.starts
        ]
        self.reopenings = [
            (stop, before[1], after[0])
            for stop, intervals in enumerate(starts)
            for before, after in pairwise(intervals)
        ]
        single = [intervals[0] if intervals else (0, -1) for intervals in starts]
        self.opens = np.array([[first] for first, _ in single], dtype=self.kind)
        self.closes = np.array(
            [[intervals[-1][1] if intervals else -1] for intervals in starts], dtype=self.kind
        )

    def layer(self, ends: Whole, visited: NDArray[np.intp], finishes: Whole) -> Whole:
        """Return when each stop would be over next after some sets; one column more is never.

        ``finishes`` is filled with when the goal is reached after them.
        """
        count = self.arcs.count
        over = np.full((count, len(visited) + 1), self.never, dtype=self.kind)
        reached = np.flatnonzero((ends < self.never).any(axis=0))
        width = _BLOCK // (count + 1)
        for low in range(0, len(reached), width):
            chosen = reached[low : low + width]
            gapless = chosen[-1] - chosen[0] == len(chosen) - 1
            columns = slice(chosen[0], chosen[-1] + 1) if gapless else chosen
            begun = self.begun(self.arrivals(ends[:, columns], visited[columns]))
            finishes[columns] = begun[count]
            over[:, columns] = self.over(begun[:count])
        return over

    def arrivals(self, ends: Whole, visited: NDArray[np.intp]) -> Whole:
        """Return the earliest arrival at each stop and the goal after some sets."""
        arcs, count = self.arcs, self.arcs.count
        if self.bound is None and ends.size * (count + 1) <= _BLOCK:
            best: Whole = (ends[:, None] + self.rides).min(axis=0)
        else:
            best = self._step(0, ends[0])
            for last in range(1, count):
                np.minimum(best, self._step(last, ends[last]), out=best)
        for first, second in arcs.after:
            forced = self._step(first, ends[first])[second]
            best[second] = np.where(visited >> first & 1, forced, best[second])
        for stop, mask in enumerate(arcs.not_before):
            if mask:
                best[stop][visited & mask != 0] = self.never
        return best

    def _step(self, last: int, ends: Whole) -> Whole:
        """Return the arrivals at each stop and the goal of those who come from one stop."""
        if self.bound is None:
            return self.ride[last] + ends
        column = np.searchsorted(self.breaks[last], ends, side="right")
        step = self.ride[last].take(column, axis=0)
        step += ends[:, None]
        bound = self.bound[last].take(column, axis=0)
        (np.maximum if self.arcs.backwards else np.minimum)(step, bound, out=step)
        return step.T

    def begun(self, arrivals: Whole) -> Whole:
        """Turn arrivals into the ticks at which stays begin, in place."""
        closed = arrivals > self.closes
        for stop, closes, opens in self.reopenings:
            here = arrivals[stop]
            np.maximum(here, opens, out=here, where=here > closes)
        np.maximum(arrivals, self.opens, out=arrivals)
        arrivals[closed] = self.never
        return arrivals

    def over(self, begun: Whole) -> Whole:
        """Return the ticks at which stays are over."""
        over: Whole = np.minimum(begun + self.duration, self.never)
        return over

    def _shifted(self, ticks: Ticks) -> Whole:
        """Return ticks counted from the zero of the table."""
        return np.clip(ticks - self.zero, -self.never, self.never).astype(self.kind)

    def _length(self, ticks: Ticks) -> Whole:
        """Return lengths of time."""
        return np.clip(ticks, -self.never, self.never).astype(self.kind)
