"""Filters that the mentions of a question may mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from geoeval.understanding.learned.figures import Figures
from geoeval.understanding.learned.parts import Atoms, JsonValue, Part
from geoeval.understanding.learned.question import Slot, service_key

_COMPARATORS = (">=", ">", "<=", "<", "==")
SERVICES = (
    "Serves Breakfast",
    "Serves Lunch",
    "Serves Dinner",
    "Serves Beer",
    "Serves Wine",
    "Serves Vegetarian Food",
    "Outdoor Seating",
    "Takeout",
    "Delivery",
    "Dine-in",
    "Reservable",
    "Live Music",
    "Good For Children",
    "Wheelchair Accessible Entrance",
)
_PRICES = {"inexpensive": 1, "moderate": 2, "expensive": 3, "very expensive": 4}
_MAX_STARS = 5
_MAX_FILTERS = 3
_MAX_TOPICS, _MAX_PER_TOPIC = 6, 2
"""The most topics that the filters of a set cover, and the most filters tried per topic."""


class Filters(Figures):
    """The filters of one question."""

    def filters(self, anchor: str | None) -> list[Part]:
        """Return the conditions that places may have to meet, unordered."""
        return [
            part
            for family in (
                self._number_filters(),
                self._opening_filters(),
                self._edge_filters(),
                self._price_filters(),
                self._implied_prices(),
                self._feature_filters(),
                self._implied_features(),
                self._direction_filters(anchor),
                self._other_filters(anchor),
            )
            for part in family
        ]

    def filter_sets(self, anchor: str | None) -> list[Part]:
        """Return sets of up to three filters, including the empty set."""
        filters = self.filters(anchor)
        found = [self.part([], ("filters=0",))]
        single = self.part(None, ("filters=1",))
        found += [self.join([f.value], f, single) for f in self.best(filters, 2 * _MAX_TOPICS)]
        groups: dict[object, list[Part]] = {}
        for part in self.best(filters, len(filters)):
            topic = _filter_topic(part)
            if topic in groups or len(groups) < _MAX_TOPICS:
                groups.setdefault(topic, []).append(part)
        for size in range(2, _MAX_FILTERS + 1):
            count = self.part(None, (f"filters={size}",))
            for topics in combinations((group[:_MAX_PER_TOPIC] for group in groups.values()), size):
                found += [
                    self.join([part.value for part in chosen], *chosen, count)
                    for chosen in product(*topics)
                    if _share_no_mention(chosen) and sum(not part.used for part in chosen) <= 1
                ]
        return self.best(found)

    def negated(
        self, value: JsonValue, atoms: tuple[str, ...], fill: Sequence[tuple[str, Slot]]
    ) -> Part:
        """Return a condition that another one is not met."""
        roles = [*fill, *((f"not {role}", slot) for role, slot in fill)]
        return self.part({"kind": "not", "of": value}, atoms, roles)

    def _comparison_filters(self, measure: str, slot: Slot) -> Iterator[Part]:
        for sign in _COMPARATORS:
            value = {
                "kind": "compare",
                "measure": measure,
                "comparator": sign,
                "value": slot.amount,
            }
            atoms = (f"f:{measure}", f"f:{measure}{sign}", f"f{sign}")
            yield self.part(value, atoms, [(f"f.{measure}", slot), (f"f{sign}", slot)])

    def _number_filters(self) -> Iterator[Part]:
        for slot in self.asked.of("N"):
            if 0 < slot.amount <= _MAX_STARS:
                yield from self._comparison_filters("rating", slot)
            elif slot.amount == int(slot.amount):
                yield from self._comparison_filters("rating_count", slot)

    def _day_choices(self) -> list[tuple[dict[str, str], list[tuple[str, Slot]]]]:
        return [({}, []), *(({"day": d.value}, [("f.day", d)]) for d in self.asked.of("W"))]

    def _opening_filters(self) -> Iterator[Part]:
        times = self.asked.of("K")
        for day, fill in self._day_choices():
            for time in (None, *times):
                if time is None and not day:
                    continue
                at = {} if time is None else {"at": time.clock}
                open_ = {"kind": "open", **day, **at}
                roles = [*fill, *([] if time is None else [("f.at", time)])]
                name = "f:open@" if time else "f:open day"
                yield self.part(open_, ("f:open", name), roles)
                yield self.negated(open_, ("f:open", "f:shut", name), roles)
            for start, end in combinations(times, 2):
                if start.clock == end.clock:
                    continue
                value = {"kind": "open", **day, "at": start.clock, "until": end.clock}
                roles = [*fill, ("f.at", start), ("f.until", end)]
                yield self.part(value, ("f:open", "f:open until"), roles)
            yield self.part({"kind": "open", **day, "all_day": True}, ("f:open", "f:all day"), fill)

    def _edge_filters(self) -> Iterator[Part]:
        for day, fill in self._day_choices():
            for time in self.asked.of("K"):
                for edge in ("opens", "closes"):
                    for sign in ("<=", "<", ">=", ">"):
                        value = {
                            "kind": "hours",
                            "edge": edge,
                            "comparator": sign,
                            "at": time.clock,
                        }
                        atoms = ("f:edge", f"f:{edge}", f"f:{edge}{sign}")
                        roles = [*fill, (f"f.{edge}", time), (f"f{sign}", time)]
                        yield self.part({**value, **day}, atoms, roles)

    def _price_filters(self) -> Iterator[Part]:
        for slot in self.asked.of("Z"):
            level = _PRICES.get(slot.value)
            if level is None:
                continue
            for sign in ("==", "<=", ">="):
                value = {"kind": "compare", "measure": "price_level", "comparator": sign}
                atoms = ("f:price", f"f:price{sign}")
                roles = [("f.price", slot), (f"f{sign}", slot)]
                part = {**value, "value": level}
                yield self.part(part, atoms, roles)
                if sign == "==":
                    yield self.negated(part, (*atoms, "f:not"), roles)

    def _feature_filters(self) -> Iterator[Part]:
        for slot in self.asked.of("F"):
            value = {"kind": "feature", "feature": slot.value}
            yield self.part(value, ("f:feature",), [("f.feature", slot)])
            yield self.negated(value, ("f:feature", "f:no feature"), [("f.feature", slot)])

    def _implied_features(self) -> Iterator[Part]:
        """Yield services that words may mean without naming them."""
        for flag in SERVICES:
            value = {"kind": "feature", "feature": flag}
            atoms = ("f:feature", "f:unnamed feature", f"flag:{flag}")
            yield self.part(value, atoms)
            yield self.part({"kind": "not", "of": value}, ("f:no feature", *atoms))

    def _implied_prices(self) -> Iterator[Part]:
        """Yield price levels that the wording may imply without naming them."""
        named = {_PRICES.get(slot.value) for slot in self.asked.of("Z")}
        for level in sorted({*_PRICES.values()} - named):
            value = {
                "kind": "compare",
                "measure": "price_level",
                "comparator": "==",
                "value": level,
            }
            atoms = (f"level:{level}", "f:price", "f:unnamed price")
            yield self.part(value, atoms)
            yield self.part({"kind": "not", "of": value}, ("f:not", *atoms))

    def _direction_filters(self, anchor: str | None) -> Iterator[Part]:
        for slot in self.asked.of("X"):
            for seen_from in (None, *self.asked.entities[:3]):
                if seen_from is not None and seen_from.name == anchor:
                    continue
                end = {} if seen_from is None else {"seen_from": seen_from.name}
                value = {"kind": "direction", "direction": slot.value, **end}
                roles = [("f.direction", slot), ("f.seen_from", seen_from)]
                atoms = ("f:direction", "f:direction of" if seen_from else "f:direction here")
                yield self.part(value, atoms, roles)

    def _other_filters(self, anchor: str | None) -> Iterator[Part]:
        for slot in self.asked.of("U", "R")[:4]:
            value = {"kind": "address", "contains": slot.value}
            yield self.part(value, ("f:address",), [("f.address", slot)])
            value = {"kind": "name", "contains": slot.value}
            yield self.part(value, ("f:name",), [("f.name", slot)])
        for slot in self.asked.of("Q"):
            value = {"kind": "name", "contains": slot.value}
            yield self.part(value, ("f:name", "f:name word"), [("f.name word", slot)])
        for slot in self.asked.of("L") if anchor else ():
            for sign in ("<", ">", ">="):
                value = {"kind": "figure", "figure": "distance", "comparator": sign}
                atoms: Atoms = ("f:distance", f"f:distance{sign}")
                roles = [("f.distance", slot), (f"f{sign}", slot)]
                yield self.part({**value, "value": slot.amount}, atoms, roles)
        for entity in self.asked.entities[:3] if self.asked.of("C") else ():
            if entity.name == anchor:
                continue
            for figure in ("rating", "distance", "rating_count", "price_level"):
                for sign in ("<", ">"):
                    value = {"kind": "figure", "figure": figure, "comparator": sign}
                    atoms = ("f:than", f"f:than {figure}", f"f:than {figure}{sign}")
                    yield self.part({**value, "than": entity.name}, atoms, [("f.than", entity)])


def _filter_topic(part: Part) -> str | int:
    """Return the topic of a filter: a service, a set of mentions, or prices.

    A set has at most one filter per topic.
    """
    if "f:price" in part.atoms:
        return "price"
    return service_key(part.value.get("of", part.value).get("feature", "")) or part.used


def _share_no_mention(filters: tuple[Part, ...]) -> bool:
    used = 0
    for part in filters:
        if used & part.used:
            return False
        used |= part.used
    return True
