"""Best orders, the most visits and the feasibility of orders."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.errors import RecordError
from geoeval.query.algebra import Best, Query
from geoeval.query.conventions import Conventions
from geoeval.query.parts import OfferedOrder
from geoeval.query.solve import parse_query
from geoeval.query.values import (
    Infeasible,
    Names,
    Quantity,
    Value,
    YesNo,
)
from geoeval.world.model import Leg, Place, World
from tests.query.trips.town import (
    WALK,
    ask,
    best_order,
    derived,
    failure,
    feasible,
    hours,
    infeasible,
    left_out,
    solve,
    stop,
    town,
    value,
)

STOPS = (stop("Castle", 120), stop("Bank", 30))
CLOSED = "Closed"


def offer(*places: str) -> OfferedOrder:
    """Return an offered order whose text is its initials."""
    return OfferedOrder(text="".join(place[0] for place in places), places=places)


def test_offered_orders_are_ranked_by_finish() -> None:
    """The castle first takes 35 minutes less travel than the bank first."""
    query = best_order(
        origin="Inn",
        depart="10:00",
        stops=STOPS,
        orders=(offer("Bank", "Castle"), offer("Castle", "Bank")),
    )
    assert value(query) == Names(names=("CB", "BC"), reading="ranked")


def offered_for_travel(*, most: bool = False, rank: int = 1, depart: str = "09:00") -> Best:
    """Offer orders of which one waits for the castle to open and is shorter to travel."""
    orders = (offer("Bank", "Castle"), offer("Castle", "Bank"))
    trip = {"origin": "Inn", "depart": depart, "day": "monday", "stops": STOPS}
    return best_order(orders=orders, by="travel", most=most, rank=rank, **trip)


def test_the_least_travel_differs_from_the_earliest_finish_where_one_waits() -> None:
    """Bank first is over at 12:00 after 30 minutes of travel; castle first waits and takes 25."""
    outcome = derived(offered_for_travel())
    assert outcome.value == Names(names=("CB", "BC"), reading="ranked")
    assert "25 mins of travel" in outcome.steps
    assert value(offered_for_travel(most=True)) == Names(names=("BC", "CB"), reading="ranked")
    trip = {"origin": "Inn", "depart": "09:00", "day": "monday", "stops": STOPS}
    orders = [value(best_order(by=by, **trip)) for by in ("finish", "travel")]
    assert [found.names[0] for found in orders] == ["Bank -> Castle", "Castle -> Bank"]
    firsts = (offer("Bank"), offer("Castle"))
    by_first = [value(best_order(by=by, orders=firsts, **trip)) for by in ("finish", "travel")]
    assert [found.names[0] for found in by_first] == ["B", "C"]


def test_an_order_that_breaks_hours_has_no_travel_to_rank() -> None:
    """The bank closes at 15:00, before the castle is left."""
    assert value(offered_for_travel(depart="13:00")) == Names(names=("BC",), reading="ranked")


@pytest.mark.parametrize(("count", "waits", "fails"), [(7, True, False), (8, True, True),
                                                       (8, False, False)])  # fmt: skip
def test_travel_is_compared_over_all_orders(count: int, waits: bool, fails: bool) -> None:
    """Where nothing makes one wait, the least travel finishes first."""
    names = [f"Stop {number}" for number in range(count)]
    legs = [Leg(origin=a, destination=b, mode=WALK, duration_s=60 + abs(i - j))
            for i, a in enumerate(names) for j, b in enumerate(names) if a != b]  # fmt: skip
    places = tuple(Place(name=n, hours=hours("Open 24 hours") if waits else None) for n in names)
    world = World(places=places, legs=tuple(legs))
    query = best_order(by="travel", depart="09:00", day="monday", stops=[stop(n) for n in names])
    if fails:
        assert failure(query, world).reason == "not_proved"
    else:
        assert " -> ".join(names) in value(query, world).names


def test_only_a_finish_or_a_travel_time_ranks_orders() -> None:
    among = {"kind": "orders", "trip": {"stops": [{"place": "Bank"}]}}
    figure = {"kind": "trip", "figure": "waiting"}
    message = "expected a figure left open for orders: finish or travel, got waiting"
    with pytest.raises(RecordError, match=message):
        parse_query({"ask": "best", "figure": figure, "among": among})
    figure = {"kind": "distance"}
    with pytest.raises(RecordError, match=r"open for orders: trip, got .*distance"):
        parse_query({"ask": "best", "figure": figure, "among": among})


def test_an_order_that_violates_hours_is_left_out() -> None:
    """The bank is closed after the castle, so it has to come first."""
    query = best_order(
        origin="Inn",
        depart="13:00",
        day="monday",
        stops=STOPS,
        orders=(offer("Bank", "Castle"), offer("Castle", "Bank")),
    )
    outcome = derived(query)
    assert outcome.value == Names(names=("BC",), reading="ranked")
    assert outcome.conventions == (("opening_hours", "bind"),)
    assert "'CB': arrives at Bank at 3:25 PM, but it closes at 3:00 PM" in outcome.steps


def test_orders_may_include_their_ends() -> None:
    """Starting and ending at the inn, they ask for the way back."""
    orders = (offer("Inn", "Bank", "Castle", "Inn"), offer("Inn", "Castle", "Bank", "Inn"))
    outcome = derived(best_order(origin="Inn", depart="10:00", stops=STOPS, orders=orders))
    assert outcome.value == Names(names=("ICBI", "IBCI"), reading="ranked")
    assert outcome.steps.count("12 mins of travel: at Inn at 1:12 PM") == 1


def test_the_way_back_counts_if_every_order_includes_it() -> None:
    """The castle first takes 175 minutes without it, and 181 with it."""
    orders = (offer("Castle", "Bank"), offer("Inn", "Bank", "Castle", "Inn"))
    query = best_order(origin="Inn", depart="10:00", budget_min=175, stops=STOPS, orders=orders)
    assert value(query) == Names(names=("CB",), reading="ranked")


def test_first_stops_are_ranked_by_their_best_order() -> None:
    """Each offer is a first stop only."""
    query = best_order(
        origin="Inn",
        depart="10:00",
        stops=(*STOPS, stop("Park", 10)),
        orders=(offer("Bank"), offer("Castle"), offer("Park")),
    )
    assert value(query) == Names(names=("B", "P", "C"), reading="ranked")


def test_an_infeasible_first_stop_is_left_out() -> None:
    """The bank is closed after the castle."""
    query = best_order(
        origin="Inn", depart="13:00", stops=STOPS, orders=(offer("Castle"), offer("Bank"))
    )
    assert value(query) == Names(names=("B",), reading="ranked")


def test_orders_of_other_stops_are_left_out() -> None:
    """They omit, add or repeat a stop, or stay at the inn."""
    orders = (
        offer("Castle"),
        offer("Castle", "Park"),
        offer("Castle", "Castle"),
        offer("Castle", "Bank"),
    )
    outcome = derived(best_order(depart="10:00", stops=STOPS, orders=orders))
    assert outcome.value == Names(names=("CB",), reading="ranked")
    begun = (offer("Inn"), offer("Inn", "Castle", "Bank"))
    from_inn = best_order(origin="Inn", depart="10:00", stops=STOPS, orders=begun)
    assert value(from_inn) == Names(names=("ICB",), reading="ranked")
    assert "'C': leaves out Bank" in outcome.steps
    assert "'CP': not the stops of the question" in outcome.steps


def test_equally_good_orders_tie() -> None:
    """Both finish at the same time."""
    stops = (stop("Castle", 10), stop("Park", 10))
    orders = (offer("Castle", "Park"), offer("Park", "Castle"))
    assert value(best_order(depart="11:00", stops=stops, orders=orders)) == Names(
        names=("CP", "PC"), reading="ranked", tied=2
    )


def test_without_an_offer_the_best_order_is_written_out() -> None:
    """It has the earliest finish of all orders."""
    query = best_order(origin="Inn", depart="10:00", stops=(*STOPS, stop("Park", 10)))
    assert value(query) == Names(names=("Bank -> Castle -> Park",), reading="ranked")


def test_precedence_is_kept() -> None:
    """The park has to precede the bank, so it comes first."""
    query = best_order(
        origin="Inn",
        depart="10:00",
        stops=(*STOPS, stop("Park", 10)),
        before=(("the park", "Bank"),),
    )
    assert value(query) == Names(names=("Park -> Castle -> Bank",), reading="ranked")


def test_infeasible_orders_report_the_first_violation() -> None:
    late: dict[str, Any] = {"origin": "Inn", "depart": "15:30", "day": "monday", "stops": STOPS}
    outcomes = [
        solve(best_order(**late)),
        solve(best_order(**late, orders=(offer("Castle", "Bank"),))),
        solve(best_order(**late, orders=(offer("Castle"), offer("Bank")))),
    ]
    for outcome in outcomes:
        assert isinstance(outcome, Infeasible)
        assert outcome.conventions == (("opening_hours", "bind"),)
    assert [o.first_broken for o in outcomes if isinstance(o, Infeasible)] == [
        "stays at Castle until 5:40 PM, but it closes at 5:00 PM",
        "stays at Castle until 5:40 PM, but it closes at 5:00 PM",
        "stays at Castle until 5:40 PM, but it closes at 5:00 PM",
    ]


def test_offers_of_other_stops_alone_are_infeasible() -> None:
    """None of them visits the requested stops."""
    outcome = infeasible(best_order(depart="10:00", stops=STOPS, orders=(offer("Park", "Lake"),)))
    assert outcome.first_broken == "no offered order visits the stops of the question"


def test_orders_with_a_missing_leg_are_undecided() -> None:
    """The orders may be offered or not."""
    stops = (stop("Castle"), stop("Lake"))
    for orders in ((), (offer("Castle", "Lake"),), (offer("Lake"), offer("Castle"))):
        outcome = failure(best_order(depart="11:00", stops=stops, orders=orders))
        assert outcome.reason == "missing_leg"


def test_orders_compare_without_a_clock() -> None:
    """Without a departure the shortest trip wins and hours are ignored."""
    outcome = derived(best_order(origin="Inn", stops=STOPS))
    assert outcome.value == Names(names=("Castle -> Bank",), reading="ranked")
    assert outcome.steps[-1] == "over after 2 hours 55 mins, earlier than in any other order"


def test_too_many_stops_to_order_are_rejected() -> None:
    """The message has the limit."""
    outcome = failure(ask("visits", depart="10:00", budget_min=60, stops=(stop("Park", 1),) * 101))
    assert outcome.detail == "the trip has 101 stops, but at most 100 can be ordered"


def test_an_unstated_day_means_most_days_or_any_day() -> None:
    """Castle and bank are open together on Sunday only."""
    world = town(
        Castle=hours(CLOSED, monday="10:00 AM – 5:00 PM", sunday="10:00 AM – 5:00 PM"),
        Bank=hours(CLOSED, tuesday="9:00 AM – 3:00 PM", sunday="9:00 AM – 3:00 PM"),
    )
    query = feasible(origin="Inn", depart="10:00", stops=STOPS)
    outcome = derived(query, world)
    assert outcome.value == YesNo(yes=False)
    assert ("unstated_day", "most") in outcome.conventions
    assert value(query, world, Conventions(unstated_day="any")) == YesNo(yes=True)


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        (feasible(origin="Inn", depart="10:00", stops=STOPS), YesNo(yes=True)),
        (
            best_order(origin="Inn", depart="10:00", stops=STOPS[:1], orders=(offer("Castle"),)),
            Names(names=("C",), reading="ranked"),
        ),
    ],
)
def test_an_order_feasible_on_some_days_names_the_convention(query: Query, answer: Value) -> None:
    """The castle is closed on Mondays, so the answer depends on most days."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", monday=CLOSED))
    outcome = derived(query, world)
    assert outcome.value == answer
    assert ("unstated_day", "most") in outcome.conventions


def test_stops_never_open_together_are_infeasible() -> None:
    """The first is open on Monday only, the other on Tuesday."""
    world = town(
        Castle=hours(CLOSED, monday="10:00 AM – 5:00 PM"),
        Bank=hours(CLOSED, tuesday="9:00 AM – 3:00 PM"),
    )
    query = feasible(origin="Inn", depart="10:00", stops=STOPS)
    outcome = derived(query, world)
    assert outcome.value == YesNo(yes=False)
    assert dict(outcome.conventions) == {"opening_hours": "bind", "unstated_day": "most"}
    assert any(step.startswith("broken: ") and "is closed on" in step for step in outcome.steps)
    assert value(query, world, Conventions(unstated_day="ignore")) == YesNo(yes=True)
    assert value(query, world, Conventions(opening_hours="ignore")) == YesNo(yes=True)


def test_an_order_keeps_the_budget() -> None:
    """It needs 175 minutes."""
    answers = [
        value(feasible(origin="Inn", depart="10:00", budget_min=budget, stops=STOPS))
        for budget in (174, 175)
    ]
    assert answers == [YesNo(yes=False), YesNo(yes=True)]


def test_the_violated_limit_is_reported() -> None:
    """Finish and limit are times of day."""
    query = feasible(origin="Inn", depart="10:00", finish_by="12:00", stops=STOPS)
    outcome = derived(query)
    assert outcome.steps[-1] == "broken: is over at 12:55 PM, but the limit is 12:00 PM"


def test_an_order_may_violate_a_precedence() -> None:
    query = feasible(depart="10:00", stops=STOPS, before=(("Bank", "Castle"),))
    outcome = derived(query)
    assert outcome.value == YesNo(yes=False)
    assert outcome.steps[-1] == "broken: visits Castle before Bank"


def test_an_order_with_a_missing_leg_is_undecided() -> None:
    """The visits alone would fit; a missing way back is reported as well."""
    stops = (stop("Castle", 10), stop("Lake", 10))
    failure(feasible(depart="11:00", budget_min=60, stops=stops))
    back = failure(feasible(depart="11:00", stops=(stop("Castle", 10),), end="Lake"))
    assert back.lacking == "travel time from Castle to Lake"


def test_visits_longer_than_the_budget_need_no_legs() -> None:
    """Missing travel times cannot make the trip shorter."""
    stops = (stop("Castle", 50), stop("Lake", 50))
    assert value(feasible(depart="11:00", budget_min=60, stops=stops)) == YesNo(yes=False)


def test_the_most_visits_within_the_budget_are_counted() -> None:
    """Two of three fit; the steps say why the third does not."""
    stops = (*STOPS, stop("Park", 60))
    query = ask("visits", origin="Inn", depart="10:00", budget_min=180, stops=stops)
    outcome = derived(query)
    assert outcome.value == Quantity(amount=2, unit="count")
    assert outcome.steps[-1] == (
        "2 of 3 visits fit; 3 visits end at 2:10 PM at the earliest, but the limit is 1:00 PM"
    )


def test_the_count_of_visits_may_be_zero() -> None:
    """Zero is an answer, not infeasible."""
    query = ask("visits", origin="Inn", depart="10:00", budget_min=5, stops=STOPS)
    assert value(query) == Quantity(amount=0, unit="count")


def test_the_way_back_counts_only_if_requested() -> None:
    """175 minutes without it, 181 with it; the convention is named if it matters."""
    slots: dict[str, Any] = {"origin": "Inn", "depart": "10:00", "budget_min": 178, "stops": STOPS}
    outcome = derived(ask("visits", **slots))
    assert outcome.value == Quantity(amount=2, unit="count")
    assert outcome.conventions == (("return_leg", "unless_asked"),)
    assert value(ask("visits", **slots, end="Inn")) == Quantity(amount=1, unit="count")


def test_most_days_decide_the_count_without_a_day() -> None:
    """The steps have the counts by day."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", monday="Closed"))
    slots: dict[str, Any] = {"origin": "Inn", "depart": "10:00", "budget_min": 180, "stops": STOPS}
    outcome = derived(ask("visits", **slots), world)
    assert outcome.value == Quantity(amount=2, unit="count")
    assert outcome.steps[0] == "on Monday: 1 at most"
    assert ("unstated_day", "most") in outcome.conventions
    assert value(ask("visits", **slots, day="monday"), world) == Quantity(amount=1, unit="count")


def test_opening_hours_alone_can_limit_the_visits() -> None:
    """There is no budget, but the bank is closed after the castle."""
    query = ask("visits", origin="Inn", depart="14:40", day="monday", stops=STOPS)
    outcome = derived(query)
    assert outcome.value == Quantity(amount=1, unit="count")
    assert outcome.steps[-1] == "1 of 2 visits fit; no 2 fit together"


def test_visits_without_a_limit_are_not_counted() -> None:
    """There is neither a budget nor hours."""
    outcome = failure(ask("visits", origin="Inn", depart="10:00", stops=(stop("Park", 60),)))
    assert outcome.reason == "under_specified"


def test_a_budget_counts_without_a_clock() -> None:
    """Without a departure hours are ignored."""
    query = ask("visits", origin="Inn", budget_min=130, finish_by="12:00", stops=STOPS)
    assert value(query) == Quantity(amount=1, unit="count")


def test_an_evening_opening_continues_past_midnight() -> None:
    """The cinema stays open until 2 AM, and visits may last past midnight."""
    early = feasible(depart="00:30", day="monday", stops=(stop("Cinema", 90),))
    late = feasible(depart="23:30", day="monday", stops=(stop("Cinema", 90),))
    never = feasible(depart="00:45", day="monday", finish_by="17:00", stops=(stop("Cinema", 90),))
    assert [value(q) for q in (early, late, never)] == [
        YesNo(yes=True),
        YesNo(yes=True),
        YesNo(yes=False),
    ]


def test_waiting_for_the_next_morning_is_not_allowed() -> None:
    """The bank opens again after closing, but only the next day."""
    query = feasible(depart="16:00", day="monday", stops=(stop("Bank", 30),))
    assert value(query) == YesNo(yes=False)


def test_a_place_open_all_day_is_open_past_midnight() -> None:
    """Touching openings are merged."""
    query = feasible(depart="23:30", day="monday", stops=(stop("Kiosk", 90),))
    assert value(query) == YesNo(yes=True)


def test_split_hours_are_two_windows() -> None:
    """The visit waits until the lunch break ends."""
    world = town(Bank=hours("9:00 AM – 12:00 PM, 2:00 – 5:00 PM"))
    query = best_order(depart="11:50", day="monday", stops=(stop("Bank", 30),))
    outcome = derived(query, world)
    assert "wait until 2:00 PM" in outcome.steps[0]


@pytest.mark.parametrize("name", ["Mill (2)", "Mill (3)"])
def test_a_repeated_stop_is_not_a_similarly_named_place(name: str) -> None:
    """Both visits are to the mill."""
    legs = (Leg(origin="Mill", destination=name, mode=WALK, duration_s=60),)
    world = World(places=(Place(name="Mill"), Place(name=name)), legs=legs)
    stops = (stop("Mill", 5), stop("Mill", 5), stop(name, 5))
    assert value(ask("length", stops=stops), world) == Quantity(amount=16 * 60, unit="s")


def test_two_names_of_one_spot_take_no_travel() -> None:
    """The trip starts at its first stop."""
    query = feasible(origin="Castle", depart="10:00", budget_min=120, stops=STOPS[:1])
    assert value(query) == YesNo(yes=True)


def test_a_leg_without_a_time_is_not_used() -> None:
    """Only its distance is known, in both directions."""
    world = World(
        places=(Place(name="A"), Place(name="B")),
        legs=tuple(
            Leg(origin=a, destination=b, mode=WALK, distance_m=10.0) for a, b in ("AB", "BA")
        ),
    )
    failure(feasible(origin="A", depart="10:00", stops=(stop("B"),)), world)


def test_the_best_order_holds_on_most_days() -> None:
    """The castle opens at eight on Sundays only."""
    week = hours("10:00 AM – 5:00 PM", sunday="8:00 AM – 5:00 PM")
    slots: dict[str, Any] = {
        "origin": "Inn",
        "depart": "08:00",
        "stops": (stop("Castle", 30), stop("Park", 10)),
    }
    world = town(Castle=week)
    assert value(best_order(**slots), world) == Names(names=("Park -> Castle",), reading="ranked")
    assert value(best_order(**slots, day="sunday"), world) == Names(
        names=("Castle -> Park",), reading="ranked"
    )


def test_an_order_feasible_on_one_day_alone_is_rejected() -> None:
    """Without a stated day the plan has to hold on most days."""
    week = hours("Closed", sunday="10:00 AM – 5:00 PM")
    query = best_order(origin="Inn", depart="10:00", stops=(stop("Castle", 30),))
    assert isinstance(solve(query, town(Castle=week)), Infeasible)
    derived(query, town(Castle=week), Conventions(unstated_day="any"))


def test_visits_with_an_unreachable_end_are_not_counted() -> None:
    """No leg leads to the lake."""
    query = ask(
        "visits", origin="Inn", end="Lake", depart="10:00", budget_min=60, stops=(stop("Park", 10),)
    )
    outcome = failure(query)
    assert outcome.reason == "missing_leg"


def test_no_visit_counts_if_the_end_is_reached_too_late() -> None:
    """The park is twenty minutes away; this is known, so nothing is missing."""
    query = ask(
        "visits", origin="Inn", end="Park", depart="10:00", budget_min=10, stops=(stop("Bank", 5),)
    )
    outcome = infeasible(query)
    assert outcome.first_broken == "is over at 10:20 AM, but the limit is 10:10 AM"


def test_a_first_stop_must_hold_on_most_days() -> None:
    """The castle first is possible on Sundays only, when it opens early."""
    week = hours("12:00 – 5:00 PM", sunday="8:00 AM – 5:00 PM")
    query = best_order(
        origin="Inn",
        depart="08:00",
        finish_by="11:00",
        stops=(stop("Castle", 30), stop("Bank", 10)),
        orders=(offer("Castle"),),
    )
    outcome = infeasible(query, town(Castle=week))
    assert ("unstated_day", "most") in outcome.conventions


def test_the_second_order_and_the_last_one() -> None:
    """Ranks follow the ranking by finish, offered or not."""
    slots: dict[str, Any] = {
        "origin": "Inn",
        "depart": "10:00",
        "stops": (*STOPS, stop("Park", 10)),
    }
    orders = (offer("Castle", "Bank", "Park"), offer("Bank", "Castle", "Park"),
              offer("Park", "Castle", "Bank"))  # fmt: skip
    ranked = ("BCP", "PCB", "CBP")
    assert value(best_order(**slots, orders=orders)) == Names(names=ranked, reading="ranked")
    assert value(best_order(**slots, orders=orders, rank=2)) == Names(
        names=ranked, reading="nth", rank=2
    )
    assert value(best_order(**slots, orders=orders, most=True)) == Names(
        names=ranked[::-1], reading="ranked"
    )
    second = value(best_order(**slots, rank=2))
    assert isinstance(second, Names)
    assert (second.reading, second.names[1]) == ("nth", "Park -> Castle -> Bank")


def test_ranks_without_an_order_are_rejected() -> None:
    """There are two orders; the last of all orders is not searched."""
    outcome = failure(best_order(origin="Inn", stops=STOPS, rank=3))
    assert (outcome.reason, outcome.detail) == (
        "nothing_matches",
        "there are only 2 feasible orders",
    )
    last = failure(best_order(origin="Inn", stops=STOPS, most=True))
    assert last.reason == "under_specified"


def test_a_stop_cannot_precede_itself() -> None:
    """Two names of the same stop make no pair."""
    found = failure(
        best_order(origin="Inn", stops=(stop("Bank"), stop("Park")), before=(("Bank", "bank"),))
    )
    assert (found.reason, found.value) == ("same_place", "bank")


@pytest.mark.parametrize("name", ["Volcano", "Inn"])
def test_precedence_needs_stops(name: str) -> None:
    """The error has the path and the stops; the origin is not a stop."""
    trip: dict[str, Any] = {
        "origin": "Inn",
        "depart": "10:00",
        "stops": STOPS,
        "before": (("Castle", "Bank"), (name, "Bank")),
    }
    for query, path in (
        (best_order(**trip), "$.among.trip.before[1][0]"),
        (feasible(**trip), "$.trip.before[1][0]"),
        (ask("finish", **trip), "$.figure.trip.before[1][0]"),
        (ask("visits", **trip), "$.figure.trip.before[1][0]"),
        (left_out(**trip), "$.of.trip.before[1][0]"),
    ):
        found = failure(query)
        assert (found.reason, found.path, found.value) == ("unknown_place", path, name)
        assert set(found.candidates) == {"Castle", "Bank"}
        assert f"'{name}' is not a stop of the trip; its stops are" in found.detail


def test_precedence_of_a_stop_left_out_is_ignored() -> None:
    query = left_out(
        origin="Inn", depart="10:00", budget_min=40, stops=STOPS, before=(("Castle", "Bank"),)
    )
    assert value(query) == Names(names=("Castle",), reading="any")
