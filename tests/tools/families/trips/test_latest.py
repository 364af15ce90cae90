"""The tool that tells the latest departure."""

from __future__ import annotations

import pytest

from tests.query.trips.town import town
from tests.tools.families.calls import ELSEWHERE, content, failure

WAYS = [
    {"origin": "Hotel", "destination": "Museum", "minutes": 15},
    {"origin": "Museum", "destination": "Zoo", "minutes": 25},
]
LEAVING = {"leaving": "Hotel", "travel_times": WAYS}
STAY = [{"place": "Museum", "visit_min": 90}]


def test_a_visit_ends_by_closing() -> None:
    """Five o'clock less an hour and a half and a quarter of an hour."""
    found = content(
        "latest_departure",
        **LEAVING,
        stops=STAY,
        before_closing="Museum",
        hours="10:00-17:00",
        day="mon",
    )
    assert found["leave"] == "15:15"
    assert found["timeline"] == [
        {
            "place": "Museum",
            "travel_min": 15,
            "arrive": "15:30",
            "wait_min": 0,
            "start": "15:30",
            "leave": "17:00",
        }
    ]
    assert found["steps"] == ["Museum closes at 5:00 PM on Monday"]


def test_the_hours_of_the_map_are_taken() -> None:
    """The castle closes at 5 PM there, and the place need not be a stop."""
    asked = {"leaving": "Inn", "before_closing": "the castle", "mode": "walking", "day": "friday"}
    found = content("latest_departure", town(), **asked)
    assert found["leave"] == "16:50"


def test_a_deadline_at_the_end() -> None:
    """With stops on the way, and without any; a way back serves as the way there."""
    found = content("latest_departure", **LEAVING, stops=STAY, end="Zoo", finish_by="12:00")
    assert (found["leave"], found["finish"]) == ("09:50", "12:00")
    assert found["end"] == {"place": "Zoo", "travel_min": 25, "arrive": "12:00"}
    back = content(
        "latest_departure", **LEAVING | {"leaving": "Zoo"}, end="Museum", finish_by="12:00"
    )
    assert back["leave"] == "11:35"
    assert back["timeline"][0]["opposite"] is True


def test_a_booking_limits_the_departure() -> None:
    """One has to be there when the tour begins, by its own mode."""
    taxi = {"origin": "Hotel", "destination": "Zoo", "minutes": 4, "mode": "car"}
    stops = [{"place": "Zoo", "visit_min": 30, "starts_at": "9 AM", "mode": "car"}]
    asked = {"leaving": "Hotel", "mode": "walking", "travel_times": [taxi], "stops": stops}
    assert content("latest_departure", **asked)["leave"] == "08:56"


def test_a_departure_that_is_always_too_late() -> None:
    """The place is closed on that day."""
    found = content(
        "latest_departure",
        **LEAVING,
        before_closing="Museum",
        hours="Monday: Closed, Tuesday: 10:00 AM – 5:00 PM",
        day="monday",
    )
    assert found["feasible"] is False
    assert found["first_broken"] == "Museum is closed on Monday"
    assert "leave" not in found


def test_missing_facts_are_final() -> None:
    """Hours that nothing tells, and a way that nothing tells."""
    hours = failure("latest_departure", **LEAVING, before_closing="Museum")
    assert (hours.kind, hours.reason) == ("final", "no_hours")
    assert hours.message == "there are no opening hours of Museum; give them as hours"
    pier = [*WAYS, {"origin": "Pier", "destination": "Isle", "minutes": 5}]
    asked = {"leaving": "Hotel", "stops": STAY, "travel_times": pier, "before_closing": "Isle"}
    way = failure("latest_departure", **asked, end="Pier", hours="9-17", finish_by="20:00")
    assert way.message == "no travel time from Museum to Isle is known" + ELSEWHERE
    nowhere = failure("latest_departure", **LEAVING, end="Zoo", finish_by="12:00")
    assert (nowhere.kind, nowhere.reason) == ("final", "missing_leg")
    assert nowhere.message == "no travel time from Hotel to Zoo is known" + ELSEWHERE


@pytest.mark.parametrize(
    ("asked", "argument"),
    [
        ({"end": "Museum"}, "finish_by"),
        ({"finish_by": "12:00"}, "end"),
        ({"end": "Museum", "finish_by": "12:00", "hours": "10:00-17:00"}, "before_closing"),
        ({"stops": [{"place": "Zoo", "mode": "car"}], "finish_by": "12:00"}, "mode"),
        ({"end": "Volcano", "finish_by": "12:00"}, "end"),
    ],
)
def test_arguments_that_cannot_be_taken_are_named(asked: dict[str, object], argument: str) -> None:
    """Each fault says where it is."""
    found = failure("latest_departure", **LEAVING, **asked)
    assert found.kind == "fix_arguments"
    assert found.arguments[0].argument == argument


def test_a_stop_at_the_place_that_is_left_is_a_return_to_it() -> None:
    """Both ways and the visit count, as they do where the trip ends there."""
    home = {"place": "Hotel"}
    back = content("latest_departure", **LEAVING, stops=[*STAY, home], finish_by="17:00")
    assert (back["leave"], back["timeline"][1]["arrive"]) == ("15:00", "17:00")
    ended = content("latest_departure", **LEAVING, stops=STAY, end="Hotel", finish_by="17:00")
    assert ended["leave"] == back["leave"]


def test_stops_follow_the_place_that_is_left() -> None:
    """A stop at that very place first would be a return before one has left."""
    here = [{"place": "Hotel"}, *STAY]
    refused = failure("latest_departure", **LEAVING, stops=here, finish_by="17:00")
    assert refused.message == (
        "stops[0].place: expected a stop after the place that is left, got 'Hotel'"
    )


def test_the_place_that_closes_is_not_the_one_that_is_left() -> None:
    """Stops in between would count for nothing."""
    closing = {"before_closing": "Hotel", "hours": "10:00-17:00", "day": "monday"}
    refused = failure("latest_departure", **LEAVING, stops=STAY, **closing)
    assert refused.message == "before_closing: expected one of the stops that follow, got 'Hotel'"


def test_a_booking_after_the_place_that_closes_counts() -> None:
    """It may be what leaves less time."""
    booked = {"place": "Zoo", "starts_at": "14:00"}
    asked = {"before_closing": "Museum", "hours": "10:00-17:00", "day": "monday"}
    found = content("latest_departure", **LEAVING, stops=[*STAY, booked], **asked)
    assert (found["leave"], found["finish"]) == ("11:50", "14:00")
    unbooked = content("latest_departure", **LEAVING, stops=[*STAY, {"place": "Zoo"}], **asked)
    assert (unbooked["leave"], unbooked["finish"]) == ("15:15", "17:00")


def test_of_several_visits_the_last_is_over_by_closing() -> None:
    """The others come before it."""
    again = {"place": "Museum", "visit_min": 30}
    asked = {"before_closing": "Museum", "hours": "10:00-17:00", "day": "monday"}
    stops = [*STAY, {"place": "Zoo"}, again]
    found = content("latest_departure", **LEAVING, stops=stops, **asked)
    assert (found["leave"], len(found["timeline"])) == ("13:55", 3)
