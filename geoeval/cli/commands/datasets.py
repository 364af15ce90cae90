"""``geoeval datasets``: list record formats and published datasets, and download datasets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.groups import with_groups
from geoeval.cli.options import Format, parse_seconds
from geoeval.cli.output import wants_colour, write_error, write_lines, write_page
from geoeval.cli.progress import LateBar
from geoeval.errors import UsageError
from geoeval.reporting.view import PageFormat

EPILOG = """Examples:

  geoeval datasets

  geoeval datasets --format json

  geoeval datasets mapeval-textual

  geoeval datasets mapqa-california -o data/california

  geoeval verify "$(geoeval datasets mapeval-textual)"

  geoeval datasets mapqa-illinois --url https://example.org/illinois/

The first download pins the SHA-256 of each file; later ones must match it. An interrupted download
continues where it stopped. Exit code: 0, or 2 if a file cannot be downloaded.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """Options of a download: its source, its target and which changes to accept."""

    output: Annotated[
        str | None,
        declare_option("--output -o DIR", "Write the files to DIR instead of the cache folder."),
    ] = None
    url: Annotated[
        str | None, declare_option("--url URL", "Alternative address of the file or its folder.")
    ] = None
    force: Annotated[
        bool, declare_option("--force", "Download again, replacing existing files.")
    ] = False
    repin: Annotated[
        bool, declare_option("--repin", "Like --force, and accept files that have changed.")
    ] = False
    timeout: Annotated[
        float,
        declare_option(
            "--timeout SECONDS",
            "Longest wait for the next bytes from the server.",
            parser=parse_seconds,
        ),
    ] = 30.0


@with_groups
def datasets(
    download: Download,
    name: Annotated[
        str | None, declare_argument("NAME", "A published dataset to download.")
    ] = None,
    output_format: Format = PageFormat.TEXT,
) -> None:
    """List record formats and published datasets, or download a dataset and print its path."""
    if name is not None:
        _fetch_dataset(name, download, output_format)
        return
    if download != Download():
        raise UsageError(
            "--output, --url, --force, --repin and --timeout need NAME, the dataset to download"
        )
    from geoeval.datasets.fetch import dataset_path, default_folder, is_fetched, list_published
    from geoeval.datasets.formats import FORMATS
    from geoeval.reporting.datasets import DatasetLine, FormatLine, render_datasets

    formats = [FormatLine(name=each.name, about=each.about) for each in FORMATS.values()]
    published = []
    for entry in list_published():
        folder = default_folder(entry)
        path = dataset_path(entry, folder) if is_fetched(entry, folder) else None
        published.append(DatasetLine(entry=entry, path=path))
    write_lines(render_datasets(formats, published, output_format, colour=wants_colour(None)))


def _fetch_dataset(name: str, download: Download, output_format: PageFormat) -> None:
    from geoeval.datasets.download import Patience
    from geoeval.datasets.fetch import dataset_path, default_folder, fetch_files, find_published
    from geoeval.reporting.shapes import SCHEMA_VERSION

    entry = find_published(name)
    folder = Path(download.output) if download.output is not None else default_folder(entry)
    with LateBar(f"fetching {entry.name}") as bar:
        files = fetch_files(
            entry,
            folder,
            url=download.url,
            force=download.force,
            repin=download.repin,
            progress=bar,
            patience=Patience(timeout_s=download.timeout),
        )
    path = str(dataset_path(entry, folder))
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
    if output_format is not PageFormat.JSON:
        fresh, size = sum(file.fresh for file in files), sum(file.pin.size for file in files)
        write_error(
            f"{fresh} of {len(files)} files downloaded, {size:,} bytes in all, checksums pinned"
        )
    write_page(output_format, shape, [path])
