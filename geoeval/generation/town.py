"""A world for questions: its places with clear names, and the lists and legs between them."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import permutations, product
from random import Random
from typing import TypeVar

from geoeval.calculators.sphere.distance import haversine
from geoeval.text import pluralise
from geoeval.world import model
from geoeval.world.atlas import group_key
from geoeval.world.categories import category_of
from geoeval.world.reader import read_context
from geoeval.world.store.atlas import MapAtlas
from geoeval.world.store.reading import MapFile
from geoeval.world.writer import write_context

Drawn = TypeVar("Drawn")
MODES = (model.TravelMode.DRIVING, model.TravelMode.WALKING, model.TravelMode.BICYCLING)
# Other punctuation could make a name look like two names, or like an instruction.
_CLEAR = re.compile(r"[^\W\d_][\w'’\- ]{2,38}\w", re.UNICODE)
_LONGEST_WAY, _ROUND_M = 3.0, 500.0
"""A leg longer than this multiple of the straight line, and than this in metres, is implausible."""
_EVERYWHERE_M = 1e6  # wider than any map of a town
_METRES = 1000  # radii below this are given in metres
_LONGEST_NAME = 6  # words
_FEWEST, _MOST = 4, 20  # places of a list: enough for the options, and not too long to read
_MINUTE_S = 60
# Countable names of kinds that maps name by an uncountable noun.
_COUNTED = {
    "bicycle parking": "bike parking place",
    "company office": "office",
    "currency exchange": "exchange office",
    "drinking water": "drinking fountain",
    "lodging": "place to stay",
    "meal delivery": "meal delivery service",
    "parking": "car park",
    "storage": "storage facility",
    "tourist information": "tourist office",
}
_PROPER = re.compile(
    r"\b(american|atm|buddhist|chinese|french|greek|hindu|indian|italian|japanese|korean|mexican"
    r"|middle eastern|rv|sikh|spanish|thai|turkish|vietnamese)\b"
)


class Town:
    """A world from which questions are drawn.

    Questions are only about places with unique names, because the name is all that identifies a
    place. On a map with roads, missing facts are computed; from a recorded world only recorded
    facts are drawn.
    """

    def __init__(self, world: model.World, script: str | None = None) -> None:
        self.world = world
        self.script = script
        self.atlas = world.atlas
        self.is_map = isinstance(world, model.MapWorld)
        self._wanted: dict[Callable[[model.Place], bool] | None, tuple[str, ...]] = {}

    @cached_property
    def spots(self) -> tuple[model.Place, ...]:
        """The places with a position and a unique name, by id.

        A name is unique if no other place or road has it, alone or within a longer name.
        """
        called = Counter(group_key(place.name) for place in self.atlas.places)
        called.update({group_key(name) for name in self._road_names})
        called.update(part for place in self.atlas.places for part in _name_parts(place.name))
        found = (
            place
            for place in self.atlas.places
            if called[group_key(place.name)] == 1 and self._can_be_asked(place)
        )
        return tuple(sorted(found, key=lambda place: (place.id, place.name)))

    def _can_be_asked(self, place: model.Place) -> bool:
        is_read = self.script is None or is_written_in(place.name, self.script)
        return place.location is not None and is_read and is_clear(place.name)

    @cached_property
    def _road_names(self) -> frozenset[str]:
        if not isinstance(self.world, model.MapWorld):
            return frozenset()
        with MapFile(self.world.map_path) as file:
            return frozenset(road.name for road in file.roads())

    @cached_property
    def named(self) -> frozenset[str]:
        """The clear names."""
        return frozenset(place.name for place in self.spots)

    @cached_property
    def listed(self) -> frozenset[str]:
        """The names that may be in a list: the clear ones, or all of a recorded world."""
        if self.is_map:
            return self.named
        called = Counter(group_key(place.name) for place in self.atlas.places)
        return frozenset(p.name for p in self.atlas.places if called[group_key(p.name)] == 1)

    @cached_property
    def kinds(self) -> Mapping[str, tuple[model.Place, ...]]:
        """The places with a position by kind, as worded in questions, without rare kinds.

        A place may have several kinds.
        """
        found: dict[str, dict[str, model.Place]] = {}
        for place, words in self._described_places():
            for kind in {category_of(each.replace("_", " ")) for each in words}:
                if kind is not None and place.location is not None:
                    found.setdefault(kind, {})[place.id] = place
        return {
            kind: tuple(found[kind].values())
            for kind in sorted(found)
            if len(found[kind]) >= _FEWEST
        }

    def _described_places(self) -> Iterator[tuple[model.Place, Iterable[str]]]:
        if isinstance(self.world, model.MapWorld):
            with MapFile(self.world.map_path) as file:
                yield from ((each.place, each.types) for each in file.places())
        for nearby in self.world.lists:
            yield from ((place, [nearby.category or ""]) for place in nearby.places)

    @cached_property
    def areas(self) -> Mapping[str, tuple[model.Place, ...]]:
        """The administrative areas with clear names by their level, if a level has several."""
        found: dict[str, list[model.Place]] = {}
        for place, types in self._described_places():
            for level in types:
                if level.startswith("administrative_area_level_") and self._can_be_asked(place):
                    found.setdefault(level, []).append(place)
        return {level: tuple(places) for level, places in found.items() if len(places) >= _FEWEST}

    @cached_property
    def modes(self) -> tuple[model.TravelMode, ...]:
        """The travel modes with known times."""
        if isinstance(self.world, model.MapWorld):
            with MapFile(self.world.map_path) as file:
                return tuple(mode for mode in MODES if mode in file.modes)
        return tuple(
            mode for mode in model.TravelMode if any(leg.mode == mode for leg in self.world.legs)
        )

    def list_around(
        self,
        draw: Random,
        wanted: Callable[[model.Place], bool] | None = None,
        *,
        whole: bool = True,
    ) -> model.NearbyList | None:
        """Draw places of a kind around a place, nearest first, all of which are ``wanted``.

        A ``whole`` list is complete up to its radius.
        """
        nearby = self._draw_any_list(draw, wanted)
        if nearby is None or category_of(nearby.category or "") is None:
            return None
        spot = self.place(nearby.anchor or "").location
        if spot is None:
            return None

        def asked(place: model.Place) -> bool:
            return place.name in self.listed and (wanted is None or wanted(place))

        return _draw_list(nearby, spot, draw, asked, whole=whole)

    def _draw_any_list(
        self, draw: Random, wanted: Callable[[model.Place], bool] | None
    ) -> model.NearbyList | None:
        if not self.is_map:
            return _draw_one(draw, self._recorded_lists)
        anchor, kind = _draw_one(draw, self.spots), _draw_one(draw, self._kinds_of(wanted))
        if anchor is None or kind is None or anchor.id in {each.id for each in self.kinds[kind]}:
            return None  # it is unclear whether a café is one of the cafés around itself
        return model.NearbyList(
            anchor=anchor.name, category=kind, places=self.kinds[kind], radius_m=_EVERYWHERE_M
        )

    @cached_property
    def _recorded_lists(self) -> tuple[model.NearbyList, ...]:
        """The recorded lists, each with the radius within which it is complete, if any.

        A list sorted by distance is complete up to its last place.
        """
        return tuple(
            replace(each, radius_m=_list_reach(each, self.place(each.anchor).location))
            for each in self.world.lists
            if each.anchor in self.named and each.anchor is not None
        )

    def _kinds_of(self, wanted: Callable[[model.Place], bool] | None) -> tuple[str, ...]:
        if wanted not in self._wanted:
            self._wanted[wanted] = tuple(
                kind
                for kind, places in self.kinds.items()
                if wanted is None or 2 * sum(map(wanted, places)) >= len(places)
            )
        return self._wanted[wanted]

    def ends(
        self,
        draw: Random,
        count: int,
        modes: Sequence[model.TravelMode],
        others: Sequence[model.Place] | None = None,
    ) -> tuple[str, ...] | None:
        """Draw places with known travel times from the first to the others, by all given modes.

        On a map there are also those from each of the others, which may be limited to some of them.
        """
        first = _draw_one(draw, self._start_names)
        reached = self._reachable_names(first, others)
        if first is None or len(reached) < count - 1:
            return None
        names = (first, *draw.sample(reached, count - 1))
        if isinstance(self.atlas, MapAtlas):
            for mode in modes:
                self.atlas.measure(names, mode)
        known = permutations(names, 2) if self.is_map else product(names[:1], names[1:])
        whole = all(self._is_likely(*pair, mode) for pair, mode in product(known, modes))
        return names if whole else None

    @cached_property
    def _start_names(self) -> tuple[str, ...]:
        return (
            tuple(place.name for place in self.spots) if self.is_map else tuple(self._linked_names)
        )

    def _reachable_names(
        self, first: str | None, others: Sequence[model.Place] | None
    ) -> Sequence[str]:
        if self.is_map:
            spots = self.spots if others is None else others
            return [place.name for place in spots if place.name != first]
        return self._linked_names.get(first or "", ())

    @cached_property
    def _linked_names(self) -> Mapping[str, tuple[str, ...]]:
        """The places with clear names that have a recorded leg, by its origin."""
        found: dict[str, dict[str, None]] = {}
        for leg in self.world.legs:
            if is_clear(leg.origin) and is_clear(leg.destination):
                found.setdefault(leg.origin, {})[leg.destination] = None
        return {origin: tuple(found[origin]) for origin in sorted(found)}

    def _is_likely(self, origin: str, destination: str, mode: model.TravelMode) -> bool:
        """Return whether the route between two places is known and plausible.

        A place in a passage or car park that is mapped without entrances may be connected to
        distant roads; a question about such a route would be about the mapping.
        """
        leg = self.leg(origin, destination, mode)
        if leg is None or leg.duration_s is None:
            return False
        if not self.is_map:
            return True
        line = away_m(_known_location(self.place(origin)), _known_location(self.place(destination)))
        return leg.distance_m is None or leg.distance_m <= _LONGEST_WAY * line + _ROUND_M

    def routes(self, draw: Random) -> tuple[model.Route, ...]:
        """Draw two places and return the routes between them, by one mode."""
        if self.is_map:
            origin, destination = draw.sample(self.spots, 2)
            mode = draw.choice(self.modes)
            if not self._is_likely(origin.name, destination.name, mode):
                return ()
            return self.routes_between(origin.name, destination.name, mode)
        route = _draw_one(draw, self.world.routes)
        if route is None or not (is_clear(route.origin) and is_clear(route.destination)):
            return ()
        return self.routes_between(route.origin, route.destination, route.mode)

    def routes_between(
        self, origin: str, destination: str, mode: model.TravelMode | None
    ) -> tuple[model.Route, ...]:
        """Return the routes from one place to another, with times in whole minutes."""
        found = self.atlas.routes(origin, destination, mode)
        return tuple(replace(each, duration_s=_whole_minutes(each.duration_s)) for each in found)

    def leg(self, origin: str, destination: str, mode: model.TravelMode) -> model.Leg | None:
        """Return the leg from one place to another in whole minutes, None if less than one."""
        leg = self.atlas.leg(origin, destination, mode)
        if leg is None or leg.duration_s is None:
            return leg
        short = leg.duration_s < _MINUTE_S
        return None if short else replace(leg, duration_s=_whole_minutes(leg.duration_s))

    def legs(
        self, names: Iterable[str], modes: Iterable[model.TravelMode]
    ) -> tuple[model.Leg, ...]:
        """Return the legs from each of the places to each other."""
        every = tuple(names)
        found = (
            self.leg(one, other, mode)
            for mode in modes
            for one in every
            for other in every
            if one != other
        )
        return tuple(leg for leg in found if leg is not None)

    def place(self, name: str) -> model.Place:
        """Return a place of the town with all its facts, or one with nothing but its name."""
        found = self.atlas.resolve(name)
        return found if isinstance(found, model.Place) else model.Place(name=name)

    def others(self, draw: Random, names: Iterable[str], count: int) -> tuple[model.Place, ...]:
        """Draw places outside the given ones."""
        taken = set(names)
        free = [place for place in self.spots if place.name not in taken]
        return tuple(draw.sample(free, min(count, len(free))))


def _name_parts(name: str) -> Iterator[str]:
    words = name.split()[:_LONGEST_NAME]
    for length in range(1, len(words)):
        for at in range(len(words) - length + 1):
            yield group_key(" ".join(words[at : at + length]))


def is_clear(name: str) -> bool:
    """Return whether a text can only be read as the name of one place."""
    words = name.split()
    generic = category_of(name) is not None or name.islower()
    return (
        bool(_CLEAR.fullmatch(name))
        and not generic
        and " and " not in name
        and len(words) <= _LONGEST_NAME
    )


def is_written_in(name: str, script: str) -> bool:
    """Return whether all letters of a name belong to a Unicode script."""
    letters = [unicodedata.name(each, "") for each in name if each.isalpha()]
    return bool(letters) and all(each.startswith(f"{script.upper()} ") for each in letters)


def is_script(name: str) -> bool:
    """Return whether Unicode has letters whose names begin with the name of a script."""
    letters = filter(str.isalpha, map(chr, range(sys.maxunicode + 1)))
    return any(unicodedata.name(each, "").startswith(f"{name.upper()} ") for each in letters)


def describe_facts(facts: model.World) -> tuple[str, model.World]:
    """Return facts as the text of a context, and the world parsed from it."""
    text = write_context(facts)
    world, unread = read_context(text)
    assert not unread
    return text, world


def keep_facts(place: model.Place, *, keep: Iterable[str] = ()) -> model.Place:
    """Return a place with only its name, its position and the chosen facts."""
    kept = {each: getattr(place, each) for each in keep}
    return model.Place(name=place.name, location=place.location, **kept)


def away_m(first: model.LatLon, second: model.LatLon) -> float:
    """Return the great-circle distance between two positions in metres."""
    return float(haversine(first, second))


def category_text(category: str) -> str:
    """Return a kind of place as in a question: countable, proper adjectives capitalised."""
    counted = _COUNTED.get(category, category)
    words = counted if category_of(counted) == category else category
    return _PROPER.sub(lambda found: _capitalise(found[0]), words)


def _capitalise(word: str) -> str:
    return word.upper() if len(word) < len("thai") else word.title()


def pluralise_kind(category: str) -> str:
    """Return a kind of place in the plural."""
    return pluralise(category_text(category))


def _whole_minutes(seconds: int | None) -> int | None:
    return None if seconds is None else _MINUTE_S * int(seconds / _MINUTE_S + 0.5)


def _draw_one(draw: Random, values: Sequence[Drawn]) -> Drawn | None:
    return draw.choice(values) if values else None


def _draw_list(
    nearby: model.NearbyList,
    spot: model.LatLon,
    draw: Random,
    wanted: Callable[[model.Place], bool],
    *,
    whole: bool,
) -> model.NearbyList | None:
    """Return as many places of a list with clear names as are unambiguous, or None."""
    placed = tuple(place for place in nearby.places if place.location is not None)
    if whole and (len(placed) < len(nearby.places) or not nearby.radius_m):
        return None
    kept, end = _clearly_named(replace(nearby, places=placed), spot, wanted, whole=whole)
    count, radius = _draw_size(draw, [metres for metres, _ in kept], end, whole=whole)
    if not count:
        return None
    return model.NearbyList(
        anchor=nearby.anchor,
        category=category_of(nearby.category or ""),
        places=tuple(place for _, place in kept[:count]),
        radius_m=radius,
    )


def _draw_size(
    draw: Random, away: Sequence[float], end: float, *, whole: bool
) -> tuple[int, float | None]:
    """Draw the length of a list of the nearest places, 0 if none is suitable, and its radius."""
    counts = [*range(_FEWEST, min(len(away), _MOST) + 1)]
    draw.shuffle(counts)
    if not whole:
        return next(iter(counts), 0), None
    for count in counts:
        beyond = away[count] if count < len(away) else end
        radius = _round_between(away[count - 1], beyond)
        if radius is not None:
            return count, radius
    return 0, None


def _clearly_named(
    nearby: model.NearbyList,
    spot: model.LatLon,
    wanted: Callable[[model.Place], bool],
    *,
    whole: bool,
) -> tuple[list[tuple[float, model.Place]], float]:
    """Return places with clear names by distance, and the radius; ``whole`` lists end at a gap."""
    away = sorted(
        (away_m(spot, _known_location(place)), i) for i, place in enumerate(nearby.places)
    )
    taken = {group_key(nearby.anchor or "")}
    kept: list[tuple[float, model.Place]] = []
    end = nearby.radius_m or 0.0
    for metres, i in away:
        place = nearby.places[i]
        key = group_key(place.name)
        if key not in taken and is_clear(place.name) and wanted(place):
            taken.add(key)
            kept.append((metres, replace(place, id="")))
        elif whole:
            end = min(end, metres)
            break
    return kept, end


def _known_location(place: model.Place) -> model.LatLon:
    assert place.location is not None
    return place.location


def _list_reach(nearby: model.NearbyList, spot: model.LatLon | None) -> float | None:
    """Return the radius within which a recorded list is complete, None if unknown."""
    if nearby.radius_m is not None or not nearby.sorted_by_distance or spot is None:
        return nearby.radius_m
    return max((away_m(spot, p.location) for p in nearby.places if p.location), default=None)


def _round_between(low: float, high: float) -> float | None:
    high = min(high, low * 1.1 + 100)
    for step in (500, 100, 50):
        if step == 50 and high > _METRES:
            continue  # "1.35 km" would suggest more precision than intended
        radius = (low * 1.03 + 10) // step * step + step
        if radius <= high * 0.97 - 10:
            return float(radius)
    return None
