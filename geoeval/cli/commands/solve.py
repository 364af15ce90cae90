"""``geoeval solve``: answer each question, and show how the answer follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_option
from geoeval.cli.front_ends import KeptOrReader
from geoeval.cli.groups import with_groups
from geoeval.cli.inputs import chosen_records
from geoeval.cli.options import OneId, Output, Records
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    has_unreadable,
    reject_overwriting,
    wants_colour,
    write_lines,
)
from geoeval.cli.parts import InParts
from geoeval.cli.progress import LateBar
from geoeval.reporting.view import SolveFormat, View

if TYPE_CHECKING:
    from geoeval.datasets.records import Record
    from geoeval.reporting.summary import Solution
    from geoeval.verification.answering import Run

EPILOG = """Examples:

  geoeval solve questions.json

  geoeval solve questions.json --id 75

  geoeval solve questions.json --format json -o answers.json

  geoeval solve questions.json --unexplained

  geoeval solve questions.json --understand rules+MODEL --base-url http://localhost:8000/v1

  geoeval solve questions.json --queries questions.queries.jsonl

  geoeval solve millions.jsonl --parts answers

Labels are neither needed nor read. Exit code: 0, or 2 for wrong usage, a file that cannot be read
in full (the rest is solved first), or a model that never replies.
"""


@with_groups
def solve(
    context: typer.Context,
    records: Records,
    reader: KeptOrReader,
    in_parts: InParts,
    output_format: Annotated[
        SolveFormat, declare_option("--format", "Format of the answers.")
    ] = SolveFormat.TEXT,
    output: Output = None,
    one_id: OneId = None,
    unexplained: Annotated[
        bool, declare_option("--unexplained", "Count the words that could not be understood.")
    ] = False,
) -> None:
    """Answer every question from its context or world; with --id, show each step."""
    from geoeval.reporting.formats import render_solutions, render_unexplained
    from geoeval.reporting.summary import Solutions

    in_parts.run("solve", context, records)
    reject_overwriting([*records.inputs, *filter(None, [reader.queries])], output)
    datasets, understanding = reader.over(records.read(labelled=False))
    chosen = chosen_records(datasets, one_id)
    with LateBar("solving", note=understanding.note_spending) as bar:
        items = tuple(iterate_solutions(chosen, understanding.run(len(chosen)), bar))
    issues = tuple(issue for one in datasets for issue in one.issues)
    solutions = Solutions(items=items, errors=issues, model=understanding.usage)
    if unexplained:
        lines = render_unexplained(solutions, output_format)
    else:
        lines = render_solutions(solutions, output_format, View(colour=wants_colour(output)))
    write_lines(lines, output, is_text=output_format is SolveFormat.TEXT)
    code = FAILED if has_unreadable(datasets) else CLEAN
    raise typer.Exit(understanding.exit_code(code, len(chosen)))


def iterate_solutions(
    records: Sequence[Record], run: Run, progress: Callable[[int, int], None]
) -> Iterator[Solution]:
    """Yield the solution of each record, and report how many are done."""
    from geoeval.reporting.summary import Solution
    from geoeval.verification.answering import answer_records

    answers = answer_records(records, run)
    for done, (record, answer) in enumerate(zip(records, answers, strict=True), start=1):
        yield Solution(question=record.question, span=record.span, answer=answer)
        progress(done, len(records))
