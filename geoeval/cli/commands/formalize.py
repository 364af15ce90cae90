"""``geoeval formalize``: store the query of each question next to the dataset."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_option
from geoeval.cli.front_ends import Reader, default_queries_path
from geoeval.cli.groups import with_groups
from geoeval.cli.options import Output, Records
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    STDOUT,
    has_unreadable,
    reject_overwriting,
    report_fatal_issues,
    write_error,
    write_lines,
)
from geoeval.cli.parts import InParts
from geoeval.cli.progress import LateBar

if TYPE_CHECKING:
    from geoeval.verification.kept.entries import KeptQuery

EPILOG = """Examples:

  geoeval formalize questions.json

  geoeval formalize questions.json --understand rules+MODEL --cache replies

  geoeval formalize questions.json --understand rules+MODEL --rates 3/15 --dry-run

  geoeval formalize train.json test.json -o all.queries.jsonl

  geoeval formalize millions.jsonl --parts queries

  geoeval review questions.json

Writes questions.queries.jsonl, one line per question. A second run reads new, changed and
unreviewed questions again; it never changes a reviewed query. Exit code: 0, or 2 for wrong usage, a
file that cannot be read in full, a model that never replies, or a budget that is reached.
"""


@with_groups
def formalize(
    context: typer.Context,
    records: Records,
    reader: Reader,
    in_parts: InParts,
    output: Output = None,
    dry_run: Annotated[
        bool,
        declare_option("--dry-run", "Count what a model would be asked; send and write nothing."),
    ] = False,
) -> None:
    """Understand every question once, and store its query next to the dataset for review."""
    from geoeval.reporting.kept import describe_gone, describe_stale, format_kept
    from geoeval.reporting.wording import describe_unsent
    from geoeval.verification.kept.entries import query_lines
    from geoeval.verification.kept.matching import formalize as read

    in_parts.run("formalize", context, records)
    target = output or default_queries_path(records.inputs, "-o")
    reject_overwriting(records.inputs, target)
    understanding = reader.chosen(dry_run=dry_run)
    datasets = records.read(labelled=False)
    chosen = [record for one in datasets for record in one.records]
    with LateBar("reading", note=understanding.note_spending) as bar:
        result = read(chosen, _load_stored_queries(target), understanding.run(len(chosen)), bar)
    report_fatal_issues(datasets)
    unreadable = has_unreadable(datasets)
    if dry_run and (model := understanding.model):
        write_lines(describe_unsent(model.usage, model.spending, len(chosen)))
        raise typer.Exit(FAILED if unreadable else CLEAN)
    write_lines(query_lines(result.all), target)
    for line in (
        *map(describe_stale, result.stale),
        *(() if unreadable else map(describe_gone, result.gone)),
        format_kept(result, target),
    ):
        write_error(line)
    failed = unreadable or understanding.unread
    raise typer.Exit(understanding.exit_code(FAILED if failed else CLEAN, len(chosen)))


def _load_stored_queries(target: str) -> tuple[KeptQuery, ...]:
    from geoeval.verification.kept.entries import read_queries

    return read_queries(target) if target != STDOUT and Path(target).is_file() else ()
