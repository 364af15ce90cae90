"""Group the roads and rivers of an extract into streets and rivers that can be searched by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, radians
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.world.osm.kinds import types_of
from geoeval.world.osm.places import SOURCE, collapse_spaces, names_of, wkt_of
from geoeval.world.osm.profiles import PROFILES, road_kind
from geoeval.world.records import Place
from geoeval.world.service import MapPlace
from geoeval.world.store.rows import STREET, WATERWAY

if TYPE_CHECKING:
    from geoeval.world.osm.extract import Way

_KINDS = frozenset(kind for each in PROFILES.values() for kind in each.speeds_kph) - {
    *("corridor", "elevator", "ferry", "platform")  # these are named after nearby things
}
_MAX_GAP_M: Final = 200.0  # between parts of one street; towns are farther apart
# Roads that lead from one area into another; the course of any other would rarely be needed.
_LONG_ROADS: Final = frozenset({"motorway", "trunk", "primary", "secondary"})


def streets_of(ways: Iterable[Way]) -> Iterator[MapPlace]:
    """Yield streets: connected roads with one name, located at a node near their middle."""
    by_name: dict[str, list[Way]] = {}
    for way in ways:
        name = collapse_spaces(way.tags.get("name", ""))
        if name and road_kind(way.tags) in _KINDS and not types_of(way.tags):
            by_name.setdefault(name, []).append(way)
    for name, alike in by_name.items():
        for street in _group_connected(alike):
            is_long = any(road_kind(way.tags) in _LONG_ROADS for way in street)
            yield _build_place(name, street, STREET, with_shape=is_long)


def rivers_of(ways: Iterable[Way]) -> Iterator[MapPlace]:
    """Yield rivers: connected waterways with one name, located at a node near their middle."""
    by_name: dict[str, list[Way]] = {}
    for way in ways:
        by_name.setdefault(collapse_spaces(way.tags["name"]), []).append(way)
    for name, alike in by_name.items():
        for river in _group_connected(alike):
            yield _build_place(name, river, WATERWAY, with_shape=True)


def _group_connected(ways: Sequence[Way]) -> list[list[Way]]:
    if len(ways) == 1:
        return [[*ways]]
    reach = np.degrees(_MAX_GAP_M / 2 / EARTH_RADIUS_M)
    margin = reach, reach / cos(radians(ways[0].spots[0, 0]))
    corners = [(*way.spots.min(axis=0) - margin, *way.spots.max(axis=0) + margin) for way in ways]
    boxes = shapely.box(*np.transpose(corners))
    areas = shapely.get_parts(shapely.union_all(boxes))
    groups = [shapely.intersects(area, boxes) for area in areas]
    return [[way for way, is_in in zip(ways, group, strict=True) if is_in] for group in groups]


def _build_place(name: str, ways: Sequence[Way], kind: str, *, with_shape: bool) -> MapPlace:
    """Merge ways into a place; several values of an additional name are joined by "; "."""
    spots = np.concatenate([way.spots for way in ways])
    middle = np.argmin(np.hypot(*(spots - spots.mean(axis=0)).T))
    lat, lon = spots[middle].tolist()
    names: dict[str, dict[str, None]] = {}
    for code, other in (pair for way in ways for pair in names_of(way.tags)):
        names.setdefault(code, {})[other] = None
    course = shapely.MultiLineString([way.spots[:, ::-1] for way in ways])
    return MapPlace(
        place=Place(
            name=name,
            id=f"w{min(way.id for way in ways)}",
            location=(lat, lon),
            shape=wkt_of(course) if with_shape else None,
        ),
        types=(kind,),
        names=tuple((code, "; ".join(others)) for code, others in names.items()),
        source=SOURCE,
    )
