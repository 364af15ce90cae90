"""The most prize of many optional stops: an exact choice and order (orienteering).

A bound by walks with limited memory and forward label-setting alternate. The best walk shows what
the bound must remember; the labels within the bound give trips. The trip found is optimal once the
two meet, which is often before the walk is free of cycles.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from geoeval.planning.answer import Found
from geoeval.planning.instance import NEVER, Instance, Nodes, Ticks
from geoeval.planning.labels.prize_bound import (
    CompletionBound,
    Neighbours,
    PrizeScale,
    without_cycles,
)
from geoeval.planning.labels.prize_network import Tour, prize_network
from geoeval.planning.labels.sweep import Labels, LabelSearch, Words, pack_flags, unpack_flags
from geoeval.planning.problem import check_order
from geoeval.planning.stop import clip_intervals

DEFAULT_LABELS = 5_000_000
# Labels of a layer in a narrow search, the factor to the next wider one, and the widest.
_NARROW, _WIDER, _WIDE = 64, 8, 1 << 15
_WALKS = 16  # walks whose cycles are excluded at a time
_REMEMBERED = 12  # most stops in one memory, which then has 2**12 states
_LEGS = 512  # legs of a table that take as long as one label
_TABLES = 0.75  # share of the labels for tables; the rest is for a last search


def richest_tour(
    instance: Instance, *, max_labels: int = DEFAULT_LABELS, start: Sequence[int] | None = None
) -> Found:
    """Find the trip with the greatest sum of prizes; of those, one with the earliest finish.

    If there is no trip, the bound is 0.

    Label-setting with dominance and unreachable stops: G. Righini and M. Salani (2009),
    "Decremental state space relaxation strategies and initialization heuristics for solving the
    orienteering problem with time windows with dynamic programming", Computers & Operations
    Research 36 (4). Neighbourhoods: R. Baldacci, A. Mingozzi and R. Roberti (2011), "New route
    relaxation and pricing strategies for the vehicle routing problem", Operations Research 59
    (5). The tables hold the latest departure for each prize in place of the most prize for each
    tick, so that their size does not depend on the ticks.
    """
    check_order(start or (), instance.problem)
    days, labels = len(instance.problem.days), 0
    orders = [start or (), ()]
    if days > 1:
        order, labels = _fill_days(instance, max_labels // (2 * days))
        orders.append(order)
    ascent = _Ascent(instance, ((),) * instance.count, max_labels - labels)
    tours = [ascent.network.replay(order) for order in orders]
    best = max(filter(None, tours), key=_tour_merit, default=None)
    best = ascent.run(0 if best is None else best.prize + 1) or best
    labels, bound, proved = labels + ascent.labels, ascent.ceiling, ascent.proved
    if best is not None and proved:
        best, more = _minimise_finish(instance, best, ascent.neighbours, max_labels - labels)
        labels += more
    if best is None:
        return Found(order=None, value=None, bound=max(bound, 0), proved=proved, labels=labels)
    bound = max(bound, best.prize)
    return Found(order=best.order, value=best.prize, bound=bound, proved=proved, labels=labels)


def _tour_merit(tour: Tour) -> tuple[int, int]:
    """Return a sort key that is greater for a better trip."""
    return tour.prize, -tour.finish


def _minimise_finish(
    instance: Instance, best: Tour, neighbours: Neighbours, most: int
) -> tuple[Tour, int]:
    labels = 0
    while True:
        ascent = _Ascent(_limit_finish(instance, best.finish), neighbours, most - labels)
        tour = ascent.run(best.prize, first=True)
        labels += ascent.labels
        if tour is None:
            return best, labels
        best, neighbours = tour, ascent.neighbours


def _limit_finish(instance: Instance, finish: int) -> Instance:
    """Return the instance with ``finish - 1`` as its last tick."""
    ends = clip_intervals(instance.starts[instance.count], instance.depart, finish - 1)
    return replace(instance, starts=(*instance.starts[:-1], ends))


class _Ascent:
    """A search for trips of at least some prize, by bounds of growing memory and by labels.

    ``ceiling`` is the upper bound on the prize, ``most`` the number of labels allowed.
    """

    def __init__(self, instance: Instance, neighbours: Neighbours, most: int) -> None:
        self.network = prize_network(instance)
        self.neighbours = neighbours
        self.most, self.labels, self.searched = most, 0, 0
        self.ceiling = int(self.network.prize.sum())
        self.least = 0
        self.tour: Tour | None = None

    @property
    def proved(self) -> bool:
        """Whether no other trip has enough prize."""
        return self.ceiling < self.least

    def run(self, least: int, *, first: bool = False) -> Tour | None:
        """Return the best trip of at least some prize, or the first one found."""
        self.least, self.first = least, first
        if not self.network.count:
            self._keep_tour(self.network.replay(()))
        if not self.network.count or not self.network.possible:
            self.ceiling = self.least - 1
        bound = self._first_table()
        while bound is not None and not self._is_done:
            self.ceiling = min(self.ceiling, bound.ceiling)
            walks = bound.walks(self.least, _WALKS)
            for walk in walks:
                self._keep_tour(self.network.replay(tuple(dict.fromkeys(walk))))
            if 2 * self.searched <= self.labels:
                self._search_labels(bound, _NARROW)
            tighter = self._exclude_cycles(bound, walks)
            if tighter is None:
                self._widen_search(bound, max(map(len, walks), default=self.network.count))
            bound = tighter
        return self.tour

    @property
    def _is_done(self) -> bool:
        return self.proved or (self.first and self.tour is not None)

    def _first_table(self) -> CompletionBound | None:
        scale = PrizeScale.of(self.network)
        while not self._is_done:
            bound = self._fill_bound(scale, self.neighbours, self.most - self.labels)
            if bound.whole:
                return bound
            if not bound.too_tall:
                break
            scale = scale.coarser(self.network)
        return None

    def _exclude_cycles(
        self, bound: CompletionBound, walks: Sequence[Sequence[int]]
    ) -> CompletionBound | None:
        """Return the table without the cycles of some walks; None if it is too large."""
        room = int(_TABLES * self.most) - self.labels
        not_before = self.network.instance.not_before
        for chosen in (walks, walks[:1]):
            longer = self.neighbours
            for walk in chosen:
                longer = without_cycles(longer, walk, _REMEMBERED, not_before)
            growth = _count_states(longer) / _count_states(self.neighbours)
            if longer == self.neighbours or self._is_done:
                return None
            if bound.tried * growth <= room * _LEGS:
                tighter = self._fill_bound(bound.scale, longer, room)
                if tighter.whole:
                    self.neighbours = longer
                    return tighter
        return None

    def _fill_bound(self, scale: PrizeScale, neighbours: Neighbours, room: int) -> CompletionBound:
        bound = CompletionBound(self.network, scale, neighbours, max(room, 0) * _LEGS)
        self.labels += -(-bound.tried // _LEGS)
        return bound

    def _widen_search(self, bound: CompletionBound, layers: int) -> None:
        width, fits = _NARROW, True
        while fits and width < _WIDE and not self._is_done:
            width *= _WIDER
            room = (self.most - self.labels) // (self.network.count * layers)
            fits = width < room
            self._search_labels(bound, min(width, room))

    def _search_labels(self, bound: CompletionBound, width: int) -> None:
        if self._is_done:
            return
        room = self.most - self.labels
        found = PrizeSearch(bound, self.least)
        found.search(width, room)
        self.labels += found.tried
        self.searched += found.tried
        self._keep_tour(found.best)
        self.ceiling = min(self.ceiling, max(self.least - 1, found.beyond))

    def _keep_tour(self, tour: Tour | None) -> None:
        if tour is not None and tour.prize >= self.least:
            self.tour, self.least = tour, tour.prize + 1


def _count_states(neighbours: Neighbours) -> int:
    return sum(1 << len(own) for own in neighbours)


def _fill_days(instance: Instance, most: int) -> tuple[tuple[int, ...], int]:
    """Plan the days of a trip one by one with the remaining stops; return order and labels.

    A heuristic for a first trip: precedence is kept within a day only, and mandatory stops have no
    bonus. Each day gets at most ``most`` labels.
    """
    order: tuple[int, ...] = ()
    labels = 0
    for number in range(len(instance.problem.days)):
        day = _single_day(instance, number, order)
        ascent = _Ascent(day, ((),) * instance.count, most)
        tour = ascent.run(0)
        labels += ascent.labels
        order += () if tour is None else tour.order
    return order, labels


def _single_day(instance: Instance, number: int, made: Collection[int]) -> Instance:
    begins, ends = instance.problem.days[number]
    depart, limit = max(begins, instance.depart), min(ends, instance.limit)
    stops = tuple(replace(stop, mandatory=False) for stop in instance.problem.stops)
    return replace(
        instance,
        problem=replace(instance.problem, stops=stops),
        depart=depart,
        limit=max(depart, limit),
        starts=tuple(
            () if stop in made else clip_intervals(intervals, depart, limit)
            for stop, intervals in enumerate(instance.starts)
        ),
    )


# The strategy for labels.

_PAIRS = 1 << 24  # pairs of stops in a block
_RIVALS = 512  # most labels that one is compared with: all pairs would take too long
_SPARE = 8  # labels compared with each other, in widths of a layer


@dataclass(frozen=True, slots=True, kw_only=True)
class _Labels(Labels):
    """Partial trips; ``tick`` is the end of the last stay."""

    prize: Ticks
    due: Ticks  # the number of mandatory stops made
    # The stops that are made, out of reach, or excluded by precedence.
    closed: Words


class PrizeSearch(LabelSearch[_Labels]):
    """A search for trips of at least some prize, which rises with each trip found.

    A label dominates another of the same last stop if it ends no later, has no less prize and
    closes no stop that is open to the other.
    """

    def __init__(self, bound: CompletionBound, least: int) -> None:
        self.bound, self.network, self.scale = bound, bound.network, bound.scale
        super().__init__(self.network.count, max(_PAIRS // (self.network.count**2 + 1), 1))
        self.best: Tour | None = None
        self.least = least
        self.beyond = -1  # the most prize that dropped labels may lead to; -1 if none
        self.tried = 0  # the number of extensions tried, one for each label and stop

    def search(self, width: int, most: int) -> None:
        """Search with at most ``width`` labels in a layer and ``most`` extensions in all."""
        self.width, self.most = width, most
        self.run()

    def origin(self) -> _Labels:
        """Return the label of the trip before its departure."""
        network, zero = self.network, np.zeros(1, dtype=np.int64)
        return _Labels(
            last=np.array([network.count]),
            tick=np.array([network.instance.depart]),
            parent=zero,
            prize=zero,
            due=zero,
            closed=pack_flags(np.zeros((1, network.count), dtype=bool)),
        )

    def extended(self, layer: _Labels, block: Nodes) -> _Labels:
        """Return the extensions of some labels that may lead to a better trip."""
        network = self.network
        closed = unpack_flags(layer.closed[block], network.count)
        row, stop = np.nonzero(network.arcs[layer.last[block]] & ~closed)
        parent = block[row]
        last = layer.last[parent]
        tick = network.over(layer.tick[parent], last, stop)
        in_time = np.flatnonzero(tick <= np.minimum(network.home[stop], NEVER - 1))
        row, parent, stop = row[in_time], parent[in_time], stop[in_time]
        last, tick = last[in_time], tick[in_time]
        shut = network.after(closed[row], last, stop, tick)
        due = layer.due[parent] + network.mandatory[stop]
        prize = layer.prize[parent] + network.prize[stop]
        target = self.scale.owed + self.least
        needed = self.scale.needed(prize + self.scale.bonus * due, target)
        good = self.bound.possible(self.bound.state(stop, shut), tick, needed)
        good &= (shut & network.mandatory).sum(axis=1) == due
        return _Labels(
            last=stop[good],
            tick=tick[good],
            parent=parent[good],
            prize=prize[good],
            due=due[good],
            closed=pack_flags(shut[good]),
        )

    def undominated(self, layer: _Labels) -> _Labels:
        """Return the labels that no compared label dominates."""
        layer = self._most_promising(layer, self.width * _SPARE)
        words = list(layer.closed.T)
        layer = layer.take(np.lexsort((*words, -layer.prize, layer.tick, layer.last, -layer.due)))
        needless = np.zeros(layer.size, dtype=bool)
        strict = not self.network.instance.problem.waiting
        group = layer.last + (layer.due << 32)
        edges = [0, *(np.flatnonzero(np.diff(group)) + 1).tolist(), len(group)]
        for low, high in pairwise(edges):
            for start in range(low, high, _RIVALS):
                part = np.arange(start, min(start + _RIVALS, high))
                rivals = part if start == low else np.append(_evenly_spaced(low, start), part)
                mine = rivals[:, None] < part[None]
                mine &= layer.prize[rivals][:, None] >= layer.prize[part][None]
                if strict:
                    mine &= layer.tick[rivals][:, None] == layer.tick[part][None]
                for word in layer.closed.T:
                    mine &= word[rivals][:, None] & ~word[part][None] == 0
                needless[part] = mine.any(axis=0)
        return layer.take(~needless)

    def narrowed(self, layer: _Labels) -> _Labels:
        """Return the labels for which extensions are left."""
        room = min(self.width, (self.most - self.tried) // self.network.count)
        layer = self._most_promising(layer, max(room, 0))
        self.tried += layer.size * self.network.count
        return layer

    def complete(self, layer: _Labels) -> None:
        """Record the best trip that ends with one of the labels."""
        finish = self.network.finishes(layer.tick, layer.last)
        whole = (layer.due == self.network.due) & (finish < NEVER) & (layer.prize >= self.least)
        ends = np.flatnonzero(whole)
        if len(ends):
            first = int(ends[np.lexsort((finish[ends], -layer.prize[ends]))[0]])
            order = tuple(self.network.stops[self.order(first)].tolist())
            self.best = Tour(int(layer.prize[first]), int(finish[first]), order)
            self.least = self.best.prize + 1

    def _most_promising(self, layer: _Labels, room: int) -> _Labels:
        """Return the labels of the highest bound, and record the bound of the others."""
        if layer.size <= room:
            return layer
        state = self.bound.state(layer.last, unpack_flags(layer.closed, self.network.count))
        more = self.bound.most(state, layer.tick) * self.scale.unit
        hope = layer.prize + self.scale.bonus * layer.due + more - self.scale.owed
        ranked = np.lexsort((layer.tick, -layer.prize, -hope))
        self.beyond = max(self.beyond, int(hope[ranked[room:]].max()))
        return layer.take(np.sort(ranked[:room]))


def _evenly_spaced(low: int, high: int) -> Nodes:
    """Return evenly spaced numbers from ``low`` to ``high``, fewer than twice ``_RIVALS``."""
    return np.arange(low, high, max((high - low) // _RIVALS, 1))
