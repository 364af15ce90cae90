"""What the command line declares about records: their format, columns, labels and world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from geoeval.cli.world_file import read_world
from geoeval.datasets.columns import parse_columns
from geoeval.datasets.formats import Declared, choose_format
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.records import Dataset, Record


def declared(dataset: str, columns: Sequence[str] | None, labels: str | None = None) -> Declared:
    """Return what the options about the record format declare.

    Parameters
    ----------
    dataset
        The value of ``--dataset``.
    columns
        The values of ``--columns``.
    labels
        The value of ``--labels``.

    Returns
    -------
    Declared
        As ``load_dataset`` takes it.

    Raises
    ------
    UsageError
        If a value cannot be read, or the format has nothing of the kind to declare.

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


def with_world(datasets: Iterable[Dataset], path: str | None) -> tuple[Dataset, ...]:
    """Return the datasets with a world for every record that brings no facts of its own.

    Parameters
    ----------
    datasets
        The datasets that were read.
    path
        A file with one world, as ``read_world`` takes it; None for no world.

    Returns
    -------
    tuple of Dataset
        A record with a context, a world or a picture of its own stays as it is.

    Raises
    ------
    UsageError
        If the file cannot be read, or holds no world, an empty one or several.

    Examples
    --------
    >>> with_world([], None)
    ()
    """
    if path is None:
        return tuple(datasets)
    from geoeval.world.serial import world_to_json

    world = world_to_json(read_world(path))
    return tuple(
        replace(dataset, records=tuple(_with_world(record, world) for record in dataset.records))
        for dataset in datasets
    )


def _with_world(record: Record, world: object) -> Record:
    """Return a record with a world if it needs one."""
    has_facts = record.context.strip() or record.question.states_world or record.picture
    return record if has_facts or record.world is not None else replace(record, world=world)
