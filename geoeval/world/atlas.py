"""An index of a world: resolves names to places, and finds their facts, lists, legs and routes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import filterfalse

from geoeval.text import KIND_WORDS, WEAK_WORDS, has_digit, key_words, normalise_name
from geoeval.world import merging
from geoeval.world.categories import category_of, stated_kinds
from geoeval.world.coordinates import place_at, with_named_location
from geoeval.world.lists import list_has_category
from geoeval.world.names import CLOSE, NameIndex, Spellings, strong_words
from geoeval.world.records import LatLon, Leg, NearbyList, Place, Records, Route, TravelMode


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """A name that matches no place of the world, or several (``tied``), listed in ``places``."""

    name: str
    candidates: tuple[str, ...] = ()
    tied: bool = False
    places: tuple[Place, ...] = field(default=(), repr=False)


class Atlas:
    """Looks up the names, places, lists, legs and routes of a world by any name of a place."""

    computed: str = ""
    """A description of what is computed on request; "" if nothing is."""
    is_one_source: bool = True
    """Whether all ids are of one source, so that different ids are different places."""

    def __init__(self, world: Records) -> None:
        self.world = world
        self._cached_resolve = lru_cache(_CACHE_SIZE)(self._resolve_name)
        self._group_of = lru_cache(_CACHE_SIZE)(self._find_group)

    def __reduce__(self) -> tuple[type[Atlas], tuple[Records]]:
        """Pickle the world only; the indexes are rebuilt on demand."""
        return Atlas, (self.world,)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All distinct names of places, list entries, anchors, and ends of legs and routes."""
        return tuple(dict.fromkeys(place.name for place in self._all_mentions))

    @cached_property
    def river_names(self) -> tuple[str, ...]:
        """The names of rivers that are found by name only, as ``MapAtlas`` has them."""
        return ()

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All distinct places in the order of the world, each with its merged facts."""
        return tuple(place for group in self._grouped_places.values() for place, _ in group)

    @cached_property
    def box(self) -> tuple[LatLon, LatLon] | None:
        """The south-western and north-eastern corners of the box around all located places."""
        points = [place.location for place in self.places if place.location is not None]
        if not points:
            return None
        lats, lons = zip(*points, strict=True)
        return (min(lats), min(lons)), (max(lats), max(lons))

    @cached_property
    def restated(self) -> tuple[tuple[Place, ...], ...]:
        """The mentions of each place that has several, in the order of the world."""
        found = (mentions for group in self._grouped_places.values() for _, mentions in group)
        return tuple(mentions for mentions in found if len(mentions) > 1)

    def resolve(self, name: str) -> Place | Unresolved:
        """Return the place with a name or id, with the facts of all its mentions merged."""
        return self._cached_resolve(name)

    def nearest(self, name: str) -> tuple[str, ...]:
        """Return up to five names that resemble a text, by shared rare words, then by spelling."""
        return self._name_index.nearest(name)

    def fitting(self, name: str) -> tuple[Place, ...]:  # noqa: ARG002 - overridden by MapAtlas
        """Return the places of a map file whose names match a text, best match first."""
        return ()

    def facts(self, place: Place) -> Place:
        """Return a place of the world with the facts of all its mentions merged."""
        merged = self._place_by_mention.get(id(place))
        if merged is not None:
            return merged
        group = self._grouped_places.get(group_key(place.name), ())
        same = [
            known for known, mentions in group if place.id in {m.id for m in (known, *mentions)}
        ]
        nearby = (
            known
            for known in same or [known for known, _ in group]
            if merging.same_address(known, place)
        )
        return same[0] if len(same) == 1 else next(nearby, place)

    def types(self, place: Place) -> tuple[str, ...]:
        """Return the kinds of a place by its category and the lists it is in: "restaurant"."""
        return tuple(self._types_by_id.get(self.facts(place).id, ()))

    def shape(self, place: Place) -> str | None:
        """Return the outline or course of a place as WKT, or None if it is unknown."""
        return place.shape

    def entries(
        self, anchor: str | None = None, category: str | None = None
    ) -> tuple[NearbyList, ...]:
        """Return the lists around an anchor that contain a category; None means any."""
        return tuple(
            nearby
            for nearby in self.world.lists
            if (anchor is None or self._is_around(nearby, anchor))
            and (category is None or list_has_category(nearby, category))
        )

    def leg(self, origin: str, destination: str, mode: TravelMode | None = None) -> Leg | None:
        """Return the leg between two places; without a mode, the only leg if all share one mode."""
        legs = self._legs_by_ends.get((self._group_of(origin), self._group_of(destination)), ())
        if mode is None:
            return legs[0] if legs and len({leg.mode for leg in legs}) == 1 else None
        wanted = None if self._has_no_modes else mode
        return next((leg for leg in legs if leg.mode == wanted), None)

    def legs(self, origin: str | None = None, destination: str | None = None) -> tuple[Leg, ...]:
        """Return the legs between two places in every mode; None means any place."""
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

    def is_same_place(self, first: str, second: str) -> bool:
        """Return whether two names resolve to the same place."""
        one, other = self.resolve(first), self.resolve(second)
        return isinstance(one, Place) and isinstance(other, Place) and one.id == other.id

    @cached_property
    def _all_mentions(self) -> tuple[Place, ...]:
        """All places of the world in order, plus a bare place for each name without facts."""
        world = self.world
        mentions = list(world.places)
        known_names = {place.name for place in mentions}

        def add(name: str, line: int | None) -> None:
            if name not in known_names:
                known_names.add(name)
                mentions.append(Place(name=name, id=_NAME_ONLY_ID, line=line))

        for nearby in world.lists:
            if nearby.anchor:
                add(nearby.anchor, nearby.line)
            mentions.extend(nearby.places)
            known_names.update(place.name for place in nearby.places)
        journeys: tuple[Leg | Route, ...] = (*world.legs, *world.routes)
        for journey in journeys:
            add(journey.origin, journey.line)
            add(journey.destination, journey.line)
        if world.user_location:
            add(world.user_location, None)
        return tuple(mentions)

    @cached_property
    def _grouped_places(self) -> dict[str, tuple[tuple[Place, tuple[Place, ...]], ...]]:
        groups: dict[str, list[Place]] = {}
        for place in self._all_mentions:
            groups.setdefault(group_key(place.name), []).append(place)
        lists_by_entry = self._lists_by_entry
        found = {
            key: merging.group_mentions(
                places, _NAME_ONLY_ID, lists_by_entry, by_id=self.is_one_source
            )
            for key, places in groups.items()
        }
        places = tuple(place for pairs in found.values() for place, _ in pairs)
        located = merging.with_locations(merging.with_unique_ids(places))
        if located == places:
            return found
        remaining = iter(located)
        return {
            key: tuple((next(remaining), mentions) for _, mentions in pairs)
            for key, pairs in found.items()
        }

    @cached_property
    def _types_by_id(self) -> dict[str, dict[str, None]]:
        types = {
            place.id: dict.fromkeys(filter(category_of, stated_kinds(place.category)))
            for place in self.places
            if place.category
        }
        for nearby in self.world.lists:
            if kind := category_of(nearby.category or ""):
                for place in nearby.places:
                    types.setdefault(self.facts(place).id, {})[kind] = None
        return types

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
        """Maps ``id(entry)`` to the indices of its lists; a list never repeats a place."""
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
            places = merging.select_matching(name, places)
        if len(places) == 1 and (
            name == places[0].name
            or not merging.contradicts_place(name, places[0], self._town_words)
        ):
            return with_named_location(places[0])
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
        """Return the group of a name without its trailing town: "Mill in Rajpur"."""
        words = key_words(name)
        towns = (at for at in range(1, len(words)) if words[at:] in self._town_words)
        name_words = words[: next(towns, 0)]
        rest = " ".join(name_words[:-1] if name_words[-1:] == ("in",) else name_words)
        is_name = bool(rest) and (rest in self._grouped_places or strong_words(name_words))
        return self._group_of(rest) if is_name else None

    def _match_names(self, name: str) -> tuple[str, ...]:
        """Return the names that a text matches; the name of a town never matches a place in it."""
        index = self._name_index
        match = index.match(name)
        town = key_words(name.partition(",")[0])
        if match.how in {"short_form", "close"} and self._is_town(town):
            allowed = (WEAK_WORDS - KIND_WORDS).union(town, *self._town_words)
            names = ((each, key_words(each)) for each in self.names)
            index = NameIndex(
                [n for n, words in names if allowed.issuperset(words) or self._is_town(words)]
            )
            match = index.match(name)
        found = match.tied if match.index is None else (match.index,)
        return tuple(index.names[at] for at in found)

    def _is_in_region(self, name: str, group: str) -> bool:
        """Return whether a name means something in a town, not the town itself: "Rajpur Museum"."""
        town = self._places_by_group[group][0]
        extra_words = set(key_words(name)) - set(key_words(town.name))
        return bool(extra_words & KIND_WORDS) and merging.is_region(town)

    def _is_town(self, words: tuple[str, ...]) -> bool:
        if words in self._town_words:
            return True
        scores = self._town_spellings.find_similar(" ".join(words), _MIN_RATIO)
        towns = (self._town_words[at] for at, score in scores.items() if score >= CLOSE)
        return any(len(town) == len(words) for town in towns)

    @cached_property
    def _town_words(self) -> tuple[tuple[str, ...], ...]:
        """The words of the towns, districts and countries in addresses, after the first comma."""
        addresses = {place.address for place in self._all_mentions if place.address}
        parts = {part for address in addresses for part in address.split(",")[1:]}
        towns = {tuple(filterfalse(has_digit, key_words(part))) for part in parts}
        return tuple(sorted(words for words in towns if strong_words(words) and all(words)))

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
_MIN_RATIO = 55.0  # spellings at least this similar, 0-100, are compared in full
_CACHE_SIZE = 10_000  # bounded because a server may run for months


@lru_cache(maxsize=32768)
def group_key(name: str) -> str:
    """Return a key for a name, the same for all its spellings; coordinates keep their signs."""
    point = place_at(name)
    return " ".join(key_words(name)) if point is None else str(point.location)
