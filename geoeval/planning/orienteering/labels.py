"""Forward label-setting for the most prize, layer by layer over the number of stops made.

A label is a trip so far: its last stop, the tick at which that is over, the prize, and the stops
that are closed to it, because they are made, can no longer be reached, or may no longer come.
One that ends at the same stop no later, with no less prize and no stop closed that is open to the
other, makes the other one needless.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from geoeval.planning.instance import NEVER, Flags, Nodes, Ticks
from geoeval.planning.orienteering.bound import CompletionBound
from geoeval.planning.orienteering.network import Tour, Words

_BLOCK = 1 << 24
_RIVALS = 512
_SPARE = 8


class _Labels(NamedTuple):
    """Labels of one layer, by columns."""

    last: Nodes
    tick: Ticks
    prize: Ticks
    made: Ticks  # the number of mandatory stops made
    closed: Words
    parent: Nodes

    def at(self, chosen: Nodes | Flags) -> _Labels:
        """Return some of the labels."""
        return _Labels._make(column[chosen] for column in self)


class Search(NamedTuple):
    """What a search came to."""

    tour: Tour | None
    beyond: int  # the most prize that labels left aside may lead to; -1 if none were
    tried: int  # how many labels were tried to extend, each once for every stop


class LabelSearch:
    """A search for trips of some prize or more, which rises above that of each trip found."""

    def __init__(self, bound: CompletionBound, least: int) -> None:
        self.bound, self.network, self.scale = bound, bound.network, bound.scale
        self.best: Tour | None = None
        self.least = least
        self.layers: list[tuple[Nodes, Nodes]] = []

    def run(self, width: int, most: int) -> Search:
        """Search with at most so many labels in a layer, and so many extensions in all."""
        tried, beyond = 0, -1
        layer = self._origin()
        while len(layer.last):
            room = min(width, (most - tried) // self.network.count)
            layer, left = self._most_promising(layer, room)
            beyond = max(beyond, left)
            if not room:
                break
            self.layers.append((layer.last, layer.parent))
            self._complete(layer)
            tried += len(layer.last) * self.network.count
            layer, left = self._most_promising(self._extended(layer), width * _SPARE)
            beyond = max(beyond, left)
            layer = self._undominated(layer)
        return Search(tour=self.best, beyond=beyond, tried=tried)

    def _origin(self) -> _Labels:
        """Return the label of the trip that has not left yet."""
        network, zero = self.network, np.zeros(1, dtype=np.int64)
        closed = self.network.packed(np.zeros((1, network.count), dtype=bool))
        depart = np.array([network.instance.depart])
        return _Labels(np.array([network.count]), depart, zero, zero, closed, zero)

    def _complete(self, layer: _Labels) -> None:
        """Take note of the best trip that ends here."""
        finish = self.network.finishes(layer.tick, layer.last)
        whole = (layer.made == self.network.due) & (finish < NEVER) & (layer.prize >= self.least)
        ends = np.flatnonzero(whole)
        if len(ends):
            first = int(ends[np.lexsort((finish[ends], -layer.prize[ends]))[0]])
            self.best = Tour(int(layer.prize[first]), int(finish[first]), self._order(first))
            self.least = self.best.prize + 1

    def _order(self, index: int) -> tuple[int, ...]:
        """Return the stops of a label of the last layer."""
        order = []
        for last, parent in reversed(self.layers[1:]):
            order.append(int(self.network.stops[last[index]]))
            index = int(parent[index])
        return tuple(reversed(order))

    def _extended(self, layer: _Labels) -> _Labels:
        """Return the labels of the next layer that may lead to something better."""
        count = len(layer.last)
        size = max(_BLOCK // (self.network.count**2 + 1), 1)
        blocks = [
            self._extended_block(layer, low, min(low + size, count))
            for low in range(0, count, size)
        ]
        return _Labels(*(np.concatenate(columns) for columns in zip(*blocks, strict=True)))

    def _extended_block(self, layer: _Labels, low: int, high: int) -> _Labels:
        """Extend some labels by one stop each."""
        network, block = self.network, layer.at(np.arange(low, high))
        closed = self.network.unpacked(block.closed)
        parent, stop = np.nonzero(network.arcs[block.last] & ~closed)
        last = block.last[parent]
        tick = network.over(block.tick[parent], last, stop)
        in_time = np.flatnonzero(tick <= np.minimum(network.home[stop], NEVER - 1))
        parent, stop, last, tick = parent[in_time], stop[in_time], last[in_time], tick[in_time]
        shut = self.network.after(closed[parent], last, stop, tick)
        made = block.made[parent] + network.mandatory[stop]
        prize = block.prize[parent] + network.prize[stop]
        target = self.scale.owed + self.least
        needed = self.scale.needed(prize + self.scale.bonus * made, target)
        good = self.bound.possible(self.bound.state(stop, shut), tick, needed)
        good &= (shut & network.mandatory).sum(axis=1) == made
        return _Labels(
            last=stop[good],
            tick=tick[good],
            prize=prize[good],
            made=made[good],
            closed=self.network.packed(shut[good]),
            parent=parent[good] + low,
        )

    def _most_promising(self, layer: _Labels, room: int) -> tuple[_Labels, int]:
        """Return the labels that may lead to the most, and what the others may lead to."""
        if len(layer.last) <= room:
            return layer, -1
        state = self.bound.state(layer.last, self.network.unpacked(layer.closed))
        more = self.bound.most(state, layer.tick) * self.scale.unit
        hope = layer.prize + self.scale.bonus * layer.made + more - self.scale.owed
        ranked = np.lexsort((layer.tick, -layer.prize, -hope))
        return layer.at(np.sort(ranked[:room])), int(hope[ranked[room:]].max())

    def _undominated(self, layer: _Labels) -> _Labels:
        """Return the labels that no other makes needless, as far as they are compared."""
        words = list(layer.closed.T)
        ranked = np.lexsort((*words, -layer.prize, layer.tick, layer.last, -layer.made))
        layer = layer.at(ranked)
        needless = np.zeros(len(ranked), dtype=bool)
        strict = not self.network.instance.problem.waiting
        group = layer.last + (layer.made << 32)
        edges = [0, *(np.flatnonzero(np.diff(group)) + 1).tolist(), len(group)]
        for low, high in pairwise(edges):
            for start in range(low, high, _RIVALS):
                part = np.arange(start, min(start + _RIVALS, high))
                rivals = part if start == low else np.append(_evenly(low, start), part)
                mine = rivals[:, None] < part[None]
                mine &= layer.prize[rivals][:, None] >= layer.prize[part][None]
                if strict:
                    mine &= layer.tick[rivals][:, None] == layer.tick[part][None]
                for word in layer.closed.T:
                    mine &= word[rivals][:, None] & ~word[part][None] == 0
                needless[part] = mine.any(axis=0)
        return layer.at(~needless)


def _evenly(low: int, high: int) -> Nodes:
    """Return at most as many numbers as are compared, from one to another."""
    return np.arange(low, high, max((high - low) // _RIVALS, 1))
