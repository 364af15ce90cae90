"""How each provider defines a tool, writes a call and takes the result."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import cleandoc
from typing import Final, Literal, Protocol, get_args, runtime_checkable

from pydantic.fields import FieldInfo

from geoeval.errors import UsageError
from geoeval.llm.schema import plain_schema, strict_schema, with_parts
from geoeval.query.parts import ClockTime, PlaceName
from geoeval.tools.failure import ToolResult, replace_surrogates
from geoeval.tools.tool import Tool
from geoeval.world.model import TravelMode

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call as the model wrote it; nothing in it is checked."""

    id: str
    name: object
    arguments: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A format in which tools are defined, called and answered."""

    definition: Callable[[Tool], JsonObject]
    read: Callable[[Mapping[str, object]], ToolCall | None]
    message: Callable[[ToolCall, ToolResult], JsonObject]


@runtime_checkable
class Dumped(Protocol):
    """An object of a provider's library, such as a pydantic model."""

    def model_dump(self, *, warnings: bool) -> dict[str, object]:
        """Return its members."""
        ...


def object_members(value: object) -> Mapping[str, object] | None:
    """Return the members of an object of a provider's library, or of decoded JSON."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, Dumped) and not isinstance(value, type):
        return value.model_dump(warnings=False)
    return None


def text_of(value: object) -> str:
    """Return a string that can be sent back, or "" for any other value."""
    return replace_surrogates(value) if isinstance(value, str) else ""


_LIMITS = frozenset(
    {
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems",
        "minProperties", "maxProperties", "propertyNames",
    }
)  # fmt: skip
"""Keywords that endpoints reject or ignore; these limits are checked when a tool is called."""

_REPEATED_DESCRIPTIONS = frozenset(
    str(each.description)
    for hint in (PlaceName, ClockTime)
    for each in get_args(hint)
    if isinstance(each, FieldInfo)
) | {" ".join(cleandoc(TravelMode.__doc__ or "").split())}
"""Descriptions of every place, time of day and mode, which the session's instructions contain."""


def parameters_of(tool: Tool) -> JsonObject:
    """Return the schema of a tool's arguments, without limits and without its own description."""
    return _shorten_schema(without_limits(plain_schema(tool.schema)))


def _shorten_schema(schema: Mapping[str, object]) -> JsonObject:
    """Return a JSON Schema without descriptions of objects and without repeated descriptions."""
    shortened = with_parts(schema, _shorten_schema)
    if shortened.get("type") == "object" or shortened.get("description") in _REPEATED_DESCRIPTIONS:
        shortened.pop("description", None)
    return shortened


def without_limits(schema: Mapping[str, object]) -> JsonObject:
    """Return a JSON Schema without limits on numbers, strings and lists."""
    kept = {key: value for key, value in schema.items() if key not in _LIMITS}
    choices = kept.get("enum")
    if isinstance(choices, list) and not all(isinstance(each, str) for each in choices):
        del kept["enum"]  # Gemini accepts only strings
        kept["description"] = f"{kept.get('description', 'One of')}: {_join_with_or(choices)}"
    return with_parts(kept, without_limits)


def _join_with_or(choices: Sequence[object]) -> str:
    *first, last = map(str, choices)
    return f"{', '.join(first)} or {last}" if first else last


def strict_parameters(tool: Tool) -> JsonObject:
    """Return the members of an OpenAI definition for a tool's arguments.

    They are strict if the schema can be expressed so.
    """
    schema = parameters_of(tool)
    try:
        strict = strict_schema(describe_defaults(schema))
    except UsageError:  # an object of any keys, or values of any type
        return {"parameters": schema, "strict": False}
    return {"parameters": _shorten_nulls(strict), "strict": True}


def _shorten_nulls(schema: Mapping[str, object]) -> JsonObject:
    """Return a strict schema with null among the types or words instead of in an ``anyOf``."""
    shortened = with_parts(schema, _shorten_nulls)
    match shortened.get("anyOf"):
        case [{"type": str(kind), **others}, {"type": "null"}]:
            words = others.get("enum")
            nullable = {"enum": [*words, None]} if isinstance(words, list) else {}
            del shortened["anyOf"]
            rest = {str(key): value for key, value in others.items()}
            return {"type": [kind, "null"], **rest, **nullable, **shortened}
        case _:
            return shortened


def describe_defaults(schema: Mapping[str, object]) -> JsonObject:
    """Return a JSON Schema in which each description ends with the default.

    It is for formats whose schemas cannot express defaults.
    """
    with_defaults = with_parts(schema, describe_defaults)
    value = schema.get("default")
    if "const" in schema or not value:
        return with_defaults
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    described = f"{schema.get('description', '')} (default {text})".strip()
    return {**with_defaults, "description": described}


Format = Literal[
    "openai", "openai-responses", "anthropic", "gemini", "langchain", "ollama", "mcp", "json-schema"
]
DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_GEMINI_KEYWORDS = frozenset(
    {
        "type", "description", "enum", "items", "prefixItems", "anyOf", "oneOf", "properties",
        "additionalProperties", "required",
    }
)  # fmt: skip
"""The keywords that Gemini documents; the others are checked when the tool is called."""


def _call_reader(
    kind: str | None, arguments: str, *, within: str = "", identity: str = "id"
) -> Callable[[Mapping[str, object]], ToolCall | None]:
    """Return a reader of calls whose member ``type`` is ``kind``, or absent if that is None."""

    def read(call: Mapping[str, object]) -> ToolCall | None:
        inner = call.get(within) if within else call
        needed = {"name", arguments} if kind is None and not within else {identity} - {"id"}
        if call.get("type") != kind or not isinstance(inner, Mapping) or needed - call.keys():
            return None
        identified = text_of(call.get(identity))
        return ToolCall(id=identified, name=inner.get("name"), arguments=inner.get(arguments))

    return read


def _read_gemini(call: Mapping[str, object]) -> ToolCall | None:
    """Return the call in a content part, or in a bare function call."""
    inner = call.get("function_call") or call.get("functionCall")
    if isinstance(inner, Mapping) and "arguments" not in inner:
        return _call_reader(None, "args")({"name": None, "args": None, **inner, "type": None})
    return _call_reader(None, "args")(call)


def _read_langchain(call: Mapping[str, object]) -> ToolCall | None:
    """Return a call of an ``AIMessage``, whether LangChain could parse it or not.

    An object without the type that LangChain writes is taken for a call of Gemini.
    """
    return _call_reader("tool_call", "args")(call) or _call_reader("invalid_tool_call", "args")(
        call
    )


def _read_mcp(call: Mapping[str, object]) -> ToolCall | None:
    parameters = call.get("params")
    if call.get("method") != "tools/call" or not isinstance(parameters, Mapping):
        return None
    name, arguments = parameters.get("name"), parameters.get("arguments")
    return ToolCall(id=str(call.get("id", "")), name=name, arguments=arguments)


def _define_with_name(tool: Tool, **others: object) -> JsonObject:
    return {"name": tool.name, "description": tool.description, **others}


def _define_mcp(tool: Tool) -> JsonObject:
    return {
        "name": tool.name,
        "title": title_of(tool.name),
        "description": tool.description,
        "inputSchema": parameters_of(tool),
        "outputSchema": without_limits(plain_schema(tool.result_schema)),
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }


def _define_plainly(tool: Tool) -> JsonObject:
    """Return the schema of a tool's arguments, with its name as title.

    LangChain's ``bind_tools`` takes this form. Many open models write calls as objects with a name
    and arguments, and chat templates take results in the corresponding form.
    """
    described = {"title": tool.name, "description": tool.description}
    return {"$schema": DRAFT, **described, **parameters_of(tool)}


def _answer_gemini(call: ToolCall, result: ToolResult) -> JsonObject:
    response: JsonObject = dict(result.content) if not result.ok else {"output": result.content}
    identity = {"id": call.id} if call.id else {}
    return {"function_response": {**identity, "name": result.name, "response": response}}


def _answer_plainly(call: ToolCall, result: ToolResult) -> JsonObject:
    message: JsonObject = {"role": "tool", "name": result.name, "content": result.text}
    return {**message, "tool_call_id": call.id} if call.id else message


def _answer_mcp(_: ToolCall, result: ToolResult) -> JsonObject:
    message: JsonObject = {
        "content": [{"type": "text", "text": result.text}],
        "isError": not result.ok,
    }
    return {**message, "structuredContent": result.content} if result.ok else message


def _gemini_schema(schema: Mapping[str, object]) -> JsonObject:
    kept: JsonObject = {key: value for key, value in schema.items() if key in _GEMINI_KEYWORDS}
    if "const" in schema:
        kept["enum"] = [schema["const"]]
    return with_parts(kept, _gemini_schema)


def title_of(name: str) -> str:
    """Return the name of a tool as a readable title."""
    return " ".join(_WORD.findall(name)).capitalize()


FORMATS: Final[Mapping[Format, Provider]] = {
    "openai": Provider(
        definition=lambda tool: {
            "type": "function",
            "function": _define_with_name(tool, **strict_parameters(tool)),
        },
        read=_call_reader("function", "arguments", within="function"),
        message=lambda call, result: {
            "role": "tool",
            "tool_call_id": call.id,
            "content": result.text,
        },
    ),
    "openai-responses": Provider(
        definition=lambda tool: {
            "type": "function",
            **_define_with_name(tool, **strict_parameters(tool)),
        },
        read=_call_reader("function_call", "arguments", identity="call_id"),
        message=lambda call, result: {
            "type": "function_call_output",
            "call_id": call.id,
            "output": result.text,
        },
    ),
    "anthropic": Provider(
        definition=lambda tool: _define_with_name(tool, input_schema=parameters_of(tool)),
        read=_call_reader("tool_use", "input"),
        message=lambda call, result: {
            "type": "tool_result",
            "tool_use_id": call.id,
            "content": result.text,
            "is_error": not result.ok,
        },
    ),
    "gemini": Provider(
        definition=lambda tool: _define_with_name(
            tool, parameters_json_schema=_gemini_schema(describe_defaults(parameters_of(tool)))
        ),
        read=_read_gemini,
        message=_answer_gemini,
    ),
    "langchain": Provider(
        definition=_define_plainly,
        read=_read_langchain,
        message=lambda call, result: {
            "role": "tool",
            "content": result.text,
            "tool_call_id": call.id,
            "name": result.name,
            "status": "success" if result.ok else "error",
        },
    ),
    "ollama": Provider(
        definition=lambda tool: {
            "type": "function",
            "function": _define_with_name(tool, parameters=parameters_of(tool)),
        },
        read=_call_reader(None, "arguments", within="function"),
        message=lambda _, result: {
            "role": "tool",
            "tool_name": result.name,
            "content": result.text,
        },
    ),
    "mcp": Provider(definition=_define_mcp, read=_read_mcp, message=_answer_mcp),
    "json-schema": Provider(
        definition=_define_plainly,
        read=_call_reader(None, "arguments"),
        message=_answer_plainly,
    ),
}
"""The formats by name. No object is a call in two of them."""


def read_call(value: object) -> tuple[Provider, ToolCall] | None:
    """Return a call with its format; None if it is not a call in any format."""
    shape = object_members(value)
    if shape is None:
        return None
    for provider in FORMATS.values():
        call = provider.read(shape)
        if call is not None:
            return provider, call
    return None
