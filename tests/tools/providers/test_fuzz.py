"""Any call of a model gets a message that the provider accepts."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.errors import UsageError
from geoeval.tools import TOOLS, ToolSession, call_tool
from geoeval.tools.providers.formats import FORMATS, Format
from geoeval.world.reader import read_context
from tests.tools.providers.correcting_model import WORLD
from tests.tools.providers.sdk_types import validate_type

CASES = 300
"""Number of calls in each of the eight formats."""

MAP, _ = read_context(WORLD)

TEXTS = st.text(st.characters(exclude_categories=()), max_size=20) | st.sampled_from(
    [
        "",
        "Old Mill",
        "Old Mill\u0000; DROP TABLE",
        "<script>alert(1)</script>",
        "{{origin}}",
        "91,0",
        "nan,nan",
        "1e400,0",
        "25:99",
        "9" * 400,
        "\ud800",
        "\u202eOld Mill",
    ]
)
NUMBERS = st.integers() | st.floats() | st.sampled_from([10**400, -(10**30), -0.0, 1e308])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Draw the name of a tool and its example with members removed, changed or added."""
    name = draw(st.sampled_from(list(TOOLS)))
    example = dict(TOOLS[name].example)
    keys = draw(st.lists(st.sampled_from([*example, "nonsense"]), max_size=3))
    for key in keys:
        if draw(st.booleans()):
            example[key] = draw(VALUES)
        else:
            example.pop(key, None)
    return draw(st.sampled_from([name, name, name, name.upper(), "\ud83d", "x" * 300])), example


def wire_format(name: Format, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return a call in the JSON of a format."""
    text = json.dumps(arguments)
    function = {"name": tool, "arguments": arguments}
    return {
        "openai": {"type": "function", "id": "c", "function": {"name": tool, "arguments": text}},
        "openai-responses": {
            "type": "function_call",
            "call_id": "c",
            "name": tool,
            "arguments": text,
        },
        "anthropic": {"type": "tool_use", "id": "c", "name": tool, "input": arguments},
        "gemini": {"functionCall": {"name": tool, "args": arguments}},
        "langchain": {"type": "tool_call", "id": "c", "name": tool, "args": arguments},
        "ollama": {"function": function},
        "mcp": {"method": "tools/call", "params": function},
        "json-schema": function,
    }[name]


@cache
def message_type(name: Format) -> object:
    """Return the type of a provider's library for a message."""
    from anthropic.types import ToolResultBlockParam
    from google.genai.types import Part
    from langchain_core.messages import ToolMessage
    from mcp.types import CallToolResult
    from ollama import Message
    from openai.types.chat import ChatCompletionToolMessageParam
    from openai.types.responses.response_input_item_param import FunctionCallOutput

    return {
        "openai": ChatCompletionToolMessageParam,
        "openai-responses": FunctionCallOutput,
        "anthropic": ToolResultBlockParam,
        "gemini": Part,
        "langchain": ToolMessage,
        "ollama": Message,
        "mcp": CallToolResult,
        "json-schema": Message,
    }[name]


@given(call=calls())
@settings(max_examples=CASES)
def test_every_call_gets_a_valid_message(call: tuple[str, dict[str, Any]]) -> None:
    """No exception leaves the dispatcher, and the message can be encoded as UTF-8."""
    session = ToolSession(MAP)
    for name in FORMATS:
        answer = call_tool(wire_format(name, *call), session=session)
        validate_type(answer, message_type(name))
        assert json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()


@given(call=VALUES | st.dictionaries(st.sampled_from(["type", "function", "name", "args"]), VALUES))
@settings(max_examples=CASES // 3)
def test_any_object_is_answered_or_rejected(call: object) -> None:
    if isinstance(call, str):
        assert not call_tool(call, {}).ok
        return
    answered, rejection = False, ""
    try:
        answered = bool(call_tool(call))
    except UsageError as error:
        rejection = str(error)
    assert answered or rejection.startswith("expected the name of a tool, or a tool call of a pro")
