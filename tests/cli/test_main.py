"""The process around the commands: help, version, streams and internal errors."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from geoeval.cli import main as entry
from geoeval.cli.output import prepare_streams, wants_colour, write_lines
from geoeval.cli.progress import PATIENCE_S, LateBar
from tests.cli.conftest import Run, Save, question

PROGRAM = [sys.executable, "-c", "from geoeval.cli.main import run; run()"]


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        """Return True, as a terminal does."""
        return True


def test_version_names_program_and_number(run: Run) -> None:
    assert run("--version").out == f"geoeval {version('geoeval')}\n"


@pytest.mark.parametrize(
    "command", ["verify", "solve", "world read", "rule", "datasets", "results stats"]
)
def test_help_shows_examples(run: Run, command: str) -> None:
    """Each example starts with the name of the command."""
    result = run(*command.split(), "--help")
    assert result.code == 0
    assert f"  geoeval {command} " in result.out or f"  geoeval {command}\n" in result.out


def test_help_is_shown_without_a_command(run: Run) -> None:
    """The exit code is 2, since this is wrong usage."""
    result = run()
    assert result.code == 2
    assert "verify" in result.out + result.err


def test_internal_error_is_one_line_with_exit_code_2(
    run: Run, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line asks for a report."""

    def broken(*_arguments: object, **_options: object) -> None:
        raise RuntimeError("bro\x1bken\nhere")

    monkeypatch.setattr("geoeval.verification.run.verify_datasets", broken)
    result = run("verify", save([question(1)]))
    assert result.code == 2
    assert result.err == (
        "geoeval: internal error: RuntimeError: bro\\u001bken here; please report it with the "
        "command and the record that led to it\n"
    )


def test_exit_without_a_number_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library may stop the process with a text."""

    def stop(**_options: object) -> None:
        text = "no number"
        raise SystemExit(text)

    monkeypatch.setattr(entry, "app", stop)
    assert entry.main([]) == 2


def test_run_exits_with_the_code_of_main(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "main", lambda: 1)
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with pytest.raises(SystemExit, match="1"):
        entry.run()
    assert sys.stdout.encoding == "utf-8"


def test_broken_pipe_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Remaining output is discarded, so that nothing is raised at exit."""

    class Broken(io.StringIO):
        def write(self, _text: str) -> int:
            raise BrokenPipeError

        def fileno(self) -> int:
            return log.fileno()

    with (tmp_path / "log").open("wb", buffering=0) as log:
        monkeypatch.setattr("sys.stdout", Broken())
        write_lines(["one"])
        log.write(b"two")
    assert (tmp_path / "log").read_bytes() == b""


@pytest.mark.parametrize(
    ("command", "what"), [("rule", "standard output"), ("rule --help", "the output")]
)
def test_nothing_is_written_after_the_disk_is_full(
    command: str,
    what: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Buffered output cannot fail a second time."""

    class Full(io.StringIO):
        def write(self, _text: str) -> int:
            raise OSError(28, "No space left on device")

        def fileno(self) -> int:
            return log.fileno()

    with (tmp_path / "log").open("wb", buffering=0) as log:
        monkeypatch.setattr("sys.stdout", Full())
        assert entry.main(command.split()) == 2
        log.write(b"left over")
    assert (tmp_path / "log").read_bytes() == b""
    words = f"geoeval: error: {what} cannot be written: No space left on device\n"
    assert capsys.readouterr().err == words


@pytest.mark.slow
def test_process_exits_with_0_1_or_2(save: Save) -> None:
    """Standard error stays empty."""
    for arguments, code in (
        (["verify", save([question(1)], "a.json")], 0),
        (["verify", save([question(1, correct=1)], "b.json")], 1),
        (["verify", "none.json"], 2),
    ):
        found = subprocess.run([*PROGRAM, *arguments], capture_output=True, check=False)
        assert (found.returncode, found.stderr) == (code, b"")


def test_output_is_utf8_whatever_the_locale(save: Save) -> None:
    path = save([question("ঢাকা", correct=1)])
    found = subprocess.run(
        [*PROGRAM, "verify", path, "--format", "json"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert found.returncode == 1
    assert json.loads(found.stdout.decode())["items"][0]["id"] == "ঢাকা"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    "command", ["verify {} --format json", "solve {}", "rule", "verify --help"]
)
def test_full_disk_is_reported_in_one_line(save: Save, command: str) -> None:
    arguments = command.format(save([question(n) for n in range(99)])).split()
    with Path("/dev/full").open("wb") as full:
        found = subprocess.run(
            [*PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert found.returncode == 2
    assert found.stderr.decode().count("\n") == 1
    assert found.stderr.endswith(b"output cannot be written: No space left on device\n")


def test_unreadable_stdin_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is neither an internal error nor an error of the output."""

    class Broken(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Broken()))
    assert entry.main(["verify", "-"]) == 2
    words = "geoeval: error: standard input cannot be read: Input/output error\n"
    assert capsys.readouterr().err == words


def test_full_stderr_does_not_change_the_exit_code() -> None:
    class Full(io.StringIO):
        def write(self, _text: str) -> int:
            raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", Full())
        assert entry.main(["verify"]) == 2


def test_closed_pipe_ends_the_output_silently(save: Save) -> None:
    path = save([question(n, correct=1) for n in range(400)])
    with subprocess.Popen(
        [*PROGRAM, "verify", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_start_loads_no_heavy_library() -> None:
    code = (
        "import sys, geoeval.cli.main\n"
        "heavy = {'numpy', 'geopandas', 'osmnx', 'rich', 'pydantic', 'shapely', 'networkx'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert found.stdout.strip() == b"[]"


def test_solving_loads_no_heavy_library(save: Save) -> None:
    code = (
        "import sys\nfrom geoeval.cli.main import main\n"
        f"main(['solve', {save([question(1)])!r}])\n"
        "heavy = {'numpy', 'geopandas', 'osmnx', 'rich', 'shapely', 'networkx', 'scipy'}\n"
        "sys.exit(str(sorted(heavy & set(sys.modules))) if heavy & set(sys.modules) else 0)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (found.returncode, found.stderr) == (0, b"")


def test_colours_need_a_capable_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files, pipes, NO_COLOR and dumb terminals get none."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(None, Terminal())
    assert not wants_colour("file", Terminal())
    assert not wants_colour(None, io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(None, Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(None, Terminal())


@pytest.mark.parametrize(
    ("columns", "screen", "lines"),
    [("", Terminal(), 2), ("60", Terminal(), 3), ("60", io.StringIO(), 1)],
)
def test_text_fits_the_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: str, screen: io.StringIO, lines: int
) -> None:
    """Lines break at the 80 columns of a terminal, or at its COLUMNS; what is piped is whole."""
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.stdout", screen)
    write_lines([f"  {'word ' * 25}end"], is_text=True)
    assert len(screen.getvalue().splitlines()) == lines


@pytest.mark.parametrize("command", ["verify", "solve", "world read"])
def test_only_text_is_broken(
    run: Run, save: Save, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """The text has the same words on more lines; JSON stays as it is, so that it can be copied."""
    path = save([question(1, 1)])
    words = (*command.split(), path, *(["--id", "1"] if command == "world read" else []))
    text, shape = run(*words).out, run(*words, "--format", "json").out
    monkeypatch.setattr("geoeval.cli.output._terminal_width", lambda: 40)
    assert run(*words, "--format", "json").out == shape
    narrow = run(*words).out
    assert narrow.split() == text.split()
    assert narrow.count("\n") > text.count("\n")


def test_terminal_keeps_its_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters that it lacks are escaped."""

    class Wrapped(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    screen = Wrapped(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setattr("sys.stderr", io.StringIO())
    prepare_streams()
    assert (screen.encoding, screen.errors) == ("ascii", "backslashreplace")


def test_bar_appears_only_after_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow task shows its progress and cleans up."""
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    now = [0.0]
    with LateBar("verifying", clock=lambda: now[0]) as bar:
        bar(1, 3)
        assert screen.getvalue() == ""
        now[0] = PATIENCE_S
        bar(2, 3)
        bar(3, 3)
    assert re.search(r"verifying.*100%", screen.getvalue(), re.DOTALL)


def test_bar_shows_a_note_after_its_label(monkeypatch: pytest.MonkeyPatch) -> None:
    """The note is renewed with each part."""
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    notes = iter(["(1 request, 0.5000 spent)", "(2 requests, 0.7500 spent)"])
    with LateBar("reading", iter([0.0, 9.0, 9.0]).__next__, notes.__next__) as bar:
        bar(1, 2)
        bar(2, 2)
    assert "reading (2 requests, 0.7500 spent)" in screen.getvalue()


def test_bar_never_appears_on_a_dumb_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It could not move the cursor and would fill with lines."""
    monkeypatch.setenv("TERM", "dumb")
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    with LateBar("verifying", clock=iter([0.0, 9.0]).__next__) as bar:
        bar(1, 2)
    assert screen.getvalue() == ""


def test_bar_never_appears_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "log").open("w+") as log:
        monkeypatch.setattr("sys.stderr", log)
        with LateBar("verifying", clock=iter([0.0, 9.0]).__next__) as bar:
            bar(1, 2)
        assert log.tell() == 0
