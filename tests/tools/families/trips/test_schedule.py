"""The tool that checks schedules."""

from __future__ import annotations

import pytest

from tests.query.trips.town import town
from tests.tools.families.calls import ELSEWHERE, content, failure

WAYS = [
    {"origin": "Hotel", "destination": "Museum", "minutes": 15},
    {"origin": "Museum", "destination": "Zoo", "minutes": 25},
    {"origin": "Zoo", "destination": "Hotel", "minutes": 20},
]
START = {"origin": "Hotel", "depart": "09:00", "mode": "walking", "travel_times": WAYS}
MUSEUM = {"place": "Museum", "start": "10:00", "end": "11:30", "hours": "10:00-17:00"}
ZOO = {"place": "Zoo", "start": "12:00", "end": "14:00", "visit_min": 110}
HOME = {"place": "Hotel", "start": "14:30"}


def test_a_schedule_that_holds_has_time_to_spare() -> None:
    """At each visit, in all, and before the limit."""
    checked = content("check_schedule", **START, visits=[MUSEUM, ZOO, HOME], finish_by="15:00")
    assert checked["holds"] is True
    assert "broken" not in checked
    assert [visit["spare_min"] for visit in checked["visits"]] == [45, 5, 10]
    assert checked["visits"][1] == {
        "place": "Zoo",
        "travel_min": 25,
        "arrive": "11:55",
        "start": "12:00",
        "end": "14:00",
        "spare_min": 5,
    }
    assert checked["spare_min"] == 45 + 5 + 10 + 10
    assert (checked["finish"], checked["before_limit_min"]) == ("14:30", 30)
    assert checked["notes"] == ["opening hours not known, taken as open: Zoo"]


def test_every_broken_constraint_is_told_with_its_numbers() -> None:
    """A visit that is too short, a way that is too long, and the limit."""
    zoo = {**ZOO, "start": "11:50", "end": "13:00"}
    visits = [MUSEUM, zoo, {**HOME, "start": "13:30"}]
    checked = content("check_schedule", **START, visits=visits, finish_by="13:00")
    assert checked["holds"] is False
    assert checked["broken"] == [
        "stays 1 hour 10 mins at Zoo, not 1 hour 50 mins",
        "is at Zoo at 11:50 AM, but it takes 25 mins from 11:30 AM: 11:55 AM",
        "is over at 1:30 PM, the limit is 1:00 PM",
    ]
    assert checked["visits"][1]["spare_min"] == -5
    assert checked["before_limit_min"] == -30


def test_a_visit_has_to_end_by_closing() -> None:
    """On the day that is said, or on most days; hours that vary are noted then."""
    visits = [{"place": "Castle", "start": "15:30", "end": "17:30"}]
    checked = content("check_schedule", town(), visits=visits, day="friday")
    assert checked["broken"] == ["stays at Castle until 5:30 PM, it closes at 5:00 PM on Friday"]
    longer = "Monday – Friday: 10:00 AM – 6:00 PM, Saturday – Sunday: Closed"
    visits[0]["hours"] = longer
    most = content("check_schedule", town(), visits=visits)
    assert most["holds"] is True
    assert most["notes"] == ["no day is given: the opening hours of most days count"]


def test_an_arrival_is_no_visit() -> None:
    """The bank is closed at night; one may walk home there all the same, but not stay."""
    walk = [
        {"place": "Park", "start": "20:00", "end": "21:00"},
        {"place": "Bank", "start": "22:00"},
    ]
    assert content("check_schedule", town(), visits=walk, mode="walking")["holds"] is True
    walk[1]["end"] = "22:30"
    assert content("check_schedule", town(), visits=walk, mode="walking")["holds"] is False


def test_one_place_may_be_visited_twice() -> None:
    """Lunch and night at the hotel, with the stay of each."""
    visits = [
        {"place": "Hotel", "start": "12:00", "visit_min": 60},
        {"place": "Zoo", "start": "13:30", "visit_min": 60},
        {"place": "Hotel", "start": "15:00", "visit_min": 30},
        {"place": "Zoo", "start": "16:00", "visit_min": 10},
        {"place": "Hotel", "start": "17:00"},
    ]
    checked = content("check_schedule", mode="walking", travel_times=WAYS, visits=visits)
    assert checked["holds"] is True
    assert [visit["end"] for visit in checked["visits"]][:3] == ["13:00", "14:30", "15:30"]


def test_a_start_at_the_origin_is_no_visit() -> None:
    """The schedule may name where it begins."""
    visits = [{"place": "Hotel", "start": "09:00"}, {**MUSEUM, "start": "09:15"}]
    checked = content("check_schedule", **START, visits=visits)
    assert checked["broken"] == ["is at Museum at 9:15 AM, it opens at 10:00 AM on Monday"]


def test_a_single_arrival_is_a_visit() -> None:
    """Where nothing else is planned."""
    visits = [{"place": "Museum", "start": "09:15", "hours": "10:00-17:00"}]
    assert content("check_schedule", **START, visits=visits)["holds"] is False


def test_a_way_of_its_own_mode() -> None:
    """One visit may be reached by another mode, if that of the others is said."""
    taxi = {"origin": "Hotel", "destination": "Museum", "minutes": 5, "mode": "taxi"}
    visits = [{**MUSEUM, "mode": "driving"}, ZOO]
    checked = content("check_schedule", **START | {"travel_times": [taxi, *WAYS]}, visits=visits)
    assert checked["visits"][0]["travel_min"] == 5
    unsaid = {name: value for name, value in START.items() if name != "mode"}
    found = failure("check_schedule", **unsaid, visits=visits)
    assert found.arguments[0].argument == "mode"


def test_a_missing_way_is_final_unless_something_is_broken_anyway() -> None:
    """With another fault the schedule is wrong in any case; what is unknown is noted."""
    visits = [ZOO, {**MUSEUM, "start": "15:00", "end": "16:00"}]
    start = START | {"travel_times": [WAYS[0], {**WAYS[2], "mode": "car"}]}
    found = failure("check_schedule", **start, visits=visits)
    assert found.kind == "final"
    assert found.message == (
        "no walking travel time from Hotel to Zoo is known; known for the way back are "
        "driving: 20 mins; nor are Zoo to Museum" + ELSEWHERE
    )
    visits[1]["end"] = "17:30"
    checked = content("check_schedule", **start, visits=visits)
    assert checked["holds"] is False
    assert len(checked["notes"]) == 3


@pytest.mark.parametrize(
    ("visits", "argument"),
    [
        ([{"place": "Volcano", "start": "10:00"}], "visits[0].place"),
        ([{"place": "Zoo", "start": "25:00"}], "visits[0].start"),
        ([{"place": "Zoo"}], "visits[0].start"),
        ([], "visits"),
    ],
)
def test_arguments_that_cannot_be_taken_are_named(visits: list[object], argument: str) -> None:
    """Each fault says where it is."""
    found = failure("check_schedule", **START, visits=visits)
    assert found.kind == "fix_arguments"
    assert found.arguments[0].argument == argument


def test_a_way_known_in_the_opposite_direction_says_so() -> None:
    """As the plan of a trip does."""
    visits = [ZOO, {"place": "Museum", "start": "15:00", "end": "16:00"}]
    checked = content("check_schedule", travel_times=WAYS, visits=visits)
    assert [visit.get("opposite") for visit in checked["visits"]] == [None, True]


@pytest.mark.parametrize("day", ["tuesday", None])
def test_hours_that_leave_out_the_day_are_not_known(day: str | None) -> None:
    """They are taken as open, which is told; on any day where no day has hours."""
    hours = "Monday: 9 AM – 5 PM" if day else "unknown"
    visits = [{"place": "Hotel", "start": "20:00", "end": "21:00", "hours": hours}]
    checked = content("check_schedule", travel_times=WAYS, visits=visits, day=day)
    assert checked["holds"] is True
    assert checked["notes"] == ["opening hours not known, taken as open: Hotel"]
