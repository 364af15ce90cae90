"""``geoeval datasets``: the record formats that can be read, and the datasets to fetch."""

from __future__ import annotations

from typing import Annotated

import typer

from geoeval.cli.output import wants_colour, write_lines
from geoeval.reporting.view import PageFormat

EPILOG = """Examples:

  geoeval datasets

  geoeval datasets --format json
"""


def datasets(
    output_format: Annotated[
        PageFormat, typer.Option("--format", help="How to write it.")
    ] = PageFormat.TEXT,
) -> None:
    """List the record formats, and the published datasets with their addresses."""
    from geoeval.datasets.catalogue import catalogue
    from geoeval.datasets.formats import FORMATS
    from geoeval.datasets.storage import dataset_path, default_folder, is_fetched
    from geoeval.reporting.datasets import DatasetLine, FormatLine, render_datasets

    formats = [FormatLine(name=each.name, about=each.about) for each in FORMATS.values()]
    published = []
    for entry in catalogue():
        folder = default_folder(entry)
        path = dataset_path(entry, folder) if is_fetched(entry, folder) else None
        published.append(DatasetLine(entry=entry, path=path))
    write_lines(render_datasets(formats, published, output_format, colour=wants_colour(None)))
