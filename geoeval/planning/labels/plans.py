"""Plans by label-setting, for many stops and for trips that the table of all sets cannot plan."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain, combinations

import numpy as np

from geoeval.errors import UsageError, quote
from geoeval.planning.answer import (
    Effort,
    InfeasibleTrip,
    Objective,
    SearchResult,
    TripPlan,
    equivalent_problem,
)
from geoeval.planning.instance import (
    NEVER,
    Instance,
    Ticks,
    find_shortcuts,
    in_reverse,
    instance_of,
)
from geoeval.planning.labels.no_waiting import find_latest_departure
from geoeval.planning.labels.prizes import max_prize_tour
from geoeval.planning.labels.tours import shortest_tour
from geoeval.planning.problem import TripProblem, has_time_limits
from geoeval.planning.schedule import Order, simulate

_MAX_HELPFUL = 8
"""The maximum number of optional stops whose every choice is tried, 256 choices in all."""


def plan_by_labels(
    problem: TripProblem, objective: Objective, max_labels: int | None, start: Sequence[int] | None
) -> TripPlan | InfeasibleTrip:
    """Find the best plan with at most ``max_labels`` labels; see ``plan_trip``."""
    if max_labels is None:
        max_labels = _default_label_limit(len(problem.stops), objective)
    if objective in {"most_prize", "most_visits"}:
        instance = _shift_to_zero(instance_of(problem))
        if objective == "most_visits":
            instance = replace(instance, prize=np.ones_like(instance.prize))
        result = max_prize_tour(instance, max_labels=max_labels, start=start)
    elif objective == "latest_departure" and not problem.waiting:
        result = find_latest_departure(instance_of(problem, depart_late=True), max_labels)
    else:
        result = _find_best_choice(problem, objective, max_labels, start)
    return _build_plan(problem, objective, result)


def _build_plan(
    problem: TripProblem, objective: Objective, result: SearchResult
) -> TripPlan | InfeasibleTrip:
    effort = Effort(engine="labels", labels=result.labels, seconds=0.0)
    if result.order is None or result.value is None:
        mandatory = sorted(
            (i for i, stop in enumerate(problem.stops) if stop.mandatory),
            key=lambda i: max((last for _, last in problem.stops[i].starts()), default=NEVER),
        )
        return InfeasibleTrip(
            problem=problem,
            nearest=simulate(mandatory, problem),
            conflicts=(),
            proved=result.proved,
            effort=effort,
        )
    depart = result.value if objective == "latest_departure" else None
    return TripPlan(
        problem=problem,
        objective=objective,
        schedule=simulate(result.order, problem, depart=depart),
        value=result.value,
        bound=result.value if result.proved else result.bound,
        effort=effort,
    )


def _find_best_choice(
    problem: TripProblem, objective: Objective, max_labels: int, start: Sequence[int] | None
) -> SearchResult:
    mandatory = {i for i, stop in enumerate(problem.stops) if stop.mandatory}
    helpful = _helpful_stops(problem, objective, mandatory)
    start_choice = None if start is None else {stop for stop in start if stop in helpful}
    tours: list[SearchResult] = []
    labels = 0
    choices = (combinations(helpful, size) for size in range(len(helpful) + 1))
    for chosen in chain.from_iterable(choices):
        visited = tuple(sorted(mandatory.union(chosen)))
        order = start if start_choice == set(chosen) else None
        tours.append(_find_tour(problem, objective, visited, max(max_labels - labels, 1), order))
        labels += tours[-1].labels
    return _best_tour(tours, objective)._replace(labels=labels)


def _best_tour(tours: Sequence[SearchResult], objective: Objective) -> SearchResult:
    choose = max if objective == "latest_departure" else min
    open_bounds = [tour.bound for tour in tours if tour.order is not None or not tour.proved]
    values = [tour.value for tour in tours if tour.value is not None]
    bound, value = choose(open_bounds, default=0), choose(values, default=None)
    best = next(tour for tour in tours if tour.value == value)
    return best._replace(bound=bound, proved=value == bound or not open_bounds)


def _find_tour(
    problem: TripProblem,
    objective: Objective,
    visited: Order,
    max_labels: int,
    start: Sequence[int] | None,
) -> SearchResult:
    order = None if start is None else [visited.index(stop) for stop in start if stop in visited]
    late = objective == "latest_departure"
    instance = instance_of(problem.restricted(visited), depart_late=late)
    costs, zero, sign = None, instance.depart, 1
    if late:
        instance, sign = _reverse_time(instance), -1
        order, zero = None if order is None else order[::-1], -instance.depart
    elif objective != "earliest_finish":
        costs, zero = _cost_table(problem.restricted(visited), instance, objective), 0
    tour = shortest_tour(_shift_to_zero(instance), costs, max_labels=max_labels, start=order)
    return SearchResult(
        order=None if tour.order is None else tuple(visited[i] for i in tour.order[::sign]),
        value=None if tour.value is None else zero + sign * tour.value,
        bound=zero + sign * tour.bound,
        proved=tour.proved,
        labels=tour.labels,
    )


def _helpful_stops(problem: TripProblem, objective: Objective, mandatory: Collection[int]) -> Order:
    """Return the optional stops that may improve a tour of the mandatory stops.

    If waiting is not allowed, any of them may help to avoid an early arrival.
    """
    helpful = set(find_shortcuts(equivalent_problem(problem, objective), mandatory))
    if objective == "least_distance" and has_time_limits(problem):
        helpful.update(find_shortcuts(problem, mandatory))
    if not problem.waiting and has_time_limits(problem):
        helpful.update(set(range(len(problem.stops))).difference(mandatory))
    if len(helpful) > _MAX_HELPFUL:
        names = ", ".join(quote(problem.stops[via].name) for via in sorted(helpful))
        raise UsageError(
            f"expected at most {_MAX_HELPFUL} optional stops that may improve the tour, for this "
            f"number of stops or these limits, got {names}; make some mandatory or leave them out"
        )
    return tuple(sorted(helpful))


def _default_label_limit(stops: int, objective: Objective) -> int:
    """Return the number of labels that takes about half a minute."""
    limit = 5_000_000 if objective in {"most_prize", "most_visits"} else 1_000_000
    return limit * 100**2 // max(stops, 100) ** 2


def _cost_table(problem: TripProblem, instance: Instance, objective: Objective) -> Ticks:
    cost_instance = instance if objective == "least_travel" else instance_of(problem.by_distance())
    return np.asarray(cost_instance.ride[0], dtype=np.int64)


def _reverse_time(instance: Instance) -> Instance:
    if instance.later is not None:
        raise UsageError(
            "expected at most 20 stops, or travel times that do not depend on the time of day, "
            "for latest_departure"
        )
    count = instance.count
    nodes = [*range(count), count + 1, count]
    starts, not_before, after = in_reverse(instance)
    last_end = -starts[count][0][0] if starts[count] else instance.limit
    return replace(
        instance,
        depart=-last_end,
        limit=-instance.depart,
        starts=(*starts[:count], ((-last_end, -instance.depart),)),
        since=np.array([-last_end]),
        ride=np.ascontiguousarray(instance.ride[:, nodes][:, :, nodes].transpose(0, 2, 1)),
        not_before=tuple(not_before),
        after=after,
    )


def _shift_to_zero(instance: Instance) -> Instance:
    """Return an instance that departs at tick 0, because networks use negative ticks for never."""
    zero = instance.depart
    return replace(
        instance,
        depart=0,
        limit=instance.limit - zero,
        starts=tuple(
            tuple((first - zero, last - zero) for first, last in intervals)
            for intervals in instance.starts
        ),
        since=instance.since - zero,
        later=None
        if instance.later is None
        else np.where(instance.later < NEVER, instance.later - zero, NEVER),
    )
