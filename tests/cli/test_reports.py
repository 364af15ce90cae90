"""Several formats in one run, and paths relative to the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Save, question


def test_additional_formats_are_written_to_files(run: Run, save: Save, tmp_path: Path) -> None:
    """Each file equals the output of its format alone; the screen shows the main format."""
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
def test_also_needs_format_and_file(run: Run, save: Save, value: str) -> None:
    result = run("verify", save([question(1)]), "--also", value)
    assert (result.code, result.out) == (2, "")
    assert "expected a format and a file as FORMAT=FILE (text, concise, json, " in result.err
    assert f"such as sarif=geoeval.sarif, got '{value}'" in result.err


def test_outputs_never_share_or_overwrite_a_file(run: Run, save: Save, tmp_path: Path) -> None:
    """Neither another report nor the dataset is overwritten."""
    path = save([question(1)])
    out = str(tmp_path / "out")
    twice = run("verify", path, "--also", f"sarif={out}", "-o", out)
    assert twice.code == 2
    assert "expected a different file for each output" in twice.err
    over = run("verify", path, "--also", f"sarif={path}")
    assert over.code == 2
    assert "; choose another file" in over.err
    assert not Path(out).exists()


def test_sarif_paths_are_relative_to_the_repository(
    run: Run, save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The working directory may be anywhere inside it."""
    save([question(1, correct=1)], "deep/set.json")
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    log = json.loads(run("verify", "set.json", "--format", "sarif").out)
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "deep/set.json"


def test_junit_failures_agree_with_the_exit_code(run: Run, save: Save) -> None:
    """Too little coverage is a test case of its own."""
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
