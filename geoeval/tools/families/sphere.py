"""Tools for distances and directions between two points, without streets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from geoeval.calculators.sphere.bearing import final_bearing, initial_bearing, rhumb_bearing
from geoeval.calculators.sphere.cardinal import cardinal, is_directly
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.geodesic import geodesic
from geoeval.calculators.sphere.great_circle import cross_track_distance, destination, midpoint
from geoeval.calculators.units import format_distance
from geoeval.tools.arguments import PointArgument
from geoeval.tools.tool import Result, tool

_PARIS = "48.8584,2.2945"
_MONT_SAINT_MICHEL = "48.6361,-1.5115"
_TWO_POINTS = {"origin": _PARIS, "destination": _MONT_SAINT_MICHEL}


def _whole(value: object) -> object:
    """Return a whole number that came as text as one."""
    return int(value) if isinstance(value, str) and value in {"4", "8", "16"} else value


Points = Annotated[
    Literal[4, 8, 16],
    BeforeValidator(_whole),
    Field(description="Points of the compass: 4 (N, E, S, W), 8 or 16"),
]
Bearing = Annotated[float, Field(description="Degrees clockwise from true north", ge=0, lt=360)]


class Distance(Result):
    """A straight-line distance."""

    distance_m: Annotated[float, Field(description="Metres")]
    text: Annotated[str, Field(description="The same, rounded, in m or km")]


class Direction(Result):
    """A direction of travel or sight."""

    bearing_deg: Bearing
    direction: Annotated[str, Field(description='Compass point, such as "northeast"')]


class Point(Result):
    """A point on Earth."""

    latitude: Annotated[float, Field(description="Degrees, north positive")]
    longitude: Annotated[float, Field(description="Degrees, east positive")]


class YesNo(Result):
    """Yes or no."""

    yes: bool


def distance_of(metres: float) -> Distance:
    """Return a distance to the millimetre, and in words.

    Examples
    --------
    >>> distance_of(1234.56789)
    Distance(distance_m=1234.568, text='1.2 km')
    """
    return Distance(distance_m=round(metres, 3), text=format_distance(abs(metres)))


def direction_of(degrees: float, points: int) -> Direction:
    """Return a bearing to a millionth of a degree, and its compass point in words.

    Examples
    --------
    >>> direction_of(271.25, 4)
    Direction(bearing_deg=271.25, direction='west')
    """
    word = cardinal(degrees, points).word.lower()
    return Direction(bearing_deg=round(degrees, 6) % 360, direction=word)


@tool(name="haversine", example=_TWO_POINTS)
def _haversine(origin: PointArgument, destination: PointArgument) -> Distance:
    """Measure the straight-line distance between two places in metres, "as the crow flies".

    It is the great circle on a sphere of radius 6371.0088 km, not a way along streets.
    """
    return distance_of(haversine(origin, destination))


@tool(name="geodesic", example=_TWO_POINTS)
def _geodesic(origin: PointArgument, destination: PointArgument) -> Distance:
    """Measure the straight-line distance between two places in metres on the WGS 84 ellipsoid.

    It is exact to less than a millimetre, and differs from haversine by up to 0.6 %.
    """
    return distance_of(geodesic(origin, destination))


@tool(name="bearing_cardinal", example={**_TWO_POINTS, "points": 4})
def _bearing_cardinal(
    origin: PointArgument, destination: PointArgument, points: Points = 8
) -> Direction:
    """Tell in which compass direction destination lies, seen from origin, by initial bearing.

    For "in which direction is A from B", origin is B and destination is A.
    """
    return direction_of(initial_bearing(origin, destination), points)


@tool(name="initial_bearing", example=_TWO_POINTS)
def _initial_bearing(origin: PointArgument, destination: PointArgument) -> Direction:
    """Tell the bearing at the start of the great circle from origin to destination.

    In degrees clockwise from true north, with the nearest of 16 compass points.
    """
    return direction_of(initial_bearing(origin, destination), 16)


@tool(name="final_bearing", example=_TWO_POINTS)
def _final_bearing(origin: PointArgument, destination: PointArgument) -> Direction:
    """Tell the bearing on arrival at destination along the great circle from origin.

    In degrees clockwise from true north, with the nearest of 16 compass points.
    """
    return direction_of(final_bearing(origin, destination), 16)


@tool(name="rhumb_bearing", example=_TWO_POINTS)
def _rhumb_bearing(origin: PointArgument, destination: PointArgument) -> Direction:
    """Tell the constant bearing of the rhumb line from origin to destination.

    That is a straight line on a Mercator map. In degrees clockwise from true north, with the
    nearest of 16 compass points.
    """
    return direction_of(rhumb_bearing(origin, destination), 16)


@tool(name="cardinal", example={"bearing_deg": 225.0, "points": 8})
def _cardinal(bearing_deg: Bearing, points: Points = 8) -> Direction:
    """Tell the compass point nearest to a bearing in degrees clockwise from true north."""
    return direction_of(bearing_deg, points)


@tool(name="is_directly", example={**_TWO_POINTS, "direction": "west"})
def _is_directly(
    origin: PointArgument,
    destination: PointArgument,
    direction: Annotated[str, Field(description='Compass point: "north", "NE"', max_length=40)],
    sector_deg: Annotated[
        float, Field(description="Width of the sector in degrees", gt=0, le=360)
    ] = 90,
) -> YesNo:
    """Tell whether destination lies in a compass direction of origin.

    It does if it lies inside a sector around that direction, 90 degrees wide if nothing is said.
    """
    return YesNo(yes=is_directly(origin, destination, direction, sector_deg))


@tool(name="destination", example={"origin": _PARIS, "bearing_deg": 270, "distance_m": 280000})
def _destination(
    origin: PointArgument,
    bearing_deg: Bearing,
    distance_m: Annotated[float, Field(description="Metres", ge=0, le=20_100_000)],
) -> Point:
    """Find the point reached from origin along a great circle.

    By initial bearing in degrees clockwise from true north and distance in metres.
    """
    return _point(destination(origin, bearing_deg, distance_m))


@tool(name="midpoint", example=_TWO_POINTS)
def _midpoint(origin: PointArgument, destination: PointArgument) -> Point:
    """Find the point half way along the great circle between two places."""
    return _point(midpoint(origin, destination))


@tool(
    name="cross_track_distance",
    example={"point": "48.4469,1.4892", "start": _PARIS, "end": _MONT_SAINT_MICHEL},
)
def _cross_track_distance(
    point: PointArgument, start: PointArgument, end: PointArgument
) -> Distance:
    """Measure how far a point lies beside the great circle through start and end, in metres.

    Positive to the right of the direction of travel, negative to the left.
    """
    return distance_of(cross_track_distance(point, start, end))


def _point(point: tuple[float, float]) -> Point:
    """Return a point to a ten-millionth of a degree, a centimetre."""
    return Point(latitude=round(point[0], 7), longitude=round(point[1], 7))


TOOLS = (
    _haversine,
    _geodesic,
    _bearing_cardinal,
    _initial_bearing,
    _final_bearing,
    _rhumb_bearing,
    _cardinal,
    _is_directly,
    _destination,
    _midpoint,
    _cross_track_distance,
)
