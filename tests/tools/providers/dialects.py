"""Conversations in each provider's format, through the loops shown in docs/tools.md."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, cast

from geoeval.tools import ToolSession
from tests.llm.fake_endpoint import MODEL, Answer, Body, says
from tests.tools.providers.correcting_model import Turn
from tests.tools.providers.sdk_types import validate_type

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples" / "tools"
_USAGE = {"input_tokens": 1, "output_tokens": 1}


def documented_loop(name: str) -> Callable[..., str]:
    """Return the function ``converse`` of an example in the documentation."""
    found = runpy.run_path(str(EXAMPLES / f"{name}.py"))["converse"]
    return cast("Callable[..., str]", found)


class Dialect(Protocol):
    """A provider's format: the client's side in Python and the server's side in JSON."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return the final reply of the model."""

    def last_result(self, body: Body) -> str | None:
        """Return the text of the last tool result in a request, or None."""

    def answer(self, turn: Turn) -> Answer:
        """Return a turn of the model in the provider's format."""

    def check(self, body: Body) -> None:
        """Raise if a request does not have the types of the provider's library."""


class OpenAIChatDialect:
    """OpenAI's chat completions."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return the reply that the documented loop returns."""
        from openai import OpenAI

        with OpenAI(base_url=url, api_key="none") as client:
            return documented_loop("with_openai")(client, MODEL, session, question)

    def last_result(self, body: Body) -> str | None:
        """Return the text of the last tool result, or None."""
        last = body["messages"][-1]
        return last["content"] if last["role"] == "tool" else None

    def answer(self, turn: Turn) -> Answer:
        """Return a turn in the format of the service."""
        if turn.text:
            return says(turn.text)
        function = {"name": turn.name, "arguments": json.dumps(turn.arguments)}
        return says(None, tool_calls=[{"id": turn.id, "type": "function", "function": function}])

    def check(self, body: Body) -> None:
        """Validate a request against the types of the library."""
        from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolUnionParam

        validate_type(body["messages"], list[ChatCompletionMessageParam])
        validate_type(body["tools"], list[ChatCompletionToolUnionParam])


class OpenAIResponsesDialect:
    """OpenAI's Responses API."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return the reply that the documented loop returns."""
        from openai import OpenAI

        with OpenAI(base_url=url, api_key="none") as client:
            return documented_loop("with_responses")(client, MODEL, session, question)

    def last_result(self, body: Body) -> str | None:
        """Return the text of the last tool result, or None."""
        last = body["input"][-1]
        return last["output"] if last.get("type") == "function_call_output" else None

    def answer(self, turn: Turn) -> Answer:
        """Return a turn in the format of the service."""
        text = {"type": "output_text", "text": turn.text, "annotations": []}
        message = {"id": "m", "type": "message", "role": "assistant", "status": "completed"}
        call = {"id": f"item_{turn.number}", "type": "function_call", "call_id": turn.id}
        call |= {"name": turn.name, "arguments": json.dumps(turn.arguments)}
        item = {**message, "content": [text]} if turn.text else call
        return Answer({"id": "r", "object": "response", "model": MODEL, "output": [item]})

    def check(self, body: Body) -> None:
        """Validate a request against the types of the library."""
        from openai.types.responses import ResponseInputItemParam, ToolParam

        validate_type(body["input"], list[ResponseInputItemParam])
        validate_type(body["tools"], list[ToolParam])


class AnthropicDialect:
    """Anthropic's Messages API."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return the reply that the documented loop returns."""
        from anthropic import Anthropic

        with Anthropic(base_url=url, api_key="none") as client:
            return documented_loop("with_anthropic")(client, MODEL, session, question)

    def last_result(self, body: Body) -> str | None:
        """Return the text of the last tool result, or None."""
        last = body["messages"][-1]["content"]
        return None if isinstance(last, str) else last[-1]["content"]

    def answer(self, turn: Turn) -> Answer:
        """Return a turn in the format of the service."""
        call = {"type": "tool_use", "id": turn.id, "name": turn.name, "input": turn.arguments}
        block = {"type": "text", "text": turn.text} if turn.text else call
        message = {"id": "m", "type": "message", "role": "assistant", "model": MODEL}
        return Answer({**message, "content": [block], "stop_reason": None, "usage": _USAGE})

    def check(self, body: Body) -> None:
        """Validate a request against the types of the library."""
        from anthropic.types import MessageParam, ToolParam

        validate_type(body["messages"], list[MessageParam])
        validate_type(body["tools"], list[ToolParam])


class GeminiDialect:
    """Google's Gemini API."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return the reply that the documented loop returns."""
        from google.genai import Client, types

        with Client(api_key="none", http_options=types.HttpOptions(base_url=url)) as client:
            return documented_loop("with_gemini")(client, MODEL, session, question)

    def last_result(self, body: Body) -> str | None:
        """Return the text of the last tool result, or None."""
        answered = body["contents"][-1]["parts"][-1].get("functionResponse")
        if answered is None:
            return None
        response = answered["response"]
        return json.dumps(response.get("output", response))

    def answer(self, turn: Turn) -> Answer:
        """Return a turn in the format of the service."""
        call = {"id": turn.id, "name": turn.name, "args": turn.arguments}
        part = {"text": turn.text} if turn.text else {"functionCall": call}
        content = {"role": "model", "parts": [part]}
        return Answer({"candidates": [{"content": content, "finishReason": "STOP"}]})

    def check(self, body: Body) -> None:
        """Validate a request against the types of the library."""
        from google.genai import types

        validate_type(body["contents"], list[types.Content])
        validate_type(body["tools"], list[types.Tool])


class LangChainDialect(OpenAIChatDialect):
    """LangChain with OpenAI's chat completions."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return the reply that the documented loop returns."""
        from langchain_openai import ChatOpenAI
        from openai import OpenAI
        from pydantic import SecretStr

        with OpenAI(base_url=url, api_key="none") as client:
            completions = client.chat.completions
            model = ChatOpenAI(model=MODEL, api_key=SecretStr("none"), client=completions)
            return documented_loop("with_langchain")(model, session, question)


class OllamaDialect:
    """Ollama's chat API."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return the reply that the documented loop returns."""
        from ollama import Client

        client = Client(host=url)
        try:
            return documented_loop("with_ollama")(client, MODEL, session, question)
        finally:
            client.close()

    def last_result(self, body: Body) -> str | None:
        """Return the text of the last tool result, or None."""
        last = body["messages"][-1]
        return last["content"] if last["role"] == "tool" else None

    def answer(self, turn: Turn) -> Answer:
        """Return a turn in the format of the service."""
        message: Body = {"role": "assistant", "content": turn.text}
        if not turn.text:
            function = {"name": turn.name, "arguments": turn.arguments}
            message["tool_calls"] = [{"function": function}]
        return Answer({"model": MODEL, "message": message, "done": True})

    def check(self, body: Body) -> None:
        """Validate a request against the types of the library."""
        from ollama import Message, Tool

        validate_type(body["messages"], list[Message])
        validate_type(body["tools"], list[Tool])


DIALECTS: dict[str, Dialect] = {
    "openai": OpenAIChatDialect(),
    "openai-responses": OpenAIResponsesDialect(),
    "anthropic": AnthropicDialect(),
    "gemini": GeminiDialect(),
    "langchain": LangChainDialect(),
    "ollama": OllamaDialect(),
}
