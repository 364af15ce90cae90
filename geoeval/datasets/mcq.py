"""The record format of any multiple-choice dataset, with usual or declared column names."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count, takewhile

from geoeval.datasets import fields
from geoeval.datasets.records import Question, Record, Span
from geoeval.errors import UsageError, mismatch, quote

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
"""The usual column names of each role, in lower case with underscores."""

_BETWEEN_WORDS = re.compile(r"[ -]+")
_OPTION_COLUMN = re.compile(
    r"(?:(?:option|choice|opt)[ _-]?)?([a-z])|(?:option|choice|opt)[ _-]?(\d)"
)


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
    columns: dict[str, tuple[str, ...]] = {}
    for part in next(csv.reader([",".join(values)], skipinitialspace=True)) or [""]:
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


def find_columns(names: Iterable[str], declared: Columns) -> Columns:
    """Return the columns of a record: declared columns, and others by their usual names."""
    declared_names = set(chain(*declared.of.values()))
    by_lower = {name.strip().lower(): name for name in names if name not in declared_names}
    by_words = {_BETWEEN_WORDS.sub("_", lower): name for lower, name in by_lower.items()}
    by_role = {role: _present_columns(role, by_words) for role in USUAL}
    by_role["options"] = by_role["options"] or _option_columns(by_lower)
    by_role |= declared.of
    rivals = by_role.pop("answer") if len(by_role["answer"]) > 1 else ()
    return Columns(of={role: each for role, each in by_role.items() if each}, rivals=rivals)


def _present_columns(role: str, by_words: Mapping[str, str]) -> tuple[str, ...]:
    """Return the first column of a role; for the answer, all columns that may hold it."""
    present = tuple(by_words[name] for name in USUAL[role] if name in by_words)
    return present if role == "answer" else present[:1]


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
    by_mark = {match[1] or match[2]: name for name, match in matches.items() if match}
    for first in "a10":
        marks = takewhile(by_mark.__contains__, map(chr, count(ord(first))))
        columns = tuple(by_mark[mark] for mark in marks)
        if len(columns) > 1:
            return columns
    return ()


class McqFormat(fields.RecordReader):
    """Records with a question and its options."""

    name = "mcq"
    about = "any multiple-choice questions, with --columns and --labels as needed"

    def __init__(
        self, columns: Columns | None = None, labels: fields.LabelForm = fields.UNDECLARED
    ) -> None:
        self._declared = columns or Columns()
        self._labels = labels

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has columns for a question and for options."""
        return {"question", "options"} <= find_columns(raw, self._declared).of.keys()

    def declaring(self, labels: fields.LabelForm) -> McqFormat:
        """Return the format with a declared form of its labels."""
        return McqFormat(self._declared, labels)

    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: fields.Faults, *, labels: bool
    ) -> Record:
        """Return the record that an object holds, with placeholders for faulty fields."""
        row = _Row(raw, find_columns(raw, self._declared), faults)
        name = row.identity()
        text = row.text("question")
        choices = row.choices()
        label = row.label(choices, self._labels) if labels else None
        context, category = row.optional("context"), row.optional("category")
        return Record(
            question=Question(
                id=name,
                text=text,
                options=choices.texts,
                query=row.query(),
                numbered=row.is_numbered,
            ),
            context=context or "",
            label=label,
            category=category,
            span=span,
            world=row.value("world"),
            fields=fields.other_fields(raw, row.read_names()),
        )


class _Row:
    """One record with the columns of each role."""

    def __init__(self, raw: Mapping[str, object], columns: Columns, faults: fields.Faults) -> None:
        self._raw = raw
        self._columns = columns
        self._faults = faults

    def value(self, role: str) -> object:
        """Return the value in the column of a role, or None without such a column."""
        column = self._columns.of.get(role)
        return look_up(self._raw, column[0])[1] if column else None

    @property
    def is_numbered(self) -> bool:
        """Whether records have no id column and are numbered instead."""
        return "id" not in self._columns.of

    def read_names(self) -> frozenset[str]:
        roles = self._columns.of.items()
        columns = [column for role, each in roles if role != "category" for column in each]
        return frozenset(("query", *columns, *(column.split(".")[0] for column in columns)))

    def identity(self) -> int | str:
        """Return the id, or the number of the row if there is no id column."""
        if self.is_numbered:
            self._faults.id = self._faults.row
            return self._faults.row
        cells = self._required_cells("id")
        return fields.read_identity(cells, next(iter(cells)), self._faults) if cells else ""

    def text(self, role: str) -> str:
        cells = self._required_cells(role)
        return fields.read_text(cells, next(iter(cells)), self._faults) if cells else ""

    def optional(self, role: str) -> str | None:
        cells = self._required_cells(role, fatal=False) if role in self._columns.of else {}
        for column, value in cells.items():
            return fields.optional_text(value, f"$.{column}", self._faults)
        return None

    def query(self) -> object:
        """Return the explicit query of the record, unless "query" is the question column."""
        is_question = "query" in self._columns.of.get("question", ())
        return None if is_question else fields.read_query(self._raw)

    def choices(self) -> fields.Choices:
        """Return the options, empty after a fault."""
        cells = self._required_cells("options")
        if not cells:
            return fields.Choices()
        if len(cells) == 1:
            ((column, value),) = cells.items()
            return fields.read_choices(value, f"$.{column}", self._faults)
        texts = ["" if value is None else value for value in cells.values()]
        choices = fields.read_choices(texts, "$.options", self._faults)
        names = tuple(map(option_name, cells))
        return replace(choices, names=names) if choices.texts and all(names) else choices

    def label(self, choices: fields.Choices, form: fields.LabelForm) -> int | None:
        """Return the label, or None if there are no options or the label cannot be read."""
        if not choices.texts:
            return None
        if self._columns.rivals:
            message = f"expected one column for the answer, got {', '.join(self._columns.rivals)}"
            advice = f"declare which: --columns answer={self._columns.rivals[0]}"
            self._faults.add("GEO115", "$", f"{message}; {advice}", fatal=False)
            return None
        for column, value in self._required_cells("answer", fatal=False).items():
            return fields.read_label(value, choices, form, f"$.{column}", self._faults)
        return None

    def _required_cells(self, role: str, *, fatal: bool = True) -> dict[str, object]:
        """Return the cells of a role by column, or {} after recording that one is missing."""
        declared = self._columns.of.get(role, ())
        cells = {column: look_up(self._raw, column) for column in declared}
        if cells and all(present for present, _ in cells.values()):
            return {column: value for column, (_, value) in cells.items()}
        wanted = " and ".join(map(quote, declared)) if declared else f"for {role}"
        noun = "columns" if len(declared) > 1 else "a column"
        present = ", ".join(map(str, self._raw))
        message = f"expected {noun} {wanted}, got {quote(present)}"
        advice = f"declare it: --columns {role}=NAME"
        self._faults.add("GEO103", "$", f"{message}; {advice}", fatal=fatal)
        return {}
