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
from tests.tools.mcp.conftest import ENDS, FAR_OFF, LISTED_ORIGIN, converse, text_of

HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


class Response(NamedTuple):
    """What the server says to a request."""

    status: int
    headers: Mapping[str, str]
    text: str


def send(url: str, method: str, params: object, **headers: str) -> Response:
    """Send a request with the id 7, as clients with a session do."""
    body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
    accept = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    request = Request(url, data=body.encode(), headers={**accept, **headers})  # noqa: S310 - ours
    try:
        with urlopen(request, timeout=20) as found:  # noqa: S310 - the loopback interface
            return Response(found.status, dict(found.headers), found.read().decode())
    except HTTPError as refused:
        with refused:
            return Response(refused.code, dict(refused.headers), refused.read().decode())


def kind(text: str) -> str:
    """Return the kind of an error."""
    return str(json.loads(text)["error"]["kind"])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_call_is_answered(url: str, mode: str) -> None:
    """In both eras of the protocol."""

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
def test_the_failures_of_two_clients_are_counted_apart(url: str, modes: tuple[str, str]) -> None:
    """Two calls of one and two of the other, in turns, close no call; a third does, its own."""

    async def conversation() -> None:
        first, second = modes
        async with Client(url, mode=first) as one, Client(url, mode=second) as other:
            for client in (one, other, one, other):
                assert (
                    kind(text_of(await client.call_tool("bearing_cardinal", FAR_OFF)))
                    == "fix_arguments"
                )
            assert kind(text_of(await one.call_tool("bearing_cardinal", FAR_OFF))) == "final"
            assert kind(text_of(await other.call_tool("haversine", FAR_OFF))) == "fix_arguments"

    anyio.run(conversation)


def post(url: str, **headers: str) -> HTTPError:
    """Return the refusal of a request."""
    head = {"Content-Type": "application/json", **headers}
    with pytest.raises(HTTPError, match="HTTP Error 4") as refused:
        urlopen(Request(url, data=b"{}", headers=head))  # noqa: S310 - the loopback interface
    refused.value.close()
    return refused.value


def test_requests_for_other_hosts_are_refused(url: str) -> None:
    """A page whose name was bound to the loopback address has no access."""
    port = urlsplit(url).port
    assert port is not None
    served = f"127.0.0.1:{port}"
    for host in ("evil.example", f"{served}.evil.example", f"localhost:{port + 1}", "127.0.0.1"):
        assert post(url, Host=host).code == 421
        assert post(url, Origin=f"http://{host}").code == 403
    for host in (served, f"localhost:{port}", f"[::1]:{port}"):
        assert post(url, Host=host, Origin=f"http://{host}").code == 406  # it accepts no answer
    assert post(url, Origin=f"https://{served}").code == 403


def test_pages_of_a_listed_origin_may_ask(url: str) -> None:
    """And read the answer in a browser, which asks first; its origin is compared whole too."""
    found = send(url, "initialize", HELLO, Origin=LISTED_ORIGIN)
    assert found.status == 200
    assert found.headers["access-control-allow-origin"] == LISTED_ORIGIN
    assert found.headers["access-control-expose-headers"] == "Mcp-Session-Id"
    first = Request(url, method="OPTIONS", headers={  # noqa: S310 - the loopback interface
        "Origin": LISTED_ORIGIN, "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "mcp-session-id"})  # fmt: skip
    with urlopen(first, timeout=20) as allowed:  # noqa: S310 - the loopback interface
        assert allowed.headers["access-control-allow-origin"] == LISTED_ORIGIN
    assert post(url, Origin=f"{LISTED_ORIGIN}.evil.example").code == 403


def test_what_is_no_origin_is_not_listed(server: ToolServer) -> None:
    """A page or a bare name would never be equal to one."""
    for wrong in ("localhost:6274", "http://localhost/page", "*", ""):
        with pytest.raises(UsageError, match="expected an origin such as 'http://localhost:6274'"):
            http_server(server, "127.0.0.1", 8000, [wrong])


def test_two_requests_of_one_id_both_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The later one is refused, the earlier one answered; afterwards the id is free again."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(*arguments: Any) -> ToolResult:  # noqa: ANN401 - passed on as they come
        begun.set()
        assert go_on.wait(timeout=20)
        return dispatch_call(*arguments)

    monkeypatch.setattr("geoeval.tools.session.dispatch_call", slow)
    token = send(url, "initialize", HELLO).headers["mcp-session-id"]
    session = {"Mcp-Session-Id": token}
    call = {"name": "haversine", "arguments": ENDS}
    first: list[str] = []
    thread = threading.Thread(
        target=lambda: first.append(send(url, "tools/call", call, **session).text)
    )
    thread.start()
    assert begun.wait(timeout=20)
    second = send(url, "tools/call", call, **session)
    assert second.status == 400
    assert json.loads(second.text)["error"]["code"] == -32600
    assert "expected an unused request id, got 7" in second.text
    assert send(url, "tools/call", "no parameters", **session).status == 400
    go_on.set()
    thread.join(timeout=20)
    assert "11.1 km" in first[0]
    for _ in range(50):  # the reply is read a moment before the id is given back
        third = send(url, "tools/call", call, **session)
        if third.status != 400:
            break
        time.sleep(0.1)
    assert "11.1 km" in third.text


def test_a_client_gets_one_cookie(url: str) -> None:
    """That of a client which has one already stays, one that cannot be read is replaced."""
    cookie = post(url).headers["Set-Cookie"]
    assert cookie.endswith("; Path=/; HttpOnly; SameSite=Strict")
    assert post(url, Cookie=cookie.partition(";")[0]).headers["Set-Cookie"] is None
    assert post(url).headers["Set-Cookie"] != cookie
    assert post(url, Cookie="a[]=;;geoeval-client=x").headers["Set-Cookie"] is not None


def test_a_port_that_is_taken_is_told() -> None:
    """With the address, before anything is served."""
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with (
            pytest.raises(UsageError, match=rf"got '127\.0\.0\.1:{port}': address already in use"),
            listen("127.0.0.1", port),
        ):
            pass


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a" * 300])
def test_an_address_that_is_none_is_told(host: str) -> None:
    """Whatever is wrong with it."""
    with pytest.raises(UsageError, match="no such address"), listen(host, 0):
        pass


def test_an_address_of_the_new_protocol_stands_in_brackets() -> None:
    """As URLs have it."""
    with listen("::1", 0) as listener:
        assert url_of(listener, PATH).startswith("http://[::1]:")


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.2", True), ("::1", True), ("LOCALHOST", True), ("10.0.0.1", False), ("map", False)],
)
def test_loopback_is_known(host: str, expected: bool) -> None:
    """By address or by name."""
    assert is_loopback(host) is expected
