"""Which places a question means: kind, anchor, radius, filters."""

from __future__ import annotations

import pytest

from geoeval.query.filter_kinds import (
    AddressFilter,
    AnyFilter,
    CompareFilter,
    FeatureFilter,
    Filter,
    HoursFilter,
    Measure,
    OpenFilter,
)
from geoeval.understanding import NotUnderstood
from tests.query.asking import all_of, any_of, closed, count, highest, lacks, nearest
from tests.understanding.asking import asked, fields, held
from tests.understanding.towns import TOWN

SIGHTS = ("Stone Pier", "Gorm Castle")


def rating(comparator: str, value: float, measure: str = "rating") -> CompareFilter:
    """Return a filter on a figure."""
    return CompareFilter.model_validate(
        {"measure": measure, "comparator": comparator, "value": value}
    )


@pytest.mark.parametrize(
    ("words", "filters"),
    [
        ("rated at least 4.2", [rating(">=", 4.2)]),
        ("with a rating of over 4", [rating(">", 4)]),
        ("with a rating of 4.5 or higher", [rating(">=", 4.5)]),
        ("rated 4.5+", [rating(">=", 4.5)]),
        ("with a rating below 4", [rating("<", 4)]),
        ("with exactly 4 stars", [rating("==", 4)]),
        ("with more than 1,200 reviews", [rating(">", 1200, "rating_count")]),
        ("with 500 or more reviews", [rating(">=", 500, "rating_count")]),
        ("with a rating of 300", [rating("==", 300, "rating_count")]),
        (
            "with more than 100 reviews and a rating of at least 4",
            [rating(">", 100, "rating_count"), rating(">=", 4)],
        ),
        ("with 4.5 reviews", [rating("==", 4.5)]),
        ("that is open 24 hours", [OpenFilter(all_day=True)]),
        ("that never closes", [OpenFilter(all_day=True)]),
        ("that is open around the clock", [OpenFilter(all_day=True)]),
        ("that is always open", [OpenFilter(all_day=True)]),
        ("that fails to reach a rating of 4", [rating("<", 4)]),
        ("that falls short of 4 stars", [rating("<", 4)]),
        ("that does not reach a rating of 4", [rating("<", 4)]),
        ("despite having over 500 reviews", [rating(">", 500, "rating_count")]),
        ("that is moderately priced", [rating("==", 2, "price_level")]),
        ("that is very expensive", [rating("==", 4, "price_level")]),
        ("that serves breakfast", [FeatureFilter(feature="serves breakfast")]),
        (
            "that does not serve breakfast",
            [lacks(FeatureFilter(feature="serves breakfast"))],
        ),
        ("that is open on Sunday", [OpenFilter(day="sunday")]),
        ("that is closed on Sunday", [closed(day="sunday")]),
        ("that is open at 9 PM", [OpenFilter(at="21:00")]),
        ("that is open at 9 PM on Sunday", [OpenFilter(day="sunday", at="21:00")]),
    ],
)
def test_every_filter_is_read(words: str, filters: list[Filter]) -> None:
    """Figures, prices, flags and hours narrow the choice."""
    query = asked(f"Which cafe near the Old Mill is there {words}?", TOWN)
    assert query == any_of(category="cafe", anchor="Old Mill", filters=tuple(filters))


def doors(edge: str, comparator: str, at: str) -> Filter:
    """Return a filter on when places open or close on Monday."""
    fields = {"edge": edge, "comparator": comparator, "at": at, "day": "monday"}
    return HoursFilter.model_validate(fields)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("opens before 9 AM", doors("opens", "<", "09:00")),
        ("opens after 6 PM", doors("opens", ">", "18:00")),
        ("opens at 8 AM", doors("opens", "==", "08:00")),
        ("is open by 8 AM", doors("opens", "<=", "08:00")),
        ("is open before 8 AM", doors("opens", "<", "08:00")),
        ("is open after 9 AM", doors("opens", ">", "09:00")),
        ("is open after 9 PM", doors("closes", ">", "21:00")),
        ("is open past midnight", doors("closes", ">", "00:00")),
        ("stays open until 1 AM", doors("closes", ">=", "01:00")),
        ("closes after 9 PM", doors("closes", ">", "21:00")),
        ("closes at 9 PM", doors("closes", "==", "21:00")),
        ("closes by 9 PM", doors("closes", "<=", "21:00")),
        ("is closed by 9 PM", doors("closes", "<=", "21:00")),
        ("is closed after 9 PM", doors("closes", "<=", "21:00")),
        ("is closed before 8 AM", doors("opens", ">=", "08:00")),
        ("is not open until 10 AM", doors("opens", ">=", "10:00")),
        ("is not open by 10 AM", doors("opens", ">", "10:00")),
    ],
)
def test_times_bound_opening_hours(words: str, wanted: Filter) -> None:
    """What happens at a time is told from what holds then, and opening from closing."""
    query = asked(f"Which of these {words} on Monday?", TOWN, *SIGHTS)
    assert query == any_of(filters=(wanted,), among=SIGHTS)


def test_a_time_before_the_verb_is_just_a_time() -> None:
    """At a time a place is open or not."""
    query = asked("At 9 PM on Monday, which of these is open?", TOWN, *SIGHTS)
    wanted = OpenFilter(day="monday", at="21:00")
    assert query == any_of(filters=(wanted,), among=SIGHTS)


@pytest.mark.parametrize(
    "words",
    ["is open after 2 PM", "is open before 9 PM", "closes until 9 PM", "opens no later than 8 AM"],
)
def test_unclear_bounds_are_not_understood(words: str) -> None:
    """What may mean opening or closing, or neither, is no filter."""
    assert isinstance(asked(f"Which of these {words} on Monday?", TOWN, *SIGHTS), NotUnderstood)


LUNCH, DINNER = FeatureFilter(feature="serves lunch"), FeatureFilter(feature="serves dinner")
MEALS = [FeatureFilter(feature=f"serves {meal}") for meal in ("breakfast", "brunch", "lunch")]


@pytest.mark.parametrize(
    ("words", "filters"),
    [
        ("serves lunch and dinner", [LUNCH, DINNER]),
        ("serves lunch or dinner", [AnyFilter(of=(LUNCH, DINNER))]),
        ("serves dinner but not lunch", [DINNER, lacks(LUNCH)]),
        ("serves dinner but no lunch", [DINNER, lacks(LUNCH)]),
        ("offers not lunch but dinner", [lacks(LUNCH), DINNER]),
        ("serves only dinner", [DINNER, *map(lacks, MEALS)]),
        ("serves just dinner, no lunch", [DINNER, *map(lacks, MEALS)]),
        ("serves neither lunch nor dinner", [lacks(LUNCH), lacks(DINNER)]),
    ],
)
def test_several_meals_are_served(words: str, filters: list[Filter]) -> None:
    """Each meal behind the verb counts, said or denied."""
    query = asked(f"Which cafe near the Old Mill {words}?", TOWN)
    assert query == any_of(category="cafe", anchor="Old Mill", filters=tuple(filters))


def test_a_meal_that_is_not_served_is_no_filter() -> None:
    """One may look for a place to have dinner at, or have had lunch before."""
    query = asked("I had lunch at home. Which cafe near the Old Mill serves beer?", TOWN)
    assert query == any_of(category="cafe", anchor="Old Mill", filters=(BEER,))


def test_the_number_of_all_that_is_listed_narrows_nothing() -> None:
    """Three cafes are listed; of seven nobody knows which."""
    text = "How many of the {} cafes near the Old Mill have at least 4 stars?"
    wanted = count(category="cafe", anchor="Old Mill", filters=(rating(">=", 4),))
    assert asked(text.format("three"), TOWN, "1", "2") == wanted
    assert isinstance(asked(text.format("seven"), TOWN, "1", "2"), NotUnderstood)


def test_a_place_may_stand_before_what_is_listed_around_it() -> None:
    """Several of a kind are no part of its name."""
    wanted = count(category="cafe", anchor="Old Mill", filters=(rating(">=", 4),))
    assert asked("How many of the Old Mill cafes have at least 4 stars?", TOWN, "1", "2") == wanted


@pytest.mark.parametrize(
    ("words", "most"),
    [("rated higher than the rest", True), ("rated worse than all others", False)],
)
def test_more_than_all_others_is_the_most(words: str, most: bool) -> None:
    """A comparison with all others is a superlative."""
    query = asked(f"Which cafe near the Old Mill is {words}?", TOWN, *SIGHTS)
    places = {"category": "cafe", "anchor": "Old Mill", "among": SIGHTS}
    assert query == highest("rating", lowest=not most, **places)


BEER, WINE = FeatureFilter(feature="serves beer"), FeatureFilter(feature="serves wine")
NO_BEER, NO_WINE = lacks(BEER), lacks(WINE)
CHEAP, MODERATE = rating("==", 1, "price_level"), rating("==", 2, "price_level")


@pytest.mark.parametrize(
    ("words", "filters"),
    [
        ("serves beer or wine", [AnyFilter(of=(BEER, WINE))]),
        ("does not serve beer or wine", [NO_BEER, NO_WINE]),
        ("serves neither beer nor wine", [NO_BEER, NO_WINE]),
        ("serves beer but not wine", [BEER, NO_WINE]),
        (
            "is cheap or moderately priced",
            [AnyFilter(of=(CHEAP, MODERATE))],
        ),
        ("serves beer or beers", [BEER]),
    ],
)
def test_or_between_filters_of_a_kind(words: str, filters: list[Filter]) -> None:
    """Alternatives make one filter, but what is denied of both is denied of each."""
    query = asked(f"Which cafe near the Old Mill {words}?", TOWN)
    assert query == any_of(category="cafe", anchor="Old Mill", filters=tuple(filters))


@pytest.mark.parametrize(
    "words", ["is cheap or rated above 4", "is rated above 4 or has more than 500 reviews"]
)
def test_or_between_filters_of_different_kinds(words: str) -> None:
    """Such an "or" is neither dropped nor taken for an "and"."""
    assert asked(f"Which cafe near the Old Mill {words}?", TOWN) == NotUnderstood(
        reason="words unexplained", unexplained=("or",)
    )


MILL_AND_PIER = ("Old Mill", "Stone Pier")


QUAY, SHORE = AddressFilter(contains="Quay Road"), AddressFilter(contains="Shore Road")


@pytest.mark.parametrize(
    ("words", "filters"),
    [
        ("is on Quay Road", [QUAY]),
        ("is located along the Shore Road", [SHORE]),
        (
            "is not on Quay Road but on Shore Road",
            [lacks(QUAY), SHORE],
        ),
    ],
)
def test_addresses_are_read(words: str, filters: list[Filter]) -> None:
    """A name that stands in some addresses, but for no place, narrows the choice."""
    query = asked(f"Which of these {words}?", TOWN, *MILL_AND_PIER)
    assert query == any_of(filters=tuple(filters), among=MILL_AND_PIER)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("is on Moon Road", MILL_AND_PIER),
        ("is in Alba", MILL_AND_PIER),
        ("is on Quay Road", ("Old Mill", "Rose Garden")),
        ("is on Quay Road", ()),
    ],
)
def test_addresses_that_tell_nothing_apart(words: str, options: tuple[str, ...]) -> None:
    """In no address, in all, or not known of all that may be meant: then it is no filter."""
    assert isinstance(asked(f"Which of these {words}?", TOWN, *options), NotUnderstood)


def test_a_street_is_no_anchor() -> None:
    """What is asked on a street is not measured from it."""
    query = asked("Which sight on Quay Road is open on Monday?", TOWN, *MILL_AND_PIER)
    monday = OpenFilter(day="monday")
    assert query == any_of(filters=(QUAY, monday), among=MILL_AND_PIER)


@pytest.mark.parametrize(
    ("words", "metres"),
    [("within 500 m of", 500), ("in a radius of 1.5 km around", 1500), ("at most 2 km from", 2000)],
)
def test_radius_is_metres(words: str, metres: float) -> None:
    """However it is said, the radius is a length in metres."""
    query = asked(f"How many cafes are there {words} the Old Mill?", TOWN)
    assert query == count(category="cafe", anchor="Old Mill", within_m=metres)


@pytest.mark.parametrize(
    ("words", "by", "lowest"),
    [
        ("the cheapest", "price_level", True),
        ("the most expensive", "price_level", False),
        ("the most popular", "rating_count", False),
        ("the best rated", "rating", False),
    ],
)
def test_superlative_picks_by_a_figure(words: str, by: str, lowest: bool) -> None:
    """The words 'Cheapest', "best rated" and the like each go by one figure."""
    wanted = {"figure": {"fact": by}, "most": not lowest}
    assert held(fields(f"Which cafe near the Old Mill is {words}?", TOWN), wanted) == wanted


@pytest.mark.parametrize(
    ("words", "by", "lowest"),
    [
        ("the most reviews", "rating_count", False),
        ("the fewest reviews", "rating_count", True),
        ("the highest rating", "rating", False),
    ],
)
def test_superlative_of_an_attribute_picks_by_it(words: str, by: Measure, lowest: bool) -> None:
    """The words 'The most reviews' goes by their number."""
    query = asked(f"Which cafe near the Old Mill has {words}?", TOWN)
    assert query == highest(by, lowest=lowest, category="cafe", anchor="Old Mill")


@pytest.mark.parametrize(("word", "farthest"), [("nearest", False), ("farthest", True)])
def test_the_offered_places_may_be_the_choice(word: str, farthest: bool) -> None:
    """The words 'Which of these' means the options."""
    query = asked(f"Which of these is {word} to the Old Mill?", TOWN, *SIGHTS)
    assert query == nearest(anchor="Old Mill", among=SIGHTS, farthest=farthest)


def test_options_of_several_names_ask_for_a_list() -> None:
    """Options such as "A, B" ask for all places, not for one."""
    text = "Which cafes near the Old Mill are open on Sunday?"
    query = asked(text, TOWN, "Gull Cafe, Heron Cafe", "Gull Cafe, Egret Cafe")
    assert query == all_of(category="cafe", anchor="Old Mill", filters=(OpenFilter(day="sunday"),))


def test_these_are_counted_where_they_are_narrowed() -> None:
    """The words 'How many of these' needs a filter to mean anything."""
    text = "How many of these are rated at least 4.2 near the Old Mill?"
    query = asked(text, TOWN, "1", "2")
    assert query == count(anchor="Old Mill", filters=(rating(">=", 4.2),))


@pytest.mark.parametrize(
    "text",
    [
        "Which cafe is nearest?",
        "Which cafe near the Old Mill has the highest ceiling?",
        "Is it the cafe near the Old Mill that is open at all?",
        "How many are there?",
    ],
)
def test_what_lacks_a_part_is_not_understood(text: str) -> None:
    """Without an anchor, a known measure or a kind of place there is no query."""
    assert isinstance(asked(text, TOWN), NotUnderstood)
