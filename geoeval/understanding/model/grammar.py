"""The algebra as types in a short notation, limited to what the options and the map allow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, get_args

from geoeval.query.algebra import Query
from geoeval.query.filter_kinds import Manoeuvre
from geoeval.query.inspect import parts_of
from geoeval.query.parts import Comparator, Direction
from geoeval.query.schema import query_schema
from geoeval.understanding.choices import answer_types
from geoeval.world.model import World

_PLANS = frozenset({"MeetingPlan", "StayPlan"})  # read sentence by sentence instead
_ASKS = tuple(
    "Value Best Listing Count Compare Difference Check CheckRoutes CheckTrip Unanswerable".split()
)
_UNIONS = MappingProxyType(
    {"Manoeuvre": get_args(Manoeuvre), "Comparator": get_args(Comparator),
     "Direction": get_args(Direction)}
)  # fmt: skip
"""Enumerations of several parts, which are listed once."""
_TAGS = frozenset({"ask", "kind"})
_SCALARS = {"integer": "int", "number": "number", "string": "string", "boolean": "bool"}

_NUMBERS = "Value Difference Unanswerable"
_CHOICES = "Value Best Listing Unanswerable"
_BY_TYPE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "duration": (_NUMBERS, "Travel RouteFigure TripFigure Hours Sum"),
        "distance": (_NUMBERS, "Distance Travel RouteFigure Detour Sum"),
        "clock": (_NUMBERS, "Hours Fact TripFigure Sum"),
        "count": (
            f"{_NUMBERS} Count",  # a plain number may also have the unit of the question
            "RouteFigure StepFact TripFigure Fact Hours Detour Sum",
        ),
        "direction": (_CHOICES, "DirectionOf StepFact"),
        "verdict": (
            "Check CheckRoutes CheckTrip Compare Value Unanswerable",
            "Distance Fact Hours Travel RouteFigure TripFigure Sum",
        ),
        "order": (_CHOICES, "TripFigure"),
        "schedule": ("Listing Unanswerable", ""),
        "mode": ("Best Unanswerable", "Travel"),
        "pair": (_CHOICES, "Distance Travel"),
        "route": (_CHOICES, "RouteFigure Travel"),
        "place": (_CHOICES, "Distance Travel Fact Hours Detour Quality Toward StepFact TripFigure"),
    }
)
"""The asks and figures whose values options of a type can state; any other type allows all."""
_CANDIDATES = MappingProxyType(
    {"Pairs": {"pair", "name"}, "Modes": {"mode", "name"}, "Schedules": {"schedule"},
     "Orders": {"order", "place", "name"}, "Omissions": {"place", "name"},
     "Days": {"count", "name"}}
)  # fmt: skip
"""The candidates that only options of some types can name."""
_OF_ROUTES = frozenset("RouteFigure StepFact Routes RouteHas CheckRoutes".split())
_OF_TRIPS = frozenset("TripFigure Orders Schedules Omissions CheckTrip".split())
_OF_PLACES = frozenset(
    "Hours Quality Toward Detour DirectionOf Days Check OpenFilter HoursFilter FeatureFilter "
    "NameFilter AddressFilter DirectionFilter FigureFilter AreaFilter".split()
)
_SUBJECTS = (_OF_PLACES, _OF_ROUTES, _OF_TRIPS)
"""Parts that serve only questions about one subject."""
_OF_REFERENCES = frozenset({"Distance", "Travel", "Fact"})
"""The figures by which a described place may be the best: "the nearest pharmacy"."""


def all_parts() -> frozenset[str]:
    """Return the names of all parts of the algebra that a model may use."""
    return frozenset(_definitions()) - _PLANS


def parts_for(options: Sequence[str], world: World, likely: Iterable[Query]) -> frozenset[str]:
    """Return the parts of the algebra that a question may need.

    They follow from the types of its options and from what its map contains, and include all
    parts of the likely queries.
    """
    used = {_part_name(part) for query in likely for part in parts_of(query)}
    parts = all_parts() - _unfit_for(options, world) - _absent_from(world)
    for subject in _SUBJECTS if used else ():
        if used.isdisjoint(subject):
            parts -= subject
    return parts | used & all_parts()


def _part_name(part: object) -> str:
    return type(part).__name__.removeprefix("Query")  # pydantic names generic kinds so


def _unfit_for(options: Sequence[str], world: World) -> set[str]:
    """Return the parts whose values options of these types cannot state."""
    types = set(answer_types(options, world))
    if not types:
        return set()
    unfit = {name for name, fitting in _CANDIDATES.items() if not types & fitting}
    if types <= set(_BY_TYPE):
        asks, figures = (" ".join(_BY_TYPE[each][i] for each in types).split() for i in (0, 1))
        unfit |= {*_ASKS}.difference(asks)
        unfit |= _figures().difference(figures, _OF_REFERENCES)
    return unfit


def _absent_from(world: World) -> set[str]:
    """Return the parts about what a map lacks."""
    places, computed = world.atlas.places, world.atlas.computed
    absent: set[str] = set()
    if all(place.shape is None for place in places):
        absent.add("AreaFilter")
    if not any(place.features for place in places):
        absent.add("FeatureFilter")
    if not (world.routes or computed):
        absent |= _OF_ROUTES
    if not (world.legs or world.routes or computed):
        absent |= _OF_TRIPS
    return absent


def describe_algebra(parts: frozenset[str], known: frozenset[str] = frozenset()) -> str:
    """Return the definitions of parts, and of all they refer to, without those already known."""
    asks = [name for name in _ASKS if name in parts and name not in known]
    names = [name for name in reachable_parts(parts) if name not in known]
    lines = [f"Query = {'|'.join(asks)}", *(_define(name, parts) for name in names)]
    text = "\n".join(lines)
    aliases = [
        f"{name} = {_join_constants(values)}"
        for name, values in _UNIONS.items()
        if f":{name}" in text
    ]
    return "\n".join((text, *aliases))


def reachable_parts(parts: frozenset[str]) -> tuple[str, ...]:
    """Return the names of the asks among some parts and of all that they refer to, in order."""
    found = [name for name in _ASKS if name in parts]
    for name in found:  # grows while it is read
        for each in _references(_definitions()[name], parts):
            if each not in found:
                found.append(each)
    return tuple(found)


@cache
def _definitions() -> Mapping[str, Any]:
    definitions: dict[str, Any] = query_schema()["$defs"]
    return definitions


def _figures() -> set[str]:
    return _names(_definitions()["Figure"]["oneOf"])


def _names(choices: Iterable[Mapping[str, Any]]) -> set[str]:
    return {_referenced_name(each) for each in choices if "$ref" in each}


def _referenced_name(schema: Mapping[str, Any]) -> str:
    name = str(schema["$ref"]).rpartition("/")[2]
    return "Filter" if name == "PlainFilter" else name


def _is_usable(name: str, parts: frozenset[str]) -> bool:
    # A described place is the best of some, whatever is asked.
    return name in parts or name == "Best"


def _references(schema: Any, parts: frozenset[str]) -> Iterator[str]:  # noqa: ANN401 - JSON
    if isinstance(schema, list):
        for each in schema:
            yield from _references(each, parts)
    elif isinstance(schema, dict):
        if "$ref" in schema and _is_usable(_referenced_name(schema), parts):
            yield _referenced_name(schema)
        for each in schema.values():
            yield from _references(each, parts)


def _define(name: str, parts: frozenset[str]) -> str:
    schema = _definitions()[name]
    meaning = " ".join(schema.get("description", "").replace("``", "").split())
    return f"{name} = {_notate(schema, parts)}{meaning and f'  // {meaning}'}"


def _notate(schema: Mapping[str, Any], parts: frozenset[str]) -> str:
    """Return a schema in short notation, with only the parts that can be used."""
    if "$ref" in schema:
        return _referenced_name(schema)
    if "const" in schema:
        return _join_constants([schema["const"]])
    if "enum" in schema:
        return _notate_values(schema["enum"])
    if "oneOf" in schema or "anyOf" in schema:
        return _notate_union(schema, parts)
    if schema.get("type") == "array":
        return _notate_array(schema, parts)
    if schema.get("type") == "object":
        return _notate_object(schema, parts)
    return _SCALARS[schema["type"]]


def _notate_values(values: Sequence[str]) -> str:
    for alias, shared in _UNIONS.items():
        if {*shared} <= {*values}:
            others = [value for value in values if value not in shared]
            return "|".join([_join_constants(others), alias] if others else [alias])
    return _join_constants(values)


def _notate_union(schema: Mapping[str, Any], parts: frozenset[str]) -> str:
    choices = schema.get("oneOf") or schema["anyOf"]
    of_filters = {"NotFilter", "NameFilter"} <= _names(choices)
    if of_filters and schema is not _definitions()["Filter"]:
        return "Filter"
    usable = (e for e in choices if "$ref" not in e or _is_usable(_referenced_name(e), parts))
    return "|".join(_notate(each, parts) for each in usable)


def _notate_array(schema: Mapping[str, Any], parts: frozenset[str]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_notate(each, parts) for each in schema['prefixItems'])}]"
    items = _notate(schema["items"], parts)
    return f"({items})[]" if "|" in items else f"{items}[]"


def _notate_object(schema: Mapping[str, Any], parts: frozenset[str]) -> str:
    required = set(schema.get("required", ()))
    members = sorted(schema.get("properties", {}).items(), key=lambda each: each[0] not in _TAGS)
    written = []
    for name, each in members:
        default = f"={json.dumps(each['default'])}" if each.get("default") else ""
        meaning = each.get("description")
        comment = f" /* {meaning} */" if meaning else ""
        optional = "" if name in required else "?"
        written.append(f"{name}{optional}:{_notate(each, parts)}{default}{comment}")
    return f"{{{', '.join(written)}}}"


def _join_constants(values: Sequence[object]) -> str:
    return "|".join(json.dumps(value) for value in values)
