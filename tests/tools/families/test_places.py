"""Places that pass conditions, the best of some, and checks of one."""

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
    """Return conditions as a caller writes them."""
    return [dict(zip(("fact", "is", "value", "day"), row, strict=False)) for row in rows]


def found(*conditions: tuple[object, ...], **arguments: object) -> list[str]:
    """Return the names of the restaurants of the town that pass conditions."""
    told = content("find_places", TOWN, **EATING, filters=rows(*conditions), **arguments)
    return [place["name"] for place in told["places"]]


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
def test_each_condition(condition: tuple[object, ...], names: list[str]) -> None:
    """Facts, comparisons and values in the words of callers."""
    assert found(condition) == names


def test_open_all_day() -> None:
    """Around the clock, on a day or on all that are known."""
    cafe, bar = (
        Place(name="Bean", hours=ALWAYS),
        Place(name="Bar", hours=WeeklyHours.parse("Monday: 9 AM – 5 PM")),
    )
    world = World(lists=(NearbyList(anchor="Square", category="cafe", places=(cafe, bar)),))
    for value in ("24h", "24 hours", "all day"):
        asked = rows(("open", "==", value))
        told = content("find_places", world, category="cafe", anchor="Square", filters=asked)
        assert [place["name"] for place in told["places"]] == ["Bean"]


def test_conditions_hold_together_and_day_and_time_are_one() -> None:
    """Every one has to hold."""
    assert found(("rating", ">=", 4), ("feature", "==", "dinner"), day="Saturday") == ["Pier Grill"]
    assert found(at="12:00", day="monday") == ["Ox Inn"]


def test_what_is_not_known_is_told_and_not_counted() -> None:
    """Of one place the hours are not known: it may be open."""
    told = content("find_places", TOWN, **EATING, day="monday")
    assert (told["count"], told["undecided_count"]) == (2, 1)
    assert told["undecided"] == [{"name": "Blue Door", "unknown": ["open"]}]


def test_a_fact_that_none_has_is_final() -> None:
    """Nothing is counted as nought where nothing is known."""
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
def test_the_order_is_what_the_reply_says(sort: str, names: list[str], order: str) -> None:
    """Those of which the figure is not known come last."""
    told = content("find_places", TOWN, **EATING, sort=sort)
    assert [place["name"] for place in told["places"]] == names
    assert told["sorted_by"] == order


@pytest.mark.parametrize("sort", ["rating", "rating_count", "price", "distance"])
def test_an_order_by_what_nobody_knows_is_none(sort: str) -> None:
    """The places stay as the map lists them, and the reply says that it did not sort them."""
    inns = NearbyList(
        category="Inns",
        anchor="Mill",
        places=(Place(name="Ox Inn"), Place(name="Elm Inn")),
        sorted_by_distance=True,
    )
    told = content("find_places", World(lists=(inns,)), category="inn", anchor="Mill", sort=sort)
    assert [place["name"] for place in told["places"]] == ["Ox Inn", "Elm Inn"]
    assert told["sorted_by"] == "distance, as listed by the map"
    fact = sort.replace("_", " ")
    assert told["note"] == f"not sorted by {fact}, which is unknown for all 2 places"


def test_an_order_that_lacks_some_says_of_how_many() -> None:
    inns = NearbyList(
        category="Inns",
        anchor="Mill",
        places=(Place(name="Ox Inn"), Place(name="Elm Inn", rating=4)),
    )
    told = content(
        "find_places", World(lists=(inns,)), category="inn", anchor="Mill", sort="rating"
    )
    assert [place["name"] for place in told["places"]] == ["Elm Inn", "Ox Inn"]
    assert told["sorted_by"] == "rating"
    assert told["note"] == "1 of 2 come last because their rating is unknown: Ox Inn"


def test_a_sorted_list_of_the_map_says_so() -> None:
    """Its order is not ours."""
    listed = replace(TOWN, lists=(replace(TOWN.lists[0], sorted_by_distance=True),))
    assert content("find_places", listed, **EATING)["sorted_by"] == "distance, as listed by the map"


def test_candidates_apart_from_a_sorted_list_are_unsorted() -> None:
    """They come in the order in which they were given, which is none of distance."""
    listed = replace(TOWN, lists=(replace(TOWN.lists[0], sorted_by_distance=True),))
    far, near = "Harbour Lighthouse", "City Museum"
    told = content("find_places", listed, among=[far, near])
    assert ([place["name"] for place in told["places"]], told["sorted_by"]) == (
        [far, near],
        "unsorted",
    )


def test_places_are_sorted_by_travel_time_in_one_call() -> None:
    """Each with its way, from a place or the anchor; those that have none are named."""
    among = ["Old Mill", "Ox Inn", "City Museum"]
    from_hall = {"among": among, "mode": "walk", "origin": "Town Hall"}
    told = content("find_places", TOWN, **from_hall, sort="travel_time")
    museum, mill, inn = told["places"]
    assert [each["name"] for each in told["places"]] == ["City Museum", "Old Mill", "Ox Inn"]
    way = {"mode": "walking", "duration_s": 300, "distance_m": 300, "text": "5 mins, 300 m"}
    assert (museum["travel"], mill["travel"]["duration_s"]) == (way, 1200)
    assert "travel" not in inn
    assert told["sorted_by"] == "travel_time"
    assert told["note"] == "1 of 3 come last because their travel time is unknown: Ox Inn"
    assert told["used"]["origin"] == "Town Hall"
    listed = content("find_places", TOWN, **from_hall)
    assert [each["name"] for each in listed["places"]] == among
    assert listed["places"][0]["travel"]["duration_s"] == 1200
    none = content("find_places", TOWN, **EATING, mode="walk", sort="travel_time")
    assert none["sorted_by"] == "unsorted"
    assert "unknown for all 4 places" in none["note"]


def test_a_travel_time_needs_a_mode_and_a_start() -> None:
    """Neither is guessed."""
    assert fault("find_places", TOWN, **EATING, sort="travel_time")[0] == "mode"
    assert fault("find_places", TOWN, among=["Ox Inn"], mode="walk")[0] == "origin"


def test_travel_to_one_of_namesakes_is_not_known() -> None:
    """It is told by a name that both have; the others keep theirs."""
    addresses = {"i1": "1 Quay", "i2": "9 Hill"}
    inns = [Place(name="Inn", id=key, address=text) for key, text in addresses.items()]
    places = (*inns, Place(name="Mill", id="m"))
    ways = tuple(
        Leg(origin="Hall", destination=name, mode=TravelMode.WALKING, duration_s=60)
        for name in ("Mill", "Inn")
    )
    told = content(
        "find_places", World(places=places, legs=ways), among=["i1", "m"], origin="Hall",
        mode="walking", sort="travel_time",
    )  # fmt: skip
    assert [("travel" in each, each["placeId"]) for each in told["places"]] == [
        (True, "m"),
        (False, "i1"),
    ]


def test_a_limit_cuts_and_says_how_many() -> None:
    """The count stays that of all."""
    told = content("find_places", TOWN, **EATING, limit=1)
    assert (told["count"], len(told["places"]), told["not_shown"]) == (4, 1, 3)


def test_lists_counted_together_are_named() -> None:
    """And around which place is asked where there are several."""
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


def test_offered_places_and_those_not_wanted() -> None:
    """An offer that no map knows is said to be none of it."""
    told = content("find_places", TOWN, **EATING, among=["Pier Grill", "Zum Zebra"])
    assert told["used"] == {
        "anchor": "Town Hall",
        "among[0]": "Pier Grill, restaurant",
        "among[1]": "not on the map",
    }
    assert [place["name"] for place in told["places"]] == ["Pier Grill"]
    assert content("find_places", TOWN, **EATING, excluding=["Ox Inn"])["count"] == 3


def test_an_offer_that_is_not_on_the_map_has_the_nearest_names() -> None:
    """It may be misspelt."""
    told = content("find_places", TOWN, **EATING, among=["Pier Pub", "Ox Inn"])
    assert told["used"]["among[0]"].startswith("not on the map (nearest: Pier Grill")


@pytest.mark.parametrize("value", ["5.1", "45"])
def test_a_rating_that_no_place_can_have(value: str) -> None:
    """45 is 4.5 without its point."""
    rated = [{"fact": "rating", "is": ">=", "value": value}]
    assert fault("find_places", TOWN, **EATING, filters=rated)[:2] == (
        "filters[0].value",
        "a rating from 0 to 5",
    )
    top = [{"fact": "rating", "is": ">=", "value": "5"}]
    assert content("find_places", TOWN, **EATING, filters=top)["count"] == 0


@pytest.mark.parametrize(("word", "half"), [("north", "45"), ("northeast", "22.5")])
def test_the_width_of_a_sector_is_stated(word: str, half: str) -> None:
    """North alone is a quarter of the rose."""
    aimed = [{"fact": "direction", "is": "==", "value": word}]
    note = content("find_places", TOWN, **EATING, filters=aimed)["note"]
    assert note == f"{word}: bearings within {half}° of it"


def test_a_category_is_mended_or_final() -> None:
    """What means nothing, and what the map does not list."""
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
def test_a_condition_that_cannot_be_taken(row: tuple[str, ...], path: str, expected: str) -> None:
    """Where it is wrong, and what would do."""
    assert fault("find_places", TOWN, **EATING, filters=rows(row))[:2] == (path, expected)


def test_unknown_facts_are_answered_with_those_there_are() -> None:
    """Of a condition on a place; a number is no condition."""
    path, expected, _ = fault("find_places", TOWN, **EATING, filters=rows(("stars", ">=", "4")))
    assert path == "filters[0].fact"
    assert expected.startswith("one of rating, rating_count, price_level, open")
    assert fault("find_places", TOWN, **EATING, filters=[4])[1].startswith("an object: fact, is")


def test_conditions_on_routes() -> None:
    """A manoeuvre so often, its opposite, a road."""
    twice = RouteCondition.model_validate({"fact": "left_turn", "is": ">", "value": "1"})
    assert route_filter(twice, "filters[0]").model_dump()["times"] == 2
    with pytest.raises(CallFailed, match="at least this often"):
        route_filter(RouteCondition.model_validate({"fact": "turn", "is": "<"}), "filters[0]")
    assert place_filter(PlaceCondition(fact="open", value="24h"), "f").model_dump()["all_day"]


def best(by: str, **arguments: object) -> list[str]:
    """Return what is best, and the order of the restaurants of the town."""
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
def test_the_best_place_by_each_figure(arguments: dict[str, object], names: list[str]) -> None:
    """The highest rating, the least distance, price and time, if nothing else is said."""
    assert best(**arguments) == names  # type: ignore[arg-type]  # by is among them


def test_the_best_place_by_travel() -> None:
    """Among places with a travel time, from a place or to it."""
    sights = ["City Museum", "Harbour Lighthouse"]
    told = content(
        "best_place", TOWN, by="travel_time", among=sights, origin="Old Mill", mode="walk"
    )
    assert told["value"]["names"] == ["City Museum"]
    assert told["used"] == {
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
def test_what_a_figure_needs_is_asked_for(arguments: dict[str, object], path: str) -> None:
    """By the name of the argument."""
    assert fault("best_place", TOWN, **arguments)[0] == path


def test_checks_of_a_place_are_yes_no_or_not_known() -> None:
    """Each by itself, and all together."""
    asked = rows(("rating", ">=", 4), ("open", "==", "10:30", "saturday"))
    told = content("check_place", TOWN, place="City Museum", filters=asked)
    assert told["conditions"] == [
        {"fact": "rating", "holds": True},
        {"fact": "open", "holds": False},
    ]
    assert told["holds"] is False
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
