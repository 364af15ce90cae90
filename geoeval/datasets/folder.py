"""Reading what a path names: one file, or a folder of files that belong together."""

from __future__ import annotations

from pathlib import Path

from geoeval.datasets.companion import paired_files
from geoeval.datasets.formats import AUTO, Declared
from geoeval.datasets.load import load_dataset
from geoeval.datasets.mapqa import MapQaFormat
from geoeval.datasets.records import Dataset


def load_datasets(
    path: str | Path, dataset: str | Declared = AUTO, *, labels: bool = True
) -> tuple[Dataset, ...]:
    """Read the records of a file, or of all files of a folder of MapQA.

    Examples
    --------
    >>> [one.path for one in load_datasets("no_such_file.json")]
    ['no_such_file.json']
    """
    form = dataset.format if isinstance(dataset, Declared) else dataset
    pairs = paired_files(path) if form in {AUTO, MapQaFormat.name} else ()
    return tuple(load_dataset(each, dataset, labels=labels) for each in pairs or (path,))
