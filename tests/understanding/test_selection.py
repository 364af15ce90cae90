"""Which places a question is about: kind, anchor, radius, filters."""

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
from tests.understanding.asking import pick_fields, query_fields, query_of
from tests.understanding.towns import TOWN

SIGHTS = ("Stone Pier", "Gorm Castle")


def compare(comparator: str, value: float, measure: str = "rating") -> CompareFilter:
    """Return a filter by a figure."""
    return CompareFilter.model_validate(
        {"measure": measure, "comparator": comparator, "value": value}
    )


@pytest.mark.parametrize(
    ("words", "filters"),
    [
        ("rated at least 4.2", [compare(">=", 4.2)]),
        ("with a rating of over 4", [compare(">", 4)]),
        ("with a rating of 4.5 or higher", [compare(">=", 4.5)]),
        ("rated 4.5+", [compare(">=", 4.5)]),
        ("with a rating below 4", [compare("<", 4)]),
        ("with exactly 4 stars", [compare("==", 4)]),
        ("with more than 1,200 reviews", [compare(">", 1200, "rating_count")]),
        ("with 500 or more reviews", [compare(">=", 500, "rating_count")]),
        ("with a rating of 300", [compare("==", 300, "rating_count")]),
        (
            "with more than 100 reviews and a rating of at least 4",
            [compare(">", 100, "rating_count"), compare(">=", 4)],
        ),
        ("with 4.5 reviews", [compare("==", 4.5)]),
        ("that is open 24 hours", [OpenFilter(all_day=True)]),
        ("that never closes", [OpenFilter(all_day=True)]),
        ("that is open around the clock", [OpenFilter(all_day=True)]),
        ("that is always open", [OpenFilter(all_day=True)]),
        ("that fails to reach a rating of 4", [compare("<", 4)]),
        ("that falls short of 4 stars", [compare("<", 4)]),
        ("that does not reach a rating of 4", [compare("<", 4)]),
        ("despite having over 500 reviews", [compare(">", 500, "rating_count")]),
        ("that is moderately priced", [compare("==", 2, "price_level")]),
        ("that is very expensive", [compare("==", 4, "price_level")]),
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
def test_every_filter_is_understood(words: str, filters: list[Filter]) -> None:
    """Figures, prices, features and hours narrow the choice."""
    query = query_of(f"Which cafe near the Old Mill is there {words}?", TOWN)
    assert query == any_of(category="cafe", anchor="Old Mill", filters=tuple(filters))


def hours_filter(edge: str, comparator: str, at: str) -> Filter:
    """Return a filter by when places open or close on Monday."""
    query_fields = {"edge": edge, "comparator": comparator, "at": at, "day": "monday"}
    return HoursFilter.model_validate(query_fields)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("opens before 9 AM", hours_filter("opens", "<", "09:00")),
        ("opens after 6 PM", hours_filter("opens", ">", "18:00")),
        ("opens at 8 AM", hours_filter("opens", "==", "08:00")),
        ("is open by 8 AM", hours_filter("opens", "<=", "08:00")),
        ("is open before 8 AM", hours_filter("opens", "<", "08:00")),
        ("is open after 9 AM", hours_filter("opens", ">", "09:00")),
        ("is open after 9 PM", hours_filter("closes", ">", "21:00")),
        ("is open past midnight", hours_filter("closes", ">", "00:00")),
        ("stays open until 1 AM", hours_filter("closes", ">=", "01:00")),
        ("closes after 9 PM", hours_filter("closes", ">", "21:00")),
        ("closes at 9 PM", hours_filter("closes", "==", "21:00")),
        ("closes by 9 PM", hours_filter("closes", "<=", "21:00")),
        ("is closed by 9 PM", hours_filter("closes", "<=", "21:00")),
        ("is closed after 9 PM", hours_filter("closes", "<=", "21:00")),
        ("is closed before 8 AM", hours_filter("opens", ">=", "08:00")),
        ("is not open until 10 AM", hours_filter("opens", ">=", "10:00")),
        ("is not open by 10 AM", hours_filter("opens", ">", "10:00")),
    ],
)
def test_clock_times_filter_opening_hours(words: str, wanted: Filter) -> None:
    """An event at a time is distinguished from a state, and opening from closing."""
    query = query_of(f"Which of these {words} on Monday?", TOWN, *SIGHTS)
    assert query == any_of(filters=(wanted,), among=SIGHTS)


def test_a_time_before_the_verb_means_open_then() -> None:
    query = query_of("At 9 PM on Monday, which of these is open?", TOWN, *SIGHTS)
    wanted = OpenFilter(day="monday", at="21:00")
    assert query == any_of(filters=(wanted,), among=SIGHTS)


@pytest.mark.parametrize(
    "words",
    ["is open after 2 PM", "is open before 9 PM", "closes until 9 PM", "opens no later than 8 AM"],
)
def test_unclear_bounds_are_not_understood(words: str) -> None:
    """Opening, closing or neither may be meant."""
    assert isinstance(query_of(f"Which of these {words} on Monday?", TOWN, *SIGHTS), NotUnderstood)


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
def test_each_meal_is_required_or_excluded(words: str, filters: list[Filter]) -> None:
    query = query_of(f"Which cafe near the Old Mill {words}?", TOWN)
    assert query == any_of(category="cafe", anchor="Old Mill", filters=tuple(filters))


def test_a_meal_of_the_asker_is_not_a_filter() -> None:
    query = query_of("I had lunch at home. Which cafe near the Old Mill serves beer?", TOWN)
    assert query == any_of(category="cafe", anchor="Old Mill", filters=(BEER,))


def test_the_number_of_listed_places_narrows_nothing() -> None:
    """Any other number is not understood."""
    text = "How many of the {} cafes near the Old Mill have at least 4 stars?"
    wanted = count(category="cafe", anchor="Old Mill", filters=(compare(">=", 4),))
    assert query_of(text.format("three"), TOWN, "1", "2") == wanted
    assert isinstance(query_of(text.format("seven"), TOWN, "1", "2"), NotUnderstood)


def test_an_anchor_may_precede_the_places_around_it() -> None:
    """The "Old Mill cafes" are cafes near the Old Mill."""
    wanted = count(category="cafe", anchor="Old Mill", filters=(compare(">=", 4),))
    assert (
        query_of("How many of the Old Mill cafes have at least 4 stars?", TOWN, "1", "2") == wanted
    )


@pytest.mark.parametrize(
    ("words", "most"),
    [("rated higher than the rest", True), ("rated worse than all others", False)],
)
def test_a_comparison_with_all_others_is_a_superlative(words: str, most: bool) -> None:
    query = query_of(f"Which cafe near the Old Mill is {words}?", TOWN, *SIGHTS)
    places = {"category": "cafe", "anchor": "Old Mill", "among": SIGHTS}
    assert query == highest("rating", lowest=not most, **places)


BEER, WINE = FeatureFilter(feature="serves beer"), FeatureFilter(feature="serves wine")
NO_BEER, NO_WINE = lacks(BEER), lacks(WINE)
CHEAP, MODERATE = compare("==", 1, "price_level"), compare("==", 2, "price_level")


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
def test_alternatives_of_a_kind_are_combined(words: str, filters: list[Filter]) -> None:
    """A denial applies to each alternative."""
    query = query_of(f"Which cafe near the Old Mill {words}?", TOWN)
    assert query == any_of(category="cafe", anchor="Old Mill", filters=tuple(filters))


@pytest.mark.parametrize(
    "words", ["is cheap or rated above 4", "is rated above 4 or has more than 500 reviews"]
)
def test_alternatives_of_different_kinds_are_not_understood(words: str) -> None:
    assert query_of(f"Which cafe near the Old Mill {words}?", TOWN) == NotUnderstood(
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
def test_streets_filter_addresses(words: str, filters: list[Filter]) -> None:
    """A name in some of the addresses that is not a place narrows the choice."""
    query = query_of(f"Which of these {words}?", TOWN, *MILL_AND_PIER)
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
def test_streets_without_distinction_are_not_filters(words: str, options: tuple[str, ...]) -> None:
    """They are in no address, in all, or some addresses are unknown."""
    assert isinstance(query_of(f"Which of these {words}?", TOWN, *options), NotUnderstood)


def test_a_street_is_not_an_anchor() -> None:
    query = query_of("Which sight on Quay Road is open on Monday?", TOWN, *MILL_AND_PIER)
    monday = OpenFilter(day="monday")
    assert query == any_of(filters=(QUAY, monday), among=MILL_AND_PIER)


@pytest.mark.parametrize(
    ("words", "metres"),
    [("within 500 m of", 500), ("in a radius of 1.5 km around", 1500), ("at most 2 km from", 2000)],
)
def test_a_radius_is_in_metres(words: str, metres: float) -> None:
    query = query_of(f"How many cafes are there {words} the Old Mill?", TOWN)
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
def test_a_superlative_ranks_by_its_figure(words: str, by: str, lowest: bool) -> None:
    wanted = {"figure": {"fact": by}, "most": not lowest}
    assert (
        pick_fields(query_fields(f"Which cafe near the Old Mill is {words}?", TOWN), wanted)
        == wanted
    )


@pytest.mark.parametrize(
    ("words", "by", "lowest"),
    [
        ("the most reviews", "rating_count", False),
        ("the fewest reviews", "rating_count", True),
        ("the highest rating", "rating", False),
    ],
)
def test_a_superlative_attribute_ranks_by_it(words: str, by: Measure, lowest: bool) -> None:
    query = query_of(f"Which cafe near the Old Mill has {words}?", TOWN)
    assert query == highest(by, lowest=lowest, category="cafe", anchor="Old Mill")


@pytest.mark.parametrize(("word", "farthest"), [("nearest", False), ("farthest", True)])
def test_these_may_be_the_offered_places(word: str, farthest: bool) -> None:
    query = query_of(f"Which of these is {word} to the Old Mill?", TOWN, *SIGHTS)
    assert query == nearest(anchor="Old Mill", among=SIGHTS, farthest=farthest)


def test_options_with_several_names_ask_for_a_list() -> None:
    text = "Which cafes near the Old Mill are open on Sunday?"
    query = query_of(text, TOWN, "Gull Cafe, Heron Cafe", "Gull Cafe, Egret Cafe")
    assert query == all_of(category="cafe", anchor="Old Mill", filters=(OpenFilter(day="sunday"),))


def test_these_are_counted_if_a_filter_narrows_them() -> None:
    text = "How many of these are rated at least 4.2 near the Old Mill?"
    query = query_of(text, TOWN, "1", "2")
    assert query == count(anchor="Old Mill", filters=(compare(">=", 4.2),))


@pytest.mark.parametrize(
    "text",
    [
        "Which cafe is nearest?",
        "Which cafe near the Old Mill has the highest ceiling?",
        "Is it the cafe near the Old Mill that is open at all?",
        "How many are there?",
    ],
)
def test_a_selection_with_missing_parts_is_not_understood(text: str) -> None:
    """The anchor, the measure or the kind of place is missing."""
    assert isinstance(query_of(text, TOWN), NotUnderstood)
