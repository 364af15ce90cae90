"""Scan a JSON text for records, each with its exact line and column, in one pass."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from json import JSONDecodeError, JSONDecoder
from typing import TypeGuard

from geoeval.datasets.columns import Columns, find_columns
from geoeval.files import SQLITE_START


class Positions:
    r"""Converts increasing offsets of a text to lines and columns, counting each newline once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line, self._start, self._seen = 1, 0, 0

    def at(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of an offset.

        The offset must not lie before the line of the previous call.
        """
        newlines = self._text.count("\n", self._seen, offset)
        if newlines:
            self._line += newlines
            self._start = self._text.rfind("\n", self._seen, offset) + 1
        self._seen = max(self._seen, offset)
        return self._line, offset - self._start + 1


_NOT_JSON = object()


class ScanError(ValueError):
    """A syntax error in the scanned text, with its offset."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class LayoutError(ScanError):
    """A JSON value without records where records are expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """A value of a text with its position and its oddities.

    ``constants`` are the paths of NaN and Infinity, which are read as null. ``repeated`` are the
    paths of keys that occur more than once in their object; the last value is kept. ``start``
    and ``end`` are offsets in characters; ``line`` and ``column`` are 1-based.
    """

    value: object
    start: int = 0
    end: int = 0
    line: int = 1
    column: int = 1
    constants: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()

    def oddities(self) -> Iterator[tuple[str, str, str]]:
        """Yield the rule code, the path and the message of each oddity in the value."""
        for path in self.constants:
            yield "GEO102", path, "NaN and Infinity are not JSON; they are read as null"
        for path in self.repeated:
            message = "the key occurs more than once in its object; the last value is used"
            yield "GEO110", path, message


class _ObjectWithRepeats(dict[str, object]):
    """An object in which some keys occur more than once."""

    repeated_keys: tuple[str, ...] = ()


class Decoder:
    """Decodes JSON values one at a time."""

    def __init__(self) -> None:
        self._has_oddities = False
        self._decoder = JSONDecoder(
            parse_constant=self._mark_constant, object_pairs_hook=self._build_object
        )

    def decode(self, text: str, offset: int) -> Element:
        """Return the value at an offset."""
        self._has_oddities = False
        try:
            value, end = self._decoder.raw_decode(text, offset)
            if not self._has_oddities:
                return Element(value=value, start=offset, end=end)
            constants: list[str] = []
            repeated = tuple(_repeated_keys(value, "$"))
            value = _replace_constants(value, "$", constants)
        except JSONDecodeError as error:
            # The position follows: "unterminated string starting at".
            message = error.msg.removesuffix(" at").removesuffix(" starting")
            raise ScanError(
                f"{message[:1].lower()}{message[1:]}", min(error.pos, len(text))
            ) from None
        except RecursionError:
            raise ScanError("values are nested too deeply to be a record", offset) from None
        except ValueError:
            raise ScanError("a number has too many digits to be read", offset) from None
        return Element(
            value=value, start=offset, end=end, constants=tuple(constants), repeated=repeated
        )

    def _mark_constant(self, _name: str) -> object:
        self._has_oddities = True
        return _NOT_JSON

    def _build_object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        members = dict(pairs)
        if len(members) == len(pairs):
            return members
        self._has_oddities = True
        repeating = _ObjectWithRepeats(members)
        counts = Counter(name for name, _ in pairs)
        repeating.repeated_keys = tuple(name for name, count in counts.items() if count > 1)
        return repeating


def _repeated_keys(value: object, path: str) -> Iterator[str]:
    """Yield the paths of the keys that occur more than once in their object."""
    if isinstance(value, _ObjectWithRepeats):
        yield from (f"{path}.{name}" for name in value.repeated_keys)
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _repeated_keys(part, f"{path}.{name}")
    if isinstance(value, list):
        for index, part in enumerate(value):
            yield from _repeated_keys(part, f"{path}[{index}]")


def _replace_constants(value: object, path: str, paths: list[str]) -> object:
    """Replace NaN and Infinity by None and append their paths to ``paths``."""
    if value is _NOT_JSON:
        paths.append(path)
        return None
    if isinstance(value, dict):
        return {
            name: _replace_constants(part, f"{path}.{name}", paths) for name, part in value.items()
        }
    if isinstance(value, list):
        return [
            _replace_constants(part, f"{path}[{index}]", paths) for index, part in enumerate(value)
        ]
    return value


LIST_MEMBERS = (
    "data",
    "records",
    "questions",
    "dataset",
    "examples",
    "rows",
    "train",
    "validation",
    "test",
)
"""Usual names of lists of records; other names are found once the whole object is read."""
_PLAN_FIELDS = ("prompt_0shot", "golden_plan")
_SPACE = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The position at which a text stops being JSON or CSV, or stops holding records.

    Reading ends there, except in JSON Lines and CSV, where it continues with the next line.
    ``code`` is the code of a rule; if ``fatal`` is False, nothing is lost.
    """

    message: str
    line: int
    column: int
    code: str = "GEO102"
    fatal: bool = True


def scan_json(text: str, *, lines: bool = False) -> Iterator[Element | Fault]:
    r"""Yield the records and the faults of a JSON text in order."""
    return _Scanner(text).run(lines=lines)


class _Scanner:
    """Scans one text in one pass."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Positions(text)
        self._decode = Decoder().decode

    def run(self, *, lines: bool) -> Iterator[Element | Fault]:
        """Yield the elements, and at the end the fault that stopped the scan, if any."""
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

    def _check_end(self, offset: int, preceding: str) -> None:
        if (rest := self._skip_space(offset)) < len(self._text):
            raise ScanError(
                f"expected the end of the file after the {preceding}, got {self._quote_at(rest)}",
                rest,
            )

    def _build_object(self, start: int) -> Iterator[Element]:
        if self._has_list_member(start):
            yield from self._scan_list_members(start, LIST_MEMBERS)
            return
        element = self._decode_element(start)
        self._check_end(element.end, "object")
        members = element.value if isinstance(element.value, dict) else {}
        lists = [name for name, value in members.items() if _holds_records(value)]
        if _is_record(members):
            yield element
        elif lists:
            yield from self._scan_list_members(start, lists)
        elif any(map(_is_record, members.values())):
            yield from self._scan_members(start)
        else:
            raise LayoutError(
                "expected a list of records, got an object that is not a record (it has no "
                f'"question" or "prompt") and contains neither a list of records, such as under '
                f"{LIST_MEMBERS[0]!r}, nor records by id",
                start,
            )

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

    def _has_list_member(self, start: int) -> bool:
        """Return whether an object has a list with a usual name, without reading beyond it."""
        offset = self._skip_space(start + 1)
        while self._peek_character(offset) == '"':
            try:
                name = self._decode(self._text, offset)
                offset = self._skip_space(name.end)
                if self._peek_character(offset) != ":":
                    return False
                offset = self._skip_space(offset + 1)
                if name.value in LIST_MEMBERS and self._peek_character(offset) == "[":
                    return True
                offset = self._skip_space(self._decode(self._text, offset).end)
            except ScanError:
                return False
            if self._peek_character(offset) != ",":
                return False
            offset = self._skip_space(offset + 1)
        return False

    def _scan_list_members(self, start: int, names: Container[object]) -> Iterator[Element]:
        """Yield the records of all lists with given names in an object."""
        offset = start
        while self._peek_character(offset) != "}":
            name = self._decode(self._text, self._skip_space(offset + 1))
            offset = self._skip_space(name.end)
            if self._peek_character(offset) != ":":
                raise ScanError(
                    f'expected ":" after the name of a member, got {self._quote_at(offset)}',
                    offset,
                )
            offset = self._skip_space(offset + 1)
            if name.value in names and self._peek_character(offset) == "[":
                for part in self._scan_array(offset):
                    if isinstance(part, Element):
                        yield part
                    else:
                        offset = part
            else:
                offset = self._decode(self._text, offset).end
            offset = self._skip_space(offset)
            if self._peek_character(offset) not in (",", "}"):
                raise ScanError(
                    f'expected "," or "}}" after the list of records, got {self._quote_at(offset)}',
                    offset,
                )
        self._check_end(offset + 1, "object")

    def _looks_like_lines(self, start: int) -> bool:
        """Return whether the first line is a complete object and another object follows."""
        end = self._text.find("\n", start)
        first = self._text[start:end].strip() if end >= 0 else ""
        second = self._peek_character(self._skip_space(end)) if end >= 0 else ""
        return first.startswith("{") and first.endswith("}") and second == "{"

    def _scan_json_lines(self) -> Iterator[Element | Fault]:
        """Yield an element or a fault for each line."""
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
            decoded = self._decode(text, start)
        except ScanError as fault:
            line, column = self._lines.at(offset + fault.offset)
            return Fault(message=str(fault), line=line, column=column)
        if rest := text[decoded.end :].lstrip():
            line, column = self._lines.at(offset + len(text) - len(rest))
            message = f"expected the end of the line after the record, got {rest[0]!a}"
            return Fault(message=message, line=line, column=column)
        start, end = offset + start, offset + decoded.end
        return replace(decoded, start=start, end=end, line=line, column=column)


def _is_record(value: object) -> TypeGuard[dict[str, object]]:
    if not isinstance(value, dict):
        return False
    has_question = "question" in find_columns(dict.fromkeys(value), Columns()).of
    return has_question or not value.keys().isdisjoint(_PLAN_FIELDS)


def _holds_records(value: object) -> bool:
    return isinstance(value, list) and any(map(_is_record, value))


_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
_WIDE_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
_AN_EXCEL_FILE = "an Excel file, which is not read; save the sheet as CSV"
_FOREIGN_STARTS = {
    SQLITE_START: "a map file or another database; geoeval world check and geoeval world show "
    "read map files",
    b"PK\x03\x04": f"a zip archive or {_AN_EXCEL_FILE}",
    b"\xd0\xcf\x11\xe0": _AN_EXCEL_FILE,  # Excel 97 to 2003
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BadByte:
    """A byte that is not UTF-8: its value, and its offsets in characters and in bytes."""

    value: int
    character: int
    byte: int


class SourceText:
    """The text of a file, in which lone surrogates represent bytes that are not UTF-8.

    ``byte`` is the offset of ``raw`` in the file.
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
        r"""Return the first byte between two character offsets that is not UTF-8, or None."""
        match = None if self.sound else _ESCAPED_BYTE.search(self.text, start, end)
        if match is None:
            return None
        between = self.text[self._character : match.start()]
        self._byte += len(between.encode(errors="surrogateescape"))
        self._character = match.start()
        value = ord(match.group()) - 0xDC00
        return BadByte(value=value, character=self._character, byte=self._byte)


def describe_foreign_file(raw: bytes) -> str | None:
    """Return why the content of a file cannot have records, judging by its first bytes, or None."""
    if encoding := _find_start(_WIDE_MARKS, raw):
        return f"expected UTF-8, got {encoding}; save the file as UTF-8"
    found = _find_start(_FOREIGN_STARTS, raw)
    return f"expected a file of records, got {found}" if found else None


def _find_start(starts: Mapping[bytes, str], raw: bytes) -> str | None:
    return next((meaning for start, meaning in starts.items() if raw.startswith(start)), None)
