"""Searches around a place, answered from recorded lists as far as those reach."""

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
    """A recorded list of one kind of place, in the order in which it was recorded.

    ``off_m`` is how far its centre is from the centre asked about, None if that is not known.
    ``complete`` says that nothing within its reach is missing.
    """

    places: tuple[MapPlace, ...]
    middle: LatLon | None
    off_m: float | None
    rank_by: RankBy
    radius_m: float | None
    complete: bool

    @property
    def reach_m(self) -> float:
        """Up to which distance from its centre the list names every place; 0 if not known."""
        if self.radius_m is not None:
            return self.radius_m if self.complete else 0.0
        if self.rank_by == "prominence" or self.middle is None:
            return 0.0
        spots = [each.place.location for each in self.places]
        farthest = max((haversine(self.middle, spot) for spot in spots if spot), default=0.0)
        return inf if self.complete else farthest

    def answers(self, radius_m: float | None) -> bool:
        """Tell whether the list is the very one that is asked for around its own centre."""
        return self.radius_m == radius_m and (radius_m is not None or self.rank_by == "distance")

    def within(self, spot: LatLon, radius_m: float) -> list[MapPlace] | None:
        """Return the places within a radius, None if the position of one is not known."""
        spots = [at for place in self.places if (at := place.place.location) is not None]
        if len(spots) < len(self.places):
            return None
        pairs = zip(self.places, spots, strict=True)
        return [place for place, at in pairs if haversine(spot, at) <= radius_m]


def from_lists(
    lists: Iterable[RecordedList],
    spot: LatLon | None,
    radius_m: float | None,
    rank_by: RankBy,
) -> list[MapPlace] | None:
    """Return the places around a position, or None where no list reaches so far.

    A list around the very centre, recorded with the very radius, answers as it is. Any other one
    answers if it reaches as far as is asked, and only with places whose position is known.
    """
    known = [(each.off_m, each) for each in lists if each.off_m is not None]
    for off_m, each in sorted(known, key=itemgetter(0)):
        if off_m == 0 and each.answers(radius_m):
            return _sort_places(each.places, spot, rank_by)
        near = None if spot is None else _places_near(each, spot, each.reach_m - off_m, radius_m)
        if near is not None:
            return _sort_places(near, spot, rank_by)
    return None


def _places_near(
    found: RecordedList, spot: LatLon, left_m: float, radius_m: float | None
) -> list[MapPlace] | None:
    """Return the places around a position up to which ``left_m`` of the reach are left."""
    reach_m = left_m if radius_m is None else radius_m
    near = found.within(spot, reach_m) if reach_m <= left_m > 0 else None
    return near if near or radius_m is not None else None


def _sort_places(
    places: Iterable[MapPlace], spot: LatLon | None, rank_by: RankBy
) -> list[MapPlace]:
    """Return places in the order asked for; as they were recorded where that cannot be computed."""
    found = list(places)
    if rank_by == "prominence":
        return sorted(found, key=lambda each: -each.prominence)
    if spot is None or any(each.place.location is None for each in found):
        return found
    return sorted(found, key=lambda each: haversine(spot, each.place.location or spot))
