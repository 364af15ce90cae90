"""Everyday words that change the meaning of a question are never ignored."""

from __future__ import annotations

import pytest

from geoeval.datasets.records import Question
from geoeval.query.filter_kinds import FeatureFilter
from geoeval.understanding import NotUnderstood, understand
from geoeval.understanding.understand import MAX_WORDS, interpret
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import count, direction, is_open, lacks, nearest, opening
from tests.understanding.asking import pick_fields, query_fields, query_of
from tests.understanding.towns import ROADS, TOWN

KM, CLOCKS, MINUTES = ("11 km", "22 km"), ("10:10 AM", "10:30 AM"), ("10 mins", "20 mins")
DAYS, COMPASS, YES = ("Monday", "Tuesday"), ("North", "South", "East", "West"), ("Yes", "No")
NOT_DINNER = ("breakfast", "brunch", "lunch")
CAFES = ("Gull Cafe", "Heron Cafe", "Egret Cafe")

CHANGED = {
    "I walk from Old Mill to Stone Pier and back. In which direction do I walk on the way back?":
        COMPASS,
    "In which direction is Stone Pier from Old Mill, the opposite direction?": COMPASS,
    "I leave Old Mill at 10:00 AM on foot but turn round after ten minutes. When am I back at "
    "Old Mill?": CLOCKS,
    "On second thoughts I skip the Rose Garden and drive from Old Mill to Stone Pier. How long "
    "does it take?": MINUTES,
    "I was supposed to walk from Old Mill to Stone Pier and on to Rose Garden, but fell ill at "
    "Stone Pier. How long did I walk?": MINUTES,
    "The bridge is shut for roadworks. How long is the drive from Old Mill to Stone Pier?": MINUTES,
    "On which day is Stone Pier only open in the evening?": DAYS,
    "Is Stone Pier open until 6 PM on Tuesday?": YES,
    "Is Stone Pier open on Tuesday morning?": YES,
    "From which direction do I come if I walk from Old Mill to Stone Pier?": COMPASS,
    "Which of these is not in all but two guides and nearest to Old Mill?": CAFES,
    "Which cafe is nearest to Old Mill, Gull Cafe excluded?": CAFES,
    "How many cafes lie in a disc of 500 m diameter around Old Mill?": ("1", "2"),
    "My bus was not delayed by the 10 minutes I feared. How long is the drive from Old Mill to "
    "Stone Pier?": MINUTES,
    "I will not stop for 10 minutes of petrol. How long is the drive from Old Mill to Stone Pier?":
        MINUTES,
    "I walk from Old Mill to Stone Pier, and she does it the other way round. How long does she "
    "walk?": MINUTES,
    "We drive in separate cars from Old Mill to Stone Pier. How far do we drive?": KM,
}  # fmt: skip


@pytest.mark.parametrize(("text", "options"), CHANGED.items(), ids=list(CHANGED))
def test_a_word_that_changes_the_answer_is_not_ignored(text: str, options: tuple[str, ...]) -> None:
    found = query_of(text, TOWN, *options)
    assert isinstance(found, NotUnderstood)
    assert found.unexplained


HARMLESS = {
    "We are so tired again. How far is Old Mill from Stone Pier as the crow flies?": KM,
    "How long does it take to walk from Old Mill to Stone Pier and back again?": MINUTES,
    "I walk from Old Mill to Stone Pier, then go on to Rose Garden, again on foot. How long do I "
    "walk?": MINUTES,
    "What time does Stone Pier close on Tuesday evening?": ("5:00 PM", "6:00 PM"),
    "What time does Stone Pier open in the morning on Tuesday?": ("9:00 AM", "8:00 AM"),
    "Which cafe is nearest to Old Mill? I can only walk.": CAFES,
    "I do not mind the rain. How long does it take to walk from Old Mill to Stone Pier?": MINUTES,
}


@pytest.mark.parametrize(("text", "options"), HARMLESS.items(), ids=list(HARMLESS))
def test_the_same_words_are_harmless_elsewhere(text: str, options: tuple[str, ...]) -> None:
    assert not isinstance(query_of(text, TOWN, *options), NotUnderstood)


@pytest.mark.parametrize(
    "text",
    [
        "I stand at Old Mill with my back to Stone Pier. In which direction do I look?",
        "I stand at Old Mill and look away from Stone Pier. In which direction do I look?",
        "I walk away from Stone Pier, starting at Old Mill. In which direction do I walk?",
    ],
)
def test_looking_away_from_a_place_reverses_the_direction(text: str) -> None:
    assert query_of(text, TOWN, *COMPASS) == direction("Old Mill", "Stone Pier")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("an hour before noon", "11:00"),
        ("half an hour before 9:15 AM", "08:45"),
        ("two hours after 3 PM", "17:00"),
        ("half past three", "15:30"),
        ("half past nine in the morning", "09:30"),
        ("ten to seven", "06:50"),
        ("half past six in time for breakfast", "06:30"),
    ],
)
def test_a_clock_time_may_be_relative_to_another(text: str, at: str) -> None:
    """A spoken hour is in the daytime."""
    query = query_of(f"Is Stone Pier open {text} on Tuesday?", TOWN, *YES)
    assert query == is_open("Stone Pier", day="tuesday", at=at)


def test_a_visit_before_a_clock_time_is_not_an_offset() -> None:
    query = query_fields(
        "I leave Old Mill at 10:00 AM on foot and stay at Stone Pier for an hour before 1 PM. How "
        "long am I on the way in all?", TOWN, *MINUTES,
    )  # fmt: skip
    wanted = {"figure": "length", "trip": {"stops": [{"visit_min": 60}]}}
    assert pick_fields(query["figure"], wanted) == wanted


def test_a_break_on_the_way_delays_the_arrival() -> None:
    """It precedes the last place."""
    query = query_fields(
        "Leaving Old Mill on foot at 10:00 AM, when do I reach Stone Pier if I take a 15 minute "
        "break on the way?", TOWN, *CLOCKS,
    )  # fmt: skip
    stops = [{"place": "Old Mill", "visit_min": 15}, {"place": "Stone Pier", "visit_min": 0}]
    wanted = {"figure": "finish", "trip": {"stops": stops}}
    assert pick_fields(query["figure"], wanted) == wanted


def test_how_late_asks_for_the_closing_time() -> None:
    query = query_of("How late is Stone Pier open on Tuesday?", TOWN, "5:00 PM", "6:00 PM")
    assert query == opening("Stone Pier", "closes", day="tuesday")


def test_an_already_visited_place_is_excluded() -> None:
    query = query_of(
        "I've already eaten at Gull Cafe. Which other cafe is nearest to Old Mill?", TOWN, *CAFES
    )
    wanted = nearest(category="cafe", anchor="Old Mill", excluding=("Gull Cafe",), among=CAFES)
    assert query == wanted


def test_only_after_a_meal_excludes_other_meals() -> None:
    query = query_of("How many cafes near Old Mill serve dinner only?", TOWN, "0", "1")
    assert query == query_of("How many cafes near Old Mill only serve dinner?", TOWN, "0", "1")
    meals = [lacks(FeatureFilter(feature=f"serves {meal}")) for meal in NOT_DINNER]
    serving = (FeatureFilter(feature="serves dinner"), *meals)
    assert query == count(category="cafe", anchor="Old Mill", filters=serving)


@pytest.mark.parametrize("text", ["Which place is Old Mill south of?", "Which is it west of?"])
def test_a_reversed_direction_is_not_understood(text: str) -> None:
    """The place that the Old Mill lies south of is not south of it."""
    assert isinstance(query_of(text, TOWN, "Stone Pier", "Gorm Castle"), NotUnderstood)


@pytest.mark.parametrize(
    "text",
    [
        "Is Stone Pier open at half past six on Tuesday?",
        "Is Stone Pier open at midnight on Tuesday?",
        "Is Stone Pier open on Tuesday at 1 AM late at night?",
    ],
)
def test_a_guessed_half_of_the_day_is_doubtful(text: str) -> None:
    question = Question(id=1, text=text, options=YES)
    found = interpret(question, TOWN)
    assert not isinstance(found, NotUnderstood)
    assert found[0].doubts


def test_an_hour_after_midnight_is_on_the_next_day() -> None:
    query = query_of("Today is Saturday. Is Stone Pier open at 1 AM tonight?", TOWN, *YES)
    assert query == is_open("Stone Pier", day="sunday", at="01:00")


def test_the_length_of_a_question_is_limited() -> None:
    """Reading takes quadratic time."""
    found = understand(Question(id=1, text="Alpha " * (MAX_WORDS + 1)), World())
    assert isinstance(found, NotUnderstood)
    assert found.reason == "question too long"
    assert str(MAX_WORDS) in found.detail


def test_equal_names_in_a_list_are_separate_places() -> None:
    """Their addresses may be different, equal or missing."""
    bank = "Union Bank ATM"
    for addresses in (
        ("112 Harbour Street, Alba 2", "18 Mill Street, Alba 2"),
        ("Harbour Street, Alba", "18 Mill Street, Alba"),
        ("5 Mill Street", "5 Mill Street"),
        (None, None),
    ):
        places = tuple(Place(name=bank, address=address) for address in addresses)
        atms = NearbyList(anchor="Old Mill", category="ATMs", places=places)
        world = World(places=TOWN.places, lists=(atms,))
        items = [world.atlas.facts(place) for place in places]
        assert len({place.id for place in items}) == 2
        assert [place.address for place in items] == list(addresses)


def test_after_which_asks_for_the_street_before() -> None:
    """It is not read as "which street comes after"."""
    text = "After which street do I turn onto Oak Avenue on the route via Elm Street?"
    assert isinstance(query_of(text, ROADS), NotUnderstood)
