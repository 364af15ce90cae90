"""Build a map file from an OpenStreetMap extract, or from an osmnx graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from geoeval.extras import check_installed
from geoeval.world.osm.places import ATTRIBUTION, SOURCE, join_features, place_id, places_of
from geoeval.world.osm.profiles import PROFILES
from geoeval.world.osm.valhalla import build_tiles, check_valhalla, tiles_of
from geoeval.world.records import TravelMode
from geoeval.world.store.writing import MapWriter, new_map

if TYPE_CHECKING:
    import geopandas
    import networkx as nx

    from geoeval.world.osm.extract import Feature

MODES = tuple(PROFILES)
"""The travel modes with a road network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildSummary:
    """The contents of a new map; ``skipped`` counts unusable data by reason."""

    places: int
    roads: dict[TravelMode, int]
    skipped: dict[str, int]


def build_from_osm(
    extract: str | Path,
    path: str | Path,
    *,
    modes: tuple[TravelMode, ...] = MODES,
    engine: Literal["geoeval", "valhalla"] = "geoeval",
    report: Callable[[int, int, str], None] = lambda *_: None,
) -> BuildSummary:
    """Build a map file from an extract, with a road network for each travel mode."""
    check_installed("osmium", "maps")
    from geoeval.world.osm.extract import read_extract
    from geoeval.world.osm.network import build_network
    from geoeval.world.osm.streets import rivers_of, streets_of
    from geoeval.world.osm.water import water_of
    from geoeval.world.store.networks import network_to_bytes

    if engine == "valhalla":
        check_valhalla()
        modes = ()
    stages = 2 + (len(modes) or 1)
    report(0, stages, "reading the extract")
    contents = read_extract(extract)
    skipped = Counter(contents.skipped)
    roads: dict[TravelMode, int] = {}
    with new_map(path) as writer:
        writer.attribution = ATTRIBUTION
        writer.set_meta("extent", contents.extent())
        writer.set_meta("water", water_of(contents))
        writer.set_meta("made_from", {"file": Path(extract).name, "source": SOURCE})
        report(1, stages, "writing the places")
        places = _write_places(writer, contents.features, skipped)
        for line in (*streets_of(contents.ways), *rivers_of(contents.rivers)):
            writer.add_place(line, described=False)
        for number, mode in enumerate(modes):
            report(2 + number, stages, f"building the roads for {mode}")
            network = build_network(contents, PROFILES[mode])
            roads[mode] = 0 if network is None else len(network.road)
            if network is not None:
                writer.set_network(mode, network_to_bytes(network))
        if engine == "valhalla":
            report(2, stages, "building Valhalla's tiles")
            build_tiles(extract, tiles_of(path))
            writer.set_meta("engine", engine)
        writer.set_meta("skipped", dict(skipped))
    return BuildSummary(places=places, roads=roads, skipped=dict(skipped))


def build_from_osmnx(
    graph: nx.MultiDiGraph,
    path: str | Path,
    *,
    features: geopandas.GeoDataFrame | None = None,
    mode: TravelMode = TravelMode.DRIVING,
) -> BuildSummary:
    """Build a map file from an osmnx graph and features; see ``World.from_osmnx``."""
    check_installed("osmium", "maps")
    from geoeval.world.osm.graphs import features_of_frame, network_of_graph
    from geoeval.world.store.networks import network_to_bytes

    skipped: Counter[str] = Counter()
    network = network_of_graph(graph, TravelMode(mode))
    found = [] if features is None else [*features_of_frame(features, skipped)]
    with new_map(path) as writer:
        writer.attribution = ATTRIBUTION
        writer.set_meta("made_from", {"source": SOURCE})
        places = _write_places(writer, found, skipped)
        writer.set_network(mode, network_to_bytes(network))
        writer.set_meta("skipped", dict(skipped))
    return BuildSummary(places=places, roads={mode: len(network.road)}, skipped=dict(skipped))


def _write_places(writer: MapWriter, features: Sequence[Feature], skipped: Counter[str]) -> int:
    features = join_features(features, skipped)
    # The most prominent come first, because a name shared by several places means the first of
    # them.
    places = sorted(places_of(features, skipped), key=lambda each: -each.prominence)
    access = {place_id(each): each.access for each in features if each.access}
    for each in places:
        number = writer.add_place(each)
        if each.place.id in access:
            writer.set_access(number, access[each.place.id])
    return len(places)
