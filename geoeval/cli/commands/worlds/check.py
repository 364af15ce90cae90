"""``geoeval world check``: check that a map file is intact, and show what it contains."""

from __future__ import annotations

from typing import Annotated

import typer

from geoeval.cli.declarations import declare_argument
from geoeval.cli.options import Format, Output
from geoeval.cli.output import CLEAN, FINDINGS, write_page
from geoeval.reporting.view import PageFormat

EPILOG = """Examples:

  geoeval world check monaco.world

  geoeval world check monaco.world --format json

Exit code: 0 if the file is intact; 1 if part of it is damaged; 2 if it is not a map file.
"""


def check(
    path: Annotated[str, declare_argument("FILE", "Map file.")],
    output_format: Format = PageFormat.TEXT,
    output: Output = None,
) -> None:
    """Check a map file, and show what it contains and where its sources disagree."""
    from geoeval.world.store.checking import check_map

    found = check_map(path)
    write_page(output_format, found.as_json(), found.as_text(), output)
    raise typer.Exit(FINDINGS if found.damaged else CLEAN)
