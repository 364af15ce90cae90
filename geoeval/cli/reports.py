"""Writing a report, and the same one again in other formats."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from geoeval.errors import UsageError, quote
from geoeval.reporting.view import ReportFormat

Also = Annotated[
    list[str] | None,
    typer.Option(
        "--also", metavar="FORMAT=FILE", help="Write the report to FILE too, in that format."
    ),
]


def parse_also(values: Iterable[str]) -> tuple[tuple[ReportFormat, str], ...]:
    """Return the formats and files of an option that may be given often.

    Parameters
    ----------
    values
        The values as given, such as ``["sarif=geoeval.sarif"]``.

    Returns
    -------
    tuple of tuple
        A format and a path each.

    Raises
    ------
    UsageError
        If a value has no such format or no path.

    Examples
    --------
    >>> parse_also(["sarif=out/geoeval.sarif"])
    ((<ReportFormat.SARIF: 'sarif'>, 'out/geoeval.sarif'),)
    """
    return tuple(_parsed(value) for value in values)


def _parsed(value: str) -> tuple[ReportFormat, str]:
    """Return the format and the file of one value."""
    name, _, path = value.partition("=")
    if name not in list(ReportFormat) or not path:
        formats = ", ".join(ReportFormat)
        message = (
            f"expected a format and a file as FORMAT=FILE ({formats}), such as "
            f"sarif=geoeval.sarif, got {quote(value)}"
        )
        raise UsageError(message)
    return ReportFormat(name), path


def source_root() -> str:
    """Return the folder that other programs take paths from: the repository's, else the present.

    Examples
    --------
    >>> Path(source_root()).is_dir()
    True
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return str(folder)
    return str(here)
