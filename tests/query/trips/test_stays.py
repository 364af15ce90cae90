"""One stop of a trip: the longest stay, the wait at its door, the stop to leave out."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.algebra import Value
from geoeval.query.parts import DAYS, OfferedOrder
from geoeval.query.values import CannotSolve, Infeasible, Names, Quantity, YesNo
from geoeval.world.model import Leg, Place, World
from tests.query.trips.town import (
    asked,
    best_order,
    feasible,
    hours,
    left_out,
    solve,
    stop,
    town,
    value,
)


def minutes(amount: int) -> Quantity:
    """Return a duration in minutes as a value."""
    return Quantity(amount=amount * 60, unit="s")


@pytest.mark.parametrize("least", [0, 30])
def test_one_stays_until_one_has_to_go_back(least: int) -> None:
    """9:10 at the castle; 12 minutes back by noon: until 11:48, however short one would stay."""
    query = asked("stay",
        origin="Inn", depart="09:00", stops=(stop("Castle", least),), end="Inn",
        finish_by="12:00", place="Castle",
    )  # fmt: skip
    assert value(query) == minutes(158)


def test_a_stay_of_no_time_is_possible_but_not_a_second_less() -> None:
    """Twenty minutes are enough to the mill and back, a second more on the way is too much."""
    for there, fits in ((600, True), (601, False)):
        world = World(
            places=(Place(name="Inn"), Place(name="Mill")),
            legs=(
                Leg(origin="Inn", destination="Mill", mode=None, duration_s=there),
                Leg(origin="Mill", destination="Inn", mode=None, duration_s=600),
            ),
        )
        query = asked("stay",
            origin="Inn", depart="09:00", stops=(stop("Mill"),), end="Inn", budget_min=20,
            place="Mill",
        )  # fmt: skip
        outcome = solve(query, world)
        if fits:
            assert value(query, world) == minutes(0)
        else:
            assert isinstance(outcome, Infeasible)
            assert outcome.first_broken == "the stay must end by 9:10 AM, before it begins"


def test_visits_before_and_after_cut_the_stay() -> None:
    """9:05 to 9:35 in the bank, 10:00 at the castle; back at 12:00 from the park, left by 11:40."""
    query = asked("stay",
        origin="Inn", depart="09:00", place="Castle",
        stops=(stop("Bank", 30), stop("Castle"), stop("Park", 30, "11:30")),
    )  # fmt: skip
    assert value(query) == minutes(11 * 60 + 20 - 10 * 60)


def test_one_stays_until_the_doors_close() -> None:
    """Of the closing and the way back the earlier counts; the day opens at ten."""
    query = asked("stay",
        origin="Inn", depart="09:00", day="monday", stops=(stop("Castle"),), end="Inn",
        finish_by="23:00", place="Castle",
    )  # fmt: skip
    assert value(query) == minutes(7 * 60)
    closing = asked(
        "stay",
        origin="Inn",
        depart="16:00",
        stops=(stop("Castle"),),
        place="Castle",
        before_closing="Castle",
    )
    assert value(closing) == minutes(50)


@pytest.mark.parametrize(
    "query",
    [
        asked("stay", origin="Inn", stops=(stop("Castle"),), place="Castle"),
        asked("stay", origin="Inn", depart="09:00", stops=(stop("Castle"),), place="Bank"),
        asked("stay", origin="Inn", depart="09:00", stops=(stop("Castle"),), place="Castle"),
        asked("waiting", origin="Inn", stops=(stop("Castle"),)),
        asked("waiting", origin="Inn", depart="08:00", stops=(stop("Bank", 10), stop("Castle"))),
        asked("stay",
            origin="Inn", depart="09:00", place="Castle",
            stops=(stop("Castle"), stop("Bank", 0, "11:00"), stop("Park", 0, "11:10")),
        ),
    ],
)  # fmt: skip
def test_a_stay_needs_a_start_a_stop_and_an_end(query: Value) -> None:
    """Nothing is made up where one of them, or the day, is missing, or the rest cannot be kept."""
    outcome = solve(query)
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "under_specified"


def test_a_stay_that_cannot_begin_is_infeasible() -> None:
    """One arrives when one should have gone, or after the closing."""
    late = asked("stay",
        origin="Inn", depart="11:55", stops=(stop("Castle"),), end="Inn", budget_min=15,
        place="Castle",
    )  # fmt: skip
    assert isinstance(solve(late), Infeasible)
    closed = asked(
        "stay", origin="Inn", depart="18:00", day="monday", stops=(stop("Castle"),), place="Castle"
    )
    assert isinstance(solve(closed), Infeasible)


@pytest.mark.parametrize(
    ("changed", "stops", "detail"),
    [
        ({"tuesday": "Closed"}, ("Bank", "Castle"), "no day is given, and hours may differ"),
        ({"tuesday": "9:00 AM – 5:00 PM"}, ("Castle",), "Castle opens at different times"),
        (dict.fromkeys(DAYS, "Closed"), ("Castle",), "Castle is not open on any day"),
        ({}, ("Castle",), "the hours of Castle on sunday are not known, and no day is given"),
    ],
)
def test_a_wait_without_a_day_says_what_it_depends_on(
    changed: dict[str, str], stops: tuple[str, ...], detail: str
) -> None:
    """The hours of the days differ, are not known, or there are none."""
    opening = hours("10:00 AM – 5:00 PM", **changed)
    world = town(Castle=opening if changed else WeeklyHours((*opening.days[:6], None)))
    query = asked("waiting", origin="Inn", depart="09:00", stops=tuple(map(stop, stops)))
    outcome = solve(query, world)
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "under_specified"
    assert outcome.detail.startswith(detail)


def test_one_waits_at_a_closed_door() -> None:
    """9:10 at the castle, which opens at ten."""
    slots: dict[str, Any] = {"origin": "Inn", "day": "monday", "stops": (stop("Castle"),)}
    assert value(asked("waiting", **slots, depart="09:00")) == minutes(50)
    assert isinstance(solve(asked("waiting", **slots, depart="18:00")), Infeasible)


def test_the_stop_to_leave_out_lets_the_others_fit() -> None:
    """Three hours are enough for two of the visits only without the longest."""
    stops = (stop("Castle", 150), stop("Bank", 30), stop("Park", 30))
    query = left_out(origin="Inn", depart="10:00", stops=stops, budget_min=180)
    assert value(query) == Names(names=("Castle",), reading="any")


def test_nothing_to_leave_out_or_not_enough() -> None:
    """All fit, or one fewer does not help."""
    stops = (stop("Castle", 60), stop("Bank", 60), stop("Park", 60))
    roomy = left_out(origin="Inn", depart="10:00", stops=stops, budget_min=600)
    assert isinstance(solve(roomy), Infeasible)
    tight = left_out(origin="Inn", depart="10:00", stops=stops, budget_min=60)
    assert isinstance(solve(tight), Infeasible)
    alone = left_out(origin="Inn", depart="10:00", stops=stops[:1], budget_min=60)
    assert isinstance(solve(alone), Infeasible)


def test_being_late_is_no_to_a_plan_that_holds() -> None:
    """The question for the contrary turns the answer round."""
    slots: dict[str, Any] = {"origin": "Inn", "stops": (stop("Bank", 0, "09:30"),)}
    assert value(feasible(**slots, depart="09:00")) == YesNo(yes=True)
    assert value(feasible(**slots, depart="09:00", holds=False)) == YesNo(yes=False)
    assert value(feasible(**slots, depart="09:28", holds=False)) == YesNo(yes=True)


def test_either_and_neither_order_may_be_offered() -> None:
    """They answer where all offered orders hold, or none; else the one that holds does."""
    offered = tuple(
        OfferedOrder(text=" first, then ".join(places), places=places)
        for places in (("Castle", "Bank"), ("Bank", "Castle"))
    )

    def answer(depart: str) -> tuple[str, ...]:
        query = best_order(
            origin="Inn", depart=depart, day="monday", orders=offered,
            either="Either", neither="No",
            stops=(stop("Castle", 60), stop("Bank", 60)),
        )  # fmt: skip
        got = value(query)
        assert isinstance(got, Names)
        return got.names

    assert answer("10:00") == ("Either",)
    assert answer("13:30") == ("Bank first, then Castle",)
    assert answer("17:00") == ("No",)


def test_an_order_of_one_place_may_be_the_last() -> None:
    """The others come before it as well as they can."""
    offered = tuple(OfferedOrder(text=name, places=(name,)) for name in ("Castle", "Park"))
    query = best_order(
        origin="Inn", orders=offered, names="last", stops=(stop("Castle"), stop("Park")), end="Inn"
    )
    got = value(query)
    assert isinstance(got, Names)
    assert got.names[0] == "Park"


def test_a_budget_alone_leaves_what_the_way_out_and_back_does_not_take() -> None:
    query = asked("stay",
        origin="Inn", stops=(stop("Castle"),), end="Inn", budget_min=45, place="Castle",
    )  # fmt: skip
    assert value(query) == minutes(45 - 10 - 12)


def test_a_budget_too_short_for_the_way_is_infeasible() -> None:
    query = asked("stay",
        origin="Inn", stops=(stop("Castle"),), end="Inn", budget_min=21, place="Castle",
    )  # fmt: skip
    assert isinstance(solve(query, town()), Infeasible)
