"""One request to an endpoint, and everything that can go wrong with it."""

from __future__ import annotations

import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from time import monotonic, sleep

import pytest

from geoeval.errors import ModelRequestError, ModelUnavailableError, UsageError
from geoeval.llm.completion import Message, Reply
from geoeval.llm.endpoint import Endpoint, _SharedPause
from geoeval.llm.protocols import Form, Request
from tests.llm.fake_endpoint import Answer, Body, fails, says, scripted, serving

REQUEST = Request("m", [Message("user", "Wohin führt der Weg? 😀")], {}, "place")
FORM = Form("text", sampling=True)
KEY = "sk-secret-0123456789"


def test_a_request_gets_its_reply() -> None:
    """The request carries model, messages and settings; the reply has text and token counts."""
    with serving(scripted(says("Dorthin."))) as fake:
        reply = Endpoint(fake.url).complete(REQUEST, FORM)
    assert reply == Reply(text="Dorthin.", prompt_tokens=100, completion_tokens=10)
    (body,) = fake.requests
    assert body == {
        "model": "m",
        "messages": [{"role": "user", "content": "Wohin führt der Weg? 😀"}],
        "temperature": 0,
        "seed": 0,
    }


def test_a_key_is_sent_in_the_header() -> None:
    """Without a key there is no such header."""
    with serving(scripted(says("a"))) as fake:
        Endpoint(fake.url, api_key=KEY).complete(REQUEST, FORM)
        Endpoint(fake.url).complete(REQUEST, FORM)
    first, second = fake.headers
    assert first["authorization"] == f"Bearer {KEY}"
    assert "authorization" not in second


def test_refusals_and_empty_replies_are_distinguished() -> None:
    """A refusal is a member of the message or comes from the content filter."""
    filtered = {"choices": [{"message": {"content": "a"}, "finish_reason": "content_filter"}]}
    refusal = says(None, refusal="I will not.")
    with serving(scripted(refusal, Answer(filtered), says(None))) as fake:
        endpoint = Endpoint(fake.url)
        replies = [endpoint.complete(REQUEST, FORM) for _ in range(3)]
    assert replies[0].refusal == "I will not."
    assert replies[1].refusal == "the endpoint's content filter stopped the reply"
    assert (replies[2].refusal, replies[2].text) == (None, "")


@pytest.mark.parametrize(("details", "cached"), [({"cached_tokens": 64}, 64), ({}, 0), (None, 0)])
def test_tokens_from_the_prompt_cache_are_counted(details: object, cached: int) -> None:
    """They are a part of the prompt's tokens."""
    answer = says("a")
    answer.body["usage"]["prompt_tokens_details"] = details
    with serving(scripted(answer)) as fake:
        reply = Endpoint(fake.url).complete(REQUEST, FORM)
    assert (reply.prompt_tokens, reply.cached_tokens) == (100, cached)


def test_overloaded_endpoints_are_retried() -> None:
    with serving(scripted(fails(429), fails(503), says("a"))) as fake:
        assert Endpoint(fake.url).complete(REQUEST, FORM).text == "a"
    assert len(fake.requests) == 3


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [
        ({"Retry-After": "7"}, 7),
        ({"Retry-After": "60"}, 60),
        ({"Retry-After": "9", "retry-after-ms": "1500"}, 1.5),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.46),
        ({"Retry-After": "0"}, 0.46),
        ({"Retry-After": "soon"}, 0.46),
        ({}, 0.46),
    ],
)
@pytest.mark.parametrize("status", [429, 503])
def test_the_wait_is_what_the_endpoint_asks_for(
    headers: dict[str, str], wait_s: float, status: int
) -> None:
    """It is a little longer, or some time of our own if the endpoint does not ask."""
    waits: list[float] = []
    with serving(scripted(Answer({}, status, headers=headers), says("a"))) as fake:
        Endpoint(fake.url, sleep=waits.append).complete(REQUEST, FORM)
    (waited,) = waits
    assert waited == pytest.approx(wait_s, rel=0.22)


def test_an_endpoint_may_ask_to_wait_until_a_time() -> None:
    waits: list[float] = []
    until = format_datetime(datetime.now(UTC) + timedelta(seconds=30))
    answer = Answer({}, 429, headers={"Retry-After": until})
    with serving(scripted(answer, says("a"))) as fake:
        Endpoint(fake.url, sleep=waits.append).complete(REQUEST, FORM)
    assert waits == [pytest.approx(30, rel=0.15)]


def test_waits_grow() -> None:
    waits: list[float] = []
    with serving(scripted(*[Answer({}, 500, headers={})] * 3, says("a"))) as fake:
        Endpoint(fake.url, sleep=waits.append).complete(REQUEST, FORM)
    for waited, longest in zip(waits, (0.5, 1, 2), strict=True):
        assert 0.75 * longest <= waited <= longest


@pytest.mark.parametrize(
    "header",
    ["61", format_datetime(datetime.now(UTC) + timedelta(days=1))],
    ids=["seconds", "date"],  # the date would differ between the processes of a run
)
def test_a_long_wait_is_reported_instead(header: str) -> None:
    """Nothing is sent again."""
    waits: list[float] = []
    with (
        serving(scripted(Answer({}, 429, headers={"Retry-After": header}))) as fake,
        pytest.raises(ModelUnavailableError, match=r"429 .*; it asks to wait (61|8\d,\d\d\d) s$"),
    ):
        Endpoint(fake.url, sleep=waits.append).complete(REQUEST, FORM)
    assert (len(fake.requests), waits) == (1, [])


def test_all_threads_wait_for_the_rate_limit() -> None:
    """The others send nothing while one was asked to wait."""
    limited, arrived = threading.Event(), []

    def limit_first(_body: Body) -> Answer:
        arrived.append(monotonic())
        if limited.is_set():
            return says("a")
        limited.set()
        return Answer({}, 429, headers={"Retry-After": "0.3"})

    with serving(limit_first) as fake, ThreadPoolExecutor(4) as pool:
        endpoint = Endpoint(fake.url)
        first = pool.submit(endpoint.complete, REQUEST, FORM)
        limited.wait()
        sleep(0.1)  # until the reply has arrived
        others = [pool.submit(endpoint.complete, REQUEST, FORM) for _ in range(3)]
        assert [each.result().text for each in (first, *others)] == ["a"] * 4
    assert min(arrived[1:]) - arrived[0] >= 0.3
    assert len(arrived) == 5


def test_a_wait_that_another_thread_extends_is_observed() -> None:
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 1:
            pause.extend(20)

    pause = _SharedPause(wait)
    pause.extend(10)
    pause.extend(5)
    pause.observe()
    assert waits == [pytest.approx(10.5, rel=0.06), pytest.approx(21, rel=0.06)]


def test_redirects_are_not_followed() -> None:
    """The key is only for the address that the user names."""
    with serving(scripted(says("a"))) as fake:
        moved = Answer({}, 307, headers={"Location": fake.url})
        with (
            serving(scripted(moved)) as old,
            pytest.raises(ModelUnavailableError, match=r"returned 307 .*; check --base-url"),
        ):
            Endpoint(old.url, api_key=KEY).complete(REQUEST, FORM)
    assert fake.requests == []


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (401, r"returned 401 for the model 'm': 'bad key \[key\]'; set OPENAI_API_KEY to"),
        (403, "returned 403 .*the key may not use this model"),
        (404, "returned 404 .*check the name of the model and --base-url"),
        (429, "returned 429 .*wait, lower --jobs, or check the quota"),
        (500, "returned 500 .*try again later"),
    ],
)
def test_error_statuses_are_reported_with_advice(status: int, message: str) -> None:
    """The message does not contain the API key."""
    with (
        serving(scripted(fails(status, f"bad key {KEY}"))) as fake,
        pytest.raises(ModelUnavailableError, match=message) as caught,
    ):
        Endpoint(fake.url, api_key=KEY, retries=2).complete(REQUEST, FORM)
    assert KEY not in str(caught.value)
    assert len(fake.requests) == (3 if status in {429, 500} else 1)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_rejected_request_has_its_own_error(status: int) -> None:
    """A request at fault is not a sign of an unavailable endpoint."""
    with (
        serving(scripted(fails(status, "context too long"))) as fake,
        pytest.raises(ModelRequestError, match=f"returned {status} .*'context too long'"),
    ):
        Endpoint(fake.url).complete(REQUEST, FORM)


@pytest.mark.parametrize(
    "body", ["<html>Welcome</html>", {}, {"choices": []}, {"choices": [{}]}, [], "not json"]
)
def test_other_content_than_a_completion_is_rejected(body: object) -> None:
    """The address is probably wrong."""
    with (
        serving(scripted(Answer(body))) as fake,
        pytest.raises(ModelUnavailableError, match=r"expected a chat completion from .*--base-url"),
    ):
        Endpoint(fake.url).complete(REQUEST, FORM)


@pytest.mark.parametrize("body", ["gone", {"detail": "gone"}, ""])
def test_an_unusual_error_body_is_quoted(body: object) -> None:
    with (
        serving(scripted(Answer(body, 404))) as fake,
        pytest.raises(
            ModelUnavailableError, match=r"returned 404 for the model 'm': .*(gone|no mes)"
        ),
    ):
        Endpoint(fake.url).complete(REQUEST, FORM)


def test_a_slow_answer_times_out() -> None:
    with (
        serving(scripted(Answer({}, wait_s=0.6))) as fake,
        pytest.raises(
            ModelUnavailableError, match=r"did not answer within 0\.2 s; try a longer --timeout"
        ),
    ):
        Endpoint(fake.url, timeout_s=0.2, retries=0).complete(REQUEST, FORM)


def test_an_unreachable_endpoint_is_reported() -> None:
    """The message does not show user and password of the URL."""
    with socket.socket() as free, serving(scripted(says("a"))):
        free.bind(("127.0.0.1", 0))
        url = f"http://me:{KEY}@127.0.0.1:{free.getsockname()[1]}/v1"
        with pytest.raises(ModelUnavailableError, match=r"cannot reach .*refused") as caught:
            Endpoint(url, retries=0).complete(REQUEST, FORM)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["", "localhost:8000", "ftp://host/v1", "http://", "http://[::1/v1"]
)
def test_an_invalid_url_is_rejected(url: str) -> None:
    """URLs are checked before anything is sent."""
    with pytest.raises(UsageError, match="expected an endpoint URL, such as http"):
        Endpoint(url)


def test_a_missing_library_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the extra to install."""
    monkeypatch.setattr("geoeval.extras.find_spec", lambda _name: None)
    with pytest.raises(UsageError, match=r'expected httpx2.*pip install "\.\[llm\]"'):
        Endpoint()


def test_a_dripping_answer_times_out() -> None:
    """The timeout covers the whole answer, not each byte."""
    with serving(scripted(Answer(" " * 100, drip_s=0.05))) as fake:
        endpoint = Endpoint(fake.url, timeout_s=0.2, retries=0)
        with pytest.raises(ModelUnavailableError, match=r"did not answer within 0\.2 s"):
            endpoint.complete(REQUEST, FORM)


def test_an_oversized_answer_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read to its end."""
    monkeypatch.setattr("geoeval.llm.endpoint.MAX_BYTES", 1000)
    with serving(scripted(says("a" * 1001))) as fake:
        endpoint = Endpoint(fake.url, retries=0)
        with pytest.raises(ModelUnavailableError, match="its response has more than 1,000 bytes"):
            endpoint.complete(REQUEST, FORM)
