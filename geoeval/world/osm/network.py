"""From the roads of an extract to the network of a travel mode.

Imports osmnx: import this module only after ``check_installed("osmnx", "maps")``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import osmnx as ox

from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.world.osm.arrays import Network, Road
from geoeval.world.osm.profiles import Profile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.world.osm.extract import Extract, Restriction, Tags

_LIMIT_SHARE = 0.8  # of a signed limit that is driven on average, as in OSRM's car profile
_TURN_BACK_S = 20.0  # to turn round at a dead end, as in OSRM's car profile
_HEADING_M = 10.0  # a heading is taken over this length: the last metres are often drawn askew


def build_network(extract: Extract, profile: Profile) -> Network | None:
    """Build the network of a travel mode from the roads of an extract; None if it has none.

    Notes
    -----
    osmnx joins the points of a way between two junctions into one edge and reads signed limits.
    Edges of different ways stay apart: a restriction names ways.
    """
    graph = _graph(extract, profile)
    if not graph:
        return None
    tags_of = {way.id: way.tags for way in extract.ways}
    roads: dict[Road, int] = {}
    paths: list[tuple[int, ...]] = []
    figures: list[tuple[int, int, float, float]] = []
    for origin, end, edge in graph.edges(data=True):
        merged = edge.get("merged_edges")
        paths.append((origin, *(last for _, last in merged)) if merged else (origin, end))
        road = roads.setdefault(_road(tags_of[edge["osmid"]]), len(roads))
        figures.append((edge["osmid"], road, edge["length"], edge["speed_kph"]))
    way, road_of, length, speed = (np.array(column) for column in zip(*figures, strict=True))
    node = np.fromiter(chain.from_iterable(paths), np.int64)
    shape = np.cumsum([0, *map(len, paths)], dtype=np.int32)
    lat, lon = np.array([extract.points[each] for each in node.tolist()]).T
    leaves, enters = _headings(shape, lat, lon)
    closed = {each for each, data in graph.nodes(data=True) if "closed" in data}
    turns = _Turns(paths, way.tolist(), closed)
    if profile.restricted:
        for restriction in extract.restrictions:
            if profile.vehicle not in restriction.except_for:
                turns.restrict(restriction)
    edge_of = np.array(turns.edge_of, np.int32)
    first = np.cumsum([0, *map(len, turns.after)], dtype=np.int32)
    follow = np.fromiter(chain.from_iterable(turns.after), np.int32)
    before = np.repeat(edge_of, np.diff(first))
    return Network(
        roads=tuple(roads),
        road=road_of.astype(np.int32),
        way=way.astype(np.int64),
        length_m=length,
        time_s=length / speed * 3.6,
        leaves=leaves,
        enters=enters,
        back=np.array([-1 if back is None else back for back in turns.back], np.int32),
        shape=shape,
        node=node,
        lat=lat,
        lon=lon,
        edge_of=edge_of,
        first=first,
        turns=follow,
        cost_s=_turn_costs(leaves[edge_of[follow]] - enters[before], profile.turn_s),
    )


def _graph(extract: Extract, profile: Profile) -> nx.MultiDiGraph:
    """Return osmnx's graph of the roads that a profile may use, simplified, with speeds."""
    graph = nx.MultiDiGraph(crs="epsg:4326")
    for way in extract.ways:
        speed = profile.speed_kph(way.tags)
        if speed is None:
            continue
        data = {"osmid": way.id, "highway": way.tags["highway"], "usual_kph": speed}
        if profile.limited and "maxspeed" in way.tags:
            data["maxspeed"] = way.tags["maxspeed"]
        forward, backward = profile.directions(way.tags)
        for one, other in pairwise(way.nodes):
            if forward:
                graph.add_edge(one, other, **data)
            if backward:
                graph.add_edge(other, one, **data)
    for node, data in graph.nodes(data=True):
        data["y"], data["x"] = extract.points[node]
        barrier = extract.barriers.get(node)
        if barrier is not None and not profile.may_pass(barrier):
            data["closed"] = True
    if not graph:
        return graph
    graph = ox.simplify_graph(
        ox.distance.add_edge_lengths(graph),
        node_attrs_include=["closed"],
        edge_attrs_differ=["osmid"],
        remove_rings=False,
        track_merged=True,
    )
    share = _LIMIT_SHARE if profile.limited else 1.0
    usual = {kind: speed / share for kind, speed in profile.speeds_kph.items()}
    return ox.add_edge_speeds(graph, hwy_speeds=usual, fallback=profile.allowed_kph / share)


def _road(tags: Tags) -> Road:
    return Road(
        name=tags.get("name", ""),
        ref=tags.get("ref", "").replace(";", "/"),
        highway=tags["highway"],
        roundabout=tags.get("junction") in ("roundabout", "circular"),
        destination=tags.get("destination", ""),
        toll=tags.get("toll") == "yes",
    )


def _headings(
    shape: NDArray[np.int32], lat: NDArray[np.float64], lon: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the bearings at which edges are left and entered, over their first and last metres."""
    east = np.radians(lon) * np.cos(np.radians(lat)) * EARTH_RADIUS_M
    north = np.radians(lat) * EARTH_RADIUS_M
    leaves, enters = np.empty(len(shape) - 1), np.empty(len(shape) - 1)
    for edge, (start, stop) in enumerate(pairwise(shape.tolist())):
        x, y = east[start:stop], north[start:stop]
        leaves[edge] = _heading(x, y)
        enters[edge] = (_heading(x[::-1], y[::-1]) + 180) % 360
    return leaves, enters


def _heading(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    """Return the bearing from a first point to the first one far enough from it, or the last."""
    dx, dy = x - x[0], y - y[0]
    far = int(np.argmax(np.hypot(dx, dy) >= _HEADING_M)) or -1
    return float(np.degrees(np.arctan2(dx[far], dy[far])) % 360)


def _turn_costs(turned: NDArray[np.float64], most_s: float) -> NDArray[np.float64]:
    """Return the seconds that turns by angles in degrees cost: OSRM's sigmoid of the angle."""
    angle = np.abs((turned + 180) % 360 - 180)
    cost = most_s / (1 + np.exp(-(13 * angle / 180 - 6.5)))
    return np.where(angle > 175, _TURN_BACK_S if most_s else 0.0, cost)


class _Turns:
    """Which state may follow which, while restrictions are worked in."""

    def __init__(
        self, paths: Sequence[tuple[int, ...]], ways: Sequence[int], closed: set[int]
    ) -> None:
        self.ways = ways
        self.leaving: dict[int, list[int]] = defaultdict(list)
        self.entering: dict[int, list[int]] = defaultdict(list)
        for edge, path in enumerate(paths):
            self.leaving[path[0]].append(edge)
            self.entering[path[-1]].append(edge)
        self.ends = [path[-1] for path in paths]
        self.edge_of = list(range(len(paths)))
        self.states: dict[int, list[int]] = {edge: [edge] for edge in self.edge_of}
        of_path = {
            (way, path): edge for edge, (way, path) in enumerate(zip(ways, paths, strict=True))
        }
        self.back = [of_path.get((way, path[::-1])) for way, path in zip(ways, paths, strict=True)]
        self.after = [self._open(edge, closed) for edge in self.edge_of]

    def _open(self, edge: int, closed: set[int]) -> list[int]:
        """Return the edges after one: not back, unless a barrier or dead end leaves only that."""
        back = self.back[edge]
        onward = [] if self.ends[edge] in closed else self.leaving[self.ends[edge]]
        onward = [other for other in onward if other != back]
        return onward or ([] if back is None else [back])

    def restrict(self, restriction: Restriction) -> None:
        """Work a restriction in; one whose ways do not meet on this network does nothing."""
        if restriction.via_node is None:
            for path in self._via_ways(restriction):
                self._restrict(path, {path[-1]}, restriction.only)
            return
        origins = [
            e for e in self.entering[restriction.via_node] if self._is(e, restriction.origin)
        ]
        targets = {e for e in self.leaving[restriction.via_node] if self._is(e, restriction.target)}
        for origin in origins:
            back = self.back[origin]
            if restriction.origin == restriction.target:
                self._restrict((origin, -1), set() if back is None else {back}, restriction.only)
            elif targets:
                self._restrict((origin, -1), targets, restriction.only)

    def _is(self, edge: int, way: int) -> bool:
        return self.ways[edge] == way

    def _via_ways(self, restriction: Restriction) -> Iterator[tuple[int, ...]]:
        """Yield the runs of edges from the first way over the others, in order, to the last."""
        order = (restriction.origin, *restriction.via_ways, restriction.target)
        starts = [edge for edge, way in enumerate(self.ways) if way == restriction.origin]
        stack: list[tuple[tuple[int, ...], int]] = [((edge,), 0) for edge in starts]
        while stack:
            path, at = stack.pop()
            for edge in self.leaving[self.ends[path[-1]]]:
                if edge in path or edge == self.back[path[-1]]:
                    continue
                if at and self._is(edge, order[at]):
                    stack.append(((*path, edge), at))
                if self._is(edge, order[at + 1]):
                    if at + 2 == len(order):
                        yield (*path, edge)
                    else:
                        stack.append(((*path, edge), at + 1))

    def _restrict(self, path: tuple[int, ...], targets: set[int], only: bool) -> None:
        """Forbid the end of a path to who comes along all of it, or forbid all but its end.

        The edges between get copies for who comes from its start, so that others are not bound.
        """
        for start in list(self.states[path[0]]):
            state = start
            for edge in path[1:-1]:
                following = [s for s in self.after[state] if self.edge_of[s] == edge]
                if not following:
                    break
                copy = len(self.edge_of)
                self.edge_of.append(edge)
                self.states[edge].append(copy)
                self.after.append(list(self.after[following[0]]))
                self.after[state] = [copy if s == following[0] else s for s in self.after[state]]
                state = copy
            else:
                self.after[state] = [
                    s for s in self.after[state] if (self.edge_of[s] in targets) == only
                ]
