"""Tool definitions for a provider's request, and estimates of their tokens."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from math import ceil

from geoeval.errors import UsageError, quote
from geoeval.tools.providers.formats import FORMATS, Format, JsonObject
from geoeval.tools.registry import TOOLS, list_tools
from geoeval.tools.tool import Tool


def export_tools(
    format: Format,  # noqa: A002 - the command line has the same word
    tools: Iterable[Tool] | Mapping[str, Tool] | None = None,
) -> list[JsonObject]:
    """Return the definitions of tools in the format of a provider.

    Parameters
    ----------
    format
        "openai" (chat completions), "openai-responses", "anthropic", "gemini", "langchain",
        "ollama", "mcp" or "json-schema".
    tools
        The tools, or a mapping of tools by name; all by default.

    Returns
    -------
    list
        One definition per tool, ready for the request. For Gemini they are the
        ``function_declarations`` of one ``Tool``.

    Raises
    ------
    UsageError
        If there is no such format, or an element is not a tool.

    Examples
    --------
    >>> from geoeval.tools import TOOLS
    >>> for tool in export_tools("anthropic", [TOOLS["haversine"]]):
    ...     print(tool["name"], list(tool["input_schema"]["properties"]))
    haversine ['origin', 'destination']
    """
    provider = FORMATS.get(format)
    if provider is None:
        raise UsageError(f"expected a format, one of {', '.join(FORMATS)}, got {quote(format)}")
    return [provider.definition(each) for each in list_tools(TOOLS if tools is None else tools)]


ERROR = 0.1
"""The relative error of the estimate, as measured on the definitions of the tools."""

_LETTERS_PER_TOKEN = 10
_SIGNS_PER_TOKEN = 4
_PIECE = re.compile(r"(?P<word>[^\W\d_]+)|(?P<signs>[^\w\s]+)|\d{1,3}|_|\s{2,}")


def estimate_tokens(text: str) -> int:
    """Estimate the number of tokens in a text."""
    return sum(
        ceil(len(piece["word"] or "") / _LETTERS_PER_TOKEN)
        or ceil(len(piece["signs"] or "") / _SIGNS_PER_TOKEN)
        or 1
        for piece in _PIECE.finditer(text)
    )


def tokens_of(tool: Tool) -> int:
    """Estimate the number of tokens in a tool's definition, as compact JSON in OpenAI's format."""
    (definition,) = export_tools("openai", [tool])
    return estimate_tokens(json.dumps(definition, ensure_ascii=False, separators=(",", ":")))
