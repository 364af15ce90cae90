"""The price of requests to a model: rates, estimates of tokens, and a budget."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import inf
from threading import Condition
from typing import NamedTuple

from geoeval.errors import BudgetReachedError, UsageError, quote
from geoeval.llm.completion import Message, Reply
from geoeval.llm.schema import JsonSchema

# A low ratio, so that estimates are rather too high. In the prompts for 151 questions, OpenAI's
# o200k has 3.6 to 4.2 characters per token; other tokenizers and scripts have fewer.
CHARACTERS_PER_TOKEN = 3
# A reply in a dry run, without thinking: 95 % of 306 recorded replies have at most 135 tokens.
TYPICAL_REPLY_TOKENS = 135
# A reply that is awaited, for a budget: the longest of those 306 has 882 tokens.
LONGEST_REPLY_TOKENS = 1000


class Rates(NamedTuple):
    """Prices of a million tokens, in any currency: read, read from a cache, and written."""

    prompt: float
    cached: float
    completion: float

    @classmethod
    def parse(cls, text: str) -> Rates:
        """Return the rates written as IN/OUT or IN/CACHED/OUT."""
        try:
            rates = [float(part) for part in text.split("/")]
        except ValueError:
            rates = []
        if len(rates) not in {2, 3} or not all(0 <= rate < inf for rate in rates):
            raise UsageError(
                "expected --rates IN/OUT or IN/CACHED/OUT, prices of a million tokens such as "
                f"3/15 or 3/0.3/15, got {quote(text)}"
            )
        return cls(rates[0], rates[-2], rates[-1])

    def price(self, prompt: int, completion: int, cached: int = 0) -> float:
        """Return the price of tokens; ``cached`` are those of the prompt read from a cache."""
        read = (prompt - cached) * self.prompt + cached * self.cached
        return (read + completion * self.completion) / 1e6


def estimate_tokens(characters: int) -> int:
    """Return the estimated number of tokens in a text of some length."""
    return -(-characters // CHARACTERS_PER_TOKEN)


def count_characters(messages: Sequence[Message], schema: JsonSchema) -> int:
    """Return the length of a request: its messages, and the schema of the reply."""
    compact = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    return sum(len(each.content) for each in messages) + len(compact)


class Spending:
    """The price of a model's requests, counted across threads, and a budget for it.

    Before a request is sent, its largest likely price is reserved. If that exceeds the budget,
    neither this request nor a later one is sent; in a dry run, none is. ``unsent`` are the lengths
    of these requests, one for each question. A failed request counts as free. ``estimated`` counts
    the replies whose tokens the endpoint did not count.
    """

    def __init__(
        self, rates: Rates | None = None, budget: float = inf, *, dry_run: bool = False
    ) -> None:
        self.rates = rates
        self.spent = 0.0
        self.estimated = 0
        self.unsent: list[int] = []
        self.why_stopped = f"the next request might exceed the budget of {budget:g}"
        self._prices = rates or Rates(0, 0, 0)
        self._budget = -inf if dry_run else budget
        self._in_flight: list[float] = []
        self._changed = Condition()

    def reserve(self, characters: int) -> float:
        """Return the price reserved for a request, once it is certain whether it may be sent.

        Raises
        ------
        BudgetReachedError
            If this request or an earlier one does not fit into the budget.
        """
        price = self._prices.price(estimate_tokens(characters), LONGEST_REPLY_TOKENS)
        with self._changed:
            while not self.unsent and self._in_flight and self._exceeds_budget(price):
                self._changed.wait()
            if self.unsent or self._exceeds_budget(price):
                self.unsent.append(characters)
                self._changed.notify_all()
                raise BudgetReachedError(self.why_stopped)
            self._in_flight.append(price)
        return price

    def settle(self, reserved: float, characters: int, reply: Reply | None) -> None:
        """Replace a reserved price by that of the reply, or by nothing if the request failed."""
        with self._changed:
            self._in_flight.remove(reserved)
            if reply is not None:
                prompt, completion = reply.prompt_tokens, reply.completion_tokens
                if prompt <= 0:
                    prompt = estimate_tokens(characters)
                if completion <= 0:
                    completion = estimate_tokens(len(reply.text))
                cached = min(max(reply.cached_tokens, 0), prompt)
                self.estimated += (prompt, completion) != (
                    reply.prompt_tokens,
                    reply.completion_tokens,
                )
                self.spent += self._prices.price(prompt, completion, cached)
            self._changed.notify_all()

    def _exceeds_budget(self, price: float) -> bool:
        return self.spent + sum(self._in_flight) + price > self._budget
