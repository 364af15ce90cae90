"""Judges a plan: simulates it step by step and compares it with the best plan."""

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
from geoeval.verification.judging import judgements
from geoeval.verification.judging.case import Case
from geoeval.verification.model import Judgement

_MISSING_LEG, _NO_BEST = "missing_leg", "no_best"  # these leave a plan undetermined


class Violation(NamedTuple):
    """What is wrong with a plan, the line of the plan if there is one, and the rule code."""

    what: str
    where: tuple[str, ...] = ()
    code: str = "GEO405"


def judge_plan(case: Case) -> Judgement:
    """Judge the plan of a record against its prompt and the best plan."""
    query, plan, best = case.answer.query, case.record.plan, case.value
    if not isinstance(query, MeetingPlan | StayPlan):
        return judgements.judge_undetermined(case, case.answer.reason)
    if plan is None:
        return judgements.judge_undetermined(case, "no_usable_label")
    try:
        violation = (
            trip_violation(query, read_trip(plan, query))
            if isinstance(query, StayPlan)
            else _find_day_violation(case, query, read_day(plan, query))
        )
    except Unread as unread:
        return judgements.judge_unusable(case, "GEO111", unread.why.detail, "unreadable_plan")
    if violation is None:
        return judgements.SUPPORTED
    if violation.what in {_MISSING_LEG, _NO_BEST}:
        return judgements.judge_undetermined(
            case, _MISSING_LEG if violation.what == _MISSING_LEG else case.answer.reason
        )
    message = f"the plan {violation.what}"
    if isinstance(best, Meetings | Stays):
        message += f"; a valid plan: {describe_value(best)}"
    return judgements.judge_bad_plan(case, violation.code, message, violation.where)


def _find_day_violation(
    case: Case, query: MeetingPlan, steps: Sequence[FormedStatement]
) -> Violation | None:
    depart, best = minute_of(query.depart), case.value
    latest = max(presence_span(meeting, depart)[1] for meeting in query.meetings)
    table = travel_table(query, case.conventions)
    day = _DayState(query=query, table=table, here=query.origin, now=depart, latest=latest)
    handlers = {"start": day.start, "travel": day.travel, "wait": day.wait, "meet": day.meet}
    for step in steps:
        problem = handlers[step.form](step)
        if problem is not None:
            return Violation(problem, _quote_step(step))
        day.started = True
    met = len(day.met)
    if met == len(query.meetings):
        return None
    if not isinstance(best, Meetings):
        return Violation(_NO_BEST)
    falls_short = Violation(f"meets {met}, but {best.met} are possible", code="GEO406")
    return falls_short if met < best.met else None


def _quote_step(step: FormedStatement) -> tuple[str]:
    return (f"line {step.statement.line} of the plan: {quote(step.statement.text)}",)


@dataclass(slots=True, kw_only=True)
class _DayState:
    """The place, time and meetings so far; each step returns its violation, if any."""

    query: MeetingPlan
    table: TravelTable
    here: str
    now: int
    latest: int
    started: bool = False
    met: dict[str, None] = field(default_factory=dict)

    def start(self, step: FormedStatement) -> str | None:
        place, start_min = step.name("name"), step.first("clock")
        if self.started:
            return f"starts at {place} after other steps"
        if place != self.query.origin or start_min < self.now:
            return (
                f"starts at {place} at {format_clock(start_min)}, but the question starts at "
                f"{self.query.origin} at {format_clock(self.now)}"
            )
        self.now = start_min
        return None

    def travel(self, step: FormedStatement) -> str | None:
        place, minutes, arrival = step.name("name"), step.first("minutes"), step.first("clock")
        places = {place for pair in self.table.minutes for place in pair}
        places |= {self.query.origin, *(meeting.place for meeting in self.query.meetings)}
        if place not in places:
            return f"travels to {quote(place)}, which the question does not name"
        travel_min = self.table.between(self.here, place)
        if travel_min is None:
            return _MISSING_LEG
        if minutes != travel_min:
            return (
                f"travels from {self.here} to {place} in {minutes} minutes, "
                f"but it takes {travel_min}"
            )
        if arrival != (self.now + travel_min) % DAY_MIN:
            return (
                f"arrives at {place} at {format_clock(arrival)}, but {travel_min} minutes after "
                f"{format_clock(self.now)} it is {format_clock(self.now + travel_min)}"
            )
        self.here, self.now = place, self.now + travel_min
        return None

    def wait(self, step: FormedStatement) -> str | None:
        until = self._resolve_clock(step.first("clock"))
        if until < self.now:
            return f"waits until {format_clock(until)}, but it is already {format_clock(self.now)}"
        self.now = until
        return None

    def meet(self, step: FormedStatement) -> str | None:
        person, minutes = step.name("name"), step.first("minutes")
        meeting = next((each for each in self.query.meetings if each.person == person), None)
        if meeting is None:
            return f"meets {person}, whom the question does not name"
        if meeting.place != self.here:
            return f"meets {person} at {self.here}, but {person} is at {meeting.place}"
        start_min = self._resolve_clock(step.first("clock"))
        length = (step.last("clock") - start_min) % DAY_MIN
        end = start_min + length
        opens, closes = presence_span(meeting, minute_of(self.query.depart))
        starts, ends, least = format_clock(start_min), format_clock(end), meeting.at_least_min
        for is_wrong, problem in (
            (start_min < self.now, f"from {starts}, but it is already {format_clock(self.now)}"),
            (length != minutes, f"for {minutes} minutes, but {starts} to {ends} are {length}"),
            (length < least, f"for {length} minutes, but {least} are required"),
            (start_min < opens, f"from {starts}, but {person} arrives at {format_clock(opens)}"),
            (end > closes, f"until {ends}, but {person} leaves at {format_clock(closes)}"),
        ):
            if is_wrong:
                return f"meets {person} {problem}"
        self.now = end
        self.met[person] = None
        return None

    def _resolve_clock(self, minute: int) -> int:
        """Return when the clock next shows a time: today, or after midnight if that has passed.

        12:00 AM is the next midnight. Other times are on the next day only if someone is present
        that late.
        """
        today = self.now - self.now % DAY_MIN + minute
        tomorrow = today + DAY_MIN
        later = today < self.now and (minute == 0 or tomorrow <= self.latest)
        return tomorrow if later else today


def trip_violation(query: StayPlan, steps: Sequence[FormedStatement]) -> Violation | None:
    """Simulate a trip step by step, and return its first violation."""
    trip = _TripState(query=query)
    handlers = {"heading": trip.heading, "flight": trip.fly, "stay": trip.stay}
    for step in steps:
        if (what := next(handlers[step.form](step), None)) is not None:
            return Violation(what, _quote_step(step))
    what = next(trip.end(), None)
    return None if what is None else Violation(what)


@dataclass(slots=True, kw_only=True)
class _TripState:
    """The cities visited, last day and last flight so far; each step yields its violations."""

    query: StayPlan
    visited: list[str] = field(default_factory=list)
    here: str = ""
    until: int = 0
    flown_to: str = ""

    def heading(self, step: FormedStatement) -> Iterator[str]:
        cities, days = step.first("count"), step.first("days")
        if cities != len(self.query.stays):
            yield f"is for {cities} cities, but the question names {len(self.query.stays)}"
        if days != self.query.days:
            yield f"is for {days} days, but the trip has {self.query.days}"

    def fly(self, step: FormedStatement) -> Iterator[str]:
        origin, city, day = step.name("origin"), step.name("city"), step.first("day")
        if self.flown_to:
            yield "flies twice in a row"
        if not self.here:
            yield f"flies to {city} before the first stay"
        if (origin, day) != (self.here, self.until):
            is_in = f"is in {self.here} until day {self.until}"
            yield f"flies from {origin} to {city} on day {day}, but {is_in}"
        yield from self._check_flight(city)
        self.flown_to = city

    def stay(self, step: FormedStatement) -> Iterator[str]:
        city, first, last = step.name("city"), step.first("day"), step.last("day")
        arrival, stated, length = step.name("arrival"), step.first("days"), last - first + 1
        required = next((each.days for each in self.query.stays if each.city == city), None)
        if arrival not in {"", city}:
            yield f"arrives in {arrival} but visits {city}"
        if required is None:
            yield f"visits {city}, which the question does not ask for"
        if city in self.visited:
            yield f"visits {city} twice"
        if length != stated:
            yield f"visits {city} for {stated} days, but day {first} to day {last} are {length}"
        if length != required:
            yield f"visits {city} for {length} days, but {required} are required"
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
            yield f"starts on day {first}, but the trip starts on day 1"
        if origin:
            yield f"comes from {origin} to {city}, where the trip starts"

    def _check_arrival(self, city: str, origin: str, first: int) -> Iterator[str]:
        if origin not in {"", self.here}:
            yield f"comes from {origin} to {city}, but was in {self.here}"
        if first != self.until:
            yield f"is in {self.here} until day {self.until}, but in {city} from day {first}"
        if self.flown_to not in {"", city}:
            yield f"flies to {self.flown_to}, but is then in {city}"
        yield from self._check_flight(city)

    def _check_flight(self, city: str) -> Iterator[str]:
        if (self.here, city) not in self.query.flights:
            yield f"flies from {self.here} to {city}, but there is no direct flight"

    def end(self) -> Iterator[str]:
        if self.flown_to:
            yield "flies on after the last stay"
        for asked in self.query.stays:
            if asked.city not in self.visited:
                yield f"does not visit {asked.city}"
        if self.until != self.query.days:
            yield f"ends on day {self.until}, but the trip has {self.query.days} days"
