"""Where journeys start, and the names that are no part of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.understanding import NotUnderstood
from geoeval.understanding.journey.itineraries import find_journeys
from geoeval.understanding.journey.outline import Itinerary
from geoeval.world.model import World
from tests.understanding.asking import answered, asked, reading
from tests.understanding.towns import LEGS, SIGHTS, TOWN


def told(text: str, world: World = TOWN) -> Itinerary:
    """Return the journey that a text tells."""
    return next(find_journeys(reading(text, world))).itinerary


@pytest.mark.parametrize(
    "text",
    [
        "It is Tuesday, 2 PM, at Hotel Vardo.",
        "We rented bikes at Hotel Vardo and start at 2 PM.",
        "We start at Hotel Vardo at 2 PM and we walk all day.",
    ],
)
def test_one_starts_where_the_hour_is_told(text: str) -> None:
    """The place of the hour is no stop: "it is two, at the Inn", "start at the Inn at two"."""
    found = told(f"{text} I see the Old Mill (1 hour) and the Stone Pier (30 minutes).")
    assert (found.origin, found.depart) == ("Hotel Vardo", "14:00")
    assert [stop.place for stop in found.stops] == ["Old Mill", "Stone Pier"]


def test_one_does_not_start_where_one_comes_to_in_the_end() -> None:
    """The words "until I am at the Mill" tell the goal."""
    found = told(
        "I leave Hotel Vardo and see the Stone Pier for 1 hour. "
        "How long does it take until I am at the Old Mill?"
    )
    assert found.origin == "Hotel Vardo"
    assert [stop.place for stop in found.stops] == ["Stone Pier", "Old Mill"]


def test_a_place_of_an_appointment_is_no_start() -> None:
    """What begins at the one place without a visit is an appointment."""
    found = told(
        "A boat departs at the Old Mill and we leave the rest open: "
        "1 hour at the Stone Pier and 2 hours at the Rose Garden."
    )
    assert found.origin is None


def test_the_town_is_no_stop() -> None:
    """What most addresses hold is where all of it plays."""
    sights = tuple(replace(place, address=f"1 Quay, {place.name}, Alba") for place in SIGHTS)
    town = World(places=sights, legs=LEGS)
    found = told("A tour in Alba: I leave Hotel Vardo at 9:00 and see the Old Mill.", town)
    assert found.origin == "Hotel Vardo"
    assert [stop.place for stop in found.stops] == ["Old Mill"]


def test_leaving_is_told_in_a_sentence_of_its_own() -> None:
    """The verb behind the place of an appointment says nothing of it in the next sentence."""
    found = told(
        "I am booked on the 11:30 AM tour at Gorm Castle. I leave Hotel Vardo at 9:00 AM, see the "
        "Old Mill for an hour and a quarter and drive to the castle."
    )
    assert found.depart == "09:00"
    assert [(s.place, s.visit_min, s.starts_at) for s in found.stops] == [
        ("Old Mill", 75, None),
        ("Gorm Castle", 0, "11:30"),
    ]


def test_what_brings_one_on_is_the_way_ahead() -> None:
    """The words "a taxi brings me back" tell the mode of the way back."""
    found = told(
        "From Hotel Vardo I walk to the Old Mill and to the Stone Pier and a taxi brings me back."
    )
    assert found.end == "Hotel Vardo"
    assert found.end_mode is not None
    assert found.end_mode.value == "driving"


def test_a_park_in_a_name_parks_nothing() -> None:
    """Only what one came with is left behind: "leave the bike there"."""
    found = told("From Hotel Vardo I cycle to the Old Mill, leave the bike and walk to the Pier.")
    assert [stop.mode and stop.mode.value for stop in found.stops] == ["bicycling", "walking"]
    town = World(places=SIGHTS, legs=[replace(leg, origin="Alba Park") for leg in LEGS[:1]])
    assert told("I am at Alba Park and drove to the Old Mill.", town).mode is not None


def test_an_hour_somewhere_else_is_not_of_the_place_before() -> None:
    """A visit whose place nobody knows leaves its length over."""
    text = "We leave Hotel Vardo at 9:00. We spend 3 hours in the old circus, 1 hour at the Pier. "
    found = asked(f"{text}When are we back?", TOWN, "2 PM", "3 PM")
    assert isinstance(found, NotUnderstood)
    assert "3" in found.unexplained


def test_a_goal_without_a_name_is_not_dropped() -> None:
    """The words "I walk to the theatre" is a leg, where no theatre is known."""
    text = "From Hotel Vardo I walk to the theatre, then to the Old Mill. How long do I walk?"
    assert isinstance(asked(text, TOWN, "10 mins", "20 mins"), NotUnderstood)
    text = text.replace("How long do I walk?", "I stay 1 hour at the Pier. When am I done?")
    assert isinstance(asked(text, TOWN, "10 AM", "11 AM"), NotUnderstood)


def test_exactly_so_much_time_is_a_budget() -> None:
    """The words "with exactly 4 hours" bound the whole."""
    found = told("I leave Hotel Vardo with exactly 4 hours and see the Old Mill (1 hour).")
    assert found.budget_min == 240


def test_what_all_else_comes_before_is_no_start() -> None:
    """The hour of a dinner at home bounds the journey that is made "before that"."""
    found = told(
        "Our dinner at Hotel Vardo is at 6 PM. Before that we drive to the Old Mill (1 hour) "
        "and return to the hotel."
    )
    assert (found.depart, found.finish_by, found.end) == (None, "18:00", "Hotel Vardo")


@pytest.mark.parametrize(
    "start",
    [
        "I set off from the station on foot at 9:15",
        "I leave the old boathouse at 9:15 on foot",
        "I leave home at 9:15 on foot",
        "I leave work at 9:15 on foot",
        "We depart from our hotel at 9:15 on foot",
    ],
)
def test_the_way_from_a_place_without_a_name_is_not_dropped(start: str) -> None:
    """It has a length, so that no journey begins with the next place."""
    for rest in (
        "When do I get to the Old Mill?",
        "I see the Old Mill for 20 minutes and walk to the Pier. When do I get to the Pier?",
    ):
        found = asked(f"{start}. {rest}", TOWN, "9:15 AM", "9:25 AM", "9:45 AM")
        assert isinstance(found, NotUnderstood)


@pytest.mark.parametrize("lead", ["to the pharmacy, spend 10 minutes there", "to a bakery, rest"])
def test_a_stop_without_a_name_is_not_dropped(lead: str) -> None:
    """The ways to it and on from it have a length too."""
    text = f"I walk from the Old Mill {lead}, and walk on to the Stone Pier. I leave at 10:00."
    found = asked(f"{text} When am I at the Stone Pier?", TOWN, "10:10", "10:20")
    assert isinstance(found, NotUnderstood)
    text = "At 10:00 I leave the Old Mill on foot, stop by the pharmacy for 10 minutes "
    text += "and walk to the Stone Pier. When am I at the Stone Pier?"
    assert isinstance(asked(text, TOWN, "10:10", "10:20"), NotUnderstood)


def test_an_origin_that_the_world_does_not_know_stays_the_origin() -> None:
    """Its name is part of the journey, so that it is told to be unknown."""
    text = "I leave Frobnitz at 9:15, walk to the Old Mill, stay 10 minutes and walk to the Stone "
    found = answered(f"{text}Pier. When do I get to the Stone Pier?", TOWN, ("9:35 AM", "9:45 AM"))
    assert (found.answer, found.reason) in {(None, "unknown_place"), (-1, "unknown_place")}


def test_what_is_left_open_or_parked_is_no_origin() -> None:
    """A journey whose start nobody tells begins at its first stop."""
    text = "We leave the rest open. At 10:00 I see the Old Mill for 1 hour and walk to the Stone "
    found = asked(f"{text}Pier. When do I get to the Stone Pier?", TOWN, "11:10 AM", "11:20 AM")
    assert not isinstance(found, NotUnderstood)
    found = asked("From home.", TOWN)
    assert isinstance(found, NotUnderstood)
