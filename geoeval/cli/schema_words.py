"""The members of a JSON Schema in words: name, type, meaning and bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from geoeval.errors import quote

Schema = Mapping[str, object]

_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "nothing",
}
_DEEPEST = 6


class Row(NamedTuple):
    """One member: its path such as ``stops[].place``, its type, and what it means."""

    name: str
    kind: str
    meaning: str


def rows(schema: Schema, optional: str) -> list[Row]:
    """Return the members of the schema of an object, those inside others behind them.

    Parameters
    ----------
    schema
        A JSON Schema, such as pydantic writes it.
    optional
        What to say of members that need not be there.

    Returns
    -------
    list of Row
        One per member.

    Examples
    --------
    >>> radius = {"type": "integer", "minimum": 1, "description": "Metres"}
    >>> rows({"properties": {"radius": radius}}, "may be left out")
    [Row(name='radius', kind='whole number', meaning='Metres; from 1; may be left out')]
    """
    definitions = schema.get("$defs", {})
    assert isinstance(definitions, Mapping)
    return list(_rows(schema, definitions, optional))


def _rows(
    schema: Schema, definitions: Schema, optional: str, prefix: str = "", depth: int = 0
) -> Iterator[Row]:
    """Yield the members of an object, and of those objects that they hold."""
    properties = schema.get("properties", {})
    required = schema.get("required", ())
    assert isinstance(properties, Mapping)
    assert isinstance(required, list | tuple)
    for key, given in properties.items():
        member = _resolved(given, definitions)
        name = f"{prefix}{key}"
        told = [str(member["description"])] if "description" in member else []
        bounds = ", ".join(_bounds(member, definitions))
        told += [bounds] if bounds else []
        if member.get("default") is not None:
            told.append(f"default {quote(member['default'])}")
        elif key not in required:
            told.append(optional)
        yield Row(name, _kind(member, definitions), "; ".join(told))
        items = _items(member, definitions)
        inner = member if items is None else items
        if depth < _DEEPEST and "properties" in inner:
            below = f"{name}." if items is None else f"{name}[]."
            yield from _rows(inner, definitions, optional, below, depth + 1)


def _resolved(schema: object, definitions: Schema) -> Schema:
    """Return a schema without a reference at its head, nor null as one of its types."""
    assert isinstance(schema, Mapping)
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target = definitions[reference.rpartition("/")[2]]
        return {**_resolved(target, definitions), **_without(schema, "$ref")}
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        real = [each for each in choices if each != {"type": "null"}]
        if len(real) == 1:
            return {**_resolved(real[0], definitions), **_without(schema, "anyOf")}
    return schema


def _without(schema: Schema, key: str) -> Schema:
    return {name: value for name, value in schema.items() if name != key}


def _kind(schema: Schema, definitions: Schema) -> str:
    """Return the type of a member in words."""
    choices = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(choices, list):
        kinds = [_kind(_resolved(each, definitions), definitions) for each in choices]
        return " or ".join(dict.fromkeys(kinds))
    if "const" in schema:
        return str(schema["const"])
    values = schema.get("enum")
    if isinstance(values, list):
        return f"one of {', '.join(map(str, values))}"
    if schema.get("type") == "array":
        items = _items(schema, definitions)
        return "list" if items is None else f"list of {_kind(items, definitions)}"
    return _TYPES.get(str(schema.get("type")), "any value")


def _items(schema: Schema, definitions: Schema) -> Schema | None:
    """Return the schema of the items of a list."""
    items = schema.get("items")
    return _resolved(items, definitions) if isinstance(items, Mapping) else None


def _bounds(schema: Schema, definitions: Schema) -> Iterator[str]:
    """Yield the bounds of a number, of the items of a list, and of its length, in words."""
    items = _items(schema, definitions)
    if items is not None:
        yield from _bounds(items, definitions)
    for key, words in _BOUNDS.items():
        if key in schema:
            yield words.format(schema[key])


_BOUNDS = {
    "minimum": "from {}",
    "exclusiveMinimum": "above {}",
    "maximum": "up to {}",
    "exclusiveMaximum": "below {}",
    "minItems": "at least {} of them",
    "maxItems": "at most {} of them",
}
