"""Tools in OpenAI's Responses."""

from __future__ import annotations

from collections.abc import Mapping

from geoeval.tools.providers.parameters import strict_parameters
from geoeval.tools.providers.provider import JsonObject, ToolCall, text_of
from geoeval.tools.result import ToolResult
from geoeval.tools.tool import Tool


class OpenAIResponses:
    """The format of OpenAI's Responses."""

    def definition(self, tool: Tool) -> JsonObject:
        """Return a tool as an element of ``tools``."""
        described = {"name": tool.name, "description": tool.description}
        return {"type": "function", **described, **strict_parameters(tool)}

    def read(self, call: Mapping[str, object]) -> ToolCall | None:
        """Return the call that an item of a response's ``output`` is."""
        if call.get("type") != "function_call" or "call_id" not in call:
            return None
        return ToolCall(
            id=text_of(call["call_id"]), name=call.get("name"), arguments=call.get("arguments")
        )

    def message(self, call: ToolCall, result: ToolResult) -> JsonObject:
        """Return the item of the next request's ``input``."""
        return {"type": "function_call_output", "call_id": call.id, "output": result.text}
