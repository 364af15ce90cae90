"""Find the parts of a query: its places, trip, candidates and figures."""

from __future__ import annotations

from types import NoneType
from typing import Any, TypeVar

from geoeval.query.algebra import (
    AnyFigure,
    Best,
    Check,
    CheckRoutes,
    CheckTrip,
    Compare,
    Count,
    Difference,
    Listing,
    Places,
    Query,
    Sum,
    Travel,
    Value,
)
from geoeval.query.parts import Model, Trip
from geoeval.world.model import TravelMode

Part = TypeVar("Part", bound=Model)
# Types that contain no models; a set lookup is several times faster than isinstance.
_PLAIN = frozenset({str, int, float, bool, NoneType, TravelMode})


def parts_of(part: Model | tuple[Any, ...]) -> list[Model]:
    """Return every model in a query in preorder, the query first."""
    found: list[Model] = []
    _collect_parts(part, found)
    return found


def _collect_parts(part: Model | tuple[Any, ...], found: list[Model]) -> None:
    if not isinstance(part, tuple):
        found.append(part)
        part = tuple(vars(part).values())
    for each in part:
        if type(each) not in _PLAIN:
            _collect_parts(each, found)


def substitute_model(part: Part, old: Model, new: Model) -> Part:
    """Return a query with each occurrence of a model replaced, without validation."""
    if part == old:
        assert isinstance(new, type(part))
        return new

    def replaced(value: object) -> object:
        if isinstance(value, Model):
            return substitute_model(value, old, new)
        return tuple(map(replaced, value)) if isinstance(value, tuple) else value

    fields = {name: getattr(part, name) for name in type(part).model_fields}
    return part.model_copy(update={name: replaced(value) for name, value in fields.items()})


def _find_first(query: Model, kind: type[Part]) -> Part | None:
    for part in parts_of(query):
        if isinstance(part, kind):
            return part
    return None


def places_of(query: Model) -> Places | None:
    """Return the first selection of places in a query, if any."""
    return _find_first(query, Places)


def trip_of(query: Model) -> Trip | None:
    """Return the trip of a query, if any."""
    return _find_first(query, Trip)


def candidates_of(query: Query) -> Model | None:
    """Return the candidates that a query ranks, lists or counts, if any."""
    match query:
        case Best(among=candidates) | Listing(of=candidates) | Count(of=candidates):
            return candidates
        case _:
            return None


def travel_of(query: Query) -> Travel | None:
    """Return the travel whose total a query asks for, if any."""
    match query:
        case Value(figure=Travel() as travel) | Value(figure=Sum(of=(Travel() as travel,))):
            return travel
        case _:
            return None


def figures_of(query: Query) -> tuple[AnyFigure, ...]:
    """Return the figures that a query asks for, compares or ranks by.

    Figures that only describe a place or a route ("the nearest pharmacy") are left out.
    """
    match query:
        case Value(figure=figure, also=also):
            return (figure,) if also is None else (figure, also)
        case Best(figure=figure):
            return (figure,)
        case Compare(first=first, second=second) | Difference(first=first, second=second):
            return (first, second)
        case _:
            return ()


def summands_of(query: Query) -> tuple[AnyFigure, ...]:
    """Return the figures of a query, with each sum replaced by its summands."""
    figures = figures_of(query)
    return tuple(
        part for each in figures for part in (each.of if isinstance(each, Sum) else (each,))
    )


def is_yes_or_no(query: Query) -> bool:
    """Return whether the answer to a query is yes or no."""
    return isinstance(query, Compare | Check | CheckRoutes | CheckTrip)
