"""The arguments and options that several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.errors import quote
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.datasets.formats import Declared
    from geoeval.datasets.records import Dataset

_LONGEST_S = 86_400


def parse_share(text: object) -> float:
    """Return the number of a share from 0 to 1.

    Examples
    --------
    >>> parse_share("0.6")
    0.6
    """
    try:
        share = float(str(text))
    except ValueError:
        share = -1.0
    if 0 <= share <= 1:
        return share
    message = f"expected a share from 0 to 1, such as 0.6 for 60 %, got {quote(text)}"
    raise typer.BadParameter(message)


def parse_seconds(text: object) -> float:
    """Return the number of a positive time in seconds.

    Examples
    --------
    >>> parse_seconds("2.5")
    2.5
    """
    try:
        seconds = float(str(text))
    except ValueError:
        seconds = -1.0
    if 0 < seconds <= _LONGEST_S:
        return seconds
    message = f"expected a time above 0 and up to {_LONGEST_S} seconds, got {quote(text)}"
    raise typer.BadParameter(message)


MinCoverage = Annotated[
    float,
    typer.Option(
        "--min-coverage",
        parser=parse_share,
        metavar="SHARE",
        help="Least share that is checked, 0 to 1.",
    ),
]


class Earth(StrEnum):
    """What lengths between coordinates are measured on."""

    SPHERE = "sphere"
    ELLIPSOID = "ellipsoid"


EarthModel = Annotated[
    Earth,
    typer.Option(
        "--earth", help="Lengths between coordinates: great circles, or geodesics of WGS 84."
    ),
]
Labels = Annotated[
    str | None,
    typer.Option(
        "--labels",
        metavar="FORM",
        help="How labels are written: from-0, from-1 or text; unanswerable=VALUE.",
    ),
]
WorldFile = Annotated[
    str | None,
    typer.Option("--world", metavar="FILE", help="World of the records that have no context."),
]
KnownWorld = Annotated[
    str | None,
    typer.Option(
        "--world", metavar="FILE", help="What is known: a map, world, dataset or context."
    ),
]
IdOfWorld = Annotated[
    str | None,
    typer.Option("--id", metavar="ID", help="The question of a dataset whose world it is."),
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to FILE in place of the screen."),
]
OneId = Annotated[
    str | None, typer.Option("--id", metavar="ID", help="Look at the question with this id only.")
]
Toolset = Annotated[
    str,
    typer.Option("--toolset", metavar="SET", help="default, all, or a family of geoeval tools."),
]
TimeLimit = Annotated[
    float,
    typer.Option(
        "--time-limit",
        min=0.1,
        max=86_400,
        metavar="SECONDS",
        help="After how long a call is stopped.",
    ),
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="List what could not be checked too, and all evidence."),
]
Host = Annotated[str, typer.Option("--host", metavar="HOST", help="Address to listen at.")]
Port = Annotated[
    int,
    typer.Option("--port", min=0, max=65535, metavar="PORT", help="Port; 0 takes a free one."),
]
Format = Annotated[PageFormat, typer.Option("--format", help="How to write it.")]
Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH", help="Dataset files; - reads standard input."),
]
DatasetName = Annotated[
    str,
    typer.Option(
        "--dataset", metavar="FORMAT", help="Record format, or auto; geoeval datasets lists them."
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--columns",
        metavar="ROLE=COLUMN,…",
        help="Columns of mcq records: question, options, answer, context, id, category, world.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """Files of records and what their columns hold."""

    paths: Paths = None
    dataset: DatasetName = "auto"
    columns: Columns = None

    def declared(self, labels: str | None = None) -> Declared:
        """Return what the options declare."""
        from geoeval.cli.inputs import declared

        return declared(self.dataset, self.columns, labels)

    def read(self, labels: str | None = None, *, labelled: bool = True) -> tuple[Dataset, ...]:
        """Read the files."""
        from geoeval.cli.inputs import read_inputs

        return read_inputs(self.paths or (), self.declared(labels), labels=labelled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Records(Files):
    """Files of records and the world of those that have no context."""

    world: WorldFile = None

    def read(self, labels: str | None = None, *, labelled: bool = True) -> tuple[Dataset, ...]:
        """Read the files, and put the world into the records that have none."""
        from geoeval.cli.inputs import with_world

        return with_world(Files.read(self, labels, labelled=labelled), self.world)
