"""Fastest paths over a road network: one, a few that truly differ, and matrices of times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra

from geoeval.calculators.sphere.array_math import remainder
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.world.osm.contraction import Core
from geoeval.world.records import LatLon
from geoeval.world.service import Area

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.world.osm.arrays import Network

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

GAP_M = 1000.0
"""A place farther than that from any road, in metres, cannot be reached by it."""

_AGAIN = 1.4  # how much longer an edge seems to an alternative if it was used before
_SLOWER = 1.5  # an alternative takes at most so many times the fastest
_SHARED = 0.7  # and shares at most this part of its length with each earlier path
_TINY = 1e-6  # a part of an edge that is none
_WALK_MPS = 5 / 3.6  # between a place and the road, as fast as on foot
_GATES_M = 10.0  # an area is reached from all roads that are nearly as near to it as the nearest
_PLANE_DIGITS = 10  # of degrees: ties are ties wherever a town lies
_DEGREE_M = np.radians(1) * EARTH_RADIUS_M

# A weight holds a time in hundredths of a second and a length in tenths of a metre, in one whole
# number: both add up exactly along a path, so that a search for the least time also gives the
# length. A double holds 53 bits: 28 for up to 31 days, 25 for up to 3,355 km.
_TIME = 2.0**25
_MOST = 2.0**53


class Snap(NamedTuple):
    """Where an end meets the network: an edge, the part of it behind, and the gap between."""

    edge: int
    part: float
    gap_m: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """Edges in order; of the first and last only the parts from ``start`` to ``end``.

    ``times_s`` and ``lengths_m`` are those of the edges, each time with the turn onto its edge.
    ``gaps_m`` are walked between the ends and the roads.
    """

    edges: tuple[int, ...]
    start: float
    end: float
    times_s: tuple[float, ...]
    lengths_m: tuple[float, ...]
    gaps_m: tuple[float, float]

    @property
    def time_s(self) -> float:
        """The time of the whole path, gaps included."""
        return round(sum(self.times_s) + sum(map(walking_s, self.gaps_m)), 2)

    @property
    def length_m(self) -> float:
        """The length of the whole path, gaps included."""
        return round(sum(self.lengths_m) + sum(self.gaps_m), 1)


class Matrix(NamedTuple):
    """Times and lengths from origins (rows) to destinations, inf where no path is found.

    ``gaps_m`` are those of both ends to the nearest road, of shape (origins, destinations, 2).
    """

    times_s: Floats
    lengths_m: Floats
    gaps_m: Floats


def walking_s(gap_m: float) -> float:
    """Return the time that a gap between a place and the road takes."""
    return round(gap_m / _WALK_MPS, 2)


class Router:
    """Fastest paths on a network between positions or areas, each joined to roads near it.

    Roads from which each can be reached from each form a component. Two ends are joined to the
    component whose roads are the nearest to both; to the next one if that has no path.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self._onto = network.edge_of[network.turns]
        self._time_cs = np.rint(network.time_s * 100)
        self._length_dm = np.rint(network.length_m * 10)
        self._turn_cs = np.rint(network.cost_s * 100)
        self._edges = self._time_cs * _TIME + self._length_dm
        turns = self._turn_cs * _TIME + self._edges[self._onto]
        self._weights = np.maximum(turns, 1.0)  # a weight of 0 is no turn to a sparse matrix
        states = len(network.edge_of)
        self._even = np.ones(len(network.road))
        self._before = np.repeat(np.arange(states), np.diff(network.first))
        self._keys = self._before * states + network.turns

    def paths(self, origin: LatLon | Area, destination: LatLon | Area, most: int = 1) -> list[Path]:
        """Return up to ``most`` paths that truly differ, the fastest first; none if none is found.

        Alternatives come from a search in which the edges of earlier paths seem slower.
        """
        start, goal = self.snaps([origin, destination])
        shared = sorted({*start} & {*goal}, key=lambda c: start[c][0].gap_m + goal[c][0].gap_m)
        found = (self._alternative_paths(start[each], goal[each], most) for each in shared)
        return next(filter(None, found), [])

    def matrix(
        self,
        origins: Sequence[LatLon | Area],
        destinations: Sequence[LatLon | Area],
    ) -> Matrix:
        """Return times, lengths and gaps of the fastest paths."""
        starts, goals = self.snaps(origins), self.snaps(destinations)
        shape = (len(starts), len(goals))
        best, gaps_m = np.full(shape, np.inf), np.zeros((*shape, 2))
        components, to_start, to_goal = _gaps_by_component(starts, goals)
        gaps = to_start[:, None] + to_goal[None]
        while gaps.size and np.isfinite(gaps).any():
            nearest = gaps.argmin(axis=2)
            is_open = np.isfinite(gaps.min(axis=2))
            for at in np.unique(nearest[is_open]).tolist():
                chosen = is_open & (nearest == at)
                rows, columns = (np.flatnonzero(chosen.any(axis=axis)) for axis in (1, 0))
                inner = np.ix_(rows, columns)
                found = self._weights_between(
                    [starts[row][components[at]] for row in rows],
                    [goals[column][components[at]] for column in columns],
                )
                best[inner] = np.where(chosen[inner], found, best[inner])
                row, column = np.nonzero(chosen)
                gaps_m[row, column] = np.stack([to_start[row, at], to_goal[column, at]], axis=1)
            np.put_along_axis(gaps, nearest[..., None], np.inf, axis=2)
            gaps[np.isfinite(best)] = np.inf
        is_found = np.isfinite(best)
        times_s = np.floor(best / _TIME) / 100
        lengths_m = np.where(is_found, np.where(is_found, best, 0.0) % _TIME / 10, np.inf)
        return Matrix(times_s, lengths_m, gaps_m)

    def snaps(self, ends: Sequence[LatLon | Area]) -> list[dict[int, list[Snap]]]:
        """Return where ends meet the nearest roads of each component, in each direction.

        At a crossing these are all roads that meet there. A component farther than a kilometre
        from an end does not count.
        """
        if not ends:
            return []
        lines = self._lines
        shapes = np.array([lines.shape(each) for each in ends])
        end, line, parts, gaps = lines.meet(shapes)
        more_m = np.where([isinstance(each, Area) for each in ends], _GATES_M, 0.0)[end]
        found: list[dict[int, list[Snap]]] = [{} for _ in ends]
        order = np.argsort(gaps, kind="stable")
        for at in order[gaps[order] <= GAP_M].tolist():
            edge, part, gap_m = int(lines.edges[line[at]]), float(parts[at]), float(gaps[at])
            joined = found[end[at]].setdefault(int(self._edge_components[edge]), [])
            if joined and gap_m > joined[0].gap_m + more_m[at]:
                continue
            joined.append(Snap(edge, part, gap_m))
            if (back := int(self.network.back[edge])) >= 0:
                joined.append(Snap(back, 1 - part, gap_m))
        return found

    def _weights_between(
        self, starts: Sequence[Sequence[Snap]], goals: Sequence[Sequence[Snap]]
    ) -> Floats:
        leaving = [
            {state: weight for state, (weight, _) in self._start_states(each, self._even).items()}
            for each in starts
        ]
        best = self._contracted_core.between(
            leaving, [self._end_states(each) for each in goals], _MOST
        )
        columns: dict[int, set[int]] = {}
        for column, each in enumerate(goals):
            for snap in each:
                columns.setdefault(snap.edge, set()).add(column)
        for row, sources in enumerate(starts):
            for column in {c for snap in sources for c in columns.get(snap.edge, ())}:
                direct = self._direct_path(sources, goals[column], self._even)
                best[row, column] = min(best[row, column], direct[0])
        return best

    def _end_states(self, targets: Sequence[Snap]) -> dict[int, float]:
        """Return the states of the edges of a goal, with what it adds to their weights."""
        found: dict[int, float] = {}
        for target in targets:
            weight = self._end_weight(target)
            for state in self._states_of(target.edge):
                found[state] = min(found.get(state, np.inf), weight)
        return found

    def _start_states(
        self, sources: Sequence[Snap], slower: Floats
    ) -> dict[int, tuple[float, Snap]]:
        """Return the states that follow the edges of a start, each with its weight and edge."""
        net = self.network
        found: dict[int, tuple[float, Snap]] = {}
        for source in sources:
            row = slice(net.first[source.edge], net.first[source.edge + 1])
            rest = self._start_weight(source) * slower[source.edge]
            weights = self._weights[row] * slower[self._onto[row]] + rest
            for state, weight in zip(net.turns[row].tolist(), weights.tolist(), strict=True):
                if state not in found or weight < found[state][0]:
                    found[state] = weight, source
        return found

    def _direct_path(
        self, sources: Sequence[Snap], targets: Sequence[Snap], slower: Floats
    ) -> tuple[float, Snap | None, Snap | None]:
        found = [
            (self._direct_weight(one, other) * float(slower[one.edge]), one, other)
            for one in sources
            for other in targets
            if one.edge == other.edge and one.part <= other.part
        ]
        return min(found, key=itemgetter(0), default=(np.inf, None, None))

    def _alternative_paths(
        self, sources: Sequence[Snap], targets: Sequence[Snap], most: int
    ) -> list[Path]:
        """Return up to ``most`` paths that differ, the fastest first."""
        slower = self._even.copy()  # how many times as slow an edge seems
        found: list[Path] = []
        for _ in range(3 * most if most > 1 else 1):  # some detours share too much with a path
            path = self._fastest_path(sources, targets, slower)
            if path is None or (found and path.time_s > _SLOWER * found[0].time_s):
                break
            if not found or self._is_alternative(path, found):
                found.append(path)
                if len(found) == most:
                    break
            slower[[*path.edges]] *= _AGAIN
        return sorted(found, key=lambda path: path.time_s)

    def _fastest_path(
        self, sources: Sequence[Snap], targets: Sequence[Snap], slower: Floats
    ) -> Path | None:
        """Return the path of least weight over edges that seem ``slower``, with its true time."""
        source = len(self.network.edge_of)
        leaving = self._start_states(sources, slower)
        reached, before = dijkstra(
            self._turn_graph(leaving, self._weights * slower[self._onto]),
            indices=source,
            return_predecessors=True,
            limit=_MOST,
        )
        weight, state, target = min(
            (
                (reached[state] + self._end_weight(target) * slower[target.edge], state, target)
                for target in targets
                for state in self._states_of(target.edge)
            ),
            key=itemgetter(0),
        )
        direct, one, other = self._direct_path(sources, targets, slower)
        if one is not None and other is not None and direct <= weight:
            return self._measure_path(one, [one.edge], other)
        if not np.isfinite(weight):
            return None
        run = [state]
        while (previous := int(before[run[-1]])) != source:
            run.append(previous)
        run.reverse()
        start = leaving[run[0]][1]
        return self._measure_path(start, [start.edge, *run], target)

    def _measure_path(self, start: Snap, run: list[int], end: Snap) -> Path:
        """Return the path over states from one end to the other, without edges barely touched."""
        edges = self.network.edge_of[run]
        times, lengths = self._time_cs[edges], self._length_dm[edges]
        times[1:] += self._turn_cs[self._turn_indices(run)]
        for at, snap, sign in ((0, start, -1), (-1, end, 1)):
            shares = self._share_of_edge(snap)
            times[at] += sign * shares[0]
            lengths[at] += sign * shares[1]
        times[-1] -= self._time_cs[end.edge]
        lengths[-1] -= self._length_dm[end.edge]
        first = int(len(edges) > 1 and start.part > 1 - _TINY)
        last = len(edges) - int(len(edges) - first > 1 and end.part < _TINY)
        times[first] += times[:first].sum()
        times[last - 1] += times[last:].sum()
        return Path(
            edges=tuple(edges[first:last].tolist()),
            start=0.0 if first else start.part,
            end=1.0 if last < len(edges) else end.part,
            times_s=tuple((times[first:last] / 100).tolist()),
            lengths_m=tuple((lengths[first:last] / 10).tolist()),
            gaps_m=(start.gap_m, end.gap_m),
        )

    def _turn_graph(self, leaving: Mapping[int, tuple[float, Snap]], weights: Floats) -> csr_array:
        """Return the turns as a graph of states, with one more node for a start.

        The start leads to what follows its edges, so that a state is always one entered at the
        start of its edge.
        """
        net = self.network
        size = len(net.first)
        columns = np.concatenate([net.turns, np.array([*leaving], np.int32)])
        values = np.concatenate([weights, [weight for weight, _ in leaving.values()]])
        first = np.concatenate([net.first, net.first[-1:] + len(leaving)])
        return csr_array((values, columns, first), shape=(size, size))

    def _start_weight(self, start: Snap) -> float:
        """Return the weight of the rest of an edge after a start, with the gap before it."""
        return float(self._edges[start.edge]) - self._share_weight(start) + _gap_weight(start.gap_m)

    def _end_weight(self, end: Snap) -> float:
        """Return what an end adds to the weight of its whole edge: less the rest, and the gap."""
        return self._share_weight(end) - float(self._edges[end.edge]) + _gap_weight(end.gap_m)

    def _direct_weight(self, start: Snap, end: Snap) -> float:
        gaps = _gap_weight(start.gap_m) + _gap_weight(end.gap_m)
        return self._share_weight(end) - self._share_weight(start) + gaps

    def _share_weight(self, snap: Snap) -> float:
        time_cs, length_dm = self._share_of_edge(snap)
        return time_cs * _TIME + length_dm

    def _share_of_edge(self, snap: Snap) -> tuple[int, int]:
        time, length = self._time_cs[snap.edge], self._length_dm[snap.edge]
        return round(snap.part * time), round(snap.part * length)

    def _turn_indices(self, run: Sequence[int]) -> Ints:
        states = np.array(run, np.int64)
        return np.searchsorted(self._keys, states[:-1] * len(self.network.edge_of) + states[1:])

    def _states_of(self, edge: int) -> list[int]:
        return self._edge_copies.get(edge, [edge])

    def _is_alternative(self, path: Path, found: Sequence[Path]) -> bool:
        run, lengths = np.array(path.edges), np.array(path.lengths_m)
        if (self.network.back[run[:-1]] == run[1:]).any():
            return False
        most = _SHARED * lengths.sum()
        return all(lengths[np.isin(run, other.edges)].sum() <= most for other in found)

    @cached_property
    def _contracted_core(self) -> Core:
        states = len(self.network.edge_of)
        parts = (self._weights, self.network.turns, self.network.first)
        return Core(csr_array(parts, shape=(states, states)))

    @cached_property
    def _edge_copies(self) -> dict[int, list[int]]:
        """The states of the edges that have more than one."""
        edge_of = self.network.edge_of
        found: dict[int, list[int]] = {}
        for state in range(len(self.network.road), len(edge_of)):
            found.setdefault(int(edge_of[state]), [int(edge_of[state])]).append(state)
        return found

    @cached_property
    def _edge_components(self) -> Ints:
        """The component of each edge, 0 for the largest.

        Turning back counts as possible: in a ring, both directions are one component.
        """
        net = self.network
        edges = len(net.road)
        turning = np.flatnonzero(net.back >= 0)
        before = np.concatenate([net.edge_of[self._before], turning])
        after = np.concatenate([self._onto, net.back[turning]])
        graph = csr_array((np.ones(len(after)), (before, after)), shape=(edges, edges))
        _, labels = connected_components(graph, connection="strong")
        largest_first = np.argsort(-np.bincount(labels), kind="stable")
        rank = np.empty_like(largest_first)
        rank[largest_first] = np.arange(len(rank))
        return np.asarray(rank[labels])

    @cached_property
    def _lines(self) -> _Lines:
        return _Lines(self.network, self._edge_components)


class _Lines:
    """The edges as lines in a plane, each direction of a road once, to find those near an end.

    Degrees of longitude are counted from the middle of the network and shortened as there.
    """

    def __init__(self, network: Network, components: Ints) -> None:
        self.edges = np.flatnonzero(
            (network.back < 0) | (network.back > np.arange(len(network.back)))
        )
        self._middle = float(network.lon[0])
        self._scale = float(np.cos(np.radians((network.lat.min() + network.lat.max()) / 2)))
        number = np.repeat(np.arange(len(network.road)), np.diff(network.shape))
        rank = np.full(len(network.road), -1)
        rank[self.edges] = np.arange(len(self.edges))
        kept = rank[number] >= 0
        plane = self._to_plane(np.column_stack([network.lat, network.lon])[kept])
        self._lines = shapely.linestrings(plane, indices=rank[number[kept]])
        self._component = components[self.edges]
        is_main = self._component == 0
        self._main, self._minor = np.flatnonzero(is_main), np.flatnonzero(~is_main)
        self._main_tree, self._minor_tree = (
            shapely.STRtree(self._lines[each]) for each in (self._main, self._minor)
        )

    def shape(self, end: LatLon | Area) -> shapely.Geometry:
        """Return the point of a position, or the gates or the outline of an area."""
        if not isinstance(end, Area):
            return shapely.points(self._to_plane(np.array([end])))[0]
        spots = self._to_plane(np.array(end.access))
        is_outline = len(spots) > 3 and end.access[0] == end.access[-1]
        return shapely.linearrings(spots) if is_outline else shapely.multipoints(spots)

    def meet(self, shapes: NDArray[np.object_]) -> tuple[Ints, Ints, Floats, Floats]:
        """Return where shapes meet lines near them: the nearest of each component among them.

        These are the numbers of shape and line, the part of the line, and the gap in metres. A line
        that runs along an area meets it where it comes near and where it leaves it, too.
        """
        shape, line = self._nearby_pairs(shapes)
        links = shapely.shortest_line(self._lines[line], shapes[shape])
        of_areas = np.flatnonzero(self._is_area(shapes)[shape])
        along, reach = self._lines_along(
            shape[of_areas], line[of_areas], shapely.length(links[of_areas])
        )
        along = of_areas[along]
        stretches = shapely.intersection(
            self._lines[line[along]], shapely.buffer(shapes[shape[along]], reach)
        )
        spots, of = shapely.get_coordinates(stretches, return_index=True)
        shape, line = (np.concatenate([all_, all_[along[of]]]) for all_ in (shape, line))
        further = shapely.shortest_line(shapely.points(spots), shapes[shape[len(links) :]])
        ends = shapely.get_coordinates([*links, *further]).reshape(-1, 2, 2)
        ours, theirs = ends.swapaxes(0, 1)
        parts = shapely.line_locate_point(self._lines[line], shapely.points(ours), normalized=True)
        gaps = np.round(haversine(self._to_globe(ours), self._to_globe(theirs)), 1)
        return shape, line, parts, gaps

    def _nearby_pairs(self, shapes: NDArray[np.object_]) -> tuple[Ints, Ints]:
        """Return pairs of shapes and lines: all of small components, the nearest of the largest."""
        (shape, line), off = self._main_tree.query_nearest(shapes, return_distance=True)
        areas = np.flatnonzero(self._is_area(shapes))
        reach = off[np.searchsorted(shape, areas)] + _GATES_M / _DEGREE_M
        area, gate = self._main_tree.query(shapes[areas], "dwithin", reach)
        far, minor = self._minor_tree.query(shapes, "dwithin", GAP_M / _DEGREE_M)
        return (
            np.concatenate([shape, areas[area], far]),
            np.concatenate([self._main[line], self._main[gate], self._minor[minor]]),
        )

    def _lines_along(self, areas: Ints, line: Ints, off: Floats) -> tuple[Ints, Floats]:
        """Return which lines are nearly as near to an area as the nearest, and how near that is.

        ``off`` is how far each line is from its area.
        """
        pairs = np.column_stack([areas, self._component[line]])
        _, group = np.unique(pairs, axis=0, return_inverse=True)
        nearest = np.full(len(pairs), np.inf)
        np.minimum.at(nearest, group, off)
        reach = nearest[group] + _GATES_M / _DEGREE_M
        along = np.flatnonzero(off <= reach)
        return along, reach[along]

    @staticmethod
    def _is_area(shapes: NDArray[np.object_]) -> NDArray[np.bool_]:
        return np.asarray(shapely.get_type_id(shapes) != shapely.GeometryType.POINT)

    def _to_plane(self, spots: Floats) -> Floats:
        east = remainder(spots[:, 1] - self._middle, 360) * self._scale
        plane: Floats = np.column_stack([east, spots[:, 0]])
        return plane.round(_PLANE_DIGITS)

    def _to_globe(self, points: Floats) -> Floats:
        """Return latitude, and longitude from the middle on, of points of the plane."""
        return np.column_stack([points[:, 1], points[:, 0] / self._scale])


def _gaps_by_component(
    starts: Sequence[dict[int, list[Snap]]], goals: Sequence[dict[int, list[Snap]]]
) -> tuple[list[int], Floats, Floats]:
    """Return the components that some start and some goal are near to, and the gaps to them.

    These have a row for each end and a column for each component, inf where it is too far.
    """
    common = {c for each in starts for c in each} & {c for each in goals for c in each}
    components = sorted(common)
    to_start, to_goal = (
        np.array(
            [[snaps[c][0].gap_m if c in snaps else np.inf for c in components] for snaps in ends]
        ).reshape(len(ends), len(components))
        for ends in (starts, goals)
    )
    return components, to_start, to_goal


def _gap_weight(gap_m: float) -> float:
    return round(walking_s(gap_m) * 100) * _TIME + round(gap_m * 10)
