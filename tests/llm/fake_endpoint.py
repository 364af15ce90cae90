"""A local chat endpoint with scripted answers, which records the requests that it gets."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

from geoeval.llm.chat import ChatModel
from geoeval.llm.endpoint import Endpoint
from geoeval.llm.protocols import PROTOCOLS

Body = dict[str, Any]
MODEL = "fake-1"
_USER_SETTINGS = tuple(
    name for each in PROTOCOLS.values() for name in (each.key_variable, each.url_variable) if name
)


@dataclass(frozen=True)
class Answer:
    """The answer to one request: a status, a body and the seconds to wait before it.

    ``drip_s`` is the number of seconds between two bytes of the body; None sends it at once.
    ``headers`` ask for a short wait before a retry, unless a test says otherwise.
    """

    body: Any
    status: int = 200
    wait_s: float = 0.0
    drip_s: float | None = None
    headers: Mapping[str, str] = field(default_factory=lambda: {"retry-after-ms": "1"})


def says(content: object, **message: object) -> Answer:
    """Return a completion whose message is a text, or an object serialised to JSON."""
    text = content if isinstance(content, str) or content is None else json.dumps(content)
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return Answer({"id": "1", "choices": [choice], "usage": usage})


def fails(status: int, message: str = "no", **error: object) -> Answer:
    """Return an error response of the usual form."""
    return Answer({"error": {"message": message, **error}}, status)


@dataclass
class Fake:
    """A running endpoint: its address, the requests that it got, and their headers."""

    url: str = ""
    requests: list[Body] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def model(self, retries: int = 3) -> ChatModel:
        """Return the model at this endpoint."""
        return ChatModel(MODEL, Endpoint(self.url, retries=retries))


Behaviour = Callable[[Body], Answer]


def scripted(*answers: Answer) -> Behaviour:
    """Return a behaviour that gives the answers in turn, and repeats the last one."""
    remaining = list(answers)

    def behave(_body: Body) -> Answer:
        return remaining.pop(0) if len(remaining) > 1 else remaining[0]

    return behave


@contextmanager
def serving(behave: Behaviour) -> Iterator[Fake]:
    """Run an endpoint within a ``with`` block."""
    fake = Fake()
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            body = json.loads(raw)
            with lock:
                fake.requests.append(body)
                fake.headers.append({name.lower(): value for name, value in self.headers.items()})
                fake.raw.append(raw)
                fake.paths.append(self.path)
                answer = behave(body)
            time.sleep(answer.wait_s)
            text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
            kind = "text/html" if isinstance(answer.body, str) else "application/json"
            try:
                self.send_response(answer.status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(text.encode())))
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if answer.drip_s is None:
                    self.wfile.write(text.encode())
                    return
                for byte in text.encode():
                    self.wfile.write(bytes([byte]))
                    time.sleep(answer.drip_s)
            except ConnectionError:
                pass  # the client has given up waiting

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    fake.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        with patch.dict(os.environ, NO_PROXY="127.0.0.1"):
            for name in _USER_SETTINGS:
                os.environ.pop(name, None)
            yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
