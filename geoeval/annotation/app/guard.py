"""Access checks in front of the pages: the host, the origin and the token of a request."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from geoeval.errors import quote

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

COOKIE = "geoeval-token"
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # the address may contain the token
)


class Guard:
    """An ASGI application that checks the host, the origin and the token of each request.

    ``hosts`` are the accepted names of this server; an empty collection accepts any. They keep out
    pages of another site whose name resolves to this machine (DNS rebinding). The origin keeps out
    requests from pages of other sites. The token comes once in the address (``?token=…``), then as
    a cookie.
    """

    def __init__(self, app: App, hosts: Collection[str], token: str | None) -> None:
        self.app = app
        self._hosts = frozenset(hosts)
        self._token = token

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a request, or reject it."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        fault = self._find_fault(scope, headers)
        if fault is not None:
            await _send_rejection(scope, fault, receive, send)
            return
        token = self._valid_token(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = list(_HEADERS)
                if token is not None:
                    cookie = f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"
                    added.append((b"set-cookie", cookie.encode()))
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        await self.app(scope, receive, guarded)

    def _find_fault(self, scope: Message, headers: dict[bytes, str]) -> str | None:
        host = headers.get(b"host", "").lower()
        if self._hosts and host not in self._hosts:
            return (
                f"expected a request to one of {', '.join(sorted(self._hosts))}, got {quote(host)}"
            )
        origin = headers.get(b"origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host:
            return f"expected a request from a page of {host}, got one from {quote(origin)}"
        if self._token is None or self._valid_token(scope) is not None:
            return None
        if self._is_valid_token(_read_cookie(headers.get(b"cookie", ""))):
            return None
        return "expected the token of this server; open the address that it printed at its start"

    def _valid_token(self, scope: Message) -> str | None:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        return next((each for each in query.get("token", ()) if self._is_valid_token(each)), None)

    def _is_valid_token(self, given: str | None) -> bool:
        return (
            self._token is not None
            and given is not None
            and hmac.compare_digest(given.encode(), self._token.encode())
        )


def _read_cookie(header: str) -> str | None:
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return None if found is None else found.value


async def _send_rejection(scope: Message, fault: str, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": fault[:100]})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *_HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": f"{fault}\n".encode()})
