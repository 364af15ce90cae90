"""Compute the fastest times between many states of a network by partial contraction.

States with few turns, such as those along a road or in a dead end, are contracted one by one, and
shortcuts replace the fastest paths through each. This is the first part of a contraction hierarchy
(Geisberger et al. 2008). Dijkstra's algorithm searches the remaining core; a path from or to a
contracted state reaches the core through states that were contracted later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int32]
    Arcs = dict[int, float]  # state → weight of the arc from or to it

_MAX_ADDED_TURNS = 1  # by contracting a state; about a fifth of the states then remain


class Core:
    """A graph of states with sparse ``weights``, contracted for many searches."""

    def __init__(self, weights: csr_array) -> None:
        rows = zip(
            np.split(weights.indices, weights.indptr[1:-1]),
            np.split(weights.data, weights.indptr[1:-1]),
            strict=True,
        )
        self._after: list[Arcs] = [
            dict(zip(states.tolist(), values.tolist(), strict=True)) for states, values in rows
        ]
        self._before: list[Arcs] = [{} for _ in self._after]
        for state, after in enumerate(self._after):
            for other, weight in after.items():
                self._before[other][state] = weight
        self._rank: dict[int, int] = {}
        self._contract_states()
        core_states = [state for state in range(len(self._after)) if state not in self._rank]
        self._number = {state: number for number, state in enumerate(core_states)}
        self._arcs = _to_sparse_rows(
            [self._select_core_arcs(self._after[state]) for state in core_states]
        )

    def between(self, starts: Sequence[Arcs], goals: Sequence[Arcs], limit: float) -> Floats:
        """Return minimum weights of shape (starts, goals), inf above the limit or without a path.

        A start maps the states that it leads to, and a goal the states that lead to it, to weights.
        """
        onward = [self._search_to_core(each, self._after) for each in starts]
        ending = [self._search_to_core(each, self._before) for each in goals]
        inner = [self._select_core_arcs(each) for each in onward]
        added = _to_sparse_rows(inner)
        states = np.concatenate([self._arcs[0], added[0]])
        weights = np.concatenate([self._arcs[1], added[1]])
        first = np.concatenate([self._arcs[2], self._arcs[2][-1] + added[2][1:]])
        size = len(first) - 1
        graph = csr_array((weights, states, first), shape=(size, size))
        found = dijkstra(graph, indices=range(len(self._number), size), limit=limit)
        best = np.full((len(starts), len(goals)), np.inf)
        for column, each in enumerate(ending):
            for state, weight in self._select_core_arcs(each):
                np.minimum(best[:, column], found[:, state] + weight, out=best[:, column])
        self._join_outside_core(onward, ending, best)
        best[best > limit] = np.inf
        return best

    def _contract_states(self) -> None:
        """Contract states until contracting any remaining one would add too many turns."""
        waiting = [*range(len(self._after))]
        while waiting:
            state = waiting.pop()
            before, after = self._before[state], self._after[state]
            if state in after:
                del after[state], before[state]
            adds_too_many = len(before) * len(after) > len(before) + len(after) + _MAX_ADDED_TURNS
            if state in self._rank or adds_too_many:
                continue
            self._rank[state] = len(self._rank)
            for origin, weight in before.items():
                self._add_shortcuts(state, origin, weight)
            for goal in after:
                del self._before[goal][state]
            waiting += [*before, *after]

    def _add_shortcuts(self, state: int, origin: int, weight: float) -> None:
        onward = self._after[origin]
        del onward[state]
        for goal, rest in self._after[state].items():
            if goal != origin and weight + rest < onward.get(goal, np.inf):
                onward[goal] = self._before[goal][origin] = weight + rest

    def _search_to_core(self, arcs: Mapping[int, float], onward: Sequence[Arcs]) -> Arcs:
        found = dict(arcs)
        waiting = [(self._rank[state], state) for state in arcs if state in self._rank]
        waiting.sort()
        while waiting:
            _, state = heappop(waiting)
            for other, rest in onward[state].items():
                if other not in found and other in self._rank:
                    heappush(waiting, (self._rank[other], other))
                found[other] = min(found.get(other, np.inf), found[state] + rest)
        return found

    def _select_core_arcs(self, arcs: Arcs) -> list[tuple[int, float]]:
        return [
            (self._number[state], weight) for state, weight in arcs.items() if state in self._number
        ]

    def _join_outside_core(
        self, onward: Sequence[Arcs], ending: Sequence[Arcs], best: Floats
    ) -> None:
        goals: dict[int, list[tuple[int, float]]] = {}
        for column, each in enumerate(ending):
            for state, weight in each.items():
                if state in self._rank:
                    goals.setdefault(state, []).append((column, weight))
        for row, each in enumerate(onward):
            for state in each.keys() & goals.keys():
                for column, weight in goals[state]:
                    best[row, column] = min(best[row, column], each[state] + weight)


def _to_sparse_rows(arcs: Sequence[Sequence[tuple[int, float]]]) -> tuple[Ints, Floats, Ints]:
    states = np.array([state for row in arcs for state, _ in row], np.int32)
    weights = np.array([weight for row in arcs for _, weight in row], np.float64)
    return states, weights, np.cumsum([0, *map(len, arcs)], dtype=np.int32)
