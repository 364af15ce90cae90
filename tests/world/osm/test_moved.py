"""Routes do not depend on where on Earth a town lies."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from geoeval.calculators.sphere.distance import haversine
from geoeval.world.osm.extract import Extract, read_extract
from geoeval.world.osm.network import build_network
from geoeval.world.osm.profiles import PROFILES
from geoeval.world.osm.roads import Roads
from geoeval.world.records import Route, TravelMode
from tests.world.osm.towns import Town, move

LONGITUDES = (0.0, 60.0, 120.0, 179.9, -120.0)
EXTRACTS = (
    *("monaco.osm.pbf", "andorra.osm.pbf", "helsinki.osm.pbf", "taipei.osm.pbf"),
    *("leeds_cycleway.osm.pbf", "campo-grande.osm.pbf"),
)
OTHER_SIDE = {"left": "right", "north": "south"}
OTHER_SIDE |= {other: side for side, other in OTHER_SIDE.items()}
SIDES = re.compile(r"\b(left|right)|(?<=Head )(north|south)")

Pick = tuple[int, int]  # a way and one of its nodes


def grid() -> Town:
    """Return a town of crooked streets with a one-way street, traffic lights and a roundabout."""
    chance = random.Random(3)  # noqa: S311 - seeded
    at = {
        (x, y): f"{x + chance.uniform(-0.3, 0.3):.3f} {50000 + y + chance.uniform(-0.3, 0.3):.3f}"
        for x in range(6)
        for y in range(6)
    }
    town = Town()
    for y in range(6):
        town.way(
            *(at[x, y] for x in range(6)), name=f"Street {y}", oneway="yes" if y == 2 else "no"
        )
    for x in range(6):
        town.way(*(at[x, y] for y in range(6)), name=f"Avenue {x}", maxspeed=f"{30 + 10 * (x % 3)}")
    town.way(at[1, 1], at[2, 2], at[3, 4], at[5, 5], name="Diagonal", highway="primary")
    town.way("6.4 50002", "6 50002.4", "5.6 50002", "6 50001.6", "6.4 50002", junction="roundabout")
    town.way(at[5, 2], "5.6 50002", name="Entry")
    town.way("6.4 50002", "8.1 50002.2", name="Way Out")
    town.way("6 50002.4", "6.2 50004", at[5, 5], name="Ring Road")
    town.node(at[3, 4], highway="traffic_signals")
    return town


def picks(extract: Extract, count: int) -> list[tuple[Pick, Pick]]:
    """Return random pairs of different nodes."""
    chance = random.Random(7)  # noqa: S311 - seeded

    def random_pick() -> Pick:
        way = chance.randrange(len(extract.ways))
        return way, chance.randrange(len(extract.ways[way].nodes))

    def node(pick: Pick) -> int:
        return int(extract.ways[pick[0]].nodes[pick[1]])

    drawn = ((random_pick(), random_pick()) for _ in range(2 * count))
    return [pair for pair in drawn if node(pair[0]) != node(pair[1])][:count]


def routes(extract: Extract, mode: TravelMode, ends: list[tuple[Pick, Pick]]) -> list[Route | None]:
    """Return the fastest route between each pair of nodes, None if there is none."""
    network = build_network(extract, PROFILES[mode])
    assert network is not None
    roads, found = Roads({mode: network}.get), []
    for pair in ends:
        one, two = (tuple(extract.ways[way].spots[node].tolist()) for way, node in pair)
        drawn = roads.routes(one, two, mode)
        found.append(drawn[0].route if drawn else None)
        if drawn:
            straight_m = haversine(one, two)
            assert drawn[0].route.distance_m >= 0.99 * straight_m - 0.2
            assert max(haversine(a, b) for a, b in pairwise(drawn[0].points)) < 5000
    return found


def texts(route: Route | None) -> list[tuple[str, tuple[str, ...], int | None]]:
    """Return the steps of a route with their notes and times."""
    steps = route.steps if route else ()
    return [(each.instruction, each.notes, each.duration_s) for each in steps]


def mirror(text: str) -> str:
    """Return an instruction with left and right, and north and south, exchanged."""
    return SIDES.sub(lambda found: OTHER_SIDE[found[0]], text)


@pytest.mark.parametrize("longitude", LONGITUDES)
def test_a_moved_town_keeps_its_routes(tmp_path: Path, longitude: float) -> None:
    """Steps, times and lengths are equal at every longitude and across the antimeridian."""
    town = grid().extract(tmp_path)
    ends = picks(town, 60)
    expected = routes(town, TravelMode.DRIVING, ends)
    assert sum(route is not None and len(route.steps) > 2 for route in expected) >= 25
    assert routes(move(town, longitude - 0.003), TravelMode.DRIVING, ends) == expected
    assert routes(move(town, 179.997), TravelMode.DRIVING, ends) == expected


def test_places_are_joined_to_roads_across_the_antimeridian(tmp_path: Path) -> None:
    town = Town()
    town.way("0 0", "10 0", name="Street")
    network = build_network(move(town.extract(tmp_path), 179.995), PROFILES[TravelMode.DRIVING])
    roads = Roads({TravelMode.DRIVING: network}.get)
    for one, other in ((179.996, -179.996), (-179.996, 179.996)):
        (drawn,) = roads.routes(
            *((0.0002, one), (0.0002, other)),
            TravelMode.DRIVING,
        )
        assert drawn.route.gaps_m == pytest.approx((22.2, 22.2), abs=0.1)
        assert drawn.route.distance_m == pytest.approx(889.6 + 44.5, abs=0.3)


def test_a_mirrored_town_has_mirrored_routes(tmp_path: Path) -> None:
    """South of the equator left becomes right and north becomes south, and nothing else changes."""
    town = grid().extract(tmp_path)
    ends = picks(town, 60)
    expected = [
        [(mirror(words), tuple(map(mirror, notes)), time) for words, notes, time in texts(route)]
        for route in routes(town, TravelMode.DRIVING, ends)
    ]
    mirrored = routes(move(town, 0, mirrored=True), TravelMode.DRIVING, ends)
    assert [texts(route) for route in mirrored] == expected


@pytest.mark.slow
@pytest.mark.parametrize("mode", [*PROFILES])
@pytest.mark.parametrize("name", EXTRACTS)
def test_moved_extracts_keep_their_routes(data_dir: Path, name: str, mode: TravelMode) -> None:
    """None of 100 routes over a real extract is shorter than the straight line."""
    extract = read_extract(data_dir / "osm" / name)
    ends = picks(extract, 100)
    west = float(extract.ways[0].spots[0, 1])
    expected = routes(extract, mode, ends)
    for longitude in LONGITUDES:
        assert routes(move(extract, longitude - west), mode, ends) == expected
