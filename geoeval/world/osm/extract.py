"""Reads an OpenStreetMap extract: its roads, turn restrictions, barriers and named places.

Imports osmium and shapely: import this module only after ``check_installed("osmium", "maps")``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import osmium
import shapely
from osmium import osm

from geoeval.errors import WorldError, quote_path
from geoeval.world.osm.kinds import PLACE_KEYS, is_named_place, types_of
from geoeval.world.records import LatLon

if TYPE_CHECKING:
    from numpy.typing import NDArray

Tags = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Way:
    """A road, path or ferry: ``N`` nodes in the order in which it was drawn.

    A road that leaves the extract and returns becomes several ways with one id.
    """

    id: int
    nodes: NDArray[np.int64]  # (N,) OpenStreetMap's ids
    spots: NDArray[np.float64]  # (N, 2) latitude and longitude in degrees
    tags: Tags


@dataclass(frozen=True, slots=True)
class Restriction:
    """A forbidden turn, or (``only``) the only allowed turn, via a node or a run of ways.

    ``except_for`` holds the exempt vehicles, such as "bicycle".
    """

    only: bool
    origin: int
    via_node: int | None
    via_ways: tuple[int, ...]
    target: int
    except_for: frozenset[str] = frozenset()

    @property
    def ways(self) -> set[int]:
        """The ids of all its ways."""
        return {self.origin, *self.via_ways, self.target}


@dataclass(frozen=True, slots=True)
class Feature:
    """A named place; ``location`` of an area is inside its largest part. ``id`` is "node/123".

    ``access`` are the access points of an area: its entrances, else its closed outline.
    """

    id: str
    location: LatLon
    tags: Tags
    shape: shapely.Geometry  # a point, or an area with its holes
    access: tuple[LatLon, ...] = ()


@dataclass(frozen=True, slots=True)
class Extract:
    """The content of an extract; ``skipped`` counts unusable data by reason.

    ``nodes`` are the barriers and traffic signals.
    """

    ways: list[Way] = field(default_factory=list)
    nodes: dict[int, Tags] = field(default_factory=dict)
    restrictions: list[Restriction] = field(default_factory=list)
    features: list[Feature] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)

    def extent(self) -> tuple[float, float, float, float]:
        """Return the southern, western, northern and eastern bounds."""
        spots = np.concatenate(
            [*(way.spots for way in self.ways), *([each.location] for each in self.features)]
        )
        south, west = spots.min(axis=0).tolist()
        north, east = spots.max(axis=0).tolist()
        return south, west, north, east


def read_extract(path: str | Path) -> Extract:
    """Read an extract in any format of osmium, such as ``.osm.pbf`` or ``.osm.bz2``."""
    reader = _ExtractReader()
    try:
        objects = (
            osmium.FileProcessor(str(path))
            .with_locations()
            .with_areas(osmium.filter.KeyFilter(*PLACE_KEYS))
            .with_filter(osmium.filter.KeyFilter(*PLACE_KEYS, *_ROAD_KEYS))
        )
        for each in objects:
            reader.take(each)
    except (RuntimeError, OSError) as error:
        raise WorldError(
            f"expected an OpenStreetMap extract, cannot read {quote_path(path)}: {error}", "path"
        ) from error
    extract = reader.finish()
    if not extract.ways and not extract.features:
        raise WorldError(f"expected roads or named places, {quote_path(path)} has neither", "path")
    return extract


_ROAD_KEYS = ("highway", "route", "barrier", "entrance", "restriction", "restriction:motorcar")
_PUBLIC_ENTRANCES = ("yes", "main", "home", "shop", "staircase")
_GATES = ("gate", "entrance", "turnstile", "swing_gate", "kissing_gate")  # barriers to walk through
_TIME_KEYS = (
    "hour_on",
    "hour_off",
    "day_on",
    "day_off",
)  # deprecated tags that limit a restriction
_UNKNOWN_ROAD = "turn restriction with members missing"
_CUT_AREA = "area with nodes or ways outside the extract"
_OPEN_AREA = "area whose outline is not closed or crosses itself"
_LINE_PLACE = "place drawn as a line"
_LOOSE_PARTS = "place whose parts form no area"
_UNITS_PER_DEGREE = 1e7  # osmium stores positions in units of 10⁻⁷ degrees


class _ExtractReader:
    def __init__(self) -> None:
        self.extract = Extract()
        self._entrances: dict[int, str] = {}
        self._outlines: dict[
            str, str
        ] = {}  # id of a place → reason for skipping it if it forms no area
        self._areas: set[str] = set()  # ids of areas, which may come before their outlines
        self._geometry = osmium.geom.WKBFactory()

    def take(self, each: object) -> None:
        """Keep a road, a restriction, a barrier, a signal or a named place; ignore the rest."""
        if isinstance(each, osm.Node):
            self._take_node(each)
        elif isinstance(each, osm.Way):
            self._take_road(each)
            self._note_expected_area(f"way/{each.id}", each)
        elif isinstance(each, osm.Relation):
            self._take_restriction(each)
            self._note_expected_area(f"relation/{each.id}", each)
        elif isinstance(each, osm.Area):
            self._take_area(each)

    def finish(self) -> Extract:
        """Return the extract, without restrictions on ways outside it."""
        extract = self.extract
        extract.skipped.update(self._outlines[each] for each in {*self._outlines} - self._areas)
        known = {way.id for way in extract.ways}
        whole = [each for each in extract.restrictions if each.ways <= known]
        if lost := len(extract.restrictions) - len(whole):
            extract.skipped[_UNKNOWN_ROAD] += lost
        extract.restrictions[:] = whole
        return extract

    def _take_node(self, node: osm.Node) -> None:
        tags = dict(node.tags)
        if "barrier" in tags or tags.get("highway") == "traffic_signals":
            self.extract.nodes[node.id] = tags
        if tags.get("entrance") in _PUBLIC_ENTRANCES or tags.get("barrier") in _GATES:
            self._entrances[node.id] = tags.get("entrance", "")
        if is_named_place(tags, self.extract.skipped):
            if node.location.valid():
                point, spot = shapely.Point(node.lon, node.lat), (node.lat, node.lon)
                self.extract.features.append(Feature(f"node/{node.id}", spot, tags, point))
            else:
                self.extract.skipped["place without a position"] += 1

    def _note_expected_area(self, identity: str, each: osm.Way | osm.Relation) -> None:
        """Note the reason to skip a named place, in case no area of it follows."""
        if (each.tags.get("name") or "").strip() and types_of(dict(each.tags)):
            if isinstance(each, osm.Way):
                is_whole = all(node.location.valid() for node in each.nodes)
                self._outlines[identity] = _LINE_PLACE if is_whole else _CUT_AREA
            else:
                is_area = each.tags.get("type") in ("multipolygon", "boundary")
                self._outlines[identity] = _CUT_AREA if is_area else _LOOSE_PARTS

    def _take_area(self, area: osm.Area) -> None:
        identity = f"{'way' if area.from_way() else 'relation'}/{area.orig_id()}"
        tags = dict(area.tags)
        self._areas.add(identity)
        if not is_named_place(tags, self.extract.skipped):
            return
        if not area.num_rings()[0]:
            self.extract.skipped[_OPEN_AREA] += 1
            return
        shape = shapely.from_wkb(self._geometry.create_multipolygon(area))
        rings = zip(shape.geoms, area.outer_rings(), strict=True)
        part, ring = max(rings, key=lambda pair: pair[0].area)
        inside = shapely.point_on_surface(part)
        spot = round(inside.y, 7), round(inside.x, 7)
        access = self._find_access_points({node.ref: (node.lat, node.lon) for node in ring})
        self.extract.features.append(Feature(identity, spot, tags, shape, access))

    def _find_access_points(self, outline: Mapping[int, LatLon]) -> tuple[LatLon, ...]:
        """Return the main entrances of an area, else all entrances, else its closed outline."""
        entrances = {node: self._entrances[node] for node in outline if node in self._entrances}
        main = [node for node, kind in entrances.items() if kind == "main"]
        spots = [outline[node] for node in main or entrances]
        return tuple(spots or [*outline.values(), *[*outline.values()][:1]])

    def _take_road(self, way: osm.Way) -> None:
        """Keep a road with the positions of its nodes; nodes outside the extract split it."""
        tags = dict(way.tags)
        if tags.get("area") == "yes" or not ("highway" in tags or tags.get("route") == "ferry"):
            return
        spots = [(node.ref, node.location) for node in way.nodes]
        if missing := sum(not spot.valid() for _, spot in spots):
            self.extract.skipped["road node outside the extract"] += missing
        runs = [*_split_located_runs(spots)]
        if not runs:
            self.extract.skipped["road of fewer than two nodes"] += 1
        for run in runs:
            known = np.array(run)
            self.extract.ways.append(
                Way(way.id, known[:, 0], known[:, 1:] / _UNITS_PER_DEGREE, tags)
            )

    def _take_restriction(self, relation: osm.Relation) -> None:
        """Keep a turn restriction that holds at all times, for motor vehicles or bicycles."""
        tags = dict(relation.tags)
        if not tags.get("type", "").startswith("restriction"):
            return
        rule = tags.get("restriction", tags.get("restriction:motorcar", ""))
        if not rule or not tags.keys().isdisjoint(_TIME_KEYS):
            self.extract.skipped["turn restriction that binds at certain times or vehicles"] += 1
            return
        nodes, ways = _find_member_ids(relation, "via", "n"), _find_member_ids(relation, "via", "w")
        ends = (*_find_member_ids(relation, "from", "w"), *_find_member_ids(relation, "to", "w"))
        if len(ends) != 2 or not rule.startswith(("no_", "only_")) or len(nodes) + bool(ways) != 1:
            self.extract.skipped[_UNKNOWN_ROAD] += 1
            return
        excepted = frozenset(tags.get("except", "").replace(" ", "").split(";")) - {""}
        if "restriction" not in tags:
            excepted |= {"bicycle"}
        via_node = nodes[0] if nodes else None
        only = rule.startswith("only_")
        self.extract.restrictions.append(
            Restriction(only, ends[0], via_node, ways, ends[1], excepted)
        )


def _find_member_ids(relation: osm.Relation, role: str, kind: str) -> tuple[int, ...]:
    return tuple(each.ref for each in relation.members if (each.role, each.type) == (role, kind))


def _split_located_runs(
    spots: Sequence[tuple[int, osm.Location]],
) -> Iterator[list[tuple[int, int, int]]]:
    """Yield the runs of two or more nodes with positions, without repeated nodes."""
    run: list[tuple[int, int, int]] = []
    for node, spot in spots:
        if not spot.valid():
            if len(run) > 1:
                yield run
            run = []
        elif not run or run[-1][0] != node:
            run.append((node, spot.y, spot.x))
    if len(run) > 1:
        yield run
