"""A trip problem as arrays, the input of every engine.

Nodes are the stops 0 to n - 1, the origin n and the end n + 1. Time is divided into pieces; leaving
``i`` for ``j`` at tick t of piece k arrives at min(t + ride[k, i, j], later[k, i, j]). ``later`` is
the earliest arrival after leaving in a later piece, or after a night at the hotel.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.problem import TripProblem, check_days, day_starts, goal_days, matrices_of
from geoeval.planning.stop import ALWAYS, Starts, clip_intervals
from geoeval.planning.travel import Rows

Ticks: TypeAlias = NDArray[np.int64]
Nodes: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]
NEVER = 1 << 60


class Openings:
    """The intervals in which stays at some nodes can begin, for lookups by array."""

    def __init__(self, starts: Sequence[Starts]) -> None:
        max_intervals = max(1, *map(len, starts))
        # Shape (max_intervals, nodes); nodes with fewer intervals are padded with empty ones.
        self.opens = np.full((max_intervals, len(starts)), NEVER, dtype=np.int64)
        self.closes = np.full_like(self.opens, -NEVER)
        for node, intervals in enumerate(starts):
            for k, (first, last) in enumerate(intervals):
                self.opens[k, node], self.closes[k, node] = first, last
        self.first: Ticks = self.opens[0]
        self.last: Ticks = self.closes.max(axis=0)

    def earliest_starts(self, arrivals: Ticks, nodes: Nodes) -> Ticks:
        """Return the earliest start of each stay after its arrival; NEVER if there is none."""
        starts: Ticks = np.asarray(NEVER)
        for opens, closes in zip(self.opens[::-1], self.closes[::-1], strict=True):
            starts = np.where(arrivals <= closes[nodes], np.maximum(arrivals, opens[nodes]), starts)
        return starts

    def latest_starts(self, latest: Ticks, nodes: Nodes) -> Ticks:
        """Return the latest start of each stay up to a given tick; -NEVER if there is none."""
        starts: Ticks = np.asarray(-NEVER)
        for opens, closes in zip(self.opens, self.closes, strict=True):
            starts = np.where(latest >= opens[nodes], np.minimum(latest, closes[nodes]), starts)
        return starts


@dataclass(frozen=True, kw_only=True)
class Instance:
    """A trip problem of n stops and K pieces of time as arrays."""

    problem: TripProblem
    depart: int
    # The deadline, or else a tick by which every trip without unnecessary waiting ends.
    limit: int
    # The possible starts at each stop and, as the last entry, at the end of the trip.
    starts: tuple[Starts, ...]
    duration: Ticks  # (n,)
    prize: Ticks  # (n,)
    since: Ticks  # (K,) the first tick of each piece, ascending, from at most ``depart``
    ride: Ticks  # (K, n + 2, n + 2), NEVER for a missing leg
    later: Ticks | None  # same shape as ``ride``; None if there is only one piece
    not_before: tuple[int, ...]  # for each stop, a bit mask of stops that must not precede it
    after: tuple[tuple[int, int], ...]  # pairs: the second comes directly after the first

    @property
    def count(self) -> int:
        """The number of stops."""
        return len(self.duration)

    @cached_property
    def mandatory(self) -> int:
        """The mandatory stops as a bit mask."""
        stops = self.problem.stops
        return sum(1 << i for i, stop in enumerate(stops) if stop.mandatory)

    @cached_property
    def quickest(self) -> Ticks:
        """Lower bound on the ticks of each leg, at any time of day or overnight."""
        least: Ticks = np.asarray(self.ride.min(axis=0), dtype=np.int64)
        overnight = len(self.problem.days) > 1
        if overnight:
            np.minimum(least, least[self.count], out=least)
        return least

    def arrivals(self, leaves: Ticks, origin: Ticks, destination: Ticks) -> Ticks:
        """Return the arrivals of legs, elementwise; NEVER or more if a leg is missing."""
        if self.later is None:
            static: Ticks = leaves + self.ride[0, origin, destination]
            return static
        piece = np.maximum(np.searchsorted(self.since, leaves, side="right") - 1, 0)
        direct = leaves + self.ride[piece, origin, destination]
        arrives: Ticks = np.minimum(direct, self.later[piece, origin, destination])
        return arrives

    def stay_starts(self, arrivals: Ticks, openings: Openings, nodes: Nodes) -> Ticks:
        """Return the start of each stay after its arrival; NEVER if there is none."""
        starts = openings.earliest_starts(arrivals, nodes)
        return starts if self.problem.waiting else np.where(starts > arrivals, NEVER, starts)

    @cached_property
    def barred(self) -> Flags:
        """Whether a stop (column) is excluded once another (row) is visited."""
        stops = range(self.count)
        rows = [[mask >> other & 1 for mask in self.not_before] for other in stops]
        return np.array(rows, dtype=np.bool_).reshape(self.count, self.count)

    @cached_property
    def openings(self) -> Openings:
        """The intervals in which stays can begin at each stop and, last, at the end of the trip."""
        return Openings(self.starts)


def instance_of(problem: TripProblem, *, depart_late: bool = False) -> Instance:
    """Convert a trip problem to arrays.

    ``depart_late`` sets a limit that allows the latest departure, if there is no deadline.
    """
    stops, count = problem.stops, len(problem.stops)
    check_days(problem)
    stop_starts = [day_starts(problem, i) for i in range(count)]
    duration = np.array([stop.duration for stop in stops], dtype=np.int64)
    limit = problem.limit(problem.leaves)
    if limit is None:
        limit = _find_horizon(problem, stop_starts, depart_late=depart_late)
    since, ride, later = _leg_tables(problem, limit)
    stop_starts = [
        clip_intervals(intervals, problem.leaves, limit - stop.duration)
        for intervals, stop in zip(stop_starts, stops, strict=True)
    ]
    ends: Starts = ((problem.leaves, limit),)
    if problem.days:
        ends = clip_intervals(goal_days(problem), problem.leaves, limit)
    not_before = [0] * count
    for first, second in (*problem.before, *problem.directly):
        not_before[first] |= 1 << second
    return Instance(
        problem=problem,
        depart=problem.leaves,
        limit=limit,
        starts=(*stop_starts, ends),
        duration=duration,
        prize=np.array([stop.prize for stop in stops], dtype=np.int64),
        since=since,
        ride=ride,
        later=later,
        not_before=tuple(not_before),
        after=problem.directly,
    )


def _find_horizon(problem: TripProblem, stop_starts: list[Starts], *, depart_late: bool) -> int:
    """Return a tick by which a trip without unnecessary waiting is over.

    The latest departure of a trip is before the last closing time of any stop.
    """
    bounded = list(chain.from_iterable(starts for starts in stop_starts if starts != ALWAYS))
    ticks = [problem.leaves, *(first for first, _ in bounded), *chain.from_iterable(problem.days)]
    if depart_late:
        ticks += (last for _, last in bounded)
    pieces = chain.from_iterable(matrix.pieces for matrix in matrices_of(problem))
    ticks += (since for since, _ in pieces if abs(since) < ALWAYS[0][1])
    stays = sum(stop.duration for stop in problem.stops)
    return max(ticks) + stays + (len(problem.stops) + 1) * _longest_leg(problem) + 1


def _longest_leg(problem: TripProblem) -> int:
    """Return the longest leg in ticks, including the wait for a leg that runs once a period."""
    matrices = matrices_of(problem)
    tables = chain.from_iterable(matrix.pieces for matrix in matrices)
    cells = (cell for _, rows in tables for row in rows for cell in row if cell is not None)
    return max(cells, default=0) + max(matrix.period or 0 for matrix in matrices)


def _leg_tables(problem: TripProblem, limit: int) -> tuple[Ticks, Ticks, Ticks | None]:
    """Return the first tick of each piece of time, and the tables ``ride`` and ``later``."""
    modes = {None, problem.end_mode, *(stop.mode for stop in problem.stops)}
    leaves = problem.leaves
    tables = {mode: problem.matrix(mode).unrolled(leaves, limit) for mode in modes}
    changes = [*problem.days, *chain.from_iterable(tables.values())]
    ticks = {leaves, *(tick for tick, _ in changes if tick > leaves)}
    since = np.array(sorted(ticks), dtype=np.int64)
    durations = {
        mode: np.stack(
            [_to_array(pieces[_piece_index(pieces, int(tick))].durations) for tick in since]
        )
        for mode, pieces in tables.items()
    }
    ride = _ride_table(problem, durations)
    return since, ride, _later_arrivals(problem, since, ride)


def _ride_table(problem: TripProblem, durations: Mapping[str | None, Ticks]) -> Ticks:
    count = len(problem.stops)
    places = [problem.place(i) for i in range(count)]
    ride = np.full((len(durations[None]), count + 2, count + 2), NEVER, dtype=np.int64)
    rows = [*places, places[0] if places else 0, 0]
    if problem.origin is not None:
        rows[count] = problem.origin
    for j, (place, stop) in enumerate(zip(places, problem.stops, strict=True)):
        ride[:, :, j] = durations[stop.mode][:, rows, place]
    if problem.end is not None:
        ride[:, :, count + 1] = durations[problem.end_mode][:, rows, problem.end]
    else:
        ride[:, :, count + 1] = 0
    if problem.origin is None:
        ride[:, count, :] = 0
    ride[:, range(count), range(count)] = NEVER
    ride[:, count + 1, :] = NEVER
    ride[:, :, count] = NEVER
    return ride


def _later_arrivals(problem: TripProblem, since: Ticks, ride: Ticks) -> Ticks | None:
    """Return the arrival of each leg after waiting for a later piece; None if there is none."""
    count = len(problem.stops)
    if len(since) == 1:
        return None
    earliest = np.where(ride < NEVER, ride + since[:, None, None], NEVER)
    later = np.full_like(ride, NEVER)
    if problem.waiting:
        later[:-1] = np.minimum.accumulate(earliest[:0:-1], axis=0)[::-1]
    for morning, _ in problem.days:
        k = int(np.searchsorted(since, morning))
        if 0 < k < len(since):
            arrivals = np.minimum(earliest[k, count], later[k, count])
            later[:k] = np.minimum(later[:k], arrivals[None, None, :])
    later[:, range(count), range(count)] = NEVER
    return later


def _piece_index(pieces: tuple[tuple[int, Rows], ...], tick: int) -> int:
    return max(bisect_right(pieces, tick, key=lambda piece: piece[0]) - 1, 0)


def _to_array(rows: Rows) -> Ticks:
    """Return a table as an array: 0 on the diagonal, NEVER for a missing leg."""
    array = np.array(
        [[NEVER if cell is None else cell for cell in row] for row in rows], dtype=np.int64
    ).reshape(len(rows), len(rows))
    np.fill_diagonal(array, 0)
    return array


def in_reverse(instance: Instance) -> tuple[list[Starts], list[int], tuple[tuple[int, int], ...]]:
    """Return ``starts``, ``not_before`` and ``after`` for reversed time, with negated ticks.

    The intervals of a stop then hold the possible ends of its stay.
    """
    stays = [*instance.duration.tolist(), 0]
    starts: list[Starts] = [
        tuple((-(last + stay), -(first + stay)) for first, last in reversed(intervals))
        for intervals, stay in zip(instance.starts, stays, strict=True)
    ]
    not_before = [
        sum(1 << i for i, mask in enumerate(instance.not_before) if mask >> stop & 1)
        for stop in range(instance.count)
    ]
    return starts, not_before, tuple((second, first) for first, second in instance.after)


def find_shortcuts(problem: TripProblem, visited: Collection[int]) -> tuple[int, ...]:
    """Return the stops outside ``visited`` via which a leg may be quicker than the direct one.

    The detour includes the stay, at any time of day. If waiting is allowed, no trip needs any
    other optional stop.
    """
    others = [i for i in range(len(problem.stops)) if i not in visited]
    if not others:
        return ()
    instance = instance_of(problem)
    nodes = [*visited, instance.count, instance.count + 1]
    slowest = instance.ride.max(axis=0)[np.ix_(nodes, nodes)]
    quickest = instance.quickest.copy()
    for via in others:
        detour = quickest[:, via, None] + instance.duration[via] + quickest[via]
        np.minimum(quickest, detour, out=quickest)
    useful = []
    for via in others:
        detour = quickest[nodes, via][:, None] + instance.duration[via] + quickest[via, nodes]
        shorter = (detour < NEVER) & (detour < slowest)
        np.fill_diagonal(shorter, val=False)
        if shorter.any():
            useful.append(via)
    return tuple(useful)
