"""Small towns in OpenStreetMap's XML on a grid of about a hundred metres around 0° N, 0° E."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np

from geoeval.world.osm.arrays import Network
from geoeval.world.osm.extract import Extract, read_extract
from geoeval.world.osm.network import build_network
from geoeval.world.osm.profiles import PROFILES
from geoeval.world.osm.roads import Roads
from geoeval.world.records import LatLon, TravelMode
from geoeval.world.service import Area, MapRoute

STEP = 0.001  # of the grid, in degrees: about 111 m

Tags = Mapping[str, str]


class Town:
    """Nodes at grid positions "x y" with ways and relations."""

    def __init__(self) -> None:
        self._nodes: dict[str, tuple[int, Tags]] = {}
        self._ways: list[tuple[int, list[int], Tags]] = []
        self._relations: list[tuple[list[tuple[str, str, int]], Tags]] = []

    def node(self, at: str, **tags: str) -> int:
        """Return the id of a node after adding tags."""
        number, known = self._nodes.get(at, (len(self._nodes) + 1, {}))
        self._nodes[at] = number, {**known, **_tags(tags)}
        return number

    def way(self, *nodes: str, **tags: str) -> int:
        """Return the id of a new way, a residential road by default; "__" in a tag means ":"."""
        number = len(self._ways) + 1001
        kind = (
            {}
            if {
                "amenity",
                "boundary",
                "building",
                "highway",
                "leisure",
                "natural",
                "route",
                "waterway",
            }
            & set(tags)
            else {"highway": "residential"}
        )
        self._ways.append((number, [self.node(at) for at in nodes], {**kind, **_tags(tags)}))
        return number

    def restrict(
        self, rule: str, origin: int, via: str | Sequence[int], target: int, **tags: str
    ) -> None:
        """Add a turn restriction via a node or ways."""
        between = [("via", "node", self.node(via))] if isinstance(via, str) else []
        between += [("via", "way", each) for each in via] if not isinstance(via, str) else []
        members = [("from", "way", origin), *between, ("to", "way", target)]
        known = {"type": "restriction", "restriction": rule, **tags}
        self._relations.append((members, {key: text for key, text in known.items() if text}))

    def area(self, outer: Sequence[int], inner: Sequence[int] = (), **tags: str) -> None:
        """Add an area with holes, of closed ways."""
        members = [("outer", "way", each) for each in outer]
        members += [("inner", "way", each) for each in inner]
        self._relations.append((members, {"type": "multipolygon", **tags}))

    def xml(self) -> str:
        """Return the town as OpenStreetMap XML."""
        lines = ['<?xml version="1.0"?><osm version="0.6" generator="test">']
        for at, (number, tags) in self._nodes.items():
            lat, lon = spot(at)
            lines.append(
                f'<node id="{number}" version="1" lat="{lat}" lon="{lon}">{_xml(tags)}</node>'
            )
        for number, nodes, tags in self._ways:
            refs = "".join(f'<nd ref="{node}"/>' for node in nodes)
            lines.append(f'<way id="{number}" version="1">{refs}{_xml(tags)}</way>')
        for at, (members, tags) in enumerate(self._relations, 1):
            rows = "".join(f'<member role="{r}" type="{t}" ref="{n}"/>' for r, t, n in members)
            lines.append(f'<relation id="{at}" version="1">{rows}{_xml(tags)}</relation>')
        return "\n".join([*lines, "</osm>"])

    def write(self, folder: Path) -> Path:
        """Write the town to a folder."""
        path = folder / "town.osm"
        path.write_text(self.xml(), encoding="utf-8")
        return path

    def extract(self, folder: Path) -> Extract:
        """Return the town as a read extract."""
        return read_extract(self.write(folder))

    def network(self, folder: Path, mode: TravelMode = TravelMode.DRIVING) -> Network:
        """Return the network of a mode."""
        network = build_network(self.extract(folder), PROFILES[mode])
        assert network is not None
        return network

    def roads(self, folder: Path, mode: TravelMode = TravelMode.DRIVING) -> Roads:
        """Return the roads of a mode."""
        return Roads({mode: self.network(folder, mode)}.get)

    def routes(
        self,
        folder: Path,
        origin: str | Area,
        destination: str | Area,
        mode: TravelMode = TravelMode.DRIVING,
        most: int = 1,
    ) -> list[MapRoute]:
        """Return the routes between two positions or areas."""
        ends = (each if isinstance(each, Area) else spot(each) for each in (origin, destination))
        return self.roads(folder, mode).routes(*ends, mode, most)


def move(extract: Extract, east: float, *, mirrored: bool = False) -> Extract:
    """Return an extract moved east by some degrees, and mirrored at the equator on request."""
    ways = []
    for way in extract.ways:
        spots = way.spots.copy()
        spots[:, 1] = np.round((spots[:, 1] + east + 180) % 360 - 180, 9)
        spots[:, 0] *= -1 if mirrored else 1
        ways.append(replace(way, spots=spots))
    return replace(extract, ways=ways)


def spot(at: str) -> LatLon:
    """Return the position of "x y", where x counts east and y north."""
    x, y = map(float, at.split())
    return round(y * STEP, 9), round(x * STEP, 9)


def step_texts(route: MapRoute) -> list[str]:
    """Return the instructions of a route with their notes."""
    return [" · ".join((step.instruction, *step.notes)) for step in route.route.steps]


def _tags(tags: Tags) -> dict[str, str]:
    return {name.replace("__", ":"): value for name, value in tags.items()}


def _xml(tags: Tags) -> str:
    return "".join(f"<tag k={quoteattr(k)} v={quoteattr(v)}/>" for k, v in tags.items())
