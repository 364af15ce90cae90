"""The kinds of query that a model may fill, each as text and as a strict schema."""

from __future__ import annotations

from functools import cache
from inspect import cleandoc
from types import MappingProxyType
from typing import get_args

from geoeval.llm.plain_schema import JsonSchema
from geoeval.llm.strict_schema import strict_schema
from geoeval.query.base import Model
from geoeval.query.kinds import Query
from geoeval.query.plan_kinds import MeetingPlan, StayPlan

NOT_UNDERSTOOD = "not_understood"
_STATE_THEIR_WORLD = (MeetingPlan, StayPlan)
_TEXT_OR_NULL: JsonSchema = {"anyOf": [{"type": "string"}, {"type": "null"}]}


def _kinds() -> dict[str, type[Model]]:
    """Return every kind of the union whose facts stand in a world, by its name."""
    (union, *_) = get_args(Query)
    models: tuple[type[Model], ...] = get_args(union)
    return {
        model.model_fields["kind"].default: model
        for model in models
        if model not in _STATE_THEIR_WORLD
    }


KINDS = MappingProxyType(_kinds())
"""The kinds by name; plans are left out, whose questions are long and read sentence by sentence."""


def told(kind: str) -> str:
    """Return what a kind asks, as its documentation says.

    Examples
    --------
    >>> told("best_order")
    'Which offered order (of all orders, if none is offered) finishes first.'
    """
    return " ".join(cleandoc(KINDS[kind].__doc__ or "").replace("``", "").split())


def choice_schema() -> JsonSchema:
    """Return the schema of a reply that chooses a kind, or says why none fits.

    Examples
    --------
    >>> list(choice_schema()["properties"])
    ['kind', 'reason']
    """
    kind = {"type": "string", "enum": [*KINDS, NOT_UNDERSTOOD]}
    return _reply({"kind": kind, "reason": _TEXT_OR_NULL})


@cache
def query_schema(kind: str) -> JsonSchema:
    """Return the schema of a reply that fills a query of a kind, or says what it cannot carry.

    Examples
    --------
    >>> list(query_schema("direction_of")["properties"])
    ['query', 'not_understood']
    """
    query = strict_schema(KINDS[kind].model_json_schema())
    return _reply({"query": {"anyOf": [query, {"type": "null"}]}, NOT_UNDERSTOOD: _TEXT_OR_NULL})


def _reply(properties: JsonSchema) -> JsonSchema:
    """Return the strict schema of an object with some properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
