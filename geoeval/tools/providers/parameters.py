"""The parameters of a tool as JSON Schema, in the words that the formats share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from inspect import cleandoc
from typing import get_args

from pydantic.fields import FieldInfo

from geoeval.errors import UsageError
from geoeval.llm.schema import plain_schema, strict_schema, with_parts
from geoeval.query.parts import ClockTime, PlaceName
from geoeval.tools.providers.provider import JsonObject
from geoeval.tools.tool import Tool
from geoeval.world.model import TravelMode

_LIMITS = frozenset(
    {
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems",
        "minProperties", "maxProperties", "propertyNames",
    }
)  # fmt: skip
"""Keywords that endpoints refuse or pass over; what they say is checked when a tool is called."""

_STOCK = frozenset(
    str(each.description)
    for hint in (PlaceName, ClockTime)
    for each in get_args(hint)
    if isinstance(each, FieldInfo)
) | {" ".join(cleandoc(TravelMode.__doc__ or "").split())}
"""What is told of every place, time of day and mode; the instructions of a session say it too."""


def parameters_of(tool: Tool) -> JsonObject:
    """Return the schema of a tool's arguments, without limits or a description of its own."""
    return _briefly(without_limits(plain_schema(tool.schema)))


def _briefly(schema: Mapping[str, object]) -> JsonObject:
    """Return a JSON Schema that tells of members only what their names do not."""
    told = with_parts(schema, _briefly)
    if told.get("type") == "object" or told.get("description") in _STOCK:
        told.pop("description", None)
    return told


def without_limits(schema: Mapping[str, object]) -> JsonObject:
    """Return a JSON Schema without limits of numbers, texts and rows.

    Examples
    --------
    >>> without_limits({"type": "integer", "minimum": 1, "description": "1 is the nearest"})
    {'type': 'integer', 'description': '1 is the nearest'}
    """
    kept = {key: value for key, value in schema.items() if key not in _LIMITS}
    return with_parts(kept, without_limits)


def strict_parameters(tool: Tool) -> JsonObject:
    """Return the members of a definition of OpenAI's that say which arguments a tool takes.

    They are strict, or without that promise where it cannot be made.

    Examples
    --------
    >>> from geoeval.tools.registry import TOOLS
    >>> strict_parameters(TOOLS["PlaceDetails"])["parameters"]["required"]
    ['placeId']
    """
    schema = parameters_of(tool)
    try:
        strict = strict_schema(told_defaults(schema))
    except UsageError:  # an object of any keys, or values of any type
        return {"parameters": schema, "strict": False}
    return {"parameters": _short_nulls(strict), "strict": True}


def _short_nulls(schema: Mapping[str, object]) -> JsonObject:
    """Return a strict schema in which null is one of the types, or one of the words."""
    told = with_parts(schema, _short_nulls)
    match told.get("anyOf"):
        case [{"type": str(kind), **others}, {"type": "null"}]:
            words = others.get("enum")
            nullable = {"enum": [*words, None]} if isinstance(words, list) else {}
            del told["anyOf"]
            rest = {str(key): value for key, value in others.items()}
            return {"type": [kind, "null"], **rest, **nullable, **told}
        case _:
            return told


def told_defaults(schema: Mapping[str, object]) -> JsonObject:
    """Return a JSON Schema in which each description ends with the default.

    It is for formats whose schemas cannot say defaults.

    Examples
    --------
    >>> told_defaults({"type": "integer", "description": "4, 8 or 16", "default": 8})
    {'type': 'integer', 'description': '4, 8 or 16 (default 8)', 'default': 8}
    """
    told = with_parts(schema, told_defaults)
    value = schema.get("default")
    if "const" in schema or not value:
        return told
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    described = f"{schema.get('description', '')} (default {text})".strip()
    return {**told, "description": described}
