"""``geoeval audit``: a report for the authors of a dataset, with every finding and its proof."""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated

import typer

from geoeval.cli.inputs import declared, read_inputs, sample_paths, with_world
from geoeval.cli.options import Columns, DatasetName, Labels, Output, Paths, WorldFile
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    FINDINGS,
    complain,
    failure_reasons,
    refuse_overwriting,
    shortfalls,
    unreadable,
    write_lines,
)
from geoeval.cli.progress import LateBar
from geoeval.errors import UsageError, quote
from geoeval.reporting.view import AuditFormat, View

EPILOG = """Examples:

  geoeval audit dataset.json -o report.html

  geoeval audit part1.json part2.json -o report.md --title "Audit of release 2"

  geoeval audit --sample -o report.html

The page is one file that loads nothing. Its bytes depend on the dataset, the options and the
version of geoeval alone. Exit code: 0 written, whatever was found; 1 nothing could be checked;
2 wrong usage, or a file of which a part cannot be read (the rest is audited first).
"""


def audit(  # noqa: PLR0913, PLR0917 - one parameter per option
    paths: Paths = None,
    output: Output = None,
    output_format: Annotated[
        AuditFormat | None,
        typer.Option("--format", help="How to write it; the suffix of FILE says so too."),
    ] = None,
    dataset: DatasetName = "auto",
    columns: Columns = None,
    labels: Labels = None,
    world: WorldFile = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="The heading of the report.")
    ] = None,
    date: Annotated[
        str | None, typer.Option("--date", metavar="TEXT", help="A date to print in its head.")
    ] = None,
    sample: Annotated[
        bool, typer.Option("--sample", help="Audit the sample dataset that is installed.")
    ] = False,
) -> None:
    """Write a report on every label of a dataset: findings by cause, with pictures and proofs."""
    from geoeval.reporting.formats import render_audit
    from geoeval.verification.run import verify_datasets

    form = output_format or _format_of(output)
    inputs = [*(paths or ()), *sample_paths(sample)]
    refuse_overwriting(inputs, output)
    records = declared(dataset, columns, labels)
    datasets = with_world(read_inputs(inputs, records), world)
    with LateBar("auditing") as bar:
        report = verify_datasets(datasets, progress=bar)
    failed = () if unreadable(datasets) else shortfalls(report, 0.0)
    write_lines(render_audit(report, form, View(title=title, date=date, failed=failed)), output)
    for reason in failure_reasons(datasets, failed):
        complain(reason)
    raise typer.Exit(FAILED if unreadable(datasets) else FINDINGS if failed else CLEAN)


def _format_of(output: str | None) -> AuditFormat:
    """Return the format that the suffix of a file stands for; a page where there is none."""
    suffix = "" if output is None else PurePath(output).suffix.lower().lstrip(".")
    known = {"": "html", "htm": "html", "markdown": "md"}.get(suffix, suffix)
    if known in set(AuditFormat):
        return AuditFormat(known)
    message = (
        f"expected a file that ends in .html, .md or .json, got {quote(output)}; name the "
        "format with --format"
    )
    raise UsageError(message)
