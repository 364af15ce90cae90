"""Plans from a local search, with the bound that label-setting begins with."""

from __future__ import annotations

from dataclasses import replace

from geoeval.planning.answer import InfeasibleTrip, Objective, TripPlan
from geoeval.planning.by_labels import plan_by_labels
from geoeval.planning.problem import TripProblem
from geoeval.planning.routing import first_order

_LABELS = 1
"""Labels to keep: as few as can be, for what matters here is the bound."""


def plan_by_routing(problem: TripProblem, objective: Objective) -> TripPlan | InfeasibleTrip:
    """Find a good plan and what no plan can be better than; see ``plan_trip``.

    Label-setting goes on from the order found, and keeps it where it has no better one.
    """
    start = first_order(problem, objective)
    found = plan_by_labels(problem, objective, _LABELS, start)
    return replace(found, effort=replace(found.effort, engine="routing"))
