"""Parses prompts into the plan that they ask for, and plans into steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from pydantic import ValidationError

from geoeval.errors import quote
from geoeval.naturalplan import sentences as prose
from geoeval.naturalplan.sentences import FlightList, FormedStatement, LegLine, Statement, Unread
from geoeval.query.parts import CityStay, DatedEvent, Meeting, MeetingPlan, StayPlan
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.scene import clock_text

_AIM = re.compile(r"\bas many\b.*?\bas possible\b", re.IGNORECASE)
_DAY_FORMS, _DAY_STEPS = prose.forms_of("meetings", "prompt"), prose.forms_of("meetings", "plan")
_DAY_WORDS = prose.vocabulary_of(_DAY_FORMS) | prose.NARROWING
_PERSON = (
    re.compile(r"^(?:[^:]*: *)?(?P<name>[^:]+?) (?:will|is|can|stays|waits) "),
    re.compile(r"\b(?:meet|see|visit|with) (?P<name>.+?)(?: for\b| at least\b|$)"),
)
_PLACE = (re.compile(r"\b(?:at|in) (?P<name>[^:]+?) (?:from|between|at) \d"),)
_TRIP_FORMS, _TRIP_STEPS = prose.forms_of("stays", "prompt"), prose.forms_of("stays", "plan")
_TRIP_WORDS = prose.vocabulary_of(_TRIP_FORMS) | prose.NARROWING
_CITY = (
    re.compile(r"\b(?:in|at|visit|visiting|tour|explore) (?P<name>[^:;]+?) for -?\d"),
    re.compile(r"\bdays? in (?P<name>[^:;]+)$"),
)


def understand_prompt(text: str) -> MeetingPlan | StayPlan | NotUnderstood:
    """Return the plan that a prompt asks for, or the reason why it is not understood."""
    try:
        if "flight" in text.casefold() and not _AIM.search(text):
            return read_stay_prompt(text)
        return read_meeting_prompt(text)
    except Unread as error:
        return error.why
    except ValidationError as error:
        first = error.errors()[0]
        detail = f"{first['msg']}, got {quote(first['input'])} for {quote(str(first['loc'][-1]))}"
        return NotUnderstood(reason="facts conflict", detail=detail)


# A day of meetings.
def read_meeting_prompt(text: str) -> MeetingPlan:
    """Return the meeting plan that a prompt asks for."""
    lines = prose.numbered_lines(text)
    legs = [leg for leg in map(prose.read_leg, lines) if leg is not None]
    rows = {leg.line for leg in legs}
    sentences = list(prose.split_sentences(line for line in lines if line[0] not in rows))
    places = {name for leg in legs for name in leg.ends}
    places |= prose.names_in(sentences, _PLACE, places)
    known_names = places | prose.names_in(sentences, _PERSON, places)
    found = prose.group_by_form(
        prose.read_statements(sentences, known_names, _DAY_WORDS), _DAY_FORMS
    )
    starts = found.get("start", [])
    example = "You arrive at Old Pier at 9:30AM"
    prose.require_fact(starts, f'where and when the day starts, such as "{example}"')
    prose.reject_if(len(starts) > 1, "the day starts more than once", *starts)
    start = starts[0]
    meetings = _read_meetings(found.get("presence", []), found.get("least", []))
    named = {start.name("place"), *(meeting.place for meeting in meetings)}
    _check_aim(found, legs, named | places | {meeting.person for meeting in meetings})
    _check_ends(legs, named)
    return MeetingPlan(
        origin=start.name("place"),
        depart=clock_text(start.figures("clock")[0]),
        meetings=meetings,
        travel=_read_travel(legs),
    )


def _check_aim(
    found: dict[str, list[FormedStatement]], legs: list[LegLine], named: set[str]
) -> None:
    goals = found.get("goal", [])
    prose.require_fact(goals, 'a sentence that asks to meet "as many" people "as possible"')
    for goal in goals:
        if goal.name("town") in named:
            raise prose.unread_error([(goal.statement, (goal.name("town"),))])
    units = {word for each in found.get("heading", []) for word in each.statement.words}
    has_unit = units & {"minutes", "mins", "min"} or all(leg.stated_minutes for leg in legs)
    prose.require_fact(
        has_unit, 'the unit of the travel times, such as "Travel times (in minutes):"'
    )


def _check_ends(legs: list[LegLine], named: set[str]) -> None:
    lines = {name: leg.line for leg in legs for name in leg.ends if name not in named}
    for (name, line), place in product(lines.items(), sorted(named)):
        what = f"line {line} goes from or to {quote(name)}, called {quote(place)} elsewhere"
        prose.reject_if(name.endswith(f" {place}"), what)


def _read_meetings(
    presences: list[FormedStatement], lengths: list[FormedStatement]
) -> tuple[Meeting, ...]:
    length_by_person = prose.unique_by_name(lengths, "person", "is described twice")
    presence_by_person = prose.unique_by_name(presences, "person", "is described twice")
    meetings = []
    for person, sentence in presence_by_person.items():
        prose.require_fact(
            person in length_by_person,
            f"for how long to meet {person} (line {sentence.statement.line})",
        )
        start, end = sentence.figures("clock")
        prose.reject_if(start == end, f"{person} arrives and leaves at the same time", sentence)
        meetings.append(
            Meeting(
                person=person,
                place=sentence.name("place"),
                present_from=clock_text(start),
                present_until=clock_text(end),
                at_least_min=length_by_person.pop(person).figures("minutes")[0],
            )
        )
    for person, sentence in length_by_person.items():
        line = sentence.statement.line
        prose.require_fact(None, f"where and when {person} (line {line}) can be met")
    prose.require_fact(meetings, "someone to meet")
    return tuple(meetings)


def _read_travel(legs: list[LegLine]) -> dict[str, dict[str, int]]:
    travel: dict[str, dict[str, int]] = {}
    first: dict[tuple[str, str], LegLine] = {}
    for leg in legs:
        line, (origin, destination), minutes, _ = leg
        prose.reject_if(
            origin == destination and minutes,
            f"{origin} is {minutes} minutes from itself on line {line}",
        )
        earlier = first.setdefault(leg.ends, leg)
        takes = f"{earlier.minutes} minutes on line {earlier.line}, {minutes} on line {line}"
        prose.reject_if(earlier.minutes != minutes, f"{origin} to {destination} takes {takes}")
        if origin != destination:
            travel.setdefault(origin, {})[destination] = minutes
    return travel


def read_day(lines: tuple[str, ...], query: MeetingPlan) -> list[FormedStatement]:
    """Return the steps of a plan; the role ``name`` is a place or a person to meet."""
    names = [query.origin, *(name for each in query.meetings for name in (each.person, each.place))]
    example = "You travel to Old Pier in 8 minutes and arrive at 9:08AM."
    return prose.read_steps(lines, names, _DAY_STEPS, example)


# A trip through several cities.
def read_stay_prompt(text: str) -> StayPlan:
    """Return the stay plan that a prompt asks for."""
    lines = prose.numbered_lines(text)
    sentences = list(prose.split_sentences(line for line in lines if "day" in line[1].casefold()))
    named = prose.names_in(sentences, _CITY)
    dated = list(prose.read_statements(sentences, named, _TRIP_WORDS))
    stays = _read_stays(prose.match_form(each, _TRIP_FORMS) for each in dated)
    cities = {stay.city for stay in stays}
    lists = [prose.read_flights(line, cities | named) for line in lines]
    found = prose.group_by_form(_read_outside_lists(dated, lists, cities | named), _TRIP_FORMS)
    prose.require_fact(stays, 'a city to stay in, such as "You want to spend 3 days in Oslo"')
    days = _read_trip_length(found.get("length", []), stays)
    events = tuple(_read_event(each, cities) for each in found.get("event", []))
    flights = tuple(dict.fromkeys(pair for each in lists for pair in each.flights))
    heading = 'a heading for the flights, such as "Here are the cities that have direct flights:"'
    prose.require_fact(not flights or "flights" in found, heading)
    return StayPlan(days=days, stays=tuple(stays), events=events, flights=flights)


def _read_outside_lists(
    dated: list[Statement], lists: list[FlightList], names: set[str]
) -> Iterator[Statement]:
    lines_read = {each.line for each in dated} - {each.line for each in lists if each.flights}
    yield from (each for each in dated if each.line in lines_read)
    rest = (line for each in lists for line in each.rest if line[0] not in lines_read)
    yield from prose.read_statements(prose.split_sentences(rest), names, _TRIP_WORDS)


def _read_trip_length(sentences: list[FormedStatement], stays: list[CityStay]) -> int:
    prose.require_fact(sentences, 'the length of the trip, such as "for 9 days in total"')
    days = {_read_days(sentence) for sentence in sentences}
    prose.reject_if(len(days) > 1, "the trip has different lengths", *sentences)
    for sentence in sentences:
        differs = any(count != len(stays) for count in sentence.figures("count"))
        prose.reject_if(differs, f"days are given for {len(stays)} cities", sentence)
    return days.pop()


def _read_days(sentence: FormedStatement) -> int:
    (part,) = (part for part in sentence.statement.parts if part.kind == "days")
    if part.figure < 1:
        raise prose.unread_error([(sentence.statement, (part.text,))])
    return part.figure


def _read_stays(readings: Iterable[FormedStatement | None]) -> list[CityStay]:
    sentences = (each for each in readings if each is not None and each.form == "stay")
    first = prose.unique_by_name(sentences, "city", "has two stays")
    return [CityStay(city=city, days=_read_days(each)) for city, each in first.items()]


def _read_event(sentence: FormedStatement, cities: set[str]) -> DatedEvent:
    city, days = sentence.name("city"), sentence.figures("day")
    prose.reject_if(city not in cities, f"{city} is not a city of the trip", sentence)
    return DatedEvent(city=city, first_day=days[0], last_day=days[-1])


def read_trip(lines: tuple[str, ...], query: StayPlan) -> list[FormedStatement]:
    """Return the steps of a plan: its heading, stays and flights, with their ``city``.

    A stay may name the previous city (``origin``) or repeat its own (``arrival``).
    """
    cities = [stay.city for stay in query.stays]
    return prose.read_steps(lines, cities, _TRIP_STEPS, "**Day 2-4:** Visit Oslo for 3 days.")
