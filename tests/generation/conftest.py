"""An invented town with streets, opening hours and telephones, large enough to ask about."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from geoeval.world.model import World
from geoeval.world.osm.build import build_from_osm
from tests.world.osm.towns import Town

STREETS = (
    "Alder Amber Anchor Apple Arrow Aspen Badger Barley Beacon Birch Bramble Bridge "
    "Cedar Chapel Cherry Clover Copper Coral Crane Crown"
).split()
NAMES = (
    "Bavor Cassel Dorlan Eskel Farrow Gindle Harwick Istral Jorvel Kestrel Lomond Marlow Norrick "
    "Ostrel Perrin Quillon Rothen Sandell Tamsin Ulric Velmar Wendle Yarrow Zephrin Aldous Brevik "
    "Corwen Delmar Ellery Fenwick Galvin Hollis Ivory Jessam Kelvar Linden Mortane Nestor Orwell "
    "Pelham Rowena Selwyn Tarrant Umber Vesper Wexley Yorick Adair Boswin Crispin Darrow Evander"
).split()
KINDS = (
    {"amenity": "cafe"},
    {"amenity": "restaurant"},
    {"amenity": "pharmacy"},
    {"shop": "supermarket"},
    {"tourism": "museum"},
    {"amenity": "library"},
)
HOURS = (
    "Mo-Sa 08:00-18:00",
    "Mo-Fr 09:30-17:00; Sa 10:00-14:00",
    "Tu-Su 11:00-23:00",
    "Mo,We-Su 07:00-12:30",
    "Mo-Su 12:00-22:00",
    "Tu-Sa 10:00-19:30; Su 12:00-16:00",
)


def invented_town() -> Town:
    """Return streets in a grid of ten by ten, with places beside them."""
    draw = Random(11)  # noqa: S311 - a town, no secret
    town = Town()
    for number in range(10):
        row = [f"{2 * x} {2 * number}" for x in range(10)]
        column = [f"{2 * number} {2 * y}" for y in range(10)]
        for half, kind in ((slice(0, 4), "Street"), (slice(3, 7), "Lane"), (slice(6, 10), "Way")):
            town.way(*row[half], name=f"{STREETS[number]} {kind}", maxspeed="30")
            town.way(*column[half], name=f"{STREETS[10 + number]} {kind}", maxspeed="50")
    for number, name in enumerate(NAMES):
        x, y = draw.uniform(0.3, 17.7), draw.uniform(0.3, 17.7)
        town.node(
            f"{x:.2f} {y:.2f}",
            name=name,
            opening_hours=draw.choice(HOURS),
            phone=f"+1 555 0{100 + number}",
            addr__street=f"{draw.choice(STREETS[:10])} Street",
            addr__housenumber=str(number + 1),
            **KINDS[number % len(KINDS)],
        )
    return town


@pytest.fixture(scope="session")
def town_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the map of the invented town."""
    pytest.importorskip("osmium")
    folder = tmp_path_factory.mktemp("generated")
    build_from_osm(invented_town().write(folder), folder / "town.world")
    return folder / "town.world"


@pytest.fixture(scope="session")
def town(town_path: Path) -> World:
    """Return the world of the invented town."""
    return World.open(town_path)
