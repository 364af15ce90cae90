"""Calls as the providers' libraries and their JSON give them, and the messages that answer them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from geoeval.errors import UsageError
from geoeval.tools import ToolSession, call_tool
from geoeval.tools.providers.formats import FORMATS, Format, object_members
from tests.tools.providers.sdk_types import fits

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


Made = Callable[[dict[str, Any]], object]
OBJECTS: dict[Made, Format] = {
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
"""How each library's own object of a call is made, and the format that it is of."""


@pytest.fixture(params=OBJECTS, ids=lambda made: made.__name__)
def made(request: pytest.FixtureRequest) -> Made:
    """Return what makes a call, one library's after the other."""
    found: Made = request.param
    return found


def as_json(call: object) -> dict[str, Any]:
    """Return the JSON of a library's object, under the names that go over the wire."""
    wire = call
    if isinstance(call, BaseModel):
        wire = call.model_dump(by_alias=True, exclude_none=True)
    decoded: dict[str, Any] = json.loads(json.dumps(wire))
    return decoded


@pytest.mark.parametrize("arguments", [GOOD, BAD], ids=["good", "bad"])
def test_each_object_is_a_call_of_one_format(made: Made, arguments: dict[str, Any]) -> None:
    """No other format takes the object, neither as the library's own nor as JSON."""
    for call in (made(arguments), as_json(made(arguments))):
        shape = object_members(call)
        assert shape is not None
        assert [name for name, each in FORMATS.items() if each.read(shape)] == [OBJECTS[made]]


@pytest.mark.parametrize("arguments", [GOOD, BAD], ids=["good", "bad"])
def test_objects_and_their_json_are_answered_alike(made: Made, arguments: dict[str, Any]) -> None:
    """It does not matter whether a call is the library's own object."""
    call = made(arguments)
    assert call_tool(call) == call_tool(as_json(call))


def both(made: Made) -> list[dict[str, Any]]:
    """Return the messages that a good and a bad call get."""
    return [call_tool(made(arguments)) for arguments in (GOOD, BAD)]


def told(text: str) -> dict[str, Any]:
    """Return what a text tells, after a look at whether it is what is wanted."""
    content: dict[str, Any] = json.loads(text)
    return content


def is_right(good: dict[str, Any], bad: dict[str, Any]) -> bool:
    """Return whether a success and a failure are told."""
    return good == FOUND and bad["error"]["arguments"][0]["argument"] == "destination"


def test_openai_chat() -> None:
    """Results are messages of the role "tool"."""
    from openai.types.chat import ChatCompletionToolMessageParam

    good, bad = both(openai_chat)
    fits([good, bad], list[ChatCompletionToolMessageParam])
    assert {key: good[key] for key in good if key != "content"} == {
        "role": "tool",
        "tool_call_id": "c1",
    }
    assert is_right(told(good["content"]), told(bad["content"]))


def test_openai_responses() -> None:
    """Results are items of the next input."""
    from openai.types.responses.response_input_item_param import FunctionCallOutput

    good, bad = both(openai_responses)
    fits([good, bad], list[FunctionCallOutput])
    assert (good["type"], good["call_id"]) == ("function_call_output", "c1")
    assert is_right(told(good["output"]), told(bad["output"]))


def test_anthropic() -> None:
    """Results are blocks that say whether they are errors."""
    from anthropic.types import ToolResultBlockParam

    good, bad = both(anthropic)
    fits([good, bad], list[ToolResultBlockParam])
    assert (good["tool_use_id"], good["is_error"], bad["is_error"]) == ("c1", False, True)
    assert is_right(told(good["content"]), told(bad["content"]))


def test_gemini() -> None:
    """Results are parts with "output" or "error", and with the id where there is one."""
    from google.genai.types import Part

    good, bad = (Part.model_validate(each).function_response for each in both(gemini_part))
    assert good is not None
    assert bad is not None
    assert (good.id, good.name) == ("c1", NAME)
    assert good.response is not None
    assert bad.response is not None
    assert is_right(good.response["output"], bad.response)


def test_gemini_without_an_id() -> None:
    """Where a call has no id, neither has the result."""
    answer: Any = call_tool(gemini(GOOD))
    assert "id" not in answer["function_response"]


def test_langchain() -> None:
    """Results are messages that say whether they are errors."""
    from langchain_core.messages import ToolMessage, convert_to_messages

    good, bad = convert_to_messages(both(langchain))
    assert isinstance(good, ToolMessage)
    assert isinstance(bad, ToolMessage)
    assert (good.tool_call_id, good.name, good.status, bad.status) == (
        "c1",
        NAME,
        "success",
        "error",
    )
    assert is_right(told(good.text), told(bad.text))


def test_ollama() -> None:
    """Results are messages of the role "tool" with the name of the tool."""
    from ollama import Message

    good, bad = (Message.model_validate(each) for each in both(ollama))
    assert (good.role, good.tool_name) == ("tool", NAME)
    assert is_right(told(good.content or ""), told(bad.content or ""))


def test_mcp() -> None:
    """Results carry what was found as an object too; errors are text."""
    from mcp.types import CallToolResult, TextContent

    good, bad = (CallToolResult.model_validate(each) for each in both(mcp))
    assert (good.is_error, bad.is_error) == (False, True)
    assert good.structured_content == FOUND
    (of_good,), (of_bad,) = good.content, bad.content
    assert isinstance(of_good, TextContent)
    assert isinstance(of_bad, TextContent)
    assert is_right(told(of_good.text), told(of_bad.text))


def test_a_name_and_arguments() -> None:
    """Results are messages with the name of the tool, and the id where there is one."""
    good, bad = both(json_schema)
    assert {key: good[key] for key in good if key != "content"} == {"role": "tool", "name": NAME}
    assert is_right(told(good["content"]), told(bad["content"]))
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
def test_nothing_that_a_model_writes_is_raised(call: dict[str, Any]) -> None:
    """A call without sense is answered with a failure, in a message that can be sent."""
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
def test_what_is_no_call_is_refused(call: object) -> None:
    """The formats that are taken are named."""
    with pytest.raises(UsageError, match=r"tool call of a provider .openai, .*json-schema., got"):
        call_tool(call)
