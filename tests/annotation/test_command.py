"""The command ``geoeval annotate``: what it opens, and its errors."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import pytest

from geoeval.annotation import store as stores
from geoeval.annotation.store import DraftStore
from geoeval.cli.main import main
from geoeval.datasets.load import sample_path
from geoeval.sockets import is_loopback

pytest.importorskip("nicegui")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)
    # Other tests of this process may have started the one application that nicegui has.
    monkeypatch.setattr("nicegui.app.middleware_stack", None)
    monkeypatch.delenv("GEOEVAL_TOKEN", raising=False)
    return tmp_path


def test_datasets_are_imported_once(
    folder: Path, town_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The drafts are next to the dataset, and existing drafts stay unchanged."""
    source = folder / "sample.json"
    source.write_bytes(sample_path().read_bytes())
    for output in ("132 questions imported from", "0 questions imported from"):
        assert main(["annotate", str(town_file), str(source), "--port", "0"]) == 0
        assert output in capsys.readouterr().err
    with DraftStore(folder / "sample.drafts.sqlite") as store:
        assert len(store.drafts()) == 132


def test_remote_addresses_carry_a_token(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The token is required where other machines reach the page."""
    assert main(["annotate", "--host", "0.0.0.0", "--port", "0"]) == 2  # noqa: S104 - refused
    assert (
        "serving on '0.0.0.0' is open to other machines and needs a token"
        in capsys.readouterr().err
    )
    monkeypatch.setenv("GEOEVAL_TOKEN", "s3")
    assert main(["annotate", "--port", "0", "--drafts", "a.sqlite"]) == 0
    output = capsys.readouterr().err
    assert "/?token=s3 in a browser" in output
    assert "drafts in a.sqlite, queries in a.queries.jsonl" in output
    assert is_loopback("127.0.0.1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no.world"], "no.world"),
        (["no.json"], "the file does not exist"),
        (["town.osm.PBF"], "an extract of OpenStreetMap; build a world of it: geoeval world build"),
        (["a.json", "b.json"], "expected at most one map file and one dataset"),
        (["README.md"], "expected a dataset of multiple-choice questions, got none"),
        (["--drafts", "README.md"], "is not a file of drafts; choose another file"),
        (["--drafts", "no/a.sqlite"], "cannot be used: unable to open"),
        (["--host", "no.such.host.invalid"], "needs a token"),
    ],
)
def test_unusable_arguments_are_reported(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    """The message has one line, the exit status is 2, and nothing changes."""
    (folder / "README.md").write_text("# A text\n" * 200)
    assert main(["annotate", *arguments, "--port", "0"]) == 2
    output = capsys.readouterr().err
    assert message in output
    assert "Traceback" not in output
    assert (folder / "README.md").read_text() == "# A text\n" * 200


def test_busy_ports_and_files_are_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The messages advise what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["annotate", "--port", str(taken.getsockname()[1])]) == 2
    assert "address already in use; choose another one with --port" in capsys.readouterr().err
    monkeypatch.setattr(stores, "_PATIENCE_S", 0.05)
    other = sqlite3.connect(folder / "drafts.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert main(["annotate", "--port", "0"]) == 2
    other.close()
    assert "is in use by another process; end that process, or try again" in capsys.readouterr().err
