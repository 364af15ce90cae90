"""Several formats in one run, and paths that begin at the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Save, question


def test_other_formats_go_to_their_files(run: Run, save: Save, tmp_path: Path) -> None:
    """Each is what it would be alone; the screen shows the main one."""
    path = save([question(1, correct=1)])
    files = {name: tmp_path / f"out.{name}" for name in ("sarif", "junit", "markdown", "html")}
    also = [part for name, file in files.items() for part in ("--also", f"{name}={file}")]
    result = run("verify", path, *also)
    assert result.code == 1
    assert result.out == run("verify", path).out
    for name, file in files.items():
        alone = run("verify", path, "--format", name).out
        assert file.read_text(encoding="utf-8") == alone


@pytest.mark.parametrize("value", ["xml=a.xml", "sarif", "sarif=", "=a", ""])
def test_format_and_file_are_both_needed(run: Run, save: Save, value: str) -> None:
    """The formats are listed with what came."""
    result = run("verify", save([question(1)]), "--also", value)
    assert (result.code, result.out) == (2, "")
    assert "expected a format and a file as FORMAT=FILE (text, concise, json, " in result.err
    assert f"such as sarif=geoeval.sarif, got '{value}'" in result.err


def test_no_file_is_written_twice_or_over(run: Run, save: Save, tmp_path: Path) -> None:
    """Neither by two reports, nor over the dataset or the baseline."""
    path = save([question(1)])
    out = str(tmp_path / "out")
    twice = run("verify", path, "--also", f"sarif={out}", "-o", out)
    assert twice.code == 2
    assert "expected a different file for each output" in twice.err
    over = run("verify", path, "--also", f"sarif={path}")
    assert over.code == 2
    assert "; choose another file" in over.err
    assert not Path(out).exists()


def test_paths_of_code_scanning_begin_at_the_repository(
    run: Run, save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever inside it the command runs."""
    save([question(1, correct=1)], "deep/set.json")
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    log = json.loads(run("verify", "set.json", "--format", "sarif").out)
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "deep/set.json"


def test_junit_fails_as_the_exit_code_does(run: Run, save: Save) -> None:
    """What does not fail passes in the test cases too; too little coverage is a case."""
    path = save([question(1, correct=1), question(2, query=None, question="Zorgle?")])
    arguments = ("verify", path, "--format", "junit")
    assert '<testsuites name="geoeval" tests="2" failures="1"' in run(*arguments).out
    lenient = run(*arguments, "--fail-on", "never")
    assert lenient.code == 0
    assert 'tests="2" failures="0" errors="0" skipped="1"' in lenient.out
    assert "GEO302" in lenient.out
    strict = run(*arguments, "--fail-on", "never", "--min-coverage", "0.9")
    assert strict.code == 1
    assert 'name="coverage 1"' in strict.out
    unselected = run(*arguments, "--select", "GEO1")
    assert "contradicted, by a rule that is not selected" in unselected.out
