"""Ask a model for JSON, in the best form of request that its endpoint accepts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from json import JSONDecodeError, JSONDecoder
from threading import Lock
from typing import NoReturn, Protocol

from geoeval.errors import (
    ModelError,
    ModelOutputError,
    ModelRequestError,
    ModelUnavailableError,
    quote,
)
from geoeval.llm.completion import Message, ModelUsage, Reply, ReplyCache
from geoeval.llm.endpoint import Endpoint
from geoeval.llm.protocols import SEED, Form, Request
from geoeval.llm.schema import JsonSchema
from geoeval.llm.spending import Spending, count_characters

_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not valid JSON")


_DECODER = JSONDecoder(parse_constant=_reject_constant)
MAX_DEPTH = 50
"""Levels of objects and arrays in a reply. Its validation fails at some hundreds; of 306 recorded
replies, the deepest has 10."""


def object_in(text: str) -> dict[str, object]:
    """Return the first JSON object in a reply: bare, in a Markdown fence, or surrounded by text."""
    reply = _THINKING.sub("", text)
    start = reply.find("{")
    if start < 0:
        raise ModelOutputError(f"expected a JSON object, got {quote(reply)}")
    try:
        found, _ = _DECODER.raw_decode(reply, start)
    except JSONDecodeError as error:
        raise ModelOutputError(
            f"expected a JSON object, got {quote(reply[start:])}: {error.msg} at {error.pos}"
        ) from None
    except (ValueError, RecursionError) as error:
        raise ModelOutputError(
            f"expected a JSON object, got {quote(reply[start:])}: {error}"
        ) from None
    assert isinstance(found, dict)
    if _is_deeper(found, MAX_DEPTH):
        raise ModelOutputError(
            f"expected a JSON object of at most {MAX_DEPTH} levels, got {quote(reply[start:])}"
        )
    return found


def _is_deeper(outer: dict[str, object], levels: int) -> bool:
    inside: list[dict[str, object] | list[object]] = [outer]
    for _ in range(levels):
        members = [e.values() if isinstance(e, dict) else e for e in inside]
        inside = [e for e in chain.from_iterable(members) if isinstance(e, dict | list)]
    return bool(inside)


PATIENCE = 3
"""The failed requests after which no more are sent, if none was answered."""


class JsonModel(Protocol):
    """Anything that can be asked for JSON objects, such as a model at an endpoint."""

    def ask(self, messages: Sequence[Message], schema: JsonSchema, title: str) -> Reply:
        """Return the reply to a conversation that asks for an object of a schema."""
        ...


class ChatModel:
    """A model at an endpoint that is asked for JSON objects, possibly from several threads.

    If the endpoint rejects a form of request with 400 or 422, simpler ones are tried until it
    accepts one. That form is used from then on, and a later rejection concerns the request itself.
    If three requests have failed and none was answered, no more are sent.
    """

    def __init__(
        self,
        name: str,
        endpoint: Endpoint,
        cache: ReplyCache | None = None,
        spending: Spending | None = None,
    ) -> None:
        self.name = name
        self.spending = spending or Spending()
        self._endpoint = endpoint
        self._cache = cache
        self._usage = ModelUsage(model=name)
        self._form: Form | None = None
        self._unanswered = 0
        self._lock = Lock()

    @property
    def usage(self) -> ModelUsage:
        """The counts of requests and tokens so far."""
        return self._usage

    def ask(self, messages: Sequence[Message], schema: JsonSchema, title: str) -> Reply:
        """Return the reply to a conversation that asks for an object of a schema."""
        request = Request(self.name, messages, schema, title)
        conversation = [[each.role, each.content] for each in messages]
        key = {
            "endpoint": self._endpoint.base_url.rstrip("/"),
            "path": self._endpoint.protocol.path,
            "model": self.name,
            "messages": conversation,
            "schema": schema,
            "seed": SEED,
        }
        cached_reply = self._cache.get(key) if self._cache is not None else None
        if cached_reply is not None:
            self._count_usage(cached=1)
            return _whole(cached_reply)
        characters = count_characters(messages, schema)
        reserved = self.spending.reserve(characters)
        reply = None
        try:
            if self._cache is not None:
                self._cache.check_writable()
            reply = self._send_with_fallbacks(request)
        except ModelError as error:
            self._count_usage(failed=1)
            with self._lock:
                self._usage = replace(self._usage, last_error=str(error))
                self._unanswered += isinstance(error, ModelUnavailableError)
            raise
        finally:
            self.spending.settle(reserved, characters, reply)
        self._count_usage(
            requests=1,
            prompt_tokens=reply.prompt_tokens,
            cached_tokens=reply.cached_tokens,
            completion_tokens=reply.completion_tokens,
        )
        if self._cache is not None:
            self._cache.put(key, reply)
        return _whole(reply)

    def _send_with_fallbacks(self, request: Request) -> Reply:
        if self._unanswered >= PATIENCE and not self._usage.requests:
            raise ModelUnavailableError(self._usage.last_error)
        forms = self._endpoint.protocol.forms if self._form is None else (self._form,)
        for form in forms:
            try:
                reply = self._endpoint.complete(request, form)
            except ModelRequestError:
                if form is forms[-1]:
                    raise
            else:
                self._form = form
                return reply
        raise AssertionError  # pragma: no cover - the last form returns or raises

    def _count_usage(self, **counts: int) -> None:
        with self._lock:
            usage = self._usage
            self._usage = replace(
                usage, **{key: getattr(usage, key) + n for key, n in counts.items()}
            )


def _whole(reply: Reply) -> Reply:
    """Return a reply, unless a limit of tokens cut it within its object."""
    if reply.cut and reply.refusal is None:
        try:
            object_in(reply.text)
        except ModelOutputError:
            message = (
                f"expected a JSON object, got a reply cut after {reply.completion_tokens} tokens"
            )
            raise ModelOutputError(message) from None
    return reply
