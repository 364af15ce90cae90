"""Three protocols of chat endpoints: how each asks for a JSON object, and what it replies."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from geoeval.llm.completion import Message, Reply
from geoeval.llm.schema import JsonSchema

SEED = 0
MAX_REPLY_TOKENS = 8192
"""The limit that Anthropic's protocol requires: ample for a query, and allowed by every model."""
MIN_CONTEXT_TOKENS = 16_384
"""The least context of a model of Ollama, which reloads the model whenever this size changes."""
_RESERVED_TOKENS = 2048  # of the context, for the reply
_BYTES_PER_TOKEN = 3  # fewer than tokenizers reach on prose and JSON, so the estimate is high


class Form(NamedTuple):
    """How a request asks for JSON, and whether it sets the temperature and the seed."""

    output: Literal["json_schema", "json_object", "text"]
    sampling: bool


FORMS: tuple[Form, ...] = (
    Form("json_schema", sampling=True),
    Form("json_schema", sampling=False),
    Form("json_object", sampling=True),
    Form("json_object", sampling=False),
    Form("text", sampling=True),
    Form("text", sampling=False),
)
"""The forms in the order they are tried; not every endpoint accepts every setting."""


class Request(NamedTuple):
    """A conversation with a model, which asks for an object of a schema."""

    model: str
    messages: Sequence[Message]
    schema: JsonSchema
    title: str


class ChatProtocol(NamedTuple):
    """A protocol: where its requests go, the user's settings, and the bodies that it exchanges.

    ``read`` returns the reply in the decoded body of a response. It raises ``LookupError``,
    ``TypeError``, ``AttributeError`` or ``ValueError`` if the body has another form.
    """

    url: str
    url_variable: str
    path: str
    key_variable: str | None
    headers_for: Callable[[str], Mapping[str, str]]
    body_for: Callable[[Request, Form], Mapping[str, object]]
    read: Callable[[Any], Reply]
    forms: tuple[Form, ...] = FORMS[:1]


def _openai_body(request: Request, form: Form) -> Mapping[str, object]:
    body: dict[str, object] = {"model": request.model, "messages": _chat(request.messages)}
    if form.sampling:
        body |= {"temperature": 0, "seed": SEED}
    if form.output == "json_schema":
        strict, schema = _is_strict(request.schema), request.schema
        named = {"name": request.title, "strict": strict, "schema": schema}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    elif form.output == "json_object":
        body["response_format"] = {"type": "json_object"}
    return body


def _chat(messages: Sequence[Message]) -> list[dict[str, str]]:
    return [{"role": each.role, "content": each.content} for each in messages]


def _is_strict(schema: object) -> bool:
    """Return whether every object in a schema requires all its members and allows no others."""
    if isinstance(schema, list):
        return all(map(_is_strict, schema))
    if not isinstance(schema, Mapping):
        return True
    properties = schema.get("properties", {})
    if "object" in schema.get("type", ()):
        closed = schema.get("additionalProperties") is False
        if not closed or set(schema.get("required", ())) != set(properties):
            return False
    parts = [*properties.values(), *schema.get("$defs", {}).values()]
    parts += [schema.get("items"), schema.get("anyOf")]
    return bool(schema) and all(map(_is_strict, parts))


def _read_openai(body: Any) -> Reply:  # noqa: ANN401 - decoded JSON
    choice, tokens = body["choices"][0], body.get("usage") or {}
    message, stop = choice["message"], choice.get("finish_reason")
    refusal = message.get("refusal") or None
    if stop == "content_filter":
        refusal = refusal or "the endpoint's content filter stopped the reply"
    return Reply(
        text=message.get("content") or "",
        refusal=refusal,
        cut=stop == "length",
        prompt_tokens=tokens.get("prompt_tokens") or 0,
        cached_tokens=(tokens.get("prompt_tokens_details") or {}).get("cached_tokens") or 0,
        completion_tokens=tokens.get("completion_tokens") or 0,
    )


def _anthropic_headers(key: str) -> Mapping[str, str]:
    return {"anthropic-version": "2023-06-01"} | ({"x-api-key": key} if key else {})


def _anthropic_body(request: Request, _form: Form) -> Mapping[str, object]:
    """Return a request whose reply is the input of a tool; the last system text ends a cache."""
    system: list[dict[str, object]] = [
        {"type": "text", "text": each.content} for each in request.messages if each.role == "system"
    ]
    if system:
        system[-1]["cache_control"] = {"type": "ephemeral"}
    return {
        "model": request.model,
        "max_tokens": MAX_REPLY_TOKENS,
        "system": system,
        # Empty messages, such as the turn of a model whose reply was cut, are rejected.
        "messages": _chat([m for m in request.messages if m.role != "system" and m.content]),
        "tools": [{"name": request.title, "input_schema": request.schema}],
        "tool_choice": {"type": "tool", "name": request.title},
    }


def _read_anthropic(body: Any) -> Reply:  # noqa: ANN401 - decoded JSON
    tokens, stop = body["usage"], body.get("stop_reason")
    cut = stop in {"max_tokens", "model_context_window_exceeded"}
    text = "".join(block["text"] for block in body["content"] if block["type"] == "text")
    calls = [block["input"] for block in body["content"] if block["type"] == "tool_use"]
    refusal = (text or "the model declined") if stop == "refusal" else None
    if calls:  # the input of a call that was cut may lack members
        text = "" if cut else json.dumps(calls[0], ensure_ascii=False)
    cached = tokens.get("cache_read_input_tokens") or 0
    new = tokens["input_tokens"] + (tokens.get("cache_creation_input_tokens") or 0)
    return Reply(
        text=text,
        refusal=refusal,
        cut=cut,
        prompt_tokens=cached + new,
        cached_tokens=cached,
        completion_tokens=tokens["output_tokens"],
    )


def _ollama_body(request: Request, _form: Form) -> Mapping[str, object]:
    size = sum(len(each.content.encode(errors="replace")) for each in request.messages)
    needed = size // _BYTES_PER_TOKEN + _RESERVED_TOKENS
    context = max(MIN_CONTEXT_TOKENS, 1 << (needed - 1).bit_length())
    return {
        "model": request.model,
        "messages": _chat(request.messages),
        "stream": False,
        "format": request.schema,
        "options": {"temperature": 0, "seed": SEED, "num_ctx": context},
    }


def _read_ollama(body: Any) -> Reply:  # noqa: ANN401 - decoded JSON
    return Reply(
        text=body["message"]["content"],
        cut=body.get("done_reason") == "length",
        prompt_tokens=body.get("prompt_eval_count", 0),
        completion_tokens=body.get("eval_count", 0),
    )


def ollama_url(host: str) -> str:
    """Return the URL of an address that may lack the scheme, the name of the host or the port."""
    if "://" in host:
        return host
    server, slash, path = host.partition("/")
    name = server if server and not server.startswith(":") else f"localhost{server}"
    port = "" if re.search(r":\d+$", name) else ":11434"
    return f"http://{name}{port}{slash}{path}"


OPENAI = ChatProtocol(
    url="https://api.openai.com/v1",
    url_variable="OPENAI_BASE_URL",
    path="/chat/completions",
    key_variable="OPENAI_API_KEY",
    headers_for=lambda key: {"Authorization": f"Bearer {key}"} if key else {},
    body_for=_openai_body,
    read=_read_openai,
    forms=FORMS,
)
ANTHROPIC = ChatProtocol(
    url="https://api.anthropic.com",
    url_variable="ANTHROPIC_BASE_URL",
    path="/v1/messages",
    key_variable="ANTHROPIC_API_KEY",
    headers_for=_anthropic_headers,
    body_for=_anthropic_body,
    read=_read_anthropic,
)
OLLAMA = ChatProtocol(
    url="http://localhost:11434",
    url_variable="OLLAMA_HOST",
    path="/api/chat",
    key_variable=None,
    headers_for=lambda _key: {},
    body_for=_ollama_body,
    read=_read_ollama,
)
PROTOCOLS = {"openai": OPENAI, "anthropic": ANTHROPIC, "ollama": OLLAMA}
