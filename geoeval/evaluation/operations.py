"""What a question has to be computed by, as the paper sorts them: distance, direction, counting."""

from __future__ import annotations

from types import UnionType
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
    ("trips", "parts", Trip | CheckTrip),
    ("counting", "parts", Count),
    ("hours", "parts", Hours | HoursFilter | OpenFilter),
    ("direction", "figures", DirectionOf | Toward),
    ("nearby", "candidates", Places),
    ("distance", "figures", Distance),
    ("routes", "figures", RouteFigure | StepFact),
    ("travel", "figures", Travel),
    ("routes", "parts", CheckRoutes),
    ("routes", "candidates", Routes),
    ("facts", "parts", Fact | Check),
)
"""The first row counts of which a query has a part, a figure that it asks for, or candidates."""


def operation_of(query: Query | None) -> Operation | None:
    """Return what a query has to be computed by, None for none and for what lacks a fact."""
    if query is None or isinstance(query, Unanswerable):
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
