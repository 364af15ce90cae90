"""Plan a trip: the best plan with its proof, or the reasons why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Literal, get_args

from geoeval.errors import UsageError, mismatch, quote
from geoeval.planning.answer import (
    Effort,
    InfeasibleTrip,
    Objective,
    TripPlan,
    check_objective,
    equivalent_problem,
)
from geoeval.planning.conflicts import find_conflicts
from geoeval.planning.problem import TripProblem, has_time_limits
from geoeval.planning.schedule import Timeline, simulate

if TYPE_CHECKING:
    from geoeval.planning.instance import Instance
    from geoeval.planning.table import SubsetTable

Engine = Literal["auto", "table", "labels", "routing"]

MAX_TABLE = 20
"""The maximum number of stops for the table of all sets, which then takes 84 MB."""


def plan_trip(
    problem: TripProblem,
    objective: Objective = "earliest_finish",
    *,
    engine: Engine = "auto",
    max_labels: int | None = None,
    start: Sequence[int] | None = None,
) -> TripPlan | InfeasibleTrip:
    """Find the best order of the stops of a trip, with its schedule.

    Parameters
    ----------
    problem
        The trip.
    objective
        - "earliest_finish": visit all mandatory stops and finish as early as possible;
        - "least_travel", "least_distance": visit all mandatory stops with the least travel, not
          counting waiting;
        - "most_prize", "most_visits": visit all mandatory stops and the best choice of the others
          by prize or number; ties go to the earliest finish;
        - "latest_departure": visit all mandatory stops and leave as late as possible.
    engine
        "table": all sets of stops (exact, up to 20 stops); "labels": label-setting with a bound;
        "routing": a local search with a bound (see ``first_order``; needs the extra
        ``routing``); "auto": the table if it can plan the trip, otherwise labels.
    max_labels
        The maximum number of labels of the label engine. The default takes about half a minute:
        1 million labels for up to 100 stops, 5 million for prizes, fewer for more stops.
    start
        A good order from which the label engine starts.

    Returns
    -------
    TripPlan or InfeasibleTrip
        The plan with its bound, or the reasons why there is none. The result is deterministic.
        Among equally good orders the table takes the one whose last stop has the lowest index,
        then the stop before it, and so on (for "latest_departure" the first stop, then the next).

    Raises
    ------
    UsageError
        If the engine does not support the objective, or nothing limits the latest departure.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix, Window
    >>> museum = Stop(name="museum", duration=60, windows=(Window(540, 720),))
    >>> trip = TripProblem(
    ...     stops=(museum, Stop(name="park", duration=30)),
    ...     travel=TravelMatrix([[0, 10, 15], [10, 0, 5], [15, 5, 0]]),
    ...     origin=2, end=2, depart=500, unit="minute",
    ... )
    >>> plan = plan_trip(trip)
    >>> plan.order, plan.value, plan.proved
    ((1, 0), 620, True)
    """
    if engine not in get_args(Engine):
        raise UsageError(
            f"expected one of the engines {', '.join(get_args(Engine))}, got {quote(engine)}"
        )
    if not isinstance(problem, TripProblem):
        raise mismatch(UsageError, "a TripProblem", problem)
    check_objective(problem, objective)
    started = perf_counter()
    if engine == "table" or (engine == "auto" and _table_obstacle(problem, objective) is None):
        result = _plan_by_table(problem, objective)
    elif engine == "routing":
        from geoeval.planning.routing import plan_by_routing

        result = plan_by_routing(problem, objective)
    else:
        from geoeval.planning.labels.plans import plan_by_labels

        if max_labels is not None and max_labels < 0:
            raise UsageError(f"expected max_labels to be at least 0, got {quote(max_labels)}")
        result = plan_by_labels(problem, objective, max_labels, start)
    return replace(result, effort=replace(result.effort, seconds=perf_counter() - started))


def _table_obstacle(problem: TripProblem, objective: Objective) -> str | None:
    if not problem.waiting:
        return "it must allow waiting"
    if objective in {"least_travel", "least_distance"} and has_time_limits(problem):
        return f"it must have no windows or time limits for {quote(objective)}"
    count = len(problem.stops)
    return f"it has {count} stops, more than {MAX_TABLE}" if count > MAX_TABLE else None


def check_table(problem: TripProblem, objective: Objective) -> None:
    """Raise a UsageError if the table of all sets cannot plan the trip."""
    obstacle = _table_obstacle(problem, objective)
    if obstacle is not None:
        raise UsageError(
            f'expected a trip that engine "table" can plan: {obstacle}; '
            'plan_trip with engine="auto" has no such limit'
        )


def _plan_by_table(problem: TripProblem, objective: Objective) -> TripPlan | InfeasibleTrip:
    from geoeval.planning.instance import NEVER
    from geoeval.planning.table import best_order, find_earliest, find_most_prize

    instance, table = table_for(problem, objective)
    effort = Effort(engine="table", labels=table.labels, seconds=0.0)
    if objective in {"most_prize", "most_visits"}:
        prizes = [s.prize if objective == "most_prize" else 1 for s in problem.stops]
        value, visited = find_most_prize(table, prizes, instance.mandatory)
        possible = value >= 0
    else:
        value, visited = find_earliest(table, instance.mandatory)
        possible = abs(value) < NEVER
    if not possible:
        return InfeasibleTrip(
            problem=problem,
            nearest=_simulate_nearest(problem, table),
            conflicts=find_conflicts(table, instance),
            proved=True,
            effort=effort,
        )
    depart = value if objective == "latest_departure" else problem.leaves
    if objective in {"least_travel", "least_distance"}:
        value -= depart
    return TripPlan(
        problem=problem,
        objective=objective,
        schedule=simulate(best_order(table, visited), problem, depart=depart),
        value=value,
        bound=value,
        effort=effort,
    )


def _simulate_nearest(problem: TripProblem, table: SubsetTable) -> Timeline:
    from geoeval.planning.table import best_order, find_most_prize

    count, visited = find_most_prize(table, [stop.mandatory for stop in problem.stops], needed=0)
    order = best_order(table, visited) if count >= 0 else ()
    rest = (i for i, stop in enumerate(problem.stops) if stop.mandatory and i not in order)
    return simulate((*order, *rest), problem)


def table_for(problem: TripProblem, objective: Objective) -> tuple[Instance, SubsetTable]:
    """Return the instance and its table, filled backwards for the latest departure."""
    check_table(problem, objective)
    from geoeval.planning.instance import instance_of
    from geoeval.planning.table import SubsetTable, backward_arcs, forward_arcs

    late = objective == "latest_departure"
    instance = instance_of(equivalent_problem(problem, objective), depart_late=late)
    return instance, SubsetTable(backward_arcs(instance) if late else forward_arcs(instance))
