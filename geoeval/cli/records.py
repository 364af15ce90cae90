"""The records that a command works on: all of them, or the one that is asked for."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.datasets.records import Dataset, Record
from geoeval.errors import UsageError, quote


def chosen_records(datasets: Iterable[Dataset], wanted: str | None) -> list[Record]:
    """Return the records of all files, or those with a given id.

    Parameters
    ----------
    datasets
        The files that were read.
    wanted
        The id as typed; None for all. A whole number means that number where a record has it
        for an id, else the text; in double quotes it means the text.

    Returns
    -------
    list of Record
        In the order of the files.

    Raises
    ------
    UsageError
        If no record has the id.

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
