"""``geoeval world read``: show what is read from contexts, line by line, and what is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.groups import with_groups
from geoeval.cli.inputs import chosen_records, read_contexts_of
from geoeval.cli.options import Form, Format, OneId, Output
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    FINDINGS,
    has_unreadable,
    reject_overwriting,
    wants_colour,
    write_error,
    write_lines,
)
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.datasets.records import Record
    from geoeval.reporting.world import ContextReading

EPILOG = """Examples:

  geoeval world read dataset.json

  geoeval world read dataset.json --id 75 --format json

  geoeval world read dataset.json --unparsed

  geoeval world read town.txt --explain

Exit code: 0; 1 with --unparsed if a line was not understood; 2 for wrong usage or a file that
cannot be read in full.
"""


@with_groups
def read(
    path: Annotated[
        str, declare_argument("PATH", "Dataset, context or world; - is standard input.")
    ],
    one_id: OneId = None,
    unparsed: Annotated[
        bool, declare_option("--unparsed", "List only the lines that were not understood.")
    ] = False,
    explain: Annotated[
        bool, declare_option("--explain", "List every line, and what it was read as.")
    ] = False,
    output_format: Format = PageFormat.TEXT,
    output: Output = None,
    *,
    form: Form,
) -> None:
    """Show the places, lists, legs and routes in each context, and the kinds of its lines."""
    from geoeval.reporting.world import render_readings

    reject_overwriting([path], output)
    datasets = read_contexts_of(path, form.declared())
    readings = _read_contexts(chosen_records(datasets, one_id), explain=explain)
    lines = render_readings(
        readings,
        output_format,
        only_unread=unparsed,
        explained=explain,
        detailed=one_id is not None,
        colour=wants_colour(output),
    )
    write_lines(lines, output, is_text=output_format is PageFormat.TEXT)
    if has_unreadable(datasets):
        raise typer.Exit(FAILED)
    unread = unparsed and any(reading.unread for reading in readings)
    raise typer.Exit(FINDINGS if unread else CLEAN)


def _read_contexts(records: Sequence[Record], *, explain: bool) -> list[ContextReading]:
    from geoeval.reporting.world import ContextReading
    from geoeval.verification.contexts import context_key, read_contexts
    from geoeval.world.documents.explain import explain_context
    from geoeval.world.reader import read_lines

    lines_of = explain_context if explain else read_lines
    contexts = read_contexts(records)
    readings = []
    for record in records:
        context = contexts[context_key(record)]
        if context.fault is not None:
            write_error(f"{record.span}: {context.fault}")
        lines = lines_of(record.context) if record.world is None else []
        readings.append(ContextReading(record=record, world=context.world, lines=tuple(lines)))
    return readings
