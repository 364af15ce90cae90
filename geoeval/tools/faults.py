"""Describe faulty arguments in terms that a caller can act on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from geoeval.errors import describe_limit, quote
from geoeval.tools.failure import ArgumentFault, nearest_words

Schema = Mapping[str, Any]
"""A JSON Schema."""
Steps = tuple[int | str, ...]
"""A path in arguments."""

MOST_READ = 200
"""The maximum number of faults to read from a validation error."""

_MAX_FAULTS = 6
_LENGTHS = {
    "too_short": "at least {min_length} items",
    "too_long": "at most {max_length} items",
}
_ENDS = {
    end: re.compile(rf"(?:{words})(?:_?(?:id|name|place|location|point))?", re.IGNORECASE)
    for end, words in (("origin", "from|start|source"), ("destination", "to|end|target"))
}
_UNITS = {"m": "metres", "min": "minutes", "deg": "degrees"}
_NOUNS = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


class Located(NamedTuple):
    """A fault, its path, and the JSON Schemas expected there and for the enclosing object."""

    error: ErrorDetails
    steps: Steps
    field: Schema
    choices: Sequence[Schema]
    owner: Sequence[Schema]

    @property
    def path(self) -> str:
        """The path of the fault, such as "stops[1].place"."""
        return path_of(self.steps) or "arguments"


def path_of(steps: Steps) -> str:
    """Return the path of an argument as a caller writes it."""
    written = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return "".join(written).removeprefix(".")


def locate_faults(error: ValidationError, form: type[BaseModel], given: object) -> list[Located]:
    """Return the faults of arguments, with the schemas expected in their place."""
    schema = _schema_of(form)
    found = []
    for each in error.errors(include_url=False)[:MOST_READ]:
        steps = _fault_steps(each, given)
        owner, fields = _schemas_at(steps, schema, given)
        choices = [choice for field in fields for choice in _list_alternatives(field, schema)]
        found.append(Located(each, steps, fields[0] if fields else {}, choices, owner))
    return found


def expected_at(steps: Steps, form: type[BaseModel], given: object) -> list[Schema]:
    """Return the alternative schemas that a model expects at a path."""
    schema = _schema_of(form)
    fields = _schemas_at(steps, schema, given)[1]
    return [choice for field in fields for choice in _list_alternatives(field, schema)]


def explain_faults(
    error: ValidationError, form: type[BaseModel], given: object
) -> list[ArgumentFault]:
    """Return one fault per faulty argument; of nested faults, only the innermost."""
    found = locate_faults(error, form, given)
    outer = {each.steps[:depth] for each in found for depth in range(len(each.steps))}
    faults: dict[Steps, list[Located]] = {}
    for each in found:
        if each.steps not in outer:
            faults.setdefault(each.steps, []).append(each)
    return [_merge_faults(same) for same in list(faults.values())[:_MAX_FAULTS]]


@cache
def _schema_of(form: type[BaseModel]) -> Schema:
    return form.model_json_schema(mode="serialization")  # for a query as a string, the query


def _fault_steps(error: ErrorDetails, given: object) -> Steps:
    """Return the path of a fault: its pydantic location without the names of union members."""
    steps: list[int | str] = []
    part: Any = given
    tag = _object_tag(part)
    for index, step in enumerate(error["loc"]):
        if step == tag:
            tag = None
        elif is_inside(step, part):
            steps.append(step)
            part = part[step]
            tag = _object_tag(part)
        elif error["type"] == "missing" and index == len(error["loc"]) - 1:
            steps.append(step)
    return tuple(steps)


def is_inside(step: int | str, part: object) -> bool:
    """Return whether a step is a key of an object or an index of a list."""
    if isinstance(step, int):
        return isinstance(part, list | tuple) and step < len(part)
    return isinstance(part, Mapping) and step in part


def _object_tag(part: object) -> object:
    return part.get("ask", part.get("kind")) if isinstance(part, Mapping) else None


def _schemas_at(
    steps: Steps, root: Schema, given: object
) -> tuple[Sequence[Schema], Sequence[Schema]]:
    owner: Sequence[Schema] = ()
    found: Sequence[Schema] = [root]
    part: Any = given
    for step in steps:
        choices = [choice for each in found for choice in _list_alternatives(each, root)]
        owner = [each for each in choices if _has_tag_of(each, part)] or choices
        found = [inner for each in owner if (inner := _member_schema(each, step)) is not None]
        part = part[step] if is_inside(step, part) else None
    return owner, found


def _list_alternatives(schema: Schema, root: Schema) -> list[Schema]:
    """Return the alternatives that a schema allows, except null."""
    if "$ref" in schema:
        return _list_alternatives(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if alternatives := schema.get("anyOf", schema.get("oneOf")):
        return [choice for each in alternatives for choice in _list_alternatives(each, root)]
    return [] if schema.get("type") == "null" else [schema]


def _has_tag_of(schema: Schema, part: object) -> bool:
    if not isinstance(part, Mapping):
        return True
    is_tagged = all(part.get(name) == word for name, word in tags_of(schema).items())
    return is_tagged and schema.get("type") == "object"


def tags_of(schema: Schema) -> Mapping[str, str]:
    """Return the constant members of an object schema, such as the tag of a union member."""
    members = schema.get("properties", {}).items()
    return {name: each["const"] for name, each in members if "const" in each}


def _member_schema(schema: Schema, step: int | str) -> Schema | None:
    inner: Schema | None
    if isinstance(step, int):
        fixed = schema.get("prefixItems", ())
        inner = fixed[step] if step < len(fixed) else schema.get("items")
    else:
        others = schema.get("additionalProperties") or None
        inner = schema.get("properties", {}).get(step, others)
    return inner


def words_of(choices: Sequence[Schema]) -> list[str | int]:
    """Return the allowed words if only fixed words are allowed, otherwise nothing."""
    words = [each.get("enum", [each["const"]] if "const" in each else []) for each in choices]
    return [word for each in words for word in each] if all(words) else []


def _merge_faults(same: Sequence[Located]) -> ArgumentFault:
    """Return the fault of an argument, with the expectations of all alternatives."""
    found = same[0]
    error, given = found.error, found.error["input"]
    got = None if error["type"] == "missing" else quote(given)
    near: Sequence[str] = ()
    if error["type"].startswith("union_tag"):
        return _missing_tag_fault(found)
    if error["type"] == "extra_forbidden":
        near = _nearest_members(str(found.steps[-1]), _member_names(found.owner))
    elif error["type"] in _LENGTHS:
        got = str(error["ctx"]["actual_length"])
    elif error["type"] != "missing":
        near = nearest_words(given, list(map(str, words_of(found.choices))))
    expected = " or ".join(dict.fromkeys(map(_describe_expected, same)))
    return ArgumentFault(argument=found.path, expected=expected, got=got, nearest=tuple(near))


def _nearest_members(name: str, known: Sequence[str]) -> Sequence[str]:
    """Return the arguments that a name may mean; "from" and "to" resemble the wrong ones."""
    for end, other_names in _ENDS.items():
        if other_names.fullmatch(name):
            return [each for each in known if each.startswith(end)]
    return nearest_words(name, known)


def _describe_expected(found: Located) -> str:
    error, kind = found.error, found.error["type"]
    if kind == "extra_forbidden":
        return f"one of the arguments {', '.join(_member_names(found.owner))}"
    if kind in _LENGTHS:
        return _LENGTHS[kind].format(**error["ctx"])
    if limit := describe_limit(kind, error.get("ctx", {})):
        return limit
    if kind in {"missing", "string_pattern_mismatch"} and "description" in found.field:
        return str(found.field["description"])
    if words := words_of(found.choices):
        return f"one of {', '.join(map(str, words))}" if len(words) > 1 else repr(words[0])
    if kind in {"missing", "string_pattern_mismatch"}:
        return str(_first_described(found.choices) or _describe_alternatives(found.choices))
    if kind.endswith(("_type", "_parsing", "int_from_float")):
        return f"{_describe_alternatives(found.choices)}{_unit_note(found)}"
    reason = error["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    reason = reason.removeprefix("expected ")
    return reason[:1].lower() + reason[1:]


def _unit_note(found: Located) -> str:
    """Return what a number counts, since a text in its place may have another unit."""
    if {str(each.get("type")) for each in found.choices} - {"integer", "number"}:
        return ""
    counted = _UNITS.get(str(found.steps[-1]).rpartition("_")[2], found.field.get("description"))
    return f" ({counted[:1].lower()}{counted[1:]})" if counted else ""


def _first_described(choices: Sequence[Schema]) -> str | None:
    return next((each["description"] for each in choices if _is_described(each)), None)


def _is_described(schema: Schema) -> bool:
    return schema.get("type") != "object" and "description" in schema


def _describe_alternatives(choices: Sequence[Schema]) -> str:
    """Describe the types of some alternatives, with the members if only one is an object."""
    kinds = [str(each.get("type")) for each in choices]
    nouns = dict.fromkeys(_NOUNS.get(kind, "a value") for kind in kinds)
    members = _member_names(choices) if kinds.count("object") == 1 else []
    return " or ".join(nouns) + (f": {', '.join(members)}" if members else "")


def _member_names(choices: Sequence[Schema]) -> list[str]:
    """Return the names of the members of objects, without their tags."""
    return [
        name
        for each in choices
        for name, member in each.get("properties", {}).items()
        if "const" not in member
    ]


def _missing_tag_fault(found: Located) -> ArgumentFault:
    [name] = {name for each in found.choices for name in tags_of(each)}
    words = [word for each in found.choices for word in tags_of(each).values()]
    given = found.error["input"]
    given_tag = given.get(name) if isinstance(given, Mapping) else None
    return ArgumentFault(
        argument=f"{path_of((*found.steps, name))}",
        expected=f"one of {', '.join(words)}",
        got=None if given_tag is None else quote(given_tag),
        nearest=nearest_words(given_tag, words),
    )
