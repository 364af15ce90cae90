"""Questions about trips through a small town, in many wordings."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import CheckTrip
from geoeval.understanding import NotUnderstood
from tests.understanding.asking import query_fields, query_of
from tests.understanding.towns import SIGHTSEEING as TOWN


@pytest.mark.parametrize(
    "text",
    [
        (
            "I leave Hotel Vardo at 1 PM by tram for the Old Mill, where I stay 1 hour. "
            "Will I miss the train that leaves Alba Central Station at 2:30?"
        ),
        (
            "I leave Hotel Vardo at 1 PM by car and spend 1 hour at the Old Mill. "
            "Will I be late for my tour at Gorm Castle at 3 PM?"
        ),
    ],
)
def test_being_late_swaps_yes_and_no(text: str) -> None:
    """Being late or missing a train means that the plan is infeasible."""
    query = query_of(text, TOWN, "Yes", "No")
    assert isinstance(query, CheckTrip)
    assert not query.holds


@pytest.mark.parametrize(
    "text",
    [
        (
            "I leave Hotel Vardo at 9 AM by car and visit the Old Mill for 1 hour. I spend 2 hours "
            "at the Old Mill. When do I arrive at Stone Pier?"
        ),
        (
            "I leave Hotel Vardo at 9 AM by car, visit the Old Mill for 1 hour and then the Rose "
            "Garden for 1 hour. I also read for 20 minutes. When am I back?"
        ),
    ],
)
def test_an_unassigned_duration_is_not_dropped(text: str) -> None:
    """It is a second duration of a visit, or belongs to nothing."""
    assert isinstance(query_of(text, TOWN), NotUnderstood)


@pytest.mark.parametrize(
    "asked_for",
    ["How much time do I spend at the sights?", "How much later would I be back if I walked?"],
)
def test_a_part_of_a_trip_is_not_answered_by_the_whole(asked_for: str) -> None:
    """Visits alone and differences are other questions."""
    trip = "I leave Hotel Vardo at 9 AM by car, visit the Old Mill for 1 hour and go back."
    assert isinstance(query_of(f"{trip} {asked_for}", TOWN), NotUnderstood)


@pytest.mark.parametrize(
    "asked_for",
    [
        "How long do I spend driving in total?",
        "How many minutes am I on the road?",
        "How much of that time do I spend in the car?",
        "Not counting the visits, how long is the travel?",
    ],
)
def test_travel_time_is_the_sum_of_the_legs(asked_for: str) -> None:
    """Visits do not count."""
    trip = "I leave Hotel Vardo at 9 AM by car, visit the Old Mill for 1 hour and go back."
    travel = query_fields(f"{trip} {asked_for}", TOWN)["figure"]
    assert [leg["destination"] for leg in travel["legs"]] == ["Old Mill", "Hotel Vardo"]


def test_the_time_of_a_mode_is_that_of_its_legs() -> None:
    query = query_fields(
        "From Hotel Vardo on foot to the Old Mill, from there by tram to Stone Pier and by taxi "
        "back to the hotel: how many minutes of that is walking?",
        TOWN,
    )
    assert [leg["destination"] for leg in query["figure"]["legs"]] == ["Old Mill"]


def test_the_last_stop_may_be_asked_for() -> None:
    """Other ranks are not understood."""
    trip = "From Hotel Vardo I walk to the Old Mill, Stone Pier and Gorm Castle in the best order."
    last = query_fields(
        f"{trip} Which of the three do I visit last?", TOWN, "Old Mill", "Stone Pier"
    )
    assert (last["among"]["kind"], last["among"]["names"]) == ("orders", "last")
    second = query_of(f"{trip} Which of them do I visit second?", TOWN, "Old Mill", "Stone Pier")
    assert isinstance(second, NotUnderstood)


def test_a_number_without_unit_is_a_duration() -> None:
    """After "1 hour at the Old Mill", the words "two at Stone Pier" mean two hours."""
    trip = "I leave Hotel Vardo at 9 AM by car, spend 1 hour at the Old Mill and two at Stone Pier."
    stops = query_fields(f"{trip} When am I done?", TOWN)["figure"]["trip"]["stops"]
    assert [stop["visit_min"] for stop in stops] == [60, 120]


def test_a_parked_bike_is_not_the_next_mode() -> None:
    query = query_fields(
        "From Hotel Vardo I cycle to the Old Mill, leave the bike there, walk on to the Rose "
        "Garden and get a taxi back to the hotel. What is my total travel time?",
        TOWN,
    )
    modes = [leg["mode"] for leg in query["figure"]["legs"]]
    assert modes == ["bicycling", "walking", "driving"]
