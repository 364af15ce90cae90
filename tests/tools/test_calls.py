"""Calls by name and by object, and messages that hold several."""

from __future__ import annotations

import json
from typing import Any

import pytest

from geoeval.errors import UsageError
from geoeval.tools import ToolResult, ToolSession, answer_calls, call_tool
from geoeval.world.model import World
from geoeval.world.reader import read_context

ENDS: dict[str, Any] = {"origin": "0,0", "destination": "0,2"}
WORLD, _ = read_context("Information of Old Mill:\n- Location: 5 Hill Rd (0.5, 0.5).\n")


def test_a_name_gives_a_result() -> None:
    """A call by name is answered with a result, whatever form its arguments have."""
    found = call_tool("bearing_cardinal", ENDS)
    assert isinstance(found, ToolResult)
    assert found.content == {
        "used": {"origin": "0,0", "destination": "0,2"},
        "bearing_deg": 90.0,
        "direction": "east",
    }
    assert call_tool("bearing_cardinal", json.dumps(ENDS)) == found


@pytest.mark.parametrize("name", ["bearing_cardina", "", None, 7])
def test_a_name_that_no_tool_has(name: str) -> None:
    """A model may make up a name, or give none at all; the nearest ones are told."""
    failure = call_tool(name, ENDS).failure
    assert failure is not None
    assert failure.reason == "unknown_tool"
    assert failure.arguments[0].nearest


def test_a_world_is_where_places_are_known() -> None:
    """A name means a place of the world that is given, or of the session's."""
    ends = {**ENDS, "origin": "Old Mill"}
    assert call_tool("bearing_cardinal", ends, world=WORLD).ok
    assert call_tool("bearing_cardinal", ends, session=ToolSession(WORLD)).ok
    assert not call_tool("bearing_cardinal", ends).ok


def test_a_session_and_a_world_are_one_too_many() -> None:
    """A session has its own world."""
    with pytest.raises(UsageError, match=r"expected a world or a session \(which has its own"):
        call_tool("bearing_cardinal", ENDS, world=World(), session=ToolSession())


def test_a_session_counts_calls_by_name_and_by_object() -> None:
    """The same failing call is closed the third time, in whichever form it came."""
    session = ToolSession()
    call_tool("bearing_cardinal", {}, session=session)
    call_tool(
        {"type": "tool_use", "id": "1", "name": "bearing_cardinal", "input": {}}, session=session
    )
    closed = call_tool("bearing_cardinal", "{}", session=session).failure
    assert closed is not None
    assert (closed.kind, closed.attempt) == ("final", 3)


CHAT = [
    {
        "id": name,
        "type": "function",
        "function": {"name": "bearing_cardinal", "arguments": json.dumps(ENDS)},
    }
    for name in ("a", "b")
]
ITEMS = [
    {"type": "reasoning", "id": "r", "summary": []},
    {
        "type": "function_call",
        "call_id": "a",
        "name": "bearing_cardinal",
        "arguments": json.dumps(ENDS),
    },
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "…"}]},
    {"type": "function_call", "call_id": "b", "name": "bearing_cardinal", "arguments": "{}"},
]
BLOCKS = [
    {"type": "text", "text": "Let me see."},
    {"type": "tool_use", "id": "a", "name": "bearing_cardinal", "input": ENDS},
    {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
    {"type": "tool_use", "id": "b", "name": "bearing_cardinal", "input": ENDS},
]
PARTS = [
    {"text": "Let me see.", "thought": True},
    {"functionCall": {"id": "a", "name": "bearing_cardinal", "args": ENDS}},
    {"functionCall": {"id": "b", "name": "bearing_cardinal", "args": ENDS}},
]
OLLAMA = [
    {"id": name, "function": {"name": "bearing_cardinal", "arguments": ENDS}} for name in ("a", "b")
]


@pytest.mark.parametrize(
    ("message", "key"),
    [
        (CHAT, "tool_call_id"),
        ({"role": "assistant", "content": None, "tool_calls": CHAT}, "tool_call_id"),
        (
            {"choices": [{"message": {"tool_calls": CHAT}}, {"message": {"tool_calls": CHAT}}]},
            "tool_call_id",
        ),
        (ITEMS, "call_id"),
        ({"object": "response", "output": ITEMS}, "call_id"),
        (BLOCKS, "tool_use_id"),
        ({"role": "assistant", "content": BLOCKS}, "tool_use_id"),
    ],
)
def test_each_call_of_a_message_is_answered_in_order(message: object, key: str) -> None:
    """Calls are found in a response, in its message and in a list; what else it says is not one."""
    assert [answer[key] for answer in answer_calls(message, ToolSession())] == ["a", "b"]


@pytest.mark.parametrize(
    "message", [PARTS, {"parts": PARTS}, {"candidates": [{"content": {"parts": PARTS}}]}]
)
def test_each_call_of_gemini_is_answered_in_order(message: object) -> None:
    """The parts of the first candidate are those that were said."""
    answers: list[Any] = answer_calls(message, ToolSession())
    assert [answer["function_response"]["id"] for answer in answers] == ["a", "b"]


def test_each_call_of_ollama_is_answered() -> None:
    """They carry no id but the name of the tool."""
    answers = answer_calls({"message": {"role": "assistant", "tool_calls": OLLAMA}}, ToolSession())
    assert [answer["tool_name"] for answer in answers] == ["bearing_cardinal", "bearing_cardinal"]


def test_langchain_calls_are_answered_once_also_those_it_could_not_parse() -> None:
    """A message holds its calls as LangChain's and as the provider's; the first are answered."""
    from langchain_core.messages import AIMessage
    from langchain_core.messages.tool import invalid_tool_call, tool_call

    message = AIMessage(
        content=["Let me see.", *BLOCKS],  # type: ignore[list-item]  # the blocks are dicts
        tool_calls=[tool_call(id="a", name="bearing_cardinal", args=ENDS)],
        invalid_tool_calls=[
            invalid_tool_call(id="b", name="bearing_cardinal", args="{", error=None)
        ],
    )
    answers = answer_calls(message, ToolSession())
    assert [answer["tool_call_id"] for answer in answers] == ["a", "b"]
    assert [answer["status"] for answer in answers] == ["success", "error"]
    assert answer_calls(AIMessage(content=["It is there."]), ToolSession()) == []


def test_one_call_is_a_message_of_one() -> None:
    """A call by itself is answered too."""
    assert len(answer_calls(CHAT[0], ToolSession())) == 1


@pytest.mark.parametrize(
    "message",
    [
        [],
        {"role": "assistant", "content": "It is 3 km."},
        {"role": "assistant", "content": None, "tool_calls": None},
        {"candidates": []},
        {"content": [{"type": "text", "text": "It is 3 km."}]},
    ],
)
def test_a_message_without_calls_has_no_answers(message: object) -> None:
    """A model that calls no tool is not an error."""
    assert answer_calls(message, ToolSession()) == []


@pytest.mark.parametrize("message", [3, None, "bearing_cardinal", {}, {"text": "…"}, [3], [None]])
def test_what_no_model_says_is_refused(message: object) -> None:
    """What would be taken is named."""
    with pytest.raises(UsageError, match="expected a model's message, its response or a list"):
        answer_calls(message, ToolSession())
