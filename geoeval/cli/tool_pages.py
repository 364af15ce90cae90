"""The table of a toolset and the page of a tool, as lines of text."""

from __future__ import annotations

import json
import re
import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from geoeval.errors import quote
from geoeval.reporting.safe import Paint
from geoeval.reporting.wording import count_noun
from geoeval.tools.providers.export import ERROR, tokens_of
from geoeval.tools.registry import ALL, FAMILIES, TOOLSETS, toolset
from geoeval.tools.session import ToolSession
from geoeval.tools.tool import Tool

_WIDTH = 76  # as in the documentation: a terminal has 80 columns or more
_WIDEST_TYPE = 32
_SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")


def tool_table(name: str, *, colour: bool = False) -> Iterator[str]:
    """Yield the table of a toolset: names, tokens and summaries; then the other toolsets."""
    paint = Paint(colour)
    chosen = toolset(name)
    width = max(len(each.name) for each in chosen)
    yield paint("bold", f"{f'Toolset {name}':<{width}}    tokens")
    for each in chosen:
        described = _wrap_text(_first_sentence(each), _WIDTH - width - 11)
        yield f"  {paint('cyan', f'{each.name:<{width}}')}  {tokens_of(each):>5}  {described[0]}"
        yield from (f"{'':{width + 11}}{line}" for line in described[1:])
    yield ""
    total = f"{_format_size(chosen)} ({_token_estimate_note()})"
    everything = "" if name == ALL else f"; all: {_format_size(TOOLSETS[ALL])}"
    yield from _wrap_text(f"{total}{everything}", _WIDTH)
    others = ", ".join(f"{each} ({len(tools)})" for each, tools in TOOLSETS.items())
    yield from _wrap_text(f"Toolsets: {others}", _WIDTH)


def tool_page(tool: Tool, *, colour: bool = False) -> Iterator[str]:
    """Yield the page of a tool: its summary, arguments, result and an example call."""
    paint = Paint(colour)
    family = next(name for name, tools in FAMILIES.items() if tool in tools)
    about = (
        f"(family {family}, about {count_noun(tokens_of(tool), 'token')}, {_token_estimate_note()})"
    )
    yield f"{paint('bold', tool.name)} {about}"
    yield from _wrap_text(tool.summary, _WIDTH, "  ")
    for heading, rows in (
        ("Arguments", list_schema_rows(tool.schema, "optional")),
        ("Result", list_schema_rows(tool.result_schema, "may be absent")),
    ):
        yield ""
        yield paint("bold", heading)
        yield from _format_columns(rows)
    arguments = json.dumps(tool.example, ensure_ascii=False)
    yield ""
    yield paint("bold", "Example")
    yield f"  geoeval call {tool.name} {shlex.quote(arguments)}"
    shown = ToolSession(tools=[tool]).call(tool.name, tool.example)
    if shown.ok:
        yield from _wrap_text(shown.text, _WIDTH, "  ")
    else:
        yield "  needs --world FILE, a map with these places"


def _format_columns(rows: Sequence[Row]) -> Iterator[str]:
    if not rows:
        yield "  none"
        return
    name = max(len(row.name) for row in rows)
    kind = max((len(row.kind) for row in rows if len(row.kind) <= _WIDEST_TYPE), default=0)
    for row in rows:
        margin = " " * (name + kind + 6)
        described = _wrap_text(row.meaning, max(_WIDTH, len(margin) + 30), margin)
        head = f"  {row.name:<{name}}  {row.kind:<{kind}}  "
        if described and len(head) == len(margin):
            described[0] = head + described[0].lstrip()
            yield from described
        else:
            yield head.rstrip()
            yield from described


def _first_sentence(tool: Tool) -> str:
    return _SENTENCE_END.split(tool.summary, maxsplit=1)[0]


def _format_size(tools: Sequence[Tool]) -> str:
    return f"{count_noun(len(tools), 'tool')}, about {sum(map(tokens_of, tools)):,} tokens"


def _token_estimate_note() -> str:
    return f"estimated, ±{ERROR:.0%}"


def _wrap_text(text: str, width: int, indent: str = "") -> list[str]:
    """Wrap text into lines; long words are not broken, so that they can be copied."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


Schema = Mapping[str, object]

_TYPES = {
    "string": "string",
    "integer": "integer",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "nothing",
}
_MAX_DEPTH = 6


class Row(NamedTuple):
    """A member of a schema: its path such as ``stops[].place``, its type and its meaning."""

    name: str
    kind: str
    meaning: str


def list_schema_rows(schema: Schema, optional: str) -> list[Row]:
    """Return the members of an object schema; nested members follow their parent."""
    definitions = schema.get("$defs", {})
    assert isinstance(definitions, Mapping)
    return list(_schema_rows(schema, definitions, optional))


def _schema_rows(
    schema: Schema, definitions: Schema, optional: str, prefix: str = "", depth: int = 0
) -> Iterator[Row]:
    properties = schema.get("properties", {})
    required = schema.get("required", ())
    assert isinstance(properties, Mapping)
    assert isinstance(required, list | tuple)
    for key, given in properties.items():
        member = _resolve_schema(given, definitions)
        name = f"{prefix}{key}"
        meaning = "; ".join(
            _describe_member(member, definitions, "" if key in required else optional)
        )
        yield Row(name, _type_words(member, definitions), meaning)
        items = _item_schema(member, definitions)
        inner = member if items is None else items
        if depth < _MAX_DEPTH and "properties" in inner:
            below = f"{name}." if items is None else f"{name}[]."
            yield from _schema_rows(inner, definitions, optional, below, depth + 1)


def _describe_member(member: Schema, definitions: Schema, optional: str) -> Iterator[str]:
    if "description" in member:
        yield str(member["description"])
    if bounds := ", ".join(_format_bounds(member, definitions)):
        yield bounds
    if member.get("default") is not None:
        yield f"default {quote(member['default'])}"
    elif optional:
        yield optional


def _resolve_schema(schema: object, definitions: Schema) -> Schema:
    """Return a schema with its top-level ``$ref`` resolved and null removed from its types."""
    assert isinstance(schema, Mapping)
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target = definitions[reference.rpartition("/")[2]]
        return {**_resolve_schema(target, definitions), **_without_key(schema, "$ref")}
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        non_null = [each for each in choices if each != {"type": "null"}]
        if len(non_null) == 1:
            return {**_resolve_schema(non_null[0], definitions), **_without_key(schema, "anyOf")}
    return schema


def _without_key(schema: Schema, key: str) -> Schema:
    return {name: value for name, value in schema.items() if name != key}


def _type_words(schema: Schema, definitions: Schema) -> str:
    choices = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(choices, list):
        kinds = [_type_words(_resolve_schema(each, definitions), definitions) for each in choices]
        return " or ".join(dict.fromkeys(kinds))
    if "const" in schema:
        return str(schema["const"])
    values = schema.get("enum")
    if isinstance(values, list):
        return f"one of {', '.join(map(str, values))}"
    if schema.get("type") == "array":
        items = _item_schema(schema, definitions)
        return "list" if items is None else f"list of {_type_words(items, definitions)}"
    return _TYPES.get(str(schema.get("type")), "any value")


def _item_schema(schema: Schema, definitions: Schema) -> Schema | None:
    items = schema.get("items")
    return _resolve_schema(items, definitions) if isinstance(items, Mapping) else None


def _format_bounds(schema: Schema, definitions: Schema) -> Iterator[str]:
    items = _item_schema(schema, definitions)
    if items is not None:
        yield from _format_bounds(items, definitions)
    for key, words in _BOUNDS.items():
        if key in schema:
            yield words.format(schema[key])


_BOUNDS = {
    "minimum": "from {}",
    "exclusiveMinimum": "above {}",
    "maximum": "up to {}",
    "exclusiveMaximum": "below {}",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
}
