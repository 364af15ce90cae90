"""A server with a small world, and the SDK's client."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

from geoeval.sockets import listen, url_of
from geoeval.tools.mcp.server import PATH, ToolServer, http_server
from geoeval.tools.registry import TOOLS
from geoeval.world.model import World
from geoeval.world.reader import read_context

CONTEXT = """Information of Harbour Lighthouse:
- Location: 1 Quay (60.10, 24.90).
Information of Old Mill:
- Location: 5 Hill Rd (60.20, 24.90).
Travel Time from Old Mill to Harbour Lighthouse on foot is 51 mins (3.5 km).
"""
ENDS = {"origin": "Old Mill", "destination": "Harbour Lighthouse"}
FAR_OFF = {"origin": "Old Mill", "destination": "Mill Street Castle"}
CLIENT_PARAMETERS = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
LISTED_ORIGIN = "http://inspector.example:6274"
Server = ToolServer | StdioServerParameters | str
Conversation = Callable[[Client], Awaitable[None]]


@pytest.fixture
def world() -> World:
    """Return a world of two places."""
    return read_context(CONTEXT)[0]


@pytest.fixture
def server(world: World) -> ToolServer:
    """Return a server with all tools."""
    return ToolServer(world, TOOLS.values())


@pytest.fixture(params=["auto", "legacy"])
def era(request: pytest.FixtureRequest) -> str:
    """Return each version of the protocol: without sessions, and with sessions."""
    return str(request.param)


@pytest.fixture
def url(server: ToolServer) -> Iterator[str]:
    """Return the address of the server on the loopback interface."""
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        serving = http_server(server, "127.0.0.1", port, [LISTED_ORIGIN])
        thread = threading.Thread(target=serving.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield url_of(listener, PATH)
        finally:
            serving.should_exit = True
            thread.join()


def converse(target: Server, conversation: Conversation, mode: str = "auto") -> None:
    """Run a conversation of the SDK's client with a server."""

    async def run_client() -> None:
        async with Client(target, mode=mode) as client:
            await conversation(client)

    anyio.run(run_client)


def text_of(result: CallToolResult) -> str:
    """Return the only text of a result."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text
