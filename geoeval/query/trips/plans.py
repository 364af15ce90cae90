"""Plans of trips whose order is open, on their day or on each day that it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from geoeval.planning import MAX_TABLE, TravelMatrix
from geoeval.query.base import Trip
from geoeval.query.derive import Blocked, Working
from geoeval.query.trip_map import TripMap, holds_on, limit_of, map_trip, on_each_day


def in_any_order(query: Trip, work: Working, end: str | None) -> tuple[TripMap, ...]:
    """Lay the stops over the world, once for each day that makes a difference.

    Raises
    ------
    Blocked
        If there are too many stops, or a name stands for no place.
    """
    if len(query.stops) > MAX_TABLE:
        detail = f"{len(query.stops)} stops are more than the {MAX_TABLE} that can be ordered"
        raise Blocked(reason="under_specified", detail=detail)
    trip = map_trip(query, work, origin=query.origin, end=end, deadline=limit_of(query))
    return on_each_day(trip, query, work)


def usual_day(
    ranks: Sequence[tuple[int, ...] | None], trips: Sequence[TripMap], work: Working
) -> int | None:
    """Return which of several days stands for all: nothing better is reached on days enough.

    Parameters
    ----------
    ranks
        How good the best plan of each day is, lower is better; None where there is none.
    trips
        The trip on each of the days.
    work
        Its conventions say how many days are enough where none is said.

    Returns
    -------
    int or None
        An index of ``trips``; None where there is no plan on days enough.
    """
    known = [(rank, day) for day, rank in enumerate(ranks) if rank is not None]
    for level, day in sorted(known):
        reached = [
            (rank is not None and rank <= level, trip.days)
            for rank, trip in zip(ranks, trips, strict=True)
        ]
        if holds_on(work, reached):
            return day
    return None


def missing_ways(trip: TripMap) -> tuple[tuple[int, int], ...]:
    """Return the ways that a trip may take and whose travel time is not known, by their nodes."""
    problem, count = trip.problem, len(trip.problem.stops)
    starts = [*range(count), *([] if problem.origin is None else [problem.origin])]
    goals = [*range(count), *([] if problem.end is None else [problem.end])]
    return tuple(
        (start, goal)
        for start in starts
        for goal in goals
        if start != goal and (start < count or goal < count) and (start, goal) not in trip.ways
    )


def with_every_way(trip: TripMap) -> TripMap:
    """Return a trip on which the ways that are not known take no time: no trip can be quicker."""
    size = len(trip.places)
    known = {pair: way.seconds for pair, way in trip.ways.items()}
    legs = {(i, j): known.get((i, j), 0) for i in range(size) for j in range(size)}
    travel = TravelMatrix.from_legs(legs, size)
    return replace(trip, problem=replace(trip.problem, travel=travel))
