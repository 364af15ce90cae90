"""What is said where a run does not end well and its report is not on the screen."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run, Save, question


def test_a_report_in_a_file_leaves_the_reason_on_the_screen(
    run: Run, save: Save, tmp_path: Path
) -> None:
    """The fault for which a file could not be read, not those of its records."""
    broken = save('{"question": "?"}\n{"id": 1, "question"', "set.jsonl")
    done = run("verify", broken, "-o", str(tmp_path / "report.txt"))
    assert done.code == 2
    assert done.out == ""
    assert "set.jsonl:2:21: invalid JSON at line 2, column 21" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_report_on_the_screen_is_not_repeated(run: Run, save: Save) -> None:
    """It says it itself; so does a good end nothing."""
    assert run("verify", "no_such_file.json").err == ""
    assert run("verify", save([question(1)]), "--format", "html").err == ""
