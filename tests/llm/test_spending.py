"""Rates, estimates of tokens, and a budget that several threads share."""

from __future__ import annotations

import threading
from contextlib import suppress
from math import inf
from pathlib import Path

import pytest

from geoeval.errors import BudgetReachedError, ModelError, UsageError
from geoeval.llm.chat import ChatModel
from geoeval.llm.completion import Message, Reply, ReplyCache
from geoeval.llm.endpoint import Endpoint
from geoeval.llm.schema import JsonSchema
from geoeval.llm.spending import (
    CHARACTERS_PER_TOKEN,
    LONGEST_REPLY_TOKENS,
    Rates,
    Spending,
    count_characters,
    estimate_tokens,
)
from tests.llm.fake_endpoint import MODEL, Answer, Body, fails, says, scripted, serving

RATES = Rates(3, 0.3, 15)
SCHEMA: JsonSchema = {"type": "object"}
MESSAGES = [Message("system", "Find the place."), Message("user", "Où ?")]


@pytest.mark.parametrize(
    ("text", "rates"),
    [("3/15", (3, 3, 15)), ("3/0.3/15", (3, 0.3, 15)), ("0/0", (0, 0, 0)), (" 1 / 2 ", (1, 1, 2))],
)
def test_rates_are_written_with_slashes(text: str, rates: tuple[float, ...]) -> None:
    """Without a rate for cached tokens, they cost as much as others."""
    assert Rates.parse(text) == rates


@pytest.mark.parametrize(
    "text", ["", "3", "3/", "a/b", "3/-1", "3/inf", "nan/1", "1/2/3/4", "$3/4"]
)
def test_invalid_rates_are_an_error(text: str) -> None:
    with pytest.raises(UsageError, match=r"expected --rates IN/OUT or IN/CACHED/OUT, .*, got"):
        Rates.parse(text)


def test_price_has_a_rate_for_each_kind_of_token() -> None:
    """The cached tokens are part of the prompt."""
    assert RATES.price(1_000_000, 100_000) == pytest.approx(4.5)
    assert RATES.price(1_000_000, 0, 1_000_000) == pytest.approx(0.3)
    assert RATES.price(1_000_000, 0, 400_000) == pytest.approx(1.92)


def test_estimates_are_rounded_up() -> None:
    assert [estimate_tokens(n * CHARACTERS_PER_TOKEN) for n in (0, 1, 7)] == [0, 1, 7]
    assert estimate_tokens(CHARACTERS_PER_TOKEN + 1) == 2


def test_a_request_is_as_long_as_its_messages_and_schema() -> None:
    assert count_characters(MESSAGES, SCHEMA) == 15 + 4 + len('{"type":"object"}')


LENGTH = 3000
RESERVED = RATES.price(1000, LONGEST_REPLY_TOKENS)


@pytest.mark.parametrize(("budget", "fits"), [(RESERVED, True), (RESERVED * 0.999, False)])
def test_a_request_is_sent_if_its_largest_price_fits(budget: float, *, fits: bool) -> None:
    spending = Spending(RATES, budget)
    if fits:
        assert spending.reserve(LENGTH) == RESERVED
    else:
        with pytest.raises(BudgetReachedError, match="might exceed the budget of"):
            spending.reserve(LENGTH)
    assert spending.unsent == ([] if fits else [LENGTH])


def test_the_reply_replaces_the_reservation() -> None:
    """The counts of the endpoint decide, not the estimate."""
    spending = Spending(RATES, 2 * RESERVED)
    for _ in range(10):
        reserved = spending.reserve(LENGTH)
        reply = Reply(text="{}", prompt_tokens=100, cached_tokens=60, completion_tokens=10)
        spending.settle(reserved, LENGTH, reply)
    assert spending.spent == pytest.approx(10 * RATES.price(100, 10, 60))
    assert (spending.estimated, spending.unsent) == (0, [])


def test_a_failed_request_is_free() -> None:
    spending = Spending(RATES, RESERVED)
    for _ in range(3):
        spending.settle(spending.reserve(LENGTH), LENGTH, None)
    assert spending.spent == 0


def test_tokens_are_estimated_if_the_endpoint_counts_none() -> None:
    spending = Spending(RATES)
    spending.settle(spending.reserve(LENGTH), LENGTH, Reply(text="x" * 30))
    assert spending.spent == pytest.approx(RATES.price(1000, 10))
    assert spending.estimated == 1


@pytest.mark.parametrize(
    ("counts", "price"),
    [
        ({"prompt_tokens": -9, "completion_tokens": -9}, RATES.price(1000, 10)),
        ({"completion_tokens": 20}, RATES.price(1000, 20)),
        ({"prompt_tokens": 500}, RATES.price(500, 10)),
        ({"prompt_tokens": 500, "completion_tokens": 20, "cached_tokens": 501},
         RATES.price(500, 20, 500)),
        ({"prompt_tokens": 500, "completion_tokens": 20, "cached_tokens": -1},
         RATES.price(500, 20)),
    ],
)  # fmt: skip
def test_impossible_counts_never_lower_the_spend(counts: dict[str, int], price: float) -> None:
    """A budget would otherwise never be reached."""
    spending = Spending(RATES)
    reply = Reply.model_validate({"text": "x" * 30, **counts})
    spending.settle(spending.reserve(LENGTH), LENGTH, reply)
    assert spending.spent == pytest.approx(price)


def test_nothing_is_sent_after_the_first_request_that_does_not_fit() -> None:
    """Not even a shorter request: its question would be read before earlier ones."""
    spending = Spending(RATES, RESERVED)
    for length in (LENGTH + 3, LENGTH):
        with pytest.raises(ModelError):
            spending.reserve(length)
    assert spending.unsent == [LENGTH + 3, LENGTH]


def test_a_request_waits_for_those_in_flight() -> None:
    """It is sent if their replies cost less than reserved, and not if they cost as much."""
    for reply, fits in ((Reply(prompt_tokens=1), True), (Reply(prompt_tokens=10**6), False)):
        spending = Spending(RATES, 1.5 * RESERVED)
        first = spending.reserve(LENGTH)
        sent: list[float] = []

        def ask(spending: Spending = spending, sent: list[float] = sent) -> None:
            with suppress(BudgetReachedError):
                sent.append(spending.reserve(LENGTH))

        other = threading.Thread(target=ask)
        other.start()
        other.join(0.05)
        assert other.is_alive()
        spending.settle(first, LENGTH, reply)
        other.join(5)
        assert bool(sent) is fits


def test_a_dry_run_sends_nothing() -> None:
    """Even if everything is free."""
    with serving(scripted(says("{}"))) as fake:
        spending = Spending(Rates(0, 0, 0), dry_run=True)
        model = ChatModel(MODEL, Endpoint(fake.url), spending=spending)
        with pytest.raises(ModelError):
            model.ask(MESSAGES, SCHEMA, "place")
        assert fake.requests == []
    assert spending.unsent == [count_characters(MESSAGES, SCHEMA)]
    assert (model.usage.requests, model.usage.failed) == (0, 0)


def test_cached_replies_are_free(tmp_path: Path) -> None:
    with serving(scripted(says("{}"))) as fake:
        for spent in (RATES.price(100, 10), 0):
            spending = Spending(RATES, inf if spent else 0)
            model = ChatModel(MODEL, Endpoint(fake.url), ReplyCache(tmp_path), spending)
            model.ask(MESSAGES, SCHEMA, "place")
            assert spending.spent == pytest.approx(spent)
        assert len(fake.requests) == 1


def test_threads_never_exceed_the_budget() -> None:
    """Replies that cost as much as reserved use the budget up to the last request that fits."""
    characters = count_characters(MESSAGES, SCHEMA)
    prompt = estimate_tokens(characters)
    price = RATES.price(prompt, LONGEST_REPLY_TOKENS)

    def behave(_body: Body) -> Answer:
        usage = {"prompt_tokens": prompt, "completion_tokens": LONGEST_REPLY_TOKENS}
        return Answer({"choices": [{"message": {"content": "{}"}}], "usage": usage}, wait_s=0.01)

    with serving(behave) as fake:
        spending = Spending(RATES, 10.5 * price)
        model = ChatModel(MODEL, Endpoint(fake.url), spending=spending)
        stopped: list[str] = []

        def ask_often() -> None:
            for _ in range(5):
                try:
                    model.ask(MESSAGES, SCHEMA, "place")
                except BudgetReachedError as error:
                    stopped.append(str(error))

        threads = [threading.Thread(target=ask_often) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(fake.requests) == 10
    assert len(stopped) == len(spending.unsent) == 20
    assert spending.spent == pytest.approx(10 * price)


def test_a_rejected_request_releases_its_reservation() -> None:
    with serving(lambda body: fails(400) if len(body["messages"]) == 2 else says("{}")) as fake:
        characters = count_characters(MESSAGES, SCHEMA)
        spending = Spending(RATES, RATES.price(estimate_tokens(characters), LONGEST_REPLY_TOKENS))
        model = ChatModel(MODEL, Endpoint(fake.url), spending=spending)
        with pytest.raises(ModelError, match="returned 400"):
            model.ask(MESSAGES, SCHEMA, "place")
        model.ask([Message("user", "Where?")], SCHEMA, "place")
    assert spending.unsent == []
