"""Plans of trips over the days that they may be, as the tools ask for them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.planning import TripPlan, TripProblem
from geoeval.query.conventions import DEFAULT
from geoeval.query.parts import Trip
from geoeval.query.trace import Blocked, Trace
from geoeval.query.trips import days
from geoeval.query.trips.days import Goal, Lacking, NoPlan, Plan, planned
from geoeval.query.trips.laid import conflict_in_words, why
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
    plan = planned(trip(day="monday"), trace())
    assert isinstance(plan, Plan)
    assert (plan.proved, plan.days, plan.better_days) == (True, (0,), ())
    assert plan.played.timeline.order == (0, 1)
    assert plan.plan.slack == (125 * 60, 125 * 60)


def test_a_plan_in_order_keeps_it() -> None:
    """The quicker order is not the one that is given."""
    swapped = trip(stops=(stop("Bank", 30), stop("Castle", 120)))
    free, kept = planned(swapped, trace()), planned(swapped, trace(), in_order=True)
    assert isinstance(free, Plan)
    assert isinstance(kept, Plan)
    assert (free.played.timeline.order, kept.played.timeline.order) == ((1, 0), (0, 1))


def test_the_latest_departure_is_played_from_its_own_time() -> None:
    """One leaves at 12:05 to be done by three; nothing can be later."""
    plan = planned(trip(depart=None, finish_by="15:00"), trace(), "latest_departure")
    assert isinstance(plan, Plan)
    assert plan.played.timeline.depart == (15 * 60 - 175) * 60
    assert plan.played.laid.problem.depart == plan.played.timeline.depart
    assert plan.plan.slack == (0, 0)
    assert plan.laid.clocked


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
    plan = planned(trip(stops=stops, **slots), trace(), "latest_departure")
    assert isinstance(plan, Plan)
    assert (plan.plan.value, plan.proved) == (depart * 60, True)


def test_better_days_are_those_that_allow_to_leave_later() -> None:
    """The castle closes at five, on Sundays at six, and the way there takes ten minutes."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", sunday="10:00 AM – 6:00 PM"))
    visit = trip(depart=None, stops=(stop("Castle", 50),))
    plan = planned(visit, trace(world), "latest_departure")
    assert isinstance(plan, Plan)
    assert plan.plan.value == 16 * 3600
    assert (plan.days, plan.better_days) == ((0, 1, 2, 3, 4, 5, 6), (6,))


def test_a_plan_is_proved_only_if_it_is_on_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a better plan is not ruled out on Sundays, the best of all days is not known."""
    world = town(Castle=hours("10:00 AM – 5:00 PM", sunday="10:00 AM – 6:00 PM"))
    plan_day = days._planned_day

    def unsure_on_sundays(problem: TripProblem, goal: Goal, shared: int) -> TripPlan:
        found = plan_day(problem, goal, shared)
        assert isinstance(found, TripPlan)
        sunday = any(w.closes == 18 * 3600 for s in problem.stops for w in s.windows or ())
        return replace(found, bound=found.bound - 60 * sunday)

    known = planned(trip(), trace(world))
    monkeypatch.setattr(days, "_planned_day", unsure_on_sundays)
    unsure = planned(trip(), trace(world))
    assert isinstance(known, Plan)
    assert isinstance(unsure, Plan)
    assert (known.proved, unsure.proved) == (True, False)


def test_some_stops_may_be_left_out() -> None:
    """The castle has to be seen, the bank may be; there is only time for the castle."""
    tight = trip(budget_min=140)
    plan = planned(tight, trace(), "most_visits", optional=(1,))
    assert isinstance(plan, Plan)
    assert plan.played.timeline.order == (0,)
    any_one = planned(tight, trace(), "most_visits")
    assert isinstance(any_one, Plan)
    assert any_one.plan.value == 1


def test_why_there_is_no_plan() -> None:
    """What breaks first, what cannot hold together, and the days on which there is a plan."""
    world = town(Castle=hours("Closed", sunday="10:00 AM – 5:00 PM"))
    none = planned(trip(), trace(world))
    assert isinstance(none, NoPlan)
    assert none.days == (6,)
    broken = none.found.nearest.first_broken
    assert broken is not None
    assert why(broken, none.laid).startswith("Castle is closed on Monday, Tuesday")
    assert "Castle" in conflict_in_words(none.found.conflicts[0], none.laid)


def test_ways_without_which_there_is_no_plan() -> None:
    """Nothing leads to the lake; the way that the plan needs comes first."""
    found = planned(trip(stops=(stop("Bank"), stop("Lake"))), trace())
    assert isinstance(found, Lacking)
    start, goal = found.ways[0]
    assert {found.laid.places[start].name, found.laid.places[goal].name} == {"Bank", "Lake"}


def test_a_better_plan_that_a_way_not_known_may_allow() -> None:
    """Over the park the kiosk is reached at 10:24; how far it is from the inn nobody knows."""
    plan = planned(trip(stops=(stop("Park"), stop("Kiosk"))), trace())
    assert isinstance(plan, Plan)
    assert plan.played.timeline.finish == (10 * 60 + 24) * 60
    assert not plan.proved
    (start, goal), *_ = plan.lacking
    assert [plan.laid.places[node].name for node in (start, goal)] == ["Inn", "Kiosk"]
    short = trip(stops=(stop("Park"), stop("Kiosk")), budget_min=22)
    visits = planned(short, trace(), "most_visits")
    assert isinstance(visits, Plan)
    assert (visits.plan.value, visits.proved) == (1, False)


def test_no_way_is_lacking_where_all_stops_are_visited() -> None:
    """A quicker way to the kiosk would not add a third visit."""
    long = trip(stops=(stop("Park"), stop("Kiosk")), budget_min=24)
    visits = planned(long, trace(), "most_visits")
    assert isinstance(visits, Plan)
    assert (visits.plan.value, visits.proved, visits.lacking) == (2, True, ())


@pytest.mark.parametrize(
    ("goal", "place"),
    [("most_visits", "Park"), ("latest_departure", "Park"), ("latest_departure", "Kiosk")],
)
def test_a_goal_that_needs_a_limit_says_so(goal: Goal, place: str) -> None:
    """Neither a park without hours nor a kiosk that is always open limits anything."""
    free = trip(stops=(stop(place, 10),), origin=None)
    with pytest.raises(Blocked, match=r"does not say how much time|names no deadline") as caught:
        planned(free, trace(), goal)
    assert caught.value.reason == "under_specified"


def test_ways_of_a_plan() -> None:
    """To each visit and to the end; none leads to the first stop without an origin."""
    plan = planned(trip(origin=None, end="Inn"), trace(), in_order=True)
    assert isinstance(plan, Plan)
    first, second, back = plan.played.ways
    assert first is None
    assert second is not None
    assert back is not None
    assert (second.seconds, back.seconds, back.opposite) == (15 * 60, 6 * 60, False)


def test_the_least_travel_may_be_over_later() -> None:
    """One waits for the castle to open rather than go by the bank twice as far."""
    early = trip(depart="08:30", day="monday")
    least, first = planned(early, trace(), "least_travel"), planned(early, trace())
    assert isinstance(least, Plan)
    assert isinstance(first, Plan)
    assert [found.played.timeline.order for found in (least, first)] == [(0, 1), (1, 0)]
    assert (least.plan.value, least.proved) == (25 * 60, True)
    assert first.played.timeline.finish < least.played.timeline.finish


def test_less_travel_that_a_way_not_known_may_allow() -> None:
    """Over the park it is 24 minutes to the kiosk; nobody knows how far it is from the inn."""
    plan = planned(trip(stops=(stop("Park"), stop("Kiosk"))), trace(), "least_travel")
    assert isinstance(plan, Plan)
    assert (plan.plan.value, plan.proved) == (24 * 60, False)


def test_no_plan_travels_least_where_there_is_none() -> None:
    """The castle is closed."""
    world = town(Castle=hours("Closed"))
    assert isinstance(planned(trip(), trace(world), "least_travel"), NoPlan)


def test_stops_that_wait_for_each_other_have_no_plan() -> None:
    """Each is to come before the other."""
    none = planned(trip(before=(("Castle", "Bank"), ("Bank", "Castle"))), trace())
    assert isinstance(none, NoPlan)
    broken = none.found.nearest.first_broken
    assert broken is not None
    assert why(broken, none.laid) == "visits Bank before Castle"
