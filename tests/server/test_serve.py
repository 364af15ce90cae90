"""``geoeval serve``: access, and errors before anything is served."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
import uvicorn

from geoeval.server.app import Guard
from geoeval.sockets import listen
from tests.cli.conftest import Run, run

__all__ = ["run"]  # a fixture

EVERYWHERE = "0.0.0.0"  # noqa: S104 - what needs a key
KEY = "GEOEVAL_SERVER_KEY"


@pytest.fixture
def guards(monkeypatch: pytest.MonkeyPatch) -> list[Guard]:
    """Collect the guards of the servers instead of running them."""
    found: list[Guard] = []

    def serve(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        assert sockets
        assert isinstance(server.config.app, Guard)
        assert not server.config.proxy_headers
        found.append(server.config.app)

    monkeypatch.setattr(uvicorn.Server, "run", serve)
    monkeypatch.delenv(KEY, raising=False)
    return found


def test_loopback_needs_no_key(run: Run, guards: list[Guard], town_file: Path) -> None:
    """Only requests for this machine are answered, within the given limits."""
    limits = ("--limit-per-minute", "7", "--max-elements", "9")
    result = run("serve", str(town_file), "--port", "0", *limits)
    assert (result.code, result.out) == (0, "")
    assert "serving" in result.err
    assert "OpenStreetMap" in result.err
    (guard,) = guards
    assert guard.limits.key is None
    assert any(name.startswith("localhost:") for name in guard.limits.hosts)
    assert (guard.limits.per_minute, guard.limits.most_elements) == (7, 9)


@pytest.mark.parametrize("from_file", [True, False])
def test_public_address_needs_a_key(
    run: Run,
    guards: list[Guard],
    town_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    from_file: bool,
) -> None:
    """The key comes from a file or from the environment."""
    asked = ("serve", str(town_file), "--host", EVERYWHERE, "--port", "0")
    result = run(*asked)
    assert (result.code, guards) == (2, [])
    assert f"serving on '{EVERYWHERE}' is open to other machines and needs a key" in result.err
    if from_file:
        (tmp_path / "key.txt").write_text("sesame\n", encoding="utf-8")
        asked = (*asked, "--key-file", str(tmp_path / "key.txt"))
    else:
        monkeypatch.setenv(KEY, "sesame")
    result = run(*asked)
    assert result.code == 0
    assert "sesame" not in result.err
    (guard,) = guards
    assert guard.limits.key == "sesame"
    assert not guard.limits.hosts


@pytest.mark.parametrize(
    ("content", "words"), [(None, "cannot be read"), (b" \n", "empty"), (b"\xff", "cannot be read")]
)
def test_key_file_without_a_key_exits_with_2(
    run: Run,
    guards: list[Guard],
    town_file: Path,
    tmp_path: Path,
    content: bytes | None,
    words: str,
) -> None:
    """The server never starts without the requested key."""
    path = tmp_path / "key.txt"
    if content is not None:
        path.write_bytes(content)
    result = run("serve", str(town_file), "--port", "0", "--key-file", str(path))
    assert (result.code, guards) == (2, [])
    assert words in result.err


def test_invalid_map_exits_with_2(run: Run, guards: list[Guard], tmp_path: Path) -> None:
    (tmp_path / "text.world").write_text("Information of Old Mill:\n", encoding="utf-8")
    for name in ("text.world", "none.world"):
        result = run("serve", str(tmp_path / name), "--port", "0")
        assert (result.code, guards) == (2, [])
        assert name in result.err


def test_port_in_use_exits_with_2(run: Run, guards: list[Guard], town_file: Path) -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        result = run("serve", str(town_file), "--port", str(port))
    assert (result.code, guards) == (2, [])
    assert f"got '127.0.0.1:{port}': address already in use" in result.err
