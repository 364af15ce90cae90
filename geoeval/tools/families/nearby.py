"""The map tool that finds places of a type around another, in the manner of MapEval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.units import format_distance
from geoeval.errors import quote
from geoeval.query.places.selection import reach_m
from geoeval.tools.failure import mend, no_answer
from geoeval.tools.families.facts import PlaceFacts, facts_of
from geoeval.tools.families.lookups import Limit, PlaceId, found_place
from geoeval.tools.faults import nearest
from geoeval.tools.tool import PlacedResult, tool
from geoeval.world.categories import all_categories, category_of
from geoeval.world.model import NearbyList, Place, World

Order = Literal[
    "distance, as listed by the map", "computed distance", "rating", "rating_count", "price",
    "name", "unsorted",
]  # fmt: skip
"""What the order of a list of places means."""

Measured = tuple[Place, float | None]


class NearbyPlaces(PlacedResult):
    """Places around another."""

    type: str
    count: int
    sorted_by: Annotated[Order, Field(description="unsorted: the order means nothing")]
    places: tuple[PlaceFacts, ...]
    not_shown: Annotated[int | None, Field(description="How many more there are")] = None
    merged: Annotated[
        tuple[str, ...] | None, Field(description="Lists of the map that were put together")
    ] = None
    note: str | None = None


@tool(
    name="NearbySearch",
    example={"placeId": "Louvre Museum", "type": "restaurant", "rankby": "distance"},
)
def _nearby_search(
    world: World,
    place: PlaceId,
    kind: Annotated[str, Field(alias="type", description='"restaurant"', max_length=80)],
    rankby: Annotated[
        Literal["distance", "prominence"],
        Field(description="distance: nearest first, no radius; prominence: needs a radius"),
    ] = "distance",
    radius: Annotated[int | None, Field(description="Metres, with prominence", gt=0)] = None,
    limit: Limit = 20,
) -> NearbyPlaces:
    """List places of a type around a place, with ratings, hours and straight distances (metres)."""
    anchor = found_place(place, world)
    if rankby == "prominence" and radius is None:
        mend("radius", "a radius in metres, which rankby=prominence requires")
    if rankby == "distance" and radius is not None:
        expected = "no radius with rankby=distance; use rankby=prominence to limit the distance"
        mend("radius", expected, quote(radius))
    lists = world.atlas.entries(anchor.name, kind)
    note = None
    if not lists:
        check_kind("type", kind, world)
        lists = tuple(each for each in world.atlas.entries(None, kind) if each.anchor)
        if not lists:
            _refuse(kind, anchor, world)
        note = f"the map has no list around {anchor.name}; these are known from elsewhere on it"
    found = measured(_entries(lists, anchor, world), anchor)
    if note is not None:
        found = [pair for pair in found if pair[1] is not None]
    if radius is not None:
        note = note or reach_note(found, radius, lists, anchor)
        found = _within(found, radius, lists, anchor)
    if note is not None and not found:
        _refuse(kind, anchor, world)
    order: Order = "unsorted"
    if rankby == "distance" and is_by_distance(lists):
        order = "distance, as listed by the map"
    elif rankby == "distance" and all(metres is not None for _, metres in found):
        order = "computed distance"
        found.sort(key=lambda pair: pair[1] or 0.0)
    return NearbyPlaces(
        type=kind,
        count=len(found),
        sorted_by=order,
        places=tuple(facts_of(each, world, metres) for each, metres in found[:limit]),
        not_shown=len(found) - limit if len(found) > limit else None,
        merged=merged(lists),
        note=note,
    )


def is_by_distance(lists: Sequence[NearbyList]) -> bool:
    """Return whether the order of some lists is one of distance: a single list that says so."""
    return len(lists) == 1 and lists[0].sorted_by_distance


def merged(lists: Sequence[NearbyList]) -> tuple[str, ...] | None:
    """Return what lists were put together, in words; None where it is one."""
    told = [
        f"{each.category or each.search}{f' around {each.anchor}' if each.anchor else ''}"
        f" ({len(each.places)})"
        for each in lists
    ]
    return tuple(told) if len(told) > 1 else None


def measured(places: Sequence[Place], anchor: Place | None) -> list[Measured]:
    """Return places with their straight-line distance from another, where it is known."""
    start = None if anchor is None else anchor.location
    return [
        (each, haversine(start, each.location) if start and each.location else None)
        for each in places
    ]


def _entries(lists: Sequence[NearbyList], anchor: Place, world: World) -> list[Place]:
    """Return the entries of lists, each place once."""
    entries = (world.atlas.facts(entry) for each in lists for entry in each.places)
    return list({entry.id: entry for entry in entries if entry.id != anchor.id}.values())


def _within(
    found: list[Measured], radius: int, lists: Sequence[NearbyList], anchor: Place
) -> list[Measured]:
    """Return the places inside a radius."""
    reach = reach_m(lists)
    for place, metres in found:
        if metres is None and reach > radius:
            whose = anchor if anchor.location is None else place
            message = f"whether {place.name} lies within {format_distance(radius)} is not known"
            no_answer("no_coordinates", message, f"coordinates of {whose.name}")
    return [(place, metres) for place, metres in found if metres is None or metres <= radius]


def reach_note(
    found: Sequence[Measured], radius: float, lists: Sequence[NearbyList], anchor: Place
) -> str | None:
    """Return how far lists reach that may not hold all within a radius, None if they do."""
    reach = reach_m(lists)
    if reach < radius:
        reached = f"the map's list around {anchor.name} ends at {format_distance(reach)}"
        return f"{reached}: places farther away are not in it"
    farthest = max((metres for _, metres in found if metres is not None), default=None)
    if reach > radius and farthest is not None and farthest < radius:
        reached = f"{len(found)} places, the farthest at {format_distance(farthest)}"
        return f"the map lists {reached}: there may be more inside the radius"
    return None


def check_kind(argument: str, kind: str, world: World) -> None:
    """Refuse a type of place that means nothing and that this map lists nowhere."""
    if category_of(kind) is None and not world.atlas.entries(None, kind):
        known = [*_listed(world.lists), *all_categories()]
        near = nearest(kind, known) or known[:5]
        mend(argument, "a type of place", quote(kind), near, reason="unknown_category")


def _refuse(kind: str, anchor: Place, world: World) -> None:
    """Say that the map lists none of a type, and what it lists around the place."""
    there = _listed(world.atlas.entries(anchor.name))
    hint = f"; around {anchor.name} it lists {', '.join(there)}" if there else ""
    lacking = f"list of {kind} around {anchor.name}"
    no_answer("no_list", f"the map lists no {kind} around {anchor.name}{hint}", lacking)


def _listed(lists: Sequence[NearbyList]) -> list[str]:
    """Return the types of places that lists hold, each once."""
    return list(dict.fromkeys(each.category or each.search or "places" for each in lists))


TOOLS = (_nearby_search,)
