"""A query as a form whose fields can be changed one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from geoeval.errors import RecordError
from geoeval.query.algebra import Query
from geoeval.query.parts import Model
from geoeval.query.solve import parse_query

Path = tuple[str | int, ...]
Widget = Literal["text", "number", "switch", "choice", "lines"]
_DISCRIMINATORS = (
    "ask",
    "kind",
)  # the kind of a part determines its fields, so a form does not show it
_FIELD_LABELS = {
    "among": "places",
    "of": "places",
    "passes": "condition",
    "filters": "condition",
    "legs": "leg",
    "stops": "stop",
    "within_m": "within (m)",
    "visit_min": "visit (min)",
    "budget_min": "budget (min)",
    "most": "greatest instead of least",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a query: its path, its widget and its value.

    ``choices`` are the allowed words, with None among them if the field is optional. ``removes`` is
    the path of the list entry that starts with the field, if that entry can be removed.
    """

    path: Path
    widget: Widget
    value: object
    choices: tuple[str | None, ...] = ()
    help: str = ""
    removes: Path | None = None

    @property
    def label(self) -> str:
        """The label of the field in the form."""
        labels: list[str] = []
        for part in self.path:
            if isinstance(part, int):
                labels[-1] += f" {part + 1}"
            else:
                labels.append(_FIELD_LABELS.get(part, part.replace("_", " ")))
        return ", ".join(labels[1:] if labels[0] == "figure" and len(labels) > 1 else labels)


TEMPLATES: Mapping[str, dict[str, object]] = {
    "a distance": {
        "ask": "value",
        "figure": {"kind": "distance", "origin": "A", "destination": "B"},
    },
    "a direction": {
        "ask": "value",
        "figure": {"kind": "direction", "place": "A", "seen_from": "B"},
    },
    "a fact of a place": {
        "ask": "value",
        "figure": {"kind": "fact", "fact": "rating", "place": "A"},
    },
    "when a place opens or closes": {
        "ask": "value",
        "figure": {"kind": "hours", "edge": "opens", "place": "A", "day": "monday"},
    },
    "whether a place is open": {
        "ask": "check",
        "place": "A",
        "passes": {"kind": "open", "day": "monday", "at": "09:00"},
    },
    "the nearest place": {
        "ask": "best",
        "figure": {"kind": "distance"},
        "among": {"kind": "places", "category": "restaurant", "anchor": "A"},
    },
    "the best rated place": {
        "ask": "best",
        "figure": {"kind": "fact", "fact": "rating"},
        "among": {"kind": "places", "category": "restaurant", "anchor": "A"},
        "most": True,
    },
    "how many places": {
        "ask": "count",
        "of": {"kind": "places", "category": "restaurant", "anchor": "A", "within_m": 500},
    },
    "a travel time": {
        "ask": "value",
        "figure": {
            "kind": "travel",
            "legs": [{"origin": "A", "destination": "B", "mode": "walking"}],
        },
    },
    "the fastest route": {
        "ask": "best",
        "figure": {"kind": "route", "measure": "time"},
        "among": {"kind": "routes", "origin": "A", "destination": "B", "mode": "driving"},
    },
    "the next step of a route": {
        "ask": "value",
        "figure": {
            "kind": "step",
            "step": "next",
            "road": "Main Street",
            "route": {"kind": "routes", "origin": "A", "destination": "B", "mode": "driving"},
        },
    },
    "when a trip ends": {
        "ask": "value",
        "figure": {
            "kind": "trip",
            "figure": "finish",
            "trip": {
                "origin": "A",
                "depart": "09:00",
                "stops": [{"place": "B", "visit_min": 60}, {"place": "C", "visit_min": 30}],
            },
        },
    },
}
"""Initial queries, by what they ask for; A, B and C are placeholders for places."""

CONDITIONS: Mapping[str, dict[str, object]] = {
    "open at a time": {"kind": "open", "day": "monday", "at": "09:00"},
    "rated at least": {"kind": "compare", "measure": "rating", "comparator": ">=", "value": 4},
    "in a direction": {"kind": "direction", "direction": "north"},
    "with a feature": {"kind": "feature", "feature": "serves dinner"},
}
"""Conditions that places may have, by name."""


_CHOICES_OF_AUTHORS = frozenset(
    "anchor at category day depart destination direction edge feature mode origin place road "
    "seen_from value visit_min within_m".split()
)
"""Fields in which an initial query has examples, which only the author can replace."""


def example_fields(query: Query, below: Path = ()) -> frozenset[Path]:
    """Return the paths of the examples in an initial query or condition, at or below a path."""
    return frozenset(
        each.path
        for each in fields_of(query)
        if each.path[: len(below)] == below
        and each.value not in (None, "", False)
        and (
            each.path[-1] in _CHOICES_OF_AUTHORS
            or (each.path == ("figure", "fact") and query.ask == "value")
        )
    )


def fields_of(query: Query) -> tuple[Field, ...]:
    """Return the fields of a query that a form shows, in order."""
    return tuple(_part_fields(query, ()))


def places_with_conditions(query: Query) -> tuple[Path, ...]:
    """Return the paths of the parts that take conditions on places."""
    return tuple(_narrowable_paths(query, ()))


def can_lack(query: Query, path: Path) -> bool:
    """Return whether a query may do without a field."""
    try:
        change_field(query, path, None)
    except RecordError:
        return False
    return True


def without_part(paths: Iterable[Path], removed: Path) -> frozenset[Path]:
    """Return the paths of fields after a part of a list is removed; the parts after it move up."""
    *parent, gone = removed
    kept = []
    for path in paths:
        above, at, rest = (
            path[: len(parent)],
            path[len(parent) : len(removed)],
            path[len(removed) :],
        )
        number = int(at[0]) if above == tuple(parent) and at else -1
        if number < int(gone):
            kept.append(path)
        elif number > int(gone):
            kept.append((*above, number - 1, *rest))
    return frozenset(kept)


def change_field(query: Query, path: Path, value: object) -> Query:
    """Return a query with another value in one field; None or "" removes the field."""
    draft, name = query.model_dump(mode="json", exclude_none=True), path[-1]
    node = _get_node(draft, path[:-1])
    if value is None or value == "":
        if isinstance(node, list):
            del node[int(name)]
        else:
            node.pop(name, None)
    else:
        node[name] = value
    return parse_query(draft)


def with_condition(query: Query, path: Path, condition: Mapping[str, object]) -> Query:
    """Return a query with one more condition on the places at a path."""
    draft = query.model_dump(mode="json", exclude_none=True)
    _get_node(draft, path).setdefault("filters", []).append(deepcopy(dict(condition)))
    return parse_query(draft)


def _get_node(node: Any, path: Path) -> Any:  # noqa: ANN401 - JSON values of any type
    for part in path:
        node = node[part]
    return node


def _part_fields(part: Model, path: Path, removes: Path | None = None) -> Iterator[Field]:
    types = get_type_hints(type(part), include_extras=True)
    for name, info in type(part).model_fields.items():
        value, here = getattr(part, name), (*path, name)
        if name in _DISCRIMINATORS:
            continue
        if isinstance(value, Model):
            yield from _part_fields(value, here)
        elif isinstance(value, tuple):
            yield from _row_fields(value, here, types[name], info.description or "")
        elif widget := _choose_widget(types[name]):
            yield Field(
                path=here,
                widget=widget[0],
                value=value.value if isinstance(value, Enum) else value,
                choices=widget[1],
                help=info.description or "",
                removes=removes,
            )
            removes = None


def _row_fields(
    values: tuple[object, ...], path: Path, annotation: object, help_text: str
) -> Iterator[Field]:
    """Yield the fields of the parts of a list, or one field for a list of strings."""
    strings = [each for each in values if isinstance(each, str)]
    can_remove = len(values) > 1 or path[-1] == "filters"
    for number, each in enumerate(values):
        if isinstance(each, Model):
            inner = (*path, number)
            yield from _part_fields(each, inner, inner if can_remove else None)
    if len(strings) == len(values) and (strings or _accepts_type(annotation, str)):
        yield Field(path=path, widget="lines", value="\n".join(strings), help=help_text)


def _choose_widget(annotation: object) -> tuple[Widget, tuple[str | None, ...]] | None:
    """Return the widget for a type and the words it allows, if only some are allowed.

    Return None for a type that is only a part of a query.
    """
    kinds = list(_alternatives(annotation))
    words = [word for kind in kinds for word in _allowed_words(kind)]
    if words and str not in kinds:
        return "choice", (*([None] if NoneType in kinds else []), *words)
    return next(((widget, ()) for kind, widget in _WIDGETS.items() if kind in kinds), None)


def _allowed_words(kind: object) -> list[str]:
    """Return the words that a type allows; empty if it is not an enumeration."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [member.value for member in kind]
    return []


_WIDGETS: Mapping[object, Widget] = {
    bool: "switch",
    int: "number",
    float: "number",
    str: "text",
}


def _accepts_type(annotation: object, kind: type) -> bool:
    return any(
        kind in _alternatives(each)
        for row in _alternatives(annotation)
        if get_origin(row) is tuple
        for each in get_args(row)
    )


def _alternatives(annotation: object) -> Iterator[object]:
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _alternatives(get_args(annotation)[0])
    elif origin is Union or isinstance(annotation, UnionType):
        for each in get_args(annotation):
            yield from _alternatives(each)
    else:
        yield annotation


def _narrowable_paths(part: Model, path: Path) -> Iterator[Path]:
    if getattr(part, "kind", None) == "places":
        yield path
    for name in type(part).model_fields:
        value = getattr(part, name)
        for number, each in enumerate(value if isinstance(value, tuple) else (value,)):
            if isinstance(each, Model):
                inner = (*path, name, number) if isinstance(value, tuple) else (*path, name)
                yield from _narrowable_paths(each, inner)
