"""The tools as LangChain tools, and conversations with LangChain's messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    HumanMessage,
    ToolMessage,
    convert_to_messages,
)
from langchain_core.messages.tool import tool_call
from langchain_core.utils.function_calling import convert_to_openai_tool

from geoeval import extras
from geoeval.errors import UsageError
from geoeval.tools import TOOLS, ToolSession, answer_calls, as_structured_tools
from tests.tools.providers.correcting_model import (
    FIRST,
    QUESTION,
    TYPO_COST,
    CorrectingModel,
)

Answering = Callable[[AIMessage, ToolSession], list[AnyMessage]]


def answers_as_messages(message: AIMessage, session: ToolSession) -> list[AnyMessage]:
    """Return the messages of ``answer_calls``, converted by LangChain."""
    return list(convert_to_messages(answer_calls(message, session)))


def answers_of_tools(message: AIMessage, session: ToolSession) -> list[AnyMessage]:
    """Return the answers of LangChain tools, called as an agent does."""
    tools = {each.name: each for each in as_structured_tools(session)}
    return [tools[call["name"]].invoke(call) for call in message.tool_calls]


def converse(
    model: CorrectingModel, session: ToolSession, answering: Answering
) -> list[AnyMessage]:
    """Return all messages of a conversation."""
    messages: list[AnyMessage] = [HumanMessage(QUESTION)]
    while True:
        last = messages[-1]
        turn = model.next_turn(last.text if isinstance(last, ToolMessage) else None)
        call = tool_call(id=turn.id, name=turn.name, args=turn.arguments)
        message = AIMessage(turn.text, tool_calls=[] if turn.text else [call])
        messages.append(message)
        if turn.text:
            return messages
        messages += answering(message, session)


@pytest.mark.parametrize("answering", [answers_as_messages, answers_of_tools])
def test_model_corrects_its_call_from_the_failure(
    session: ToolSession, answering: Answering
) -> None:
    """It corrects a wrong place and a wrong mode at once."""
    model = CorrectingModel()
    messages = converse(model, session, answering)
    assert messages[-1].text == "It takes 51 mins, 3.5 km."
    assert [turn.arguments for turn in model.turns] == [FIRST, TYPO_COST, {}]
    results = [each for each in messages if isinstance(each, ToolMessage)]
    assert [each.status for each in results] == ["error", "success"]
    assert [each.tool_call_id for each in results] == ["call_0", "call_1"]


@pytest.mark.parametrize("answering", [answers_as_messages, answers_of_tools])
def test_repeated_call_is_closed(session: ToolSession, answering: Answering) -> None:
    """All three failures differ."""
    messages = converse(CorrectingModel(obeys=False), session, answering)
    results = {each.text for each in messages if isinstance(each, ToolMessage)}
    assert len(results) == 3


@pytest.mark.parametrize("name", TOOLS)
def test_langchain_tool_gives_the_same_result(name: str) -> None:
    """Its name, description and arguments are the same too."""
    tool = TOOLS[name]
    (structured,) = as_structured_tools(ToolSession(), [tool])
    example = dict(tool.example)
    assert structured.invoke(example) == ToolSession().call(name, example).text
    known = convert_to_openai_tool(structured)["function"]
    assert (known["name"], known["description"]) == (tool.name, tool.description)
    assert set(known["parameters"]["properties"]) == set(tool.schema["properties"])


def test_langchain_tool_can_be_awaited() -> None:
    (structured,) = as_structured_tools(ToolSession(), [TOOLS["bearing_cardinal"]])
    text = asyncio.run(structured.ainvoke({"origin": "0,0", "destination": "0,2"}))
    assert json.loads(text)["direction"] == "east"


def test_langchain_tools_are_those_of_the_session() -> None:
    session = ToolSession(tools=[TOOLS["bearing_cardinal"], TOOLS["is_open"]])
    assert [each.name for each in as_structured_tools(session)] == ["bearing_cardinal", "is_open"]


def test_missing_langchain_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"\.\[langchain\]"):
        as_structured_tools(ToolSession())
