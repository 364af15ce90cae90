"""Read labels: which option, or options, an author marks as right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase
from typing import Literal, get_args

from geoeval.datasets.fields import (
    Choices,
    Faults,
    collapse_spaces,
    decode_literal,
    is_text_or_number,
    json_type,
)
from geoeval.datasets.records import UNANSWERABLE
from geoeval.errors import UsageError, quote, suggest

_NULL = "null"
_INTEGER = re.compile(r"[+-]?\d{1,9}(?:\.0*)?")
LETTER = re.compile(r"(?:(?i:option|choice|answer)\s+)?[(\[]?([A-Za-z])[)\].:]?")
_SHORT_LETTER = re.compile(r"[(\[]?[A-DF-J][)\].]?")  # ten options at most; "E" is east
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
    written = _NULL if value is None or value == "" else collapse_spaces(str(value))
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
    decoded = decode_literal(value) if isinstance(value, str) and value[:1] == "[" else value
    if isinstance(decoded, list):
        return _read_listed(decoded, choices, form)
    if not isinstance(value, str) or _names_option(value, choices, form):
        return ()
    parts = _BETWEEN_LABELS.split(value.strip())
    if len(parts) == 1 or not all(_names_option(part, choices, form) for part in parts):
        return ()
    return tuple(sorted({_read_single(part, choices, form) for part in parts}))


def _read_listed(listed: list[object], choices: Choices, form: LabelForm) -> tuple[int, ...]:
    if not listed:
        raise _LabelError(_MISSING, f"expected a label, got {json_type(listed)}")
    found = tuple(sorted({_read_single(each, choices, form) for each in listed}))
    if UNANSWERABLE in found[:-1]:
        message = f"expected options, or that none is right, got both: {quote(listed)}"
        raise _LabelError(_UNCLEAR, message)
    return found


def names_option(value: object, *, counts: bool) -> bool:
    """Return whether an answer is the letter of an option, or its number where labels count."""
    written = str(value).strip()
    return bool(_SHORT_LETTER.fullmatch(written) or (counts and _INTEGER.fullmatch(written)))


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
    elif form.kind == "text" or _bare_label(written) == _bare_label(
        collapse_spaces(choices.texts[index])
    ):
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
    return int(float(text)) if _INTEGER.fullmatch(text) else text


def _find_option(value: object, written: str, choices: Choices, form: LabelForm) -> int:
    if value is None or not written:
        advice = "declare --labels unanswerable=null if it means that no option is right"
        raise _LabelError(_MISSING, f"expected a label, got {json_type(value)}; {advice}")
    if not is_text_or_number(value):
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
    if not _INTEGER.fullmatch(written):
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
    if _INTEGER.fullmatch(written) and not any(map(str.isdecimal, choices.names)):
        message = f"the label {quote(value)} may count from 0 or from 1"
        raise _LabelError(_UNCLEAR, f"{message}; {advice.format('')}")
    expected = f"the letter or the text of one of {len(choices.texts)} options"
    if choices.names:
        expected = f"the name or the text of an option ({', '.join(choices.names)})"
    near = suggest(written, choices.texts)
    raise _LabelError(_NO_OPTION, f"expected {expected}, got {quote(value)}{near}")


def _possible_options(written: str, choices: Choices) -> Iterator[int]:
    """Yield the index of each option that a label may mean.

    A number counts only if it is also the text of an option: by itself it may count from 0 or 1.
    """
    names = [collapse_spaces(name).casefold() for name in choices.names]
    texts = list(map(collapse_spaces, choices.texts))
    labels = names or list(ascii_lowercase[: len(texts)])
    yield from _find_first(names, written.casefold())
    folded = list(map(_bare_label, texts))
    yield from _find_first(texts, written) or _find_first(folded, _bare_label(written))
    if letter := LETTER.fullmatch(written):
        yield from _find_first(labels, letter[1].lower())
    if lettered := LETTERED.fullmatch(written):
        indexes = _find_first(labels, lettered[1].lower())
        yield from (index for index in indexes if texts[index] == lettered[2])
    if not names and written in texts and _INTEGER.fullmatch(written):
        number = int(float(written))
        yield from {number - 1, number}.intersection(range(len(texts)))


def _bare_label(written: str) -> str:
    """Return a label without brackets, full stop or a word such as "option"."""
    letter = LETTER.fullmatch(written)
    return (letter[1] if letter else written).casefold().strip("()[]. ")


def _find_first(values: list[str], wanted: str) -> list[int]:
    return [values.index(wanted)] if wanted in values else []
