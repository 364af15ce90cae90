"""One kept query: what a question means, who says so, and whether its authors agree."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, cast, get_args, get_type_hints

from geoeval.datasets.load import own_id
from geoeval.datasets.records import Question, Record
from geoeval.errors import QueriesError, RecordError, quote
from geoeval.query.algebra import Query
from geoeval.query.conventions import Conventions
from geoeval.query.describe import describe
from geoeval.query.solve import parse_query

REJECTED = "rejected"
_FIELDS = frozenset(
    "id fingerprint sentence query reason by reviewed doubts remark conventions".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptQuery:
    """The query of one question, as it is written on a line of a file of queries.

    ``id`` is that of the record as its file writes it. ``query`` is None where nobody could read
    the question, and ``reason`` says why. ``by`` names who read it: "rules", a model, "record" or
    an author. ``doubts`` are words of the question that may turn it and that the query does not
    carry; once it is ``reviewed`` they have no say. ``conventions`` are those by which this one
    question is solved. ``line`` is where it stood in its file, None for a new one.
    """

    id: int | str
    fingerprint: str
    query: Query | None
    reason: str | None = None
    by: str | None = None
    reviewed: bool = False
    doubts: tuple[str, ...] = ()
    remark: str = ""
    conventions: tuple[tuple[str, str], ...] = ()
    line: int | None = None

    @property
    def sentence(self) -> str | None:
        """What the query asks for, in plain English."""
        return None if self.query is None else describe(self.query)

    @property
    def query_json(self) -> object:
        """The query as JSON."""
        return None if self.query is None else self.query.model_dump(mode="json", exclude_none=True)


def fingerprint(question: Question) -> str:
    """Return what tells whether a question is still the one that was read.

    Examples
    --------
    >>> once, again = Question(id=1, text="How far?"), Question(id=2, text="How  far? ")
    >>> fingerprint(once) == fingerprint(again)
    True
    """
    told: list[object] = [" ".join(text.split()) for text in (question.text, *question.options)]
    if question.query is not None:
        told.append({"query": question.query})
    text = json.dumps(told, sort_keys=True, ensure_ascii=True, default=repr)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def id_of(record: Record) -> int | str:
    """Return the id of a record as its own file writes it."""
    name = own_id(record.question.id, record.span.file)
    assert name is not None
    return name


def entry_to_json(entry: KeptQuery) -> dict[str, object]:
    """Return an entry as the JSON object of its line; what is not said is left out."""
    said: dict[str, object] = {
        "id": entry.id,
        "fingerprint": entry.fingerprint,
        "sentence": entry.sentence,
        "query": entry.query_json,
        "reason": entry.reason,
        "by": entry.by,
        "reviewed": entry.reviewed,
    }
    if entry.query is not None:
        del said["reason"]
    if entry.doubts:
        said["doubts"] = list(entry.doubts)
    if entry.remark:
        said["remark"] = entry.remark
    if entry.conventions:
        said["conventions"] = dict(entry.conventions)
    return said


def entry_from_json(source: object, line: int | None = None) -> KeptQuery:
    """Return the entry of a JSON object.

    Examples
    --------
    >>> entry_from_json({"id": 1, "fingerprint": "0123456789abcdef", "query": None}).reviewed
    False
    >>> entry_from_json({"id": 1, "query": None})
    Traceback (most recent call last):
    ...
    geoeval.errors.QueriesError: expected 16 hexadecimal digits as "fingerprint", got none
    """
    entry = _checked(source, {"id": (int, str), "query": (dict, type(None))}, _FIELDS)
    digits = entry.get("fingerprint")
    if not isinstance(digits, str) or len(digits) != 16 or set(digits) - set("0123456789abcdef"):
        got = "none" if digits is None else quote(digits)
        message = f'expected 16 hexadecimal digits as "fingerprint", got {got}'
        raise QueriesError(message)
    doubts = entry.get("doubts", [])
    if not isinstance(doubts, list) or not all(isinstance(word, str) for word in doubts):
        message = f'expected a list of words as "doubts", got {quote(doubts)}'
        raise QueriesError(message)
    reading = parse_reading({key: entry[key] for key in _READING if key in entry})
    return KeptQuery(
        id=cast("int | str", entry["id"]),
        fingerprint=digits,
        query=reading.query,
        reason=_text(entry, "reason"),
        by=_text(entry, "by"),
        reviewed=_reviewed(entry),
        doubts=tuple(doubts),
        remark=reading.remark,
        conventions=reading.conventions,
        line=line,
    )


_READING = ("query", "remark", "conventions")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What an author says of a question: its query, a remark and conventions."""

    query: Query | None
    remark: str = ""
    conventions: tuple[tuple[str, str], ...] = ()


def parse_reading(source: object) -> Reading:
    """Return the reading that a JSON object describes.

    Examples
    --------
    >>> parse_reading({"query": {"ask": "counts"}})
    Traceback (most recent call last):
    ...
    geoeval.errors.QueriesError: $.query: expected a query, got {'ask': 'counts'} at $: expected \
'ask' to be one of 'value', 'best', 'list', 'count', 'compare', 'difference', 'check', \
'check_routes', 'check_trip', 'meeting_plan', 'stay_plan', 'unanswerable'
    """
    reading = _checked(source, {"query": (dict, type(None))}, frozenset(_READING))
    try:
        query = None if reading["query"] is None else parse_query(reading["query"])
    except RecordError as error:
        message = f"{error.path.replace('$', '$.query', 1)}: {error}"
        raise QueriesError(message) from None
    return Reading(
        query=query,
        remark=_text(reading, "remark") or "",
        conventions=_conventions(reading.get("conventions", {})),
    )


def with_own_conventions(conventions: Conventions, question: Question) -> Conventions:
    """Return the conventions that hold for a question that may have some of its own."""
    changed = cast("dict[str, Any]", vars_of(conventions) | dict(question.conventions))
    return Conventions(**changed) if question.conventions else conventions


def vars_of(conventions: Conventions) -> dict[str, str]:
    """Return the fields of conventions by their names."""
    return {field.name: getattr(conventions, field.name) for field in fields(conventions)}


def _conventions(source: object) -> tuple[tuple[str, str], ...]:
    """Return conventions by their names, if those and their values exist."""
    choices = {name: get_args(kind) for name, kind in get_type_hints(Conventions).items()}
    if not isinstance(source, Mapping):
        message = f'expected an object as "conventions", got {quote(source)}'
        raise QueriesError(message)
    for name, value in source.items():
        if name not in choices:
            message = f"expected a convention, one of {', '.join(choices)}, got {quote(name)}"
            raise QueriesError(message)
        if value not in choices[name]:
            message = f"expected {name} to be {' or '.join(choices[name])}, got {quote(value)}"
            raise QueriesError(message)
    return tuple(sorted(source.items()))


def _checked(
    source: object, needed: Mapping[str, tuple[type, ...]], known: frozenset[str]
) -> dict[str, object]:
    """Return an object that has what it needs, and nothing else than what is known."""
    if not isinstance(source, dict):
        message = f"expected a JSON object, got {quote(source)}"
        raise QueriesError(message)
    for name, kinds in needed.items():
        value = source.get(name, ...)
        if value is ... or isinstance(value, bool) or not isinstance(value, kinds):
            wanted = {"id": "a text or a whole number", "query": "an object or null"}[name]
            got = "none" if value is ... else quote(value)
            message = f'expected {wanted} as "{name}", got {got}'
            raise QueriesError(message)
    others = sorted(map(str, source.keys() - known))
    if others:
        message = f"expected no other field than {', '.join(sorted(known))}, got {quote(others[0])}"
        raise QueriesError(message)
    return source


def _text(entry: Mapping[str, object], name: str) -> str | None:
    """Return a text that may be left out."""
    value = entry.get(name)
    if value is not None and not isinstance(value, str):
        message = f'expected a text as "{name}", got {quote(value)}'
        raise QueriesError(message)
    return value


def _reviewed(entry: Mapping[str, object]) -> bool:
    """Return whether an entry is reviewed."""
    value = entry.get("reviewed", False)
    if not isinstance(value, bool):
        message = f'expected true or false as "reviewed", got {quote(value)}'
        raise QueriesError(message)
    return value
