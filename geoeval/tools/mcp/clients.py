"""Distinguish clients, so that failures and request ids of each are separate."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING

from mcp_types import INVALID_REQUEST, JSONRPCRequest, jsonrpc_message_adapter
from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from geoeval.errors import quote
from geoeval.tools.session import ToolSession
from geoeval.tools.time_limit import TIME_LIMIT_S
from geoeval.tools.tool import Tool
from geoeval.world.model import World

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


MOST_CLIENTS = 256
"""The number of clients that a server remembers: those that called last."""

SESSION_HEADER = "mcp-session-id"
"""The header that names the session of a request."""

_COOKIE = "geoeval-client"
_TOKEN = re.compile(r"[0-9a-f]{32}")
_SENT_COOKIE = re.compile(rb"(?:^|;)\s*geoeval-client=[0-9a-f]{32}\s*(?:;|$)")


class ToolSessions:
    """The conversations of a server, one per client."""

    def __init__(
        self, world: World, tools: Mapping[str, Tool], time_limit_s: float | None = TIME_LIMIT_S
    ) -> None:
        self._world = world
        self._time_limit_s = time_limit_s
        self._tools = tools
        self._stdio_session = self._new_session()
        self._known: OrderedDict[str, ToolSession] = OrderedDict()
        self._lock = Lock()

    def of(self, request: Request | None) -> ToolSession:
        """Return the conversation that a call belongs to."""
        if request is None:
            return self._stdio_session
        token = request.headers.get(SESSION_HEADER) or request.cookies.get(_COOKIE, "")
        if not _TOKEN.fullmatch(token):
            return self._new_session()
        with self._lock:
            session = self._known.pop(token, None) or self._new_session()
            self._known[token] = session
            if len(self._known) > MOST_CLIENTS:
                self._known.popitem(last=False)
        return session

    def _new_session(self) -> ToolSession:
        return ToolSession(self._world, self._tools.values(), time_limit_s=self._time_limit_s)


class ClientCookie:
    """Middleware that gives each client of an HTTP server a cookie with a random number."""

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
    return any(name == b"cookie" and _SENT_COOKIE.search(value) for name, value in scope["headers"])


class DistinctRequests:
    """Middleware that rejects a request whose id is in use by its session."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._in_flight: set[tuple[str, str]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        session = Headers(scope=scope).get(SESSION_HEADER) if scope["type"] == "http" else None
        if session is None or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        first = await receive()
        request = _parse_request(first.get("body", b""))
        unread = [first]

        async def receive_again() -> Message:
            return unread.pop() if unread else await receive()

        if request is None:
            await self._app(scope, receive_again, send)
            return
        key = (session, str(request.id))  # the library treats 1 and "1" as one id
        if key in self._in_flight:
            await _reject_taken_id(request)(scope, receive_again, send)
            return
        self._in_flight.add(key)
        try:
            await self._app(scope, receive_again, send)
        finally:
            self._in_flight.remove(key)


def _parse_request(body: bytes) -> JSONRPCRequest | None:
    try:
        message = jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValidationError:
        return None
    return message if isinstance(message, JSONRPCRequest) else None


def _reject_taken_id(request: JSONRPCRequest) -> JSONResponse:
    message = (
        f"expected an unused request id, got {quote(request.id)}, which is still being answered; "
        "give each request of a session its own id"
    )
    error = {"code": INVALID_REQUEST, "message": message}
    return JSONResponse({"jsonrpc": "2.0", "id": request.id, "error": error}, status_code=400)
