"""Kept queries, and the file that has one on each line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import UnionType
from typing import Any, cast, get_args, get_type_hints

from geoeval.datasets.load import own_id
from geoeval.datasets.records import Question, Record
from geoeval.errors import QueriesError, RecordError, quote
from geoeval.query.algebra import Query
from geoeval.query.conventions import Conventions
from geoeval.query.describe import describe
from geoeval.query.solve import parse_query
from geoeval.verification.json_lines import FINGERPRINT, TEXT, Field, check_object, read_json_lines
from geoeval.verification.model import Basis

REJECTED = "rejected"
_TEXT_OR_NULL = TEXT._replace(
    test=lambda value: isinstance(value, str | None),
    needed=False,
)
_TEXTS = Field(
    "a list of words",
    lambda value: isinstance(value, list) and all(isinstance(word, str) for word in value),
    needed=False,
)


def _objects(**kinds: type | UnionType) -> Field:
    return Field(
        f"a list of objects with {' and '.join(kinds)}",
        lambda value: (
            isinstance(value, list)
            and all(
                isinstance(each, dict)
                and all(isinstance(each.get(name), kind) for name, kind in kinds.items())
                for each in value
            )
        ),
        needed=False,
    )


_READING = {
    "query": Field("an object or null", lambda value: isinstance(value, dict | None)),
    "remark": _TEXT_OR_NULL,
    "conventions": Field("an object", lambda value: isinstance(value, dict), needed=False),
}
_FIELDS = _READING | {
    "id": Field(
        "a string or an integer",
        lambda value: not isinstance(value, bool) and isinstance(value, int | str),
    ),
    "fingerprint": FINGERPRINT,
    "sentence": _TEXT_OR_NULL,
    "reason": _TEXT_OR_NULL,
    "by": _TEXT_OR_NULL,
    "reviewed": Field("true or false", lambda value: isinstance(value, bool), needed=False),
    "doubts": _TEXTS,
    "assumptions": _TEXTS,
    "links": _objects(words=str, name=str),
    "asides": _TEXTS,
    "rivals": _objects(answer=int | None, probability=float | int | None, sentence=str),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptQuery:
    """The query for a question, on a line of a file of queries.

    ``id`` is the id of the record as written in its file. ``query`` is None if the question could
    not be read, and ``reason`` says why. ``by`` names the reader: "rules", a model, "record" or
    an author. ``doubts`` are words that may change the meaning of the question and are not in the
    query; they are ignored once the entry is ``reviewed``. ``basis`` is all that the answer of the
    reader rests on, for reviewers. ``conventions`` apply to this question only. ``line`` is the
    line in the file, None for a new entry.
    """

    id: int | str
    fingerprint: str
    query: Query | None
    reason: str | None = None
    by: str | None = None
    reviewed: bool = False
    doubts: tuple[str, ...] = ()
    basis: Basis = field(default_factory=Basis)
    remark: str = ""
    conventions: tuple[tuple[str, str], ...] = ()
    line: int | None = None

    @property
    def unsure(self) -> tuple[str, ...]:
        """The doubts and assumptions, which rule out a contradiction until they are reviewed."""
        return (*self.doubts, *self.basis.get("assumptions", ()))

    @property
    def sentence(self) -> str | None:
        """What the query asks for, in plain English."""
        return None if self.query is None else describe(self.query)

    @property
    def query_json(self) -> object:
        """The query as JSON."""
        return None if self.query is None else self.query.model_dump(mode="json", exclude_none=True)


def question_fingerprint(question: Question) -> str:
    """Return a digest of a question, which changes if its text, options or query change."""
    parts: list[object] = [" ".join(text.split()) for text in (question.text, *question.options)]
    if question.query is not None:
        parts.append({"query": question.query})
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True, default=repr)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def id_of(record: Record) -> int | str:
    """Return the id of a record as written in its file."""
    name = own_id(record.question.id, record.span.file)
    assert name is not None
    return name


def entry_to_json(entry: KeptQuery) -> dict[str, object]:
    """Return an entry as the JSON object of its line, without empty fields."""
    fields: dict[str, object] = {
        "id": entry.id,
        "fingerprint": entry.fingerprint,
        "sentence": entry.sentence,
        "query": entry.query_json,
        "reason": entry.reason,
        "by": entry.by,
        "reviewed": entry.reviewed,
    }
    if entry.query is not None:
        del fields["reason"]
    if entry.doubts:
        fields["doubts"] = list(entry.doubts)
    fields |= {name: value for name, value in entry.basis.items() if value}
    if entry.remark:
        fields["remark"] = entry.remark
    if entry.conventions:
        fields["conventions"] = dict(entry.conventions)
    return fields


def entry_from_json(source: object, line: int | None = None) -> KeptQuery:
    """Return the entry that a JSON object describes."""
    entry = cast("dict[str, Any]", check_object(source, _FIELDS, QueriesError))
    reading = parse_reading({name: entry[name] for name in _READING if name in entry})
    return KeptQuery(
        id=entry["id"],
        fingerprint=entry["fingerprint"],
        query=reading.query,
        reason=entry.get("reason"),
        by=entry.get("by"),
        reviewed=entry.get("reviewed", False),
        doubts=tuple(entry.get("doubts", ())),
        basis=cast("Basis", {name: entry[name] for name in Basis.__annotations__ if name in entry}),
        remark=reading.remark,
        conventions=reading.conventions,
        line=line,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An author's reading of a question: its query, a remark and conventions."""

    query: Query | None
    remark: str = ""
    conventions: tuple[tuple[str, str], ...] = ()


def parse_reading(source: object) -> Reading:
    """Return the reading that a JSON object describes."""
    reading = cast("dict[str, Any]", check_object(source, _READING, QueriesError))
    try:
        query = None if reading["query"] is None else parse_query(reading["query"])
    except RecordError as error:
        raise QueriesError(f"{error.path.replace('$', '$.query', 1)}: {error}") from None
    return Reading(
        query=query,
        remark=reading.get("remark") or "",
        conventions=_valid_conventions(reading.get("conventions", {})),
    )


def with_own_conventions(conventions: Conventions, question: Question) -> Conventions:
    """Return the conventions for a question, with its own replacing those of the run."""
    changed = cast("dict[str, Any]", conventions_to_dict(conventions) | dict(question.conventions))
    return Conventions(**changed) if question.conventions else conventions


def conventions_to_dict(conventions: Conventions) -> dict[str, str]:
    """Return the choice for each convention by name."""
    return {field.name: getattr(conventions, field.name) for field in fields(conventions)}


def _valid_conventions(source: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return conventions as sorted pairs, after checking their names and choices."""
    choices = {name: get_args(kind) for name, kind in get_type_hints(Conventions).items()}
    for name, value in source.items():
        if name not in choices:
            raise QueriesError(
                f"expected a convention, one of {', '.join(choices)}, got {quote(name)}"
            )
        if value not in choices[name]:
            raise QueriesError(
                f"expected {name} to be {' or '.join(choices[name])}, got {quote(value)}"
            )
    return tuple(sorted(source.items()))


SETS = Path(__file__).with_name("sets")
"""The folder of the query sets that geoeval ships, as files ``NAME.jsonl``."""


def queries_path(source: str | Path) -> Path:
    """Return the path of a file of queries, or of a set that geoeval ships."""
    path = Path(source)
    shipped = {each.stem: each for each in sorted(SETS.glob("*.jsonl"))}
    if str(source) in shipped and not path.exists():
        return shipped[str(source)]
    if not path.is_file():
        names = ", ".join(shipped) or "there is none"
        raise QueriesError(
            f"expected a file of queries, or the name of a set that geoeval ships ({names}), got "
            f"{quote(str(source))}; geoeval formalize writes a file"
        )
    return path


def read_queries(source: str | Path) -> tuple[KeptQuery, ...]:
    """Read the queries of a file."""
    path = queries_path(source)
    return read_json_lines(
        path,
        entry_from_json,
        lambda entry: (str(entry.id), entry.fingerprint),
        QueriesError,
        kind="the queries",
        what="question",
    )


def query_lines(entries: Iterable[KeptQuery]) -> Iterator[str]:
    """Yield the lines of a file of queries, without line ends."""
    for entry in entries:
        yield json.dumps(entry_to_json(entry), ensure_ascii=False)
