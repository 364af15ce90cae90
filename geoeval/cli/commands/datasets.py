"""``geoeval datasets`` and ``geoeval fetch``: the formats that are read, published datasets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from geoeval.cli.options import parse_seconds
from geoeval.cli.output import complain, wants_colour, write_lines
from geoeval.cli.progress import LateBar
from geoeval.reporting.view import PageFormat

DATASETS_EPILOG = """Examples:

  geoeval datasets

  geoeval datasets --format json
"""


def datasets(
    output_format: Annotated[
        PageFormat, typer.Option("--format", help="How to write it.")
    ] = PageFormat.TEXT,
) -> None:
    """List the record formats, and the published datasets with their addresses."""
    from geoeval.datasets.fetch import catalogue, dataset_path, default_folder, is_fetched
    from geoeval.datasets.formats import FORMATS
    from geoeval.reporting.datasets import DatasetLine, FormatLine, render_datasets

    formats = [FormatLine(name=each.name, about=each.about) for each in FORMATS.values()]
    published = []
    for entry in catalogue():
        folder = default_folder(entry)
        path = dataset_path(entry, folder) if is_fetched(entry, folder) else None
        published.append(DatasetLine(entry=entry, path=path))
    write_lines(render_datasets(formats, published, output_format, colour=wants_colour(None)))


FETCH_EPILOG = """Examples:

  geoeval fetch mapeval-textual

  geoeval fetch mapqa-california -o data/california

  geoeval verify "$(geoeval fetch mapeval-textual)"

  geoeval fetch mapqa-illinois --url https://example.org/illinois/

The first download pins the SHA-256 of each file; later ones must match it. A download that broke
off goes on where it stopped. Exit code: 0, or 2 if a file cannot be had.
"""


def fetch(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of a dataset; geoeval datasets lists them.")
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="DIR", help="Put the files there, not into the cache folder."
        ),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option("--url", metavar="URL", help="Other address of the file, or of its folder."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Download anew, in the place of what is there.")
    ] = False,
    repin: Annotated[
        bool, typer.Option("--repin", help="The same, and accept files that have changed.")
    ] = False,
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout",
            parser=parse_seconds,
            metavar="SECONDS",
            help="Longest wait for the next bytes of the server.",
        ),
    ] = 30.0,
    output_format: Annotated[
        PageFormat, typer.Option("--format", help="How to write what was fetched.")
    ] = PageFormat.TEXT,
) -> None:
    """Download a published dataset, and print the path to verify."""
    from geoeval.datasets.download import Patience
    from geoeval.datasets.fetch import dataset_path, default_folder, published
    from geoeval.datasets.fetch import fetch as fetch_files
    from geoeval.reporting.shapes import SCHEMA_VERSION, dump

    entry = published(name)
    folder = Path(output) if output is not None else default_folder(entry)
    with LateBar(f"fetching {entry.name}") as bar:
        files = fetch_files(
            entry,
            folder,
            url=url,
            force=force,
            repin=repin,
            progress=bar,
            patience=Patience(timeout_s=timeout),
        )
    path = str(dataset_path(entry, folder))
    fresh = sum(file.fresh for file in files)
    if output_format is PageFormat.JSON:
        shape = {
            "schema_version": SCHEMA_VERSION,
            "name": entry.name,
            "path": path,
            "files": [
                {
                    "path": str(file.path),
                    "url": file.pin.url,
                    "size": file.pin.size,
                    "sha256": file.pin.sha256,
                    "fresh": file.fresh,
                }
                for file in files
            ],
        }
        write_lines([dump(shape, indent=2)])
        return
    size = sum(file.pin.size for file in files)
    complain(f"{fresh} of {len(files)} files downloaded, {size:,} bytes in all, checksums pinned")
    write_lines([path])
