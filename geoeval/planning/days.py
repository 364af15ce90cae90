"""Trips of several days: every night is spent at the origin, the hotel."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.errors import UsageError, quote
from geoeval.planning.problem import TripProblem
from geoeval.planning.stop import Starts, clipped, merged
from geoeval.planning.travel import Ride

_EVERY_STOP = "a way from the hotel to every stop and back, for a trip of several days: none"


def check_days(problem: TripProblem) -> None:
    """Raise a UsageError if a trip of several days is one that the planner cannot keep to."""
    for fault in _faults(problem) if len(problem.days) > 1 else ():
        message = f"expected {fault}"
        raise UsageError(message)


def _faults(problem: TripProblem) -> Iterator[str]:
    """Yield what keeps the nights of a trip from being spent at the hotel."""
    if not problem.waiting:
        yield "a trip of several days to allow waiting, over night at least"
    for number, (begins, ends) in enumerate(problem.days):
        if number:
            yield from _morning_faults(problem, begins)
        if number < len(problem.days) - 1:
            yield from _evening_faults(problem, ends)


def _morning_faults(problem: TripProblem, begins: int) -> Iterator[str]:
    """Yield where the leg from the hotel is not the quickest one to a stop or the end."""
    hotel = _hotel(problem)
    goals = {
        stop.name: (problem.place(i), stop.mode, stop.duration)
        for i, stop in enumerate(problem.stops)
    }
    if problem.end is not None:
        goals["the end"] = (problem.end, problem.end_mode, 0)
    arrives: dict[str, int] = {}
    for name, (place, mode, _) in goals.items():
        ride = problem.matrix(mode).ride(hotel, place, begins)
        if ride is None:
            yield f"{_EVERY_STOP} to {quote(name)}"
        else:
            arrives[name] = ride.arrives
    for via, (place, _, stay) in goals.items():
        for name, (goal, mode, _) in goals.items():
            ride = problem.matrix(mode).ride(place, goal, arrives[via] + stay)
            if name != via != "the end" and ride is not None and ride.arrives < arrives[name]:
                yield _detour(f"from the hotel to {quote(name)}", via)


def _evening_faults(problem: TripProblem, ends: int) -> Iterator[str]:
    """Yield where the leg to the hotel is not the quickest one from a stop."""
    hotel, stops = _hotel(problem), problem.stops
    leaves: list[int] = []
    for i, stop in enumerate(stops):
        last = problem.travel.latest(problem.place(i), hotel, ends)
        if last is None:
            yield f"{_EVERY_STOP} back from {quote(stop.name)}"
        else:
            leaves.append(last)
    for via, stop in enumerate(stops):
        for i, other in enumerate(stops):
            if i != via:
                matrix, by = problem.matrix(stop.mode), leaves[via] - stop.duration
                last = matrix.latest(problem.place(i), problem.place(via), by)
                if last is not None and last > leaves[i]:
                    yield _detour(f"to the hotel from {quote(other.name)}", stop.name)


def _detour(leg: str, via: str) -> str:
    """Return that a leg is longer than one over another stop."""
    return (
        "ways to and from the hotel that are not longer than those over another stop, for a trip "
        f"of several days: the one {leg} is, against the one over {quote(via)}"
    )


def day_starts(problem: TripProblem, stop: int) -> Starts:
    """Return when a stay can begin: within its windows and days, in time to come back at night."""
    intervals = problem.stops[stop].starts()
    if not problem.days:
        return intervals
    place, duration = problem.place(stop), problem.stops[stop].duration
    kept: list[tuple[int, int]] = []
    for number, (begins, ends) in enumerate(problem.days):
        first: int | None = begins
        last: int | None = ends
        if number:
            first = _reached(morning(problem, number, place, problem.stops[stop].mode))
        if number < len(problem.days) - 1:
            last = problem.travel.latest(place, _hotel(problem), ends)
        if first is not None and last is not None:
            kept += clipped(intervals, first, last - duration)
    return merged(kept)


def goal_days(problem: TripProblem) -> Starts:
    """Return when the end can be reached: on a later day not before one comes from the hotel."""
    mornings = [
        begins
        if problem.end is None or not number
        else _reached(morning(problem, number, problem.end, problem.end_mode))
        for number, (begins, _) in enumerate(problem.days)
    ]
    return tuple(
        (first, ends)
        for first, (_, ends) in zip(mornings, problem.days, strict=True)
        if first is not None and first <= ends
    )


def morning(problem: TripProblem, day: int, place: int, mode: str | None) -> Ride | None:
    """Return the leg from the hotel by which one is at a place first on a day."""
    return problem.matrix(mode).ride(_hotel(problem), place, problem.days[day][0])


def _reached(ride: Ride | None) -> int | None:
    """Return the tick of arrival; None if there is none."""
    return None if ride is None else ride.arrives


def day_of(problem: TripProblem, tick: int) -> int:
    """Return the number of the day in which a tick lies: the last one that has begun."""
    return max((k for k, (begins, _) in enumerate(problem.days) if begins <= tick), default=0)


def _hotel(problem: TripProblem) -> int:
    """Return the place where the nights are spent."""
    assert problem.origin is not None, "checked by the problem"
    return problem.origin
