"""``geoeval mcp``: the server as a process, over stdio and HTTP."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
import uvicorn
from mcp import Client, StdioServerParameters

from geoeval.sockets import listen
from geoeval.tools.registry import TOOLS, toolset
from tests.cli.conftest import CONTEXT, Run, Save, question
from tests.tools.mcp.conftest import CLIENT_PARAMETERS

# A background job of a shell ignores Ctrl-C, so the handler is set as in a terminal.
RUN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from geoeval.cli.main import run; run()"
)
WITH_ID = "import os, sys; open(sys.argv.pop(1), 'w').write(str(os.getpid())); " + RUN
ENDS = {"origin": "Old Mill", "destination": "Stone Pier"}


def server_parameters(*arguments: str) -> StdioServerParameters:
    """Return how a client starts the server."""
    return StdioServerParameters(
        command=sys.executable, args=["-c", *arguments], env=dict(os.environ)
    )


def resident_kib(process_id: int) -> int:
    """Return the resident memory of a process in KiB."""
    status = Path(f"/proc/{process_id}/status").read_text(encoding="ascii")
    (found,) = re.findall(r"^VmRSS:\s+(\d+) kB$", status, flags=re.MULTILINE)
    return int(found)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc is not there")
def test_memory_does_not_grow_with_calls(save: Save, tmp_path: Path) -> None:
    """Between calls 100 and 500 the server grows by less than 2 MiB.

    Every second call fails in a way of its own, with an argument of 20 kB: a server that kept those
    200 would grow by 4 MB. Only the bounded memories of failures and of names may grow. At most 50
    tools are called, each within the first 100 calls, since tools are built on first use.
    """
    names = list(TOOLS)[:: len(TOOLS) // 50 + 1]
    note = tmp_path / "process-id"
    server = server_parameters(
        WITH_ID, str(note), "mcp", "--toolset", "all", "--world", save(CONTEXT, "context.txt")
    )

    async def conversation() -> tuple[int, int]:
        sizes = []
        failures = 0
        async with Client(server) as client:
            for count in range(500):
                name = names[count // 2 % len(names)]
                good = count % 2 == 0
                invalid = {"origin": f"Nowhere {count}", "remark": "x" * 20_000}
                arguments = dict(TOOLS[name].example) if good else invalid
                failures += (await client.call_tool(name, arguments)).is_error
                if count in {99, 499}:
                    sizes.append(resident_kib(int(note.read_text(encoding="ascii"))))
        assert 250 <= failures <= 450
        return sizes[0], sizes[1]

    before, after = anyio.run(conversation)
    assert after - before < 2048


def test_server_ends_when_its_client_leaves(run: Run, save: Save) -> None:
    """The exit code is 0; problems of world and input go to standard error."""
    world = save(CONTEXT + "Colourless ideas sleep.\n", "context.txt")
    stdin = f"no JSON at all\n{request(1, 'initialize', CLIENT_PARAMETERS)}\n".encode()
    result = run("mcp", "--world", world, stdin=stdin)
    assert result.code == 0
    assert "lines not understood and ignored in the context in" in result.err
    assert json.loads(result.out)["result"]["serverInfo"]["name"] == "geoeval"


def test_calls_before_the_end_of_input_are_answered(run: Run) -> None:
    """The server answers all of them before it exits, except a cancelled call."""
    ends = [{"origin": "0,0", "destination": f"0,{degrees}"} for degrees in range(8)]
    calls = [("tools/call", {"name": "haversine", "arguments": each}) for each in ends]
    asked = [("initialize", CLIENT_PARAMETERS), *calls]
    lines = [request(number, method, params) for number, (method, params) in enumerate(asked)]
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 8}}
    result = run("mcp", stdin="\n".join([*lines, json.dumps(cancelled)]).encode())
    answers = {answer["id"]: answer for answer in map(json.loads, result.out.splitlines())}
    assert result.code == 0
    assert set(answers) - {8} == set(range(8))
    assert all(answers[number]["result"]["isError"] is False for number in range(1, 8))


def request(number: int, method: str, params: object) -> str:
    """Return a request of the protocol as one line."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--world", "no_such_file.json"], "the file does not exist"),
        (["--id", "7"], "--id needs --world with a dataset, got no --world"),
        (["--toolset", "pionts"], "did you mean points"),
        (["--transport", "pigeon"], "'pigeon' is not one of 'stdio', 'http'"),
        (["--port", "8000"], "--host, --port and --allow-origin need --transport http"),
        (["--transport", "http", "--port", "70000"], "should be less than or equal to 65535"),
    ],
)
def test_wrong_usage_exits_with_2(run: Run, arguments: list[str], words: str) -> None:
    """No server starts."""
    result = run("mcp", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_port_in_use_exits_with_2(run: Run) -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        result = run("mcp", "--transport", "http", "--port", str(port))
    assert (result.code, result.out) == (2, "")
    assert f"got '127.0.0.1:{port}': address already in use" in result.err


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 - what is warned of
@pytest.mark.parametrize("ignored", [False, True])
def test_http_server_prints_its_address(
    host: str,
    ignored: bool,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It warns if other machines can reach it, and restores signal handlers."""
    served = []

    def serve(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        server.should_exit = True
        logging.getLogger("uvicorn.error").error("a stream was cut")
        served.extend(each.getsockname() for each in sockets)

    monkeypatch.setattr(uvicorn.Server, "run", serve)
    before = signal.SIG_IGN if ignored else signal.default_int_handler
    monkeypatch.setattr(signal, "getsignal", lambda _: before)
    result = run("mcp", "--transport", "http", "--host", host, "--port", "0")
    monkeypatch.undo()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    ((_, port),) = served
    assert result.code == 0
    assert f"geoeval: serving at http://{host}:{port}/mcp; Ctrl-C stops the server\n" in result.err
    assert ("warning" in result.err) is (host != "127.0.0.1")
    assert "cut" not in result.err + caplog.text


def test_missing_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("geoeval.extras.find_spec", lambda _: None)
    monkeypatch.delitem(sys.modules, "geoeval.tools.mcp", raising=False)
    result = run("mcp")
    assert result.code == 2
    assert 'pip install ".[mcp]"' in result.err


ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")


@pytest.mark.slow
@ON_POSIX
def test_public_server_warns_and_ends_with_ctrl_c() -> None:
    """A connected client causes no traceback."""
    command = [sys.executable, "-c", RUN, "mcp", "--transport", "http", "--port", "0"]
    with subprocess.Popen(
        [*command, "--host", "0.0.0.0"],  # noqa: S104 - what is warned of
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as server:
        assert server.stderr is not None
        assert "warning: other machines can reach 0.0.0.0" in server.stderr.readline()
        line = server.stderr.readline()
        (port,) = re.findall(
            r"serving at http://0\.0\.0\.0:(\d+)/mcp; Ctrl-C stops the server\n", line
        )

        async def conversation() -> None:
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                result = await client.call_tool(
                    "haversine", {"origin": "0,0", "destination": "0,1"}
                )
                assert not result.is_error

        anyio.run(conversation)
        server.send_signal(signal.SIGINT)
        assert server.communicate(timeout=20) == ("", "")
    assert server.returncode == -signal.SIGINT


@pytest.mark.slow
@ON_POSIX
def test_stdio_carries_only_the_protocol(save: Save) -> None:
    """Each request gets one line, and Ctrl-C ends the server."""
    path = save([question(1), question(2, context=CONTEXT.replace("Old Mill", "Tide Mill"))])
    wrong = {"name": "haversine", "arguments": {**ENDS, "origin": "Tide Mill"}}
    asked = [
        ("initialize", CLIENT_PARAMETERS),
        ("tools/list", {}),
        ("tools/call", {"name": "haversine", "arguments": ENDS}),
        *[("tools/call", wrong)] * 3,
        ("tools/call", {"name": "haversine", "arguments": []}),
        ("prompts/get", {"name": "no_such_prompt"}),
        ("resources/read", {"uri": "geoeval://nowhere"}),
        ("no/such/method", {}),
    ]
    command = [sys.executable, "-c", RUN, "mcp", "--world", path, "--id", "1"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    answers = []
    with subprocess.Popen(command, encoding="utf-8", **pipes) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for number, (method, params) in enumerate(asked):
            server.stdin.write(f"{request(number, method, params)}\n")
            server.stdin.flush()
            answers.append(json.loads(server.stdout.readline()))
            assert answers[-1]["id"] == number
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) == -signal.SIGINT
        assert server.stderr is not None
        assert server.stderr.read() == ""
    tools = [tool["name"] for tool in answers[1]["result"]["tools"]]
    assert tools == [tool.name for tool in toolset("default")]
    assert answers[2]["result"]["structuredContent"]["distance_m"] == 111195.08
    errors = [json.loads(each["result"]["content"][0]["text"])["error"] for each in answers[3:6]]
    assert [error["kind"] for error in errors] == ["fix_arguments", "fix_arguments", "final"]
    assert [each["error"]["code"] for each in answers[6:]] == [-32602, -32602, -32602, -32601]
