"""Solvers for the times of a trip whose order is given; hours count where the day is said."""

from __future__ import annotations

from dataclasses import replace

from geoeval.calculators.units import format_duration
from geoeval.errors import quote
from geoeval.planning import LatestStart, Timeline, TripProblem, latest_start, simulate
from geoeval.query.base import Model, Trip
from geoeval.query.derive import Blocked, Solver, Working
from geoeval.query.trip_kinds import FinishTime, FreeTime, StartTime, TripTime
from geoeval.query.trip_map import (
    DAY,
    MINUTE,
    TripMap,
    end_of,
    locate,
    map_trip,
    near,
    on_stated_day,
    seconds_of,
)
from geoeval.query.trip_solver import trip_solver
from geoeval.query.trip_words import clock, tell, why
from geoeval.query.values import Clock, Infeasible, Quantity


def played(trip: TripMap, work: Working) -> Timeline | Infeasible:
    """Play the stops through in their order and write that down.

    Raises
    ------
    Blocked
        If a leg is missing.
    """
    timeline = simulate(range(len(trip.problem.stops)), trip.problem)
    tell(timeline, trip, work)
    for breach in timeline.breaches:
        if breach.kind == "missing_leg":
            raise Blocked(reason="missing_leg", detail=why(breach, trip))
    broken = timeline.first_broken
    return timeline if broken is None else Infeasible(first_broken=why(broken, trip))


def latest(trip: TripMap) -> tuple[TripMap, LatestStart] | Infeasible:
    """Work the stops backwards; where that ends before midnight, all is moved on by a day.

    Raises
    ------
    Blocked
        If a leg is missing.
    """
    order = range(len(trip.problem.stops))
    found = latest_start(order, trip.problem)
    if found.broken is not None:
        if found.broken.kind == "missing_leg":
            raise Blocked(reason="missing_leg", detail=why(found.broken, trip))
        return Infeasible(first_broken=why(found.broken, trip))
    if found.depart is not None and found.depart < 0:
        trip = replace(trip, problem=_a_day_later(trip.problem))
        found = latest_start(order, trip.problem)
    return trip, found


def in_order(query: Trip, work: Working, deadline: int | None = None) -> TripMap:
    """Lay the stops of a trip in their order over the world, to wherever it ends.

    Where the day and the departure are said, its opening hours count.
    """
    trip = map_trip(query, work, origin=query.origin, end=end_of(query, work), deadline=deadline)
    trip = replace(trip, problem=replace(trip.problem, before=()))
    return on_stated_day(trip, query, work)


def _started(trip: TripMap) -> TripMap | Infeasible:
    """Give a trip without a departure the latest one that keeps its bookings, if it has any."""
    if trip.clocked:
        return trip
    found = latest(replace(trip, clocked=True))
    if isinstance(found, Infeasible):
        return found
    moved, start = found
    if start.depart is None:
        return trip
    return replace(moved, problem=replace(moved.problem, depart=start.depart))


def _finish_time(query: FinishTime, work: Working) -> Clock | Infeasible:
    """Answer when the trip is over."""
    trip = _started(in_order(query, work))
    if isinstance(trip, Infeasible):
        return trip
    if not trip.clocked:
        raise Blocked(
            reason="under_specified", detail="the question does not say when the trip starts"
        )
    timeline = played(trip, work)
    if isinstance(timeline, Infeasible):
        return timeline
    work.say(f"over at {clock(timeline.finish)}")
    return Clock(minute=-(-timeline.finish // MINUTE))


def _trip_time(query: TripTime, work: Working) -> Quantity | Infeasible:
    """Answer how long the trip takes."""
    trip = _started(in_order(query, work))
    timeline = trip if isinstance(trip, Infeasible) else played(trip, work)
    if isinstance(timeline, Infeasible):
        return timeline
    length = timeline.finish - timeline.depart
    work.say(f"together {format_duration(length)}")
    return Quantity(amount=length, unit="s")


def _start_time(query: StartTime, work: Working) -> Clock | Infeasible:
    """Answer when to start at the latest, worked backwards from the end."""
    if query.finish_by is None:
        raise Blocked(
            reason="under_specified",
            detail="the question does not say when the trip has to be over",
        )
    deadline = seconds_of(query.finish_by)
    found = latest(replace(in_order(query, work, deadline), clocked=True))
    if isinstance(found, Infeasible):
        return found
    trip, start = found
    assert start.depart is not None
    work.say(f"counted back from {clock(trip.problem.deadline or 0)}")
    tell_from(start.depart, trip, work)
    work.say(f"start at {clock(start.depart)} at the latest")
    return Clock(minute=start.depart // MINUTE, bound="latest")


def tell_from(depart: int, trip: TripMap, work: Working) -> None:
    """Write down the trip in its order from a departure."""
    started = replace(trip, problem=replace(trip.problem, depart=depart))
    tell(simulate(range(len(trip.problem.stops)), started.problem), started, work)


def _free_time(query: FreeTime, work: Working) -> Quantity | Infeasible:
    """Answer how much time is left before a booked stop, its travel deducted."""
    names = [stop.place for stop in query.stops]
    index = locate(query.before_stop, names, work)
    if index is None:
        raise Blocked(
            reason="under_specified", detail=f"{quote(query.before_stop)} is no stop of the trip"
        )
    booked = query.stops[index].starts_at
    if booked is None:
        raise Blocked(
            reason="under_specified", detail=f"the start at {quote(query.before_stop)} is not known"
        )
    fixed = [i for i in range(index) if query.stops[i].starts_at is not None]
    first = fixed[-1] if fixed else 0
    depart = query.stops[first].starts_at if fixed else query.depart
    if depart is None:
        raise Blocked(
            reason="under_specified", detail="the question does not say when the trip starts"
        )
    trip = map_trip(
        query.model_copy(update={"depart": depart, "before": ()}),
        work,
        stops=query.stops[first:index],
        origin=None if fixed else query.origin,
        end=names[index],
        end_mode=query.stops[index].mode,
    )
    timeline = played(on_stated_day(trip, query, work), work)
    if isinstance(timeline, Infeasible):
        return timeline
    start = near(booked, timeline.depart)
    free = start - timeline.finish
    if free < 0:
        late = f"arrives at {names[index]} at {clock(timeline.finish)}, booked for {clock(start)}"
        return Infeasible(first_broken=late)
    work.say(
        f"booked for {clock(start)}: {clock(start)} - {format_duration(timeline.back or 0)}"
        f" - {clock(timeline.finish - (timeline.back or 0))} = {format_duration(free)} free"
    )
    return Quantity(amount=free, unit="s")


SOLVERS: dict[type[Model], Solver] = dict(
    [
        trip_solver(FinishTime, _finish_time, "opening_hours", "return_leg", "missing_leg"),
        trip_solver(StartTime, _start_time, "return_leg", "missing_leg"),
        trip_solver(TripTime, _trip_time, "opening_hours", "return_leg", "missing_leg"),
        trip_solver(FreeTime, _free_time, "opening_hours", "missing_leg"),
    ]
)


def _a_day_later(problem: TripProblem) -> TripProblem:
    """Return the problem with everything that is fixed in time a day later."""
    return replace(
        problem,
        deadline=None if problem.deadline is None else problem.deadline + DAY,
        stops=tuple(
            replace(
                stop,
                starts_at=None if stop.starts_at is None else stop.starts_at + DAY,
                windows=stop.windows
                and tuple(
                    w._replace(opens=w.opens + DAY, closes=w.closes + DAY) for w in stop.windows
                ),
            )
            for stop in problem.stops
        ),
    )
