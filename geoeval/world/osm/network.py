"""Build the road network of a travel mode from the roads of an extract."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from geoeval.calculators.sphere.array_math import remainder
from geoeval.calculators.sphere.bearing import initial_bearing
from geoeval.calculators.sphere.distance import haversine
from geoeval.world.osm.arrays import HEADING_M, Network, Road
from geoeval.world.osm.profiles import Passage, Profile, road_kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.world.osm.extract import Extract, Restriction, Tags, Way

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

_TURN_BACK_S = 20.0  # extra time of a U-turn, as in OSRM's car profile
_SIGNAL_S = 2.0  # average delay at traffic lights, as in OSRM's profiles
_DURATION = re.compile(r"(?:(\d+):)?(\d+)(?::(\d+))?")  # "00:20", "1:10:30", or minutes


@dataclass(frozen=True, kw_only=True)
class Edges:
    """The edges of a network, before turns are added, with their points concatenated.

    ``E`` edges run through ``P`` points in total.
    """

    way: Ints  # (E,) OpenStreetMap id
    road: Ints  # (E,) into roads
    speed_kph: Floats  # (E,)
    back: Ints  # (E,) the edge in the other direction, or -1
    is_local: Bools  # (E,) open only to trips that start or end there
    is_drawn: Bools  # (E,) runs in the drawing direction of its way
    shape: Ints  # (E + 1,) index of the first point of each edge
    node: Ints  # (P,) OpenStreetMap id
    spots: Floats  # (P, 2) latitude and longitude in degrees
    length_m: Floats  # (E,)


def build_network(extract: Extract, profile: Profile) -> Network | None:
    """Build the network of a travel mode from the roads of an extract; None without any road.

    Ways are cut into edges where they meet another way or themselves, at barriers closed to the
    mode, and at traffic lights. Edges of different ways are not merged, because restrictions refer
    to ways. Times follow OSRM's profiles: 0.8 of a signed limit, else a speed for the kind of road;
    2 s at traffic lights; a sigmoid of the turning angle where more than two roads meet.
    """
    passages = [(way, profile.passage(way.tags)) for way in extract.ways]
    open_ways = [(way, _set_ferry_speed(way, passage)) for way, passage in passages if passage]
    if not open_ways:
        return None
    closed, signals = _find_special_nodes(extract, profile)
    roads: dict[Road, int] = {}
    edges = cut_edges(
        [way for way, _ in open_ways],
        [passage for _, passage in open_ways],
        [roads.setdefault(road_of(way.tags), len(roads)) for way, _ in open_ways],
        cuts={*closed, *signals},
    )
    bound = [each for each in extract.restrictions if profile.is_bound_by(each.except_for)]
    return join_edges(
        edges, tuple(roads), profile, closed=closed, signals=signals, restrictions=bound
    )


def cut_edges(
    ways: Sequence[Way], passages: Sequence[Passage], roads: Sequence[int], cuts: set[int]
) -> Edges:
    """Cut ways into edges at the nodes where they meet and at ``cuts``."""
    sizes = np.array([len(way.nodes) for way in ways])
    last = np.cumsum(sizes) - 1
    node = np.concatenate([way.nodes for way in ways])
    spots = np.concatenate([way.spots for way in ways])
    _, number, uses = np.unique(node, return_inverse=True, return_counts=True)
    is_end = (uses[number] > 1) | np.isin(node, [*cuts])
    is_end[[*(last - sizes + 1), *last]] = True
    ends = np.flatnonzero(is_end)
    starts = np.flatnonzero(~np.isin(ends[:-1], last))  # no edge from one way to the next
    first, final = ends[starts], ends[starts + 1]
    way_at = np.repeat(np.arange(len(ways)), sizes)[first]
    speeds = np.array([(each.forward_kph, each.backward_kph) for each in passages])
    along, against = (np.flatnonzero(speeds[way_at, column] > 0) for column in (0, 1))
    piece = np.concatenate([along, against])
    is_drawn = np.arange(len(piece)) < len(along)
    edge_at = np.full((2, len(first)), -1)
    edge_at[0, along] = np.arange(len(along))
    edge_at[1, against] = len(along) + np.arange(len(against))
    count = (final - first + 1)[piece]
    shape = np.concatenate([[0], np.cumsum(count)])
    offset = np.arange(shape[-1]) - np.repeat(shape[:-1], count)
    forth = np.repeat(is_drawn, count)
    begin = np.repeat(np.where(is_drawn, first[piece], final[piece]), count)
    points = begin + np.where(forth, offset, -offset)
    paced = np.concatenate([[0.0], np.cumsum(haversine(spots[:-1], spots[1:]))])
    return Edges(
        way=np.array([way.id for way in ways])[way_at[piece]],
        road=np.array(roads)[way_at[piece]],
        speed_kph=speeds[way_at[piece], np.where(is_drawn, 0, 1)],
        back=np.where(is_drawn, edge_at[1, piece], edge_at[0, piece]),
        is_local=np.array([each.is_local for each in passages])[way_at[piece]],
        is_drawn=is_drawn,
        shape=shape,
        node=node[points],
        spots=spots[points],
        length_m=(paced[final] - paced[first])[piece],
    )


def join_edges(
    edges: Edges,
    roads: tuple[Road, ...],
    profile: Profile,
    *,
    closed: Collection[int] = (),
    signals: Mapping[int, str] | None = None,
    restrictions: Iterable[Restriction] = (),
) -> Network:
    """Return the network of edges with the allowed turns and their costs."""
    leaves, enters = _compute_headings(edges)
    turns = _TurnTable(edges, closed)
    for restriction in restrictions:
        turns.restrict(restriction)
    edge_of = np.array(turns.edge_of)
    sizes = np.array([len(after) for after in turns.after])
    follow = np.fromiter(chain.from_iterable(map(sorted, turns.after)), np.int64)
    before, onto = np.repeat(edge_of, sizes), edge_of[follow]
    is_back = onto == edges.back[before]
    is_turn = is_back | _meets_roads(edges)[before]
    cost_s = np.where(
        is_turn, _compute_turn_costs(leaves[onto] - enters[before], profile.turn_s), 0.0
    )
    if profile.turn_s:
        cost_s += _TURN_BACK_S * is_back
    cost_s += _SIGNAL_S * _meets_signal(edges, signals or {})[before]
    return Network(
        roads=roads,
        road=edges.road.astype(np.int32),
        way=edges.way,
        length_m=edges.length_m,
        time_s=edges.length_m / edges.speed_kph * 3.6,
        leaves=leaves,
        enters=enters,
        back=edges.back.astype(np.int32),
        shape=edges.shape.astype(np.int32),
        node=edges.node,
        lat=edges.spots[:, 0],
        lon=edges.spots[:, 1],
        edge_of=edge_of.astype(np.int32),
        first=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        turns=follow.astype(np.int32),
        cost_s=cost_s,
    )


def _find_special_nodes(extract: Extract, profile: Profile) -> tuple[set[int], dict[int, str]]:
    closed = {
        node
        for node, tags in extract.nodes.items()
        if "barrier" in tags and not profile.may_pass(tags)
    }
    signals = {
        node: tags.get("traffic_signals:direction", "both")
        for node, tags in extract.nodes.items()
        if tags.get("highway") == "traffic_signals"
    }
    return closed, signals


def _set_ferry_speed(way: Way, passage: Passage) -> Passage:
    """Set the speed of a ferry with a tagged duration; return other passages unchanged."""
    duration = _DURATION.fullmatch(way.tags.get("duration", "").strip())
    if road_kind(way.tags) != "ferry" or duration is None:
        return passage
    hours, minutes, seconds = (int(part or 0) for part in duration.groups())
    duration_s = 3600 * hours + 60 * minutes + seconds
    length_m = float(haversine(way.spots[:-1], way.spots[1:]).sum())
    speed = length_m / max(duration_s, 1) * 3.6
    return passage._replace(
        forward_kph=speed if passage.forward_kph else 0.0,
        backward_kph=speed if passage.backward_kph else 0.0,
    )


def road_of(tags: Tags) -> Road:
    """Return the road that the tags of a way describe."""
    return Road(
        name=tags.get("name", ""),
        ref=tags.get("ref", "").replace(";", "/"),
        highway=road_kind(tags),
        roundabout=tags.get("junction") in ("roundabout", "circular"),
        destination=tags.get("destination", ""),
        toll=tags.get("toll") == "yes",
    )


def _compute_headings(edges: Edges) -> tuple[Floats, Floats]:
    """Return the bearings of the first and last ``HEADING_M`` metres of edges."""
    first, last = edges.shape[:-1], edges.shape[1:] - 1
    edge = np.repeat(np.arange(len(first)), np.diff(edges.shape))
    point, spots = np.arange(len(edge)), edges.spots
    is_far = haversine(spots[first][edge], spots) >= HEADING_M
    ahead = np.minimum.reduceat(np.where(is_far, point, last[edge]), first)
    is_far = haversine(spots[last][edge], spots) >= HEADING_M
    behind = np.maximum.reduceat(np.where(is_far, point, first[edge]), first)
    leaves, enters = (
        initial_bearing(spots[first], spots[ahead]),
        initial_bearing(spots[behind], spots[last]),
    )
    return np.nan_to_num(leaves), np.nan_to_num(enters)  # a ring of a few metres has no heading


def _meets_roads(edges: Edges) -> Bools:
    starts, ends = edges.node[edges.shape[:-1]], edges.node[edges.shape[1:] - 1]
    nodes, arms = np.unique(np.concatenate([starts, ends[edges.back < 0]]), return_counts=True)
    return np.isin(ends, nodes[arms > 2])


def _meets_signal(edges: Edges, signals: Mapping[int, str]) -> Bools:
    ends = edges.node[edges.shape[1:] - 1]
    found = np.isin(ends, [*signals])
    for edge in np.flatnonzero(found).tolist():
        against = "backward" if edges.is_drawn[edge] else "forward"
        found[edge] = signals[int(ends[edge])] != against
    return found


def _compute_turn_costs(angles: Floats, max_s: float) -> Floats:
    """Return the costs in seconds of turns by angle in degrees: OSRM's sigmoid."""
    angle = np.abs(remainder(angles, 360))
    return max_s / (1 + np.exp(-(13 * angle / 180 - 6.5)))


class _TurnTable:
    """The successors of each state, while restrictions are applied."""

    def __init__(self, edges: Edges, closed: Collection[int]) -> None:
        starts, ends = edges.node[edges.shape[:-1]], edges.node[edges.shape[1:] - 1]
        self.ways: list[int] = edges.way.tolist()
        self.ends: list[int] = ends.tolist()
        self.back: list[int] = edges.back.tolist()
        self.leaving: dict[int, list[int]] = defaultdict(list)
        self.entering: dict[int, list[int]] = defaultdict(list)
        for edge, (start, end) in enumerate(zip(starts.tolist(), self.ends, strict=True)):
            self.leaving[start].append(edge)
            self.entering[end].append(edge)
        self.edge_of = list(range(len(self.ways)))
        self.states: dict[int, list[int]] = {edge: [edge] for edge in self.edge_of}
        self.after = [self._find_successors(edge, closed) for edge in self.edge_of]
        self._separate_local_edges(np.flatnonzero(edges.is_local).tolist())

    def _find_successors(self, edge: int, closed: Collection[int]) -> list[int]:
        """Return the edges after an edge; U-turns are allowed only at barriers and dead ends."""
        back = self.back[edge]
        onward = [] if self.ends[edge] in closed else self.leaving[self.ends[edge]]
        onward = [other for other in onward if other != back]
        return onward or ([] if back < 0 else [back])

    def _separate_local_edges(self, local: Sequence[int]) -> None:
        """Give each local edge a copy, entered from open edges, that leads only to local copies.

        A trip may then start or end on local edges but not pass through them.
        """
        copies = {edge: self._add_copy(edge) for edge in local}
        inside = [[copies[o] for o in self.after[edge] if o in copies] for edge in local]
        for edge, after in enumerate(self.after):
            if edge not in copies:
                self.after[edge] = [copies.get(other, other) for other in after]
        self.after += inside

    def restrict(self, restriction: Restriction) -> None:
        """Apply a restriction, which has no effect if its ways do not meet on this network."""
        for path, targets in self._find_restricted_paths(restriction):
            self._restrict_path(path, targets, restriction.only)

    def _find_restricted_paths(
        self, restriction: Restriction
    ) -> Iterator[tuple[tuple[int, ...], set[int]]]:
        if restriction.via_node is None:
            yield from ((path, {path[-1]}) for path in self._find_via_paths(restriction))
            return
        entering, leaving = self.entering[restriction.via_node], self.leaving[restriction.via_node]
        targets = {edge for edge in leaving if self.ways[edge] == restriction.target}
        turns_back = restriction.origin == restriction.target and not restriction.only
        for origin in entering:
            back = {self.back[origin]}
            onward = back if turns_back else targets - back
            if self.ways[origin] == restriction.origin and onward:
                yield (origin, -1), onward

    def _find_via_paths(self, restriction: Restriction) -> Iterator[tuple[int, ...]]:
        order = (restriction.origin, *restriction.via_ways, restriction.target)
        starts = np.flatnonzero(np.equal(self.ways, restriction.origin)).tolist()
        stack: list[tuple[tuple[int, ...], int]] = [((edge,), 0) for edge in starts]
        while stack:
            path, at = stack.pop()
            for edge in self.leaving[self.ends[path[-1]]]:
                if edge in path or edge == self.back[path[-1]]:
                    continue
                for onto in range(max(at, 1), at + 2):  # along the same way, or onto the next
                    if self.ways[edge] == order[onto]:
                        if onto + 1 == len(order):
                            yield (*path, edge)
                        else:
                            stack.append(((*path, edge), onto))

    def _restrict_path(self, path: tuple[int, ...], targets: set[int], only: bool) -> None:
        """Forbid the targets, or with ``only`` all other edges, after the whole path.

        The edges in between are copied for this path, so that other paths are not restricted.
        """
        for start in list(self.states[path[0]]):
            state: int | None = start
            for edge in path[1:-1]:
                state = None if state is None else self._copy_successor(state, edge)
            if state is not None:
                after = self.after[state]
                self.after[state] = [s for s in after if (self.edge_of[s] in targets) == only]

    def _copy_successor(self, state: int, edge: int) -> int | None:
        following = next((s for s in self.after[state] if self.edge_of[s] == edge), None)
        if following is None:
            return None
        copy = self._add_copy(edge)
        self.after.append(list(self.after[following]))
        self.after[state] = [copy if s == following else s for s in self.after[state]]
        return copy

    def _add_copy(self, edge: int) -> int:
        self.edge_of.append(edge)
        self.states[edge].append(len(self.edge_of) - 1)
        return len(self.edge_of) - 1
