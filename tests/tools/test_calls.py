"""Calls by name and as objects, and messages with several calls."""

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


def test_call_by_name_returns_a_result() -> None:
    """Arguments may be an object or JSON text."""
    found = call_tool("bearing_cardinal", ENDS)
    assert isinstance(found, ToolResult)
    assert found.content == {
        "used": {"origin": "0,0", "destination": "0,2"},
        "bearing_deg": 90.0,
        "direction": "east",
    }
    assert call_tool("bearing_cardinal", json.dumps(ENDS)) == found


@pytest.mark.parametrize("name", ["bearing_cardina", "", None, 7])
def test_unknown_name_suggests_tools(name: str) -> None:
    """A model may invent a name or omit it."""
    failure = call_tool(name, ENDS).failure
    assert failure is not None
    assert failure.reason == "unknown_tool"
    assert failure.arguments[0].nearest


def test_names_are_looked_up_in_the_world() -> None:
    """It is the given world or that of the session."""
    ends = {**ENDS, "origin": "Old Mill"}
    assert call_tool("bearing_cardinal", ends, world=WORLD).ok
    assert call_tool("bearing_cardinal", ends, session=ToolSession(WORLD)).ok
    assert not call_tool("bearing_cardinal", ends).ok


def test_session_and_world_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="expected a world or a session"):
        call_tool("bearing_cardinal", ENDS, world=World(), session=ToolSession())


def test_session_counts_calls_in_any_form() -> None:
    """The same failing call is blocked the third time."""
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
def test_calls_of_a_message_are_answered_in_order(message: object, key: str) -> None:
    """The message may be a response, a message or a list with other content."""
    assert [answer[key] for answer in answer_calls(message, ToolSession())] == ["a", "b"]


@pytest.mark.parametrize(
    "message", [PARTS, {"parts": PARTS}, {"candidates": [{"content": {"parts": PARTS}}]}]
)
def test_calls_of_gemini_are_answered_in_order(message: object) -> None:
    """Only the first candidate counts."""
    answers: list[Any] = answer_calls(message, ToolSession())
    assert [answer["function_response"]["id"] for answer in answers] == ["a", "b"]


def test_calls_of_ollama_are_answered() -> None:
    answers = answer_calls({"message": {"role": "assistant", "tool_calls": OLLAMA}}, ToolSession())
    assert [answer["tool_name"] for answer in answers] == ["bearing_cardinal", "bearing_cardinal"]


def test_langchain_calls_are_answered_once() -> None:
    """The message repeats them as blocks; calls with invalid JSON are answered too."""
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


def test_single_call_is_answered() -> None:
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
def test_message_without_calls_has_no_answers(message: object) -> None:
    assert answer_calls(message, ToolSession()) == []


@pytest.mark.parametrize("message", [3, None, "bearing_cardinal", {}, {"text": "…"}, [3], [None]])
def test_other_values_are_rejected(message: object) -> None:
    with pytest.raises(UsageError, match="expected a model's message"):
        answer_calls(message, ToolSession())
