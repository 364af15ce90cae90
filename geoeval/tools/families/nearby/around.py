"""Tools for what is near by straight-line distance: among given places, or those of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from geoeval.calculators.sphere.cardinal import bearing_cardinal
from geoeval.errors import CoincidentPointsError, InvalidCoordinateError
from geoeval.tools.arguments import PlaceArgument
from geoeval.tools.families.nearby.conditions import Where
from geoeval.tools.tool import Result, tool
from geoeval.world.model import Place, World

if TYPE_CHECKING:
    from geoeval.calculators.nearby.filters import Filter
    from geoeval.tools.families.nearby.candidates import Candidates

_HALF_ROUND_M = 20_100_000
_SHOWN = 50
_NAMED = 10
_AROUND = {
    "anchor": "48.8606,2.3376",
    "places": ["48.8530,2.3499", "48.8584,2.2945", "48.8867,2.3431"],
}

Anchor = Annotated[PlaceArgument, Field(description='Place: name, id or "latitude,longitude"')]
Given = Annotated[
    tuple[PlaceArgument, ...] | None,
    Field(description="Places to choose from", min_length=1, max_length=100),
]
Kind = Annotated[
    str | None,
    Field(alias="type", description='Instead: type of the map\'s places: "museum"', max_length=80),
]
Radius = Annotated[float, Field(description="Metres, inclusive", ge=0, le=_HALF_ROUND_M)]
Most = Annotated[int, Field(description="How many", ge=1, le=_SHOWN)]


class NearPlace(Result):
    """A place and how far away it is."""

    name: str
    distance_m: Annotated[float, Field(description="Straight line, metres")]
    direction: Annotated[str | None, Field(description="Seen from the anchor, 8 points")] = None
    rating: float | None = None
    rating_count: int | None = None
    price_level: str | None = None


class _Apart(Result):
    """Places of which it is not known whether they belong to an answer."""

    unknown: Annotated[int, Field(description="Places of which a condition is not known")] = 0
    not_located: Annotated[int, Field(description="Places without coordinates")] = 0
    no_coordinates_of: Annotated[
        tuple[str, ...] | None, Field(description="The first 10 of these")
    ] = None


class NearPlaces(_Apart):
    """Places around an anchor that are known to meet every condition."""

    count: int
    places: Annotated[tuple[NearPlace, ...], Field(description="The first 50")]


class Count(_Apart):
    """How many places meet every condition."""

    count: int
    others: Annotated[int, Field(description="Within the radius, but known not to fit")] = 0


@tool(name="places_within", example={**_AROUND, "radius_m": 2000})
def _places_within(
    world: World,
    anchor: Anchor,
    radius_m: Radius,
    places: Given = None,
    kind: Kind = None,
    where: Where | None = None,
) -> NearPlaces:
    """List the places within a radius of a place in metres, the nearest first.

    By straight lines, among given places or all that the map knows.
    """
    among = _candidates(anchor, places, kind, world)
    condition = _condition(where)
    found = among.of(among.index.within(among.anchor, radius_m, where=condition))
    return _near(found, among, condition, radius_m)


@tool(name="nearest_places", example={**_AROUND, "k": 2})
def _nearest_places(
    world: World,
    anchor: Anchor,
    k: Most = 1,
    places: Given = None,
    kind: Kind = None,
    where: Where | None = None,
) -> NearPlaces:
    """Find the k places nearest to a place, the nearest first, with distances in metres.

    By straight lines, among given places or all that the map knows.
    """
    among = _candidates(anchor, places, kind, world)
    condition = _condition(where)
    found = among.of(among.index.nearest(among.anchor, k, where=condition))
    reach = found[-1][1] if len(found) == k else _HALF_ROUND_M
    return _near(found, among, condition, reach)


@tool(name="count_places_within", example={**_AROUND, "radius_m": 2000})
def _count_places_within(
    world: World,
    anchor: Anchor,
    radius_m: Radius,
    places: Given = None,
    kind: Kind = None,
    where: Where | None = None,
) -> Count:
    """Count the places within a radius of a place in metres, by straight lines.

    What is not known is counted apart, and is neither in nor out.
    """
    among = _candidates(anchor, places, kind, world)
    condition = _condition(where)
    if condition is None:
        yes, no, unknown = among.index.count(among.anchor, radius_m), 0, 0
    else:
        yes, no, unknown = among.index.count_where(among.anchor, radius_m, condition)
    return Count(
        count=yes,
        others=no,
        unknown=unknown,
        not_located=len(among.not_located),
        no_coordinates_of=_first(among),
    )


@tool(name="rank_places", example={"anchor": "Louvre Museum", "by": "rating", "radius_m": 1000})
def _rank_places(
    world: World,
    anchor: Anchor,
    by: Annotated[Literal["rating", "rating_count", "price_level"], Field(description="Of what")],
    radius_m: Radius | None = None,
    lowest_first: bool = False,
    places: Given = None,
    kind: Kind = None,
    where: Where | None = None,
) -> NearPlaces:
    """Rank places by rating, number of ratings or price; equal ones by distance from a place.

    A place of which that is not known has no rank, and is counted as unknown.
    """
    from geoeval.calculators.nearby.tree import Neighbours

    among = _candidates(anchor, places, kind, world)
    condition = _condition(where)
    ranked = among.index.rank_by(
        by, among.anchor, radius_m=radius_m, where=condition, descending=not lowest_first
    )
    reach = _HALF_ROUND_M if radius_m is None else radius_m
    unranked = len(among.index.within(among.anchor, reach, where=condition).indices)
    unranked -= len(ranked.indices)
    found = among.of(Neighbours(ranked.indices, ranked.distances_m))
    return _near(found, among, condition, reach, unranked=unranked)


def _candidates(
    anchor: Place, places: tuple[Place, ...] | None, kind: str | None, world: World
) -> Candidates:
    """Return the places to choose from; the index is loaded when it is first used."""
    from geoeval.tools.families.nearby.candidates import candidates_around

    return candidates_around(anchor, places, kind, world)


def _condition(where: Where | None) -> Filter | None:
    """Return the condition that a caller sets, None if there is none."""
    from geoeval.tools.families.nearby.candidates import condition_of

    return None if where is None else condition_of(where)


def _near(
    found: list[tuple[Place, float]],
    among: Candidates,
    condition: Filter | None,
    reach: float,
    *,
    unranked: int = 0,
) -> NearPlaces:
    """Return places that were found, and how many more may belong to them up to a distance."""
    undecided = 0
    if condition is not None:
        undecided = among.index.count_where(among.anchor, reach, condition).unknown
    return NearPlaces(
        count=len(found),
        places=tuple(_shown(place, metres, among) for place, metres in found[:_SHOWN]),
        unknown=undecided + unranked,
        not_located=len(among.not_located),
        no_coordinates_of=_first(among),
    )


def _shown(place: Place, metres: float, among: Candidates) -> NearPlace:
    """Return a place as it is shown."""
    assert place.location is not None
    try:
        towards = bearing_cardinal(among.anchor, place.location).word.lower()
    except (CoincidentPointsError, InvalidCoordinateError):  # the anchor, or its antipode
        towards = None
    return NearPlace(
        name=place.name,
        distance_m=round(metres, 1),
        direction=towards,
        rating=place.rating,
        rating_count=place.rating_count,
        price_level=place.price_level,
    )


def _first(among: Candidates) -> tuple[str, ...] | None:
    """Return the first names of places without coordinates."""
    return tuple(among.not_located[:_NAMED]) or None


TOOLS = (_places_within, _nearest_places, _count_places_within, _rank_places)
