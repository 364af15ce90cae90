"""Answer searches around a place from recorded lists, as far as the lists reach."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from operator import itemgetter

from geoeval.calculators.sphere.distance import haversine
from geoeval.world.records import LatLon
from geoeval.world.service import MapPlace, RankBy


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedList:
    """A recorded list of places of one category, in recorded order.

    ``offset_m`` is the distance of its centre from the requested centre, None if unknown.
    ``complete`` says that the list misses nothing within its reach.
    """

    places: tuple[MapPlace, ...]
    center: LatLon | None
    offset_m: float | None
    rank_by: RankBy
    radius_m: float | None
    complete: bool

    @property
    def reach_m(self) -> float:
        """The distance from its centre up to which the list has every place; 0 if unknown."""
        if self.radius_m is not None:
            return self.radius_m if self.complete else 0.0
        if self.rank_by == "prominence" or self.center is None:
            return 0.0
        spots = [each.place.location for each in self.places]
        farthest = max((haversine(self.center, spot) for spot in spots if spot), default=0.0)
        return inf if self.complete else farthest

    def answers(self, radius_m: float | None) -> bool:
        """Return whether the list is exactly the requested one, if it has the same centre."""
        return self.radius_m == radius_m and (radius_m is not None or self.rank_by == "distance")

    def within(self, spot: LatLon, radius_m: float) -> list[MapPlace] | None:
        """Return the places within a radius, or None if the position of any place is unknown."""
        spots = [at for place in self.places if (at := place.place.location) is not None]
        if len(spots) < len(self.places):
            return None
        pairs = zip(self.places, spots, strict=True)
        return [place for place, at in pairs if haversine(spot, at) <= radius_m]


def search_lists(
    lists: Iterable[RecordedList],
    spot: LatLon | None,
    radius_m: float | None,
    rank_by: RankBy,
) -> list[MapPlace] | None:
    """Return the places around a position, or None if no list reaches far enough.

    A list with the same centre and radius is returned as recorded. Any other list is used if it
    reaches far enough and the positions of all its places are known.
    """
    comparable = [(each.offset_m, each) for each in lists if each.offset_m is not None]
    for offset_m, each in sorted(comparable, key=itemgetter(0)):
        if offset_m == 0 and each.answers(radius_m):
            return _sort_places(each.places, spot, rank_by)
        near = None if spot is None else _places_near(each, spot, each.reach_m - offset_m, radius_m)
        if near is not None:
            return _sort_places(near, spot, rank_by)
    return None


def _places_near(
    recorded: RecordedList, spot: LatLon, remaining_m: float, radius_m: float | None
) -> list[MapPlace] | None:
    """Return the places around a position that has ``remaining_m`` of the list's reach left."""
    reach_m = remaining_m if radius_m is None else radius_m
    near = recorded.within(spot, reach_m) if reach_m <= remaining_m > 0 else None
    return near if near or radius_m is not None else None


def _sort_places(
    places: Iterable[MapPlace], spot: LatLon | None, rank_by: RankBy
) -> list[MapPlace]:
    """Sort places by ``rank_by``; keep the recorded order if distances are unknown."""
    found = list(places)
    if rank_by == "prominence":
        return sorted(found, key=lambda each: -each.prominence)
    if spot is None or any(each.place.location is None for each in found):
        return found
    return sorted(found, key=lambda each: haversine(spot, each.place.location or spot))
