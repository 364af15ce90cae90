"""Process large files in parts: ``--parts FOLDER``, on local processes or a Dask cluster."""

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
        "Process large .jsonl and .parquet files in parts: FOLDER/part-00000.jsonl and so on.",
    ),
]
Scheduler = Annotated[
    str | None, declare_option("--scheduler ADDRESS", "Run on the Dask cluster at ADDRESS.")
]
SUMMARY = "summary.json"


# Options that a run in parts uses or may ignore; any other option is an error.
_ALLOWED_WITH_PARTS = frozenset(
    {
        "paths", "dataset", "columns", "labels", "world", "jobs", "parts", "scheduler", "fail_on",
        "min_coverage", "verbose", "provider", "base_url", "timeout",
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
    """Options of a run in parts: the folder of the parts, and the cluster that processes them."""

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
        """With ``--parts``, process the remaining parts, report their counts and exit."""
        from geoeval.workers.processes import count_cores

        if self.parts is None:
            if self.scheduler is not None:
                raise UsageError("--scheduler needs --parts FOLDER")
            return
        for parameter in context.command.params:
            value = context.params.get(parameter.name or "")
            if parameter.name not in _ALLOWED_WITH_PARTS and value and value != parameter.default:
                raise UsageError(f"--parts cannot be combined with {parameter.opts[0]}")
        workers = self.scheduler or context.params["jobs"] or count_cores()
        counts = _run_in_parts(what, records, self.parts, records.declared(labels), workers)
        raise typer.Exit(report(counts, self.parts))


def _run_in_parts(
    what: What, records: Records, folder: str, declared: Declared, workers: int | str
) -> Mapping[str, object]:
    """Process the blocks that are not done yet, and return the counts of all blocks."""
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
    world = None if records.world is None else read_world(records.world)
    parts = Parts(folder, plan)
    if parts.done:
        write_error(f"parts already done: {len(parts.done)}")
    total = sum(Path(path).stat().st_size for path in paths)
    tasks = _remaining_tasks(what, paths, declared, frozenset(parts.done))
    with LateBar(f"{what} in parts") as bar:
        for part in map_spread(partial(make_part, world), tasks, workers):
            parts.keep(part.number, part.content, part.counts)
            bar(part.end, total)
    counts: Mapping[str, object] = {}
    for _, each in sorted(parts.done.items()):
        counts = add_counts(counts, each)
    shape = {"schema_version": SCHEMA_VERSION, "parts": len(parts.done), **counts}
    write_lines([dump_shape(shape, indent=2)], str(Path(folder) / SUMMARY))
    return counts


def _file_stamp(path: str) -> list[object]:
    try:
        status = Path(path).stat()
    except OSError as error:
        raise UsageError(f"{path}: the file cannot be read: {error.strerror}") from None
    return [str(Path(path).resolve()), status.st_size, status.st_mtime_ns]


def _remaining_tasks(
    what: What, paths: Sequence[str], declared: Declared, done: frozenset[int]
) -> Iterator[Task]:
    """Yield the remaining tasks; the first block of a file determines its format."""
    from geoeval.datasets.blocks import blocks_of, settle_format
    from geoeval.reporting.parts import Task

    number = bytes_before = 0
    for path in paths:
        file_format = None
        for block in blocks_of(path):
            file_format = file_format or settle_format(declared, block)
            if number not in done:
                yield Task(
                    number=number,
                    what=what,
                    block=block,
                    declared=file_format,
                    end=bytes_before + block.end,
                )
            number += 1
        bytes_before += Path(path).stat().st_size
    if not number:
        raise UsageError(f"expected records, got none in {quote(' '.join(paths))}")
