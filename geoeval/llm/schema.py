"""JSON Schema without references, and in the form for strict structured output."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from geoeval.errors import UsageError, quote

JsonSchema = dict[str, object]

_NULL: Final[JsonSchema] = {"type": "null"}
_DROPPED_KEYWORDS = frozenset({"$defs", "$ref", "title", "discriminator"})
_SCHEMA_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE_SCHEMAS = ("items", "additionalProperties")


def plain_schema(schema: Mapping[str, object]) -> JsonSchema:
    """Return a JSON Schema in its shortest form."""
    definitions = schema.get("$defs", {})
    assert isinstance(definitions, Mapping)
    return _to_plain_schema(schema, definitions, ())


def with_parts(
    schema: Mapping[str, object], change: Callable[[Mapping[str, object]], JsonSchema]
) -> JsonSchema:
    """Return a JSON Schema with a change applied to each schema directly inside it."""
    changed = dict(schema)
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        changed["properties"] = {name: change(part) for name, part in properties.items()}
    for key in _SCHEMA_LISTS:
        parts = schema.get(key)
        if isinstance(parts, list):
            changed[key] = [change(part) for part in parts]
    for key in _SINGLE_SCHEMAS:
        part = schema.get(key)
        if isinstance(part, Mapping):
            changed[key] = change(part)
    return changed


def _to_plain_schema(
    schema: object, definitions: Mapping[str, object], within: tuple[str, ...]
) -> JsonSchema:
    """Return one schema in plain form; ``within``: the names of the definitions that enclose it."""
    if not isinstance(schema, Mapping):
        raise UsageError(f"expected a JSON Schema, got {quote(schema)}")
    reference = schema.get("$ref")
    if isinstance(reference, str):
        name = reference.rpartition("/")[2]
        if name in within:
            raise UsageError(
                f"expected a schema without recursion, got one in which {name} refers to itself"
            )
        target = _to_plain_schema(definitions.get(name), definitions, (*within, name))
        others = {key: value for key, value in schema.items() if key != "$ref"}
        return {**target, **_to_plain_schema(others, definitions, within)}
    copied = {key: value for key, value in schema.items() if key not in _DROPPED_KEYWORDS}
    plain = with_parts(copied, lambda part: _to_plain_schema(part, definitions, within))
    return _drop_default_null(uniform_tuple_as_array(plain))


def uniform_tuple_as_array(schema: JsonSchema) -> JsonSchema:
    """Return a tuple schema whose items are all alike as an array of fixed length."""
    items = schema.get("prefixItems")
    if not isinstance(items, list) or any(item != items[0] for item in items):
        return schema
    fixed = {"items": items[0], "minItems": len(items), "maxItems": len(items)}
    return {**{key: value for key, value in schema.items() if key != "prefixItems"}, **fixed}


def _drop_default_null(schema: JsonSchema) -> JsonSchema:
    """Drop ``null`` from the types of a member whose default is null: it may be omitted instead."""
    choices = schema.get("anyOf")
    if "default" not in schema or schema["default"] is not None or not isinstance(choices, list):
        return schema
    others = [choice for choice in choices if choice != _NULL]
    siblings = {key: value for key, value in schema.items() if key not in {"anyOf", "default"}}
    if len(others) == 1:
        return {**others[0], **siblings}
    return {**siblings, "anyOf": others}


COPIED_KEYWORDS = frozenset(
    {
        "type", "description", "enum", "format", "pattern",
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems",
    }
)  # fmt: skip
"""The keywords that are copied unchanged; the validator of the answer checks the others."""

_RESTRICTING_KEYWORDS = ("type", "enum", "const", "anyOf", "oneOf")


def strict_schema(schema: Mapping[str, object]) -> JsonSchema:
    """Return a JSON Schema in the form that strict structured output requires.

    A reply may use null for any member with a default; ``without_nulls`` removes it.
    """
    return _to_strict_schema(plain_schema(schema))


def without_nulls(value: object) -> object:
    """Return decoded JSON without the members that are null, which mean the default."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(member) for member in value]
    return value


def _to_strict_schema(schema: object) -> JsonSchema:
    if not isinstance(schema, Mapping) or schema.keys().isdisjoint(_RESTRICTING_KEYWORDS):
        raise UsageError(f"expected a schema that restricts its values, got {quote(schema)}")
    strict: JsonSchema = {key: value for key, value in schema.items() if key in COPIED_KEYWORDS}
    if "const" in schema:
        strict |= _constant_schema(schema["const"])
    choices = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(choices, list):
        strict["anyOf"] = list(map(_to_strict_schema, choices))
    if schema.get("type") == "array":
        strict |= _array_schema(uniform_tuple_as_array(dict(schema)))
    if schema.get("type") == "object":
        strict |= _object_schema(schema)
    return strict


def _constant_schema(value: object) -> JsonSchema:
    return {"enum": [value]} | ({"type": "string"} if isinstance(value, str) else {})


def _array_schema(schema: Mapping[str, object]) -> JsonSchema:
    fixed = schema.get("prefixItems")
    if fixed is not None:
        raise UsageError(f"expected a tuple whose items have the same schema, got {quote(fixed)}")
    return {"items": _to_strict_schema(schema.get("items"))}


def _object_schema(schema: Mapping[str, object]) -> JsonSchema:
    """Return an object schema with all properties required, and the constant ones first."""
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        raise UsageError(
            f"expected an object with named properties, got one with any keys: {quote(schema)}"
        )
    required = schema.get("required", [])
    assert isinstance(required, list)
    ranked = sorted(properties.items(), key=lambda item: "const" not in item[1])
    strict = {}
    for name, each in ranked:
        strict[name] = _to_strict_schema(each)
        if name not in required and "const" not in each:
            strict[name] = _allow_null(strict[name])
    return {"properties": strict, "required": list(strict), "additionalProperties": False}


def _allow_null(schema: JsonSchema) -> JsonSchema:
    """Return a schema that also allows null, with the description at the top level."""
    choices = schema.get("anyOf")
    described = {key: value for key, value in schema.items() if key == "description"}
    if not isinstance(choices, list):
        bare = {key: value for key, value in schema.items() if key != "description"}
        return {**described, "anyOf": [bare, _NULL]}
    return schema if _NULL in choices else {**described, "anyOf": [*choices, _NULL]}
