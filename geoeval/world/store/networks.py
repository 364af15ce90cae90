"""Convert road networks to and from the bytes stored in a map file."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import TYPE_CHECKING

import numpy as np

from geoeval.world.service import RoadLine

if TYPE_CHECKING:
    from geoeval.world.osm.arrays import Network


def network_to_bytes(network: Network) -> bytes:
    """Serialise the arrays and the roads of a network, compressed."""
    arrays = {each.name: getattr(network, each.name) for each in fields(network)}
    roads = json.dumps([asdict(road) for road in arrays.pop("roads")], ensure_ascii=False)
    stream = io.BytesIO()
    np.savez_compressed(stream, roads=np.frombuffer(roads.encode(), np.uint8), **arrays)
    return stream.getvalue()


def network_from_bytes(content: bytes) -> Network:
    """Restore a network from the result of ``network_to_bytes``."""
    from geoeval.world.osm.arrays import Network, Road

    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    roads = json.loads(arrays.pop("roads").tobytes())
    return Network(roads=tuple(Road(**road) for road in roads), **arrays)


def roads_of(network: Network, seen: set[tuple[int, int, int]]) -> Iterator[RoadLine]:
    """Yield the edges of a network as lines, except those ``seen`` in either direction."""
    for edge in range(len(network.road)):
        at = network.points(edge)
        first, last = sorted((int(network.node[at.start]), int(network.node[at.stop - 1])))
        key = (int(network.way[edge]), first, last)
        if key in seen:
            continue
        seen.add(key)
        road = network.road_of(edge)
        points = zip(network.lat[at].tolist(), network.lon[at].tolist(), strict=True)
        yield RoadLine(name=road.name or road.ref, kind=road.highway, points=tuple(points))
