"""Send a request to a chat endpoint, with retries; every error says what to do about it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from functools import cached_property
from random import uniform
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from geoeval.errors import ModelError, ModelRequestError, ModelUnavailableError, UsageError, quote
from geoeval.llm.completion import Reply
from geoeval.llm.protocols import OPENAI, ChatProtocol, Form, Request

if TYPE_CHECKING:
    import httpx2

RETRIES = 3
MAX_WAIT_S = 60.0
"""The longest wait that an endpoint may ask for; beyond it the request fails."""
MAX_BYTES = 16_000_000
"""The largest response; an endpoint that never stops would fill the memory."""
_FIRST_WAIT_S = 0.5  # doubled for each further retry
_RATE_LIMITED = frozenset({429, 529})
_RETRIED = frozenset({408, 409, *_RATE_LIMITED})
_REJECTED_UNCHANGED = frozenset({400, 409, 413, 422})
_ADVICE = {
    401: "set {key_variable} to a key that it accepts",
    403: "the key may not use this model",
    404: "check the name of the model and --base-url, such as {url}",
    429: "wait, lower --jobs, or check the quota of the key",
}


class Endpoint:
    """A server that implements a protocol of chat, by default the chat completions of OpenAI.

    The address is by default that of the protocol's own provider. The key is sent only there:
    redirects are not followed. ``timeout_s`` limits the time of a whole reply, and ``sleep`` waits
    before a retry. The HTTP client is imported with the first request.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        protocol: ChatProtocol = OPENAI,
        api_key: str | None = None,
        timeout_s: float = 60.0,
        retries: int = RETRIES,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        from geoeval.extras import check_installed

        self._key = api_key or ""
        if not (self._key.isascii() and self._key.isprintable()):
            raise UsageError(f"expected printable ASCII in {protocol.key_variable}, got other text")
        self.protocol = protocol
        self.base_url = protocol.url if base_url is None else base_url
        self.shown = _strip_credentials(self.base_url)
        self.timeout_s = timeout_s
        self.retries = retries
        self._sleep = sleep
        self._pause = _SharedPause(sleep)
        check_installed("httpx2", "llm")

    def complete(self, request: Request, form: Form) -> Reply:
        """Return the reply of a model to a conversation."""
        body = self.protocol.body_for(request, form)
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        content = self._send(text.encode(errors="replace"), request.model)
        try:
            return self.protocol.read(json.loads(content))
        except (LookupError, TypeError, AttributeError, ValueError, RecursionError):
            got = quote(self._redact(content.decode(errors="replace")))
            raise ModelUnavailableError(
                f"expected a chat completion from {self.shown}, got {got}; "
                f"check --provider and --base-url, such as {self.protocol.url}"
            ) from None

    def _send(self, content: bytes, model: str) -> bytes:
        """Return the body of a successful response, after retries if necessary."""
        import httpx2

        fault: ModelError
        for attempt in range(self.retries + 1):
            self._pause.observe()
            asked_s, status = None, 0
            try:
                status, headers, body = self._send_once(content)
            except httpx2.TimeoutException:
                fault = ModelUnavailableError(
                    f"{self.shown} did not answer within {self.timeout_s:g} s; "
                    "try a longer --timeout"
                )
            except (httpx2.HTTPError, httpx2.InvalidURL) as error:
                why = self._redact(str(error))
                fault = ModelUnavailableError(f"cannot reach {self.shown}: {why}; check --base-url")
            else:
                if 200 <= status < 300:
                    return body
                fault, asked_s = self._status_error(status, body, model), _asked_wait_s(headers)
                if status not in _RETRIED and status < 500:
                    raise fault
            if asked_s is not None and asked_s > MAX_WAIT_S:
                raise type(fault)(f"{fault}; it asks to wait {asked_s:,.0f} s")
            if attempt == self.retries:
                raise fault
            wait_s = asked_s or min(_FIRST_WAIT_S * 2**attempt, MAX_WAIT_S) * uniform(0.75, 1)  # noqa: S311 - no secret
            if asked_s is not None or status in _RATE_LIMITED:
                self._pause.extend(wait_s)
            else:
                self._sleep(wait_s)
        raise AssertionError  # pragma: no cover - the last attempt returns or raises

    def _send_once(self, content: bytes) -> tuple[int, httpx2.Headers, bytes]:
        """Return the status, headers and body of a response within the limits of time and size.

        The client's own timeout only limits the wait for the next bytes: an endpoint that sends a
        few now and then would block a run forever.
        """
        import httpx2

        deadline = monotonic() + self.timeout_s
        body = bytearray()
        with self._client.stream("POST", self._url, content=content) as response:
            for part in response.iter_bytes():
                body += part
                if monotonic() > deadline:
                    raise httpx2.ReadTimeout("the response took too long")
                if len(body) > MAX_BYTES:
                    raise ModelUnavailableError(
                        f"cannot use {self.shown}: its response has more than {MAX_BYTES:,} bytes; "
                        "check --base-url"
                    )
            return response.status_code, response.headers, bytes(body)

    @property
    def _url(self) -> str:
        parts = urlsplit(self.base_url)
        path = parts.path.rstrip("/")
        if self.protocol.path.startswith("/v1/"):
            path = path.removesuffix("/v1")
        return parts._replace(path=path + self.protocol.path).geturl()

    @cached_property
    def _client(self) -> httpx2.Client:
        import httpx2

        return httpx2.Client(
            headers={"Content-Type": "application/json", **self.protocol.headers_for(self._key)},
            timeout=self.timeout_s,
            limits=httpx2.Limits(),  # --jobs limits the connections
        )

    def _status_error(self, status: int, body: bytes, model: str) -> ModelError:
        reason = quote(self._redact(_error_message(body)))
        message = f"{self.shown} returned {status} for the model {quote(model)}: {reason}"
        if status in _REJECTED_UNCHANGED:
            return ModelRequestError(message)
        advice = "check --base-url" if status < 400 else _ADVICE.get(status, "try again later")
        protocol = self.protocol
        named = advice.format(key_variable=protocol.key_variable or "--base-url", url=protocol.url)
        return ModelUnavailableError(f"{message}; {named}")

    def _redact(self, text: str) -> str:
        """Return the text with the key masked."""
        return text.replace(self._key, "[key]") if self._key else text


class _SharedPause:
    """The time until which no thread sends a request, because the endpoint asked one to wait."""

    def __init__(self, sleep: Callable[[float], None]) -> None:
        self._sleep = sleep
        self._until = 0.0
        self._lock = Lock()

    def extend(self, seconds: float) -> None:
        with self._lock:
            self._until = max(self._until, monotonic() + seconds)

    def observe(self) -> None:
        """Wait until the end, even if it moves; threads continue one after the other."""
        seen = 0.0
        while seen != self._until and (left := self._until - monotonic()) > 0:
            seen = self._until
            self._sleep(left * uniform(1, 1.1))  # noqa: S311 - no secret


_SECONDS = re.compile(r"\s*\d+(\.\d*)?\s*")


def _asked_wait_s(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that an endpoint asks to wait; None if it does not say so."""
    for name, unit_s in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "")
        if _SECONDS.fullmatch(value):
            return float(value) * unit_s
    try:
        return max(
            0.0, parsedate_to_datetime(headers.get("retry-after", "")).timestamp() - time.time()
        )
    except (ValueError, OverflowError):
        return None


def _error_message(content: bytes) -> str:
    """Return the message in the body of an error: ``error.message``, ``error`` or the text."""
    text = content.decode(errors="replace")
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return text or "no message"
    error = body.get("error", body) if isinstance(body, Mapping) else body
    message = error.get("message", error) if isinstance(error, Mapping) else error
    return str(message or "no message")


def _strip_credentials(base_url: str) -> str:
    """Return a URL without user name, password and query, for messages."""
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or not host:
        raise UsageError(
            f"expected an endpoint URL, such as http://localhost:8000/v1, got {quote(base_url)}"
        )
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{parts.path}".rstrip("/")
