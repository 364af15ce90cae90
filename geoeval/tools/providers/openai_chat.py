"""Tools in OpenAI's chat completions."""

from __future__ import annotations

from collections.abc import Mapping

from geoeval.tools.providers.parameters import strict_parameters
from geoeval.tools.providers.provider import JsonObject, ToolCall, text_of
from geoeval.tools.result import ToolResult
from geoeval.tools.tool import Tool


class OpenAIChat:
    """The format of OpenAI's chat completions, and of the many endpoints that speak it."""

    def definition(self, tool: Tool) -> JsonObject:
        """Return a tool as an element of ``tools``."""
        described = {"name": tool.name, "description": tool.description, **strict_parameters(tool)}
        return {"type": "function", "function": described}

    def read(self, call: Mapping[str, object]) -> ToolCall | None:
        """Return the call that an element of a message's ``tool_calls`` is."""
        function = call.get("function")
        if call.get("type") != "function" or not isinstance(function, Mapping):
            return None
        return ToolCall(
            id=text_of(call.get("id")),
            name=function.get("name"),
            arguments=function.get("arguments"),
        )

    def message(self, call: ToolCall, result: ToolResult) -> JsonObject:
        """Return the message of the role "tool"."""
        return {"role": "tool", "tool_call_id": call.id, "content": result.text}
