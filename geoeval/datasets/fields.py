"""Read the fields of a record (strings, options, labels) and collect all their faults."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from ast import literal_eval
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from geoeval.datasets.records import LoadIssue, Record, Span, Written
from geoeval.errors import quote

_JSON_TYPES = {bool: "true or false", int: "a number", float: "a number", str: "a string"}


def json_type(value: object) -> str:
    """Return the JSON type of a value followed by the value, for the end of a message."""
    if value is None:
        return "null"
    kind = "a list" if isinstance(value, list) else _JSON_TYPES.get(type(value), "an object")
    return f"{kind}: {quote(value)}"


def describe_missing(raw: Mapping[str, object], name: str) -> str:
    """Describe a field that is missing or blank, for the end of a message."""
    return json_type(raw[name]) if name in raw else "none"


class Faults:
    """Collects the faults of one record, and how its parts are written.

    ``row`` is the 1-based number of the record in its file, the id of a record without one.
    ``id`` and its path are set once the id is read, ``written`` once the options and the label
    are read.
    """

    def __init__(self, span: Span, row: int = 1) -> None:
        self.row = row
        self.id: int | str | None = None
        self.id_path = "$.id"
        self.fatal = False
        self.written = Written(row=row)
        self._span = span
        self._found: list[LoadIssue] = []

    def add(
        self, code: str, path: str, message: str, *, fatal: bool = True, write: object = None
    ) -> None:
        """Record a fault at a JSON path of the record; ``write`` is the value intended there."""
        self.fatal = self.fatal or fatal
        issue = LoadIssue(
            code=code, message=message, span=self._span, path=path, fatal=fatal, write=write
        )
        self._found.append(issue)

    def mistyped(
        self,
        path: str,
        expected: str,
        value: object,
        *,
        fatal: bool = True,
        write: object = None,
    ) -> None:
        """Record that a field is of the wrong type."""
        message = f"expected {expected}, got {json_type(value)}"
        self.add("GEO104", path, message, fatal=fatal, write=write)

    def locate(self, part: str, *paths: str) -> None:
        """Record the paths at which a part of the record is written.

        Faults found so far in an option are moved to the column of that option.
        """
        names = tuple(path.removeprefix("$.") for path in paths)
        fields = {**self.written.fields, part: names}
        self.written = replace(self.written, fields=fields)
        if len(paths) > 1:
            columns = {f"$.{part}[{index}]": path for index, path in enumerate(paths)}
            self._found = [
                replace(issue, path=columns.get(issue.path, issue.path)) for issue in self._found
            ]

    @property
    def issues(self) -> tuple[LoadIssue, ...]:
        """The faults in the order in which they were found, with the id and row of the record."""
        return tuple(replace(issue, id=self.id, row=self.row) for issue in self._found)


_STEP = re.compile(r"\[(\d+)\]|\.?([^.\[]+)")


def value_at(value: object, path: str) -> object:
    """Return the value at a JSON path, or None if there is none or if it is the whole value."""
    rest = path.removeprefix("$").removeprefix(".")
    while rest:
        if isinstance(value, Mapping) and rest in value:
            return value[rest]
        step = _STEP.match(rest)
        if step is None:
            return None
        if isinstance(value, Mapping) and step[2] is not None:
            value = value.get(step[2])
        elif isinstance(value, list) and step[1] is not None and int(step[1]) < len(value):
            value = value[int(step[1])]
        else:
            return None
        rest = rest[step.end() :]
    return None if path == "$" else value


class RecordReader(ABC):
    """The base of record formats: a record is an object, and a fatal fault drops it."""

    def read(self, raw: object, span: Span, faults: Faults, *, labels: bool) -> Record | None:
        """Return the record that a JSON value holds, or None if it cannot be used."""
        if not isinstance(raw, dict):
            faults.add("GEO104", "$", f"expected a record (an object), got {json_type(raw)}")
            return None
        record = self.record_of(raw, span, faults, labels=labels)
        return None if faults.fatal or record is None else replace(record, written=faults.written)

    @abstractmethod
    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: Faults, *, labels: bool
    ) -> Record | None:
        """Return the record that an object holds, with placeholders for faulty fields."""


def require_field(
    raw: Mapping[str, object], name: str, faults: Faults, advice: str = "", *, fatal: bool = True
) -> object | None:
    """Return a field, or None after recording that it is missing or blank."""
    value = raw.get(name)
    if value is not None and not (isinstance(value, str) and not value.strip()):
        return value
    article = "an" if name[:1] in {*"aeiou"} else "a"
    message = f'expected {article} "{name}", got {describe_missing(raw, name)}{advice}'
    faults.add("GEO103", f"$.{name}", message, fatal=fatal)
    return None


def read_identity(raw: Mapping[str, object], name: str, faults: Faults) -> int | str:
    """Read the id of a record: an integer or a string that is not blank."""
    value = require_field(raw, name, faults, "; give each record its own")
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        faults.id, faults.id_path = value, f"$.{name}"
        return value
    if value is not None:
        faults.mistyped(f"$.{name}", "an integer or a string", value)
    return ""


def read_text(raw: Mapping[str, object], name: str, faults: Faults) -> str:
    """Read a string that is not blank."""
    value = require_field(raw, name, faults)
    if isinstance(value, str):
        return value
    if value is not None:
        faults.mistyped(f"$.{name}", "a string", value)
    return ""


def optional_text(value: object, path: str, faults: Faults) -> str | None:
    """Return a value that is a string or null."""
    if value is None or isinstance(value, str):
        return value
    faults.mistyped(path, "a string or null", value, fatal=False)
    return None


def all_texts(
    values: Sequence[object], path: str, faults: Faults, *, fatal: bool = True
) -> TypeGuard[Sequence[str]]:
    """Return whether all values of a list are strings, and record a fault for each that is not."""
    mistyped = [index for index, value in enumerate(values) if not isinstance(value, str)]
    for index in mistyped:
        faults.mistyped(f"{path}[{index}]", "a string", values[index], fatal=fatal)
    return not mistyped


def read_query(value: object) -> object:
    """Return the explicit query of a record, given as an object or as JSON, or None."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value or None


def read_expected(value: object, path: str, faults: Faults) -> str | None:
    """Return the answer in words of a question without options; "" if it is blank.

    Several names are joined by semicolons.
    """
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, (str, int, float)):
        return str(value).strip()
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return "; ".join(value)
    if value is None:
        message = "expected an answer to check, got null"
        faults.add("GEO103", path, message, fatal=False)
    else:
        faults.mistyped(path, "a string, a number or a list of strings", value, fatal=False)
    return None


def other_fields(raw: Mapping[str, object], read: Collection[str]) -> dict[str, object]:
    """Return the fields of a record that its format does not read."""
    return {name: value for name, value in raw.items() if name not in read}


_LINE_HEAD = re.compile(r"^[ \t]*[(\[]?(\d{1,3}|[A-Z])[ \t]*[).:\]](?!\d)[ \t]*", re.MULTILINE)
_INLINE_HEAD = re.compile(r"(?:(?<=\s)|^)[(\[]?(\d{1,2}|[A-Z])[)\]]\s*")


def numbered_options(text: str) -> tuple[tuple[str, str], ...]:
    r"""Split lettered or numbered options into (name, option) pairs.

    Each is on a line of its own ("A. 1 km"), or they follow each other ("A) 1 km B) 2 km").
    """
    return _split_at_heads(text, _LINE_HEAD) or _split_at_heads(text, _INLINE_HEAD)


def _split_at_heads(text: str, pattern: re.Pattern[str]) -> tuple[tuple[str, str], ...]:
    heads: list[re.Match[str]] = []
    first = 1
    for head in pattern.finditer(text):
        number = int(head[1]) if head[1].isdecimal() else ord(head[1]) - ord("A") + 1
        if not heads and number <= 1:
            first = number
        if number == first + len(heads) and _is_same_style(head, heads):
            heads.append(head)
    if len(heads) < 2 or text[: heads[0].start()].strip():
        return ()
    ends = [*(after.start() for after in heads[1:]), len(text)]
    return tuple(
        (head[1], text[head.end() : end].strip()) for head, end in zip(heads, ends, strict=True)
    )


def _is_same_style(head: re.Match[str], heads: Sequence[re.Match[str]]) -> bool:
    return not heads or head[1].isdecimal() is heads[0][1].isdecimal()


_TEXT_MEMBERS, _LABEL_MEMBERS = ("text", "texts"), ("label", "labels", "key", "letter", "id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The texts of the options as written, and the label of each if the record has labels."""

    texts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def collapse_spaces(text: str) -> str:
    """Replace each run of white space by a single space."""
    return " ".join(text.split())


def read_choices(value: object, path: str, faults: Faults, separator: str | None = None) -> Choices:
    """Return the options that a value holds; a separator splits a string."""
    decoded = _decode_cell(value, separator)
    shaped = _split_options(decoded)
    if shaped is None:
        expected = 'a list of options (or a string with one: ["1 km", "2 km"] or 1 km|2 km)'
        faults.mistyped(path, expected, decoded)
        return Choices()
    choices = _pair_labels(*shaped, path, faults)
    if choices is None:
        return Choices()
    check_options(choices.texts, path, faults)
    return choices


def check_options(options: Sequence[str], path: str, faults: Faults) -> None:
    """Record options that are missing or equal, and empty options before the last full one."""
    faults.locate("options", path)
    used = max((i + 1 for i, option in enumerate(options) if option.strip()), default=0)
    if not used:
        got = json_type(list(options))
        message = f"expected at least one option that is not empty, got {got}"
        faults.add("GEO108", path, message)
        return
    seen: dict[str, int] = {}
    for index, option in enumerate(options[:used]):
        where = f"{path}[{index}]"
        text = collapse_spaces(option)
        if not text:
            faults.add("GEO108", where, f"option {index + 1} is empty", fatal=False)
        elif text in seen:
            message = f"options {seen[text] + 1} and {index + 1} are the same: {quote(text)}"
            faults.add("GEO107", where, message, fatal=False)
        else:
            seen[text] = index


_SEPARATORS = ("|", "\n", ";", "\t", " / ")
"""Separators of options in one cell, unless one is declared; a comma may be part of a name."""
_ARRAY = re.compile(r"array\((\[.*?\])(?:,\s*dtype=[\w<>]+)?\)", re.DOTALL)
_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_WITHOUT_COMMAS = re.compile(rf"\[\s*(?:{_QUOTED})(?:\s+(?:{_QUOTED}))+\s*\]")


def _decode_cell(value: object, separator: str | None) -> object:
    """Decode options in a string: JSON, a Python literal, numbered options or "A|B"."""
    if not isinstance(value, str):
        return value
    if separator is not None:
        return _split_text(value, separator)
    if value.lstrip().startswith(("[", "{")):
        return decode_literal(value.strip())
    numbered = numbered_options(value)
    if numbered:
        return _name_options(numbered)
    found = next((each for each in _SEPARATORS if each in value.strip()), None)
    if found is None:
        return value
    # Spaces next to "|" are padding of the options, which --fix can remove.
    parts = value.split("|") if found == "|" else _split_text(value, found)
    if len(parts) > 2 and not parts[0].strip():
        parts = parts[1:]  # a separator before the first option, as in a row of a table
    if not any(map(_LINE_HEAD.match, parts)):
        return parts
    # A list that is lettered, but not from A, may lack an option; its letters would be misread.
    return _name_options(numbered_options("\n".join(parts))) or value


def _name_options(numbered: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"label": name, "text": text} for name, text in numbered]


def _split_text(text: str, separator: str) -> list[str]:
    return [part.strip() for part in text.strip().split(separator)]


def decode_literal(text: str) -> object:
    """Decode JSON or a Python literal, in which numpy writes lists as "array(…)" or no commas."""
    plain = _ARRAY.sub(r"\1", text)
    if _WITHOUT_COMMAS.fullmatch(plain):
        return [literal_eval(each) for each in re.findall(_QUOTED, plain)]
    for read in (json.loads, literal_eval):
        try:
            return read(plain)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
    return text


def _split_options(value: object) -> tuple[Sequence[object], Sequence[object]] | None:
    """Return the texts and the labels of the options, or None if the value is not a list."""
    if isinstance(value, Mapping):
        texts, names = _member_value(value, _TEXT_MEMBERS), _member_value(value, _LABEL_MEMBERS)
        if isinstance(texts, list) and isinstance(names, list):
            return texts, names
        given = [at for at, text in enumerate(value.values(), 1) if text is not None]
        used = max(given, default=0)
        texts = ["" if text is None else text for text in value.values()]
        return texts[:used], list(value)[:used]
    if not isinstance(value, list):
        return None
    if all(isinstance(each, Mapping) for each in value):
        return _member_values(value, _TEXT_MEMBERS), _member_values(value, _LABEL_MEMBERS)
    return value, []


def _member_values(values: Sequence[Mapping[str, object]], names: Sequence[str]) -> list[object]:
    return [_member_value(each, names) for each in values]


def _member_value(value: Mapping[str, object], names: Sequence[str]) -> object:
    return next((value[name] for name in names if name in value), None)


def _pair_labels(
    texts: Sequence[object], names: Sequence[object], path: str, faults: Faults
) -> Choices | None:
    if names and len(names) != len(texts):
        message = f"expected a label for each of {len(texts)} options, got {len(names)}"
        faults.add("GEO104", path, message)
        return None
    valid = [is_text_or_number(each) for each in texts]
    for index, is_valid in enumerate(valid):
        if not is_valid:
            faults.mistyped(f"{path}[{index}]", "a string or a number", texts[index])
    if not all(valid):
        return None
    labels = tuple(map(str, names)) if all(map(is_text_or_number, names)) else ()
    options = tuple(map(str, texts))
    return Choices(texts=options, names=labels or _letters_of(options))


_OWN_LETTER = re.compile(r"\s*[(\[]?([A-Za-z])[)\].:]\s+\S")


def _letters_of(options: Sequence[str]) -> tuple[str, ...]:
    """Return the letters that begin the options ("A. 1 km"), or () unless all have their own."""
    letters = [found[1].upper() for text in options if (found := _OWN_LETTER.match(text))]
    is_complete = len(letters) == len(options) == len(set(letters)) > 1
    return tuple(letters) if is_complete else ()


def is_text_or_number(value: object) -> bool:
    """Return whether a value may be an option or a label."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)
