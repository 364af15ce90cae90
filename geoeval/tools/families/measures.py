"""Tools for distances, directions, durations and clock times that need no map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from geoeval.calculators.clock import DAY_MIN, clock_text, format_clock
from geoeval.calculators.digits import EXACT, to_decimal
from geoeval.calculators.sphere.bearing import initial_bearing
from geoeval.calculators.sphere.cardinal import cardinal
from geoeval.calculators.sphere.distance import haversine, pairwise_distances
from geoeval.calculators.sphere.great_circle import (
    cross_track_distance,
    destination,
    midpoint,
    path_length,
    relative_side,
)
from geoeval.calculators.sphere.surfaces import geodesic
from geoeval.calculators.units import (
    DISTANCES,
    DURATIONS,
    format_distance,
    format_duration,
    parse_distance,
    parse_duration,
)
from geoeval.errors import UnitError, quote
from geoeval.query.parts import ClockTime, PlaceName, minute_of
from geoeval.query.trace import missing_fact
from geoeval.tools.failure import reject_argument
from geoeval.tools.families.lookups import found_place
from geoeval.tools.tool import PlacedResult, Result, tool
from geoeval.world.model import LatLon, World

_SIGNIFICANT_DIGITS = 12
_MAX_TERMS = 50
_MINUTE = 60

Amount = TypeVar("Amount", int, float)
Words = Annotated[str, Field(min_length=1, max_length=200)]
Unit = Annotated[str, Field(min_length=1, max_length=40)]


class Converted(Result):
    """A distance or a duration in other units."""

    amount: Annotated[float | None, Field(description="In the unit asked for")] = None
    distance_m: float | None = None
    duration_s: int | None = None
    text: Annotated[str, Field(description="As maps write it, rounded")]


class ClockSum(Result):
    """A time of day after or before some durations."""

    time: Annotated[str, Field(description="24-hour HH:MM")]
    days_later: int = 0
    total_s: Annotated[int, Field(description="The durations together")]
    text: str


@tool(name="convert", example={"figure": "26.2 miles", "to": "km"})
def _convert(
    figure: Annotated[Words, Field(description='A figure with its unit: "1 hour 20 mins", "5 km"')],
    to: Annotated[Unit | None, Field(description="m, km, mi, ft, yd, nmi; s, min, h, days")] = None,
) -> Converted:
    """Read a distance or a duration in words, in metres or seconds and in another unit."""
    metres, seconds = _read_amount(parse_distance, figure), None
    if metres is None:
        seconds = _read_amount(parse_duration, figure)
    base_amount = seconds if metres is None else metres
    if base_amount is None:
        reject_argument(
            "figure", 'a distance or a duration with its unit, such as "2.5 km"', quote(figure)
        )
    amount = None
    if to is not None:
        size = (DISTANCES if seconds is None else DURATIONS).size(to)
        if size is None:
            units = (
                "length, such as m, km or miles" if seconds is None else "time, such as s or min"
            )
            reject_argument("to", f"a unit of {units}", quote(to))
        found = EXACT.divide(to_decimal(base_amount, "figure"), size)
        amount = float(f"{found:.{_SIGNIFICANT_DIGITS}g}")
    text = format_duration(base_amount) if metres is None else format_distance(metres)
    return Converted(amount=amount, distance_m=metres, duration_s=seconds, text=text)


def _read_amount(read: Callable[[str], Amount], text: str) -> Amount | None:
    try:
        return read(text)
    except UnitError:
        return None


@tool(name="add_times", example={"start": "09:30", "durations": ["1 hour 20 mins", "45 mins"]})
def _add_times(
    start: ClockTime,
    durations: Annotated[
        tuple[Words, ...],
        Field(description='"45 mins"; subtracted: "-45 mins"', max_length=_MAX_TERMS),
    ],
) -> ClockSum:
    """Add durations to a time of day, or subtract them: when something ends, or has to begin."""
    total = 0
    for index, each in enumerate(durations):
        sign, text = (-1, each.strip()[1:]) if each.strip().startswith("-") else (1, each)
        try:
            total += sign * parse_duration(text)
        except UnitError:
            reject_argument(
                f"durations[{index}]", 'a duration such as "1 hour 20 mins"', quote(each)
            )
    minute, second = divmod(minute_of(start) * _MINUTE + total, _MINUTE)
    days, rest = divmod(minute, DAY_MIN)
    seconds = f":{second:02d}" if second else ""
    return ClockSum(
        time=clock_text(rest) + seconds, days_later=days, total_s=total, text=format_clock(rest)
    )


AMOUNTS = (_convert, _add_times)


_PARIS = "48.86,2.29"
_MONT_SAINT_MICHEL = "48.64,-1.51"
_TWO_POINTS = {"origin": _PARIS, "destination": _MONT_SAINT_MICHEL}
_MAX_POINTS = 100


Point = Annotated[PlaceName, Field(description='Name, id or "latitude,longitude"')]
Figure = Literal[
    "geodesic", "path_length", "distances", "midpoint", "destination", "side", "cross_track"
]


class Distance(PlacedResult):
    """A straight-line distance."""

    distance_m: Annotated[float, Field(description="Metres")]
    text: Annotated[str, Field(description="The same, rounded, in m or km")]


class Direction(PlacedResult):
    """A direction of sight."""

    bearing_deg: Annotated[float, Field(description="Degrees clockwise from true north")]
    direction: Annotated[str, Field(description='Compass point, such as "northeast"')]


class Geometry(PlacedResult):
    """A figure of points."""

    distance_m: float | None = None
    distances_m: tuple[tuple[int, ...], ...] | None = Field(
        None, description="One row and column per place"
    )
    point: Annotated[str | None, Field(description='"latitude,longitude"')] = None
    side: Literal["left", "right", "on the line"] | None = None


@tool(name="haversine", example=_TWO_POINTS)
def _haversine(world: World, origin: Point, destination: Point) -> Distance:
    """Measure the straight-line distance between two places, "as the crow flies"."""
    metres = haversine(_require_location(origin, world), _require_location(destination, world))
    return Distance(distance_m=round(metres, 3), text=format_distance(metres))


@tool(name="bearing_cardinal", example={**_TWO_POINTS, "points": 4})
def _bearing_cardinal(
    world: World,
    origin: Point,
    destination: Point,
    points: Annotated[Literal[4, 8, 16], Field(description="Of the compass")] = 8,
) -> Direction:
    """Return the compass direction in which destination lies, seen from origin.

    For "in which direction is A from B", origin is B and destination is A.
    """
    degrees = initial_bearing(
        _require_location(origin, world), _require_location(destination, world)
    )
    word = cardinal(degrees, points).word.lower()
    return Direction(bearing_deg=round(degrees, 6) % 360, direction=word)


@tool(name="geometry", example={"figure": "midpoint", "places": [_PARIS, _MONT_SAINT_MICHEL]})
def _geometry(
    world: World,
    figure: Figure,
    places: Annotated[tuple[PlaceName, ...], Field(description="Names, ids or coordinates")],
    bearing_deg: Annotated[float | None, Field(ge=0, lt=360)] = None,
    distance_m: Annotated[float | None, Field(ge=0, le=20_100_000)] = None,
) -> Geometry:
    """Compute a figure of points by straight lines, not along streets; metres and degrees.

    geodesic: the distance of two on the WGS 84 ellipsoid; path_length: of all in order;
    distances: of each from each; midpoint: of two; destination: the point at bearing_deg and
    distance_m from one; side: on which side of the path of the first ones the last lies;
    cross_track: of the first from the line through the others, positive to the right.
    """
    minimum, maximum, compute = _GEOMETRY.get(figure, (1, 1, None))
    if not minimum <= len(places) <= maximum:
        wanted = f"{minimum}" if minimum == maximum else f"{minimum} to {maximum}"
        noun = "place" if maximum == 1 else "places"
        reject_argument("places", f"{wanted} {noun} for {figure}", f"{len(places)}")
    points = [_require_location(place, world) for place in places]
    return compute(points) if compute else _find_destination(points[0], bearing_deg, distance_m)


_GEOMETRY: Mapping[Figure, tuple[int, int, Callable[[Sequence[LatLon]], Geometry]]] = {
    "geodesic": (2, 2, lambda points: _length_result(geodesic(*points))),
    "path_length": (2, _MAX_POINTS, lambda points: _length_result(path_length(points))),
    "distances": (1, _MAX_POINTS, lambda points: Geometry(distances_m=_distance_table(points))),
    "midpoint": (2, 2, lambda points: Geometry(point=_format_point(midpoint(*points)))),
    "side": (
        3,
        _MAX_POINTS,
        lambda points: Geometry(side=relative_side(points[:-1], points[-1]) or "on the line"),
    ),
    "cross_track": (3, 3, lambda points: _length_result(cross_track_distance(*points))),
}
"""The minimum and maximum number of places for a figure, and the function that computes it."""


def _length_result(metres: float) -> Geometry:
    return Geometry(distance_m=round(metres, 3))


def _distance_table(points: Sequence[LatLon]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(round, row)) for row in pairwise_distances(points).tolist())


def _find_destination(
    start: LatLon, bearing_deg: float | None, distance_m: float | None
) -> Geometry:
    if bearing_deg is None or distance_m is None:
        missing = "bearing_deg" if bearing_deg is None else "distance_m"
        reject_argument(missing, f"a number for {quote('destination')}")
    return Geometry(point=_format_point(destination(start, bearing_deg, distance_m)))


def _require_location(name: str, world: World) -> LatLon:
    place = found_place(name, world)
    if place.location is None:
        fact = f"coordinates of {place.name}"
        raise missing_fact(reason="no_coordinates", fact=fact, value=place.name)
    return place.location


def _format_point(point: LatLon) -> str:
    """Format a point to a ten-millionth of a degree, about a centimetre."""
    return f"{round(point[0], 7)},{round(point[1], 7)}"


POINTS = (_haversine, _bearing_cardinal, _geometry)
