"""The three protocols as their servers speak them, written independently of the client."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from ollama._types import ChatRequest
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming

from geoeval.llm.protocols import ANTHROPIC, OLLAMA, OPENAI, ChatProtocol
from tests.llm.fake_endpoint import MODEL, Answer, Body, Fake
from tests.llm.fake_endpoint import fails as fails_openai
from tests.llm.fake_endpoint import says as says_openai
from tests.tools.providers.sdk_types import validate_type

KEY = "sk-test-0123456789"
Headers = Mapping[str, str]


@dataclass(frozen=True)
class Provider:
    """A server's side of a protocol: its replies, its errors and the requests that it accepts."""

    protocol: ChatProtocol
    path: str
    says: Callable[[str], Answer]
    cuts: Callable[[str], Answer]
    error: Callable[[int, str], object]
    check: Callable[[Headers, Body], str | None]
    key: Callable[[Headers], str | None] = field(default=lambda _headers: KEY)

    def fails(self, status: int, message: str = "no", **headers: str) -> Answer:
        """Return an error in the provider's own shape; underscores in headers are hyphens."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Answer(self.error(status, message), status, headers=named or {"retry-after-ms": "1"})

    def fault(self, fake: Fake, body: Body) -> Answer | None:
        """Return how the provider rejects the latest request, or None if it accepts it."""
        headers, path = fake.headers[-1], fake.paths[-1]
        if path != self.path:
            return self.fails(404, f"no such path: {path}")
        if self.key(headers) != KEY:
            return self.fails(401, f"invalid key {self.key(headers)}")
        if body["model"] != MODEL:
            return self.fails(404, f"no such model: {body['model']}")
        fault = self.check(headers, body)
        return None if fault is None else self.fails(400, fault)


def _check_openai(_headers: Headers, body: Body) -> str | None:
    validate_type(body, CompletionCreateParamsNonStreaming)
    wanted = body.get("response_format", {}).get("json_schema", {"name": "none"})
    return None if re.fullmatch(r"[\w-]{1,64}", wanted["name"]) else "invalid name"


def _says_anthropic(text: str, stop: str = "tool_use", **usage: int) -> Answer:
    """Return a message that uses the tool with an object, or says a text."""
    block: Body = {"type": "text", "text": text}
    if text.startswith("{"):
        block = {"type": "tool_use", "id": "t", "name": "place", "input": json.loads(text)}
    tokens = {"input_tokens": 100, "output_tokens": 10, **usage}
    message = {"id": "m", "type": "message", "role": "assistant", "model": MODEL}
    return Answer({**message, "content": [block], "stop_reason": stop, "usage": tokens})


def _check_anthropic(headers: Headers, body: Body) -> str | None:
    validate_type(body, MessageCreateParamsNonStreaming)
    if headers.get("anthropic-version") != "2023-06-01":
        return "anthropic-version: header is required"
    roles = [each["role"] for each in body["messages"]]
    if roles[:1] != ["user"] or "system" in roles:
        return "messages: the first must be of the user, and none of the system"
    if not all(each["content"] for each in body["messages"]):
        return "messages: text content blocks must be non-empty"
    (tool,) = body["tools"]
    if body["tool_choice"] != {"type": "tool", "name": tool["name"]}:
        return "tool_choice: no such tool"
    if tool["input_schema"].get("type") != "object":
        return "tools.0.input_schema.type: field required"
    return None


def _says_ollama(text: str, stop: str = "stop") -> Answer:
    message = {"role": "assistant", "content": text}
    counts = {"prompt_eval_count": 100, "eval_count": 10}
    return Answer({"model": MODEL, "message": message, "done": True, "done_reason": stop, **counts})


def _check_ollama(headers: Headers, body: Body) -> str | None:
    validate_type(body, ChatRequest)
    if body["stream"] is not False or "authorization" in headers:
        return "expected a request without stream and key"
    text = "".join(each["content"] for each in body["messages"])
    return None if len(text) < 4 * body["options"]["num_ctx"] else "the prompt is truncated"


def _openai_key(headers: Headers) -> str | None:
    return headers.get("authorization", "").removeprefix("Bearer ")


def _cut_openai(text: str) -> Answer:
    answer = says_openai(text)
    answer.body["choices"][0]["finish_reason"] = "length"
    return answer


def _error_anthropic(status: int, message: str) -> dict[str, Any]:
    kind = {401: "authentication_error", 404: "not_found_error", 529: "overloaded_error"}
    named = {"type": kind.get(status, "api_error"), "message": message}
    return {"type": "error", "error": named, "request_id": "req_1"}


PROVIDERS = {
    "openai": Provider(
        protocol=OPENAI,
        path="/v1/chat/completions",
        says=says_openai,
        cuts=_cut_openai,
        error=lambda status, message: fails_openai(status, message).body,
        check=_check_openai,
        key=_openai_key,
    ),
    "anthropic": Provider(
        protocol=ANTHROPIC,
        path="/v1/messages",
        says=_says_anthropic,
        cuts=lambda text: _says_anthropic(text, "max_tokens"),
        error=_error_anthropic,
        check=_check_anthropic,
        key=lambda headers: headers.get("x-api-key"),
    ),
    "ollama": Provider(
        protocol=OLLAMA,
        path="/api/chat",
        says=_says_ollama,
        cuts=lambda text: _says_ollama(text, "length"),
        error=lambda _status, message: {"error": message},
        check=_check_ollama,
    ),
}
