"""What a model may choose to fill: an ask with its figure and candidates, as text and as schema."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from inspect import cleandoc
from types import MappingProxyType
from typing import NamedTuple, get_args

from geoeval.llm.plain_schema import JsonSchema, with_parts
from geoeval.llm.strict_schema import strict_schema
from geoeval.query.algebra import AnyFigure, Best, Count, Listing, Query
from geoeval.query.filter_kinds import PlainFilter
from geoeval.query.parts import Model
from geoeval.query.plan_kinds import MeetingPlan, StayPlan
from geoeval.query.schema import full_schema

NOT_UNDERSTOOD = "not_understood"
_PLANS = (MeetingPlan, StayPlan)
_TEXT_OR_NULL: JsonSchema = {"anyOf": [{"type": "string"}, {"type": "null"}]}


class Choice(NamedTuple):
    """What is asked, of which figure and which candidates, as far as the ask has them.

    A value or a check has candidates where its place, or its route, is described by them.
    """

    ask: str
    figure: str | None = None
    candidates: str | None = None

    def __str__(self) -> str:
        """Return the choice as it is told: "best distance of places"."""
        of = "" if self.candidates is None else f" of {self.candidates}"
        return f"{self.ask}{'' if self.figure is None else f' {self.figure}'}{of}"


def _by_name(union: object, field: str) -> dict[str, type[Model]]:
    """Return the models of a union by the constant in one of their fields."""
    models: tuple[type[Model], ...] = get_args(get_args(union)[0])
    return {model.model_fields[field].default: model for model in models}


def _candidates(model: type[Model], field: str) -> dict[str, type[Model]]:
    """Return the candidates that an ask takes, by their kind."""
    models: tuple[type[Model], ...] = get_args(model.model_fields[field].annotation)
    return {each.model_fields["kind"].default: each for each in models}


_ALL = _by_name(Query, "ask")
ASKS = MappingProxyType({name: each for name, each in _ALL.items() if each not in _PLANS})
"""The asks by name; plans are left out, whose questions are long and read sentence by sentence."""

FIGURES = MappingProxyType(_by_name(AnyFigure, "kind"))
"""The figures by name."""

CANDIDATES = MappingProxyType(_candidates(Best, "among") | _candidates(Listing, "of"))
"""The candidates by name."""

_RANKED = {
    "places": ("distance", "travel", "fact", "hours", "detour", "quality", "toward"),
    "pairs": ("distance", "travel"),
    "modes": ("travel",),
    "routes": ("route",),
    "orders": ("trip",),
}
_VALUED = ("distance", "direction", "fact", "hours", "detour", "travel", "route", "step", "trip")
_DESCRIBED = {"places": ("distance", "fact", "hours"), "routes": ("route", "step")}
_RANKED_TO_DESCRIBE = {"places": ("distance", "fact"), "routes": ("route",)}
_FILLED_IN = ("place", "route", "trip", "before_closing")
_CONDITIONS: tuple[type[Model], ...] = get_args(get_args(PlainFilter)[0])
_PAIRED = ("distance", "fact", "hours", "travel", "route", "trip")


def _choices() -> tuple[Choice, ...]:
    """Return every choice in the order in which they are told."""
    return (
        *(Choice("value", figure) for figure in _VALUED),
        *(Choice("value", figure, of) for of, figures in _DESCRIBED.items() for figure in figures),
        *(Choice("best", figure, of) for of, figures in _RANKED.items() for figure in figures),
        *(Choice("list", None, of) for of in _candidates(Listing, "of")),
        *(Choice("count", None, of) for of in _candidates(Count, "of")),
        *(Choice(ask, figure) for ask in ("compare", "difference") for figure in _PAIRED),
        Choice("check"),
        Choice("check", None, "places"),
        Choice("check_routes"),
        Choice("check_routes", None, "routes"),
        Choice("check_trip"),
        Choice("unanswerable"),
    )


CHOICES = _choices()
"""Every choice that a model has."""


def told(choice: Choice) -> str:
    """Return what a choice asks, as the documentation of its parts says.

    Examples
    --------
    >>> told(Choice("count", None, "modes"))
    'How many candidates there are. modes: Offered ways of travelling.'
    """
    parts = [(choice.figure, FIGURES), (choice.candidates, CANDIDATES)]
    said = [f"{name}: {documented(models[name])}" for name, models in parts if name is not None]
    return " ".join((documented(ASKS[choice.ask]), *said))


def documented(model: type[Model]) -> str:
    """Return the documentation of a model on one line."""
    return " ".join(cleandoc(model.__doc__ or "").replace("``", "").split())


def choice_schema() -> JsonSchema:
    """Return the schema of a reply that makes a choice, or says why none fits.

    Examples
    --------
    >>> list(choice_schema()["properties"])
    ['ask', 'figure', 'candidates', 'reason']
    """
    ask = {"type": "string", "enum": [*ASKS, NOT_UNDERSTOOD]}
    figure, candidates = (
        {"anyOf": [{"type": "string", "enum": [*names]}, {"type": "null"}]}
        for names in (FIGURES, CANDIDATES)
    )
    return _reply({"ask": ask, "figure": figure, "candidates": candidates, "reason": _TEXT_OR_NULL})


@cache
def query_schema(choice: Choice) -> JsonSchema:
    """Return the schema of a reply that fills a query, or says what it cannot carry.

    Parameters
    ----------
    choice
        What is asked.

    Returns
    -------
    dict
        Small and without references: of the unions only what the choice names, places by name
        unless it describes them, and conditions no deeper than "either … or not …".

    Examples
    --------
    >>> list(query_schema(Choice("value", "direction"))["properties"])
    ['query', 'not_understood']
    """
    query = strict_schema(_chosen(choice))
    return _reply({"query": {"anyOf": [query, {"type": "null"}]}, NOT_UNDERSTOOD: _TEXT_OR_NULL})


def _chosen(choice: Choice) -> JsonSchema:
    """Return the schema of an ask with one figure and one kind of candidates, with references."""
    whole: dict[str, JsonSchema] = full_schema()["$defs"]
    about = "place" if choice.candidates == "places" or choice.ask == "check" else "route"
    of_places = {each.__name__ for each in _CONDITIONS} - {"QueryCompareFilter", "RouteHas"}
    other = {"RouteHas"} if about == "place" else of_places
    parts = {name: _without(part, {"Best", "Places", *other}) for name, part in whole.items()}
    parts["AnyFilter"] = _without(parts["AnyFilter"], {"NotFilter"})
    parts["NotFilter"] = _without(parts["NotFilter"], {"CompareFilter", "HoursFilter"})
    if choice.candidates != "routes":
        parts["Routes"] = _less(parts["Routes"], "filters")

    def figure(name: str) -> JsonSchema:
        return parts[FIGURES[name].__name__]

    ask = ASKS[choice.ask].__name__
    asked, figured = parts[ask], None if choice.figure is None else figure(choice.figure)
    of = choice.candidates
    among = None if of is None else _ref(CANDIDATES[of])
    if of is not None and choice.ask in {"value", "check", "check_routes"}:
        by = [_less(figure(name), *_FILLED_IN) for name in _RANKED_TO_DESCRIBE[of]]
        parts["Best"] = _with_slots(parts["Best"], {"figure": {"anyOf": by}, "among": among})
        if choice.figure is None:
            asked = _without(whole[ask], {"Places", "Routes", *other})
        else:
            described = whole[FIGURES[choice.figure].__name__]
            described = _without(described, {"Places", "Routes", *other})
            figured = _with_slots(described, {"destination": {"type": "string"}})
    elif choice.ask == "best" and figured is not None:
        figured = _less(figured, *_FILLED_IN)
    elif choice.figure in {"travel", "route"} and choice.ask != "value":
        figured = {"anyOf": [figure("travel"), figure("route")]}
    slots = dict.fromkeys(("figure", "first", "second"), figured) | {"among": among, "of": among}
    slots["also"] = {"anyOf": [figure("distance"), {"type": "null"}]}
    return {**_with_slots(asked, slots), "$defs": parts}


def _ref(model: type[Model]) -> JsonSchema:
    """Return a reference to the schema of a model."""
    return {"$ref": f"#/$defs/{model.__name__}"}


def _with_slots(schema: JsonSchema, slots: Mapping[str, JsonSchema | None]) -> JsonSchema:
    """Return the schema of an object with other schemas for some of the properties it has."""
    properties = schema["properties"]
    assert isinstance(properties, dict)
    changed = {name: slots.get(name) or part for name, part in properties.items()}
    return {**schema, "properties": changed}


def _less(schema: JsonSchema, *names: str) -> JsonSchema:
    """Return the schema of an object without some of its properties."""
    properties = schema["properties"]
    assert isinstance(properties, dict)
    kept = {name: part for name, part in properties.items() if name not in names}
    return {**schema, "properties": kept}


def _without(schema: Mapping[str, object], names: Collection[str]) -> JsonSchema:
    """Return a schema whose unions leave some of the definitions away."""
    kept = dict(schema)
    for key in ("anyOf", "oneOf"):
        members = schema.get(key)
        if isinstance(members, list):
            kept[key] = [
                member
                for member in members
                if str(member.get("$ref", "")).removeprefix("#/$defs/") not in names
            ]
    return with_parts(kept, lambda part: _without(part, names))


def _reply(properties: JsonSchema) -> JsonSchema:
    """Return the strict schema of an object with some properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
