"""The solver for meeting plans: a day on which as many people as possible are met."""

from __future__ import annotations

from itertools import pairwise

from geoeval.calculators.clock import DAY_MIN, clock_text
from geoeval.calculators.units import format_clock
from geoeval.planning import (
    Stop,
    Timeline,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    plan_trip,
)
from geoeval.query.illustration import DayPlan, DayRow, Span
from geoeval.query.parts import minute_of
from geoeval.query.plan_kinds import Meeting, MeetingPlan
from geoeval.query.plans.travel import TravelTable, travel_table
from geoeval.query.values import Meetings, PlannedVisit
from geoeval.query.working import Blocked, Working

_LABELS = 100_000
_NIGHT_ENDS = 5 * 60
_MINUTE = 60


def presence(meeting: Meeting, depart: int = 0) -> tuple[int, int]:
    """Return from when until when someone is there, in minutes after the day's first midnight.

    What is over before the day begins, and by 5 in the morning, is in the next night.

    Examples
    --------
    >>> late = Meeting(person="Ada", place="Pier", present_from="22:00", present_until="01:00",
    ...                at_least_min=30)
    >>> presence(late)
    (1320, 1500)
    >>> presence(late.model_copy(update={"present_from": "00:00"}), depart=540)
    (1440, 1500)
    """
    start, end = minute_of(meeting.present_from), minute_of(meeting.present_until)
    if end <= start:
        end += DAY_MIN
    if end <= min(depart, _NIGHT_ENDS):
        start, end = start + DAY_MIN, end + DAY_MIN
    return start, end


def meeting_plan(query: MeetingPlan, work: Working) -> Meetings:
    """Find a day on which the most people are met, and of those the one that is over first.

    It passes through places without meeting anybody there only if that lets one meet more.
    """
    stated = travel_table(query, work.conventions)
    table = stated.shortest()
    count, best = _most(query, table)
    if table.via:
        direct, plain = _most(query, stated)
        if direct == count:
            table, best = stated, plain
    _see_that_all_is_known(query, stated, count)
    if table.opposite:
        work.assume("missing_leg")
    visits = _tell(query, best, table, work)
    everyone = len(query.meetings)
    more = "" if count == everyone else f"; no {count + 1} can be, in any order"
    work.say(f"{count} of {everyone} people are met{more}")
    return Meetings(met=count, visits=visits)


def _most(query: MeetingPlan, table: TravelTable) -> tuple[int, Timeline]:
    """Return how many people can be met, and the day that meets them and is over first."""
    places = [*(meeting.place for meeting in query.meetings), query.origin]
    depart = minute_of(query.depart)
    problem = TripProblem(
        stops=tuple(
            Stop(
                name=each.person,
                duration=each.at_least_min,
                windows=(Window(*presence(each, depart)),),
                mandatory=False,
            )
            for each in query.meetings
        ),
        travel=TravelMatrix([[table.between(a, b) for b in places] for a in places]),
        depart=depart,
        origin=len(query.meetings),
        unit="minute",
    )
    plan = plan_trip(problem, "most_visits", max_labels=_LABELS)
    assert isinstance(plan, TripPlan)  # no stop is mandatory
    if not plan.proved:
        detail = f"a day with {plan.value} of {len(query.meetings)} people was found, none with "
        detail += f"more than {plan.bound} can be; what is best was not proved"
        raise Blocked(reason="not_proved", detail=detail)
    return len(plan.order), plan.schedule


def _see_that_all_is_known(query: MeetingPlan, table: TravelTable, count: int) -> None:
    """Go on only if no travel time that is missing could let one meet more people."""
    places = list(dict.fromkeys([query.origin, *(meeting.place for meeting in query.meetings)]))
    missing = [(a, b) for a in places for b in places if table.between(a, b) is None]
    if not missing or count == len(query.meetings):
        return
    jumps = TravelTable(minutes=table.minutes | dict.fromkeys(missing, 0))
    at_best, _ = _most(query, jumps.shortest())
    if at_best > count:
        (origin, destination), *_ = missing
        lacking = f"travel time from {origin} to {destination}"
        detail = f"the question gives no {lacking}"
        raise Blocked(reason="missing_leg", detail=detail, value=destination, lacking=lacking)


def _tell(
    query: MeetingPlan, day: Timeline, table: TravelTable, work: Working
) -> tuple[PlannedVisit, ...]:
    """Write down how the day goes, and return its visits."""
    here = query.origin
    work.say(f"leave {here} at {format_clock(day.depart)}")
    visits = []
    for call in day.calls:
        meeting = query.meetings[call.stop]
        opens, closes = presence(meeting, day.depart)
        work.use(
            f"{meeting.person} is at {meeting.place} from {format_clock(opens)} to "
            f"{format_clock(closes)}, to be met for {meeting.at_least_min} minutes at least"
        )
        way = table.way(here, meeting.place)
        for leg in pairwise(way):
            work.use(f"{leg[0]} to {leg[1]}: {table.minutes[leg]} minutes")
        as_back = " (as in the opposite direction)" if table.is_as_back(way) else ""
        via = f", by way of {' and '.join(way[1:-1])}" if len(way) > 2 else ""
        waited = f", wait until {format_clock(call.start)}" if call.waiting else ""
        work.say(
            f"{call.travel} min on the way{via}{as_back}: at {meeting.place} at "
            f"{format_clock(call.arrival)}{waited}, meet {meeting.person} until "
            f"{format_clock(call.end)}"
        )
        visits.append(
            PlannedVisit(
                person=meeting.person,
                place=meeting.place,
                start=clock_text(call.start % DAY_MIN),
                end=clock_text(call.end % DAY_MIN),
            )
        )
        here = meeting.place
    work.drawing.day(_drawn(query, day))
    return tuple(visits)


def _drawn(query: MeetingPlan, day: Timeline) -> DayPlan:
    """Return the day with the times in which each person can be met."""
    return DayPlan(
        rows=tuple(
            DayRow(
                place=f"{meeting.person}, {meeting.place}",
                open_s=(_seconds(presence(meeting, day.depart)),),
                way_s=_seconds((call.leaves, call.arrival)) if call.travel else None,
                stay_s=_seconds((call.start, call.end)),
            )
            for call in day.calls
            for meeting in (query.meetings[call.stop],)
        )
    )


def _seconds(minutes: Span) -> Span:
    """Return a span of minutes in seconds."""
    return minutes[0] * _MINUTE, minutes[1] * _MINUTE
