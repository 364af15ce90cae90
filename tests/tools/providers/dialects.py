"""A conversation in each provider's format: its own client, over HTTP to this machine."""

from __future__ import annotations

import json
from typing import Any, Protocol, cast

from geoeval.tools import ToolSession, answer_calls, export_tools
from tests.llm.fake_endpoint import MODEL, Answer, Body, says
from tests.tools.providers.mending_model import Turn
from tests.tools.providers.sdk_types import fits

_USAGE = {"input_tokens": 1, "output_tokens": 1}


class Dialect(Protocol):
    """The client's side, as a user writes it, and the provider's side, on the wire."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return what the model says in the end."""

    def heard(self, body: Body) -> str | None:
        """Return what the last result in a request tells, if it holds one."""

    def answer(self, turn: Turn) -> Answer:
        """Return a turn of the model as the provider answers it."""

    def check(self, body: Body) -> None:
        """Fail where a request is not what the provider's library calls valid."""


class OpenAIChatDialect:
    """OpenAI's chat completions."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Let a model and the tools talk until one of them is done."""
        from openai import OpenAI

        tools = cast("Any", export_tools("openai"))
        messages: list[Any] = [{"role": "user", "content": question}]
        with OpenAI(base_url=url, api_key="none") as client:
            while True:
                reply = client.chat.completions.create(model=MODEL, messages=messages, tools=tools)
                results = answer_calls(reply, session)
                messages += [reply.choices[0].message, *results]
                if session.ended or not results:
                    return reply.choices[0].message.content or ""

    def heard(self, body: Body) -> str | None:
        """Return the text of the last result."""
        last = body["messages"][-1]
        return last["content"] if last["role"] == "tool" else None

    def answer(self, turn: Turn) -> Answer:
        """Return a turn as the service writes it."""
        if turn.text:
            return says(turn.text)
        function = {"name": turn.name, "arguments": json.dumps(turn.arguments)}
        return says(None, tool_calls=[{"id": turn.id, "type": "function", "function": function}])

    def check(self, body: Body) -> None:
        """Hold a request against the types of the library."""
        from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolUnionParam

        fits(body["messages"], list[ChatCompletionMessageParam])
        fits(body["tools"], list[ChatCompletionToolUnionParam])


class OpenAIResponsesDialect:
    """OpenAI's Responses."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Let a model and the tools talk until one of them is done."""
        from openai import OpenAI

        tools = cast("Any", export_tools("openai-responses"))
        items: list[Any] = [{"role": "user", "content": question}]
        with OpenAI(base_url=url, api_key="none") as client:
            while True:
                reply = client.responses.create(model=MODEL, input=items, tools=tools)
                results = answer_calls(reply, session)
                items += [*reply.output, *results]
                if session.ended or not results:
                    return reply.output_text

    def heard(self, body: Body) -> str | None:
        """Return the text of the last result."""
        last = body["input"][-1]
        return last["output"] if last.get("type") == "function_call_output" else None

    def answer(self, turn: Turn) -> Answer:
        """Return a turn as the service writes it."""
        text = {"type": "output_text", "text": turn.text, "annotations": []}
        said = {"id": "m", "type": "message", "role": "assistant", "status": "completed"}
        asked = {"id": f"item_{turn.number}", "type": "function_call", "call_id": turn.id}
        asked |= {"name": turn.name, "arguments": json.dumps(turn.arguments)}
        item = {**said, "content": [text]} if turn.text else asked
        return Answer({"id": "r", "object": "response", "model": MODEL, "output": [item]})

    def check(self, body: Body) -> None:
        """Hold a request against the types of the library."""
        from openai.types.responses import ResponseInputItemParam, ToolParam

        fits(body["input"], list[ResponseInputItemParam])
        fits(body["tools"], list[ToolParam])


class AnthropicDialect:
    """Anthropic's Messages."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Let a model and the tools talk until one of them is done."""
        from anthropic import Anthropic

        tools = cast("Any", export_tools("anthropic"))
        messages: list[Any] = [{"role": "user", "content": question}]
        with Anthropic(base_url=url, api_key="none") as client:
            while True:
                reply = client.messages.create(
                    model=MODEL, max_tokens=100, messages=messages, tools=tools
                )
                results = answer_calls(reply, session)
                messages.append({"role": "assistant", "content": reply.content})
                if session.ended or not results:
                    return "".join(block.text for block in reply.content if block.type == "text")
                messages.append({"role": "user", "content": results})

    def heard(self, body: Body) -> str | None:
        """Return the text of the last result."""
        last = body["messages"][-1]["content"]
        return None if isinstance(last, str) else last[-1]["content"]

    def answer(self, turn: Turn) -> Answer:
        """Return a turn as the service writes it."""
        call = {"type": "tool_use", "id": turn.id, "name": turn.name, "input": turn.arguments}
        block = {"type": "text", "text": turn.text} if turn.text else call
        said = {"id": "m", "type": "message", "role": "assistant", "model": MODEL}
        return Answer({**said, "content": [block], "stop_reason": None, "usage": _USAGE})

    def check(self, body: Body) -> None:
        """Hold a request against the types of the library."""
        from anthropic.types import MessageParam, ToolParam

        fits(body["messages"], list[MessageParam])
        fits(body["tools"], list[ToolParam])


class GeminiDialect:
    """Google's Gemini."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Let a model and the tools talk until one of them is done."""
        from google import genai
        from google.genai import types

        declared = [types.FunctionDeclaration(**cast("Any", d)) for d in export_tools("gemini")]
        config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=declared)])
        contents: list[Any] = [types.UserContent(question)]
        with genai.Client(api_key="none", http_options=types.HttpOptions(base_url=url)) as client:
            while True:
                reply = client.models.generate_content(
                    model=MODEL, contents=contents, config=config
                )
                results = answer_calls(reply, session)
                assert reply.candidates
                contents.append(reply.candidates[0].content)
                if session.ended or not results:
                    return reply.text or ""
                contents.append({"role": "user", "parts": results})

    def heard(self, body: Body) -> str | None:
        """Return the text of the last result."""
        answered = body["contents"][-1]["parts"][-1].get("functionResponse")
        if answered is None:
            return None
        told = answered["response"]
        return json.dumps(told.get("output", told))

    def answer(self, turn: Turn) -> Answer:
        """Return a turn as the service writes it."""
        call = {"id": turn.id, "name": turn.name, "args": turn.arguments}
        part = {"text": turn.text} if turn.text else {"functionCall": call}
        content = {"role": "model", "parts": [part]}
        return Answer({"candidates": [{"content": content, "finishReason": "STOP"}]})

    def check(self, body: Body) -> None:
        """Hold a request against the types of the library."""
        from google.genai import types

        fits(body["contents"], list[types.Content])
        fits(body["tools"], list[types.Tool])


class OllamaDialect:
    """Ollama's chat."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Let a model and the tools talk until one of them is done."""
        from ollama import Client

        tools = cast("Any", export_tools("ollama"))
        messages: list[Any] = [{"role": "user", "content": question}]
        with Client(host=url) as client:
            while True:
                reply = client.chat(MODEL, messages=messages, tools=tools)
                results = answer_calls(reply, session)
                messages += [reply.message, *results]
                if session.ended or not results:
                    return reply.message.content or ""

    def heard(self, body: Body) -> str | None:
        """Return the text of the last result."""
        last = body["messages"][-1]
        return last["content"] if last["role"] == "tool" else None

    def answer(self, turn: Turn) -> Answer:
        """Return a turn as the service writes it."""
        message: Body = {"role": "assistant", "content": turn.text}
        if not turn.text:
            function = {"name": turn.name, "arguments": turn.arguments}
            message["tool_calls"] = [{"function": function}]
        return Answer({"model": MODEL, "message": message, "done": True})

    def check(self, body: Body) -> None:
        """Hold a request against the types of the library."""
        from ollama import Message, Tool

        fits(body["messages"], list[Message])
        fits(body["tools"], list[Tool])


DIALECTS: dict[str, Dialect] = {
    "openai": OpenAIChatDialect(),
    "openai-responses": OpenAIResponsesDialect(),
    "anthropic": AnthropicDialect(),
    "gemini": GeminiDialect(),
    "ollama": OllamaDialect(),
}
