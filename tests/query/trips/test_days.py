"""Plans of trips over the days that they may be, as the tools ask for them."""

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
    """Return a sheet for the town, on which no place is described."""

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


def test_a_plan_has_its_times_and_its_slack() -> None:
    """The bank closes at three: it could be visited later by 125 minutes."""
    plan = plan_best_day(trip(day="monday"), trace())
    assert isinstance(plan.found, TripPlan)
    assert (plan.proved, plan.weekdays, plan.better_days) == (True, (0,), ())
    assert plan.found.schedule.order == (0, 1)
    assert plan.found.slack == (125 * 60, 125 * 60)


def test_a_plan_in_order_keeps_it() -> None:
    """The quicker order is not the one that is given."""
    swapped = trip(stops=(stop("Bank", 30), stop("Castle", 120)))
    free, kept = plan_best_day(swapped, trace()), plan_best_day(swapped, trace(), in_order=True)
    assert isinstance(free.found, TripPlan)
    assert isinstance(kept.found, TripPlan)
    assert (free.found.schedule.order, kept.found.schedule.order) == ((1, 0), (0, 1))


def test_the_latest_departure_is_played_from_its_own_time() -> None:
    """One leaves at 12:05 to be done by three; nothing can be later."""
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
def test_the_latest_departure_may_lie_past_midnight(slots: dict[str, str], depart: int) -> None:
    """Half an hour before one o'clock, in the night that follows the earliest departure."""
    stops = (stop("Park", 10),)
    plan = plan_best_day(trip(stops=stops, **slots), trace(), "latest_departure")
    assert isinstance(plan.found, TripPlan)
    assert (plan.found.value, plan.proved) == (depart * 60, True)


def test_better_days_are_those_that_allow_to_leave_later() -> None:
    """The castle closes at five, on Sundays at six, and the way there takes ten minutes."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", sunday="10:00 AM – 6:00 PM"))
    visit = trip(depart=None, stops=(stop("Castle", 50),))
    plan = plan_best_day(visit, trace(world), "latest_departure")
    assert isinstance(plan.found, TripPlan)
    assert plan.found.value == 16 * 3600
    assert (plan.weekdays, plan.better_days) == ((0, 1, 2, 3, 4, 5, 6), (6,))


def test_a_plan_is_proved_only_if_it_is_on_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a better plan is not ruled out on Sundays, the best of all days is not known."""
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


def test_some_stops_may_be_left_out() -> None:
    """The castle has to be seen, the bank may be; there is only time for the castle."""
    tight = trip(budget_min=140)
    plan = plan_best_day(tight, trace(), "most_visits", optional=(1,))
    assert isinstance(plan.found, TripPlan)
    assert plan.found.schedule.order == (0,)
    any_one = plan_best_day(tight, trace(), "most_visits")
    assert isinstance(any_one.found, TripPlan)
    assert any_one.found.value == 1


def test_why_there_is_no_plan() -> None:
    """What breaks first, what cannot hold together, and the days on which there is a plan."""
    world = town(Castle=hours("Closed", sunday="10:00 AM – 5:00 PM"))
    none = plan_best_day(trip(), trace(world))
    assert isinstance(none.found, InfeasibleTrip)
    assert none.weekdays == (6,)
    broken = none.found.nearest.first_broken
    assert broken is not None
    assert describe_breach(broken, none.placed).startswith("Castle is closed on Monday, Tuesday")
    assert "Castle" in describe_conflict(none.found.conflicts[0], none.placed)


def test_ways_without_which_there_is_no_plan() -> None:
    """Nothing leads to the lake; the way that the plan needs comes first."""
    found = plan_best_day(trip(stops=(stop("Bank"), stop("Lake"))), trace())
    assert found.found is None
    start, goal = found.lacking[0]
    assert {found.placed.places[start].name, found.placed.places[goal].name} == {"Bank", "Lake"}


def test_a_better_plan_that_a_way_not_known_may_allow() -> None:
    """Over the park the kiosk is reached at 10:24; how far it is from the inn nobody knows."""
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


def test_no_way_is_lacking_where_all_stops_are_visited() -> None:
    """A quicker way to the kiosk would not add a third visit."""
    long = trip(stops=(stop("Park"), stop("Kiosk")), budget_min=24)
    visits = plan_best_day(long, trace(), "most_visits")
    assert isinstance(visits.found, TripPlan)
    assert (visits.found.value, visits.proved, visits.lacking) == (2, True, ())


@pytest.mark.parametrize(
    ("goal", "place"),
    [("most_visits", "Park"), ("latest_departure", "Park"), ("latest_departure", "Kiosk")],
)
def test_a_goal_that_needs_a_limit_says_so(goal: Goal, place: str) -> None:
    """Neither a park without hours nor a kiosk that is always open limits anything."""
    free = trip(stops=(stop(place, 10),), origin=None)
    with pytest.raises(Blocked, match=r"does not say how much time|names no deadline") as caught:
        plan_best_day(free, trace(), goal)
    assert caught.value.reason == "under_specified"


def test_ways_of_a_plan() -> None:
    """To each visit and to the end; none leads to the first stop without an origin."""
    plan = plan_best_day(trip(origin=None, end="Inn"), trace(), in_order=True)
    assert isinstance(plan.found, TripPlan)
    first, second, back = plan.placed.legs_along(plan.found.order)
    assert first is None
    assert second is not None
    assert back is not None
    assert (second.seconds, back.seconds, back.opposite) == (15 * 60, 6 * 60, False)


def test_the_least_travel_may_be_over_later() -> None:
    """One waits for the castle to open rather than go by the bank twice as far."""
    early = trip(depart="08:30", day="monday")
    least, first = plan_best_day(early, trace(), "least_travel"), plan_best_day(early, trace())
    assert isinstance(least.found, TripPlan)
    assert isinstance(first.found, TripPlan)
    assert (least.found.order, first.found.order) == ((0, 1), (1, 0))
    assert (least.found.value, least.proved) == (25 * 60, True)
    assert first.found.schedule.finish < least.found.schedule.finish


def test_less_travel_that_a_way_not_known_may_allow() -> None:
    """Over the park it is 24 minutes to the kiosk; nobody knows how far it is from the inn."""
    plan = plan_best_day(trip(stops=(stop("Park"), stop("Kiosk"))), trace(), "least_travel")
    assert isinstance(plan.found, TripPlan)
    assert (plan.found.value, plan.proved) == (24 * 60, False)


def test_no_plan_travels_least_where_there_is_none() -> None:
    """The castle is closed."""
    world = town(Castle=hours("Closed"))
    assert isinstance(plan_best_day(trip(), trace(world), "least_travel").found, InfeasibleTrip)


def test_stops_that_wait_for_each_other_have_no_plan() -> None:
    """Each is to come before the other."""
    none = plan_best_day(trip(before=(("Castle", "Bank"), ("Bank", "Castle"))), trace())
    assert isinstance(none.found, InfeasibleTrip)
    broken = none.found.nearest.first_broken
    assert broken is not None
    assert describe_breach(broken, none.placed) == "visits Bank before Castle"
