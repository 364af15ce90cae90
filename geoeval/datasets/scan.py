"""The JSON values of a text that are records, each with its exact line and column, in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from geoeval.datasets.decode import Decoded, Decoder, ScanError
from geoeval.datasets.position import Positions

LIST_MEMBERS = ("data", "records", "questions")
RECORD_FIELDS = ("question", "prompt")
_SPACE = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One value of a text: where it stands, and what is odd in it.

    ``constants`` are NaN and Infinity, read as null; ``repeated`` keys that stand more than once
    in their object. ``start`` and ``end`` are offsets in characters; ``line`` and ``column`` are
    1-based.
    """

    value: object
    start: int
    end: int
    line: int
    column: int
    constants: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A place at which the text stops being JSON or CSV, or stops holding records.

    Behind it nothing more is read, except behind a broken line of JSON Lines and a broken row of
    CSV. ``code`` is that of a rule; with ``fatal`` False nothing is lost.
    """

    message: str
    line: int
    column: int
    code: str = "GEO102"
    fatal: bool = True


def scan(text: str, *, lines: bool = False) -> Iterator[Element | Fault]:
    r"""Yield the records of a JSON text and its faults, in their order.

    Examples
    --------
    >>> [(e.value, e.line, e.column) for e in scan('[1,\n  2]')]
    [(1, 1, 2), (2, 2, 3)]
    >>> [fault] = scan("[")
    >>> fault.message
    'expected a value or "]", got the end of the file'
    """
    return _Scanner(text).run(lines=lines)


class _Scanner:
    """One pass over one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Positions(text)
        self._decode = Decoder().decode

    def run(self, *, lines: bool) -> Iterator[Element | Fault]:
        """Yield the elements, and the fault that ends them if there is one."""
        start = self._skip(0)
        if start < len(self._text) and (lines or self._looks_like_lines(start)):
            yield from self._json_lines()
            return
        try:
            yield from self._outermost(start, lines=lines)
        except ScanError as fault:
            line, column = self._lines.at(fault.offset)
            yield Fault(message=str(fault), line=line, column=column)

    def _outermost(self, start: int, *, lines: bool) -> Iterator[Element]:
        """Yield the records of the one value that the text is."""
        if self._peek(start) == "[":
            yield from self._end(self._array(start))
        elif self._peek(start) == "{":
            yield from self._object(start)
        else:
            wanted = 'a record ("{") on each line' if lines else 'a JSON list of records ("[")'
            message = f"expected {wanted}, got {self._shown(start)}"
            raise ScanError(message, start)

    def _skip(self, offset: int) -> int:
        found = _SPACE.match(self._text, offset)
        return found.end() if found else offset

    def _peek(self, offset: int) -> str:
        return self._text[offset : offset + 1]

    def _shown(self, offset: int) -> str:
        return ascii(self._peek(offset)) if offset < len(self._text) else "the end of the file"

    def _element(self, start: int) -> Element:
        line, column = self._lines.at(start)
        found = self._decode(self._text, start)
        return _placed(found, start, found.end, (line, column))

    def _array(self, start: int) -> Iterator[Element | int]:
        """Yield the elements of a list, and at last the offset behind it."""
        offset = self._skip(start + 1)
        if self._peek(offset) == "]":
            yield offset + 1
            return
        wanted = 'a value or "]"'
        while True:
            if self._peek(offset) in ("", ",", "]"):
                message = f"expected {wanted}, got {self._shown(offset)}"
                raise ScanError(message, offset)
            element = self._element(offset)
            yield element
            offset = self._skip(element.end)
            if self._peek(offset) == "]":
                yield offset + 1
                return
            if self._peek(offset) != ",":
                message = f'expected "," or "]" after a record, got {self._shown(offset)}'
                raise ScanError(message, offset)
            offset = self._skip(offset + 1)
            wanted = "a value"

    def _end(self, parts: Iterator[Element | int]) -> Iterator[Element]:
        """Yield the elements of the outermost list and see that nothing follows it."""
        for part in parts:
            if isinstance(part, Element):
                yield part
            elif (rest := self._skip(part)) < len(self._text):
                message = f"expected the end of the file after the list, got {self._shown(rest)}"
                raise ScanError(message, rest)

    def _object(self, start: int) -> Iterator[Element]:
        """Yield the one record that the object is, or the records of the list it holds."""
        within = self._list_member(start)
        if within is None:
            element = self._element(start)
            if (rest := self._skip(element.end)) < len(self._text):
                message = f"expected the end of the file after the object, got {self._shown(rest)}"
                raise ScanError(message, rest)
            if not (isinstance(element.value, dict) and element.value.keys() & RECORD_FIELDS):
                members = ", ".join(map(repr, LIST_MEMBERS))
                message = (
                    "expected a list of records, got an object that is no record (it has no "
                    f'"question" or "prompt") and holds no list under {members}'
                )
                raise ScanError(message, start)
            yield element
            return
        for part in self._array(within):
            if isinstance(part, Element):
                yield part
            else:
                self._close_object(part)

    def _list_member(self, start: int) -> int | None:
        """Return the offset of the first list of records among the members of an object."""
        offset = self._skip(start + 1)
        while self._peek(offset) == '"':
            try:
                name = self._decode(self._text, offset)
                offset = self._skip(name.end)
                if self._peek(offset) != ":":
                    return None
                offset = self._skip(offset + 1)
                if name.value in LIST_MEMBERS and self._peek(offset) == "[":
                    return offset
                offset = self._decode(self._text, offset).end
            except ScanError:
                return None
            offset = self._skip(offset)
            if self._peek(offset) != ",":
                return None
            offset = self._skip(offset + 1)
        return None

    def _close_object(self, offset: int) -> None:
        """See that what follows the list of records closes the object around it."""
        offset = self._skip(offset)
        while self._peek(offset) == ",":
            offset = self._skip(self._decode(self._text, self._skip(offset + 1)).end)
            if self._peek(offset) != ":":
                message = f'expected ":" after a member\'s name, got {self._shown(offset)}'
                raise ScanError(message, offset)
            offset = self._skip(self._decode(self._text, self._skip(offset + 1)).end)
        if self._peek(offset) != "}":
            message = f'expected "," or "}}" after the list of records, got {self._shown(offset)}'
            raise ScanError(message, offset)
        if (rest := self._skip(offset + 1)) < len(self._text):
            message = f"expected the end of the file after the object, got {self._shown(rest)}"
            raise ScanError(message, rest)

    def _looks_like_lines(self, start: int) -> bool:
        """Whether a first line that is a whole object is followed by another object."""
        end = self._text.find("\n", start)
        first = self._text[start:end].strip() if end >= 0 else ""
        second = self._peek(self._skip(end)) if end >= 0 else ""
        return first.startswith("{") and first.endswith("}") and second == "{"

    def _json_lines(self) -> Iterator[Element | Fault]:
        """Yield one element, or one fault that does not end the reading, for each line."""
        offset = 0
        while offset < len(self._text):
            newline = self._text.find("\n", offset)
            after = len(self._text) if newline < 0 else newline + 1
            text = self._text[offset:after].rstrip(" \t\r\n")
            start = len(text) - len(text.lstrip(" \t"))
            if text:
                yield self._one_line(text, start, offset)
            offset = after

    def _one_line(self, text: str, start: int, offset: int) -> Element | Fault:
        """Decode a line of JSON Lines, whose value begins at ``start`` of it."""
        line, column = self._lines.at(offset + start)
        try:
            found = self._decode(text, start)
        except ScanError as fault:
            line, column = self._lines.at(offset + fault.offset)
            return Fault(message=str(fault), line=line, column=column)
        if more := text[found.end :].lstrip():
            line, column = self._lines.at(offset + len(text) - len(more))
            message = f"expected the end of the line after the record, got {more[0]!a}"
            return Fault(message=message, line=line, column=column)
        return _placed(found, offset + start, offset + found.end, (line, column))


def _placed(found: Decoded, start: int, end: int, place: tuple[int, int]) -> Element:
    """Return a value with where it stands."""
    return Element(
        value=found.value,
        start=start,
        end=end,
        line=place[0],
        column=place[1],
        constants=found.constants,
        repeated=found.repeated,
    )
