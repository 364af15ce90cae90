"""The map tool that finds places of a type around another, in the manner of MapEval."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.units import format_distance
from geoeval.errors import quote
from geoeval.tools.arguments import PlaceArgument
from geoeval.tools.failure import mend, no_answer
from geoeval.tools.families.maps.facts import PlaceFacts, facts_of
from geoeval.tools.faults import nearest
from geoeval.tools.tool import Result, tool
from geoeval.world.categories import all_categories, category_of
from geoeval.world.model import NearbyList, Place, World

_SHOWN = 50
_LISTED = "as the map lists them"
_UNSORTED = "as the map lists them, which need not be by distance"
_MEASURED = "by straight-line distance"


class NearbyPlaces(Result):
    """Places around another."""

    around: str
    type: str
    count: int
    order: Annotated[str, Field(description="What the order of the places means")]
    places: Annotated[tuple[PlaceFacts, ...], Field(description="The first 50")]
    note: str | None = None


@tool(
    name="NearbySearch",
    example={"placeId": "Louvre Museum", "type": "restaurant", "rankby": "distance"},
)
def _nearby_search(
    world: World,
    anchor: Annotated[PlaceArgument, Field(alias="placeId")],
    kind: Annotated[
        str, Field(alias="type", description='Type of place: "restaurant"', max_length=80)
    ],
    rankby: Annotated[
        Literal["distance", "prominence"],
        Field(description="distance: nearest first, no radius; prominence: needs a radius"),
    ] = "distance",
    radius: Annotated[int | None, Field(description="Metres, with prominence", gt=0)] = None,
) -> NearbyPlaces:
    """Find places of a type around a place, with ratings, hours and distances.

    They come nearest first, or with rankby=prominence all within a radius. Distances are straight
    lines in metres.
    """
    if rankby == "prominence" and radius is None:
        mend("radius", "a radius in metres, which rankby=prominence requires")
    if rankby == "distance" and radius is not None:
        expected = "no radius with rankby=distance; use rankby=prominence to limit the distance"
        mend("radius", expected, quote(radius))
    lists = world.atlas.entries(anchor.name, kind)
    note = None
    if not lists:
        check_kind(kind, anchor, world)
        lists = tuple(each for each in world.atlas.entries(None, kind) if each.anchor)
        note = f"the map has no list around {anchor.name}; these are known from elsewhere on it"
    found = _measured(lists, anchor, world)
    if note is not None:
        found = [pair for pair in found if pair[1] is not None]
    if radius is not None:
        note = note or _limit(found, radius, lists, anchor)
        found = _within(found, radius, lists, anchor)
    if note is not None and not found:
        no_answer(
            "no_list", f"the map lists no {kind} around {anchor.name}{_lists_at(anchor, world)}"
        )
    order = _order(found, lists, rankby)
    if order == _MEASURED:
        found.sort(key=lambda pair: pair[1] or 0.0)
    return NearbyPlaces(
        around=anchor.name,
        type=kind,
        count=len(found),
        order=order,
        places=tuple(facts_of(place, metres) for place, metres in found[:_SHOWN]),
        note=note,
    )


Measured = tuple[Place, float | None]


def _measured(lists: tuple[NearbyList, ...], anchor: Place, world: World) -> list[Measured]:
    """Return the entries of lists, each once, with their straight-line distance if it is known."""
    places = {
        place.id: place
        for each in lists
        for place in map(world.atlas.facts, each.places)
        if place.id != anchor.id
    }
    start = anchor.location
    return [
        (place, haversine(start, place.location) if start and place.location else None)
        for place in places.values()
    ]


def _within(
    found: list[Measured], radius: int, lists: tuple[NearbyList, ...], anchor: Place
) -> list[Measured]:
    """Return the places inside a radius."""
    reach = max((each.radius_m or float("inf") for each in lists), default=float("inf"))
    for place, metres in found:
        if metres is None and reach > radius:
            whose = anchor if anchor.location is None else place
            message = f"whether {place.name} lies within {format_distance(radius)} is not known: "
            no_answer("no_coordinates", f"{message}no coordinates of {whose.name}")
    return [(place, metres) for place, metres in found if metres is None or metres <= radius]


def _limit(
    found: list[Measured], radius: int, lists: tuple[NearbyList, ...], anchor: Place
) -> str | None:
    """Return how far lists reach that may not hold all within a radius, None if they do."""
    reach = max((each.radius_m or float("inf") for each in lists), default=float("inf"))
    if reach < radius:
        reached = f"the map's list around {anchor.name} ends at {format_distance(reach)}"
        return f"{reached}: places farther away are not in it"
    farthest = max((metres for _, metres in found if metres is not None), default=None)
    if reach > radius and farthest is not None and farthest < radius:
        reached = f"{len(found)} places, the farthest at {format_distance(farthest)}"
        return f"the map lists {reached}: there may be more inside the radius"
    return None


def _order(
    found: list[Measured], lists: tuple[NearbyList, ...], rankby: Literal["distance", "prominence"]
) -> str:
    """Return what the order of the places is to mean."""
    if rankby == "prominence":
        return _LISTED
    if len(lists) == 1 and lists[0].sorted_by_distance:
        return "by distance, as the map lists them"
    return _MEASURED if all(metres is not None for _, metres in found) else _UNSORTED


def check_kind(kind: str, anchor: Place, world: World) -> None:
    """Refuse a type of place that means nothing, or that this map knows nowhere."""
    if world.atlas.entries(None, kind):
        return
    if category_of(kind) is None:
        known = [*_listed(world.lists), *all_categories()]
        mend("type", "a type of place", quote(kind), nearest(kind, known) or known[:5])
    no_answer("no_list", f"the map lists no {kind} anywhere{_lists_at(anchor, world)}")


def _lists_at(anchor: Place, world: World) -> str:
    """Return what the map lists around a place, as the end of a sentence."""
    there = _listed(world.atlas.entries(anchor.name))
    return f"; around {anchor.name} it lists {', '.join(there)}" if there else ""


def _listed(lists: tuple[NearbyList, ...]) -> list[str]:
    """Return the types of places that lists hold, each once."""
    return list(dict.fromkeys(each.category or each.search or "places" for each in lists))


TOOLS = (_nearby_search,)
