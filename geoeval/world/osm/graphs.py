"""Convert osmnx graphs and features to networks and features, and networks back to graphs.

Imports shapely: import this module only after ``check_installed("shapely", "maps")``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from geoeval.calculators.sphere.distance import haversine
from geoeval.errors import UsageError
from geoeval.world.osm.extract import Feature
from geoeval.world.osm.kinds import is_named_place
from geoeval.world.osm.network import Edges, join_edges, road_of
from geoeval.world.osm.profiles import PROFILES

if TYPE_CHECKING:
    import geopandas
    import networkx as nx

    from geoeval.world.osm.arrays import Network, Road
    from geoeval.world.records import TravelMode

_CRS = "epsg:4326"


def network_of_graph(graph: nx.MultiDiGraph, mode: TravelMode) -> Network:
    """Convert an osmnx graph, simplified or not, to a road network.

    An edge merged from several ways has the tags of the first. Its speed is ``speed_kph``, as added
    by ``osmnx.add_edge_speeds``, else the speed of the profile.
    """
    if str(graph.graph.get("crs", _CRS)).lower() != _CRS:
        raise UsageError(f"expected an unprojected graph ({_CRS}), got one in {graph.graph['crs']}")
    profile = PROFILES[mode]
    ends, lines, ways, speeds, roads = [], [], [], [], []
    road_numbers: dict[Road, int] = {}
    for start, end, data in graph.edges(data=True):
        tags = {key: _first_value(value) for key, value in data.items() if key not in _NON_TAGS}
        passage = profile.passage(tags)
        if passage is None or not passage.forward_kph:
            continue
        ends.append((start, end))
        lines.append(_find_edge_line(graph, start, end, data))
        ways.append(int(_first_value(data.get("osmid", -1))))
        speeds.append(float(data.get("speed_kph", passage.forward_kph)))
        road = road_of(tags)
        roads.append(road_numbers.setdefault(road, len(road_numbers)))
    if not ends:
        raise UsageError(
            f"expected a graph with roads for {mode}, got none among its {len(graph.edges)} edges"
        )
    sizes = np.array([len(line) for line in lines])
    shape = np.concatenate([[0], np.cumsum(sizes)])
    node = np.full(shape[-1], -1)
    node[shape[:-1]], node[shape[1:] - 1] = np.array(ends).T
    length_m = np.array([haversine(line[:-1], line[1:]).sum() for line in lines])
    back = _pair_directions(ends, length_m.round(1).tolist())
    edges = Edges(
        way=np.array(ways),
        road=np.array(roads),
        speed_kph=np.array(speeds),
        back=back,
        is_local=np.zeros(len(ends), bool),
        is_drawn=np.ones(len(ends), bool),
        shape=shape,
        node=node,
        spots=np.concatenate(lines),
        length_m=length_m,
    )
    return join_edges(edges, (*road_numbers,), profile, signals=_find_signal_nodes(graph))


def _find_signal_nodes(graph: nx.MultiDiGraph) -> dict[int, str]:
    kinds = graph.nodes(data="highway")
    return {node: "both" for node, kind in kinds if kind == "traffic_signals"}


def graph_of_network(network: Network) -> nx.MultiDiGraph:
    """Convert a road network to a graph with the attributes of an osmnx graph."""
    import networkx as nx

    graph = nx.MultiDiGraph(crs=_CRS, simplified=True)
    for edge in range(len(network.road)):
        points, road, spots = network.points(edge), network.road_of(edge), network.spots(edge)
        start, end = int(network.node[points.start]), int(network.node[points.stop - 1])
        for node, (lat, lon) in ((start, spots[0].tolist()), (end, spots[-1].tolist())):
            graph.add_node(node, y=lat, x=lon)
        back, length_m = int(network.back[edge]), float(network.length_m[edge])
        tags = {"name": road.name, "ref": road.ref, "junction": "roundabout" * road.roundabout}
        graph.add_edge(
            start,
            end,
            osmid=int(network.way[edge]),
            highway=road.highway,
            **{key: value for key, value in tags.items() if value},
            oneway=back < 0,
            reversed=0 <= back < edge,
            length=length_m,
            travel_time=float(network.time_s[edge]),
            speed_kph=length_m / float(network.time_s[edge]) * 3.6,
            geometry=shapely.linestrings(spots[:, ::-1]),
        )
    return graph


def features_of_frame(frame: geopandas.GeoDataFrame, skipped: Counter[str]) -> Iterator[Feature]:
    """Yield the named places of a table such as ``osmnx.features_from_place`` returns."""
    for (element, number), row in frame.to_crs(_CRS).iterrows():
        tags = {key: value for key, value in row.items() if isinstance(value, str)}
        shape = row.geometry
        if not is_named_place(tags, skipped):
            continue
        areas = [each for each in shapely.get_parts(shape) if isinstance(each, shapely.Polygon)]
        part = max(areas, key=lambda each: each.area, default=shape)
        middle = shapely.point_on_surface(part)
        outline = shapely.get_coordinates(part.exterior if areas else None).tolist()
        access = tuple((lat, lon) for lon, lat in outline)
        yield Feature(f"{element}/{number}", (middle.y, middle.x), tags, shape, access)


_NON_TAGS = ("osmid", "oneway", "reversed", "length", "geometry", "travel_time", "speed_kph")


def _first_value(value: Any) -> Any:  # noqa: ANN401 - any tag
    return value[0] if isinstance(value, list) else value


def _find_edge_line(
    graph: nx.MultiDiGraph, start: int, end: int, data: Mapping[str, Any]
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the positions along an edge, latitude before longitude."""
    if "geometry" in data:
        return np.asarray(shapely.get_coordinates(data["geometry"])[:, ::-1])
    return np.array([(graph.nodes[node]["y"], graph.nodes[node]["x"]) for node in (start, end)])


def _pair_directions(
    ends: list[tuple[int, int]], lengths_m: list[float]
) -> np.ndarray[Any, np.dtype[np.int64]]:
    unpaired: dict[tuple[frozenset[int], float], list[int]] = {}
    back = np.full(len(ends), -1)
    for edge, ((start, end), length_m) in enumerate(zip(ends, lengths_m, strict=True)):
        open_edges = unpaired.setdefault((frozenset((start, end)), length_m), [])
        opposite = [other for other in open_edges if ends[other] == (end, start)]
        if opposite:
            back[edge], back[opposite[0]] = opposite[0], edge
            open_edges.remove(opposite[0])
        else:
            open_edges.append(edge)
    return back
