"""A conversation in each provider's format: the loop that docs/tools.md shows, on this machine."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, cast

from geoeval.tools import ToolSession
from tests.llm.fake_endpoint import MODEL, Answer, Body, says
from tests.tools.providers.mending_model import Turn
from tests.tools.providers.sdk_types import fits

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples" / "tools"
_USAGE = {"input_tokens": 1, "output_tokens": 1}


def documented(name: str) -> Callable[..., str]:
    """Return the function ``converse`` of an example of the documentation."""
    found = runpy.run_path(str(EXAMPLES / f"{name}.py"))["converse"]
    return cast("Callable[..., str]", found)


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
        """Return what the loop of the documentation returns."""
        from openai import OpenAI

        with OpenAI(base_url=url, api_key="none") as client:
            return documented("with_openai")(client, MODEL, session, question)

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
        """Return what the loop of the documentation returns."""
        from openai import OpenAI

        with OpenAI(base_url=url, api_key="none") as client:
            return documented("with_responses")(client, MODEL, session, question)

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
        """Return what the loop of the documentation returns."""
        from anthropic import Anthropic

        with Anthropic(base_url=url, api_key="none") as client:
            return documented("with_anthropic")(client, MODEL, session, question)

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
        """Return what the loop of the documentation returns."""
        from google.genai import Client, types

        with Client(api_key="none", http_options=types.HttpOptions(base_url=url)) as client:
            return documented("with_gemini")(client, MODEL, session, question)

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


class LangChainDialect(OpenAIChatDialect):
    """LangChain, in front of OpenAI's chat completions."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return what the loop of the documentation returns."""
        from langchain_openai import ChatOpenAI
        from openai import OpenAI
        from pydantic import SecretStr

        with OpenAI(base_url=url, api_key="none") as client:
            completions = client.chat.completions
            model = ChatOpenAI(model=MODEL, api_key=SecretStr("none"), client=completions)
            return documented("with_langchain")(model, session, question)


class OllamaDialect:
    """Ollama's chat."""

    def converse(self, url: str, session: ToolSession, question: str) -> str:
        """Return what the loop of the documentation returns."""
        from ollama import Client

        client = Client(host=url)
        try:
            return documented("with_ollama")(client, MODEL, session, question)
        finally:
            client.close()

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
    "langchain": LangChainDialect(),
    "ollama": OllamaDialect(),
}
