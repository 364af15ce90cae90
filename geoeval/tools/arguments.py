"""Convert arguments, as people and models write them, to the form that a tool's model takes."""

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
"""The maximum depth of nested arguments; deeper arguments are rejected."""

MOST_ITEMS = 200
"""The maximum length of a list of strings, so that no call takes long."""

MOST_PARTS = 26
"""The maximum length of a list of objects: filters, legs, offers."""

MOST_CHARACTERS = 500
"""The maximum length of a string."""

LONGEST = 200_000
"""The maximum length of all arguments as JSON; longer arguments are rejected unread."""

_STOPS: Final = "stops"
_NUMBERS = frozenset({"integer", "number"})
_DEPTH_LIMIT = f"at most {MOST_LEVELS} levels of nesting"
_MAX_ROUNDS = 12  # a repair may expose more faults inside, as in a list of JSON strings


def read_arguments(arguments: object) -> object:
    """Return the arguments of a call, given as an object or as JSON, without nulls."""
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
            reject_argument("arguments", _DEPTH_LIMIT, quote(arguments))
    if not isinstance(arguments, Mapping):
        reject_argument("arguments", "a JSON object", quote(arguments))
    return check_bounds(arguments)


def check_bounds(value: object, path: str = "", level: int = 0) -> object:
    """Return a copy of decoded JSON without nulls; reject what is too deep or too long."""
    if level == MOST_LEVELS:
        reject_argument("arguments", _DEPTH_LIMIT, "deeper nesting")
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
    """Reject a number that is not finite, or a string that is too long."""
    if isinstance(value, float) and not math.isfinite(value):
        reject_argument(path, "a finite number", quote(value))
    if isinstance(value, str) and len(value) > MOST_CHARACTERS and value[:1] not in {"[", "{"}:
        reject_argument(path, f"at most {MOST_CHARACTERS} characters", quote(value))


def validate_arguments(form: type[Form], given: object) -> Form:
    """Validate arguments; values that the model does not accept are first converted to its form."""
    for _ in range(_MAX_ROUNDS):
        for steps, container in _find_long_containers(given):
            _check_length(steps, container, expected_at(steps, form, given))
        try:
            return form.model_validate(given)
        except ValidationError as error:
            if not _repair_faults(locate_faults(error, form, given), form, given):
                raise
    return form.model_validate(given)


def _find_long_containers(part: object, steps: Steps = ()) -> Iterator[tuple[Steps, Sized]]:
    """Yield the lists and objects that may be too long, with their paths."""
    if isinstance(part, Mapping):
        inner: Iterable[tuple[Any, object]] = part.items()
    elif isinstance(part, list):
        inner = enumerate(part)
    else:
        return
    if len(part) > MOST_PARTS:
        yield steps, part
    for step, each in inner:
        yield from _find_long_containers(each, (*steps, step))


def _check_length(steps: Steps, container: Sized, choices: Sequence[Schema]) -> None:
    """Reject a list or an object that is too long for the schema expected in its place."""
    for each in choices:
        if each.get("type") != ("object" if isinstance(container, Mapping) else "array"):
            continue
        of_objects = "$ref" in each.get("items", {}) or "oneOf" in each.get("items", {})
        most = MOST_PARTS if of_objects else MOST_ITEMS
        most = MOST_STOPS if steps[-1:] == (_STOPS,) else most
        if len(container) > most and "properties" not in each:
            reject_argument(path_of(steps), f"at most {most} items", f"{len(container)}")


def _repair_faults(faults: Iterable[Located], form: type[BaseModel], given: object) -> bool:
    """Convert faulty values to the form of their model, if possible; return whether any were.

    An unexpected member is a fault of its object, which may be intended as another kind.
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
        owner: Any = given
        for step in before:
            owner = owner[step]
        value = owner[last] if is_inside(last, owner) else None
        repaired = _interpret_value(value, expected_at(steps, form, given), path_of(steps))
        if repaired is not value:
            owner[last] = repaired
            done.add(steps)
    return bool(done)


def _interpret_value(value: object, choices: Sequence[Schema], path: str) -> object:
    """Return what a value means if one of some alternatives is expected, or else the value."""
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
    """Return a number as a string, if no number is expected."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not _NUMBERS.isdisjoint(expected) or len(quote(value)) > MOST_CHARACTERS:
        return None
    return None if quote(value).startswith("a value") else str(value)


def _may_name_place(schema: Schema) -> bool:
    """Return whether a string may name a place: only such schemas have only a minimum length."""
    return "minLength" in schema and "maxLength" not in schema


def _interpret_text(text: str, choices: Sequence[Schema], path: str) -> object:
    """Return the word, time of day, list or object that a string means."""
    if words := words_of(choices):
        return word_of(words, text)
    kind = {str(each.get("type")): each for each in choices}
    if "pattern" in kind.get("string", ()):
        return clock_of(text) or text
    if "array" in kind:
        items = _decode_json(text, "[", path)
        return items if items is not text or "items" not in kind["array"] else [text]
    return _parse_object(text, choices, path) if "object" in kind else text


def _parse_object(text: str, choices: Sequence[Schema], path: str) -> object:
    """Decode a JSON object, or make an object whose only required member is the text."""
    found = _decode_json(text, "{", path)
    needed: Sequence[str] = choices[0].get("required", ()) if len(choices) == 1 else ()
    return {needed[0]: text} if found is text and len(needed) == 1 else found


def _decode_json(text: str, opening: str, path: str) -> object:
    """Decode a JSON string that starts with ``opening``; return any other string unchanged."""
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
    """Return an object with the tag of the alternative that fits it best.

    Without a tag, that is the only alternative that allows all given members and needs no others.
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
