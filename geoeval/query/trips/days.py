"""Plan trips in any order, on their stated day or over all possible days."""

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
    holds_by_convention,
    latest_finish,
    next_after,
    place_trip,
    seconds_of,
    split_by_hours,
)

Goal = Literal["earliest_finish", "most_visits", "latest_departure", "least_travel"]

MOST_STOPS = 100
"""Maximum number of stops of a planned trip; beyond ``MAX_TABLE`` the optimum may be unproved."""

_LABELS = 20_000
"""Label budget for the least travel of trips of up to ``MAX_TABLE`` stops."""

_LARGE_TRIP_LABELS = {"most_visits": 1_000_000}
_LARGE_TRIP_LABELS_DEFAULT = 200_000
"""Label budgets of larger trips: some seconds for all days together."""

UNLIMITED = 2 * DAY
"""A latest departure at or after this time is limited only by places that never close."""

Legs = tuple[tuple[int, int], ...]
Plans = tuple[TripPlan | InfeasibleTrip, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TripAnswer:
    """The best plan of a trip on its representative day, or the reason why it is infeasible.

    ``found`` is None if every plan needs a missing leg. ``lacking`` are missing legs, as pairs of
    nodes of ``placed``; if there is a plan, they may allow a better one. ``weekdays`` are the days
    on which the plan holds unchanged, or those that have a plan if this day has none. On
    ``better_days`` a better plan exists. ``proved`` is False if another answer is possible.
    """

    placed: PlacedTrip
    found: TripPlan | InfeasibleTrip | None
    weekdays: tuple[int, ...] = ()
    better_days: tuple[int, ...] = ()
    proved: bool = False
    lacking: Legs = ()


def problems_by_day(
    trip: Trip,
    trace: Trace,
    goal: Goal = "earliest_finish",
    *,
    optional: Collection[int] | None = None,
    in_order: bool = False,
    max_stops: int = MAX_TABLE,
) -> tuple[PlacedTrip, ...]:
    """Return the planning problem of a trip for each distinct set of opening hours.

    For the latest departure, ``depart`` is the earliest one, if stated. Without ``optional``, all
    stops are optional for the most visits, else none. Trips of more than ``max_stops`` stops are
    rejected: ``MAX_TABLE`` if all orders are ranked, ``MOST_STOPS`` if one is planned.
    """
    count = len(trip.stops)
    if count > max_stops:
        detail = f"the trip has {count} stops, but at most {max_stops} can be ordered"
        raise under_specified(detail=detail)
    if goal == "latest_departure":
        placed = _place_latest_departure(trip, trace)
    else:
        placed = place_trip(trip, trace, deadline=latest_finish(trip))
    skippable = range(count) if optional is None and goal == "most_visits" else optional or ()
    stops = tuple(
        replace(stop, mandatory=i not in skippable) for i, stop in enumerate(placed.stops)
    )
    pairs = tuple((i, j) for j in range(count) for i in range(j)) if in_order else ()
    problems = split_by_hours(replace(placed, stops=stops, before=(*placed.before, *pairs)), trace)
    _check_limits(problems, goal)
    return problems


def _place_latest_departure(trip: Trip, trace: Trace) -> PlacedTrip:
    earliest = -DAY if trip.depart is None else seconds_of(trip.depart)
    deadline = None if trip.finish_by is None else next_after(trip.finish_by, earliest)
    placed = place_trip(trip, trace, deadline=deadline)
    return replace(placed, depart=earliest, clocked=True)


def _check_limits(problems: Sequence[PlacedTrip], goal: Goal) -> None:
    if problems[0].deadline is not None:
        return
    limited = [any(stop.starts() != ALWAYS for stop in placed.stops) for placed in problems]
    if goal == "latest_departure" and not all(limited):
        raise no_deadline()
    if goal == "most_visits" and not any(limited):
        raise under_specified(detail="the question does not say how much time there is")


def no_deadline() -> Blocked:
    """Return the exception for a latest departure without a limit."""
    return under_specified(detail="the question names no deadline")


def representative_day(
    ranks: Sequence[tuple[int, ...] | None], problems: Sequence[PlacedTrip], trace: Trace
) -> int | None:
    """Return the index of the day with the best rank that enough days reach.

    ``ranks`` has the rank of each day's best plan (lower is better), or None without a plan.
    """
    known = [(rank, day) for day, rank in enumerate(ranks) if rank is not None]
    for level, day in sorted(known):
        reached = [
            (rank is not None and rank <= level, placed.weekdays)
            for rank, placed in zip(ranks, problems, strict=True)
        ]
        if holds_by_convention(trace, reached):
            return day
    return None


def plan_days(problems: Sequence[PlacedTrip], goal: Goal) -> Plans:
    """Return the best plan of each day; the days share the label budget."""
    return tuple(_plan_day(placed, goal, len(problems)) for placed in problems)


def _plan_day(problem: TripProblem, goal: Goal, days: int) -> TripPlan | InfeasibleTrip:
    first: Goal = "earliest_finish" if goal == "least_travel" else goal
    exceeds_table = len(problem.stops) > MAX_TABLE
    needs_least_travel = exceeds_table and goal != "most_visits"
    labels = _LABELS
    if exceeds_table:
        labels = _LARGE_TRIP_LABELS.get(goal, _LARGE_TRIP_LABELS_DEFAULT)
    labels //= days * (1 + needs_least_travel)
    plan = plan_trip(problem, first, max_labels=labels)
    if isinstance(plan, InfeasibleTrip):
        return plan
    if goal == first and (plan.proved or not needs_least_travel):
        return plan
    shortest = plan_trip(problem, "least_travel", max_labels=labels, start=plan.order)
    if goal == "least_travel":
        return shortest
    assert isinstance(shortest, TripPlan), "the search starts from a feasible order"
    return _tighten_bound(plan, shortest)


def _tighten_bound(plan: TripPlan, shortest: TripPlan) -> TripPlan:
    """Return the better of two plans by finish or departure, with a bound from total busy time.

    The bound of label-setting is weak without narrow time windows. Travel times do not depend on
    the time of day, so the least travel is a lower bound at any time.
    """
    problem = plan.problem
    busy = sum(stop.duration for stop in problem.stops) + shortest.bound
    if plan.objective == "earliest_finish":
        bound = max(plan.bound, problem.leaves + busy)
        finish = shortest.schedule.finish
        if finish >= plan.value:
            return replace(plan, bound=bound)
        return replace(plan, schedule=shortest.schedule, value=finish, bound=bound)
    bound = plan.bound if problem.deadline is None else min(plan.bound, problem.deadline - busy)
    depart = latest_start(shortest.order, problem).depart
    if depart is None or depart <= plan.value:
        return replace(plan, bound=bound)
    schedule = simulate(shortest.order, problem, depart=depart)
    return replace(plan, schedule=schedule, value=depart, bound=bound)


def plan_sort_key(plan: TripPlan | InfeasibleTrip) -> tuple[int, int] | None:
    """Return the sort key of a plan (lower is better); None if it is infeasible."""
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
    """Return the best plan of a trip on its representative day.

    The return leg counts only if the trip states its end. Missing legs first take no time, which
    gives a lower bound; a day whose plan uses a missing leg is planned again without these legs.
    """
    problems = problems_by_day(
        trip, trace, goal, optional=optional, in_order=in_order, max_stops=MOST_STOPS
    )
    missing = _find_missing_legs(problems[0])
    relaxed = plan_days(list(map(_zero_missing_legs, problems)) if missing else problems, goal)
    relaxed_day = _choose_representative(relaxed, problems, trace)
    if relaxed_day is None:
        return _build_infeasible_answer(relaxed, problems)
    plans = _replan_with_known_legs(relaxed, missing, problems, goal)
    used = _collect_plan_legs(relaxed[relaxed_day])
    used_first = tuple(sorted(missing, key=lambda leg: leg not in used))
    day = _choose_representative(plans, problems, trace)
    if day is None:
        return TripAnswer(placed=problems[relaxed_day], found=None, lacking=used_first)
    plan = plans[day]
    assert isinstance(plan, TripPlan), "it has a rank"
    if goal == "latest_departure" and plan.schedule.depart >= UNLIMITED:
        raise no_deadline()
    is_best = not _has_better_objective(relaxed[relaxed_day], plan)
    return TripAnswer(
        placed=problems[day],
        found=plan,
        weekdays=_find_feasible_weekdays(plan, problems),
        better_days=_find_better_days(plan, plans, problems),
        proved=is_best and all(one.proved for one in (*plans, *relaxed)),
        lacking=() if is_best else used_first,
    )


def _replan_with_known_legs(
    relaxed: Plans, missing: Legs, problems: Sequence[PlacedTrip], goal: Goal
) -> Plans:
    """Plan again the days whose plan uses a missing leg or is not proved."""
    return tuple(
        plan
        if not missing or (plan.proved and _collect_plan_legs(plan).isdisjoint(missing))
        else _plan_day(day, goal, len(problems))
        for plan, day in zip(relaxed, problems, strict=True)
    )


def _choose_representative(
    found: Plans, problems: Sequence[PlacedTrip], trace: Trace
) -> int | None:
    chosen = representative_day(list(map(plan_sort_key, found)), problems, trace)
    if chosen is None:
        _require_proof(found)
    return chosen


def _has_better_objective(other: TripPlan | InfeasibleTrip, plan: TripPlan) -> bool:
    """Return whether the other plan has a better objective value, regardless of its finish."""
    ranks = plan_sort_key(other), plan_sort_key(plan)
    return ranks[0] is not None and ranks[1] is not None and ranks[0][0] < ranks[1][0]


def _require_proof(found: Plans) -> None:
    if any(isinstance(plan, InfeasibleTrip) and not plan.proved for plan in found):
        count = len(found[0].problem.stops)
        detail = f"no order of the {count} stops was found, but one may exist"
        raise Blocked(reason="not_proved", detail=detail)


def _find_missing_legs(placed: PlacedTrip) -> Legs:
    count = len(placed.stops)
    starts = [*range(count), *([] if placed.origin is None else [placed.origin])]
    ends = [*range(count), *([] if placed.end is None else [placed.end])]
    return tuple(
        (start, end)
        for start in starts
        for end in ends
        if start != end and (start < count or end < count) and (start, end) not in placed.legs
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


def _find_feasible_weekdays(plan: TripPlan, problems: Sequence[PlacedTrip]) -> tuple[int, ...]:
    depart = plan.schedule.depart
    feasible = (day for day in problems if simulate(plan.order, day, depart=depart).feasible)
    return tuple(sorted(weekday for day in feasible for weekday in day.weekdays))


def _find_better_days(
    plan: TripPlan, found: Plans, problems: Sequence[PlacedTrip]
) -> tuple[int, ...]:
    days = zip(problems, found, strict=True)
    better = (day.weekdays for day, other in days if _has_better_objective(other, plan))
    return tuple(chain.from_iterable(better))


def _build_infeasible_answer(found: Plans, problems: Sequence[PlacedTrip]) -> TripAnswer:
    pairs = list(zip(found, problems, strict=True))
    infeasible = [(plan, day) for plan, day in pairs if isinstance(plan, InfeasibleTrip)]
    weekdays = (w for plan, day in pairs if isinstance(plan, TripPlan) for w in day.weekdays)
    nearest, placed = min(infeasible, key=lambda pair: len(pair[0].nearest.breaches))
    return TripAnswer(
        placed=placed,
        found=_restore_precedence(nearest),
        weekdays=tuple(sorted(weekdays)),
        proved=nearest.proved,
    )


def _restore_precedence(infeasible: InfeasibleTrip) -> InfeasibleTrip:
    """Return an infeasible result whose nearest order keeps all precedences.

    The nearest order visits the feasible stops first and appends the others. Its violations would
    otherwise include precedences that the report is not about.
    """
    problem, remaining = infeasible.problem, list(infeasible.nearest.order)
    order: list[int] = []
    while remaining:
        blocked = {second for first, second in problem.before if first in remaining}
        stop = next((stop for stop in remaining if stop not in blocked), None)
        if stop is None:  # the precedences form a cycle, which is the conflict itself
            return infeasible
        remaining.remove(stop)
        order.append(stop)
    timeline = simulate(order, problem)
    return replace(infeasible, nearest=timeline) if timeline.breaches else infeasible
