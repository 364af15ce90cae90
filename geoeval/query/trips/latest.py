"""Solver for the latest departure that still meets the deadline the question names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from geoeval.calculators.hours import WEEK_MIN, WeeklyHours
from geoeval.errors import quote
from geoeval.planning import Windows, windows_of
from geoeval.query.base import DAYS, Model, TripStop
from geoeval.query.derive import Blocked, Solver, Working
from geoeval.query.trip_kinds import LatestDeparture
from geoeval.query.trip_map import MINUTE, TripMap, locate, map_trip, next_after, seconds_of
from geoeval.query.trip_solver import trip_solver
from geoeval.query.trip_times import latest, tell_from
from geoeval.query.trip_words import clock, days_in_words, use_hours
from geoeval.query.values import Clock, Infeasible
from geoeval.world.model import Place


def _latest_departure(query: LatestDeparture, work: Working) -> Clock | Infeasible:
    """Answer when to leave a place at the latest, worked backwards from the deadline."""
    trip = leaving_late(query, work)
    if isinstance(trip, Infeasible):
        return trip
    depart = trip.problem.depart
    tell_from(depart, trip, work)
    work.say(f"leave {work.place(query.leaving).name} at {clock(depart)} at the latest")
    return Clock(minute=depart // MINUTE, bound="latest")


def leaving_late(query: LatestDeparture, work: Working) -> TripMap | Infeasible:
    """Return what follows the departure as a trip that departs as late as it can.

    Parameters
    ----------
    query
        What is asked.
    work
        The sheet whose world and conventions are used.

    Returns
    -------
    TripMap or Infeasible
        The trip with its departure, or what makes every departure too late.

    Raises
    ------
    Blocked
        If a way or the hours of the place that closes are not known, or nothing limits it.
    """
    trip, closing = _rest_of_trip(query, work)
    if closing >= 0:
        windows = _hours_to_closing(query, trip.places[closing], work)
        if isinstance(windows, Infeasible):
            return windows
        stops = list(trip.problem.stops)
        stops[closing] = replace(stops[closing], windows=windows)
        trip = replace(trip, problem=replace(trip.problem, stops=tuple(stops)))
    found = latest(trip)
    if isinstance(found, Infeasible):
        return found
    trip, start = found
    if start.depart is None:
        raise Blocked(reason="under_specified", detail="the question names no deadline")
    return replace(trip, problem=replace(trip.problem, depart=start.depart))


def _rest_of_trip(query: LatestDeparture, work: Working) -> tuple[TripMap, int]:
    """Lay what follows the departure over the world; and say which of its visits has to close.

    Of several visits to a place the last has to be over by its closing. Without a deadline of
    its own the trip is cut after that visit, unless a later one is booked.
    """
    stops: Sequence[TripStop] = query.stops[_first_after(query, work) :]
    end, closing = query.end, -1
    if query.before_closing is not None:
        back = locate(query.before_closing, [stop.place for stop in reversed(stops)], work)
        found = None if back is None else len(stops) - 1 - back
        if query.finish_by is None:
            booked = [i for i, stop in enumerate(stops) if stop.starts_at is not None]
            last = max([*booked, *([] if found is None else [found])], default=len(stops))
            stops, end = stops if found is None else stops[: last + 1], None
        if found is None:
            here = locate(query.before_closing, [query.leaving], work) is not None
            stops = (*(() if here else stops), TripStop(place=query.before_closing))
        closing = len(stops) - 1 if found is None else found
    deadline = None
    if query.finish_by is not None:
        deadline = next_after(query.finish_by, seconds_of(query.depart or "00:00"))
    trip = map_trip(query, work, stops=stops, origin=query.leaving, end=end, deadline=deadline)
    return replace(trip, clocked=True), closing


def _first_after(query: LatestDeparture, work: Working) -> int:
    """Return the index of the first stop after the departure."""
    if query.origin is not None and locate(query.leaving, [query.origin], work) is not None:
        return 0
    index = locate(query.leaving, [stop.place for stop in query.stops], work)
    if index is not None:
        return index + 1
    if query.origin is None:
        return 0
    raise Blocked(
        reason="under_specified", detail=f"the trip does not come by {quote(query.leaving)}"
    )


def _hours_to_closing(query: LatestDeparture, place: Place, work: Working) -> Windows | Infeasible:
    """Return when a place is open up to its closing on the day of the trip."""
    day = None if query.day is None else DAYS.index(query.day)
    usual = closing_of(place, day, work)
    if isinstance(usual, Infeasible):
        return usual
    assert place.hours is not None
    days = range(7) if day is None else (day,)
    same = next(d for d in days if _closing(place.hours, d) == usual // MINUTE)
    *before, last = place.hours.intervals_on(same) or ()
    return windows_of((*before, (last[0], usual // MINUTE)), MINUTE) or ()


def closing_of(place: Place, day: int | None, work: Working) -> int | Infeasible:
    """Return the second after midnight at which a place closes on a weekday.

    Where no day is said, its most common closing counts, the earliest of equally common ones.

    Raises
    ------
    Blocked
        If its hours are not known, or it never closes.
    """
    if place.hours is None:
        raise Blocked(
            reason="no_hours", detail=f"the context gives no opening hours of {place.name}"
        )
    days = tuple(range(7)) if day is None else (day,)
    if all(place.hours.intervals_on(day) is None for day in days):
        raise Blocked(
            reason="no_hours", detail=f"the opening hours of {place.name} on that day are not known"
        )
    closings = {day: closing for day in days if (closing := _closing(place.hours, day)) is not None}
    use_hours(place, days, work)
    if not closings:
        return Infeasible(first_broken=f"{place.name} is closed {days_in_words(days)}")
    counts = Counter(closings.values())
    usual = min(counts, key=lambda closing: (-counts[closing], closing))
    if usual >= WEEK_MIN:
        raise Blocked(reason="no_such_fact", detail=f"{place.name} never closes")
    same = tuple(day for day, closing in closings.items() if closing == usual)
    others = "" if len(counts) == 1 else ", its most common closing time, as no day is said"
    work.say(f"{place.name} closes at {clock(usual * MINUTE)} {days_in_words(same)}{others}")
    return usual * MINUTE


def _closing(hours: WeeklyHours, day: int) -> int | None:
    """Return the minute at which the last opening that begins on a day ends."""
    intervals = hours.intervals_on(day)
    return hours.closes_on(day, intervals[-1][0]) if intervals else None


SOLVERS: dict[type[Model], Solver] = dict(
    [trip_solver(LatestDeparture, _latest_departure, "missing_leg")]
)
