"""The server: its tools, resources and prompt over one world."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from importlib.metadata import version

from anyio import to_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, GetPromptResult, InputRequiredResult
from mcp_types import Tool as ListedTool

from geoeval.tools.guide import answer_map_question, instructions
from geoeval.tools.mcp.clients import ToolSessions
from geoeval.tools.mcp.resources import add_resources
from geoeval.tools.mcp.stdio import answered_stdio
from geoeval.tools.providers.formats import Mcp
from geoeval.tools.providers.provider import ToolCall
from geoeval.tools.time_limit import TIME_LIMIT_S, check_time_limit
from geoeval.tools.tool import Tool
from geoeval.world.model import World

NAME = "geoeval"

_FORMAT = Mcp()


class ToolServer(MCPServer[ToolSessions]):
    """A server of the Model Context Protocol over a world.

    Notes
    -----
    Calls run in threads, so that one that takes its time holds up no other client.
    """

    def __init__(
        self, world: World, tools: Iterable[Tool], time_limit_s: float | None = TIME_LIMIT_S
    ) -> None:
        check_time_limit(time_limit_s)
        self._by_name = {tool.name: tool for tool in tools}
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
            instructions=instructions(world),
            version=version("geoeval"),
            lifespan=sessions,
            log_level="WARNING",
        )
        add_resources(self, world)
        about = "How to answer a question about places from what the tools compute."
        self.prompt(title="Answer a map question", description=about)(answer_map_question)

    async def run_stdio_async(self) -> None:
        """Serve one client over standard input and output, until it has left and is answered."""
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
        """Call a tool for a client; whatever is wrong with the call is told in the result."""
        assert context is not None  # only requests of clients call tools
        request = context.request_context
        session = request.lifespan_context.of(request.request)
        result = await to_thread.run_sync(session.call, name, arguments)
        call = ToolCall(id=str(request.request_id), name=name, arguments=arguments)
        return CallToolResult.model_validate(_FORMAT.message(call, result))

    async def get_prompt(
        self,
        name: str,
        arguments: dict[str, object] | None = None,
        context: Context[ToolSessions] | None = None,
    ) -> GetPromptResult | InputRequiredResult:
        """Return a prompt; a wrong name or argument is an error of the client."""
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:
            raise MCPError(code=INVALID_PARAMS, message=str(error)) from None
