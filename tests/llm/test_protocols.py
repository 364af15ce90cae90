"""Each protocol against a server that checks requests as the provider does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from geoeval.errors import ModelOutputError, ModelRequestError, ModelUnavailableError, UsageError
from geoeval.llm.chat import ChatModel, object_in
from geoeval.llm.completion import Message, Reply
from geoeval.llm.endpoint import Endpoint
from geoeval.llm.protocols import (
    ANTHROPIC,
    MAX_REPLY_TOKENS,
    MIN_CONTEXT_TOKENS,
    OLLAMA,
    OPENAI,
    PROTOCOLS,
    ChatProtocol,
    Request,
    ollama_url,
)
from tests.llm.fake_endpoint import MODEL, Answer, Body, Fake, scripted, serving
from tests.llm.providers import KEY, PROVIDERS, Provider

SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"query": {"anyOf": [{"type": "object"}, {"type": "null"}]}},
    "required": ["query"],
    "additionalProperties": False,
}
MESSAGES = [
    Message("system", "You read questions."),
    Message("system", "Reply with JSON."),
    Message("user", "Où est la gare ?"),
    Message("assistant", ""),
    Message("user", "Again."),
]
OBJECT = '{"query": {"ask": "Gare du Nord"}}'
every_provider = pytest.mark.parametrize("provider", PROVIDERS.values(), ids=PROVIDERS)


@contextmanager
def speaking(provider: Provider, *answers: Answer) -> Iterator[Fake]:
    """Run a server of a provider within a ``with`` block."""
    behave = scripted(*answers)
    with serving(lambda body: provider.fault(fake, body) or behave(body)) as fake:
        yield fake


def model(provider: Provider, fake: Fake, *, name: str = MODEL, key: str = KEY) -> ChatModel:
    """Return a model at a server."""
    key = key if provider.protocol.key_variable else ""
    url = fake.url.removesuffix("/v1") if provider.protocol is OLLAMA else fake.url
    endpoint = Endpoint(url, protocol=provider.protocol, api_key=key, timeout_s=0.5, retries=2)
    return ChatModel(name, endpoint)


def ask(chat: ChatModel) -> Reply:
    """Return the reply of a model to the conversation."""
    return chat.ask(MESSAGES, SCHEMA, "place")


def test_every_protocol_is_tested() -> None:
    assert {name: each.protocol for name, each in PROVIDERS.items()} == PROTOCOLS


@every_provider
def test_the_server_accepts_the_request(provider: Provider) -> None:
    """The reply is the object as text, with its tokens, which are counted."""
    with speaking(provider, provider.says(OBJECT)) as fake:
        chat = model(provider, fake)
        reply = ask(chat)
    assert reply == Reply(text=reply.text, prompt_tokens=100, completion_tokens=10)
    assert object_in(reply.text) == {"query": {"ask": "Gare du Nord"}}
    assert (chat.usage.prompt_tokens, chat.usage.completion_tokens) == (100, 10)
    assert len(fake.requests) == 1


@every_provider
@pytest.mark.parametrize("status", [408, 409, 429, 500, 503, 529])
def test_passing_errors_are_retried(provider: Provider, status: int) -> None:
    with speaking(provider, provider.fails(status), provider.says(OBJECT)) as fake:
        chat = model(provider, fake)
        ask(chat)
    assert (len(fake.requests), chat.usage.failed) == (2, 0)


@every_provider
def test_a_stalled_reply_is_asked_for_again(provider: Provider) -> None:
    stalled = Answer("{", wait_s=0.7)
    with speaking(provider, stalled, provider.says(OBJECT)) as fake:
        assert object_in(ask(model(provider, fake)).text)


@every_provider
@pytest.mark.parametrize("body", ['{"choices": [', {}, [], None, 3, {"error": "no"}, "[" * 100_000])
def test_a_broken_response_is_reported(provider: Provider, body: object) -> None:
    with (
        speaking(provider, Answer(body)) as fake,
        pytest.raises(ModelUnavailableError, match=r"expected a chat completion .* --provider"),
    ):
        ask(model(provider, fake))


@every_provider
def test_an_unknown_model_is_reported(provider: Provider) -> None:
    with (
        speaking(provider, provider.says(OBJECT)) as fake,
        pytest.raises(
            ModelUnavailableError, match=r"returned 404 .*'no such model: other'; check the name"
        ),
    ):
        ask(model(provider, fake, name="other"))


@pytest.mark.parametrize("name", ["openai", "anthropic"])
def test_a_wrong_key_is_reported(name: str) -> None:
    """The message names the variable and masks the key."""
    provider = PROVIDERS[name]
    with (
        speaking(provider, provider.says(OBJECT)) as fake,
        pytest.raises(
            ModelUnavailableError, match=rf"401 .*invalid key \[key\]'; set {name.upper()}_API_KEY"
        ),
    ):
        ask(model(provider, fake, key="sk-wrong"))


@every_provider
def test_a_rejected_request_has_the_providers_message(provider: Provider) -> None:
    with (
        speaking(provider, provider.fails(400, "too long")) as fake,
        pytest.raises(ModelRequestError, match=r"returned 400 .*'too long'"),
    ):
        ask(model(provider, fake))
    assert len(fake.requests) == len(provider.protocol.forms)


@every_provider
def test_a_cut_object_is_reported(provider: Provider) -> None:
    """Its tokens are counted; an object that is complete before the cut is used."""
    cut = "{}" if provider.protocol is ANTHROPIC else OBJECT[:-1]
    with speaking(provider, provider.cuts(cut)) as fake:
        chat = model(provider, fake)
        with pytest.raises(ModelOutputError, match="got a reply cut after 10 tokens"):
            ask(chat)
    assert (chat.usage.requests, chat.usage.failed, chat.usage.completion_tokens) == (1, 0, 10)
    with speaking(provider, provider.cuts(f"Here: {OBJECT} and more")) as fake:
        assert object_in(ask(model(provider, fake)).text)


def test_anthropic_caches_the_system_texts() -> None:
    """The last one is marked; tokens written to and read from the cache belong to the prompt."""
    provider = PROVIDERS["anthropic"]
    answer = provider.says(OBJECT)
    answer.body["usage"] |= {"cache_read_input_tokens": 7, "cache_creation_input_tokens": 20}
    with speaking(provider, answer) as fake:
        chat = model(provider, fake)
        reply = ask(chat)
    assert (reply.prompt_tokens, reply.cached_tokens, chat.usage.cached_tokens) == (127, 7, 7)
    (body,) = fake.requests
    assert body["max_tokens"] == MAX_REPLY_TOKENS
    assert body["system"] == [
        {"type": "text", "text": "You read questions."},
        {
            "type": "text",
            "text": "Reply with JSON.",
            "cache_control": {"type": "ephemeral"},
        },
    ]
    assert [each["content"] for each in body["messages"]] == ["Où est la gare ?", "Again."]


def test_anthropic_may_reply_with_text_or_decline() -> None:
    provider = PROVIDERS["anthropic"]
    texts, declined = provider.says("I see."), provider.says("I cannot.")
    declined.body["stop_reason"] = "refusal"
    empty = provider.says("")
    empty.body.update(stop_reason="refusal", content=[])
    with speaking(provider, texts, declined, empty) as fake:
        chat = model(provider, fake)
        replies = [ask(chat) for _ in range(3)]
    assert (replies[0].text, replies[0].refusal) == ("I see.", None)
    assert [each.refusal for each in replies[1:]] == ["I cannot.", "the model declined"]


@pytest.mark.parametrize(
    ("characters", "context"),
    [(0, MIN_CONTEXT_TOKENS), (43_008, MIN_CONTEXT_TOKENS), (43_011, 2 * MIN_CONTEXT_TOKENS)],
)
def test_the_context_of_ollama_fits_the_prompt(characters: int, context: int) -> None:
    """It grows in steps, since the server reloads the model when it changes."""
    request = Request(MODEL, [Message("user", "a" * characters)], SCHEMA, "place")
    body = OLLAMA.body_for(request, OLLAMA.forms[0])
    assert body["options"] == {"temperature": 0, "seed": 0, "num_ctx": context}
    assert body["format"] == SCHEMA


CLOSED: Body = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        (CLOSED, True),
        ({**CLOSED, "properties": {"a": {"anyOf": [CLOSED, {"type": "null"}]}}}, True),
        ({**CLOSED, "properties": {"a": {"type": "array", "items": CLOSED}}}, True),
        ({**CLOSED, "properties": {"a": {"anyOf": [{"type": "object"}, {"type": "null"}]}}}, False),
        ({**CLOSED, "properties": {"a": {"type": ["object", "null"]}}}, False),
        ({**CLOSED, "properties": {"a": {"type": "array", "items": {"type": "object"}}}}, False),
        ({**CLOSED, "properties": {"a": {}}}, False),
        ({**CLOSED, "$defs": {"b": {"type": "object"}}}, False),
        ({**CLOSED, "$defs": {"b": CLOSED}, "properties": {"a": {"$ref": "#/$defs/b"}}}, True),
        ({**CLOSED, "required": []}, False),
        ({**CLOSED, "additionalProperties": True}, False),
    ],
)
def test_only_closed_schemas_are_strict(schema: Body, *, strict: bool) -> None:
    """OpenAI rejects other schemas in strict mode."""
    body = OPENAI.body_for(Request(MODEL, MESSAGES, schema, "place"), OPENAI.forms[0])
    named = {"name": "place", "strict": strict, "schema": schema}
    assert body["response_format"] == {"type": "json_schema", "json_schema": named}


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1:11434", "http://127.0.0.1:11434"),
        ("gpu", "http://gpu:11434"),
        (":5000", "http://localhost:5000"),
        ("[::1]", "http://[::1]:11434"),
        ("[::1]:5000/ollama", "http://[::1]:5000/ollama"),
        ("https://gpu", "https://gpu"),
    ],
)
def test_addresses_of_ollama_are_completed(host: str, url: str) -> None:
    assert ollama_url(host) == url


@pytest.mark.parametrize(
    ("protocol", "base", "url"),
    [
        (OPENAI, "http://a/v1/", "http://a/v1/chat/completions"),
        (OPENAI, "http://a/v1?version=2", "http://a/v1/chat/completions?version=2"),
        (ANTHROPIC, "http://a", "http://a/v1/messages"),
        (ANTHROPIC, "http://a/gateway/v1", "http://a/gateway/v1/messages"),
        (OLLAMA, "http://a:11434/", "http://a:11434/api/chat"),
    ],
)
def test_requests_go_to_the_path_of_the_protocol(
    protocol: ChatProtocol, base: str, url: str
) -> None:
    assert Endpoint(base, protocol=protocol)._url == url


@pytest.mark.parametrize("key", ["sk-…", "sk-a\nb"])
def test_a_key_that_no_header_can_hold_is_rejected(key: str) -> None:
    """The message does not contain it."""
    with pytest.raises(UsageError, match="printable ASCII in ANTHROPIC_API_KEY") as caught:
        Endpoint(protocol=ANTHROPIC, api_key=key)
    assert key not in str(caught.value)
