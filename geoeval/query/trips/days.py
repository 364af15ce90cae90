"""Plans of trips in any order, on their stated day or over all possible days."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
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
from geoeval.query.trace import Blocked, Trace, under_specified
from geoeval.query.trips.placed import (
    DAY,
    PlacedTrip,
    holds_on,
    limit_of,
    next_after,
    on_each_day,
    place_trip,
    seconds_of,
)

Goal = Literal["earliest_finish", "most_visits", "latest_departure", "least_travel"]

MOST_STOPS = 100
"""Most stops of a planned trip; beyond ``MAX_TABLE`` the best plan may stay unproved."""

_LABELS = 20_000
"""Label budget for the least travel of trips within the table of all sets of stops."""

_MANY_LABELS = {"most_visits": 1_000_000}
_MANY_LABELS_DEFAULT = 200_000
"""Label budget beyond the table: some seconds for all days of a trip together."""

_UNLIMITED = 2 * DAY
"""A latest departure from here on is limited only by places that never close."""

Legs = tuple[tuple[int, int], ...]
Plans = tuple[TripPlan | InfeasibleTrip, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TripAnswer:
    """The best plan of a trip on its representative day, or why it is infeasible.

    ``found`` is None where every plan needs a missing leg. ``lacking`` are missing legs, as pairs
    of nodes of ``placed``; next to a plan they may allow a better one. ``weekdays`` are the days
    on which the plan holds unchanged, or those with a plan where this day has none;
    ``better_days`` allow a better plan. ``proved`` is False if another answer is possible.
    """

    placed: PlacedTrip
    found: TripPlan | InfeasibleTrip | None
    weekdays: tuple[int, ...] = ()
    better_days: tuple[int, ...] = ()
    proved: bool = False
    lacking: Legs = ()


def over_days(
    trip: Trip,
    trace: Trace,
    goal: Goal = "earliest_finish",
    *,
    optional: Collection[int] | None = None,
    in_order: bool = False,
    most: int = MAX_TABLE,
) -> tuple[PlacedTrip, ...]:
    """Return the problem of a trip in the world, once for each distinct set of opening hours.

    For the latest departure, ``depart`` is the earliest one, if stated. Without ``optional``, all
    stops are optional for the most visits, else none. Trips of more than ``most`` stops are
    rejected: ``MAX_TABLE`` where all orders are ranked, ``MOST_STOPS`` where one is planned.
    """
    count = len(trip.stops)
    if count > most:
        raise under_specified(detail=f"{count} stops are more than the {most} that can be ordered")
    if goal == "latest_departure":
        placed = _place_late_departure(trip, trace)
    else:
        placed = place_trip(trip, trace, deadline=limit_of(trip))
    free = range(count) if optional is None and goal == "most_visits" else optional or ()
    stops = tuple(replace(stop, mandatory=i not in free) for i, stop in enumerate(placed.stops))
    pairs = tuple((i, j) for j in range(count) for i in range(j)) if in_order else ()
    each = on_each_day(replace(placed, stops=stops, before=(*placed.before, *pairs)), trace)
    _check_limits(each, goal)
    return each


def _place_late_departure(trip: Trip, trace: Trace) -> PlacedTrip:
    earliest = -DAY if trip.depart is None else seconds_of(trip.depart)
    deadline = None if trip.finish_by is None else next_after(trip.finish_by, earliest)
    placed = place_trip(trip, trace, deadline=deadline)
    return replace(placed, depart=earliest, clocked=True)


def _check_limits(each: Sequence[PlacedTrip], goal: Goal) -> None:
    if each[0].deadline is not None:
        return
    limited = [any(stop.starts() != ALWAYS for stop in placed.stops) for placed in each]
    if goal == "latest_departure" and not all(limited):
        raise no_deadline()
    if goal == "most_visits" and not any(limited):
        raise under_specified(detail="the question does not say how much time there is")


def no_deadline() -> Blocked:
    """Return the exception for a departure without any limit."""
    return under_specified(detail="the question names no deadline")


def usual_day(
    ranks: Sequence[tuple[int, ...] | None], each: Sequence[PlacedTrip], trace: Trace
) -> int | None:
    """Return the index of the representative day: the best rank that enough days reach.

    ``ranks`` are those of the best plan of each day, lower is better; None without a plan.
    """
    known = [(rank, day) for day, rank in enumerate(ranks) if rank is not None]
    for level, day in sorted(known):
        reached = [
            (rank is not None and rank <= level, placed.weekdays)
            for rank, placed in zip(ranks, each, strict=True)
        ]
        if holds_on(trace, reached):
            return day
    return None


def plan_each(each: Sequence[PlacedTrip], goal: Goal) -> Plans:
    """Plan a trip on each day; the days share the label budget."""
    return tuple(_plan_day(placed, goal, len(each)) for placed in each)


def _plan_day(problem: TripProblem, goal: Goal, days: int) -> TripPlan | InfeasibleTrip:
    first: Goal = "earliest_finish" if goal == "least_travel" else goal
    beyond = len(problem.stops) > MAX_TABLE
    many = beyond and goal != "most_visits"
    labels = _MANY_LABELS.get(goal, _MANY_LABELS_DEFAULT) if beyond else _LABELS
    labels //= days * (1 + many)
    found = plan_trip(problem, first, max_labels=labels)
    if isinstance(found, InfeasibleTrip) or (goal == first and (found.proved or not many)):
        return found
    least = plan_trip(problem, "least_travel", max_labels=labels, start=found.order)
    if goal == "least_travel":
        return least
    assert isinstance(least, TripPlan), "it began with an order that holds"
    return _tighten_bound(found, least)


def _tighten_bound(found: TripPlan, least: TripPlan) -> TripPlan:
    """Return the better of two plans by finish or departure, with a bound from total busy time.

    The bound of label-setting is weak without narrow time windows. Travel times do not depend on
    the time of day, so the least travel is a lower bound at any time.
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


def plan_rank(plan: TripPlan | InfeasibleTrip) -> tuple[int, int] | None:
    """Return the sort key of a plan, lower is better; None if it is infeasible."""
    if isinstance(plan, InfeasibleTrip):
        return None
    higher = plan.objective in {"most_visits", "latest_departure"}
    return (-plan.value if higher else plan.value, plan.schedule.finish)


def plan_best_day(
    trip: Trip,
    trace: Trace,
    goal: Goal = "earliest_finish",
    *,
    optional: Collection[int] | None = None,
    in_order: bool = False,
) -> TripAnswer:
    """Find the best plan of a trip on its representative day.

    The return leg counts only where the trip states its end. Missing legs take no time at first,
    which gives a lower bound; a day is planned again without them only if its plan takes one.
    """
    each = over_days(trip, trace, goal, optional=optional, in_order=in_order, most=MOST_STOPS)
    lacking = _find_missing_legs(each[0])
    freely = plan_each(list(map(_zero_missing_legs, each)) if lacking else each, goal)
    free = _choose_representative(freely, each, trace)
    if free is None:
        return _build_infeasible_answer(freely, each)
    found = _replan_with_known_legs(freely, lacking, each, goal)
    needed = tuple(sorted(lacking, key=lambda leg: leg not in _collect_plan_legs(freely[free])))
    chosen = _choose_representative(found, each, trace)
    if chosen is None:
        return TripAnswer(placed=each[free], found=None, lacking=needed)
    plan = found[chosen]
    assert isinstance(plan, TripPlan), "it has a rank"
    if goal == "latest_departure" and plan.schedule.depart >= _UNLIMITED:
        raise no_deadline()
    is_best = not _has_better_objective(freely[free], plan)
    return TripAnswer(
        placed=each[chosen],
        found=plan,
        weekdays=_find_feasible_weekdays(plan, each),
        better_days=_find_better_days(plan, found, each),
        proved=is_best and all(one.proved for one in (*found, *freely)),
        lacking=() if is_best else needed,
    )


def _replan_with_known_legs(
    freely: Plans, lacking: Legs, each: Sequence[PlacedTrip], goal: Goal
) -> Plans:
    """Replan the days whose plan takes a missing leg or is not proved."""
    return tuple(
        plan
        if not lacking or (plan.proved and _collect_plan_legs(plan).isdisjoint(lacking))
        else _plan_day(day, goal, len(each))
        for plan, day in zip(freely, each, strict=True)
    )


def _choose_representative(found: Plans, each: Sequence[PlacedTrip], trace: Trace) -> int | None:
    chosen = usual_day(list(map(plan_rank, found)), each, trace)
    if chosen is None:
        _require_proof(found)
    return chosen


def _has_better_objective(other: TripPlan | InfeasibleTrip, plan: TripPlan) -> bool:
    """Return whether the other plan has a better objective value, whatever its finish."""
    ranks = plan_rank(other), plan_rank(plan)
    return ranks[0] is not None and ranks[1] is not None and ranks[0][0] < ranks[1][0]


def _require_proof(found: Plans) -> None:
    if any(isinstance(plan, InfeasibleTrip) and not plan.proved for plan in found):
        count = len(found[0].problem.stops)
        detail = f"no order of the {count} stops was found, nor was it proved that there is none"
        raise Blocked(reason="not_proved", detail=detail)


def _find_missing_legs(placed: PlacedTrip) -> Legs:
    count = len(placed.stops)
    starts = [*range(count), *([] if placed.origin is None else [placed.origin])]
    goals = [*range(count), *([] if placed.end is None else [placed.end])]
    return tuple(
        (start, goal)
        for start in starts
        for goal in goals
        if start != goal and (start < count or goal < count) and (start, goal) not in placed.legs
    )


def _zero_missing_legs(placed: PlacedTrip) -> PlacedTrip:
    nodes = range(len(placed.places))
    seconds = {pair: leg.seconds for pair, leg in placed.legs.items()}
    legs = {(i, j): seconds.get((i, j), 0) for i in nodes for j in nodes}
    return replace(placed, travel=TravelMatrix.from_legs(legs, len(nodes)))


def _collect_plan_legs(plan: TripPlan | InfeasibleTrip) -> set[tuple[int, int]]:
    if isinstance(plan, InfeasibleTrip):
        return set()
    nodes = (plan.problem.origin, *plan.order, plan.problem.end)
    return set(pairwise(node for node in nodes if node is not None))


def _find_feasible_weekdays(plan: TripPlan, each: Sequence[PlacedTrip]) -> tuple[int, ...]:
    depart = plan.schedule.depart
    holding = (day for day in each if simulate(plan.order, day, depart=depart).feasible)
    return tuple(sorted(weekday for day in holding for weekday in day.weekdays))


def _find_better_days(plan: TripPlan, found: Plans, each: Sequence[PlacedTrip]) -> tuple[int, ...]:
    days = zip(each, found, strict=True)
    better = (day.weekdays for day, other in days if _has_better_objective(other, plan))
    return tuple(chain.from_iterable(better))


def _build_infeasible_answer(found: Plans, each: Sequence[PlacedTrip]) -> TripAnswer:
    pairs = list(zip(found, each, strict=True))
    against = [(plan, day) for plan, day in pairs if isinstance(plan, InfeasibleTrip)]
    weekdays = (w for plan, day in pairs if isinstance(plan, TripPlan) for w in day.weekdays)
    nearest, placed = min(against, key=lambda pair: len(pair[0].nearest.breaches))
    return TripAnswer(
        placed=placed,
        found=_restore_precedence(nearest),
        weekdays=tuple(sorted(weekdays)),
        proved=nearest.proved,
    )


def _restore_precedence(found: InfeasibleTrip) -> InfeasibleTrip:
    """Return the infeasible result with its nearest order changed to keep all precedences.

    The nearest order visits the feasible stops first and appends the others, so that its
    violations would include precedences that the report is not about.
    """
    problem, left = found.problem, list(found.nearest.order)
    order: list[int] = []
    while left:
        waiting = {second for first, second in problem.before if first in left}
        free = next((stop for stop in left if stop not in waiting), None)
        if free is None:  # the precedences form a cycle, which is the conflict itself
            return found
        left.remove(free)
        order.append(free)
    played = simulate(order, problem)
    return replace(found, nearest=played) if played.breaches else found
