"""What is left of a trip that makes every stop once the impossible is struck out.

Windows are tightened until nothing moves; ways that can never be taken fall out, and orders of
two stops that are forced come in. Nodes are renumbered by the middle of their windows, so that
those which can be visited at one place of the order lie side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.instance import NEVER, Instance, Ticks
from geoeval.planning.windows import Starts, clipped

Nodes: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]
_MOST = 1 << 36


@dataclass(frozen=True, kw_only=True)
class TourNetwork:
    """The nodes of a tour: n stops by their windows, the origin n, the end n + 1.

    Parameters
    ----------
    instance
        What it was made of.
    nodes
        Shape (n + 2,): the number of each node in the instance.
    starts
        For each stop, and last for the end, the intervals of ticks at which a stay can begin.
    first, last
        Shape (n + 2,): the earliest and the latest tick at which the stay at a node can begin.
    arcs
        Shape (n + 2, n + 2): whether one node can follow directly on another.
    apart
        Shape (n + 2, n + 2): the least ticks from the begin of one stay to that of a later one.
    before
        Shape (n, n): whether one stop has to be made before another.
    cost
        Shape (n + 2, n + 2): the cost of each way, 0 where there is none, as it is multiplied by
        ``scale``; None if the tick of reaching the end counts.
    """

    instance: Instance
    nodes: Nodes
    starts: tuple[Starts, ...]
    first: Ticks
    last: Ticks
    arcs: Flags
    apart: Ticks
    before: Flags
    cost: Ticks | None

    @property
    def count(self) -> int:
        """The number of stops."""
        return self.instance.count

    @cached_property
    def stays(self) -> Ticks:
        """Shape (n + 2,): the length of the stay at each node."""
        return np.append(self.instance.duration, [0, 0])[self.nodes]

    @cached_property
    def tolls(self) -> Ticks:
        """Shape (n + 2, n + 2): the cost of each way, 0 if only the finish counts."""
        return np.zeros_like(self.apart) if self.cost is None else self.cost

    @cached_property
    def scale(self) -> int:
        """What costs are multiplied by, so that prices can be whole numbers and yet fine."""
        most = int(self.tolls[self.arcs].max(initial=1)) * (self.count + 1)
        if self.cost is None:
            most = max(int(self.last.max()) - self.instance.depart, 1)
        return int(np.clip(_MOST // most, 1, 256))

    @cached_property
    def _openings(self) -> tuple[Ticks, Ticks, int]:
        """The first and last ticks of all intervals, node by node, each node in its own range."""
        reach = int(self.last.max() - self.first.min()) + 2
        owners = [node for node, intervals in enumerate(self.starts) for _ in intervals]
        offset = np.array(owners, dtype=np.int64) * reach - int(self.first.min())
        pairs = np.array([pair for intervals in self.starts for pair in intervals])
        return pairs[:, 0], pairs[:, 1] + offset, reach

    def begins(self, origins: Nodes, ticks: Ticks, targets: Nodes) -> Ticks:
        """Return when stays begin after others that began at some ticks; NEVER if they cannot."""
        nodes = self.nodes
        leaves = ticks + self.stays[origins]
        arrivals = self.instance.arrivals(leaves, nodes[origins], nodes[targets])
        begun = self.opened(arrivals, targets)
        return begun if self.instance.problem.waiting else np.where(begun > arrivals, NEVER, begun)

    def soonest(self, origins: Nodes, ticks: Ticks, targets: Nodes) -> Ticks:
        """Return ticks that stays cannot begin before, whenever after others one sets out."""
        if self.instance.problem.waiting:
            return self.begins(origins, ticks, targets)
        nodes = self.nodes
        way = self.instance.quickest[nodes[origins], nodes[targets]]
        return self.opened(ticks + self.stays[origins] + way, targets)

    def opened(self, arrivals: Ticks, targets: Nodes) -> Ticks:
        """Return when stays begin that are reached at some ticks; NEVER if they cannot."""
        slots = np.where(targets > self.count, self.count, targets)
        begun = np.maximum(arrivals, self.first[targets])
        late = begun > self.last[targets]
        if len(self._openings[0]) > self.count + 1:
            opens, closes, reach = self._openings
            begun = np.where(late, self.first[targets], begun)
            found = np.searchsorted(closes, slots * reach + begun - int(self.first.min()))
            begun = np.maximum(begun, opens[found])
        return np.where(late, NEVER, begun)


def tour_network(instance: Instance, cost: Ticks | None) -> TourNetwork | None:
    """Return what of a trip with one stop or more can hold; None if nothing can.

    Notes
    -----
    M. Desrochers, J. Desrosiers and M. Solomon (1992), "A new optimization algorithm for the
    vehicle routing problem with time windows", Operations Research 40 (2); Y. Dumas et al.
    (1995), "An optimal algorithm for the traveling salesman problem with time windows",
    Operations Research 43 (2).
    """
    reduction = _Reduction(instance, cost)
    if not reduction.settle():
        return None
    count = instance.count
    middle = reduction.first[:count] + reduction.last[:count]
    nodes = np.append(np.argsort(middle, kind="stable"), [count, count + 1])
    both = np.ix_(nodes, nodes)
    slots = [*nodes[:count].tolist(), count]
    spans = [*nodes[:count].tolist(), count + 1]
    return TourNetwork(
        instance=instance,
        nodes=nodes,
        starts=tuple(
            clipped(instance.starts[slot], int(reduction.first[i]), int(reduction.last[i]))
            for slot, i in zip(slots, spans, strict=True)
        ),
        first=reduction.first[nodes],
        last=reduction.last[nodes],
        arcs=reduction.arcs[both],
        apart=reduction.apart[both],
        before=reduction.before[both][:count, :count],
        cost=None if cost is None else np.where(reduction.arcs, cost, 0)[both],
    )


class _Reduction:
    """The windows, ways and forced orders of a trip as they are narrowed down."""

    def __init__(self, instance: Instance, cost: Ticks | None) -> None:
        count = instance.count
        self.count = count
        self.starts: list[Starts] = [*instance.starts[:count], (), instance.starts[count]]
        self.starts[count] = ((instance.depart, instance.depart),)
        self.first = np.array([s[0][0] if s else NEVER for s in self.starts], dtype=np.int64)
        self.last = np.array([s[-1][1] if s else -NEVER for s in self.starts], dtype=np.int64)
        way = instance.quickest
        self.step = np.minimum(np.append(instance.duration, [0, 0])[:, None] + way, NEVER)
        self.arcs: Flags = way < NEVER
        if cost is not None:
            self.arcs &= cost < NEVER
        np.fill_diagonal(self.arcs, val=False)
        self.arcs[:, count] = self.arcs[count + 1] = self.arcs[count, count + 1] = False
        self.before = np.zeros_like(self.arcs)
        self.before[count, np.arange(count + 2) != count] = True
        self.before[np.arange(count + 2) != count + 1, count + 1] = True
        for stop, mask in enumerate(instance.not_before):
            self.before[stop, [other for other in range(count) if mask >> other & 1]] = True
        for one, other in instance.after:
            self.arcs[one] &= np.arange(count + 2) == other
            self.arcs[:, other] &= np.arange(count + 2) == one
        self.apart = self.step

    def settle(self) -> bool:
        """Narrow down until nothing moves; return whether anything can hold."""
        while True:
            known = int(self.arcs.sum()) - int(self.before.sum())
            self.apart = self._paths()
            if not self._tighten() or not self._order():
                return False
            self._strike()
            if int(self.arcs.sum()) - int(self.before.sum()) == known:
                return True

    def _paths(self) -> Ticks:
        """Return the least ticks between the begins of two stays, by any way through others."""
        apart = np.where(self.arcs, self.step, NEVER)
        np.fill_diagonal(apart, 0)
        for via in range(self.count):
            np.minimum(apart, apart[:, via, None] + apart[None, via], out=apart)
        return apart

    def _tighten(self) -> bool:
        """Tighten the windows; return whether each still holds a tick."""
        count = self.count
        step = np.where(self.arcs, self.step, NEVER)
        ahead = np.where(self.before, self.apart, -NEVER)
        moved, rounds = True, 0
        while moved and rounds < count + 2:
            first, last = self.first.copy(), self.last.copy()
            reached = (first[:, None] + step).min(axis=0)
            reached = np.maximum(reached, (first[:, None] + ahead).max(axis=0))
            left = (last[None] - step).max(axis=1)
            left = np.minimum(left, (last[None] - ahead).min(axis=1))
            reached[count], left[count + 1] = first[count], last[count + 1]
            for node, starts in enumerate(self.starts):
                low = max(int(first[node]), int(reached[node]))
                kept = clipped(starts, low, min(int(last[node]), int(left[node])))
                if not kept:
                    return False
                self.first[node], self.last[node] = kept[0][0], kept[-1][1]
            moved = bool((first != self.first).any() or (last != self.last).any())
            rounds += 1
        return True

    def _order(self) -> bool:
        """Find which stops have to come before which; return whether that is no contradiction."""
        late = self.first[:, None] + self.apart > self.last[None]
        np.fill_diagonal(late, val=False)
        self.before |= late.T
        for via in range(self.count):
            self.before |= self.before[:, via, None] & self.before[via]
        return not (self.before & self.before.T).any()

    def _strike(self) -> None:
        """Strike out the ways that are too late, against the order, or leave no room for others."""
        earliest = np.maximum(self.first[:, None] + self.step, self.first[None])
        self.arcs &= (earliest <= self.last[None]) & ~self.before.T & ~_between(self.before)
        for node in range(self.count):
            targets = np.flatnonzero(self.arcs[node])
            arrives = np.maximum(self.first + self.apart[:, node], self.first[node])
            sooner = np.maximum(arrives[None] + self.step[node, targets, None], 0)
            no_sooner = (sooner > self.last[targets, None]) | self.before[node]
            later = earliest[node, targets, None] + self.apart[targets]
            no_later = (later > self.last[None]) | self.before[:, targets].T
            stuck = no_sooner & no_later
            stuck[:, [node, self.count, self.count + 1]] = False
            stuck[np.arange(len(targets)), targets] = False
            self.arcs[node, targets[stuck.any(axis=1)]] = False


def _between(before: Flags) -> Flags:
    """Return for which pairs another node lies between."""
    between = np.zeros_like(before)
    for via in range(len(before)):
        between |= before[:, via, None] & before[via]
    return between
