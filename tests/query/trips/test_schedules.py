"""Offered schedules checked minute by minute."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Listing
from geoeval.query.conventions import Conventions
from geoeval.query.parts import OfferedSchedule, ScheduledVisit, Schedules, Trip
from geoeval.query.values import Names
from tests.query.trips.town import derived, failure, hours, infeasible, stop, town, value

STOPS = (stop("Castle", 120), stop("Bank", 30))
GOOD = (("Castle", "10:10", "12:10"), ("Bank", "12:25", "12:55"))


def schedule(text: str, *visits: tuple[str, ...]) -> OfferedSchedule:
    """Return a schedule of (place, start[, end])."""
    return OfferedSchedule(
        text=text,
        visits=tuple(
            ScheduledVisit(place=place, start=start, end=end[0] if end else None)
            for place, start, *end in visits
        ),
    )


def check(*schedules: OfferedSchedule, **slots: object) -> Listing:
    """Return a check of a Monday from the inn at 10 AM."""
    in_order = bool(slots.pop("in_order", False))
    slots = {"origin": "Inn", "depart": "10:00", "day": "monday", "stops": STOPS} | slots
    trip = Trip.model_validate(slots)
    return Listing(of=Schedules(trip=trip, schedules=schedules, in_order=in_order))


def broken(*visits: tuple[str, ...], **slots: object) -> str:
    """Return the violations of a single schedule."""
    outcome = infeasible(check(schedule("S", *visits), **slots))
    return outcome.first_broken


def test_a_feasible_schedule_holds() -> None:
    """It ends at 12:55 with no spare time."""
    outcome = derived(check(schedule("S", *GOOD)))
    assert outcome.value == Names(names=("S",), reading="ranked")
    assert outcome.steps == ("'S': feasible, finishes at 12:55 PM",)
    assert any(fact.text.startswith("Castle is open: Monday") for fact in outcome.facts)


def test_schedules_rank_by_finish_and_spare_time() -> None:
    """S finishes first; W and L finish together."""
    late = (("Castle", "10:10", "12:10"), ("Bank", "12:40", "13:10"))
    wasteful = (("Bank", "10:06", "10:36"), ("Castle", "11:05", "13:10"))
    names = value(check(schedule("W", *wasteful), schedule("L", *late), schedule("S", *GOOD)))
    assert names == Names(names=("S", "W", "L"), reading="ranked")


def test_equally_good_schedules_tie() -> None:
    """The same schedule is offered twice."""
    assert value(check(schedule("A", *GOOD), schedule("B", *GOOD))) == Names(
        names=("A", "B"), reading="ranked", tied=2
    )


@pytest.mark.parametrize(
    ("visits", "reason"),
    [
        (
            (("Castle", "10:10", "12:00"), GOOD[1]),
            "stays 1 hour 50 mins at Castle, not 2 hours 0 mins",
        ),
        (
            (GOOD[0], ("Bank", "12:24", "12:55")),
            "is at Bank at 12:24 PM, but it takes 15 mins from 12:10 PM: 12:25 PM",
        ),
        (
            (("Castle", "10:05", "12:10"), GOOD[1]),
            "is at Castle at 10:05 AM, but it takes 10 mins from 10:00 AM: 10:10 AM",
        ),
        ((GOOD[0],), "leaves out Bank"),
        (
            (("Castle", "13:00", "15:00"), ("Bank", "15:15", "15:45")),
            "arrives at Bank at 3:15 PM, but it closes at 3:00 PM on Monday",
        ),
        (
            (("Castle", "12:20", "14:20"), ("Bank", "14:35", "15:05")),
            "stays at Bank until 3:05 PM, but it closes at 3:00 PM on Monday",
        ),
        (
            (("Castle", "10:10", "12:00"), ("Bank", "12:25", "12:45")),
            "stays 1 hour 50 mins at Castle, not 2 hours 0 mins",
        ),
        (
            (("Volcano", "10:10", "12:10"), GOOD[1]),
            "no place of the context is called 'Volcano'",
        ),
    ],
)
def test_violations_of_a_schedule_are_reported(
    visits: tuple[tuple[str, ...], ...], reason: str
) -> None:
    """The first violation has its numbers."""
    assert broken(*visits) == f"'S': {reason}"


def test_a_visit_before_opening_is_reported() -> None:
    visits = (("Castle", "09:30", "11:30"), ("Bank", "11:45", "12:15"))
    assert broken(*visits, depart="09:00") == (
        "'S': is at Castle at 9:30 AM, but it opens at 10:00 AM on Monday"
    )


def test_a_visit_on_a_closed_day_is_reported() -> None:
    """The castle is closed on Mondays."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", monday="Closed"))
    query = check(schedule("S", *GOOD))
    outcome = infeasible(query, world)
    assert outcome.first_broken == "'S': Castle is closed on Monday"
    assert outcome.conventions == (("opening_hours", "bind"),)
    assert value(query, world, Conventions(opening_hours="ignore")) == Names(
        names=("S",), reading="ranked"
    )


def test_without_a_day_a_single_suitable_day_suffices() -> None:
    """A closed Monday excludes nothing if no day is given."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", monday="Closed"))
    assert value(check(schedule("S", *GOOD), day=None), world) == Names(
        names=("S",), reading="ranked"
    )


def test_without_a_day_hours_may_be_ignored_by_convention() -> None:
    """The place is closed on every day, but no day is given."""
    world = town(Castle=hours("Closed"))
    query = check(schedule("S", *GOOD), day=None)
    outcome = infeasible(query, world)
    assert dict(outcome.conventions) == {"opening_hours": "bind", "unstated_day": "most"}
    assert value(query, world, Conventions(unstated_day="ignore")) == Names(
        names=("S",), reading="ranked"
    )


def test_violations_of_every_schedule_are_reported() -> None:
    """The schedule closest to feasible gives the first violation."""
    bad = (("Castle", "10:05", "11:10"), ("Bank", "11:20", "11:30"))
    near = (("Castle", "10:10", "12:10"), ("Bank", "12:25", "12:45"))
    outcome = infeasible(check(schedule("bad", *bad), schedule("near", *near)))
    assert outcome.first_broken == "'near': stays 20 mins at Bank, not 30 mins"
    assert outcome.steps[0].count(";") == 3


def test_the_ends_of_a_schedule_are_not_visits() -> None:
    """The start at the inn, and the return if the way allows it."""
    ends = (("Inn", "10:00"), *GOOD)
    good = schedule("good", *ends, ("Inn", "13:01"))
    bad = schedule("bad", *ends, ("Inn", "13:00"))
    outcome = derived(check(bad, good, end="Inn"))
    assert outcome.value == Names(names=("good",), reading="ranked")
    assert outcome.steps[0] == (
        "'bad': is at Inn at 1:00 PM, but it takes 6 mins from 12:55 PM: 1:01 PM"
    )


def test_arrivals_alone_use_the_requested_stays() -> None:
    """Each visit then lasts as long as it should."""
    good = schedule("good", ("Castle", "10:10"), ("Bank", "12:25"))
    bad = schedule("bad", ("Castle", "10:10"), ("Bank", "12:20"))
    assert value(check(bad, good)) == Names(names=("good",), reading="ranked")


def test_a_scheduled_place_replaces_an_unknown_stop() -> None:
    """The park is the garden of the question, so its visit must be long enough."""
    stops = (stop("Castle", 120), stop("a garden", 20))
    good = schedule("good", GOOD[0], ("Park", "12:20", "12:40"))
    short = schedule("short", GOOD[0], ("Park", "12:20", "12:30"))
    assert value(check(short, good, stops=stops)) == Names(names=("good",), reading="ranked")


def test_an_unknown_stop_in_a_schedule_stays_unknown() -> None:
    """The schedule does not say where the garden is."""
    stops = (stop("Castle", 120), stop("a garden", 20))
    assert broken(GOOD[0], ("a garden", "12:20", "12:40"), stops=stops) == (
        "'S': no place of the context is called 'a garden'"
    )


def test_an_extra_visit_must_be_feasible_too() -> None:
    """A detour through the park is allowed if its legs fit."""
    detour = (GOOD[0], ("Park", "12:20", "12:30"), ("Bank", "13:00", "13:30"))
    assert value(check(schedule("S", *detour))) == Names(names=("S",), reading="ranked")
    arrived = (GOOD[0], ("Park", "12:20"), ("Bank", "12:49", "13:30"))
    assert "is at Bank at 12:49 PM" in broken(*arrived)


def test_a_prescribed_order_is_kept() -> None:
    """The bank comes second."""
    swapped = (("Bank", "10:05", "10:35"), ("Castle", "11:00", "13:00"))
    assert value(check(schedule("S", *swapped))) == Names(names=("S",), reading="ranked")
    assert broken(*swapped, in_order=True) == (
        "'S': does not visit the stops in the prescribed order"
    )
    assert broken(*swapped, before=(("Castle", "Bank"),)) == "'S': visits Bank before Castle"
    assert value(check(schedule("S", *GOOD), before=(("Castle", "Bank"),))) == Names(
        names=("S",), reading="ranked"
    )


def test_a_booking_is_kept() -> None:
    """The visit starts at the booked time only."""
    stops = (stop("Castle", 120, "10:30"), STOPS[1])
    assert broken(*GOOD, stops=stops) == "'S': is at Castle at 10:10 AM, but is booked for 10:30 AM"


def test_a_schedule_keeps_the_budget_and_the_limit() -> None:
    """175 minutes from the departure, or from the first visit by default."""
    late = "'S': is over at 12:55 PM, but the limit is "
    assert broken(*GOOD, finish_by="12:30") == f"{late}12:30 PM"
    assert broken(*GOOD, budget_min=170) == f"{late}12:50 PM"
    assert broken(*GOOD, budget_min=160, depart=None) == f"{late}12:50 PM"


def test_without_a_departure_the_first_visit_is_the_start() -> None:
    """How the first visit is reached does not matter."""
    assert value(check(schedule("S", *GOOD), depart=None, origin=None)) == Names(
        names=("S",), reading="ranked"
    )


def test_a_schedule_may_continue_after_midnight() -> None:
    """A visit from 11 PM to 1 AM is followed by the way back."""
    visits = (("Cinema", "23:00", "01:00"), ("Inn", "01:15"))
    query = check(schedule("S", *visits), stops=(stop("Cinema", 120),), end="Inn", depart="22:00")
    assert value(query) == Names(names=("S",), reading="ranked")


def test_a_schedule_with_a_missing_leg_is_undecided() -> None:
    """The travel time to the lake is unknown."""
    stops = (STOPS[0], stop("Lake", 10))
    outcome = failure(check(schedule("S", GOOD[0], ("Lake", "14:00", "14:10")), stops=stops))
    assert (outcome.reason, outcome.path) == ("missing_leg", "$.of.trip.stops[1].place")
    assert outcome.lacking == "travel time from Castle to Lake"


def test_the_first_missing_leg_from_the_origin_is_reported() -> None:
    """The travel time from the lake is unknown."""
    outcome = failure(check(schedule("S", *GOOD), origin="Lake"))
    assert (outcome.reason, outcome.lacking) == (
        "missing_leg",
        "travel time from Lake to Castle",
    )


def test_an_unknown_origin_leaves_the_first_leg_open() -> None:
    """The rest is checked all the same."""
    assert value(check(schedule("S", *GOOD), origin="Volcano")) == Names(
        names=("S",), reading="ranked"
    )


def test_a_schedule_may_start_at_the_origin() -> None:
    """The inn is not a visit, and neither is the unknown café."""
    holds = Names(names=("S",), reading="ranked")
    assert value(check(schedule("S", ("Inn", "10:00"), *GOOD))) == holds
    vague = (stop("a café", 120), stop("Bank", 30))
    assert value(check(schedule("S", ("Inn", "10:00"), *GOOD), stops=vague)) == holds


def test_unordered_stops_are_normalised() -> None:
    """Checks of the same visits are equal, unless the order is prescribed."""
    given, reversed_ = check(schedule("S", *GOOD)), check(schedule("S", *GOOD), stops=STOPS[::-1])
    assert given == reversed_
    kept = check(schedule("S", *GOOD), stops=STOPS[::-1], in_order=True)
    assert kept != check(schedule("S", *GOOD), in_order=True)
