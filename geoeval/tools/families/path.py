"""Tools for several points: the length of a path, detours, sides of a line, all distances."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from geoeval.calculators.sphere.distance import pairwise_distances
from geoeval.calculators.sphere.path import detour, path_length, relative_side
from geoeval.tools.arguments import PointArgument
from geoeval.tools.families.sphere import Distance, distance_of
from geoeval.tools.tool import Result, tool

_PARIS = "48.8584,2.2945"
_CHARTRES = "48.4469,1.4892"
_MONT_SAINT_MICHEL = "48.6361,-1.5115"

Path = Annotated[
    tuple[PointArgument, ...],
    Field(description="Places in order", min_length=2, max_length=200),
]
Matrix = Annotated[tuple[PointArgument, ...], Field(min_length=1, max_length=50)]


class Distances(Result):
    """Straight-line distances between places."""

    distances_m: Annotated[
        tuple[tuple[int, ...], ...],
        Field(description="Whole metres, one row per place, one column per other place"),
    ]


class Side(Result):
    """On which side of a directed line a point lies."""

    side: Literal["left", "right", "on the line"]


@tool(name="path_length", example={"points": [_PARIS, _CHARTRES, _MONT_SAINT_MICHEL]})
def _path_length(points: Path) -> Distance:
    """Measure a path of straight lines from place to place in metres, not along streets."""
    return distance_of(path_length(points))


@tool(
    name="detour",
    example={"origin": _PARIS, "via": _CHARTRES, "destination": _MONT_SAINT_MICHEL},
)
def _detour(origin: PointArgument, via: PointArgument, destination: PointArgument) -> Distance:
    """Measure how much farther it is from origin to destination by way of a place, in metres.

    By straight lines. The place "between" two others is the one with the smallest detour.
    """
    return distance_of(detour(origin, via, destination))


@tool(
    name="relative_side",
    example={"route": [_PARIS, _MONT_SAINT_MICHEL], "point": _CHARTRES},
)
def _relative_side(route: Path, point: PointArgument) -> Side:
    """Tell on which side of a route a place lies, left or right, seen in the direction of travel.

    The route is straight lines from place to place, and goes straight on beyond its ends.
    """
    return Side(side=relative_side(route, point) or "on the line")


@tool(name="pairwise_distances", example={"places": [_PARIS, _CHARTRES, _MONT_SAINT_MICHEL]})
def _pairwise_distances(
    places: Annotated[Matrix, Field(description="Rows, at most 50")],
    others: Annotated[
        Matrix | None, Field(description="Columns, at most 50; left out: the same places")
    ] = None,
) -> Distances:
    """Measure the straight-line distances of many places from each other in whole metres."""
    metres = pairwise_distances(places, others)
    return Distances(distances_m=tuple(tuple(map(round, row)) for row in metres.tolist()))


TOOLS = (_path_length, _detour, _relative_side, _pairwise_distances)
