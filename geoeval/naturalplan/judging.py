"""Judging of an offered plan: simulated step by step, and compared with the best one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.units import format_clock
from geoeval.errors import quote
from geoeval.naturalplan.reader import read_day, read_trip
from geoeval.naturalplan.sentences import FormedStatement, Unread
from geoeval.query.parts import MeetingPlan, StayPlan, minute_of
from geoeval.query.plans import TravelTable, presence_span, travel_table
from geoeval.query.values import Meetings, Stays
from geoeval.verification.describe import describe_value
from geoeval.verification.judging.case import Case
from geoeval.verification.judging.judgements import (
    SUPPORTED,
    bad_plan,
    judge_undetermined,
    judge_unusable,
)
from geoeval.verification.model import Judgement

_MISSING_LEG, _NO_BEST = "missing_leg", "no_best"  # violations that leave a plan undetermined


class Violation(NamedTuple):
    """What a plan breaks, with the line that does, if any, and the rule."""

    what: str
    where: tuple[str, ...] = ()
    code: str = "GEO405"


def judge_plan(case: Case) -> Judgement:
    """Judge the plan of a record against its prompt and against the best plan."""
    query, plan, best = case.answer.query, case.record.plan, case.value
    if not isinstance(query, MeetingPlan | StayPlan):
        return judge_undetermined(case, case.answer.reason)
    if plan is None:
        return judge_undetermined(case, "no_usable_label")
    try:
        violation = (
            trip_violation(query, read_trip(plan, query))
            if isinstance(query, StayPlan)
            else _find_day_violation(case, query, read_day(plan, query))
        )
    except Unread as unread:
        return judge_unusable(case, "GEO111", unread.why.detail, "unreadable_plan")
    if violation is None:
        return SUPPORTED
    if violation.what in {_MISSING_LEG, _NO_BEST}:
        return judge_undetermined(
            case, _MISSING_LEG if violation.what == _MISSING_LEG else case.answer.reason
        )
    message = f"the plan {violation.what}"
    if isinstance(best, Meetings | Stays):
        message += f"; a plan that holds: {describe_value(best)}"
    return bad_plan(case, violation.code, message, violation.where)


def _find_day_violation(
    case: Case, query: MeetingPlan, steps: Sequence[FormedStatement]
) -> Violation | None:
    depart, best = minute_of(query.depart), case.value
    last = max(presence_span(meeting, depart)[1] for meeting in query.meetings)
    table = travel_table(query, case.conventions)
    day = _DayState(query=query, table=table, here=query.origin, now=depart, last=last)
    play = {"start": day.start, "travel": day.travel, "wait": day.wait, "meet": day.meet}
    for step in steps:
        broken = play[step.form](step)
        if broken is not None:
            return Violation(broken, _quote_step(step))
        day.begun = True
    met = len(day.met)
    if met == len(query.meetings):
        return None
    if not isinstance(best, Meetings):
        return Violation(_NO_BEST)
    fewer = Violation(f"meets {met}, {best.met} are possible", code="GEO406")
    return fewer if met < best.met else None


def _quote_step(step: FormedStatement) -> tuple[str]:
    return (f"line {step.statement.line} of the plan: {quote(step.statement.text)}",)


@dataclass(slots=True, kw_only=True)
class _DayState:
    """Place, time and meetings so far; each step returns its violation."""

    query: MeetingPlan
    table: TravelTable
    here: str
    now: int
    last: int
    begun: bool = False
    met: dict[str, None] = field(default_factory=dict)

    def start(self, step: FormedStatement) -> str | None:
        place, begin = step.name("name"), step.first("clock")
        if self.begun:
            return f"starts at {place} after other steps"
        if place != self.query.origin or begin < self.now:
            return (
                f"starts at {place} at {format_clock(begin)}, the question has one arrive at "
                f"{self.query.origin} at {format_clock(self.now)}"
            )
        self.now = begin
        return None

    def travel(self, step: FormedStatement) -> str | None:
        place, minutes, arrival = step.name("name"), step.first("minutes"), step.first("clock")
        named = {place for pair in self.table.minutes for place in pair}
        named |= {self.query.origin, *(meeting.place for meeting in self.query.meetings)}
        if place not in named:
            return f"travels to {quote(place)}, which the question does not name"
        takes = self.table.between(self.here, place)
        if takes is None:
            return _MISSING_LEG
        if minutes != takes:
            return f"travels from {self.here} to {place} in {minutes} minutes, it takes {takes}"
        if arrival != (self.now + takes) % DAY_MIN:
            return (
                f"arrives at {place} at {format_clock(arrival)}, but {takes} minutes after "
                f"{format_clock(self.now)} it is {format_clock(self.now + takes)}"
            )
        self.here, self.now = place, self.now + takes
        return None

    def wait(self, step: FormedStatement) -> str | None:
        until = self._resolve_clock(step.first("clock"))
        if until < self.now:
            return f"waits until {format_clock(until)} when it is {format_clock(self.now)} already"
        self.now = until
        return None

    def meet(self, step: FormedStatement) -> str | None:
        person, minutes = step.name("name"), step.first("minutes")
        meeting = next((each for each in self.query.meetings if each.person == person), None)
        if meeting is None:
            return f"meets {person}, whom the question does not name"
        if meeting.place != self.here:
            return f"meets {person} at {self.here}, who is at {meeting.place}"
        begin = self._resolve_clock(step.first("clock"))
        lasts = (step.last("clock") - begin) % DAY_MIN
        end = begin + lasts
        opens, closes = presence_span(meeting, minute_of(self.query.depart))
        starts, ends, least = format_clock(begin), format_clock(end), meeting.at_least_min
        for is_broken, how in (
            (begin < self.now, f"from {starts}, when it is {format_clock(self.now)} already"),
            (lasts != minutes, f"for {minutes} minutes, but {starts} to {ends} are {lasts}"),
            (lasts < least, f"for {lasts} minutes, {least} are asked for"),
            (begin < opens, f"from {starts}, who comes at {format_clock(opens)}"),
            (end > closes, f"until {ends}, who leaves at {format_clock(closes)}"),
        ):
            if is_broken:
                return f"meets {person} {how}"
        self.now = end
        self.met[person] = None
        return None

    def _resolve_clock(self, minute: int) -> int:
        """Return the next time of a clock: today, or in the night if today's has passed.

        12:00 AM is the next midnight; a later time is on the next day if someone is there then.
        """
        today = self.now - self.now % DAY_MIN + minute
        tomorrow = today + DAY_MIN
        later = today < self.now and (minute == 0 or tomorrow <= self.last)
        return tomorrow if later else today


def trip_violation(query: StayPlan, steps: Sequence[FormedStatement]) -> Violation | None:
    """Simulate a trip day by day, and return its first violation."""
    trip = _TripState(query=query)
    follow = {"heading": trip.heading, "flight": trip.fly, "stay": trip.stay}
    for step in steps:
        if (what := next(follow[step.form](step), None)) is not None:
            return Violation(what, _quote_step(step))
    what = next(trip.end(), None)
    return None if what is None else Violation(what)


@dataclass(slots=True, kw_only=True)
class _TripState:
    """City, last day and last flight so far; each step yields its violations."""

    query: StayPlan
    visited: list[str] = field(default_factory=list)
    here: str = ""
    until: int = 0
    flown_to: str = ""

    def heading(self, step: FormedStatement) -> Iterator[str]:
        cities, days = step.first("count"), step.first("days")
        if cities != len(self.query.stays):
            yield f"is for {cities} cities, the question names {len(self.query.stays)}"
        if days != self.query.days:
            yield f"is for {days} days, the trip has {self.query.days}"

    def fly(self, step: FormedStatement) -> Iterator[str]:
        origin, city, day = step.name("origin"), step.name("city"), step.first("day")
        if self.flown_to:
            yield "flies twice in a row"
        if not self.here:
            yield f"flies before the first stay, to {city}"
        if (origin, day) != (self.here, self.until):
            is_in = f"is in {self.here} until day {self.until}"
            yield f"flies from {origin} to {city} on day {day}, but {is_in}"
        yield from self._check_flight(city)
        self.flown_to = city

    def stay(self, step: FormedStatement) -> Iterator[str]:
        city, first, last = step.name("city"), step.first("day"), step.last("day")
        arrival, stated, length = step.name("arrival"), step.first("days"), last - first + 1
        asked = next((each.days for each in self.query.stays if each.city == city), None)
        if arrival not in {"", city}:
            yield f"arrives in {arrival} and visits {city}"
        if asked is None:
            yield f"visits {city}, which the question does not ask for"
        if city in self.visited:
            yield f"visits {city} twice"
        if length != stated:
            yield f"visits {city} for {stated} days, but day {first} to day {last} are {length}"
        if length != asked:
            yield f"visits {city} for {length} days, {asked} are asked for"
        yield from self._check_events(city, first, last)
        yield from (self._check_arrival if self.here else self._check_first_city)(
            city, step.name("origin"), first
        )
        self.visited.append(city)
        self.here, self.until, self.flown_to = city, last, ""

    def _check_events(self, city: str, first: int, last: int) -> Iterator[str]:
        for event in self.query.events:
            if event.city == city and not (first <= event.first_day and event.last_day <= last):
                days = f"day {event.first_day} to day {event.last_day}"
                yield f"is in {city} from day {first} to day {last}, which does not cover {days}"

    def _check_first_city(self, city: str, origin: str, first: int) -> Iterator[str]:
        if first != 1:
            yield f"begins on day {first}, the trip begins on day 1"
        if origin:
            yield f"comes from {origin} to {city}, where the trip begins"

    def _check_arrival(self, city: str, origin: str, first: int) -> Iterator[str]:
        """Check that a stay begins on the last day of the previous one, after a flight."""
        if origin not in {"", self.here}:
            yield f"comes from {origin} to {city}, but is in {self.here} before"
        if first != self.until:
            yield f"is in {self.here} until day {self.until}, but in {city} from day {first}"
        if self.flown_to not in {"", city}:
            yield f"flies to {self.flown_to}, but is in {city} then"
        yield from self._check_flight(city)

    def _check_flight(self, city: str) -> Iterator[str]:
        if (self.here, city) not in self.query.flights:
            yield f"flies from {self.here} to {city}, which no direct flight does"

    def end(self) -> Iterator[str]:
        if self.flown_to:
            yield "flies on after the last stay"
        for asked in self.query.stays:
            if asked.city not in self.visited:
                yield f"does not visit {asked.city}"
        if self.until != self.query.days:
            yield f"is over on day {self.until}, the trip has {self.query.days} days"
