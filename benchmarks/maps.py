"""Maps: building them from extracts, asking them, and routing beside other engines."""

from __future__ import annotations

import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, NotMeasuredError, third_party
from benchmarks.race import peer
from geoeval.calculators.sphere.distance import haversine
from geoeval.world.model import World
from geoeval.world.osm.build import build_from_osm
from geoeval.world.osm.valhalla import Valhalla, build_tiles
from geoeval.world.records import LatLon, Place, TravelMode
from geoeval.world.service import MapPlace
from geoeval.world.store.reading import MapFile
from geoeval.world.store.writing import new_map

TARGETS_S = {"andorra": 10, "monaco": 4}
MOST_MB = 600
MODES = (TravelMode.DRIVING, TravelMode.WALKING, TravelMode.BICYCLING)
EXTRACTS = ("andorra", "monaco", "helsinki", "taipei", "leeds_cycleway", "campo-grande")
PLACES = 100_000
PAIRS = 300
BUILD = """
import resource, sys
from geoeval.world.osm.build import build_from_osm
build_from_osm(sys.argv[1], sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def building() -> list[Figure]:
    """Build maps with three road networks, each in a process of its own."""
    figures = []
    for name, target in TARGETS_S.items():
        extract = third_party(f"osm/{name}.osm.pbf")
        with TemporaryDirectory() as folder:
            began = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", BUILD, extract, f"{folder}/{name}.world"],
                capture_output=True,
                check=True,
            )
            spent = time.perf_counter() - began
        memory = int(done.stdout) / 1000
        note = f"target {target} s, {MOST_MB} MB"
        value = f"{spent:.1f} s, {memory:.0f} MB"
        figures.append(Figure(name=f"{name} with three networks", value=value, note=note))
    return figures


def large() -> list[Figure]:
    """Ask a map of 100,000 places spread over a city."""
    chance = random.Random(1)  # noqa: S311 - seeded
    kinds = ("cafe", "restaurant", "pharmacy", "museum", "store", "school", "hotel", "bank")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "large.world"
        with new_map(path) as writer:
            writer.set_meta("extent", (0.0, 0.0, 1.0, 1.0))
            for number in range(PLACES):
                spot = (chance.random(), chance.random())
                place = Place(name=f"Place {number}", id=f"p{number}", location=spot)
                writer.add_place(MapPlace(place=place, types=(chance.choice(kinds),)))
        began = time.perf_counter()
        with MapFile(path) as file:
            opened = time.perf_counter() - began
            spots = [(chance.random(), chance.random()) for _ in range(200)]
            ids = [f"p{chance.randrange(PLACES)}" for _ in range(200)]
            return [
                Figure(name="100,000 places: opened", value=f"{opened * 1000:.1f} ms"),
                _query("  search", [lambda i=i: file.search(f"Place {i[1:]}") for i in ids]),
                _query("  details", [lambda i=i: file.details(i) for i in ids]),
                _query(
                    "  nearby, nearest of a kind",
                    [
                        lambda s=s: file.nearby(s, place_type="cafe", rank_by="distance")
                        for s in spots
                    ],
                ),
                _query(
                    "  nearby, within 2 km",
                    [lambda s=s: file.nearby(s, place_type="cafe", radius_m=2000) for s in spots],
                ),
            ]


def _query(name: str, calls: list[Callable[[], object]]) -> Figure:
    """Return the time of calls of one kind."""
    times = []
    for call in calls:
        began = time.perf_counter()
        call()
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    value = f"{statistics.median(times):.2f} ms, 99 % {times[int(len(times) * 0.99)]:.2f} ms"
    return Figure(name=name, value=value, note="target 5 ms")


def routing() -> list[Figure]:
    """Nearby, travel times, routes and matrices on Andorra, beside osmnx and Valhalla."""
    extract = third_party("osm/andorra.osm.pbf")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "andorra.world"
        build_from_osm(extract, path)
        with MapFile(path) as file:
            places = [each for each in file.places() if each.types]
            chance = random.Random(5)  # noqa: S311 - seeded
            pairs = [tuple(chance.sample(places, 2)) for _ in range(100)]
            ends = [(one.place.location, two.place.location) for one, two in pairs]
            fifty = [each.place.location for each in chance.sample(places, 50)]
            file.matrix(fifty[:1], fifty[1:2], TravelMode.DRIVING)  # the network is read
            figures = [
                _timed("Andorra: nearby", "5 ms", lambda e: file.nearby(e[0], radius_m=1000), ends),
                _timed(
                    "  travel time",
                    "30 ms",
                    lambda e: file.matrix([e[0]], [e[1]], TravelMode.DRIVING),
                    ends,
                ),
                _timed(
                    "  route with steps", "", lambda e: file.routes(*e, TravelMode.DRIVING), ends
                ),
                _timed(
                    "  three routes",
                    "",
                    lambda e: file.routes(*e, TravelMode.DRIVING, most=3),
                    ends,
                ),
                _timed(
                    "  matrix 50 × 50",
                    "500 ms",
                    lambda _: file.matrix(fifty, fifty, TravelMode.DRIVING),
                    [None] * 5,
                ),
            ]
        return figures + _peers(extract, folder, ends, fifty)


def _timed(name: str, target: str, call: Callable[[object], object], given: list[object]) -> Figure:
    """Return the median time of a call."""
    times = []
    for each in given:
        began = time.perf_counter()
        call(each)
        times.append((time.perf_counter() - began) * 1000)
    return Figure(
        name=name, value=f"{statistics.median(times):.1f} ms", note=target and f"target {target}"
    )


def _peers(
    extract: Path, folder: str, ends: list[tuple[LatLon, LatLon]], fifty: list[LatLon]
) -> list[Figure]:
    """Return what the same takes with osmnx and networkx, and with Valhalla if it is there."""
    ox = peer("osmnx")
    nx = peer("networkx")
    graph = World.open(f"{folder}/andorra.world").to_networkx()
    nodes = [
        ox.distance.nearest_nodes(graph, *zip(*((b, a) for a, b in pair), strict=True))
        for pair in ends
    ]

    def shortest(pair: list[int]) -> object:
        try:
            return nx.shortest_path(graph, pair[0], pair[1], weight="travel_time")
        except nx.NetworkXNoPath:
            return None

    figures = [_timed("  osmnx and networkx: path, snapped before", "", shortest, nodes)]
    try:
        tiles = Path(folder) / "tiles"
        began = time.perf_counter()
        build_tiles(extract, tiles)
        spent = time.perf_counter() - began
        engine = Valhalla(tiles)
    except Exception as error:  # noqa: BLE001 - whatever keeps Valhalla from running
        return [*figures, Figure(name="  Valhalla", value=None, note=str(error))]
    engine.matrix(fifty[:1], fifty[1:2], TravelMode.DRIVING)
    return [
        *figures,
        Figure(name="  Valhalla: tiles", value=f"{spent:.1f} s"),
        _timed(
            "  Valhalla: travel time",
            "",
            lambda e: engine.matrix([e[0]], [e[1]], TravelMode.DRIVING),
            ends,
        ),
        _timed(
            "  Valhalla: route",
            "",
            lambda e: engine.routes(*e, TravelMode.DRIVING),
            ends,
        ),
        _timed(
            "  Valhalla: matrix 50 × 50",
            "",
            lambda _: engine.matrix(fifty, fifty, TravelMode.DRIVING),
            [None] * 5,
        ),
    ]


EXIT = re.compile(r"(\d+)(?:st|nd|rd|th) exit")


def agreement() -> list[Figure]:
    """Compare lengths, travel times and roundabout exits with Valhalla's, on random pairs."""
    figures = []
    for name in EXTRACTS:
        extract = third_party(f"osm/{name}.osm.pbf")
        with TemporaryDirectory() as folder:
            tiles = Path(folder) / "tiles"
            try:
                build_tiles(extract, tiles)
                engine = Valhalla(tiles)
            except Exception as error:
                raise NotMeasuredError(str(error)) from error
            build_from_osm(extract, f"{folder}/a.world")
            with MapFile(f"{folder}/a.world") as file:
                for mode in MODES:
                    network = file.network(mode)
                    assert network is not None, mode
                    spots = list(zip(network.lat.tolist(), network.lon.tolist(), strict=True))
                    figures.append(_compared(f"{name}, {mode}", file, engine, spots, mode))
                    if mode is TravelMode.DRIVING:
                        figures.append(_exits(name, file, engine, spots))
    return figures


def _compared(
    name: str, file: MapFile, engine: Valhalla, spots: list[LatLon], mode: TravelMode
) -> Figure:
    chance = random.Random(11)  # noqa: S311 - seeded
    times, lengths = [], []
    for _ in range(PAIRS):
        one, two = chance.choice(spots), chance.choice(spots)
        ours, theirs = (each.matrix([one], [two], mode)[0][0] for each in (file, engine))
        if ours and theirs and (theirs.duration_s or 0) >= 30:
            times.append((ours.duration_s or 0) / (theirs.duration_s or 1))
            lengths.append((ours.distance_m or 0) / (theirs.distance_m or 1))
    if not times:
        return Figure(name=name, value=None, note="no pair that both engines reach")
    off = statistics.median(abs(ratio - 1) for ratio in lengths)
    value = (
        f"{statistics.median(lengths):.3f} times as far ({off:.1%} off at the median), "
        f"{statistics.median(times):.2f} times as long"
    )
    return Figure(name=name, value=value, note=f"{len(times)} pairs; target of lengths 3 %")


def _exits(name: str, file: MapFile, engine: Valhalla, spots: list[LatLon]) -> Figure:
    """Count the roundabouts of common routes whose exits are the same in both engines."""
    chance = random.Random(3)  # noqa: S311 - seeded
    same = both = second = 0
    for _ in range(PAIRS):
        one, two = chance.choice(spots), chance.choice(spots)
        ours = file.routes(one, two, TravelMode.DRIVING)
        theirs = engine.routes(one, two, TravelMode.DRIVING)
        lists = [
            [
                (drawn.points[at], int(found[1]))
                for step, at in zip(drawn.route.steps, drawn.step_starts, strict=True)
                if (found := EXIT.search(step.instruction))
            ]
            for drawn in (*ours[:1], *theirs[:1])
        ]
        if len(lists) < 2:
            continue
        for spot, number in lists[0]:
            for other, count in lists[1]:
                if haversine(spot, other) < 25:
                    both += 1
                    same += number == count
                    second += count == 2
    value = f"{same} of {both} as Valhalla, which says 2nd for {second}" if both else "none"
    return Figure(
        name=f"{name}, exits of roundabouts",
        value=value,
        note="target 90 %; a walker in the tests counts as we do",
    )
