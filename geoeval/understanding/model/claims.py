"""What a query claims: each name, figure, time, day and word in it, with its path and role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from geoeval.query.base import CompareFilter, Model
from geoeval.query.geometry_kinds import PlacePair
from geoeval.query.trip_kinds import OfferedOrder, OfferedSchedule

Role = Literal[
    "place", "offer", "clock", "day", "compass", "length", "duration", "number", "wording",
    "quoted", "category", "feature", "reading",
]  # fmt: skip
_FIELDS: dict[Role, str] = {
    "place": "place anchor among first second origin destination end leaving before_closing "
    "before_stop stay_at places seen_from excluding",
    "offer": "text either neither",
    "clock": "at until depart finish_by starts_at start",
    "day": "day",
    "compass": "direction",
    "length": "within_m",
    "duration": "visit_min budget_min",
    "number": "rank times value",
    "wording": "via road after before landmark exit side contains",
    "quoted": "words",
    "category": "category",
    "feature": "feature",
    "reading": "kind filter attribute manoeuvre by measure comparator quantity asks edge mode fact "
    "open all_day present farthest lowest lower most week absent in_order quality number "
    "until_closing holds more roundabout noted "
    "comparison amount",
}
ROLES = MappingProxyType({name: role for role, names in _FIELDS.items() for name in names.split()})
"""The role of each field of a query. A "reading" is the model's own: a word for what is meant."""

Offer = PlacePair | OfferedOrder | OfferedSchedule
"""What an option offers, as a part of a query: its text and what that says."""

_CLOCK = re.compile(r"\d\d:\d\d")


@dataclass(frozen=True, slots=True)
class Claim:
    """One leaf of a query: where it stands as a JSON path, its role, and what it says."""

    path: str
    role: Role
    value: str | float


def claims(part: Model, path: str = "$.query") -> Iterator[Claim]:
    """Yield what a query claims beside its offers, slots that keep their default left out.

    Examples
    --------
    >>> from geoeval.query.place_kinds import Nearest
    >>> [(claim.role, claim.value) for claim in claims(Nearest(category="cafe", rank=2))]
    [('category', 'cafe'), ('number', 2)]
    """
    for name, value in part:
        default = type(part).model_fields[name].default
        coded = isinstance(part, CompareFilter) and part.measure == "price_level"
        said = isinstance(part, Offer) and name == "text"
        if value != default and not said and not (coded and name == "value"):
            yield from _leaves(name, value, f"{path}.{name}")


def offers(query: Model) -> Iterator[tuple[str, Offer]]:
    """Yield the offers of a query, each with its path.

    Examples
    --------
    >>> from geoeval.query.trip_kinds import BestOrder
    >>> order = {"text": "Pier, Mast", "places": ["Pier", "Mast"]}
    >>> query = BestOrder(stops=({"place": "Pier"}, {"place": "Mast"}), orders=(order,))
    >>> [path for path, _ in offers(query)]
    ['$.query.orders[0]']
    """
    for name, value in query:
        for index, member in enumerate(value if isinstance(value, tuple) else ()):
            if isinstance(member, Offer):
                yield f"$.query.{name}[{index}]", member


def lengths(part: Model) -> frozenset[int]:
    """Return how many members the rows of a query have, which may be what a number counts.

    Examples
    --------
    >>> from geoeval.query.travel_kinds import ClosestByTravel
    >>> lengths(ClosestByTravel(origin="Pier", among=("Mast", "Dock")))
    frozenset({2})
    """
    return frozenset(len(value) for _, value in part if isinstance(value, tuple) and value)


def _leaves(name: str, value: object, path: str, *, listed: bool = False) -> Iterator[Claim]:
    """Yield the claims of one field."""
    if isinstance(value, Offer):
        return
    if isinstance(value, Model):
        yield from claims(value, path)
    elif isinstance(value, tuple):
        for index, member in enumerate(value):
            yield from _leaves(name, member, f"{path}[{index}]", listed=True)
    elif isinstance(value, str):
        role: Role = ROLES[name]
        if name == "before" and listed:
            role = "place"
        elif name == "end" and _CLOCK.fullmatch(value):
            role = "clock"
        yield Claim(path, role, value)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield Claim(path, ROLES[name], value)
