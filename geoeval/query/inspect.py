"""What a query is about: the parts of it, whatever is asked of them."""

from __future__ import annotations

from collections.abc import Iterator
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
    Travel,
    Value,
)
from geoeval.query.parts import Model, Trip
from geoeval.world.model import TravelMode

Part = TypeVar("Part", bound=Model)
# Values that hold no model; asking each whether it is one takes several times as long.
_PLAIN = frozenset({str, int, float, bool, NoneType, TravelMode})


def parts_of(part: object) -> Iterator[Model]:
    """Yield every model in a query, itself first, each before what it holds."""
    left: list[Any] = [part]
    while left:
        each = left.pop()
        kind = type(each)
        if kind is tuple:
            left.extend(reversed(each))
        elif kind not in _PLAIN:
            yield each
            left.extend(reversed(vars(each).values()))


def substituted(part: Part, old: Model, new: Model) -> Part:
    """Return a query with another model wherever one stands in it; nothing is checked anew.

    Examples
    --------
    >>> from geoeval.query.algebra import Count
    >>> bars = substituted(Count(of=Places(category="bar")), Places(category="bar"), Places())
    >>> bars == Count(of=Places())
    True
    """
    if part == old:
        assert isinstance(new, type(part))
        return new

    def instead(value: object) -> object:
        if isinstance(value, Model):
            return substituted(value, old, new)
        return tuple(map(instead, value)) if isinstance(value, tuple) else value

    fields = {name: getattr(part, name) for name in type(part).model_fields}
    return part.model_copy(update={name: instead(value) for name, value in fields.items()})


def _first(query: Model, kind: type[Part]) -> Part | None:
    """Return the outermost part of a kind."""
    return next((part for part in parts_of(query) if isinstance(part, kind)), None)


def places_of(query: Model) -> Places | None:
    """Return the places from which a query chooses, itself or to ask about one of them."""
    return _first(query, Places)


def trip_of(query: Model) -> Trip | None:
    """Return the trip that a query is about."""
    return _first(query, Trip)


def candidates_of(query: Query) -> Model | None:
    """Return what a query itself chooses from, lists or counts, if anything."""
    match query:
        case Best(among=candidates) | Listing(of=candidates) | Count(of=candidates):
            return candidates
        case _:
            return None


def travel_of(query: Query) -> Travel | None:
    """Return the travel whose total a query asks for."""
    match query:
        case Value(figure=Travel() as travel):
            return travel
        case _:
            return None


def figures_of(query: Query) -> tuple[AnyFigure, ...]:
    """Return the figures that a query asks for, compares or ranks by.

    Those that only describe a place or a route in them ("the nearest pharmacy") are left out.
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


def is_yes_or_no(query: Query) -> bool:
    """Whether a query is answered by yes or no."""
    return isinstance(query, Compare | Check | CheckRoutes | CheckTrip)
