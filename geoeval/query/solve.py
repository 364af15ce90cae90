"""Solving any query against a world, and reading a query from JSON."""

from __future__ import annotations

from functools import cache

from pydantic import TypeAdapter, ValidationError

from geoeval.errors import RecordError, UsageError, quote
from geoeval.query import (
    attributes,
    difference,
    geometry,
    nearby,
    opening,
    picked,
    plan_meetings,
    plan_stays,
    positions,
    route_notes,
    route_steps,
    route_turns,
    routes,
    travel,
    trips,
)
from geoeval.query.base import Model
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.derive import Solver
from geoeval.query.kinds import Query, Unanswerable
from geoeval.query.values import CannotSolve, Outcome
from geoeval.world.model import World

_REASONS = {
    "union_tag_not_found": "it lacks {discriminator}",
    "union_tag_invalid": "expected {discriminator} to be one of {expected_tags}",
}


@cache
def query_adapter() -> TypeAdapter[Query]:
    """Return the validator of the union of all kinds, built when it is first asked for."""
    return TypeAdapter(Query)


def _unanswerable(query: Model, world: World, conventions: Conventions) -> Outcome:
    """Say that no world of this kind holds the fact asked for."""
    del world, conventions
    assert isinstance(query, Unanswerable)
    detail = f"a map context does not hold {query.fact} ({quote(query.words)})"
    return CannotSolve(reason="no_such_fact", detail=detail)


SOLVERS: dict[type[Model], Solver] = {
    **attributes.SOLVERS,
    **nearby.SOLVERS,
    **opening.SOLVERS,
    **picked.SOLVERS,
    **geometry.SOLVERS,
    **positions.SOLVERS,
    **travel.SOLVERS,
    **trips.SOLVERS,
    **plan_meetings.SOLVERS,
    **plan_stays.SOLVERS,
    **routes.SOLVERS,
    **route_steps.SOLVERS,
    **route_turns.SOLVERS,
    **route_notes.SOLVERS,
    **difference.SOLVERS,
    Unanswerable: _unanswerable,
}


def solve(query: Query, world: World, conventions: Conventions = DEFAULT) -> Outcome:
    """Return what a query comes to in a world.

    Parameters
    ----------
    query
        The question as a model.
    world
        What is known.
    conventions
        How unsaid things are taken.

    Returns
    -------
    Derivation or CannotSolve or Infeasible
        The value with its steps, facts and the conventions that mattered; or why the world
        does not decide it; or which constraint of a plan breaks first.

    Raises
    ------
    UsageError
        If what came is no query or no world.

    Examples
    --------
    >>> from geoeval.query.geometry_kinds import StraightLineDistance
    >>> from geoeval.world.model import Place
    >>> world = World(places=(Place(name="Pier", location=(0.0, 0.0)),
    ...                       Place(name="Mast", location=(0.0, 0.01))))
    >>> outcome = solve(StraightLineDistance(origin="Pier", destination="Mast"), world)
    >>> round(outcome.value.amount)
    1112
    >>> solve(StraightLineDistance(origin="Pier", destination="Moon"), world).reason
    'unknown_place'
    """
    if type(query) not in SOLVERS:
        message = f"expected a query, such as parse_query gives it, got {quote(query)}"
        raise UsageError(message)
    if not isinstance(world, World):
        message = f"expected a World, such as read_context gives it, got {quote(world)}"
        raise UsageError(message)
    return SOLVERS[type(query)](query, world, conventions)


def parse_query(source: object) -> Query:
    """Return the query that a JSON object describes.

    Parameters
    ----------
    source
        The decoded JSON, usually the "query" of a record.

    Returns
    -------
    Query
        One of the models of the closed union.

    Raises
    ------
    RecordError
        If it is no such query; ``path`` is the JSON path of the first fault, from "$".

    Examples
    --------
    >>> parse_query({"kind": "nearest", "category": "cafe", "anchor": "Pier"}).rank
    1
    >>> parse_query({"kind": "nearest", "rank": "first"})
    Traceback (most recent call last):
    ...
    geoeval.errors.RecordError: expected a query, got 'first' at $.rank: input should be a valid \
integer, unable to parse string as an integer
    """
    try:
        return query_adapter().validate_python(source)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        # The first part of the location is the kind, by which the union chose the model.
        parts = fault["loc"][1:]
        path = "$" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in parts)
        known = _REASONS.get(fault["type"])
        told = known.format(**fault["ctx"]) if known else fault["msg"]
        told = told.removeprefix("Value error, ")
        reason = told[:1].lower() + told[1:]
        message = f"expected a query, got {quote(fault['input'])} at {path}: {reason}"
        raise RecordError(message, path) from error
