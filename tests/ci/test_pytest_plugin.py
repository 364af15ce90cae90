"""``pytest --geoeval``: a test per question, next to the folder's own tests."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import scipy.spatial  # noqa: F401 - it loads once in a process, and not a second time

import geoeval.cli.inputs
import geoeval.reporting.reports.junit
import geoeval.verification.run  # noqa: F401 - what a run inside this process loads is kept
from geoeval.cli.main import main
from tests.ci.scratch import ROOT, write_records
from tests.cli.conftest import question

pytest_plugins = ["pytester"]
PLUGIN = ("-p", "geoeval.pytest_plugin", "-p", "no:cacheprovider")


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a right, a wrong, a not understood and an unreadable record."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    lost = question("lost", query=None, question="Zorgle the pier?")
    bad = question("bad")
    del bad["question"]
    pytester.path.joinpath("set.json").write_text(
        _records(question("right"), question("wrong", 1, question="The pier is where?"), lost, bad),
        encoding="utf-8",
    )
    return pytester.path


def _records(*records: dict[str, object]) -> str:
    """Return records as JSON, one per line."""
    return "[" + ",\n".join(json.dumps(record) for record in records) + "]"


def test_outcomes_follow_the_verdicts(pytester: pytest.Pytester, folder: Path) -> None:
    """A wrong label fails with its proof, an unchecked question is skipped."""
    assert folder.is_dir()
    result = pytester.runpytest_inprocess(*PLUGIN, "--geoeval", "set.json", "-v", "-rs")
    result.assert_outcomes(passed=2, failed=1, skipped=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "set.json::right PASSED*",
            "set.json::wrong FAILED*",
            "set.json::lost SKIPPED (not checked: *",
            "set.json::bad ERROR*",
            "set.json::shared causes PASSED*",
            "GEO103 missing-field: $.question: *",
            "at set.json:4:1",
            "GEO302 answer-contradicts-direction: the label says 'South', but *",
            "at set.json:2:1",
            'label: 1 "South"',
            "4 questions: 1 supported, 1 contradicted, *",
            "SKIPPED [[]1[]] set.json:3: not checked: *",
        ]
    )
    assert "pytest_plugin.py" not in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


@pytest.mark.parametrize(
    ("arguments", "outcomes"),
    [
        (("-k", "wrong or right"), {"failed": 1, "passed": 1, "deselected": 3}),
        (("set.json::wrong",), {"failed": 1}),
        (("-x",), {"failed": 1, "passed": 1}),
        (("--geoeval-fail-on", "never", "-k", "wrong"), {"passed": 1, "deselected": 4}),
        (("--geoeval", "./set.json", "."), {"failed": 1, "passed": 2, "skipped": 1, "errors": 1}),
    ],
)
def test_questions_can_be_selected_like_tests(
    pytester: pytest.Pytester, folder: Path, arguments: tuple[str, ...], outcomes: dict[str, int]
) -> None:
    """By words, name, first failure or severity; a path given twice counts once."""
    assert folder.is_dir()
    result = pytester.runpytest_inprocess(*PLUGIN, "--geoeval", "set.json", *arguments)
    result.assert_outcomes(**outcomes)


def test_collecting_verifies_nothing(pytester: pytest.Pytester, folder: Path) -> None:
    """The questions are listed with the tests of the folder."""
    folder.joinpath("test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    result = pytester.runpytest_inprocess(*PLUGIN, "--geoeval", "set.json", "--collect-only", "-q")
    assert [line for line in result.outlines if "::" in line] == [
        "set.json::right",
        "set.json::wrong",
        "set.json::lost",
        "set.json::bad",
        "set.json::shared causes",
        "test_own.py::test_own",
    ]
    assert "4 questions" not in result.stdout.str()


def test_shared_causes_and_equal_ids_have_own_tests(
    pytester: pytest.Pytester, folder: Path
) -> None:
    """Repeated ids are numbered; ids of several files get the stem as a prefix."""
    for name in ("a.json", "b.json"):
        write_records(folder / name, 1)
    twice = _records(question("x", 1), question("x", 1))
    folder.joinpath("c.json").write_text(twice, encoding="utf-8")
    paths = [part for name in "abc" for part in ("--geoeval", f"{name}.json")]
    result = pytester.runpytest_inprocess(*PLUGIN, *paths, "-v")
    result.assert_outcomes(failed=5)
    result.stdout.fnmatch_lines(
        [
            "a.json::a/q1 FAILED*",
            "a.json::shared causes FAILED*",
            "b.json::b/q1 FAILED*",
            "c.json::x FAILED*",
            "c.json::x (2) FAILED*",
            "GEO302 *: reversed bearing in * records *",
            "records: a/q1, b/q1, x",
        ]
    )


def test_accepted_findings_are_skipped(pytester: pytest.Pytester, folder: Path) -> None:
    """The reason is shown, and stale entries are reported."""
    known = ("--write-baseline", "known.jsonl", "--reason", "being reviewed")
    assert main(["verify", "set.json", *known]) == 0
    arguments = (*PLUGIN, "--geoeval", "set.json", "--geoeval-baseline", "known.jsonl", "-rs")
    result = pytester.runpytest_inprocess(*arguments)
    result.assert_outcomes(passed=2, skipped=3)
    result.stdout.fnmatch_lines(["SKIPPED*set.json:2: contradicted, accepted: being reviewed"])
    write_records(folder / "set.json", 0)
    result = pytester.runpytest_inprocess(*arguments)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["stale: GEO302 [[]wrong[]] is accepted but no longer found; *"])


def test_kept_queries_replace_understanding(pytester: pytest.Pytester, folder: Path) -> None:
    """A question without a kept query is skipped with the reason."""
    assert main(["formalize", "set.json"]) == 0
    assert folder.joinpath("set.queries.jsonl").is_file()
    kept = ("--geoeval-queries", "set.queries.jsonl")
    result = pytester.runpytest_inprocess(*PLUGIN, "--geoeval", "set.json", *kept, "-rs")
    result.assert_outcomes(passed=2, failed=1, skipped=1, errors=1)
    result.stdout.fnmatch_lines(["SKIPPED*not checked: no query*"])


def test_settings_of_the_project_apply(pytester: pytest.Pytester, folder: Path) -> None:
    """They are those of verify, and an option takes precedence."""
    settings = (
        '[tool.geoeval]\nlabels = "from-0"\ncolumns = {question = "ask"}\nfail-on = "never"\n'
    )
    folder.joinpath("pyproject.toml").write_text(settings, encoding="utf-8")
    record = {"ask": "Which way?", "options": ["North", "South"], "answer": 1, "id": "wrong"}
    record |= {key: question("", 1)[key] for key in ("context", "query")}
    folder.joinpath("own.json").write_text(_records(record), encoding="utf-8")
    pytester.runpytest_inprocess(*PLUGIN, "--geoeval", "own.json").assert_outcomes(passed=2)
    failing = ("--geoeval-fail-on", "error")
    result = pytester.runpytest_inprocess(*PLUGIN, "--geoeval", "own.json", *failing)
    result.assert_outcomes(passed=1, failed=1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--geoeval", "no.json"), "*file or directory not found: no.json*"),
        (("--geoeval", "set.json", "--geoeval-baseline", "no"), "*no: the baseline cannot be*"),
        (("--geoeval", "set.json", "--geoeval-dataset", "x"), "*expected a record format*'x'*"),
        (("--geoeval", "set.json", "--geoeval-queries", "no"), "*expected a file of queries*"),
        (("--geoeval-fail-on", "x"), "*invalid choice: 'x'*"),
    ],
)
def test_wrong_usage_is_reported_before_any_test(
    pytester: pytest.Pytester, folder: Path, arguments: tuple[str, ...], words: str
) -> None:
    assert folder.is_dir()
    result = pytester.runpytest_inprocess(*PLUGIN, *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([words])


def test_unreadable_file_is_an_error(pytester: pytest.Pytester, folder: Path) -> None:
    """The records that can be read are tested."""
    folder.joinpath("set.json").write_text(
        _records(question(1), question(2))[:-9], encoding="utf-8"
    )
    result = pytester.runpytest_inprocess(*PLUGIN, "--geoeval", "set.json")
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*ERROR at setup of file, line 2*", "GEO102 invalid-json: *"])


def test_folder_is_read_as_one_dataset(pytester: pytest.Pytester, folder: Path) -> None:
    """The files in it are not collected separately."""
    folder.joinpath("sets").mkdir()
    result = pytester.runpytest_inprocess(*PLUGIN, "--geoeval", "sets", "sets")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["GEO101 unreadable-file: *"])


def test_without_its_option_the_plugin_does_nothing(
    pytester: pytest.Pytester, folder: Path
) -> None:
    assert folder.is_dir()
    result = pytester.runpytest_inprocess(*PLUGIN)
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.slow
def test_workers_and_junit_agree(folder: Path) -> None:
    """Two processes run the same tests, and the results appear in the JUnit report."""
    pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    arguments = ("-p", "xdist", "-n2", "--geoeval", "set.json", "--junitxml", "out.xml")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *PLUGIN, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    (suite,) = ET.fromstring((folder / "out.xml").read_bytes())  # noqa: S314 - of pytest
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "5", "failures": "1", "errors": "1", "skipped": "1"}
    failure = suite.find("./testcase[@name='wrong']/failure")
    assert failure is not None
    assert "GEO302 answer-contradicts-direction" in (failure.get("message") or "")
    assert "pytest_plugin.py" not in (failure.text or "")


@pytest.mark.slow
def test_entry_point_loads_only_the_plugin(folder: Path) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    points = settings["project"]["entry-points"]["pytest11"]
    info = folder / "site" / "geoeval_as_installed-1.dist-info"
    info.mkdir(parents=True)
    lines = [f"{name} = {module}" for name, module in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[pytest11]", *lines]), encoding="utf-8")
    (info / "METADATA").write_text("Name: geoeval-as-installed\nVersion: 1\n", encoding="utf-8")
    folder.joinpath("test_own.py").write_text(
        "import sys\n\n\ndef test_own():\n"
        "    loaded = {name for name in sys.modules if name.startswith('geoeval')}\n"
        "    assert loaded == {'geoeval', 'geoeval.pytest_plugin'}\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "test_own.py"],
        cwd=folder,
        env={"PYTHONPATH": f"{folder / 'site'}:{ROOT}"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_checked_fails(pytester: pytest.Pytester, folder: Path) -> None:
    """As in ``geoeval verify``, a dataset without any verdict is not clean."""
    lost = question("lost", query=None, question="Zorgle the pier?")
    folder.joinpath("set.json").write_text(_records(lost), encoding="utf-8")
    result = pytester.runpytest_inprocess(*PLUGIN, "--geoeval", "set.json")
    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(["nothing could be checked: 1 question without a verdict"])
