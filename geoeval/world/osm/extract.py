"""Read an OpenStreetMap extract: roads, turn restrictions, barriers, rivers and named places.

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
    """A road, path, ferry or river with ``N`` nodes in drawing order.

    A way that leaves the extract and returns becomes several ways with the same id.
    """

    id: int
    nodes: NDArray[np.int64]  # (N,) OpenStreetMap ids
    spots: NDArray[np.float64]  # (N, 2) latitude and longitude in degrees
    tags: Tags


@dataclass(frozen=True, slots=True)
class Restriction:
    """A forbidden turn, or (``only``) the only allowed turn, via a node or consecutive ways.

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
        """The ids of all ways involved."""
        return {self.origin, *self.via_ways, self.target}


@dataclass(frozen=True, slots=True)
class Feature:
    """A named place with an id such as "node/123"; areas are located inside their largest part.

    ``access`` are the access points of an area: its entrances, else its closed outline.
    """

    id: str
    location: LatLon
    tags: Tags
    shape: shapely.Geometry  # a point, or an area with its holes
    access: tuple[LatLon, ...] = ()


@dataclass(frozen=True, slots=True)
class Extract:
    """The contents of an extract; ``skipped`` counts unusable data by reason.

    ``ways`` are the roads, paths and ferries, ``rivers`` the named rivers and canals, ``coast`` the
    coastlines, with the sea to their right, ``water`` the water that is no place, and ``nodes`` the
    barriers and traffic signals.
    """

    ways: list[Way] = field(default_factory=list)
    rivers: list[Way] = field(default_factory=list)
    coast: list[Way] = field(default_factory=list)
    water: list[shapely.Geometry] = field(default_factory=list)
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
    """Read an extract in any format osmium supports, such as ``.osm.pbf`` or ``.osm.bz2``."""
    reader = _ExtractReader()
    try:
        objects = (
            osmium.FileProcessor(str(path))
            .with_locations()
            .with_areas(osmium.filter.KeyFilter(*PLACE_KEYS))
            .with_filter(osmium.filter.KeyFilter(*PLACE_KEYS, *_ROAD_KEYS, "waterway"))
        )
        for each in objects:
            reader.take(each)
    except (RuntimeError, OSError) as error:
        raise WorldError(
            f"expected an OpenStreetMap extract, but {quote_path(path)} cannot be read: {error}",
            "path",
        ) from error
    extract = reader.finish()
    if not extract.ways and not extract.features:
        raise WorldError(
            f"expected roads or named places, but {quote_path(path)} has neither", "path"
        )
    return extract


_ROAD_KEYS = ("highway", "route", "barrier", "entrance", "restriction", "restriction:motorcar")
# Streams are left out: they are many, and few of them reach from one area into another.
_RIVERS = ("river", "canal")
_PUBLIC_ENTRANCES = ("yes", "main", "home", "shop", "staircase")
# Barriers that pedestrians can pass.
_GATES = ("gate", "entrance", "turnstile", "swing_gate", "kissing_gate")
# Deprecated tags that limit when a restriction applies.
_TIME_KEYS = ("hour_on", "hour_off", "day_on", "day_off")
_MISSING_MEMBERS = "turn restrictions with missing members"
_CUT_AREA = "areas with nodes or ways outside the extract"
_OPEN_AREA = "areas whose outline is open or crosses itself"
_LINE_PLACE = "places drawn as a line"
_LOOSE_PARTS = "places whose parts do not form an area"
_UNITS_PER_DEGREE = 1e7  # osmium stores positions in units of 10⁻⁷ degrees


class _ExtractReader:
    def __init__(self) -> None:
        self.extract = Extract()
        self._entrances: dict[int, str] = {}
        self._outlines: dict[str, str] = {}  # id of a place → reason to skip it if no area follows
        self._areas: set[str] = set()  # ids of areas, which may precede their outlines
        self._geometry = osmium.geom.WKBFactory()

    def take(self, each: object) -> None:
        """Store a road, a restriction, a barrier, a signal or a named place; ignore the rest."""
        if isinstance(each, osm.Node):
            self._take_node(each)
        elif isinstance(each, osm.Way):
            self._take_line(each)
            self._note_expected_area(f"way/{each.id}", each)
        elif isinstance(each, osm.Relation):
            self._take_restriction(each)
            self._note_expected_area(f"relation/{each.id}", each)
        elif isinstance(each, osm.Area):
            self._take_area(each)

    def finish(self) -> Extract:
        """Return the extract without restrictions on ways outside it."""
        extract = self.extract
        extract.skipped.update(self._outlines[each] for each in {*self._outlines} - self._areas)
        way_ids = {way.id for way in extract.ways}
        complete = [each for each in extract.restrictions if each.ways <= way_ids]
        if lost := len(extract.restrictions) - len(complete):
            extract.skipped[_MISSING_MEMBERS] += lost
        extract.restrictions[:] = complete
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
                self.extract.skipped["places without a position"] += 1

    def _note_expected_area(self, identity: str, each: osm.Way | osm.Relation) -> None:
        """Note why to skip a named place in case no area for it follows.

        A border drawn as a line is part of the areas on both sides, not a place.
        """
        is_border = isinstance(each, osm.Way) and "boundary" in each.tags and not each.is_closed()
        if (each.tags.get("name") or "").strip() and types_of(dict(each.tags)) and not is_border:
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
        is_place, is_closed = is_named_place(tags, self.extract.skipped), area.num_rings()[0] > 0
        if is_place and not is_closed:
            self.extract.skipped[_OPEN_AREA] += 1
        if not is_closed or not (is_place or tags.get("natural") == "water"):
            return
        shape = shapely.from_wkb(self._geometry.create_multipolygon(area))
        if not is_place:
            self.extract.water.append(shape)
            return
        rings = zip(shape.geoms, area.outer_rings(), strict=True)
        part, ring = max(rings, key=lambda pair: pair[0].area)
        inside = shapely.point_on_surface(part)
        spot = round(inside.y, 7), round(inside.x, 7)
        access = self._find_access_points({node.ref: (node.lat, node.lon) for node in ring})
        self.extract.features.append(Feature(identity, spot, tags, shape, access))

    def _find_access_points(self, outline: Mapping[int, LatLon]) -> tuple[LatLon, ...]:
        """Return the main entrances of an area, else all entrances, else the closed outline."""
        entrances = {node: self._entrances[node] for node in outline if node in self._entrances}
        main = [node for node, kind in entrances.items() if kind == "main"]
        spots = [outline[node] for node in main or entrances]
        return tuple(spots or [*outline.values(), *[*outline.values()][:1]])

    def _take_line(self, way: osm.Way) -> None:
        """Store a road, a named river or a coastline; ignore other ways."""
        tags = dict(way.tags)
        if tags.get("area") == "yes":
            return
        if "highway" in tags or tags.get("route") == "ferry":
            self._store_line(way, tags, self.extract.ways, "road")
        elif tags.get("waterway") in _RIVERS and tags.get("name", "").strip():
            self._store_line(way, tags, self.extract.rivers, "river")
        elif tags.get("natural") == "coastline":
            self._store_line(way, tags, self.extract.coast, "coastline")

    def _store_line(self, way: osm.Way, tags: Tags, lines: list[Way], what: str) -> None:
        """Store a way with the positions of its nodes; nodes outside the extract split it."""
        spots = [(node.ref, node.location) for node in way.nodes]
        if missing := sum(not spot.valid() for _, spot in spots):
            self.extract.skipped[f"{what} nodes outside the extract"] += missing
        runs = [*_split_located_runs(spots)]
        if not runs:
            self.extract.skipped[f"{what}s with fewer than two nodes"] += 1
        for run in runs:
            nodes = np.array(run)
            lines.append(Way(way.id, nodes[:, 0], nodes[:, 1:] / _UNITS_PER_DEGREE, tags))

    def _take_restriction(self, relation: osm.Relation) -> None:
        """Store a turn restriction that always applies to motor vehicles or bicycles."""
        tags = dict(relation.tags)
        if not tags.get("type", "").startswith("restriction"):
            return
        rule = tags.get("restriction", tags.get("restriction:motorcar", ""))
        if not rule or not tags.keys().isdisjoint(_TIME_KEYS):
            self.extract.skipped["turn restrictions for certain times or vehicles"] += 1
            return
        nodes, ways = _find_member_ids(relation, "via", "n"), _find_member_ids(relation, "via", "w")
        ends = (*_find_member_ids(relation, "from", "w"), *_find_member_ids(relation, "to", "w"))
        if len(ends) != 2 or not rule.startswith(("no_", "only_")) or len(nodes) + bool(ways) != 1:
            self.extract.skipped[_MISSING_MEMBERS] += 1
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
    """Yield runs of at least two nodes with positions, without repeated nodes."""
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
