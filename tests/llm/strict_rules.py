"""The rules of strict structured output, written independently of the code that follows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ALLOWED = {
    "object": {"properties", "required", "additionalProperties"},
    "array": {"items", "minItems", "maxItems"},
    "string": {"enum", "pattern", "format"},
    "integer": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "enum"},
    "number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "enum"},
    "boolean": {"enum"},
    "null": set[str](),
}
MAX_DEPTH = 10
MAX_PROPERTIES = 5000
MAX_TEXT = 120_000
MAX_ENUM_VALUES = 1000


def violations(schema: dict[str, Any]) -> list[str]:
    """Return the violations of the rules in a schema, each with its path."""
    parts = schema.get("$defs", {})
    found = list(_violations({key: schema[key] for key in schema if key != "$defs"}, "$", 0))
    found += [each for name, part in parts.items() for each in _violations(part, name, 0)]
    named = {str(node["$ref"]) for node in _nodes(schema) if "$ref" in node}
    found += [f"{name}: not defined" for name in named - {f"#/$defs/{part}" for part in parts}]
    if schema.get("type") != "object":
        found.append("$: the root is not an object")
    nodes = list(_nodes(schema))
    names = [name for node in nodes for name in node.get("properties", ())]
    values = [value for node in nodes for value in node.get("enum", ())]
    if len(names) > MAX_PROPERTIES:
        found.append("$: too many properties")
    if sum(len(str(text)) for text in (*names, *values)) > MAX_TEXT:
        found.append("$: too much text")
    if len(values) > MAX_ENUM_VALUES:
        found.append("$: too many values of enums")
    return found


def _nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a schema and every schema inside it."""
    yield schema
    children = (
        *schema.get("properties", {}).values(),
        *schema.get("anyOf", ()),
        *schema.get("$defs", {}).values(),
    )
    for child in (*children, *([schema["items"]] if "items" in schema else [])):
        yield from _nodes(child)


def _violations(schema: dict[str, Any], path: str, depth: int) -> Iterator[str]:
    if depth > MAX_DEPTH:
        yield f"{path}: too deep"
    if "$ref" in schema:
        if set(schema) != {"$ref"}:
            yield f"{path}: a reference with other keys, {set(schema)}"
        return
    if "anyOf" in schema:
        if set(schema) - {"anyOf", "description"}:
            yield f"{path}: anyOf with other keys, {set(schema)}"
        for index, choice in enumerate(schema["anyOf"]):
            yield from _violations(choice, f"{path}|{index}", depth)
        return
    kind = schema.get("type")
    if isinstance(kind, list) and kind[1:] == ["null"]:
        kind = kind[0]
    if kind not in ALLOWED:
        yield f"{path}: type {kind}"
        return
    unknown = set(schema) - ALLOWED[kind] - {"type", "description"}
    if unknown:
        yield f"{path}: {unknown}"
    if kind == "array" and "items" not in schema:
        yield f"{path}: an array of anything"
    if kind == "object":
        properties = schema.get("properties", {})
        if list(properties) != schema.get("required"):
            yield f"{path}: not every property is required"
        if schema.get("additionalProperties") is not False:
            yield f"{path}: further properties"
        for name, child in properties.items():
            yield from _violations(child, f"{path}.{name}", depth + 1)
    if "items" in schema:
        yield from _violations(schema["items"], f"{path}[]", depth + 1)
