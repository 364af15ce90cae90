"""JSON Schema without references: each part stands where it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from geoeval.errors import UsageError, quote

JsonSchema = dict[str, object]

_NULL: Final = {"type": "null"}
_LEFT_OUT = frozenset({"$defs", "$ref", "title", "discriminator"})
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE = ("items", "additionalProperties")


def plain_schema(schema: Mapping[str, object]) -> JsonSchema:
    """Return a JSON Schema in its shortest form.

    Examples
    --------
    >>> plain_schema(
    ...     {
    ...         "title": "Stop",
    ...         "type": "object",
    ...         "properties": {"place": {"$ref": "#/$defs/Name"}},
    ...         "$defs": {"Name": {"title": "Name", "type": "string"}},
    ...     }
    ... )
    {'type': 'object', 'properties': {'place': {'type': 'string'}}}
    """
    definitions = schema.get("$defs", {})
    assert isinstance(definitions, Mapping)
    return _plain(schema, definitions, ())


def with_parts(
    schema: Mapping[str, object], change: Callable[[Mapping[str, object]], JsonSchema]
) -> JsonSchema:
    """Return a JSON Schema in which each schema directly inside it is changed.

    Examples
    --------
    >>> some = {"type": "array", "items": {"type": "number"}}
    >>> with_parts(some, lambda part: {**part, "minimum": 0})
    {'type': 'array', 'items': {'type': 'number', 'minimum': 0}}
    """
    changed = dict(schema)
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        changed["properties"] = {name: change(part) for name, part in properties.items()}
    for key in _LISTS:
        parts = schema.get(key)
        if isinstance(parts, list):
            changed[key] = [change(part) for part in parts]
    for key in _SINGLE:
        part = schema.get(key)
        if isinstance(part, Mapping):
            changed[key] = change(part)
    return changed


def _plain(
    schema: object, definitions: Mapping[str, object], within: tuple[str, ...]
) -> JsonSchema:
    """Return one schema in plain form; ``within`` are the definitions it stands in."""
    if not isinstance(schema, Mapping):
        message = f"expected a JSON Schema, got {quote(schema)}"
        raise UsageError(message)
    reference = schema.get("$ref")
    if isinstance(reference, str):
        name = reference.rpartition("/")[2]
        if name in within:
            message = f"expected a schema without recursion, got one in which {name} holds itself"
            raise UsageError(message)
        target = _plain(definitions.get(name), definitions, (*within, name))
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return {**target, **_plain(beside, definitions, within)}
    kept = {key: value for key, value in schema.items() if key not in _LEFT_OUT}
    plain = with_parts(kept, lambda part: _plain(part, definitions, within))
    return _without_idle_null(of_one_kind(plain))


def of_one_kind(schema: JsonSchema) -> JsonSchema:
    """Return an array whose places all take the same as one of so many items.

    Examples
    --------
    >>> of_one_kind({"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}]})
    {'type': 'array', 'items': {'type': 'string'}, 'minItems': 2, 'maxItems': 2}
    """
    places = schema.get("prefixItems")
    if not isinstance(places, list) or any(place != places[0] for place in places):
        return schema
    fixed = {"items": places[0], "minItems": len(places), "maxItems": len(places)}
    return {**{key: value for key, value in schema.items() if key != "prefixItems"}, **fixed}


def _without_idle_null(schema: JsonSchema) -> JsonSchema:
    """Return a schema without the null that says no more than leaving the member out."""
    choices = schema.get("anyOf")
    if "default" not in schema or schema["default"] is not None or not isinstance(choices, list):
        return schema
    others = [choice for choice in choices if choice != _NULL]
    beside = {key: value for key, value in schema.items() if key not in {"anyOf", "default"}}
    if len(others) == 1:
        return {**others[0], **beside}
    return {**beside, "anyOf": others}
