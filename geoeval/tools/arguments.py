"""Arguments of a call, as people and models write them, in the form that a tool's model takes."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from geoeval.errors import quote
from geoeval.query.trips.days import MOST_STOPS
from geoeval.tools.failure import reject_argument
from geoeval.tools.faults import (
    Located,
    Schema,
    Steps,
    expected_at,
    is_inside,
    locate_faults,
    path_of,
    tags_of,
    words_of,
)
from geoeval.tools.spellings import clock_of, coordinates_of, word_of

Form = TypeVar("Form", bound=BaseModel)

MOST_LEVELS = 20
"""Arguments nested more deeply than this are refused."""

MOST_ITEMS = 200
"""Rows of more texts than these are refused, so that no call takes long."""

MOST_PARTS = 26
"""Rows of more objects are refused: filters, legs, offers."""

MOST_CHARACTERS = 500
"""Texts of more characters are refused."""

LONGEST = 200_000
"""Arguments of more characters are refused unread."""

_STOPS: Final = "stops"
_NUMBERS = frozenset({"integer", "number"})
_SHALLOW = f"values nested in at most {MOST_LEVELS} levels"
_MOST_ROUNDS = 12  # a repair may show what else to repair inside, such as in a list of JSON texts


def read_arguments(arguments: object) -> object:
    """Return the arguments of a call, an object or its JSON text, without nulls."""
    if arguments is None or arguments == "":
        return {}
    if isinstance(arguments, str | bytes):
        if len(arguments) > LONGEST:
            reject_argument("arguments", f"at most {LONGEST} characters", quote(arguments))
        try:
            arguments = json.loads(arguments)
        except ValueError as error:
            reject_argument("arguments", f"JSON ({error})", quote(arguments))
        except RecursionError:
            reject_argument("arguments", _SHALLOW, quote(arguments))
    if not isinstance(arguments, Mapping):
        reject_argument("arguments", "a JSON object", quote(arguments))
    return check_bounds(arguments)


def check_bounds(value: object, path: str = "", level: int = 0) -> object:
    """Return a copy of decoded JSON without nulls; reject what is too much to read."""
    if level == MOST_LEVELS:
        reject_argument("arguments", _SHALLOW, "deeper ones")
    if isinstance(value, Mapping):
        before = path and f"{path}."
        return {
            key: check_bounds(each, f"{before}{key}", level + 1)
            for key, each in value.items()
            if each is not None
        }
    if isinstance(value, list | tuple):
        return [
            check_bounds(each, f"{path}[{index}]", level + 1) for index, each in enumerate(value)
        ]
    _check_value(value, path or "arguments")
    return value


def _check_value(value: object, path: str) -> None:
    """Refuse a number that is not finite and a text that is too long."""
    if isinstance(value, float) and not math.isfinite(value):
        reject_argument(path, "a finite number", quote(value))
    if isinstance(value, str) and len(value) > MOST_CHARACTERS and value[:1] not in {"[", "{"}:
        reject_argument(path, f"at most {MOST_CHARACTERS} characters", quote(value))


def validate_arguments(form: type[Form], given: object) -> Form:
    """Return arguments as a model has them; what is meant is first written in the model's form."""
    for _ in range(_MOST_ROUNDS):
        for steps, row in _find_long_rows(given):
            _check_length(steps, row, expected_at(steps, form, given))
        try:
            return form.model_validate(given)
        except ValidationError as error:
            if not _repair_faults(locate_faults(error, form, given), form, given):
                raise
    return form.model_validate(given)


def _find_long_rows(part: object, steps: Steps = ()) -> Iterator[tuple[Steps, Sized]]:
    """Yield the rows and tables of arguments that may be too long, with their paths."""
    if isinstance(part, Mapping):
        inner: Iterable[tuple[Any, object]] = part.items()
    elif isinstance(part, list):
        inner = enumerate(part)
    else:
        return
    if len(part) > MOST_PARTS:
        yield steps, part
    for step, each in inner:
        yield from _find_long_rows(each, (*steps, step))


def _check_length(steps: Steps, row: Sized, choices: Sequence[Schema]) -> None:
    """Refuse a row or a table that is too long; anything else is not what is expected."""
    for each in choices:
        if each.get("type") != ("object" if isinstance(row, Mapping) else "array"):
            continue
        of_objects = "$ref" in each.get("items", {}) or "oneOf" in each.get("items", {})
        most = MOST_PARTS if of_objects else MOST_ITEMS
        most = MOST_STOPS if steps[-1:] == (_STOPS,) else most
        if len(row) > most and "properties" not in each:
            reject_argument(path_of(steps), f"at most {most} of them", f"{len(row)}")


def _repair_faults(faults: Iterable[Located], form: type[BaseModel], given: object) -> bool:
    """Write values at faults as their model has them, where that is known; return whether any.

    An object with a member too many may be no object of that kind.
    """
    done: set[Steps] = set()
    targets = {
        each.steps[:-1] if each.error["type"] == "extra_forbidden" else each.steps
        for each in faults
    }
    for steps in sorted(targets - {()}, key=len):
        if any(steps[:depth] in done for depth in range(len(steps))):
            continue
        *before, last = steps
        holder: Any = given
        for step in before:
            holder = holder[step]
        value = holder[last] if is_inside(last, holder) else None
        repaired = _interpret_value(value, expected_at(steps, form, given), path_of(steps))
        if repaired is not value:
            holder[last] = repaired
            done.add(steps)
    return bool(done)


def _interpret_value(value: object, choices: Sequence[Schema], path: str) -> object:
    """Return what a value means where one of some alternatives is expected; else the value."""
    if isinstance(value, str):
        return _interpret_text(value, choices, path)
    by_type = {str(each.get("type")): each for each in choices}
    if isinstance(value, Mapping):
        if "items" in by_type.get("array", ()):
            return [value]
        value = _add_tag(value, _list_tags(choices))
    text = by_type.get("string", {"pattern": None})
    if "pattern" in text or words_of(choices):
        return value
    point = coordinates_of(value) if _may_name_place(text) else None
    return point or _number_to_text(value, by_type.keys()) or value


def _number_to_text(value: object, expected: Collection[str]) -> str | None:
    """Return a number as a text, where no number is expected."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not _NUMBERS.isdisjoint(expected) or len(quote(value)) > MOST_CHARACTERS:
        return None
    return None if quote(value).startswith("a value") else str(value)


def _may_name_place(schema: Schema) -> bool:
    """Return whether a text may name a place: only such texts have a least length alone."""
    return "minLength" in schema and "maxLength" not in schema


def _interpret_text(text: str, choices: Sequence[Schema], path: str) -> object:
    """Return the word, the time of day, the row or the object that a text means."""
    if words := words_of(choices):
        return word_of(words, text)
    kind = {str(each.get("type")): each for each in choices}
    if "pattern" in kind.get("string", ()):
        return clock_of(text) or text
    if "array" in kind:
        row = _decode_json(text, "[", path)
        return row if row is not text or "items" not in kind["array"] else [text]
    return _parse_object(text, choices, path) if "object" in kind else text


def _parse_object(text: str, choices: Sequence[Schema], path: str) -> object:
    """Return the object that a JSON text holds, or the object that needs a text alone."""
    found = _decode_json(text, "{", path)
    needed: Sequence[str] = choices[0].get("required", ()) if len(choices) == 1 else ()
    return {needed[0]: text} if found is text and len(needed) == 1 else found


def _decode_json(text: str, opening: str, path: str) -> object:
    """Return what a JSON text holds, if it begins as a row or an object does."""
    if not text.lstrip().startswith(opening):
        return text
    try:
        return check_bounds(json.loads(text), path)
    except (ValueError, RecursionError):
        return text


def _list_tags(choices: Sequence[Schema]) -> list[tuple[str, str, Schema]]:
    return [(name, word, each) for each in choices for name, word in tags_of(each).items()]


def _add_tag(
    members: Mapping[str, object], tags: Sequence[tuple[str, str, Schema]]
) -> Mapping[str, object]:
    """Return an object with the tag of the alternative that it is meant for.

    Without a tag it is the only one that has all of the members given and needs no more.
    """
    named = {name for name, _, _ in tags} & members.keys()
    if not named:
        fitting = [{name: word} for name, word, each in tags if _fits_schema(each, members)]
        return {**members, **fitting[0]} if len(fitting) == 1 else members
    for name in named:
        given_word = str(members[name])
        word = word_of([word for tag, word, _ in tags if tag == name], given_word)
        if word != given_word:
            return {**members, name: word}
    return members


def _fits_schema(schema: Schema, members: Mapping[str, object]) -> bool:
    needed = set(schema.get("required", ()))
    return needed <= members.keys() <= set(schema["properties"])
