"""The record format of any multiple-choice dataset: columns by their usual names, or declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geoeval.datasets.choices import Choices, read_choices
from geoeval.datasets.columns import Columns, find_columns, lookup, option_name
from geoeval.datasets.faults import Faults, json_type
from geoeval.datasets.fields import other_fields, read_identity, read_text
from geoeval.datasets.labels import UNDECLARED, LabelForm, read_label
from geoeval.datasets.records import Question, Record, Span
from geoeval.errors import quote


class McqFormat:
    """Records with a question and its options."""

    name = "mcq"
    about = "any multiple-choice questions, with --columns and --labels as needed"

    def __init__(self, columns: Columns | None = None, labels: LabelForm = UNDECLARED) -> None:
        self._declared = columns or Columns()
        self._labels = labels

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has a question and options beside it."""
        return {"question", "options"} <= find_columns(raw, self._declared).of.keys()

    def declaring(self, labels: LabelForm) -> McqFormat:
        """Return the format with a declaration about its labels."""
        return McqFormat(self._declared, labels)

    def read(self, raw: object, span: Span, faults: Faults, *, labels: bool) -> Record | None:
        """Return the record that a value holds, or None if it cannot be used."""
        if not isinstance(raw, dict):
            faults.add("GEO104", "$", f"expected a record (an object), got {json_type(raw)}")
            return None
        row = _Row(raw, find_columns(raw, self._declared), faults)
        name = row.identity()
        text = row.text("question")
        choices = row.choices()
        label = row.label(choices, self._labels) if labels else None
        context, category = row.optional("context"), row.optional("category")
        if name is None or faults.fatal:
            return None
        return Record(
            question=Question(id=name, text=text, options=choices.texts, numbered=row.is_numbered),
            context=context or "",
            label=label,
            category=category,
            span=span,
            world=row.value("world"),
            fields=other_fields(raw, row.read_names()),
        )


class _Row:
    """One record with the columns of each role."""

    def __init__(self, raw: Mapping[str, object], columns: Columns, faults: Faults) -> None:
        self._raw = raw
        self._columns = columns
        self._faults = faults

    def value(self, role: str) -> object:
        """Return what the column of a role holds; null where there is none."""
        column = self._columns.of.get(role)
        return lookup(self._raw, column[0])[1] if column else None

    @property
    def is_numbered(self) -> bool:
        """Whether no column holds an id."""
        return "id" not in self._columns.of

    def read_names(self) -> frozenset[str]:
        """Return the names of the fields that are read for the question and its answer."""
        roles = self._columns.of.items()
        columns = [column for role, each in roles if role != "category" for column in each]
        return frozenset((*columns, *(column.split(".")[0] for column in columns)))

    def identity(self) -> int | str | None:
        """Return the id, or the number of the row where no column holds one."""
        if self.is_numbered:
            self._faults.id = self._faults.row
            return self._faults.row
        found = self._there("id")
        column, *_ = self._columns.of["id"]
        return read_identity(found, column, self._faults) if found else None

    def text(self, role: str) -> str:
        """Return the text of a role that must have one."""
        found = self._there(role)
        return read_text(found, next(iter(found)), self._faults) if found else ""

    def optional(self, role: str) -> str | None:
        """Return the text of a role that may have none."""
        column = self._columns.of.get(role)
        if not column:
            return None
        there, value = lookup(self._raw, column[0])
        if not there:
            self._missing(role, fatal=False)
        elif value is not None and not isinstance(value, str):
            self._faults.mistyped(f"$.{column[0]}", "a text or null", value, fatal=False)
        else:
            return value
        return None

    def choices(self) -> Choices:
        """Return the options; without texts after a fault."""
        columns = self._columns.of.get("options", ())
        cells = [lookup(self._raw, column) for column in columns]
        if not columns or not all(there for there, _ in cells):
            self._missing("options", fatal=True)
            return Choices()
        values = [value for _, value in cells]
        if len(columns) == 1:
            return read_choices(values[0], f"$.{columns[0]}", self._faults)
        texts = ["" if value is None else value for value in values]
        found = read_choices(texts, "$.options", self._faults)
        names = tuple(map(option_name, columns))
        return replace(found, names=names) if found.texts and all(names) else found

    def label(self, choices: Choices, form: LabelForm) -> int | None:
        """Return the label; without options none can be right or wrong."""
        if not choices.texts:
            return None
        column = self._columns.of.get("answer")
        if column and lookup(self._raw, column[0])[0]:
            return read_label(self.value("answer"), choices, form, f"$.{column[0]}", self._faults)
        if self._columns.rivals:
            message = f"expected one column for the answer, got {', '.join(self._columns.rivals)}"
            advice = f"declare which: --columns answer={self._columns.rivals[0]}"
            self._faults.add("GEO115", "$", f"{message}; {advice}", fatal=False)
        else:
            self._missing("answer", fatal=False)
        return None

    def _there(self, role: str) -> Mapping[str, object]:
        """Return the column of a role by itself; empty after the fault that it is not there."""
        for column in self._columns.of.get(role, ()):
            there, value = lookup(self._raw, column)
            if there:
                return {column: value}
        self._missing(role, fatal=True)
        return {}

    def _missing(self, role: str, *, fatal: bool) -> None:
        """Note that the column of a role is not there."""
        declared = self._columns.of.get(role)
        wanted = " and ".join(map(quote, declared)) if declared else f"for {role}"
        noun = "columns" if declared and len(declared) > 1 else "a column"
        there = ", ".join(map(str, self._raw))
        message = f"expected {noun} {wanted}, got {quote(there)}"
        advice = f"declare it: --columns {role}=NAME"
        self._faults.add("GEO103", "$", f"{message}; {advice}", fatal=fatal)
