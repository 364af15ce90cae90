"""Meeting as many people as possible: the prompt as a ``MeetingPlan``, and offered steps."""

from __future__ import annotations

import re
from itertools import product

from geoeval.errors import quote
from geoeval.naturalplan import sentences as prose
from geoeval.naturalplan.sentences import LegLine, Said
from geoeval.query.parts import Meeting, MeetingPlan
from geoeval.understanding.scene import clock_text

_FORMS, _STEPS = prose.forms_of("meetings", "prompt"), prose.forms_of("meetings", "plan")
_VOCABULARY = prose.vocabulary_of(_FORMS) | prose.NARROWING
_PERSON = (
    re.compile(r"^(?:[^:]*: *)?(?P<name>[^:]+?) (?:will|is|can|stays|waits) "),
    re.compile(r"\b(?:meet|see|visit|with) (?P<name>.+?)(?: for\b| at least\b|$)"),
)

_PLACE = (re.compile(r"\b(?:at|in) (?P<name>[^:]+?) (?:from|between|at) \d"),)


def read_meeting_prompt(text: str) -> MeetingPlan:
    """Return the plan that a prompt asks for."""
    lines = prose.numbered_lines(text)
    legs = [leg for leg in map(prose.read_leg, lines) if leg is not None]
    rows = {leg.line for leg in legs}
    sentences = list(prose.split_sentences(line for line in lines if line[0] not in rows))
    places = {name for leg in legs for name in leg.ends}
    places |= prose.names_in(sentences, _PLACE, places)
    known_names = places | prose.names_in(sentences, _PERSON, places)
    found = prose.by_form(prose.read_statements(sentences, known_names, _VOCABULARY), _FORMS)
    start = _only(found.get("start", []))
    meetings = _meetings(found.get("presence", []), found.get("least", []))
    named = {start.name("place"), *(meeting.place for meeting in meetings)}
    _check_aim(found, legs, named | places | {meeting.person for meeting in meetings})
    _check_ends(legs, named)
    return MeetingPlan(
        origin=start.name("place"),
        depart=clock_text(start.figures("clock")[0]),
        meetings=meetings,
        travel=_travel(legs),
    )


def _check_aim(found: dict[str, list[Said]], legs: list[LegLine], named: set[str]) -> None:
    goals = found.get("goal", [])
    if not goals:
        prose.report_missing('a sentence that asks to meet "as many" people "as possible"')
    for goal in goals:
        if goal.name("town") in named:
            raise prose.not_read([(goal.statement, (goal.name("town"),))])
    units = {word for each in found.get("heading", []) for word in each.statement.words}
    if any(not leg.minutes_said for leg in legs) and units.isdisjoint({"minutes", "mins", "min"}):
        prose.report_missing('the unit of the travel times, such as "Travel times (in minutes):"')


def _check_ends(legs: list[LegLine], named: set[str]) -> None:
    lines = {name: leg.line for leg in legs for name in leg.ends if name not in named}
    for (name, line), place in product(lines.items(), sorted(named)):
        if name.endswith(f" {place}"):
            what = f"line {line} goes from or to {quote(name)}, else called {quote(place)}"
            prose.report_conflict(what)


def _only(starts: list[Said]) -> Said:
    if not starts:
        prose.report_missing(
            'where and when the day starts, such as "You arrive at Old Pier at 9:30AM"'
        )
    if len(starts) > 1:
        prose.report_conflict("the day starts more than once", *starts)
    return starts[0]


def _meetings(presences: list[Said], lengths: list[Said]) -> tuple[Meeting, ...]:
    least = prose.once_each(lengths, "person", "is told of twice")
    there = prose.once_each(presences, "person", "is told of twice")
    meetings = []
    for person, sentence in there.items():
        if person not in least:
            prose.report_missing(f"for how long to meet {person} (line {sentence.statement.line})")
        start, end = sentence.figures("clock")
        if start == end:
            prose.report_conflict(f"{person} comes and leaves at the same time", sentence)
        meetings.append(
            Meeting(
                person=person,
                place=sentence.name("place"),
                present_from=clock_text(start),
                present_until=clock_text(end),
                at_least_min=least.pop(person).figures("minutes")[0],
            )
        )
    if least:
        person, sentence = next(iter(least.items()))
        prose.report_missing(f"where and when {person} (line {sentence.statement.line}) can be met")
    if not meetings:
        prose.report_missing("someone to meet")
    return tuple(meetings)


def _travel(legs: list[LegLine]) -> dict[str, dict[str, int]]:
    travel: dict[str, dict[str, int]] = {}
    first: dict[tuple[str, str], LegLine] = {}
    for leg in legs:
        line, (origin, destination), minutes, _ = leg
        if origin == destination and minutes:
            prose.report_conflict(f"{origin} is {minutes} minutes from itself on line {line}")
        earlier = first.setdefault(leg.ends, leg)
        if earlier.minutes != minutes:
            takes = (
                f"takes {earlier.minutes} minutes on line {earlier.line}, {minutes} on line {line}"
            )
            prose.report_conflict(f"{origin} to {destination} {takes}")
        if origin != destination:
            travel.setdefault(origin, {})[destination] = minutes
    return travel


def read_day(lines: tuple[str, ...], query: MeetingPlan) -> list[Said]:
    """Return the steps of a plan, each with its times; ``name`` is a place, or whom one meets."""
    names = [query.origin, *(name for each in query.meetings for name in (each.person, each.place))]
    example = "You travel to Old Pier in 8 minutes and arrive at 9:08AM."
    return prose.read_steps(lines, names, _STEPS, example)
