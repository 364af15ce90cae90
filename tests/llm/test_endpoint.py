"""One request to an endpoint, and everything that can go wrong with it."""

from __future__ import annotations

import socket

import pytest

from geoeval.errors import ModelRequestError, ModelUnavailableError, UsageError
from geoeval.llm.completion import Message, Reply
from geoeval.llm.endpoint import Endpoint
from tests.llm.fake_endpoint import Answer, fails, says, scripted, serving

ASKED = [Message("user", "Wohin führt der Weg? 😀")]
KEY = "sk-secret-0123456789"


def test_a_good_answer() -> None:
    """The request carries model, messages and settings; the reply its text and tokens."""
    with serving(scripted(says("Dorthin."))) as fake:
        reply = Endpoint(fake.url).complete("m", ASKED, {"temperature": 0})
    assert reply == Reply(text="Dorthin.", prompt_tokens=100, completion_tokens=10)
    (body,) = fake.requests
    assert body == {
        "model": "m",
        "messages": [{"role": "user", "content": "Wohin führt der Weg? 😀"}],
        "temperature": 0,
    }


def test_the_key_is_sent_only_where_there_is_one() -> None:
    """With a key it stands in the header; without one there is no such header."""
    with serving(scripted(says("a"))) as fake:
        Endpoint(fake.url, api_key=KEY).complete("m", ASKED, {})
        Endpoint(fake.url).complete("m", ASKED, {})
    first, second = fake.headers
    assert first["authorization"] == f"Bearer {KEY}"
    assert "authorization" not in second


def test_a_refusal_and_an_empty_reply() -> None:
    """A refusal is one, by its member or by the filter; no content is an empty text."""
    filtered = {"choices": [{"message": {"content": "a"}, "finish_reason": "content_filter"}]}
    refuses = says(None, refusal="I will not.")
    with serving(scripted(refuses, Answer(filtered), says(None))) as fake:
        endpoint = Endpoint(fake.url)
        replies = [endpoint.complete("m", ASKED, {}) for _ in range(3)]
    assert replies[0].refusal == "I will not."
    assert replies[1].refusal == "the endpoint's content filter stopped the reply"
    assert (replies[2].refusal, replies[2].text) == (None, "")


def test_too_many_requests_and_then_fine() -> None:
    """A 429 and a 503 are tried again."""
    with serving(scripted(fails(429), fails(503), says("a"))) as fake:
        assert Endpoint(fake.url).complete("m", ASKED, {}).text == "a"
    assert len(fake.requests) == 3


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (401, r"returned 401 for the model 'm': 'bad key \[key\]'; set OPENAI_API_KEY to"),
        (403, "returned 403 .*the key may not use this model"),
        (404, "returned 404 .*check the name of the model and --base-url"),
        (429, "returned 429 .*wait, lower --jobs, or check the quota"),
        (500, "returned 500 .*try again later"),
    ],
)
def test_an_endpoint_of_no_use(status: int, told: str) -> None:
    """After all attempts the error says what to do, and the key does not stand in it."""
    with (
        serving(scripted(fails(status, f"bad key {KEY}"))) as fake,
        pytest.raises(ModelUnavailableError, match=told) as caught,
    ):
        Endpoint(fake.url, api_key=KEY, retries=2).complete("m", ASKED, {})
    assert KEY not in str(caught.value)
    assert len(fake.requests) == (3 if status in {429, 500} else 1)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_request_that_is_refused(status: int) -> None:
    """A request that the endpoint does not take as it is, is another matter."""
    with (
        serving(scripted(fails(status, "context too long"))) as fake,
        pytest.raises(ModelRequestError, match=f"returned {status} .*'context too long'"),
    ):
        Endpoint(fake.url).complete("m", ASKED, {})


@pytest.mark.parametrize(
    "body", ["<html>Welcome</html>", {}, {"choices": []}, {"choices": [{}]}, [], "not json"]
)
def test_what_is_no_completion(body: object) -> None:
    """A server that answers with something else is hardly the right address."""
    with (
        serving(scripted(Answer(body))) as fake,
        pytest.raises(ModelUnavailableError, match=r"expected a chat completion from .*--base-url"),
    ):
        Endpoint(fake.url).complete("m", ASKED, {})


@pytest.mark.parametrize("body", ["gone", {"detail": "gone"}, ""])
def test_an_error_of_another_form(body: object) -> None:
    """The body of an error is told where it has no message of the usual form."""
    with (
        serving(scripted(Answer(body, 404))) as fake,
        pytest.raises(
            ModelUnavailableError, match=r"returned 404 for the model 'm': .*(gone|no mes)"
        ),
    ):
        Endpoint(fake.url).complete("m", ASKED, {})


def test_an_endpoint_that_does_not_answer_in_time() -> None:
    """The wait ends after the time set."""
    with (
        serving(scripted(Answer({}, wait_s=0.6))) as fake,
        pytest.raises(ModelUnavailableError, match=r"did not answer within 0\.2 s; try --timeout"),
    ):
        Endpoint(fake.url, timeout_s=0.2, retries=0).complete("m", ASKED, {})


def test_an_endpoint_that_is_not_there() -> None:
    """A port at which nobody listens cannot be reached; user and password are not shown."""
    with socket.socket() as free, serving(scripted(says("a"))):
        free.bind(("127.0.0.1", 0))
        url = f"http://me:{KEY}@127.0.0.1:{free.getsockname()[1]}/v1"
        with pytest.raises(ModelUnavailableError, match=r"cannot reach .*refused") as caught:
            Endpoint(url, retries=0).complete("m", ASKED, {})
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["", "localhost:8000", "ftp://host/v1", "http://", "http://[::1/v1"]
)
def test_what_is_no_address(url: str) -> None:
    """An address is checked before anything is sent."""
    with pytest.raises(UsageError, match="expected an endpoint URL, such as http"):
        Endpoint(url)


def test_the_library_of_the_extra_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it the error says what to install."""
    monkeypatch.setattr("geoeval.extras.find_spec", lambda _name: None)
    with pytest.raises(UsageError, match=r'expected openai.*pip install "\.\[llm\]"'):
        Endpoint()


def test_an_answer_that_never_ends() -> None:
    """One byte now and then is no answer in time."""
    with serving(scripted(Answer(" " * 100, drip_s=0.05))) as fake:
        endpoint = Endpoint(fake.url, timeout_s=0.2, retries=0)
        with pytest.raises(ModelUnavailableError, match=r"did not answer within 0\.2 s"):
            endpoint.complete("m", ASKED, {})


def test_an_answer_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read to its end."""
    monkeypatch.setattr("geoeval.llm.limits.MAX_BYTES", 1000)
    with serving(scripted(says("a" * 1001))) as fake:
        endpoint = Endpoint(fake.url, retries=0)
        with pytest.raises(ModelUnavailableError, match="its response has more than 1,000 bytes"):
            endpoint.complete("m", ASKED, {})
