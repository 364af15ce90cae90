"""The server: its endpoints, and the guard in front of them."""

from __future__ import annotations

import hmac
import json
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from geoeval.errors import (
    InvalidCoordinateError,
    NotRecordedError,
    UnknownPlaceError,
    UsageError,
    describe_limit,
    quote,
)
from geoeval.server.failure import RequestFailure, failure_reply
from geoeval.server.legacy import LegacyServices
from geoeval.server.new import NewServices

if TYPE_CHECKING:
    import uvicorn

    from geoeval.world.store.reading import MapFile

    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]

MOST_BODY = 64 * 1024
"""The maximum size of a request body, in bytes."""

MOST_URL = 8 * 1024
"""The maximum size of the address of a request, in bytes."""

_MAX_CLIENTS = 10_000  # clients whose requests are counted
_MINUTE_S = 60.0
_SECRET = re.compile(r"((?:^|[?&])(?:key|\w*token|signature|client)=)[^&\s]*", re.IGNORECASE)
_NO_SNIFFING = (b"x-content-type-options", b"nosniff")  # names in replies may look like markup
_access = logging.getLogger("geoeval.server.access")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits for clients: the ``key`` to send, if set, and the ``hosts`` they may address."""

    key: str | None = None
    hosts: Collection[str] = ()
    per_minute: int | None = None
    most_elements: int = 2500


def create_app(service: MapFile, limits: Limits | None = None) -> Guard:
    """Return the server over a map, as an ASGI application."""
    limits = limits or Limits()
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    routers = [
        services(service, limits.most_elements).router for services in (LegacyServices, NewServices)
    ]
    for router in routers:
        app.include_router(router)
    listed = sorted(
        f"{method:4} {route.path}"
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    )
    page = "\n".join(["A map server of geoeval.", "", *listed, "", service.attribution, ""])

    @app.get("/")
    def index() -> PlainTextResponse:
        return PlainTextResponse(page)

    @app.exception_handler(RequestFailure)
    def failed(request: Request, failure: RequestFailure) -> JSONResponse:
        return _failure_response(request.url.path, failure)

    @app.exception_handler(NotRecordedError)
    def not_recorded(request: Request, error: NotRecordedError) -> JSONResponse:
        return _failure_response(
            request.url.path, RequestFailure(f"not recorded: {error}", "NOT_FOUND")
        )

    @app.exception_handler(UnknownPlaceError)
    def not_found(request: Request, error: UnknownPlaceError) -> JSONResponse:
        return _failure_response(request.url.path, RequestFailure(str(error), "NOT_FOUND"))

    # Other errors, such as a damaged file, are not the fault of the request.
    @app.exception_handler(InvalidCoordinateError)
    @app.exception_handler(UsageError)
    def handle_error(request: Request, error: Exception) -> JSONResponse:
        return _failure_response(request.url.path, RequestFailure(str(error), "INVALID_REQUEST"))

    @app.exception_handler(Exception)
    def broken(request: Request, _error: Exception) -> JSONResponse:
        return _failure_response(
            request.url.path, RequestFailure("the server failed", "UNKNOWN_ERROR")
        )

    @app.exception_handler(RequestValidationError)
    def misread(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"][1:])) or "the body"
        limit = describe_limit(first["type"], first.get("ctx", {}))
        reason = f"expected {limit}" if limit else first["msg"]
        message = f"{where}: {reason}, got {quote(first.get('input'))}"
        return _failure_response(request.url.path, RequestFailure(message, "MALFORMED"))

    @app.exception_handler(HTTPException)
    def unknown(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 405:
            failure = RequestFailure("this method is not supported here", "NO_SUCH_METHOD")
        elif error.status_code == 404:
            failure = RequestFailure(
                "there is no endpoint here; / lists the endpoints", "NO_SUCH_PATH"
            )
        else:
            failure = RequestFailure(str(error.detail), "MALFORMED")
        return _failure_response(request.url.path, failure)

    return Guard(app, limits)


def http_server(service: MapFile, limits: Limits | None = None) -> uvicorn.Server:
    """Return the server over a map, to be run with a listening socket."""
    import uvicorn

    config = uvicorn.Config(
        create_app(service, limits),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # otherwise clients could claim any address
        ws="none",
    )
    return uvicorn.Server(config)


def _failure_response(path: str, failure: RequestFailure) -> JSONResponse:
    code, body = failure_reply(path, failure)
    return JSONResponse(body, status_code=code)


class Guard:
    """Check sizes, host, key and rate of requests before the endpoints; write the access log."""

    def __init__(self, app: FastAPI, limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self._asked: OrderedDict[str, tuple[float, int]] = OrderedDict()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a request, or reject it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 0

        async def send_watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), _NO_SNIFFING]
            await send(message)

        try:
            self._check_request(scope)
            body = await _read_body(receive)
            await self.app(scope, _replay_body(body), send_watched)
        except RequestFailure as failure:
            await _send_failure(scope, failure, send_watched)
        except Exception:
            logging.getLogger("geoeval.server").exception("a request failed")
            if not status:
                await _send_failure(
                    scope, RequestFailure("the server failed", "UNKNOWN_ERROR"), send_watched
                )
        finally:
            query = _SECRET.sub(r"\1…", scope["query_string"].decode("latin-1"))
            path = quote(scope["path"] + (f"?{query}" if query else ""))
            elapsed_ms = (time.perf_counter() - started) * 1000
            _access.info("%s %s %s %.1f ms", scope["method"], path, status, elapsed_ms)

    def _check_request(self, scope: Message) -> None:
        headers = {name.lower(): value for name, value in scope["headers"]}
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_URL:
            raise RequestFailure(f"expected an address of at most {MOST_URL} bytes", "TOO_LARGE")
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if self.limits.hosts and host not in self.limits.hosts:
            known = ", ".join(self.limits.hosts)
            raise RequestFailure(
                f"expected a request to one of {known}, got {quote(host)}", "REQUEST_DENIED"
            )
        self._count_request((scope.get("client") or ("",))[0])  # before the key, to limit guesses
        if self.limits.key is not None:
            from urllib.parse import parse_qs

            query = parse_qs(scope["query_string"].decode("latin-1"))
            given = headers.get(b"x-goog-api-key", query.get("key", [""])[0].encode())
            if not hmac.compare_digest(given, self.limits.key.encode()):
                raise RequestFailure("the provided API key is invalid", "REQUEST_DENIED")

    def _count_request(self, client: str) -> None:
        if self.limits.per_minute is None:
            return
        now = time.monotonic()
        since, count = self._asked.pop(client, (now, 0))
        if now - since >= _MINUTE_S:
            since, count = now, 0
        self._asked[client] = since, count + 1
        if len(self._asked) > _MAX_CLIENTS:
            self._asked.popitem(last=False)
        if count >= self.limits.per_minute:
            raise RequestFailure(
                f"expected at most {self.limits.per_minute} requests per minute, got more; wait, "
                "or start the server with a larger --limit-per-minute",
                "OVER_QUERY_LIMIT",
            )


async def _read_body(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > MOST_BODY:
            text = f"expected a body of at most {MOST_BODY} bytes"
            raise RequestFailure(text, "TOO_LARGE")
        if not message.get("more_body"):
            return body


def _replay_body(body: bytes) -> Receive:
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive


async def _send_failure(scope: Message, failure: RequestFailure, send: Send) -> None:
    code, shape = failure_reply(scope["path"], failure)
    body = json.dumps(shape).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": code, "headers": headers})
    await send({"type": "http.response.body", "body": body})
