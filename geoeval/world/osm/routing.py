"""Fastest paths over a road network: one, a few that truly differ, and matrices of times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra
from shapely import STRtree, linestrings, points

from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.world.records import LatLon

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.world.osm.arrays import Network

    Floats = NDArray[np.float64]

_SNAP_M = 1000.0  # a place farther from any road cannot be reached by it
_AGAIN = 1.4  # how much longer an edge seems to an alternative if it was used before
_SLOWER = 1.5  # an alternative takes at most so many times the fastest
_TINY = 1e-6  # a turn that takes no time is none to a sparse matrix
_DEGREE_M = np.radians(1) * EARTH_RADIUS_M
_SHARED = 0.7  # and shares at most this part of its length with each earlier path


class Snap(NamedTuple):
    """Where a position meets the network: an edge, the part of it behind, and how far off."""

    edge: int
    part: float
    off_m: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """Edges in order; of the first and last only the parts from ``start`` to ``end``."""

    edges: tuple[int, ...]
    start: float
    end: float
    time_s: float
    length_m: float


class Router:
    """Fastest paths on a network between positions, each joined to its nearest roads."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._onto = network.edge_of[network.turns]
        self._weights = network.cost_s + network.time_s[self._onto] + _TINY

    def paths(self, origin: LatLon, destination: LatLon, most: int = 1) -> list[Path]:
        """Return up to ``most`` paths that truly differ, the fastest first; none if none is found.

        Notes
        -----
        Alternatives come from a search in which the edges of earlier paths seem slower.
        """
        sources, targets = self.snaps([origin, destination])
        weights = self._weights
        found: list[Path] = []
        for _ in range(3 * most if most > 1 else 1):  # some detours share too much with a path
            path = self._fastest(sources, targets, weights)
            if path is None or (found and path.time_s > _SLOWER * found[0].time_s):
                break
            if all(self._shared(path, other) <= _SHARED for other in found):
                found.append(path)
                if len(found) == most:
                    break
            weights = np.where(np.isin(self._onto, path.edges), weights * _AGAIN, weights)
        return sorted(found, key=lambda path: path.time_s)

    def matrix(
        self, origins: Sequence[LatLon], destinations: Sequence[LatLon]
    ) -> tuple[Floats, Floats]:
        """Return times in seconds and lengths in metres, (origins, destinations); inf if none."""
        net = self.network
        starts, goals = self.snaps(origins), self.snaps(destinations)
        far = len(net.edge_of)
        graph = self._graph(starts, self._weights)
        times, before = dijkstra(
            graph, indices=range(far, far + len(starts)), return_predecessors=True
        )
        lengths = self._lengths(before, starts)
        shape = (len(origins), len(destinations))
        best, metres = np.full(shape, np.inf), np.full(shape, np.inf)
        for column, targets in enumerate(goals):
            for target in targets:
                rest = 1 - target.part
                for state in self._states_of(target.edge):
                    time = times[:, state] - rest * net.time_s[target.edge]
                    length = lengths[:, state] - rest * net.length_m[target.edge]
                    nearer = time < best[:, column]
                    best[nearer, column] = time[nearer]
                    metres[nearer, column] = length[nearer]
        for row, sources in enumerate(starts):
            for column, targets in enumerate(goals):
                for direct in self._direct(sources, targets):
                    if direct.time_s < best[row, column]:
                        best[row, column], metres[row, column] = direct.time_s, direct.length_m
        return best, metres

    def snaps(self, positions: Sequence[LatLon]) -> list[list[Snap]]:
        """Return where each position meets its nearest road, in each direction of the road.

        A position farther than a kilometre from every road meets none.
        """
        if not positions:
            return []
        edges, tree, scale = self._tree
        spots = points(np.array(positions)[:, ::-1] * scale)
        found: list[list[Snap]] = []
        for spot, at in zip(spots, tree.nearest(spots).tolist(), strict=True):
            line, edge = tree.geometries[at], int(edges[at])
            off_m = float(line.distance(spot)) * _DEGREE_M
            part = float(line.project(spot, normalized=True))
            back = int(self.network.back[edge])
            here = [Snap(edge, part, off_m)]
            if back >= 0 and self._core[back]:
                here.append(Snap(back, 1 - part, off_m))
            found.append(here if off_m <= _SNAP_M else [])
        return found

    def _fastest(
        self, sources: Sequence[Snap], targets: Sequence[Snap], weights: Floats
    ) -> Path | None:
        """Return the path of least weight, with its true time."""
        net = self.network
        if not sources or not targets:
            return None
        source = len(net.edge_of)
        times, before = dijkstra(
            self._graph([sources], weights), indices=source, return_predecessors=True
        )
        goals = [
            (times[state] - (1 - target.part) * net.time_s[target.edge], state, target)
            for target in targets
            for state in self._states_of(target.edge)
        ]
        reached, state, target = min(goals, key=lambda goal: goal[0])
        direct = min(self._direct(sources, targets), key=lambda path: path.time_s, default=None)
        if direct is not None and direct.time_s <= reached:
            return direct
        if not np.isfinite(reached):
            return None
        states = [int(state)]
        while (previous := int(before[states[-1]])) != source:
            states.append(previous)
        states.reverse()
        after = int(states[0])
        start = min(
            (each for each in sources if after in self._after(each.edge)),
            key=lambda each: (
                (1 - each.part) * net.time_s[each.edge] + self._turn_s(each.edge, after)
            ),
        )
        run = [start.edge, *states]
        edges = [int(net.edge_of[each]) for each in run]
        turning = sum(self._turn_s(one, other) for one, other in pairwise(run))
        return self._measured(tuple(edges), start.part, target.part, turning)

    def _measured(self, edges: tuple[int, ...], start: float, end: float, turning_s: float) -> Path:
        """Return a path with its time and length: the whole edges less what is not travelled."""
        net, run = self.network, list(edges)
        length, time = (
            float(each[run].sum() - start * each[run[0]] - (1 - end) * each[run[-1]])
            for each in (net.length_m, net.time_s)
        )
        if len(edges) > 1 and start > 1 - _TINY:  # from a junction: nothing of its edge is used
            edges, start = edges[1:], 0.0
        if len(edges) > 1 and end < _TINY:
            edges, end = edges[:-1], 1.0
        return Path(edges=edges, start=start, end=end, time_s=time + turning_s, length_m=length)

    def _direct(self, sources: Sequence[Snap], targets: Sequence[Snap]) -> Iterator[Path]:
        """Yield the paths that stay on one edge."""
        for one in sources:
            for other in targets:
                if one.edge == other.edge and one.part <= other.part:
                    # The edge counts once, and ends before its end.
                    share = other.part - one.part
                    yield Path(
                        edges=(one.edge,),
                        start=one.part,
                        end=other.part,
                        time_s=float(share * self.network.time_s[one.edge]),
                        length_m=float(share * self.network.length_m[one.edge]),
                    )

    def _graph(self, starts: Sequence[Sequence[Snap]], weights: Floats) -> csr_array:
        """Return the turns as a graph of states, with one more node for each start.

        A start leads to what follows its edges, so that a state is always one entered at the start
        of its edge.
        """
        net = self.network
        columns, values, counts = [net.turns], [weights], []
        for sources in starts:
            at = len(columns)
            for source in sources:
                row = slice(net.first[source.edge], net.first[source.edge + 1])
                columns.append(net.turns[row])
                values.append(weights[row] + (1 - source.part) * net.time_s[source.edge])
            counts.append(sum(map(len, columns[at:])))
        first = np.concatenate([net.first, net.first[-1] + np.cumsum(counts, dtype=np.int32)])
        size = len(first) - 1
        parts = (np.concatenate(values), np.concatenate(columns), first)
        return csr_array(parts, shape=(size, size))

    def _lengths(self, before: NDArray[np.int32], starts: Sequence[Sequence[Snap]]) -> Floats:
        """Return the length of the path to the end of each state, (origins, states).

        The sum along the predecessors of all states at once: each round doubles the part summed.
        """
        net = self.network
        states = len(net.edge_of)
        own = np.append(net.length_m[net.edge_of], np.zeros(len(starts)))
        total = np.tile(own, (len(starts), 1))
        for row, sources in enumerate(starts):
            for source in reversed(sources):
                after = self._after(source.edge)
                begun = after[before[row, after] == states + row]
                total[row, begun] = own[begun] + (1 - source.part) * net.length_m[source.edge]
        jump = np.where(before < 0, states, before)
        rows = np.arange(len(starts))[:, None]
        total[rows, states + rows] = 0
        while (jump < states).any():
            total = total + total[rows, jump]
            jump = np.where(jump < states, jump[rows, jump], states)
        return total

    def _states_of(self, edge: int) -> list[int]:
        return self._copies.get(edge, [edge])

    def _after(self, state: int) -> NDArray[np.int32]:
        return self.network.turns[self.network.first[state] : self.network.first[state + 1]]

    def _turn_s(self, state: int, after: int) -> float:
        """Return the time that the turn from one state to another costs."""
        at = int(self.network.first[state]) + int(np.flatnonzero(self._after(state) == after)[0])
        return float(self.network.cost_s[at])

    def _shared(self, path: Path, other: Path) -> float:
        """Return the part of a path's length that runs over the edges of another."""
        lengths = self.network.length_m
        run = np.array(path.edges)
        return float(lengths[run[np.isin(run, other.edges)]].sum() / max(lengths[run].sum(), _TINY))

    @cached_property
    def _copies(self) -> dict[int, list[int]]:
        """The states of the edges that have more than one."""
        edge_of = self.network.edge_of
        found: dict[int, list[int]] = {}
        for state in range(len(self.network.road), len(edge_of)):
            found.setdefault(int(edge_of[state]), [int(edge_of[state])]).append(state)
        return found

    @cached_property
    def _core(self) -> NDArray[np.bool_]:
        """Which edges belong to the largest part in which each can be reached from each.

        Turning back counts as possible: in a ring, both directions are one part.
        """
        net = self.network
        edges, states = len(net.road), len(net.edge_of)
        turning = np.flatnonzero(net.back >= 0)
        before = np.concatenate([np.repeat(np.arange(states), np.diff(net.first)), turning])
        after = np.concatenate([net.turns, net.back[turning]])
        graph = csr_array((np.ones(len(after)), (before, after)), shape=(states, states))
        _, labels = connected_components(graph, connection="strong")
        labels = labels[:edges]
        return np.asarray(labels == np.bincount(labels).argmax())

    @cached_property
    def _tree(self) -> tuple[NDArray[np.intp], STRtree, Floats]:
        """The edges that positions are joined to, their lines, and the scale of degrees to metres.

        Degrees of longitude are shortened as at the middle of the network.
        """
        net = self.network
        scale = np.array([np.cos(np.radians(net.lat.mean())), 1.0])
        edges = np.flatnonzero(self._core)
        number = np.repeat(np.arange(len(net.road)), np.diff(net.shape))
        kept = self._core[number]
        ranks = np.cumsum(self._core) - 1
        coordinates = np.column_stack([net.lon, net.lat])[kept] * scale
        lines = linestrings(coordinates, indices=ranks[number[kept]])
        return edges, STRtree(lines), scale
