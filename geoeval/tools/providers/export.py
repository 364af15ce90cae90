"""Tools as a provider's request lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from geoeval.errors import UsageError, quote
from geoeval.tools.providers.formats import FORMATS, Format
from geoeval.tools.providers.provider import JsonObject
from geoeval.tools.registry import TOOLS
from geoeval.tools.tool import Tool


def export_tools(
    format: Format,  # noqa: A002 - the word that the command line uses too
    tools: Iterable[Tool] | Mapping[str, Tool] | None = None,
) -> list[JsonObject]:
    """Return the definitions of tools in the format of a provider.

    Parameters
    ----------
    format
        "openai" (chat completions), "openai-responses", "anthropic", "gemini", "langchain",
        "ollama", "mcp" or "json-schema".
    tools
        Which tools, or tools by name; all by default.

    Returns
    -------
    list
        One object each, ready for the request. For Gemini they are the
        ``function_declarations`` of one ``Tool``.

    Raises
    ------
    UsageError
        If there is no such format, or an element is no tool.

    Examples
    --------
    >>> from geoeval.tools import TOOLS
    >>> for tool in export_tools("anthropic", [TOOLS["haversine"]]):
    ...     print(tool["name"], list(tool["input_schema"]["properties"]))
    haversine ['origin', 'destination']
    """
    provider = FORMATS.get(format)
    if provider is None:
        message = f"expected a format, one of {', '.join(FORMATS)}, got {quote(format)}"
        raise UsageError(message)
    chosen = TOOLS if tools is None else tools
    listed = chosen.values() if isinstance(chosen, Mapping) else chosen
    return [provider.definition(_tool(each)) for each in listed]


def _tool(value: object) -> Tool:
    """Return a tool, and refuse what is none."""
    if not isinstance(value, Tool):
        message = f"expected tools, such as TOOLS['haversine'], got {quote(value)}"
        raise UsageError(message)
    return value
