"""The options about files of queries, and where such a file stands beside its dataset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from geoeval.cli.front_ends import Understanding
from geoeval.cli.inputs import STDIN
from geoeval.datasets.records import Dataset
from geoeval.errors import UsageError, quote

Queries = Annotated[
    str | None,
    typer.Option(
        "--queries",
        metavar="FILE",
        help="Take the queries that FILE keeps (or the set of that name), understand nothing else.",
    ),
]


def beside(paths: Sequence[str], option: str) -> str:
    """Return where the queries of a dataset stand unless another file is named.

    Examples
    --------
    >>> beside(["sets/questions.json"], "--output")
    'sets/questions.queries.jsonl'
    """
    if len(paths) != 1 or paths[0] == STDIN:
        message = f"expected {option} FILE where not one file of records is read, got none"
        raise UsageError(message)
    return str(Path(paths[0]).with_suffix(".queries.jsonl"))


def kept_or(
    queries: str | None, datasets: Iterable[Dataset], understanding: Understanding, understand: str
) -> tuple[tuple[Dataset, ...], Understanding]:
    """Return datasets with their kept queries, which need no understanding, if a file is given."""
    if queries is None:
        return tuple(datasets), understanding
    if understanding.model is not None:
        message = f"expected --queries or --understand, got both ({quote(understand)})"
        raise UsageError(message)
    from geoeval.verification.kept.queries import with_queries

    return with_queries(datasets, queries), Understanding(front_ends=())
