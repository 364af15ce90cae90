"""Tools in the Model Context Protocol."""

from __future__ import annotations

import re
from collections.abc import Mapping

from geoeval.llm.plain_schema import plain_schema
from geoeval.tools.providers.parameters import parameters_of, without_limits
from geoeval.tools.providers.provider import JsonObject, ToolCall
from geoeval.tools.result import ToolResult
from geoeval.tools.tool import Tool

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


class Mcp:
    """The format of the Model Context Protocol."""

    def definition(self, tool: Tool) -> JsonObject:
        """Return a tool as an element of the result of ``tools/list``."""
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

    def read(self, call: Mapping[str, object]) -> ToolCall | None:
        """Return the call that a ``tools/call`` request is."""
        parameters = call.get("params")
        if call.get("method") != "tools/call" or not isinstance(parameters, Mapping):
            return None
        return ToolCall(
            id=str(call.get("id", "")),
            name=parameters.get("name"),
            arguments=parameters.get("arguments"),
        )

    def message(self, call: ToolCall, result: ToolResult) -> JsonObject:
        """Return the result of the request."""
        del call
        text: JsonObject = {"type": "text", "text": result.text}
        told: JsonObject = {"content": [text], "isError": not result.ok}
        return {**told, "structuredContent": result.content} if result.ok else told


def title_of(name: str) -> str:
    """Return the name of a tool in words for people.

    Examples
    --------
    >>> title_of("bearing_cardinal"), title_of("TravelTime")
    ('Bearing cardinal', 'Travel time')
    """
    return " ".join(_WORD.findall(name)).capitalize()
