"""Conversion between graphs of osmnx and worlds with road networks."""

from __future__ import annotations

import bz2
import warnings
from pathlib import Path
from typing import Any

import pytest

from geoeval.errors import NotRecordedError, UsageError
from geoeval.world.model import MapWorld, Place, World
from geoeval.world.osm.build import build_from_osm
from geoeval.world.records import TravelMode
from geoeval.world.store.reading import MapFile
from tests.world.osm.test_moved import grid
from tests.world.osm.towns import spot

nx = pytest.importorskip("networkx", reason="the extra maps is not installed")

DRIVING, WALKING = TravelMode.DRIVING, TravelMode.WALKING


def lane(**tags: object) -> Any:  # noqa: ANN401 - networkx has no types here
    """Return a graph of osmnx with two streets that meet and an edge for each direction."""
    graph = nx.MultiDiGraph(crs="epsg:4326")
    for node, at in ((1, "0 0"), (2, "5 0"), (3, "5 5")):
        lat, lon = spot(at)
        graph.add_node(node, y=lat, x=lon)
    for begin, end, name, way in ((1, 2, "First", 11), (2, 3, "Second", 12)):
        edge = {"osmid": way, "highway": "residential", "name": name, **tags}
        graph.add_edge(begin, end, reversed=False, **edge)
        graph.add_edge(end, begin, reversed=True, **edge)
    return graph


def file_of(world: World) -> MapFile:
    """Return the map file of a world."""
    assert isinstance(world, MapWorld)
    return MapFile(world.map_path)


def test_routes_use_the_graph_in_both_directions() -> None:
    """A graph of car roads has no walking routes."""
    file = file_of(World.from_osmnx(lane()))
    assert file.modes == (DRIVING,)
    (route,) = file.routes(spot("0 0"), spot("5 5"), DRIVING)
    assert [step.instruction for step in route.route.steps] == [
        "Head east on First toward Second",
        "Turn left onto Second",
    ]
    (back,) = file.routes(spot("5 4"), spot("5 0"), DRIVING)
    assert back.route.distance_m == pytest.approx(444.8, abs=0.2)
    with pytest.raises(NotRecordedError, match="no walking time"):
        file.matrix([spot("0 0")], [spot("5 5")], WALKING)


def test_edge_attributes_are_read() -> None:
    """Merged ways hold lists, the speed of an edge has priority, and lights cost time."""
    merged = lane(speed_kph=10.0)
    merged.edges[1, 2, 0]["osmid"] = [11, 13]
    merged.edges[1, 2, 0]["name"] = ["First", "Other"]
    merged.nodes[2]["highway"] = "traffic_signals"
    ((time,),) = file_of(World.from_osmnx(merged)).matrix([spot("0 0")], [spot("5 5")], DRIVING)
    ((plain,),) = file_of(World.from_osmnx(lane())).matrix([spot("0 0")], [spot("5 5")], DRIVING)
    assert time is not None
    assert plain is not None
    assert (time.duration_s or 0) - 2 == pytest.approx((plain.duration_s or 0) * 2.5, abs=4)
    graph = World.from_osmnx(lane(highway="primary_link"), mode="bicycling").to_networkx(
        "bicycling"
    )
    assert {data["highway"] for *_, data in graph.edges(data=True)} == {"primary_link"}


def test_unusable_graphs_are_rejected(tmp_path: Path) -> None:
    """These are a projected graph, a graph without roads and a world without a road network."""
    projected = lane()
    projected.graph["crs"] = "epsg:32631"
    with pytest.raises(UsageError, match=r"expected an unprojected graph .* epsg:32631"):
        World.from_osmnx(projected)
    with pytest.raises(UsageError, match="roads for driving, got none among its 4 edges"):
        World.from_osmnx(lane(highway="footway"))
    with pytest.raises(NotRecordedError, match="no road network for driving"):
        World(places=(Place(name="Inn"),)).to_networkx()
    with pytest.raises(NotRecordedError, match="no road network for walking"):
        World.from_osmnx(lane(), path=tmp_path / "town.world").to_networkx("walking")


def test_a_network_survives_conversion_to_a_graph(tmp_path: Path) -> None:
    """Travel times are equal where no turn restriction is lost."""
    build_from_osm(grid().write(tmp_path), tmp_path / "town.world")
    first = World.open(tmp_path / "town.world")
    second = World.from_osmnx(first.to_networkx())
    spots = [(50.0 + y / 1000, x / 1000) for x, y in ((0, 0), (4.9, 0.2), (2, 3), (5.3, 4.8))]
    times = [
        [
            [travel and travel.duration_s for travel in row]
            for row in file_of(world).matrix(spots, spots, DRIVING)
        ]
        for world in (first, second)
    ]
    for row, other in zip(*times, strict=True):
        assert other == pytest.approx(row, abs=2.5)  # lights are not part of a graph


def test_features_become_places(tmp_path: Path) -> None:
    """Points and areas have names, types and hours, and an area is reached from its outline."""
    geopandas = pytest.importorskip("geopandas", reason="the extra maps is not installed")
    shapely = pytest.importorskip("shapely", reason="the extra maps is not installed")
    points = [(x / 1000, y / 1000) for x, y in ((2, 1), (4, 1), (4, 4), (2, 4))]
    frame = geopandas.GeoDataFrame(
        {
            "name": ["Inn", None, "Park", "Way"],
            "amenity": ["restaurant", "cafe", None, "restaurant"],
            "leisure": [None, None, "park", None],
            "opening_hours": ["Mo-Su 08:00-20:00", None, None, None],
        },
        geometry=[
            shapely.Point(0.001, 0.0001),
            shapely.Point(0, 0),
            shapely.MultiPolygon([shapely.Polygon(points)]),
            shapely.LineString(points),
        ],
        index=[("node", 1), ("node", 2), ("relation", 3), ("way", 4)],
        crs="epsg:4326",
    )
    world = World.from_osmnx(lane(), frame, path=tmp_path / "town.world")
    assert [place.id for place in world.places] == ["n1", "r3", "w4"]
    assert world.places[0].hours is not None
    leg = world.atlas.leg("Inn", "Park", DRIVING)
    assert leg is not None
    assert leg.gaps_m == pytest.approx((11.1, 111.2), abs=0.2)


@pytest.mark.slow
def test_routes_are_as_long_as_those_of_osmnx(data_dir: Path, tmp_path: Path) -> None:
    """The graph is read by osmnx itself."""
    osmnx = pytest.importorskip("osmnx", reason="the extra maps is not installed")
    extract = tmp_path / "oakland.osm"
    extract.write_bytes(bz2.decompress((data_dir / "osm" / "West-Oakland.osm.bz2").read_bytes()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        graph = osmnx.graph_from_xml(extract, retain_all=False)
        features = osmnx.features_from_xml(extract, tags={"amenity": True, "shop": True})
    world = World.from_osmnx(graph, features)
    assert len(world.places) > 5
    file = file_of(world)
    nodes = sorted(graph.nodes)[::4]
    spots = [(graph.nodes[node]["y"], graph.nodes[node]["x"]) for node in nodes]
    matrix = file.matrix(spots, spots, DRIVING)
    compared = []
    for row, one in enumerate(nodes):
        lengths = nx.single_source_dijkstra_path_length(graph, one, weight="length")
        for column, other in enumerate(nodes):
            travel = matrix[row][column]
            if row != column and travel and max(travel.gaps_m) == 0 and other in lengths:
                assert (travel.distance_m or 0) >= 0.995 * lengths[other] - 1
                compared.append((one, other))
    assert len(compared) >= 20
    again = world.to_networkx()
    assert osmnx.routing.shortest_path(again, *compared[-1], weight="travel_time")
    assert osmnx.distance.nearest_nodes(again, spots[0][1], spots[0][0]) == nodes[0]
