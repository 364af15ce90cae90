"""How long and how large the body of an answer may be, whatever its endpoint sends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import cast

import httpx2

MOST_BYTES = 16_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """A hook for responses that lets none go on for longer than it may.

    The client's own time limit is that of a wait for the next bytes: an endpoint that sends one
    now and then would hold a run up for ever, and one that never stops would fill the memory.
    """

    seconds: float

    def __call__(self, response: httpx2.Response) -> None:
        """Hold the body of a response to the limits, from now on."""
        body = cast("httpx2.SyncByteStream", response.stream)
        response.stream = _Limited(body, monotonic() + self.seconds)


class _Limited(httpx2.SyncByteStream):
    """A body that ends in an error where it takes too long or too much."""

    def __init__(self, body: httpx2.SyncByteStream, deadline: float) -> None:
        self._body = body
        self._deadline = deadline

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for part in self._body:
            size += len(part)
            if monotonic() > self._deadline:
                raise httpx2.ReadTimeout("the answer took too long")
            if size > MOST_BYTES:
                raise httpx2.ReadError(f"its answer has more than {MOST_BYTES:,} bytes")
            yield part

    def close(self) -> None:
        self._body.close()
