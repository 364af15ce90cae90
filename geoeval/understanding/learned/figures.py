"""Figures that a question may ask for, built from the declarations of their fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise, permutations
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import ValidationError

from geoeval.query.algebra import Detour, DirectionOf, Distance, Fact, Hours, Toward
from geoeval.query.parts import Figure, Quality
from geoeval.understanding.learned.parts import NOTHING, Atoms, Part, PartBuilder
from geoeval.understanding.learned.question import Entity, Slot
from geoeval.world.categories import are_akin, category_of, is_kind_of

OF_PLACES: tuple[type[Figure], ...] = (Distance, DirectionOf, Fact, Hours, Detour, Toward, Quality)
"""The kinds of figures whose fields are places, times and choices."""
_SLOT_KINDS = {"day": "W", "since": "K", "direction": "X"}
_TYPES = {
    "length": "m",
    "time": "s",
    "clock": "clock",
    "count": "count",
    "rating": "stars",
    "rating_count": "count",
    "price_level": "level",
}
"""The type of option that states a figure in each unit; facts have their own units."""
_STRING_FACTS = frozenset({"phone", "address"})
"""Facts that are strings, each with an option type of its own."""
_MAX_ENDS = 6
_MAX_LISTS = 3
_MAX_CHAIN = 7


@cache
def _type_hints(cls: type[Figure]) -> dict[str, object]:
    return get_type_hints(cls, include_extras=True)


def literal_values(hint: object) -> tuple[Any, ...]:
    """Return the values of a field that allows only certain values."""
    origin = get_origin(hint)
    if origin is Literal:
        return get_args(hint)
    if origin in (Union, UnionType, Annotated):
        return tuple(value for each in get_args(hint) for value in literal_values(each))
    return ()


class Figures(PartBuilder):
    """The figures of one question."""

    def type_of(self, figure: Figure) -> str:
        """Return the type of the options that state values of a figure."""
        kind = getattr(figure, "kind", "")
        if kind == "direction":
            return "bearing"
        if isinstance(figure, Fact) and figure.fact in _STRING_FACTS:
            return figure.fact
        return _TYPES.get(figure.unit or "", "text")

    def complete(self) -> list[tuple[str, Part]]:
        """Return the complete figures of places, each with its type."""
        found = []
        for cls in OF_PLACES:
            if cls.can_be_complete() and cls is not Detour:
                found += list(self._fill_figures(cls, None))
        return [*found, *self._all_travels()]

    def open(self, *, anchored: bool) -> list[Part]:
        """Return the figures of places with an open slot that candidates fill."""
        found = []
        for cls in OF_PLACES:
            if "places" not in cls.ranks:
                continue
            for kind, part in self._fill_figures(cls, "place" if cls is not Distance else "both"):
                is_ranked = kind not in ("text", *_STRING_FACTS) or cls in (Quality, Toward)
                if is_ranked and (anchored or "distance" not in part.atoms):
                    found.append(part)
        return found

    def _fill_figures(self, cls: type[Figure], left_open: str | None) -> Iterator[tuple[str, Part]]:
        kind = cls.model_fields["kind"].default
        skipped = {"kind", "praise", left_open}
        if left_open == "both":
            skipped |= {"origin", "destination"}
        fields = [name for name in cls.model_fields if name not in skipped]
        hints = _type_hints(cls)
        lists = [self._field_choices(f"{kind}.{name}", name, hints[name]) for name in fields]
        if not all(lists):
            return
        praise = self.asked.reading.of("praise")
        worded = {"praise": praise[0].value} if cls is Quality and praise else {}
        head = Part({"kind": kind, **worded}, (kind,), (), 0, (), self.scorer.atom(kind))
        for part in self.product([head], *lists):
            if not _has_other_ends(part.value):
                continue
            try:
                figure = cls.model_validate(part.value)
            except ValidationError:
                continue
            type_ = self.type_of(figure)
            fits_options = self.asked.types & {type_, "yesno", "compound"}
            if left_open is not None or fits_options or type_ == "clock":
                yield type_, part._replace(score=part.score + self.scorer.bonus(part.value))

    def _field_choices(self, role: str, name: str, hint: object) -> list[Part]:
        if name in _SLOT_KINDS:
            slots = self.asked.of(_SLOT_KINDS[name])
            filled = [
                self.part(
                    {name: slot.clock if slot.kind == "K" else slot.value}, (), [(role, slot)]
                )
                for slot in slots
            ]
            return filled if name == "direction" else [NOTHING, *filled]
        values = literal_values(hint)
        if values:
            return [self.part({name: value}, (f"{role}={value}",)) for value in values]
        if hint is bool:
            return [NOTHING, self.part({name: True}, (role,))]
        return [
            self.join({name: ref.value}, ref, self.part(None, (), self._end_mentions(role, ref)))
            for ref in self.places()
        ]

    def _end_mentions(self, role: str, ref: Part) -> list[tuple[str, Entity | Slot]]:
        entity = next((e for e in self.asked.entities if e.name == ref.value), None)
        return [] if entity is None else [(role, entity)]

    def places(self) -> list[Part]:
        """Return what a place may be: a named one, or the first of a list by some figure."""
        found = [
            self.part(each.name, ("known" if each.known else "unknown",))
            for each in self.asked.entities[:_MAX_ENDS]
        ]
        for nearby in self.asked.world.lists[:_MAX_LISTS]:
            kind = next(
                (s for s in self.asked.of("C") if same_kind(s.value, nearby.category)), None
            )
            if kind is None:
                continue
            anchor = self.entity(nearby.anchor)
            among = {"kind": "places", "category": nearby.category, "anchor": nearby.anchor}
            for figure, most in (
                ({"kind": "distance"}, False),
                ({"kind": "distance"}, True),
                ({"kind": "fact", "fact": "rating"}, True),
                ({"kind": "fact", "fact": "rating_count"}, True),
            ):
                name = figure.get("fact", "distance")
                value = {"ask": "best", "figure": figure, "among": among, "most": most}
                fill = [("of.category", kind), ("of.anchor", anchor)]
                found.append(self.part(value, ("described", f"described:{name}{most}"), fill))
        return found

    def entity(self, name: str | None) -> Entity | None:
        """Return the entity with a name."""
        return next((each for each in self.asked.entities if each.name == name), None)

    # -- travel ----------------------------------------------------------------------------------
    def chains(self) -> list[tuple[Entity, ...]]:
        """Return orders in which the named places may be visited, the order of mention first."""
        named = [each for each in self.asked.entities if each.known][:_MAX_CHAIN]
        legs = {end for leg in self.asked.world.legs for end in (leg.origin, leg.destination)}
        linked = [each for each in named if each.name in legs]
        if len(linked) >= 2:
            named = linked
        orders: list[tuple[Entity, ...]] = [tuple(named)]
        last = sorted(named, key=lambda each: each.slots[-1].start)
        orders += [tuple(last), (*named[:1], *(each for each in last if each is not named[0]))]
        orders.append((*last[-1:], *last[:-1]))
        if len(named) <= 3:
            orders += list(permutations(named))
        else:
            orders += [(named[-1], *named[:-1]), (named[1], named[0], *named[2:])]
            orders.append((named[-1], *named[1:-1], named[0]))
            orders.append((*named[1:], named[0]))
        if len(named) <= _MAX_ENDS:
            orders += list(permutations(named, 2))
        for skipped in range(len(named)):
            if len(named) > 2:
                orders.append(tuple(each for i, each in enumerate(named) if i != skipped))
        return list(dict.fromkeys(order for order in orders if order))

    def mode_choices(self) -> list[Part]:
        """Return the travel modes that are named, or else those of the world."""
        world = self.asked.world
        modes = {*(leg.mode for leg in world.legs), *(route.mode for route in world.routes)}
        known = sorted(str(mode.value) for mode in modes if mode is not None)
        found = [
            self.part({"mode": mode}, ("mode", f"mode={mode}"), [("mode", slot) for slot in slots])
            for mode, slots in self.asked.modes.items()
        ]
        if not found:
            found = [self.part({"mode": mode}, ("mode:unnamed", f"mode={mode}")) for mode in known]
            found.append(self.part({}, ("mode:none",)))
        return found

    def _all_travels(self) -> list[tuple[str, Part]]:
        if not (self.asked.world.legs or self.asked.world.routes):
            return []
        found = []
        for measure, type_ in (("time", "s"), ("distance", "m")):
            if not self.asked.types & {type_, "yesno"}:
                continue
            for chain in self.chains():
                for back in (False, True):
                    ends = [*chain, chain[0]] if back else list(chain)
                    if len(ends) > 1:
                        found += [
                            (type_, part) for part in self._chain_travels(ends, measure, back=back)
                        ]
        best = self.best((part for _, part in found), 3 * self.width)
        return [(("s" if "travel.measure=time" in part.atoms else "m"), part) for part in best]

    def _chain_travels(self, ends: list[Entity], measure: str, *, back: bool) -> Iterator[Part]:
        legs = len(ends) - 1
        mentioned = [each.slots[0].start for each in ends[: len(ends) - back]]
        atoms: Atoms = ("travel", f"travel.measure={measure}", f"legs={min(legs, 3)}")
        atoms += ("travel.back",) if back else ()
        features = ("in order" if mentioned == sorted(mentioned) else "out of order",)
        middle = [("travel.middle", each) for each in ends[1:-1]]
        last = [] if back else [("travel.destination", ends[-1])]
        fill = [("travel.origin", ends[0]), *middle, *last]
        shape = self.part(None, atoms, fill, features)
        for mode in self.mode_plans(ends):
            value = {
                "kind": "travel",
                "legs": [
                    {"origin": a.name, "destination": b.name, **each}
                    for (a, b), each in zip(pairwise(ends), mode.value, strict=True)
                ],
                "measure": measure,
            }
            yield self.join(value, shape, mode)

    def mode_plans(self, ends: list[Entity]) -> list[Part]:
        """Return the travel modes of each leg: one for all legs, or several as they are named."""
        legs = len(ends) - 1
        found = [choice._replace(value=[choice.value] * legs) for choice in self.mode_choices()]
        slots = self.asked.of("M")
        if legs > 1 and len(self.asked.modes) > 1:
            bits = sum(slot.bit for slot in slots)
            plans: dict[tuple[str, ...], list[str]] = {}
            for how, plan in self._mode_orders(ends):
                plans.setdefault(plan, []).append(f"modes {how}")
            for plan, proposals in plans.items():
                value = [{"mode": mode} for mode in plan]
                features = [*proposals]
                for end, mode in zip(ends[1:], plan, strict=True):
                    near = ((slot, place) for slot in self.asked.modes[mode] for place in end.slots)
                    slot, place = min(near, key=_words_between)
                    features += self.adjacency("way", slot, place)
                found.append(self.part(value, ("mode:several",), (), features, bits))
        return found

    def adjacency(self, mark: str, slot: Slot, place: Slot) -> list[str]:
        """Return the features of a mention that belongs to the mention of a place."""
        key = mark, slot.number, place.number
        found = self._adjacency_cache.get(key)
        if found is None:
            found = self._adjacency_cache[key] = list(self._describe_adjacency(mark, slot, place))
        return found

    @cached_property
    def _adjacency_cache(self) -> dict[tuple[str, int, int], list[str]]:
        return {}

    def _describe_adjacency(self, mark: str, slot: Slot, place: Slot) -> Iterator[str]:
        i, j = self.asked.at[slot.number], self.asked.at[place.number]
        side = f"{mark} {'ahead' if i < j else 'behind'}"
        row = self.asked.row[min(i, j) + 1 : max(i, j)]
        yield side
        yield f"{mark} gap {min(6, len(row))}"
        if len(row) <= 4:
            yield f"{side} {' '.join(row)}"
        yield from (f"{side} | {word}" for word in dict.fromkeys(row[:8]))
        same = self.asked.sentence[i] == self.asked.sentence[j]
        yield f"{mark} {'in one sentence' if same else 'across sentences'}"
        yield f"{mark} across {min(2, row.count('<P>'))} places"

    def _mode_orders(self, ends: list[Entity]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the travel modes of each leg as the positions of their mentions suggest."""
        slots, legs = self.asked.of("M"), len(ends) - 1
        yield "in order", tuple(slots[min(i, legs, len(slots) - 1)].value for i in range(legs))
        at = [ends[0].slots[0].start]
        for end in ends[1:]:
            later = [slot.start for slot in end.slots if slot.start > at[-1]]
            at.append(min(later, default=len(self.asked.reading.words)))
        yield "nearest", tuple(nearest_slot(slots, position).value for position in at[1:])
        for how, last, spans in (
            ("before the end", -1, pairwise(at)),
            ("behind the end", 0, zip(at[1:], [*at[2:], 10**6], strict=True)),
        ):
            plan: list[str] = []
            for start, stop in spans:
                inside = [s.value for s in slots if start <= s.start <= stop]
                plan.append(inside[last] if inside else "")
            if plan[0] or how == "before the end":
                carried = slots[0].value
                for number, mode in enumerate(plan):
                    carried = plan[number] = mode or carried
                yield how, tuple(plan)


def _words_between(pair: tuple[Slot, Slot]) -> int:
    return abs(pair[0].start - pair[1].start)


def nearest_slot(slots: Sequence[Slot], position: int) -> Slot:
    """Return the mention that is the fewest words away from a position."""
    return min(slots, key=lambda slot: abs(slot.start - position))


def same_kind(named: str, category: str | None) -> bool:
    """Whether a kind of place is that of a list, or related to it."""
    if category is None:
        return False
    listed = category_of(category) or category
    return (
        named == listed
        or is_kind_of(listed, named)
        or is_kind_of(named, listed)
        or are_akin(named, listed)
    )


def _has_other_ends(value: dict[str, Any]) -> bool:
    ends = [
        value[k]
        for k in ("origin", "destination", "place", "seen_from", "first", "second")
        if k in value
    ]
    return len(ends) < 2 or all(a != b for i, a in enumerate(ends) for b in ends[i + 1 :])
