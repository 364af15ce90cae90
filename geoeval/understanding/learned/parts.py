"""Parts of candidate queries: their JSON, and the atoms, roles and features that are scored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from itertools import product
from typing import Any, NamedTuple, Protocol

from geoeval.understanding.learned.question import AskedQuestion, Entity, Slot, service_key
from geoeval.world.categories import category_of

JsonValue = Any
Filler = Slot | Entity
Fill = list[tuple[str, Filler | None]]
Atoms = tuple[str, ...]


class Part(NamedTuple):
    """A part of a query as JSON, with everything that its score depends on.

    ``atoms`` name what it is made of, ``roles`` which mention fills which slot, ``used`` is the
    bit set of mentions that it accounts for, and ``score`` the sum of their weights.
    """

    value: JsonValue
    atoms: tuple[str, ...] = ()
    roles: tuple[tuple[str, int], ...] = ()
    used: int = 0
    features: tuple[str, ...] = ()
    score: float = 0.0


NOTHING = Part(None)
"""The part of a field that is left out."""


class Scorer(Protocol):
    """Weighs what parts of candidates are made of, for one question."""

    def atom(self, name: str) -> float:
        """Return the weight of an atom, given the words of the question."""
        ...

    def role(self, name: str, slot: Slot) -> float:
        """Return the weight of a mention in a role."""
        ...

    def feature(self, name: str) -> float:
        """Return the weight of a feature."""
        ...

    def unused(self, slot: Slot) -> float:
        """Return the weight of a mention that no part of a query accounts for."""
        ...

    def bonus(self, value: JsonValue) -> float:
        """Return the bonus, in training, for a value that is part of the right query."""
        ...


class PartBuilder:
    """Builds the parts of candidates for one question, and keeps the best of them."""

    def __init__(self, asked: AskedQuestion, scorer: Scorer, width: int) -> None:
        self.asked, self.scorer, self.width = asked, scorer, width
        self._roles: dict[tuple[str, int], float] = {}
        self._relief = [-scorer.unused(slot) for slot in asked.slots]

    def part(
        self,
        value: JsonValue,
        atoms: Sequence[str] = (),
        fill: Iterable[tuple[str, Filler | None]] = (),
        features: Sequence[str] = (),
        also_used: int = 0,
    ) -> Part:
        """Return a part with its score; ``fill`` pairs roles with the mentions in them."""
        roles: list[tuple[str, int]] = []
        used = also_used
        for role, filler in fill:
            if filler is None:
                continue
            slots = filler.slots if isinstance(filler, Entity) else (filler,)
            for slot in slots:
                roles.append((role, slot.number))
                used |= self.asked.covered[slot.number]
        score = sum(map(self.scorer.atom, atoms)) + sum(map(self.scorer.feature, features))
        score += sum(self._score_role(role, number) for role, number in roles)
        score += self.relief(used) + self.scorer.bonus(value)
        return Part(value, tuple(atoms), tuple(roles), used, tuple(features), score)

    def _score_role(self, role: str, number: int) -> float:
        key = (role, number)
        found = self._roles.get(key)
        if found is None:
            found = self._roles[key] = self.scorer.role(role, self.asked.slots[number])
        return found

    def relief(self, used: int) -> float:
        """Return the score that a part gains because it accounts for some mentions."""
        total = 0.0
        while used:
            low = used & -used
            total += self._relief[low.bit_length() - 1]
            used ^= low
        return total

    def join(self, value: JsonValue, *parts: Part) -> Part:
        """Return one part made of others."""
        used, score = 0, 0.0
        atoms: list[str] = []
        roles: list[tuple[str, int]] = []
        features: list[str] = []
        for part in parts:
            score += part.score
            used_twice = used & part.used
            if used_twice:
                score -= self.relief(used_twice)
            used |= part.used
            atoms += part.atoms
            roles += part.roles
            features += part.features
        score += self.scorer.bonus(value)
        return Part(value, tuple(atoms), tuple(roles), used, tuple(features), score)

    def best(self, parts: Iterable[Part], width: int | None = None) -> list[Part]:
        """Return the parts with the highest scores."""
        return nlargest(width or self.width, parts, key=_part_score)

    def product(self, *lists: Sequence[Part]) -> list[Part]:
        """Return the best combinations of fields, with one mapping from each list."""
        found: list[Part] = [Part({})]
        for parts in lists:
            found = self.best(
                self.join({**one.value, **(other.value or {})}, one, other)
                for one, other in product(found, parts)
            )
        return found


def _part_score(part: Part) -> float:
    return part.score


def canonical_query(query: Mapping[str, JsonValue] | JsonValue) -> str:
    """Return the JSON of a query in a form that is the same for all queries of equal meaning."""
    return json.dumps(_normalise_node(query), sort_keys=True)


_EMPTY: tuple[JsonValue, ...] = ([], (), None, {}, False)
_DEFAULTS = {
    "rank": 1.0,
    "holds": True,
    "times": 1.0,
    "wanted": "any",
    "names": "first",
    "open": True,
}
_IGNORED = {"praise", "words", "text"}


def _normalise_node(node: JsonValue) -> JsonValue:
    if isinstance(node, list | tuple):
        return [_normalise_node(each) for each in node]
    if not isinstance(node, dict):
        return float(node) if isinstance(node, int) and not isinstance(node, bool) else node
    if node.get("ask") == "unanswerable":
        return {"ask": "unanswerable"}
    plain = _drop_defaults(node)
    for simplify in (_normalise_names, _normalise_trip, _sort_lists, _sort_ends):
        plain = simplify(plain)
    return plain


def _drop_defaults(node: JsonValue) -> JsonValue:
    is_offered = node.get("kind") == "places" and ("category" in node or "anchor" in node)
    skipped = _IGNORED | ({"among"} if is_offered else set())
    plain = {k: _normalise_node(v) for k, v in node.items() if k not in skipped and v not in _EMPTY}
    plain = {k: v for k, v in plain.items() if _DEFAULTS.get(k, "") != v}
    if plain.get("kind") == "travel" and plain.get("measure") == "time":
        del plain["measure"]
    if plain.get("step") == "roundabout" and plain.get("number") == 1:
        del plain["number"]
    return plain


def _normalise_names(plain: JsonValue) -> JsonValue:
    if "category" in plain:
        plain["category"] = category_of(plain["category"]) or plain["category"]
    if "feature" in plain:
        plain["feature"] = service_key(plain["feature"])
    return plain


def _normalise_trip(plain: JsonValue) -> JsonValue:
    if isinstance(plain.get("trip"), dict):
        trip = plain["trip"]
        if _is_unordered(plain):
            trip = {**trip, "stops": sorted(trip.get("stops", []), key=_to_sorted_json)}
        if plain.get("figure") in ("finish", "length", "start"):
            trip = _trip_with_end(trip)
        plain["trip"] = trip
    stops = plain.get("stops", ())
    if len(stops) > 1 and "origin" not in plain and stops[0].keys() == {"place"}:
        plain |= {"origin": stops[0]["place"], "stops": stops[1:]}
    return plain


def _sort_lists(plain: JsonValue) -> JsonValue:
    for name in ("filters", "of", "pairs", "modes", "orders", "schedules", "among"):
        if isinstance(plain.get(name), list):
            plain[name] = sorted(plain[name], key=_to_sorted_json)
    return plain


def _sort_ends(plain: JsonValue) -> JsonValue:
    if plain.get("kind") == "distance":
        ends = sorted(_to_sorted_json(plain.get(end)) for end in ("origin", "destination"))
        return {"kind": "distance", "ends": ends}
    if plain.get("ask") == "difference":
        ends = sorted((_to_sorted_json(plain["first"]), _to_sorted_json(plain["second"])))
        return {"ask": "difference", "ends": ends}
    if "also" in plain:
        plain["figure"] = sorted((plain["figure"], plain.pop("also")), key=_to_sorted_json)
    return plain


def _trip_with_end(trip: JsonValue) -> JsonValue:
    """Return a trip that ends at its last stop, if that stop has no stay."""
    stops = trip.get("stops", [])
    if "end" in trip or len(stops) < 2 or stops[-1].keys() != {"place"}:
        return trip
    return {**trip, "stops": stops[:-1], "end": stops[-1]["place"]}


def _is_unordered(node: JsonValue) -> bool:
    kind = node.get("kind")
    if kind == "schedules":
        return not node.get("in_order")
    return kind in ("orders", "omissions") or node.get("figure") == "visits"


def _to_sorted_json(node: JsonValue) -> str:
    return json.dumps(node, sort_keys=True)
