"""The JSON values of a text that are records, each with its exact line and column, in one pass."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from json import JSONDecodeError, JSONDecoder
from typing import TypeGuard


class Positions:
    r"""Turns rising offsets of a text into lines and columns, counting each newline once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line, self._start, self._seen = 1, 0, 0

    def at(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of an offset not before the line of the last one."""
        newlines = self._text.count("\n", self._seen, offset)
        if newlines:
            self._line += newlines
            self._start = self._text.rfind("\n", self._seen, offset) + 1
        self._seen = max(self._seen, offset)
        return self._line, offset - self._start + 1


_NOT_JSON = object()


class ScanError(ValueError):
    """A fault on its way out of a scanner, with its offset."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class LayoutError(ScanError):
    """A JSON value that holds no records where they are looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One value of a text: where it is, and what is odd in it.

    ``constants`` are the paths of NaN and Infinity, read as null; ``repeated`` those of keys
    that stand more than once in their object, of which the last value is kept. ``start`` and
    ``end`` are offsets in characters; ``line`` and ``column`` are 1-based.
    """

    value: object
    start: int = 0
    end: int = 0
    line: int = 1
    column: int = 1
    constants: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()

    def oddities(self) -> Iterator[tuple[str, str, str]]:
        """Yield the code of the rule, the path and the message of each oddity in the value."""
        for path in self.constants:
            yield "GEO102", path, "NaN and Infinity are not JSON; read as null"
        for path in self.repeated:
            message = "the key occurs more than once in its object; the last value counts"
            yield "GEO110", path, message


class _Repeating(dict[str, object]):
    """An object in which keys stand more than once."""

    keys_twice: tuple[str, ...] = ()


class Decoder:
    """Decodes values one by one."""

    def __init__(self) -> None:
        self._odd = False
        self._decoder = JSONDecoder(
            parse_constant=self._mark_constant, object_pairs_hook=self._build_object
        )

    def decode(self, text: str, offset: int) -> Element:
        """Return the value at an offset."""
        self._odd = False
        try:
            value, end = self._decoder.raw_decode(text, offset)
            if not self._odd:
                return Element(value=value, start=offset, end=end)
            constants: list[str] = []
            repeated = tuple(_repeated_keys(value, "$"))
            value = _replace_constants(value, "$", constants)
        except JSONDecodeError as error:
            raise ScanError(
                f"{error.msg[:1].lower()}{error.msg[1:]}", min(error.pos, len(text))
            ) from None
        except RecursionError:
            raise ScanError("values are nested too deeply to be a record", offset) from None
        except ValueError:
            raise ScanError("a number has too many digits to be read", offset) from None
        return Element(
            value=value, start=offset, end=end, constants=tuple(constants), repeated=repeated
        )

    def _mark_constant(self, _name: str) -> object:
        self._odd = True
        return _NOT_JSON

    def _build_object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        self._odd = True
        odd = _Repeating(found)
        odd.keys_twice = tuple(n for n, times in Counter(n for n, _ in pairs).items() if times > 1)
        return odd


def _repeated_keys(value: object, path: str) -> Iterator[str]:
    """Yield the paths of the keys that stand more than once in their object."""
    if isinstance(value, _Repeating):
        yield from (f"{path}.{name}" for name in value.keys_twice)
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _repeated_keys(part, f"{path}.{name}")
    if isinstance(value, list):
        for index, part in enumerate(value):
            yield from _repeated_keys(part, f"{path}[{index}]")


def _replace_constants(value: object, path: str, found: list[str]) -> object:
    """Return the value with every NaN and Infinity replaced by null, noting their paths."""
    if value is _NOT_JSON:
        found.append(path)
        return None
    if isinstance(value, dict):
        return {
            name: _replace_constants(part, f"{path}.{name}", found) for name, part in value.items()
        }
    if isinstance(value, list):
        return [
            _replace_constants(part, f"{path}[{index}]", found) for index, part in enumerate(value)
        ]
    return value


LIST_MEMBERS = ("data", "records", "questions", "dataset", "examples")
RECORD_FIELDS = ("question", "prompt", "prompt_0shot")
_SPACE = re.compile(r"[ \t\n\r]*")


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


def scan_json(text: str, *, lines: bool = False) -> Iterator[Element | Fault]:
    r"""Yield the records of a JSON text and its faults, in their order."""
    return _Scanner(text).run(lines=lines)


class _Scanner:
    """One pass over one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Positions(text)
        self._decode = Decoder().decode

    def run(self, *, lines: bool) -> Iterator[Element | Fault]:
        """Yield the elements, and the fault that ends them if there is one."""
        start = self._skip_space(0)
        if start < len(self._text) and (lines or self._looks_like_lines(start)):
            yield from self._scan_json_lines()
            return
        try:
            yield from self._scan_outermost(start, lines=lines)
        except ScanError as fault:
            line, column = self._lines.at(fault.offset)
            code = "GEO104" if isinstance(fault, LayoutError) else "GEO102"
            yield Fault(message=str(fault), line=line, column=column, code=code)

    def _scan_outermost(self, start: int, *, lines: bool) -> Iterator[Element]:
        if self._peek_character(start) == "[":
            yield from self._check_parts_end(self._scan_array(start))
        elif self._peek_character(start) == "{":
            yield from self._build_object(start)
        else:
            wanted = 'a record ("{") on each line' if lines else 'a JSON list of records ("[")'
            raise (LayoutError if self._is_json(start) else ScanError)(
                f"expected {wanted}, got {self._quote_at(start)}", start
            )

    def _is_json(self, start: int) -> bool:
        try:
            return self._skip_space(self._decode(self._text, start).end) == len(self._text)
        except ScanError:
            return False

    def _skip_space(self, offset: int) -> int:
        found = _SPACE.match(self._text, offset)
        return found.end() if found else offset

    def _peek_character(self, offset: int) -> str:
        return self._text[offset : offset + 1]

    def _quote_at(self, offset: int) -> str:
        return (
            ascii(self._peek_character(offset))
            if offset < len(self._text)
            else "the end of the file"
        )

    def _decode_element(self, start: int) -> Element:
        line, column = self._lines.at(start)
        return replace(self._decode(self._text, start), line=line, column=column)

    def _scan_array(self, start: int) -> Iterator[Element | int]:
        offset = self._skip_space(start + 1)
        if self._peek_character(offset) == "]":
            yield offset + 1
            return
        wanted = 'a value or "]"'
        while True:
            if self._peek_character(offset) in ("", ",", "]"):
                raise ScanError(f"expected {wanted}, got {self._quote_at(offset)}", offset)
            element = self._decode_element(offset)
            yield element
            offset = self._skip_space(element.end)
            if self._peek_character(offset) == "]":
                yield offset + 1
                return
            if self._peek_character(offset) != ",":
                raise ScanError(
                    f'expected "," or "]" after a record, got {self._quote_at(offset)}',
                    offset,
                )
            offset = self._skip_space(offset + 1)
            wanted = "a value"

    def _check_parts_end(self, parts: Iterator[Element | int]) -> Iterator[Element]:
        for part in parts:
            if isinstance(part, Element):
                yield part
            else:
                self._check_end(part, "list")

    def _check_end(self, offset: int, behind: str) -> None:
        if (rest := self._skip_space(offset)) < len(self._text):
            raise ScanError(
                f"expected the end of the file after the {behind}, got {self._quote_at(rest)}",
                rest,
            )

    def _build_object(self, start: int) -> Iterator[Element]:
        within = self._find_list_member(start)
        if within is None:
            element = self._decode_element(start)
            self._check_end(element.end, "object")
            if _is_record(element.value):
                yield element
            elif isinstance(element.value, dict) and any(map(_is_record, element.value.values())):
                yield from self._scan_members(start)
            else:
                members = ", ".join(map(repr, LIST_MEMBERS))
                raise LayoutError(
                    "expected a list of records, got an object that is no record (it has no "
                    f'"question" or "prompt"), holds no list under {members}, and no records by '
                    "their ids",
                    start,
                )
            return
        for part in self._scan_array(within):
            if isinstance(part, Element):
                yield part
            else:
                self._close_object(part)

    def _scan_members(self, start: int) -> Iterator[Element]:
        offset = self._skip_space(start + 1)
        while self._peek_character(offset) == '"':
            name = self._decode(self._text, offset)
            element = self._decode_element(self._skip_space(self._skip_space(name.end) + 1))
            value = element.value
            yield replace(
                element, value={"id": name.value, **value} if _is_record(value) else value
            )
            offset = self._skip_space(self._skip_space(element.end) + 1)

    def _find_list_member(self, start: int) -> int | None:
        offset = self._skip_space(start + 1)
        while self._peek_character(offset) == '"':
            try:
                name = self._decode(self._text, offset)
                offset = self._skip_space(name.end)
                if self._peek_character(offset) != ":":
                    return None
                offset = self._skip_space(offset + 1)
                if name.value in LIST_MEMBERS and self._peek_character(offset) == "[":
                    return offset
                offset = self._decode(self._text, offset).end
            except ScanError:
                return None
            offset = self._skip_space(offset)
            if self._peek_character(offset) != ",":
                return None
            offset = self._skip_space(offset + 1)
        return None

    def _close_object(self, offset: int) -> None:
        offset = self._skip_space(offset)
        while self._peek_character(offset) == ",":
            offset = self._skip_space(self._decode(self._text, self._skip_space(offset + 1)).end)
            if self._peek_character(offset) != ":":
                raise ScanError(
                    f'expected ":" after a member\'s name, got {self._quote_at(offset)}',
                    offset,
                )
            offset = self._skip_space(self._decode(self._text, self._skip_space(offset + 1)).end)
        if self._peek_character(offset) != "}":
            raise ScanError(
                f'expected "," or "}}" after the list of records, got {self._quote_at(offset)}',
                offset,
            )
        self._check_end(offset + 1, "object")

    def _looks_like_lines(self, start: int) -> bool:
        """Whether a first line that is a whole object is followed by another object."""
        end = self._text.find("\n", start)
        first = self._text[start:end].strip() if end >= 0 else ""
        second = self._peek_character(self._skip_space(end)) if end >= 0 else ""
        return first.startswith("{") and first.endswith("}") and second == "{"

    def _scan_json_lines(self) -> Iterator[Element | Fault]:
        """Yield one element, or one fault that does not end the reading, for each line."""
        offset = 0
        while offset < len(self._text):
            newline = self._text.find("\n", offset)
            after = len(self._text) if newline < 0 else newline + 1
            text = self._text[offset:after].rstrip(" \t\r\n")
            start = len(text) - len(text.lstrip(" \t"))
            if text:
                yield self._decode_line(text, start, offset)
            offset = after

    def _decode_line(self, text: str, start: int, offset: int) -> Element | Fault:
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
        start, end = offset + start, offset + found.end
        return replace(found, start=start, end=end, line=line, column=column)


def _is_record(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict) and not value.keys().isdisjoint(RECORD_FIELDS)


_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
_WIDE_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BadByte:
    """A byte that is not UTF-8: its value, and its offset in characters and in bytes."""

    value: int
    character: int
    byte: int


class SourceText:
    """The text of a file; bytes that are not UTF-8 stand in it as lone surrogates.

    Of a part of a file ``byte`` says where it begins.
    """

    def __init__(self, raw: bytes, byte: int = 0) -> None:
        self._mark = len(codecs.BOM_UTF8) if raw.startswith(codecs.BOM_UTF8) else 0
        try:
            self.text = raw[self._mark :].decode()
            self.sound = True
        except UnicodeDecodeError:
            self.text = raw[self._mark :].decode(errors="surrogateescape")
            self.sound = False
        self._character, self._byte = 0, byte + self._mark

    def bad_byte(self, start: int, end: int) -> BadByte | None:
        r"""Return the first byte between two character offsets that is not UTF-8, if any."""
        found = None if self.sound else _ESCAPED_BYTE.search(self.text, start, end)
        if found is None:
            return None
        between = self.text[self._character : found.start()]
        self._byte += len(between.encode(errors="surrogateescape"))
        self._character = found.start()
        value = ord(found.group()) - 0xDC00
        return BadByte(value=value, character=self._character, byte=self._byte)


def wide_encoding(raw: bytes) -> str | None:
    """Return the name of the encoding if the bytes begin with the mark of a wide one."""
    return next((name for mark, name in _WIDE_MARKS.items() if raw.startswith(mark)), None)
