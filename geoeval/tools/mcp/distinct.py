"""Requests of one session kept apart by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_types import INVALID_REQUEST, JSONRPCRequest, jsonrpc_message_adapter
from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from geoeval.errors import quote
from geoeval.tools.mcp.clients import SESSION_HEADER

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class DistinctRequests:
    """Refuse a request that has the id of another one of its session in flight.

    Notes
    -----
    The protocol asks for another id each time. The library gives both the stream of the later one,
    so that the earlier one, or both, would wait for ever.
    """

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
        request = _request(first.get("body", b""))
        unread = [first]

        async def again() -> Message:
            return unread.pop() if unread else await receive()

        if request is None:
            await self._app(scope, again, send)
            return
        key = (session, str(request.id))  # the library takes 1 and "1" for one id
        if key in self._in_flight:
            await _refusal(request)(scope, again, send)
            return
        self._in_flight.add(key)
        try:
            await self._app(scope, again, send)
        finally:
            self._in_flight.remove(key)


def _request(body: bytes) -> JSONRPCRequest | None:
    """Return the request in a body, None for anything else."""
    try:
        message = jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValidationError:
        return None
    return message if isinstance(message, JSONRPCRequest) else None


def _refusal(request: JSONRPCRequest) -> JSONResponse:
    """Return the answer to a request whose id is taken."""
    message = (
        f"expected an id that no request in flight has, got {quote(request.id)}, which is being "
        "answered; give each request of a session an id of its own"
    )
    error = {"code": INVALID_REQUEST, "message": message}
    return JSONResponse({"jsonrpc": "2.0", "id": request.id, "error": error}, status_code=400)
