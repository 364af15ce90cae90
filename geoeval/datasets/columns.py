"""The columns of records: which column or nested field has which role."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count, takewhile

from geoeval.errors import UsageError, mismatch, quote

UNNAMED = ""
"""The name of a first column that the header omits, as the index of a table."""

PLACES = "places"
"""The field that holds the places of a row after its file is joined with that of the places."""
USUAL: Mapping[str, tuple[str, ...]] = {
    "question": ("question", "prompt", "stem", "query"),
    "options": ("options", "choices", "candidates"),
    "answer": (
        "answer",
        "label",
        "labels",
        "correct",
        "target",
        "gold",
        "answer_key",
        "answerkey",
        "answers",
        "correct_answer",
        "correct_answers",
        "correct_option",
        "correct_options",
        "answer_index",
        "answer_idx",
    ),
    "context": ("context", "passage"),
    "id": ("id", "uid", "qid", "question_id", UNNAMED),
    "category": ("category", "classification", "subject"),
    "world": ("world",),
    "places": (),
    "picture": (),
    "option_count": (),
    "tolerance": ("tolerance",),
    "query": ("query",),
    "separator": (),
}
"""The usual column names of each role, in lower case with underscores.

``separator`` is not a column but the text between options in one cell; it must be declared.
"""

_COMMA = "separator=,"
"""A declaration of its own, since commas separate other declarations."""
_BETWEEN_WORDS = re.compile(r"[ -]+")
_OPTION_COLUMN = re.compile(
    r"(?:(?:option|choice|opt)[ _-]?)?([a-z])|(?:option|choice|opt)[ _-]?(\d)"
)
_SERIES = re.compile(r"(.+?)(?:[ _-]([a-z])|[ _-]?(\d))")
_WHOLE = frozenset(
    {*USUAL["options"], *USUAL["context"], *USUAL["world"], *USUAL["query"], "places"}
)
"""Columns whose objects are values, so that their members are no columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of each role, as names or as dotted paths into nested objects.

    Only options may have several columns, one for each option. ``rivals`` are the columns that
    may all hold the answer.
    """

    of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rivals: tuple[str, ...] = ()


def parse_columns(values: Iterable[str]) -> Columns:
    """Parse declarations of columns, such as "question=prompt"."""
    values = list(values)
    separators = [value for value in values if value.strip() == _COMMA]
    columns: dict[str, tuple[str, ...]] = {"separator": (",",)} if separators else {}
    rest = [value for value in values if value.strip() != _COMMA]
    if separators and not rest:
        return Columns(of=columns)
    try:
        parts = next(csv.reader([",".join(rest)], skipinitialspace=True)) or [""]
    except csv.Error:  # a line break outside quotes
        raise mismatch(UsageError, "columns as ROLE=COLUMN,… on one line", rest) from None
    for part in parts:
        role, _, column = map(str.strip, part.partition("="))
        if role not in USUAL or not column:
            roles = ", ".join(USUAL)
            raise mismatch(UsageError, f"ROLE=COLUMN with a role of {roles}", part)
        if role in columns and role != "options":
            first = quote(columns[role][0])
            raise UsageError(f"expected one column for {role}, got {first} and {quote(column)}")
        columns[role] = (*columns.get(role, ()), column)
    return Columns(of=columns)


def declared_columns(given: Mapping[str, str | Sequence[str]]) -> Columns:
    """Return the columns declared by a mapping from roles to column names."""
    by_role = {}
    for role, column in given.items():
        if role not in USUAL:
            raise mismatch(UsageError, f"columns for {', '.join(USUAL)}", role)
        names = [column] if isinstance(column, str) or role != "options" else column
        columns = tuple(each for each in names if isinstance(each, str) and each)
        if not columns or len(columns) < len(names):
            raise mismatch(UsageError, f"the name of a column for {role}", column)
        by_role[role] = columns
    return Columns(of=by_role)


def find_columns(raw: Mapping[str, object], declared: Columns) -> Columns:
    """Return the columns of a record: declared columns, and others by their usual names.

    A nested field, such as ``answer.options``, is found by its own name ("options") if no column
    nearer to the record has that name.
    """
    declared_items = tuple((role, tuple(each)) for role, each in declared.of.items())
    return _find_columns(tuple(column_paths(raw)), declared_items)


def column_paths(raw: Mapping[str, object]) -> Iterator[str]:
    """Yield the columns of a record as dotted paths, those nearest to the record first."""
    nested: list[tuple[str, Mapping[str, object]]] = []
    for name, value in raw.items():
        if isinstance(value, Mapping) and value and _as_usual(name) not in _WHOLE:
            nested.append((name, value))
        else:
            yield name
    for name, value in nested:
        yield from (f"{name}.{path}" for path in column_paths(value))


@lru_cache(maxsize=64)
def _find_columns(
    paths: tuple[str, ...], declared: tuple[tuple[str, tuple[str, ...]], ...]
) -> Columns:
    of = dict(declared)
    declared_paths = set(chain(*of.values()))
    free = [path for path in paths if path not in declared_paths]
    by_lower: dict[str, str] = {}
    for path in free:
        by_lower.setdefault(_own_name(path).strip().lower(), path)
    by_words = {_BETWEEN_WORDS.sub("_", lower): path for lower, path in by_lower.items()}
    by_role = {role: _present_columns(role, by_words) for role in USUAL}
    by_role["options"] = by_role["options"] or _option_columns(by_lower)
    by_role |= of
    if "query" not in of and by_role["query"] == by_role["question"]:
        by_role["query"] = ()  # a column has one role
    if "answer" not in of:
        by_role["answer"] = _find_answers(free, by_role)
    rivals = by_role.pop("answer") if len(by_role["answer"]) > 1 else ()
    return Columns(of={role: each for role, each in by_role.items() if each}, rivals=rivals)


def _own_name(path: str) -> str:
    return path.rpartition(".")[2]


def _find_answers(paths: Sequence[str], by_role: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return all columns that may hold the answer, of those nearest to the record.

    A nested field is one only within "answer", or next to the question or the options: that of a
    "prediction" is the answer of somebody else.
    """
    containers = {path.rpartition(".")[0] for path in (*by_role["question"], *by_role["options"])}
    found = []
    for path in paths:
        within = path.rpartition(".")[0]
        is_own = (
            not within or within in containers or _as_usual(_own_name(within)) in USUAL["answer"]
        )
        if is_own and _as_usual(_own_name(path)) in USUAL["answer"]:
            found.append(path)
    nearest = min((path.count(".") for path in found), default=0)
    return tuple(path for path in found if path.count(".") == nearest)


def _as_usual(name: str) -> str:
    return _BETWEEN_WORDS.sub("_", name.strip().lower())


def _present_columns(role: str, by_words: Mapping[str, str]) -> tuple[str, ...]:
    """Return the first column of a role."""
    return tuple(by_words[name] for name in USUAL[role] if name in by_words)[:1]


def option_name(column: str) -> str:
    """Return the letter of the option that a column holds, or "" if its name has no letter."""
    match = _OPTION_COLUMN.fullmatch(column.strip().lower())
    return match[1].upper() if match and match[1] else ""


def look_up(raw: Mapping[str, object], column: str) -> tuple[bool, object]:
    """Return whether a record has a column, and the value in it."""
    if column in raw:
        return True, raw[column]
    first, _, rest = column.partition(".")
    inner = raw.get(first)
    return look_up(inner, rest) if rest and isinstance(inner, Mapping) else (False, None)


def _option_columns(by_lower: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns that hold one option each, lettered from A or numbered from 1 or 0."""
    matches = {name: _OPTION_COLUMN.fullmatch(lower) for lower, name in by_lower.items()}
    return _longest_run({m[1] or m[2]: name for name, m in matches.items() if m})


def option_series(columns: Iterable[str]) -> tuple[str, ...]:
    """Return the most columns whose names differ only in a last letter or digit: "pick_a"."""
    by_stem: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for column in columns:
        match = _SERIES.fullmatch(column.strip().lower())
        if match:
            by_stem[match[1]].setdefault(match[2] or match[3], column)
    return max(map(_longest_run, by_stem.values()), key=len, default=())


def _longest_run(by_mark: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns with consecutive marks from A, 1 or 0, if there are several."""
    for first in "a10":
        marks = takewhile(by_mark.__contains__, map(chr, count(ord(first))))
        columns = tuple(by_mark[mark] for mark in marks)
        if len(columns) > 1:
            return columns
    return ()
