"""Reading the fields of a record (texts, options, labels), with all its faults gathered."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, get_args

from geoeval.datasets.records import UNANSWERABLE, LoadIssue, Span
from geoeval.errors import UsageError, quote

_JSON_TYPES = {bool: "true or false", int: "a number", float: "a number", str: "a text"}


def json_type(value: object) -> str:
    """Return the JSON type of a value and the value itself, for the end of a message.

    Examples
    --------
    >>> json_type([1, 2])
    'a list: [1, 2]'
    >>> json_type(None)
    'null'
    """
    if value is None:
        return "null"
    kind = "a list" if isinstance(value, list) else _JSON_TYPES.get(type(value), "an object")
    return f"{kind}: {quote(value)}"


def came(raw: Mapping[str, object], name: str) -> str:
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


def read_identity(raw: Mapping[str, object], name: str, faults: Faults) -> int | str | None:
    """Read what tells a record from the others: a whole number or a text that is not blank."""
    value = raw.get(name)
    if value is None or (isinstance(value, str) and not value.strip()):
        message = f"expected {_named(name)}, got {came(raw, name)}; give each record its own"
        faults.add("GEO103", f"$.{name}", message)
    elif isinstance(value, bool) or not isinstance(value, (int, str)):
        faults.mistyped(f"$.{name}", "a whole number or a text", value)
    else:
        faults.id, faults.id_path = value, f"$.{name}"
        return value
    return None


def read_text(raw: Mapping[str, object], name: str, faults: Faults) -> str:
    """Read a text that is not blank."""
    value = raw.get(name)
    if value is None or (isinstance(value, str) and not value.strip()):
        message = f"expected {_named(name)}, got {came(raw, name)}"
        faults.add("GEO103", f"$.{name}", message)
    elif not isinstance(value, str):
        faults.mistyped(f"$.{name}", "a text", value)
    else:
        return value
    return ""


def read_query(raw: Mapping[str, object]) -> object:
    """Return the explicit query of a record, an object or its JSON; None without one.

    Examples
    --------
    >>> read_query({"query": '{"ask": "value"}'}), read_query({"query": ""})
    ({'ask': 'value'}, None)
    """
    value = raw.get("query")
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value or None


def other_fields(raw: Mapping[str, object], read: Collection[str]) -> dict[str, object]:
    """Return what a record has beside the fields that its format reads.

    Examples
    --------
    >>> other_fields({"id": 1, "question": "?", "area": "north"}, ("id", "question"))
    {'area': 'north'}
    """
    return {name: value for name, value in raw.items() if name not in read}


def _named(name: str) -> str:
    return f'{"an" if name[0] in "aeiou" else "a"} "{name}"'


_HEAD = re.compile(r"^[ \t]*(\d{1,3}|[A-Z])[ \t]*[).:][ \t]*", re.MULTILINE)


def numbered_options(text: str) -> tuple[tuple[int, str], ...]:
    r"""Return the options of a text with their numbers, those in letters from 1."""
    heads: list[tuple[int, re.Match[str]]] = []
    for head in _HEAD.finditer(text):
        number = int(head[1]) if head[1].isdecimal() else ord(head[1]) - ord("A") + 1
        following = heads[-1][0] + 1 if heads else number
        alike = not heads or head[1].isdecimal() is heads[0][1][1].isdecimal()
        if number == following <= len(heads) + 1 and alike:
            heads.append((number, head))
    if not heads or text[: heads[0][1].start()].strip():
        return ()
    ends = [after.start() for _, (_, after) in pairwise(heads)] + [len(text)]
    return tuple(
        (number, text[head.end() : end].strip())
        for (number, head), end in zip(heads, ends, strict=True)
    )


_TEXT, _NAMES = ("text", "texts"), ("label", "labels", "key")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The texts of the options as written, and what the record calls each, if it does."""

    texts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def plain(text: str) -> str:
    """Return a text with single spaces.

    Examples
    --------
    >>> plain(" 1  km ")
    '1 km'
    """
    return " ".join(text.split())


def read_choices(value: object, path: str, faults: Faults) -> Choices:
    """Return the options that a value holds."""
    found = _shaped(_decoded(value), path, faults)
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
        text = plain(option)
        if not text:
            faults.add("GEO108", where, f"option {index + 1} is empty", fatal=False)
        elif text in seen:
            message = f"options {seen[text] + 1} and {index + 1} are the same: {quote(text)}"
            faults.add("GEO107", where, message, fatal=False)
        else:
            seen[text] = index


def _decoded(value: object) -> object:
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


def _shaped(value: object, path: str, faults: Faults) -> Choices | None:
    if isinstance(value, Mapping):
        texts, names = _member(value, _TEXT), _member(value, _NAMES)
        if isinstance(texts, list) and isinstance(names, list):
            return _paired(texts, names, path, faults)
        given = {name: text for name, text in value.items() if text is not None}
        return _paired(list(given.values()), list(given), path, faults)
    if not isinstance(value, list):
        expected = 'a list of options (or a text with one: ["1 km", "2 km"] or 1 km|2 km)'
        faults.mistyped(path, expected, value)
        return None
    if value and all(isinstance(each, Mapping) for each in value):
        texts = [_member(each, _TEXT) for each in value]
        return _paired(texts, [_member(each, _NAMES) for each in value], path, faults)
    return _paired(value, [], path, faults)


def _member(value: Mapping[str, object], names: Sequence[str]) -> object:
    return next((value[name] for name in names if name in value), None)


def _paired(
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
    """What is declared about the labels of a dataset.

    Attributes
    ----------
    kind
        Whether labels are whole numbers that count from 0 or from 1, or the text of an option.
        None is not declared: names, letters and texts of options are read, numbers refused.
    unanswerable
        The labels that mean that no option is right, as texts; "null" is a missing one.
    """

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
            message = (
                'expected one of "from-0", "from-1" and "text", and "unanswerable=VALUE", with '
                f"commas between them, got {quote(part)} in {quote(text)}"
            )
            raise UsageError(message)
    return LabelForm(kind=kind, unanswerable=tuple(unanswerable))


def read_label(
    value: object, choices: Choices, form: LabelForm, path: str, faults: Faults
) -> int | None:
    """Return the option that a label names."""
    written = _written(value)
    unanswerable = {plain(each).casefold() for each in form.unanswerable}
    if written.casefold() in unanswerable:
        return UNANSWERABLE
    index = _index(value, written, choices, form, path, faults)
    if index is None:
        return None
    text = plain(choices.texts[index])
    if not text:
        message = f"the label {quote(value)} names an option that is empty"
        faults.add("GEO105", path, message, fatal=False)
        return None
    return UNANSWERABLE if text.casefold() in unanswerable else index


def _index(
    value: object, written: str, choices: Choices, form: LabelForm, path: str, faults: Faults
) -> int | None:
    """Return the 0-based option that a label names, which may be an empty one."""
    if value is None or not written:
        message = f"expected a label, got {json_type(value)}"
        advice = "declare --labels unanswerable=null if that means that no option is right"
        faults.add("GEO103", path, f"{message}; {advice}", fatal=False)
    elif isinstance(value, bool) or not isinstance(value, (str, int, float)):
        expected = "a whole number, a letter or the text of an option"
        faults.mistyped(path, expected, value, fatal=False)
    elif form.kind is None:
        return _undeclared(value, written, choices, path, faults)
    elif form.kind == "text":
        texts = [plain(text) for text in choices.texts]
        if written in texts:
            return texts.index(written)
        message = f"expected the text of an option, got {quote(value)}"
        faults.add("GEO105", path, message, fatal=False)
    else:
        return _counted(value, written, choices, _STARTS[form.kind], path, faults)
    return None


def _counted(
    value: object, written: str, choices: Choices, start: int, path: str, faults: Faults
) -> int | None:
    if not _WHOLE.fullmatch(written):
        faults.mistyped(path, f"a whole number that counts from {start}", value, fatal=False)
        return None
    index = int(float(written)) - start
    if 0 <= index < len(choices.texts):
        return index
    last = len(choices.texts) - 1 + start
    message = f"expected a label from {start} to {last}, got {quote(value)}"
    faults.add("GEO105", path, message, fatal=False)
    return None


def _undeclared(
    value: object, written: str, choices: Choices, path: str, faults: Faults
) -> int | None:
    """Return the option that a label names by its name, its text or its letter."""
    found = set(_readings(written, choices))
    if len(found) == 1:
        return found.pop()
    if found:
        numbers = " or ".join(str(index + 1) for index in sorted(found))
        message = f"the label {quote(value)} may name option {numbers}"
        advice = "declare which: --labels text, --labels from-0 or --labels from-1"
        faults.add("GEO115", path, f"{message}; {advice}", fatal=False)
    elif _WHOLE.fullmatch(written) and not any(map(str.isdecimal, choices.names)):
        message = f"the label {quote(value)} counts from 0 or from 1"
        advice = "declare which: --labels from-0 or --labels from-1"
        faults.add("GEO115", path, f"{message}; {advice}", fatal=False)
    elif choices.names:
        names = ", ".join(choices.names)
        message = f"expected the name or the text of an option ({names}), got {quote(value)}"
        faults.add("GEO105", path, message, fatal=False)
    else:
        count = len(choices.texts)
        message = f"expected the letter or the text of one of {count} options, got {quote(value)}"
        faults.add("GEO105", path, message, fatal=False)
    return None


def _readings(written: str, choices: Choices) -> Iterator[int]:
    """Yield each option that a label can mean, once one is named by more than its number."""
    letters = [chr(ord("a") + index) for index in range(min(len(choices.texts), 26))]
    names = [plain(name).casefold() for name in choices.names]
    texts = [plain(text) for text in choices.texts]
    if written.casefold() in names:
        yield names.index(written.casefold())
    if written in texts:
        yield texts.index(written)
    letter = _LETTER.fullmatch(written)
    if letter and letter[1].lower() in (names or letters):
        yield (names or letters).index(letter[1].lower())
    lettered = _LETTERED.fullmatch(written)
    if lettered and lettered[1].lower() in (names or letters):
        index = (names or letters).index(lettered[1].lower())
        if texts[index] == lettered[2]:
            yield index
    if names:
        return
    if written in texts and _WHOLE.fullmatch(written):
        number = int(float(written))
        yield from (index for index in (number - 1, number) if 0 <= index < len(texts))


def _written(value: object) -> str:
    """Return a label as a text with single spaces; a missing one is "null"."""
    return NULL if value is None or value == "" else plain(str(value))
