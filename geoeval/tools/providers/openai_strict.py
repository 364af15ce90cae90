"""Parameters as OpenAI takes them: strictly, or without a promise where that cannot be said."""

from __future__ import annotations

from geoeval.errors import UsageError
from geoeval.llm.plain_schema import plain_schema
from geoeval.llm.strict_schema import strict_schema
from geoeval.tools.providers.provider import JsonObject
from geoeval.tools.providers.told_defaults import told_defaults
from geoeval.tools.tool import Tool


def parameters_of(tool: Tool) -> JsonObject:
    """Return the members of a definition that say which arguments a tool takes.

    Examples
    --------
    >>> from geoeval.tools.registry import TOOLS
    >>> parameters_of(TOOLS["PlaceDetails"])["parameters"]["required"]
    ['placeId']
    """
    schema = plain_schema(tool.schema)
    try:
        return {"parameters": strict_schema(told_defaults(schema)), "strict": True}
    except UsageError:  # an object of any keys, or values of any type
        return {"parameters": schema, "strict": False}
