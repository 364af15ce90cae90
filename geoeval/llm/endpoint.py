"""Send a request to a chat endpoint, with retries; every error says what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn, cast
from urllib.parse import urlsplit

from pydantic import ValidationError

from geoeval.errors import ModelRequestError, ModelUnavailableError, UsageError, quote
from geoeval.llm.completion import Completion, Message, Reply

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI
    from openai.types.chat import ChatCompletionMessageParam

OFFICIAL = "https://api.openai.com/v1"
RETRIES = 3
_REJECTED_UNCHANGED = frozenset({400, 409, 413, 422})
_ADVICE = {
    401: "set OPENAI_API_KEY to a key that it accepts",
    403: "the key may not use this model",
    404: "check the name of the model and --base-url, which often ends in /v1",
    429: "wait, lower --jobs, or check the quota of the key",
}


class Endpoint:
    """A server that implements the chat completions protocol of OpenAI.

    The official client provides the protocol, with types, retries, proxies and timeouts. It takes
    half a second to import, so it is imported with the first request.
    """

    def __init__(
        self,
        base_url: str = OFFICIAL,
        *,
        api_key: str | None = None,
        timeout_s: float = 60.0,
        retries: int = RETRIES,
    ) -> None:
        from geoeval.extras import check_installed

        self._key = api_key or ""
        self.base_url = base_url
        self.shown = _strip_credentials(base_url)
        self.timeout_s = timeout_s
        self.retries = retries
        check_installed("openai", "llm")

    def complete(
        self, model: str, messages: Sequence[Message], settings: Mapping[str, object]
    ) -> Reply:
        """Return the reply of a model to a conversation."""
        import openai

        chat = [{"role": each.role, "content": each.content} for each in messages]
        try:
            answer = self._openai_client.chat.completions.with_raw_response.create(
                model=model,
                messages=cast("list[ChatCompletionMessageParam]", chat),
                extra_headers={} if self._key else {"Authorization": cast("str", openai.Omit())},
                extra_body=dict(settings),
            )
            text = answer.http_response.text
        except openai.APIStatusError as error:
            self._raise_status_error(error, model)
        except openai.APITimeoutError:
            raise ModelUnavailableError(
                f"{self.shown} did not answer within {self.timeout_s:g} s; try a longer --timeout"
            ) from None
        except openai.OpenAIError as error:
            why = self._redact(str(error.__cause__ or error))
            raise ModelUnavailableError(
                f"cannot reach {self.shown}: {why}; check --base-url"
            ) from None
        try:
            return Completion.model_validate_json(text).reply
        except ValidationError:
            raise ModelUnavailableError(
                f"expected a chat completion from {self.shown}, got {quote(self._redact(text))}; "
                "check --base-url, which often ends in /v1"
            ) from None

    @cached_property
    def _openai_client(self) -> OpenAI:
        from openai import DefaultHttpxClient, OpenAI

        from geoeval.llm.limits import Limits

        return OpenAI(
            base_url=self.base_url,
            api_key=self._key or "none",  # not sent, but the client requires one
            timeout=self.timeout_s,
            max_retries=self.retries,
            http_client=DefaultHttpxClient(event_hooks={"response": [Limits(self.timeout_s)]}),
        )

    def _raise_status_error(self, error: APIStatusError, model: str) -> NoReturn:
        status = error.status_code
        reason = quote(self._redact(_error_message(error.body)))
        message = f"{self.shown} returned {status} for the model {quote(model)}: {reason}"
        if status in _REJECTED_UNCHANGED:
            raise ModelRequestError(message) from None
        message += f"; {_ADVICE.get(status, 'try again later')}"
        raise ModelUnavailableError(message) from None

    def _redact(self, text: str) -> str:
        """Return the text with the key masked."""
        return text.replace(self._key, "[key]") if self._key else text


def _error_message(body: object) -> str:
    message = body.get("message") if isinstance(body, Mapping) else body
    return str(message or body or "no message")


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
