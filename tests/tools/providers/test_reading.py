"""Calls as objects or JSON of the providers' libraries, and the messages that answer them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from geoeval.errors import UsageError
from geoeval.tools import ToolSession, call_tool
from geoeval.tools.providers.formats import FORMATS, Format, object_members
from tests.tools.providers.sdk_types import validate_type

NAME = "haversine"
GOOD: dict[str, Any] = {"origin": "0,0", "destination": "0,1"}
BAD: dict[str, Any] = {"origin": "0,0"}
FOUND = {"used": GOOD, "distance_m": 111195.08, "text": "111 km"}


def openai_chat(arguments: dict[str, Any]) -> object:
    from openai.types.chat import ChatCompletionMessageFunctionToolCall as Call
    from openai.types.chat.chat_completion_message_function_tool_call import Function

    function = Function(name=NAME, arguments=json.dumps(arguments))
    return Call(id="c1", type="function", function=function)


def openai_responses(arguments: dict[str, Any]) -> object:
    from openai.types.responses import ResponseFunctionToolCall as Call

    text = json.dumps(arguments)
    return Call(id="i1", call_id="c1", type="function_call", name=NAME, arguments=text)


def anthropic(arguments: dict[str, Any]) -> object:
    from anthropic.types import ToolUseBlock

    return ToolUseBlock(id="c1", type="tool_use", name=NAME, input=arguments)


def gemini_part(arguments: dict[str, Any]) -> object:
    from google.genai.types import FunctionCall, Part

    return Part(function_call=FunctionCall(id="c1", name=NAME, args=arguments))


def gemini(arguments: dict[str, Any]) -> object:
    from google.genai.types import FunctionCall

    return FunctionCall(name=NAME, args=arguments)


def langchain(arguments: dict[str, Any]) -> object:
    from langchain_core.messages.tool import tool_call

    return tool_call(id="c1", name=NAME, args=arguments)


def ollama(arguments: dict[str, Any]) -> object:
    from ollama import Message

    return Message.ToolCall(function=Message.ToolCall.Function(name=NAME, arguments=arguments))


def mcp(arguments: dict[str, Any]) -> object:
    from mcp.types import CallToolRequest, CallToolRequestParams

    return CallToolRequest(params=CallToolRequestParams(name=NAME, arguments=arguments))


def json_schema(arguments: dict[str, Any]) -> object:
    return {"name": NAME, "arguments": arguments}


MakeCall = Callable[[dict[str, Any]], object]
OBJECTS: dict[MakeCall, Format] = {
    openai_chat: "openai",
    openai_responses: "openai-responses",
    anthropic: "anthropic",
    gemini_part: "gemini",
    gemini: "gemini",
    langchain: "langchain",
    ollama: "ollama",
    mcp: "mcp",
    json_schema: "json-schema",
}
"""Functions that make a call as an object of a library, and the format of the object."""


@pytest.fixture(params=OBJECTS, ids=lambda make: make.__name__)
def make_call(request: pytest.FixtureRequest) -> MakeCall:
    """Return a function that makes a call as an object of a library."""
    found: MakeCall = request.param
    return found


def as_json(call: object) -> dict[str, Any]:
    """Return the JSON of a library's object, with the names used on the wire."""
    wire = call
    if isinstance(call, BaseModel):
        wire = call.model_dump(by_alias=True, exclude_none=True)
    decoded: dict[str, Any] = json.loads(json.dumps(wire))
    return decoded


@pytest.mark.parametrize("arguments", [GOOD, BAD], ids=["good", "bad"])
def test_object_belongs_to_one_format(make_call: MakeCall, arguments: dict[str, Any]) -> None:
    """So does its JSON."""
    for call in (make_call(arguments), as_json(make_call(arguments))):
        shape = object_members(call)
        assert shape is not None
        assert [name for name, each in FORMATS.items() if each.read(shape)] == [OBJECTS[make_call]]


@pytest.mark.parametrize("arguments", [GOOD, BAD], ids=["good", "bad"])
def test_objects_and_their_json_get_equal_answers(
    make_call: MakeCall, arguments: dict[str, Any]
) -> None:
    call = make_call(arguments)
    assert call_tool(call) == call_tool(as_json(call))


def both_messages(make_call: MakeCall) -> list[dict[str, Any]]:
    """Return the messages for a valid and an invalid call."""
    return [call_tool(make_call(arguments)) for arguments in (GOOD, BAD)]


def decoded(text: str) -> dict[str, Any]:
    """Return the object in a JSON text."""
    content: dict[str, Any] = json.loads(text)
    return content


def is_right(good: dict[str, Any], bad: dict[str, Any]) -> bool:
    """Return whether a success and a failure have the expected content."""
    return good == FOUND and bad["error"]["arguments"][0]["argument"] == "destination"


def test_openai_chat_results_are_tool_messages() -> None:
    from openai.types.chat import ChatCompletionToolMessageParam

    good, bad = both_messages(openai_chat)
    validate_type([good, bad], list[ChatCompletionToolMessageParam])
    assert {key: good[key] for key in good if key != "content"} == {
        "role": "tool",
        "tool_call_id": "c1",
    }
    assert is_right(decoded(good["content"]), decoded(bad["content"]))


def test_openai_responses_results_are_input_items() -> None:
    from openai.types.responses.response_input_item_param import FunctionCallOutput

    good, bad = both_messages(openai_responses)
    validate_type([good, bad], list[FunctionCallOutput])
    assert (good["type"], good["call_id"]) == ("function_call_output", "c1")
    assert is_right(decoded(good["output"]), decoded(bad["output"]))


def test_anthropic_results_are_blocks() -> None:
    """They mark errors."""
    from anthropic.types import ToolResultBlockParam

    good, bad = both_messages(anthropic)
    validate_type([good, bad], list[ToolResultBlockParam])
    assert (good["tool_use_id"], good["is_error"], bad["is_error"]) == ("c1", False, True)
    assert is_right(decoded(good["content"]), decoded(bad["content"]))


def test_gemini_results_are_parts() -> None:
    """They have "output" or the error, and the id of the call."""
    from google.genai.types import Part

    good, bad = (Part.model_validate(each).function_response for each in both_messages(gemini_part))
    assert good is not None
    assert bad is not None
    assert (good.id, good.name) == ("c1", NAME)
    assert good.response is not None
    assert bad.response is not None
    assert is_right(good.response["output"], bad.response)


def test_gemini_result_has_no_id_without_one() -> None:
    answer: Any = call_tool(gemini(GOOD))
    assert "id" not in answer["function_response"]


def test_langchain_results_are_tool_messages() -> None:
    """They mark errors."""
    from langchain_core.messages import ToolMessage, convert_to_messages

    good, bad = convert_to_messages(both_messages(langchain))
    assert isinstance(good, ToolMessage)
    assert isinstance(bad, ToolMessage)
    assert (good.tool_call_id, good.name, good.status, bad.status) == (
        "c1",
        NAME,
        "success",
        "error",
    )
    assert is_right(decoded(good.text), decoded(bad.text))


def test_ollama_results_are_tool_messages() -> None:
    """They have the name of the tool."""
    from ollama import Message

    good, bad = (Message.model_validate(each) for each in both_messages(ollama))
    assert (good.role, good.tool_name) == ("tool", NAME)
    assert is_right(decoded(good.content or ""), decoded(bad.content or ""))


def test_mcp_results_have_text_and_object() -> None:
    """An error is text only."""
    from mcp.types import CallToolResult, TextContent

    good, bad = (CallToolResult.model_validate(each) for each in both_messages(mcp))
    assert (good.is_error, bad.is_error) == (False, True)
    assert good.structured_content == FOUND
    (success,), (error,) = good.content, bad.content
    assert isinstance(success, TextContent)
    assert isinstance(error, TextContent)
    assert is_right(decoded(success.text), decoded(error.text))


def test_plain_results_have_the_name_of_the_tool() -> None:
    """They have an id if the call has one."""
    good, bad = both_messages(json_schema)
    assert {key: good[key] for key in good if key != "content"} == {"role": "tool", "name": NAME}
    assert is_right(decoded(good["content"]), decoded(bad["content"]))
    assert call_tool({"id": "c1", **as_json(json_schema(GOOD))})["tool_call_id"] == "c1"


@pytest.mark.parametrize(
    "call",
    [
        {"type": "function", "function": {}},
        {"type": "function", "id": 3, "function": {"name": None, "arguments": "{"}},
        {"type": "function", "id": "c1", "function": {"name": NAME, "arguments": "[1, 2]"}},
        {"type": "function_call", "call_id": None, "name": ["x"], "arguments": 3},
        {"type": "tool_use", "id": "c1", "name": NAME, "input": "{}"},
        {"type": "tool_use"},
        {"functionCall": {"name": "no\ud800name"}},
        {"type": "invalid_tool_call", "id": "c1", "name": NAME, "args": "{origin: 0"},
        {"function": {"name": NAME}},
        {"method": "tools/call", "params": {"arguments": []}},
        {"name": None, "arguments": None},
    ],
)
def test_malformed_calls_get_a_failure(call: dict[str, Any]) -> None:
    """The message can be sent."""
    answer = call_tool(call)
    text = json.dumps(answer, ensure_ascii=False)
    assert "fix_arguments" in text
    assert text.encode()


@pytest.mark.parametrize(
    "call",
    [
        42,
        None,
        b"haversine",
        {},
        {"type": "text", "text": "3 km"},
        {"type": "custom", "id": "c1", "custom": {"name": NAME, "input": ""}},
        {"role": "assistant", "function_call": {"name": NAME, "arguments": "{}"}},
        ToolSession,
    ],
)
def test_other_objects_are_rejected(call: object) -> None:
    with pytest.raises(UsageError, match="tool call of a provider"):
        call_tool(call)
