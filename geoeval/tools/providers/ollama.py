"""Tools in Ollama's chat."""

from __future__ import annotations

from collections.abc import Mapping

from geoeval.tools.providers.parameters import parameters_of
from geoeval.tools.providers.provider import JsonObject, ToolCall, text_of
from geoeval.tools.result import ToolResult
from geoeval.tools.tool import Tool


class Ollama:
    """The format of Ollama's chat: that of OpenAI, with arguments as objects."""

    def definition(self, tool: Tool) -> JsonObject:
        """Return a tool as an element of ``tools``."""
        described = {"name": tool.name, "description": tool.description}
        parameters = parameters_of(tool)
        return {"type": "function", "function": {**described, "parameters": parameters}}

    def read(self, call: Mapping[str, object]) -> ToolCall | None:
        """Return the call that an element of a message's ``tool_calls`` is."""
        function = call.get("function")
        if "type" in call or not isinstance(function, Mapping):
            return None
        name, arguments = function.get("name"), function.get("arguments")
        return ToolCall(id=text_of(call.get("id")), name=name, arguments=arguments)

    def message(self, call: ToolCall, result: ToolResult) -> JsonObject:
        """Return the message of the role "tool"."""
        del call
        return {"role": "tool", "tool_name": result.name, "content": result.text}
