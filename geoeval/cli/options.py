"""The arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH", help="Dataset files; - reads standard input."),
]
DatasetName = Annotated[
    str, typer.Option("--dataset", metavar="FORMAT", help="Record format: auto or mapeval.")
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to FILE in place of the screen."),
]
OneId = Annotated[
    str | None, typer.Option("--id", metavar="ID", help="Look at the question with this id only.")
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="List what could not be checked too, and all evidence."),
]
