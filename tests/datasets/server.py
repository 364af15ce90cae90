"""A local web server of one file that fails in many ways on request."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Served:
    """State of the server; each request takes the next of ``faults``, if any."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.etag: str | None = '"v1"'
        self.ranges = True
        self.headers: dict[str, str] = {}
        self.faults: list[str] = []
        self.redirect: str | None = None
        self.retry_after: str | None = None
        self.wrong_range = False
        self.requests: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.released = threading.Event()
        self.url = ""


class _Handler(BaseHTTPRequestHandler):
    """Responds as the server is configured."""

    served: Served

    def do_GET(self) -> None:
        served = self.served
        served.requests.append({name.lower(): value for name, value in self.headers.items()})
        served.paths.append(self.path)
        fault = served.faults.pop(0) if served.faults else ""
        if fault == "drop":
            self.close_connection = True
            return
        if fault.isdecimal():
            self.send_response(int(fault))
            if served.retry_after is not None:
                self.send_header("Retry-After", served.retry_after)
            self.end_headers()
            return
        if served.redirect is not None and self.path != "/moved":
            self.send_response(302)
            self.send_header("Location", served.redirect)
            self.end_headers()
            return
        self._send(fault)

    def _send(self, fault: str) -> None:
        """Send the file, or the part that is asked for, as far as the fault lets it."""
        served = self.served
        start = self._start()
        if start is not None and start >= len(served.body):
            self.send_error(416)
            return
        rest = served.body[start or 0 :]
        self.send_response(200 if start is None else 206)
        if start is not None:
            first = start + 1 if served.wrong_range else start
            last = len(served.body) - 1
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(served.body)}")
        if served.etag is not None:
            self.send_header("ETag", served.etag)
        if "Content-Length" not in served.headers:
            self.send_header("Content-Length", str(len(rest)))
        for name, value in served.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if fault == "stall":
            self.wfile.write(rest[:5])
            served.released.wait(10)
        else:
            self.wfile.write(rest[: int(fault[4:])] if fault.startswith("cut") else rest)
        self.close_connection = True

    def _start(self) -> int | None:
        """Return the first requested byte of a valid range request."""
        wanted = self.headers.get("Range")
        if wanted is None or not self.served.ranges:
            return None
        if self.headers.get("If-Range") != self.served.etag:
            return None
        return int(wanted.removeprefix("bytes=").removesuffix("-"))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of http.server
        """Log nothing."""


@contextmanager
def serving(body: bytes) -> Iterator[Served]:
    """Serve a file on a free port."""
    served = Served(body)
    handler = type("Handler", (_Handler,), {"served": served})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    served.url = f"http://127.0.0.1:{server.server_port}/set.json"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield served
    finally:
        served.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
