"""Tools as JSON Schema, and calls as models without a provider write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from geoeval.tools.providers.parameters import parameters_of
from geoeval.tools.providers.provider import JsonObject, ToolCall, text_of
from geoeval.tools.result import ToolResult
from geoeval.tools.tool import Tool

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


class PlainJsonSchema:
    """A schema of its own per tool; calls are objects with a name and arguments.

    Many open models write calls so, and chat templates take their results so.
    """

    def definition(self, tool: Tool) -> JsonObject:
        """Return the schema of a tool's arguments, with its name as title."""
        described = {"title": tool.name, "description": tool.description}
        return {"$schema": DRAFT, **described, **parameters_of(tool)}

    def read(self, call: Mapping[str, object]) -> ToolCall | None:
        """Return the call that an object of a name and arguments is."""
        if "type" in call or not {"name", "arguments"} <= call.keys():
            return None
        return ToolCall(id=text_of(call.get("id")), name=call["name"], arguments=call["arguments"])

    def message(self, call: ToolCall, result: ToolResult) -> JsonObject:
        """Return the message of the role "tool"."""
        told: JsonObject = {"role": "tool", "name": result.name, "content": result.text}
        return {**told, "tool_call_id": call.id} if call.id else told
