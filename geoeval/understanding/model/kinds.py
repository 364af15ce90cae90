"""What a model may choose to fill: an ask with its figure and candidates, as text and as schema."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from inspect import cleandoc
from types import MappingProxyType
from typing import NamedTuple, get_args

from geoeval.llm.schema import JsonSchema, strict_parts
from geoeval.query.algebra import AnyFigure, Best, Count, Listing, Query
from geoeval.query.parts import MeetingPlan, Model, StayPlan
from geoeval.query.schema import query_schema as whole_schema
from geoeval.understanding.model.checks import BECAUSE

NOT_UNDERSTOOD = "not_understood"
_PLANS = (MeetingPlan, StayPlan)
_TEXT: JsonSchema = {"type": "string"}
_TEXT_OR_NULL: JsonSchema = {"anyOf": [_TEXT, {"type": "null"}]}


class Choice(NamedTuple):
    """What is asked, and of which figure and candidates, if the ask has them."""

    ask: str
    figure: str | None = None
    candidates: str | None = None

    def __str__(self) -> str:
        """Return the choice as the prompt names it: "best distance of places"."""
        of = "" if self.candidates is None else f" of {self.candidates}"
        return f"{self.ask}{'' if self.figure is None else f' {self.figure}'}{of}"


def _models_by_name(union: object, field: str) -> dict[str, type[Model]]:
    models: tuple[type[Model], ...] = get_args(get_args(union)[0])
    return {model.model_fields[field].default: model for model in models}


def _candidate_models(model: type[Model], field: str) -> dict[str, type[Model]]:
    models: tuple[type[Model], ...] = get_args(model.model_fields[field].annotation)
    return {each.model_fields["kind"].default: each for each in models}


_ALL = _models_by_name(Query, "ask")
ASKS = MappingProxyType({name: each for name, each in _ALL.items() if each not in _PLANS})
"""The asks by name, without plans, whose questions are long and are read sentence by sentence."""

FIGURES = MappingProxyType(_models_by_name(AnyFigure, "kind"))
"""The figures by name."""

CANDIDATES = MappingProxyType(_candidate_models(Best, "among") | _candidate_models(Listing, "of"))
"""The candidates by name."""

_RANKED = {
    "places": ("distance", "travel", "fact", "hours", "detour", "quality", "toward"),
    "pairs": ("distance", "travel"),
    "modes": ("travel",),
    "routes": ("route",),
    "orders": ("trip",),
}
_VALUED = (
    "distance",
    "direction",
    "fact",
    "hours",
    "detour",
    "travel",
    "route",
    "step",
    "trip",
    "sum",
)
_PAIRED = ("distance", "fact", "hours", "travel", "route", "trip")

CHOICES = (
    *(Choice("value", figure) for figure in _VALUED),
    *(Choice("best", figure, of) for of, figures in _RANKED.items() for figure in figures),
    *(Choice("list", None, of) for of in _candidate_models(Listing, "of")),
    *(Choice("count", None, of) for of in _candidate_models(Count, "of")),
    *(Choice(ask, figure) for ask in ("compare", "difference") for figure in _PAIRED),
    *map(Choice, ("check", "check_routes", "check_trip", "unanswerable")),
)
"""Every choice that a model has, in the order of the prompt."""


def describe_choice(choice: Choice) -> str:
    """Return what a choice asks, from the documentation of its parts."""
    parts = [(choice.figure, FIGURES), (choice.candidates, CANDIDATES)]
    described = [
        f"{name}: {document_model(models[name])}" for name, models in parts if name is not None
    ]
    return " ".join((document_model(ASKS[choice.ask]), *described))


def document_model(model: type[Model]) -> str:
    """Return the docstring of a model on one line."""
    return " ".join(cleandoc(model.__doc__ or "").replace("``", "").split())


def choice_schema() -> JsonSchema:
    """Return the schema of a reply that makes a choice or says why none fits."""
    ask = {"type": "string", "enum": [*ASKS, NOT_UNDERSTOOD]}
    figure, candidates = (
        {"anyOf": [{"type": "string", "enum": [*names]}, {"type": "null"}]}
        for names in (FIGURES, CANDIDATES)
    )
    options = {"anyOf": [{"type": "array", "items": _TEXT}, {"type": "null"}]}
    asked = {"ask": ask, "figure": figure, "candidates": candidates}
    return _strict_object({**asked, "options": options, "reason": _TEXT_OR_NULL})


@cache
def query_schema(choice: Choice) -> JsonSchema:
    """Return the schema of a reply that fills a query or says what no query represents."""
    parts = dict(_algebra_definitions())
    figure = None if choice.figure is None else _reference_to(FIGURES[choice.figure])
    if choice.figure in {"travel", "route"} and choice.ask in {"compare", "difference"}:
        figure = {"anyOf": [_reference_to(FIGURES["travel"]), _reference_to(FIGURES["route"])]}
    among = None if choice.candidates is None else _reference_to(CANDIDATES[choice.candidates])
    slots = dict.fromkeys(("figure", "first", "second"), figure) | {"among": among, "of": among}
    slots["also"] = _reference_to(FIGURES["distance"])
    parts["Asked"] = _replace_slots(parts[ASKS[choice.ask].__name__], slots)
    described = {"figure": ("distance", "fact", "route"), "among": ("places", "routes")}
    parts["Best"] = _replace_slots(
        parts["Best"],
        {
            slot: {"anyOf": [_reference_to((FIGURES | CANDIDATES)[name]) for name in names]}
            for slot, names in described.items()
        },
    )
    link = _strict_object({"said": _TEXT, "map": _TEXT})
    because = {"because": {"type": "string", "enum": [*BECAUSE]}}
    reply = {
        "query": {"anyOf": [{"$ref": "#/$defs/Asked"}, {"type": "null"}]},
        "aside": {"type": "array", "items": _TEXT},
        "links": {"type": "array", "items": link},
        **(because if choice.ask == "unanswerable" else {}),
        NOT_UNDERSTOOD: _TEXT_OR_NULL,
    }
    return {**_strict_object(reply), "$defs": strict_parts(_with_dependencies("Asked", parts))}


@cache
def _algebra_definitions() -> Mapping[str, JsonSchema]:
    definitions: dict[str, JsonSchema] = whole_schema()["$defs"]
    return definitions


def _with_dependencies(name: str, parts: Mapping[str, JsonSchema]) -> dict[str, JsonSchema]:
    found: dict[str, JsonSchema] = {}
    pending = [name]
    while pending:
        each = pending.pop()
        if each not in found:
            found[each] = parts[each]
            pending.extend(_referenced_names(parts[each]))
    return found


def _referenced_names(part: object) -> list[str]:
    if isinstance(part, dict):
        own_name = [str(part["$ref"]).rpartition("/")[2]] if "$ref" in part else []
        return own_name + [name for each in part.values() for name in _referenced_names(each)]
    return (
        [name for each in part for name in _referenced_names(each)]
        if isinstance(part, list)
        else []
    )


def _reference_to(model: type[Model]) -> JsonSchema:
    return {"$ref": f"#/$defs/{model.__name__}"}


def _replace_slots(schema: JsonSchema, slots: Mapping[str, JsonSchema | None]) -> JsonSchema:
    properties = schema["properties"]
    assert isinstance(properties, dict)
    changed = {name: slots.get(name) or part for name, part in properties.items()}
    return {**schema, "properties": changed}


def _strict_object(properties: JsonSchema) -> JsonSchema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
