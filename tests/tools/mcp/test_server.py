"""The server, asked by the client of the SDK in the same process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import pytest
from mcp import Client
from mcp_types import CallToolResult

from geoeval.tools.mcp.server import ToolServer
from geoeval.tools.registry import TOOLS
from geoeval.world.reader import read_context

CONTEXT = """Information of Harbour Lighthouse:
- Location: 1 Quay (60.10, 24.90).
Information of Old Mill:
- Location: 5 Hill Rd (60.20, 24.90).
Travel Time from Old Mill to Harbour Lighthouse on foot is 51 mins (3.5 km).
"""


@pytest.fixture(params=["auto", "legacy"])
def ask(request: pytest.FixtureRequest) -> Callable[..., object]:
    """Return a function that runs a conversation, in both eras of the protocol."""
    world, _ = read_context(CONTEXT)

    def run(conversation: Callable[[Client], Awaitable[object]]) -> object:
        async def connected() -> object:
            server = ToolServer(world, TOOLS.values())
            async with Client(server, mode=request.param) as client:
                return await conversation(client)

        return anyio.run(connected)

    return run


def test_a_call_is_answered(ask: Callable[..., object]) -> None:
    """With a text for the model, and the same as an object."""

    async def conversation(client: Client) -> CallToolResult:
        ends = {"origin": "Old Mill", "destination": "Harbour Lighthouse"}
        return await client.call_tool("haversine", ends)

    result = ask(conversation)
    assert isinstance(result, CallToolResult)
    assert result.structured_content == {"distance_m": 11119.508, "text": "11.1 km"}
