"""Routes in a map file, requested from several threads, and the end of servers."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters

from geoeval.tools import ToolSession, as_structured_tools
from geoeval.tools.mcp.server import ToolServer
from geoeval.tools.registry import TOOLS
from geoeval.world.model import World
from geoeval.world.osm.build import build_from_osm
from geoeval.world.records import TravelMode
from geoeval.world.store.reading import MapFile
from tests.tools.mcp.conftest import CLIENT_PARAMETERS, Server, text_of
from tests.world.osm.towns import Town, spot

RUN = "from geoeval.cli.main import run; run()"
STUCK = (
    "import sys, threading; import geoeval.tools.session as session; lock = threading.Lock();"
    "wait = lambda *_: print('stuck', file=sys.stderr, flush=True) or lock.acquire();"
    "lock.acquire(); session.dispatch_call = wait;"
) + RUN
ENDS: dict[str, object] = {
    "originId": "Café Bleu",
    "destinationId": "Bread",
    "travelMode": "walking",
}
TRIP: dict[str, object] = {
    "origin": "Café Bleu",
    "depart": "11:00",
    "mode": "walking",
    "stops": [{"place": "Bread", "visit_min": 10}, {"place": "Books", "visit_min": 5}],
}
CALLS = {"TravelTime": ENDS, "Directions": ENDS, "plan_trip": TRIP}
EACH_TOOL = pytest.mark.parametrize("name", CALLS)
ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
PATIENCE_S = 60  # a call that hangs fails


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a map file of three shops on a street."""
    folder = tmp_path_factory.mktemp("town")
    made = Town()
    made.way("0 0", "3 0", "6 0", name="High Street")
    made.node("1 0.1", amenity="cafe", name="Café Bleu")
    made.node("3 0.1", shop="bakery", name="Bread")
    made.node("5 0.1", shop="books", name="Books")
    build_from_osm(made.write(folder), folder / "town.world")
    return folder / "town.world"


@pytest.fixture
def in_process(town: Path) -> ToolServer:
    """Return a server with the map, which has not computed a route yet."""
    return ToolServer(World.open(town), TOOLS.values())


def over_stdio(*arguments: str) -> StdioServerParameters:
    """Return how a client starts the server."""
    return StdioServerParameters(
        command=sys.executable, args=["-c", RUN, "mcp", *arguments], env=dict(os.environ)
    )


@contextmanager
def over_http(*arguments: str, program: str = RUN) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server; yield its process and address."""
    command = [sys.executable, "-c", program, "mcp", "--transport", "http", "--port", "0"]
    with subprocess.Popen(
        [*command, *arguments], stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            assert process.stderr is not None
            (url,) = re.findall(r"serving at (\S+); Ctrl-C", process.stderr.readline())
            yield process, url
        finally:
            process.kill()


def ask(server: Server, calls: Sequence[tuple[str, Mapping[str, object]]]) -> list[str]:
    """Return the answers to calls made at the same time."""
    answers: dict[int, str] = {}

    async def conversation() -> None:
        async with Client(server) as client, anyio.create_task_group() as group:

            async def call(number: int, name: str, arguments: Mapping[str, object]) -> None:
                answers[number] = text_of(await client.call_tool(name, dict(arguments)))

            for number, (name, arguments) in enumerate(calls):
                group.start_soon(call, number, name, arguments)

    async def run_with_timeout() -> None:
        with anyio.fail_after(PATIENCE_S):
            await conversation()

    anyio.run(run_with_timeout)
    return [answers[number] for number in range(len(calls))]


def expected(town: Path, name: str) -> str:
    """Return the answer computed in this thread."""
    result = ToolSession(World.open(town)).call(name, CALLS[name])
    assert result.ok, result.text
    return result.text


@EACH_TOOL
def test_routes_are_found_in_process(town: Path, in_process: ToolServer, name: str) -> None:
    assert ask(in_process, [(name, CALLS[name])]) == [expected(town, name)]


def test_routes_are_found_over_stdio(town: Path) -> None:
    """Each tool is called in a thread of its own."""
    found = ask(over_stdio("--world", str(town)), [*CALLS.items()])
    assert found == [expected(town, name) for name in CALLS]


def test_routes_are_found_over_http(town: Path) -> None:
    """Twelve calls run at the same time."""
    calls = [*CALLS.items()] * 4
    with over_http("--world", str(town)) as (_, url):
        assert ask(url, calls) == [expected(town, name) for name in CALLS] * 4


@pytest.mark.slow
def test_many_routes_at_once_are_found_over_http(town: Path) -> None:
    """There are more calls than threads."""
    calls = [("Directions", ENDS), ("TravelTime", ENDS)] * 25
    with over_http("--world", str(town)) as (_, url):
        found = ask(url, calls)
    assert found == [expected(town, "Directions"), expected(town, "TravelTime")] * 25


@EACH_TOOL
def test_routes_are_found_by_langchain(town: Path, name: str) -> None:
    """``ainvoke`` runs tools in another thread."""
    pytest.importorskip("langchain_core")
    session = ToolSession(World.open(town))
    assert "travel times" in session.instructions  # this thread has opened the file
    (tool,) = as_structured_tools(session, [TOOLS[name]])
    answer = asyncio.run(asyncio.wait_for(tool.ainvoke(CALLS[name]), PATIENCE_S))
    assert answer == expected(town, name)


def test_map_can_be_read_by_new_threads(town: Path) -> None:
    """Each thread has its own connection, which is closed after the thread ends."""
    found: list[float | None] = []

    def measure() -> None:
        ((travel,),) = file.matrix([spot("0 0")], [spot("3 0")], TravelMode.WALKING)
        found.append(travel.distance_m if travel else None)

    with MapFile(town) as file:
        for _ in range(5):
            thread = threading.Thread(target=measure, daemon=True)
            thread.start()
            thread.join(timeout=PATIENCE_S)
        assert found == [pytest.approx(333.6, abs=1)] * 5
        assert len(file._connections) <= 2
    assert not file._connections


def test_stuck_call_ends_and_the_next_is_answered(
    town: Path, in_process: ToolServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for a lock, which no exception interrupts."""
    never = threading.Lock()
    never.acquire()
    with monkeypatch.context() as patched:
        patched.setattr(MapFile, "matrix", lambda *_: never.acquire())
        server = ToolServer(World.open(town), TOOLS.values(), time_limit_s=0.3)
        (stopped,) = ask(server, [("TravelTime", ENDS)])
    assert "stopped at its time limit of 0.3 s" in stopped
    assert ask(in_process, [("TravelTime", ENDS)]) == [expected(town, "TravelTime")]


def send(*, process: subprocess.Popen[str], number: int, method: str, params: object) -> None:
    """Write a request to a process."""
    assert process.stdin is not None
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()


@pytest.mark.parametrize("program", [RUN, STUCK])
def test_stdio_server_ends_with_its_client(program: str) -> None:
    """A stuck call does not prevent this; a message reports the unanswered call."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", program, "mcp"]
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8"
    ) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            send(process=process, number=1, method="initialize", params=CLIENT_PARAMETERS)
            process.stdout.readline()
            if program == STUCK:
                call = {"name": "haversine", "arguments": {"origin": "0,0", "destination": "0,1"}}
                send(process=process, number=2, method="tools/call", params=call)
                assert process.stderr.readline() == "stuck\n"
            start = time.monotonic()
            process.stdin.close()
            assert process.wait(timeout=PATIENCE_S) == 0
            assert time.monotonic() - start < 4  # two seconds, on a busy machine
            errors = process.stderr.read()
            assert ("disconnected before its last" in errors) is (program == STUCK)
        finally:
            process.kill()


@ON_POSIX
@pytest.mark.parametrize("program", [RUN, STUCK])
def test_http_server_ends_with_a_signal(program: str) -> None:
    """It takes a few seconds, even if a call is stuck."""
    with over_http(program=program) as (process, url):
        if program == STUCK:
            call = {"origin": "0,0", "destination": "0,1"}
            asking = threading.Thread(target=_ask_ending_server, args=(url, call), daemon=True)
            asking.start()
            assert process.stderr is not None
            assert process.stderr.readline() == "stuck\n"
        start = time.monotonic()
        process.terminate()
        assert process.wait(timeout=PATIENCE_S) in {0, -signal.SIGTERM}
        assert time.monotonic() - start < 6
    if program == STUCK:
        asking.join(timeout=PATIENCE_S)
        assert not asking.is_alive()


def _ask_ending_server(url: str, arguments: Mapping[str, object]) -> None:
    """Call a server that ends before it answers."""
    with suppress(Exception):
        ask(url, [("haversine", arguments)])
