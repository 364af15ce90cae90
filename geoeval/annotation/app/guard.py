"""What stands before the page: who may ask, from where, and with which token."""

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
    (b"referrer-policy", b"no-referrer"),  # the address may hold the token
)


class Guard:
    """An application behind checks of the host, the origin and the token of each request.

    ``hosts`` are the names by which it is asked for, any if there are none: a page of another
    site whose name points to this machine asks by its own name. A request that such a page makes
    bears the page's origin. The token comes once in the address (``?token=…``), then as a cookie.
    """

    def __init__(self, app: App, hosts: Collection[str], token: str | None) -> None:
        self.app = app
        self._hosts = frozenset(hosts)
        self._token = token

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        fault = self._find_fault(scope, headers)
        if fault is not None:
            await _send_rejection(scope, fault, receive, send)
            return
        given = self._valid_token(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = list(_HEADERS)
                if given is not None:
                    cookie = f"{COOKIE}={given}; HttpOnly; SameSite=Strict; Path=/"
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
        return "expected the token of this server: open the address that it printed at its start"

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
