"""Trips of several days: every night is spent at the origin, the hotel."""

from __future__ import annotations

from geoeval.errors import UsageError, quote
from geoeval.planning.problem import TripProblem
from geoeval.planning.windows import Starts, clipped, merged


def check_days(problem: TripProblem) -> None:
    """Raise if the hotel cannot be reached from every stop and left for it, or nobody may wait.

    Raises
    ------
    UsageError
        If so; such a trip could not keep its days.
    """
    if len(problem.days) < 2:
        return
    if not problem.waiting:
        message = "expected a trip of several days to allow waiting, over night at least"
        raise UsageError(message)
    hotel = _hotel(problem)
    for i, stop in enumerate(problem.stops):
        there, back = problem.matrix(stop.mode), problem.travel
        place = problem.place(i)
        for way, known in (
            ("to", there.ride(hotel, place, problem.days[0][0])),
            ("back from", back.ride(place, hotel, problem.days[0][0])),
        ):
            if known is None:
                message = (
                    "expected a way from the hotel to every stop and back, for a trip of several "
                    f"days: none {way} {quote(stop.name)}"
                )
                raise UsageError(message)


def day_starts(problem: TripProblem, stop: int) -> Starts:
    """Return when a stay can begin: within its windows and days, in time to come back at night.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix
    >>> trip = TripProblem(
    ...     stops=(Stop(name="castle", duration=120),),
    ...     travel=TravelMatrix([[0, 30], [30, 0]]), origin=1, days=((540, 1080), (1980, 2520)),
    ... )
    >>> day_starts(trip, 0)
    ((540, 930), (2010, 2400))
    """
    intervals = problem.stops[stop].starts()
    if not problem.days:
        return intervals
    place, duration = problem.place(stop), problem.stops[stop].duration
    kept: list[tuple[int, int]] = []
    for number, (begins, ends) in enumerate(problem.days):
        first: int | None = begins
        last: int | None = ends
        if number:
            first = morning(problem, number, place, problem.stops[stop].mode)
        if number < len(problem.days) - 1:
            last = problem.travel.latest(place, _hotel(problem), ends)
        if first is not None and last is not None:
            kept += clipped(intervals, first, last - duration)
    return merged(kept)


def morning(problem: TripProblem, day: int, place: int, mode: str | None) -> int | None:
    """Return the first tick of a day at which one can be at a place, from the hotel."""
    ride = problem.matrix(mode).ride(_hotel(problem), place, problem.days[day][0])
    return None if ride is None else ride.arrives


def day_of(problem: TripProblem, tick: int) -> int:
    """Return the number of the day in which a tick lies: the last one that has begun."""
    return max((k for k, (begins, _) in enumerate(problem.days) if begins <= tick), default=0)


def _hotel(problem: TripProblem) -> int:
    """Return the place where the nights are spent."""
    assert problem.origin is not None, "checked by the problem"
    return problem.origin
