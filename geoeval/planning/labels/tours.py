"""Tours over all stops, by label-setting with a bound on the rest.

Sweeps over the labels find better tours and raise the bound until no label is dropped or the labels
are used up. Between the sweeps, more memory, finer time steps and better prices sharpen the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from geoeval.errors import UsageError, quote
from geoeval.planning.answer import SearchResult
from geoeval.planning.instance import NEVER, Flags, Instance, Nodes, Ticks
from geoeval.planning.labels.sweep import Labels, LabelSearch, Words, pack_flags
from geoeval.planning.labels.tour_bound import NO_TOUR, NO_WALK, CompletionTable, Prices
from geoeval.planning.labels.tour_network import MAX_COST, TourNetwork, tour_network
from geoeval.planning.problem import check_order

_STEPS_PER_LABEL = 2000  # table operations allowed for each label
_MAX_EXTENSIONS = 1 << 23  # labels built from one layer, which take half a gigabyte
# Local search: consecutive stops in a move, moves tried at a time, and the cost of a missing leg,
# which exceeds that of any tour.
_MAX_MOVED, _MOVES_AT_ONCE, _MISSING_LEG_COST = 3, 1 << 10, 1 << 44


class _Stage(NamedTuple):
    rounds: int  # price changes
    memory: int  # near stops that each stop remembers
    entries: int  # legs between states of a table, at most
    width: int


_STAGES = (
    _Stage(rounds=0, memory=0, entries=20_000, width=200),
    _Stage(rounds=30, memory=0, entries=20_000, width=50),
    _Stage(rounds=20, memory=2, entries=100_000, width=500),
    _Stage(rounds=30, memory=0, entries=200_000, width=1000),
    _Stage(rounds=20, memory=3, entries=600_000, width=4000),
    _Stage(rounds=15, memory=5, entries=1_600_000, width=10_000),
    _Stage(rounds=15, memory=7, entries=4_000_000, width=_MAX_EXTENSIONS),
)


def shortest_tour(
    instance: Instance,
    costs: Ticks | None = None,
    *,
    max_labels: int,
    start: Sequence[int] | None = None,
) -> SearchResult:
    """Find the order of all stops with the earliest finish, or the least cost.

    All arithmetic uses integers and all sorts are deterministic, so the same trip gives the same
    order on every machine. Dynamic programming over sets of stops as in Y. Dumas et al. (1995),
    "An optimal algorithm for the traveling salesman problem with time windows", Operations
    Research 43 (2), pruned by state-space relaxations as in R. Baldacci et al. (2012), INFORMS J.
    on Computing 24 (3).
    """
    if max_labels < 1:
        raise UsageError(f"expected max_labels to be at least 1, got {quote(max_labels)}")
    if costs is not None:
        _check_costs(costs, instance)
    check_order(start or (), instance.problem)
    network = tour_network(instance, costs)
    start_value = _start_value(start, network, instance)
    if network is None or not instance.count:
        order, bound = (None, NEVER) if start_value is None else ((), start_value)
        return SearchResult(order=order, value=start_value, bound=bound, proved=True, labels=0)
    search = _Search(network, max_labels)
    if start is not None and start_value is not None:
        positions = np.argsort(network.nodes)[list(start)]
        search.order, search.value = tuple(positions.tolist()), start_value - search.zero
    search.run()
    return search.result()


def _start_value(
    start: Sequence[int] | None, network: TourNetwork | None, instance: Instance
) -> int | None:
    """Return the value of the start order; without stops, that of the empty order."""
    order = start if instance.count else ()
    value = None if network is None or order is None else network.value(order)
    if start is not None and value is None:
        raise UsageError(f"expected a feasible order of all stops, got {quote(tuple(start))}")
    return value


class _Search:
    """The best tour so far and the bound; finishes are relative to the departure."""

    def __init__(self, network: TourNetwork, max_labels: int) -> None:
        self.network = network
        # The value that counts as 0 in the search.
        self.zero = network.instance.depart if network.cost is None else 0
        self.max_labels = max_labels
        self.sweeper = TourSearch(network)
        self.prices = Prices(network)
        self.order: tuple[int, ...] | None = None
        self.value = NEVER
        self.bound = 0
        self.labels = 0
        self.max_width = max(_MAX_EXTENSIONS // int(network.arcs.sum(axis=1).max()), 1)
        self.steps = max_labels * _STEPS_PER_LABEL

    def run(self) -> None:
        """Alternate bounds and sweeps until the tour is proved optimal or the labels run out."""
        for stage in _STAGES:
            table = self._build_table(stage)
            if not self._is_done():
                self._run_sweep(table, min(stage.width, self.max_width))
            if self._is_done():
                return

    def _is_done(self) -> bool:
        spent = self.labels > 0 and self.max_labels - self.labels < self.network.count
        return spent or self.bound >= self.value

    def result(self) -> SearchResult:
        """Return the best tour, with the stop indices of the instance."""
        order, value, bound = None, None, self.bound + self.zero
        proved = self.bound >= self.value
        if self.order is not None:
            order = tuple(self.network.nodes[list(self.order)].tolist())
            value = self.value + self.zero
        elif proved:
            bound = NEVER
        return SearchResult(
            order=order, value=value, bound=bound, proved=proved, labels=self.labels
        )

    def _build_table(self, stage: _Stage) -> CompletionTable:
        near = self.prices.near(stage.memory)
        arcs = self.network.arcs[: self.network.count]
        legs = self.network.count * int(arcs.sum(axis=1).max()) << near.shape[1]
        table = CompletionTable(self.network, near, max(stage.entries // legs, 1))
        rounds = min(stage.rounds, self.steps // max(table.size, 1))
        self.steps -= rounds * table.size
        target = None if self.order is None else self.value * self.network.scale
        self._raise_bound(self.prices.raise_bound(table, target, rounds))
        return table

    def _run_sweep(self, table: CompletionTable, width: int) -> None:
        sweep = self.sweeper
        sweep.sweep(table, width, self.max_labels - self.labels, self.value - 1)
        self.labels += sweep.kept
        if sweep.best is not None:
            self.order, self.value = _improve_tour(self.network, tuple(sweep.best), sweep.value)
        self._raise_bound(sweep.missed)

    def _raise_bound(self, bound: int) -> None:
        if bound >= NO_TOUR:
            self.bound = self.value
        self.bound = max(self.bound, min(-(-bound // self.network.scale), self.value))


def _check_costs(costs: Ticks, instance: Instance) -> None:
    expected = (instance.count + 2, instance.count + 2)
    if costs.shape != expected or costs.dtype != np.int64:
        raise UsageError(
            f"expected int64 costs of shape {expected}, got {costs.dtype} of shape {costs.shape}"
        )
    known = costs[costs < NEVER]
    least, most = int(known.min(initial=0)), int(known.max(initial=0))
    if least < 0 or most * (instance.count + 1) >= MAX_COST:
        raise UsageError(
            f"expected costs of at least 0 that sum to less than {MAX_COST} over a tour, got costs "
            f"from {least} to {most}; use a larger unit"
        )


# The strategy for labels.

_BLOCK = 1 << 14  # labels per block, so that a block stays in the CPU cache
_SEED = 20_240_229  # seed of the hash that groups labels with the same stops


@dataclass(frozen=True, slots=True, kw_only=True)
class _Labels(Labels):
    """Partial tours; ``tick`` is the start of the last stay."""

    visited: Words  # the visited stops
    spent: Ticks  # the cost so far plus the prices of the remaining stops, scaled
    bound: Ticks  # ``spent`` plus the bound on the rest


class TourSearch(LabelSearch[_Labels]):
    """Sweeps over the labels of one network, with a table of bounds that improves in between.

    Among labels with the same stops and last stop, the search keeps those that no other dominates
    in tick and cost and whose bound allows a tour within the target. If too many remain, it extends
    those with the lowest bounds.
    """

    def __init__(self, network: TourNetwork) -> None:
        super().__init__(network.count, _BLOCK)
        self.network = network
        count = network.count
        self.bits = pack_flags(np.eye(count, dtype=np.bool_))
        self.needed = pack_flags(network.before.T)
        arcs = network.arcs[: count + 1, :count]
        self.degree = arcs.sum(axis=1)
        self.heads = np.nonzero(arcs)[1]
        self.offset = np.cumsum(self.degree) - self.degree
        random = np.random.default_rng(_SEED)
        self.factors = random.integers(
            0, 1 << 64, self.bits.shape[1] + 1, dtype=np.uint64
        ) | np.uint64(1)
        self._find_precedence_deadlines()

    def _find_precedence_deadlines(self) -> None:
        """Find which stops must come before a stop whose stay begins after a given tick."""
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

    def sweep(self, table: CompletionTable, width: int, room: int, target: int) -> None:
        """Search for tours that cost at most ``target``.

        The search keeps at most ``width`` labels of each size and ``room`` in all, but at least one
        of each size. It sets ``best`` and ``value`` to the best tour found, ``missed`` to a scaled
        bound on all tours not examined, and ``kept`` to the number of labels.
        """
        self.table, self.width, self.room, self.target = table, width, room, target
        self.ceiling = min(target * self.network.scale, NO_TOUR - 1)
        self.best: list[int] | None = None
        self.value, self.missed, self.kept = NEVER, NO_WALK, 0
        self.run()

    def origin(self) -> _Labels:
        """Return a layer with the label of the tour before its departure."""
        spent = np.array([self.table.prices.sum()])
        return _Labels(
            last=np.array([self.network.count]),
            tick=np.array([self.network.instance.depart]),
            parent=np.zeros(1, dtype=np.intp),
            visited=np.zeros((1, self.bits.shape[1]), dtype=np.uint64),
            spent=spent,
            bound=spent,
        )

    def extended(self, layer: _Labels, block: Nodes) -> _Labels:
        """Return the extensions of some labels that may become a good tour."""
        network = self.network
        degree = self.degree[layer.last[block]]
        parent = np.repeat(block, degree)
        position = np.arange(len(parent)) - np.repeat(np.cumsum(degree) - degree, degree)
        stop = self.heads[position + self.offset[layer.last[parent]]]
        visited = layer.visited[parent]
        allowed = ((visited & self.bits[stop]) == 0) & ((self.needed[stop] & ~visited) == 0)
        chosen = allowed.all(axis=1)
        parent, stop, visited = parent[chosen], stop[chosen], visited[chosen]
        last = layer.last[parent]
        leg_costs = network.leg_costs[last, stop]
        spent = layer.spent[parent] + leg_costs * network.scale - self.table.prices[stop]
        labels = _Labels(
            last=stop,
            tick=network.starts_after(last, layer.tick[parent], stop),
            parent=parent,
            visited=visited | self.bits[stop],
            spent=spent,
            bound=spent,
        )
        labels = labels.take(labels.tick < NEVER)
        key = labels.last * self.reach + (labels.tick - network.first.min())
        overdue = self.overdue[np.searchsorted(self.deadlines, key) + labels.last]
        labels = labels.take(((overdue & ~labels.visited) == 0).all(axis=1))
        left = network.count - self.layer_size
        rest = self.table.rest(left, labels.last, labels.tick, labels.visited)
        labels = replace(labels, bound=labels.spent + rest)
        return labels.take(labels.bound <= self.ceiling)

    def undominated(self, layer: _Labels) -> _Labels:
        """Return the labels that no label with the same stops and last stop dominates."""
        key = layer.last.astype(np.uint64) * self.factors[-1]
        for word, factor in enumerate(self.factors[:-1]):
            key ^= layer.visited[:, word] * factor
        layer = layer.take(np.lexsort((layer.spent, layer.tick, key)))
        same = (layer.visited[1:] == layer.visited[:-1]).all(axis=1)
        same &= layer.last[1:] == layer.last[:-1]
        if not self.network.instance.problem.waiting:
            same &= layer.tick[1:] == layer.tick[:-1]
        group = np.append(0, np.cumsum(~same)) if layer.size else np.zeros(0, dtype=np.int64)
        span = int(np.ptp(layer.spent)) + 1 if layer.size else 1
        lowest = np.minimum.accumulate(layer.spent - group * span)
        undominated = np.ones(layer.size, dtype=np.bool_)
        undominated[1:] = ~same | (lowest[1:] < lowest[:-1])
        return layer.take(undominated)

    def narrowed(self, layer: _Labels) -> _Labels:
        """Return the labels to keep: half by bound alone, half by bound and tick.

        A layer gets up to twice an even share of the room, since the last layers need few labels.
        """
        if not self.layer_size:
            return layer
        to_come = self.network.count - self.layer_size
        remaining = self.room - self.kept
        max_size = max(min(self.width, 2 * remaining // (to_come + 1), remaining - to_come), 1)
        if layer.size > max_size:
            by_bound = np.argsort(layer.bound, kind="stable")
            first, rest = by_bound[: max_size // 2], by_bound[max_size // 2 :]
            later = layer.bound[rest] + self.network.scale * layer.tick[rest]
            order = np.concatenate([first, rest[np.argsort(later, kind="stable")]])
            self.missed = min(self.missed, int(layer.bound[order[max_size:]].min()))
            layer = layer.take(order[:max_size])
        self.kept += layer.size
        return layer

    def complete(self, layer: _Labels) -> None:
        """Record the best complete tour if it is within the target."""
        network, count = self.network, self.network.count
        if self.layer_size < count:
            return
        end = np.full_like(layer.last, count + 1)
        finish = network.starts_after(layer.last, layer.tick, end)
        value = finish - network.instance.depart
        if network.cost is not None:
            value = layer.spent // network.scale + network.cost[layer.last, count + 1]
        value = np.where((finish < NEVER) & network.arcs[layer.last, count + 1], value, NEVER)
        best = int(value.argmin())
        if value[best] <= self.target:
            self.best, self.value = self.order(best), int(value[best])


# Local search.


class _Moves(NamedTuple):
    """Moves of the stops at positions ``first`` to ``last`` of a path.

    The stops move behind position ``behind``, or are reversed in place if ``turned``.
    """

    first: Nodes
    last: Nodes
    behind: Nodes
    turned: Flags

    def take(self, chosen: Nodes) -> _Moves:
        return _Moves._make(column[chosen] for column in self)


def _improve_tour(
    network: TourNetwork, order: tuple[int, ...], value: int
) -> tuple[tuple[int, ...], int]:
    """Return a tour that no single move improves, and its cost.

    If only the finish is minimised, the tour is returned unchanged.

    The moves are those of I. Or (1976), "Traveling salesman-type combinatorial problems and their
    relation to the logistics of regional blood banking", and of G. A. Croes (1958), "A method for
    solving traveling-salesman problems", Operations Research 6 (6). The feasible move that saves
    most is taken.
    """
    if network.cost is None:
        return order, value
    leg_costs = np.where(network.arcs, network.cost, _MISSING_LEG_COST)
    moves = _list_moves(network.count)
    path = np.array([network.count, *order, network.count + 1])
    while True:
        gains = _move_gains(leg_costs, path, moves)
        better = np.argsort(-gains, kind="stable")[: np.count_nonzero(gains > 0)]
        for start in range(0, len(better), _MOVES_AT_ONCE):
            candidates = better[start : start + _MOVES_AT_ONCE]
            paths = path[_move_positions(moves.take(candidates), len(path))]
            feasible = np.flatnonzero(network.finishes(paths) < NEVER)
            if len(feasible):
                path, value = paths[feasible[0]], value - int(gains[candidates[feasible[0]]])
                break
        else:
            return tuple(path[1:-1].tolist()), value


def _list_moves(count: int) -> _Moves:
    first, last, behind = (axis.ravel() for axis in np.indices((count, _MAX_MOVED, count + 1)))
    first, last = first + 1, first + 1 + last
    moved = (last <= count) & ((behind < first - 1) | (behind > last))
    low, high = np.triu_indices(count, 1)
    return _Moves(
        first=np.append(first[moved], low + 1),
        last=np.append(last[moved], high + 1),
        behind=np.append(behind[moved], np.zeros_like(low)),
        turned=np.arange(moved.sum() + len(low)) >= moved.sum(),
    )


def _move_gains(leg_costs: Ticks, path: Nodes, moves: _Moves) -> Ticks:
    along, back = leg_costs[path[:-1], path[1:]], leg_costs[path[1:], path[:-1]]
    turning = np.append(0, np.cumsum(back - along))
    first, last, behind = path[moves.first], path[moves.last], path[moves.behind]
    before, after = path[moves.first - 1], path[moves.last + 1]
    left = along[moves.first - 1] + along[moves.last]
    turned = leg_costs[before, last] + leg_costs[first, after]
    turned += turning[moves.last] - turning[moves.first]
    follower = path[np.minimum(moves.behind + 1, len(path) - 1)]
    moved = leg_costs[before, after] + leg_costs[behind, first] + leg_costs[last, follower]
    moved -= along[np.minimum(moves.behind, len(along) - 1)]
    gains: Ticks = left - np.where(moves.turned, turned, moved)
    return gains


def _move_positions(moves: _Moves, length: int) -> Nodes:
    """Return the positions of the path in the order after each move."""
    positions = np.arange(length)
    first, last, behind, turned = (field[:, None] for field in moves)
    inside = (positions >= first) & (positions <= last)
    target = np.where(turned, 2 * (first + last - positions), 2 * behind + 1)
    return np.argsort(np.where(inside, target, 2 * positions), axis=1, kind="stable")
