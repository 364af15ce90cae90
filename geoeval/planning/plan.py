"""Plan any trip: the best plan with its proof, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Literal, get_args

from geoeval.errors import UsageError, quote
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
"""Stops up to which the table of all sets is used; it takes 84 MB then."""


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
        - "earliest_finish": all mandatory stops, over as early as possible;
        - "least_travel", "least_distance": all mandatory stops with the least travel, without
          waiting;
        - "most_prize", "most_visits": all mandatory stops and the most of the others by prize
          or number, then over as early as possible;
        - "latest_departure": all mandatory stops, leaving as late as possible.
    engine
        "table": every set of stops (exact, up to 20 of them); "labels": label-setting with a
        bound; "routing": a local search, and a bound (see ``first_order``; needs the extra
        ``routing``); "auto": the table up to 20 stops where it can answer, else labels.
    max_labels
        The effort of the label engine, 0 or more. None: about half a minute, which is 1 million
        labels up to 100 stops, 5 million for prizes, and fewer for more stops.
    start
        A good order to begin with, for the label engine.

    Returns
    -------
    TripPlan or InfeasibleTrip
        The plan with its bound, or why there is none; the same for the same input. Of equally good
        orders the table takes the one whose last stop has the lowest number, then the one before
        it, and so on (for "latest_departure" the first stop, then the next).

    Raises
    ------
    UsageError
        If the engine cannot answer the objective, or nothing limits a latest departure.

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
            f"expected the engine to be among {', '.join(get_args(Engine))}: {quote(engine)}"
        )
    check_objective(problem, objective)
    begun = perf_counter()
    if engine == "table" or (engine == "auto" and _table_fault(problem, objective) is None):
        found = _plan_by_table(problem, objective)
    elif engine == "routing":
        from geoeval.planning.routing import plan_by_routing

        found = plan_by_routing(problem, objective)
    else:
        from geoeval.planning.labels.plans import plan_by_labels

        if max_labels is not None and max_labels < 0:
            raise UsageError(f"expected 0 labels or more: {quote(max_labels)}")
        found = plan_by_labels(problem, objective, max_labels, start)
    return replace(found, effort=replace(found.effort, seconds=perf_counter() - begun))


def _table_fault(problem: TripProblem, objective: Objective) -> str | None:
    if not problem.waiting:
        return "waiting has to be allowed"
    if objective in {"least_travel", "least_distance"} and has_time_limits(problem):
        return f"no windows and limits of time for {quote(objective)}"
    count = len(problem.stops)
    return f"at most {MAX_TABLE} stops, here are {count}" if count > MAX_TABLE else None


def check_table(problem: TripProblem, objective: Objective) -> None:
    """Raise a UsageError if the table of all sets cannot answer."""
    fault = _table_fault(problem, objective)
    if fault is not None:
        raise UsageError(f"expected a trip that fits the table of all sets of stops: {fault}")


def _plan_by_table(problem: TripProblem, objective: Objective) -> TripPlan | InfeasibleTrip:
    from geoeval.planning.instance import NEVER
    from geoeval.planning.table import best_order, find_richest, find_soonest

    instance, table = table_for(problem, objective)
    effort = Effort(engine="table", labels=table.labels, seconds=0.0)
    if objective in {"most_prize", "most_visits"}:
        prizes = [s.prize if objective == "most_prize" else 1 for s in problem.stops]
        value, visited = find_richest(table, prizes, instance.mandatory)
        possible = value >= 0
    else:
        value, visited = find_soonest(table, instance.mandatory)
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
    from geoeval.planning.table import best_order, find_richest

    most, visited = find_richest(table, [stop.mandatory for stop in problem.stops], needed=0)
    order = best_order(table, visited) if most >= 0 else ()
    rest = (i for i, stop in enumerate(problem.stops) if stop.mandatory and i not in order)
    return simulate((*order, *rest), problem)


def table_for(problem: TripProblem, objective: Objective) -> tuple[Instance, SubsetTable]:
    """Return the instance and its table, filled backwards for the latest departure."""
    check_table(problem, objective)
    from geoeval.planning.instance import instance_of
    from geoeval.planning.table import SubsetTable, backward_arcs, forward_arcs

    late = objective == "latest_departure"
    instance = instance_of(equivalent_problem(problem, objective), leave_last=late)
    return instance, SubsetTable(backward_arcs(instance) if late else forward_arcs(instance))
