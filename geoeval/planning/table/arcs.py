"""One direction of time through a trip: forwards from the departure, or backwards from the end.

Backwards, ticks are counted negative: what is late becomes early, so one table serves both. A
state is a stop and the tick at which its stay is over (backwards: the negative tick at which it
begins). Which ride leads on depends on the tick: ``breaks`` tells the column of the tables.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geoeval.planning.instance import NEVER, Instance, Ticks, in_reverse
from geoeval.planning.stop import Starts


@dataclass(frozen=True, kw_only=True)
class Arcs:
    """The legs on from each stop, in one direction of time."""

    backwards: bool  # whether ticks are negative
    first: Ticks  # (n + 1,) arrival at each stop, and last at the goal, straight from the source
    breaks: tuple[Ticks, ...]  # for each stop the ticks at which its tables change, ascending
    # For each stop tables of shape (n + 1, len(breaks) + 1): one arrives at min(t + ride, bound),
    # backwards at max(t + ride, bound); ``bound`` is None if the rides never change.
    ride: tuple[Ticks, ...]
    bound: tuple[Ticks, ...] | None
    # For each stop, and last for the goal, when a stay can begin (backwards: can be over).
    starts: tuple[Starts, ...]
    duration: Ticks  # (n,)
    not_before: tuple[int, ...]  # a bit mask of those that may not precede it in this direction
    after: tuple[tuple[int, int], ...]  # pairs of which the second directly follows the first

    @property
    def count(self) -> int:
        """The number of stops."""
        return len(self.duration)

    @cached_property
    def stays(self) -> list[int]:
        """The durations as plain numbers."""
        return [int(ticks) for ticks in self.duration]

    @cached_property
    def _plain(self) -> list[tuple[list[int], list[list[int]], list[list[int]] | None]]:
        """For each stop its breaks and tables as plain numbers."""
        bounds = [None] * self.count if self.bound is None else self.bound
        return [
            (breaks.tolist(), ride.T.tolist(), None if bound is None else bound.T.tolist())
            for breaks, ride, bound in zip(self.breaks, self.ride, bounds, strict=True)
        ]

    def arrival(self, stop: int, tick: int, target: int) -> int:
        """Return when one arrives at a stop, or the goal, that leaves another at a tick."""
        breaks, ride, bound = self._plain[stop]
        if bound is None:
            return tick + ride[0][target]
        column = bisect_right(breaks, tick)
        direct, other = tick + ride[column][target], bound[column][target]
        return max(direct, other) if self.backwards else min(direct, other)

    def begin(self, stop: int, arrival: int) -> int:
        """Return the first tick at which a stay can begin; NEVER if there is none."""
        for first, last in self.starts[stop]:
            if arrival <= last:
                return max(first, arrival)
        return NEVER


def forwards(instance: Instance) -> Arcs:
    """Return the legs from the departure on."""
    count = instance.count
    later = instance.later
    targets = [*range(count), count + 1]
    return Arcs(
        backwards=False,
        first=np.array([_from_origin(instance, j) for j in targets], dtype=np.int64),
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


def backwards(instance: Instance) -> Arcs:
    """Return the legs from the end back to the departure."""
    count = instance.count
    tables = [_reversed(instance, j) for j in range(count)]
    static = instance.later is None
    starts, not_before, after = in_reverse(instance)
    ends = instance.starts[count]
    over = max((last for _, last in ends), default=instance.limit)
    breaks, ride, bound = _reversed(instance, count + 1)
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


def _from_origin(instance: Instance, target: int) -> int:
    """Return when one arrives that leaves the origin at the departure."""
    arrives = instance.arrivals(
        np.array([instance.depart]), np.array([instance.count]), np.array([target])
    )
    return int(arrives[0])


def _reversed(instance: Instance, target: int) -> tuple[Ticks, Ticks, Ticks]:
    """Return the breaks and tables of the legs back from a node.

    To arrive by a tick one leaves in the last piece of time from which that is possible: by its
    own ride, if that is quick enough from the beginning of the piece, else by waiting for a later
    piece or the next morning, which is possible up to the end of the piece.
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
    held = pieces - 1 - reached[:, ::-1].argmax(axis=1)
    column, source = np.indices(held.shape)
    length = np.where(by_waiting[column, held, source], -NEVER, ride[held, source])
    last = -np.append(instance.since[1:] - 1, instance.limit)[held]
    some = reached.any(axis=1)
    none = np.full((count + 1, 1), NEVER)
    durations = np.hstack([np.where(some, length, NEVER).T[:, ::-1], none])
    bounds = np.hstack([np.where(some, last, -NEVER).T[:, ::-1], -none])
    return 1 - edges[::-1], durations, bounds
