"""Searches around a place, answered from recorded lists as far as those reach."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

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


def from_lists(
    lists: Iterable[RecordedList],
    spot: LatLon | None,
    radius_m: float | None,
    rank_by: RankBy,
) -> list[MapPlace] | None:
    """Return the places around a position, or None where no list reaches so far.

    A list around the very centre, recorded with the very radius, answers as it is. Any other one
    answers if it reaches as far as is asked, and only with places whose position is known.

    Examples
    --------
    >>> from geoeval.world.records import Place
    >>> cafe = MapPlace(place=Place(name="Café Bleu", location=(0.0, 0.001)))
    >>> around = RecordedList(places=(cafe,), middle=(0.0, 0.0), off_m=50.0,
    ...                       rank_by="prominence", radius_m=500.0, complete=True)
    >>> [each.place.name for each in from_lists([around], (0.0, 0.0004), 400, "distance") or ()]
    ['Café Bleu']
    >>> from_lists([around], (0.0, 0.0004), 460, "distance") is None
    True
    """
    ranked = sorted(lists, key=lambda each: inf if each.off_m is None else each.off_m)
    for each in ranked:
        if each.off_m is None:
            continue
        same = each.off_m == 0 and each.radius_m == radius_m
        if same and (radius_m is not None or each.rank_by == "distance"):
            return _ordered(each.places, spot, rank_by)
        left = each.reach_m - each.off_m
        if spot is None or left <= 0 or (radius_m is not None and left < radius_m):
            continue
        spots = [place.place.location for place in each.places]
        if None in spots:
            continue
        within = left if radius_m is None else radius_m
        near = [
            place
            for place, at in zip(each.places, spots, strict=True)
            if at is not None and haversine(spot, at) <= within
        ]
        if near or radius_m is not None:
            return _ordered(near, spot, rank_by)
    return None


def _ordered(places: Iterable[MapPlace], spot: LatLon | None, rank_by: RankBy) -> list[MapPlace]:
    """Return places in the order asked for; as they were recorded where that cannot be computed."""
    found = list(places)
    if rank_by == "prominence":
        return sorted(found, key=lambda each: -each.prominence)
    if spot is None or any(each.place.location is None for each in found):
        return found
    return sorted(found, key=lambda each: haversine(spot, each.place.location or spot))
