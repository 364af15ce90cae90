"""Describe kept queries: the queries to review, and their number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from geoeval.datasets.records import Record
from geoeval.reporting.safe import cut_line, safe_line
from geoeval.reporting.shapes import SCHEMA_VERSION, dump_shape
from geoeval.reporting.view import PageFormat
from geoeval.reporting.wording import count_noun, describe_basis, format_status, in_brackets
from geoeval.verification.kept.entries import KeptQuery
from geoeval.verification.kept.matching import Formalized, Matched
from geoeval.verification.model import Answer

_WIDTH = 200
_NO_QUESTION = "no question has this id"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Something left to review: a question without a reviewed query, or an obsolete entry."""

    id: int | str
    state: Literal["missing", "unreviewed", "stale", "orphaned"]
    detail: str
    line: int | None = None


def describe_stale(entry: KeptQuery) -> str:
    """Describe a reviewed entry whose question has changed."""
    return f"[{entry.id}] stale: the question has changed since its query was reviewed"


def describe_gone(entry: KeptQuery) -> str:
    """Describe an entry whose question no longer exists."""
    return f"[{entry.id}] orphaned: {_NO_QUESTION}"


def format_kept(found: Formalized, path: str) -> str:
    """Return the number of kept queries and the number of those reviewed."""
    with_query = sum(entry.query is not None for entry in found.entries)
    reviewed = sum(entry.reviewed for entry in found.entries)
    obsolete = f"; {len(found.stale)} stale and {len(found.gone)} orphaned entries are kept"
    rest = obsolete if found.stale or found.gone else ""
    total = count_noun(len(found.entries), "question")
    return f"{total} in {path}: {with_query} with a query, {reviewed} reviewed{rest}"


def describe_reading(entry: KeptQuery) -> str:
    """Describe how a question was read, or why it was not."""
    if entry.sentence is None:
        return f"not read: {safe_line(entry.reason or 'it has not been read yet')}"
    by = f" (by {safe_line(entry.by)})" if entry.by else ""
    doubts = f", in doubt: {safe_line(', '.join(entry.unsure))}" if entry.unsure else ""
    return f"read as: {safe_line(entry.sentence)}{by}{doubts}"


def to_review(record: Record, entry: KeptQuery, answer: Answer) -> Iterator[str]:
    """Yield the lines that show an author a question and its reading."""
    options = record.question.options
    yield f"{in_brackets(entry.id).lstrip()} {safe_line(record.question.text)}"
    yield from (f"    {index}: {safe_line(text)}" for index, text in enumerate(options))
    yield f"    {describe_reading(entry)}"
    for kind, line in describe_basis(entry.basis, options):
        if kind != "assumes":  # in doubt, as shown above
            yield f"    {kind}: {line}"
    if entry.conventions:
        conventions = ", ".join(f"{name} = {choice}" for name, choice in entry.conventions)
        yield f"    by convention: {conventions}"
    if entry.query is not None:
        status, text = format_status(answer, options)
        yield f"    {status}: {text}"


def left_to_review(records: Sequence[Record], found: Matched) -> Iterator[Left]:
    """Yield each question without a reviewed query, and each entry without a question."""
    for record, entry in zip(records, found.entries, strict=True):
        if entry is None:
            yield Left(id=record.question.id, state="missing", detail="no query is kept for it")
        elif not entry.reviewed:
            yield Left(
                id=entry.id, state="unreviewed", detail=describe_reading(entry), line=entry.line
            )
    for entry, _ in found.stale:
        detail = "the text or the options have changed"
        yield Left(id=entry.id, state="stale", detail=detail, line=entry.line)
    for entry in found.gone:
        yield Left(id=entry.id, state="orphaned", detail=_NO_QUESTION, line=entry.line)


def render_left(left: Sequence[Left], form: PageFormat) -> Iterator[str]:
    """Yield what is left to review, as one line each or as a JSON document."""
    if form is PageFormat.JSON:
        yield dump_shape(
            {"schema_version": SCHEMA_VERSION, "items": [asdict(each) for each in left]}
        )
        return
    for each in left:
        where = "" if each.line is None else f" (line {each.line})"
        head = f"{in_brackets(each.id).lstrip()} {each.state}"
        yield f"{head}: {cut_line(each.detail, _WIDTH)}{where}"
