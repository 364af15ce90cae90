"""Reading an OpenStreetMap extract: its roads, turn restrictions, barriers and named places.

Imports osmium: import this module only after ``check_installed("osmium", "maps")``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

import osmium
from osmium import osm

from geoeval.errors import WorldError, quote_path
from geoeval.world.osm.kinds import types_of
from geoeval.world.records import LatLon

Tags = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Way:
    """A road or path: its nodes in the direction in which it was drawn."""

    id: int
    nodes: tuple[int, ...]
    tags: Tags


@dataclass(frozen=True, slots=True)
class Restriction:
    """A turn that is forbidden, or (``only``) the one turn allowed, via a node or a run of ways.

    ``except_for`` holds the vehicles it does not bind, such as "bicycle".
    """

    only: bool
    origin: int
    via_node: int | None
    via_ways: tuple[int, ...]
    target: int
    except_for: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Feature:
    """A named place; an area stands at the middle of its outer ring. ``id`` is "node/123"."""

    id: str
    location: LatLon
    tags: Tags


@dataclass(frozen=True, slots=True)
class Extract:
    """What an extract holds; ``skipped`` counts what could not be used, by reason."""

    ways: list[Way] = field(default_factory=list)
    points: dict[int, LatLon] = field(default_factory=dict)
    barriers: dict[int, Tags] = field(default_factory=dict)
    restrictions: list[Restriction] = field(default_factory=list)
    features: list[Feature] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)


def read_extract(path: str | Path) -> Extract:
    """Read an extract in any form that osmium knows, such as ``.osm.pbf`` or ``.osm.bz2``.

    Raises
    ------
    WorldError
        If the file cannot be read to its end, or holds no road and no named place.
    """
    extract = Extract()
    try:
        objects = (
            osmium.FileProcessor(str(path))
            .with_locations()
            .with_areas()
            .with_filter(osmium.filter.EmptyTagFilter())
        )
        for each in objects:
            _take(each, extract)
    except (RuntimeError, OSError) as error:
        message = f"expected an OpenStreetMap extract, cannot read {quote_path(path)}: {error}"
        raise WorldError(message, "path") from error
    if not extract.ways and not extract.features:
        message = f"expected roads or named places, {quote_path(path)} has neither"
        raise WorldError(message, "path")
    return extract


def _take(each: object, extract: Extract) -> None:
    """Keep an object of the file if it is a road, a restriction, a barrier or a named place."""
    if isinstance(each, osm.Node):
        tags = dict(each.tags)
        if "barrier" in tags:
            extract.barriers[each.id] = tags
        spot = (each.lat, each.lon) if each.location.valid() else None
        _take_feature(f"node/{each.id}", spot, tags, extract)
    elif isinstance(each, osm.Way):
        _take_road(each, extract)
    elif isinstance(each, osm.Relation):
        _take_restriction(each, extract)
    elif isinstance(each, osm.Area):
        tags = dict(each.tags)
        ring = next(iter(each.outer_rings()), ())
        points = [(node.lat, node.lon) for node in ring if node.location.valid()][1:]
        middle = (
            (fmean(lat for lat, _ in points), fmean(lon for _, lon in points)) if points else None
        )
        kind = "way" if each.from_way() else "relation"
        _take_feature(f"{kind}/{each.orig_id()}", middle, tags, extract)


def _take_feature(identity: str, location: LatLon | None, tags: Tags, extract: Extract) -> None:
    if not types_of(tags):
        return
    if not tags.get("name", "").strip():
        extract.skipped["place without a name"] += 1
    elif location is None:
        extract.skipped["place without a position"] += 1
    else:
        extract.features.append(Feature(identity, location, tags))


def _take_road(way: osm.Way, extract: Extract) -> None:
    """Keep a road with the positions of its nodes; nodes outside the extract cut it short."""
    tags = dict(way.tags)
    if "highway" not in tags or tags.get("area") == "yes":
        return
    known = [(node.ref, (node.lat, node.lon)) for node in way.nodes if node.location.valid()]
    if len(known) < len(way.nodes):
        extract.skipped["road node outside the extract"] += len(way.nodes) - len(known)
    if len(known) < 2:
        extract.skipped["road of fewer than two nodes"] += 1
        return
    extract.points.update(known)
    extract.ways.append(Way(way.id, tuple(ref for ref, _ in known), tags))


def _take_restriction(relation: osm.Relation, extract: Extract) -> None:
    """Keep a turn restriction that binds at all times, for motor vehicles or bicycles."""
    tags = dict(relation.tags)
    if not tags.get("type", "").startswith("restriction"):
        return
    rule = tags.get("restriction", tags.get("restriction:motorcar", ""))
    if not rule:
        extract.skipped["turn restriction that binds at certain times or vehicles"] += 1
        return
    roles: dict[str, list[tuple[str, int]]] = {"from": [], "via": [], "to": []}
    for member in relation.members:
        roles.setdefault(member.role, []).append((member.type, member.ref))
    via = roles["via"]
    nodes = [ref for kind, ref in via if kind == "n"]
    ways = tuple(ref for kind, ref in via if kind == "w")
    ends = [ref for role in ("from", "to") for kind, ref in roles[role] if kind == "w"]
    if len(ends) != 2 or not rule.startswith(("no_", "only_")) or len(nodes) + bool(ways) != 1:
        extract.skipped["turn restriction with members missing"] += 1
        return
    excepted = frozenset(tags.get("except", "").replace(" ", "").split(";")) - {""}
    extract.restrictions.append(
        Restriction(
            rule.startswith("only_"), ends[0], nodes[0] if nodes else None, ways, ends[1], excepted
        )
    )
