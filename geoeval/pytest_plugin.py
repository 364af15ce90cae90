"""``pytest --geoeval dataset.json``: a test per question, with its proof as failure message.

pytest always loads this module, so it imports the rest of geoeval only when needed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from geoeval.datasets.records import Dataset, Span
    from geoeval.reporting.reports.junit import Case
    from geoeval.verification.model import Acceptance, Report

_SHARED = "shared causes"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command-line options."""
    group = parser.getgroup("geoeval", "labels of map questions")
    group.addoption(
        "--geoeval",
        action="append",
        default=[],
        metavar="PATH",
        help="Test each label of a dataset; may be repeated.",
    )
    group.addoption(
        "--geoeval-baseline",
        metavar="FILE",
        help="Skip the findings that FILE accepts, a file from geoeval verify --write-baseline.",
    )
    group.addoption(
        "--geoeval-queries",
        metavar="FILE",
        help="Use only the queries in FILE, a file from geoeval formalize.",
    )
    group.addoption(
        "--geoeval-fail-on",
        choices=("error", "warning", "never"),
        help="Lowest severity of findings that fail a test; error by default.",
    )
    group.addoption(
        "--geoeval-dataset",
        metavar="FORMAT",
        help="Record format of the datasets; recognised by default.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the datasets to the paths to collect, unless one of their tests is named."""
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
    """The datasets of a session, read once at collection and verified once when a test runs."""

    def __init__(self, config: pytest.Config, paths: list[str]) -> None:
        from geoeval.cli.inputs import configured_format
        from geoeval.cli.output import FailOn
        from geoeval.cli.selection import Accepted, Selection
        from geoeval.cli.settings import settings_of
        from geoeval.errors import GeoEvalError
        from geoeval.verification.kept.entries import read_queries

        self._config = config
        self._paths = paths
        here = config.invocation_params.dir
        try:
            settings = {"fail_on": FailOn.ERROR, "min_coverage": 0, **settings_of(here)}
            for name in ("fail_on", "queries", "baseline"):
                settings[name] = config.getoption(f"geoeval_{name}") or settings.get(name)
            self._fail_on = FailOn(settings["fail_on"])
            self._min_coverage = float(settings["min_coverage"])
            self._queries: str | None = settings["queries"]
            if self._queries is not None:
                read_queries(self._queries)
            self._form = configured_format(here, config.getoption("geoeval_dataset"))
            self._known: tuple[Acceptance, ...] = Accepted(baseline=settings["baseline"]).known()
            self._selection = Selection(
                select=settings.get("select"), ignore=settings.get("ignore")
            )
            self._selection.check()
        except (GeoEvalError, ValueError) as error:
            raise pytest.UsageError(str(error)) from None

    @pytest.hookimpl
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect a dataset that is a file."""
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
        """Set the location of a skipped question to its record."""
        report = yield
        if isinstance(item, _Test) and report.skipped and isinstance(report.longrepr, tuple):
            report.longrepr = (item.file, item.line, report.longrepr[2])
        return report

    @pytest.hookimpl
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the stale acceptances of the baseline and the summary."""
        from geoeval.reporting.summary import summarise_report
        from geoeval.reporting.wording import describe_stale, format_summary

        if "report" in vars(self):
            for stale in self.report.stale:
                terminalreporter.write_line(f"stale: {describe_stale(stale)}")
            terminalreporter.write_line(format_summary(summarise_report(self.report)))

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
        """The datasets, with kept queries if given."""
        from geoeval.cli.inputs import read_inputs
        from geoeval.verification.kept.matching import with_queries

        datasets = read_inputs(self._paths, self._form)
        return datasets if self._queries is None else with_queries(datasets, self._queries)

    @cached_property
    def report(self) -> Report:
        """The report on the datasets, with the baseline applied."""
        from geoeval.cli.output import has_unreadable
        from geoeval.verification.answer import FRONT_ENDS
        from geoeval.verification.answering import Run
        from geoeval.verification.baseline import accept_findings
        from geoeval.verification.run import verify_datasets

        front_ends = FRONT_ENDS if self._queries is None else ()
        report = verify_datasets(self.read, Run(front_ends=front_ends))
        report = accept_findings(report, self._known, complete=not has_unreadable(self.read))
        return self._selection.of(report)

    @cached_property
    def cases(self) -> dict[Span | None, list[Case]]:
        """The test cases by the position of their record, None for the whole run."""
        from geoeval.cli.output import failing_severities, find_shortfalls, has_unreadable
        from geoeval.reporting.reports.junit import failed_cases, junit_cases

        shortfalls = (
            () if has_unreadable(self.read) else find_shortfalls(self.report, self._min_coverage)
        )
        by_span: dict[Span | None, list[Case]] = {}
        for case in junit_cases(self.report, failing_severities(self._fail_on)):
            by_span.setdefault(case.span, []).append(case)
        by_span.setdefault(None, []).extend(failed_cases(shortfalls))
        return by_span

    def tests(self, collector: _File | _Folder) -> Iterator[_Test]:
        """Yield a test for each record and fault of a path, and a test for shared causes."""
        from geoeval.reporting.reports.junit import fault_name, unique_names
        from geoeval.reporting.summary import is_file_issue

        spans: dict[Span, int | str] = {}
        for dataset in self.read:
            path = _absolute_path(self._config, dataset.path)
            if path != collector.path and collector.path not in path.parents:
                continue
            named = [(record.span, record.question.id) for record in dataset.records]
            named += [
                (issue.span, fault_name(issue.id, issue.span, of_file=is_file_issue(issue)))
                for issue in dataset.issues
                if issue.fatal
            ]
            spans |= dict(sorted(named, key=lambda pair: (pair[0].line, pair[0].column)))
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
    """The test of a label, or of the causes that several records share."""

    datasets: _Datasets
    span: Span | None = None

    @property
    def line(self) -> int:
        """The line of the record."""
        return 1 if self.span is None else self.span.line

    @property
    def file(self) -> str:
        """The file of the record as named on the command line."""
        return str(self.path) if self.span is None else self.span.file

    @property
    def _test_cases(self) -> list[Case]:
        """The cases of the record or of the whole run, possibly none."""
        return self.datasets.cases.get(self.span, [])

    def setup(self) -> None:
        """Raise an error for an unusable record or file."""
        self._fail_for("error")

    def runtest(self) -> None:
        """Fail with the proof if the label is wrong; skip with the reason if it is unchecked."""
        self._fail_for("failed")
        skipped = [case.title for case in self._test_cases if case.outcome == "skipped"]
        if skipped:
            pytest.skip("; ".join(skipped))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the location of the record."""
        return self.path, self.line - 1, self.name

    def _fail_for(self, outcome: str) -> None:
        texts = [_case_text(case) for case in self._test_cases if case.outcome == outcome]
        if texts:
            pytest.fail("\n\n".join(texts), pytrace=False)


def _case_text(case: Case) -> str:
    place = () if case.span is None else (f"at {case.span}",)
    return "\n".join((case.title, *place, *case.lines))
