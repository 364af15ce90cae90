"""Find a good order of many stops by PyVRP's iterated local search (extra ``routing``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed
from geoeval.planning.answer import InfeasibleTrip, Objective, TripPlan, check_objective
from geoeval.planning.instance import NEVER, Instance, instance_of
from geoeval.planning.labels.plans import plan_by_labels
from geoeval.planning.problem import TripProblem, matrices_of
from geoeval.planning.schedule import Order, simulate
from geoeval.planning.table import set_members

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyvrp import Location, Model

ITERATIONS = 500
"""Iterations of the local search: a second or two for 60 stops with windows."""


def plan_by_routing(problem: TripProblem, objective: Objective) -> TripPlan | InfeasibleTrip:
    """Find a good plan, and a bound on all plans; see ``plan_trip``."""
    start = first_order(problem, objective)
    # One label is enough, because only the initial bound of label-setting is used.
    plan = plan_by_labels(problem, objective, 1, start)
    return replace(plan, effort=replace(plan.effort, engine="routing"))


def first_order(
    problem: TripProblem,
    objective: Objective = "earliest_finish",
    *,
    iterations: int = ITERATIONS,
    seed: int = 1,
) -> Order | None:
    """Find a good order of the stops of a trip, without a proof.

    N. A. Wouda, L. Lan and W. Kool (2024), "PyVRP: a high-performance VRP solver package",
    INFORMS J. on Computing 36 (4). In PyVRP, windows bound the start of a stay. A stop with
    several windows is a group of clients, exactly one of which is served. Prizes outweigh time.
    """
    check_objective(problem, objective)
    _check_supported(problem)
    _check_minimum("iterations", iterations, 1)
    _check_minimum("seed", seed, 0)
    check_installed("pyvrp", "routing")
    from pyvrp.stop import MaxIterations

    mandatory = [i for i, stop in enumerate(problem.stops) if stop.mandatory]
    prized = objective in {"most_prize", "most_visits"}
    visited = range(len(problem.stops)) if prized else mandatory
    instance = instance_of(problem.restricted(visited))
    if () in map(instance.starts.__getitem__, set_members(instance.mandatory)):
        return None
    model, stops = _build_model(instance, objective)
    solution = model.solve(
        MaxIterations(iterations), seed=seed, collect_stats=False, display=False
    ).best
    visits = (visit.idx for route in solution.routes() for visit in route if visit.is_client())
    order = tuple(visited[stops[client]] for client in visits)
    return order if simulate(order, problem).feasible else None


def _check_minimum(what: str, value: int, minimum: int) -> None:
    if value < minimum:
        raise UsageError(f"expected {what} to be at least {minimum}, got {quote(value)}")


def _check_supported(problem: TripProblem) -> None:
    unsupported = {
        "it has several days": len(problem.days) > 1,
        "waiting is not allowed": not problem.waiting,
        "its travel times depend on the time of day": not all(
            matrix.static for matrix in matrices_of(problem)
        ),
        "it restricts the order of stops": bool(problem.before or problem.directly),
    }
    for what, present in unsupported.items():
        if present:
            raise UsageError(
                f"expected a trip that the routing engine supports, but {what}; use another engine"
            )


def _build_model(instance: Instance, objective: Objective) -> tuple[Model, list[int]]:
    """Return a model with one vehicle that serves clients, and the stop of each client."""
    from pyvrp import Model

    count, horizon = instance.count, instance.limit - instance.depart
    model = Model()
    nodes = [model.add_location(node, 0) for node in range(count + 2)]
    stops = _add_clients(model, nodes, instance, objective)
    leaves_late = objective == "latest_departure"
    start = model.add_depot(nodes[count])
    end = model.add_depot(nodes[count + 1], tw_early=horizon if leaves_late else 0)
    travels = objective in {"least_travel", "least_distance"}
    model.add_vehicle_type(
        start_depot=start,
        end_depot=end,
        tw_late=horizon,
        start_late=horizon if leaves_late else 0,
        unit_distance_cost=int(travels),
        unit_duration_cost=int(not travels),
    )
    by_distance = objective == "least_distance"
    lengths = instance_of(instance.problem.by_distance()).ride if by_distance else instance.ride
    for origin, target in np.argwhere(instance.ride[0] < NEVER).tolist():
        length, ticks = (int(table[0, origin, target]) for table in (lengths, instance.ride))
        model.add_edge(nodes[origin], nodes[target], length, ticks)
    return model, stops


def _add_clients(
    model: Model, nodes: Sequence[Location], instance: Instance, objective: Objective
) -> list[int]:
    prizes = {"most_visits": np.ones_like(instance.prize), "most_prize": instance.prize}
    prize = prizes.get(objective, np.zeros_like(instance.prize))
    prize = prize * (instance.limit - instance.depart + 1)
    stops = []
    for stop, intervals in enumerate(instance.starts[:-1]):
        must = bool(instance.mandatory >> stop & 1)
        group = model.add_client_group(required=must) if len(intervals) > 1 else None
        for first, last in intervals:
            stops.append(stop)
            model.add_client(
                nodes[stop],
                service_duration=int(instance.duration[stop]),
                tw_early=first - instance.depart,
                tw_late=last - instance.depart,
                prize=int(prize[stop]),
                required=must and group is None,
                group=group,
            )
    return stops
