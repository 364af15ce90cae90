"""Journeys as told: where they start, their stops with visits, hours and modes, their end."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.understanding.journey.itineraries import find_journeys
from geoeval.understanding.journey.outline import Itinerary
from geoeval.world.model import TravelMode
from tests.understanding.asking import reading
from tests.understanding.towns import DRIVING, TOWN, WALKING


def told(text: str) -> Itinerary:
    """Return the journey that a text tells."""
    return next(find_journeys(reading(text, TOWN))).itinerary


def visits(text: str) -> dict[str, int]:
    """Return the stops of a journey with their lengths, in order."""
    return {stop.place: stop.visit_min for stop in told(text).stops}


@pytest.mark.parametrize(
    "text",
    [
        "I leave Hotel Vardo and visit the Old Mill.",
        "From Hotel Vardo I go to the Old Mill.",
        "I am at Hotel Vardo and walk to the Old Mill.",
        "I will be at Hotel Vardo. I leave it at 9:00 AM for the Old Mill.",
        "I eat at Hotel Vardo. At 9:00 AM I leave there and go to the Old Mill.",
        "Hotel Vardo to the Old Mill: how long?",
        "Hotel Vardo, Old Mill, and back to Hotel Vardo.",
    ],
)
def test_where_a_journey_starts(text: str) -> None:
    """It starts where one is, what one leaves, or what stands behind "from"."""
    found = told(text)
    assert found.origin == "Hotel Vardo"
    assert [stop.place for stop in found.stops] == ["Old Mill"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 hour at the Old Mill, 2 hours at the Stone Pier", (60, 120)),
        ("the Old Mill for 1 hour and the Stone Pier for 2 hours", (60, 120)),
        ("the Old Mill (1 hour) and the Stone Pier (2 hours)", (60, 120)),
        ("the Old Mill: 1 hour, the Stone Pier: 2 hours", (60, 120)),
        ("the Old Mill for 1 hour\nthe Stone Pier for 2 hours", (60, 120)),
        ("a 30-minute tour of the Old Mill, then the Stone Pier", (30, 0)),
        ("the Old Mill and the Stone Pier for 2 hours", (0, 120)),
    ],
)
def test_a_duration_belongs_to_its_visit(text: str, expected: tuple[int, int]) -> None:
    """It stands before or behind its place, in brackets or after a colon."""
    found = visits(f"From Hotel Vardo I visit {text}.")
    assert (found["Old Mill"], found["Stone Pier"]) == expected


@pytest.mark.parametrize(
    "words",
    [
        "I have 6 hours",
        "I have 6 hours available",
        "in 6 hours",
        "with 6 hours at my disposal",
        "6 hours in total",
        "a total of 6 hours",
    ],
)
def test_the_time_one_has_is_a_budget(words: str) -> None:
    """What one has in all is no visit."""
    text = f"From Hotel Vardo I see the Old Mill for 1 hour, {words}."
    found = told(text)
    assert found.budget_min == 360
    assert visits(text) == {"Old Mill": 60}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I leave Hotel Vardo at 9:00 AM for the Old Mill.", {"depart": "09:00"}),
        ("Starting 9:00 AM I go from Hotel Vardo to the Old Mill.", {"depart": "09:00"}),
        (
            "From Hotel Vardo I visit the Old Mill and must be back by 5:00 PM.",
            {"finish_by": "17:00"},
        ),
        ("From Hotel Vardo to the Old Mill, to finish at 5:00 PM.", {"finish_by": "17:00"}),
        ("From Hotel Vardo I go to the Old Mill on Tuesday.", {"day": "tuesday"}),
        ("I start at the Old Mill at 9:00 AM.", {"depart": "09:00"}),
    ],
)
def test_hours_bound_what_they_stand_with(text: str, expected: dict[str, Any]) -> None:
    """The nearest word says whether a clock time is the start or the deadline."""
    found = told(text)
    assert {name: getattr(found, name) for name in expected} == expected


def test_an_appointment_starts_at_its_hour() -> None:
    """A clock time with a booked stop is the start of that visit."""
    found = told(
        "From Hotel Vardo I go to the Old Mill, and my tour of the Stone Pier is booked "
        "for 2:00 PM."
    )
    assert [stop.starts_at for stop in found.stops] == [None, "14:00"]


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("and return", "Hotel Vardo"),
        ("and drive back to Hotel Vardo", "Hotel Vardo"),
        ("and go home", "Hotel Vardo"),
        ("and go back to the Stone Pier", "Stone Pier"),
        ("", None),
    ],
)
def test_where_a_journey_ends(words: str, end: str | None) -> None:
    """It ends where it goes back to; without such words it just ends."""
    found = told(f"From Hotel Vardo I visit the Old Mill for 1 hour {words}.")
    assert found.end == end
    assert [stop.place for stop in found.stops] == ["Old Mill"]


def test_each_leg_has_its_mode() -> None:
    """An adverb belongs to the goal before it, a verb to the one behind it."""
    found = told(
        "From Hotel Vardo I go to the Old Mill on foot, then drive to the Stone Pier and take the "
        "bus back."
    )
    assert found.mode is None
    assert [stop.mode for stop in found.stops] == [WALKING, DRIVING]
    assert found.end_mode is TravelMode.TRANSIT


def test_a_verb_behind_the_last_goal_belongs_to_it() -> None:
    """Where no goal follows, a verb is of the goal before it."""
    found = told("From Hotel Vardo I go to the Old Mill, walking to the Stone Pier, then driving.")
    assert found.mode is None
    assert [stop.mode for stop in found.stops][1] is not None


def test_modes_of_no_journey_are_nobodys() -> None:
    """A sentence without a goal gives no leg a mode."""
    found = told("I like to walk and to drive. From Hotel Vardo I go to the Old Mill.")
    assert found.mode is None
    assert [stop.mode for stop in found.stops] == [None]


def test_one_mode_is_that_of_the_whole() -> None:
    """Where only one mode is named it is the mode of all legs."""
    found = told("From Hotel Vardo I drive to the Old Mill and then to the Stone Pier.")
    assert found.mode is DRIVING
    assert [stop.mode for stop in found.stops] == [None, None]


def test_a_second_telling_gives_the_order() -> None:
    """The order that is stated at last is the one that is meant."""
    found = told(
        "I have 1 hour for the Old Mill, 2 hours for the Stone Pier, 1 hour for the Rose Garden. "
        "From Hotel Vardo I go to the Stone Pier, the Old Mill and the Rose Garden."
    )
    assert [stop.place for stop in found.stops] == ["Stone Pier", "Old Mill", "Rose Garden"]
    assert found.prescribed


def test_words_of_sequence_prescribe_the_order() -> None:
    """The words 'Then' between the stops says that their order is fixed."""
    assert told("From Hotel Vardo I visit the Old Mill, then the Stone Pier.").prescribed
    assert not told("From Hotel Vardo I visit the Old Mill and the Stone Pier.").prescribed


def test_a_stopover_comes_before_its_goal() -> None:
    """The words 'To X with a stop at Y' means Y first."""
    found = told("From Hotel Vardo I walk to the Old Mill with a stop at the Rose Garden.")
    assert [stop.place for stop in found.stops] == ["Rose Garden", "Old Mill"]


def test_a_setting_is_no_stop() -> None:
    """A place that only says where the story plays is not visited."""
    found = told("On a day around Gorm Castle I go from Hotel Vardo to the Old Mill.")
    assert [stop.place for stop in found.stops] == ["Old Mill"]
