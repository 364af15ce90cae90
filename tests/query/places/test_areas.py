"""Questions about areas: places in them, neighbours, rivers across them, and directions."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.query.solve import parse_query, solve
from geoeval.query.values import CannotSolve, Derivation, Names, Quantity, YesNo
from geoeval.world.model import NearbyList, Place, World
from geoeval.world.osm.build import build_from_osm
from tests.world.osm.towns import Town

pytest.importorskip("shapely")


def box(west: float, south: float, east: float, north: float) -> str:
    """Return a rectangle with corners in hundredths of a degree, about a kilometre each."""
    corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return f"POLYGON (({', '.join(f'{x / 100} {y / 100}' for x, y in corners)}))"


def area(name: str, *corners: float, at: tuple[float, float] | None = None) -> Place:
    west, south, east, north = corners
    middle = at or ((south + north) / 2, (west + east) / 2)
    return Place(
        name=name, shape=box(*corners), location=(middle[0] / 100, middle[1] / 100), id=name[:2]
    )


WEST, EAST, NORTH, FAR = (
    area("Westing", 0, 0, 2, 2),
    area("Easting", 2, 0, 4, 2),
    area("Northing", 0, 2, 4, 4),
    area("Farring", 9, 0, 11, 2),
)
MILL = Place(name="Mill", location=(0.01, 0.01))
EDGE = Place(name="Edge House", location=(0.01, 0.0201))
LOST = Place(name="Lost House")
RIVER = Place(name="Long Water", location=(0.01, 0.01), shape="LINESTRING (-0.01 0.01, 0.03 0.01)")
BROKEN = Place(name="Broken", location=(0.0, 0.0), shape="POLYGON ((0 0))")
AREAS = (WEST, EAST, NORTH, FAR)
WORLD = World(
    places=(*AREAS, MILL, EDGE, LOST, RIVER, BROKEN),
    lists=(NearbyList(anchor=None, category="parish", search="parish", places=AREAS),),
)


def check(place: str, relation: str, other: str) -> object:
    passes = {"kind": "area", "relation": relation, "other": other}
    return answer({"ask": "check", "place": place, "passes": passes})


def answer(query: object, world: World = WORLD) -> object:
    outcome = solve(parse_query(query), world)
    if isinstance(outcome, CannotSolve):
        return outcome.reason
    assert isinstance(outcome, Derivation)
    match outcome.value:
        case YesNo(yes=yes):
            return yes
        case Names(names=names):
            return set(names)
        case Quantity(amount=amount):
            return amount
    return outcome.value


def parishes(relation: str, other: str, **more: object) -> dict[str, object]:
    filters = [{"kind": "area", "relation": relation, "other": other}]
    return {"kind": "places", "category": "parish", "filters": filters, **more}


@pytest.mark.parametrize(
    ("place", "relation", "other", "holds"),
    [
        ("Mill", "within", "Westing", True),
        ("Mill", "within", "Easting", False),
        ("Westing", "contains", "Mill", True),
        ("Westing", "borders", "Easting", True),
        ("Westing", "borders", "Farring", False),
        ("Westing", "borders", "Westing", False),
        ("Long Water", "crosses", "Westing", True),
        ("Long Water", "crosses", "Northing", False),
        ("Easting", "crossed_by", "Long Water", True),
        ("Edge House", "within", "Westing", "under_specified"),  # it is on the border
        ("Lost House", "within", "Westing", "no_coordinates"),
        ("Mill", "borders", "Westing", "under_specified"),
        ("Mill", "within", "Edge House", "under_specified"),
        ("Long Water", "borders", "Westing", "under_specified"),
        ("Mill", "within", "Broken", "under_specified"),
        ("Mill", "within", "Nowhere", "unknown_place"),
    ],
)
def test_relations_are_checked(place: str, relation: str, other: str, holds: object) -> None:
    assert check(place, relation, other) == holds


def test_areas_are_listed_and_counted() -> None:
    assert answer({"ask": "list", "of": parishes("borders", "Westing")}) == {"Easting", "Northing"}
    assert answer({"ask": "list", "of": parishes("contains", "Mill")}) == {"Westing"}
    assert answer({"ask": "count", "of": parishes("crossed_by", "Long Water")}) == 2
    rating = {"kind": "direction", "place": parishes("contains", "Mill"), "seen_from": "Easting"}
    assert isinstance(solve(parse_query({"ask": "value", "figure": rating}), WORLD), Derivation)


def test_a_doubtful_area_blocks_a_list_but_not_a_choice_without_it() -> None:
    """Whether Westing or Easting contains the house is too close to call."""
    query = parishes("contains", "Edge House")
    assert answer({"ask": "list", "of": query}) == "under_specified"
    assert answer({"ask": "count", "of": query}) == "under_specified"
    offered = parishes("contains", "Edge House", among=["Farring", "Northing"])
    assert answer({"ask": "count", "of": offered}) == 0


def test_the_area_among_places_of_one_name_is_meant() -> None:
    """A café called Westing has no border."""
    cafe = Place(name="Westing", id="cafe", location=(0.01, 0.005))
    world = World(places=(cafe, *WORLD.places), lists=WORLD.lists)
    borders = {"kind": "area", "relation": "borders", "other": "Westing"}
    assert answer({"ask": "check", "place": "Easting", "passes": borders}, world) is True
    other = borders | {"other": "Easting"}
    assert answer({"ask": "check", "place": "Westing", "passes": other}, world) is True
    offered = {"kind": "places", "among": ["Westing", "Farring"], "filters": [other]}
    assert answer({"ask": "list", "of": offered}, world) == {"Westing"}
    distance = {"kind": "distance", "origin": "Westing", "destination": "Easting"}
    assert answer({"ask": "value", "figure": distance}, world) == "ambiguous_place"


@pytest.mark.parametrize(
    ("first", "second", "direction", "clear"),
    [
        ("Northing", "Westing", "north", True),
        ("Easting", "Westing", "east", True),
        ("Farring", "Westing", "north", True),  # not north in any reading
        ("Easting", "Northing", "south", True),
        ("Westing", "Northing", "west", True),  # its west edge is no farther, nor is its point
        ("Tall", "Westing", "north", False),  # its point lies north, but it also lies east
    ],
)
def test_directions_of_areas_assume_points_if_that_matters(
    first: str, second: str, direction: str, clear: bool
) -> None:
    world = World(places=(*WORLD.places, area("Tall", 2, 0, 4, 20)))
    passes = {"kind": "direction", "direction": direction, "seen_from": second}
    outcome = solve(parse_query({"ask": "check", "place": first, "passes": passes}), world)
    assert isinstance(outcome, Derivation)
    assert (not outcome.assumptions) is clear


def test_the_point_of_a_town_may_lead_elsewhere_than_its_area() -> None:
    """The bearing between the points is assumed, for a value and for the place in a direction."""
    town = area("Town", 0, 0, 2, 2, at=(1.9, 1.0))
    world = World(places=(town, area("Uptown", 2, 0.5, 4, 5, at=(1.9, 3))))
    figure = {"kind": "direction", "place": "Uptown", "seen_from": "Town"}
    outcome = solve(parse_query({"ask": "value", "figure": figure}), world)
    assert isinstance(outcome, Derivation)
    assert outcome.assumptions
    toward = {"kind": "toward", "direction": "east", "of_anchor": True}
    among = {"kind": "places", "anchor": "Town", "among": ["Uptown"]}
    ranked = solve(parse_query({"ask": "best", "figure": toward, "among": among}), world)
    assert isinstance(ranked, Derivation)
    assert not ranked.assumptions  # all of it lies east


def test_areas_with_one_centre_have_no_other_reading() -> None:
    ring = area("Ring", -9, -9, 11, 11, at=(5.0, 1.0))
    passes = {"kind": "direction", "direction": "north", "seen_from": "Westing"}
    outcome = solve(
        parse_query({"ask": "check", "place": "Ring", "passes": passes}),
        World(places=(*WORLD.places, ring)),
    )
    assert isinstance(outcome, Derivation)
    assert outcome.assumptions


@pytest.mark.parametrize(
    ("direction", "most", "clear"),
    [("east", True, True), ("north", True, True), ("south", False, False)],
)
def test_the_farthest_area_is_so_by_its_point_and_its_edge(
    direction: str, most: bool, clear: bool
) -> None:
    """The edge of Tall is farther north than that of the area whose point is."""
    tall = area("Tall", 2, 0, 4, 6, at=(1, 3))
    offered = ["Northing", "Farring", *(["Tall"] if direction == "south" else [])]
    toward = {"kind": "toward", "direction": direction}
    query = {"ask": "best", "figure": toward, "most": most,
             "among": {"kind": "places", "among": offered}}  # fmt: skip
    outcome = solve(parse_query(query), World(places=(*WORLD.places, tall)))
    assert isinstance(outcome, Derivation)
    assert (not outcome.assumptions) is clear


def test_administrative_areas_are_of_one_level(tmp_path: Path) -> None:
    """Which level a word such as "parish" refers to is assumed."""
    town = Town()
    for name, level, corners in (
        ("Aston", "7", "0 0|20 0|20 20|0 20|0 0"),
        ("Burton", "7", "20 0|40 0|40 20|20 20|20 0"),
        ("Foreign", "8", "0 20|20 20|20 40|0 40|0 20"),
        ("Duchy", "6", "0 0|20 0|40 0|40 20|20 20|0 20|0 0"),
    ):
        ring = town.way(*corners.split("|"), boundary="administrative")
        town.area([ring], boundary="administrative", admin_level=level, name=name)
    town.node("5 5", amenity="cafe", name="Corner")
    build_from_osm(town.write(tmp_path), tmp_path / "town.world", modes=())
    world = World.open(tmp_path / "town.world")
    outcome = solve(parse_query({"ask": "list", "of": parishes("borders", "Aston")}), world)
    assert isinstance(outcome, Derivation)
    assert answer({"ask": "list", "of": parishes("borders", "Aston")}, world) == {"Burton"}
    assert outcome.assumptions == ("the areas asked for are those of administrative level 7",)
    assert answer({"ask": "list", "of": parishes("contains", "Corner")}, world) == "under_specified"
    offered = parishes("contains", "Corner", among=["Aston", "Burton"])
    outcome = solve(parse_query({"ask": "list", "of": offered}), world)
    assert isinstance(outcome, Derivation)
    assert outcome.assumptions == ()
    level = parishes("contains", "Corner") | {"category": "administrative area level 6"}
    assert answer({"ask": "list", "of": level}, world) == {"Duchy"}
