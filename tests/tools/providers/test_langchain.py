"""Tools as LangChain's own, and conversations through its messages."""

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
from geoeval.world.reader import read_context
from tests.tools.providers.mending_model import FIRST, QUESTION, TYPO_COST, WORLD, MendingModel

Answering = Callable[[AIMessage, ToolSession], list[AnyMessage]]


@pytest.fixture
def session() -> ToolSession:
    """Return the calls of a conversation about a mill and a lighthouse."""
    world, _ = read_context(WORLD)
    return ToolSession(world)


def with_messages(said: AIMessage, session: ToolSession) -> list[AnyMessage]:
    """Return the answers as LangChain reads the messages that we write."""
    return list(convert_to_messages(answer_calls(said, session)))


def with_tools(said: AIMessage, session: ToolSession) -> list[AnyMessage]:
    """Return the answers of LangChain's own tools, as its agents call them."""
    tools = {each.name: each for each in as_structured_tools(session)}
    return [tools[call["name"]].invoke(call) for call in said.tool_calls]


def converse(model: MendingModel, session: ToolSession, answering: Answering) -> list[AnyMessage]:
    """Return all messages of a conversation."""
    messages: list[AnyMessage] = [HumanMessage(QUESTION)]
    while True:
        last = messages[-1]
        turn = model.react(last.text if isinstance(last, ToolMessage) else None)
        call = tool_call(id=turn.id, name=turn.name, args=turn.arguments)
        said = AIMessage(turn.text, tool_calls=[] if turn.text else [call])
        messages.append(said)
        if turn.text:
            return messages
        messages += answering(said, session)


@pytest.mark.parametrize("answering", [with_messages, with_tools])
def test_a_model_mends_its_call(session: ToolSession, answering: Answering) -> None:
    """A wrong place and a wrong mode are mended by what the failure names, and the answer comes."""
    model = MendingModel()
    messages = converse(model, session, answering)
    assert messages[-1].text == "It takes 51 mins, 3.5 km."
    assert [turn.arguments for turn in model.turns] == [FIRST, TYPO_COST, {}]
    results = [each for each in messages if isinstance(each, ToolMessage)]
    assert [each.status for each in results] == ["error", "success"]
    assert [each.tool_call_id for each in results] == ["call_0", "call_1"]


@pytest.mark.parametrize("answering", [with_messages, with_tools])
def test_a_model_that_does_not_listen_is_told_that_its_call_is_closed(
    session: ToolSession, answering: Answering
) -> None:
    """None of the three answers is the same, and the third says that the call is final."""
    messages = converse(MendingModel(obeys=False), session, answering)
    results = {each.text for each in messages if isinstance(each, ToolMessage)}
    assert len(results) == 3


@pytest.mark.parametrize("name", TOOLS)
def test_each_tool_can_be_called(name: str) -> None:
    """LangChain's tool gives what ours gives, and says of itself what ours says."""
    tool = TOOLS[name]
    (structured,) = as_structured_tools(ToolSession(), [tool])
    example = dict(tool.example)
    assert structured.invoke(example) == ToolSession().call(name, example).text
    known = convert_to_openai_tool(structured)["function"]
    assert (known["name"], known["description"]) == (tool.name, tool.description)
    assert set(known["parameters"]["properties"]) == set(tool.schema["properties"])


def test_a_tool_can_be_awaited() -> None:
    """LangChain's asynchronous agents are served too."""
    (structured,) = as_structured_tools(ToolSession(), [TOOLS["bearing_cardinal"]])
    text = asyncio.run(structured.ainvoke({"origin": "0,0", "destination": "0,2"}))
    assert json.loads(text)["direction"] == "east"


def test_the_tools_are_those_of_the_session() -> None:
    """Without a choice it is all that the session has."""
    session = ToolSession(tools=[TOOLS["bearing_cardinal"], TOOLS["is_open"]])
    assert [each.name for each in as_structured_tools(session)] == ["bearing_cardinal", "is_open"]


def test_without_langchain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra that installs it is named."""
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r'langchain_core, .*pip install "\.\[langchain\]"'):
        as_structured_tools(ToolSession())
