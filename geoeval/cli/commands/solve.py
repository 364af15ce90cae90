"""``geoeval solve``: the answer to each question, and how it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
from geoeval.cli.inputs import chosen_records, declared, read_inputs, with_world
from geoeval.cli.options import (
    Columns,
    DatasetName,
    Earth,
    EarthModel,
    OneId,
    Output,
    Paths,
    WorldFile,
)
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    refuse_overwriting,
    unreadable,
    wants_colour,
    write_lines,
)
from geoeval.cli.parts import (
    PartsFolder,
    Scheduler,
    refuse_beside_parts,
    run_in_parts,
    tell_counts,
    workers_of,
)
from geoeval.cli.progress import LateBar
from geoeval.reporting.view import SolveFormat, View

if TYPE_CHECKING:
    from geoeval.datasets.records import Record
    from geoeval.reporting.summary import Solution
    from geoeval.verification.asking import Run

EPILOG = """Examples:

  geoeval solve questions.json

  geoeval solve questions.json --id 75

  geoeval solve questions.json --format json -o answers.json

  geoeval solve questions.json --unexplained

  geoeval solve questions.json --understand rules+MODEL --base-url http://localhost:8000/v1

  geoeval solve questions.json --queries questions.queries.jsonl

  geoeval solve millions.jsonl --parts answers

Labels are neither needed nor read. Exit code: 0, or 2 for wrong usage or a file of which a part
cannot be read (the rest is solved first), or a model that never replies.
"""


def solve(  # noqa: PLR0913, PLR0917 - one parameter per option
    paths: Paths = None,
    output_format: Annotated[
        SolveFormat, typer.Option("--format", help="How to write the answers.")
    ] = SolveFormat.TEXT,
    output: Output = None,
    dataset: DatasetName = "auto",
    columns: Columns = None,
    world: WorldFile = None,
    earth: EarthModel = Earth.SPHERE,
    one_id: OneId = None,
    unexplained: Annotated[
        bool,
        typer.Option("--unexplained", help="Count the words that could not be understood."),
    ] = False,
    queries: Queries = None,
    understand: Understand = "rules",
    base_url: BaseUrl = None,
    jobs: Jobs = None,
    timeout: Timeout = 60.0,
    cache: Cache = None,
    parts: PartsFolder = None,
    scheduler: Scheduler = None,
) -> None:
    """Answer every question from its context alone, step by step."""
    from geoeval.reporting.formats import render_solutions
    from geoeval.reporting.summary import Solutions

    workers = workers_of(jobs, scheduler, parts)
    if parts is not None:
        unused = {
            "--output": output, "--id": one_id, "--unexplained": unexplained, "--queries": queries,
            "--cache": cache, "--understand": understand != "rules",
            "--earth": earth is not Earth.SPHERE,
            "--format": output_format is not SolveFormat.TEXT,
        }  # fmt: skip
        refuse_beside_parts(unused)
        form = declared(dataset, columns)
        counts = run_in_parts("solve", paths or (), parts, form, world, workers)
        raise typer.Exit(tell_counts(counts, parts))
    refuse_overwriting([*(paths or ()), *([queries] if queries else [])], output)
    understanding = chosen(understand, base_url, jobs, timeout, cache)
    form = declared(dataset, columns)
    datasets = with_world(read_inputs(paths or (), form, labels=False), world)
    datasets, understanding = kept_or(queries, datasets, understanding, understand)
    records = chosen_records(datasets, one_id)
    with LateBar("solving") as bar:
        items = tuple(solved(records, understanding.run(len(records), earth), bar))
    issues = tuple(issue for one in datasets for issue in one.issues)
    solutions = Solutions(items=items, errors=issues, model=understanding.usage)
    if unexplained:
        from geoeval.reporting.formats import render_unexplained

        lines = render_unexplained(solutions, output_format)
    else:
        lines = render_solutions(solutions, output_format, View(colour=wants_colour(output)))
    write_lines(lines, output)
    raise typer.Exit(understanding.exit_code(FAILED if unreadable(datasets) else CLEAN))


def solved(
    records: Sequence[Record], run: Run, progress: Callable[[int, int], None]
) -> Iterator[Solution]:
    """Yield the solution of each record, telling how many are done."""
    from geoeval.reporting.summary import Solution
    from geoeval.verification.asking import answer_records

    answers = answer_records(records, run)
    for done, (record, answer) in enumerate(zip(records, answers, strict=True), start=1):
        yield Solution(question=record.question, span=record.span, answer=answer)
        progress(done, len(records))
