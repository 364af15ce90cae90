"""Identification of the clients of a server."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from geoeval.tools.mcp.clients import MOST_CLIENTS, ToolSessions
from geoeval.tools.registry import TOOLS
from geoeval.world.model import World

TOKEN = "0123456789abcdef" * 2


@pytest.fixture
def sessions() -> ToolSessions:
    """Return the sessions of a server that was not called yet."""
    return ToolSessions(World(), TOOLS)


def request(**headers: str) -> Request:
    """Return a request with the given headers."""
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})


def test_stdio_has_one_client(sessions: ToolSessions) -> None:
    assert sessions.of(None) is sessions.of(None)


@pytest.mark.parametrize(
    "known",
    [{"mcp_session_id": TOKEN}, {"cookie": f"theme=dark; geoeval-client={TOKEN}"}],
)
def test_client_is_recognised(sessions: ToolSessions, known: dict[str, str]) -> None:
    """By the session of the protocol or by its cookie."""
    assert sessions.of(request(**known)) is sessions.of(request(**known))


@pytest.mark.parametrize(
    "unknown",
    [{}, {"cookie": "geoeval-client=../x"}, {"cookie": "other=1"}, {"mcp_session_id": "x" * 9999}],
)
def test_unknown_client_gets_a_new_session(sessions: ToolSessions, unknown: dict[str, str]) -> None:
    """Its failures do not count for other clients, and nothing is remembered."""
    assert sessions.of(request(**unknown)) is not sessions.of(request(**unknown))
    assert not sessions._known


def test_number_of_remembered_clients_is_limited(sessions: ToolSessions) -> None:
    """The least recent client is forgotten."""
    first = sessions.of(request(mcp_session_id=TOKEN))
    for number in range(MOST_CLIENTS):
        sessions.of(request(mcp_session_id=f"{number:032x}"))
    assert len(sessions._known) == MOST_CLIENTS
    assert sessions.of(request(mcp_session_id=TOKEN)) is not first
