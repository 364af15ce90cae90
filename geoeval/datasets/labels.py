"""How a label names an option: by its place, its letter or its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from geoeval.datasets.choices import Choices, plain
from geoeval.datasets.faults import Faults, json_type
from geoeval.datasets.records import UNANSWERABLE
from geoeval.errors import UsageError, quote

NULL = "null"
_WHOLE = re.compile(r"[+-]?\d{1,9}(?:\.0*)?")
_LETTER = re.compile(r"[(\[]?([A-Za-z])[)\].:]?")
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
    """Return the label form that a declaration states.

    Examples
    --------
    >>> parse_label_form("from-1,unanswerable=0")
    LabelForm(kind='from-1', unanswerable=('0',))
    """
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
    """Return the option that a label names.

    Examples
    --------
    >>> from geoeval.datasets.records import Span
    >>> read_label("B", Choices(texts=("1 km", "2 km")), UNDECLARED, "$.answer",
    ...            Faults(Span(file="x")))
    1
    """
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
    """Return the option whose number a label is."""
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
    names = [plain(name).casefold() for name in choices.names]
    texts = [plain(text) for text in choices.texts]
    if written.casefold() in names:
        yield names.index(written.casefold())
    if written in texts:
        yield texts.index(written)
    if names:
        return
    letter = _LETTER.fullmatch(written)
    if letter and ord(letter[1].upper()) - ord("A") < len(texts):
        yield ord(letter[1].upper()) - ord("A")
    if written in texts and _WHOLE.fullmatch(written):
        number = int(float(written))
        yield from (index for index in (number - 1, number) if 0 <= index < len(texts))


def _written(value: object) -> str:
    """Return a label as a text with single spaces; a missing one is "null"."""
    return NULL if value is None or value == "" else plain(str(value))
