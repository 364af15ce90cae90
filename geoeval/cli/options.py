"""The arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.errors import quote
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.datasets.formats import Declared
    from geoeval.datasets.records import Dataset

_MAX_SECONDS = 86_400


def parse_share(text: object) -> float:
    """Parse a share from 0 to 1."""
    wanted = "a share from 0 to 1, such as 0.6 for 60%"
    return _parse_number(text, lambda share: 0 <= share <= 1, wanted)


def parse_seconds(text: object) -> float:
    """Parse a positive time in seconds."""
    wanted = f"a time above 0 and up to {_MAX_SECONDS} seconds"
    return _parse_number(text, lambda seconds: 0 < seconds <= _MAX_SECONDS, wanted)


def _parse_number(text: object, fits: Callable[[float], bool], wanted: str) -> float:
    with suppress(ValueError):
        if fits(number := float(str(text))):
            return number
    raise typer.BadParameter(f"expected {wanted}, got {quote(text)}")


MinCoverage = Annotated[
    float,
    declare_option(
        "--min-coverage SHARE", "Minimum share of checked questions, 0 to 1.", parser=parse_share
    ),
]


class Earth(StrEnum):
    """The model of the earth on which lengths between coordinates are measured."""

    SPHERE = "sphere"
    ELLIPSOID = "ellipsoid"


EarthModel = Annotated[
    Earth,
    declare_option("--earth", "Earth model for distances: great circles, or geodesics of WGS 84."),
]
Labels = Annotated[
    str | None,
    declare_option(
        "--labels FORM", "Form of the labels: from-0, from-1 or text; also unanswerable=VALUE."
    ),
]
WorldFile = Annotated[
    str | None, declare_option("--world FILE", "World for the records without a context.")
]
KnownWorld = Annotated[
    str | None,
    declare_option("--world FILE", "Facts for the tools: a map, world, dataset or context."),
]
IdOfWorld = Annotated[
    str | None, declare_option("--id ID", "With a dataset: the question whose world to use.")
]
Output = Annotated[
    str | None, declare_option("--output -o FILE", "Write to FILE instead of standard output.")
]
OneId = Annotated[str | None, declare_option("--id ID", "Only the question with this id.")]
Toolset = Annotated[
    str,
    declare_option(
        "--toolset SET", "default, all, or families and tools of geoeval tools, joined by commas."
    ),
]
TimeLimit = Annotated[
    float,
    declare_option(
        "--time-limit SECONDS", "Time after which a call is stopped.", min=0.1, max=86_400
    ),
]
Verbose = Annotated[
    bool, declare_option("--verbose -v", "Also list what could not be checked, and all evidence.")
]
Host = Annotated[str, declare_option("--host HOST", "Address to listen on.")]
Port = Annotated[
    int,
    declare_option("--port PORT", "Port to listen on; 0 chooses a free port.", min=0, max=65535),
]
Format = Annotated[PageFormat, declare_option("--format", "Output format.")]
Paths = Annotated[
    list[str] | None, declare_argument("PATH", "Dataset files; - reads standard input.")
]
DatasetName = Annotated[
    str, declare_option("--dataset FORMAT", "Record format, or auto; geoeval datasets lists them.")
]
Columns = Annotated[
    list[str] | None,
    declare_option(
        "--columns ROLE=COLUMN,…",
        "Columns of mcq records, such as question=prompt; or of options, answer, context, id, "
        "category, world, query, tolerance; separator=TEXT splits options in one cell.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The format of records."""

    dataset: DatasetName = "auto"
    columns: Columns = None

    def declared(self, labels: str | None = None) -> Declared:
        """Return the format that the options declare."""
        from geoeval.cli.inputs import declare_format

        return declare_format(self.dataset, self.columns, labels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Files(Form):
    """Record files and their format."""

    paths: Paths = None

    @property
    def inputs(self) -> tuple[str, ...]:
        """The paths of the files to read."""
        return tuple(self.paths or ())

    def read(self, labels: str | None = None, *, labelled: bool = True) -> tuple[Dataset, ...]:
        """Read the files."""
        from geoeval.cli.inputs import read_inputs

        return read_inputs(self.inputs, self.declared(labels), labels=labelled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Records(Files):
    """Record files, and the world for records without a context."""

    world: WorldFile = None

    def read(self, labels: str | None = None, *, labelled: bool = True) -> tuple[Dataset, ...]:
        """Read the files, and add the world to the records without facts of their own."""
        from geoeval.cli.inputs import with_world

        return with_world(Files.read(self, labels, labelled=labelled), self.world)
