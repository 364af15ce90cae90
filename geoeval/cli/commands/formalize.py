"""``geoeval formalize``: the query of each question, kept beside the dataset."""

from __future__ import annotations

from pathlib import Path

import typer

from geoeval.cli.front_ends import BaseUrl, Cache, Jobs, Timeout, Understand, beside, chosen
from geoeval.cli.inputs import declared, read_inputs, with_world
from geoeval.cli.options import Columns, DatasetName, Output, Paths, WorldFile
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    STDOUT,
    complain,
    refuse_overwriting,
    unreadable,
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

EPILOG = """Examples:

  geoeval formalize questions.json

  geoeval formalize questions.json --understand rules+MODEL --cache replies

  geoeval formalize train.json test.json -o all.queries.jsonl

  geoeval formalize millions.jsonl --parts queries

  geoeval review questions.json

Writes questions.queries.jsonl, one line for each question. Run again, it reads new, changed and
unreviewed questions; a reviewed query is never changed. Exit code: 0, or 2 for wrong usage or a
file of which a part cannot be read, or a model that never replies.
"""


def formalize(  # noqa: PLR0913, PLR0917 - one parameter per option
    paths: Paths = None,
    output: Output = None,
    dataset: DatasetName = "auto",
    columns: Columns = None,
    world: WorldFile = None,
    understand: Understand = "rules",
    base_url: BaseUrl = None,
    jobs: Jobs = None,
    timeout: Timeout = 60.0,
    cache: Cache = None,
    parts: PartsFolder = None,
    scheduler: Scheduler = None,
) -> None:
    """Read every question once, and keep its query beside the dataset for review."""
    from geoeval.reporting.kept import say_gone, say_kept, say_stale
    from geoeval.verification.kept.entries import query_lines, read_queries
    from geoeval.verification.kept.use import formalize as read

    workers = workers_of(jobs, scheduler, parts)
    if parts is not None:
        unused = {"--output": output, "--cache": cache, "--understand": understand != "rules"}
        refuse_beside_parts(unused)
        form = declared(dataset, columns)
        counts = run_in_parts("formalize", paths or (), parts, form, world, workers)
        raise typer.Exit(tell_counts(counts, parts))
    target = output or beside(paths or (), "-o")
    refuse_overwriting(paths or (), target)
    understanding = chosen(understand, base_url, jobs, timeout, cache)
    form = declared(dataset, columns)
    datasets = with_world(read_inputs(paths or (), form, labels=False), world)
    earlier = read_queries(target) if target != STDOUT and Path(target).is_file() else ()
    records = [record for one in datasets for record in one.records]
    with LateBar("reading") as bar:
        found = read(records, earlier, understanding.run(len(records)), bar)
    write_lines(query_lines(found.all), target)
    for issue in (issue for one in datasets for issue in one.issues if issue.fatal):
        complain(f"{issue.span}: {issue.message}")
    for entry in found.stale:
        complain(say_stale(entry))
    for entry in found.gone:
        complain(say_gone(entry))
    complain(say_kept(found, target))
    raise typer.Exit(understanding.exit_code(FAILED if unreadable(datasets) else CLEAN))
