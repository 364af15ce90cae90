"""What a query claims: each name, figure, time, day and word in it, with its path and role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from geoeval.query.filter_kinds import CompareFilter
from geoeval.query.inspect import parts_of
from geoeval.query.parts import Model, OfferedMode, OfferedOrder, OfferedSchedule, Pair

Role = Literal[
    "place", "offer", "clock", "day", "compass", "length", "duration", "number", "wording",
    "quoted", "category", "feature", "reading",
]  # fmt: skip
_FIELDS: dict[Role, str] = {
    "place": "place anchor among first second origin destination end before_closing places "
    "seen_from excluding",
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
    "reading": "ask kind figure fact manoeuvre measure comparator edge mode open all_day most week "
    "in_order praise number holds more names noted of_anchor step wanted",
}
ROLES = MappingProxyType({name: role for role, names in _FIELDS.items() for name in names.split()})
"""The role of each field of a query. A "reading" is the model's own: a word for what is meant."""

Offer = Pair | OfferedMode | OfferedOrder | OfferedSchedule
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
    >>> from geoeval.query.algebra import Best, Distance, Places
    >>> near = Best(figure=Distance(), among=Places(category="cafe", anchor="Pier"), rank=2)
    >>> [(claim.role, claim.value) for claim in claims(near)]
    [('category', 'cafe'), ('place', 'Pier'), ('number', 2)]
    """
    for name, value in part:
        default = type(part).model_fields[name].default
        if isinstance(part, CompareFilter) and name == "value":
            yield from _bound(part, f"{path}.{name}")
        elif value != default and not (isinstance(part, Offer) and name == "text"):
            yield from _leaves(name, value, f"{path}.{name}")


def offers(part: Model, path: str = "$.query") -> Iterator[tuple[str, Offer]]:
    """Yield the offers of a query, each with its path.

    Examples
    --------
    >>> from geoeval.query.algebra import Best, Pairs, Distance
    >>> pairs = Pairs(pairs=(Pair(text="A and B", first="A", second="B"),) * 2)
    >>> [path for path, _ in offers(Best(figure=Distance(), among=pairs))]
    ['$.query.among.pairs[0]', '$.query.among.pairs[1]']
    """
    for name, value in part:
        rows = enumerate(value) if isinstance(value, tuple) else ()
        members = [(f"{path}.{name}[{index}]", member) for index, member in rows]
        for at, member in (*members, (f"{path}.{name}", value)):
            if isinstance(member, Offer):
                yield at, member
            elif isinstance(member, Model):
                yield from offers(member, at)


def lengths(part: Model) -> frozenset[int]:
    """Return how many members the rows of a query have, which may be what a number counts.

    Examples
    --------
    >>> from geoeval.query.algebra import Count, Places
    >>> lengths(Count(of=Places(among=("Mast", "Dock"))))
    frozenset({2})
    """
    rows = (value for each in parts_of(part) for _, value in each if isinstance(value, tuple))
    return frozenset(len(row) for row in rows if row)


def _bound(condition: CompareFilter[str], path: str) -> Iterator[Claim]:
    """Yield the claim of a bound in the unit in which questions state it, if they do."""
    match condition.measure:
        case "price_level":  # a code for words
            return
        case "time":
            yield Claim(path, "duration", condition.value / 60)
        case "distance":
            yield Claim(path, "length", condition.value)
        case _:
            yield Claim(path, "number", condition.value)


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
