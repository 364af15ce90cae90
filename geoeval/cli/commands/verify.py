"""``geoeval verify``: check whether each label follows from its context."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_option
from geoeval.cli.front_ends import KeptOrReader
from geoeval.cli.groups import spell_options, with_groups
from geoeval.cli.inputs import STDIN, sample_paths
from geoeval.cli.options import Form, Labels, MinCoverage, Output, Records, Verbose
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    FINDINGS,
    STDOUT,
    FailOn,
    failing_severities,
    failure_reasons,
    find_shortfalls,
    has_unreadable,
    reject_overwriting,
    verify_exit,
    wants_colour,
    write_error,
    write_lines,
    write_whole,
)
from geoeval.cli.parts import InParts
from geoeval.cli.progress import LateBar
from geoeval.cli.selection import Accepted, Selection
from geoeval.errors import UsageError, mismatch, quote
from geoeval.reporting.view import RecordArguments, ReportFormat, View

if TYPE_CHECKING:
    from geoeval.datasets.formats import Declared
    from geoeval.datasets.records import Dataset
    from geoeval.verification.model import Report

EPILOG = """Examples:

  geoeval verify dataset.json

  geoeval verify part1.json part2.jsonl --format github --min-coverage 0.6

  cat dataset.json | geoeval verify - --format json -o report.json

  geoeval verify dataset.json --write-baseline known.jsonl --reason "labels of 2023"

  geoeval verify dataset.json --baseline known.jsonl --format sarif -o geoeval.sarif

  geoeval verify exam.csv --columns question=prompt,answer=gold --labels from-1

  geoeval verify dataset.json --fix labels.patch

  geoeval verify --sample --statistics --fail-on never

  geoeval verify dataset.json --format html --title "Audit of release 2" -o report.html

  geoeval verify dataset.json --understand rules+MODEL --cache replies

  geoeval verify dataset.json --queries dataset.queries.jsonl

  geoeval verify millions.jsonl --parts verdicts --scheduler tcp://head:8786

--parts reads .jsonl and .parquet in blocks and continues where an earlier run ended. It does not
compare records with each other, so it finds no duplicate questions. --format html is a page for the
authors with every finding, its proof and its map; audit-md and audit-json have the same content.

Exit code: 0 clean; 1 findings at or above --fail-on, coverage below --min-coverage, or nothing
could be checked; 2 wrong usage, a file that cannot be read in full (the rest is checked first), or
a model that never replies.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled(Records):
    """Record files with labels, optionally with the sample dataset."""

    labels: Labels = None
    sample: Annotated[bool, declare_option("--sample", "Verify the installed sample dataset.")] = (
        False
    )

    def arguments(self, reader: KeptOrReader) -> RecordArguments | None:
        """Return the arguments as words; None if standard input is among them."""
        if STDIN in self.inputs:
            return None
        return RecordArguments(
            files=self.inputs,
            form=spell_options(Form(dataset=self.dataset, columns=self.columns)),
            labels=("--labels", self.labels) if self.labels else (),
            world=("--world", self.world) if self.world else (),
            reader=spell_options(reader),
            understand=reader.understand,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """What exit code 0 requires."""

    fail_on: Annotated[
        FailOn, declare_option("--fail-on", "Lowest severity that gives exit code 1.")
    ] = FailOn.ERROR
    min_coverage: MinCoverage = 0.0

    def report_counts(self, counts: Mapping[str, object], folder: str) -> int:
        """Write the summary of the parts, and return the exit code."""
        from geoeval.reporting.parts import summary_of
        from geoeval.reporting.wording import format_summary

        summary = summary_of(counts)
        write_lines([f"{folder}: {format_summary(summary)}"])
        if summary.unreadable:
            return FAILED
        if not summary.checked or summary.coverage < self.min_coverage:
            write_error(f"too few questions could be checked: a share of {summary.coverage:.4g}")
            return FINDINGS
        failing = any(summary.by_severity.get(each) for each in failing_severities(self.fail_on))
        return FINDINGS if failing else CLEAN


_COUNTING = {ReportFormat.TEXT, ReportFormat.MARKDOWN, ReportFormat.MD}
"""The formats that can count findings by rule."""
_PAGES = {ReportFormat.HTML, ReportFormat.AUDIT_MD, ReportFormat.AUDIT_JSON}


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """The formats and files of a report, and how much of it to write."""

    output_format: Annotated[ReportFormat, declare_option("--format", "Format of the report.")] = (
        ReportFormat.TEXT
    )
    output: Output = None
    also: Annotated[
        list[str] | None,
        declare_option("--also FORMAT=FILE", "Also write the report to FILE, in that format."),
    ] = None
    title: Annotated[str | None, declare_option("--title TEXT", "Heading of the audit.")] = None
    date: Annotated[
        str | None, declare_option("--date TEXT", "Date to print at the top of the audit.")
    ] = None
    fix: Annotated[
        str | None,
        declare_option(
            "--fix FILE",
            "Write a copy to FILE with proven faults corrected; .patch or .diff: only the changes.",
        ),
    ] = None
    statistics: Annotated[
        bool, declare_option("--statistics", "Count findings by rule instead of listing them.")
    ] = False
    verbose: Verbose = False

    @property
    def outputs(self) -> list[str | None]:
        """The output files; None is standard output."""
        also = [path for _, path in parse_also(self.also or ())]
        return [self.output, *filter(None, [self.fix]), *also]

    def check(self, inputs: Sequence[str]) -> None:
        """Raise if an output would overwrite an input, or if no format has statistics."""
        formats = {self.output_format, *(form for form, _ in parse_also(self.also or ()))}
        if self.statistics and not formats & _COUNTING:
            expected = f"--format {' or '.join(sorted(_COUNTING))} with --statistics"
            advice = "; json has the counts in its summary"
            raise mismatch(UsageError, expected, self.output_format.value, advice)
        for path in self.outputs:
            reject_overwriting(inputs, path)

    def write(
        self,
        report: Report,
        fail_on: FailOn,
        failed: tuple[str, ...],
        arguments: RecordArguments | None,
        *,
        selected: bool,
    ) -> None:
        """Write a report, with ``--also`` to several files."""
        from geoeval.reporting.formats import render_report
        from geoeval.reporting.summary import summarise_report
        from geoeval.reporting.wording import format_summary

        view = View(
            verbose=self.verbose,
            selected=selected,
            statistics=self.statistics,
            failed=failed,
            failing=failing_severities(fail_on),
            root=source_root(),
            title=self.title,
            date=self.date,
            arguments=arguments,
        )
        others = parse_also(self.also or ())
        for other, path in others:
            write_lines(render_report(report, other, view), path)
        view = replace(view, colour=wants_colour(self.output))
        lines = render_report(report, self.output_format, view)
        write_lines(lines, self.output, is_text=self.output_format is ReportFormat.TEXT)
        files = [path for path in (self.output, *(path for _, path in others)) if path]
        if files := [path for path in files if path != STDOUT]:
            write_error(f"wrote {', '.join(files)}: {format_summary(summarise_report(report))}")

    def correct(self, records: Labelled, report: Report) -> None:
        """With ``--fix``, write the dataset with its labels corrected."""
        if self.fix is not None:
            write_fixed(records.inputs, records.declared(records.labels), report, self.fix)

    def report_failures(self, datasets: Sequence[Dataset], failed: tuple[str, ...]) -> None:
        """Report why a run fails if the report itself goes to a file or is a page."""
        if self.output is not None or self.output_format in _PAGES:
            for fault in failure_reasons(datasets, failed):
                write_error(fault)


@with_groups
def verify(
    context: typer.Context,
    records: Labelled,
    reader: KeptOrReader,
    in_parts: InParts,
    selection: Selection,
    accepted: Accepted,
    writing: Writing,
    passing: Passing,
) -> None:
    """Prove or refute the label of every question from its context."""
    from geoeval.verification.baseline import accept_findings
    from geoeval.verification.run import verify_datasets

    in_parts.run("verify", context, records, records.labels, passing.report_counts)
    selection.check()
    records = replace(records, paths=[*records.inputs, *sample_paths(records.sample)])
    arguments = records.arguments(reader)
    writing.check([*records.inputs, *filter(None, [reader.queries])])
    accepted.check(records.inputs, writing.outputs)
    known = accepted.known()
    datasets, understanding = reader.over(records.read(records.labels))
    complete = not has_unreadable(datasets)
    questions = sum(len(one.records) for one in datasets)
    with LateBar("verifying", note=understanding.note_spending) as bar:
        report = verify_datasets(datasets, understanding.run(questions), bar)
    report = replace(report, model=understanding.usage)
    report = selection.of(accept_findings(report, known, complete=complete))
    writing.correct(records, report)
    report = accepted.write(report, known, complete=complete)
    failed = (
        *(find_shortfalls(report, passing.min_coverage) if complete else ()),
        *understanding.failures,
    )
    selected = bool(selection.select)
    writing.write(report, passing.fail_on, failed, arguments, selected=selected)
    writing.report_failures(datasets, failed)
    code = verify_exit(report, datasets, passing.fail_on, failed)
    raise typer.Exit(understanding.exit_code(code, questions))


def write_fixed(inputs: Sequence[str], form: str | Declared, report: Report, output: str) -> None:
    """Write a dataset with what is certainly wrong corrected, or a patch that corrects it."""
    from geoeval.reporting.corrections import correct_dataset, describe_changes, diff_text

    if len(inputs) != 1 or inputs[0] == STDIN:
        raise UsageError(f"expected one dataset file with --fix, got {quote(' '.join(inputs))}")
    try:
        text = Path(inputs[0]).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        raise UsageError(
            "expected a JSON, JSON Lines or CSV file in UTF-8 with --fix, not compressed, got "
            f"{quote(inputs[0])}"
        ) from None
    correction = correct_dataset(text, inputs[0], form, report)
    is_patch = Path(output).suffix in {".patch", ".diff"}
    write_whole(
        diff_text(correction, path_in_patch(inputs[0])) if is_patch else correction.after, output
    )
    write_error(f"{describe_changes(correction)} in {output}")
    for record_id, why in correction.left.items():
        write_error(f"[{record_id}] not corrected: {why}")


def path_in_patch(path: str) -> str:
    """Return the path of a file from this folder, or from the root if it is not inside."""
    full = Path(path).resolve()
    here = Path.cwd().resolve()
    return full.relative_to(here if full.is_relative_to(here) else full.anchor).as_posix()


def parse_also(values: Iterable[str]) -> tuple[tuple[ReportFormat, str], ...]:
    """Return the formats and files of the repeatable option ``--also``."""
    return tuple(_parse_report_option(value) for value in values)


def _parse_report_option(value: str) -> tuple[ReportFormat, str]:
    name, _, path = value.partition("=")
    if name not in list(ReportFormat) or not path:
        formats = ", ".join(ReportFormat)
        raise UsageError(
            f"expected a format and a file as FORMAT=FILE ({formats}), such as "
            f"sarif=geoeval.sarif, got {quote(value)}"
        )
    return ReportFormat(name), path


def source_root() -> str:
    """Return the root that other programs use for paths: the repository, or else this folder."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return str(folder)
    return str(here)
