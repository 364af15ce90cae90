"""JSON Schema as endpoints with strict structured output take it."""

from __future__ import annotations

from collections.abc import Mapping

from geoeval.errors import UsageError, quote
from geoeval.llm.plain_schema import JsonSchema, of_one_kind, plain_schema

KEPT = frozenset(
    {
        "type", "description", "enum", "format", "pattern",
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems",
    }
)  # fmt: skip
"""The keywords that are taken over as they are; the validator of the answer checks the others."""

_TELLING = ("type", "enum", "const", "anyOf", "oneOf", "$ref")
_NULL: JsonSchema = {"type": "null"}


def strict_schema(schema: Mapping[str, object]) -> JsonSchema:
    """Return a JSON Schema in the form that strict structured output asks for.

    Notes
    -----
    An answer may say null for whatever has a default; ``without_nulls`` takes that away.

    Examples
    --------
    >>> strict_schema({"type": "object", "properties": {"rank": {"type": "integer", "default": 1}}})
    ... # doctest: +NORMALIZE_WHITESPACE
    {'type': 'object',
     'properties': {'rank': {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}},
     'required': ['rank'], 'additionalProperties': False}
    """
    return _strict(plain_schema(schema))


def strict_parts(definitions: Mapping[str, object]) -> JsonSchema:
    """Return definitions in strict form, which may refer to each other and to themselves.

    Examples
    --------
    >>> strict_parts({"Place": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Place"}]}})
    {'Place': {'anyOf': [{'type': 'string'}, {'$ref': '#/$defs/Place'}]}}
    """
    return {name: _strict(each) for name, each in definitions.items()}


def without_nulls(value: object) -> object:
    """Return decoded JSON without the members that are null, which stand for the default.

    Examples
    --------
    >>> without_nulls({"rank": None, "filters": [{"day": None, "open": True}]})
    {'filters': [{'open': True}]}
    """
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(member) for member in value]
    return value


def _strict(schema: object) -> JsonSchema:
    """Return one schema in strict form."""
    if not isinstance(schema, Mapping) or schema.keys().isdisjoint(_TELLING):
        message = f"expected a schema that says which values it takes, got {quote(schema)}"
        raise UsageError(message)
    if "$ref" in schema:
        return _referring(schema)
    strict: JsonSchema = {key: value for key, value in schema.items() if key in KEPT}
    if "const" in schema:
        strict["enum"] = [schema["const"]]
        if isinstance(schema["const"], str):
            strict["type"] = "string"
    choices = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(choices, list):
        strict["anyOf"] = [_strict(choice) for choice in choices]
    if schema.get("type") == "array":
        strict |= _array(of_one_kind(dict(schema)))
    if schema.get("type") == "object":
        strict |= _object(schema)
    return strict


def _referring(schema: Mapping[str, object]) -> JsonSchema:
    """Return a reference; beside one nothing else may stand."""
    bare: JsonSchema = {"$ref": schema["$ref"]}
    told = schema.get("description")
    return bare if told is None else {"description": told, "anyOf": [bare]}


def _array(schema: Mapping[str, object]) -> JsonSchema:
    """Return the items of an array, which are all of one kind."""
    fixed = schema.get("prefixItems")
    if fixed is not None:
        message = f"expected a tuple of items of one kind, got {quote(fixed)}"
        raise UsageError(message)
    return {"items": _strict(schema.get("items"))}


def _object(schema: Mapping[str, object]) -> JsonSchema:
    """Return the properties of an object, the one that says its kind first, all required."""
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        message = f"expected an object of named properties, got one of any keys: {quote(schema)}"
        raise UsageError(message)
    required = schema.get("required", [])
    assert isinstance(required, list)
    ranked = sorted(properties.items(), key=lambda item: "const" not in item[1])
    strict = {}
    for name, each in ranked:
        strict[name] = _strict(each)
        if name not in required and "const" not in each:
            strict[name] = _nullable(strict[name])
    return {"properties": strict, "required": list(strict), "additionalProperties": False}


def _nullable(schema: JsonSchema) -> JsonSchema:
    """Return a schema that null fits too, its description outermost."""
    choices = schema.get("anyOf")
    described = {key: value for key, value in schema.items() if key == "description"}
    if not isinstance(choices, list):
        bare = {key: value for key, value in schema.items() if key != "description"}
        return {**described, "anyOf": [bare, _NULL]}
    return schema if _NULL in choices else {**described, "anyOf": [*choices, _NULL]}
