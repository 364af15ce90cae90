"""All solvers of trips by the kind of query that they answer."""

from __future__ import annotations

from geoeval.query import (
    trip_latest,
    trip_orders,
    trip_schedules,
    trip_stays,
    trip_times,
    trip_visits,
)
from geoeval.query.base import Model
from geoeval.query.derive import Solver

SOLVERS: dict[type[Model], Solver] = {
    **trip_times.SOLVERS,
    **trip_latest.SOLVERS,
    **trip_orders.SOLVERS,
    **trip_visits.SOLVERS,
    **trip_schedules.SOLVERS,
    **trip_stays.SOLVERS,
}
