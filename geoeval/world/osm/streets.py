"""Group the roads of an extract into streets that can be searched by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, radians
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.world.osm.kinds import types_of
from geoeval.world.osm.places import SOURCE, collapse_spaces, names_of
from geoeval.world.osm.profiles import PROFILES, road_kind
from geoeval.world.records import Place
from geoeval.world.service import MapPlace
from geoeval.world.store.rows import STREET

if TYPE_CHECKING:
    from geoeval.world.osm.extract import Way

_KINDS = frozenset(kind for each in PROFILES.values() for kind in each.speeds_kph) - {
    *("corridor", "elevator", "ferry", "platform")  # these are named after nearby things
}
_MAX_GAP_M: Final = 200.0  # between parts of one street; towns are farther apart


def streets_of(ways: Iterable[Way]) -> Iterator[MapPlace]:
    """Yield streets: connected roads with one name, located at a node near their middle."""
    by_name: dict[str, list[Way]] = {}
    for way in ways:
        name = collapse_spaces(way.tags.get("name", ""))
        if name and road_kind(way.tags) in _KINDS and not types_of(way.tags):
            by_name.setdefault(name, []).append(way)
    for name, alike in by_name.items():
        for street in _group_connected(alike):
            yield _build_street(name, street)


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


def _build_street(name: str, ways: Sequence[Way]) -> MapPlace:
    """Merge ways into a street; several values of an additional name are joined by "; "."""
    spots = np.concatenate([way.spots for way in ways])
    middle = np.argmin(np.hypot(*(spots - spots.mean(axis=0)).T))
    lat, lon = spots[middle].tolist()
    names: dict[str, dict[str, None]] = {}
    for code, other in (pair for way in ways for pair in names_of(way.tags)):
        names.setdefault(code, {})[other] = None
    return MapPlace(
        place=Place(name=name, id=f"w{min(way.id for way in ways)}", location=(lat, lon)),
        types=(STREET,),
        names=tuple((code, "; ".join(others)) for code, others in names.items()),
        source=SOURCE,
    )
