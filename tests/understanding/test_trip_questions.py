"""Questions about trips through an invented town, put in many ways."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import CheckTrip
from geoeval.understanding import NotUnderstood
from tests.understanding.asking import asked, fields
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
def test_being_late_is_the_contrary_of_a_plan_that_holds(text: str) -> None:
    """Being late or missing a train is no plan, so that yes and no are swapped."""
    got = asked(text, TOWN, "Yes", "No")
    assert isinstance(got, CheckTrip)
    assert not got.holds


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
def test_a_duration_left_over_is_no_trip(text: str) -> None:
    """A second length for one visit, or one that belongs to nothing, is not dropped."""
    assert isinstance(asked(text, TOWN), NotUnderstood)


@pytest.mark.parametrize(
    "asked_for",
    ["How much time do I spend at the sights?", "How much later would I be back if I walked?"],
)
def test_a_part_of_a_trip_is_not_answered_by_the_whole(asked_for: str) -> None:
    """Visits alone and differences are other questions than how long it takes."""
    told = "I leave Hotel Vardo at 9 AM by car, visit the Old Mill for 1 hour and go back."
    assert isinstance(asked(f"{told} {asked_for}", TOWN), NotUnderstood)


@pytest.mark.parametrize(
    "asked_for",
    [
        "How long do I spend driving in total?",
        "How many minutes am I on the road?",
        "How much of that time do I spend in the car?",
        "Not counting the visits, how long is the travel?",
    ],
)
def test_travel_alone_is_the_sum_of_the_legs(asked_for: str) -> None:
    """Where the travel is asked for, the visits do not count."""
    told = "I leave Hotel Vardo at 9 AM by car, visit the Old Mill for 1 hour and go back."
    travel = fields(f"{told} {asked_for}", TOWN)["figure"]
    assert [leg["destination"] for leg in travel["legs"]] == ["Old Mill", "Hotel Vardo"]


def test_the_share_of_a_mode_is_that_of_its_legs() -> None:
    """Of a journey by several modes, one may be asked for alone."""
    got = fields(
        "From Hotel Vardo on foot to the Old Mill, from there by tram to Stone Pier and by taxi "
        "back to the hotel: how many minutes of that is walking?",
        TOWN,
    )
    assert [leg["destination"] for leg in got["figure"]["legs"]] == ["Old Mill"]


def test_one_stop_may_be_asked_to_come_last() -> None:
    """Where each option is one stop, the question says whether it comes first or last."""
    told = "From Hotel Vardo I walk to the Old Mill, Stone Pier and Gorm Castle in the best order."
    last = fields(f"{told} Which of the three do I visit last?", TOWN, "Old Mill", "Stone Pier")
    assert (last["among"]["kind"], last["among"]["names"]) == ("orders", "last")
    second = asked(f"{told} Which of them do I visit second?", TOWN, "Old Mill", "Stone Pier")
    assert isinstance(second, NotUnderstood)


def test_a_number_without_its_unit_is_no_count_of_stops() -> None:
    """Two at the Pier, behind an hour at the Mill, are two hours."""
    told = "I leave Hotel Vardo at 9 AM by car, spend 1 hour at the Old Mill and two at Stone Pier."
    stops = fields(f"{told} When am I done?", TOWN)["figure"]["trip"]["stops"]
    assert [stop["visit_min"] for stop in stops] == [60, 120]


def test_what_is_parked_is_no_way_on() -> None:
    """A bike that is left behind carries nobody further; a taxi that one gets goes home."""
    got = fields(
        "From Hotel Vardo I cycle to the Old Mill, leave the bike there, walk on to the Rose "
        "Garden and get a taxi back to the hotel. What is my total travel time?",
        TOWN,
    )
    modes = [leg["mode"] for leg in got["figure"]["legs"]]
    assert modes == ["bicycling", "walking", "driving"]
