"""Read records by their columns, which are usual, declared, or those of a published format."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from geoeval.datasets import fields
from geoeval.datasets.columns import Columns, declared_columns, find_columns, look_up, option_name
from geoeval.datasets.labels import (
    UNDECLARED,
    LabelForm,
    names_option,
    parse_label_form,
    read_labels,
)
from geoeval.datasets.records import UNANSWERABLE, Question, Record, Span
from geoeval.errors import quote, suggest


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedFormat(fields.RecordReader):
    """Records whose fields have roles: a question, its options, the answer and so on.

    ``recognised_by`` are fields that every record of the format has.
    ``required`` are roles that a record must have; a world replaces a context. ``unread`` are
    fields that reveal the answer on purpose. ``companion`` says that a JSON file next to the CSV
    file holds the places of each row.
    """

    name: str = "mcq"
    about: str = "any questions with options or open answers, with --columns and --labels as needed"
    columns: Columns = field(default_factory=Columns)
    labels: LabelForm = UNDECLARED
    recognised_by: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    companion: bool = False

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields of this format."""
        found = find_columns(raw, self.columns).of
        has_answer = any(
            column in raw or look_up(raw, column)[0]
            for role in ("options", "answer")
            for column in found.get(role, ())
        )
        return (
            has_answer
            and "question" in found
            and all(look_up(raw, each)[1] is not None for each in self.recognised_by)
        )

    def declaring(self, labels: LabelForm) -> MappedFormat:
        """Return the format with a declared form of its labels."""
        return replace(self, labels=labels)

    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: fields.Faults, *, labels: bool
    ) -> Record:
        """Return the record that an object holds, with placeholders for faulty fields."""
        row = _Row(raw, self, faults)
        name = row.identity()
        text = row.text("question")
        choices = row.choices()
        accepted = row.labels(choices) if labels else ()
        expected = row.expected() if labels and row.is_open() else None
        return Record(
            question=Question(
                id=name,
                text=text.strip(),
                options=choices.texts,
                query=row.query(),
                numbered=row.is_numbered,
            ),
            context=row.context("context" in self.required) or "",
            label=next(iter(accepted), None),
            accepted=accepted[1:],
            category=row.optional("category"),
            span=span,
            world=row.world(),
            picture=row.optional("picture"),
            expected=expected,
            tolerance=row.tolerance() if labels else None,
            fields=fields.other_fields(raw, (*row.read_names(), *self.unread)),
        )


@cache
def published_formats() -> tuple[MappedFormat, ...]:
    """Return the formats of published datasets that the catalogue describes."""
    text = (files("geoeval.datasets") / "catalogue.toml").read_text(encoding="utf-8")
    return tuple(_build_format(entry) for entry in tomllib.loads(text)["format"])


def _build_format(entry: Mapping[str, Any]) -> MappedFormat:
    return MappedFormat(
        name=entry["name"],
        about=entry["about"],
        columns=declared_columns(entry["columns"]),
        labels=parse_label_form(entry["labels"]) if "labels" in entry else UNDECLARED,
        recognised_by=tuple(entry["recognised_by"]),
        required=tuple(entry.get("required", ())),
        unread=tuple(entry.get("unread", ())),
        companion=entry.get("companion", False),
    )


class _Row:
    """One record with the columns of each role."""

    def __init__(
        self, raw: Mapping[str, object], form: MappedFormat, faults: fields.Faults
    ) -> None:
        self._raw = raw
        self._columns = find_columns(raw, form.columns)
        self._faults = faults
        self._labels = form.labels
        self._is_published = bool(form.recognised_by)

    def _value(self, role: str) -> object:
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
        return frozenset((*columns, *(column.split(".")[0] for column in columns)))

    def identity(self) -> int | str:
        """Return the id, or the number of the row if there is no id column."""
        if self.is_numbered:
            self._faults.id = self._faults.row
            return self._faults.row
        cells = self._required_cells("id")
        return fields.read_identity(cells, next(iter(cells)), self._faults) if cells else ""

    def text(self, role: str) -> str:
        cells = self._required_cells(role)
        self._faults.locate(role, *cells)
        return fields.read_text(cells, next(iter(cells)), self._faults) if cells else ""

    def optional(self, role: str) -> str | None:
        columns = self._columns.of.get(role, ())
        if not columns or (self._is_published and not look_up(self._raw, columns[0])[0]):
            return None
        for column, value in self._required_cells(role, fatal=False).items():
            self._faults.locate(role, f"$.{column}")
            return fields.optional_text(value, f"$.{column}", self._faults)
        return None

    def query(self) -> object:
        """Return the explicit query of the record."""
        return fields.read_query(self._value("query"))

    def context(self, required: bool) -> str | None:
        """Return the context, which may be missing only if it is not required or has a world."""
        if not required or self._value("world") is not None:
            return self.optional("context")
        cells = self._required_cells("context")
        for column, value in cells.items():
            self._faults.locate("context", f"$.{column}")
            if value == "" or (isinstance(value, str) and not value.strip()):
                message = "the context is empty, so nothing can be derived from it"
                self._faults.add("GEO109", f"$.{column}", message, fatal=False)
                return value
            return fields.read_text(cells, column, self._faults)
        return None

    def world(self) -> object:
        """Return the explicit world, or that of the places by name."""
        role = "places" if "places" in self._columns.of else "world"
        if columns := self._columns.of.get(role):
            self._faults.locate("world", f"$.{columns[0]}")
        if role == "world":
            return self._value("world")
        places = list(_read_places(self._value(role), self._columns.of[role], self._faults))
        return {"places": places, "partial": True}

    def choices(self) -> fields.Choices:
        """Return the options; none after a fault, or if the question is open."""
        if self.is_open():
            return fields.Choices()
        values = self._required_cells("options")
        if not values:
            return fields.Choices()
        if len(values) == 1:
            ((column, value),) = values.items()
            return self._read_cell(value, column)
        texts = ["" if value is None else value for value in values.values()]
        choices = fields.read_choices(texts, "$.options", self._faults)
        self._faults.locate("options", *(f"$.{column}" for column in values))
        names = tuple(map(option_name, values))
        return replace(choices, names=names) if choices.texts and all(names) else choices

    def is_open(self) -> bool:
        """Return whether there are no options, and the answer neither names nor counts one."""
        columns = self._columns.of.get("options", ())
        if any(look_up(self._raw, column)[1] is not None for column in columns):
            return False
        answer = self._value("answer")
        if self._is_published and not columns:
            return True
        if answer is None and self._is_published:
            within = self._columns.of["answer"][0].rpartition(".")[0]
            return isinstance(look_up(self._raw, within)[1], Mapping)
        counts = self._labels.kind in ("from-0", "from-1")
        return not names_option(answer, counts=counts)

    def _read_cell(self, value: object, column: str) -> fields.Choices:
        """Return the options in one cell, without one that means unanswerable and counts as 0."""
        separator = next(iter(self._columns.of.get("separator", ())), None)
        choices = fields.read_choices(value, f"$.{column}", self._faults, separator)
        if choices.names[:1] == ("0",) and "0" in self._labels.unanswerable:
            choices = fields.Choices(texts=choices.texts[1:], names=choices.names[1:])
        stated = self._value("option_count")
        if stated is not None and choices.texts and str(stated).strip() != str(len(choices.texts)):
            expected = f"expected the number of options, which is {len(choices.texts)}"
            path = f"$.{self._columns.of['option_count'][0]}"
            self._faults.add("GEO114", path, f"{expected}, got {quote(stated)}", fatal=False)
        return choices

    def labels(self, choices: fields.Choices) -> tuple[int, ...]:
        """Return the labels; none if there are no options or they cannot be read."""
        if not any(map(str.strip, choices.texts)):
            return (UNANSWERABLE,) if self._is_unanswerable() else ()
        if self._columns.rivals:
            message = f"expected one column for the answer, got {', '.join(self._columns.rivals)}"
            advice = f"declare which: --columns answer={self._columns.rivals[0]}"
            self._faults.add("GEO115", "$", f"{message}; {advice}", fatal=False)
            return ()
        for column, value in self._required_cells("answer", fatal=False).items():
            found = read_labels(value, choices, self._labels, f"$.{column}", self._faults)
            return () if self._exceeds_count(found, value, column) else found
        return ()

    def _is_unanswerable(self) -> bool:
        """Return whether the label of a question without options says that it is unanswerable."""
        value = self._value("answer")
        return type(value) is int and str(value) in self._labels.unanswerable

    def _exceeds_count(self, labels: tuple[int, ...], value: object, column: str) -> bool:
        """Return whether a label exceeds the number of options that the record states."""
        stated = str(self._value("option_count") or "").strip()
        if not labels or not stated.isdecimal() or max(labels) < int(stated):
            return False
        message = f"expected a label within the stated {stated} options, got {quote(value)}"
        self._faults.add("GEO105", f"$.{column}", message, fatal=False)
        return True

    def expected(self) -> str | None:
        """Return the answer in words of a question without options, None if it has none."""
        cells = self._required_cells("answer", fatal=False)
        for column, value in cells.items():
            self._faults.locate("answer", f"$.{column}")
            self._faults.written = replace(self._faults.written, label=value)
            if not (type(value) is int and str(value) in self._labels.unanswerable):
                return fields.read_expected(value, f"$.{column}", self._faults)
        return None

    def tolerance(self) -> str | None:
        """Return how far an open answer may be off, as written."""
        value = self._value("tolerance")
        if value is None or value == "":
            return None
        if not _TOLERANCE.fullmatch(str(value).strip()):
            expected = "a tolerance as a percentage or with its unit, such as '5%' or '50 m'"
            path = f"$.{self._columns.of['tolerance'][0]}"
            self._faults.mistyped(path, expected, value, fatal=False)
        return str(value).strip()

    def _required_cells(self, role: str, *, fatal: bool = True) -> dict[str, object]:
        """Return the cells of a role by column, or {} after recording that one is missing."""
        declared = self._columns.of.get(role, ())
        cells = {column: look_up(self._raw, column) for column in declared}
        if cells and all(present for present, _ in cells.values()):
            return {column: value for column, (_, value) in cells.items()}
        if self._is_published and declared:
            fields.require_field({}, declared[0], self._faults, fatal=fatal)
            return {}
        wanted = " and ".join(map(quote, declared)) if declared else f"for {role}"
        noun = "columns" if len(declared) > 1 else "a column"
        present = ", ".join(map(str, self._raw))
        message = f"expected {noun} {wanted}, got {quote(present)}"
        near = "".join(suggest(each, map(str, self._raw)) for each in declared[:1])
        advice = f"; declare it: --columns {role}=NAME (geoeval datasets inspect proposes names)"
        self._faults.add("GEO103", "$", f"{message}{near}{advice}", fatal=fatal)
        return {}


_TOLERANCE = re.compile(r"\d+(?:\.\d+)?\s*(?:%|[^\W\d_]+)")
_NO_NAME = "null"
_AXES = ("latitude", "longitude")


def _read_places(
    value: object, columns: tuple[str, ...], faults: fields.Faults
) -> Iterator[dict[str, object]]:
    path = f"$.{columns[0]}"
    if value is None:
        message = (
            "expected the places of the question in the file next to it, got none; nothing can "
            "be computed"
        )
        faults.add("GEO103", path, message, fatal=False)
        return
    if not isinstance(value, dict):
        faults.mistyped(path, "an object of places by name", value, fatal=False)
        return
    for name, facts in value.items():
        where = f"{path}.{name}"
        if not isinstance(facts, dict):
            faults.mistyped(where, "an object with coordinates", facts, fatal=False)
        elif name not in ("", _NO_NAME):
            place: dict[str, object] = {"name": name}
            if isinstance(facts.get("osm_id"), int | str):
                place["id"] = str(facts["osm_id"])
            if (location := _read_location(facts, where, faults)) is not None:
                place["location"] = location
            yield place


def _read_location(
    facts: Mapping[str, object], path: str, faults: fields.Faults
) -> list[float] | None:
    location: list[float] = []
    for axis in _AXES:
        value = facts.get(axis)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and math.isfinite(value):  # type: ignore[arg-type]  # just tested to be a number
            location.append(float(value))  # type: ignore[arg-type]  # likewise
        else:
            faults.mistyped(f"{path}.{axis}", "a number of degrees", value, fatal=False)
    return location if len(location) == len(_AXES) else None
