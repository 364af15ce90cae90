"""``geoeval mcp``: serve the tools to any client of the Model Context Protocol."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from geoeval.cli.declarations import declare_option
from geoeval.cli.options import IdOfWorld, KnownWorld, TimeLimit, Toolset
from geoeval.cli.output import write_error
from geoeval.errors import UsageError

if TYPE_CHECKING:
    from geoeval.tools.mcp.server import ToolServer

EPILOG = """Examples:

  geoeval mcp

  geoeval mcp --world dataset.json --id 75

  geoeval mcp --world context.txt --toolset all

  geoeval mcp --transport http --port 8765

Over stdio, standard output carries only the protocol; everything else goes to standard error. The
server runs until its client disconnects, or Ctrl-C. Exit code: 0 when the client has disconnected;
2 for wrong usage, a world that cannot be read or a port that is in use.
"""


class Transport(StrEnum):
    """How clients reach the server."""

    STDIO = "stdio"
    HTTP = "http"


def mcp(
    world: KnownWorld = None,
    one_id: IdOfWorld = None,
    transport: Annotated[
        Transport, declare_option("--transport", "How clients reach the server.")
    ] = Transport.STDIO,
    host: Annotated[
        str | None, declare_option("--host HOST", "Address to listen on, by default 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None,
        declare_option(
            "--port PORT",
            "Port to listen on, by default 8000; 0 chooses a free port.",
            min=0,
            max=65535,
        ),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        declare_option(
            "--allow-origin ORIGIN",
            "Origin of web pages that may call the server, such as http://localhost:6274; "
            "may be repeated.",
        ),
    ] = None,
    named_set: Toolset = "default",
    time_limit: TimeLimit = 30.0,
) -> None:
    """Serve the tools to clients of the Model Context Protocol (MCP)."""
    has_address = host is not None or port is not None or allow_origin
    if transport is Transport.STDIO and has_address:
        raise UsageError(
            "--host, --port and --allow-origin need --transport http: "
            "stdio does not listen on an address"
        )
    server = _build_server(world, one_id, named_set, time_limit)
    with _exit_on_interrupt():
        if transport is Transport.HTTP:
            address = host or "127.0.0.1", 8000 if port is None else port
            _serve_http(server, *address, allow_origin or [])
        else:
            server.run("stdio")


def _build_server(
    world: str | None, one_id: str | None, named_set: str, time_limit_s: float
) -> ToolServer:
    from geoeval.extras import check_installed

    check_installed("mcp", "mcp")
    import logging

    from geoeval.cli.inputs import known_world
    from geoeval.tools.mcp.server import ToolServer
    from geoeval.tools.registry import toolset

    tools = toolset(named_set)
    known = known_world(world, one_id)
    logging.basicConfig(level=logging.WARNING, format="geoeval: %(message)s")
    return ToolServer(known, tools, time_limit_s)


def _serve_http(server: ToolServer, host: str, port: int, origins: list[str]) -> None:
    import logging

    from geoeval.sockets import is_loopback, listen, url_of
    from geoeval.tools.mcp.server import PATH, http_server

    with listen(host, port) as listener:
        if not is_loopback(host):
            write_error(
                f"warning: other machines can reach {host}; there is no password, and the Host "
                "header of requests is not checked"
            )
        write_error(f"serving at {url_of(listener, PATH)}; Ctrl-C stops the server")
        serving = http_server(server, host, listener.getsockname()[1], origins)
        # Open streams are cut when the server stops; that is not worth a log message.
        logging.getLogger("uvicorn.error").addFilter(lambda _: not serving.should_exit)
        serving.run(sockets=[listener])


@contextmanager
def _exit_on_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process at once, even while a thread waits for input."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
