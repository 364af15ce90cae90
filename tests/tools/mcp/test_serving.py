"""The server over streamable HTTP on the loopback interface."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import anyio
import pytest
from mcp import Client

from geoeval.errors import UsageError
from geoeval.sockets import is_loopback, listen, url_of
from geoeval.tools.failure import ToolResult
from geoeval.tools.mcp.server import PATH, ToolServer, http_server
from geoeval.tools.session import dispatch_call
from tests.tools.mcp.conftest import (
    CLIENT_PARAMETERS,
    ENDS,
    FAR_OFF,
    LISTED_ORIGIN,
    converse,
    text_of,
)


class Response(NamedTuple):
    """The response of the server to a request."""

    status: int
    headers: Mapping[str, str]
    text: str


def send(url: str, method: str, params: object, **headers: str) -> Response:
    """Send a request with the id 7, as a client with a session does."""
    body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
    accept = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    request = Request(url, data=body.encode(), headers={**accept, **headers})  # noqa: S310 - ours
    try:
        with urlopen(request, timeout=20) as found:  # noqa: S310 - the loopback interface
            return Response(found.status, dict(found.headers), found.read().decode())
    except HTTPError as rejected:
        with rejected:
            return Response(rejected.code, dict(rejected.headers), rejected.read().decode())


def kind(text: str) -> str:
    """Return the kind of an error."""
    return str(json.loads(text)["error"]["kind"])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_call_is_answered_over_http(url: str, mode: str) -> None:
    async def conversation(client: Client) -> None:
        result = await client.call_tool("haversine", ENDS)
        assert result.structured_content == {
            "used": ENDS,
            "distance_m": 11119.508,
            "text": "11.1 km",
        }
        assert len((await client.list_tools()).tools) > 5

    converse(url, conversation, mode)


@pytest.mark.parametrize("modes", [("auto", "auto"), ("legacy", "legacy"), ("auto", "legacy")])
def test_failures_are_counted_per_client(url: str, modes: tuple[str, str]) -> None:
    """The third failing call of a client is closed, for that client only."""

    async def conversation() -> None:
        first, second = modes
        async with Client(url, mode=first) as client, Client(url, mode=second) as other:
            for each in (client, other, client, other):
                assert (
                    kind(text_of(await each.call_tool("bearing_cardinal", FAR_OFF)))
                    == "fix_arguments"
                )
            assert kind(text_of(await client.call_tool("bearing_cardinal", FAR_OFF))) == "final"
            assert kind(text_of(await other.call_tool("haversine", FAR_OFF))) == "fix_arguments"

    anyio.run(conversation)


def rejected_post(url: str, **headers: str) -> HTTPError:
    """Return the error response to a request."""
    head = {"Content-Type": "application/json", **headers}
    with pytest.raises(HTTPError, match="HTTP Error 4") as rejected:
        urlopen(Request(url, data=b"{}", headers=head))  # noqa: S310 - the loopback interface
    rejected.value.close()
    return rejected.value


def test_requests_for_other_hosts_are_rejected(url: str) -> None:
    """A page whose host name resolves to the loopback address has no access."""
    port = urlsplit(url).port
    assert port is not None
    served = f"127.0.0.1:{port}"
    for host in ("evil.example", f"{served}.evil.example", f"localhost:{port + 1}", "127.0.0.1"):
        assert rejected_post(url, Host=host).code == 421
        assert rejected_post(url, Origin=f"http://{host}").code == 403
    for host in (served, f"localhost:{port}", f"[::1]:{port}"):
        assert (
            rejected_post(url, Host=host, Origin=f"http://{host}").code == 406
        )  # it accepts no answer
    assert rejected_post(url, Origin=f"https://{served}").code == 403


def test_listed_origin_may_send_requests(url: str) -> None:
    """The origin has to match completely."""
    found = send(url, "initialize", CLIENT_PARAMETERS, Origin=LISTED_ORIGIN)
    assert found.status == 200
    assert found.headers["access-control-allow-origin"] == LISTED_ORIGIN
    assert found.headers["access-control-expose-headers"] == "Mcp-Session-Id"
    first = Request(url, method="OPTIONS", headers={  # noqa: S310 - the loopback interface
        "Origin": LISTED_ORIGIN, "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "mcp-session-id"})  # fmt: skip
    with urlopen(first, timeout=20) as allowed:  # noqa: S310 - the loopback interface
        assert allowed.headers["access-control-allow-origin"] == LISTED_ORIGIN
    assert rejected_post(url, Origin=f"{LISTED_ORIGIN}.evil.example").code == 403


def test_invalid_origins_are_rejected(server: ToolServer) -> None:
    for wrong in ("localhost:6274", "http://localhost/page", "*", ""):
        with pytest.raises(UsageError, match="expected an origin"):
            http_server(server, "127.0.0.1", 8000, [wrong])


def test_request_ids_are_unique_while_in_use(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The later request is rejected; the id can be used again after the reply."""
    started, resume = threading.Event(), threading.Event()

    def slow(*arguments: Any) -> ToolResult:  # noqa: ANN401 - passed on as they come
        started.set()
        assert resume.wait(timeout=20)
        return dispatch_call(*arguments)

    monkeypatch.setattr("geoeval.tools.session.dispatch_call", slow)
    token = send(url, "initialize", CLIENT_PARAMETERS).headers["mcp-session-id"]
    session = {"Mcp-Session-Id": token}
    call = {"name": "haversine", "arguments": ENDS}
    first: list[str] = []
    thread = threading.Thread(
        target=lambda: first.append(send(url, "tools/call", call, **session).text)
    )
    thread.start()
    assert started.wait(timeout=20)
    second = send(url, "tools/call", call, **session)
    assert second.status == 400
    assert json.loads(second.text)["error"]["code"] == -32600
    assert "expected an unused request id, got 7" in second.text
    assert send(url, "tools/call", "no parameters", **session).status == 400
    resume.set()
    thread.join(timeout=20)
    assert "11.1 km" in first[0]
    for _ in range(50):  # the reply arrives shortly before the id is released
        third = send(url, "tools/call", call, **session)
        if third.status != 400:
            break
        time.sleep(0.1)
    assert "11.1 km" in third.text


def test_client_keeps_its_cookie(url: str) -> None:
    """An invalid cookie is replaced."""
    cookie = rejected_post(url).headers["Set-Cookie"]
    assert cookie.endswith("; Path=/; HttpOnly; SameSite=Strict")
    assert rejected_post(url, Cookie=cookie.partition(";")[0]).headers["Set-Cookie"] is None
    assert rejected_post(url).headers["Set-Cookie"] != cookie
    assert rejected_post(url, Cookie="a[]=;;geoeval-client=x").headers["Set-Cookie"] is not None


def test_port_in_use_is_rejected() -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with (
            pytest.raises(UsageError, match="address already in use"),
            listen("127.0.0.1", port),
        ):
            pass


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a" * 300])
def test_unknown_address_is_rejected(host: str) -> None:
    with pytest.raises(UsageError, match="no such address"), listen(host, 0):
        pass


def test_ipv6_address_is_in_brackets() -> None:
    with listen("::1", 0) as listener:
        assert url_of(listener, PATH).startswith("http://[::1]:")


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.2", True), ("::1", True), ("LOCALHOST", True), ("10.0.0.1", False), ("map", False)],
)
def test_loopback_hosts_are_recognised(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
