"""The audit of a dataset, by ``geoeval verify`` and by the old name ``geoeval audit``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Save, question

NOTE = (
    "geoeval: geoeval audit is now geoeval verify --fail-on never --format audit-json; the next "
    "release drops the old name\n"
)


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("a.html", "<!doctype html>"), ("a.HTM", "<!doctype html>"), ("a.md", "# "), ("a.json", "{")],
)
def test_suffix_decides_the_format(
    run: Run, save: Save, tmp_path: Path, name: str, beginning: str
) -> None:
    """Findings do not change the exit code."""
    out = tmp_path / name
    assert run("audit", save([question(1, correct=1)]), "-o", str(out)).code == 0
    assert out.read_text(encoding="utf-8").startswith(beginning)


def test_unknown_suffix_is_rejected(run: Run, save: Save, tmp_path: Path) -> None:
    """With --format any file name is accepted."""
    path, out = save([question(1)]), str(tmp_path / "a.pdf")
    rejected = run("audit", path, "-o", out)
    assert rejected.code == 2
    assert "expected a file name ending in .html, .md or .json, got" in rejected.err
    assert run("audit", path, "-o", out, "--format", "md").code == 0


def test_page_is_printed_without_an_output_file(run: Run, save: Save) -> None:
    assert run("audit", save([question(1)])).out.startswith("<!doctype html>")


def test_title_and_date_are_printed(run: Run, save: Save) -> None:
    """Two runs print the same page."""
    path = save([question(1)])
    arguments = ("audit", path, "--title", "Release <2>", "--date", "1 May 2030")
    shown = run(*arguments).out
    assert "<h1>Release &lt;2&gt;</h1>" in shown
    assert "<dd>1 May 2030</dd>" in shown
    assert run(*arguments).out == shown


def test_several_files_make_one_audit(run: Run, save: Save) -> None:
    """Each file has its checksum; ids get the stem as a prefix."""
    paths = save([question(1)], "a.json"), save([question(1)], "b.json")
    shape = json.loads(run("audit", *paths, "--format", "json").out)
    assert [source["records"] for source in shape["sources"]] == [1, 1]
    assert {len(source["sha256"]) for source in shape["sources"]} == {64}
    assert [item["id"] for item in shape["items"]] == ["a/1", "b/1"]


def test_sample_is_audited_without_a_path(run: Run) -> None:
    assert "questions.json" in run("audit", "--sample").out


def test_empty_dataset_exits_with_1(run: Run, save: Save) -> None:
    done = run("audit", save([]))
    assert done.code == 1
    assert "nothing could be checked: there are no questions" in done.out
    assert "nothing could be checked: there are no questions" in done.err


def test_unreadable_file_exits_with_2(run: Run, save: Save) -> None:
    """The other file is audited nevertheless."""
    done = run("audit", "no_such_file.json", save([question(1)]), "--format", "json")
    assert done.code == 2
    assert json.loads(done.out)["summary"]["questions"] == 1
    assert done.err == f"{NOTE}geoeval: no_such_file.json:1:1: the file does not exist\n"
