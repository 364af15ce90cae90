"""Plans of trips over their possible days, as the tools request them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.planning import InfeasibleTrip, TripPlan, TripProblem
from geoeval.query.conventions import DEFAULT
from geoeval.query.parts import Trip
from geoeval.query.trace import Blocked, Trace
from geoeval.query.trips import days
from geoeval.query.trips.days import Goal, plan_best_day
from geoeval.query.trips.placed import describe_breach, describe_conflict
from geoeval.world.model import World
from tests.query.trips.town import hours, stop, town


def trace(world: World | None = None) -> Trace:
    """Return a trace for the town that has no described places."""

    def never(query: object, trace: Trace) -> object:
        raise AssertionError(query, trace)

    return Trace(
        world=world or town(),
        conventions=DEFAULT,
        described=never,  # type: ignore[arg-type]  # it is never called
        best_route=never,  # type: ignore[arg-type]  # it is never called
    )


def trip(**slots: object) -> Trip:
    """Return a trip from the inn at ten."""
    stops = (stop("Castle", 120), stop("Bank", 30))
    return Trip.model_validate({"origin": "Inn", "depart": "10:00", "stops": stops} | slots)


def test_a_plan_has_its_times_and_slack() -> None:
    """The bank closes at three: it could be visited 125 minutes later."""
    plan = plan_best_day(trip(day="monday"), trace())
    assert isinstance(plan.found, TripPlan)
    assert (plan.proved, plan.weekdays, plan.better_days) == (True, (0,), ())
    assert plan.found.schedule.order == (0, 1)
    assert plan.found.slack == (125 * 60, 125 * 60)


def test_a_plan_keeps_the_given_order() -> None:
    """A quicker order exists."""
    swapped = trip(stops=(stop("Bank", 30), stop("Castle", 120)))
    free, kept = plan_best_day(swapped, trace()), plan_best_day(swapped, trace(), in_order=True)
    assert isinstance(free.found, TripPlan)
    assert isinstance(kept.found, TripPlan)
    assert (free.found.schedule.order, kept.found.schedule.order) == ((1, 0), (0, 1))


def test_the_latest_departure_has_its_own_times() -> None:
    """Leaving at 12:05 ends the trip by three with no slack left."""
    plan = plan_best_day(trip(depart=None, finish_by="15:00"), trace(), "latest_departure")
    assert isinstance(plan.found, TripPlan)
    assert plan.found.schedule.depart == (15 * 60 - 175) * 60
    assert plan.found.slack == (0, 0)
    assert plan.placed.clocked


@pytest.mark.parametrize(
    ("slots", "depart"),
    [
        ({"depart": "22:00", "finish_by": "01:00"}, 24 * 60 + 30),
        ({"depart": "00:30", "finish_by": "01:00"}, 30),
        ({"depart": None, "finish_by": "01:00"}, 30),
    ],
)
def test_the_latest_departure_may_be_past_midnight(slots: dict[str, str], depart: int) -> None:
    """Half an hour before one o'clock, in the night after the earliest departure."""
    stops = (stop("Park", 10),)
    plan = plan_best_day(trip(stops=stops, **slots), trace(), "latest_departure")
    assert isinstance(plan.found, TripPlan)
    assert (plan.found.value, plan.proved) == (depart * 60, True)


def test_better_days_allow_a_later_departure() -> None:
    """The castle closes at five, on Sundays at six, and is ten minutes away."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", sunday="10:00 AM – 6:00 PM"))
    visit = trip(depart=None, stops=(stop("Castle", 50),))
    plan = plan_best_day(visit, trace(world), "latest_departure")
    assert isinstance(plan.found, TripPlan)
    assert plan.found.value == 16 * 3600
    assert (plan.weekdays, plan.better_days) == ((0, 1, 2, 3, 4, 5, 6), (6,))


def test_a_plan_is_proved_only_if_proved_on_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unproved plan on Sundays leaves the best of all days unknown."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", sunday="10:00 AM – 6:00 PM"))
    plan_day = days._plan_day

    def unsure_on_sundays(problem: TripProblem, goal: Goal, shared: int) -> TripPlan:
        found = plan_day(problem, goal, shared)
        assert isinstance(found, TripPlan)
        sunday = any(w.closes == 18 * 3600 for s in problem.stops for w in s.windows or ())
        return replace(found, bound=found.bound - 60 * sunday)

    known = plan_best_day(trip(), trace(world))
    monkeypatch.setattr(days, "_plan_day", unsure_on_sundays)
    unsure = plan_best_day(trip(), trace(world))
    assert isinstance(known.found, TripPlan)
    assert isinstance(unsure.found, TripPlan)
    assert (known.proved, unsure.proved) == (True, False)


def test_optional_stops_may_be_left_out() -> None:
    """There is only time for the castle, which is required; the bank is optional."""
    tight = trip(budget_min=140)
    plan = plan_best_day(tight, trace(), "most_visits", optional=(1,))
    assert isinstance(plan.found, TripPlan)
    assert plan.found.schedule.order == (0,)
    any_one = plan_best_day(tight, trace(), "most_visits")
    assert isinstance(any_one.found, TripPlan)
    assert any_one.found.value == 1


def test_an_infeasible_plan_is_explained() -> None:
    """It has the first violation, the conflicting stops and the days with a plan."""
    world = town(Castle=hours("Closed", sunday="10:00 AM – 5:00 PM"))
    none = plan_best_day(trip(), trace(world))
    assert isinstance(none.found, InfeasibleTrip)
    assert none.weekdays == (6,)
    broken = none.found.nearest.first_broken
    assert broken is not None
    assert describe_breach(broken, none.placed).startswith("Castle is closed on Monday, Tuesday")
    assert "Castle" in describe_conflict(none.found.conflicts[0], none.placed)


def test_missing_legs_of_a_plan_are_reported() -> None:
    """No leg leads to the lake; legs that the plan needs come first."""
    found = plan_best_day(trip(stops=(stop("Bank"), stop("Lake"))), trace())
    assert found.found is None
    start, goal = found.lacking[0]
    assert {found.placed.places[start].name, found.placed.places[goal].name} == {"Bank", "Lake"}


def test_legs_that_could_improve_a_plan_are_reported() -> None:
    """Through the park the kiosk is reached at 10:24; its distance from the inn is unknown."""
    plan = plan_best_day(trip(stops=(stop("Park"), stop("Kiosk"))), trace())
    assert isinstance(plan.found, TripPlan)
    assert plan.found.schedule.finish == (10 * 60 + 24) * 60
    assert not plan.proved
    (start, goal), *_ = plan.lacking
    assert [plan.placed.places[node].name for node in (start, goal)] == ["Inn", "Kiosk"]
    short = trip(stops=(stop("Park"), stop("Kiosk")), budget_min=22)
    visits = plan_best_day(short, trace(), "most_visits")
    assert isinstance(visits.found, TripPlan)
    assert (visits.found.value, visits.proved) == (1, False)


def test_a_plan_with_all_stops_lacks_no_leg() -> None:
    """A quicker way to the kiosk would not add a third visit."""
    long = trip(stops=(stop("Park"), stop("Kiosk")), budget_min=24)
    visits = plan_best_day(long, trace(), "most_visits")
    assert isinstance(visits.found, TripPlan)
    assert (visits.found.value, visits.proved, visits.lacking) == (2, True, ())


@pytest.mark.parametrize(
    ("goal", "place"),
    [("most_visits", "Park"), ("latest_departure", "Park"), ("latest_departure", "Kiosk")],
)
def test_a_goal_without_a_limit_is_rejected(goal: Goal, place: str) -> None:
    """A park without hours and an always open kiosk limit nothing."""
    free = trip(stops=(stop(place, 10),), origin=None)
    with pytest.raises(Blocked, match=r"does not say how much time|names no deadline") as caught:
        plan_best_day(free, trace(), goal)
    assert caught.value.reason == "under_specified"


def test_a_plan_has_its_legs() -> None:
    """One leads to each visit and to the end; the first stop of a trip without origin has none."""
    plan = plan_best_day(trip(origin=None, end="Inn"), trace(), in_order=True)
    assert isinstance(plan.found, TripPlan)
    first, second, back = plan.placed.legs_along(plan.found.order)
    assert first is None
    assert second is not None
    assert back is not None
    assert (second.seconds, back.seconds, back.opposite) == (15 * 60, 6 * 60, False)


def test_the_least_travel_may_finish_later() -> None:
    """Waiting for the castle to open halves the travel."""
    early = trip(depart="08:30", day="monday")
    least, first = plan_best_day(early, trace(), "least_travel"), plan_best_day(early, trace())
    assert isinstance(least.found, TripPlan)
    assert isinstance(first.found, TripPlan)
    assert (least.found.order, first.found.order) == ((0, 1), (1, 0))
    assert (least.found.value, least.proved) == (25 * 60, True)
    assert first.found.schedule.finish < least.found.schedule.finish


def test_legs_that_could_reduce_travel_are_reported() -> None:
    """Through the park it is 24 minutes to the kiosk; its distance from the inn is unknown."""
    plan = plan_best_day(trip(stops=(stop("Park"), stop("Kiosk"))), trace(), "least_travel")
    assert isinstance(plan.found, TripPlan)
    assert (plan.found.value, plan.proved) == (24 * 60, False)


def test_an_infeasible_trip_has_no_least_travel() -> None:
    """The castle is closed."""
    world = town(Castle=hours("Closed"))
    assert isinstance(plan_best_day(trip(), trace(world), "least_travel").found, InfeasibleTrip)


def test_cyclic_precedence_has_no_plan() -> None:
    """Each stop has to precede the other."""
    none = plan_best_day(trip(before=(("Castle", "Bank"), ("Bank", "Castle"))), trace())
    assert isinstance(none.found, InfeasibleTrip)
    broken = none.found.nearest.first_broken
    assert broken is not None
    assert describe_breach(broken, none.placed) == "visits Bank before Castle"
