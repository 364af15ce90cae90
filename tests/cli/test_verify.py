"""``geoeval verify``: exit codes, selection, formats, several files."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import CONTEXT, Run, Save, question


def test_clean_dataset_exits_with_0(run: Run, save: Save) -> None:
    """Only the summary is printed."""
    result = run("verify", save([question(1)]))
    assert (result.code, result.err) == (0, "")
    assert result.out == "1 question: 1 supported, 0 contradicted, 0 ambiguous, 0 not checkable\n"


def test_wrong_label_exits_with_1_and_its_proof(run: Run, save: Save) -> None:
    """The finding has file, line, column, code and id, and shows label and answer."""
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
def test_failing_findings_can_be_selected(
    run: Run, save: Save, arguments: tuple[str, ...], code: int
) -> None:
    """Verdicts are counted whatever is selected."""
    result = run("verify", save([question(1, correct=1)]), *arguments)
    assert result.code == code
    assert "1 contradicted" in result.out


def test_warnings_fail_on_request_only(run: Run, save: Save) -> None:
    """Equal options are a warning."""
    options = ["North", "South", "South"]
    path = save([question(1, answer={"type": "mcq", "options": options, "correct": 0})])
    assert run("verify", path).code == 0
    result = run("verify", path, "--fail-on", "warning")
    assert result.code == 1
    assert "GEO107" in result.out


def test_too_little_coverage_exits_with_1(run: Run, save: Save) -> None:
    """A question that cannot be checked lowers the coverage."""
    path = save([question(1), question(2, context="x", query=None)])
    assert run("verify", path).code == 0
    assert run("verify", path, "--min-coverage", "0.5").code == 0
    arguments = ("verify", path, "--min-coverage", "0.6", "--fail-on", "never")
    reason = "1 of 2 questions could be checked, a share of 0.5; --min-coverage requires 0.6"
    result = run(*arguments)
    assert result.code == 1
    assert result.out.splitlines()[-1] == f"failed: {reason}"
    for output in ("json", "jsonl"):
        shown = run(*arguments, "--format", output).out
        summary = json.loads(shown if output == "json" else shown.splitlines()[-1])
        assert summary.get("summary", summary)["failed"] == [reason]
    assert f"::error title=geoeval::failed: {reason}" in run(*arguments, "--format", "github").out
    assert "**Failed**: 1 of 2" in run(*arguments, "--format", "markdown").out


def test_nothing_checked_exits_with_1(run: Run, save: Save) -> None:
    """Neither an empty dataset nor one without a verdict is clean; the last line says so."""
    empty = run("verify", save([]), "--fail-on", "never")
    lost = run("verify", save([question(1, query=None, context="x")]), "--fail-on", "never")
    assert (empty.code, lost.code) == (1, 1)
    nothing = "failed: nothing could be checked: "
    assert empty.out.splitlines()[-1] == f"{nothing}there are no questions"
    assert lost.out.splitlines()[-1] == f"{nothing}1 question without a verdict"


def test_empty_file_reports_that_nothing_was_checked(run: Run, save: Save) -> None:
    """The exit code is 2, for the fault of the file."""
    for form in ("text", "html"):
        result = run("verify", save("", "empty.json"), "--format", form)
        assert result.code == 2
        assert "nothing could be checked: there are no questions" in result.out


def test_selection_without_rules_is_rejected(run: Run, save: Save) -> None:
    """It could not find anything, whatever the labels are."""
    path = save([question(1, correct=1)])
    result = run("verify", path, "--select", "GEO3", "--ignore", "GEO30,GEO3")
    assert (result.code, result.out) == (2, "")
    words = "to leave at least one rule, got 'GEO3' minus 'GEO30,GEO3'"
    assert words in result.err


@pytest.mark.parametrize("share", ["1.5", "60%", "nan", "-0.1"])
def test_invalid_share_is_quoted(run: Run, save: Save, share: str) -> None:
    """The message has the valid range."""
    result = run("verify", save([question(1)]), "--min-coverage", share)
    assert result.code == 2
    words = " ".join(result.err.replace("│", " ").split())
    assert f"expected a share from 0 to 1, such as 0.6 for 60%, got '{share}'" in words


@pytest.mark.parametrize("command", ["verify", "solve", "world read"])
def test_input_is_never_overwritten(run: Run, save: Save, tmp_path: Path, command: str) -> None:
    """Symbolic links and hard links to the input are recognised."""
    path = Path(save([question(1)]))
    before = path.read_bytes()
    (tmp_path / "link").symlink_to(path)
    (tmp_path / "hard").hardlink_to(path)
    for output in (path, tmp_path / "x" / ".." / path.name, tmp_path / "link", tmp_path / "hard"):
        (tmp_path / "x").mkdir(exist_ok=True)
        result = run(*command.split(), str(path), "-o", str(output))
        assert (result.code, result.out) == (2, "")
        assert "; choose another file" in result.err
    assert path.read_bytes() == before


def test_places_with_equal_names_are_distinguished(run: Run, save: Save) -> None:
    """By address, or by coordinates if the address is the same; the context is reported once."""
    again = "Information of <b>Old Mill</b>:\n- Location: {} (51.0, 3.0).\n"
    apart, together = CONTEXT + again.format("7 Hill"), CONTEXT + again.format("1 Quay")
    path = save([question(n, context=apart) for n in (1, 2)] + [question(3, context=together)])
    out = run("verify", path, "--verbose").out
    assert out.count(": GEO203 ") == 2
    assert "Old Mill is at '7 Hill', another at '1 Quay'" in out
    assert "'Old Mill' may be any of 'Old Mill (1 Quay)', 'Old Mill (7 Hill)'" in out
    assert "'Old Mill (1 Quay, the same address, at 52.0, 4.0)'" in out
    assert "'Old Mill (1 Quay, the same address, at 51.0, 3.0)'" in out


def test_unknown_code_exits_with_2(run: Run, save: Save) -> None:
    result = run("verify", save([question(1)]), "--ignore", "GEX")
    assert result.code == 2
    assert "expected the code of a rule or a prefix of one, got 'GEX'" in result.err


def test_missing_path_exits_with_2(run: Run) -> None:
    result = run("verify")
    assert result.code == 2
    assert result.err.startswith("geoeval: error: expected the path of a dataset")


@pytest.mark.parametrize("arguments", [("--format", "xml"), ("--min-coverage", "2"), ("--nope",)])
def test_wrong_option_exits_with_2(run: Run, save: Save, arguments: tuple[str, ...]) -> None:
    assert run("verify", save([question(1)]), *arguments).code == 2


def test_unknown_dataset_format_exits_with_2(run: Run, save: Save) -> None:
    """The message lists the formats."""
    result = run("verify", save([]), "--dataset", "quiz")
    assert result.code == 2
    assert "expected a record format (auto, mapeval, mapeval-api, " in result.err


def test_unreadable_file_exits_with_2_after_the_others(
    run: Run, save: Save, tmp_path: Path
) -> None:
    """The good file between two bad files is checked."""
    good = save([question(1, correct=1)])
    result = run("verify", str(tmp_path / "none.json"), good, str(tmp_path))
    assert result.code == 2
    assert "GEO302" in result.out
    assert result.out.count("GEO101") == 2
    assert "2 file errors" in result.out


def test_repeated_ids_get_the_stem_of_their_file(run: Run, save: Save) -> None:
    """Other ids keep their type."""
    first = save([question(1), question(2)], "a.json")
    second = save([question(2)], "b.json")
    shape = run("verify", first, second, first, "--format", "json").shape
    assert [item["id"] for item in shape["items"]] == [1, "a/2", "b/2"]  # type: ignore[attr-defined]


def test_dash_reads_standard_input(run: Run) -> None:
    """Spans name it ``<stdin>``."""
    result = run("verify", "-", stdin=json.dumps([question(1, correct=1)]).encode())
    assert result.code == 1
    assert result.out.startswith("<stdin>:1:2: GEO302 ")


@pytest.mark.parametrize(
    "output", ["text", "json", "jsonl", "github", "sarif", "junit", "markdown"]
)
def test_every_format_can_be_written_to_a_file(
    run: Run, save: Save, tmp_path: Path, output: str
) -> None:
    """With -o nothing is printed, and the file ends with a newline."""
    target = tmp_path / "report"
    arguments = ("verify", save([question(1, correct=1)]), "--format", output)
    result = run(*arguments, "-o", str(target))
    assert (result.code, result.out) == (1, "")
    text = target.read_text(encoding="utf-8")
    assert "GEO302" in text
    assert text.endswith("\n")
    assert run(*arguments).out == text


def test_unwritable_file_exits_with_2(run: Run, save: Save, tmp_path: Path) -> None:
    result = run("verify", save([question(1)]), "-o", str(tmp_path / "no" / "report"))
    assert result.code == 2
    assert "cannot be written: No such file or directory" in result.err


def test_statistics_and_verbose_change_the_list(run: Run, save: Save) -> None:
    """--verbose also lists questions that could not be checked."""
    path = save([question(1, correct=1), question(2, query=None, question="Zorgle?")])
    assert run("verify", path, "--statistics").out.splitlines()[0].split()[1].startswith("GEO")
    assert "GEO902" not in run("verify", path).out
    assert "GEO902" in run("verify", path, "--verbose").out


def test_sample_has_findings(run: Run) -> None:
    """The sample needs no path."""
    result = run("verify", "--sample", "--fail-on", "never")
    assert result.code == 0
    assert "questions.json:" in result.out
    assert any(" contradicted, " in line for line in result.out.splitlines()[-10:])


def test_unreadable_files_are_reported_despite_selection(run: Run, tmp_path: Path) -> None:
    """Whatever causes exit code 2 is printed with its location."""
    path = tmp_path / "set.json"
    path.write_text("[{", encoding="utf-8")
    for arguments in (("--select", "GEO3"), ("--ignore", "GEO1")):
        result = run("verify", str(path), *arguments)
        assert result.code == 2
        assert f"{path}:1:" in result.out


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (("-o", "a.txt", "--also", "json=a.txt"), "'a.txt' and 'a.txt'"),
        (("--also", "json=./a.txt", "--also", "sarif=a.txt"), "'./a.txt' and 'a.txt'"),
        (("--also", "json=-"), "standard output twice"),
    ],
)
def test_reports_need_different_outputs(
    run: Run, save: Save, arguments: tuple[str, ...], place: str
) -> None:
    result = run("verify", save([question(1)]), *arguments)
    assert result.code == 2
    assert f"expected a different file for each output, got {place}" in result.err


def test_dash_writes_to_standard_output(run: Run, save: Save) -> None:
    """Devices may take several reports."""
    path = save([question(1)])
    assert run("verify", path, "-o", "-").out == run("verify", path).out
    assert run("verify", path, "-o", "/dev/null", "--also", "json=/dev/null").code == 0
    both = run("verify", path, "-o", "/dev/null", "--also", "json=-")
    assert json.loads(both.out)["summary"]["checked"] == 1


def test_concise_prints_one_line_per_finding(run: Run, save: Save) -> None:
    """Findings shared by several records and the summary come last."""
    result = run("verify", save([question(1, correct=1), question(2)]), "--format", "concise")
    finding, duplicate, summary = result.out.splitlines()
    assert duplicate.startswith("GEO8")
    assert " GEO302 answer-contradicts-direction [1] " in finding
    assert summary.startswith("2 questions: 1 supported, 1 contradicted")


def test_help_of_a_rule_is_printed_once(run: Run, save: Save) -> None:
    result = run("verify", save([question(1, correct=1), question(2, correct=1)]))
    assert (result.out.count(" GEO302 "), result.out.count("help: ")) == (2, 1)


def test_md_is_short_for_markdown(run: Run, save: Save) -> None:
    path = save([question(1, correct=1)])
    short, long = (run("verify", path, "--format", name).out for name in ("md", "markdown"))
    assert short == long
    assert "GEO302" in short


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["verfy"], "no such command 'verfy'; did you mean 'verify'?; see geoeval --help"),
        (["verify", "--formt"], "no such option: --formt (did you mean --format)"),
        (["verify", "--format", "makdown"], "; did you mean markdown?; see geoeval verify --help"),
        (["rule", "answer-contradicts-distanc"], "did you mean answer-contradicts-distance"),
    ],
)
def test_wrong_usage_suggests_what_was_meant(run: Run, arguments: list[str], words: str) -> None:
    """The message says where to find help."""
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("geoeval: error: ")
    assert words in result.err


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--format", "json"), 2),
        (("--format", "sarif", "--also", "json=other.json"), 2),
        (("--format", "json", "--also", "md=report.md"), 0),
        (("--format", "markdown"), 0),
    ],
)
def test_statistics_need_a_format_that_counts(
    run: Run,
    save: Save,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    code: int,
) -> None:
    """No option is ignored in silence."""
    monkeypatch.chdir(tmp_path)
    result = run("verify", save([question(1)]), "--statistics", *options)
    assert result.code == code
    assert ("expected --format markdown or md or text" in result.err) is (code == 2)


def test_suggested_commands_run_as_printed(run: Run, save: Save) -> None:
    """The report ends with commands that name the file, the question and its format."""
    context = CONTEXT.replace("(53.0, 4.0)", "")
    path = save([question("q 1", context=context)])
    result = run("verify", path, "--dataset", "mapeval", "--fail-on", "never")
    *_, heading, command, _ = result.out.splitlines()
    assert heading == "to see more:"
    words = shlex.split(command)
    assert words[:5] == ["geoeval", "world", "read", path, "--id"]
    assert "Stone Pier" in run(*words[1:]).out


def test_files_of_a_report_are_named(run: Run, save: Save, tmp_path: Path) -> None:
    """They are counted on standard error, and standard output is not a file."""
    path, page, table = save([question(1)]), str(tmp_path / "a.html"), str(tmp_path / "b.md")
    result = run("verify", path, "--format", "html", "-o", page, "--also", f"md={table}")
    counts = "1 question: 1 supported, 0 contradicted, 0 ambiguous, 0 not checkable"
    assert (result.out, result.err) == ("", f"geoeval: wrote {page}, {table}: {counts}\n")
    assert run("verify", path, "-o", "-").err == ""


@pytest.mark.parametrize(("options", "is_listed"), [((), False), (("--select", "GEO9"), True)])
def test_findings_that_are_selected_are_listed(
    run: Run, save: Save, options: tuple[str, ...], is_listed: bool
) -> None:
    """Those about what could not be checked are otherwise listed only by --verbose."""
    path = save([question(1, query=None, question="Zorgle the pier?")])
    assert ("GEO902" in run("verify", path, *options).out) is is_listed


TOWN = "Information of <b>Old Mill</b>:\n- Location: 1 Quay (52.0, 4.0).\n"
NAMES = ("set.json", "-set.json", "a  long name with 'quotes' and \"more\" $HOME `x`.json")
OPTIONS = (
    (),
    ("-v",),
    ("--world", "town.txt"),
    ("--world", "-town.txt"),
    ("--columns", "context=a column"),
    ("--understand", "rules"),
    ("--understand", "rules", "--earth", "ellipsoid", "--jobs", "2", "--timeout", "9.5"),
    ("--labels", "from-0", "--queries", "-kept.jsonl"),
)


@pytest.mark.parametrize(
    ("options", "name"),
    [*((options, NAMES[0]) for options in OPTIONS), *(((), name) for name in NAMES[1:])],
)
def test_every_suggested_command_is_accepted(
    run: Run,
    save: Save,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    name: str,
) -> None:
    """Whatever the options of the run and the names of its files, a command can be pasted."""
    monkeypatch.chdir(tmp_path)
    save(TOWN, "town.txt"), save(TOWN, "-town.txt"), save("", "-kept.jsonl")
    asked = ("How far is the Old Mill from the Moon?", "Is the Old Mill a lovely frobnicator?")
    context = "" if "--world" in options else TOWN
    records = [
        question(f"-{n}", question=text, context=context, query=None)
        for n, text in enumerate(asked)
    ]
    shape = [{k: v for k, v in one.items() if v is not None} for one in records]
    if "--columns" in options:
        shape = [
            {"question": each["question"], "a column": TOWN, "options": ["1", "2"], "answer": 1}
            for each in shape
        ]
    save(shape, name), save(shape, "other.json")
    for files in ([name], ["other.json", name]):
        out = run("verify", *options, "--", *files).out
        commands = out.partition("to see more:\n")[2].splitlines()
        shown = [line for line in commands if line.startswith("    geoeval ")]
        assert shown or "-v" in options or "--queries" in options
        for line in shown:
            words = shlex.split(line)[1:]
            result = run(*(word.replace("+MODEL", "") for word in words if word != "--dry-run"))
            assert "error" not in result.err, line


def test_commands_about_the_sample_name_its_file(run: Run) -> None:
    """Only verify has the option --sample."""
    out = run("verify", "--sample").out
    command = out.partition("to see more:\n")[2].splitlines()[0]
    assert run(*shlex.split(command)[1:]).code == 0


def test_nothing_is_suggested_about_standard_input(run: Run) -> None:
    """It cannot be read again."""
    text = json.dumps([question(1, context="Old Mill is by the river.")]).encode()
    result = run("verify", "-", stdin=text)
    assert "0 supported" in result.out
    assert "to see more" not in result.out
