"""``geoeval verify``: whether each label follows from its own context."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.front_ends import (
    BaseUrl,
    Cache,
    Jobs,
    Queries,
    Timeout,
    Understand,
    chosen,
    kept_or,
)
from geoeval.cli.inputs import STDIN, declared, read_inputs, sample_paths, with_world
from geoeval.cli.options import (
    Columns,
    DatasetName,
    Earth,
    EarthModel,
    Labels,
    MinCoverage,
    Output,
    Paths,
    Verbose,
    WorldFile,
)
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    FINDINGS,
    FailOn,
    complain,
    failing_severities,
    failure_reasons,
    refuse_overwriting,
    shortfalls,
    unreadable,
    verify_exit,
    wants_colour,
    write_lines,
    write_whole,
)
from geoeval.cli.parts import (
    PartsFolder,
    Scheduler,
    refuse_beside_parts,
    run_in_parts,
    workers_of,
)
from geoeval.cli.progress import LateBar
from geoeval.cli.selection import (
    Baseline,
    Reason,
    WriteBaseline,
    check_options,
    known_findings,
    write_baseline,
)
from geoeval.errors import UsageError, quote
from geoeval.reporting.view import ReportFormat, View

if TYPE_CHECKING:
    from geoeval.datasets.formats import Declared
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

  geoeval verify dataset.json --understand rules+MODEL --cache replies

  geoeval verify dataset.json --queries dataset.queries.jsonl

  geoeval verify millions.jsonl --parts verdicts --scheduler tcp://head:8786

--parts reads .jsonl and .parquet in blocks and goes on where an earlier run ended. What several
records have in common, such as doubled questions, is not looked for then.

Exit code: 0 clean; 1 findings at or above --fail-on, coverage below --min-coverage, or nothing
could be checked; 2 wrong usage, a file of which a part cannot be read (the rest is checked
first), or a model that never replies.
"""


def verify(  # noqa: PLR0913, PLR0917 - one parameter per option
    paths: Paths = None,
    output_format: Annotated[
        ReportFormat, typer.Option("--format", help="How to write the report.")
    ] = ReportFormat.TEXT,
    output: Output = None,
    also: Also = None,
    dataset: DatasetName = "auto",
    columns: Columns = None,
    labels: Labels = None,
    world: WorldFile = None,
    earth: EarthModel = Earth.SPHERE,
    fail_on: Annotated[
        FailOn, typer.Option("--fail-on", help="Least severity that gives exit code 1.")
    ] = FailOn.ERROR,
    min_coverage: MinCoverage = 0.0,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="CODES", help="Only findings whose codes begin so."),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="CODES", help="No findings whose codes begin so."),
    ] = None,
    baseline: Baseline = None,
    written: WriteBaseline = None,
    reason: Reason = "",
    fix: Annotated[
        str | None,
        typer.Option(
            "--fix",
            metavar="FILE",
            help="Write the dataset with wrong labels corrected; to a .patch, the changes alone.",
        ),
    ] = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count findings by rule, do not list them.")
    ] = False,
    sample: Annotated[
        bool, typer.Option("--sample", help="Verify the sample dataset that is installed.")
    ] = False,
    verbose: Verbose = False,
    queries: Queries = None,
    understand: Understand = "rules",
    base_url: BaseUrl = None,
    jobs: Jobs = None,
    timeout: Timeout = 60.0,
    cache: Cache = None,
    parts: PartsFolder = None,
    scheduler: Scheduler = None,
) -> None:
    """Prove or refute the label of every question from the context it comes with."""
    from geoeval.cli.selection import check_selection, parse_codes, select_findings
    from geoeval.reporting.formats import render_report
    from geoeval.verification.baseline import accept
    from geoeval.verification.rules import RULES
    from geoeval.verification.run import verify_datasets

    workers = workers_of(jobs, scheduler, parts)
    if parts is not None:
        unused = {
            "--output": output, "--also": also, "--select": select, "--ignore": ignore,
            "--baseline": baseline, "--write-baseline": written, "--fix": fix, "--sample": sample,
            "--statistics": statistics, "--queries": queries, "--cache": cache,
            "--understand": understand != "rules",
            "--earth": earth is not Earth.SPHERE,
            "--format": output_format is not ReportFormat.TEXT,
        }  # fmt: skip
        refuse_beside_parts(unused)
        form = declared(dataset, columns, labels)
        counts = run_in_parts("verify", paths or (), parts, form, world, workers)
        raise typer.Exit(_tell_counts(counts, parts, fail_on, min_coverage))
    selected = parse_codes(select or (), RULES)
    ignored = parse_codes(ignore or (), RULES)
    check_selection(selected, ignored, RULES)
    inputs = [*(paths or ()), *sample_paths(sample)]
    others = parse_also(also or ())
    outputs = [output, *([fix] if fix else []), *(path for _, path in others)]
    for path in outputs:
        refuse_overwriting([*inputs, *([queries] if queries else [])], path)
    check_options(baseline, written, reason, inputs, outputs)
    known = known_findings(baseline, written)
    understanding = chosen(understand, base_url, jobs, timeout, cache)
    form = declared(dataset, columns, labels)
    datasets = with_world(read_inputs(inputs, form), world)
    datasets, understanding = kept_or(queries, datasets, understanding, understand)
    complete = not unreadable(datasets)
    with LateBar("verifying") as bar:
        report = verify_datasets(
            datasets, understanding.run(sum(len(one.records) for one in datasets), earth), bar
        )
    report = replace(report, model=understanding.usage)
    report = select_findings(accept(report, known, complete=complete), selected, ignored)
    if fix is not None:
        write_fixed(inputs, form, report, fix)
    if written is not None:
        report = write_baseline(report, known, written, reason, complete=complete)
    failed = (*(shortfalls(report, min_coverage) if complete else ()), *understanding.failures)
    view = View(
        colour=wants_colour(output),
        verbose=verbose,
        statistics=statistics,
        failed=failed,
        failing=failing_severities(fail_on),
        root=source_root(),
    )
    for other, path in others:
        write_lines(render_report(report, other, replace(view, colour=False)), path)
    write_lines(render_report(report, output_format, view), output)
    for fault in failure_reasons(datasets, failed) if output is not None else ():
        complain(fault)
    raise typer.Exit(understanding.exit_code(verify_exit(report, datasets, fail_on, failed)))


def _tell_counts(
    counts: Mapping[str, object], folder: str, fail_on: FailOn, min_coverage: float
) -> int:
    """Write what the parts come to; return the exit code."""
    from geoeval.reporting.parts import summary_of
    from geoeval.reporting.wording import say_summary

    summary = summary_of(counts)
    write_lines([f"{folder}: {say_summary(summary)}"])
    if summary.unreadable:
        return FAILED
    if not summary.checked or summary.coverage < min_coverage:
        complain(f"too little could be checked: a share of {summary.coverage:.4g}")
        return FINDINGS
    failing = any(summary.by_severity.get(each) for each in failing_severities(fail_on))
    return FINDINGS if failing else CLEAN


def write_fixed(inputs: Sequence[str], form: str | Declared, report: Report, output: str) -> None:
    """Write a dataset with its contradicted labels corrected, or a patch that does it."""
    from geoeval.reporting.corrections import correct, patch
    from geoeval.reporting.wording import count

    if len(inputs) != 1 or inputs[0] == STDIN:
        message = f"expected one dataset file with --fix, got {quote(' '.join(inputs))}"
        raise UsageError(message)
    try:
        text = Path(inputs[0]).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        message = f"expected a text file in UTF-8 with --fix, got {quote(inputs[0])}"
        raise UsageError(message) from None
    correction = correct(text, inputs[0], form, report.items)
    if Path(output).suffix in {".patch", ".diff"}:
        write_lines(patch(correction, inputs[0].lstrip("/")), output)
    else:
        write_whole(correction.after, output)
    complain(f"{count(len(correction.corrected), 'label')} corrected in {output}")
    for one, why in correction.left.items():
        complain(f"[{one}] not corrected: {why}")


Also = Annotated[
    list[str] | None,
    typer.Option(
        "--also", metavar="FORMAT=FILE", help="Write the report to FILE too, in that format."
    ),
]


def parse_also(values: Iterable[str]) -> tuple[tuple[ReportFormat, str], ...]:
    """Return the formats and files of an option that may be given often.

    Examples
    --------
    >>> parse_also(["sarif=out/geoeval.sarif"])
    ((<ReportFormat.SARIF: 'sarif'>, 'out/geoeval.sarif'),)
    """
    return tuple(_parsed(value) for value in values)


def _parsed(value: str) -> tuple[ReportFormat, str]:
    """Return the format and the file of one value."""
    name, _, path = value.partition("=")
    if name not in list(ReportFormat) or not path:
        formats = ", ".join(ReportFormat)
        message = (
            f"expected a format and a file as FORMAT=FILE ({formats}), such as "
            f"sarif=geoeval.sarif, got {quote(value)}"
        )
        raise UsageError(message)
    return ReportFormat(name), path


def source_root() -> str:
    """Return the folder that other programs take paths from: the repository's, else the present.

    Examples
    --------
    >>> Path(source_root()).is_dir()
    True
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return str(folder)
    return str(here)
