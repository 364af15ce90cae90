"""Find the fastest paths on a road network: single paths, alternatives, and matrices."""

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
"""Places farther than this from every road, in metres, cannot be reached."""

_REUSE_FACTOR = 1.4  # slowdown of an edge for each earlier path that uses it
_MAX_DETOUR = 1.5  # an alternative takes at most this multiple of the fastest time
_MAX_SHARED = 0.7  # and shares at most this fraction of its length with any earlier path
_MIN_FRACTION = 1e-6  # smaller fractions of an edge count as 0
_WALK_MPS = 5 / 3.6  # walking speed between a place and the road
_ACCESS_MARGIN_M = 10.0  # areas are reached from the nearest road and roads this much farther
_PLANE_DIGITS = 10  # decimals of degrees; rounding keeps ties equal at any longitude
_DEGREE_M = np.radians(1) * EARTH_RADIUS_M

# A weight packs a time in hundredths of a second and a length in tenths of a metre into one
# integer: both add up exactly along a path, so a search for the minimum time also yields the
# length. A double has 53 bits: 28 for up to 31 days, 25 for up to 3,355 km.
_TIME_UNIT = 2.0**25
_MAX_WEIGHT = 2.0**53


class Snap(NamedTuple):
    """The point where an end joins the network: edge, fraction of the edge before it, and gap."""

    edge: int
    fraction: float
    gap_m: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """A path of edges, from fraction ``start`` of the first edge to fraction ``end`` of the last.

    ``times_s`` and ``lengths_m`` are per edge; a time includes the turn onto its edge. ``gaps_m``
    are walked between the ends and the roads.
    """

    edges: tuple[int, ...]
    start: float
    end: float
    times_s: tuple[float, ...]
    lengths_m: tuple[float, ...]
    gaps_m: tuple[float, float]

    @property
    def time_s(self) -> float:
        """The time of the whole path including gaps."""
        return round(sum(self.times_s) + sum(map(walking_s, self.gaps_m)), 2)

    @property
    def length_m(self) -> float:
        """The length of the whole path including gaps."""
        return round(sum(self.lengths_m) + sum(self.gaps_m), 1)


class Matrix(NamedTuple):
    """Times and lengths from origins (rows) to destinations, inf without a path.

    ``gaps_m``, from both ends to the road, has the shape (origins, destinations, 2).
    """

    times_s: Floats
    lengths_m: Floats
    gaps_m: Floats


def walking_s(gap_m: float) -> float:
    """Return the time in seconds to walk a gap between a place and the road."""
    return round(gap_m / _WALK_MPS, 2)


class Router:
    """Finds the fastest paths between positions or areas, each snapped to nearby roads.

    Paths stay within a strongly connected component. Two ends are snapped to the component with the
    smallest total gap to both, or to the next one if that has no path.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self._onto = network.edge_of[network.turns]
        self._time_cs = np.rint(network.time_s * 100)
        self._length_dm = np.rint(network.length_m * 10)
        self._turn_cs = np.rint(network.cost_s * 100)
        self._edge_weights = self._time_cs * _TIME_UNIT + self._length_dm
        turns = self._turn_cs * _TIME_UNIT + self._edge_weights[self._onto]
        self._weights = np.maximum(turns, 1.0)  # sparse matrices treat a weight of 0 as no turn
        states = len(network.edge_of)
        self._no_slowdown = np.ones(len(network.road))
        self._before = np.repeat(np.arange(states), np.diff(network.first))
        self._keys = self._before * states + network.turns

    def paths(self, origin: LatLon | Area, destination: LatLon | Area, most: int = 1) -> list[Path]:
        """Return up to ``most`` clearly different paths, the fastest first; may be empty.

        Alternatives come from searches in which the edges of earlier paths count as slower.
        """
        start, goal = self.snaps([origin, destination])
        shared = sorted({*start} & {*goal}, key=lambda c: start[c][0].gap_m + goal[c][0].gap_m)
        found = (self._find_alternatives(start[each], goal[each], most) for each in shared)
        return next(filter(None, found), [])

    def matrix(
        self,
        origins: Sequence[LatLon | Area],
        destinations: Sequence[LatLon | Area],
    ) -> Matrix:
        """Return the times, lengths and gaps of the fastest paths."""
        starts, goals = self.snaps(origins), self.snaps(destinations)
        shape = (len(starts), len(goals))
        best, gaps_m = np.full(shape, np.inf), np.zeros((*shape, 2))
        components, to_start, to_goal = _tabulate_gaps(starts, goals)
        gaps = to_start[:, None] + to_goal[None]
        while gaps.size and np.isfinite(gaps).any():
            nearest = gaps.argmin(axis=2)
            is_open = np.isfinite(gaps.min(axis=2))
            for at in np.unique(nearest[is_open]).tolist():
                chosen = is_open & (nearest == at)
                rows, columns = (np.flatnonzero(chosen.any(axis=axis)) for axis in (1, 0))
                inner = np.ix_(rows, columns)
                found = self._compute_weights(
                    [starts[row][components[at]] for row in rows],
                    [goals[column][components[at]] for column in columns],
                )
                best[inner] = np.where(chosen[inner], found, best[inner])
                row, column = np.nonzero(chosen)
                gaps_m[row, column] = np.stack([to_start[row, at], to_goal[column, at]], axis=1)
            np.put_along_axis(gaps, nearest[..., None], np.inf, axis=2)
            gaps[np.isfinite(best)] = np.inf
        is_found = np.isfinite(best)
        times_s = np.floor(best / _TIME_UNIT) / 100
        lengths_m = np.where(is_found, np.where(is_found, best, 0.0) % _TIME_UNIT / 10, np.inf)
        return Matrix(times_s, lengths_m, gaps_m)

    def snaps(self, ends: Sequence[LatLon | Area]) -> list[dict[int, list[Snap]]]:
        """Return the snaps of each end to the nearest roads of each component, in both directions.

        At a crossing, these are all roads that meet there. Components farther than ``GAP_M`` are
        omitted.
        """
        if not ends:
            return []
        lines = self._lines
        shapes = np.array([lines.shape(each) for each in ends])
        end, line, fractions, gaps = lines.meet(shapes)
        margin_m = np.where([isinstance(each, Area) for each in ends], _ACCESS_MARGIN_M, 0.0)[end]
        found: list[dict[int, list[Snap]]] = [{} for _ in ends]
        order = np.argsort(gaps, kind="stable")
        for at in order[gaps[order] <= GAP_M].tolist():
            edge, fraction, gap_m = (
                int(lines.edges[line[at]]),
                float(fractions[at]),
                float(gaps[at]),
            )
            component_snaps = found[end[at]].setdefault(int(self._edge_components[edge]), [])
            if component_snaps and gap_m > component_snaps[0].gap_m + margin_m[at]:
                continue
            component_snaps.append(Snap(edge, fraction, gap_m))
            if (back := int(self.network.back[edge])) >= 0:
                component_snaps.append(Snap(back, 1 - fraction, gap_m))
        return found

    def _compute_weights(
        self, starts: Sequence[Sequence[Snap]], goals: Sequence[Sequence[Snap]]
    ) -> Floats:
        leaving = [
            {
                state: weight
                for state, (weight, _) in self._find_start_states(each, self._no_slowdown).items()
            }
            for each in starts
        ]
        best = self._contracted_core.between(
            leaving, [self._find_end_states(each) for each in goals], _MAX_WEIGHT
        )
        columns: dict[int, set[int]] = {}
        for column, each in enumerate(goals):
            for snap in each:
                columns.setdefault(snap.edge, set()).add(column)
        for row, sources in enumerate(starts):
            for column in {c for snap in sources for c in columns.get(snap.edge, ())}:
                direct = self._find_direct_path(sources, goals[column], self._no_slowdown)
                best[row, column] = min(best[row, column], direct[0])
        return best

    def _find_end_states(self, targets: Sequence[Snap]) -> dict[int, float]:
        found: dict[int, float] = {}
        for target in targets:
            weight = self._compute_end_weight(target)
            for state in self._get_states(target.edge):
                found[state] = min(found.get(state, np.inf), weight)
        return found

    def _find_start_states(
        self, sources: Sequence[Snap], slower: Floats
    ) -> dict[int, tuple[float, Snap]]:
        """Return the states after the source edges, each with its minimum weight and its snap."""
        net = self.network
        found: dict[int, tuple[float, Snap]] = {}
        for source in sources:
            row = slice(net.first[source.edge], net.first[source.edge + 1])
            rest = self._compute_start_weight(source) * slower[source.edge]
            weights = self._weights[row] * slower[self._onto[row]] + rest
            for state, weight in zip(net.turns[row].tolist(), weights.tolist(), strict=True):
                if state not in found or weight < found[state][0]:
                    found[state] = weight, source
        return found

    def _find_direct_path(
        self, sources: Sequence[Snap], targets: Sequence[Snap], slower: Floats
    ) -> tuple[float, Snap | None, Snap | None]:
        found = [
            (self._compute_direct_weight(one, other) * float(slower[one.edge]), one, other)
            for one in sources
            for other in targets
            if one.edge == other.edge and one.fraction <= other.fraction
        ]
        return min(found, key=itemgetter(0), default=(np.inf, None, None))

    def _find_alternatives(
        self, sources: Sequence[Snap], targets: Sequence[Snap], most: int
    ) -> list[Path]:
        slower = self._no_slowdown.copy()  # slowdown factor per edge
        paths: list[Path] = []
        # Some detours overlap too much, so there are more attempts than paths.
        for _ in range(3 * most if most > 1 else 1):
            path = self._find_fastest_path(sources, targets, slower)
            if path is None or (paths and path.time_s > _MAX_DETOUR * paths[0].time_s):
                break
            if not paths or self._is_alternative(path, paths):
                paths.append(path)
                if len(paths) == most:
                    break
            slower[[*path.edges]] *= _REUSE_FACTOR
        return sorted(paths, key=lambda path: path.time_s)

    def _find_fastest_path(
        self, sources: Sequence[Snap], targets: Sequence[Snap], slower: Floats
    ) -> Path | None:
        """Find the path of minimum weight with edges slowed by ``slower``; times are unslowed."""
        source = len(self.network.edge_of)
        leaving = self._find_start_states(sources, slower)
        reached, before = dijkstra(
            self._build_turn_graph(leaving, self._weights * slower[self._onto]),
            indices=source,
            return_predecessors=True,
            limit=_MAX_WEIGHT,
        )
        weight, state, target = min(
            (
                (
                    reached[state] + self._compute_end_weight(target) * slower[target.edge],
                    state,
                    target,
                )
                for target in targets
                for state in self._get_states(target.edge)
            ),
            key=itemgetter(0),
        )
        direct, direct_start, direct_end = self._find_direct_path(sources, targets, slower)
        if direct_start is not None and direct_end is not None and direct <= weight:
            return self._build_path(direct_start, [direct_start.edge], direct_end)
        if not np.isfinite(weight):
            return None
        states = [state]
        while (previous := int(before[states[-1]])) != source:
            states.append(previous)
        states.reverse()
        start = leaving[states[0]][1]
        return self._build_path(start, [start.edge, *states], target)

    def _build_path(self, start: Snap, run: list[int], end: Snap) -> Path:
        """Build the path over states, without end edges used for less than ``_MIN_FRACTION``."""
        edges = self.network.edge_of[run]
        times, lengths = self._time_cs[edges], self._length_dm[edges]
        times[1:] += self._turn_cs[self._find_turn_indices(run)]
        for at, snap, sign in ((0, start, -1), (-1, end, 1)):
            shares = self._compute_share(snap)
            times[at] += sign * shares[0]
            lengths[at] += sign * shares[1]
        times[-1] -= self._time_cs[end.edge]
        lengths[-1] -= self._length_dm[end.edge]
        first = int(len(edges) > 1 and start.fraction > 1 - _MIN_FRACTION)
        last = len(edges) - int(len(edges) - first > 1 and end.fraction < _MIN_FRACTION)
        times[first] += times[:first].sum()
        times[last - 1] += times[last:].sum()
        return Path(
            edges=tuple(edges[first:last].tolist()),
            start=0.0 if first else start.fraction,
            end=1.0 if last < len(edges) else end.fraction,
            times_s=tuple((times[first:last] / 100).tolist()),
            lengths_m=tuple((lengths[first:last] / 10).tolist()),
            gaps_m=(start.gap_m, end.gap_m),
        )

    def _build_turn_graph(
        self, leaving: Mapping[int, tuple[float, Snap]], weights: Floats
    ) -> csr_array:
        """Return the turns as a graph of states, with an additional node for the start.

        The start leads to the states after its edges, because a state is always entered at the
        start of its edge.
        """
        net = self.network
        size = len(net.first)
        columns = np.concatenate([net.turns, np.array([*leaving], np.int32)])
        values = np.concatenate([weights, [weight for weight, _ in leaving.values()]])
        first = np.concatenate([net.first, net.first[-1:] + len(leaving)])
        return csr_array((values, columns, first), shape=(size, size))

    def _compute_start_weight(self, start: Snap) -> float:
        """Return the weight of the part of the edge after a start, plus the gap."""
        return (
            float(self._edge_weights[start.edge])
            - self._compute_share_weight(start)
            + _compute_gap_weight(start.gap_m)
        )

    def _compute_end_weight(self, end: Snap) -> float:
        """Return what an end adds to the weight of its whole edge: the gap, minus the rest."""
        return (
            self._compute_share_weight(end)
            - float(self._edge_weights[end.edge])
            + _compute_gap_weight(end.gap_m)
        )

    def _compute_direct_weight(self, start: Snap, end: Snap) -> float:
        gaps = _compute_gap_weight(start.gap_m) + _compute_gap_weight(end.gap_m)
        return self._compute_share_weight(end) - self._compute_share_weight(start) + gaps

    def _compute_share_weight(self, snap: Snap) -> float:
        time_cs, length_dm = self._compute_share(snap)
        return time_cs * _TIME_UNIT + length_dm

    def _compute_share(self, snap: Snap) -> tuple[int, int]:
        time, length = self._time_cs[snap.edge], self._length_dm[snap.edge]
        return round(snap.fraction * time), round(snap.fraction * length)

    def _find_turn_indices(self, run: Sequence[int]) -> Ints:
        states = np.array(run, np.int64)
        return np.searchsorted(self._keys, states[:-1] * len(self.network.edge_of) + states[1:])

    def _get_states(self, edge: int) -> list[int]:
        return self._edge_copies.get(edge, [edge])

    def _is_alternative(self, path: Path, earlier: Sequence[Path]) -> bool:
        edges, lengths = np.array(path.edges), np.array(path.lengths_m)
        if (self.network.back[edges[:-1]] == edges[1:]).any():
            return False
        max_shared_m = _MAX_SHARED * lengths.sum()
        return all(lengths[np.isin(edges, other.edges)].sum() <= max_shared_m for other in earlier)

    @cached_property
    def _contracted_core(self) -> Core:
        states = len(self.network.edge_of)
        parts = (self._weights, self.network.turns, self.network.first)
        return Core(csr_array(parts, shape=(states, states)))

    @cached_property
    def _edge_copies(self) -> dict[int, list[int]]:
        """Maps each edge that has copies to all its states."""
        edge_of = self.network.edge_of
        copies: dict[int, list[int]] = {}
        for state in range(len(self.network.road), len(edge_of)):
            copies.setdefault(int(edge_of[state]), [int(edge_of[state])]).append(state)
        return copies

    @cached_property
    def _edge_components(self) -> Ints:
        """The index of the strongly connected component of each edge, 0 for the largest.

        U-turns are assumed to be possible, so both directions of a ring are one component.
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
    def _lines(self) -> _LineIndex:
        return _LineIndex(self.network, self._edge_components)


class _LineIndex:
    """A spatial index of the edges as lines in a plane, one line for both directions of a road.

    Longitudes are relative to the first point and scaled by the cosine of the middle latitude.
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
        is_indexed = rank[number] >= 0
        plane = self._to_plane(np.column_stack([network.lat, network.lon])[is_indexed])
        self._lines = shapely.linestrings(plane, indices=rank[number[is_indexed]])
        self._component = components[self.edges]
        is_main = self._component == 0
        self._main, self._minor = np.flatnonzero(is_main), np.flatnonzero(~is_main)
        self._main_tree, self._minor_tree = (
            shapely.STRtree(self._lines[each]) for each in (self._main, self._minor)
        )

    def shape(self, end: LatLon | Area) -> shapely.Geometry:
        """Return an end in the plane: a point, or the entrances or the outline of an area."""
        if not isinstance(end, Area):
            return shapely.points(self._to_plane(np.array([end])))[0]
        spots = self._to_plane(np.array(end.access))
        is_outline = len(spots) > 3 and end.access[0] == end.access[-1]
        return shapely.linearrings(spots) if is_outline else shapely.multipoints(spots)

    def meet(self, shapes: NDArray[np.object_]) -> tuple[Ints, Ints, Floats, Floats]:
        """Return where shapes meet nearby lines, including the nearest line of each component.

        The arrays hold the shape index, the line index, the fraction of the line, and the gap in
        metres. A line along an area also meets it at the points where it approaches and leaves the
        area.
        """
        shape, line = self._find_nearby_pairs(shapes)
        links = shapely.shortest_line(self._lines[line], shapes[shape])
        of_areas = np.flatnonzero(self._is_area(shapes)[shape])
        along, reach = self._find_lines_along(
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
        on_lines, on_shapes = ends.swapaxes(0, 1)
        fractions = shapely.line_locate_point(
            self._lines[line], shapely.points(on_lines), normalized=True
        )
        gaps = np.round(haversine(self._to_globe(on_lines), self._to_globe(on_shapes)), 1)
        return shape, line, fractions, gaps

    def _find_nearby_pairs(self, shapes: NDArray[np.object_]) -> tuple[Ints, Ints]:
        """Pair each shape with the nearest main lines and with all minor lines within reach."""
        (shape, line), distances = self._main_tree.query_nearest(shapes, return_distance=True)
        areas = np.flatnonzero(self._is_area(shapes))
        reach = distances[np.searchsorted(shape, areas)] + _ACCESS_MARGIN_M / _DEGREE_M
        area, gate = self._main_tree.query(shapes[areas], "dwithin", reach)
        far, minor = self._minor_tree.query(shapes, "dwithin", GAP_M / _DEGREE_M)
        return (
            np.concatenate([shape, areas[area], far]),
            np.concatenate([self._main[line], self._main[gate], self._minor[minor]]),
        )

    def _find_lines_along(self, areas: Ints, line: Ints, distances: Floats) -> tuple[Ints, Floats]:
        """Return the indices of lines about as close to an area as the nearest, and the reach.

        ``off`` is the distance of each line from its area.
        """
        pairs = np.column_stack([areas, self._component[line]])
        _, group = np.unique(pairs, axis=0, return_inverse=True)
        nearest = np.full(len(pairs), np.inf)
        np.minimum.at(nearest, group, distances)
        reach = nearest[group] + _ACCESS_MARGIN_M / _DEGREE_M
        along = np.flatnonzero(distances <= reach)
        return along, reach[along]

    @staticmethod
    def _is_area(shapes: NDArray[np.object_]) -> NDArray[np.bool_]:
        return np.asarray(shapely.get_type_id(shapes) != shapely.GeometryType.POINT)

    def _to_plane(self, spots: Floats) -> Floats:
        east = remainder(spots[:, 1] - self._middle, 360) * self._scale
        plane: Floats = np.column_stack([east, spots[:, 0]])
        return plane.round(_PLANE_DIGITS)

    def _to_globe(self, points: Floats) -> Floats:
        return np.column_stack([points[:, 1], points[:, 0] / self._scale])


def _tabulate_gaps(
    starts: Sequence[dict[int, list[Snap]]], goals: Sequence[dict[int, list[Snap]]]
) -> tuple[list[int], Floats, Floats]:
    """Return the components within reach of both a start and a goal, and the gaps to them.

    The gaps have the shape (ends, components), inf if a component is too far away.
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


def _compute_gap_weight(gap_m: float) -> float:
    return round(walking_s(gap_m) * 100) * _TIME_UNIT + round(gap_m * 10)
