"""``pytest --geoeval dataset.json``: one test per question, its proof as the failure message.

pytest loads this module at every start, so it loads nothing of geoeval before it is used.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from geoeval.cli.output import FailOn
    from geoeval.datasets.records import Dataset, Span
    from geoeval.reporting.reports.junit import Case
    from geoeval.verification.model import Acceptance, Report

_SHARED = "shared causes"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("geoeval", "labels of map questions")
    group.addoption(
        "--geoeval",
        action="append",
        default=[],
        metavar="PATH",
        help="Test each label of a dataset; may be given often.",
    )
    group.addoption(
        "--geoeval-baseline",
        metavar="FILE",
        help="Skip the findings that FILE accepts, as geoeval verify --write-baseline writes it.",
    )
    group.addoption(
        "--geoeval-queries",
        metavar="FILE",
        help="Take the queries that FILE keeps, as geoeval formalize writes it, and no others.",
    )
    group.addoption(
        "--geoeval-fail-on",
        choices=("error", "warning", "never"),
        default="error",
        help="Least severity of a finding that fails a test; error by default.",
    )
    group.addoption(
        "--geoeval-dataset",
        default="auto",
        metavar="FORMAT",
        help="Record format of the datasets; recognised by default.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let the datasets be collected beside what else is, unless one of their tests is named."""
    given: list[str] = config.getoption("geoeval")
    paths = list({_absolute_path(config, path): path for path in reversed(given)}.values())[::-1]
    if not paths:
        return
    datasets = _Datasets(config, paths)
    config.pluginmanager.register(datasets, "geoeval-datasets")
    named = {_absolute_path(config, argument.partition("::")[0]) for argument in config.args}
    config.args += [path for path in paths if _absolute_path(config, path) not in named]


def _absolute_path(config: pytest.Config, path: str) -> Path:
    return Path(config.invocation_params.dir, path).resolve()


class _Datasets:
    """The datasets of a session: read once when collected, verified once when a test runs."""

    def __init__(self, config: pytest.Config, paths: list[str]) -> None:
        from geoeval.cli.inputs import declare_format
        from geoeval.cli.output import FailOn
        from geoeval.cli.selection import Accepted
        from geoeval.errors import GeoEvalError
        from geoeval.verification.kept.entries import read_queries

        self._config = config
        self._paths = paths
        self._fail_on: FailOn = FailOn(config.getoption("geoeval_fail_on"))
        self._queries: str | None = config.getoption("geoeval_queries")
        try:
            if self._queries is not None:
                read_queries(self._queries)
            self._form = declare_format(config.getoption("geoeval_dataset"), None)
            self._known: tuple[Acceptance, ...] = Accepted(
                baseline=config.getoption("geoeval_baseline")
            ).known()
        except GeoEvalError as error:
            raise pytest.UsageError(str(error)) from None

    @pytest.hookimpl
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect a dataset."""
        return self._make_collector(_File, file_path, parent)

    @pytest.hookimpl
    def pytest_collect_directory(
        self, path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect a dataset that is a folder."""
        return self._make_collector(_Folder, path, parent)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Let a skipped question point at its record."""
        report = yield
        if isinstance(item, _Test) and report.skipped and isinstance(report.longrepr, tuple):
            report.longrepr = (item.file, item.line, report.longrepr[2])
        return report

    @pytest.hookimpl
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell how much could be checked, and what of the baseline is no longer found."""
        from geoeval.reporting.summary import summarise_report
        from geoeval.reporting.wording import say_stale, say_summary

        if "report" in vars(self):
            for stale in self.report.stale:
                terminalreporter.write_line(f"stale: {say_stale(stale)}")
            terminalreporter.write_line(say_summary(summarise_report(self.report)))

    def _make_collector(
        self, kind: type[_File | _Folder], path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        path = path.resolve()
        if not any(path == _absolute_path(self._config, one) for one in self._paths):
            return None
        collector = kind.from_parent(parent, path=path)
        collector.datasets = self
        return collector

    @cached_property
    def read(self) -> tuple[Dataset, ...]:
        """All datasets."""
        from geoeval.cli.inputs import read_inputs
        from geoeval.verification.kept.matching import with_queries

        datasets = read_inputs(self._paths, self._form)
        return datasets if self._queries is None else with_queries(datasets, self._queries)

    @cached_property
    def report(self) -> Report:
        """The outcome of their verification."""
        from geoeval.cli.output import has_unreadable
        from geoeval.verification.answer import FRONT_ENDS
        from geoeval.verification.answering import Run
        from geoeval.verification.baseline import accept_findings
        from geoeval.verification.run import verify_datasets

        front_ends = FRONT_ENDS if self._queries is None else ()
        report = verify_datasets(self.read, Run(front_ends=front_ends))
        return accept_findings(report, self._known, complete=not has_unreadable(self.read))

    @cached_property
    def cases(self) -> dict[Span | None, list[Case]]:
        """The test cases by the place of their record; those of the whole run have none."""
        from geoeval.cli.output import failing_severities, find_shortfalls, has_unreadable
        from geoeval.reporting.reports.junit import failed_cases, junit_cases

        lacking = () if has_unreadable(self.read) else find_shortfalls(self.report, 0.0)
        found: dict[Span | None, list[Case]] = {}
        for case in junit_cases(self.report, failing_severities(self._fail_on)):
            found.setdefault(case.span, []).append(case)
        found.setdefault(None, []).extend(failed_cases(lacking))
        return found

    def tests(self, collector: _File | _Folder) -> Iterator[_Test]:
        """Yield a test for each record and fault of a path, and one for what records share."""
        from geoeval.reporting.reports.junit import fault_name, unique_names
        from geoeval.reporting.summary import is_of_file

        spans: dict[Span, int | str] = {}
        for dataset in self.read:
            whole = _absolute_path(self._config, dataset.path)
            if whole != collector.path and collector.path not in whole.parents:
                continue
            found = [(record.span, record.question.id) for record in dataset.records]
            found += [
                (issue.span, fault_name(issue.id, issue.span, of_file=is_of_file(issue)))
                for issue in dataset.issues
                if issue.fatal
            ]
            spans |= dict(sorted(found, key=lambda one: (one[0].line, one[0].column)))
        for span, name in zip(spans, unique_names(spans.values()), strict=True):
            test: _Test = _Test.from_parent(collector, name=name)
            test.datasets, test.span = self, span
            yield test
        if collector.path == _absolute_path(self._config, self._paths[0]):
            test = _Test.from_parent(collector, name=_SHARED)
            test.datasets = self
            yield test


class _File(pytest.File):
    """A dataset that is a file."""

    datasets: _Datasets

    def collect(self) -> Iterator[_Test]:
        """Yield its tests."""
        return self.datasets.tests(self)


class _Folder(pytest.Directory):
    """A dataset that is a folder."""

    datasets: _Datasets

    def collect(self) -> Iterator[_Test]:
        """Yield its tests."""
        return self.datasets.tests(self)


class _Test(pytest.Item):
    """The label of one question, or what is about the whole run: causes that records share."""

    datasets: _Datasets
    span: Span | None = None

    @property
    def line(self) -> int:
        """The line of the record."""
        return 1 if self.span is None else self.span.line

    @property
    def file(self) -> str:
        """The file of the record, as it is named on the command line."""
        return str(self.path) if self.span is None else self.span.file

    @property
    def _test_cases(self) -> list[Case]:
        """What there is to tell; of the whole run mostly nothing."""
        return self.datasets.cases.get(self.span, [])

    def setup(self) -> None:
        """Refuse a record or a file that could not be used."""
        self._fail_for("error")

    def runtest(self) -> None:
        """Fail with the proof if the label is wrong, skip with the reason if it is not checked."""
        self._fail_for("failed")
        skipped = [case.title for case in self._test_cases if case.outcome == "skipped"]
        if skipped:
            pytest.skip("; ".join(skipped))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the place of the record."""
        return self.path, self.line - 1, self.name

    def _fail_for(self, outcome: str) -> None:
        texts = [_case_text(case) for case in self._test_cases if case.outcome == outcome]
        if texts:
            pytest.fail("\n\n".join(texts), pytrace=False)


def _case_text(case: Case) -> str:
    place = () if case.span is None else (f"at {case.span}",)
    return "\n".join((case.title, *place, *case.lines))
