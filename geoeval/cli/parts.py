"""Large files in parts: ``--parts FOLDER``, on processes or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.output import CLEAN, FAILED, complain, write_lines
from geoeval.cli.progress import LateBar
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from geoeval.datasets.formats import Declared
    from geoeval.reporting.parts import Task, What

PartsFolder = Annotated[
    str | None,
    typer.Option(
        "--parts",
        metavar="FOLDER",
        help="For large .jsonl and .parquet files: write FOLDER/part-00000.jsonl and so on.",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Work on the Dask cluster there."),
]
SUMMARY = "summary.json"


def refuse_beside_parts(others: Mapping[str, object]) -> None:
    """See that no option is given that a run in parts has no use for.

    Examples
    --------
    >>> refuse_beside_parts({"--fix": None})
    >>> refuse_beside_parts({"--fix": "x.json"})
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected --parts or --fix, got both
    """
    for name, value in others.items():
        if value:
            message = f"expected --parts or {name}, got both"
            raise UsageError(message)


def workers_of(jobs: int | None, scheduler: str | None, parts: str | None) -> int | str:
    """Return what does the work: the cluster that is named, or processes.

    Examples
    --------
    >>> workers_of(3, None, "folder")
    3
    """
    from geoeval.workers.processes import cores

    if scheduler is not None and parts is None:
        message = "expected --parts FOLDER with --scheduler, got none"
        raise UsageError(message)
    return scheduler if scheduler is not None else jobs or cores()


def run_in_parts(
    what: What,
    paths: Sequence[str],
    folder: str,
    declared: Declared,
    world: str | None,
    workers: int | str,
) -> Mapping[str, object]:
    """Do the blocks of files that are not done yet, and return the counts of all."""
    import geoeval
    from geoeval.cli.inputs import read_world
    from geoeval.datasets.blocks import ROWS, check_splits
    from geoeval.reporting.parts import added, make
    from geoeval.reporting.shapes import SCHEMA_VERSION, dump
    from geoeval.workers.parts import Parts
    from geoeval.workers.spread import spread

    if not paths:
        message = "expected the path of a dataset, got none"
        raise UsageError(message)
    for path in paths:
        check_splits(path)
    plan = {
        "command": what,
        "version": geoeval.__version__,
        "files": [_stamp(path) for path in paths],
        "world": None if world is None else _stamp(world),
        "declared": repr(declared),
        "rows": ROWS,
    }
    known = None if world is None else read_world(world)
    parts = Parts(folder, plan)
    if parts.done:
        complain(f"parts that are there already: {len(parts.done)}")
    total = sum(Path(path).stat().st_size for path in paths)
    tasks = _tasks(what, paths, declared, frozenset(parts.done))
    with LateBar(f"{what} in parts") as bar:
        for made in spread(partial(make, known), tasks, workers):
            parts.keep(made.number, made.content, made.counts)
            bar(made.end, total)
    counts: Mapping[str, object] = {}
    for _, each in sorted(parts.done.items()):
        counts = added(counts, each)
    shape = {"schema_version": SCHEMA_VERSION, "parts": len(parts.done), **counts}
    write_lines([dump(shape, indent=2)], str(Path(folder) / SUMMARY))
    return counts


def tell_counts(counts: Mapping[str, object], folder: str) -> int:
    """Write what the parts come to; return the exit code."""
    from geoeval.reporting.wording import count, words

    questions = counts["questions"]
    assert isinstance(questions, int)
    told = [
        f"{number} {words(name)}"
        for name, number in counts.items()
        if isinstance(number, int) and number and name != "questions"
    ]
    write_lines([f"{folder}: {count(questions, 'question')}: {', '.join(told)}"])
    return FAILED if counts.get("unreadable") else CLEAN


def _stamp(path: str) -> list[object]:
    """Return what tells one state of a file from another."""
    try:
        found = Path(path).stat()
    except OSError as error:
        message = f"{path}: the file cannot be read: {error.strerror}"
        raise UsageError(message) from None
    return [str(Path(path).resolve()), found.st_size, found.st_mtime_ns]


def _tasks(
    what: What, paths: Sequence[str], declared: Declared, done: frozenset[int]
) -> Iterator[Task]:
    """Yield what is left to do, the format of each file chosen by its first block."""
    from geoeval.datasets.blocks import blocks_of, settled
    from geoeval.reporting.parts import Task

    number = before = 0
    for path in paths:
        form = None
        for block in blocks_of(path):
            form = form or settled(declared, block)
            if number not in done:
                yield Task(
                    number=number, what=what, block=block, declared=form, end=before + block.end
                )
            number += 1
        before += Path(path).stat().st_size
    if not number:
        message = f"expected records, got none in {quote(' '.join(paths))}"
        raise UsageError(message)
