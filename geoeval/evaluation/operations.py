"""The operation that answers a question, in the paper's classes: distance, direction, counting."""

from __future__ import annotations

from types import UnionType
from typing import Literal, get_args

from geoeval.query import algebra
from geoeval.query.filter_kinds import HoursFilter, OpenFilter
from geoeval.query.inspect import candidates_of, figures_of, parts_of
from geoeval.query.parts import Trip

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


_OPERATIONS: tuple[tuple[Operation, str, type | UnionType], ...] = (
    ("trips", "parts", Trip | algebra.CheckTrip),
    ("counting", "parts", algebra.Count),
    ("hours", "parts", algebra.Hours | HoursFilter | OpenFilter),
    ("direction", "figures", algebra.DirectionOf | algebra.Toward),
    ("nearby", "candidates", algebra.Places),
    ("distance", "figures", algebra.Distance),
    ("routes", "figures", algebra.RouteFigure | algebra.StepFact),
    ("travel", "figures", algebra.Travel),
    ("routes", "parts", algebra.CheckRoutes),
    ("routes", "candidates", algebra.Routes),
    ("facts", "parts", algebra.Fact | algebra.Check),
)
"""The first row that matches a part of a query, its figure or its candidates decides."""


def operation_of(query: algebra.Query | None) -> Operation | None:
    """Return the operation that a query needs, None without a query or if a fact is missing."""
    if query is None or isinstance(query, algebra.Unanswerable):
        return None
    about = {
        "parts": parts_of(query),
        "figures": figures_of(query),
        "candidates": (candidates_of(query),),
    }
    return next(
        (
            operation
            for operation, where, kinds in _OPERATIONS
            if any(isinstance(each, kinds) for each in about[where])
        ),
        "other",
    )
