"""The formats by name, and the one that an object is written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from geoeval.tools.providers.anthropic import Anthropic
from geoeval.tools.providers.gemini import Gemini
from geoeval.tools.providers.json_schema import PlainJsonSchema
from geoeval.tools.providers.langchain import LangChain
from geoeval.tools.providers.mcp import Mcp
from geoeval.tools.providers.ollama import Ollama
from geoeval.tools.providers.openai_chat import OpenAIChat
from geoeval.tools.providers.openai_responses import OpenAIResponses
from geoeval.tools.providers.provider import Provider, ToolCall, members

Format = Literal[
    "openai", "openai-responses", "anthropic", "gemini", "langchain", "ollama", "mcp", "json-schema"
]

FORMATS: Final[Mapping[Format, Provider]] = {
    "openai": OpenAIChat(),
    "openai-responses": OpenAIResponses(),
    "anthropic": Anthropic(),
    "gemini": Gemini(),
    "langchain": LangChain(),
    "ollama": Ollama(),
    "mcp": Mcp(),
    "json-schema": PlainJsonSchema(),
}
"""No object is a call in two of them."""


def read_call(value: object) -> tuple[Provider, ToolCall] | None:
    """Return a call with the format it is written in; None if it is one in no format.

    Parameters
    ----------
    value
        An object of a provider's library, or its JSON.

    Examples
    --------
    >>> _, call = read_call({"type": "tool_use", "id": "t1", "name": "haversine", "input": {}})
    >>> call
    ToolCall(id='t1', name='haversine', arguments={})
    """
    shape = members(value)
    if shape is None:
        return None
    for provider in FORMATS.values():
        call = provider.read(shape)
        if call is not None:
            return provider, call
    return None
