"""A lower bound on the rest of a tour: the cheapest walk with the number of remaining stops.

The walk may revisit a stop that is not remembered: each stop remembers which of its near stops were
visited before (ng-route). Prices on the stops discourage revisits and reward omitted stops.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.instance import NEVER, Flags, Nodes, Ticks
from geoeval.planning.labels.sweep import Words
from geoeval.planning.labels.tour_network import TourNetwork

NO_WALK = 1 << 61
NO_TOUR = 1 << 60
"""A bound of at least this means that there is no tour."""
_BLOCK = 1 << 15
# Subgradient steps are halved after _PATIENCE rounds without a better bound and smoothed by
# _MOMENTUM. The counts of revisits decay by _REVISIT_DECAY per round. If no tour is known, the
# target is 1 / _TARGET_MARGIN above the best bound.
_PATIENCE, _MOMENTUM, _REVISIT_DECAY, _TARGET_MARGIN = 4, 0.6, 0.97, 20


class CompletionTable:
    """The cheapest walks from every stop, time and memory to the end, by the number of stops left.

    N. Christofides, A. Mingozzi and P. Toth (1981), "State-space relaxation procedures for the
    computation of bounds to routing problems", Networks 11 (2); R. Baldacci, A. Mingozzi and
    R. Roberti (2012), "New state-space relaxations for solving the traveling salesman problem
    with time windows", INFORMS J. on Computing 24 (3).
    """

    def __init__(self, network: TourNetwork, near: Nodes, slots: int) -> None:
        self.network = network
        self.near = near  # (n, m) the stops that each stop remembers
        count = network.count
        # A walk from the start of a time step costs no more than a walk from later in the step.
        width = network.last[:count] - network.first[:count] + 1
        self.slots = min(int(width.max()), slots)
        self.step = -(-width // self.slots)
        self.memories = 1 << near.shape[1]
        self.states = self.slots * self.memories
        self.heads, self.follows = _successor_table(network)
        self.prices = np.zeros(count, dtype=np.int64)
        self.walks = np.zeros((0, 0), dtype=np.int64)

    @property
    def size(self) -> int:
        """The number of operations that fill the table once."""
        return sum(
            (high - low) * self.heads.shape[1] * self.states for low, high, _ in self._stop_layers
        )

    @cached_property
    def _stop_layers(self) -> list[tuple[int, int, Flags]]:
        """The range and the mask of the possible stops, for each number of stops left."""
        before = self.network.before
        count = self.network.count
        sooner, later = before.sum(axis=0), before.sum(axis=1)
        layers = []
        for left in range(count):
            active = (later <= left) & (sooner <= count - 1 - left)
            rows = np.flatnonzero(active)
            low, high = (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 0)
            layers.append((low, high, active))
        return layers

    @cached_property
    def _step_ticks(self) -> Ticks:
        """The tick at which each time step begins, shape (n, slots)."""
        first = self.network.first[: self.network.count, None]
        ticks: Ticks = first + self.step[:, None] * np.arange(self.slots)
        return ticks

    @cached_property
    def _goal_costs(self) -> Ticks:
        """The cost of the direct leg to the end, or NO_WALK, shape (n, slots)."""
        network, count = self.network, self.network.count
        stops = np.arange(count)[:, None]
        end = np.full_like(stops, count + 1)
        finish = network.earliest_starts(stops, self._step_ticks, end)
        leg_costs = network.leg_costs[:count, count + 1, None]
        if network.cost is None:
            leg_costs = finish - network.instance.depart
        possible = (finish < NEVER) & network.arcs[:count, count + 1, None]
        return np.where(possible, leg_costs * network.scale, NO_WALK)

    @cached_property
    def _target_states(self) -> Nodes:
        """The next state as an index into a row of the table, shape (n, d, states)."""
        network, count = self.network, self.network.count
        stops = np.arange(count)[:, None, None]
        heads = self.heads[:, :, None]
        starts = network.earliest_starts(stops, self._step_ticks[:, None, :], heads)
        slot = (starts - network.first[heads]) // self.step[heads]
        possible = (starts < NEVER) & self.follows[:, :, None]
        memory, allowed = self._next_memories()
        state = (heads * self.slots + slot)[..., None] * self.memories + memory[:, :, None]
        reached = possible[..., None] & allowed[:, :, None]
        targets: Nodes = np.where(reached, state, count * self.states)
        return targets.reshape(*self.heads.shape, -1)

    def _next_memories(self) -> tuple[Nodes, Flags]:
        """Return the memory after each leg from each memory, and whether the leg is allowed."""
        near, heads = self.near, self.heads
        sets = np.arange(self.memories)
        memory = np.zeros((*heads.shape, self.memories), dtype=np.intp)
        allowed = np.ones_like(memory, dtype=np.bool_)
        own = np.arange(len(near))[:, None]
        for bit in range(near.shape[1]):
            held = (sets >> bit & 1).astype(np.bool_)
            allowed &= ~((near[:, bit, None] == heads)[:, :, None] & held)
        for kept in range(near.shape[1]):
            target = near[heads, kept]
            known = np.broadcast_to((target == own)[:, :, None], memory.shape).copy()
            for bit in range(near.shape[1]):
                held = (sets >> bit & 1).astype(np.bool_)
                known |= (target == near[:, bit, None])[:, :, None] & held
            memory |= known.astype(np.intp) << kept
        return memory, allowed

    def fill(self, prices: Ticks) -> int:
        """Fill the table for the prices of stops; return the scaled bound on the whole tour."""
        network, count = self.network, self.network.count
        self.prices = prices
        targets = self._target_states
        leg_costs = (
            network.leg_costs[np.arange(count)[:, None], self.heads] * network.scale
            - prices[self.heads]
        )
        walks = np.full((count, count * self.states + 1), NO_WALK, dtype=np.int64)
        rows = max(_BLOCK // max(self.heads.shape[1] * self.states, 1), 1)
        _, _, active = self._stop_layers[0]
        goal = np.repeat(self._goal_costs, self.memories, axis=1)
        walks[0, :-1].reshape(count, self.states)[active] = goal[active]
        for left in range(1, count):
            low, high, active = self._stop_layers[left]
            table = walks[left, :-1].reshape(count, self.states)
            for row in range(low, high, rows):
                part = slice(row, min(row + rows, high))
                costs = walks[left - 1].take(targets[part])
                costs += leg_costs[part, :, None]
                costs.min(axis=1, out=table[part])
            table[low:high][~active[low:high]] = NO_WALK
        self.walks = walks
        return int(self._origin_costs().min()) + int(prices.sum())

    def _origin_costs(self) -> Ticks:
        network, count = self.network, self.network.count
        stops = np.arange(count)
        origin = np.full_like(stops, count)
        starts = network.earliest_starts(origin, np.full(count, network.instance.depart), stops)
        possible = (starts < NEVER) & network.arcs[count, :count]
        slot = np.where(possible, (starts - network.first[:count]) // self.step, 0)
        rest = self.walks[-1].take((stops * self.slots + slot) * self.memories)
        leg_costs = network.leg_costs[count, :count] * network.scale - self.prices
        return np.where(possible, rest + leg_costs, NO_WALK)

    def walk(self) -> list[int]:
        """Return the stops of the cheapest walk; the table must have one."""
        network, count = self.network, self.network.count
        costs = self._origin_costs()
        stop = int(costs.argmin())
        origin, tick = np.array([count]), np.array([network.instance.depart])
        start = int(network.earliest_starts(origin, tick, np.array([stop]))[0])
        slot = (start - int(network.first[stop])) // int(self.step[stop])
        state = (stop * self.slots + slot) * self.memories
        order = [stop]
        for left in range(count - 2, -1, -1):
            targets = self._target_states[stop, :, state % self.states]
            heads = self.heads[stop]
            leg_costs = network.leg_costs[stop, heads] * network.scale - self.prices[heads]
            best = int((self.walks[left].take(targets) + leg_costs).argmin())
            stop, state = int(heads[best]), int(targets[best])
            order.append(stop)
        return order

    def rest(self, left: int, stops: Nodes, ticks: Ticks, visited: Words) -> Ticks:
        """Return scaled bounds on the remaining cost after stays that began at given ticks.

        ``visited`` holds the visited stops as bit masks, shape (labels, words). The bounds include
        the negated prices of the remaining stops.
        """
        network = self.network
        slot = (ticks - network.first[stops]) // self.step[stops]
        state = (stops * self.slots + slot) * self.memories
        labels = np.arange(len(stops))
        for bit in range(self.near.shape[1]):
            near = self.near[stops, bit]
            held = visited[labels, near >> 6] >> (near & 63).astype(np.uint64) & np.uint64(1)
            state += held.astype(np.intp) << bit
        rest: Ticks = self.walks[left].take(state)
        return rest


class Prices:
    """The best prices found for a network, and the revisited stops of its walks.

    The subgradient method of M. Held and R. M. Karp (1971), "The traveling-salesman problem and
    minimum spanning trees: part II", Mathematical Programming 1. Steps are rounded to
    integers, so that they are the same on every machine. Memories are chosen as in R. Roberti
    and A. Mingozzi (2014), "Dynamic ng-path relaxation for the delivery man problem",
    Transportation Science 48 (3).
    """

    def __init__(self, network: TourNetwork) -> None:
        self.network = network
        self.prices: Ticks = np.zeros(network.count, dtype=np.int64)
        self.returns: NDArray[np.float64] = np.zeros((network.count, network.count))

    def near(self, size: int) -> Nodes:
        """Return the stops that each stop remembers: first those often revisited near it.

        The rest are the nearest stops. Stops that can come only before it, or only after it, are
        last.
        """
        network, count = self.network, self.network.count
        leg_costs = network.apart if network.cost is None else network.cost
        leg_costs = np.where(network.arcs, leg_costs, NEVER)[:count, :count]
        gaps = np.minimum(leg_costs, leg_costs.T)
        gaps[network.before | network.before.T] = NEVER
        np.fill_diagonal(gaps, NEVER)
        order = np.lexsort((gaps, -self.returns), axis=1)
        return order[:, : min(size, count - 1)]

    def raise_bound(self, table: CompletionTable, target: int | None, rounds: int) -> int:
        """Improve the prices, fill a table with the best prices, and return the scaled bound.

        ``target`` is the scaled cost of a tour that the steps aim at, None if unknown; ``rounds``
        is the maximum number of price changes.
        """
        prices, bound = self.prices, table.fill(self.prices)
        best, factor, stale = bound, 1.0, 0
        direction: NDArray[np.float64] = np.zeros(len(prices))
        for _ in range(rounds):
            aim = best + max(best // _TARGET_MARGIN, 1) if target is None else target
            if best >= min(aim, NO_TOUR):
                break
            walk = table.walk()
            surplus = np.bincount(walk, minlength=len(prices)) - 1
            if not surplus.any():
                break
            self._note_revisits(walk)
            direction = _MOMENTUM * direction - surplus
            step = factor * max(aim - bound, 1) / float((surplus**2).sum())
            prices = prices + np.rint(step * direction).astype(np.int64)
            bound = table.fill(prices)
            stale += 1
            if bound > best:
                best, stale, self.prices = bound, 0, prices
            elif stale == _PATIENCE:
                factor, stale = factor / 2, 0
        if table.prices is not self.prices:
            table.fill(self.prices)
        return best

    def _note_revisits(self, walk: list[int]) -> None:
        """Record which stops a walk revisits, for each stop between the two visits."""
        self.returns *= _REVISIT_DECAY
        last_visits: dict[int, int] = {}
        for position, stop in enumerate(walk):
            if stop in last_visits:
                between = walk[last_visits[stop] + 1 : position]
                self.returns[between, stop] += 1 / len(between)
            last_visits[stop] = position


def _successor_table(network: TourNetwork) -> tuple[Nodes, Flags]:
    count = network.count
    arcs = network.arcs[:count, :count]
    degree = arcs.sum(axis=1)
    order = np.argsort(~arcs, axis=1, kind="stable")[:, : max(int(degree.max()), 1)]
    return order, np.arange(order.shape[1]) < degree[:, None]
