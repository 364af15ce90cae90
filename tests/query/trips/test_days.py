"""Plans of trips over the days that they may be, as the tools ask for them."""

from __future__ import annotations

import pytest

from geoeval.query.conventions import DEFAULT
from geoeval.query.parts import Trip
from geoeval.query.solve import Working
from geoeval.query.trips.days import Goal, Lacking, NoPlan, Plan, planned
from geoeval.query.trips.figures import latest_departure, played
from geoeval.query.trips.laid import Played
from geoeval.query.trips.words import conflict_in_words, why
from geoeval.query.working import Blocked
from geoeval.world.model import World
from tests.query.trips.town import figure, hours, stop, town


def work(world: World | None = None) -> Working:
    """Return a sheet for the town, on which no place is described."""

    def never(query: object, work: Working) -> object:
        raise AssertionError(query, work)

    return Working(
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
    """The bank closes at three: it could be visited later by 95 minutes, all else kept."""
    plan = planned(trip(day="monday"), work())
    assert isinstance(plan, Plan)
    assert (plan.proved, plan.days, plan.better_days) == (True, (0,), ())
    assert plan.played.timeline.order == (0, 1)
    assert plan.played.slack == (125 * 60, 125 * 60)
    assert plan.played.slack == plan.plan.slack


def test_a_plan_in_order_keeps_it() -> None:
    """The quicker order is not the one that is given."""
    swapped = trip(stops=(stop("Bank", 30), stop("Castle", 120)))
    free, kept = planned(swapped, work()), planned(swapped, work(), in_order=True)
    assert isinstance(free, Plan)
    assert isinstance(kept, Plan)
    assert (free.played.timeline.order, kept.played.timeline.order) == ((1, 0), (0, 1))


def test_the_latest_departure_has_the_slack_of_its_own_time() -> None:
    """One leaves at 12:15 to be done by three; nothing can be later."""
    plan = planned(trip(depart=None, finish_by="15:00"), work(), "latest_departure")
    assert isinstance(plan, Plan)
    assert plan.played.timeline.depart == (15 * 60 - 175) * 60
    assert plan.played.slack == (0, 0)


def test_some_stops_may_be_left_out() -> None:
    """The castle has to be seen, the bank may be; there is only time for the castle."""
    tight = trip(budget_min=140)
    plan = planned(tight, work(), "most_visits", optional=(1,))
    assert isinstance(plan, Plan)
    assert plan.played.timeline.order == (0,)
    any_one = planned(tight, work(), "most_visits")
    assert isinstance(any_one, Plan)
    assert any_one.plan.value == 1


def test_why_there_is_no_plan() -> None:
    """What breaks first, what cannot hold together, and the days on which there is a plan."""
    world = town(Castle=hours("Closed", sunday="10:00 AM – 5:00 PM"))
    none = planned(trip(), work(world))
    assert isinstance(none, NoPlan)
    assert none.days == (6,)
    broken = none.found.nearest.first_broken
    assert broken is not None
    assert why(broken, none.laid).startswith("Castle is closed on Monday, Tuesday")
    assert "Castle" in conflict_in_words(none.found.conflicts[0], none.laid)


def test_ways_without_which_there_is_no_plan() -> None:
    """Nothing leads to the lake; the way that the plan needs comes first."""
    found = planned(trip(stops=(stop("Bank"), stop("Lake"))), work())
    assert isinstance(found, Lacking)
    start, goal = found.ways[0]
    assert {found.laid.places[start].name, found.laid.places[goal].name} == {"Bank", "Lake"}


def test_a_better_plan_that_a_way_not_known_may_allow() -> None:
    """Over the park the kiosk is reached at 10:24; how far it is from the inn nobody knows."""
    plan = planned(trip(stops=(stop("Park"), stop("Kiosk"))), work())
    assert isinstance(plan, Plan)
    assert plan.played.timeline.finish == (10 * 60 + 24) * 60
    assert not plan.proved
    (start, goal), *_ = plan.lacking
    assert [plan.laid.places[node].name for node in (start, goal)] == ["Inn", "Kiosk"]


@pytest.mark.parametrize(
    ("goal", "place"),
    [("most_visits", "Park"), ("latest_departure", "Park"), ("latest_departure", "Kiosk")],
)
def test_a_goal_that_needs_a_limit_says_so(goal: Goal, place: str) -> None:
    """Neither a park without hours nor a kiosk that is always open limits anything."""
    free = trip(stops=(stop(place, 10),), origin=None)
    with pytest.raises(Blocked, match=r"does not say how much time|names no deadline") as caught:
        planned(free, work(), goal)
    assert caught.value.reason == "under_specified"


def test_ways_of_a_trip_that_was_played_through() -> None:
    """To each visit and to the end; none leads to the first stop without an origin."""
    found = played(trip(origin=None, end="Inn"), work())
    assert isinstance(found, Played)
    first, second, back = found.ways
    assert first is None
    assert second is not None
    assert back is not None
    assert (second.seconds, back.seconds, back.opposite) == (15 * 60, 6 * 60, False)


def test_the_latest_departure_of_an_order_is_played_from_there() -> None:
    """It is left at 3:05 PM, and the visit ends when the castle closes."""
    asked = figure(
        "departure", place="Bank", before_closing="Castle", day="friday",
        stops=(stop("Bank", 30), stop("Castle", 90)),
    )  # fmt: skip
    found = latest_departure(asked, work())
    assert isinstance(found, Played)
    assert (found.timeline.depart, found.timeline.finish) == ((15 * 60 + 5) * 60, 17 * 3600)
