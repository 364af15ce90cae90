"""``geoeval verify``: exit codes, selection, formats, several files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Save, question


def test_clean_dataset_gives_0(run: Run, save: Save) -> None:
    """A supported label leaves nothing but the summary."""
    result = run("verify", save([question(1)]))
    assert (result.code, result.err) == (0, "")
    assert result.out == "1 question: 1 supported, 0 contradicted, 0 ambiguous, 0 not checkable\n"


def test_wrong_label_gives_1_with_its_proof(run: Run, save: Save) -> None:
    """The finding names file, line, column, code and id, and shows label and answer."""
    path = save([question("q7", correct=1)])
    result = run("verify", path)
    assert result.code == 1
    lines = result.out.splitlines()
    assert lines[0].startswith(f"{path}:1:2: GEO302 ")
    assert "[q7]" in lines[0]
    assert '    label     1 "South"' in lines
    assert any(line.startswith('    answer    0 "North" (computed 0.0') for line in lines)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--fail-on", "never"), 0),
        (("--fail-on", "error"), 1),
        (("--ignore", "geo302"), 0),
        (("--ignore", "GEO1,GEO3"), 0),
        (("--select", "GEO1"), 0),
        (("--select", "GEO1", "--select", "GEO3"), 1),
        (("--fail-on", "never", "--min-coverage", "1"), 0),
    ],
)
def test_what_fails_can_be_chosen(
    run: Run, save: Save, arguments: tuple[str, ...], code: int
) -> None:
    """Findings that are not selected do not fail; verdicts are counted all the same."""
    result = run("verify", save([question(1, correct=1)]), *arguments)
    assert result.code == code
    assert "1 contradicted" in result.out


def test_warnings_fail_on_request(run: Run, save: Save) -> None:
    """Equal options are a warning: they fail only with --fail-on warning."""
    options = ["North", "South", "South"]
    path = save([question(1, answer={"type": "mcq", "options": options, "correct": 0})])
    assert run("verify", path).code == 0
    result = run("verify", path, "--fail-on", "warning")
    assert result.code == 1
    assert "GEO107" in result.out


def test_too_little_coverage_gives_1(run: Run, save: Save) -> None:
    """A question that cannot be checked counts against the least coverage."""
    path = save([question(1), question(2, context="x", query={"kind": "no_such_kind"})])
    assert run("verify", path).code == 0
    assert run("verify", path, "--min-coverage", "0.5").code == 0
    assert run("verify", path, "--min-coverage", "0.6", "--fail-on", "never").code == 1


def test_nothing_checked_gives_1(run: Run, save: Save) -> None:
    """An empty dataset is not a clean one."""
    assert run("verify", save([]), "--fail-on", "never").code == 1


def test_unknown_code_gives_2(run: Run, save: Save) -> None:
    """A prefix of no rule is a slip of the hand."""
    result = run("verify", save([question(1)]), "--ignore", "GEX")
    assert result.code == 2
    assert "expected the code of a rule or the beginning of one, got 'GEX'" in result.err


def test_no_path_gives_2(run: Run) -> None:
    """The message says what to give."""
    result = run("verify")
    assert result.code == 2
    assert result.err.startswith("geoeval: error: expected the path of a dataset")


@pytest.mark.parametrize("arguments", [("--format", "xml"), ("--min-coverage", "2"), ("--nope",)])
def test_wrong_option_gives_2(run: Run, save: Save, arguments: tuple[str, ...]) -> None:
    """Options are checked before anything is read."""
    assert run("verify", save([question(1)]), *arguments).code == 2


def test_unknown_dataset_format_gives_2(run: Run, save: Save) -> None:
    """The formats that exist are listed."""
    result = run("verify", save([]), "--dataset", "mapqa")
    assert result.code == 2
    assert "expected a record format (auto, mapeval), got 'mapqa'" in result.err


def test_unreadable_file_gives_2_after_the_others(run: Run, save: Save, tmp_path: Path) -> None:
    """The good file between two bad ones is checked."""
    good = save([question(1, correct=1)])
    result = run("verify", str(tmp_path / "none.json"), good, str(tmp_path))
    assert result.code == 2
    assert "GEO302" in result.out
    assert result.out.count("GEO101") == 2
    assert "2 file faults" in result.out


def test_ids_of_several_files_are_made_whole(run: Run, save: Save) -> None:
    """An id in two files is told with the stem of each; others keep their type."""
    first = save([question(1), question(2)], "a.json")
    second = save([question(2)], "b.json")
    shape = run("verify", first, second, first, "--format", "json").shape
    assert [item["id"] for item in shape["items"]] == [1, "a/2", "b/2"]  # type: ignore[attr-defined]


def test_standard_input_is_read(run: Run) -> None:
    """A dash stands for standard input, which is named in spans."""
    result = run("verify", "-", stdin=json.dumps([question(1, correct=1)]).encode())
    assert result.code == 1
    assert result.out.startswith("<stdin>:1:2: GEO302 ")


@pytest.mark.parametrize("output", ["text", "json", "jsonl", "github", "markdown"])
def test_every_format_goes_to_a_file(run: Run, save: Save, tmp_path: Path, output: str) -> None:
    """With -o nothing is printed, and the file ends in a line end."""
    target = tmp_path / "report"
    arguments = ("verify", save([question(1, correct=1)]), "--format", output)
    result = run(*arguments, "-o", str(target))
    assert (result.code, result.out) == (1, "")
    text = target.read_text(encoding="utf-8")
    assert "GEO302" in text
    assert text.endswith("\n")
    assert run(*arguments).out == text


def test_file_that_cannot_be_written_gives_2(run: Run, save: Save, tmp_path: Path) -> None:
    """The file is named with the reason."""
    result = run("verify", save([question(1)]), "-o", str(tmp_path / "no" / "report"))
    assert result.code == 2
    assert "cannot be written: No such file or directory" in result.err


def test_statistics_and_verbose_change_the_list(run: Run, save: Save) -> None:
    """Statistics count; verbose lists what could not be checked."""
    path = save([question(1, correct=1), question(2, query={"kind": "no_such_kind"})])
    assert run("verify", path, "--statistics").out.splitlines()[0].split()[1].startswith("GEO")
    assert "GEO902" not in run("verify", path).out
    assert "GEO902" in run("verify", path, "--verbose").out


def test_sample_shows_findings(run: Run) -> None:
    """The shipped sample is verified without a path, and its planted faults are found."""
    result = run("verify", "--sample", "--fail-on", "never")
    assert result.code == 0
    assert "questions.json:" in result.out
    assert " contradicted" in result.out.splitlines()[-1]
