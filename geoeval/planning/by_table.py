"""Plans from the table of all sets of stops."""

from __future__ import annotations

from geoeval.planning.answer import Effort, InfeasibleTrip, Objective, TripPlan
from geoeval.planning.conflicts import conflicts
from geoeval.planning.instance import NEVER, instance_of
from geoeval.planning.problem import TripProblem
from geoeval.planning.replay import simulate
from geoeval.planning.table.tables import Tables, richest


def plan_by_table(problem: TripProblem, objective: Objective) -> TripPlan | InfeasibleTrip:
    """Find the best plan, exactly; see ``plan_trip``."""
    late = objective == "latest_departure"
    tables = Tables(instance_of(asked(problem, objective), leave_last=late))
    depart = problem.leaves
    match objective:
        case "latest_departure":
            leaves, visited = tables.leave_last()
            value, possible = -leaves, leaves < NEVER
            depart = value
        case "most_prize" | "most_visits":
            prizes = [s.prize if objective == "most_prize" else 1 for s in problem.stops]
            value, visited = richest(tables.ends, prizes, tables.instance.mandatory)
            possible = value >= 0
        case _:
            value, visited = tables.finish_first()
            possible = value < NEVER
    if not possible:
        return _explain(problem, objective, tables)
    order = tables.best_by_departure(visited) if late else tables.best(visited)
    schedule = simulate(order, problem, depart=depart)
    if objective in {"least_travel", "least_distance"}:
        value -= depart
    return TripPlan(
        problem=problem,
        objective=objective,
        schedule=schedule,
        value=value,
        bound=value,
        effort=Effort(engine="table", labels=tables.labels, seconds=0.0),
    )


def asked(problem: TripProblem, objective: Objective) -> TripProblem:
    """Return the problem whose earliest finish is what an objective asks for."""
    match objective:
        case "least_travel":
            return problem.without_stays()
        case "least_distance":
            return problem.by_distance()
        case _:
            return problem


def _explain(problem: TripProblem, objective: Objective, tables: Tables) -> InfeasibleTrip:
    """Say why not all mandatory stops can be made, from the table that is filled already.

    The nearest order is the best one of the most mandatory stops that can be made, with the
    others after them.
    """
    late = objective == "latest_departure"
    table = tables.begins if late else tables.ends
    most, visited = richest(table, [stop.mandatory for stop in problem.stops], needed=0)
    best = tables.best_by_departure if late else tables.best
    order = best(visited) if most >= 0 else ()
    rest = (i for i, stop in enumerate(problem.stops) if stop.mandatory and i not in order)
    return InfeasibleTrip(
        problem=problem,
        nearest=simulate((*order, *rest), problem),
        conflicts=conflicts(table, tables.instance),
        proved=True,
        effort=Effort(engine="table", labels=tables.labels, seconds=0.0),
    )
