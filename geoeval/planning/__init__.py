"""Trip planning in integers: optimal orders with proof, simulated schedules, and conflicts."""

from __future__ import annotations

from geoeval.planning.alternatives import (
    Moment,
    RankedOrders,
    best_choices,
    best_orders,
    finish_by_count,
    free_time,
    latest_leave,
)
from geoeval.planning.answer import Effort, InfeasibleTrip, Objective, TripPlan
from geoeval.planning.conflicts import Conflict, Requirement
from geoeval.planning.plan import MAX_TABLE, plan_trip
from geoeval.planning.problem import TripProblem
from geoeval.planning.schedule import (
    Breach,
    BreachKind,
    Call,
    LatestStart,
    Order,
    Timeline,
    latest_start,
    simulate,
    slacks,
)
from geoeval.planning.stop import Stop, Window, Windows, windows_of
from geoeval.planning.travel import Ride, TravelMatrix
from geoeval.planning.words import Wording

__all__ = [
    "MAX_TABLE",
    "Breach",
    "BreachKind",
    "Call",
    "Conflict",
    "Effort",
    "InfeasibleTrip",
    "LatestStart",
    "Moment",
    "Objective",
    "Order",
    "RankedOrders",
    "Requirement",
    "Ride",
    "Stop",
    "Timeline",
    "TravelMatrix",
    "TripPlan",
    "TripProblem",
    "Window",
    "Windows",
    "Wording",
    "best_choices",
    "best_orders",
    "finish_by_count",
    "free_time",
    "latest_leave",
    "latest_start",
    "plan_trip",
    "simulate",
    "slacks",
    "windows_of",
]
