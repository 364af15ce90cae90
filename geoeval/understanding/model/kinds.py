"""What a model may choose to fill: an ask with its figure and candidates, as text and as schema."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from inspect import cleandoc
from types import MappingProxyType
from typing import NamedTuple, get_args

from geoeval.llm.plain_schema import JsonSchema, with_parts
from geoeval.llm.strict_schema import strict_schema
from geoeval.query.algebra import AnyFigure, Best, Count, Listing, Places, Query, Routes
from geoeval.query.filter_kinds import PlainFilter
from geoeval.query.inspect import candidates_of, figures_of, parts_of
from geoeval.query.parts import Model
from geoeval.query.plan_kinds import MeetingPlan, StayPlan
from geoeval.query.solve import query_adapter

NOT_UNDERSTOOD = "not_understood"
_STATE_THEIR_WORLD = (MeetingPlan, StayPlan)
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


ASKS = MappingProxyType(
    {name: model for name, model in _by_name(Query, "ask").items() if model not in _STATE_THEIR_WORLD}
)
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
_DESCRIBED = {
    "places": ("distance", "direction", "fact", "hours"),
    "routes": ("route", "step"),
}
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


def choice_of(query: Query) -> Choice:
    """Return what a query asks, of which figure and which candidates.

    Examples
    --------
    >>> from geoeval.query.algebra import Distance
    >>> str(choice_of(Best(figure=Distance(), among=Places(category="cafe", anchor="Pier"))))
    'best distance of places'
    """
    figures = figures_of(query)
    described = (part for part in parts_of(query) if isinstance(part, Best | Places))
    candidates = candidates_of(query) or next(described, None)
    if isinstance(candidates, Best):
        candidates = candidates.among
    kind = getattr(candidates, "kind", None)
    return Choice(query.ask, figures[0].kind if figures else None, kind)


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
    return _reply(
        {"ask": ask, "figure": figure, "candidates": candidates, "reason": _TEXT_OR_NULL}
    )


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
    """Return the schema of an ask with one figure and one kind of candidates."""
    whole = query_adapter().json_schema()["$defs"]
    on_routes = "routes" in choice or choice.ask == "check_routes"
    other = "place" if on_routes else "route"
    # Places and routes by name, conditions of the other subject and nested ones left away.
    unwanted = {f"{each.__name__}" for each in get_args(get_args(PlainFilter)[0])}
    named = {name: _without(part, {"Best", "Places"}) for name, part in whole.items()}
    return {}
