"""The tool calls in what a model said, in whichever provider's shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from geoeval.errors import UsageError, quote
from geoeval.tools.providers.formats import read_call
from geoeval.tools.providers.provider import Provider, ToolCall, members

Found = tuple[Provider, ToolCall]

_CHOSEN = ("choices", "candidates")
"""Members that hold alternatives, of which the first is the one that was said."""

_CALLS = ("tool_calls", "invalid_tool_calls")
_WITHIN = ("message", "output", "content", "parts")
_PARTS = (*_CHOSEN, *_CALLS, *_WITHIN)


def calls_of(message: object) -> list[Found]:
    """Return the tool calls of a message, of a response that holds it, or of a list.

    Parameters
    ----------
    message
        An object of a provider's library, or its JSON.

    Returns
    -------
    list
        Each call with the format it is written in, in order.

    Raises
    ------
    UsageError
        If it is nothing of the kind.

    Examples
    --------
    >>> calls_of({"role": "assistant", "content": "It is 3 km."})
    []
    """
    if isinstance(message, list | tuple):
        return [found for each in message for found in _of_element(each)]
    return list(_of_object(message))


def _of_element(value: object) -> Iterator[Found]:
    """Yield the calls of an element of a list; texts and reasoning hold none."""
    if isinstance(value, str):
        return
    shape = _shape(value)
    found = read_call(shape)
    if found is not None:
        yield found
    elif not shape.keys().isdisjoint(_PARTS):
        yield from _of_object(shape)


def _of_object(value: object) -> Iterator[Found]:
    """Yield the calls of a message, or of what holds one."""
    shape = _shape(value)
    found = read_call(shape)
    if found is not None:
        yield found
        return
    if shape.keys().isdisjoint(_PARTS):
        raise _refused(value)
    for key in _CHOSEN:
        said = shape.get(key)
        if isinstance(said, list):
            yield from calls_of(said[:1])
            return
    lists = [shape.get(key) for key in _CALLS]
    listed = [call for each in lists if isinstance(each, list) for call in each]
    if listed:
        yield from calls_of(listed)
        return
    for key in _WITHIN:
        inner = shape.get(key)
        if inner is not None and not isinstance(inner, str):
            yield from calls_of(inner)


def _shape(value: object) -> Mapping[str, object]:
    """Return the members of an object, and refuse what has none."""
    shape = members(value)
    if shape is None:
        raise _refused(value)
    return shape


def _refused(value: object) -> UsageError:
    """Return the error of what no model says."""
    message = (
        "expected a model's message, its response or a list of tool calls of OpenAI, Anthropic, "
        f"Gemini, LangChain or Ollama, got {quote(value)}"
    )
    return UsageError(message)
