"""What a query comes to as a tool returns it: the same few members for every kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Annotated

from pydantic import Field

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.query.algebra import Query
from geoeval.query.conventions import DEFAULT
from geoeval.query.places.ranking import described_place
from geoeval.query.routes.figures import pick_route
from geoeval.query.solve import solve
from geoeval.query.values import (
    CannotSolve,
    Clock,
    Compound,
    Derivation,
    Fact,
    Infeasible,
    Names,
    Value,
)
from geoeval.query.working import Blocked, Working
from geoeval.tools.tool import PlacedResult, Result
from geoeval.verification.model import describe
from geoeval.world.model import World

_MOST_LINES = 40
_LONGEST = 400
_DIGITS = 6


class UsedFact(Result):
    """A fact of the map that the answer rests on."""

    text: str
    line: Annotated[int | None, Field(description="Line of the source text")] = None


class QueryOutcome(Result):
    """The answer to a query, how it follows, and from what."""

    feasible: Annotated[
        bool | None, Field(description="false: no plan keeps every constraint; there is no value")
    ] = None
    first_broken: Annotated[
        str | None, Field(description="The first constraint that no plan keeps")
    ] = None
    value: Annotated[
        dict[str, object] | None,
        Field(
            description="By its kind: quantity (amount; unit m, s, count, stars or level), clock "
            "(time), bearing (degrees), yes_no (yes), text, names (any: each is right; order: the "
            "whole ranking), compound (parts), meetings, stays"
        ),
    ] = None
    text: Annotated[str, Field(description="The answer in words")]
    steps: Annotated[tuple[str, ...], Field(description="How it follows")] = ()
    facts: tuple[UsedFact, ...] | None = None
    conventions: Annotated[
        dict[str, str] | None, Field(description="How things left unsaid were taken")
    ] = None


class QueryAnswer(QueryOutcome, PlacedResult):
    """The answer to a query about places, and which ones they are."""

    read_as: Annotated[str | None, Field(description="What the query asks, in words")] = None


def sheet(world: World) -> Working:
    """Return an empty sheet on which the working of a call is written down."""
    return Working(
        world=world, conventions=DEFAULT, described=described_place, best_route=pick_route
    )


def answered(query: Query, world: World) -> QueryAnswer:
    """Return what a query about places comes to."""
    return QueryAnswer(**dict(outcome_of(query, world)))


def outcome_of(query: Query, world: World) -> QueryOutcome:
    """Return what a query comes to."""
    outcome = solve(query, world)
    if isinstance(outcome, CannotSolve):
        raise Blocked(
            reason=outcome.reason,
            detail=outcome.detail,
            value=outcome.value,
            candidates=outcome.candidates,
            lacking=outcome.lacking,
        )
    return answer_of(outcome)


def answer_of(outcome: Derivation | Infeasible) -> QueryOutcome:
    """Return what was derived, or that no plan holds, as a tool returns it."""
    value = outcome.value if isinstance(outcome, Derivation) else None
    broken = shortened(outcome.first_broken) if isinstance(outcome, Infeasible) else None
    return QueryOutcome(
        feasible=None if broken is None else False,
        first_broken=broken,
        value=None if value is None else value_shape(value),
        text=f"not feasible: {broken}" if value is None else describe(value),
        steps=steps_of(outcome.steps),
        facts=facts_of(outcome.facts),
        conventions=dict(outcome.conventions) or None,
    )


def value_shape(value: Value) -> dict[str, object]:
    """Return a value as JSON: its kind first, figures to a millionth, defaults left out.

    Of names those that answer stand under "names", several of which may be equally good or be
    asked for together; "order" is the whole ranking they head or are taken from.

    Examples
    --------
    >>> from geoeval.query.values import Bearing
    >>> value_shape(Bearing(degrees=182.123456789))
    {'kind': 'bearing', 'degrees': 182.123457}
    >>> value_shape(Names(names=("Ox Inn", "Old Mill"), reading="nth", rank=2))
    {'kind': 'names', 'names': ['Old Mill'], 'order': ['Ox Inn', 'Old Mill']}
    """
    if isinstance(value, Names):
        return _names_shape(value)
    shape: dict[str, object] = {"kind": value.kind}
    if isinstance(value, Compound):
        return {**shape, "parts": [value_shape(part) for part in value.parts]}
    if isinstance(value, Clock):
        days, minute = divmod(value.minute, DAY_MIN)
        shape |= {"time": clock_text(minute)} | ({"days_later": days} if days else {})
    plain = asdict(value)
    told = [each.name for each in fields(value) if plain[each.name] != each.default]
    return shape | {name: _rounded(plain[name]) for name in told}


def _names_shape(value: Names) -> dict[str, object]:
    """Return the names that answer, and the order in which they stand."""
    ranked = value.reading in {"ranked", "nth"}
    first = value.rank - 1 if value.reading == "nth" else 0
    last = value.rank if value.reading == "nth" else value.tied if ranked else len(value.names)
    shape: dict[str, object] = {"kind": value.kind, "names": list(value.names[first:last])}
    if value.reading == "any" and len(value.names) > 1:
        shape["any"] = True
    if ranked and len(value.names) > last - first:
        shape["order"] = list(value.names[:_MOST_LINES])
    return shape


def steps_of(steps: Sequence[str]) -> tuple[str, ...]:
    """Return the first steps, each in a readable length, and how many more there are."""
    shown = [shortened(step) for step in steps[:_MOST_LINES]]
    rest = len(steps) - len(shown)
    return (*shown, f"and {rest} more steps") if rest else tuple(shown)


def facts_of(facts: Sequence[Fact]) -> tuple[UsedFact, ...] | None:
    """Return the first facts with their lines, or None where there are none."""
    shown = (UsedFact(text=shortened(fact.text), line=fact.line) for fact in facts[:_MOST_LINES])
    return tuple(shown) or None


def shortened(text: str) -> str:
    """Return a text cut to a readable length."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _rounded(value: object) -> object:
    """Return a part of a value with its figures rounded, whole ones as whole numbers."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, tuple | list) else value
