"""Places that meet conditions, the best of them, and checks of one place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval import WeeklyHours
from geoeval.tools.failure import CallFailed
from geoeval.tools.families.places import (
    PlaceCondition,
    RouteCondition,
    place_filter,
    route_filter,
)
from geoeval.world.model import Leg, NearbyList, Place, TravelMode, World
from tests.tools.calls import content, failure, fault
from tests.tools.town import town

TOWN = town()
EATING = {"category": "restaurant", "anchor": "Town Hall"}
ALWAYS = WeeklyHours.parse("Monday: Open 24 hours, Tuesday: Open 24 hours")


def rows(*rows: tuple[object, ...]) -> list[dict[str, object]]:
    """Return conditions in the form of arguments."""
    return [dict(zip(("fact", "is", "value", "day"), row, strict=False)) for row in rows]


def names_found(*conditions: tuple[object, ...], **arguments: object) -> list[str]:
    """Return the names of the restaurants of the town that meet conditions."""
    result = content("find_places", TOWN, **EATING, filters=rows(*conditions), **arguments)
    return [place["name"] for place in result["places"]]


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        (("rating", ">=", 4.5), ["Ox Inn", "Pier Grill"]),
        (("rating", "at least", "4.5"), ["Ox Inn", "Pier Grill"]),
        (("rating", "not", "4.5"), ["Mill Kitchen", "Pier Grill", "Blue Door"]),
        (("rating_count", "<", 100), ["Mill Kitchen", "Blue Door"]),
        (("price_level", "==", 2), ["Ox Inn"]),
        (("price_level", "==", "Moderate"), ["Ox Inn"]),
        (("price_level", "<=", 2), ["Ox Inn", "Mill Kitchen"]),
        (("open", "==", "18:00", "Mon"), ["Ox Inn", "Pier Grill"]),
        (("open", "==", "6 PM - 7 PM", "monday"), ["Ox Inn", "Pier Grill"]),
        (("open", "not", "", "sunday"), ["Ox Inn"]),
        (("closes", ">", "22:00", "monday"), ["Pier Grill"]),
        (("opens", "<", "12:00", "monday"), ["Ox Inn"]),
        (("feature", "==", "dinner"), ["Ox Inn", "Pier Grill"]),
        (("feature", "not", "serves dinner"), ["Mill Kitchen", "Blue Door"]),
        (("name", "==", "mill"), ["Mill Kitchen"]),
        (("address", "==", "Hill Road"), ["Ox Inn", "Mill Kitchen"]),
        (("direction", "==", "NE"), []),
        (("direction", "==", "north"), ["Ox Inn", "Mill Kitchen"]),
    ],
)
def test_conditions_select_places(condition: tuple[object, ...], names: list[str]) -> None:
    """Facts, comparisons and values may be written informally."""
    assert names_found(condition) == names


def test_open_all_day_means_24_hours() -> None:
    """It applies to all days whose hours are known."""
    cafe, bar = (
        Place(name="Bean", hours=ALWAYS),
        Place(name="Bar", hours=WeeklyHours.parse("Monday: 9 AM – 5 PM")),
    )
    world = World(lists=(NearbyList(anchor="Square", category="cafe", places=(cafe, bar)),))
    for value in ("24h", "24 hours", "all day"):
        asked = rows(("open", "==", value))
        result = content("find_places", world, category="cafe", anchor="Square", filters=asked)
        assert [place["name"] for place in result["places"]] == ["Bean"]


def test_conditions_are_combined_with_day_and_time() -> None:
    assert names_found(("rating", ">=", 4), ("feature", "==", "dinner"), day="Saturday") == [
        "Pier Grill"
    ]
    assert names_found(at="12:00", day="monday") == ["Ox Inn"]


def test_undecided_places_are_not_counted() -> None:
    """A place without known hours may be open."""
    result = content("find_places", TOWN, **EATING, day="monday")
    assert (result["count"], result["undecided_count"]) == (2, 1)
    assert result["undecided"] == [{"name": "Blue Door", "unknown": ["open"]}]


def test_fact_unknown_for_all_places_is_final() -> None:
    """The result is not zero places."""
    bare = NearbyList(anchor="Town Hall", category="cafe", places=(Place(name="Bean"),))
    world = replace(TOWN, lists=(*TOWN.lists, bare))
    none = failure("find_places", world, category="cafe", anchor="Town Hall", day="monday")
    assert (none.kind, none.reason) == ("final", "no_hours")
    assert none.lacking == "opening hours of these places"


@pytest.mark.parametrize(
    ("sort", "names", "order"),
    [
        ("listed", ["Ox Inn", "Mill Kitchen", "Pier Grill", "Blue Door"], "unsorted"),
        ("distance", ["Ox Inn", "Blue Door", "Mill Kitchen", "Pier Grill"], "computed distance"),
        ("rating", ["Pier Grill", "Ox Inn", "Mill Kitchen", "Blue Door"], "rating"),
        ("rating_count", ["Pier Grill", "Ox Inn", "Mill Kitchen", "Blue Door"], "rating_count"),
        ("price", ["Mill Kitchen", "Ox Inn", "Pier Grill", "Blue Door"], "price"),
        ("name", ["Blue Door", "Mill Kitchen", "Ox Inn", "Pier Grill"], "name"),
    ],
)
def test_places_are_sorted_as_reported(sort: str, names: list[str], order: str) -> None:
    """Places without the figure come last."""
    result = content("find_places", TOWN, **EATING, sort=sort)
    assert [place["name"] for place in result["places"]] == names
    assert result["sorted_by"] == order


@pytest.mark.parametrize("sort", ["rating", "rating_count", "price", "distance"])
def test_places_keep_their_order_if_the_figure_is_unknown(sort: str) -> None:
    """A note says that they are not sorted."""
    inns = NearbyList(
        category="Inns",
        anchor="Mill",
        places=(Place(name="Ox Inn"), Place(name="Elm Inn")),
        sorted_by_distance=True,
    )
    result = content("find_places", World(lists=(inns,)), category="inn", anchor="Mill", sort=sort)
    assert [place["name"] for place in result["places"]] == ["Ox Inn", "Elm Inn"]
    assert result["sorted_by"] == "distance, as listed by the map"
    fact = sort.replace("_", " ")
    assert result["note"] == f"not sorted by {fact}, which is unknown for all 2 places"


def test_note_counts_places_without_the_figure() -> None:
    inns = NearbyList(
        category="Inns",
        anchor="Mill",
        places=(Place(name="Ox Inn"), Place(name="Elm Inn", rating=4)),
    )
    result = content(
        "find_places", World(lists=(inns,)), category="inn", anchor="Mill", sort="rating"
    )
    assert [place["name"] for place in result["places"]] == ["Elm Inn", "Ox Inn"]
    assert result["sorted_by"] == "rating"
    assert result["note"] == "1 of 2 come last because their rating is unknown: Ox Inn"


def test_order_of_a_sorted_list_is_reported() -> None:
    listed = replace(TOWN, lists=(replace(TOWN.lists[0], sorted_by_distance=True),))
    assert content("find_places", listed, **EATING)["sorted_by"] == "distance, as listed by the map"


def test_candidates_given_by_name_are_unsorted() -> None:
    """They keep the order of the argument."""
    listed = replace(TOWN, lists=(replace(TOWN.lists[0], sorted_by_distance=True),))
    far, near = "Harbour Lighthouse", "City Museum"
    result = content("find_places", listed, among=[far, near])
    assert ([place["name"] for place in result["places"]], result["sorted_by"]) == (
        [far, near],
        "unsorted",
    )


def test_places_are_sorted_by_travel_time() -> None:
    """Each has its leg; a note names places without a travel time."""
    among = ["Old Mill", "Ox Inn", "City Museum"]
    from_hall = {"among": among, "mode": "walk", "origin": "Town Hall"}
    result = content("find_places", TOWN, **from_hall, sort="travel_time")
    museum, mill, inn = result["places"]
    assert [each["name"] for each in result["places"]] == ["City Museum", "Old Mill", "Ox Inn"]
    way = {"mode": "walking", "duration_s": 300, "distance_m": 300, "text": "5 mins, 300 m"}
    assert (museum["travel"], mill["travel"]["duration_s"]) == (way, 1200)
    assert "travel" not in inn
    assert result["sorted_by"] == "travel_time"
    assert result["note"] == "1 of 3 come last because their travel time is unknown: Ox Inn"
    assert result["used"]["origin"] == "Town Hall"
    listed = content("find_places", TOWN, **from_hall)
    assert [each["name"] for each in listed["places"]] == among
    assert listed["places"][0]["travel"]["duration_s"] == 1200
    none = content("find_places", TOWN, **EATING, mode="walk", sort="travel_time")
    assert none["sorted_by"] == "unsorted"
    assert "unknown for all 4 places" in none["note"]


def test_travel_time_needs_a_mode_and_an_origin() -> None:
    assert fault("find_places", TOWN, **EATING, sort="travel_time")[0] == "mode"
    assert fault("find_places", TOWN, among=["Ox Inn"], mode="walk")[0] == "origin"


def test_travel_to_an_ambiguous_name_is_unknown() -> None:
    """Other places keep their travel times."""
    addresses = {"i1": "1 Quay", "i2": "9 Hill"}
    inns = [Place(name="Inn", id=key, address=text) for key, text in addresses.items()]
    places = (*inns, Place(name="Mill", id="m"))
    ways = tuple(
        Leg(origin="Hall", destination=name, mode=TravelMode.WALKING, duration_s=60)
        for name in ("Mill", "Inn")
    )
    result = content(
        "find_places", World(places=places, legs=ways), among=["i1", "m"], origin="Hall",
        mode="walking", sort="travel_time",
    )  # fmt: skip
    assert [("travel" in each, each["placeId"]) for each in result["places"]] == [
        (True, "m"),
        (False, "i1"),
    ]


def test_limit_reports_how_many_places_are_omitted() -> None:
    """The count is that of all places."""
    result = content("find_places", TOWN, **EATING, limit=1)
    assert (result["count"], len(result["places"]), result["not_shown"]) == (4, 1, 3)


def test_merged_lists_are_named() -> None:
    """If they are around different places, an anchor is required."""
    more = NearbyList(
        anchor="Town Hall", category="fast food restaurant", places=(Place(name="Bun"),)
    )
    both = replace(TOWN, lists=(*TOWN.lists, more))
    assert content("find_places", both, **EATING)["merged"] == [
        "Restaurants around Town Hall (4)",
        "fast food restaurant around Town Hall (1)",
    ]
    elsewhere = replace(TOWN, lists=(*TOWN.lists, replace(more, anchor="Old Mill")))
    several = failure("find_places", elsewhere, category="restaurant")
    assert several.arguments[0].argument == "anchor"
    assert several.arguments[0].nearest == ("Town Hall", "Old Mill")


def test_candidates_can_be_included_or_excluded() -> None:
    """A candidate that is not on the map is marked."""
    result = content("find_places", TOWN, **EATING, among=["Pier Grill", "Zum Zebra"])
    assert result["used"] == {
        "anchor": "Town Hall",
        "among[0]": "Pier Grill, restaurant",
        "among[1]": "not on the map",
    }
    assert [place["name"] for place in result["places"]] == ["Pier Grill"]
    assert content("find_places", TOWN, **EATING, excluding=["Ox Inn"])["count"] == 3


def test_unknown_candidate_has_the_nearest_names() -> None:
    result = content("find_places", TOWN, **EATING, among=["Pier Pub", "Ox Inn"])
    assert result["used"]["among[0]"].startswith("not on the map (nearest: Pier Grill")


@pytest.mark.parametrize("value", ["5.1", "45"])
def test_impossible_rating_is_rejected(value: str) -> None:
    """45 may be 4.5 without its decimal point."""
    rated = [{"fact": "rating", "is": ">=", "value": value}]
    assert fault("find_places", TOWN, **EATING, filters=rated)[:2] == (
        "filters[0].value",
        "a rating from 0 to 5",
    )
    top = [{"fact": "rating", "is": ">=", "value": "5"}]
    assert content("find_places", TOWN, **EATING, filters=top)["count"] == 0


@pytest.mark.parametrize(("word", "half"), [("north", "45"), ("northeast", "22.5")])
def test_width_of_a_direction_is_noted(word: str, half: str) -> None:
    """It is 90 degrees for north and 45 degrees for northeast."""
    aimed = [{"fact": "direction", "is": "==", "value": word}]
    note = content("find_places", TOWN, **EATING, filters=aimed)["note"]
    assert note == f"{word}: bearings within {half}° of it"


def test_unknown_category_is_fixable() -> None:
    """A category that the map does not list is final."""
    wrong = failure("find_places", TOWN, anchor="Town Hall", category="qwzx")
    assert (wrong.kind, wrong.arguments[0].argument) == ("fix_arguments", "category")
    none = failure("find_places", TOWN, anchor="Town Hall", category="hospital")
    assert (none.kind, none.reason) == ("final", "no_such_fact")
    assert none.lacking == "a list of hospital around Town Hall"


@pytest.mark.parametrize(
    ("row", "path", "expected"),
    [
        (("rating", ">=", "high"), "filters[0].value", "a number of 0 or more"),
        (("rating", ">=", "nan"), "filters[0].value", "a number of 0 or more"),
        (("rating", ">=", "-1"), "filters[0].value", "a number of 0 or more"),
        (("open", "==", "noonish"), "filters[0].value", 'a time of day such as "17:00"'),
        (("opens", "<", ""), "filters[0].value", 'a time of day such as "17:00"'),
        (("direction", "==", "up"), "filters[0].value", "a point of the compass, such as north"),
        (("feature", ">=", "dinner"), "filters[0].is", "== or not, as feature is not a number"),
        (("name", "==", " "), "filters[0].value", "the name to look for"),
    ],
)
def test_invalid_conditions_are_rejected(row: tuple[str, ...], path: str, expected: str) -> None:
    """The fault has its path and the expected value."""
    assert fault("find_places", TOWN, **EATING, filters=rows(row))[:2] == (path, expected)


def test_unknown_fact_suggests_the_known_facts() -> None:
    """A condition that is not an object is rejected too."""
    path, expected, _ = fault("find_places", TOWN, **EATING, filters=rows(("stars", ">=", "4")))
    assert path == "filters[0].fact"
    assert expected.startswith("one of rating, rating_count, price_level, open")
    assert fault("find_places", TOWN, **EATING, filters=[4])[1].startswith("an object: fact, is")


def test_conditions_become_filters() -> None:
    twice = RouteCondition.model_validate({"fact": "left_turn", "is": ">", "value": "1"})
    assert route_filter(twice, "filters[0]").model_dump()["times"] == 2
    with pytest.raises(CallFailed, match="at least this often"):
        route_filter(RouteCondition.model_validate({"fact": "turn", "is": "<"}), "filters[0]")
    assert place_filter(PlaceCondition(fact="open", value="24h"), "f").model_dump()["all_day"]


def best_names(by: str, **arguments: object) -> list[str]:
    """Return the names of the best restaurants of the town by a figure."""
    return list(content("best_place", TOWN, **{**EATING, **arguments}, by=by)["value"]["names"])


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ({"by": "distance"}, ["Ox Inn"]),
        ({"by": "distance", "rank": 2}, ["Blue Door"]),
        ({"by": "distance", "most": True}, ["Pier Grill"]),
        ({"by": "rating"}, ["Pier Grill"]),
        ({"by": "rating", "most": False}, ["Blue Door"]),
        ({"by": "price_level"}, ["Mill Kitchen"]),
        ({"by": "closes", "day": "monday", "most": True}, ["Pier Grill"]),
        ({"by": "open_length", "day": "monday", "most": True}, ["Ox Inn"]),
        ({"by": "north"}, ["Mill Kitchen"]),
        ({"by": "detour", "origin": "Town Hall", "destination": "Old Mill"}, ["Ox Inn"]),
        ({"by": "rating", "filters": [{"fact": "open", "day": "sunday"}]}, ["Pier Grill"]),
    ],
)
def test_best_place_by_figure(arguments: dict[str, object], names: list[str]) -> None:
    """By default ratings are maximised, and distance, price and time minimised."""
    assert best_names(**arguments) == names  # type: ignore[arg-type]  # by is among them


def test_best_place_by_travel_time() -> None:
    sights = ["City Museum", "Harbour Lighthouse"]
    result = content(
        "best_place", TOWN, by="travel_time", among=sights, origin="Old Mill", mode="walk"
    )
    assert result["value"]["names"] == ["City Museum"]
    assert result["used"] == {
        "among[0]": "City Museum", "among[1]": "Harbour Lighthouse", "origin": "Old Mill"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({"by": "distance", "category": "restaurant"}, "anchor"),
        ({"by": "detour", "category": "restaurant", "origin": "Old Mill"}, "destination"),
        ({"by": "travel_time", "among": ["Old Mill"]}, "origin"),
        ({"by": "rating"}, "category"),
        ({"by": "rating", "category": "restaurant", "rank": 0}, "rank"),
    ],
)
def test_missing_argument_of_a_figure_is_named(arguments: dict[str, object], path: str) -> None:
    assert fault("best_place", TOWN, **arguments)[0] == path


def test_check_place_reports_each_condition() -> None:
    """Without known facts there is no overall result."""
    asked = rows(("rating", ">=", 4), ("open", "==", "10:30", "saturday"))
    result = content("check_place", TOWN, place="City Museum", filters=asked)
    assert result["conditions"] == [
        {"fact": "rating", "holds": True},
        {"fact": "open", "holds": False},
    ]
    assert result["holds"] is False
    unknown = content(
        "check_place", TOWN, place="Blue Door", filters=rows(("open", "==", "9:00", "monday"))
    )
    assert "holds" not in unknown
    west = content(
        "check_place",
        TOWN,
        place="Old Mill",
        anchor="Town Hall",
        filters=rows(("direction", "==", "north")),
    )
    assert west["holds"] is True
    assert fault("check_place", TOWN, place="Old Mill", filters=[])[0] == "filters"
