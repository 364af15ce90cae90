"""What a command is given: files of records, what is declared about them, and ids."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from geoeval.datasets.fields import parse_label_form
from geoeval.datasets.formats import Declared, choose_format
from geoeval.datasets.load import load_datasets, parse_dataset, with_unique_ids
from geoeval.datasets.mcq import parse_columns
from geoeval.datasets.records import Dataset, Record
from geoeval.errors import UsageError, quote

STDIN = "-"


def read_inputs(
    paths: Iterable[str], dataset: str | Declared, *, labels: bool = True
) -> tuple[Dataset, ...]:
    """Read every file once, in the order given; ``-`` is standard input.

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
    """Return all of standard input."""
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        message = f"standard input cannot be read: {error.strerror}"
        raise UsageError(message) from None


def chosen_records(datasets: Iterable[Dataset], wanted: str | None) -> list[Record]:
    """Return the records of all files, or those with a given id.

    Examples
    --------
    >>> chosen_records([], None)
    []
    """
    records = [record for dataset in datasets for record in dataset.records]
    if wanted is None:
        return records
    alike = [record for record in records if str(record.question.id) == wanted.strip('"')]
    if wanted.startswith('"'):
        alike = [record for record in alike if isinstance(record.question.id, str)]
    found = [record for record in alike if isinstance(record.question.id, int)] or alike
    found = found or [record for record in records if record.question.id == wanted]
    if not found:
        message = f"expected the id of a usable record, got {quote(wanted)}"
        raise UsageError(message)
    return found


def sample_paths(wanted: bool) -> list[str]:
    """Return the path of the sample dataset if it is wanted, from here if it is below.

    Examples
    --------
    >>> sample_paths(False)
    []
    """
    from geoeval.datasets.load import sample_path

    if not wanted:
        return []
    path = sample_path()
    here = Path.cwd()
    return [str(path.relative_to(here) if path.is_relative_to(here) else path)]


def declared(dataset: str, columns: Sequence[str] | None, labels: str | None = None) -> Declared:
    """Return what the options about the record format declare.

    Examples
    --------
    >>> declared("mcq", ["question=ask"], "from-1").labels.kind
    'from-1'
    """
    found = Declared(
        format=dataset,
        columns=parse_columns(columns) if columns else None,
        labels=parse_label_form(labels) if labels is not None else None,
    )
    if dataset != "auto" or columns:
        choose_format(found, ())
    return found
