"""Which columns of a record hold what: as declared, or under their usual names."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from geoeval.errors import UsageError, quote

USUAL: Mapping[str, tuple[str, ...]] = {
    "question": ("question", "prompt", "query"),
    "options": ("options", "choices"),
    "answer": (
        "answer",
        "label",
        "correct",
        "target",
        "gold",
        "answer_key",
        "answerkey",
        "correct_answer",
        "correct_option",
        "answer_index",
        "answer_idx",
    ),
    "context": ("context", "passage"),
    "id": ("id", "uid", "qid", "question_id"),
    "category": ("category", "classification", "subject"),
    "world": ("world",),
}
"""The names under which columns are found, by what they hold, in lower case with underscores."""

_BETWEEN_WORDS = re.compile(r"[ -]+")
_ONE_OPTION = re.compile(r"(?:(?:option|choice|opt)[ _-]?)?([a-z])|(?:option|choice|opt)[ _-]?(\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of each role, by name or by a path with dots into nested objects.

    Only options may have several: one column for each. ``rivals`` are the columns among which
    none can be chosen for the answer.
    """

    of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rivals: tuple[str, ...] = ()


def parse_columns(values: Iterable[str]) -> Columns:
    """Return the columns that a declaration states.

    Examples
    --------
    >>> parse_columns(["question=ask,options=a,options=b"]).of
    {'question': ('ask',), 'options': ('a', 'b')}
    """
    found: dict[str, tuple[str, ...]] = {}
    for part in next(csv.reader([",".join(values)], skipinitialspace=True)) or [""]:
        role, _, column = map(str.strip, part.partition("="))
        if role not in USUAL or not column:
            roles = ", ".join(USUAL)
            message = f"expected ROLE=COLUMN with a role of {roles}, got {quote(part)}"
            raise UsageError(message)
        if role in found and role != "options":
            message = f"expected one column for {role}, got {quote(found[role][0])} and "
            raise UsageError(message + quote(column))
        found[role] = (*found.get(role, ()), column)
    return Columns(of=found)


def declared_columns(given: Mapping[str, str | Sequence[str]]) -> Columns:
    """Return the columns that a mapping states.

    Examples
    --------
    >>> declared_columns({"question": "ask", "options": ["a", "b"]}).of
    {'question': ('ask',), 'options': ('a', 'b')}
    """
    found = {}
    for role, column in given.items():
        if role not in USUAL:
            message = f"expected columns for {', '.join(USUAL)}, got {quote(role)}"
            raise UsageError(message)
        names = [column] if isinstance(column, str) or role != "options" else column
        columns = tuple(each for each in names if isinstance(each, str) and each)
        if not columns or len(columns) < len(names):
            message = f"expected the name of a column for {role}, got {quote(column)}"
            raise UsageError(message)
        found[role] = columns
    return Columns(of=found)


def find_columns(names: Iterable[str], declared: Columns) -> Columns:
    """Return the columns of a record: those that are declared, and others by their usual names.

    Examples
    --------
    >>> find_columns(["Prompt", "A", "B", "label"], Columns()).of
    {'question': ('Prompt',), 'options': ('A', 'B'), 'answer': ('label',)}
    """
    taken = {column for columns in declared.of.values() for column in columns}
    by_lower = {name.strip().lower(): name for name in names if name not in taken}
    by_words = {_BETWEEN_WORDS.sub("_", lower): name for lower, name in by_lower.items()}
    found = dict(declared.of)
    rivals: tuple[str, ...] = ()
    for role, usual in USUAL.items():
        if role in found:
            continue
        there = [by_words[name] for name in usual if name in by_words]
        if role == "answer" and len(there) > 1:
            rivals = tuple(there)
        elif there:
            found[role] = (there[0],)
        elif role == "options" and (each := _one_by_one(by_lower)):
            found[role] = each
    return Columns(of=found, rivals=rivals)


def option_name(column: str) -> str:
    """Return the letter that names the option in a column, or "" if none does.

    Examples
    --------
    >>> option_name("option_b"), option_name("choice1")
    ('B', '')
    """
    found = _ONE_OPTION.fullmatch(column.strip().lower())
    return found[1].upper() if found and found[1] else ""


def lookup(raw: Mapping[str, object], column: str) -> tuple[bool, object]:
    """Return whether a record has a column, and what it holds.

    Examples
    --------
    >>> lookup({"answer": {"correct": 1}}, "answer.correct")
    (True, 1)
    """
    if column in raw:
        return True, raw[column]
    first, _, rest = column.partition(".")
    inner = raw.get(first)
    return lookup(inner, rest) if rest and isinstance(inner, Mapping) else (False, None)


def _one_by_one(by_lower: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns that hold one option each, counted from A, from 1 or from 0."""
    marks = {}
    for lower, name in by_lower.items():
        found = _ONE_OPTION.fullmatch(lower)
        if found:
            marks[found[1] or found[2]] = name
    for first in ("a", "1", "0"):
        run = _run(marks, first)
        if len(run) > 1:
            return tuple(run)
    return ()


def _run(marks: Mapping[str, str], first: str) -> Sequence[str]:
    """Return the names under the marks that follow each other from the first."""
    found = []
    mark = first
    while mark in marks:
        found.append(marks[mark])
        mark = chr(ord(mark) + 1)
    return found
