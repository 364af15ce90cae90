"""The options of a multiple-choice question, in the shapes in which datasets write them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from geoeval.datasets.faults import Faults, json_type
from geoeval.datasets.numbered import numbered_options
from geoeval.errors import quote

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
    """Return the options that a value holds.

    Examples
    --------
    >>> from geoeval.datasets.records import Span
    >>> read_choices({"A": "1 km", "B": "2 km"}, "$.options", Faults(Span(file="x"))).names
    ('A', 'B')
    """
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
    """Return the value that a text holds in JSON or in numbered lines, or the value itself."""
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith(("[", "{")):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return [text for _, text in numbered_options(value)] or value


def _shaped(value: object, path: str, faults: Faults) -> Choices | None:
    """Return the options of a list or an object."""
    if isinstance(value, Mapping):
        texts, names = _member(value, _TEXT), _member(value, _NAMES)
        if isinstance(texts, list) and isinstance(names, list):
            return _paired(texts, names, path, faults)
        given = {name: text for name, text in value.items() if text is not None}
        return _paired(list(given.values()), list(given), path, faults)
    if not isinstance(value, list):
        expected = 'a list of options (or a text with such a list in JSON: ["1 km", "2 km"])'
        faults.mistyped(path, expected, value)
        return None
    if value and all(isinstance(each, Mapping) for each in value):
        texts = [_member(each, _TEXT) for each in value]
        return _paired(texts, [_member(each, _NAMES) for each in value], path, faults)
    return _paired(value, [], path, faults)


def _member(value: Mapping[str, object], names: Sequence[str]) -> object:
    """Return what an object holds under the first of some names that it has."""
    return next((value[name] for name in names if name in value), None)


def _paired(
    texts: Sequence[object], names: Sequence[object], path: str, faults: Faults
) -> Choices | None:
    """Return the options of a list of texts with one of names, or with none."""
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
    """Return whether a value is a text or a number."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)
