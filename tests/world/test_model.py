"""Records check their values when they are created."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.errors import GeoEvalError, InvalidCoordinateError, WorldError
from geoeval.world.model import Leg, NearbyList, Place, Review, Route, Step, TravelMode, World
from tests.strategies import worlds

MAKERS: dict[str, Callable[..., object]] = {
    "Review": lambda **values: Review(**{"author": "Ann", **values}),
    "Place": lambda **values: Place(**{"name": "Mill", **values}),
    "NearbyList": lambda **values: NearbyList(
        **{"anchor": "Mill", "category": "Cafes", "places": (), **values}
    ),
    "Leg": lambda **values: Leg(**{"origin": "A", "destination": "B", "mode": None, **values}),
    "Step": lambda **values: Step(**{"instruction": "Go", **values}),
    "Route": lambda **values: Route(
        **{"origin": "A", "destination": "B", "mode": None, "name": "Hill Rd", **values}
    ),
    "World": World,
}


@pytest.mark.parametrize(
    ("kind", "field", "value", "message"),
    [
        ("Place", "name", None, r"expected a string as name of Place, got None"),
        ("Place", "name", 5, r"expected a string as name of Place, got 5"),
        ("Place", "id", None, r"expected a string as id of Place 'Mill', got None"),
        ("Place", "address", 5, r"a string, or None if unknown, as address of Place 'Mill', got 5"),
        (
            "Place",
            "rating",
            "4.5",
            r"a rating within 0-5, .* as rating of Place 'Mill', got '4\.5'",
        ),
        ("Place", "rating", 5.1, r"within 0-5, .* got 5\.1"),
        ("Place", "rating", -0.1, r"within 0-5, .* got -0\.1"),
        ("Place", "rating", nan, r"within 0-5, .* got nan"),
        ("Place", "rating", True, r"within 0-5, .* got True"),
        ("Place", "rating_count", 2.5, r"a non-negative integer, .* got 2\.5"),
        ("Place", "rating_count", inf, r"a non-negative integer, .* got inf"),
        ("Place", "hours", "Monday: Closed", r"WeeklyHours\.parse returns.* got 'Monday: Closed'"),
        ("Place", "features", "Serves Dinner", r"a tuple of strings as features .*'Serves Dinner'"),
        ("Place", "features", ("Serves Dinner", 5), r"a tuple of strings as features"),
        ("Place", "reviews", ("Good.",), r"a tuple of Review as reviews of Place 'Mill'"),
        ("Place", "line", -1, r"a non-negative integer, .* as line of Place 'Mill', got -1"),
        ("Review", "rating", 7, r"within 0-5, .* as rating of Review 'Ann', got 7"),
        ("NearbyList", "places", ("Inn",), r"a tuple of Place as places of NearbyList 'Mill'"),
        ("NearbyList", "places", Place(name="Inn"), r"a tuple of Place as places"),
        ("NearbyList", "radius_m", -1.0, r"a non-negative number of metres, .* got -1\.0"),
        ("NearbyList", "sorted_by_distance", "yes", r"True or False as sorted_by_distance .*'yes'"),
        (
            "Leg",
            "mode",
            "flying",
            r"driving, walking, bicycling, transit, .* Leg 'A', got 'flying'",
        ),
        ("Leg", "mode", 1, r"one of the modes .* as mode of Leg 'A', got 1"),
        ("Leg", "duration_s", -1, r"non-negative integer number of seconds, .* got -1"),
        ("Leg", "duration_s", 59.5, r"non-negative integer number of seconds, .* got 59\.5"),
        ("Leg", "duration_s", nan, r"non-negative integer number of seconds, .* got nan"),
        ("Leg", "duration_s", "60", r"non-negative integer number of seconds, .* got '60'"),
        ("Leg", "distance_m", inf, r"non-negative number of metres, .* as distance_m .* got inf"),
        ("Leg", "distance_m", -0.5, r"non-negative number of metres, .* got -0\.5"),
        ("Step", "roads", "Hill Rd", r"a tuple of strings as roads of Step 'Go', got 'Hill Rd'"),
        ("Step", "duration_s", False, r"as duration_s of Step 'Go', got False"),
        ("Route", "mode", "car", r"one of the modes .* as mode of Route 'A', got 'car'"),
        ("Route", "steps", ("Turn left",), r"a tuple of Step as steps of Route 'A'"),
        ("World", "places", "Mill", r"a tuple of Place as places of World"),
        ("World", "today", 7, r"a weekday from 0 to 6 \(Monday = 0\), .* as today of World, got 7"),
        ("World", "today", "Monday", r"a weekday from 0 to 6 .* got 'Monday'"),
        ("World", "partial", 1, r"True or False as partial of World, got 1"),
    ],
)
def test_invalid_values_are_rejected(kind: str, field: str, value: object, message: str) -> None:
    """The error names field and record, quotes the value and states what is expected."""
    with pytest.raises(WorldError, match=message) as caught:
        MAKERS[kind](**{field: value})
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("location", "message"),
    [
        (
            (95.0, 2.0),
            r"got 95\.0 in \(95\.0, 2\.0\); .* swapped.* \(in location of Place 'Mill'\)",
        ),
        ((-90.1, 0.0), r"latitude from -90 to 90 degrees, got -90\.1"),
        ((0.0, 180.1), r"longitude from -180 to 180 degrees, got 180\.1"),
        ((0.0, -180.1), r"longitude from -180 to 180 degrees, got -180\.1"),
        ((nan, 2.0), r"got nan in \(nan, 2\.0\) \(in location of Place 'Mill'\)"),
        ((2.0, inf), r"got inf"),
        (("1", "2"), r"as a number of degrees, got '1'"),
        ((True, 2.0), r"as a number of degrees, got True"),
        ("1.0, 2.0", r"a pair \(latitude, longitude\) in degrees, got '1\.0, 2\.0'"),
        ((1.0,), r"a pair .* got \(1\.0,\) \(in location of Place 'Mill'\)"),
        ((), r"a pair .* got \(\) \(in location of Place 'Mill'\)"),
        ((1.0, 2.0, 3.0), r"a pair .* got \(1\.0, 2\.0, 3\.0\)"),
    ],
)
def test_invalid_coordinates_are_rejected(location: object, message: str) -> None:
    with pytest.raises(InvalidCoordinateError, match=message):
        MAKERS["Place"](location=location)


@pytest.mark.parametrize(
    ("kind", "field", "value", "kept"),
    [
        ("Leg", "mode", "walking", TravelMode.WALKING),
        ("Route", "mode", "transit", TravelMode.TRANSIT),
        ("Leg", "duration_s", 60.0, 60),
        ("Leg", "duration_s", np.int64(60), 60),
        ("Leg", "distance_m", 0, 0),
        ("Place", "rating", 5, 5),
        ("Place", "location", [48, 2], (48.0, 2.0)),
        ("Place", "location", (-90.0, 180.0), (-90.0, 180.0)),
        ("Place", "features", ["Reservable"], ("Reservable",)),
        ("World", "places", [Place(name="Mill")], (Place(name="Mill"),)),
        ("World", "today", 6, 6),
    ],
)
def test_equivalent_values_are_converted(
    kind: str, field: str, value: object, kept: object
) -> None:
    """These are modes as text, lists and whole numbers of another type."""
    found = getattr(MAKERS[kind](**{field: value}), field)
    assert found == kept
    assert type(found) is type(kept)


def test_modes_may_be_given_as_text() -> None:
    leg = Leg(origin="A1", destination="B1", mode="walking", duration_s=60)  # type: ignore[arg-type]  # a text on purpose
    other = Leg(origin="A1", destination="B1", mode=TravelMode.DRIVING, duration_s=6)
    atlas = World(legs=(leg, other)).atlas
    assert atlas.leg("A1", "B1", TravelMode.WALKING) is leg
    assert atlas.leg("A1", "B1", "driving") is other  # type: ignore[arg-type]  # a text on purpose


@given(worlds, st.data())
def test_objects_of_other_types_are_rejected(world: World, data: st.DataObject) -> None:
    """Any field of any record is tried."""
    pool = [world, *world.places, *world.lists, *world.legs, *world.routes]
    record: Any = data.draw(st.sampled_from(pool))
    field = data.draw(st.sampled_from([each.name for each in fields(record)]))
    values = {each.name: getattr(record, each.name) for each in fields(record)}
    error = InvalidCoordinateError if field == "location" else WorldError
    with pytest.raises(error, match=field):
        type(record)(**{**values, field: object()})
    assert issubclass(error, GeoEvalError)


@given(worlds)
def test_valid_worlds_are_unchanged(world: World) -> None:
    again = World(**{each.name: getattr(world, each.name) for each in fields(world)})
    assert again == world


def test_an_object_may_occur_in_a_list_twice() -> None:
    """Each entry becomes a separate object and place."""
    inn = Place(name="Inn", id="x")
    nearby = NearbyList(anchor=None, category=None, places=(inn, inn, inn))
    assert nearby.places == (inn, inn, inn)
    assert nearby.places[0] is inn
    assert len(set(map(id, nearby.places))) == 3
    assert [place.id for place in World(lists=(nearby,)).atlas.places] == ["x", "x/2", "x/3"]
