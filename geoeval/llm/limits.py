"""Limits on the time and the size of a response body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import cast

import httpx2

MAX_BYTES = 16_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """A hook that limits the time and the size of each response.

    The client's own timeout only limits the wait for the next bytes: an endpoint that sends a few
    now and then would block a run forever, and one that never stops would fill the memory.
    """

    seconds: float

    def __call__(self, response: httpx2.Response) -> None:
        """Apply the limits to the body of a response; its time starts now."""
        body = cast("httpx2.SyncByteStream", response.stream)
        response.stream = _LimitedBody(body, monotonic() + self.seconds)


class _LimitedBody(httpx2.SyncByteStream):
    """A body that raises an error if it takes too long or becomes too large."""

    def __init__(self, body: httpx2.SyncByteStream, deadline: float) -> None:
        self._body = body
        self._deadline = deadline

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for part in self._body:
            size += len(part)
            if monotonic() > self._deadline:
                raise httpx2.ReadTimeout("the response took too long")
            if size > MAX_BYTES:
                raise httpx2.ReadError(f"its response has more than {MAX_BYTES:,} bytes")
            yield part

    def close(self) -> None:
        self._body.close()
