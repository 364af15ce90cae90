"""Routes over real extracts, checked by an independent walker."""

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
    """Return the nodes of a path without repeating those between two edges."""
    found: list[int] = []
    for edge in path.edges:
        run = net.node[net.points(edge)].tolist()
        found += run[1:] if found and found[-1] == run[0] else run
    return found


def random_paths(
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
def test_random_routes_break_no_rule(data_dir: Path, name: str, mode: TravelMode) -> None:
    """At least 500 routes respect one-way streets, barriers and turn restrictions."""
    file = data_dir / "osm" / f"{name}.osm.pbf"
    walker = Walker.of(file, mode)
    extract = read_extract(file)
    checked = 0
    for net, path in random_paths(extract, mode, 520):
        assert walker.violations(nodes_of(net, path)) == []
        checked += 1
    assert checked >= 500


def test_random_routes_of_monaco_break_no_rule(data_dir: Path) -> None:
    """Sixty routes are few enough for every run."""
    file = data_dir / "osm" / "monaco.osm.pbf"
    walker = Walker.of(file, TravelMode.DRIVING)
    for net, path in random_paths(read_extract(file), TravelMode.DRIVING, 60):
        assert walker.violations(nodes_of(net, path)) == []


@pytest.mark.slow
def test_the_walker_detects_ignored_restrictions(data_dir: Path) -> None:
    file = data_dir / "osm" / "monaco.osm.pbf"
    walker = Walker.of(file, TravelMode.DRIVING)
    lawless = replace(read_extract(file), restrictions=[])
    paths = random_paths(lawless, TravelMode.DRIVING, 200)
    assert sum(bool(walker.violations(nodes_of(net, path))) for net, path in paths) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("name", ["andorra", "monaco"])
def test_the_walker_counts_the_same_exits(data_dir: Path, name: str) -> None:
    file = data_dir / "osm" / f"{name}.osm.pbf"
    walker = Walker.of(file, TravelMode.DRIVING)
    extract = read_extract(file)
    rings = {w.id for w in extract.ways if w.tags.get("junction") in {"roundabout", "circular"}}
    counted = 0
    for net, path in random_paths(extract, TravelMode.DRIVING, 300):
        matches = [EXIT.search(each.instruction) for each in find_manoeuvres(net, path, (0.0, 0.0))]
        exits = [int(found[1]) for found in matches if found]
        expected = walker.exits(nodes_of(net, path), rings)
        assert exits == expected
        counted += len(exits)
    assert counted > 200
