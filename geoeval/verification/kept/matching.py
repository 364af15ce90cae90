"""Kept queries: found for their questions, put into them, or made by reading each once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeGuard

from geoeval.datasets.records import Dataset, LoadIssue, Record, Span
from geoeval.verification.answering import ALONE, Progress, Run, answer_record, report_progress
from geoeval.verification.contexts import Context, with_contexts
from geoeval.verification.kept.entries import KeptQuery, id_of, question_fingerprint, read_queries

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


def match_entries(records: Sequence[Record], entries: Iterable[KeptQuery]) -> Matched:
    """Find the entry of each record."""
    entries = tuple(entries)
    found = tuple(_find_entries(records, entries))
    by_id = {str(id_of(record)): record for record in reversed(records)}
    used = {id(entry) for entry in found}
    left = [entry for entry in entries if id(entry) not in used]
    return Matched(
        entries=found,
        stale=tuple((each, by_id[str(each.id)]) for each in left if str(each.id) in by_id),
        gone=tuple(each for each in left if str(each.id) not in by_id),
    )


def _find_entries(
    records: Iterable[Record], entries: Sequence[KeptQuery]
) -> Iterator[KeptQuery | None]:
    """Yield the entry of each record: by id and question, or by question where ids are counted."""
    exact = {(str(entry.id), entry.fingerprint): entry for entry in entries}
    alike = {entry.fingerprint: entry for entry in reversed(entries)}
    for record in records:
        digits = question_fingerprint(record.question)
        entry = exact.get((str(id_of(record)), digits))
        yield alike.get(digits) if entry is None and record.question.numbered else entry


def with_queries(datasets: Iterable[Dataset], source: str | Path) -> tuple[Dataset, ...]:
    """Return datasets whose questions carry the queries that are kept for them."""
    datasets = tuple(datasets)
    records = [record for dataset in datasets for record in dataset.records]
    found = match_entries(records, read_queries(source))
    queries = iter(found.entries)
    return tuple(
        replace(
            dataset,
            records=tuple(with_entry(record, next(queries)) for record in dataset.records),
            issues=(*dataset.issues, *_outdated_entries(dataset, found, str(source))),
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
        unread=": ".join(filter(None, (entry.reason, entry.remark))),
    )
    return replace(record, question=question)


def _outdated_entries(dataset: Dataset, found: Matched, file: str) -> Iterator[LoadIssue]:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Formalized:
    """The entries to keep: those of the questions in their order, then those kept aside.

    ``stale`` are the reviewed entries of questions that have changed since, ``gone`` the entries
    of questions that are no longer there.
    """

    entries: tuple[KeptQuery, ...]
    stale: tuple[KeptQuery, ...] = ()
    gone: tuple[KeptQuery, ...] = ()

    @property
    def all(self) -> tuple[KeptQuery, ...]:
        """All of them, as they are written."""
        return (*self.entries, *self.stale, *self.gone)


def formalize(
    records: Sequence[Record],
    kept: Iterable[KeptQuery] = (),
    run: Run = ALONE,
    progress: Progress | None = None,
) -> Formalized:
    """Read the questions of records, but those whose reading is reviewed."""
    known = match_entries(records, kept)
    pairs = zip(records, known.entries, strict=True)
    unread = [record for record, entry in pairs if not _is_reviewed(entry)]
    read = run.over(partial(_read_question, run), with_contexts(unread))
    entries: dict[tuple[str, str], KeptQuery] = {}
    for earlier in report_progress(known.entries, len(records), progress):
        entry = earlier if _is_reviewed(earlier) else _choose_entry(earlier, next(read))
        entries.setdefault((str(entry.id), entry.fingerprint), entry)
    return Formalized(
        entries=tuple(entries.values()),
        stale=tuple(entry for entry, _ in known.stale if entry.reviewed),
        gone=known.gone,
    )


def _is_reviewed(entry: KeptQuery | None) -> TypeGuard[KeptQuery]:
    return entry is not None and entry.reviewed


def _choose_entry(earlier: KeptQuery | None, entry: KeptQuery) -> KeptQuery:
    """Return a new entry, unless it has no query and the earlier one has."""
    if entry.query is None and earlier is not None and earlier.query is not None:
        return earlier
    return entry


def _read_question(run: Run, pair: tuple[Record, Context]) -> KeptQuery:
    record, context = pair
    answer = answer_record(record, context, run)
    reason = None
    if answer.query is None:
        why = ", ".join(answer.unexplained) or answer.detail
        reason = f"{answer.reason}: {why}" if why else answer.reason
    return KeptQuery(
        id=id_of(record),
        fingerprint=question_fingerprint(record.question),
        query=answer.query,
        reason=reason,
        by=answer.understood_by,
        doubts=(
            *answer.doubts,
            *answer.assumptions,
            *([] if answer.probability is None else [f"probability {answer.probability:.2f}"]),
        ),
    )
