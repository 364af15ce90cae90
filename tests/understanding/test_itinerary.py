"""Journeys in questions: start, stops with visits, times and modes, and end."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.world.model import TravelMode
from tests.understanding.asking import itinerary_of
from tests.understanding.towns import DRIVING, WALKING


def visits_in(text: str) -> dict[str, int]:
    """Return the stops of a journey with the lengths of their visits, in order."""
    return {stop.place: stop.visit_min for stop in itinerary_of(text).stops}


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
def test_a_journey_starts_where_the_asker_is(text: str) -> None:
    """The start is the current place, a place that is left, or a place after "from"."""
    found = itinerary_of(text)
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
    """It may precede or follow its place, in brackets or after a colon."""
    found = visits_in(f"From Hotel Vardo I visit {text}.")
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
def test_available_time_is_a_budget(words: str) -> None:
    """It is not the length of a visit."""
    text = f"From Hotel Vardo I see the Old Mill for 1 hour, {words}."
    found = itinerary_of(text)
    assert found.budget_min == 360
    assert visits_in(text) == {"Old Mill": 60}


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
def test_a_clock_time_is_a_start_or_a_deadline(text: str, expected: dict[str, Any]) -> None:
    """The nearest word decides."""
    found = itinerary_of(text)
    assert {name: getattr(found, name) for name in expected} == expected


def test_an_appointment_starts_at_its_clock_time() -> None:
    found = itinerary_of(
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
        ("and do not return to the hotel", None),
        ("and never come back", None),
        ("and do not have to come back", None),
        ("and not, I think, on any account come back", "Hotel Vardo"),
        ("", None),
    ],
)
def test_a_journey_ends_where_it_goes_back_to(words: str, end: str | None) -> None:
    """Without such words it has no end of its own."""
    found = itinerary_of(f"From Hotel Vardo I visit the Old Mill for 1 hour {words}.")
    assert found.end == end
    assert [stop.place for stop in found.stops] == ["Old Mill"]


def test_each_leg_has_its_mode() -> None:
    """An adverb applies to the place before it, a verb to the place after it."""
    found = itinerary_of(
        "From Hotel Vardo I go to the Old Mill on foot, then drive to the Stone Pier and take the "
        "bus back."
    )
    assert found.mode is None
    assert [stop.mode for stop in found.stops] == [WALKING, DRIVING]
    assert found.end_mode is TravelMode.TRANSIT


def test_a_verb_after_the_last_place_applies_to_it() -> None:
    found = itinerary_of(
        "From Hotel Vardo I go to the Old Mill, walking to the Stone Pier, then driving."
    )
    assert found.mode is None
    assert [stop.mode for stop in found.stops][1] is not None


def test_modes_outside_the_journey_are_ignored() -> None:
    found = itinerary_of("I like to walk and to drive. From Hotel Vardo I go to the Old Mill.")
    assert found.mode is None
    assert [stop.mode for stop in found.stops] == [None]


def test_a_single_mode_applies_to_all_legs() -> None:
    found = itinerary_of("From Hotel Vardo I drive to the Old Mill and then to the Stone Pier.")
    assert found.mode is DRIVING
    assert [stop.mode for stop in found.stops] == [None, None]


def test_the_order_stated_last_counts() -> None:
    found = itinerary_of(
        "I have 1 hour for the Old Mill, 2 hours for the Stone Pier, 1 hour for the Rose Garden. "
        "From Hotel Vardo I go to the Stone Pier, the Old Mill and the Rose Garden."
    )
    assert [stop.place for stop in found.stops] == ["Stone Pier", "Old Mill", "Rose Garden"]
    assert found.prescribed


def test_words_of_sequence_fix_the_order() -> None:
    assert itinerary_of("From Hotel Vardo I visit the Old Mill, then the Stone Pier.").prescribed
    assert not itinerary_of("From Hotel Vardo I visit the Old Mill and the Stone Pier.").prescribed


def test_a_stopover_precedes_its_destination() -> None:
    found = itinerary_of("From Hotel Vardo I walk to the Old Mill with a stop at the Rose Garden.")
    assert [stop.place for stop in found.stops] == ["Rose Garden", "Old Mill"]


def test_a_setting_is_not_a_stop() -> None:
    """A place that only locates the story is not visited."""
    found = itinerary_of("On a day around Gorm Castle I go from Hotel Vardo to the Old Mill.")
    assert [stop.place for stop in found.stops] == ["Old Mill"]
