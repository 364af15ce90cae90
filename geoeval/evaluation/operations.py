"""What a question has to be computed by, as the paper sorts them: distance, direction, counting."""

from __future__ import annotations

from typing import Literal, get_args

from geoeval.query.algebra import (
    Check,
    CheckRoutes,
    CheckTrip,
    Count,
    DirectionOf,
    Distance,
    Fact,
    Hours,
    Places,
    Query,
    RouteFigure,
    Routes,
    StepFact,
    Toward,
    Travel,
    Unanswerable,
)
from geoeval.query.filter_kinds import HoursFilter, OpenFilter
from geoeval.query.inspect import candidates_of, figures_of, parts_of, trip_of

Operation = Literal[
    "distance",
    "direction",
    "counting",
    "nearby",
    "hours",
    "trips",
    "routes",
    "travel",
    "facts",
    "other",
]
OPERATIONS: tuple[Operation, ...] = get_args(Operation)
SPATIAL: frozenset[Operation] = frozenset({"distance", "direction", "counting", "nearby", "routes"})
TEMPORAL: frozenset[Operation] = frozenset({"hours", "trips", "travel"})


def operation_of(query: Query | None) -> Operation | None:
    """Return what a query has to be computed by, None for none and for what lacks a fact.

    Examples
    --------
    >>> from geoeval.query.algebra import Value
    >>> operation_of(Value(figure=Distance(origin="Louvre", destination="Eiffel Tower")))
    'distance'
    """
    if query is None or isinstance(query, Unanswerable):
        return None
    parts = parts_of(query)
    if trip_of(query) is not None or isinstance(query, CheckTrip):
        return "trips"
    if isinstance(query, Count):
        return "counting"
    if any(isinstance(part, Hours | HoursFilter | OpenFilter) for part in parts):
        return "hours"
    figures = figures_of(query)
    if any(isinstance(figure, DirectionOf | Toward) for figure in figures):
        return "direction"
    if isinstance(candidates_of(query), Places):
        return "nearby"
    kinds: tuple[tuple[Operation, type | tuple[type, ...]], ...] = (
        ("distance", Distance),
        ("routes", (RouteFigure, StepFact)),
        ("travel", Travel),
    )
    for operation, kind in kinds:
        if any(isinstance(figure, kind) for figure in figures):
            return operation
    if isinstance(query, CheckRoutes) or isinstance(candidates_of(query), Routes):
        return "routes"
    return "facts" if any(isinstance(part, Fact | Check) for part in parts) else "other"
