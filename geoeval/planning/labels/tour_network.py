"""A tour problem reduced by its infeasible windows, legs and orders.

Windows are tightened until nothing changes, impossible legs are removed, and implied precedence is
added. Nodes are sorted by the middle of their windows, so that the nodes that can come at one
position of the order are contiguous.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geoeval.planning.instance import NEVER, Flags, Instance, Nodes, Openings, Ticks
from geoeval.planning.stop import Starts, clip_intervals

MAX_COST = 1 << 36
"""The total cost of a tour must be below this, so that it can be scaled by 256."""


@dataclass(frozen=True, kw_only=True)
class TourNetwork:
    """The nodes of a tour: n stops sorted by their windows, the origin n and the end n + 1."""

    instance: Instance
    nodes: Nodes  # (n + 2,) the index of each node in the instance
    openings: Openings  # of all n + 2 nodes
    arcs: Flags  # (n + 2, n + 2) whether one node can directly follow another
    apart: Ticks  # (n + 2, n + 2) minimum ticks between the starts of two stays
    before: Flags  # (n, n) whether one stop must come before another
    cost: Ticks | None  # (n + 2, n + 2) cost of each leg; None to minimise the finish

    @property
    def count(self) -> int:
        """The number of stops."""
        return self.instance.count

    @property
    def first(self) -> Ticks:
        """The earliest tick at which the stay at each node can begin, shape (n + 2,)."""
        return self.openings.first

    @property
    def last(self) -> Ticks:
        """The latest tick at which the stay at each node can begin, shape (n + 2,)."""
        return self.openings.last

    @cached_property
    def stays(self) -> Ticks:
        """The length of the stay at each node, shape (n + 2,)."""
        return np.append(self.instance.duration, [0, 0])[self.nodes]

    @cached_property
    def leg_costs(self) -> Ticks:
        """The cost of each leg, 0 if only the finish counts, shape (n + 2, n + 2)."""
        return np.zeros_like(self.apart) if self.cost is None else self.cost

    @cached_property
    def scale(self) -> int:
        """The factor by which costs are scaled, so that integer prices are fine enough."""
        max_value = int(self.leg_costs[self.arcs].max(initial=1)) * (self.count + 1)
        if self.cost is None:
            max_value = max(int(self.last.max()) - self.instance.depart, 1)
        return int(np.clip(MAX_COST // max_value, 1, 256))

    def starts_after(self, origins: Nodes, ticks: Ticks, targets: Nodes) -> Ticks:
        """Return the starts of stays, given the starts of the previous stays, or NEVER."""
        nodes = self.nodes
        leaves = ticks + self.stays[origins]
        arrivals = self.instance.arrivals(leaves, nodes[origins], nodes[targets])
        return self.instance.stay_starts(arrivals, self.openings, targets)

    def earliest_starts(self, origins: Nodes, ticks: Ticks, targets: Nodes) -> Ticks:
        """Return lower bounds on the starts of stays, even if the previous stays begin later."""
        if self.instance.problem.waiting:
            return self.starts_after(origins, ticks, targets)
        nodes = self.nodes
        ride = self.instance.quickest[nodes[origins], nodes[targets]]
        return self.openings.earliest_starts(ticks + self.stays[origins] + ride, targets)

    def finishes(self, paths: Nodes) -> Ticks:
        """Return the finishes of tours; NEVER for an infeasible tour.

        Each row of ``paths`` is a tour from the origin via all stops to the end.
        """
        position = np.argsort(paths, axis=1)
        first, second = np.nonzero(self.before)
        feasible = np.asarray((position[:, first] < position[:, second]).all(axis=1))
        feasible &= self.arcs[paths[:, :-1], paths[:, 1:]].all(axis=1)
        ticks: Ticks = np.full(len(paths), self.instance.depart)
        for last, stop in zip(paths.T, paths.T[1:], strict=False):
            starts = self.starts_after(last, ticks, stop)
            feasible &= starts < NEVER
            ticks = np.where(feasible, starts, self.first[stop])
        return np.where(feasible, ticks, NEVER)

    def value(self, order: Sequence[int]) -> int | None:
        """Return the value of an order of all stops of the instance; None if infeasible."""
        if len(order) < self.count:
            return None
        path = np.argsort(self.nodes)[[self.count, *order, self.count + 1]]
        finish = int(self.finishes(path[None])[0])
        if finish >= NEVER:
            return None
        return finish if self.cost is None else int(self.cost[path[:-1], path[1:]].sum())


def tour_network(instance: Instance, cost: Ticks | None) -> TourNetwork | None:
    """Return the reduced network of a trip; None if it is infeasible.

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
    return TourNetwork(
        instance=instance,
        nodes=nodes,
        openings=Openings(
            [
                clip_intervals(reduction.starts[i], int(reduction.first[i]), int(reduction.last[i]))
                for i in nodes.tolist()
            ]
        ),
        arcs=reduction.arcs[both],
        apart=reduction.apart[both],
        before=reduction.before[both][:count, :count],
        cost=None if cost is None else np.where(reduction.arcs, cost, 0)[both],
    )


class _Reduction:
    def __init__(self, instance: Instance, cost: Ticks | None) -> None:
        count = instance.count
        self.count = count
        self.starts: list[Starts] = [*instance.starts[:count], (), instance.starts[count]]
        self.starts[count] = ((instance.depart, instance.depart),)
        openings = Openings(self.starts)
        self.first, self.last = openings.first.copy(), openings.last
        ride = instance.quickest
        self.step = np.minimum(np.append(instance.duration, [0, 0])[:, None] + ride, NEVER)
        self.arcs: Flags = ride < NEVER
        if cost is not None:
            self.arcs &= cost < NEVER
        np.fill_diagonal(self.arcs, val=False)
        self.arcs[:, count] = self.arcs[count + 1] = False
        self.arcs[count, count + 1] &= count == 0
        self.before = np.zeros_like(self.arcs)
        self.before[count, np.arange(count + 2) != count] = True
        self.before[np.arange(count + 2) != count + 1, count + 1] = True
        self.before[:count, :count] = instance.barred.T
        for first, second in instance.after:
            self.arcs[first] &= np.arange(count + 2) == second
            self.arcs[:, second] &= np.arange(count + 2) == first
        self.apart = self.step

    def settle(self) -> bool:
        """Reduce until nothing changes; return whether a tour may be feasible."""
        while True:
            known = int(self.arcs.sum()) - int(self.before.sum())
            self.apart = self._shortest_paths()
            if not self._tighten_windows() or not self._derive_precedence():
                return False
            self._remove_arcs()
            if int(self.arcs.sum()) - int(self.before.sum()) == known:
                return True

    def _shortest_paths(self) -> Ticks:
        apart = np.where(self.arcs, self.step, NEVER)
        np.fill_diagonal(apart, 0)
        for via in range(self.count):
            np.minimum(apart, apart[:, via, None] + apart[None, via], out=apart)
        return apart

    def _tighten_windows(self) -> bool:
        """Tighten the windows; return False if one becomes empty."""
        count = self.count
        step = np.where(self.arcs, self.step, NEVER)
        ahead = np.where(self.before, self.apart, -NEVER)
        changed, rounds = True, 0
        while changed and rounds < count + 2:
            first, last = self.first.copy(), self.last.copy()
            reached = (first[:, None] + step).min(axis=0)
            reached = np.maximum(reached, (first[:, None] + ahead).max(axis=0))
            left = (last[None] - step).max(axis=1)
            left = np.minimum(left, (last[None] - ahead).min(axis=1))
            reached[count], left[count + 1] = first[count], last[count + 1]
            for node, starts in enumerate(self.starts):
                low = max(int(first[node]), int(reached[node]))
                intervals = clip_intervals(starts, low, min(int(last[node]), int(left[node])))
                if not intervals:
                    return False
                self.first[node], self.last[node] = intervals[0][0], intervals[-1][1]
            changed = bool((first != self.first).any() or (last != self.last).any())
            rounds += 1
        return True

    def _derive_precedence(self) -> bool:
        """Derive precedence between stops; return False if it has a cycle."""
        late = self.first[:, None] + self.apart > self.last[None]
        np.fill_diagonal(late, val=False)
        self.before |= late.T
        for via in range(self.count):
            self.before |= self.before[:, via, None] & self.before[via]
        return not (self.before & self.before.T).any()

    def _remove_arcs(self) -> None:
        """Remove legs that arrive too late, break precedence, or leave no time for another stop."""
        earliest = np.maximum(self.first[:, None] + self.step, self.first[None])
        self.arcs &= (earliest <= self.last[None]) & ~self.before.T & ~_find_between(self.before)
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


def _find_between(before: Flags) -> Flags:
    between = np.zeros_like(before)
    for via in range(len(before)):
        between |= before[:, via, None] & before[via]
    return between
