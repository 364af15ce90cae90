"""Solving any query against a world, and reading a query from JSON."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, Final, get_args

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from geoeval.errors import RecordError, UsageError, quote
from geoeval.query.algebra import (
    Best,
    Check,
    CheckRoutes,
    CheckTrip,
    Compare,
    Count,
    Days,
    Difference,
    Listing,
    Modes,
    Pairs,
    Places,
    Query,
    Routes,
    Unanswerable,
    Value,
)
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.figures import best_offered, compare, difference, value_of
from geoeval.query.parts import Model
from geoeval.query.places.hours import count_days, list_days
from geoeval.query.places.ranking import (
    best_place,
    check_place,
    count_places,
    described_place,
    list_places,
)
from geoeval.query.plan_kinds import MeetingPlan, StayPlan
from geoeval.query.plans.meetings import meeting_plan
from geoeval.query.plans.stays import stay_plan
from geoeval.query.routes.figures import (
    best_route,
    check_routes,
    count_routes,
    list_routes,
    pick_route,
)
from geoeval.query.trip_kinds import Omissions, Orders, Schedules
from geoeval.query.trips.figures import omissions
from geoeval.query.trips.orders import best_order, check_trip
from geoeval.query.trips.schedules import schedules_that_hold
from geoeval.query.values import (
    Bearing,
    CannotSolve,
    Clock,
    Compound,
    Derivation,
    Infeasible,
    Outcome,
    Quantity,
    Text,
)
from geoeval.query.values import Value as Result
from geoeval.query.working import Blocked, Working
from geoeval.world.model import World

_REASONS = {
    "union_tag_not_found": "it lacks {discriminator}",
    "union_tag_invalid": "expected {discriminator} to be one of {expected_tags}",
}


@cache
def query_adapter() -> TypeAdapter[Query]:
    """Return the validator of the union of all queries, built when it is first asked for."""
    return TypeAdapter(Query)


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
    >>> from geoeval.query.algebra import Distance, Value
    >>> from geoeval.world.model import Place
    >>> world = World(places=(Place(name="Pier", location=(0.0, 0.0)),
    ...                       Place(name="Mast", location=(0.0, 0.01))))
    >>> outcome = solve(Value(figure=Distance(origin="Pier", destination="Mast")), world)
    >>> round(outcome.value.amount)
    1112
    >>> failed = solve(Value(figure=Distance(origin="Pier", destination="Moon")), world)
    >>> failed.reason, failed.path, failed.value
    ('unknown_place', '$.figure.destination', 'Moon')
    """
    if not isinstance(query, _ASKS):
        message = f"expected a query, such as parse_query gives it, got {quote(query)}"
        raise UsageError(message)
    if not isinstance(world, World):
        message = f"expected a World, such as read_context gives it, got {quote(world)}"
        raise UsageError(message)
    outcome, asked = _attempt(query, world, conventions)
    if isinstance(outcome, CannotSolve):
        return outcome
    mattered = dict(outcome.conventions)
    for name, (usual, other) in _OTHERWISE.items():
        if name in asked and name not in mattered:
            chosen: str = getattr(conventions, name)
            changes: dict[str, Any] = {name: other if chosen == usual else usual}
            changed, _ = _attempt(query, world, replace(conventions, **changes))
            if _gist(changed) != _gist(outcome):
                mattered[name] = chosen
    return replace(outcome, conventions=tuple(mattered.items()))


# A convention that a trip asked for mattered if the answer is another without it.
_OTHERWISE: Final[dict[str, tuple[str, str]]] = {
    "opening_hours": ("bind", "ignore"),
    "unstated_day": ("most", "ignore"),
    "return_leg": ("unless_asked", "always"),
    "missing_leg": ("symmetric", "absent"),
}
_ASKS = get_args(get_args(Query)[0])


def _attempt(query: Query, world: World, conventions: Conventions) -> tuple[Outcome, set[str]]:
    """Work a query out under given conventions; with it comes which of them it asked for."""
    work = Working(
        world=world, conventions=conventions, described=described_place, best_route=pick_route
    )
    try:
        found = _answer(query, work)
    except Blocked as blocked:
        value = work.called.get(blocked.value or "", blocked.value)
        place = None if value is None else path_of(query, value, within=blocked.within)
        failure = CannotSolve(
            reason=blocked.reason,
            detail=blocked.detail,
            path=place,
            value=None if place is None else value,
            candidates=blocked.candidates,
            lacking=blocked.lacking,
        )
        return failure, work.asked
    if isinstance(found, Infeasible):
        told = work.derive(Compound(parts=()))
        return replace(
            found,
            steps=told.steps,
            facts=told.facts,
            conventions=told.conventions,
            illustration=told.illustration,
        ), work.asked
    return work.derive(found), work.asked


def _answer(query: Query, work: Working) -> Result | Infeasible:
    """Work a query out on a sheet of working."""
    match query:
        case Value():
            return _value(query, work)
        case Best(among=Places()):
            return best_place(query, work)
        case Best(among=Routes()):
            return best_route(query, work)
        case Best(among=Orders()):
            return best_order(query, work)
        case Best(among=Pairs() | Modes()):
            return best_offered(query, work)
        case Listing(of=Places()):
            return list_places(query, work)
        case Listing(of=Routes()):
            return list_routes(query, work)
        case Listing(of=Days() as days, wanted=wanted):
            return list_days(days, work, any_of_them=wanted == "any")
        case Listing(of=Schedules() as schedules):
            return schedules_that_hold(schedules, work)
        case Listing(of=Omissions() as stops):
            return omissions(stops, work)
        case Count(of=Places() as places):
            return count_places(places, work)
        case Count(of=Routes() as routes):
            return count_routes(routes, work)
        case Count(of=Days() as days):
            return count_days(days, work)
        case Compare():
            return compare(query, work)
        case Difference():
            return difference(query, work)
        case Check():
            return check_place(query, work)
        case CheckRoutes():
            return check_routes(query, work)
        case CheckTrip():
            return check_trip(query, work)
        case MeetingPlan():
            return meeting_plan(query, work)
        case StayPlan():
            return stay_plan(query, work)
        case Unanswerable():
            raise Blocked(
                reason="no_such_fact",
                detail=f"a map context does not hold {query.fact} ({quote(query.words)})",
                lacking=query.fact,
            )
        case _:
            message = f"the algebra allows no such query: {query!r}"
            raise AssertionError(message)


def _value(query: Value, work: Working) -> Result | Infeasible:
    """Return the value of a figure, or of two as one answer."""
    first = value_of(query.figure, work)
    if query.also is None or isinstance(first, Infeasible):
        return first
    second = value_of(query.also, work)
    if isinstance(second, Infeasible):
        return second
    single = (Quantity, Bearing, Clock, Text)
    if not isinstance(first, single) or not isinstance(second, single):
        detail = "only numbers, directions, times and texts can be asked for two at a time"
        raise Blocked(reason="under_specified", detail=detail)
    return Compound(parts=(first, second))


def _gist(outcome: Outcome) -> Result | str:
    """Return what counts as the answer of an outcome."""
    return outcome.value if isinstance(outcome, Derivation) else type(outcome).__name__


def path_of(part: object, text: str, path: str = "$", *, within: str | None = None) -> str | None:
    """Return the JSON path of the first field of a query that holds a text, from "$".

    Where ``within`` names a field, only what stands in fields of that name counts.

    Examples
    --------
    >>> from geoeval.query.algebra import Distance
    >>> path_of(Value(figure=Distance(origin="Inn", destination="Mill")), "Mill")
    '$.figure.destination'
    """
    if isinstance(part, str):
        return path if part == text and within is None else None
    inner: list[tuple[str, object, str | None]] = []
    if isinstance(part, Model):
        for name in type(part).model_fields:
            needed = None if name == within else within
            inner.append((f"{path}.{name}", getattr(part, name), needed))
    elif isinstance(part, tuple):
        inner = [(f"{path}[{index}]", each, within) for index, each in enumerate(part)]
    found = (path_of(each, text, at, within=needed) for at, each, needed in inner)
    return next((at for at in found if at is not None), None)


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
    >>> places = {"kind": "places", "category": "cafe", "anchor": "Pier"}
    >>> parse_query({"ask": "count", "of": places}).of.category
    'cafe'
    >>> nearest = {"ask": "best", "figure": {"kind": "distance"}, "among": places}
    >>> parse_query({**nearest, "rank": "first"})
    Traceback (most recent call last):
    ...
    geoeval.errors.RecordError: expected a query, got 'first' at $.rank: input should be a valid \
integer, unable to parse string as an integer
    """
    try:
        return query_adapter().validate_python(source)
    except ValidationError as error:
        # Of the alternatives of a place, the one that got farthest was meant.
        faults = [(_json_path(source, fault), fault) for fault in error.errors(include_url=False)]
        path, fault = max(faults, key=lambda each: each[0].count(".") + each[0].count("["))
        known = _REASONS.get(fault["type"])
        told = known.format(**fault["ctx"]) if known else fault["msg"]
        told = told.removeprefix("Value error, ")
        reason = told[:1].lower() + told[1:]
        got = quote(fault["input"])
        message = f"expected a query, got {got} at {path}: {reason}"
        raise RecordError(message, path, reason=reason, got=got) from error


def _json_path(source: object, fault: ErrorDetails) -> str:
    """Return where in the JSON a fault lies; its location also names models, which are left out."""
    path, part, tag = "$", source, _tag(source)
    for index, step in enumerate(fault["loc"]):
        if step == tag:
            tag = None
        elif isinstance(part, dict) and step in part:
            path, part = f"{path}.{step}", part[step]
            tag = _tag(part)
        elif isinstance(part, list | tuple) and isinstance(step, int):
            path, part = f"{path}[{step}]", part[step]
            tag = _tag(part)
        elif fault["type"] == "missing" and index == len(fault["loc"]) - 1:
            path = f"{path}.{step}"
    return path


def _tag(part: object) -> object:
    """Return the name by which a part of a query chooses its model."""
    return part.get("ask", part.get("kind")) if isinstance(part, dict) else None
