"""The places that a question about what is near may be answered with, in an index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

from geoeval.calculators.nearby import NearbyIndex
from geoeval.calculators.nearby.filters import Filter, direction, number, rating
from geoeval.calculators.nearby.tree import Neighbours
from geoeval.errors import UsageError, quote
from geoeval.query.filters import figure
from geoeval.tools.failure import mend, no_answer
from geoeval.tools.families.maps.nearby_search import check_kind
from geoeval.tools.families.nearby.conditions import Where
from geoeval.world.model import LatLon, Place, World


@dataclass(frozen=True, slots=True)
class Candidates:
    """Places to choose from, as seen from an anchor.

    ``places`` are those with coordinates, in the order of the index; ``not_located`` are the
    names of the others, which are neither near nor far.
    """

    anchor: LatLon
    places: Sequence[Place]
    index: NearbyIndex
    not_located: Sequence[str]

    def of(self, found: Neighbours) -> list[tuple[Place, float]]:
        """Return the places that the index found, each with its distance in metres."""
        pairs = zip(found.indices.tolist(), found.distances_m.tolist(), strict=True)
        return [(self.places[index], metres) for index, metres in pairs]


def candidates_around(
    anchor: Place, given: Sequence[Place] | None, kind: str | None, world: World
) -> Candidates:
    """Return the places to choose from.

    Parameters
    ----------
    anchor
        The place around which they lie.
    given
        They themselves, if the caller names them.
    kind
        Else the type of those that the lists of the world name; None for all of its places. The
        anchor is none of them.
    world
        What is known.

    Raises
    ------
    Refused
        If the anchor or all of the places have no coordinates, or there are none.

    Examples
    --------
    >>> pier, mill = Place(name="Pier", location=(0, 0)), Place(name="Mill", location=(0, 1))
    >>> candidates_around(pier, None, None, World(places=(pier, mill))).index.count((0, 0), 2e5)
    1
    """
    if anchor.location is None:
        message = f"the coordinates of {anchor.name} are not known"
        no_answer("no_coordinates", message + _where_listed(anchor, world))
    if given is not None and kind is not None:
        mend("type", "no type beside places: give one of the two", quote(kind))
    places = given if given is not None else _of_world(anchor, kind, world)
    if not places:
        no_answer("no_places", "no other places are known here")
    located = [place for place in places if place.location is not None]
    if not located:
        message = "the coordinates of none of these places are known"
        no_answer("no_coordinates", message + _where_listed(anchor, world))
    index = NearbyIndex(
        [place.location for place in located if place.location is not None],
        rating=[place.rating for place in located],
        rating_count=[place.rating_count for place in located],
        price_level=[figure(place, "price_level") for place in located],
    )
    others = [place.name for place in places if place.location is None]
    return Candidates(anchor.location, located, index, others)


def condition_of(where: Where) -> Filter | None:
    """Return the condition that a caller sets, None if there is none.

    Raises
    ------
    Refused
        If the direction is none of so many points of the compass.

    Examples
    --------
    >>> condition_of(Where(direction="north", points=4))
    Towards(compass=<Compass.N: 'N'>, points=4)
    """
    parts: list[Filter] = []
    if where.direction is not None:
        try:
            parts.append(direction(where.direction, where.points))
        except UsageError as error:
            expected, _, got = str(error).removeprefix("expected ").partition(", got ")
            mend("where.direction", expected, got)
    if where.min_rating is not None:
        parts.append(rating(at_least=where.min_rating))
    if where.min_rating_count is not None:
        parts.append(number("rating_count", at_least=where.min_rating_count))
    return reduce(and_, parts) if parts else None


def _where_listed(anchor: Place, world: World) -> str:
    """Return which tool tells what the map lists around a place, as the end of a sentence."""
    listed = world.atlas.entries(anchor.name)
    return "; NearbySearch tells what the map lists around it" if listed else ""


def _of_world(anchor: Place, kind: str | None, world: World) -> list[Place]:
    """Return the places of a type that the world knows, each once, but for the anchor."""
    if kind is None:
        found = {place.id: place for place in world.atlas.places}
    else:
        check_kind(kind, anchor, world)
        found = {
            place.id: place
            for each in world.atlas.entries(None, kind)
            for place in map(world.atlas.facts, each.places)
        }
    found.pop(anchor.id, None)
    return list(found.values())
