"""Which client calls: the failures of one are not counted against another."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING

from geoeval.tools.session import ToolSession
from geoeval.tools.time_limit import TIME_LIMIT_S
from geoeval.tools.tool import Tool
from geoeval.world.model import World

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_CLIENTS = 256
"""So many clients of a server are remembered, those that called last."""

SESSION_HEADER = "mcp-session-id"
"""Where a request says which session it belongs to."""

_COOKIE = "geoeval-client"
_TOKEN = re.compile(r"[0-9a-f]{32}")
_SENT = re.compile(rb"(?:^|;)\s*geoeval-client=[0-9a-f]{32}\s*(?:;|$)")


class ToolSessions:
    """The conversations of a server with its clients, one each.

    Notes
    -----
    Up to the revision of 2025-11-25 the protocol gives each client of an HTTP server a session id.
    From that of 2026-07-28 on its requests stand alone; there a cookie tells one client from
    another. A client without either has a new conversation with each call.
    """

    def __init__(
        self, world: World, tools: Mapping[str, Tool], time_limit_s: float | None = TIME_LIMIT_S
    ) -> None:
        self._world = world
        self._time_limit_s = time_limit_s
        self._tools = tools
        self._only = self._new()
        self._known: OrderedDict[str, ToolSession] = OrderedDict()
        self._lock = Lock()

    def of(self, request: Request | None) -> ToolSession:
        """Return the conversation that a call belongs to."""
        if request is None:
            return self._only
        token = request.headers.get(SESSION_HEADER) or request.cookies.get(_COOKIE, "")
        if not _TOKEN.fullmatch(token):
            return self._new()
        with self._lock:
            session = self._known.pop(token, None) or self._new()
            self._known[token] = session
            if len(self._known) > MOST_CLIENTS:
                self._known.popitem(last=False)
        return session

    def _new(self) -> ToolSession:
        """Return a conversation in which nothing failed yet."""
        return ToolSession(self._world, self._tools.values(), time_limit_s=self._time_limit_s)


class ClientCookie:
    """Give each client of an HTTP server a cookie: a random number, and nothing else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or _has_cookie(scope):
            await self._app(scope, receive, send)
            return

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = f"{_COOKIE}={token_hex(16)}; Path=/; HttpOnly; SameSite=Strict"
                headers = [*message.get("headers", ()), (b"set-cookie", cookie.encode())]
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, send_with_cookie)


def _has_cookie(scope: Scope) -> bool:
    """Return whether a request brings the cookie of a client."""
    return any(name == b"cookie" and _SENT.search(value) for name, value in scope["headers"])
