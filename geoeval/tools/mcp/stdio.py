"""Standard input and output as streams that end when everything asked is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def answered_stdio() -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Serve one client over standard input and output."""
    waiting = _Waiting()
    said, incoming = anyio.create_memory_object_stream[SessionMessage | Exception]()
    outgoing, told = anyio.create_memory_object_stream[SessionMessage]()
    async with stdio_server() as (lines, wire), anyio.create_task_group() as group:

        async def pass_in() -> None:
            async with lines, said:
                async for item in lines:
                    await said.send(waiting.begun(item))
                await waiting.ended()

        async def pass_out() -> None:
            async with wire, told:
                async for item in told:
                    await wire.send(item)
                    if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                        await waiting.settled()

        group.start_soon(pass_in)
        group.start_soon(pass_out)
        async with incoming, outgoing:
            yield incoming, outgoing


class _Waiting:
    """How many requests wait for an answer."""

    def __init__(self) -> None:
        self._count = 0
        self._changed = anyio.Event()

    def begun(self, item: SessionMessage | Exception) -> SessionMessage | Exception:
        """Return a message that tells when it settles without an answer; count a request."""
        if isinstance(item, Exception) or not isinstance(item.message, JSONRPCRequest):
            return item
        self._count += 1
        return SessionMessage(
            item.message, ServerMessageMetadata(on_request_unanswered=self.settled)
        )

    async def settled(self) -> None:
        """Note that a request is answered, or is cancelled and never will be."""
        self._count -= 1
        self._changed.set()

    async def ended(self) -> None:
        """Wait until no request waits."""
        while self._count > 0:
            self._changed = anyio.Event()
            await self._changed.wait()
