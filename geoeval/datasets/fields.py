"""Read the fields of a record (strings, options, labels) and collect all their faults."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from ast import literal_eval
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase
from typing import Literal, TypeGuard, get_args

from geoeval.datasets.records import UNANSWERABLE, LoadIssue, Record, Span, Written
from geoeval.errors import UsageError, quote

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
        number = _head_number(head)
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


def _head_number(head: re.Match[str]) -> int:
    return int(head[1]) if head[1].isdecimal() else ord(head[1]) - ord("A") + 1


def _is_same_style(head: re.Match[str], heads: Sequence[re.Match[str]]) -> bool:
    return not heads or head[1].isdecimal() is heads[0][1].isdecimal()


_TEXT_MEMBERS, _LABEL_MEMBERS = ("text", "texts"), ("label", "labels", "key")


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
        return _decode_literal(value.strip())
    numbered = numbered_options(value)
    if numbered:
        return _name_options(numbered)
    found = next((each for each in _SEPARATORS if each in value.strip()), None)
    if found is None:
        return value
    # Spaces next to "|" are padding of the options, which --fix can remove.
    parts = value.split("|") if found == "|" else _split_text(value, found)
    if not any(map(_LINE_HEAD.match, parts)):
        return parts
    # A list that is lettered, but not from A, may lack an option; its letters would be misread.
    return _name_options(numbered_options("\n".join(parts))) or value


def _name_options(numbered: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"label": name, "text": text} for name, text in numbered]


def _split_text(text: str, separator: str) -> list[str]:
    return [part.strip() for part in text.strip().split(separator)]


def _decode_literal(text: str) -> object:
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
        options = {name: text for name, text in value.items() if text is not None}
        return list(options.values()), list(options)
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
    valid = [_is_text_or_number(each) for each in texts]
    for index, is_valid in enumerate(valid):
        if not is_valid:
            faults.mistyped(f"{path}[{index}]", "a string or a number", texts[index])
    if not all(valid):
        return None
    labels = tuple(map(str, names)) if all(map(_is_text_or_number, names)) else ()
    return Choices(texts=tuple(map(str, texts)), names=labels)


def _is_text_or_number(value: object) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


NULL = "null"
INTEGER = re.compile(r"[+-]?\d{1,9}(?:\.0*)?")
LETTER = re.compile(r"(?:(?i:option|choice|answer)\s+)?[(\[]?([A-Za-z])[)\].:]?")
_SHORT_LETTER = re.compile(r"[(\[]?[A-J][)\].]?")  # ten options at most; "N" is a direction
LETTERED = re.compile(r"[(\[]?([A-Z])[)\].:]\s*(\S.*)")
Kind = Literal["from-0", "from-1", "text"]
_KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
_FIRST_NUMBERS: dict[Kind, int] = {"from-0": 0, "from-1": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelForm:
    """The declared form of the labels of a dataset."""

    kind: Kind | None = None
    unanswerable: tuple[str, ...] = ()


UNDECLARED = LabelForm()


def parse_label_form(text: str) -> LabelForm:
    """Parse the declaration of a label form, such as "from-1,unanswerable=0"."""
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
                'expected "from-0", "from-1" or "text", and "unanswerable=VALUE", separated by '
                f"commas, got {quote(part)} in {quote(text)}"
            )
    return LabelForm(kind=kind, unanswerable=tuple(unanswerable))


_MISSING, _MISTYPED, _NO_OPTION, _UNCLEAR = "GEO103", "GEO104", "GEO105", "GEO115"


class _LabelError(Exception):
    """The reason why a label does not name an option: the code of the rule, and the message."""


def read_labels(
    value: object, choices: Choices, form: LabelForm, path: str, faults: Faults
) -> tuple[int, ...]:
    """Return the zero-based indices of the options that a label names, in order.

    A label names one option, or several in a list or separated ("A, C"), which are all right.
    """
    faults.locate("answer", path)
    faults.written = replace(faults.written, label=value)
    try:
        if several := _read_several(value, choices, form):
            return several
        index = _read_index(value, choices, form)
    except _LabelError as error:
        code, message = error.args
        faults.add(code, path, message, fatal=False)
        return ()
    _note_labels(value, index, choices, form, faults)
    return (_to_label(index, choices, form),)


def _read_index(value: object, choices: Choices, form: LabelForm) -> int | None:
    """Return the option that a label names, or None for a word that means unanswerable."""
    written = NULL if value is None or value == "" else collapse_spaces(str(value))
    if written.casefold() in _unanswerable_words(form):
        return None
    index = _find_option(value, written, choices, form)
    if not collapse_spaces(choices.texts[index]):
        raise _LabelError(_NO_OPTION, f"the label {quote(value)} names an option that is empty")
    return index


def _read_single(value: object, choices: Choices, form: LabelForm) -> int:
    return _to_label(_read_index(value, choices, form), choices, form)


def _to_label(index: int | None, choices: Choices, form: LabelForm) -> int:
    if index is None:
        return UNANSWERABLE
    text = collapse_spaces(choices.texts[index]).casefold()
    return UNANSWERABLE if text in _unanswerable_words(form) else index


def _unanswerable_words(form: LabelForm) -> set[str]:
    return {collapse_spaces(each).casefold() for each in form.unanswerable}


_BETWEEN_LABELS = re.compile(r"\s*(?:[,;|&+]|\band\b)\s*")


def _read_several(value: object, choices: Choices, form: LabelForm) -> tuple[int, ...]:
    """Return the options that a list or "A, C" names; () if a label names one option."""
    decoded = _decode_literal(value) if isinstance(value, str) and value[:1] == "[" else value
    if isinstance(decoded, list):
        if not decoded:
            raise _LabelError(_MISSING, f"expected a label, got {json_type(value)}")
        found = tuple(sorted({_read_single(each, choices, form) for each in decoded}))
        if UNANSWERABLE in found[:-1]:
            message = f"expected options, or that none is right, got both: {quote(value)}"
            raise _LabelError(_UNCLEAR, message)
        return found
    if not isinstance(value, str) or _names_option(value, choices, form):
        return ()
    parts = _BETWEEN_LABELS.split(value.strip())
    if len(parts) == 1 or not all(_names_option(part, choices, form) for part in parts):
        return ()
    return tuple(sorted({_read_single(part, choices, form) for part in parts}))


def names_option(value: object, *, counts: bool) -> bool:
    """Return whether an answer is the letter of an option, or its number where labels count."""
    written = str(value).strip()
    return bool(_SHORT_LETTER.fullmatch(written) or (counts and INTEGER.fullmatch(written)))


def _names_option(text: str, choices: Choices, form: LabelForm) -> bool:
    try:
        return _read_single(text, choices, form) >= 0
    except _LabelError:
        return False


def _note_labels(
    value: object, index: int | None, choices: Choices, form: LabelForm, faults: Faults
) -> None:
    """Note the label of each option, in the form of the label of one option as written."""
    if index is None and form.kind is None:
        return  # the form of the other labels is unknown
    labels = [*_spell_labels(collapse_spaces(str(value)), index or 0, choices, form)]
    values = labels if isinstance(value, str) else map(_to_number, labels)
    faults.written = replace(faults.written, labels=dict(enumerate(values)))
    if form.unanswerable:
        faults.written = replace(
            faults.written,
            labels={**faults.written.labels, UNANSWERABLE: form.unanswerable[0]},
        )


def _spell_labels(written: str, index: int, choices: Choices, form: LabelForm) -> Iterator[str]:
    if form.kind in _FIRST_NUMBERS:
        first = _FIRST_NUMBERS[form.kind]
        yield from map(str, range(first, first + len(choices.texts)))
    elif form.kind == "text" or written == collapse_spaces(choices.texts[index]):
        yield from choices.texts
    elif choices.names and written.casefold() == collapse_spaces(choices.names[index]).casefold():
        yield from (name.lower() if written.islower() else name for name in choices.names)
    else:
        names = choices.names or ascii_uppercase
        for name, text in zip(names, choices.texts, strict=False):
            yield _spell_letter(written, name, text)


def _spell_letter(written: str, name: str, text: str) -> str:
    """Return a label such as "(b)" or "B. 2 km" for the option with another name and text."""
    found = LETTERED.fullmatch(written) or LETTER.fullmatch(written)
    assert found is not None  # no other label names an option by its letter
    start, end = found.span(1)
    letter = name.lower() if found[1].islower() else name
    rest = written[end:]
    if found.re is LETTERED:
        rest = f"{written[end : found.start(2)]}{text}"
    return f"{written[:start]}{letter}{rest}"


def _to_number(text: str) -> object:
    return int(float(text)) if INTEGER.fullmatch(text) else text


def _find_option(value: object, written: str, choices: Choices, form: LabelForm) -> int:
    if value is None or not written:
        advice = "declare --labels unanswerable=null if it means that no option is right"
        raise _LabelError(_MISSING, f"expected a label, got {json_type(value)}; {advice}")
    if not _is_text_or_number(value):
        expected = "an integer, a letter or the text of an option"
        raise _LabelError(_MISTYPED, f"expected {expected}, got {json_type(value)}")
    if form.kind is None:
        return _guess_option(value, written, choices)
    if form.kind == "text":
        texts = [collapse_spaces(text) for text in choices.texts]
        if written in texts:
            return texts.index(written)
        raise _LabelError(_NO_OPTION, f"expected the text of an option, got {quote(value)}")
    return _parse_counted_label(value, written, choices, _FIRST_NUMBERS[form.kind])


def _parse_counted_label(value: object, written: str, choices: Choices, start: int) -> int:
    if not INTEGER.fullmatch(written):
        expected = f"an integer that counts from {start}"
        raise _LabelError(_MISTYPED, f"expected {expected}, got {json_type(value)}")
    index = int(float(written)) - start
    if 0 <= index < len(choices.texts):
        return index
    expected = f"a label from {start} to {len(choices.texts) - 1 + start}"
    raise _LabelError(_NO_OPTION, f"expected {expected}, got {quote(value)}")


def _guess_option(value: object, written: str, choices: Choices) -> int:
    candidates = set(_possible_options(written, choices))
    if len(candidates) == 1:
        return candidates.pop()
    advice = "declare which: {}--labels from-0 or --labels from-1"
    if candidates:
        numbers = " or ".join(str(index + 1) for index in sorted(candidates))
        message = f"the label {quote(value)} may name option {numbers}"
        raise _LabelError(_UNCLEAR, f"{message}; {advice.format('--labels text, ')}")
    if INTEGER.fullmatch(written) and not any(map(str.isdecimal, choices.names)):
        message = f"the label {quote(value)} may count from 0 or from 1"
        raise _LabelError(_UNCLEAR, f"{message}; {advice.format('')}")
    expected = f"the letter or the text of one of {len(choices.texts)} options"
    if choices.names:
        expected = f"the name or the text of an option ({', '.join(choices.names)})"
    raise _LabelError(_NO_OPTION, f"expected {expected}, got {quote(value)}")


def _possible_options(written: str, choices: Choices) -> Iterator[int]:
    """Yield the index of each option that a label may mean.

    A number counts only if it is also the text of an option: by itself it may count from 0 or 1.
    """
    names = [collapse_spaces(name).casefold() for name in choices.names]
    texts = list(map(collapse_spaces, choices.texts))
    labels = names or list(ascii_lowercase[: len(texts)])
    yield from _find_first(names, written.casefold())
    yield from _find_first(texts, written)
    if letter := LETTER.fullmatch(written):
        yield from _find_first(labels, letter[1].lower())
    if lettered := LETTERED.fullmatch(written):
        indexes = _find_first(labels, lettered[1].lower())
        yield from (index for index in indexes if texts[index] == lettered[2])
    if not names and written in texts and INTEGER.fullmatch(written):
        number = int(float(written))
        yield from {number - 1, number}.intersection(range(len(texts)))


def _find_first(values: list[str], wanted: str) -> list[int]:
    return [values.index(wanted)] if wanted in values else []
