"""The tool that tells the latest departure before a deadline, a booking or a closing."""

from __future__ import annotations

from typing import Annotated, NoReturn

from pydantic import BaseModel, Field

from geoeval.errors import quote
from geoeval.planning import simulate
from geoeval.query.base import TripStop
from geoeval.query.conventions import DEFAULT
from geoeval.query.derive import Blocked, Working
from geoeval.query.trip_kinds import LatestDeparture
from geoeval.query.trip_latest import leaving_late
from geoeval.query.values import Infeasible
from geoeval.tools.arguments import ClockArgument
from geoeval.tools.failure import mend, no_answer
from geoeval.tools.families.trips.places import TripWorld, ways_lacking
from geoeval.tools.families.trips.request import (
    MOST_STOPS,
    Hours,
    OrderedStop,
    PlaceText,
    TripRequest,
)
from geoeval.tools.families.trips.results import (
    Arrival,
    ClockText,
    Visit,
    arrival_of,
    clock_text,
    visits_of,
)
from geoeval.tools.tool import Result, Tool
from geoeval.world.model import World


class LatestRequest(TripRequest):
    """A departure to find."""

    leaving: Annotated[PlaceText, Field(description="The place to leave")]
    stops: Annotated[
        tuple[OrderedStop, ...],
        Field(description="What follows, in order", max_length=MOST_STOPS),
    ] = ()
    end: Annotated[PlaceText | None, Field(description="Where it ends, if after the stops")] = None
    finish_by: Annotated[ClockArgument | None, Field(description="Time HH:MM to be at the end")] = (
        None
    )
    before_closing: Annotated[
        PlaceText | None,
        Field(description="The stop to be done at before it closes"),
    ] = None
    hours: Annotated[
        Hours | None,
        Field(
            description='Opening hours of before_closing: "Monday: 9 AM – 5 PM, …", "09:00-17:00"'
        ),
    ] = None


class LatestLeave(Result):
    """The latest departure, or what makes every departure too late."""

    feasible: bool
    leave: ClockText | None = None
    timeline: tuple[Visit, ...] | None = None
    end: Arrival | None = None
    finish: ClockText | None = None
    first_broken: str | None = None
    steps: Annotated[tuple[str, ...] | None, Field(description="Facts it rests on")] = None
    notes: tuple[str, ...] | None = None


def _latest_departure(given: BaseModel, world: World) -> LatestLeave:
    """Find the latest departure."""
    assert isinstance(given, LatestRequest)
    _check(given)
    known = TripWorld(world, given.travel_times)
    query = _query(given, known)
    modes = {stop.mode or given.mode for stop in given.stops} | {given.mode}
    work = Working(world=known.world(modes), conventions=DEFAULT)
    try:
        trip = leaving_late(query, work)
    except Blocked as blocked:
        absent = blocked.outcome
        if absent.reason == "missing_leg":
            _refuse_ways(query, known, work)
        hint = "; give them as hours" if absent.reason == "no_hours" else ""
        no_answer(
            absent.reason, absent.detail.replace("the context gives no", "there are no") + hint
        )
    notes = tuple(known.notes) or None
    steps = tuple(work.steps) or None
    if isinstance(trip, Infeasible):
        return LatestLeave(feasible=False, first_broken=trip.first_broken, steps=steps, notes=notes)
    timeline = simulate(range(len(trip.problem.stops)), trip.problem)
    return LatestLeave(
        feasible=True,
        leave=clock_text(timeline.depart),
        timeline=visits_of(timeline, trip),
        end=arrival_of(timeline, trip),
        finish=clock_text(timeline.finish),
        steps=steps,
        notes=notes,
    )


def _check(given: LatestRequest) -> None:
    """Refuse a request whose parts do not go together."""
    if given.hours is not None and given.before_closing is None:
        mend("before_closing", "the place whose hours are given")
    booked = any(stop.starts_at for stop in given.stops)
    if given.finish_by is None and given.before_closing is None and not booked:
        mend("finish_by", "a deadline: finish_by, before_closing, or starts_at of a stop")
    if not given.stops and given.end is None and given.before_closing is None:
        mend("end", "where to go: end, stops or before_closing")
    if given.mode is None and any(stop.mode for stop in given.stops):
        mend("mode", "the mode of the other ways, as a stop has one of its own")


def _query(given: LatestRequest, known: TripWorld) -> LatestDeparture:
    """Return a request as a query, its places looked up; an end alone is the one stop."""
    leaving = known.place("leaving", given.leaving)
    stops = [
        TripStop(
            place=known.place(f"stops[{index}].place", stop.place) or stop.place,
            visit_min=stop.visit_min,
            starts_at=stop.starts_at,
            mode=stop.mode,
        )
        for index, stop in enumerate(given.stops)
    ]
    end = known.place("end", given.end) if given.end else None
    closing = None
    if given.before_closing is not None:
        closing = known.place("before_closing", given.before_closing, given.hours)
    known.check()
    if stops and stops[0].place == leaving:
        mend("stops[0].place", "a stop after the place that is left", quote(given.stops[0].place))
    if closing == leaving and stops and closing not in {stop.place for stop in stops}:
        mend("before_closing", "one of the stops that follow", quote(given.before_closing))
    if not stops:
        only, end = (end, None) if closing is None else (closing, end)
        assert only is not None, "there is an end or a place that closes"
        stops = [TripStop(place=only)]
    return LatestDeparture(
        origin=leaving,  # so that a stop at the same place is a return to it
        leaving=leaving,
        stops=tuple(stops),
        end=end,
        day=given.day,
        mode=given.mode,
        finish_by=given.finish_by,
        before_closing=closing,
    )


def _refuse_ways(query: LatestDeparture, known: TripWorld, work: Working) -> NoReturn:
    """Refuse the call because ways on the trip are not known."""
    goals = [(stop.place, stop.mode or query.mode) for stop in query.stops]
    closing = query.before_closing
    if closing is not None and closing not in [place for place, _ in goals]:
        goals.append((closing, query.mode))
    if query.end is not None:
        goals.append((query.end, query.mode))
    begin = (query.leaving, query.mode)
    known.refuse_ways(ways_lacking([begin, *goals], work), query.mode)


TOOLS = (
    Tool(
        name="latest_departure",
        summary=(
            "Tell the latest time to leave a place so that the stops that follow, in their order, "
            "are done by a deadline, a booking or before a place closes. Other opening hours do "
            "not count; plan_trip with objective latest_departure keeps them all, in any order."
        ),
        parameters=LatestRequest,
        result=LatestLeave,
        example={
            "leaving": "Town Hall",
            "stops": [{"place": "City Museum", "visit_min": 90}],
            "before_closing": "City Museum",
            "day": "saturday",
            "mode": "walking",
        },
        run=_latest_departure,
    ),
)
