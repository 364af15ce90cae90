"""The parameters of a tool as JSON Schema, in the words that every format shares."""

from __future__ import annotations

from geoeval.llm.plain_schema import plain_schema
from geoeval.tools.providers.provider import JsonObject
from geoeval.tools.tool import Tool


def parameters_of(tool: Tool) -> JsonObject:
    """Return the schema of a tool's arguments, without a description beside that of the tool.

    Examples
    --------
    >>> from geoeval.tools import TOOLS
    >>> list(parameters_of(TOOLS["midpoint"])["properties"])
    ['origin', 'destination']
    """
    schema = plain_schema(tool.schema)
    return {key: value for key, value in schema.items() if key != "description"}
