"""Solvers of straight-line geometry: distances, directions, and pairs of places."""

from __future__ import annotations

from geoeval.calculators.sphere.bearing import initial_bearing
from geoeval.calculators.sphere.cardinal import cardinal
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.units import format_distance
from geoeval.errors import CoincidentPointsError, InvalidCoordinateError
from geoeval.query.base import Model
from geoeval.query.derive import Blocked, Solver, Working, at, solver
from geoeval.query.geometry_kinds import (
    DirectionAndDistance,
    DirectionOf,
    ExtremePair,
    StraightLineDistance,
)
from geoeval.query.values import Bearing, Compound, Names, Quantity
from geoeval.world.model import Place

_POLE = 90.0


def distance_between(first: Place, second: Place, work: Working) -> float:
    """Return the great-circle distance between two places in metres, and write it down.

    Raises
    ------
    Blocked
        If the coordinates of one are unknown.
    """
    metres = haversine(work.location(first), work.location(second))
    work.say(f"{at(first)} to {at(second)}: {format_distance(metres)} great-circle")
    work.drawing.measured(first, second, format_distance(metres))
    return metres


def bearing_between(origin: Place, destination: Place, work: Working) -> float:
    """Return the initial bearing from one place to another in degrees, and write it down.

    Raises
    ------
    Blocked
        If the coordinates of one are unknown, or both are the same.
    """
    start, end = work.location(origin), work.location(destination)
    if abs(start[0]) == _POLE:
        detail = f"seen from {origin.name}, a pole, every direction is the same"
        raise Blocked(reason="under_specified", detail=detail)
    try:
        degrees = initial_bearing(start, end)
    except CoincidentPointsError as error:
        detail = f"{origin.name} and {destination.name} lie at the same point"
        raise Blocked(reason="same_place", detail=detail) from error
    except InvalidCoordinateError as error:
        detail = f"{origin.name} and {destination.name} are antipodes: every direction leads there"
        raise Blocked(reason="under_specified", detail=detail) from error
    point = cardinal(degrees).word.lower()
    work.say(f"{at(origin)} to {at(destination)}: initial bearing {degrees:.1f}°, {point}")
    work.drawing.measured(origin, destination, f"{degrees:.1f}°")
    return degrees


def _straight_line_distance(query: StraightLineDistance, work: Working) -> Quantity:
    """Answer how far two places lie apart."""
    origin, destination = work.place(query.origin), work.place(query.destination)
    return Quantity(amount=distance_between(origin, destination, work), unit="m")


def _direction_of(query: DirectionOf, work: Working) -> Bearing:
    """Answer in which direction a place lies."""
    seen_from, place = work.place(query.seen_from), work.place(query.place)
    return Bearing(degrees=bearing_between(seen_from, place, work))


def _direction_and_distance(query: DirectionAndDistance, work: Working) -> Compound:
    """Answer in which direction and how far a place lies."""
    origin, destination = work.place(query.origin), work.place(query.destination)
    bearing = Bearing(degrees=bearing_between(origin, destination, work))
    distance = Quantity(amount=distance_between(origin, destination, work), unit="m")
    return Compound(parts=(bearing, distance))


def _extreme_pair(query: ExtremePair, work: Working) -> Names:
    """Answer which offered pair lies closest together, or farthest apart."""
    keyed = [
        (distance_between(work.place(pair.first), work.place(pair.second), work), pair.text)
        for pair in query.pairs
    ]
    keyed.sort(key=lambda pair: -pair[0] if query.farthest else pair[0])
    tied = sum(1 for metres, _ in keyed if metres == keyed[0][0])
    return Names(
        names=tuple(text for _, text in keyed),
        reading="ranked",
        tied=tied,
        lengths_m=tuple(metres for metres, _ in keyed),
    )


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(StraightLineDistance, _straight_line_distance),
        solver(DirectionOf, _direction_of),
        solver(DirectionAndDistance, _direction_and_distance),
        solver(ExtremePair, _extreme_pair),
    ]
)
