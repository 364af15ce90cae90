"""Finish, start, length and free time of trips with a given order."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Value
from geoeval.query.conventions import Conventions
from geoeval.query.values import Clock, Fact, Infeasible, Quantity
from geoeval.world.model import Leg, Place, World
from tests.query.trips.town import CAR, WALK, ask, derived, failure, infeasible, solve, stop, value

DAY_OUT = (stop("Castle", 120), stop("Bank", 30))


def test_the_finish_adds_travel_and_visits() -> None:
    """10:00 + 10 + 120 + 15 + 30 = 12:55, within the hours of every day."""
    outcome = derived(ask("finish", origin="Inn", depart="10:00", stops=DAY_OUT))
    assert outcome.value == Clock(minute=12 * 60 + 55)
    assert outcome.steps == (
        "leave Inn at 10:00 AM",
        "10 mins of travel: at Castle at 10:10 AM, stay 2 hours 0 mins: until 12:10 PM",
        "15 mins of travel: at Bank at 12:25 PM, stay 30 mins: until 12:55 PM",
        "finishes at 12:55 PM",
    )
    assert outcome.facts[0] == Fact(text="Inn to Castle by walking: 10 mins", line=50)
    assert outcome.conventions == (("return_leg", "unless_asked"),)


def test_the_steps_end_at_the_minute_of_the_answer() -> None:
    """Travel of 10 minutes and a second ends at 10:11 in the answer and in its steps."""
    world = World(legs=(Leg(origin="Inn", destination="Bank", mode=WALK, duration_s=601),))
    outcome = derived(ask("finish", origin="Inn", depart="10:00", stops=(stop("Bank"),)), world)
    assert outcome.value == Clock(minute=10 * 60 + 11)
    assert outcome.steps[-1] == "finishes at 10:11 AM"


def test_the_way_back_counts_if_requested() -> None:
    """The leg to the end is added."""
    query = ask("finish", origin="Inn", end="Inn", depart="10:00", stops=DAY_OUT)
    assert value(query) == Clock(minute=13 * 60 + 1)


def test_a_trip_without_an_origin_starts_at_its_first_stop() -> None:
    assert value(ask("finish", depart="10:00", stops=DAY_OUT)) == Clock(minute=12 * 60 + 45)


def test_a_visit_waits_for_opening_on_a_stated_day() -> None:
    """The castle opens at ten: 10:00 + 120 + 15 + 30 = 12:45; without hours it is 11:55."""
    query = ask("finish", origin="Inn", depart="09:00", day="monday", stops=DAY_OUT)
    outcome = derived(query)
    assert outcome.value == Clock(minute=12 * 60 + 45)
    assert ("opening_hours", "bind") in outcome.conventions
    ignoring = derived(query, conventions=Conventions(opening_hours="ignore"))
    assert ignoring.value == Clock(minute=11 * 60 + 55)


def test_a_visit_past_closing_on_a_stated_day_is_infeasible() -> None:
    """The bank closes at three."""
    late = ask("finish", origin="Inn", depart="14:50", day="monday", stops=(stop("Bank", 30),))
    assert isinstance(solve(late), Infeasible)
    free = ask(
        "free_time",
        origin="Inn",
        depart="14:50",
        day="monday",
        stops=(stop("Bank", 30), stop("Castle", 0, "16:00")),
        place="Castle",
    )
    assert isinstance(solve(free), Infeasible)


def test_a_finish_within_a_minute_is_rounded_up() -> None:
    world = World(
        places=(Place(name="A"), Place(name="B")),
        legs=(Leg(origin="A", destination="B", mode=WALK, duration_s=61),),
    )
    query = ask("finish", origin="A", depart="09:00", stops=(stop("B"),))
    assert value(query, world) == Clock(minute=542)


def test_a_visit_waits_for_its_booking() -> None:
    query = ask("finish", origin="Inn", depart="09:00", stops=(stop("Castle", 60, "11:00"),))
    outcome = derived(query)
    assert outcome.value == Clock(minute=720)
    assert "wait until 11:00 AM" in outcome.steps[1]


def test_a_missed_booking_is_infeasible() -> None:
    """The reason has the arrival and the booking."""
    query = ask("finish", origin="Inn", depart="11:00", stops=(stop("Castle", 60, "11:00"),))
    outcome = infeasible(query)
    assert outcome.first_broken == "arrives at Castle at 11:10 AM, booked for 11:00 AM"
    assert outcome.steps


def test_without_a_departure_a_booking_fixes_the_times() -> None:
    """The trip arrives when the tour starts."""
    stops = (stop("Bank", 30), stop("Castle", 60, "11:00"), stop("Park", 10))
    assert value(ask("finish", stops=stops)) == Clock(minute=720 + 20)


@pytest.mark.parametrize("name", ["finish", "length"])
def test_conflicting_bookings_are_infeasible(name: str) -> None:
    """An hour at the castle does not fit before the bank."""
    stops = (stop("Castle", 60, "11:00"), stop("Bank", 30, "11:30"))
    assert isinstance(solve(ask(name, stops=stops)), Infeasible)


def test_a_finish_needs_a_start() -> None:
    outcome = failure(ask("finish", stops=DAY_OUT))
    assert outcome.reason == "under_specified"


def test_a_leg_missing_in_both_directions_is_reported() -> None:
    """The detail names the two places."""
    outcome = failure(ask("finish", depart="09:00", stops=(stop("Castle"), stop("Lake"))))
    assert (outcome.reason, outcome.path) == ("missing_leg", "$.figure.trip.stops[1].place")
    assert outcome.lacking == "travel time from Castle to Lake"


def test_an_unknown_place_is_reported() -> None:
    outcome = failure(ask("finish", depart="09:00", stops=(stop("Volcano"),)))
    assert outcome.reason == "unknown_place"


def test_a_reverse_leg_is_used_by_convention() -> None:
    """Park to Inn is only known in reverse, and the derivation says so."""
    query = ask("finish", origin="Park", depart="09:00", stops=(stop("Inn", 10),))
    outcome = derived(query)
    assert outcome.value == Clock(minute=570)
    assert ("missing_leg", "symmetric") in outcome.conventions
    assert "(as in the opposite direction)" in outcome.steps[1]
    failure(query, conventions=Conventions(missing_leg="absent"))


def test_the_mode_of_a_leg_overrides_that_of_the_trip() -> None:
    """The second leg is by car."""
    world = World(
        places=(Place(name="A"), Place(name="B"), Place(name="C")),
        legs=tuple(
            Leg(origin=a, destination=b, mode=mode, duration_s=seconds)
            for a, b, mode, seconds in (
                ("A", "B", WALK, 600),
                ("B", "C", WALK, 6000),
                ("B", "C", CAR, 300),
            )
        ),
    )
    stops = (stop("B"), stop("C").model_copy(update={"mode": CAR}))
    query = ask("length", origin="A", mode=WALK, stops=stops)
    assert value(query, world) == Quantity(amount=900, unit="s")


def test_the_length_of_a_trip_needs_no_clock() -> None:
    outcome = derived(ask("length", origin="Inn", end="Inn", stops=DAY_OUT))
    assert outcome.value == Quantity(amount=181 * 60, unit="s")
    assert outcome.steps[0] == "leave Inn at 0 mins from the start"


def test_the_way_back_may_count_by_convention() -> None:
    """``return_leg`` is set to always."""
    query = ask("length", origin="Inn", stops=DAY_OUT)
    assert value(query, conventions=Conventions(return_leg="always")) == Quantity(
        amount=181 * 60, unit="s"
    )


def test_the_start_is_counted_back_from_the_end() -> None:
    """12:00 less 175 minutes."""
    query = ask("start", origin="Inn", stops=DAY_OUT, finish_by="12:00")
    assert value(query) == Clock(minute=720 - 175, bound="latest")


def test_a_start_before_midnight_is_on_the_day_before() -> None:
    """For an end by 1 AM the start is at 10:45 PM."""
    query = ask("start", origin="Inn", stops=(stop("Cinema", 120),), finish_by="01:00")
    assert value(query) == Clock(minute=25 * 60 - 135, bound="latest")


@pytest.mark.parametrize(
    ("finish_by", "minute"), [("00:29", 24 * 60 - 1), ("00:30", 0), ("00:31", 1)]
)
def test_a_start_at_midnight_is_on_the_same_day(finish_by: str, minute: int) -> None:
    """Thirty minutes before half past twelve."""
    query = ask("start", origin="Inn", stops=(stop("Park", 10),), finish_by=finish_by)
    assert value(query) == Clock(minute=minute, bound="latest")


def test_a_start_before_midnight_shifts_bookings_too() -> None:
    """The booking at 00:30 is after midnight as well."""
    query = ask("start", origin="Inn", stops=(stop("Castle", 10, "00:05"),), finish_by="01:00")
    assert value(query) == Clock(minute=23 * 60 + 55, bound="latest")


def test_a_start_needs_an_end() -> None:
    outcome = failure(ask("start", stops=DAY_OUT))
    assert outcome.reason == "under_specified"


def test_a_start_needs_its_legs() -> None:
    """The detail names the missing leg."""
    outcome = failure(ask("start", origin="Lake", stops=DAY_OUT, finish_by="12:00"))
    assert (outcome.reason, outcome.path) == ("missing_leg", "$.figure.trip.stops[0].place")
    assert outcome.lacking == "travel time from Lake to Castle"


def test_a_booking_after_the_end_is_infeasible() -> None:
    """A tour at 2 PM cannot end by noon."""
    outcome = infeasible(ask("start", stops=(stop("Castle", 60, "14:00"),), finish_by="12:00"))
    assert outcome.first_broken.startswith(
        "Castle must be left by 12:00 PM, but the stay cannot end before"
    )


def test_free_time_remains_before_a_booking() -> None:
    """15:00 - 30 min - 11:55."""
    stops = (*DAY_OUT, stop("Park", 60, "15:00"))
    query = ask("free_time", origin="Inn", depart="09:00", stops=stops, place="park")
    outcome = derived(query)
    assert outcome.value == Quantity(amount=155 * 60, unit="s")
    assert outcome.steps[-1].endswith("3:00 PM - 30 mins - 11:55 AM = 2 hours 35 mins free")


def test_free_time_counts_from_the_previous_booking() -> None:
    """Stops before that booking may be unknown."""
    stops = (stop("Volcano", 5), stop("Castle", 60, "11:00"), stop("Bank", 60, "13:00"))
    query = ask("free_time", stops=stops, place="Bank")
    assert value(query) == Quantity(amount=45 * 60, unit="s")


def test_an_unreachable_booking_is_infeasible() -> None:
    stops = (*DAY_OUT, stop("Park", 60, "12:00"))
    outcome = infeasible(ask("free_time", origin="Inn", depart="09:00", stops=stops, place="Park"))
    assert outcome.first_broken == "arrives at Park at 12:25 PM, but is booked for 12:00 PM"


def test_a_booking_reached_on_time_leaves_no_free_time() -> None:
    """Ten minutes after leaving at nine; this is not a delay."""
    slots = {"origin": "Inn", "depart": "09:00", "place": "Castle"}
    on_time = ask("free_time", **slots, stops=(stop("Castle", 60, "09:10"),))
    assert value(on_time) == Quantity(amount=0, unit="s")
    infeasible(ask("free_time", **slots, stops=(stop("Castle", 60, "09:09"),)))


def test_free_time_at_the_booked_place_needs_no_travel() -> None:
    """The tour is at the castle itself."""
    stops = (stop("Castle", 60, "12:00"),)
    outcome = derived(
        ask("free_time", origin="Castle", depart="11:00", place="Castle", stops=stops)
    )
    assert outcome.value == Quantity(amount=3600, unit="s")
    assert outcome.steps[-1] == (
        "booked for 12:00 PM: 12:00 PM - 0 mins - 11:00 AM = 1 hour 0 mins free"
    )


@pytest.mark.parametrize(
    "query",
    [
        ask("free_time", depart="09:00", stops=DAY_OUT, place="Park"),
        ask("free_time", depart="09:00", stops=DAY_OUT, place="Bank"),
        ask("free_time", stops=(stop("Castle"), stop("Bank", 5, "12:00")), place="Bank"),
    ],
)
def test_free_time_needs_a_booked_stop_and_a_start(query: Value) -> None:
    """The stop, its booking or the departure is missing."""
    outcome = failure(query)
    assert outcome.reason == "under_specified"


def test_the_travel_time_leaves_out_visits_and_waits() -> None:
    """10 + 15 + 6 minutes; the wait until the castle opens does not count."""
    trip = {"origin": "Inn", "depart": "09:00", "day": "monday", "stops": DAY_OUT, "end": "Inn"}
    assert value(ask("travel", **trip)) == Quantity(amount=31 * 60, unit="s")
    assert value(ask("travel", origin="Inn", stops=DAY_OUT)) == Quantity(amount=25 * 60, unit="s")


@pytest.mark.parametrize(("place", "minute"), [
    ("Castle", 9 * 60 + 10),  # it opens at 10:00, after the arrival
    ("Bank", 12 * 60 + 15),
    ("Inn", 12 * 60 + 51),  # the end, after 30 minutes at the bank
])  # fmt: skip
def test_each_stop_and_the_end_has_an_arrival(place: str, minute: int) -> None:
    trip = {"origin": "Inn", "depart": "09:00", "day": "monday", "stops": DAY_OUT, "end": "Inn"}
    assert value(ask("arrival", place=place, **trip)) == Clock(minute=minute)


def test_an_arrival_does_not_depend_on_the_visit() -> None:
    """The bank is left after it has closed, but it is reached at 14:25."""
    trip = {"origin": "Inn", "depart": "12:00", "day": "monday", "stops": DAY_OUT[:1]}
    late = {**trip, "stops": (*DAY_OUT[:1], stop("Bank", 90))}
    assert value(ask("arrival", place="Bank", **late)) == Clock(minute=14 * 60 + 25)


def test_only_what_the_trip_reaches_has_an_arrival() -> None:
    found = failure(ask("arrival", place="Park", origin="Inn", depart="09:00", stops=DAY_OUT))
    assert (found.path, found.candidates) == ("$.figure.place", ("Castle", "Bank"))
    undated = failure(ask("arrival", place="Bank", origin="Inn", stops=DAY_OUT))
    assert undated.reason == "under_specified"


@pytest.mark.parametrize(("name", "extra"), [
    ("finish", {"depart": "10:00"}), ("length", {}), ("travel", {}),
    ("start", {"finish_by": "13:00"}),
    ("departure", {"place": "Castle", "finish_by": "13:00"}),
    ("stay", {"place": "Castle", "depart": "10:00", "finish_by": "16:00"}),
    ("visits", {"depart": "10:00", "budget_min": 175}),
])  # fmt: skip
def test_the_way_to_the_end_counts_in_every_figure(name: str, extra: dict[str, object]) -> None:
    """A free time and a wait come before it, so they leave it out."""
    trip = {"origin": "Inn", "stops": DAY_OUT, **extra}
    assert value(ask(name, **trip, end="Inn")) != value(ask(name, **trip))
