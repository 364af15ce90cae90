"""Change values in the text of a dataset, and no other character."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from geoeval.datasets.records import Span
from geoeval.datasets.tables import cell_spans, is_table


class _Removed(Enum):
    REMOVED = "removed"


REMOVED: Final = _Removed.REMOVED
"""The new value of a member of a list that is removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A new value for a field of the record at a position of a file."""

    span: Span
    field: str
    value: object


class CannotEditError(Exception):
    """A field is not found, or written in a form that cannot be changed in part."""


Change = tuple[int, int, str]
"""The offsets of a piece of text, and the text that replaces it."""


class Editor:
    """Changes values in the text of a JSON, JSON Lines or CSV file."""

    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._cells = dict(cell_spans(text)) if is_table(name) else None

    def find_changes(self, edits: Iterable[Edit]) -> list[Change]:
        """Return the changes of the text for the edits of one record.

        Raises ``CannotEditError`` if a value cannot be changed.
        """
        edits = tuple(edits)
        span = edits[0].span
        start = self._starts[span.line - 1] + span.column - 1
        if self._cells is None:
            return [_json_change(self._text, start, one.field, one.value) for one in edits]
        values = {one.field: one.value for one in edits}
        return [*_cell_changes(self._text, self._cells.get(start, {}), values)]

    def apply(self, changes: Iterable[Change]) -> str:
        """Return the text with some pieces changed."""
        return _apply_changes(self._text, changes)


def _apply_changes(text: str, changes: Iterable[Change]) -> str:
    parts: list[str] = []
    offset = 0
    for start, end, new in sorted(changes):
        parts += text[offset:start], new
        offset = end
    return "".join((*parts, text[offset:]))


_STEP = re.compile(r"\[(\d+)\]|([^.\[]+)")
_SPACE = re.compile(r"[ \t\n\r]*")
_SPECIAL = '",;\t|\r\n'
"""Delimiters, quotes and line ends, which a CSV cell may have only inside quotes."""
_DECODER = json.JSONDecoder()
_Place = tuple[int, int]


def _json_change(text: str, start: int, field: str, new: object) -> Change:
    siblings, step = _find_siblings(text, start, field)
    if step not in siblings:
        raise CannotEditError(field)
    begin, end = siblings[step]
    if new is REMOVED:
        if not isinstance(step, int) or step == 0:
            raise CannotEditError(field)
        return siblings[step - 1][1], end, ""
    return begin, end, _encode_json(text[begin:end], new, ascii_only=text.isascii())


def _find_siblings(
    text: str, start: int, field: str
) -> tuple[Mapping[str | int, _Place], str | int]:
    """Return the places of the members next to a field, by name or index, and its own."""
    while True:
        members = dict(_iterate_members(text, start))
        if field in members:
            return members, field
        found = _STEP.match(field)
        step = "" if found is None else found[2] or int(found[1])
        rest = "" if found is None else field[found.end() :].removeprefix(".")
        if not rest or step not in members:
            return members, step
        start, field = members[step][0], rest


def _iterate_members(text: str, start: int) -> Iterator[tuple[str | int, _Place]]:
    """Yield the name or the index, and the place, of each member of an object or a list."""
    is_object = text[start : start + 1] == "{"
    if not is_object and text[start : start + 1] != "[":
        return
    offset, index = _skip_space(text, start + 1), 0
    while text[offset] not in "]}":
        name: str | int = index
        if is_object:
            name, offset = _DECODER.raw_decode(text, offset)
            offset = _skip_space(text, _skip_space(text, offset) + 1)
        _, end = _DECODER.raw_decode(text, offset)
        yield name, (offset, end)
        offset, index = _skip_space(text, end), index + 1
        if text[offset] == ",":
            offset = _skip_space(text, offset + 1)


def _skip_space(text: str, offset: int) -> int:
    found = _SPACE.match(text, offset)
    return found.end() if found else offset


def _encode_json(old: str, new: object, *, ascii_only: bool) -> str:
    """Return a value as JSON; a string that only loses spaces keeps its escapes."""
    if isinstance(new, str) and old.startswith('"'):
        kept = f'"{tidy_spaces(old[1:-1])}"'
        if json.loads(kept) == new:
            return kept
    return json.dumps(new, ensure_ascii=ascii_only)


def tidy_spaces(text: str) -> str:
    """Return a text without spaces at its ends and with single spaces inside."""
    return re.sub(" {2,}", " ", text.strip())


def _cell_changes(
    text: str, cells: Mapping[str, _Place], values: Mapping[str, object]
) -> Iterator[Change]:
    """Yield the changes of the cells of a row; members of a list share a cell."""
    by_column: dict[str, dict[str, object]] = {}
    for field, new in values.items():
        column = field if field in cells else field.partition("[")[0]
        by_column.setdefault(column, {})[field.removeprefix(column)] = new
    for column, inner in by_column.items():
        if column not in cells:
            raise CannotEditError(column)
        start, end = cells[column]
        yield start, end, _edit_cell(text[start:end], inner)


def _edit_cell(raw: str, values: Mapping[str, object]) -> str:
    content = raw[1:-1].replace('""', '"') if raw.startswith('"') else raw
    if "" in values:
        content = str(values[""])
    elif content.startswith("["):
        content = _edit_listed(content, values)
    else:
        parts: list[object] = [*content.split("|")]
        for field, new in values.items():
            index = int(field.strip("[]"))
            if len(parts) == 1 or index >= len(parts):
                raise CannotEditError(field)
            parts[index] = new
        content = "|".join(str(part) for part in parts if part is not REMOVED)
    return _encode_cell(raw, content)


def _edit_listed(content: str, values: Mapping[str, object]) -> str:
    try:
        changes = [_json_change(content, 0, field, new) for field, new in values.items()]
    except ValueError:  # a Python list
        raise CannotEditError(content) from None
    return _apply_changes(content, changes)


def _encode_cell(raw: str, content: str) -> str:
    """Return a cell, with quotes if the old cell has them or the new one needs them."""
    added = set(content) - set(raw)
    if raw.startswith('"') or content.startswith('"') or added & {*_SPECIAL}:
        return '"' + content.replace('"', '""') + '"'
    return content
