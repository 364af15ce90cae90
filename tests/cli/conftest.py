"""Fixtures that run the command line in the test process."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from geoeval.cli.main import main
from tests.queries import value

CONTEXT = (
    "Information of <b>Old Mill</b>:\n- Location: 1 Quay (52.0, 4.0).\n"
    "Information of <b>Stone Pier</b>:\n- Location: 9 Shore (53.0, 4.0).\n"
)
Run = Callable[..., "Result"]
Save = Callable[..., str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The exit code and the output of a command line."""

    code: int
    out: str
    err: str

    @property
    def shape(self) -> dict[str, object]:
        """The JSON document on standard output."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


def question(name: object, correct: object = 0, **changes: object) -> dict[str, object]:
    """Return a question with its query: which way is the pier from the mill? (north)."""
    return {
        "id": name,
        "question": "In which direction does the Stone Pier lie, seen from the Old Mill?",
        "answer": {"type": "mcq", "options": ["North", "South"], "correct": correct},
        "context": CONTEXT,
        "classification": "poi",
        "query": value("direction", place="Stone Pier", seen_from="Old Mill"),
    } | changes


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs arguments, with bytes as standard input."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Result(code=code, out=out, err=err)

    return call


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Return a function that writes records, text or bytes to a file and returns its path."""

    def put(content: object, name: str = "set.json") -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        else:
            path.write_text(json.dumps(content), encoding="utf-8")
        return str(path)

    return put
