"""``geoeval datasets inspect``: propose how to read a file of records."""

from __future__ import annotations

import shlex
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_argument
from geoeval.cli.groups import spell_options, with_groups
from geoeval.cli.options import Form, Format, Labels, Output
from geoeval.cli.output import CLEAN, FAILED, wants_colour, write_page
from geoeval.errors import UsageError
from geoeval.reporting.safe import format_command, path_word
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.datasets.inspection import Inspection

EPILOG = """Examples:

  geoeval datasets inspect exam.csv

  geoeval datasets inspect exam.csv --columns question=prompt --labels from-1

  geoeval datasets inspect exam.jsonl.gz --format json

Columns are found by their usual names, then by their content. The command at the end reads the file
as shown; correct a wrong guess with --columns ROLE=NAME, or keep the columns in pyproject.toml
under [tool.geoeval.columns].

Exit code: 0, or 2 for wrong usage or a file without usable records.
"""


def _find_command(found: Inspection, form: Form, labels: str | None) -> str | None:
    """Return a command that reads a file as shown, or None if its columns cannot be spelled."""
    proposed = [word for each in found.proposed for word in shlex.split(each)]
    columns = [of for name, of in pairwise(proposed) if name == "--columns"] or form.columns
    labels = dict(pairwise(proposed)).get("--labels", labels)
    form = Form(dataset=form.dataset, columns=columns)
    try:
        if form.declared(labels) != found.declared:
            return None
    except UsageError:
        return None
    options = ["--labels", labels] if labels else []
    return format_command(["verify", path_word(found.dataset.path), *spell_options(form), *options])


@with_groups
def inspect(
    path: Annotated[str, declare_argument("FILE", "A file of records.")],
    form: Form,
    labels: Labels = None,
    output_format: Format = PageFormat.TEXT,
    output: Output = None,
) -> None:
    """Show how a file of records is read: columns, labels, three records and what is missing."""
    from geoeval.datasets.inspection import inspect_dataset
    from geoeval.reporting.datasets import inspection_shape, render_inspection

    found = inspect_dataset(path, form.declared(labels))
    lines = render_inspection(
        found, _find_command(found, form, labels), colour=wants_colour(output)
    )
    write_page(output_format, inspection_shape(found), lines, output)
    raise typer.Exit(CLEAN if found.dataset.records else FAILED)
