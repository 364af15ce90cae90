"""An upper bound on the prize that any completion of a trip can still collect.

The completion is relaxed to a walk that may revisit a stop after forgetting it: each stop remembers
only the stops of its neighbourhood (ng-route). For each state (a stop and its memory) and each
prize, the table holds the latest departure from which a walk still collects that prize. Ticks are
not rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from geoeval.planning.instance import NEVER, Flags, Nodes, Ticks
from geoeval.planning.labels.prize_network import PrizeNetwork

Neighbours: TypeAlias = tuple[tuple[int, ...], ...]
"""For each stop of the instance, the other stops that it remembers."""

_MAX_PRIZE_LEVELS = 1 << 10  # levels of the greatest prize, at most
_MAX_ROWS = 1 << 12  # levels of a table; if it needs more, the scale gets coarser
_MAX_LEGS = 1 << 22  # legs of a table, so that it fits into memory
_BLOCK = 1 << 15  # legs per block, so that a block stays in the CPU cache


@dataclass(frozen=True, kw_only=True)
class PrizeScale:
    """The scale that converts prizes to the integer levels of a table."""

    unit: int  # the prize of one level
    bonus: int  # the extra prize of a mandatory stop, so that it is not left out
    levels: Ticks  # (m,) the levels of each stop, rounded up
    owed: int  # the bonus of all mandatory stops, which every complete trip gets

    @classmethod
    def of(cls, network: PrizeNetwork, unit: int | None = None) -> PrizeScale:
        """Return the scale for a network's prizes, by default the finest that a table allows.

        The bonus of a mandatory stop equals the greatest prize.
        """
        greatest = int(network.prize.max(initial=1))
        bonus = max(greatest, 1) if network.mandatory.any() else 0
        worth = network.prize + bonus * network.mandatory
        if unit is None:
            common = max(int(np.gcd.reduce(worth, initial=0)), 1)
            unit = common * -(-greatest // (common * _MAX_PRIZE_LEVELS))
        owed = bonus * int(network.mandatory.sum())
        return cls(unit=unit, bonus=bonus, levels=-(-worth // unit), owed=owed)

    def coarser(self, network: PrizeNetwork) -> PrizeScale:
        """Return the scale with half as many levels."""
        return PrizeScale.of(network, 2 * self.unit)

    def needed(self, worth: Ticks, target: int) -> Ticks:
        """Return the levels still to collect for a target; both arguments include bonuses."""
        levels: Ticks = np.maximum(-((worth - target) // self.unit), 0)
        return levels


def without_cycles(
    neighbours: Neighbours, walk: Sequence[int], max_memory: int, not_before: Sequence[int]
) -> Neighbours:
    """Return larger neighbourhoods that exclude the cycles of a walk.

    They also exclude violations of precedence. No stop remembers more than ``max_memory`` others.
    """
    members = [list(own) for own in neighbours]
    seen: dict[int, int] = {}
    for position, stop in enumerate(walk):
        for past, since in seen.items():
            if past == stop or not_before[stop] >> past & 1:
                _add_memory(past, walk[since + 1 : position], members, max_memory)
        seen[stop] = position
    return tuple(map(tuple, members))


def _add_memory(past: int, between: Sequence[int], members: list[list[int]], limit: int) -> None:
    """Let the stops in between remember a past stop, if all their memories have room."""
    forgetful = {via for via in between if via != past and past not in members[via]}
    if all(len(members[via]) < limit for via in forgetful):
        for via in forgetful:
            members[via].append(past)


class CompletionBound:
    """The table of the latest departures.

    If it would take more than ``max_legs`` legs, ``complete`` is False and there is no bound.
    ``tried`` is the number of legs examined.
    """

    def __init__(
        self, network: PrizeNetwork, scale: PrizeScale, neighbours: Neighbours, max_legs: int
    ) -> None:
        self.network, self.scale = network, scale
        count = network.count
        index = {int(stop): i for i, stop in enumerate(network.stops)}
        members = [[index[k] for k in neighbours[stop] if k in index] for stop in index]
        sizes = np.array([1 << len(own) for own in members] + [1])
        self.offset = np.concatenate([[0], np.cumsum(sizes)])
        self.node = np.repeat(np.arange(count + 1), sizes)
        width = max(map(len, members), default=0)
        padded = [[*own, *[count] * (width - len(own))] for own in members] + [[count] * width]
        self.padded = np.array(padded, dtype=np.intp).reshape(count + 1, width)
        self.weights = 1 << np.arange(width)
        self.tried = 0
        self.complete = len(self.node) * count <= min(_MAX_LEGS, max_legs)
        self.table = np.empty((0, len(self.node)), dtype=np.int64)
        if self.complete:
            self._build_arcs()
            self._fill_table(max_legs)

    def _build_arcs(self) -> None:
        network, count = self.network, self.network.count
        pattern = np.arange(len(self.node)) - self.offset[self.node]
        remembered = np.zeros((len(self.node), count + 1), dtype=bool)
        for bit in range(len(self.weights)):
            has = np.flatnonzero(pattern >> bit & 1)
            remembered[has, self.padded[self.node[has], bit]] = True
        remembered[np.arange(len(self.node)), self.node] = True
        remembered[:, count] = False
        bars = network.barred.astype(np.float32)
        barred = remembered[:, :count].astype(np.float32) @ bars > 0
        source, target = np.nonzero(network.arcs[self.node] & ~barred)
        memory = np.zeros(len(source), dtype=np.intp)
        for bit, weight in enumerate(self.weights):
            memory += remembered[source, self.padded[target, bit]] * weight
        self.source, self.target = source, self.offset[target] + memory
        self.edges = np.flatnonzero(np.diff(source, prepend=-1))
        firsts = np.searchsorted(self.edges, np.arange(0, len(source), _BLOCK))
        cuts = [*self.edges[np.unique(firsts[firsts < len(self.edges)])].tolist(), len(source)]
        self._blocks = [
            (slice(low, high), self.edges[(self.edges >= low) & (self.edges < high)] - low)
            for low, high in pairwise(cuts)
        ]
        self._ride = network.rides(self.node[source], target)

    @property
    def too_tall(self) -> bool:
        """Whether the table is incomplete but would fit with a coarser scale."""
        return not self.complete and len(self.table) == _MAX_ROWS

    @property
    def ceiling(self) -> int:
        """An upper bound on the prize of a trip."""
        return self.root * self.scale.unit - self.scale.owed

    @property
    def root(self) -> int:
        """The maximum number of levels that a walk from the origin collects, or -1."""
        return len(self.table) - 1

    def state(self, last: Nodes, closed: Flags) -> Nodes:
        """Return the states of trips, given their last and their closed stops."""
        width = self.padded.shape[1]
        if not width:
            return self.offset[last]
        remembered = np.pad(closed, ((0, 0), (0, 1)))[
            np.arange(len(last))[:, None], self.padded[last]
        ]
        return self.offset[last] + remembered @ self.weights

    def possible(self, state: Nodes, ticks: Ticks, levels: Ticks) -> Flags:
        """Return whether ``levels`` can still be collected from a state at a tick."""
        rows = np.minimum(levels, self.root)
        return (levels <= self.root) & (self.table[rows, state] >= ticks)

    def max_levels(self, state: Nodes, ticks: Ticks) -> Ticks:
        """Return the maximum number of levels still to collect; -1 if the end is out of reach."""
        low, high = np.full(len(state), -1), np.full(len(state), self.root)
        while (low < high).any():
            middle = (low + high + 1) // 2
            holds = self.table[middle, state] >= ticks
            low, high = np.where(holds, middle, low), np.where(holds, high, middle - 1)
        return low

    def walks(self, min_prize: int, count: int) -> list[list[int]]:
        """Return up to ``count`` walks that collect at least ``min_prize``, best first.

        Their first stops differ.
        """
        edges = np.flatnonzero(self.source == len(self.node) - 1)
        low = max(-(-(min_prize + self.scale.owed) // self.scale.unit), 1)
        walks: list[list[int]] = []
        for level in range(self.root, low - 1, -1):
            departures = self._latest_departures(self._latest_arrivals(level), edges)
            chosen = edges[departures >= self.network.instance.depart]
            walks += [self._find_walk(int(edge), level) for edge in chosen[: count - len(walks)]]
            edges = np.setdiff1d(edges, chosen)
            if len(walks) == count or not len(edges):
                break
        return walks

    def _find_walk(self, edge: int, level: int) -> list[int]:
        """Return the stops of a walk that begins with an edge and collects a number of levels.

        A walk that returns to a state, via stops without duration and prize, ends there, because it
        would not terminate.
        """
        stops: list[int] = []
        seen: set[tuple[int, int]] = set()
        while True:
            state = int(self.target[edge])
            stops.append(int(self.network.stops[self.node[state]]))
            level -= int(self.scale.levels[self.node[state]])
            if level <= 0 or (state, level) in seen:
                return stops
            seen.add((state, level))
            edges = np.arange(*np.searchsorted(self.source, [state, state + 1]))
            edge = int(edges[self._latest_departures(self._latest_arrivals(level), edges).argmax()])

    def _fill_table(self, max_legs: int) -> None:
        network = self.network
        self._own = np.append(self.scale.levels, 0)[self.node]
        self._stays = bool((self.scale.levels == 0).any())
        self._columns = np.arange(len(self.node))
        self._stop = np.minimum(self.node, network.count - 1)
        rows = np.full((64, len(self.node)), -NEVER, dtype=np.int64)
        rows[0] = network.home[self.node]
        level, total = 0, int(self.scale.levels.sum())
        while level <= total:
            self.table = rows[: level + 1]
            self._fill_row(level)
            if rows[level, -1] < network.instance.depart:
                break
            level += 1
            if level == _MAX_ROWS or self.tried + len(self.source) > max_legs:
                self.complete = False
                break
            if level == len(rows):
                rows = np.vstack([rows, np.full_like(rows, -NEVER)])
        self.table = rows[:level].copy()

    def _fill_row(self, level: int) -> None:
        """Fill a row; stops without a level lead from the row to itself."""
        row, sources = self.table[level], self.source[self.edges]
        changed = len(sources) > 0
        while changed:
            self.tried += len(self.source) * self.network.legs.pieces
            arrivals = self._latest_arrivals(level)
            bests = [
                np.maximum.reduceat(self._latest_departures(arrivals, legs), edges)
                for legs, edges in self._blocks
            ]
            best = np.maximum(np.concatenate(bests), row[sources])
            changed = (level == 0 or self._stays) and bool((best > row[sources]).any())
            row[sources] = best

    def _latest_arrivals(self, level: int) -> Ticks:
        """Return the latest arrival at each state from which a walk still reaches ``level``."""
        rest = np.maximum(level - self._own, 0)
        arrivals = self.network.latest_arrivals(self.table[rest, self._columns], self._stop)
        arrivals[-1] = -NEVER
        return arrivals

    def _latest_departures(self, arrivals: Ticks, edges: Nodes | slice) -> Ticks:
        source, target = self.source[edges], self.target[edges]
        if self._ride is not None:
            return arrivals.take(target) - self._ride[edges]
        return self.network.latest_departures(
            arrivals[target], self.node[source], self.node[target]
        )
