"""Where journeys start, and names that do not belong to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.understanding import NotUnderstood
from geoeval.world.model import World
from tests.understanding.asking import answer_by_rules, itinerary_of, query_of
from tests.understanding.towns import LEGS, SIGHTS, TOWN


@pytest.mark.parametrize(
    "text",
    [
        "It is Tuesday, 2 PM, at Hotel Vardo.",
        "We rented bikes at Hotel Vardo and start at 2 PM.",
        "We start at Hotel Vardo at 2 PM and we walk all day.",
    ],
)
def test_a_journey_starts_at_the_place_of_the_clock_time(text: str) -> None:
    """That place is not a stop."""
    found = itinerary_of(f"{text} I see the Old Mill (1 hour) and the Stone Pier (30 minutes).")
    assert (found.origin, found.depart) == ("Hotel Vardo", "14:00")
    assert [stop.place for stop in found.stops] == ["Old Mill", "Stone Pier"]


def test_a_destination_is_not_the_start() -> None:
    """The words "until I am at the Mill" give the destination."""
    found = itinerary_of(
        "I leave Hotel Vardo and see the Stone Pier for 1 hour. "
        "How long does it take until I am at the Old Mill?"
    )
    assert found.origin == "Hotel Vardo"
    assert [stop.place for stop in found.stops] == ["Stone Pier", "Old Mill"]


def test_the_place_of_an_appointment_is_not_the_start() -> None:
    found = itinerary_of(
        "A boat departs at the Old Mill and we leave the rest open: "
        "1 hour at the Stone Pier and 2 hours at the Rose Garden."
    )
    assert found.origin is None


def test_the_town_is_not_a_stop() -> None:
    """A name in most addresses only locates the story."""
    sights = tuple(replace(place, address=f"1 Quay, {place.name}, Alba") for place in SIGHTS)
    town = World(places=sights, legs=LEGS)
    found = itinerary_of("A tour in Alba: I leave Hotel Vardo at 9:00 and see the Old Mill.", town)
    assert found.origin == "Hotel Vardo"
    assert [stop.place for stop in found.stops] == ["Old Mill"]


def test_leaving_concerns_the_place_in_its_own_sentence() -> None:
    found = itinerary_of(
        "I am booked on the 11:30 AM tour at Gorm Castle. I leave Hotel Vardo at 9:00 AM, see the "
        "Old Mill for an hour and a quarter and drive to the castle."
    )
    assert found.depart == "09:00"
    assert [(s.place, s.visit_min, s.starts_at) for s in found.stops] == [
        ("Old Mill", 75, None),
        ("Gorm Castle", 0, "11:30"),
    ]


def test_a_taxi_back_is_the_mode_of_the_return() -> None:
    found = itinerary_of(
        "From Hotel Vardo I walk to the Old Mill and to the Stone Pier and a taxi brings me back."
    )
    assert found.end == "Hotel Vardo"
    assert found.end_mode is not None
    assert found.end_mode.value == "driving"


def test_the_word_park_in_a_name_is_not_a_verb() -> None:
    """Only a vehicle that was used is left behind: "leave the bike"."""
    found = itinerary_of(
        "From Hotel Vardo I cycle to the Old Mill, leave the bike and walk to the Pier."
    )
    assert [stop.mode and stop.mode.value for stop in found.stops] == ["bicycling", "walking"]
    town = World(places=SIGHTS, legs=[replace(leg, origin="Alba Park") for leg in LEGS[:1]])
    assert itinerary_of("I am at Alba Park and drove to the Old Mill.", town).mode is not None


def test_time_at_an_unknown_place_is_not_dropped() -> None:
    """It does not belong to the place before it."""
    text = "We leave Hotel Vardo at 9:00. We spend 3 hours in the old circus, 1 hour at the Pier. "
    found = query_of(f"{text}When are we back?", TOWN, "2 PM", "3 PM")
    assert isinstance(found, NotUnderstood)
    assert "3" in found.unexplained


def test_an_unknown_destination_is_not_dropped() -> None:
    """A walk "to the theatre" is a leg, even if no theatre is known."""
    text = "From Hotel Vardo I walk to the theatre, then to the Old Mill. How long do I walk?"
    assert isinstance(query_of(text, TOWN, "10 mins", "20 mins"), NotUnderstood)
    text = text.replace("How long do I walk?", "I stay 1 hour at the Pier. When am I done?")
    assert isinstance(query_of(text, TOWN, "10 AM", "11 AM"), NotUnderstood)


def test_an_exact_amount_of_time_is_a_budget() -> None:
    found = itinerary_of("I leave Hotel Vardo with exactly 4 hours and see the Old Mill (1 hour).")
    assert found.budget_min == 240


def test_an_appointment_after_the_journey_is_a_deadline() -> None:
    """The journey takes place "before that"."""
    found = itinerary_of(
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
def test_the_leg_from_an_unknown_start_is_not_dropped(start: str) -> None:
    """The journey does not begin at the next place."""
    for rest in (
        "When do I get to the Old Mill?",
        "I see the Old Mill for 20 minutes and walk to the Pier. When do I get to the Pier?",
    ):
        found = query_of(f"{start}. {rest}", TOWN, "9:15 AM", "9:25 AM", "9:45 AM")
        assert isinstance(found, NotUnderstood)


@pytest.mark.parametrize("lead", ["to the pharmacy, spend 10 minutes there", "to a bakery, rest"])
def test_an_unknown_stop_is_not_dropped(lead: str) -> None:
    text = f"I walk from the Old Mill {lead}, and walk on to the Stone Pier. I leave at 10:00."
    found = query_of(f"{text} When am I at the Stone Pier?", TOWN, "10:10", "10:20")
    assert isinstance(found, NotUnderstood)
    text = "At 10:00 I leave the Old Mill on foot, stop by the pharmacy for 10 minutes "
    text += "and walk to the Stone Pier. When am I at the Stone Pier?"
    assert isinstance(query_of(text, TOWN, "10:10", "10:20"), NotUnderstood)


def test_an_unknown_origin_stays_the_origin() -> None:
    """The answer reports it as unknown."""
    text = "I leave Frobnitz at 9:15, walk to the Old Mill, stay 10 minutes and walk to the Stone "
    found = answer_by_rules(
        f"{text}Pier. When do I get to the Stone Pier?", TOWN, ("9:35 AM", "9:45 AM")
    )
    assert (found.answer, found.reason) in {(None, "unknown_place"), (-1, "unknown_place")}


def test_other_uses_of_leave_give_no_origin() -> None:
    """A journey without a start begins at its first stop."""
    text = "We leave the rest open. At 10:00 I see the Old Mill for 1 hour and walk to the Stone "
    found = query_of(f"{text}Pier. When do I get to the Stone Pier?", TOWN, "11:10 AM", "11:20 AM")
    assert not isinstance(found, NotUnderstood)
    found = query_of("From home.", TOWN)
    assert isinstance(found, NotUnderstood)
