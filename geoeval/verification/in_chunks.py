"""The verdict on one record, and on many of them in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from geoeval.datasets.records import Record
from geoeval.query.conventions import Conventions
from geoeval.understanding.understand import FrontEnd
from geoeval.verification.asking import answer_record, answer_records
from geoeval.verification.contexts import (
    Context,
    Located,
    check_context,
    context_key,
    doubt,
    located,
    read_contexts,
)
from geoeval.verification.evidence import cited_lines, keyed_place
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Answer, Item
from geoeval.workers.processes import in_processes
from geoeval.world.model import LatLon

_CHUNK = 40
"""Records that a process is given at once: enough that sending them costs little."""


def is_known(record: Record, checked: set[str]) -> bool:
    """Return whether the context of a record has been checked before, and note that it is now.

    A context in words may be that of many records; an explicit world is part of each.
    """
    key = context_key(record)
    known = record.world is None and key in checked
    checked.add(key)
    return known


def judge_record(
    record: Record,
    answer: Answer,
    context: Context,
    points: Located,
    conventions: Conventions,
    *,
    known: bool,
) -> Item:
    """Return the verdict on a record, with what is wrong with its context unless that is known."""
    about = () if known else check_context(record, context, points)
    doubted = doubt(record, context, points, answer)
    item = judge(record, answer, context.world, conventions, doubted)
    return replace(
        item,
        findings=item.findings + about,
        cited=cited_lines(record, answer),
        keyed=keyed_place(item, context.world),
    )


class Chunk(NamedTuple):
    """Records in a row that a process is given, with what it needs to answer them.

    ``known`` says of each whether its context has been checked before.
    """

    records: tuple[Record, ...]
    known: tuple[bool, ...]
    conventions: Conventions
    front_ends: tuple[FrontEnd, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """A verdict, and what the coordinates of all records together may change about it.

    ``points`` are those of the record's own world. Where they are ``impossible``, what is said of
    them depends on where the others lie.
    """

    item: Item
    points: dict[LatLon, frozenset[str]]
    impossible: bool


def answered_in_processes(
    records: Sequence[Record],
    conventions: Conventions,
    front_ends: Sequence[FrontEnd],
    processes: int,
) -> Iterator[Answer]:
    """Yield the answers to the questions of records, in their order."""
    chunks = in_rows(records, conventions, tuple(front_ends))
    for answers in in_processes(_answer_chunk, chunks, processes):
        yield from answers


def _answer_chunk(chunk: Chunk) -> list[Answer]:
    """Return the answers to the questions of some records."""
    contexts = read_contexts(chunk.records)
    return [*answer_records(chunk.records, contexts, chunk.conventions, chunk.front_ends)]


def judged_in_processes(
    records: Sequence[Record],
    conventions: Conventions,
    front_ends: Sequence[FrontEnd],
    processes: int,
    progress: Callable[[int, int], None] | None = None,
) -> list[Item]:
    """Return the verdicts on records as one process gives them.

    Each record is judged by itself first. What depends on the coordinates of all, a world whose
    points stand for other places elsewhere, is rare, and judged again at the end.
    """
    made: list[_Judged] = []
    chunks = in_rows(records, conventions, tuple(front_ends))
    for done in in_processes(_judge_chunk, chunks, processes):
        made += done
        if progress is not None:
            progress(len(made), len(records))
    names: dict[LatLon, set[str]] = {}
    for each in made:
        for point, found in each.points.items():
            names.setdefault(point, set()).update(found)
    points = {point: frozenset(found) for point, found in names.items()}
    checked: set[str] = set()
    items = []
    for record, each in zip(records, made, strict=True):
        known = is_known(record, checked)
        again = each.impossible or _may_repeat(each.points, points)
        items.append(_again(record, each, points, conventions, known) if again else each.item)
    return items


def in_rows(
    records: Sequence[Record], conventions: Conventions, front_ends: tuple[FrontEnd, ...]
) -> Iterator[Chunk]:
    """Yield the records in rows."""
    checked: set[str] = set()
    left = iter(records)
    while row := tuple(islice(left, _CHUNK)):
        known = tuple(is_known(record, checked) for record in row)
        yield Chunk(row, known, conventions, front_ends)


def _judge_chunk(chunk: Chunk) -> list[_Judged]:
    """Return the verdicts on some records, each by itself."""
    contexts = read_contexts(chunk.records)
    made = []
    for record, known in zip(chunk.records, chunk.known, strict=True):
        context = contexts[context_key(record)]
        answer = answer_record(record, context, chunk.conventions, chunk.front_ends)
        item = judge_record(record, answer, context, {}, chunk.conventions, known=known)
        own = {point: frozenset(names) for point, names in located([context]).items()}
        made.append(_Judged(item=item, points=own, impossible=bool(context.impossible)))
    return made


def _may_repeat(own: Located, points: Located) -> bool:
    """Return whether all points of a world have other names elsewhere, at a first glance."""
    return len(own) > 0 and all(len(points[point]) > len(names) for point, names in own.items())


def _again(
    record: Record, made: _Judged, points: Located, conventions: Conventions, known: bool
) -> Item:
    """Return the verdict on a record in the light of all others."""
    (context,) = read_contexts([record]).values()
    return judge_record(record, made.item.answer, context, points, conventions, known=known)
