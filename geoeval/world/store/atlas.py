"""An index of a map file that also computes lists, legs and routes from positions and roads."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, product, starmap
from pathlib import Path

from geoeval.calculators.sphere.distance import haversine
from geoeval.errors import NotRecordedError, UnknownPlaceError
from geoeval.world.atlas import Atlas, Unresolved, group_key
from geoeval.world.categories import category_of
from geoeval.world.coordinates import place_at
from geoeval.world.merging import ROUNDING_M, same_address
from geoeval.world.records import Leg, NearbyList, Place, Records, Route, TravelMode
from geoeval.world.service import End, MapPlace, Travel
from geoeval.world.store.ranking import HAS_LETTERS, OTHER
from geoeval.world.store.reading import MapFile

_MAX_ROUTES = 3
_MAX_CACHED_LEGS = 20_000  # about 10 MB
_NO_MATCHES = ((OTHER, None),) * 2
_NO_LIMIT = 1_000_000  # more places than any map has


class MapAtlas(Atlas):
    """An index of a map file; what is not recorded is computed from it."""

    def __init__(self, world: Records, path: str | Path) -> None:
        super().__init__(world)
        self.file = MapFile(path)
        modes = ", ".join(sorted(self.file.modes))
        lists = "lists of any kind of place around any place" if self.file.extent else ""
        times = f"travel times and routes by {modes} between any places" if modes else ""
        self.computed = " and ".join(filter(None, (lists, times)))
        self._cached_lists: dict[tuple[str | None, str], tuple[NearbyList, ...]] = {}
        self._cached_legs: dict[tuple[str, str, TravelMode], Leg | None] = {}

    def __reduce__(self) -> tuple[type[MapAtlas], tuple[Records, Path]]:  # type: ignore[override]  # also takes the file
        """Pickle only the world and the path of the file."""
        return MapAtlas, (self.world, self.file.path)

    @cached_property
    def _grouped_places(self) -> dict[str, tuple[tuple[Place, tuple[Place, ...]], ...]]:
        """Each place on its own: unlike in texts, mentions need not be grouped."""
        groups: dict[str, list[tuple[Place, tuple[Place, ...]]]] = {}
        for place in self.world.places:
            groups.setdefault(group_key(place.name), []).append((place, (place,)))
        return {key: tuple(pairs) for key, pairs in groups.items()}

    @cached_property
    def river_names(self) -> tuple[str, ...]:
        """The names of the rivers of the map, which are not among its places."""
        return self.file.river_names()

    def _resolve_name(self, name: str) -> Place | Unresolved:
        """Return the place that a name means; of several at one spot, the most prominent.

        On a map that covers a whole area, an exact name in any language takes precedence over a
        similar one.
        """
        found = super()._resolve_name(name)
        if isinstance(found, Unresolved) and self.file.has_place(name):
            return self.file.details(name).place
        if self.file.extent and not self._is_exact(name) and (best := self._find_best(name)):
            return self._known_facts(best)
        if isinstance(found, Place) or not found.places:
            return found
        first, *others = found.places
        return first if all(_are_at_one_spot(first, other) for other in others) else found

    def _find_best(self, name: str) -> MapPlace | None:
        """Return the place whose names match a text best, or None for a weak match or a tie."""
        (fit, best), (next_fit, _) = [*self.file.ranked(name, limit=2), *_NO_MATCHES][:2]
        return best if fit < min(HAS_LETTERS, next_fit) else None

    def _is_exact(self, name: str) -> bool:
        names = (place.name for place in self._places_by_group.get(group_key(name), ()))
        return name in names or name in self._place_by_id or place_at(name) is not None

    def fitting(self, name: str) -> tuple[Place, ...]:
        """Return the places of a map file whose names match a text, best match first."""
        if not self.file.extent:
            return ()
        return tuple(self._known_facts(each) for fit, each in self.file.ranked(name) if fit < OTHER)

    def _known_facts(self, found: MapPlace) -> Place:
        """Return the facts of the world about a place; streets are only in the file."""
        return self._place_by_id.get(found.place.id, found.place)

    def types(self, place: Place) -> tuple[str, ...]:
        """Return the kinds of a place, its main use first."""
        try:
            return self.file.details(place.id).types
        except UnknownPlaceError:
            return super().types(place)

    def shape(self, place: Place) -> str | None:
        """Return the outline or course of a place as WKT, or None if it is unknown."""
        return place.shape or self.file.shape(place.id)

    def entries(
        self, anchor: str | None = None, category: str | None = None
    ) -> tuple[NearbyList, ...]:
        """Return the lists around an anchor that contain a category; None means any."""
        recorded = super().entries(anchor, category)
        if recorded or category is None:
            return recorded
        key = anchor, category
        if key not in self._cached_lists:
            self._cached_lists[key] = self._list_places(anchor, category)
        return self._cached_lists[key]

    def leg(self, origin: str, destination: str, mode: TravelMode | None = None) -> Leg | None:
        """Return the leg from one place to another."""
        recorded = super().leg(origin, destination, mode)
        if recorded is not None or mode not in self.file.modes:
            return recorded
        key = origin, destination, mode
        legs = self._cached_legs
        if key not in legs:
            legs = self._measure_legs((origin,), (destination,), mode)
        return legs[key]

    def measure(self, names: Sequence[str], mode: TravelMode) -> None:
        """Compute all legs between some places at once, before they are requested one by one."""
        if mode in self.file.modes:
            self._measure_legs(names, names, mode)

    def _measure_legs(
        self, origins: Sequence[str], destinations: Sequence[str], mode: TravelMode
    ) -> dict[tuple[str, str, TravelMode], Leg | None]:
        """Compute and cache the legs between places; None if there is no route."""
        keys = [*product(origins, destinations, (mode,))]
        legs: dict[tuple[str, str, TravelMode], Leg | None] = dict.fromkeys(keys)
        starts, goals = self._find_ends(*origins), self._find_ends(*destinations)
        if starts is not None and goals is not None:
            with suppress(NotRecordedError):
                travels = self.file.matrix([e for _, e in starts], [e for _, e in goals], mode)
                pairs = product((place for place, _ in starts), (place for place, _ in goals))
                found = zip(pairs, chain.from_iterable(travels), strict=True)
                legs.update(zip(keys, starmap(partial(_build_leg, mode), found), strict=True))
        if len(self._cached_legs) >= _MAX_CACHED_LEGS:
            self._cached_legs = {}
        # Only after the search, because another thread may be reading the cache.
        self._cached_legs.update(legs)
        return legs

    def legs(self, origin: str | None = None, destination: str | None = None) -> tuple[Leg, ...]:
        """Return the legs between two places in every mode; None means any recorded place."""
        recorded = super().legs(origin, destination)
        if origin is None or destination is None:
            return recorded
        recorded_modes = {leg.mode for leg in recorded}
        others = (self.leg(origin, destination, mode) for mode in self.file.modes)
        return (
            *recorded,
            *(leg for leg in others if leg is not None and leg.mode not in recorded_modes),
        )

    def routes(
        self,
        origin: str | None = None,
        destination: str | None = None,
        mode: TravelMode | None = None,
    ) -> tuple[Route, ...]:
        """Return the routes between two places; None means any recorded place or mode."""
        recorded = super().routes(origin, destination, mode)
        if recorded or origin is None or destination is None or mode not in self.file.modes:
            return recorded
        ends = self._find_ends(origin, destination)
        if ends is None:
            return ()
        (start, start_end), (end, end_end) = ends
        map_routes = self.file.routes(start_end, end_end, mode, most=_MAX_ROUTES)
        return tuple(
            replace(each.route, origin=start.name, destination=end.name) for each in map_routes
        )

    def _find_ends(self, *names: str) -> list[tuple[Place, End]] | None:
        """Return the places with these names, each with its end of travel, or None if one has none.

        A place in the file is identified by its id, because an area is more than a position.
        """
        found: list[tuple[Place, End]] = []
        for name in names:
            place = self.resolve(name)
            if not isinstance(place, Place) or place.location is None:
                return None
            found.append((place, place.id if self.file.has_place(place.id) else place.location))
        return found

    def _list_places(self, anchor: str | None, category: str) -> tuple[NearbyList, ...]:
        """Return a list of all places of a category; around an anchor, the nearest first."""
        is_category = category_of(category) is not None or self.file.has_kind(category)
        if anchor is not None:
            return self._list_around(anchor, category, is_category=is_category)
        found = self.file.of_kind(category) if is_category else self.file.search(category)
        listed = NearbyList(
            anchor=None,
            category=category,
            search=category,
            places=tuple(each.place for each in found if each.place.id in self._place_by_id),
        )
        return (listed,) if is_category or listed.places else ()

    def _list_around(
        self, anchor: str, category: str, *, is_category: bool
    ) -> tuple[NearbyList, ...]:
        place = self.resolve(anchor)
        if not isinstance(place, Place) or place.location is None:
            return ()
        with suppress(NotRecordedError):
            found = self.file.nearby(
                place.location,
                place_type=category if is_category else None,
                keyword=None if is_category else category,
                rank_by="distance",
                limit=_NO_LIMIT,
            )
            around = NearbyList(
                anchor=place.name,
                category=category,
                places=tuple(each.place for each in found if each.place.id != place.id),
                sorted_by_distance=True,
            )
            return (around,) if is_category or found else ()
        return ()


def _build_leg(mode: TravelMode, ends: tuple[Place, Place], travel: Travel | None) -> Leg | None:
    if travel is None:
        return None
    return Leg(
        origin=ends[0].name,
        destination=ends[1].name,
        mode=mode,
        duration_s=travel.duration_s,
        distance_m=travel.distance_m,
        gaps_m=travel.gaps_m,
    )


def _are_at_one_spot(first: Place, second: Place) -> bool:
    if first.location and second.location:
        return haversine(first.location, second.location) <= ROUNDING_M
    return same_address(first, second)
