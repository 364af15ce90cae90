"""Answer tool calls: by name, as an object of a provider, or all calls of a message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, overload

from geoeval.errors import UsageError, quote
from geoeval.tools.failure import ToolResult
from geoeval.tools.providers import formats
from geoeval.tools.session import ToolSession
from geoeval.world.model import World

ReadCall = tuple[formats.Provider, formats.ToolCall]

_ALTERNATIVES = ("choices", "candidates")
"""Members with alternative replies, of which the first is used."""

_CALLS = ("tool_calls", "invalid_tool_calls")
_WITHIN = ("message", "output", "content", "parts")
_PARTS = (*_ALTERNATIVES, *_CALLS, *_WITHIN)

_ABSENT: Final = object()


@overload
def call_tool(
    call: str,
    arguments: object,
    *,
    world: World | None = None,
    session: ToolSession | None = None,
) -> ToolResult: ...


@overload
def call_tool(
    call: object, *, world: World | None = None, session: ToolSession | None = None
) -> formats.JsonObject: ...


def call_tool(
    call: object,
    arguments: object = _ABSENT,
    *,
    world: World | None = None,
    session: ToolSession | None = None,
) -> ToolResult | formats.JsonObject:
    """Call a tool by name, or answer a provider's tool call.

    Parameters
    ----------
    call
        The name of a tool; or a tool call, as an object of the provider's library or as decoded
        JSON: OpenAI's chat completions or Responses, Anthropic, Gemini, LangChain, Ollama, the
        Model Context Protocol, or an object with a name and arguments.
    arguments
        With a name: an object or a JSON string.
    world
        The known places, travel times and routes. Coordinates need no world.
    session
        The conversation that the call belongs to; it stops endless repetition. It has its own
        world.

    Returns
    -------
    ToolResult or dict
        With a name, the result; with a tool call, the provider's message, ready to append. Failures
        that a model can cause are reported in it, never raised.

    Raises
    ------
    UsageError
        If an object is not a tool call of any provider, or both a world and a session are given.

    Examples
    --------
    >>> call_tool("haversine", {"origin": "0,0", "destination": "0,1"}).content["text"]
    '111 km'
    >>> call = {"type": "tool_use", "id": "t1", "name": "haversine", "input": {"origin": "0,0"}}
    >>> call_tool(call)["is_error"]
    True
    """
    if world is not None and session is not None:
        raise UsageError("expected a world or a session (which has its own world), got both")
    session = ToolSession(world) if session is None else session
    if isinstance(call, str) or arguments is not _ABSENT:
        return session.call(call, None if arguments is _ABSENT else arguments)
    found = formats.read_call(call)
    if found is None:
        raise UsageError(
            "expected the name of a tool, or a tool call of a provider "
            f"({', '.join(formats.FORMATS)}), got {quote(call)}"
        )
    provider, asked = found
    return provider.message(asked, session.call(asked.name, asked.arguments))


def answer_calls(message: object, session: ToolSession) -> list[formats.JsonObject]:
    """Answer every tool call of a model's message.

    Parameters
    ----------
    message
        What the model replied, as an object of the provider's library or as decoded JSON: the whole
        response, its message, or a list of tool calls.
    session
        The conversation.

    Returns
    -------
    list
        One message per call, in order; empty if the model calls no tool. For Anthropic they are
        the blocks of one user message, for Gemini the parts of one user content.

    Raises
    ------
    UsageError
        If it is not a message of any provider.

    Examples
    --------
    >>> use = {"type": "tool_use", "id": "t1", "name": "bearing_cardinal"}
    >>> ends = {"origin": "0,0", "destination": "0,2"}
    >>> said = {"role": "assistant", "content": [{**use, "input": ends}]}
    >>> [block["content"] for block in answer_calls(said, ToolSession())]
    ['{"used":{"origin":"0,0","destination":"0,2"},"bearing_deg":90.0,"direction":"east"}']
    """
    return [
        provider.message(call, session.call(call.name, call.arguments))
        for provider, call in calls_of(message)
    ]


def calls_of(message: object, *, within_list: bool = False) -> list[ReadCall]:
    """Return the tool calls of a message, a response or a list.

    Strings and reasoning in a list have no calls.
    """
    if isinstance(message, list | tuple) and not within_list:
        return _find_all_calls(
            [each for each in message if not isinstance(each, str)], within_list=True
        )
    shape = formats.object_members(message)
    if found := formats.read_call(shape):
        return [found]
    if shape is None or (shape.keys().isdisjoint(_PARTS) and not within_list):
        expected = (
            "expected a model's message, its response or a list of tool calls of OpenAI, "
            f"Anthropic, Gemini, LangChain or Ollama, got {quote(message)}"
        )
        raise UsageError(expected)
    return _find_all_calls(_nested_calls(shape))


def _find_all_calls(parts: Iterable[object], *, within_list: bool = False) -> list[ReadCall]:
    return [found for each in parts for found in calls_of(each, within_list=within_list)]


def _nested_calls(shape: Mapping[str, object]) -> list[object]:
    """Return the members that may have calls: the first alternative, the calls or the parts."""
    lists = {key: each for key, each in shape.items() if isinstance(each, list)}
    for key in _ALTERNATIVES:
        if key in lists:
            return [lists[key][:1]]
    if listed := [call for key in _CALLS for call in lists.get(key, ())]:
        return [listed]
    within = map(shape.get, _WITHIN)
    return [each for each in within if not isinstance(each, str | None)]
