"""Asking a model for JSON: request forms, cache, usage and giving up."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.errors import ModelRequestError, ModelUnavailableError, UsageError
from geoeval.llm.chat import PATIENCE, ChatModel
from geoeval.llm.completion import Message, ReplyCache
from geoeval.llm.endpoint import Endpoint
from geoeval.llm.protocols import FORMS
from geoeval.llm.schema import strict_schema
from tests.llm.fake_endpoint import Answer, Behaviour, Body, fails, says, scripted, serving

MESSAGES = [Message("user", "Where?")]
SCHEMA = strict_schema({"type": "object", "properties": {"a": {"type": "string"}}})


def ask(model: ChatModel, text: str = "Where?") -> str:
    """Return the reply of a model to a text."""
    return model.ask([Message("user", text)], SCHEMA, "place").text


def test_the_first_request_asks_for_strict_json() -> None:
    """It carries the schema, temperature 0 and a seed."""
    with serving(scripted(says("{}"))) as fake:
        ask(fake.model())
    (body,) = fake.requests
    assert (body["temperature"], body["seed"]) == (0, 0)
    named = {"name": "place", "strict": True, "schema": SCHEMA}
    assert body["response_format"] == {"type": "json_schema", "json_schema": named}


def accepts(output: str | None, *, sampling: bool) -> Behaviour:
    """Return an endpoint that accepts some forms of request only."""

    def behave(body: Body) -> Answer:
        output_asked = body.get("response_format", {}).get("type")
        if output_asked not in (output, None) or ("temperature" in body and not sampling):
            return fails(400, "unsupported")
        return says("{}")

    return behave


@pytest.mark.parametrize(
    ("output", "sampling", "tries"),
    [
        ("json_schema", False, 2),
        ("json_object", True, 3),
        ("json_object", False, 4),
        (None, True, 5),
        (None, False, 6),
    ],
)
def test_a_supported_form_is_found_once(output: str | None, *, sampling: bool, tries: int) -> None:
    """Later requests do not repeat the forms that the endpoint rejected."""
    with serving(accepts(output, sampling=sampling)) as fake:
        model = fake.model()
        ask(model)
        assert len(fake.requests) == tries
        ask(model)
        assert len(fake.requests) == tries + 1
    assert model.usage.requests == 2


def test_a_request_rejected_in_every_form_fails() -> None:
    """Later requests are still sent."""
    with serving(lambda body: fails(400) if "long" in str(body["messages"]) else says("a")) as fake:
        model = fake.model()
        with pytest.raises(ModelRequestError, match="returned 400"):
            ask(model, "long")
        assert len(fake.requests) == len(FORMS)
        assert ask(model) == "a"
        with pytest.raises(ModelRequestError, match="returned 400"):
            ask(model, "long")
        assert len(fake.requests) == len(FORMS) + 2
    assert (model.usage.requests, model.usage.failed) == (1, 2)


def test_an_endpoint_that_never_answers_is_abandoned() -> None:
    """No request is sent after three without a reply."""
    with serving(scripted(fails(500))) as fake:
        model = fake.model(retries=0)
        for _ in range(PATIENCE + 2):
            with pytest.raises(ModelUnavailableError, match="returned 500"):
                ask(model)
    assert len(fake.requests) == PATIENCE
    assert model.usage.failed == PATIENCE + 2
    assert model.usage.never_worked


def test_an_endpoint_that_has_answered_is_not_abandoned() -> None:
    """Later failures concern only their own question."""
    with serving(scripted(says("a"), *[fails(500)] * 4, says("b"))) as fake:
        model = fake.model(retries=0)
        ask(model)
        for _ in range(PATIENCE + 1):
            with pytest.raises(ModelUnavailableError, match="returned 500"):
                ask(model)
        assert ask(model) == "b"
    assert not model.usage.never_worked


def test_a_cached_reply_needs_no_request(tmp_path: Path) -> None:
    """The cache depends on model and endpoint, and does not contain the API key."""
    with serving(scripted(says("a", refusal=None))) as fake:
        first = ChatModel("m", Endpoint(fake.url, api_key="sk-secret"), ReplyCache(tmp_path))
        assert ask(first) == "a"
    again = ChatModel("m", Endpoint(fake.url), ReplyCache(tmp_path))
    assert ask(again) == "a"
    assert (again.usage.requests, again.usage.cached, again.usage.prompt_tokens) == (0, 1, 0)
    assert (first.usage.requests, first.usage.prompt_tokens) == (1, 100)
    other = ChatModel("n", Endpoint(fake.url, retries=0), ReplyCache(tmp_path))
    with pytest.raises(ModelUnavailableError, match="cannot reach"):
        ask(other)
    elsewhere = ChatModel("m", Endpoint(f"{fake.url}/other", retries=0), ReplyCache(tmp_path))
    with pytest.raises(ModelUnavailableError, match="cannot reach"):
        ask(elsewhere)
    assert ask(ChatModel("m", Endpoint(f"{fake.url}/"), ReplyCache(tmp_path))) == "a"
    assert "sk-secret" not in "".join(file.read_text() for file in tmp_path.iterdir())


def test_no_request_is_sent_whose_reply_cannot_be_stored(tmp_path: Path) -> None:
    """A stored reply is still used."""
    with serving(scripted(says("a"))) as fake:
        model = ChatModel("m", Endpoint(fake.url), ReplyCache(tmp_path / "replies"))
        (tmp_path / "replies").rmdir()
        with pytest.raises(UsageError, match=r"cannot write the cache .*: No such file"):
            ask(model)
        assert fake.requests == []
