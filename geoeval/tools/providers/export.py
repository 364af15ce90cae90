"""Tools as a provider's request lists them, and the tokens that they take."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from math import ceil

from geoeval.errors import UsageError, quote
from geoeval.tools.providers.formats import FORMATS, Format, JsonObject
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
        raise UsageError(f"expected a format, one of {', '.join(FORMATS)}, got {quote(format)}")
    chosen = TOOLS if tools is None else tools
    listed = chosen.values() if isinstance(chosen, Mapping) else chosen
    return [provider.definition(_require_tool(each)) for each in listed]


def _require_tool(value: object) -> Tool:
    if not isinstance(value, Tool):
        raise UsageError(f"expected tools, such as TOOLS['haversine'], got {quote(value)}")
    return value


ERROR = 0.1
"""How far the estimate was found off for the tools' definitions, as a share; see the notes."""

_LETTERS_PER_TOKEN = 10
_SIGNS_PER_TOKEN = 4
_PIECE = re.compile(r"(?P<word>[^\W\d_]+)|(?P<signs>[^\w\s]+)|\d{1,3}|_|\s{2,}")


def estimate_tokens(text: str) -> int:
    """Estimate how many tokens a text takes."""
    return sum(
        ceil(len(piece["word"] or "") / _LETTERS_PER_TOKEN)
        or ceil(len(piece["signs"] or "") / _SIGNS_PER_TOKEN)
        or 1
        for piece in _PIECE.finditer(text)
    )


def tokens_of(tool: Tool) -> int:
    """Estimate how many tokens a tool's definition takes as compact JSON, in OpenAI's format."""
    (definition,) = export_tools("openai", [tool])
    return estimate_tokens(json.dumps(definition, ensure_ascii=False, separators=(",", ":")))
