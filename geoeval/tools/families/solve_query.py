"""One tool for all kinds of query: the query as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, PlainValidator, ValidationError

from geoeval.errors import quote
from geoeval.llm.strict_schema import without_nulls
from geoeval.tools.arguments import refused
from geoeval.tools.failure import ArgumentFault, Failure, Refused, failure_of, mend
from geoeval.tools.families.queries import kind_tools
from geoeval.tools.families.queries.kind_tools import KIND, Filled, ask
from geoeval.tools.families.queries.outcome import QueryAnswer
from geoeval.tools.faults import explain, nearest
from geoeval.tools.hints import constant_of
from geoeval.tools.tool import tool
from geoeval.world.model import World

MOST_CHARACTERS = 20_000
"""A query of more characters is refused unread."""

_EXPECTED = 'a JSON object: {"kind": …} and the fields of the kind'


def _read(value: object) -> Mapping[str, object]:
    """Return the object that a query is, which may come as its JSON."""
    if isinstance(value, str):
        if len(value) > MOST_CHARACTERS:
            expected = f"at most {MOST_CHARACTERS} characters"
            raise refused(expected, value)
        try:
            value = without_nulls(json.loads(value))
        except (ValueError, RecursionError) as error:
            expected = f"{_EXPECTED} ({error})"
            raise refused(expected, value) from None
    if not isinstance(value, Mapping):
        raise refused(_EXPECTED, value)
    return value


QueryText = Annotated[
    Mapping[str, object],
    PlainValidator(_read, json_schema_input_type=str),
    Field(description='JSON: {"kind": …} and the arguments of that kind'),
]


@tool(
    name="solve_query",
    example={"query": '{"kind":"nearest","category":"restaurant","anchor":"Town Hall"}'},
)
def _solve_query(world: World, query: QueryText) -> QueryAnswer:
    """Solve a query of any kind, given as JSON, with the steps and facts behind the answer.

    Kinds are nearest, count_places, list_places, direction_of, straight_line_distance, open_at,
    travel_total, finish_time, best_order, extreme_route, next_step and others. A wrong or
    incomplete query is answered with the kinds, or with the fields of the kind.
    """
    members = {str(name): each for name, each in query.items()}
    parameters = _parameters(members.pop(KIND, None))
    try:
        return ask(parameters.model_validate(members, context=world), world)
    except ValidationError as error:
        raise _inside(explain(error, parameters), parameters) from error
    except Refused as refusal:
        raise _inside(refusal.failure, parameters) from refusal


def _parameters(kind: object) -> type[Filled]:
    """Return the model of the arguments of a kind, however it is spelt."""
    spelt = "_".join(kind.casefold().replace("-", " ").split()) if isinstance(kind, str) else ""
    found = kind_tools.BY_KIND.get(spelt)
    if found is None:
        expected = f"one of {', '.join(kind_tools.BY_KIND)}"
        got = None if kind is None else quote(kind)
        mend(f"query.{KIND}", expected, got, nearest(kind, list(kind_tools.BY_KIND)))
    return found


def _inside(failure: Failure, parameters: type[Filled]) -> Refused:
    """Return a failure as one of the query, with the fields of its kind if they have faults."""
    if not failure.arguments:
        return Refused(failure)
    inside = [
        fault.model_copy(update={"argument": f"query.{fault.argument}".removesuffix(".arguments")})
        for fault in failure.arguments
    ]
    fields = [
        name if each.is_required() else f"{name} (optional)"
        for name, each in parameters.model_fields.items()
        if not constant_of(parameters, name)
    ]
    kind = parameters.model_fields[KIND].default
    known = ArgumentFault(argument="query", expected=f"{kind} has {', '.join(fields)}")
    return Refused(failure_of([*inside, known], failure.reason))


TOOLS = (_solve_query,)
