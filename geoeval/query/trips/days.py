"""Plans of trips whose order is open, on their day or over the days that they may be."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from geoeval.planning import (
    MAX_TABLE,
    InfeasibleTrip,
    TravelMatrix,
    TripPlan,
    TripProblem,
    latest_start,
    plan_trip,
    simulate,
)
from geoeval.planning.stop import ALWAYS
from geoeval.query.parts import Trip
from geoeval.query.trace import Blocked, Trace
from geoeval.query.trips.laid import (
    DAY,
    LaidTrip,
    Played,
    holds_on,
    lay,
    limit_of,
    next_after,
    on_each_day,
    seconds_of,
)

Goal = Literal["earliest_finish", "most_visits", "latest_departure", "least_travel"]

MOST_STOPS = 100
"""Stops of the trips that are planned; from ``MAX_TABLE`` on the best plan may stay unproved."""

_LABELS = 20_000
"""Labels for the least travel of the trips that the table of all sets knows to hold."""

_MANY_LABELS = {"most_visits": 1_000_000}
_MANY_LABELS_ELSE = 200_000
"""Labels for more stops than the table takes: some seconds for all days of a trip together."""

_UNLIMITED = 2 * DAY
"""Where one may leave so late, places that never close are all that limits it."""

Ways = tuple[tuple[int, int], ...]
Plans = tuple[TripPlan | InfeasibleTrip, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The best plan of a trip, on a day that stands for all that it may be.

    ``days`` are the weekdays on which it holds as it is, empty where none play a part, and
    ``better_days`` those that allow a better one. ``proved`` is False where a better plan is not
    ruled out, because ``lacking`` ways are not known or the effort ran out.
    """

    plan: TripPlan
    laid: LaidTrip
    days: tuple[int, ...]
    better_days: tuple[int, ...]
    proved: bool
    lacking: Ways = ()

    @property
    def played(self) -> Played:
        """The plan as it happens, from its own departure."""
        schedule = self.plan.schedule
        problem = replace(self.laid.problem, depart=schedule.depart)
        return Played(laid=replace(self.laid, problem=problem), timeline=schedule)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoPlan:
    """Why a trip has no plan; ``days`` are weekdays on which it has one all the same."""

    found: InfeasibleTrip
    laid: LaidTrip
    days: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lacking:
    """Ways whose times are not known and without which there is no plan, by their nodes."""

    ways: Ways
    laid: LaidTrip


def over_days(
    trip: Trip,
    trace: Trace,
    goal: Goal = "earliest_finish",
    *,
    optional: Collection[int] | None = None,
    in_order: bool = False,
    most: int = MAX_TABLE,
) -> tuple[LaidTrip, ...]:
    """Lay a trip over the world, once for each day that makes a difference.

    For the latest departure ``depart`` is the earliest one, if it is said. Without ``optional``
    all stops may be left out where the most visits are wanted, else none. Trips of more than
    ``most`` stops are rejected: all orders are ranked by the table, one is planned beyond it.
    """
    count = len(trip.stops)
    if count > most:
        detail = f"{count} stops are more than the {most} that can be ordered"
        raise Blocked(reason="under_specified", detail=detail)
    laid = _leaving_late(trip, trace) if goal == "latest_departure" else None
    laid = laid or lay(trip, trace, deadline=limit_of(trip))
    free = range(count) if optional is None and goal == "most_visits" else optional or ()
    stops = tuple(
        replace(stop, mandatory=i not in free) for i, stop in enumerate(laid.problem.stops)
    )
    pairs = tuple((i, j) for j in range(count) for i in range(j)) if in_order else ()
    problem = replace(laid.problem, stops=stops, before=(*laid.problem.before, *pairs))
    each = on_each_day(replace(laid, problem=problem), trace)
    _see_that_something_limits(each, goal)
    return each


def _leaving_late(trip: Trip, trace: Trace) -> LaidTrip:
    """Lay a trip whose departure is sought over the world, up to a day before its own."""
    earliest = -DAY if trip.depart is None else seconds_of(trip.depart)
    deadline = None if trip.finish_by is None else next_after(trip.finish_by, earliest)
    laid = lay(trip, trace, deadline=deadline)
    return replace(laid, problem=replace(laid.problem, depart=earliest), clocked=True)


def _see_that_something_limits(each: Sequence[LaidTrip], goal: Goal) -> None:
    """Go on only if a goal that needs a limit has one: a deadline, or hours of the stops."""
    if each[0].problem.deadline is not None:
        return
    limited = [any(stop.starts() != ALWAYS for stop in laid.problem.stops) for laid in each]
    if goal == "latest_departure" and not all(limited):
        raise no_deadline()
    if goal == "most_visits" and not any(limited):
        detail = "the question does not say how much time there is"
        raise Blocked(reason="under_specified", detail=detail)


def no_deadline() -> Blocked:
    """Return that nothing limits a departure."""
    return Blocked(reason="under_specified", detail="the question names no deadline")


def usual_day(
    ranks: Sequence[tuple[int, ...] | None], each: Sequence[LaidTrip], trace: Trace
) -> int | None:
    """Return which of several days stands for all: nothing better is reached on days enough.

    ``ranks`` say how good the best plan of each day is, lower is better; None where there is none.
    """
    known = [(rank, day) for day, rank in enumerate(ranks) if rank is not None]
    for level, day in sorted(known):
        reached = [
            (rank is not None and rank <= level, laid.days)
            for rank, laid in zip(ranks, each, strict=True)
        ]
        if holds_on(trace, reached):
            return day
    return None


def plan_each(each: Sequence[LaidTrip], goal: Goal) -> Plans:
    """Plan a trip on each day; the effort of label-setting is shared among them."""
    return tuple(_planned_day(laid.problem, goal, len(each)) for laid in each)


def _planned_day(problem: TripProblem, goal: Goal, days: int) -> TripPlan | InfeasibleTrip:
    """Plan a trip on one of some days; the table knows best whether there is a plan at all."""
    first: Goal = "earliest_finish" if goal == "least_travel" else goal
    beyond = len(problem.stops) > MAX_TABLE
    many = beyond and goal != "most_visits"
    labels = _MANY_LABELS.get(goal, _MANY_LABELS_ELSE) if beyond else _LABELS
    labels //= days * (1 + many)
    found = plan_trip(problem, first, max_labels=labels)
    if isinstance(found, InfeasibleTrip) or (goal == first and (found.proved or not many)):
        return found
    least = plan_trip(problem, "least_travel", max_labels=labels, start=found.order)
    if goal == "least_travel":
        return least
    assert isinstance(least, TripPlan), "it began with an order that holds"
    return _tightened(found, least)


def _tightened(found: TripPlan, least: TripPlan) -> TripPlan:
    """Return the better of two plans for the clock, and a bound that counts all stays and ways.

    The bound of label-setting alone is weak where no windows are narrow. Travel times do not
    depend on the time of day, so the least travel holds at any.
    """
    problem = found.problem
    busy = sum(stop.duration for stop in problem.stops) + least.bound
    if found.objective == "earliest_finish":
        bound = max(found.bound, problem.leaves + busy)
        finish = least.schedule.finish
        if finish >= found.value:
            return replace(found, bound=bound)
        return replace(found, schedule=least.schedule, value=finish, bound=bound)
    bound = found.bound if problem.deadline is None else min(found.bound, problem.deadline - busy)
    depart = latest_start(least.order, problem).depart
    if depart is None or depart <= found.value:
        return replace(found, bound=bound)
    schedule = simulate(least.order, problem, depart=depart)
    return replace(found, schedule=schedule, value=depart, bound=bound)


def rank(plan: TripPlan | InfeasibleTrip) -> tuple[int, int] | None:
    """Return how good a plan is, lower is better; None if it is none."""
    if isinstance(plan, InfeasibleTrip):
        return None
    higher = plan.objective in {"most_visits", "latest_departure"}
    return (-plan.value if higher else plan.value, plan.schedule.finish)


def planned(
    trip: Trip,
    trace: Trace,
    goal: Goal = "earliest_finish",
    *,
    optional: Collection[int] | None = None,
    in_order: bool = False,
) -> Plan | NoPlan | Lacking:
    """Find the best plan of a trip on a day that stands for all that it may be.

    The way back counts only where the trip says its end.
    """
    each = over_days(trip, trace, goal, optional=optional, in_order=in_order, most=MOST_STOPS)
    found = plan_each(each, goal)
    ranks = [rank(plan) for plan in found]
    chosen = usual_day(ranks, each, trace)
    lacking = _missing_ways(each[0])
    complete = tuple(_with_every_way(laid) for laid in each) if lacking else each
    usual: Goal = "earliest_finish" if goal == "least_travel" else goal
    freely = plan_each(complete, usual) if lacking else found
    free_ranks = [rank(plan) for plan in freely]
    free = usual_day(free_ranks, each, trace)
    if free is None or chosen is None:
        _see_that_none_was_missed(freely if free is None else found)
    if free is None:
        return _no_plan(complete, freely)
    needed = _needed_first(freely[free], lacking)
    if chosen is None:
        return Lacking(ways=needed, laid=each[free])
    plan, reached, best = found[chosen], ranks[chosen], free_ranks[free]
    assert isinstance(plan, TripPlan)
    assert reached is not None
    assert best is not None
    if goal == "latest_departure" and plan.schedule.depart >= _UNLIMITED:
        raise no_deadline()
    at_best = best[0]
    if lacking and goal == "least_travel":
        at_best = _least_travel(complete[free])
    return Plan(
        plan=plan,
        laid=each[chosen],
        days=_days_of(plan, each),
        better_days=tuple(
            day
            for other, laid in zip(ranks, each, strict=True)
            if other is not None and other[0] < reached[0]
            for day in laid.days
        ),
        proved=all(one.proved for one in (*found, *freely)) and at_best >= reached[0],
        lacking=needed if at_best < reached[0] else (),
    )


def _see_that_none_was_missed(found: Plans) -> None:
    """Go on only if it is proved for every day without a plan that it has none."""
    if any(isinstance(plan, InfeasibleTrip) and not plan.proved for plan in found):
        count = len(found[0].problem.stops)
        detail = f"no order of the {count} stops was found, nor was it proved that there is none"
        raise Blocked(reason="not_proved", detail=detail)


def _missing_ways(laid: LaidTrip) -> Ways:
    """Return the ways that a trip may take and whose travel time is not known, by their nodes."""
    problem, count = laid.problem, len(laid.problem.stops)
    starts = [*range(count), *([] if problem.origin is None else [problem.origin])]
    goals = [*range(count), *([] if problem.end is None else [problem.end])]
    return tuple(
        (start, goal)
        for start in starts
        for goal in goals
        if start != goal and (start < count or goal < count) and (start, goal) not in laid.ways
    )


def _with_every_way(laid: LaidTrip) -> LaidTrip:
    """Return a trip on which the ways that are not known take no time: no trip can be quicker."""
    size = len(laid.places)
    known = {pair: way.seconds for pair, way in laid.ways.items()}
    legs = {(i, j): known.get((i, j), 0) for i in range(size) for j in range(size)}
    travel = TravelMatrix.from_legs(legs, size)
    return replace(laid, problem=replace(laid.problem, travel=travel))


def _least_travel(laid: LaidTrip) -> int:
    """Return how long one is on the way at least, opening hours and limits aside."""
    stops = tuple(replace(s, windows=None, starts_at=None) for s in laid.problem.stops)
    problem = replace(laid.problem, stops=stops, deadline=None)
    found = plan_trip(problem, "least_travel", max_labels=_LABELS)
    assert isinstance(found, TripPlan), "nothing prevents it"
    return found.bound


def _days_of(plan: TripPlan, each: Sequence[LaidTrip]) -> tuple[int, ...]:
    """Return the weekdays on which a plan holds as it is."""
    depart = plan.schedule.depart
    holding = (t for t in each if simulate(plan.order, t.problem, depart=depart).feasible)
    return tuple(sorted(day for laid in holding for day in laid.days))


def _no_plan(each: Sequence[LaidTrip], found: Plans) -> NoPlan:
    """Return what prevents a trip on the day that comes nearest to a plan."""
    pairs = list(zip(found, each, strict=True))
    refused = [(plan, laid) for plan, laid in pairs if isinstance(plan, InfeasibleTrip)]
    days = (day for plan, laid in pairs if isinstance(plan, TripPlan) for day in laid.days)
    against, laid = min(refused, key=lambda pair: len(pair[0].nearest.breaches))
    return NoPlan(found=_kept_apart(against), laid=laid, days=tuple(sorted(days)))


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


def _needed_first(plan: TripPlan | InfeasibleTrip, lacking: Ways) -> Ways:
    """Return ways that are not known, those that a plan needs before the others."""
    assert isinstance(plan, TripPlan)
    problem = plan.problem
    nodes = [node for node in (problem.origin, *plan.order, problem.end) if node is not None]
    taken = set(pairwise(nodes))
    return tuple(sorted(lacking, key=lambda way: way not in taken))
