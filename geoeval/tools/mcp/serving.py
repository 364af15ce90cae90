"""Serving over standard input and output, or over HTTP."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address

import uvicorn
from mcp.server.transport_security import (
    DEFAULT_MAX_REQUEST_BODY_SIZE,
    RequestBodyLimitMiddleware,
    TransportSecuritySettings,
)
from starlette.middleware.cors import CORSMiddleware

from geoeval.errors import UsageError, quote
from geoeval.tools.mcp.clients import ClientCookie
from geoeval.tools.mcp.distinct import DistinctRequests
from geoeval.tools.mcp.server import ToolServer

PATH = "/mcp"
"""Where an HTTP server is found."""

_PATIENCE_S = 2
_ORIGIN = re.compile(r"https?://[^/\s?#@]+")
_USUAL_PORT = 80
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Listen at an address until the block ends."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family)
    except (socket.gaierror, UnicodeError):
        raise _cannot_listen(host, port, "no such address") from None
    except OSError as error:
        raise _cannot_listen(host, port, os.strerror(error.errno or 0).lower()) from None
    with listener:
        yield listener


def _cannot_listen(host: str, port: int, reason: str) -> UsageError:
    """Return the error of an address where nothing can listen."""
    where = quote(f"{host}:{port}")
    message = f"expected a free port of this machine, got {where}: {reason}; choose another address"
    return UsageError(message)


def url_of(listener: socket.socket) -> str:
    """Return the address that clients of an HTTP server are given."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{PATH}"


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches what listens at an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def names_of(host: str, port: int) -> list[str]:
    """Return what clients on this machine call a server, as a request says in ``Host``.

    Each is whole: of the pattern ``127.0.0.1:*`` the library compares the beginning only, which
    ``127.0.0.1:8000.evil.example`` has too.

    Examples
    --------
    >>> names_of("127.0.0.1", 8000)
    ['127.0.0.1:8000', 'localhost:8000', '[::1]:8000']
    >>> names_of("127.0.0.2", 80)[-2:]  # the port that clients leave out
    ['127.0.0.2:80', '127.0.0.2']
    """
    hosts = dict.fromkeys((*_LOOPBACK, f"[{host}]" if ":" in host else host))
    ends = (f":{port}", "") if port == _USUAL_PORT else (f":{port}",)
    return [f"{name}{end}" for name in hosts for end in ends]


def http_server(
    server: ToolServer, host: str, port: int, origins: Sequence[str] = ()
) -> uvicorn.Server:
    """Return an HTTP server, to be run with what listens."""
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            message = f"expected an origin such as 'http://localhost:6274', got {quote(origin)}"
            raise UsageError(message)
    names = names_of(host, port)
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=is_loopback(host),
        allowed_hosts=names,
        allowed_origins=[*(f"http://{name}" for name in names), *origins],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH, host=host, transport_security=security
    )
    limited = RequestBodyLimitMiddleware(
        DistinctRequests(ClientCookie(app)), DEFAULT_MAX_REQUEST_BODY_SIZE
    )
    shared = CORSMiddleware(
        limited,
        allow_origins=origins,
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["*"],
        expose_headers=["Mcp-Session-Id"],
    )
    config = uvicorn.Config(
        shared if origins else limited,
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=_PATIENCE_S,
    )
    return uvicorn.Server(config)
