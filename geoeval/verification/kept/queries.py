"""Files of kept queries: read, put into their questions, and written from questions read once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from geoeval.datasets.records import Dataset, LoadIssue, Record, Span
from geoeval.errors import QueriesError, quote
from geoeval.query.conventions import DEFAULT
from geoeval.understanding.readings import passed_over
from geoeval.understanding.understand import RULES, FrontEnd
from geoeval.verification.answering import answer_records
from geoeval.verification.contexts import context_key, read_contexts
from geoeval.verification.kept.entry import (
    KeptQuery,
    entry_from_json,
    entry_to_json,
    fingerprint,
    id_of,
)
from geoeval.verification.model import Answer
from geoeval.world.model import World

SETS = Path(__file__).with_name("sets")
"""The folder of the sets of queries that geoeval ships, a file ``NAME.jsonl`` for each."""


def queries_path(source: str | Path) -> Path:
    """Return the path of a file of queries, or of a set that geoeval ships.

    Examples
    --------
    >>> queries_path("no_such_set")
    Traceback (most recent call last):
    ...
    geoeval.errors.QueriesError: expected a file of queries, or the name of a set that geoeval \
ships (mapeval), got 'no_such_set'; geoeval formalize writes a file
    """
    path = Path(source)
    shipped = {each.stem: each for each in sorted(SETS.glob("*.jsonl"))}
    if str(source) in shipped and not path.exists():
        return shipped[str(source)]
    if not path.is_file():
        there = ", ".join(shipped) or "there is none"
        message = (
            f"expected a file of queries, or the name of a set that geoeval ships ({there}), got "
            f"{quote(str(source))}; geoeval formalize writes a file"
        )
        raise QueriesError(message)
    return path


def read_queries(source: str | Path) -> tuple[KeptQuery, ...]:
    """Read the queries of a file."""
    path = queries_path(source)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        message = f"{path}: the queries cannot be read: {reason}"
        raise QueriesError(message) from None
    first: dict[tuple[str, str], int] = {}
    entries = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = entry_from_json(_decoded(line), number)
        except QueriesError as error:
            message = f"{path}:{number}: {error}"
            raise QueriesError(message) from None
        earlier = first.setdefault((str(entry.id), entry.fingerprint), number)
        if earlier != number:
            message = f"{path}:{number}: line {earlier} is about the same question; remove one"
            raise QueriesError(message)
        entries.append(entry)
    return tuple(entries)


def query_lines(entries: Iterable[KeptQuery]) -> Iterator[str]:
    """Yield the lines of a file of queries, without their ends."""
    for entry in entries:
        yield json.dumps(entry_to_json(entry), ensure_ascii=False)


def _decoded(line: str) -> object:
    """Return the JSON of a line."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        message = f"expected a JSON object on the line, got {quote(line.strip())}"
        raise QueriesError(message) from None


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
    front_ends: Sequence[FrontEnd] = (RULES,),
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Formalized:
    """Read the questions of records, but those whose reading is reviewed.

    Examples
    --------
    >>> from geoeval.datasets.load import load_records
    >>> facts = {"places": [{"name": "Old Mill"}, {"name": "Fig Hall"}]}
    >>> record = {"question": "How far is Fig Hall from Old Mill as the crow flies?",
    ...           "options": ["1 km", "2 km"], "world": facts}
    >>> (entry,) = formalize(load_records([record]).records).entries
    >>> entry.sentence, entry.by, entry.reviewed
    ('the straight-line distance between Old Mill and Fig Hall', 'rules', False)
    """
    known = matched(records, kept)
    pairs = list(zip(records, known.entries, strict=True))
    unread = [record for record, entry in pairs if entry is None or not entry.reviewed]
    contexts = read_contexts(unread)
    answers = iter(answer_records(unread, contexts, DEFAULT, front_ends, jobs))
    entries: dict[tuple[str, str], KeptQuery] = {}
    for done, (record, earlier) in enumerate(pairs, start=1):
        entry = earlier
        if entry is None or not entry.reviewed:
            entry = _read(record, next(answers), contexts[context_key(record)].world)
            if entry.query is None and earlier is not None and earlier.query is not None:
                entry = earlier
        entries.setdefault((str(entry.id), entry.fingerprint), entry)
        if progress is not None:
            progress(done, len(pairs))
    return Formalized(
        entries=tuple(entries.values()),
        stale=tuple(entry for entry, _ in known.stale if entry.reviewed),
        gone=known.gone,
    )


def _read(record: Record, answer: Answer, world: World) -> KeptQuery:
    """Return the entry of a question that was read just now."""
    by_rules = answer.understood_by == RULES.name
    reason = None
    if answer.query is None:
        told = ", ".join(answer.unexplained) or answer.detail
        reason = f"{answer.reason}: {told}" if told else answer.reason
    return KeptQuery(
        id=id_of(record),
        fingerprint=fingerprint(record.question),
        query=answer.query,
        reason=reason,
        by=answer.understood_by,
        doubts=(*(passed_over(record.question, world) if by_rules else ()), *answer.assumptions),
    )
