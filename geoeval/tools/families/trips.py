"""The tool that plans a trip: the best order of its stops with the proof, by the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NoReturn

from pydantic import BaseModel, Field

from geoeval.errors import quote
from geoeval.planning.stop import ALWAYS
from geoeval.query.base import DAYS, Trip, TripStop
from geoeval.query.conventions import DEFAULT
from geoeval.query.derive import Working
from geoeval.query.trip_map import DAY, TripMap
from geoeval.query.trip_words import conflict_in_words, why
from geoeval.tools.failure import mend
from geoeval.tools.families.trips.places import TripWorld
from geoeval.tools.families.trips.planning import (
    Best,
    Goal,
    Lacking,
    NoPlan,
    best_plan,
    dated_trips,
    weekdays,
)
from geoeval.tools.families.trips.request import MOST_STOPS, LimitedRequest, PlaceText, PlannedStop
from geoeval.tools.families.trips.results import (
    Arrival,
    ClockText,
    Minutes,
    Visit,
    arrival_of,
    clock_text,
    minutes,
    visits_of,
)
from geoeval.tools.tool import Result, Tool
from geoeval.world.model import World

_LIMITED = 2
"""Where one may leave after so many days, places that never close are all that limits it."""


class PlanRequest(LimitedRequest):
    """A trip to plan."""

    stops: Annotated[
        tuple[PlannedStop, ...],
        Field(description="The places to visit, in any order", min_length=1, max_length=MOST_STOPS),
    ]
    end: Annotated[PlaceText | None, Field(description="Where it ends, if after the stops")] = None
    before: Annotated[
        tuple[tuple[PlaceText, PlaceText], ...],
        Field(description="Pairs of stops: the first before the second", max_length=60),
    ] = ()
    in_order: Annotated[bool, Field(description="Keep the stops in the order given")] = False
    objective: Goal = "earliest_finish"


class PlannedTrip(Result):
    """The best plan of a trip, or why there is none."""

    feasible: bool
    proved: Annotated[bool, Field(description="Whether it is certain that nothing is better")]
    objective: Goal
    visits: Annotated[int | None, Field(description="How many stops are visited")] = None
    depart: ClockText | None = None
    timeline: tuple[Visit, ...] | None = None
    end: Arrival | None = None
    finish: ClockText | None = None
    total_min: Minutes | None = None
    travel_min: Minutes | None = None
    waiting_min: Minutes | None = None
    left_out: tuple[str, ...] | None = None
    days: Annotated[
        tuple[str, ...] | None, Field(description="Weekdays on which exactly this plan holds")
    ] = None
    first_broken: Annotated[
        str | None, Field(description="What the order that comes nearest breaks first")
    ] = None
    conflict: Annotated[
        str | None, Field(description="A smallest set of demands that cannot hold together")
    ] = None
    notes: tuple[str, ...] | None = None


def _plan(given: BaseModel, world: World) -> PlannedTrip:
    """Plan a trip."""
    assert isinstance(given, PlanRequest)
    _check(given)
    known = TripWorld(world, given.travel_times)
    query = _query(given, known)
    modes = {stop.mode or given.mode for stop in given.stops} | {given.mode}
    work = Working(world=known.world(modes), conventions=DEFAULT)
    needed = _needed(given)
    trips = dated_trips(query, work, given.objective, needed, in_order=given.in_order)
    _check_limits(given, trips)
    best = best_plan(trips, work, given.objective)
    if isinstance(best, Lacking):
        places = best.trip.places
        ways = [(places[start], places[goal]) for start, goal in best.ways]
        stop = best.ways[0][1]
        mode = given.stops[stop].mode if stop < len(given.stops) else None
        known.refuse_ways(ways, mode or given.mode)
    if isinstance(best, NoPlan):
        return _refuted(best, given, known)
    if given.objective == "latest_departure" and best.plan.schedule.depart >= _LIMITED * DAY:
        _refuse_unlimited()
    return _told(best, given, known)


def _check(given: PlanRequest) -> None:
    """Refuse a request whose parts do not go together."""
    late = given.objective == "latest_departure"
    if given.depart is None and not late:
        timed = ["finish_by"] if given.finish_by else []
        timed += [
            f"stops[{index}].{name}"
            for index, stop in enumerate(given.stops)
            for name in ("starts_at", "hours")
            if getattr(stop, name) is not None
        ]
        if timed:
            mend("depart", f"a departure HH:MM, as {timed[0]} is given")
    if late and given.budget_min is not None:
        expected = "no budget with latest_departure; use finish_by"
        mend("budget_min", expected, quote(given.budget_min))
    optional = [index for index, stop in enumerate(given.stops) if stop.optional]
    if optional and given.objective != "most_visits":
        expected = f"most_visits, as stops[{optional[0]}] is optional"
        mend("objective", expected, quote(given.objective))
    if given.mode is None and any(stop.mode for stop in given.stops):
        mend("mode", "the mode of the other ways, as a stop has one of its own")


def _check_limits(given: PlanRequest, trips: Sequence[TripMap]) -> None:
    """Refuse a request without a limit that its objective needs."""
    windows = [any(stop.starts() != ALWAYS for stop in trip.problem.stops) for trip in trips]
    if trips[0].problem.deadline is not None:
        return
    if given.objective == "latest_departure" and not all(windows):
        _refuse_unlimited()
    if given.objective == "most_visits" and not any(windows):
        mend("budget_min", "minutes available, or finish_by, as nothing limits the visits")


def _refuse_unlimited() -> NoReturn:
    """Refuse to look for the latest departure where there is none."""
    mend("finish_by", "a time HH:MM to be done by, as nothing else limits the departure")


def _query(given: PlanRequest, known: TripWorld) -> Trip:
    """Return a request as a trip of the query layer, its places looked up."""
    names = [
        known.place(f"stops[{index}].place", stop.place, stop.hours)
        for index, stop in enumerate(given.stops)
    ]
    origin = known.place("origin", given.origin) if given.origin else None
    end = known.place("end", given.end) if given.end else None
    for index, (first, second) in enumerate(given.before):
        if first == second:
            mend(f"before[{index}]", "two different stops", quote(first))
    pairs = tuple(
        (
            known.among(f"before[{index}][0]", first, names),
            known.among(f"before[{index}][1]", second, names),
        )
        for index, (first, second) in enumerate(given.before)
    )
    known.check()
    if given.depart and given.finish_by and given.finish_by < given.depart:
        known.notes.append(f"finish_by {given.finish_by} is taken as that of the next day")
    return Trip(
        origin=origin,
        end=end,
        stops=tuple(
            TripStop(place=name, visit_min=stop.visit_min, starts_at=stop.starts_at, mode=stop.mode)
            for name, stop in zip(names, given.stops, strict=True)
        ),
        before=pairs,
        depart=given.depart,
        day=given.day,
        mode=given.mode,
        finish_by=given.finish_by,
        budget_min=given.budget_min,
    )


def _needed(given: PlanRequest) -> tuple[bool, ...]:
    """Return for each stop whether it must be visited."""
    all_optional = given.objective == "most_visits" and not any(s.optional for s in given.stops)
    return tuple(not (all_optional if s.optional is None else s.optional) for s in given.stops)


def _told(best: Best, given: PlanRequest, known: TripWorld) -> PlannedTrip:
    """Return the best plan as the tool tells it."""
    timeline, trip = best.plan.schedule, best.trip
    left = [i for i in range(len(given.stops)) if i not in timeline.order]
    several = given.day is None and 0 < len(best.days) < len(DAYS)
    return PlannedTrip(
        feasible=True,
        proved=best.proved,
        objective=given.objective,
        visits=len(timeline.calls),
        depart=clock_text(timeline.depart),
        timeline=visits_of(timeline, trip, best.plan.slack),
        end=arrival_of(timeline, trip),
        finish=clock_text(timeline.finish),
        total_min=minutes(timeline.finish - timeline.depart),
        travel_min=minutes(timeline.travel),
        waiting_min=minutes(timeline.waiting),
        left_out=tuple(trip.places[i].name for i in left) or None,
        days=weekdays(best.days) if several else None,
        notes=_notes(best, known),
    )


def _notes(best: Best, known: TripWorld) -> tuple[str, ...] | None:
    """Return what was assumed."""
    notes, trip = list(known.notes), best.trip
    if not trip.clocked:
        notes.append("no departure is given: times count from 00:00, opening hours play no part")
    else:
        notes += known.unknown_hours([trip.places[stop].id for stop in best.plan.order], trip.days)
    if best.better_days:
        notes.append(f"a better plan is possible on {', '.join(weekdays(best.better_days))}")
    if best.lacking:
        start, goal = best.lacking[0]
        more = f" ({len(best.lacking)} such ways)" if len(best.lacking) > 1 else ""
        notes.append(
            "a better plan is not ruled out, as no travel time is known from "
            f"{trip.places[start].name} to {trip.places[goal].name}{more}"
        )
    elif not best.proved:
        notes.append("a better plan is not ruled out: one call makes no more effort")
    return tuple(notes) or None


def _refuted(none: NoPlan, given: PlanRequest, known: TripWorld) -> PlannedTrip:
    """Return why there is no plan as the tool tells it."""
    broken, conflicts = none.found.nearest.first_broken, none.found.conflicts
    assert broken is not None, "an order that breaks nothing would be a plan"
    notes = list(known.notes)
    if none.days:
        notes.append(f"there is a plan on {', '.join(weekdays(none.days))}: give that day")
    return PlannedTrip(
        feasible=False,
        proved=none.found.proved,
        objective=given.objective,
        first_broken=why(broken, none.trip),
        conflict=conflict_in_words(conflicts[0], none.trip) if conflicts else None,
        notes=tuple(notes) or None,
    )


TOOLS = (
    Tool(
        name="plan_trip",
        summary=(
            "Plan a trip of up to 15 stops: the best order with the proof, and a timeline with "
            "travel, waiting and slack in minutes. Opening hours of the day bind, and a visit ends "
            "by closing. If impossible: what breaks first, and a smallest conflict. most_visits "
            "tells how many stops fit into budget_min or finish_by."
        ),
        parameters=PlanRequest,
        result=PlannedTrip,
        example={
            "origin": "Town Hall",
            "depart": "09:00",
            "stops": [
                {"place": "City Museum", "visit_min": 90},
                {"place": "Old Mill", "visit_min": 120},
            ],
            "budget_min": 300,
            "mode": "walking",
            "objective": "most_visits",
        },
        run=_plan,
    ),
)
