"""The JSON Schema of a world, derived from the classes of its records."""

from __future__ import annotations

import sys
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from geoeval.calculators.hours import WeeklyHours
from geoeval.world.records import FieldRule, LatLon, Records, TravelMode, build_field_rules
from geoeval.world.serial import RECORDS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Schema = dict[str, Any]

_INTERVALS: Schema = {
    "type": ["array", "null"],
    "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
}
_DATE: Schema = {"type": "string", "format": "date"}
_HOURS: Schema = {
    "description": "The week as a string; an object for dated exceptions, zone and validity.",
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "week": {"type": "string"},
                "dates": {"type": "object", "additionalProperties": _INTERVALS},
                "zone": {"type": "string"},
                "valid": {"type": "array", "items": _DATE, "minItems": 2, "maxItems": 2},
                "certain": {"$ref": "#/$defs/WeeklyHours"},
            },
        },
    ],
}
_TYPES: dict[object, str] = {str: "string", bool: "boolean", int: "integer", float: "number"}
_POINT: Schema = {
    "description": "latitude and longitude in degrees",
    "type": "array",
    "prefixItems": [
        {"type": "number", "minimum": -90, "maximum": 90},
        {"type": "number", "minimum": -180, "maximum": 180},
    ],
    "minItems": 2,
    "maxItems": 2,
}


def world_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of a world, as `world_to_json` writes it.

    Examples
    --------
    >>> world_schema()["$defs"]["Leg"]["required"]
    ['origin', 'destination', 'mode']
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "World",
        **_describe_record(Records),
        "$defs": {
            **{kind.__name__: _describe_record(kind) for kind in RECORDS.values()},
            WeeklyHours.__name__: _HOURS,
        },
    }


def _describe_record(kind: type[DataclassInstance]) -> Schema:
    rules, _ = build_field_rules(kind)
    hints = get_type_hints(kind)
    required = [each.name for each in fields(kind) if each.default is MISSING]
    return {
        "description": (kind.__doc__ or "").partition("\n")[0].replace("``", ""),
        "type": "object",
        "additionalProperties": False,
        "properties": {rule.name: _describe_field(rule, hints[rule.name]) for rule in rules},
        **({"required": required} if required else {}),
    }


def _describe_field(rule: FieldRule, hint: object) -> Schema:
    kinds = set(get_args(hint) if isinstance(hint, UnionType) else (hint,))
    (kind,) = kinds - {NoneType}
    schema = _POINT if kind == LatLon else _describe_items(kind) or _describe_value(kind, rule)
    return {"anyOf": [schema, {"type": "null"}]} if NoneType in kinds else schema


def _describe_items(kind: object) -> Schema | None:
    if get_origin(kind) is not tuple:
        return None
    item, _ = get_args(kind)
    named = _TYPES.get(item)
    return {"type": "array", "items": {"type": named} if named else _refer(item)}


def _describe_value(kind: Any, rule: FieldRule) -> Schema:  # noqa: ANN401 - the type of any field
    if kind is TravelMode:
        return {"enum": list(map(str, TravelMode))}
    if kind not in _TYPES:
        return _refer(kind)
    schema: Schema = {"type": _TYPES[kind]}
    if rule.maximum is not None:
        limits = {"minimum": rule.minimum, "maximum": rule.maximum}
        schema |= {"description": rule.expected.partition(", or None")[0], **limits}
    if rule.maximum == sys.float_info.max:
        del schema["maximum"]
    return schema


def _refer(kind: type) -> Schema:
    return {"$ref": f"#/$defs/{kind.__name__}"}
