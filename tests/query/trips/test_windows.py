"""Stops that are to be visited in a part of the day."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest

from geoeval.query.algebra import Listing
from geoeval.query.conventions import Conventions
from geoeval.query.parts import OfferedOrder, OfferedSchedule, Schedules, Trip
from geoeval.query.trips.placed import visit_windows
from geoeval.query.values import Clock, Names, Quantity, YesNo
from tests.query.trips.town import (
    MINUTES,
    ask,
    best_order,
    derived,
    failure,
    feasible,
    hours,
    infeasible,
    left_out,
    town,
    value,
)

Json = dict[str, Any]
MORNING: Json = {"not_before": "09:00", "ends_by": "12:00"}
BETWEEN = "must be visited between 9:00 AM and 12:00 PM"
HOUR = 3600
NO_HOURS = Conventions(opening_hours="ignore")


def visit(place: str, visit_min: int = 0, **times: str) -> Json:
    """Return a stop."""
    return {"place": place, "visit_min": visit_min, **times}


def there(*stops: Json, **trip: object) -> Json:
    """Return a trip from the inn; the park is 20 minutes away and has no hours."""
    return {"origin": "Inn", "stops": stops, **trip}


@pytest.mark.parametrize(
    ("depart", "finish"), [("08:39", 600), ("08:40", 600), ("08:41", 601), ("10:40", 720)]
)
def test_a_visit_waits_for_its_earliest_start_and_may_end_at_its_end(
    depart: str, finish: int
) -> None:
    query = ask("finish", **there(visit("Park", 60, **MORNING), depart=depart))
    assert value(query) == Clock(minute=finish)


def test_a_visit_that_ends_later_is_infeasible_and_the_reason_names_the_window() -> None:
    late = there(visit("Park", 60, **MORNING), depart="10:41")
    outcome = infeasible(ask("finish", **late))
    assert outcome.first_broken == f"stays at Park until 12:01 PM, but it {BETWEEN}"
    assert value(feasible(**late)) == YesNo(yes=False)
    assert value(feasible(**{**late, "depart": "10:40"})) == YesNo(yes=True)
    assert value(feasible(holds=False, **late)) == YesNo(yes=True)


@pytest.mark.parametrize(
    ("times", "when"),
    [({"ends_by": "12:00"}, "by 12:00 PM"), (MORNING, "between 9:00 AM and 12:00 PM")],
)
def test_the_window_binds_before_the_hours(times: Json, when: str) -> None:
    """The castle closes at five, but the visit ends by noon."""
    query = ask("finish", **there(visit("Castle", 30, **times), depart="11:55", day="friday"))
    assert infeasible(query).first_broken == (
        f"arrives at Castle at 12:05 PM, but it must be visited {when}"
    )


def test_hours_that_end_before_the_window_are_the_reason() -> None:
    world = town(Castle=hours("9:00 – 11:00 AM, 2:00 – 5:00 PM"))
    query = ask("finish", **there(visit("Castle", 30, **MORNING), depart="10:55", day="friday"))
    assert infeasible(query, world).first_broken == (
        f"arrives at Castle at 11:05 AM, but it closes at 11:00 AM and {BETWEEN}"
    )


@pytest.mark.parametrize("day", ["friday", None])
def test_a_place_that_is_closed_in_the_window_is_infeasible(day: str | None) -> None:
    """Hours that never meet the window bind without a day, too."""
    early = {"not_before": "07:00", "ends_by": "09:59"}
    query = ask("finish", **there(visit("Castle", 30, **early), depart="07:00", day=day))
    assert infeasible(query).first_broken.startswith(
        "Castle must be visited between 7:00 AM and 9:59 AM, but is closed then on "
    )


@pytest.mark.parametrize(("ends_by", "finish"), [("10:29", None), ("10:30", 630)])
def test_the_visit_is_within_the_hours_and_the_window(ends_by: str, finish: int | None) -> None:
    """The castle opens at ten."""
    stop = visit("Castle", 30, not_before="08:00", ends_by=ends_by)
    query = ask("finish", **there(stop, depart="08:00", day="friday"))
    if finish is None:
        assert "between 8:00 AM and 10:29 AM" in infeasible(query).first_broken
    else:
        assert value(query) == Clock(minute=finish)


@pytest.mark.parametrize(
    ("depart", "stop", "opens", "closes"),
    [
        (15, {"ends_by": "12:00"}, None, 12),  # over: not the next noon
        (22, {"ends_by": "01:00"}, None, 25),
        (9, {"not_before": "15:00"}, 15, None),
        (20, {"not_before": "06:00", "ends_by": "12:00"}, 6, 12),
        (9, {"not_before": "22:00", "ends_by": "02:00"}, 22, 26),
        (23, {"not_before": "22:00", "ends_by": "02:00"}, 22, 26),
        (2, {"not_before": "22:00", "ends_by": "02:00"}, -2, 2),
        (3, {"not_before": "22:00", "ends_by": "02:00"}, 22, 26),
    ],
)
def test_the_window_is_near_the_departure(
    depart: int, stop: Json, opens: int | None, closes: int | None
) -> None:
    trip = Trip.model_validate({"stops": [{"place": "Park", **stop}]})
    (window,) = visit_windows(trip.stops[0], depart * HOUR) or ()
    week = 7 * 24 * HOUR
    assert window.opens == (window.closes - week if opens is None else opens * HOUR)
    assert window.closes == (window.opens + week if closes is None else closes * HOUR)


def test_waiting_ends_at_the_earliest_start() -> None:
    """The park has no hours; the castle opens after the earliest start."""
    for place, depart, seconds in (("Park", "08:30", 600), ("Castle", "09:20", 1800)):
        query = ask("waiting", **there(visit(place, 30, **MORNING), depart=depart, day="friday"))
        assert value(query) == Quantity(amount=seconds, unit="s")
    query = ask("waiting", **there(visit("Park", not_before="15:00"), depart="14:00"))
    assert value(query) == Quantity(amount=40 * 60, unit="s")


def test_the_latest_departure_and_start_meet_the_window() -> None:
    park = there(visit("Park", 60, **MORNING))
    assert value(ask("departure", place="Inn", **park)) == Clock(minute=640, bound="latest")
    start = ask("start", finish_by="18:00", **park)
    assert value(start) == Clock(minute=640, bound="latest")
    assert value(ask("start", finish_by="11:00", **park)) == Clock(minute=580, bound="latest")
    early = infeasible(ask("start", finish_by="09:59", **park))
    assert early.first_broken.endswith(f", as it {BETWEEN}")
    after = there(visit("Park", 60, not_before="15:00"))
    assert failure(ask("departure", place="Inn", **after)).reason == "under_specified"


def test_a_departure_before_closing_meets_the_window() -> None:
    """The castle closes at five, but must be left by four."""
    stops = there(visit("Castle", 60, ends_by="16:00"), day="friday")
    query = ask("departure", place="Inn", before_closing="Castle", **stops)
    assert value(query) == Clock(minute=14 * 60 + 50, bound="latest")


def test_the_stay_is_within_the_window_and_ends_for_those_that_follow() -> None:
    long = there(visit("Park", **MORNING), depart="08:00")
    assert value(ask("stay", place="Park", **long)) == Quantity(amount=3 * HOUR, unit="s")
    stops = (visit("Park"), visit("Castle", 60, ends_by="12:00"))
    query = ask("stay", place="Park", **there(*stops, depart="09:40"))
    assert value(query) == Quantity(amount=50 * 60, unit="s")
    unknown = ask("stay", place="Park", **there(visit("Park", **MORNING), budget_min=200))
    assert failure(unknown).reason == "under_specified"


def test_the_arrival_is_before_the_wait_and_the_visit_must_fit() -> None:
    for depart, minute in (("08:00", 500), ("10:40", 660)):
        query = ask("arrival", place="Park", **there(visit("Park", 60, **MORNING), depart=depart))
        assert value(query) == Clock(minute=minute)
    late = ask("arrival", place="Park", **there(visit("Park", 60, **MORNING), depart="10:41"))
    assert BETWEEN in infeasible(late).first_broken


def test_a_window_alone_gives_no_departure() -> None:
    """The length is the least; the finish is unknown, and so is what a budget allows."""
    stops = (visit("Castle", 30, ends_by="10:00"), visit("Park", 30, not_before="11:00"))
    assert value(ask("length", **there(*stops))) == Quantity(amount=130 * 60, unit="s")
    assert value(ask("length", **there(stops[1]))) == Quantity(amount=50 * 60, unit="s")
    assert failure(ask("finish", **there(*stops))).reason == "under_specified"
    assert failure(feasible(**there(*stops, budget_min=200))).reason == "under_specified"
    for finish_by, holds in (("11:29", False), ("11:30", True)):
        assert value(feasible(**there(*stops, finish_by=finish_by))) == YesNo(yes=holds)


def test_a_booking_outside_the_window_is_infeasible() -> None:
    for start, word in (("11:01", "stays"), ("08:59", "is at")):
        stop = visit("Park", 60, starts_at=start, **MORNING)
        broken = infeasible(ask("finish", **there(stop, depart="08:00"))).first_broken
        assert broken.startswith(f"{word} ")
        assert broken.endswith(BETWEEN)
    stop = visit("Park", 60, starts_at="11:00", **MORNING)
    assert value(ask("finish", **there(stop, depart="08:00"))) == Clock(minute=720)


def test_free_time_ends_with_a_booking_in_its_window() -> None:
    for start, seconds in (
        ("09:00", 40 * 60),
        ("11:00", 160 * 60),
        ("08:59", None),
        ("11:01", None),
    ):
        stop = visit("Park", 60, starts_at=start, **MORNING)
        query = ask("free_time", place="Park", **there(stop, depart="08:00"))
        if seconds is None:
            assert BETWEEN in infeasible(query).first_broken
        else:
            assert value(query) == Quantity(amount=seconds, unit="s")


def test_the_best_order_visits_each_stop_in_its_part_of_the_day() -> None:
    """Without the window the castle comes first, as the bank is 25 minutes from it."""
    both = (visit("Castle", 30, not_before="14:00"), visit("Bank", 30, ends_by="12:00"))
    offered = tuple(
        OfferedOrder(text=text, places=tuple(text.split(", ")))
        for text in ("Castle, Bank", "Bank, Castle")
    )
    outcome = derived(best_order(orders=offered, **there(*both, depart="10:00", day="friday")))
    assert isinstance(outcome.value, Names)
    assert outcome.value.names == ("Bank, Castle",)
    assert any("must be visited by 12:00 PM" in step for step in outcome.steps)


@pytest.mark.parametrize(("ends_by", "count"), [("10:30", 1), ("10:49", 1), ("10:50", 2)])
def test_visits_and_omissions_honour_the_window(ends_by: str, count: int) -> None:
    """The castle takes until 10:10, the park is ten minutes on; the other order ends at 11:00."""
    trip = there(
        visit("Castle", 30, ends_by="10:20"),
        visit("Park", 30, ends_by=ends_by),
        depart="09:30",
        finish_by="20:00",
    )
    assert value(ask("visits", **trip), None, NO_HOURS) == Quantity(amount=count, unit="count")
    if count == 1:
        assert value(left_out(**trip), None, NO_HOURS) == Names(
            names=("Castle", "Park"), reading="any"
        )
    else:
        assert "all stops fit" in infeasible(left_out(**trip), None, NO_HOURS).first_broken


@pytest.mark.parametrize(
    ("start", "end", "holds"),
    [
        ("08:59", "10:00", False),
        ("09:00", "10:00", True),
        ("11:00", "12:00", True),
        ("11:00", "12:01", False),
    ],
)
def test_a_schedule_keeps_to_the_window(start: str, end: str, holds: bool) -> None:
    trip = Trip.model_validate(there(visit("Park", 60, **MORNING), depart="08:00"))
    offered = OfferedSchedule.model_validate(
        {"text": "A", "visits": [{"place": "Park", "start": start, "end": end}]}
    )
    query = Listing(of=Schedules(trip=trip, schedules=(offered,)))
    if holds:
        assert value(query) == Names(names=("A",), reading="ranked", tied=1)
    else:
        assert BETWEEN in infeasible(query).first_broken


def finish_by_hand(stops: Sequence[Json], depart: int) -> int | None:
    """Return the finish of stops in their order in minutes, without the planner."""
    here, now = "Inn", depart
    for stop in stops:
        there = stop["place"]
        now += MINUTES.get((here, there)) or MINUTES[there, here]
        since, until = (minutes(stop.get(name)) for name in ("not_before", "ends_by"))
        now = max(now, since or 0) + stop["visit_min"]
        if until is not None and now > until:
            return None
        here = there
    return now


def minutes(clock: str | None) -> int | None:
    """Return the minutes after midnight."""
    return None if clock is None else int(clock[:2]) * 60 + int(clock[3:])


def draw_visit(place: str, random: Random) -> Json:
    """Draw the length of a visit and the edges of its window."""
    stop = visit(place, random.choice((10, 30, 60)))
    if random.choice((True, False)):
        stop["not_before"] = f"{random.randint(9, 11):02}:{random.choice((0, 15)):02}"
    if random.choice((True, False)):
        stop["ends_by"] = f"{random.randint(11, 13):02}:{random.choice((20, 45)):02}"
    return stop


@pytest.mark.parametrize("seed", range(40))
def test_orders_with_windows_match_all_orders_by_hand(seed: int) -> None:
    """Three visits, with random windows and no opening hours."""
    random = Random(seed)  # noqa: S311 - trips to draw again, no secrets
    stops = [draw_visit(place, random) for place in ("Bank", "Castle", "Park")]
    finishes = {}
    for order in permutations(stops):
        trip = there(*order, depart="09:30")
        finish = finish_by_hand(order, 570)
        assert value(feasible(**trip), None, NO_HOURS) == YesNo(yes=finish is not None)
        if finish is not None:
            assert value(ask("finish", **trip), None, NO_HOURS) == Clock(minute=finish)
            finishes[" -> ".join(stop["place"] for stop in order)] = finish
    query = best_order(**there(*stops, depart="09:30"))
    if finishes:
        best = value(query, None, NO_HOURS)
        assert isinstance(best, Names)
        assert finishes[best.names[0]] == min(finishes.values())
    else:
        assert "must be visited" in infeasible(query, None, NO_HOURS).first_broken
