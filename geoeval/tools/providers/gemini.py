"""Tools in Google's Gemini."""

from __future__ import annotations

from collections.abc import Mapping

from geoeval.llm.plain_schema import with_parts
from geoeval.tools.providers.parameters import parameters_of, told_defaults
from geoeval.tools.providers.provider import JsonObject, ToolCall, text_of
from geoeval.tools.result import ToolResult
from geoeval.tools.tool import Tool

_KEYWORDS = frozenset(
    {
        "type", "description", "enum", "items", "prefixItems", "anyOf", "oneOf", "properties",
        "additionalProperties", "required",
    }
)  # fmt: skip
"""The keywords that Gemini documents; what others ask for is checked when the tool is called."""


class Gemini:
    """The format of Google's Gemini."""

    def definition(self, tool: Tool) -> JsonObject:
        """Return a tool as an element of a ``Tool``'s ``function_declarations``."""
        return {
            "name": tool.name,
            "description": tool.description,
            "parameters_json_schema": _documented(told_defaults(parameters_of(tool))),
        }

    def read(self, call: Mapping[str, object]) -> ToolCall | None:
        """Return the call that a part of a content is, or a function call by itself."""
        inner = call.get("function_call") or call.get("functionCall")
        if isinstance(inner, Mapping) and "arguments" not in inner:
            call = inner
        elif "type" in call or not {"name", "args"} <= call.keys():
            return None
        return ToolCall(
            id=text_of(call.get("id")), name=call.get("name"), arguments=call.get("args")
        )

    def message(self, call: ToolCall, result: ToolResult) -> JsonObject:
        """Return the part of the next user content's ``parts``."""
        response: JsonObject = dict(result.content) if not result.ok else {"output": result.content}
        told: JsonObject = {"name": result.name, "response": response}
        return {"function_response": {"id": call.id, **told} if call.id else told}


def _documented(schema: Mapping[str, object]) -> JsonObject:
    """Return a schema in the keywords that Gemini documents."""
    kept: JsonObject = {key: value for key, value in schema.items() if key in _KEYWORDS}
    if "const" in schema:
        kept["enum"] = [schema["const"]]
    return with_parts(kept, _documented)
