"""A single stop of a trip: the longest stay, the wait at its door and the stop to leave out."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.algebra import Value
from geoeval.query.parts import DAYS, OfferedOrder
from geoeval.query.values import Infeasible, Names, Quantity, YesNo
from geoeval.world.model import Leg, Place, World
from tests.query.trips.town import (
    ask,
    best_order,
    failure,
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
def test_a_stay_lasts_until_the_latest_departure(least: int) -> None:
    """9:10 at the castle, back by noon after 12 minutes: until 11:48 for any minimum stay."""
    query = ask("stay",
        origin="Inn", depart="09:00", stops=(stop("Castle", least),), end="Inn",
        finish_by="12:00", place="Castle",
    )  # fmt: skip
    assert value(query) == minutes(158)


def test_a_stay_of_zero_is_possible() -> None:
    """Twenty minutes suffice to the mill and back; a second more travel is too much."""
    for there, fits in ((600, True), (601, False)):
        world = World(
            places=(Place(name="Inn"), Place(name="Mill")),
            legs=(
                Leg(origin="Inn", destination="Mill", mode=None, duration_s=there),
                Leg(origin="Mill", destination="Inn", mode=None, duration_s=600),
            ),
        )
        query = ask("stay",
            origin="Inn", depart="09:00", stops=(stop("Mill"),), end="Inn", budget_min=20,
            place="Mill",
        )  # fmt: skip
        outcome = solve(query, world)
        if fits:
            assert value(query, world) == minutes(0)
        else:
            assert isinstance(outcome, Infeasible)
            assert outcome.first_broken == "the stay must end by 9:10 AM, before it begins"


def test_other_visits_limit_the_stay() -> None:
    """At the castle from 10:00, to be left by 11:20 for the booking at the park."""
    query = ask("stay",
        origin="Inn", depart="09:00", place="Castle",
        stops=(stop("Bank", 30), stop("Castle"), stop("Park", 30, "11:30")),
    )  # fmt: skip
    assert value(query) == minutes(11 * 60 + 20 - 10 * 60)


def test_a_stay_ends_at_closing() -> None:
    """The earlier of closing and way back counts; the day opens at ten."""
    query = ask("stay",
        origin="Inn", depart="09:00", day="monday", stops=(stop("Castle"),), end="Inn",
        finish_by="23:00", place="Castle",
    )  # fmt: skip
    assert value(query) == minutes(7 * 60)
    closing = ask(
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
        ask("stay", origin="Inn", stops=(stop("Castle"),), place="Castle"),
        ask("stay", origin="Inn", depart="09:00", stops=(stop("Castle"),), place="Bank"),
        ask("stay", origin="Inn", depart="09:00", stops=(stop("Castle"),), place="Castle"),
        ask("waiting", origin="Inn", stops=(stop("Castle"),)),
        ask("waiting", origin="Inn", depart="08:00", stops=(stop("Bank", 10), stop("Castle"))),
        ask("stay",
            origin="Inn", depart="09:00", place="Castle",
            stops=(stop("Castle"), stop("Bank", 0, "11:00"), stop("Park", 0, "11:10")),
        ),
    ],
)  # fmt: skip
def test_a_stay_needs_a_start_a_stop_and_an_end(query: Value) -> None:
    """A missing part or day, or another infeasible visit, leaves it undecided."""
    outcome = failure(query)
    assert outcome.reason == "under_specified"


def test_a_stay_that_cannot_begin_is_infeasible() -> None:
    """The arrival is after the latest departure, or after closing."""
    late = ask("stay",
        origin="Inn", depart="11:55", stops=(stop("Castle"),), end="Inn", budget_min=15,
        place="Castle",
    )  # fmt: skip
    assert isinstance(solve(late), Infeasible)
    closed = ask(
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
def test_a_wait_without_a_day_names_its_dependence(
    changed: dict[str, str], stops: tuple[str, ...], detail: str
) -> None:
    """The hours differ by day, are unknown or missing."""
    opening = hours("10:00 AM – 5:00 PM", **changed)
    world = town(Castle=opening if changed else WeeklyHours((*opening.days[:6], None)))
    query = ask("waiting", origin="Inn", depart="09:00", stops=tuple(map(stop, stops)))
    outcome = failure(query, world)
    assert outcome.reason == "under_specified"
    assert outcome.detail.startswith(detail)


def test_the_wait_until_opening_is_computed() -> None:
    """9:10 at the castle, which opens at ten."""
    slots: dict[str, Any] = {"origin": "Inn", "day": "monday", "stops": (stop("Castle"),)}
    assert value(ask("waiting", **slots, depart="09:00")) == minutes(50)
    assert isinstance(solve(ask("waiting", **slots, depart="18:00")), Infeasible)


def test_the_stop_to_leave_out_is_found() -> None:
    """Three hours suffice only without the longest visit."""
    stops = (stop("Castle", 150), stop("Bank", 30), stop("Park", 30))
    query = left_out(origin="Inn", depart="10:00", stops=stops, budget_min=180)
    assert value(query) == Names(names=("Castle",), reading="any")


def test_useless_omissions_are_infeasible() -> None:
    """All stops fit already, or the omission does not suffice."""
    stops = (stop("Castle", 60), stop("Bank", 60), stop("Park", 60))
    roomy = left_out(origin="Inn", depart="10:00", stops=stops, budget_min=600)
    assert isinstance(solve(roomy), Infeasible)
    tight = left_out(origin="Inn", depart="10:00", stops=stops, budget_min=60)
    assert isinstance(solve(tight), Infeasible)
    alone = left_out(origin="Inn", depart="10:00", stops=stops[:1], budget_min=60)
    assert isinstance(solve(alone), Infeasible)


def test_a_feasible_plan_is_not_late() -> None:
    """The negated question has the opposite answer."""
    slots: dict[str, Any] = {"origin": "Inn", "stops": (stop("Bank", 0, "09:30"),)}
    assert value(feasible(**slots, depart="09:00")) == YesNo(yes=True)
    assert value(feasible(**slots, depart="09:00", holds=False)) == YesNo(yes=False)
    assert value(feasible(**slots, depart="09:28", holds=False)) == YesNo(yes=True)


def test_either_and_neither_order_may_be_offered() -> None:
    """They answer if all offered orders hold, or none; otherwise the feasible order does."""
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
        names = value(query)
        assert isinstance(names, Names)
        return names.names

    assert answer("10:00") == ("Either",)
    assert answer("13:30") == ("Bank first, then Castle",)
    assert answer("17:00") == ("No",)


def test_the_last_stop_may_be_offered() -> None:
    """The stops before it are ordered optimally."""
    offered = tuple(OfferedOrder(text=name, places=(name,)) for name in ("Castle", "Park"))
    query = best_order(
        origin="Inn", orders=offered, names="last", stops=(stop("Castle"), stop("Park")), end="Inn"
    )
    names = value(query)
    assert isinstance(names, Names)
    assert names.names[0] == "Park"


def test_a_budget_less_travel_limits_the_stay() -> None:
    query = ask("stay",
        origin="Inn", stops=(stop("Castle"),), end="Inn", budget_min=45, place="Castle",
    )  # fmt: skip
    assert value(query) == minutes(45 - 10 - 12)


def test_a_budget_shorter_than_the_travel_is_infeasible() -> None:
    query = ask("stay",
        origin="Inn", stops=(stop("Castle"),), end="Inn", budget_min=21, place="Castle",
    )  # fmt: skip
    assert isinstance(solve(query, town()), Infeasible)
