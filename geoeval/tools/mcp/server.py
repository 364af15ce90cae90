"""The MCP server: tools, resources and a prompt over one world, served over stdio or HTTP."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from importlib.metadata import version
from threading import Thread
from typing import TypeVar

import anyio
import uvicorn
from anyio import to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import (
    DEFAULT_MAX_REQUEST_BODY_SIZE,
    RequestBodyLimitMiddleware,
    TransportSecuritySettings,
)
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    CallToolResult,
    GetPromptResult,
    InputRequiredResult,
    JSONRPCError,
    JSONRPCRequest,
    JSONRPCResponse,
)
from mcp_types import Tool as ListedTool
from starlette.middleware.cors import CORSMiddleware

from geoeval.errors import UsageError, quote
from geoeval.query.schema import SCHEMA_FILE
from geoeval.sockets import is_loopback, names_of
from geoeval.tools.families.output import facts_of
from geoeval.tools.guide import answer_map_question, write_instructions
from geoeval.tools.mcp.clients import ClientCookie, DistinctRequests, ToolSessions
from geoeval.tools.providers.formats import FORMATS, ToolCall
from geoeval.tools.registry import list_tools
from geoeval.tools.time_limit import TIME_LIMIT_S, check_time_limit
from geoeval.tools.tool import Tool
from geoeval.world.model import World, world_to_json

_Answer = TypeVar("_Answer")
_SHUTDOWN_S = 2  # how long a stopping HTTP server waits for its clients
_DRAIN_S = 1.5  # stdio clients kill a server that has not ended after two seconds


async def run_concurrently(work: Callable[[], _Answer]) -> _Answer:
    """Return what a function returns in a daemon thread."""
    found: Future[_Answer] = Future()
    found.set_running_or_notify_cancel()  # it continues even if nobody waits for it any more

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised again in the task that waits
            found.set_exception(error)

    async with to_thread.current_default_thread_limiter():
        Thread(target=run, name="geoeval-request", daemon=True).start()
        return await asyncio.wrap_future(found)


def add_resources(server: MCPServer[ToolSessions], world: World) -> None:
    """Offer what the tools know as resources of a server."""

    def offer(name: str, title: str, description: str, read: Callable[[], str]) -> None:
        async def read_concurrently() -> str:
            return await run_concurrently(read)

        server.resource(
            f"geoeval://{name}",
            name=name,
            title=title,
            description=description,
            mime_type="application/json",
        )(read_concurrently)

    offer(
        "query-schema",
        "Schema of queries",
        "JSON Schema of the queries that geoeval solves.",
        lambda: SCHEMA_FILE.read_text(encoding="utf-8"),
    )
    offer(
        "world",
        "World",
        "All facts for the tools: places, lists, travel times and routes.",
        lambda: _to_json_text(world_to_json(world)),
    )
    offer(
        "places",
        "Places",
        "The places on the map, with the known facts of each.",
        lambda: _to_json_text(places_of(world)),
    )


def places_of(world: World) -> list[dict[str, object]]:
    """Return the places of a world as the tools show them."""
    return [
        facts_of(place, world).model_dump(mode="json", exclude_none=True)
        for place in world.atlas.places
    ]


def _to_json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def answered_stdio() -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Serve one client over standard input and output; do not wait long once it has left."""
    pending = _PendingRequests()
    sending, incoming = anyio.create_memory_object_stream[SessionMessage | Exception]()
    outgoing, receiving = anyio.create_memory_object_stream[SessionMessage]()
    async with stdio_server() as (lines, wire), anyio.create_task_group() as group:

        async def pass_in() -> None:
            async with lines, sending:
                async for item in lines:
                    await sending.send(pending.track(item))
                with anyio.move_on_after(_DRAIN_S) as patience:
                    await pending.wait_until_none()
                if patience.cancelled_caught:
                    logging.getLogger(__name__).warning(
                        "the client disconnected before its last request was answered"
                    )

        async def pass_out() -> None:
            async with wire, receiving:
                async for item in receiving:
                    await wire.send(item)
                    if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                        await pending.settle()

        group.start_soon(pass_in)
        group.start_soon(pass_out)
        async with incoming, outgoing:
            yield incoming, outgoing


class _PendingRequests:
    """The number of requests that wait for an answer."""

    def __init__(self) -> None:
        self._count = 0
        self._changed = anyio.Event()

    def track(self, item: SessionMessage | Exception) -> SessionMessage | Exception:
        """Count a request; return a message that reports if it ends without an answer."""
        if isinstance(item, Exception) or not isinstance(item.message, JSONRPCRequest):
            return item
        self._count += 1
        return SessionMessage(
            item.message, ServerMessageMetadata(on_request_unanswered=self.settle)
        )

    async def settle(self) -> None:
        """Count a request as answered, or as cancelled."""
        self._count -= 1
        self._changed.set()

    async def wait_until_none(self) -> None:
        """Wait until no request is pending."""
        while self._count > 0:
            self._changed = anyio.Event()
            await self._changed.wait()


NAME = "geoeval"

_FORMAT = FORMATS["mcp"]


class ToolServer(MCPServer[ToolSessions]):
    """A server of the Model Context Protocol over a world.

    Notes
    -----
    Calls run in threads, so that a slow call does not block other clients.
    """

    def __init__(
        self, world: World, tools: Iterable[Tool], time_limit_s: float | None = TIME_LIMIT_S
    ) -> None:
        check_time_limit(time_limit_s)
        self._by_name = {tool.name: tool for tool in list_tools(tools)}
        self._listed = [
            ListedTool.model_validate(_FORMAT.definition(tool)) for tool in self._by_name.values()
        ]

        @asynccontextmanager
        async def sessions(_: MCPServer[ToolSessions]) -> AsyncIterator[ToolSessions]:
            yield ToolSessions(world, self._by_name, time_limit_s)

        super().__init__(
            NAME,
            title="geoeval",
            description="Exact geographic calculations and map lookups",
            instructions=write_instructions(world),
            version=version("geoeval"),
            lifespan=sessions,
            log_level="WARNING",
        )
        add_resources(self, world)
        about = "How to answer a question about places from what the tools compute."
        self.prompt(title="Answer a map question", description=about)(answer_map_question)

    async def run_stdio_async(self) -> None:
        """Serve one client over standard input and output, until it disconnects."""
        server = self._lowlevel_server
        async with answered_stdio() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    async def list_tools(self) -> list[ListedTool]:
        """Return the tools as clients list them."""
        return self._listed

    async def call_tool(
        self,
        name: str,
        arguments: dict[str, object],
        context: Context[ToolSessions] | None = None,
    ) -> CallToolResult:
        """Call a tool for a client; anything wrong with the call is reported in the result."""
        assert context is not None  # only client requests call tools
        request = context.request_context
        session = request.lifespan_context.of(request.request)
        result = await run_concurrently(lambda: session.call(name, arguments))
        call = ToolCall(id=str(request.request_id), name=name, arguments=arguments)
        return CallToolResult.model_validate(_FORMAT.message(call, result))

    async def get_prompt(
        self,
        name: str,
        arguments: dict[str, object] | None = None,
        context: Context[ToolSessions] | None = None,
    ) -> GetPromptResult | InputRequiredResult:
        """Return a prompt; a wrong name or argument is a client error."""
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:
            raise MCPError(code=INVALID_PARAMS, message=str(error)) from None


PATH = "/mcp"
"""The path of the HTTP endpoint."""

_ORIGIN = re.compile(r"https?://[^/\s?#@]+")


def http_server(
    server: ToolServer, host: str, port: int, origins: Sequence[str] = ()
) -> uvicorn.Server:
    """Return an HTTP server, to be run with a listening socket."""
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise UsageError(
                f"expected an origin such as 'http://localhost:6274', got {quote(origin)}"
            )
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
        timeout_graceful_shutdown=_SHUTDOWN_S,
    )
    return uvicorn.Server(config)
