"""The audit of a dataset, by its new name and by ``geoeval audit``."""

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
def test_the_suffix_says_the_format(
    run: Run, save: Save, tmp_path: Path, name: str, beginning: str
) -> None:
    """A page, a document, or JSON; findings are no failure."""
    out = tmp_path / name
    assert run("audit", save([question(1, correct=1)]), "-o", str(out)).code == 0
    assert out.read_text(encoding="utf-8").startswith(beginning)


def test_an_unknown_suffix_is_refused(run: Run, save: Save, tmp_path: Path) -> None:
    """The message says which there are; --format decides for any name."""
    path, out = save([question(1)]), str(tmp_path / "a.pdf")
    refused = run("audit", path, "-o", out)
    assert refused.code == 2
    assert "expected a file name ending in .html, .md or .json, got" in refused.err
    assert run("audit", path, "-o", out, "--format", "md").code == 0


def test_a_page_goes_to_the_screen(run: Run, save: Save) -> None:
    """Without a file, as with any command."""
    assert run("audit", save([question(1)])).out.startswith("<!doctype html>")


def test_title_and_date_are_printed(run: Run, save: Save) -> None:
    """And nothing that changes from run to run."""
    path = save([question(1)])
    arguments = ("audit", path, "--title", "Release <2>", "--date", "1 May 2030")
    shown = run(*arguments).out
    assert "<h1>Release &lt;2&gt;</h1>" in shown
    assert "<dd>1 May 2030</dd>" in shown
    assert run(*arguments).out == shown


def test_several_files_are_one_audit(run: Run, save: Save) -> None:
    """Each with its checksum, and ids made whole."""
    paths = save([question(1)], "a.json"), save([question(1)], "b.json")
    shape = json.loads(run("audit", *paths, "--format", "json").out)
    assert [source["records"] for source in shape["sources"]] == [1, 1]
    assert {len(source["sha256"]) for source in shape["sources"]} == {64}
    assert [item["id"] for item in shape["items"]] == ["a/1", "b/1"]


def test_the_sample_is_audited(run: Run) -> None:
    """Without any path."""
    assert "questions.json" in run("audit", "--sample").out


def test_nothing_to_check_is_no_success(run: Run, save: Save) -> None:
    """The page says so, and the exit code is 1."""
    done = run("audit", save([]))
    assert done.code == 1
    assert "nothing could be checked: there are no questions" in done.out
    assert "nothing could be checked: there are no questions" in done.err


def test_a_file_that_cannot_be_read_is_a_failure(run: Run, save: Save) -> None:
    """The other file is audited all the same."""
    done = run("audit", "no_such_file.json", save([question(1)]), "--format", "json")
    assert done.code == 2
    assert json.loads(done.out)["summary"]["questions"] == 1
    assert done.err == f"{NOTE}geoeval: no_such_file.json:1:1: the file does not exist\n"
