"""What is wrong with arguments, in words that a caller can act on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from rapidfuzz import process

from geoeval.errors import quote
from geoeval.tools.arguments import (
    Hint,
    choices_of,
    constant_of,
    hints_of,
    item_of,
    model_of,
    tag_of,
    tagged,
    told,
    words_of,
)
from geoeval.tools.failure import ArgumentFault, Failure, failure_of

_MOST_READ = 100
_MOST_FAULTS = 6
_NEAREST = 5
_NEAR_ENOUGH = 55.0
_LENGTHS = {
    "too_short": "at least {min_length} of them",
    "too_long": "at most {max_length} of them",
}
_KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}


def explain(error: ValidationError, parameters: type[BaseModel]) -> Failure:
    """Return why arguments were refused."""
    found = error.errors(include_url=False)[:_MOST_READ]
    faults = [_fault(each, parameters) for each in found if not _follows(each, found)]
    return failure_of(_each_once(faults)[:_MOST_FAULTS], "bad_arguments")


def nearest(word: object, known: Sequence[str]) -> tuple[str, ...]:
    """Return the known words most like a word, the nearest first, none that is far off.

    Examples
    --------
    >>> nearest("haversin", ["haversine", "geodesic"])
    ('haversine',)
    """
    if not isinstance(word, str):
        return ()
    close = process.extract(word, known, limit=_NEAREST, score_cutoff=_NEAR_ENOUGH)
    return tuple(match for match, _, _ in close)


def _follows(error: ErrorDetails, found: Sequence[ErrorDetails]) -> bool:
    """Return whether a row is short only because of what is wrong with its members."""
    place = error["loc"]
    return error["type"] == "too_short" and any(
        each["loc"][: len(place)] == place and each is not error for each in found
    )


def _each_once(faults: Sequence[ArgumentFault]) -> list[ArgumentFault]:
    """Return one fault per argument: what alternatives expect stands side by side."""
    by_path: dict[str, list[ArgumentFault]] = {}
    for fault in faults:
        by_path.setdefault(fault.argument, []).append(fault)
    return [
        same[0].model_copy(
            update={"expected": " or ".join(dict.fromkeys(fault.expected for fault in same))}
        )
        for same in by_path.values()
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Located:
    """A place in the arguments, with what the model that it is a member of says of it.

    ``path`` is written as "stops[1].place", without the tags of unions.
    """

    path: str
    owner: type[BaseModel]
    field: FieldInfo | None
    hint: Hint


def _locate(location: Sequence[int | str], model: type[BaseModel]) -> _Located:
    path, owner, field = "", model, None
    hint: Hint = model
    for part in location:
        choices = choices_of(hint)
        if len(choices) > 1 and not isinstance(part, int):
            hint = tagged(choices).get(part, hint)
            continue
        inner = model_of(choices[0])
        if inner is not None:
            by_name = {each.alias or name: each for name, each in inner.model_fields.items()}
            owner, field = inner, by_name.get(str(part))
            hint = hints_of(inner).get(str(part))
        else:
            hint = item_of(choices[0], part if isinstance(part, int) else 0)
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return _Located(path=path.removeprefix(".") or "arguments", owner=owner, field=field, hint=hint)


def _fault(error: ErrorDetails, parameters: type[BaseModel]) -> ArgumentFault:
    found = _locate(error["loc"], parameters)
    context: Mapping[str, object] = error.get("ctx", {})
    kind, given = error["type"], error["input"]
    got: str | None = quote(given)
    if kind == "missing":
        return ArgumentFault(argument=found.path, expected=_told(found))
    if kind == "extra_forbidden":
        known = _written(found.owner)
        expected = f"one of the arguments {', '.join(known)}"
        near = nearest(error["loc"][-1], known)
        return ArgumentFault(argument=found.path, expected=expected, got=got, nearest=near)
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        return _untagged(found, given)
    if words := words_of(found.hint):
        texts = list(map(str, words))
        expected = f"one of {', '.join(texts)}" if len(texts) > 1 else repr(words[0])
        near = nearest(given, texts)
        return ArgumentFault(argument=found.path, expected=expected, got=got, nearest=near)
    if kind in _LENGTHS:
        expected = _LENGTHS[kind].format(**context)
        return ArgumentFault(
            argument=found.path, expected=expected, got=str(context["actual_length"])
        )
    if kind in _KINDS:
        inner = model_of(found.hint)
        members = f": {', '.join(_written(inner))}" if inner else ""
        return ArgumentFault(argument=found.path, expected=_KINDS[kind] + members, got=got)
    if kind == "string_pattern_mismatch":
        return ArgumentFault(argument=found.path, expected=_told(found), got=got)
    said = error["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    said = said.removeprefix("expected ")
    return ArgumentFault(argument=found.path, expected=said[:1].lower() + said[1:], got=got)


def _written(model: type[BaseModel]) -> list[str]:
    fields = model.model_fields.items()
    return [field.alias or name for name, field in fields if not constant_of(model, name)]


def _told(found: _Located) -> str:
    words = ", ".join(map(str, words_of(found.hint)))
    listed = f"one of {words}" if words else told(found.hint)
    return (found.field and found.field.description) or listed


def _untagged(found: _Located, given: object) -> ArgumentFault:
    """Return the fault of an object that does not say which of several forms it has."""
    by_tag = tagged(choices_of(found.hint))
    [name] = {tag[0] for model in by_tag.values() if (tag := tag_of(model))}
    said = given.get(name) if isinstance(given, Mapping) else None
    return ArgumentFault(
        argument=f"{found.path}.{name}",
        expected=f"one of {', '.join(by_tag)}",
        got=None if said is None else quote(said),
        nearest=nearest(said, list(by_tag)),
    )
