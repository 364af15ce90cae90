"""The JSON schema of a query, published as ``schema.json``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from geoeval.files import write_file
from geoeval.query.solve import query_adapter

Part: TypeAlias = Any
"""Any part of a schema."""

SCHEMA_FILE = Path(__file__).with_name("schema.json")
_NULL = {"type": "null"}
_EMPTY_DEFAULTS: tuple[tuple[str, object], ...] = (("default", None), ("default", []))
_TAGS = frozenset({"ask", "kind"})
# Parts that occur often are defined once, each copied from the given field; larger parts first.
_SHARED = {
    "Figure": ("Value", "figure"),
    "Filter": ("Check", "passes"),
    "PlainFilter": ("NotFilter", "of"),
    "PlaceRef": ("Distance", "origin"),
    "PlaceName": ("TripStop", "place"),
    "ClockTime": ("Trip", "depart"),
    "Day": ("Trip", "day"),
}


def query_schema() -> dict[str, Any]:
    """Return the JSON schema of a query, without titles and null defaults.

    Examples
    --------
    >>> query_schema()["$defs"]["Count"]["required"]
    ['ask', 'of']
    """
    schema = _simplify_part(full_schema())
    definitions = schema.pop("$defs")
    for name, (model, field) in _SHARED.items():
        shared = definitions[model]["properties"][field]
        definitions = _replace_by_reference(definitions, shared, {"$ref": f"#/$defs/{name}"})
        definitions[name] = shared
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Query",
        **schema,
        "$defs": definitions,
    }


def schema_text() -> str:
    """Return the JSON schema of a query as text, one definition per line."""
    schema = query_schema()
    lines = [
        f"{_to_compact_json(name)}:{_to_compact_json(part)}"
        for name, part in sorted(schema.pop("$defs").items())
    ]
    head = _to_compact_json(schema).removesuffix("}")
    return head + ',"$defs":{\n' + ",\n".join(lines) + "\n}}\n"


def _to_compact_json(part: object) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))


def full_schema() -> dict[str, Any]:
    """Return the JSON schema that pydantic generates, with the short name of each definition."""
    schema = query_adapter().json_schema()
    text = json.dumps(schema)
    for long, part in schema["$defs"].items():
        short = part.get("title", long).removeprefix("Query")
        text = text.replace(f'"{long}":', f'"{short}":').replace(f'/{long}"', f'/{short}"')
    renamed: dict[str, Any] = json.loads(text)
    return renamed


def _map_children(part: Part, change: Callable[[Part], Part]) -> Part:
    """Return a list or dict with ``change`` applied to each child; anything else unchanged."""
    if isinstance(part, list):
        return [change(each) for each in part]
    return {key: change(each) for key, each in part.items()} if isinstance(part, dict) else part


def _simplify_part(part: Part) -> Part:
    """Return a part of a schema without titles and nulls.

    Nullable fields are optional, so they do not need null; tags become required.
    """
    if not isinstance(part, dict):
        return _map_children(part, _simplify_part)
    simplified = {
        key: _map_children(each, _simplify_part)
        if key in {"properties", "$defs"}
        else _simplify_part(each)
        for key, each in part.items()
        if key not in {"title", "discriminator"} and (key, each) not in _EMPTY_DEFAULTS
    }
    if "const" in simplified:
        return {"const": simplified["const"]}
    tags = sorted(_TAGS & simplified.get("properties", {}).keys())
    if tags:
        required = [*tags, *(name for name in simplified.get("required", ()) if name not in tags)]
        simplified["required"] = required
    return _drop_null(simplified)


def _drop_null(part: dict[str, Any]) -> dict[str, Any]:
    if _NULL not in part.get("anyOf", ()):
        return part
    choices = [each for each in part.pop("anyOf") if each != _NULL]
    return {**(choices[0] if len(choices) == 1 else {"anyOf": choices}), **part}


def _replace_by_reference(part: Part, shared: dict[str, Any], reference: dict[str, Any]) -> Part:
    """Replace each copy of ``shared``, whose description may differ, by a reference."""
    if isinstance(part, dict):
        bare = {key: each for key, each in part.items() if key not in {"description", "default"}}
        if bare == {key: each for key, each in shared.items() if key != "description"}:
            text = part.get("description")
            extra = {} if text in {None, shared.get("description")} else {"description": text}
            return {**reference, **extra}
    return _map_children(part, lambda each: _replace_by_reference(each, shared, reference))


def write_schema(path: Path = SCHEMA_FILE) -> None:
    """Write the published schema to a file."""
    write_file(path, schema_text().encode())


if __name__ == "__main__":
    write_schema()
