"""Addresses on which servers listen, and the URLs and host names of these servers."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address

from geoeval.errors import UsageError, quote

_HTTP_PORT = 80
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@contextmanager
def listen(host: str, port: int) -> Iterator[socket.socket]:
    """Listen on an address until the block ends."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family)
    except (socket.gaierror, UnicodeError):
        raise _listen_error(host, port, "no such address") from None
    except OSError as error:
        raise _listen_error(host, port, os.strerror(error.errno or 0).lower()) from None
    with listener:
        yield listener


def _listen_error(host: str, port: int, reason: str) -> UsageError:
    where = quote(f"{host}:{port}")
    return UsageError(
        f"expected a free port on this machine, got {where}: {reason}; "
        "choose another one with --port or --host"
    )


def url_of(listener: socket.socket, path: str = "") -> str:
    """Return the URL of an HTTP server for its clients."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"


def is_loopback(host: str) -> bool:
    """Return whether only this machine can connect to a host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def names_of(host: str, port: int) -> list[str]:
    """Return the ``Host`` headers with which clients on this machine address a server.

    They have no pattern such as ``127.0.0.1:*``, of which the library compares only the prefix, so
    that it also accepts ``127.0.0.1:8000.evil.example``.
    """
    hosts = dict.fromkeys((*_LOOPBACK, f"[{host}]" if ":" in host else host))
    ends = (f":{port}", "") if port == _HTTP_PORT else (f":{port}",)
    return [f"{name}{end}" for name in hosts for end in ends]
