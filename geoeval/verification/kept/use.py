"""Kept queries put into their questions, and those that their questions have left behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from geoeval.datasets.records import Dataset, LoadIssue, Record, Span
from geoeval.verification.kept.entry import KeptQuery, fingerprint, id_of
from geoeval.verification.kept.file import read_queries

STALE = "GEO117"


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """Which entry belongs to which question.

    ``entries`` has one for each record, None where there is none. ``stale`` are entries whose
    question has changed since, each with the record of its id; ``gone`` those of no record.
    """

    entries: tuple[KeptQuery | None, ...]
    stale: tuple[tuple[KeptQuery, Record], ...] = ()
    gone: tuple[KeptQuery, ...] = ()


def matched(records: Sequence[Record], entries: Iterable[KeptQuery]) -> Matched:
    """Find the entry of each record."""
    entries = tuple(entries)
    exact = {(str(entry.id), entry.fingerprint): entry for entry in entries}
    alike = {entry.fingerprint: entry for entry in reversed(entries)}
    found: list[KeptQuery | None] = []
    by_id: dict[str, Record] = {}
    for record in records:
        name, digits = str(id_of(record)), fingerprint(record.question)
        by_id.setdefault(name, record)
        entry = exact.get((name, digits))
        if entry is None and record.question.numbered:
            entry = alike.get(digits)
        found.append(entry)
    used = {id(entry) for entry in found}
    left = [entry for entry in entries if id(entry) not in used]
    return Matched(
        entries=tuple(found),
        stale=tuple((each, by_id[str(each.id)]) for each in left if str(each.id) in by_id),
        gone=tuple(each for each in left if str(each.id) not in by_id),
    )


def with_queries(datasets: Iterable[Dataset], source: str | Path) -> tuple[Dataset, ...]:
    """Return datasets whose questions carry the queries that are kept for them."""
    datasets = tuple(datasets)
    records = [record for dataset in datasets for record in dataset.records]
    found = matched(records, read_queries(source))
    queries = iter(found.entries)
    return tuple(
        replace(
            dataset,
            records=tuple(with_entry(record, next(queries)) for record in dataset.records),
            issues=(*dataset.issues, *_issues(dataset, found, str(source))),
        )
        for dataset in datasets
    )


def with_entry(record: Record, entry: KeptQuery | None) -> Record:
    """Return a record whose question carries a kept query, if there is one."""
    if entry is None:
        return record
    question = replace(
        record.question,
        query=entry.query_json,
        conventions=entry.conventions,
        doubts=() if entry.reviewed else entry.doubts,
    )
    return replace(record, question=question)


def _issues(dataset: Dataset, found: Matched, file: str) -> Iterator[LoadIssue]:
    """Yield the entries that are about an earlier form of a question of a dataset."""
    own = {id(record) for record in dataset.records}
    for entry, record in found.stale:
        if id(record) in own:
            yield LoadIssue(
                code=STALE,
                message="the query was kept for another text or other options of this question, "
                "and is not used",
                span=Span(file=file, line=entry.line or 1),
                id=record.question.id,
                fatal=False,
            )
