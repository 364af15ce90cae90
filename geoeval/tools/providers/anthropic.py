"""Tools in Anthropic's Messages."""

from __future__ import annotations

from collections.abc import Mapping

from geoeval.tools.providers.parameters import parameters_of
from geoeval.tools.providers.provider import JsonObject, ToolCall, text_of
from geoeval.tools.result import ToolResult
from geoeval.tools.tool import Tool


class Anthropic:
    """The format of Anthropic's Messages."""

    def definition(self, tool: Tool) -> JsonObject:
        """Return a tool as an element of ``tools``."""
        return {
            "name": tool.name,
            "description": tool.description,
            "input_schema": parameters_of(tool),
        }

    def read(self, call: Mapping[str, object]) -> ToolCall | None:
        """Return the call that a block of a message's ``content`` is."""
        if call.get("type") != "tool_use":
            return None
        return ToolCall(
            id=text_of(call.get("id")), name=call.get("name"), arguments=call.get("input")
        )

    def message(self, call: ToolCall, result: ToolResult) -> JsonObject:
        """Return the block of the next user message's ``content``."""
        return {
            "type": "tool_result",
            "tool_use_id": call.id,
            "content": result.text,
            "is_error": not result.ok,
        }
