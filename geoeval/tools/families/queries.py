"""Queries of the algebra as they are: any of them as JSON, and plans that need no map."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Final

from pydantic import Field, PlainValidator
from pydantic_core import PydanticCustomError

from geoeval.errors import RecordError
from geoeval.llm.schema import without_nulls
from geoeval.query.algebra import Query
from geoeval.query.describe import describe
from geoeval.query.parts import MeetingPlan, StayPlan
from geoeval.query.solve import parse_query
from geoeval.tools.failure import mend
from geoeval.tools.families.outcome import QueryAnswer, QueryOutcome, answered, outcome_of
from geoeval.tools.lenient import loosened
from geoeval.tools.linking import linked
from geoeval.tools.tool import Tool, summary_of, tool
from geoeval.world.model import World

MOST_CHARACTERS = 20_000
"""A query of more characters is refused unread."""

_EXPECTED: Final = 'a JSON object {{"ask": …}} of at most {most} characters'


def _read(value: object) -> Mapping[str, object]:
    """Return the object that a query is, which may come as its JSON."""
    if isinstance(value, str) and len(value) <= MOST_CHARACTERS:
        with suppress(ValueError, RecursionError):
            value = without_nulls(json.loads(value))
    if not isinstance(value, Mapping):
        kind: Final = "query"
        raise PydanticCustomError(kind, _EXPECTED, {"most": MOST_CHARACTERS})
    return value


QueryText = Annotated[
    Mapping[str, object],
    PlainValidator(_read, json_schema_input_type=str),
    Field(description='JSON of the published query schema: {"ask": …}'),
]


@tool(
    name="solve_query",
    example={
        "query": '{"ask":"best","figure":{"kind":"distance"},'
        '"among":{"kind":"places","category":"restaurant","anchor":"Town Hall"}}'
    },
)
def _solve_query(world: World, query: QueryText) -> QueryAnswer:
    """Solve any query of the algebra, given as JSON, with the steps and facts behind the answer.

    An ask (value, best, list, count, compare, difference, check, check_routes, check_trip) of
    figures (distance, direction, fact, hours, detour, travel, route, step, trip) and candidates
    (places, routes, pairs, modes, days, orders, schedules). A wrong query is told where it is.
    """
    try:
        asked = parse_query(loosened(Query, dict(query), "query"))
    except RecordError as error:
        mend(error.path.replace("$", "query", 1), error.reason or str(error), error.got)
    told: dict[str, object] = {"read_as": describe(asked)}
    if not isinstance(asked, MeetingPlan | StayPlan):
        told["used"] = linked(asked, world, "query") or None
    return answered(asked, world).model_copy(update=told)


def _plan_tool(name: str, model: type[MeetingPlan | StayPlan], example: dict[str, object]) -> Tool:
    """Return the tool of a query whose fields are the arguments."""
    return Tool(
        name=name,
        summary=summary_of(model),
        parameters=model,
        result=QueryOutcome,
        example=example,
        run=outcome_of,
    )


_MEETINGS = _plan_tool(
    "plan_meetings",
    MeetingPlan,
    {
        "origin": "Station",
        "depart": "09:00",
        "meetings": [
            {
                "person": "Ada",
                "place": "Mill",
                "present_from": "10:00",
                "present_until": "12:00",
                "at_least_min": 30,
            }
        ],
        "travel": {"Station": {"Mill": 20}},
    },
)
_STAYS = _plan_tool(
    "plan_stays",
    StayPlan,
    {
        "days": 4,
        "stays": [{"city": "Oslo", "days": 2}, {"city": "Rome", "days": 3}],
        "flights": [["Oslo", "Rome"]],
    },
)
TOOLS = (_solve_query, _MEETINGS, _STAYS)
