"""Making the ids of records whole where several files are read at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from geoeval.datasets.records import Dataset


def with_unique_ids(datasets: Iterable[Dataset]) -> tuple[Dataset, ...]:
    """Return the datasets with every id that several files use made whole.

    Examples
    --------
    >>> from geoeval.datasets.load import parse_dataset
    >>> text = '{"id": 1, "question": "?", "context": "", "answer": {"options": ["a"]}}'
    >>> both = with_unique_ids([parse_dataset(text, "x.json"), parse_dataset(text, "y.json")])
    >>> [record.question.id for dataset in both for record in dataset.records]
    ['x/1', 'y/1']
    """
    datasets = tuple(datasets)
    uses = Counter(name for dataset in datasets for name in _ids(dataset))
    shared = {name for name, count in uses.items() if count > 1}
    if not shared:
        return datasets
    stems = Counter(Path(dataset.path).stem for dataset in datasets)
    return tuple(_renamed(dataset, shared, stems) for dataset in datasets)


def own_id(name: int | str | None, file: str) -> int | str | None:
    """Return the id that a record has in its file, without what ``with_unique_ids`` put before it.

    Examples
    --------
    >>> own_id("x/1", "sets/x.json"), own_id("sets/x.json/1", "sets/x.json"), own_id(7, "x.json")
    ('1', '1', 7)
    """
    if isinstance(name, str):
        for prefix in (f"{file}/", f"{Path(file).stem}/"):
            if name.startswith(prefix):
                return name.removeprefix(prefix)
    return name


def _ids(dataset: Dataset) -> set[str]:
    """Return the ids that occur in a dataset, in records or in issues, as texts."""
    found = {str(record.question.id) for record in dataset.records}
    return found | {str(issue.id) for issue in dataset.issues if issue.id is not None}


def _renamed(dataset: Dataset, shared: set[str], stems: Counter[str]) -> Dataset:
    """Return a dataset with the shared ids made whole."""
    stem = Path(dataset.path).stem
    prefix = stem if stems[stem] == 1 else dataset.path
    whole = {name: f"{prefix}/{name}" for name in shared}
    return replace(
        dataset,
        records=tuple(
            replace(record, question=replace(record.question, id=whole[str(record.question.id)]))
            if str(record.question.id) in whole
            else record
            for record in dataset.records
        ),
        issues=tuple(
            replace(issue, id=whole[str(issue.id)]) if str(issue.id) in whole else issue
            for issue in dataset.issues
        ),
    )
