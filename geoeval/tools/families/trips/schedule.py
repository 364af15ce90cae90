"""The tool that plays a given schedule through, minute by minute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.base import DAYS, TripStop
from geoeval.query.conventions import DEFAULT
from geoeval.query.derive import Working
from geoeval.query.trip_kinds import OfferedSchedule, ScheduleCheck, ScheduledVisit
from geoeval.query.trip_map import MINUTE, next_after, seconds_of, way
from geoeval.query.trip_schedules import Checked, check
from geoeval.tools.failure import mend
from geoeval.tools.families.trips.places import TripWorld, ways_lacking
from geoeval.tools.families.trips.request import MOST_STOPS, LimitedRequest, ScheduledStop
from geoeval.tools.families.trips.results import ClockText, clock_text, minutes
from geoeval.tools.tool import Result, Tool
from geoeval.world.model import World


class ScheduleRequest(LimitedRequest):
    """A schedule to check."""

    visits: Annotated[
        tuple[ScheduledStop, ...],
        Field(
            description="The visits in their order; the way home is a last visit without end",
            min_length=1,
            max_length=MOST_STOPS + 2,
        ),
    ]


class CheckedVisit(Result):
    """One visit of a schedule as it was played through."""

    place: str
    travel_min: Annotated[int | float | None, Field(description="Minutes on the way to it")] = None
    opposite: Annotated[
        bool | None, Field(description="The travel time is that of the opposite direction")
    ] = None
    arrive: Annotated[ClockText, Field(description="The earliest possible")]
    start: ClockText
    end: ClockText
    spare_min: Annotated[
        int | float, Field(description="Minutes between arrival and start; negative: too late")
    ]


class CheckedSchedule(Result):
    """Whether a schedule holds, and all that it breaks."""

    holds: bool
    broken: Annotated[
        tuple[str, ...] | None, Field(description="Every broken constraint with its numbers")
    ] = None
    visits: tuple[CheckedVisit, ...]
    finish: ClockText
    spare_min: Annotated[
        int | float, Field(description="Minutes of waiting and of longer stays than needed")
    ]
    before_limit_min: Annotated[
        int | float | None, Field(description="Minutes from the finish to the limit of the trip")
    ] = None
    notes: tuple[str, ...] | None = None


def _check_schedule(given: BaseModel, world: World) -> CheckedSchedule:
    """Play a schedule through."""
    assert isinstance(given, ScheduleRequest)
    if given.mode is None and any(visit.mode for visit in given.visits):
        mend("mode", "the mode of the other ways, as a visit has one of its own")
    known = TripWorld(world, given.travel_times)
    origin = known.place("origin", given.origin) if given.origin else None
    names = [
        known.place(f"visits[{index}].place", visit.place, visit.hours)
        for index, visit in enumerate(given.visits)
    ]
    known.check()
    modes = {visit.mode or given.mode for visit in given.visits} | {given.mode}
    work = Working(world=known.world(modes), conventions=DEFAULT)
    query = _query(given, origin, names)
    checked = check(query.schedules[0], query, work)
    if checked.missing and not checked.broken:
        begin = [] if origin is None else [(origin, given.mode)]
        goals = [
            (name, visit.mode or given.mode)
            for name, visit in zip(names, given.visits, strict=True)
        ]
        known.refuse_ways(ways_lacking([*begin, *goals], work), given.mode)
    return _told(checked, given, query, known, work)


def _query(given: ScheduleRequest, origin: str | None, names: Sequence[str]) -> ScheduleCheck:
    """Return a request as a check of the query layer: every visit but a mere arrival is a stop."""
    last = len(names) - 1
    arrivals = {
        index
        for index, visit in enumerate(given.visits)
        if visit.end is None and not visit.visit_min and visit.mode is None
        if (index == last > 0) or (index == 0 < last and names[0] == origin)
    }
    visits = list(zip(names, given.visits, strict=True))
    stops = [
        TripStop(place=name, visit_min=_needed_min(visit), mode=visit.mode)
        for index, (name, visit) in enumerate(visits)
        if index not in arrivals
    ]
    return ScheduleCheck(
        origin=origin,
        depart=given.depart,
        day=given.day,
        mode=given.mode,
        finish_by=given.finish_by,
        budget_min=given.budget_min,
        end=names[last] if last in arrivals else None,
        stops=tuple(stops or [TripStop(place=names[0])]),
        in_order=True,
        schedules=(
            OfferedSchedule(
                text="the schedule",
                visits=tuple(
                    ScheduledVisit(place=name, start=visit.start, end=visit.end)
                    for name, visit in visits
                ),
            ),
        ),
    )


def _needed_min(visit: ScheduledStop) -> int:
    """Return how long a visit has to be: as long as it is planned, where nothing else is said."""
    if visit.visit_min or visit.end is None:
        return visit.visit_min
    start = seconds_of(visit.start)
    return (next_after(visit.end, start) - start) // MINUTE


def _told(
    checked: Checked, given: ScheduleRequest, query: ScheduleCheck, known: TripWorld, work: Working
) -> CheckedSchedule:
    """Return what became of a schedule as the tool tells it."""
    [schedule] = query.schedules
    places = [work.place(visit.place) for visit in schedule.visits]
    timeline = checked.timeline
    assert timeline is not None, "every place was looked up"
    before = [None if query.origin is None else work.place(query.origin), *places]
    visits = []
    stops = zip(given.visits, before, places, timeline.calls, strict=False)
    for said, here, place, call in stops:
        taken = None if here is None else way(here, place, said.mode or given.mode, work)
        visits.append(
            CheckedVisit(
                place=place.name,
                travel_min=None if here is None or call.travel is None else minutes(call.travel),
                opposite=True if taken is not None and taken.opposite else None,
                arrive=clock_text(call.arrival),
                start=clock_text(call.start),
                end=clock_text(call.end),
                spare_min=minutes(call.waiting),
            )
        )
    days = range(len(DAYS)) if query.day is None else (DAYS.index(query.day),)
    notes = [*known.notes, *known.unknown_hours([stop.place for stop in query.stops], days)]
    if query.day is None and any(_varies(place.hours) for place in places):
        notes.append("no day is given: the opening hours of most days count")
    notes += [f"unknown: {missing}" for missing in checked.missing]
    return CheckedSchedule(
        holds=checked.holds,
        broken=tuple(checked.broken) or None,
        visits=tuple(visits),
        finish=clock_text(checked.finish),
        spare_min=minutes(checked.slack),
        before_limit_min=None if checked.limit is None else minutes(checked.limit - checked.finish),
        notes=tuple(notes) or None,
    )


def _varies(hours: WeeklyHours | None) -> bool:
    """Tell whether opening hours are other ones on some days than on others."""
    return hours is not None and len({hours.intervals_on(day) for day in range(7)}) > 1


TOOLS = (
    Tool(
        name="check_schedule",
        summary=(
            "Check a given schedule minute by minute: ways long enough, places open until the "
            "visit ends, limits kept. Tells every broken constraint with its numbers, and the "
            "minutes to spare. plan_trip finds a schedule."
        ),
        parameters=ScheduleRequest,
        result=CheckedSchedule,
        example={
            "visits": [
                {"place": "City Museum", "start": "11:05", "end": "12:30"},
                {"place": "Old Mill", "start": "13:00", "end": "14:00"},
            ],
            "origin": "Town Hall",
            "depart": "11:00",
            "day": "saturday",
            "mode": "walking",
        },
        run=_check_schedule,
    ),
)
