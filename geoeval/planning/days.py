"""Trips of several days: every night is spent at the origin, the hotel."""

from __future__ import annotations

from geoeval.errors import UsageError, quote
from geoeval.planning.problem import TripProblem
from geoeval.planning.stop import Starts, clipped, merged
from geoeval.planning.travel import Ride


def check_days(problem: TripProblem) -> None:
    """Raise if a trip of several days is none that the planner can keep."""
    if len(problem.days) < 2:
        return
    if not problem.waiting:
        message = "expected a trip of several days to allow waiting, over night at least"
        raise UsageError(message)
    for number, (begins, ends) in enumerate(problem.days):
        if number:
            _check_mornings(problem, begins)
        if number < len(problem.days) - 1:
            _check_evenings(problem, ends)


def _check_mornings(problem: TripProblem, begins: int) -> None:
    """Raise if the way from the hotel is not the quickest one to each stop and the end."""
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
            _no_way(f"to {quote(name)}")
        else:
            arrives[name] = ride.arrives
    for via, (place, _, stay) in goals.items():
        for name, (goal, mode, _) in goals.items():
            ride = problem.matrix(mode).ride(place, goal, arrives[via] + stay)
            if name != via != "the end" and ride is not None and ride.arrives < arrives[name]:
                _long_way(f"from the hotel to {quote(name)}", via)


def _check_evenings(problem: TripProblem, ends: int) -> None:
    """Raise if the way to the hotel is not the quickest one from each stop."""
    hotel, stops = _hotel(problem), problem.stops
    leaves: list[int] = []
    for i, stop in enumerate(stops):
        last = problem.travel.latest(problem.place(i), hotel, ends)
        if last is None:
            _no_way(f"back from {quote(stop.name)}")
        else:
            leaves.append(last)
    for via, stop in enumerate(stops):
        for i, other in enumerate(stops):
            if i != via:
                matrix, by = problem.matrix(stop.mode), leaves[via] - stop.duration
                last = matrix.latest(problem.place(i), problem.place(via), by)
                if last is not None and last > leaves[i]:
                    _long_way(f"to the hotel from {quote(other.name)}", stop.name)


def _no_way(way: str) -> None:
    """Raise for a stop that the nights cut off."""
    message = (
        "expected a way from the hotel to every stop and back, for a trip of several days: none "
        f"{way}"
    )
    raise UsageError(message)


def _long_way(way: str, via: str) -> None:
    """Raise for a way that is longer than one over another stop."""
    message = (
        f"expected ways to and from the hotel that are not longer than those over another stop, "
        f"for a trip of several days: the one {way} is, against the one over {quote(via)}"
    )
    raise UsageError(message)


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
    """Return the way from the hotel by which one is at a place first on a day."""
    return problem.matrix(mode).ride(_hotel(problem), place, problem.days[day][0])


def _reached(ride: Ride | None) -> int | None:
    """Return the tick of arrival; None if there is no way."""
    return None if ride is None else ride.arrives


def day_of(problem: TripProblem, tick: int) -> int:
    """Return the number of the day in which a tick lies: the last one that has begun."""
    return max((k for k, (begins, _) in enumerate(problem.days) if begins <= tick), default=0)


def _hotel(problem: TripProblem) -> int:
    """Return the place where the nights are spent."""
    assert problem.origin is not None, "checked by the problem"
    return problem.origin
