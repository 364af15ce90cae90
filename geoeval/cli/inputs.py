"""Reading the files that a command is given."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from geoeval.datasets.folder import load_datasets
from geoeval.datasets.formats import Declared
from geoeval.datasets.identity import with_unique_ids
from geoeval.datasets.load import parse_dataset
from geoeval.datasets.records import Dataset
from geoeval.errors import UsageError

STDIN = "-"


def read_inputs(
    paths: Iterable[str], dataset: str | Declared, *, labels: bool = True
) -> tuple[Dataset, ...]:
    """Read every file once, in the order given; ``-`` is standard input.

    Parameters
    ----------
    paths
        Paths of files, and of folders of MapQA; one that is given twice is read once.
    dataset
        The record format, or "auto"; with what is declared about it, if anything is.
    labels
        Whether to read the labels.

    Returns
    -------
    tuple of Dataset
        One per file, with ids that no other has.

    Raises
    ------
    UsageError
        If there is no path, no such record format, or standard input cannot be read.

    Examples
    --------
    >>> [one.readable for one in read_inputs(["no_such_file.json"], "auto")]
    [False]
    """
    unique = tuple(dict.fromkeys(paths))
    if not unique:
        message = "expected the path of a dataset (- for standard input), got none"
        raise UsageError(message)
    return with_unique_ids(
        one
        for path in unique
        for one in (
            (parse_dataset(read_standard_input(), dataset=dataset, labels=labels),)
            if path == STDIN
            else load_datasets(path, dataset, labels=labels)
        )
    )


def read_standard_input() -> bytes:
    """Return all of standard input.

    Returns
    -------
    bytes
        What was there until its end.

    Raises
    ------
    UsageError
        If it cannot be read.
    """
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        message = f"standard input cannot be read: {error.strerror}"
        raise UsageError(message) from None
