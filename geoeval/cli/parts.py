"""Large files in parts: ``--parts FOLDER``, on processes or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_option
from geoeval.cli.options import Records
from geoeval.cli.output import CLEAN, FAILED, write_error, write_lines
from geoeval.cli.progress import LateBar
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from geoeval.datasets.formats import Declared
    from geoeval.reporting.parts import Task, What

PartsFolder = Annotated[
    str | None,
    declare_option(
        "--parts FOLDER",
        "For large .jsonl and .parquet files: write FOLDER/part-00000.jsonl and so on.",
    ),
]
Scheduler = Annotated[
    str | None, declare_option("--scheduler ADDRESS", "Work on the Dask cluster there.")
]
SUMMARY = "summary.json"


# Options that a run in parts takes into account, or that change nothing in it.
_OF_PARTS = frozenset(
    {
        "paths", "dataset", "columns", "labels", "world", "jobs", "parts", "scheduler", "fail_on",
        "min_coverage", "verbose", "base_url", "timeout",
    }
)  # fmt: skip


def _report_counts(counts: Mapping[str, object], folder: str) -> int:
    from geoeval.reporting.wording import count_noun, in_words

    questions = counts["questions"]
    assert isinstance(questions, int)
    headers = [
        f"{number} {in_words(name)}"
        for name, number in counts.items()
        if isinstance(number, int) and number and name != "questions"
    ]
    write_lines([f"{folder}: {count_noun(questions, 'question')}: {', '.join(headers)}"])
    return FAILED if counts.get("unreadable") else CLEAN


@dataclass(frozen=True, slots=True, kw_only=True)
class InParts:
    """Where the parts of a long run go, and the cluster that does them."""

    parts: PartsFolder = None
    scheduler: Scheduler = None

    def run(
        self,
        what: What,
        context: typer.Context,
        records: Records,
        labels: str | None = None,
        report: Callable[[Mapping[str, object], str], int] = _report_counts,
    ) -> None:
        """Do what is left of a run in parts, tell its counts and leave, if one is wanted."""
        from geoeval.workers.processes import count_cores

        if self.parts is None:
            if self.scheduler is not None:
                raise UsageError("expected --parts FOLDER with --scheduler, got none")
            return
        for parameter in context.command.params:
            value = context.params.get(parameter.name or "")
            if parameter.name not in _OF_PARTS and value and value != parameter.default:
                raise UsageError(f"expected --parts or {parameter.opts[0]}, got both")
        workers = self.scheduler or context.params["jobs"] or count_cores()
        counts = _run_in_parts(what, records, self.parts, records.declared(labels), workers)
        raise typer.Exit(report(counts, self.parts))


def _run_in_parts(
    what: What, records: Records, folder: str, declared: Declared, workers: int | str
) -> Mapping[str, object]:
    """Do the blocks of files that are not done yet, and return the counts of all."""
    import geoeval
    from geoeval.cli.inputs import read_world
    from geoeval.datasets.blocks import ROWS, check_splits
    from geoeval.reporting.parts import add_counts, make_part
    from geoeval.reporting.shapes import SCHEMA_VERSION, dump_shape
    from geoeval.workers.parts import Parts
    from geoeval.workers.spread import map_spread

    paths = records.inputs
    if not paths:
        raise UsageError("expected the path of a dataset, got none")
    for path in paths:
        check_splits(path)
    stamps = [None if path is None else _file_stamp(path) for path in (*paths, records.world)]
    plan = {
        "command": what,
        "version": geoeval.__version__,
        "files": stamps[:-1],
        "world": stamps[-1],
        "declared": repr(declared),
        "rows": ROWS,
    }
    known = None if records.world is None else read_world(records.world)
    parts = Parts(folder, plan)
    if parts.done:
        write_error(f"parts that are there already: {len(parts.done)}")
    total = sum(Path(path).stat().st_size for path in paths)
    tasks = _remaining_tasks(what, paths, declared, frozenset(parts.done))
    with LateBar(f"{what} in parts") as bar:
        for made in map_spread(partial(make_part, known), tasks, workers):
            parts.keep(made.number, made.content, made.counts)
            bar(made.end, total)
    counts: Mapping[str, object] = {}
    for _, each in sorted(parts.done.items()):
        counts = add_counts(counts, each)
    shape = {"schema_version": SCHEMA_VERSION, "parts": len(parts.done), **counts}
    write_lines([dump_shape(shape, indent=2)], str(Path(folder) / SUMMARY))
    return counts


def _file_stamp(path: str) -> list[object]:
    try:
        found = Path(path).stat()
    except OSError as error:
        raise UsageError(f"{path}: the file cannot be read: {error.strerror}") from None
    return [str(Path(path).resolve()), found.st_size, found.st_mtime_ns]


def _remaining_tasks(
    what: What, paths: Sequence[str], declared: Declared, done: frozenset[int]
) -> Iterator[Task]:
    """Yield what is left to do, the format of each file chosen by its first block."""
    from geoeval.datasets.blocks import blocks_of, settle_format
    from geoeval.reporting.parts import Task

    number = before = 0
    for path in paths:
        form = None
        for block in blocks_of(path):
            form = form or settle_format(declared, block)
            if number not in done:
                yield Task(
                    number=number, what=what, block=block, declared=form, end=before + block.end
                )
            number += 1
        before += Path(path).stat().st_size
    if not number:
        raise UsageError(f"expected records, got none in {quote(' '.join(paths))}")
