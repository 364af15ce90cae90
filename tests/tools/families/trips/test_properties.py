"""Plans of the trip tool against every order tried one by one, in whole minutes."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tools.families.calls import content

DEPART = 8 * 60


class Drawn(NamedTuple):
    """A trip: minutes between nodes (the last is the hotel), visits, windows, the limit."""

    minutes: list[list[int]]
    visits: list[int]
    windows: list[tuple[int, int] | None]
    limit: int
    back: bool


@st.composite
def _trips(draw: st.DrawFn) -> Drawn:
    count = draw(st.integers(1, 5))
    leg, opens = st.integers(0, 60), st.integers(7 * 60, 11 * 60)
    window = st.none() | st.tuples(opens, st.integers(60, 300)).map(lambda w: (w[0], w[0] + w[1]))
    return Drawn(
        minutes=[[draw(leg) for _ in range(count + 1)] for _ in range(count + 1)],
        visits=[draw(st.integers(0, 90)) for _ in range(count)],
        windows=[draw(window) for _ in range(count)],
        limit=draw(st.integers(DEPART + 30, DEPART + 420)),
        back=draw(st.booleans()),
    )


def _clock(minute: int) -> str:
    """Return a minute of the day as a clock time."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def _arguments(trip: Drawn) -> dict[str, object]:
    """Return a trip as arguments of the tool; the world knows nothing of it."""
    names = [f"P{i}" for i in range(len(trip.visits))] + ["Hotel"]
    stops: list[dict[str, object]] = []
    for name, visit, window in zip(names, trip.visits, trip.windows, strict=False):
        hours = {"hours": "-".join(map(_clock, window))} if window else {}
        stops.append({"place": name, "visit_min": visit, **hours})
    legs = [
        {"origin": names[i], "destination": names[j], "minutes": minutes}
        for i, row in enumerate(trip.minutes)
        for j, minutes in enumerate(row)
        if i != j
    ]
    ends = {"origin": "Hotel", **({"end": "Hotel"} if trip.back else {})}
    limit = {"finish_by": _clock(trip.limit)}
    return {"stops": stops, "travel_times": legs, "mode": "walking", **ends, **limit}


def _finish(order: tuple[int, ...], trip: Drawn, depart: int) -> tuple[int, int] | None:
    """Return when an order is over and the minutes on the way; None if it does not hold."""
    now, travel, here = depart, 0, len(trip.visits)
    for stop in order:
        now += trip.minutes[here][stop]
        travel += trip.minutes[here][stop]
        window = trip.windows[stop]
        if window is not None:
            now = max(now, window[0])
            if now + trip.visits[stop] > window[1]:
                return None
        now, here = now + trip.visits[stop], stop
    if trip.back and order:
        now += trip.minutes[here][-1]
        travel += trip.minutes[here][-1]
    return None if now > trip.limit else (now, travel)


def _minutes(text: object) -> int:
    """Return a clock time of the tool in minutes."""
    hour, minute = str(text)[:5].split(":")
    days = int(str(text)[5:] or 0)
    return int(hour) * 60 + int(minute) + days * 24 * 60


@settings(max_examples=60)
@given(_trips())
def test_plans_are_as_good_as_the_best_of_all_orders(trip: Drawn) -> None:
    """The earliest finish and the least travel are those of every order tried."""
    everything = range(len(trip.visits))
    found = [end for order in permutations(everything) if (end := _finish(order, trip, DEPART))]
    arguments = {**_arguments(trip), "depart": _clock(DEPART)}
    plan = content("plan_trip", **arguments)
    assert plan["proved"] is True
    assert plan["feasible"] is bool(found)
    if found:
        assert _minutes(plan["finish"]) == min(finish for finish, _ in found)
        least = content("plan_trip", **arguments, objective="least_travel")
        assert least["travel_min"] == min(travel for _, travel in found)
    else:
        assert plan["first_broken"]
        assert plan["conflict"]


@settings(max_examples=60)
@given(_trips())
def test_no_more_stops_fit_than_are_visited(trip: Drawn) -> None:
    """The number of visits is the largest of all orders of all sets."""
    everything = range(len(trip.visits))
    most = max(
        size
        for size in range(len(trip.visits) + 1)
        for order in permutations(everything, size)
        if _finish(order, trip, DEPART)
    )
    arguments = {**_arguments(trip), "depart": _clock(DEPART)}
    plan = content("plan_trip", **arguments, objective="most_visits")
    assert plan["visits"] == most
    assert len(plan.get("left_out", ())) == len(trip.visits) - most


@settings(max_examples=40)
@given(_trips())
def test_one_cannot_leave_later(trip: Drawn) -> None:
    """From the departure of the plan some order holds, from a minute later none."""
    plan = content("plan_trip", **_arguments(trip), objective="latest_departure")
    orders = list(permutations(range(len(trip.visits))))
    if plan["feasible"]:
        depart = _minutes(plan["depart"])
        assert any(_finish(order, trip, depart) for order in orders)
        assert not any(_finish(order, trip, depart + 1) for order in orders)
    else:
        assert not any(_finish(order, trip, -24 * 60) for order in orders)


@settings(max_examples=40)
@given(_trips())
def test_a_plan_holds_when_it_is_checked(trip: Drawn) -> None:
    """What plan_trip returns is a schedule that check_schedule finds nothing wrong with."""
    arguments = {**_arguments(trip), "depart": _clock(DEPART)}
    plan = content("plan_trip", **arguments)
    assume(plan["feasible"])
    told = {stop["place"]: stop for stop in arguments.pop("stops")}
    visits = [
        {**told[visit["place"]], "start": visit["start"], "end": visit["leave"]}
        for visit in plan["timeline"]
    ]
    if trip.back:
        visits.append({"place": "Hotel", "start": plan["end"]["arrive"]})
        del arguments["end"]
    checked = content("check_schedule", **arguments, visits=visits)
    assert checked["holds"] is True
    assert checked["finish"] == plan["finish"]
