"""Solvers for one stop of a trip: the longest stay, the wait at its door, the stop left out."""

from __future__ import annotations

from dataclasses import replace

from geoeval.calculators.units import format_duration
from geoeval.errors import quote
from geoeval.planning import best_orders
from geoeval.query.base import DAYS, Model
from geoeval.query.derive import Blocked, Solver, Working
from geoeval.query.trip_kinds import LeftOut, StayLimit, WaitingTime
from geoeval.query.trip_latest import closing_of
from geoeval.query.trip_map import end_of, holds_on, limit_of, locate, map_trip, on_stated_day
from geoeval.query.trip_plans import in_any_order
from geoeval.query.trip_solver import trip_solver
from geoeval.query.trip_times import in_order, latest, played, tell_from
from geoeval.query.trip_words import clock
from geoeval.query.values import Infeasible, Names, Quantity


def _stay_limit(query: StayLimit, work: Working) -> Quantity | Infeasible:
    """Answer how long one can stay: from the arrival to when one has to go, or it closes."""
    if query.depart is None:
        raise Blocked(
            reason="under_specified", detail="the question does not say when the trip starts"
        )
    index = locate(query.stay_at, [stop.place for stop in query.stops], work)
    if index is None:
        raise Blocked(
            reason="under_specified", detail=f"{quote(query.stay_at)} is no stop of the trip"
        )
    before = map_trip(query, work, stops=query.stops[: index + 1], origin=query.origin)
    timeline = played(on_stated_day(before, query, work), work)
    if isinstance(timeline, Infeasible):
        return timeline
    begins = timeline.calls[-1].start
    ends = [
        end
        for end in (_has_to_go(query, index, work), _closes(query, work))
        if not isinstance(end, Infeasible) and end is not None
    ]
    if not ends:
        raise Blocked(reason="under_specified", detail="the question names no end of the stay")
    stay = min(ends) - begins
    if stay < 0:
        return Infeasible(first_broken=f"one has to go at {clock(min(ends))}")
    work.say(f"from {clock(begins)} to {clock(min(ends))}: {format_duration(stay)}")
    return Quantity(amount=stay, unit="s")


def _has_to_go(query: StayLimit, index: int, work: Working) -> int | None:
    """Return when the rest of the trip has to begin at the latest, if anything limits it.

    Raises
    ------
    Blocked
        If a leg is missing, or the rest cannot be kept at all.
    """
    rest = query.stops[index + 1 :]
    deadline = limit_of(query)
    if deadline is None and not any(stop.starts_at for stop in rest):
        return None
    trip = map_trip(query, work, stops=rest, origin=query.stay_at, end=query.end, deadline=deadline)
    found = latest(replace(on_stated_day(trip, query, work), clocked=True))
    if isinstance(found, Infeasible):
        raise Blocked(reason="under_specified", detail=found.first_broken)
    trip, start = found
    assert start.depart is not None
    tell_from(start.depart, trip, work)
    return start.depart


def _closes(query: StayLimit, work: Working) -> int | None:
    """Return when the place closes on the day of the trip, where that counts and is known."""
    place = work.place(query.stay_at)
    if place.hours is None or (query.day is None and not query.until_closing):
        return None
    day = None if query.day is None else DAYS.index(query.day)
    closing = closing_of(place, day, work)
    return None if isinstance(closing, Infeasible) else closing


def _waiting_time(query: WaitingTime, work: Working) -> Quantity | Infeasible:
    """Answer how long one waits until the last stop opens."""
    if query.depart is None:
        raise Blocked(
            reason="under_specified", detail="the question does not say when the trip starts"
        )
    timeline = played(in_order(query, work), work)
    if isinstance(timeline, Infeasible):
        return timeline
    last = timeline.calls[-1]
    work.say(f"waits {format_duration(last.waiting)}")
    return Quantity(amount=last.waiting, unit="s")


def _left_out(query: LeftOut, work: Working) -> Names | Infeasible:
    """Answer which stop to leave out: those without which all the others fit."""
    if _all_fit(query, work):
        return Infeasible(first_broken="all the stops fit, none has to be left out")
    found = []
    for stop in query.stops if len(query.stops) > 1 else ():
        rest = tuple(other for other in query.stops if other is not stop)
        fits = _all_fit(query.model_copy(update={"stops": rest}), work)
        work.say(f"without {stop.place}: {'all the others fit' if fits else 'still too much'}")
        if fits:
            found.append(stop.place)
    if not found:
        return Infeasible(first_broken="it is not enough to leave out one stop")
    return Names(names=tuple(found), reading="any")


def _all_fit(query: LeftOut, work: Working) -> bool:
    """Whether all stops of a trip can be visited in some order."""
    trips = in_any_order(query, work, end_of(query, work))
    return holds_on(work, [(bool(best_orders(t.problem, k=1).orders), t.days) for t in trips])


SOLVERS: dict[type[Model], Solver] = dict(
    [
        trip_solver(StayLimit, _stay_limit, "opening_hours", "missing_leg"),
        trip_solver(WaitingTime, _waiting_time, "missing_leg"),
        trip_solver(LeftOut, _left_out, "opening_hours", "unstated_day", "return_leg"),
    ]
)
