"""Fields of records that give the label away."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.text import normalise
from geoeval.verification.model import DatasetFinding
from geoeval.verification.shared import about_records

FEWEST = 10
FEWEST_OF_BOTH = 3
_ABSENT = object()
_DEEPEST = 3


def leaks(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield a finding for each field that gives labels away."""
    flat = [dict(_flat(record.fields)) for record in records]
    for name in dict.fromkeys(name for fields in flat for name in fields):
        values = [fields.get(name, _ABSENT) for fields in flat]
        yield from _answer_told(name, values, records)
        yield from _unanswerable_marked(name, values, records)


def _flat(
    fields: Mapping[str, object], path: str = "", depth: int = 1
) -> Iterator[tuple[str, object]]:
    """Yield the single values of a record by their paths; of a list its first."""
    for name, value in fields.items():
        if isinstance(value, Mapping) and depth < _DEEPEST:
            yield from _flat(value, f"{path}{name}.", depth + 1)
        elif isinstance(value, list) and depth < _DEEPEST:
            first = {f"{name}[{at}]": member for at, member in enumerate(value[:1])}
            yield from _flat(first, path, depth + 1)
        elif isinstance(value, Hashable):
            yield f"{path}{name}", value


def _written(value: object) -> str:
    """Return a value as text; a whole number is one with a fraction of zero too."""
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def _said(record: Record) -> str:
    """Return the label in words."""
    if record.expected is not None:
        return record.expected
    options, label = record.question.options, record.label
    return options[label] if label is not None and label != UNANSWERABLE else ""


def _number(record: Record, first: int) -> str:
    """Return the number of the keyed option as text."""
    return "" if record.label in (None, UNANSWERABLE) else str((record.label or 0) + first)


def _letter(record: Record) -> str:
    """Return the letter of the keyed option."""
    return "" if record.label in (None, UNANSWERABLE) else chr(ord("a") + (record.label or 0))


_TELLING: tuple[tuple[str, Callable[[Record], str]], ...] = (
    ("the answer in words", _said),
    ("the number of the answer from 0", lambda record: _number(record, 0)),
    ("the number of the answer from 1", lambda record: _number(record, 1)),
    ("the letter of the answer", _letter),
)


def _answer_told(
    name: str, values: Sequence[object], records: Sequence[Record]
) -> Iterator[DatasetFinding]:
    """Yield the finding that a field holds the answer."""
    known = [
        (normalise(_written(value)), record)
        for value, record in zip(values, records, strict=True)
        if value is not _ABSENT and value is not None and _said(record)
    ]
    if len(known) < FEWEST or len({value for value, _ in known}) < 2:
        return
    for what, tell in _TELLING:
        if all(value == normalise(tell(record)) for value, record in known):
            message = f'the field "{name}" holds {what} in {len(known)} records'
            told = [record for _, record in known]
            yield about_records("GEO805", message, told, len(records), name)
            return


def _unanswerable_marked(
    name: str, values: Sequence[object], records: Sequence[Record]
) -> Iterator[DatasetFinding]:
    """Yield the finding that a value of a field stands in all unanswerable records only."""
    labelled = [
        (value, record)
        for value, record in zip(values, records, strict=True)
        if record.label is not None
    ]
    without = [value for value, record in labelled if record.label == UNANSWERABLE]
    others = {value for value, record in labelled if record.label != UNANSWERABLE}
    answerable = len(labelled) - len(without)
    if min(len(without), answerable) < FEWEST_OF_BOTH:
        return
    if len(set(without)) > 1 or without[0] in others:
        return
    value = without[0]
    how = "missing" if value is _ABSENT else json.dumps(value, ensure_ascii=False, default=str)
    message = (
        f'the field "{name}" is {how} in all {len(without)} unanswerable questions and in none of '
        f"the {answerable} others"
    )
    marked = [record for _, record in labelled if record.label == UNANSWERABLE]
    yield about_records("GEO806", message, marked, len(records), name)
