"""The solver for meeting plans: a day on which as many people as possible are met."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.units import format_clock
from geoeval.planning import (
    MAX_TABLE,
    Stop,
    Timeline,
    TravelMatrix,
    TripPlan,
    TripProblem,
    Window,
    plan_trip,
)
from geoeval.query.base import Model
from geoeval.query.conventions import Conventions
from geoeval.query.derive import Blocked, Solver, Working, solver
from geoeval.query.kinds import Meeting, MeetingPlan
from geoeval.query.trip_map import MINUTE, seconds_of
from geoeval.query.values import Meetings, PlannedVisit

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TravelTable:
    """Minutes from place to place; the pairs in ``opposite`` are as long as the way back."""

    minutes: dict[Pair, int]
    opposite: frozenset[Pair] = frozenset()

    def between(self, origin: str, destination: str) -> int | None:
        """Return the minutes of a way: 0 on the spot, None where they are not known."""
        return 0 if origin == destination else self.minutes.get((origin, destination))


def travel_table(query: MeetingPlan, conventions: Conventions) -> TravelTable:
    """Return the travel times that a query states.

    Parameters
    ----------
    query
        The plan that is asked for.
    conventions
        Whether a missing leg is taken from the opposite direction.

    Returns
    -------
    TravelTable
        The times of all ways that are known.
    """
    minutes = {(a, b): n for a, row in query.travel.items() for b, n in row.items()}
    opposite: dict[Pair, int] = {}
    if conventions.missing_leg == "symmetric":
        opposite = {(b, a): n for (a, b), n in minutes.items() if (b, a) not in minutes}
    return TravelTable(minutes=minutes | opposite, opposite=frozenset(opposite))


def minute_of(clock: str) -> int:
    """Return the minutes after midnight of a clock time "HH:MM".

    Examples
    --------
    >>> minute_of("09:30")
    570
    """
    return seconds_of(clock) // MINUTE


def presence(meeting: Meeting) -> tuple[int, int]:
    """Return from when until when someone is there, in minutes after midnight.

    Examples
    --------
    >>> late = Meeting(person="Ada", place="Pier", present_from="22:00", present_until="01:00",
    ...                at_least_min=30)
    >>> presence(late)
    (1320, 1500)
    """
    start, end = minute_of(meeting.present_from), minute_of(meeting.present_until)
    return start, end if end > start else end + DAY_MIN


def _meeting_plan(query: MeetingPlan, work: Working) -> Meetings:
    """Find a day on which the most people are met, and of those the one that is over first."""
    if len(query.meetings) > MAX_TABLE:
        detail = f"{len(query.meetings)} people are more than the {MAX_TABLE} that can be arranged"
        raise Blocked(reason="under_specified", detail=detail)
    table = travel_table(query, work.conventions)
    count, best = _most(query, table)
    _see_that_all_is_known(query, table, count)
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
    problem = TripProblem(
        stops=tuple(
            Stop(
                name=each.person,
                duration=each.at_least_min,
                windows=(Window(*presence(each)),),
                mandatory=False,
            )
            for each in query.meetings
        ),
        travel=TravelMatrix([[table.between(a, b) for b in places] for a in places]),
        depart=minute_of(query.depart),
        origin=len(query.meetings),
        unit="minute",
    )
    plan = plan_trip(problem, "most_visits")
    assert isinstance(plan, TripPlan)  # no stop is mandatory
    return len(plan.order), plan.schedule


def _see_that_all_is_known(query: MeetingPlan, table: TravelTable, count: int) -> None:
    """Go on only if no travel time that is missing could let one meet more people."""
    places = list(dict.fromkeys([query.origin, *(meeting.place for meeting in query.meetings)]))
    missing = [(a, b) for a in places for b in places if table.between(a, b) is None]
    if not missing or count == len(query.meetings):
        return
    at_best, _ = _most(query, TravelTable(minutes=table.minutes | dict.fromkeys(missing, 0)))
    if at_best > count:
        (origin, destination), *_ = missing
        detail = f"the question gives no travel time from {origin} to {destination}"
        raise Blocked(reason="missing_leg", detail=detail)


def _tell(
    query: MeetingPlan, day: Timeline, table: TravelTable, work: Working
) -> tuple[PlannedVisit, ...]:
    """Write down how the day goes, and return its visits."""
    here = query.origin
    work.say(f"leave {here} at {format_clock(day.depart)}")
    visits = []
    for call in day.calls:
        meeting = query.meetings[call.stop]
        opens, closes = presence(meeting)
        work.use(
            f"{meeting.person} is at {meeting.place} from {format_clock(opens)} to "
            f"{format_clock(closes)}, to be met for {meeting.at_least_min} minutes at least"
        )
        pair = here, meeting.place
        if here != meeting.place:
            work.use(f"{here} to {meeting.place}: {call.travel} minutes")
        as_back = " (as in the opposite direction)" if pair in table.opposite else ""
        waited = f", wait until {format_clock(call.start)}" if call.waiting else ""
        work.say(
            f"{call.travel} min on the way{as_back}: at {meeting.place} at "
            f"{format_clock(call.arrival)}{waited}, meet {meeting.person} until "
            f"{format_clock(call.end)}"
        )
        visits.append(
            PlannedVisit(
                person=meeting.person,
                place=meeting.place,
                start=_written(call.start),
                end=_written(call.end),
            )
        )
        here = meeting.place
    return tuple(visits)


def _written(minute: int) -> str:
    """Return minutes after midnight as a clock time "HH:MM"."""
    hours, minutes = divmod(minute % DAY_MIN, 60)
    return f"{hours:02}:{minutes:02}"


SOLVERS: dict[type[Model], Solver] = dict([solver(MeetingPlan, _meeting_plan)])
