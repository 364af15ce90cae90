"""``NearbySearch``: places of a type around a place."""

from __future__ import annotations

from dataclasses import replace

from geoeval.world.model import NearbyList, Place, World
from tests.tools.calls import content, failure, fault
from tests.tools.town import town

TOWN = town()
SQUARE = Place(name="Square", location=(0.0, 0.0))
CAFES = tuple(
    Place(name=name, location=(0.0, east)) for name, east in (("Far", 0.02), ("Near", 0.01))
)
SORTED = NearbyList(anchor="Square", category="cafe", places=CAFES, sorted_by_distance=True)
WORLD = World(places=(SQUARE,), lists=(SORTED,))
AT = {"placeId": "Square", "type": "cafe"}


def test_sorted_list_keeps_its_order() -> None:
    found = content("NearbySearch", WORLD, **AT)
    assert [place["name"] for place in found["places"]] == ["Far", "Near"]
    assert found["sorted_by"] == "distance, as listed by the map"
    assert "merged" not in found


def test_unsorted_list_is_sorted_by_computed_distance() -> None:
    """It stays unsorted if a distance is unknown."""
    unsorted = replace(WORLD, lists=(replace(SORTED, sorted_by_distance=False),))
    found = content("NearbySearch", unsorted, **AT)
    assert [place["name"] for place in found["places"]] == ["Near", "Far"]
    assert found["sorted_by"] == "computed distance"
    bare = replace(unsorted, places=(replace(SQUARE, location=None),))
    assert content("NearbySearch", bare, **AT)["sorted_by"] == "unsorted"
    within = content("NearbySearch", unsorted, **AT, rankby="prominence", radius=5000)
    assert within["sorted_by"] == "unsorted"


def test_merged_lists_are_named() -> None:
    second = NearbyList(anchor="Square", category="coffee shop", places=(Place(name="Bean"),))
    found = content("NearbySearch", replace(WORLD, lists=(SORTED, second)), **AT)
    assert found["count"] == 3
    assert found["merged"] == ["cafe around Square (2)", "coffee shop around Square (1)"]
    assert found["sorted_by"] == "unsorted"


def test_limit_reports_how_many_places_are_omitted() -> None:
    """The count is that of all places."""
    found = content("NearbySearch", WORLD, **AT, limit=1)
    assert (found["count"], len(found["places"]), found["not_shown"]) == (2, 1, 1)


def test_radius_and_rankby_follow_the_paper() -> None:
    """Prominence needs a radius, distance excludes one; a radius alone means prominence."""
    assert fault("NearbySearch", WORLD, **AT, rankby="prominence")[0] == "radius"
    assert fault("NearbySearch", WORLD, **AT, radius=500, rankby="distance")[2] == "500"
    by_radius = content("NearbySearch", WORLD, **AT, radius=500)
    assert by_radius == content("NearbySearch", WORLD, **AT, radius=500, rankby="prominence")
    assert (
        fault("NearbySearch", WORLD, **AT, radius=0, rankby="prominence")[1]
        == "a number greater than 0"
    )


def test_radius_beyond_the_list_is_noted() -> None:
    short = replace(WORLD, lists=(replace(SORTED, radius_m=2500.0, sorted_by_distance=False),))
    found = content("NearbySearch", short, **AT, rankby="prominence", radius=9000)
    assert "ends at 2.5 km: places farther away are not in it" in found["note"]


def test_unknown_type_is_fixable() -> None:
    """A type that the map does not list is final, and the missing list is named."""
    wrong = failure("NearbySearch", TOWN, placeId="Town Hall", type="resturants zzz")
    assert (wrong.kind, wrong.reason) == ("fix_arguments", "unknown_category")
    none = failure("NearbySearch", TOWN, placeId="Town Hall", type="hospital")
    assert (none.kind, none.lacking) == ("final", "list of hospital around Town Hall")
    assert none.message.endswith("around Town Hall it lists Restaurants")


def test_list_around_another_place_is_noted() -> None:
    """It is used if the map has no list around the place."""
    found = content("NearbySearch", TOWN, placeId="Old Mill", type="restaurant")
    assert found["places"][0]["name"] == "Mill Kitchen"
    assert found["note"].startswith("the map has no list around Old Mill")


def test_list_around_another_place_is_sorted_again() -> None:
    pier = Place(name="Pier", location=(0.0, 0.03))
    world = replace(WORLD, places=(SQUARE, pier), lists=(replace(SORTED, places=CAFES[::-1]),))
    found = content("NearbySearch", world, placeId="Pier", type="cafe")
    assert [place["name"] for place in found["places"]] == ["Far", "Near"]
    assert found["sorted_by"] == "computed distance"
