"""Reading the fields of a record (texts, options, labels), with all its faults gathered."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from ast import literal_eval
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Literal, TypeGuard, get_args

from geoeval.datasets.records import UNANSWERABLE, LoadIssue, Record, Span
from geoeval.errors import UsageError, quote

_JSON_TYPES = {bool: "true or false", int: "a number", float: "a number", str: "a text"}


def json_type(value: object) -> str:
    """Return the JSON type of a value and the value itself, for the end of a message."""
    if value is None:
        return "null"
    kind = "a list" if isinstance(value, list) else _JSON_TYPES.get(type(value), "an object")
    return f"{kind}: {quote(value)}"


def describe_missing(raw: Mapping[str, object], name: str) -> str:
    """Return what came as a field that is missing or blank, for the end of a message."""
    return json_type(raw[name]) if name in raw else "none"


class Faults:
    """The faults of one record so far; ``id`` and its path are set as soon as it has been read.

    ``row`` is the number of the record in its file, from 1: an id for a record without one.
    """

    def __init__(self, span: Span, row: int = 1) -> None:
        self.row = row
        self.id: int | str | None = None
        self.id_path = "$.id"
        self.fatal = False
        self._span = span
        self._found: list[LoadIssue] = []

    def add(self, code: str, path: str, message: str, *, fatal: bool = True) -> None:
        """Note a fault at a JSON path of the record."""
        self.fatal = self.fatal or fatal
        issue = LoadIssue(code=code, message=message, span=self._span, path=path, fatal=fatal)
        self._found.append(issue)

    def mistyped(self, path: str, expected: str, value: object, *, fatal: bool = True) -> None:
        """Note a field of the wrong type."""
        self.add("GEO104", path, f"expected {expected}, got {json_type(value)}", fatal=fatal)

    @property
    def issues(self) -> tuple[LoadIssue, ...]:
        """The faults in the order they were found, each with the id of the record."""
        return tuple(replace(issue, id=self.id) for issue in self._found)


class RecordReader(ABC):
    """What all record formats share: a record is an object, and is dropped after a fatal fault."""

    def read(self, raw: object, span: Span, faults: Faults, *, labels: bool) -> Record | None:
        """Return the record that a JSON value holds, or None if it cannot be used."""
        if not isinstance(raw, dict):
            faults.add("GEO104", "$", f"expected a record (an object), got {json_type(raw)}")
            return None
        record = self.record_of(raw, span, faults, labels=labels)
        return None if faults.fatal else record

    @abstractmethod
    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: Faults, *, labels: bool
    ) -> Record | None:
        """Return the record that an object holds, with placeholders where there are faults."""


def _require_field(
    raw: Mapping[str, object], name: str, faults: Faults, advice: str = ""
) -> object | None:
    """Return a field; None after the fault that it is missing or blank."""
    value = raw.get(name)
    if value is not None and not (isinstance(value, str) and not value.strip()):
        return value
    article = "an" if name[:1] in {*"aeiou"} else "a"
    message = f'expected {article} "{name}", got {describe_missing(raw, name)}{advice}'
    faults.add("GEO103", f"$.{name}", message)
    return None


def read_identity(raw: Mapping[str, object], name: str, faults: Faults) -> int | str:
    """Read what tells a record from the others: a whole number or a text that is not blank."""
    value = _require_field(raw, name, faults, "; give each record its own")
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        faults.id, faults.id_path = value, f"$.{name}"
        return value
    if value is not None:
        faults.mistyped(f"$.{name}", "a whole number or a text", value)
    return ""


def read_text(raw: Mapping[str, object], name: str, faults: Faults) -> str:
    """Read a text that is not blank."""
    value = _require_field(raw, name, faults)
    if isinstance(value, str):
        return value
    if value is not None:
        faults.mistyped(f"$.{name}", "a text", value)
    return ""


def optional_text(value: object, path: str, faults: Faults) -> str | None:
    """Return a value that is a text or null."""
    if value is None or isinstance(value, str):
        return value
    faults.mistyped(path, "a text or null", value, fatal=False)
    return None


def all_texts(
    values: Sequence[object], path: str, faults: Faults, *, fatal: bool = True
) -> TypeGuard[Sequence[str]]:
    """Return whether all values of a list are texts; those that are not are faults."""
    mistyped = [index for index, value in enumerate(values) if not isinstance(value, str)]
    for index in mistyped:
        faults.mistyped(f"{path}[{index}]", "a text", values[index], fatal=fatal)
    return not mistyped


def read_query(raw: Mapping[str, object]) -> object:
    """Return the explicit query of a record, an object or its JSON; None without one."""
    value = raw.get("query")
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value or None


def other_fields(raw: Mapping[str, object], read: Collection[str]) -> dict[str, object]:
    """Return what a record has beside the fields that its format reads."""
    return {name: value for name, value in raw.items() if name not in read}


_HEAD = re.compile(r"^[ \t]*(\d{1,3}|[A-Z])[ \t]*[).:][ \t]*", re.MULTILINE)


def numbered_options(text: str) -> tuple[tuple[int, str], ...]:
    r"""Return the options of a text with their numbers, those in letters from 1."""
    heads: list[re.Match[str]] = []
    first = 1
    for head in _HEAD.finditer(text):
        number = _head_number(head)
        if not heads and number <= 1:
            first = number
        if number == first + len(heads) and _is_same_style(head, heads):
            heads.append(head)
    if not heads or text[: heads[0].start()].strip():
        return ()
    ends = [*(after.start() for after in heads[1:]), len(text)]
    texts = [text[head.end() : end].strip() for head, end in zip(heads, ends, strict=True)]
    return tuple(enumerate(texts, first))


def _head_number(head: re.Match[str]) -> int:
    return int(head[1]) if head[1].isdecimal() else ord(head[1]) - ord("A") + 1


def _is_same_style(head: re.Match[str], heads: Sequence[re.Match[str]]) -> bool:
    return not heads or head[1].isdecimal() is heads[0][1].isdecimal()


_TEXT, _NAMES = ("text", "texts"), ("label", "labels", "key")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The texts of the options as written, and what the record calls each, if it does."""

    texts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def collapse_spaces(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())


def read_choices(value: object, path: str, faults: Faults) -> Choices:
    """Return the options that a value holds."""
    decoded = _decode_cell(value)
    shaped = _split_options(decoded)
    if shaped is None:
        expected = 'a list of options (or a text with one: ["1 km", "2 km"] or 1 km|2 km)'
        faults.mistyped(path, expected, decoded)
        return Choices()
    found = _pair_labels(*shaped, path, faults)
    if found is None:
        return Choices()
    check_options(found.texts, path, faults)
    return found


def check_options(options: Sequence[str], path: str, faults: Faults) -> None:
    """Look for options that are missing, empty before the padding at the end, or equal."""
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


def _decode_cell(value: object) -> object:
    """Return the value that a text holds: JSON, Python's notation, numbered lines or "A|B"."""
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith(("[", "{")):
        for read in (json.loads, literal_eval):
            try:
                return read(value.strip())
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                continue
        return value
    listed = [text for _, text in numbered_options(value)]
    return listed or (value.split("|") if "|" in value else value)


def _split_options(value: object) -> tuple[Sequence[object], Sequence[object]] | None:
    """Return the texts of the options and what each is called; None for what is no list of them."""
    if isinstance(value, Mapping):
        texts, names = _member_value(value, _TEXT), _member_value(value, _NAMES)
        if isinstance(texts, list) and isinstance(names, list):
            return texts, names
        given = {name: text for name, text in value.items() if text is not None}
        return list(given.values()), list(given)
    if not isinstance(value, list):
        return None
    if all(isinstance(each, Mapping) for each in value):
        return _member_values(value, _TEXT), _member_values(value, _NAMES)
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
    sound = [_is_text(each) for each in texts]
    for index, good in enumerate(sound):
        if not good:
            faults.mistyped(f"{path}[{index}]", "a text or a number", texts[index])
    if not all(sound):
        return None
    named = tuple(map(str, names)) if all(map(_is_text, names)) else ()
    return Choices(texts=tuple(map(str, texts)), names=named)


def _is_text(value: object) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


NULL = "null"
_WHOLE = re.compile(r"[+-]?\d{1,9}(?:\.0*)?")
_LETTER = re.compile(r"(?:(?i:option|choice|answer)\s+)?[(\[]?([A-Za-z])[)\].:]?")
_LETTERED = re.compile(r"[(\[]?([A-Z])[)\].:]\s*(\S.*)")
Kind = Literal["from-0", "from-1", "text"]
_KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
_STARTS: dict[Kind, int] = {"from-0": 0, "from-1": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelForm:
    """What is declared about the labels of a dataset."""

    kind: Kind | None = None
    unanswerable: tuple[str, ...] = ()


UNDECLARED = LabelForm()


def parse_label_form(text: str) -> LabelForm:
    """Return the label form that a declaration states."""
    kind: Kind | None = None
    unanswerable: list[str] = []
    for part in map(str.strip, text.split(",")):
        name, _, value = part.partition("=")
        if part in _KINDS and kind is None:
            kind = _KINDS[part]
        elif name == "unanswerable" and value.strip():
            unanswerable.append(value.strip())
        else:
            raise UsageError(
                'expected one of "from-0", "from-1" and "text", and "unanswerable=VALUE", with '
                f"commas between them, got {quote(part)} in {quote(text)}"
            )
    return LabelForm(kind=kind, unanswerable=tuple(unanswerable))


_MISSING, _MISTYPED, _NO_OPTION, _UNCLEAR = "GEO103", "GEO104", "GEO105", "GEO115"


class _LabelError(Exception):
    """Why a label names no option: the code of the rule, and the message."""


def read_label(
    value: object, choices: Choices, form: LabelForm, path: str, faults: Faults
) -> int | None:
    """Return the option that a label names."""
    written = NULL if value is None or value == "" else collapse_spaces(str(value))
    unanswerable = {collapse_spaces(each).casefold() for each in form.unanswerable}
    if written.casefold() in unanswerable:
        return UNANSWERABLE
    try:
        index = _find_option(value, written, choices, form)
    except _LabelError as error:
        code, message = error.args
        faults.add(code, path, message, fatal=False)
        return None
    text = collapse_spaces(choices.texts[index])
    if not text:
        message = f"the label {quote(value)} names an option that is empty"
        faults.add("GEO105", path, message, fatal=False)
        return None
    return UNANSWERABLE if text.casefold() in unanswerable else index


def _find_option(value: object, written: str, choices: Choices, form: LabelForm) -> int:
    if value is None or not written:
        advice = "declare --labels unanswerable=null if that means that no option is right"
        raise _LabelError(_MISSING, f"expected a label, got {json_type(value)}; {advice}")
    if not _is_text(value):
        expected = "a whole number, a letter or the text of an option"
        raise _LabelError(_MISTYPED, f"expected {expected}, got {json_type(value)}")
    if form.kind is None:
        return _guess_option(value, written, choices)
    if form.kind == "text":
        texts = [collapse_spaces(text) for text in choices.texts]
        if written in texts:
            return texts.index(written)
        raise _LabelError(_NO_OPTION, f"expected the text of an option, got {quote(value)}")
    return _parse_counted_label(value, written, choices, _STARTS[form.kind])


def _parse_counted_label(value: object, written: str, choices: Choices, start: int) -> int:
    if not _WHOLE.fullmatch(written):
        expected = f"a whole number that counts from {start}"
        raise _LabelError(_MISTYPED, f"expected {expected}, got {json_type(value)}")
    index = int(float(written)) - start
    if 0 <= index < len(choices.texts):
        return index
    expected = f"a label from {start} to {len(choices.texts) - 1 + start}"
    raise _LabelError(_NO_OPTION, f"expected {expected}, got {quote(value)}")


def _guess_option(value: object, written: str, choices: Choices) -> int:
    found = set(_possible_options(written, choices))
    if len(found) == 1:
        return found.pop()
    which = "declare which: {}--labels from-0 or --labels from-1"
    if found:
        numbers = " or ".join(str(index + 1) for index in sorted(found))
        message = f"the label {quote(value)} may name option {numbers}"
        raise _LabelError(_UNCLEAR, f"{message}; {which.format('--labels text, ')}")
    if _WHOLE.fullmatch(written) and not any(map(str.isdecimal, choices.names)):
        message = f"the label {quote(value)} counts from 0 or from 1"
        raise _LabelError(_UNCLEAR, f"{message}; {which.format('')}")
    expected = f"the letter or the text of one of {len(choices.texts)} options"
    if choices.names:
        expected = f"the name or the text of an option ({', '.join(choices.names)})"
    raise _LabelError(_NO_OPTION, f"expected {expected}, got {quote(value)}")


def _possible_options(written: str, choices: Choices) -> Iterator[int]:
    """Yield each option that a label can mean, once one is named by more than its number."""
    names = [collapse_spaces(name).casefold() for name in choices.names]
    texts = list(map(collapse_spaces, choices.texts))
    called = names or list(ascii_lowercase[: len(texts)])
    yield from _find_first(names, written.casefold())
    yield from _find_first(texts, written)
    if letter := _LETTER.fullmatch(written):
        yield from _find_first(called, letter[1].lower())
    if lettered := _LETTERED.fullmatch(written):
        index = _find_first(called, lettered[1].lower())
        yield from (each for each in index if texts[each] == lettered[2])
    if not names and written in texts and _WHOLE.fullmatch(written):
        number = int(float(written))
        yield from {number - 1, number}.intersection(range(len(texts)))


def _find_first(values: list[str], wanted: str) -> list[int]:
    return [values.index(wanted)] if wanted in values else []
