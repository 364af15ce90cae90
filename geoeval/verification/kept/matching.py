"""Match kept queries to questions, add them to records, and create them by reading questions."""

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
    """The result of matching entries to questions.

    ``entries`` has the entry of each record, or None. ``stale`` are entries whose question has
    changed, each with the record that has its id; ``gone`` are entries without a record.
    """

    entries: tuple[KeptQuery | None, ...]
    stale: tuple[tuple[KeptQuery, Record], ...] = ()
    gone: tuple[KeptQuery, ...] = ()


def match_entries(records: Sequence[Record], entries: Iterable[KeptQuery]) -> Matched:
    """Find the entry of each record."""
    entries = tuple(entries)
    matched = tuple(_find_entries(records, entries))
    by_id = {str(id_of(record)): record for record in reversed(records)}
    used = {id(entry) for entry in matched}
    unused = [entry for entry in entries if id(entry) not in used]
    return Matched(
        entries=matched,
        stale=tuple((each, by_id[str(each.id)]) for each in unused if str(each.id) in by_id),
        gone=tuple(each for each in unused if str(each.id) not in by_id),
    )


def _find_entries(
    records: Iterable[Record], entries: Sequence[KeptQuery]
) -> Iterator[KeptQuery | None]:
    """Yield the entry of each record: by id and question, or by question if rows are numbered."""
    by_id = {(str(entry.id), entry.fingerprint): entry for entry in entries}
    by_question = {entry.fingerprint: entry for entry in reversed(entries)}
    for record in records:
        digest = question_fingerprint(record.question)
        entry = by_id.get((str(id_of(record)), digest))
        yield by_question.get(digest) if entry is None and record.question.numbered else entry


def with_queries(datasets: Iterable[Dataset], source: str | Path) -> tuple[Dataset, ...]:
    """Return datasets with the kept queries added to their questions."""
    datasets = tuple(datasets)
    records = [record for dataset in datasets for record in dataset.records]
    matched = match_entries(records, read_queries(source))
    queries = iter(matched.entries)
    return tuple(
        replace(
            dataset,
            records=tuple(with_entry(record, next(queries)) for record in dataset.records),
            issues=(*dataset.issues, *_outdated_entries(dataset, matched, str(source))),
        )
        for dataset in datasets
    )


def with_entry(record: Record, entry: KeptQuery | None) -> Record:
    """Return a record with a kept query added to its question, if there is one."""
    if entry is None:
        return record
    question = replace(
        record.question,
        query=entry.query_json,
        conventions=entry.conventions,
        doubts=() if entry.reviewed else entry.unsure,
        unread=": ".join(filter(None, (entry.reason, entry.remark))),
    )
    return replace(record, question=question)


def _outdated_entries(dataset: Dataset, matched: Matched, file: str) -> Iterator[LoadIssue]:
    """Yield an issue for each entry that belongs to an earlier version of a question."""
    own = {id(record) for record in dataset.records}
    for entry, record in matched.stale:
        if id(record) in own:
            yield LoadIssue(
                code=STALE,
                message="the text or the options of this question have changed since its query "
                "was kept, so the query is not used",
                span=Span(file=file, line=entry.line or 1),
                id=record.question.id,
                fatal=False,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Formalized:
    """The entries to keep: ``entries`` has those of the questions in order.

    ``stale`` are reviewed entries of questions that have changed, and ``gone`` are entries of
    questions that no longer exist.
    """

    entries: tuple[KeptQuery, ...]
    stale: tuple[KeptQuery, ...] = ()
    gone: tuple[KeptQuery, ...] = ()

    @property
    def all(self) -> tuple[KeptQuery, ...]:
        """All entries in the order in which they are written."""
        return (*self.entries, *self.stale, *self.gone)


def formalize(
    records: Sequence[Record],
    kept: Iterable[KeptQuery] = (),
    run: Run = ALONE,
    progress: Progress | None = None,
) -> Formalized:
    """Read the questions of records, except those whose reading is reviewed."""
    known = match_entries(records, kept)
    pairs = zip(records, known.entries, strict=True)
    unread = [record for record, entry in pairs if not _is_reviewed(entry)]
    read = run.map(partial(_read_question, run), with_contexts(unread))
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
    """Return the new entry, or the earlier entry if only that has a query."""
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
            *([] if answer.probability is None else [f"probability {answer.probability:.2f}"]),
        ),
        basis=answer.basis,
    )
