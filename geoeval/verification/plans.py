"""The verdict on a stated plan: whether it can be carried out, and whether a better one can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.units import format_clock
from geoeval.datasets.records import Record
from geoeval.errors import quote
from geoeval.query.conventions import Conventions
from geoeval.query.parts import MeetingPlan, StayPlan, minute_of
from geoeval.query.plans import TravelTable, presence, travel_table
from geoeval.query.values import Derivation, Meetings, Stays
from geoeval.understanding.plans.meetings import DayStep, read_day
from geoeval.understanding.plans.sentences import UnreadStep
from geoeval.understanding.plans.stays import TripStep, read_trip
from geoeval.verification.findings import evidence_of, make_finding, undetermined
from geoeval.verification.model import Answer, Judgement, describe


class BrokenPlan(Exception):  # noqa: N818 - not an error of the caller: a finding on its way up
    """A plan breaks a constraint; its text says which, with the numbers.

    ``unknown`` means that the question lacks the fact that would tell; ``where`` quotes the step
    that breaks it, if a single one does.
    """

    def __init__(self, what: str, *, unknown: bool = False) -> None:
        super().__init__(what)
        self.unknown = unknown
        self.where = ""


@contextmanager
def at_line(line: int, text: str) -> Iterator[None]:
    """Let whatever breaks inside name its line of the plan."""
    try:
        yield
    except BrokenPlan as broken:
        broken.where = f"line {line} of the plan: {quote(text)}"
        raise


@dataclass(slots=True, kw_only=True)
class _Day:
    """Where one is in a day, when, and who has been met."""

    query: MeetingPlan
    table: TravelTable
    here: str
    now: int
    last: int
    begun: bool = False
    met: dict[str, None] = field(default_factory=dict)

    def start(self, step: DayStep) -> None:
        """Start no earlier than the question allows, at its place."""
        begin = step.clocks[0]
        if self.begun:
            message = f"starts at {step.name} after other steps"
            raise BrokenPlan(message)
        if step.name != self.query.origin or begin < self.now:
            message = (
                f"starts at {step.name} at {format_clock(begin)}, the question has one arrive at "
                f"{self.query.origin} at {format_clock(self.now)}"
            )
            raise BrokenPlan(message)
        self.now = begin

    def travel(self, step: DayStep) -> None:
        """Travel for exactly as long as it takes."""
        if step.name not in self.places():
            message = f"travels to {quote(step.name)}, which the question does not name"
            raise BrokenPlan(message)
        takes = self.table.between(self.here, step.name)
        way = f"from {self.here} to {step.name}"
        if takes is None:
            message = f"travels {way}, for which the question gives no time"
            raise BrokenPlan(message, unknown=True)
        if step.minutes != takes:
            message = f"travels {way} in {step.minutes} minutes, it takes {takes}"
            raise BrokenPlan(message)
        arrival = step.clocks[0]
        if arrival != (self.now + takes) % DAY_MIN:
            message = (
                f"arrives at {step.name} at {format_clock(arrival)}, but {takes} minutes after "
                f"{format_clock(self.now)} it is {format_clock(self.now + takes)}"
            )
            raise BrokenPlan(message)
        self.here, self.now = step.name, self.now + takes

    def places(self) -> set[str]:
        """Return every place that the question names."""
        places = {place for pair in self.table.minutes for place in pair}
        return places | {self.query.origin, *(each.place for each in self.query.meetings)}

    def wait(self, step: DayStep) -> None:
        """Wait until a time that is still to come."""
        until = self.clock(step.clocks[0])
        if until < self.now:
            message = (
                f"waits until {format_clock(until)} when it is {format_clock(self.now)} already"
            )
            raise BrokenPlan(message)
        self.now = until

    def meet(self, step: DayStep) -> None:
        """Meet someone where and while they are there, for long enough."""
        meeting = next((each for each in self.query.meetings if each.person == step.name), None)
        if meeting is None:
            message = f"meets {step.name}, whom the question does not name"
            raise BrokenPlan(message)
        if meeting.place != self.here:
            message = f"meets {step.name} at {self.here}, who is at {meeting.place}"
            raise BrokenPlan(message)
        begin = self.clock(step.clocks[0])
        end = begin + (step.clocks[1] - begin) % DAY_MIN
        opens, closes = presence(meeting, minute_of(self.query.depart))
        broken = None
        if begin < self.now:
            broken = f"from {format_clock(begin)}, when it is {format_clock(self.now)} already"
        elif end - begin != step.minutes:
            broken = (
                f"for {step.minutes} minutes, but {format_clock(begin)} to {format_clock(end)} are "
                f"{end - begin}"
            )
        elif end - begin < meeting.at_least_min:
            broken = f"for {end - begin} minutes, {meeting.at_least_min} are asked for"
        elif begin < opens:
            broken = f"from {format_clock(begin)}, who comes at {format_clock(opens)}"
        elif end > closes:
            broken = f"until {format_clock(end)}, who leaves at {format_clock(closes)}"
        if broken is not None:
            message = f"meets {step.name} {broken}"
            raise BrokenPlan(message)
        self.now = end
        self.met[step.name] = None

    def clock(self, minute: int) -> int:
        """Return when a clock shows a time: today, or if that has passed perhaps in the night.

        12:00 AM is the midnight to come; a later time is on the next day if someone is there then.
        """
        today = self.now - self.now % DAY_MIN + minute
        tomorrow = today + DAY_MIN
        later = today < self.now and (minute == 0 or tomorrow <= self.last)
        return tomorrow if later else today


def people_met(query: MeetingPlan, steps: Sequence[DayStep], table: TravelTable) -> tuple[str, ...]:
    """Play a day through and return who is met.

    Examples
    --------
    >>> from geoeval.query.parts import Meeting
    >>> ada = Meeting(person="Ada", place="Pier", present_from="09:00", present_until="10:00",
    ...               at_least_min=30)
    >>> asked = MeetingPlan(origin="Pier", depart="09:00", meetings=(ada,))
    >>> meet = DayStep(kind="meet", line=1, text="", clocks=(540, 570), name="Ada", minutes=30)
    >>> people_met(asked, [meet], TravelTable(minutes={}))
    ('Ada',)
    """
    depart = minute_of(query.depart)
    last = max(presence(meeting, depart)[1] for meeting in query.meetings)
    day = _Day(query=query, table=table, here=query.origin, now=depart, last=last)
    play = {"start": day.start, "travel": day.travel, "wait": day.wait, "meet": day.meet}
    for step in steps:
        with at_line(step.line, step.text):
            play[step.kind](step)
        day.begun = True
    return tuple(day.met)


def check_trip(query: StayPlan, steps: Sequence[TripStep]) -> None:
    """Follow a trip from day to day.

    Examples
    --------
    >>> from geoeval.query.parts import CityStay
    >>> asked = StayPlan(days=3, stays=(CityStay(city="Oslo", days=3),))
    >>> check_trip(asked, [TripStep(kind="stay", line=1, text="", days=(1, 3), city="Oslo",
    ...                             length=3)])
    >>> check_trip(asked, [])
    Traceback (most recent call last):
    ...
    geoeval.verification.plans.BrokenPlan: does not visit Oslo
    """
    stays: list[TripStep] = []
    flight: TripStep | None = None
    for step in steps:
        before = stays[-1] if stays else None
        with at_line(step.line, step.text):
            if step.kind == "heading":
                _check_heading(query, step)
            elif step.kind == "flight":
                _see(flight is None, "flies twice in a row")
                _check_flight(query, step, before)
                flight = step
            else:
                _check_stay(query, step, {stay.city for stay in stays})
                _check_arrival(query, step, before, flight)
                stays.append(step)
                flight = None
    _see(flight is None, "flies on after the last stay")
    visited = {stay.city for stay in stays}
    for asked in query.stays:
        _see(asked.city in visited, f"does not visit {asked.city}")
    last = stays[-1].days[1]
    _see(last == query.days, f"is over on day {last}, the trip has {query.days} days")


def _check_stay(query: StayPlan, stay: TripStep, visited: set[str]) -> None:
    """See that a stay is asked for, has its length, and covers what takes place in the city."""
    city = stay.city
    first, last = stay.days
    length = last - first + 1
    days = {asked.city: asked.days for asked in query.stays}
    _see(stay.arrival in {"", city}, f"arrives in {stay.arrival} and visits {city}")
    _see(city in days, f"visits {city}, which the question does not ask for")
    _see(city not in visited, f"visits {city} twice")
    _see(
        length == stay.length,
        f"visits {city} for {stay.length} days, but day {first} to day {last} are {length}",
    )
    _see(length == days[city], f"visits {city} for {length} days, {days[city]} are asked for")
    for event in query.events:
        covered = first <= event.first_day and event.last_day <= last
        _see(
            event.city != city or covered,
            f"is in {city} from day {first} to day {last}, which does not cover day "
            f"{event.first_day} to day {event.last_day}",
        )


def _check_heading(query: StayPlan, heading: TripStep) -> None:
    """See that what a plan says of itself is what is asked."""
    _see(
        heading.count == len(query.stays),
        f"is for {heading.count} cities, the question names {len(query.stays)}",
    )
    _see(
        heading.length == query.days,
        f"is for {heading.length} days, the trip has {query.days}",
    )


def _check_flight(query: StayPlan, flight: TripStep, before: TripStep | None) -> None:
    """See that a flight goes from where one is, on the last day there, and that there is one."""
    told = f"flies from {flight.origin} to {flight.city} on day {flight.days[0]}"
    if before is None:
        message = f"flies before the first stay, to {flight.city}"
        raise BrokenPlan(message)
    here, last = before.city, before.days[1]
    _see(
        flight.origin == here and flight.days[0] == last,
        f"{told}, but is in {here} until day {last}",
    )
    _see((here, flight.city) in query.flights, _no_flight(here, flight.city))


def _check_arrival(
    query: StayPlan, stay: TripStep, before: TripStep | None, flight: TripStep | None
) -> None:
    """See that a stay begins on the day on which the one before ends, and how one gets there."""
    city, first = stay.city, stay.days[0]
    if before is None:
        _see(first == 1, f"begins on day {first}, the trip begins on day 1")
        _see(not stay.origin, f"comes from {stay.origin} to {city}, where the trip begins")
        return
    origin, last = before.city, before.days[1]
    _see(
        stay.origin in {"", origin},
        f"comes from {stay.origin} to {city}, but is in {origin} before",
    )
    _see(first == last, f"is in {origin} until day {last}, but in {city} from day {first}")
    _see(
        flight is None or flight.city == city,
        f"flies to {flight.city if flight else city}, but is in {city} then",
    )
    _see((origin, city) in query.flights, _no_flight(origin, city))


def _no_flight(origin: str, city: str) -> str:
    """Return what is wrong where there is no flight."""
    return f"flies from {origin} to {city}, which no direct flight does"


def _see(holds: bool, otherwise: str) -> None:
    """See that something holds."""
    if not holds:
        raise BrokenPlan(otherwise)


def judge_plan(record: Record, answer: Answer, conventions: Conventions) -> Judgement:
    """Compare the plan of a record with what its question states, and with the best one."""
    query = answer.query
    if not isinstance(query, MeetingPlan | StayPlan):
        return _undetermined(record, answer, answer.reason or "not_understood")
    if record.plan is None:
        return _undetermined(record, answer, "no_usable_label")
    try:
        if isinstance(query, StayPlan):
            check_trip(query, read_trip(record.plan, query))
            return Judgement(verdict="supported")
        steps = read_day(record.plan, query)
        met = people_met(query, steps, travel_table(query, conventions))
    except UnreadStep as unread:
        found = make_finding("GEO111", str(unread), record)
        return Judgement(verdict="undetermined", finding=found, reason="unreadable_plan")
    except BrokenPlan as broken:
        if broken.unknown:
            return _undetermined(record, answer, "missing_leg")
        where = (broken.where,) if broken.where else ()
        return _contradicted(record, answer, "GEO405", f"the plan {broken}", where)
    return _judge_number(record, answer, query, met)


def _judge_number(
    record: Record, answer: Answer, query: MeetingPlan, met: tuple[str, ...]
) -> Judgement:
    """Compare the number of people met with the most that can be."""
    if len(met) == len(query.meetings):
        return Judgement(verdict="supported")
    outcome = answer.outcome
    if not isinstance(outcome, Derivation) or not isinstance(outcome.value, Meetings):
        return _undetermined(record, answer, answer.reason or "not_understood")
    possible = outcome.value.met
    if len(met) >= possible:
        return Judgement(verdict="supported")
    message = f"the plan meets {len(met)}, {possible} are possible"
    return _contradicted(record, answer, "GEO406", message)


def _contradicted(
    record: Record, answer: Answer, code: str, message: str, where: tuple[str, ...] = ()
) -> Judgement:
    """Return that a plan is wrong, with one that is right as the proof, if there is one."""
    outcome = answer.outcome
    if isinstance(outcome, Derivation) and isinstance(outcome.value, Meetings | Stays):
        message += f"; a plan that holds: {describe(outcome.value)}"
    found = make_finding(code, message, record, evidence=(*where, *evidence_of(answer)))
    return Judgement(verdict="contradicted", finding=found)


def _undetermined(record: Record, answer: Answer, reason: str) -> Judgement:
    """Return that a plan cannot be judged, and why."""
    return Judgement(
        verdict="undetermined", finding=undetermined(record, answer, reason), reason=reason
    )
