"""Which stops are closed to a trip with optional stops, and whether an order of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.instance import NEVER, Ticks
from geoeval.planning.orienteering.network import Flags, Nodes, PrizeNetwork

Words: TypeAlias = NDArray[np.uint64]


class Tour(NamedTuple):
    """A complete trip: its prize, the tick at which it is over, and its stops in order."""

    prize: int
    finish: int
    order: tuple[int, ...]


class ClosingRules:
    """Which stops are closed to a label, as flags and packed into words."""

    def __init__(self, network: PrizeNetwork) -> None:
        self.network = network
        count, instance = network.count, network.instance
        self.words = max(-(-count // 64), 1)
        self.due = instance.mandatory.bit_count()
        place = {int(stop): position for position, stop in enumerate(network.stops)}
        self.missed = np.zeros((count + 1, count), dtype=bool)
        for first, second in instance.after:
            if first in place and second in place:
                self.missed[place[first], place[second]] = True

    def after(self, closed: Flags, origin: Nodes, stop: Nodes, tick: Ticks) -> Flags:
        """Return what is closed once a stop is made after another and over at a tick."""
        late: Flags = tick[:, None] > self.network.reach[stop]
        late |= closed | self.network.barred[stop] | self.missed[origin]
        return late

    def replay(self, order: Sequence[int]) -> Tour | None:
        """Return the trip that makes some stops in an order; None if it cannot hold."""
        network = self.network
        if not np.isin(order, network.stops).all():
            return None
        nodes = np.searchsorted(network.stops, np.array(order, dtype=np.intp))
        last, tick = np.array([network.count]), np.array([network.instance.depart])
        closed = np.zeros((1, network.count), dtype=bool)
        for stop in nodes.reshape(-1, 1):
            tick = network.over(tick, last, stop)
            if closed[0, stop[0]] or tick[0] >= NEVER:
                return None
            closed, last = self.after(closed, last, stop, tick), stop
        finish = int(network.finishes(tick, last)[0])
        if finish >= NEVER or int(network.mandatory[nodes].sum()) < self.due:
            return None
        return Tour(int(network.prize[nodes].sum()), finish, tuple(order))

    def packed(self, flags: Flags) -> Words:
        """Return flags as words."""
        room = np.zeros((len(flags), 8 * self.words), dtype=np.uint8)
        packed = np.packbits(flags, axis=1, bitorder="little")
        room[:, : packed.shape[1]] = packed
        return room.view("<u8").astype(np.uint64)

    def unpacked(self, words: Words) -> Flags:
        """Return words as flags."""
        octets = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
        flags = np.unpackbits(octets, axis=1, count=self.network.count, bitorder="little")
        return flags.astype(bool)
