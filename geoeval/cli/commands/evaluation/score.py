"""``geoeval score``: score predictions made elsewhere against the labels of a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.groups import with_groups
from geoeval.cli.inputs import declare_format, read_inputs
from geoeval.cli.options import Columns, Labels, Output
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    FINDINGS,
    reject_overwriting,
    wants_colour,
    write_error,
    write_lines,
)
from geoeval.cli.progress import LateBar
from geoeval.errors import UsageError

if TYPE_CHECKING:
    from geoeval.datasets.records import Dataset
    from geoeval.evaluation.comparison import Comparison
    from geoeval.evaluation.runs import GradedRun
    from geoeval.evaluation.shares import Agreement

EPILOG = """Examples:

  geoeval score predictions.jsonl --dataset questions.json

  geoeval score gpt.csv gemma.csv --dataset questions.json

  geoeval score recorded.json --dataset questions.json --subset --format json -o scores.json

  geoeval score predictions.jsonl --dataset questions.json --annotators first,second

Each row of predictions has an id and a response: a number from 1, a letter, an option, JSON with
"option_no", or ^^2^^; 0 and "Unanswerable" mean that the question has no answer. Several files, or
a column "model", count as several models.

Exit code: 0; 1 if questions with a label have no reply (unless --subset) or a reply failed; 2 for
predictions that match no question, duplicate ids, wrong usage or a file that cannot be read (the
rest is scored first).
"""


class ScoreFormat(StrEnum):
    """The formats of a comparison."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


class ReplyParser(StrEnum):
    """How replies are read."""

    OWN = "own"
    PAPER_TEXTUAL = "paper-textual"
    PAPER_API = "paper-api"


Plots = Annotated[
    str | None, declare_option("--plots FOLDER", "Write figures to FOLDER, as PNG and SVG.")
]
ParserName = Annotated[
    ReplyParser,
    declare_option(
        "--parser", "How to read replies; paper-… reads them as the paper's evaluators did."
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """Options for writing a comparison, and for what it leaves out."""

    output_format: Annotated[
        ScoreFormat, declare_option("--format", "Format of the comparison.")
    ] = ScoreFormat.TEXT
    output: Output = None
    subset: Annotated[
        bool,
        declare_option(
            "--subset", "Compare only the questions that have replies; the others were not asked."
        ),
    ] = False
    questions: Annotated[
        bool, declare_option("--questions", "List the questions that no run answered correctly.")
    ] = False
    plots: Plots = None

    def show(self, comparison: Comparison, agreement: Agreement | None = None) -> None:
        """Write a comparison and its figures."""
        if self.plots is not None:
            from geoeval.evaluation.report.figures import write_figures

            write_figures(comparison, self.plots)
        write_lines(self._render_lines(comparison, agreement), self.output)

    def _render_lines(self, comparison: Comparison, agreement: Agreement | None) -> Iterable[str]:
        if self.output_format is ScoreFormat.JSON:
            from geoeval.evaluation.report.shapes import comparison_shape
            from geoeval.reporting.shapes import dump_shape

            return [dump_shape(comparison_shape(comparison, agreement), indent=2)]
        if self.output_format is ScoreFormat.HTML:
            from geoeval.evaluation.report.page import render_page

            return render_page(comparison, agreement).split("\n")
        from geoeval.evaluation.report.text import render_comparison

        return render_comparison(
            comparison,
            colour=wants_colour(self.output),
            agreement=agreement,
            questions=self.questions,
        )


@with_groups
def score(
    predictions: Annotated[list[str], declare_argument("PREDICTIONS", "Files of ids and replies.")],
    dataset_files: Annotated[
        list[str],
        declare_option("--dataset FILE", "The questions with their labels; may be repeated."),
    ],
    showing: Showing,
    columns: Columns = None,
    labels: Labels = None,
    parser: ParserName = ReplyParser.OWN,
    annotators: Annotated[
        str | None,
        declare_option(
            "--annotators FIRST,SECOND", "Two fields of the dataset whose answers to compare."
        ),
    ] = None,
) -> None:
    """Score the replies of models: accuracy by category with intervals, and an audit of labels."""
    from geoeval.evaluation.predictions import annotators_agreement, read_predictions
    from geoeval.evaluation.runs import grade_run

    reject_overwriting([*predictions, *dataset_files], showing.output)
    datasets = read_inputs(dataset_files, declare_format("auto", columns, labels))
    print_issues(datasets)
    if not any(record.label is not None for one in datasets for record in one.records):
        raise UsageError(f"expected a dataset with labels, got none in {', '.join(dataset_files)}")
    unique_paths: dict[Path, str] = {}
    for path in predictions:
        unique_paths.setdefault(Path(path).resolve(), path)
    runs = [
        run
        for path in unique_paths.values()
        for run in read_predictions(path, datasets, parser.value)
    ]
    pair = None if annotators is None else annotators_agreement(datasets, annotators)
    graded = [grade_run(run, datasets) for run in runs]
    comparison = compare_graded(graded, datasets)
    showing.show(comparison, pair)
    raise typer.Exit(exit_code(graded, subset=showing.subset))


def print_issues(datasets: Sequence[Dataset]) -> None:
    """Report what is wrong with the questions, the first issue of each kind."""
    fault_counts: dict[str, int] = {}
    for issue in (issue for one in datasets for issue in one.issues):
        fault_counts[issue.code] = fault_counts.get(issue.code, 0) + 1
        if fault_counts[issue.code] == 1:
            write_error(f"{issue.span}: {issue.code} {issue.message}")
    for code, count in fault_counts.items():
        if count > 1:
            write_error(f"{code}: {count - 1} more like this; geoeval verify lists all")


def compare_graded(graded: Sequence[GradedRun], datasets: Sequence[Dataset]) -> Comparison:
    """Return the comparison of graded runs, with an audit of the labels."""
    from geoeval.evaluation.comparison import audit_labels, compare

    with LateBar("auditing labels") as bar:
        return compare(graded, audit_labels(datasets, bar))


def exit_code(graded: Sequence[GradedRun], *, subset: bool) -> int:
    """Return the exit code of a comparison; incomplete or mismatched runs are failures."""
    if any(each.faults for each in graded):
        return FAILED
    is_incomplete = any(
        each.run.failed or not each.run.whole or (each.missing and not subset) for each in graded
    )
    return FINDINGS if is_incomplete else CLEAN
