"""The highest prize of many optional stops: an exact choice and order (orienteering).

A bound by walks with limited memory and forward label-setting alternate. The best walk shows what
the bound must remember, and the labels within the bound yield trips. The trip is optimal once its
prize equals the bound, which often happens before the walk is free of cycles.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from geoeval.planning.answer import SearchResult
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
# Labels per layer: the narrowest search, the factor between searches, and the widest search.
_MIN_WIDTH, _WIDTH_FACTOR, _MAX_WIDTH = 64, 8, 1 << 15
_MAX_WALKS = 16  # walks whose cycles are excluded in one round
_MAX_MEMORY = 12  # stops in one memory, which then has 2**12 states
_LEGS_PER_LABEL = 512  # a table processes this many legs in the time of one label
_TABLE_SHARE = 0.75  # share of the labels for tables; the rest is for the last search


def max_prize_tour(
    instance: Instance, *, max_labels: int = DEFAULT_LABELS, start: Sequence[int] | None = None
) -> SearchResult:
    """Find the trip with the highest total prize; ties go to the earliest finish.

    If there is no trip, the bound is 0.

    Label-setting with dominance and unreachable stops: G. Righini and M. Salani (2009),
    "Decremental state space relaxation strategies and initialization heuristics for solving the
    orienteering problem with time windows with dynamic programming", Computers & Operations
    Research 36 (4). Neighbourhoods: R. Baldacci, A. Mingozzi and R. Roberti (2011), "New route
    relaxation and pricing strategies for the vehicle routing problem", Operations Research 59
    (5). The tables hold the latest departure for each prize, not the highest prize for each tick,
    so their size does not depend on the ticks.
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
        best, spent = _minimise_finish(instance, best, ascent.neighbours, max_labels - labels)
        labels += spent
    if best is None:
        return SearchResult(
            order=None, value=None, bound=max(bound, 0), proved=proved, labels=labels
        )
    bound = max(bound, best.prize)
    return SearchResult(
        order=best.order, value=best.prize, bound=bound, proved=proved, labels=labels
    )


def _tour_merit(tour: Tour) -> tuple[int, int]:
    return tour.prize, -tour.finish


def _minimise_finish(
    instance: Instance, best: Tour, neighbours: Neighbours, max_labels: int
) -> tuple[Tour, int]:
    labels = 0
    while True:
        ascent = _Ascent(_limit_finish(instance, best.finish), neighbours, max_labels - labels)
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
    """A search for trips with a minimum prize, by bounds of growing memory and by labels.

    ``ceiling`` is the upper bound on the prize, ``max_labels`` the number of labels allowed.
    """

    def __init__(self, instance: Instance, neighbours: Neighbours, max_labels: int) -> None:
        self.network = prize_network(instance)
        self.neighbours = neighbours
        self.max_labels, self.labels, self.searched = max_labels, 0, 0
        self.ceiling = int(self.network.prize.sum())
        self.min_prize = 0
        self.tour: Tour | None = None

    @property
    def proved(self) -> bool:
        """Whether no other trip reaches the minimum prize."""
        return self.ceiling < self.min_prize

    def run(self, min_prize: int, *, first: bool = False) -> Tour | None:
        """Return the best trip with a prize of at least ``min_prize``, or the first one found."""
        self.min_prize, self.first = min_prize, first
        if not self.network.count:
            self._keep_tour(self.network.replay(()))
        if not self.network.count or not self.network.possible:
            self.ceiling = self.min_prize - 1
        bound = self._first_table()
        while bound is not None and not self._is_done:
            self.ceiling = min(self.ceiling, bound.ceiling)
            walks = bound.walks(self.min_prize, _MAX_WALKS)
            for walk in walks:
                self._keep_tour(self.network.replay(tuple(dict.fromkeys(walk))))
            if 2 * self.searched <= self.labels:
                self._search_labels(bound, _MIN_WIDTH)
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
            bound = self._fill_bound(scale, self.neighbours, self.max_labels - self.labels)
            if bound.complete:
                return bound
            if not bound.too_tall:
                break
            scale = scale.coarser(self.network)
        return None

    def _exclude_cycles(
        self, bound: CompletionBound, walks: Sequence[Sequence[int]]
    ) -> CompletionBound | None:
        """Return the table without the cycles of some walks; None if it is too large."""
        room = int(_TABLE_SHARE * self.max_labels) - self.labels
        not_before = self.network.instance.not_before
        for chosen in (walks, walks[:1]):
            longer = self.neighbours
            for walk in chosen:
                longer = without_cycles(longer, walk, _MAX_MEMORY, not_before)
            growth = _count_states(longer) / _count_states(self.neighbours)
            if longer == self.neighbours or self._is_done:
                return None
            if bound.tried * growth <= room * _LEGS_PER_LABEL:
                tighter = self._fill_bound(bound.scale, longer, room)
                if tighter.complete:
                    self.neighbours = longer
                    return tighter
        return None

    def _fill_bound(self, scale: PrizeScale, neighbours: Neighbours, room: int) -> CompletionBound:
        bound = CompletionBound(self.network, scale, neighbours, max(room, 0) * _LEGS_PER_LABEL)
        self.labels += -(-bound.tried // _LEGS_PER_LABEL)
        return bound

    def _widen_search(self, bound: CompletionBound, layers: int) -> None:
        width, fits = _MIN_WIDTH, True
        while fits and width < _MAX_WIDTH and not self._is_done:
            width *= _WIDTH_FACTOR
            room = (self.max_labels - self.labels) // (self.network.count * layers)
            fits = width < room
            self._search_labels(bound, min(width, room))

    def _search_labels(self, bound: CompletionBound, width: int) -> None:
        if self._is_done:
            return
        room = self.max_labels - self.labels
        search = PrizeSearch(bound, self.min_prize)
        search.search(width, room)
        self.labels += search.tried
        self.searched += search.tried
        self._keep_tour(search.best)
        self.ceiling = min(self.ceiling, max(self.min_prize - 1, search.dropped_bound))

    def _keep_tour(self, tour: Tour | None) -> None:
        if tour is not None and tour.prize >= self.min_prize:
            self.tour, self.min_prize = tour, tour.prize + 1


def _count_states(neighbours: Neighbours) -> int:
    return sum(1 << len(own) for own in neighbours)


def _fill_days(instance: Instance, max_labels: int) -> tuple[tuple[int, ...], int]:
    """Plan the days of a trip one by one with the remaining stops; return order and labels.

    This heuristic gives a first trip: it respects precedence only within a day, and mandatory stops
    have no bonus. Each day gets at most ``max_labels`` labels.
    """
    order: tuple[int, ...] = ()
    labels = 0
    for number in range(len(instance.problem.days)):
        day = _single_day(instance, number, order)
        ascent = _Ascent(day, ((),) * instance.count, max_labels)
        tour = ascent.run(0)
        labels += ascent.labels
        order += () if tour is None else tour.order
    return order, labels


def _single_day(instance: Instance, number: int, visited: Collection[int]) -> Instance:
    begins, ends = instance.problem.days[number]
    depart, limit = max(begins, instance.depart), min(ends, instance.limit)
    stops = tuple(replace(stop, mandatory=False) for stop in instance.problem.stops)
    return replace(
        instance,
        problem=replace(instance.problem, stops=stops),
        depart=depart,
        limit=max(depart, limit),
        starts=tuple(
            () if stop in visited else clip_intervals(intervals, depart, limit)
            for stop, intervals in enumerate(instance.starts)
        ),
    )


# The strategy for labels.

_BLOCK_PAIRS = 1 << 24  # pairs of stops in a block
_MAX_RIVALS = 512  # labels that a label is compared with; all pairs would take too long
_COMPARED_WIDTHS = 8  # labels to compare, as a multiple of the width of a layer


@dataclass(frozen=True, slots=True, kw_only=True)
class _Labels(Labels):
    """Partial trips; ``tick`` is the end of the last stay."""

    prize: Ticks
    due: Ticks  # the number of mandatory stops visited
    # The stops that are visited, out of reach, or excluded by precedence.
    closed: Words


class PrizeSearch(LabelSearch[_Labels]):
    """A search for trips with a minimum prize, which rises with each trip found.

    A label dominates another with the same last stop if it ends no later, has at least its prize
    and closes no stop that is open to the other.
    """

    def __init__(self, bound: CompletionBound, min_prize: int) -> None:
        self.bound, self.network, self.scale = bound, bound.network, bound.scale
        super().__init__(self.network.count, max(_BLOCK_PAIRS // (self.network.count**2 + 1), 1))
        self.best: Tour | None = None
        self.min_prize = min_prize
        self.dropped_bound = -1  # the highest prize that dropped labels may lead to
        self.tried = 0  # the number of extensions tried, one for each label and stop

    def search(self, width: int, max_extensions: int) -> None:
        """Search with at most ``width`` labels in a layer and ``max_extensions`` in all."""
        self.width, self.max_extensions = width, max_extensions
        self.run()

    def origin(self) -> _Labels:
        """Return a layer with the label of the trip before its departure."""
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
        tick = network.stay_ends(layer.tick[parent], last, stop)
        in_time = np.flatnonzero(tick <= np.minimum(network.home[stop], NEVER - 1))
        row, parent, stop = row[in_time], parent[in_time], stop[in_time]
        last, tick = last[in_time], tick[in_time]
        shut = network.closed_after(closed[row], last, stop, tick)
        due = layer.due[parent] + network.mandatory[stop]
        prize = layer.prize[parent] + network.prize[stop]
        target = self.scale.owed + self.min_prize
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
        layer = self._most_promising(layer, self.width * _COMPARED_WIDTHS)
        words = list(layer.closed.T)
        layer = layer.take(np.lexsort((*words, -layer.prize, layer.tick, layer.last, -layer.due)))
        dominated = np.zeros(layer.size, dtype=bool)
        same_tick = not self.network.instance.problem.waiting
        group = layer.last + (layer.due << 32)
        edges = [0, *(np.flatnonzero(np.diff(group)) + 1).tolist(), len(group)]
        for low, high in pairwise(edges):
            for start in range(low, high, _MAX_RIVALS):
                part = np.arange(start, min(start + _MAX_RIVALS, high))
                rivals = part if start == low else np.append(_evenly_spaced(low, start), part)
                dominates = rivals[:, None] < part[None]
                dominates &= layer.prize[rivals][:, None] >= layer.prize[part][None]
                if same_tick:
                    dominates &= layer.tick[rivals][:, None] == layer.tick[part][None]
                for word in layer.closed.T:
                    dominates &= word[rivals][:, None] & ~word[part][None] == 0
                dominated[part] = dominates.any(axis=0)
        return layer.take(~dominated)

    def narrowed(self, layer: _Labels) -> _Labels:
        """Return the most promising labels, as many as the remaining extensions allow."""
        room = min(self.width, (self.max_extensions - self.tried) // self.network.count)
        layer = self._most_promising(layer, max(room, 0))
        self.tried += layer.size * self.network.count
        return layer

    def complete(self, layer: _Labels) -> None:
        """Record the best trip that ends with one of the labels."""
        finish = self.network.finishes(layer.tick, layer.last)
        complete = (
            (layer.due == self.network.due) & (finish < NEVER) & (layer.prize >= self.min_prize)
        )
        ends = np.flatnonzero(complete)
        if len(ends):
            first = int(ends[np.lexsort((finish[ends], -layer.prize[ends]))[0]])
            order = tuple(self.network.stops[self.order(first)].tolist())
            self.best = Tour(int(layer.prize[first]), int(finish[first]), order)
            self.min_prize = self.best.prize + 1

    def _most_promising(self, layer: _Labels, room: int) -> _Labels:
        """Return the labels with the highest bounds, and record the bound of the others."""
        if layer.size <= room:
            return layer
        state = self.bound.state(layer.last, unpack_flags(layer.closed, self.network.count))
        remaining = self.bound.max_levels(state, layer.tick) * self.scale.unit
        bounds = layer.prize + self.scale.bonus * layer.due + remaining - self.scale.owed
        ranked = np.lexsort((layer.tick, -layer.prize, -bounds))
        self.dropped_bound = max(self.dropped_bound, int(bounds[ranked[room:]].max()))
        return layer.take(np.sort(ranked[:room]))


def _evenly_spaced(low: int, high: int) -> Nodes:
    """Return evenly spaced numbers from ``low`` to ``high``, fewer than twice ``_RIVALS``."""
    return np.arange(low, high, max((high - low) // _MAX_RIVALS, 1))
