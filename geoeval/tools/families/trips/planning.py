"""The best plan of a trip over the days that it may be, proved; or what stands against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, get_args

from geoeval.planning import InfeasibleTrip, TripPlan, TripProblem, plan_trip, simulate
from geoeval.query.base import DAYS, Trip
from geoeval.query.derive import Working
from geoeval.query.trip_map import DAY, TripMap, map_trip, next_after, on_each_day, seconds_of
from geoeval.query.trip_plans import in_any_order, missing_ways, usual_day, with_every_way

Goal = Literal["earliest_finish", "most_visits", "latest_departure", "least_travel"]
GOALS: tuple[Goal, ...] = get_args(Goal)

_LABELS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The best plan of a trip, on a day that stands for all that it may be.

    ``days`` are the weekdays on which it holds as it is, empty where none play a part, and
    ``better_days`` those that allow a better one.
    ``proved`` is False where a better plan is not ruled out, because ``lacking`` ways are not
    known or the effort ran out.
    """

    plan: TripPlan
    trip: TripMap
    days: tuple[int, ...]
    better_days: tuple[int, ...]
    proved: bool
    lacking: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoPlan:
    """Why a trip has no plan; ``days`` are weekdays on which it has one all the same."""

    found: InfeasibleTrip
    trip: TripMap
    days: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lacking:
    """Ways whose times are not known and without which there is no plan, by their nodes."""

    ways: tuple[tuple[int, int], ...]
    trip: TripMap


_Found = tuple[TripPlan | InfeasibleTrip, ...]


def dated_trips(
    query: Trip, work: Working, goal: Goal, needed: Sequence[bool], *, in_order: bool
) -> tuple[TripMap, ...]:
    """Return a trip on each day that makes a difference.

    Parameters
    ----------
    query
        The trip. For the latest departure, ``depart`` is the earliest one, if given.
    work
        The sheet whose world and conventions are used.
    goal
        What the plan is to be best in.
    needed
        For each stop whether it must be made.
    in_order
        Whether the stops keep their order.
    """
    if goal == "latest_departure":
        trips = _leaving_late(query, work)
    else:
        trips = in_any_order(query, work, query.end)
    count = len(needed)
    pairs = tuple((i, j) for j in range(count) for i in range(j)) if in_order else ()
    return tuple(
        replace(
            trip,
            problem=replace(
                trip.problem,
                stops=tuple(
                    replace(stop, mandatory=must)
                    for stop, must in zip(trip.problem.stops, needed, strict=True)
                ),
                before=(*trip.problem.before, *pairs),
            ),
        )
        for trip in trips
    )


def best_plan(trips: Sequence[TripMap], work: Working, goal: Goal) -> Best | NoPlan | Lacking:
    """Find the best plan of a trip on a day that stands for all that it may be.

    Parameters
    ----------
    trips
        The trip on each of the days.
    work
        Its conventions say how many days are enough where none is said.
    goal
        What the plan is to be best in.
    """
    found = _planned(trips, goal)
    ranks = [_rank(plan) for plan in found]
    chosen = usual_day(ranks, trips, work)
    lacking = missing_ways(trips[0])
    complete = [with_every_way(trip) for trip in trips] if lacking else trips
    freely = _planned_freely(complete, goal) if lacking else found
    free_ranks = [_rank(plan) for plan in freely]
    free = usual_day(free_ranks, trips, work)
    if free is None:
        return _no_plan(complete, freely)
    if chosen is None:
        return Lacking(ways=_needed_first(freely[free], lacking), trip=trips[free])
    plan, trip, rank, best = found[chosen], trips[chosen], ranks[chosen], free_ranks[free]
    assert isinstance(plan, TripPlan)
    assert rank is not None
    assert best is not None
    if lacking and goal == "least_travel":
        best = (_least_travel(complete[free]),)
    beaten = best[0] < rank[0]
    return Best(
        plan=plan,
        trip=trip,
        days=_days_of(plan, trips),
        better_days=tuple(
            day
            for other, dated in zip(ranks, trips, strict=True)
            if other is not None and other[0] < rank[0]
            for day in dated.days
        ),
        proved=all(each.proved for each in found) and not beaten,
        lacking=_needed_first(freely[free], lacking) if beaten else (),
    )


def weekdays(days: Sequence[int]) -> tuple[str, ...]:
    """Return the names of weekdays, Monday = 0.

    Examples
    --------
    >>> weekdays((0, 6))
    ('monday', 'sunday')
    """
    return tuple(DAYS[day] for day in days)


def _leaving_late(query: Trip, work: Working) -> tuple[TripMap, ...]:
    """Lay a trip whose departure is sought over the world, up to a day before its own."""
    earliest = -DAY if query.depart is None else seconds_of(query.depart)
    deadline = None
    if query.finish_by is not None:
        deadline = next_after(query.finish_by, max(earliest, 0))
    trip = map_trip(query, work, origin=query.origin, end=query.end, deadline=deadline)
    problem = replace(trip.problem, depart=earliest)
    return on_each_day(replace(trip, problem=problem, clocked=True), query, work)


def _planned(trips: Sequence[TripMap], goal: Goal) -> _Found:
    """Plan a trip on each day."""
    labels = _LABELS // len(trips)
    return tuple(_planned_day(trip.problem, goal, labels) for trip in trips)


def _planned_freely(trips: Sequence[TripMap], goal: Goal) -> _Found:
    """Plan a trip whose ways are all known on each day; for travel any plan will do."""
    usual = "earliest_finish" if goal == "least_travel" else goal
    return tuple(plan_trip(trip.problem, usual) for trip in trips)


def _least_travel(trip: TripMap) -> int:
    """Return how long one is on the way at least, opening hours and limits aside."""
    stops = tuple(replace(s, windows=None, starts_at=None) for s in trip.problem.stops)
    found = plan_trip(replace(trip.problem, stops=stops, deadline=None), "least_travel")
    assert isinstance(found, TripPlan), "nothing stands against it"
    return found.value


def _planned_day(problem: TripProblem, goal: Goal, labels: int) -> TripPlan | InfeasibleTrip:
    """Plan a trip on one day; the table knows best whether there is a plan at all."""
    if goal != "least_travel":
        return plan_trip(problem, goal)
    first = plan_trip(problem)
    if isinstance(first, InfeasibleTrip):
        return first
    return plan_trip(problem, goal, max_labels=labels, start=first.order)


def _rank(plan: TripPlan | InfeasibleTrip) -> tuple[int, ...] | None:
    """Return how good a plan is, lower is better; None if it is none."""
    if isinstance(plan, InfeasibleTrip):
        return None
    higher = plan.objective in {"most_visits", "latest_departure"}
    return (-plan.value if higher else plan.value, plan.schedule.finish)


def _days_of(plan: TripPlan, trips: Sequence[TripMap]) -> tuple[int, ...]:
    """Return the weekdays on which a plan holds as it is."""
    depart = plan.schedule.depart
    holding = (t for t in trips if simulate(plan.order, t.problem, depart=depart).feasible)
    return tuple(sorted(day for trip in holding for day in trip.days))


def _no_plan(trips: Sequence[TripMap], found: _Found) -> NoPlan:
    """Return what stands against a trip on the day that comes nearest to a plan."""
    days: list[int] = []
    refused = []
    for plan, trip in zip(found, trips, strict=True):
        if isinstance(plan, InfeasibleTrip):
            refused.append((plan, trip))
        else:
            days += trip.days
    found_against, trip = min(refused, key=lambda pair: len(pair[0].nearest.breaches))
    return NoPlan(found=_kept_apart(found_against), trip=trip, days=tuple(sorted(days)))


def _kept_apart(found: InfeasibleTrip) -> InfeasibleTrip:
    """Return why there is no plan by an order that keeps what comes before what.

    The nearest order makes as many stops as it can and the others then, so that what stands
    against them would read as an order that nobody asked for.
    """
    problem, left = found.problem, list(found.nearest.order)
    order: list[int] = []
    while left:
        waiting = {second for first, second in problem.before if first in left}
        free = next((stop for stop in left if stop not in waiting), None)
        if free is None:  # they wait for each other: the order itself is what is impossible
            return found
        left.remove(free)
        order.append(free)
    played = simulate(order, problem)
    return replace(found, nearest=played) if played.breaches else found


def _needed_first(
    plan: TripPlan | InfeasibleTrip, lacking: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Return ways that are not known, those that a plan needs before the others."""
    assert isinstance(plan, TripPlan)
    problem = plan.problem
    nodes = [node for node in (problem.origin, *plan.order, problem.end) if node is not None]
    taken = set(pairwise(nodes))
    return tuple(sorted(lacking, key=lambda way: way not in taken))
