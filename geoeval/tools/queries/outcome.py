"""What a query comes to as a tool returns it: the same few members for every kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from pydantic import Field

from geoeval.query.values import Derivation, Fact, Infeasible, Value
from geoeval.tools.tool import Result
from geoeval.verification.describe import describe

_MOST_LINES = 40
_LONGEST = 400
_DIGITS = 6


class UsedFact(Result):
    """A fact of the map that the answer rests on."""

    text: str
    line: Annotated[int | None, Field(description="Line of the source text")] = None


class QueryAnswer(Result):
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
            "(minute after midnight), bearing (degrees), yes_no, text, names, compound, plans"
        ),
    ] = None
    text: Annotated[str, Field(description="The answer in words")]
    steps: Annotated[tuple[str, ...], Field(description="How it follows")] = ()
    facts: tuple[UsedFact, ...] | None = None
    conventions: Annotated[
        dict[str, str] | None, Field(description="How things left unsaid were taken")
    ] = None


def answer_of(outcome: Derivation | Infeasible) -> QueryAnswer:
    """Return what was derived, or that no plan holds, as a tool returns it.

    Examples
    --------
    >>> from geoeval.query.values import Quantity
    >>> derived = Derivation(value=Quantity(amount=1234.56789, unit="m"), steps=("measured",))
    >>> answer_of(derived).value["amount"], answer_of(derived).text
    (1234.567890, '1.235 km')
    """
    infeasible = isinstance(outcome, Infeasible)
    return QueryAnswer(
        feasible=False if infeasible else None,
        first_broken=shortened(outcome.first_broken) if infeasible else None,
        value=None if infeasible else value_shape(outcome.value),
        text=f"not feasible: {outcome.first_broken}" if infeasible else describe(outcome.value),
        steps=steps_of(outcome.steps),
        facts=facts_of(outcome.facts),
        conventions=dict(outcome.conventions) or None,
    )


def value_shape(value: Value) -> dict[str, object]:
    """Return a value as JSON, its figures to a millionth and what is empty left out.

    Examples
    --------
    >>> from geoeval.query.values import Bearing
    >>> value_shape(Bearing(degrees=182.123456789))
    {'degrees': 182.123457, 'kind': 'bearing'}
    """
    shape: dict[str, object] = asdict(value)
    if not any(shape.get("aliases", ())):
        shape.pop("aliases", None)
    return {key: _rounded(each) for key, each in shape.items()}


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
    """Return a text cut to a readable length.

    Examples
    --------
    >>> len(shortened("x" * 5000))
    401
    """
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _rounded(value: object) -> object:
    """Return a part of a value with its figures rounded, whole ones as whole numbers."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, tuple | list) else value
