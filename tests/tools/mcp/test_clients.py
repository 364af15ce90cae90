"""Which client calls."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from geoeval.tools.mcp.clients import MOST_CLIENTS, ToolSessions
from geoeval.tools.registry import TOOLS
from geoeval.world.model import World

TOKEN = "0123456789abcdef" * 2


@pytest.fixture
def sessions() -> ToolSessions:
    """Return the conversations of a server that nobody has called."""
    return ToolSessions(World(), TOOLS)


def request(**headers: str) -> Request:
    """Return a request with some headers."""
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})


def test_without_http_there_is_one_client(sessions: ToolSessions) -> None:
    """The one at the other end of standard input."""
    assert sessions.of(None) is sessions.of(None)


@pytest.mark.parametrize(
    "known",
    [{"mcp_session_id": TOKEN}, {"cookie": f"theme=dark; geoeval-client={TOKEN}"}],
)
def test_a_client_is_known_again(sessions: ToolSessions, known: dict[str, str]) -> None:
    """By the session of the protocol, or by its cookie."""
    assert sessions.of(request(**known)) is sessions.of(request(**known))


@pytest.mark.parametrize(
    "unknown",
    [{}, {"cookie": "geoeval-client=../x"}, {"cookie": "other=1"}, {"mcp_session_id": "x" * 9999}],
)
def test_a_client_that_is_not_known_has_a_conversation_of_its_own(
    sessions: ToolSessions, unknown: dict[str, str]
) -> None:
    """Each time, so that its failures count for nobody else, and nothing is kept of it."""
    assert sessions.of(request(**unknown)) is not sessions.of(request(**unknown))
    assert not sessions._known


def test_memory_of_clients_is_bounded(sessions: ToolSessions) -> None:
    """The client that has not called for longest is forgotten."""
    first = sessions.of(request(mcp_session_id=TOKEN))
    for number in range(MOST_CLIENTS):
        sessions.of(request(mcp_session_id=f"{number:032x}"))
    assert len(sessions._known) == MOST_CLIENTS
    assert sessions.of(request(mcp_session_id=TOKEN)) is not first
