"""Parameters as OpenAI takes them: strictly, or without a promise where that cannot be said."""

from __future__ import annotations

from geoeval.errors import UsageError
from geoeval.llm.strict_schema import strict_schema
from geoeval.tools.providers.parameters import parameters_of
from geoeval.tools.providers.provider import JsonObject
from geoeval.tools.providers.told_defaults import told_defaults
from geoeval.tools.tool import Tool


def strict_parameters(tool: Tool) -> JsonObject:
    """Return the members of a definition that say which arguments a tool takes.

    Examples
    --------
    >>> from geoeval.tools import TOOLS
    >>> strict_parameters(TOOLS["PlaceDetails"])["parameters"]["required"]
    ['placeId']
    """
    schema = parameters_of(tool)
    try:
        return {"parameters": strict_schema(told_defaults(schema)), "strict": True}
    except UsageError:  # an object of any keys, or values of any type
        return {"parameters": schema, "strict": False}
