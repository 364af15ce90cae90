"""The index over a world: which place a name means, and its facts, lists, legs and routes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import filterfalse

from geoeval.text import KIND_WORDS, WEAK_WORDS, has_digit, key_words, normalise_name
from geoeval.world import merging
from geoeval.world.categories import category_of
from geoeval.world.coordinates import at_its_name, place_at
from geoeval.world.lists import lists_kind
from geoeval.world.names import CLOSE, NameIndex, Spellings, strong_words
from geoeval.world.records import LatLon, Leg, NearbyList, Place, Records, Route, TravelMode


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """A name that means no place of the world, or several (``tied``), which are ``places``."""

    name: str
    candidates: tuple[str, ...] = ()
    tied: bool = False
    places: tuple[Place, ...] = field(default=(), repr=False)


class Atlas:
    """Names, places, lists, legs and routes of a world, looked up by any name of a place."""

    computed: str = ""
    """What is computed when it is asked for, in words; "" if the world holds all there is."""

    def __init__(self, world: Records) -> None:
        self.world = world
        self._cached_resolve = lru_cache(_CACHE_SIZE)(self._resolve_name)
        self._group_of = lru_cache(_CACHE_SIZE)(self._find_group)

    def __reduce__(self) -> tuple[type[Atlas], tuple[Records]]:
        """Pickle the world only; indexes are rebuilt on demand."""
        return Atlas, (self.world,)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All distinct names of places, list entries, anchors, and ends of legs and routes."""
        return tuple(dict.fromkeys(place.name for place in self._all_mentions))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All distinct places with their merged facts, in the order of the world."""
        return tuple(place for group in self._grouped_places.values() for place, _ in group)

    @cached_property
    def box(self) -> tuple[LatLon, LatLon] | None:
        """The south-western and north-eastern corner around all places that have coordinates."""
        points = [place.location for place in self.places if place.location is not None]
        if not points:
            return None
        lats, lons = zip(*points, strict=True)
        return (min(lats), min(lons)), (max(lats), max(lons))

    @cached_property
    def restated(self) -> tuple[tuple[Place, ...], ...]:
        """The mentions of each place with more than one, in the order of the world."""
        found = (mentions for group in self._grouped_places.values() for _, mentions in group)
        return tuple(mentions for mentions in found if len(mentions) > 1)

    def resolve(self, name: str) -> Place | Unresolved:
        """Return the place that a name or id means, with its facts merged from all mentions."""
        return self._cached_resolve(name)

    def nearest(self, name: str) -> tuple[str, ...]:
        """Return up to five names that resemble a text most, by rare words, then by letters."""
        return self._name_index.nearest(name)

    def fitting(self, name: str) -> tuple[Place, ...]:  # noqa: ARG002 - MapAtlas searches its map file
        """Return the places of a map file whose names match a text, best first."""
        return ()

    def facts(self, place: Place) -> Place:
        """Return a place of the world with the facts of all its mentions merged."""
        known = self._place_by_mention.get(id(place))
        if known is not None:
            return known
        group = self._grouped_places.get(group_key(place.name), ())
        same = [one for one, mentions in group if place.id in {m.id for m in (one, *mentions)}]
        near = (
            one for one in same or [one for one, _ in group] if merging.same_address(one, place)
        )
        return same[0] if len(same) == 1 else next(near, place)

    def types(self, place: Place) -> tuple[str, ...]:
        """Return the known kinds of a place, such as "restaurant"."""
        return tuple(self._types_by_id.get(self.facts(place).id, ()))

    def entries(
        self, anchor: str | None = None, category: str | None = None
    ) -> tuple[NearbyList, ...]:
        """Return the lists around an anchor that list a category."""
        return tuple(
            nearby
            for nearby in self.world.lists
            if (anchor is None or self._is_around(nearby, anchor))
            and (category is None or lists_kind(nearby, category))
        )

    def leg(self, origin: str, destination: str, mode: TravelMode | None = None) -> Leg | None:
        """Return the travel from one place to another."""
        legs = self._legs_by_ends.get((self._group_of(origin), self._group_of(destination)), ())
        if mode is None:
            return legs[0] if legs and len({leg.mode for leg in legs}) == 1 else None
        wanted = None if self._has_no_modes else mode
        return next((leg for leg in legs if leg.mode == wanted), None)

    def legs(self, origin: str | None = None, destination: str | None = None) -> tuple[Leg, ...]:
        """Return all legs between places, of every mode; None means any place."""
        first, last = self._find_group_or_any(origin), self._find_group_or_any(destination)
        return tuple(
            leg
            for (start, end), legs in self._legs_by_ends.items()
            if first in (_ANY, start) and last in (_ANY, end)
            for leg in legs
        )

    def routes(
        self,
        origin: str | None = None,
        destination: str | None = None,
        mode: TravelMode | None = None,
    ) -> tuple[Route, ...]:
        """Return the routes between two places; None means any place or mode."""
        first, last = self._find_group_or_any(origin), self._find_group_or_any(destination)
        return tuple(
            route
            for route in self.world.routes
            if first in (_ANY, group_key(route.origin))
            and last in (_ANY, group_key(route.destination))
            and mode in (None, route.mode)
        )

    def same(self, first: str, second: str) -> bool:
        """Tell whether two names mean the same place."""
        one, other = self.resolve(first), self.resolve(second)
        return isinstance(one, Place) and isinstance(other, Place) and one.id == other.id

    @cached_property
    def _all_mentions(self) -> tuple[Place, ...]:
        """All places, and a place without facts for each other name, in the order of the world."""
        world = self.world
        found = list(world.places)
        named = {place.name for place in found}

        def add(name: str, line: int | None) -> None:
            if name not in named:
                named.add(name)
                found.append(Place(name=name, id=_NAME_ONLY_ID, line=line))

        for nearby in world.lists:
            if nearby.anchor:
                add(nearby.anchor, nearby.line)
            found.extend(nearby.places)
            named.update(place.name for place in nearby.places)
        journeys: tuple[Leg | Route, ...] = (*world.legs, *world.routes)
        for journey in journeys:
            add(journey.origin, journey.line)
            add(journey.destination, journey.line)
        if world.user_location:
            add(world.user_location, None)
        return tuple(found)

    @cached_property
    def _grouped_places(self) -> dict[str, tuple[tuple[Place, tuple[Place, ...]], ...]]:
        groups: dict[str, list[Place]] = {}
        for place in self._all_mentions:
            groups.setdefault(group_key(place.name), []).append(place)
        together = self._lists_by_entry
        found = {
            key: merging.sort_out(places, _NAME_ONLY_ID, together) for key, places in groups.items()
        }
        places = tuple(place for pairs in found.values() for place, _ in pairs)
        located = merging.with_locations(merging.with_own_ids(places))
        if located == places:
            return found
        changed = iter(located)
        return {
            key: tuple((next(changed), mentions) for _, mentions in pairs)
            for key, pairs in found.items()
        }

    @cached_property
    def _types_by_id(self) -> dict[str, dict[str, None]]:
        found: dict[str, dict[str, None]] = {}
        for nearby in self.world.lists:
            if kind := category_of(nearby.category or ""):
                for place in nearby.places:
                    found.setdefault(self.facts(place).id, {})[kind] = None
        return found

    @cached_property
    def _places_by_group(self) -> dict[str, tuple[Place, ...]]:
        return {key: tuple(p for p, _ in found) for key, found in self._grouped_places.items()}

    @cached_property
    def _place_by_mention(self) -> dict[int, Place]:
        """Maps ``id(mention)`` to its place; safe because the world keeps its mentions alive."""
        found = [pair for group in self._grouped_places.values() for pair in group]
        return {id(mention): place for place, mentions in found for mention in mentions}

    @cached_property
    def _lists_by_entry(self) -> dict[int, set[int]]:
        """Maps ``id(entry)`` to the numbers of its lists, whose entries are distinct places."""
        lists: dict[int, set[int]] = {}
        for number, nearby in enumerate(self.world.lists):
            for place in nearby.places:
                lists.setdefault(id(place), set()).add(number)
        return lists

    @cached_property
    def _place_by_id(self) -> dict[str, Place]:
        return {place.id: place for place in self.places}

    @cached_property
    def _name_index(self) -> NameIndex:
        return NameIndex(self.names)

    @cached_property
    def _legs_by_ends(self) -> dict[tuple[str | None, str | None], list[Leg]]:
        legs: dict[tuple[str | None, str | None], list[Leg]] = {}
        for leg in self.world.legs:
            legs.setdefault((group_key(leg.origin), group_key(leg.destination)), []).append(leg)
        return legs

    @cached_property
    def _has_no_modes(self) -> bool:
        return all(leg.mode is None for leg in self.world.legs)

    def _resolve_name(self, name: str) -> Place | Unresolved:
        by_id = self._place_by_id.get(name)
        if by_id is not None:
            return by_id
        group = self._group_of(name)
        if group is None:
            point = place_at(name)
            if point is not None:
                return point
            match = self._name_index.match(name)
            near = match.candidates if match.index is None else self.nearest(name)
            return Unresolved(name=name, candidates=near, tied=bool(match.tied))
        places = self._places_by_group[group]
        if len(places) > 1:
            places = merging.distinguished(name, places)
        if len(places) == 1 and (
            name == places[0].name
            or not merging.contradicts_place(name, places[0], self._town_words)
        ):
            return at_its_name(places[0])
        shared = places if len(places) > 1 else ()
        return Unresolved(
            name=name, candidates=merging.label_places(places), tied=bool(shared), places=shared
        )

    def _find_group(self, name: str) -> str | None:
        key = group_key(name)
        if key in self._grouped_places:
            return key
        if name in self._place_by_id:
            return group_key(self._place_by_id[name].name)
        if place_at(name) is not None:
            return None
        groups = {group_key(found) for found in self._match_names(name)}
        groups = {group for group in groups if not self._is_in_region(name, group)}
        return (
            self._find_without_town(name)
            if not groups
            else groups.pop()
            if len(groups) == 1
            else None
        )

    def _find_without_town(self, name: str) -> str | None:
        """Return the group that a name means without its trailing town: "Mill in Rajpur"."""
        words = key_words(name)
        towns = (at for at in range(1, len(words)) if words[at:] in self._town_words)
        bare = words[: next(towns, 0)]
        rest = " ".join(bare[:-1] if bare[-1:] == ("in",) else bare)
        known = bool(rest) and (rest in self._grouped_places or strong_words(bare))
        return self._group_of(rest) if known else None

    def _match_names(self, name: str) -> tuple[str, ...]:
        """Return the names that a text may mean; a town never means a place inside it."""
        index = self._name_index
        match = index.match(name)
        town = key_words(name.partition(",")[0])
        if match.how in {"short_form", "close"} and self._is_town(town):
            words = (WEAK_WORDS - KIND_WORDS).union(town, *self._town_words)
            own = ((each, key_words(each)) for each in self.names)
            index = NameIndex([n for n, of in own if words.issuperset(of) or self._is_town(of)])
            match = index.match(name)
        found = match.tied if match.index is None else (match.index,)
        return tuple(index.names[at] for at in found)

    def _is_in_region(self, name: str, group: str) -> bool:
        """Tell whether a name means something in a town, not the town: "Rajpur Museum"."""
        town = self._places_by_group[group][0]
        more = set(key_words(name)) - set(key_words(town.name))
        return bool(more & KIND_WORDS) and merging.is_region(town)

    def _is_town(self, words: tuple[str, ...]) -> bool:
        if words in self._town_words:
            return True
        like = self._town_spellings.like(" ".join(words), _LEAST_RATIO)
        towns = (self._town_words[at] for at, score in like.items() if score >= CLOSE)
        return any(len(town) == len(words) for town in towns)

    @cached_property
    def _town_words(self) -> tuple[tuple[str, ...], ...]:
        """The words of each town, district and country in the addresses, after the first comma."""
        addresses = {place.address for place in self._all_mentions if place.address}
        parts = {part for address in addresses for part in address.split(",")[1:]}
        named = {tuple(filterfalse(has_digit, key_words(part))) for part in parts}
        return tuple(sorted(words for words in named if strong_words(words) and all(words)))

    @cached_property
    def _town_spellings(self) -> Spellings:
        return Spellings([" ".join(words) for words in self._town_words])

    def _find_group_or_any(self, name: str | None) -> str | None:
        return _ANY if name is None else self._group_of(name)

    def _is_around(self, nearby: NearbyList, anchor: str) -> bool:
        if nearby.anchor:
            return group_key(nearby.anchor) == self._group_of(anchor)
        words = f" {normalise_name(nearby.search or '')} "
        return f" {normalise_name(anchor)} " in words


_ANY = "*"
_NAME_ONLY_ID = "name only"
_LEAST_RATIO = 55.0  # similarity of letters, 0-100, from which spellings are compared in full
_CACHE_SIZE = 10_000  # bounded, because a server may run for months


@lru_cache(maxsize=32768)
def group_key(name: str) -> str:
    """Return the key that equal names share; coordinates keep their signs."""
    point = place_at(name)
    return " ".join(key_words(name)) if point is None else str(point.location)
