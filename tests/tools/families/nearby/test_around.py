"""Tools for what is near by straight-line distance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import and_
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval import NearbyIndex, bearing_cardinal, haversine
from geoeval.calculators.nearby.filters import Filter, direction, number, rating
from geoeval.world.model import NearbyList, Place, World
from tests.tools.families.calls import content, failure

ANCHOR = Place(name="Harbour Lighthouse", location=(60.1, 24.9))
INNS = (
    Place(name="Ox Inn", location=(60.104, 24.9), rating=4.5, rating_count=900),
    Place(name="Mill Kitchen", location=(60.1, 24.91), rating=3.9, price_level="Moderate"),
    Place(name="Sea Hall", location=(60.09, 24.9), price_level="Expensive"),
    Place(name="Hidden Cellar", rating=5.0),
)
TOWN = World(
    places=(ANCHOR, Place(name="Town Hall", location=(60.101, 24.9))),
    lists=(NearbyList(anchor="Town Hall", category="Restaurants", places=(*INNS, ANCHOR)),),
)
CENTRE = (60.1, 24.9)
POINTS = st.tuples(st.integers(-400, 400), st.integers(-400, 400)).map(
    lambda steps: (60.1 + steps[0] / 10_000, 24.9 + steps[1] / 10_000)
)
PLACES = st.lists(
    st.builds(
        lambda location, stars, count: (location, stars, count),
        POINTS,
        st.one_of(st.none(), st.integers(0, 50).map(lambda tenths: tenths / 10)),
        st.one_of(st.none(), st.integers(0, 300)),
    ),
    min_size=1,
    max_size=12,
)
Drawn = list[tuple[tuple[float, float], float | None, int | None]]
WHERE = st.fixed_dictionaries(
    {},
    optional={
        "direction": st.sampled_from(["N", "east", "southwest"]),
        "min_rating": st.sampled_from([0, 3.5, 4.5]),
        "min_rating_count": st.sampled_from([0, 100]),
    },
)
RADII = st.sampled_from([0, 300, 1500, 5000])


def _built(drawn: Drawn) -> tuple[World, list[str], NearbyIndex]:
    """Return drawn places as a world, by name and as an index."""
    names = [f"Inn {number}" for number in range(len(drawn))]
    places = tuple(
        Place(name=name, location=location, rating=stars, rating_count=count)
        for name, (location, stars, count) in zip(names, drawn, strict=True)
    )
    index = NearbyIndex(
        [location for location, _, _ in drawn],
        rating=[stars for _, stars, _ in drawn],
        rating_count=[count for _, _, count in drawn],
    )
    return World(places=places), names, index


def _filter(where: dict[str, Any]) -> Filter | None:
    """Return the conditions as a filter of the calculators."""
    made: dict[str, Callable[[Any], Filter]] = {
        "direction": direction,
        "min_rating": lambda least: rating(at_least=least),
        "min_rating_count": lambda least: number("rating_count", at_least=least),
    }
    parts = [made[key](value) for key, value in where.items()]
    return reduce(and_, parts) if parts else None


def _names(found: Mapping[str, Any]) -> list[str]:
    """Return the names of the places that a tool returned."""
    return [each["name"] for each in found["places"]]


@settings(max_examples=50)
@given(PLACES, RADII, WHERE)
def test_places_within_are_those_of_the_index(
    drawn: Drawn, radius: int, where: dict[str, Any]
) -> None:
    """Names, order and distances; what is not known is counted apart, as Tally does."""
    world, names, index = _built(drawn)
    condition = _filter(where)
    found = content(
        "places_within", world, anchor=CENTRE, radius_m=radius, places=names, where=where or None
    )
    within = index.within(CENTRE, radius, where=condition)
    assert _names(found) == [names[i] for i in within.indices]
    metres = [each["distance_m"] for each in found["places"]]
    assert metres == pytest.approx(within.distances_m.tolist(), abs=0.051)
    counted = content(
        "count_places_within",
        world,
        anchor=CENTRE,
        radius_m=radius,
        places=names,
        where=where or None,
    )
    if condition is None:
        assert (counted["count"], counted["unknown"]) == (index.count(CENTRE, radius), 0)
    else:
        tally = index.count_where(CENTRE, radius, condition)
        assert (counted["count"], counted["others"], counted["unknown"]) == tally
        assert found["unknown"] == tally.unknown
    assert found["count"] == counted["count"]


@settings(max_examples=50)
@given(PLACES, st.integers(1, 5), WHERE)
def test_the_nearest_places_are_those_of_the_index(
    drawn: Drawn, k: int, where: dict[str, Any]
) -> None:
    """The same names in the same order."""
    world, names, index = _built(drawn)
    condition = _filter(where)
    found = content("nearest_places", world, anchor=CENTRE, k=k, places=names, where=where or None)
    nearest = index.nearest(CENTRE, k, where=condition)
    assert _names(found) == [names[i] for i in nearest.indices]


@settings(max_examples=50)
@given(PLACES, RADII, st.booleans())
def test_ranks_are_those_of_the_index(drawn: Drawn, radius: int, lowest: bool) -> None:
    """The same names in the same order; places of unknown rating have no rank."""
    world, names, index = _built(drawn)
    found = content(
        "rank_places",
        world,
        anchor=CENTRE,
        by="rating",
        radius_m=radius,
        places=names,
        lowest_first=lowest,
    )
    ranked = index.rank_by("rating", CENTRE, radius_m=radius, descending=not lowest)
    assert _names(found) == [names[i] for i in ranked.indices]
    assert found["unknown"] == index.count(CENTRE, radius) - len(ranked.indices)


def test_places_of_a_type_are_those_of_the_lists_without_the_anchor() -> None:
    """Each stands with its distance and direction; one without coordinates is counted apart."""
    found = content(
        "places_within", TOWN, anchor="Harbour Lighthouse", radius_m=600, type="restaurant"
    )
    ox, mill, _, _ = INNS
    assert ox.location is not None
    assert mill.location is not None
    assert found == {
        "unknown": 0,
        "not_located": 1,
        "no_coordinates_of": ["Hidden Cellar"],
        "count": 2,
        "places": [
            {
                "name": "Ox Inn",
                "distance_m": round(haversine(CENTRE, ox.location), 1),
                "direction": "north",
                "rating": 4.5,
                "rating_count": 900,
            },
            {
                "name": "Mill Kitchen",
                "distance_m": round(haversine(CENTRE, mill.location), 1),
                "direction": bearing_cardinal(CENTRE, mill.location).word.lower(),
                "rating": 3.9,
                "price_level": "Moderate",
            },
        ],
    }


def test_without_a_type_all_places_count() -> None:
    """Every place of the map but the anchor is one."""
    found = content("count_places_within", TOWN, anchor="Harbour Lighthouse", radius_m=5000)
    assert found == {
        "count": 4,
        "others": 0,
        "unknown": 0,
        "not_located": 1,
        "no_coordinates_of": ["Hidden Cellar"],
    }


def test_an_unknown_rating_is_neither_in_nor_out() -> None:
    """Of three inns one fits, one does not, and of one it is not known."""
    found = content(
        "count_places_within",
        TOWN,
        anchor="Harbour Lighthouse",
        radius_m=5000,
        type="restaurant",
        where={"min_rating": 4},
    )
    assert (found["count"], found["others"], found["unknown"]) == (1, 1, 1)


def test_places_are_ranked_by_price() -> None:
    """The cheapest first; what has no price has no rank."""
    found = content(
        "rank_places",
        TOWN,
        anchor="Harbour Lighthouse",
        by="price_level",
        lowest_first=True,
        type="restaurant",
    )
    assert _names(found) == ["Mill Kitchen", "Sea Hall"]
    assert found["unknown"] == 1


def test_a_place_at_the_anchor_lies_in_no_direction() -> None:
    """It is near, but not known to be north of it; nor does its antipode lie in one direction."""
    far = content("nearest_places", anchor="60.1,24.9", places=["-60.1,-155.1"])
    assert "direction" not in far["places"][0]
    found = content("nearest_places", anchor="60.1,24.9", places=["60.1,24.9"])
    assert found["places"] == [{"name": "60.1,24.9", "distance_m": 0.0}]
    north = content(
        "places_within",
        anchor="60.1,24.9",
        radius_m=9,
        places=["60.1,24.9"],
        where={"direction": "north"},
    )
    assert (north["count"], north["unknown"]) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"anchor": "Hidden Cellar"}, "no_coordinates"),
        ({"anchor": "Ox Inn", "places": ["Hidden Cellar"]}, "no_coordinates"),
        ({"anchor": "Ox Inn", "type": "zoo"}, "no_list"),
    ],
)
def test_what_is_not_known_is_final(arguments: dict[str, object], reason: str) -> None:
    """A failure says why, and is not to be repeated."""
    told = failure("nearest_places", TOWN, **arguments)
    assert (told.kind, told.reason) == ("final", reason)


def test_a_map_without_places_is_final() -> None:
    """There is nothing to choose from."""
    assert failure("nearest_places", anchor="60.1,24.9").reason == "no_places"


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({"radius_m": -1}, "radius_m"),
        ({"radius_m": float("inf")}, "radius_m"),
        ({"places": []}, "places"),
        ({"places": ["Atlantis"]}, "places[0]"),
        ({"places": ["Ox Inn"] * 101}, "places"),
        ({"places": ["Ox Inn"], "type": "restaurant"}, "type"),
        ({"type": "gizmo"}, "type"),
        ({"where": {"direction": "upwards"}}, "where.direction"),
        ({"where": {"direction": "NNE"}}, "where.direction"),
        ({"where": {"min_rating": 6}}, "where.min_rating"),
        ({"where": {"cuisine": "thai"}}, "where.cuisine"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, object], argument: str) -> None:
    """The failure names the one that has to change."""
    wanted = {"anchor": "Ox Inn", "radius_m": 500, **arguments}
    told = failure("places_within", TOWN, **wanted)
    assert told.kind == "fix_arguments"
    assert told.arguments[0].argument == argument


def test_where_a_list_is_known_without_coordinates_its_tool_is_named() -> None:
    """A caller is told how to go on, where there is a way."""
    inns = (Place(name="Ox Inn"), Place(name="Mill Kitchen"))
    around = NearbyList(anchor="Old Mill", category="Restaurants", places=inns)
    hint = "; NearbySearch tells what the map lists around it"
    for location in (None, (60.1, 24.9)):
        world = World(places=(Place(name="Old Mill", location=location),), lists=(around,))
        assert failure("nearest_places", world, anchor="Old Mill").message.endswith(hint)
    alone = World(places=(Place(name="Old Mill"),))
    assert failure("nearest_places", alone, anchor="Old Mill").message.endswith("are not known")
