"""Tours built up stop by stop: labels by the stops made, the last of them, its tick and the cost.

Of labels with the same stops and the same last one only those are kept that no other beats in
both tick and cost; and only those from which, by the bound on the rest, a better tour than the
best known can come. Where too many are left, those with the least bounds go on, and the least
bound of the others is a bound on what was missed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from geoeval.planning.instance import NEVER, Flags, Nodes, Ticks
from geoeval.planning.tours.bound import NO_TOUR, NO_WALK, CompletionTable, Sets
from geoeval.planning.tours.network import TourNetwork

_BLOCK = 1 << 14
_SEED = 20_240_229


class Sweep(NamedTuple):
    """What one sweep over the labels found."""

    order: tuple[int, ...] | None  # positions of the network; None if nothing better was found
    value: int
    missed: int  # no tour that was not looked at is cheaper than this, scaled
    labels: int  # how many were kept


class _Labels(NamedTuple):
    """Labels of one size, by columns."""

    visited: Sets  # the stops made, as bit masks in words
    last: Nodes
    begun: Ticks  # when the stay at the last stop begins
    spent: Ticks  # the cost so far and the prices of the stops to come, scaled
    bound: Ticks  # that with the rest
    parent: Nodes  # the position of the label before

    @property
    def size(self) -> int:
        """The number of labels."""
        return len(self.last)

    def take(self, chosen: Nodes | Flags) -> _Labels:
        """Return some of the labels."""
        return _Labels._make(column[chosen] for column in self)


class Sweeper:
    """Sweeps over the labels of one network."""

    def __init__(self, network: TourNetwork) -> None:
        self.network = network
        count = network.count
        words = (count + 63) // 64
        self.bits = np.zeros((count, words), dtype=np.uint64)
        stops = np.arange(count)
        self.bits[stops, stops >> 6] = np.uint64(1) << (stops & 63).astype(np.uint64)
        self.needed = np.stack(
            [np.bitwise_or.reduce(self.bits[row], axis=0) for row in network.before.T]
        )
        arcs = network.arcs[:count, :count]
        self.degree = arcs.sum(axis=1)
        self.heads = np.nonzero(arcs)[1]
        self.offset = np.cumsum(self.degree) - self.degree
        random = np.random.default_rng(_SEED)
        self.factors = random.integers(0, 1 << 64, words + 1, dtype=np.uint64) | np.uint64(1)
        self._deadlines()

    def _deadlines(self) -> None:
        """Note for each stop which others have to be made before it if it begins after a tick."""
        network, count = self.network, self.network.count
        self.reach = int(network.last.max() - network.first.min()) + 2
        latest = network.last[None, :count] - network.apart[:count, :count]
        latest = np.clip(latest - network.first.min(), -1, self.reach - 2)
        order = np.argsort(latest, axis=1, kind="stable")
        sorted_latest = np.take_along_axis(latest, order, axis=1)
        self.deadlines = (sorted_latest + np.arange(count)[:, None] * self.reach).ravel()
        masks = np.zeros((count, count + 1, self.bits.shape[1]), dtype=np.uint64)
        masks[:, 1:] = np.bitwise_or.accumulate(self.bits[order], axis=1)
        self.overdue = masks.reshape(count * (count + 1), -1)

    def sweep(self, table: CompletionTable, width: int, room: int, target: int) -> Sweep:
        """Build up tours of a cost of at most ``target``.

        At most ``width`` labels of each size are kept, and at most ``room`` in all, but one of
        each size: up to twice an even share of what is left, since the last sizes need little.
        """
        network, count = self.network, self.network.count
        ceiling = min(target * network.scale, NO_TOUR - 1)
        labels = self._first(table, ceiling)
        history: list[tuple[Nodes, Nodes]] = []
        kept, missed = 0, NO_WALK
        for size in range(1, count + 1):
            if size > 1:
                labels = self._next(labels, size, table, ceiling)
            labels = self._undominated(labels)
            share = 2 * (room - kept) // (count - size + 1)
            most = max(min(width, share, room - kept - (count - size)), 1)
            if labels.size > most:
                order = _ranked(labels, most, network.scale)
                missed = min(missed, int(labels.bound[order[most:]].min()))
                labels = labels.take(order[:most])
            kept += labels.size
            history.append((labels.last, labels.parent))
            if not labels.size:
                return Sweep(order=None, value=NEVER, missed=missed, labels=kept)
        end = np.full_like(labels.last, count + 1)
        finish = network.begins(labels.last, labels.begun, end)
        value = finish - network.instance.depart
        if network.cost is not None:
            value = labels.spent // network.scale + network.cost[labels.last, count + 1]
        value = np.where((finish < NEVER) & network.arcs[labels.last, count + 1], value, NEVER)
        best = int(value.argmin())
        if value[best] > target:
            return Sweep(order=None, value=NEVER, missed=missed, labels=kept)
        return Sweep(
            order=_order(history, best), value=int(value[best]), missed=missed, labels=kept
        )

    def _first(self, table: CompletionTable, ceiling: int) -> _Labels:
        """Return the labels of one stop."""
        network, count = self.network, self.network.count
        stops = np.flatnonzero(network.arcs[count, :count] & ~network.before.any(axis=0))
        origin = np.full_like(stops, count)
        begun = network.begins(origin, np.full(len(stops), network.instance.depart), stops)
        spent = network.tolls[count, stops] * network.scale + int(table.prices.sum())
        spent -= table.prices[stops]
        labels = _Labels(
            visited=self.bits[stops],
            last=stops,
            begun=begun,
            spent=spent,
            bound=spent,
            parent=np.full_like(stops, -1),
        )
        return self._promising(labels, 1, table, ceiling)

    def _next(self, labels: _Labels, size: int, table: CompletionTable, ceiling: int) -> _Labels:
        """Return the labels of one stop more."""
        parts = []
        for low in range(0, labels.size, _BLOCK):
            block = np.arange(low, min(low + _BLOCK, labels.size))
            parts.append(self._block(labels, block, size, table, ceiling))
        return _Labels(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    def _block(
        self, labels: _Labels, block: Nodes, size: int, table: CompletionTable, ceiling: int
    ) -> _Labels:
        """Return what follows from some of the labels."""
        network = self.network
        degree = self.degree[labels.last[block]]
        parent = np.repeat(block, degree)
        position = np.arange(len(parent)) - np.repeat(np.cumsum(degree) - degree, degree)
        stop = self.heads[position + self.offset[labels.last[parent]]]
        visited = labels.visited[parent]
        fits = ((visited & self.bits[stop]) == 0) & ((self.needed[stop] & ~visited) == 0)
        chosen = fits.all(axis=1)
        parent, stop, visited = parent[chosen], stop[chosen], visited[chosen]
        last = labels.last[parent]
        begun = network.begins(last, labels.begun[parent], stop)
        tolls = network.tolls[last, stop]
        spent = labels.spent[parent] + tolls * network.scale - table.prices[stop]
        found = _Labels(
            visited=visited | self.bits[stop],
            last=stop,
            begun=begun,
            spent=spent,
            bound=spent,
            parent=parent,
        )
        return self._promising(found, size, table, ceiling)

    def _promising(
        self, labels: _Labels, size: int, table: CompletionTable, ceiling: int
    ) -> _Labels:
        """Return the labels from which a good tour can come, with their bounds."""
        network = self.network
        labels = labels.take(labels.begun < NEVER)
        key = labels.last * self.reach + (labels.begun - network.first.min())
        overdue = self.overdue[np.searchsorted(self.deadlines, key) + labels.last]
        labels = labels.take(((overdue & ~labels.visited) == 0).all(axis=1))
        rest = table.rest(network.count - size, labels.last, labels.begun, labels.visited)
        labels = labels._replace(bound=labels.spent + rest)
        return labels.take(labels.bound <= ceiling)

    def _undominated(self, labels: _Labels) -> _Labels:
        """Return the labels that no other one of the same stops and the same last beats."""
        key = labels.last.astype(np.uint64) * self.factors[-1]
        for word, factor in enumerate(self.factors[:-1]):
            key ^= labels.visited[:, word] * factor
        waiting = self.network.instance.problem.waiting
        order = np.lexsort((labels.spent, labels.begun, key))
        labels = labels.take(order)
        same = (labels.visited[1:] == labels.visited[:-1]).all(axis=1)
        same &= labels.last[1:] == labels.last[:-1]
        if not waiting:
            same &= labels.begun[1:] == labels.begun[:-1]
        group = np.append(0, np.cumsum(~same)) if labels.size else np.zeros(0, dtype=np.int64)
        span = int(np.ptp(labels.spent)) + 1 if labels.size else 1
        lowest = np.minimum.accumulate(labels.spent - group * span)
        kept = np.ones(labels.size, dtype=np.bool_)
        kept[1:] = ~same | (lowest[1:] < lowest[:-1])
        return labels.take(kept)


def _ranked(labels: _Labels, width: int, scale: int) -> Nodes:
    """Return all labels, first those to keep: half by their bounds, half by their ticks too."""
    by_bound = np.argsort(labels.bound, kind="stable")
    rest = by_bound[width // 2 :]
    by_tick = np.argsort(labels.bound[rest] + scale * labels.begun[rest], kind="stable")
    return np.concatenate([by_bound[: width // 2], rest[by_tick]])


def _order(history: list[tuple[Nodes, Nodes]], label: int) -> tuple[int, ...]:
    """Return the stops that led to a label of the last size."""
    order = []
    for last, parent in reversed(history):
        order.append(int(last[label]))
        label = int(parent[label])
    return tuple(reversed(order))
