"""Routes over real extracts, checked by a walker that reads the rules of the road by itself."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.world.osm.arrays import Network
from geoeval.world.osm.extract import Extract, read_extract
from geoeval.world.osm.network import build_network
from geoeval.world.osm.profiles import PROFILES
from geoeval.world.osm.routing import Path as FoundPath
from geoeval.world.osm.routing import Router
from geoeval.world.osm.steps import find_manoeuvres
from geoeval.world.records import TravelMode
from tests.world.osm.walker import Walker

EXIT = re.compile(r"take the (\d+)")
MODES = tuple(PROFILES)


def nodes_of(net: Network, path: FoundPath) -> list[int]:
    """Return the nodes that a path runs over, those at the ends of its edges once."""
    found: list[int] = []
    for edge in path.edges:
        run = net.node[net.points(edge)].tolist()
        found += run[1:] if found and found[-1] == run[0] else run
    return found


def drawn_paths(
    extract: Extract, mode: TravelMode, count: int
) -> Iterator[tuple[Network, FoundPath]]:
    """Yield paths between random points of a network."""
    net = build_network(extract, PROFILES[mode])
    assert net is not None
    router, chance = Router(net), random.Random(7)  # noqa: S311 - a seeded choice of points
    spots = list(zip(net.lat.tolist(), net.lon.tolist(), strict=True))
    for _ in range(count):
        for path in router.paths(chance.choice(spots), chance.choice(spots)):
            yield net, path


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "name", ["andorra", "monaco", "helsinki", "taipei", "leeds_cycleway", "campo-grande"]
)
def test_routes_break_no_rule(data_dir: Path, name: str, mode: TravelMode) -> None:
    """Of 500 random routes none breaks a one-way, a barrier or a turn restriction."""
    file = data_dir / "osm" / f"{name}.osm.pbf"
    walker = Walker.of(file, mode)
    extract = read_extract(file)
    checked = 0
    for net, path in drawn_paths(extract, mode, 520):
        assert walker.faults(nodes_of(net, path)) == []
        checked += 1
    assert checked >= 500


def test_a_few_routes_of_monaco(data_dir: Path) -> None:
    """The same for 60 car routes, quick enough for every run."""
    file = data_dir / "osm" / "monaco.osm.pbf"
    walker = Walker.of(file, TravelMode.DRIVING)
    for net, path in drawn_paths(read_extract(file), TravelMode.DRIVING, 60):
        assert walker.faults(nodes_of(net, path)) == []


@pytest.mark.slow
def test_the_walker_bites(data_dir: Path) -> None:
    """Over the same roads without their restrictions it finds broken ones."""
    file = data_dir / "osm" / "monaco.osm.pbf"
    walker = Walker.of(file, TravelMode.DRIVING)
    lawless = replace(read_extract(file), restrictions=[])
    paths = drawn_paths(lawless, TravelMode.DRIVING, 200)
    assert sum(bool(walker.faults(nodes_of(net, path))) for net, path in paths) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("name", ["andorra", "monaco"])
def test_exits_of_roundabouts(data_dir: Path, name: str) -> None:
    """The walker counts the same exits: places on the ring where a car may leave it."""
    file = data_dir / "osm" / f"{name}.osm.pbf"
    walker = Walker.of(file, TravelMode.DRIVING)
    extract = read_extract(file)
    rings = {w.id for w in extract.ways if w.tags.get("junction") in {"roundabout", "circular"}}
    counted = 0
    for net, path in drawn_paths(extract, TravelMode.DRIVING, 300):
        said = [EXIT.search(each.instruction) for each in find_manoeuvres(net, path, (0.0, 0.0))]
        exits = [int(found[1]) for found in said if found]
        expected = walker.exits(nodes_of(net, path), rings)
        assert exits == expected
        counted += len(exits)
    assert counted > 200
