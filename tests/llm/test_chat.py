"""A model asked for JSON: forms of request, cache, count, patience."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.errors import ModelRequestError, ModelUnavailableError
from geoeval.llm.chat import FORMS, PATIENCE, ChatModel
from geoeval.llm.completion import Message, ReplyCache
from geoeval.llm.endpoint import Endpoint
from geoeval.llm.schema import strict_schema
from tests.llm.fake_endpoint import Answer, Behaviour, Body, fails, says, scripted, serving

ASKED = [Message("user", "Where?")]
SCHEMA = strict_schema({"type": "object", "properties": {"a": {"type": "string"}}})


def ask(model: ChatModel, text: str = "Where?") -> str:
    """Return what a model says to a text."""
    return model.ask([Message("user", text)], SCHEMA, "place").text


def test_the_first_form_asks_for_strict_json() -> None:
    """The schema goes with the request, and nothing is left to chance."""
    with serving(scripted(says("{}"))) as fake:
        ask(fake.model())
    (body,) = fake.requests
    assert (body["temperature"], body["seed"]) == (0, 0)
    named = {"name": "place", "strict": True, "schema": SCHEMA}
    assert body["response_format"] == {"type": "json_schema", "json_schema": named}


def takes(output: str | None, *, sampling: bool) -> Behaviour:
    """Return an endpoint that takes requests of some forms only."""

    def behave(body: Body) -> Answer:
        asked = body.get("response_format", {}).get("type")
        if asked not in (output, None) or ("temperature" in body and not sampling):
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
def test_a_simpler_form_is_found_once(output: str | None, *, sampling: bool, tries: int) -> None:
    """What the endpoint refuses is left away, and not tried again by later requests."""
    with serving(takes(output, sampling=sampling)) as fake:
        model = fake.model()
        ask(model)
        assert len(fake.requests) == tries
        ask(model)
        assert len(fake.requests) == tries + 1
    assert model.usage.requests == 2


def test_a_request_refused_in_every_form() -> None:
    """A request that is at fault itself fails after all forms; later ones are tried again."""
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


def test_an_endpoint_that_never_answers_is_given_up() -> None:
    """After three requests without reply no further one is sent."""
    with serving(scripted(fails(500))) as fake:
        model = fake.model(retries=0)
        for _ in range(PATIENCE + 2):
            with pytest.raises(ModelUnavailableError, match="returned 500"):
                ask(model)
    assert len(fake.requests) == PATIENCE
    assert model.usage.failed == PATIENCE + 2
    assert model.usage.never_worked


def test_an_endpoint_that_has_answered_is_not_given_up() -> None:
    """Failures after an answer concern their own question."""
    with serving(scripted(says("a"), *[fails(500)] * 4, says("b"))) as fake:
        model = fake.model(retries=0)
        ask(model)
        for _ in range(PATIENCE + 1):
            with pytest.raises(ModelUnavailableError, match="returned 500"):
                ask(model)
        assert ask(model) == "b"
    assert not model.usage.never_worked


def test_a_kept_reply_asks_nobody(tmp_path: Path) -> None:
    """The second run takes all from the cache; another model or endpoint does not."""
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
