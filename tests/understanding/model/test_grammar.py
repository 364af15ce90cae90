"""The types of a query as a model sees them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from geoeval.query.algebra import AnyFigure, Query
from geoeval.query.schema import query_schema
from geoeval.query.solve import parse_query
from geoeval.understanding.model.checks import PLACE_SLOTS
from geoeval.understanding.model.grammar import (
    all_parts,
    describe_algebra,
    parts_for,
    reachable_parts,
)
from geoeval.understanding.model.prompt import map_summary
from geoeval.world.model import World
from geoeval.world.osm.build import build_from_osm
from tests.queries import best, places, value
from tests.understanding.model.questions import WORLD
from tests.world.store.test_reading import sample_town

NAME = re.compile(r"^(\w+) = ", re.MULTILINE)
PLANS = {"MeetingPlan", "StayPlan"}


def types_in(text: str) -> list[str]:
    """Return the names of the types that a text defines."""
    return NAME.findall(text)


def test_every_type_is_defined_once_and_refers_to_defined_types() -> None:
    text = describe_algebra(all_parts())
    names = types_in(text)
    asks = {each.__name__ for each in get_args(get_args(Query)[0])} - PLANS
    figures = {each.__name__ for each in get_args(get_args(AnyFigure)[0])}
    assert asks | figures <= set(names)
    assert len(names) == len(set(names))
    notation = re.sub(r"//.*|/\*.*?\*/|\"[^\"]*\"", "", text)
    used = set(re.findall(r"\b[A-Z]\w+", notation))
    assert used == set(names)


def test_the_notation_of_a_type() -> None:
    """Optional members have a question mark, defaults a value, and descriptions are comments."""
    lines = describe_algebra(all_parts()).splitlines()
    (trip,) = (line for line in lines if line.startswith("TripStop = "))
    assert trip.startswith("TripStop = {place:PlaceName, visit_min?:int /* Its length in ")
    (compare,) = (line for line in lines if line.startswith("Compare = "))
    assert compare.startswith('Compare = {ask:"compare", first:Figure, second:Figure, more?:bool}')
    assert 'Comparator = ">="|">"|"<="|"<"|"=="' in lines


@pytest.mark.parametrize(
    ("options", "has", "lacks"),
    [
        (("2 km", "3.1 km"), {"Distance", "Sum"}, {"Check", "DirectionOf", "Modes"}),
        (("North", "South-East"), {"DirectionOf"}, {"Count", "TripFigure"}),
        (("Yes", "No"), {"Check", "Compare"}, {"Listing", "Detour"}),
        (("3", "4"), {"Count"}, {"Check", "Quality"}),
        (("Café Lune", "Stone Pier"), {"Listing", "Quality"}, {"Check", "Schedules", "Modes"}),
        ((), {"Check", "Count", "TripFigure"}, {"MeetingPlan"}),
    ],
)
def test_types_follow_from_the_options(
    options: tuple[str, ...], has: set[str], lacks: set[str]
) -> None:
    shown = set(types_in(describe_algebra(parts_for(options, WORLD, ()))))
    assert has <= shown
    assert lacks.isdisjoint(shown)


def test_types_follow_from_the_map() -> None:
    """Without routes, none of theirs is shown; trips need legs or routes, and areas a shape."""
    bare = World(places=WORLD.places)
    shown = set(types_in(describe_algebra(parts_for((), bare, ()))))
    assert shown.isdisjoint({"RouteFigure", "StepFact", "RouteHas", "TripFigure", "AreaFilter"})


def test_maps_that_compute_travel_have_the_types_of_routes(tmp_path: Path) -> None:
    path = tmp_path / "town.world"
    build_from_osm(sample_town().write(tmp_path), path)
    world = World.open(path)
    shown = set(types_in(describe_algebra(parts_for((), world, ()))))
    assert {"RouteFigure", "TripFigure"} <= shown
    assert any(line.startswith("computed by the map: ") for line in map_summary(world, ""))


def test_types_follow_from_likely_queries() -> None:
    """Their subject narrows the types, and what they use is always shown."""
    likely = parse_query(value("route", measure="left_turn", route={"kind": "routes"}))
    shown = set(types_in(describe_algebra(parts_for((), WORLD, [likely]))))
    assert "RouteFigure" in shown
    assert shown.isdisjoint({"Hours", "OpenFilter", "TripFigure"})
    nearest = parse_query(best("distance", places(category="cafe", anchor="Stone Pier")))
    asked = parts_for(("2 km", "3 km"), World(), [nearest])
    assert {"Best", "Places"} <= set(reachable_parts(asked))


def test_types_already_shown_are_left_out() -> None:
    shown = parts_for(("Yes", "No"), WORLD, ())
    rest = types_in(describe_algebra(all_parts(), frozenset(reachable_parts(shown))))
    assert set(rest).isdisjoint(set(reachable_parts(shown)) - {"Query"})
    assert "Listing" in rest


def test_every_field_of_a_place_is_checked() -> None:
    """An invented place name cannot escape the checks."""
    fields = {
        name
        for part in (query_schema()["$defs"][each] for each in reachable_parts(all_parts()))
        for name, field in part.get("properties", {}).items()
        if "/PlaceName" in str(field) or "/PlaceRef" in str(field)
    }
    assert fields <= PLACE_SLOTS
