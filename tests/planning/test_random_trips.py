"""Random trips planned by every engine and compared with all orders."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import get_args

import pytest

from geoeval.errors import UsageError
from geoeval.planning import Objective, TripPlan, TripProblem, plan_trip, simulate
from geoeval.planning.plan import Engine
from tests.planning.drawn_trips import random_trip
from tests.planning.referee import best, violations

pytestmark = pytest.mark.slow

TRIPS = {"auto": 1000, "labels": 150}
REJECTED = "direct legs to and from the hotel|travel times that do not depend on the time"
"""Trips that an engine does not support."""


def disagreement(problem: TripProblem, objective: Objective, engine: Engine) -> str | None:
    """Return what is wrong with the result of an engine, None if it is right."""
    found = plan_trip(problem, objective, engine=engine)
    expected = best(problem, objective)
    if not found.proved:
        return f"is not proved: {found}"
    if not isinstance(found, TripPlan):
        if expected is not None:
            return f"calls impossible what has {expected}"
        return "the nearest order holds" if found.nearest.feasible else None
    if expected is None or found.value != expected[0]:
        return f"{found.value} for {found.order}, not {expected}"
    wrong = [*violations(found.schedule, problem), *found.schedule.breaches]
    if wrong:
        return f"{found.order}: {wrong}"
    return _inconsistency(found, expected[1])


def _inconsistency(plan: TripPlan, finish: int | None) -> str | None:
    """Return how the schedule of a plan differs from its value."""
    problem, schedule = plan.problem, plan.schedule
    worth = {
        "earliest_finish": schedule.finish,
        "latest_departure": schedule.depart,
        "most_visits": len(plan.order),
        "most_prize": sum(problem.stops[i].prize for i in plan.order),
        "least_travel": schedule.travel,
        "least_distance": _length(plan),
    }[plan.objective]
    if worth != plan.value:
        return f"{plan.order} has {worth}, not {plan.value}"
    if finish is not None and schedule.finish != finish:
        return f"{plan.order} is over at {schedule.finish}, not {finish}"
    again = simulate(plan.order, problem, depart=schedule.depart)
    return None if again == schedule else f"{plan.order} is played through in another way"


def _length(plan: TripPlan) -> int:
    """Return the distance of a plan."""
    problem = plan.problem
    legs = [(problem.place(i), problem.stops[i].mode) for i in plan.order]
    if problem.origin is not None:
        legs.insert(0, (problem.origin, None))
    if problem.end is not None and legs:
        legs.append((problem.end, problem.end_mode))
    total = 0
    for (origin, _), (place, mode) in pairwise(legs):
        distances = problem.matrix(mode).distances
        assert distances is not None
        total += 0 if origin == place else distances[origin][place] or 0
    return total


@pytest.mark.parametrize("engine", TRIPS)
@pytest.mark.parametrize("objective", get_args(Objective))
def test_a_plan_is_the_best_of_all_orders(objective: Objective, engine: Engine) -> None:
    """Value, proof and schedule are compared."""
    wrong: dict[int, str | None] = {}
    for seed in range(2 * TRIPS[engine]):
        problem = random_trip(Random(f"{objective} {seed}"), objective)  # noqa: S311 - no secrets
        try:
            wrong[seed] = disagreement(problem, objective, engine)
        except UsageError as rejected:
            assert re.search(REJECTED, str(rejected))  # noqa: PT017 - most trips are not rejected
        if len(wrong) == TRIPS[engine]:
            break
    assert len(wrong) == TRIPS[engine]
    assert {seed: why for seed, why in wrong.items() if why is not None} == {}
