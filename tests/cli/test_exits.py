"""Messages on standard error if a run fails and its report is not on the screen."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run, Save, question


def test_report_in_a_file_leaves_the_reason_on_stderr(run: Run, save: Save, tmp_path: Path) -> None:
    """It is the fault that made the file unreadable, not those of its records."""
    broken = save('{"question": "?"}\n{"id": 1, "question"', "set.jsonl")
    done = run("verify", broken, "-o", str(tmp_path / "report.txt"))
    assert done.code == 2
    assert done.out == ""
    assert "set.jsonl:2:21: invalid JSON at line 2, column 21" in done.err
    assert len(done.err.splitlines()) == 2


def test_printed_report_is_not_repeated_on_stderr(run: Run, save: Save) -> None:
    """A successful run prints nothing there either."""
    assert run("verify", "no_such_file.json").err == ""
    assert run("verify", save([question(1)]), "--format", "html").err == ""
