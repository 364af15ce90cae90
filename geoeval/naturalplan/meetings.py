"""Meeting as many people as possible: the prompt as a ``MeetingPlan``, and offered steps."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast, get_args

from geoeval.errors import quote
from geoeval.naturalplan import sentences as known
from geoeval.naturalplan.sentences import (
    Form,
    LegLine,
    Said,
    Statement,
    conflict,
    missing,
    names_in,
    no_step,
    not_read,
    numbered_lines,
    read_by,
    read_leg,
    read_statements,
    split_sentences,
    told_by_form,
    vocabulary_of,
)
from geoeval.query.parts import Meeting, MeetingPlan
from geoeval.understanding.scene import clock_text
from geoeval.understanding.vocabulary.text import clean

_AIM = ("as many friends|people|persons as possible",)
_WHERE = ("at|in <name>",)
FORMS = (
    Form(
        name="presence",
        carries={
            "hours": ("from|between <clock> to|until|till|and <clock>", "from? <clock> <clock>"),
            "place": _WHERE,
            "person": ("<name>",),
        },
        words=known.PRESENCE,
    ),
    Form(
        name="least",
        carries={
            "length": ("for? a? minimum of? <minutes>", "for? at least <minutes>",
                       "for|spend <minutes>"),
            "person": ("meet|meeting|see|seeing|visit|with <name>",),
        },
        words=known.GRAMMAR | known.MEETING,
    ),
    Form(name="goal", carries={"aim": _AIM}, words=known.GRAMMAR | known.DAY_OUT),
    Form(
        name="goal",
        carries={"aim": _AIM, "town": ("visit|visiting|in|to <name>",)},
        words=known.GRAMMAR | known.DAY_OUT,
    ),
    Form(
        name="heading",
        carries={"table": ("travel|traveling distances|distance|times|time",)},
        words=known.TRAVEL_TABLE,
    ),
    Form(
        name="start",
        carries={
            "start": ("arrive|arriving|arrives|start|starting|starts|begin|begins|beginning",),
            "time": ("at <clock>",),
            "place": _WHERE,
        },
        words=known.GRAMMAR | known.ARRIVING,
    ),
    Form(
        name="task",
        carries={
            "task": ("solve|find|give|make|write|create|show|plan",),
            "result": ("problem|schedule|solution|answer|plan",),
        },
        words=known.TASK,
    ),
    Form(
        name="response",
        carries={"response": ("response|answer should|must start|begin with solution",)},
        words=known.words("your the"),
    ),
    Form(name="constraints", carries={"constraints": ("constraints",)}),
)  # fmt: skip
VOCABULARY = vocabulary_of(FORMS) | known.NARROWING
_PERSON = (
    re.compile(r"^(?:[^:]*: *)?(?P<name>[^:]+?) (?:will|is|can|stays|waits) "),
    re.compile(r"\b(?:meet|see|visit|with) (?P<name>.+?)(?: for\b| at least\b|$)"),
)

_PLACE = (re.compile(r"\b(?:at|in) (?P<name>[^:]+?) (?:from|between|at) \d"),)


def read_meeting_prompt(text: str) -> MeetingPlan:
    """Return the plan that a prompt asks for."""
    lines = numbered_lines(text)
    rows = {line: read_leg(line) for line in lines}
    legs = [row for row in rows.values() if row is not None]
    places = {name for leg in legs for name in (leg.origin, leg.destination)}
    sentences = list(split_sentences(line for line in lines if rows[line] is None))
    texts = [sentence.text for sentence in sentences]
    places |= names_in(texts, _PLACE, places)
    known_names = places | names_in(texts, _PERSON, places)
    told = told_by_form(read_statements(sentences, known_names, VOCABULARY), FORMS)
    start = _only(told.get("start", []))
    meetings = _meetings(told.get("presence", []), told.get("least", []))
    named = {start.name("place"), *(meeting.place for meeting in meetings)}
    _see_what_is_asked(told, legs, named | places | {meeting.person for meeting in meetings})
    _see_that_rows_name_places(legs, named)
    return MeetingPlan(
        origin=start.name("place"),
        depart=clock_text(start.figures("clock")[0]),
        meetings=meetings,
        travel=_travel(legs),
    )


def _see_what_is_asked(told: dict[str, list[Said]], legs: list[LegLine], named: set[str]) -> None:
    """See that the aim is stated, for no part of the day, and the unit of the travel times."""
    goals = told.get("goal", [])
    if not goals:
        what = 'a sentence that asks to meet "as many" people "as possible"'
        raise missing(what)
    for goal in goals:
        if goal.name("town") in named:
            raise not_read([(goal.statement, (goal.name("town"),))])
    units = {word for each in told.get("heading", []) for word in each.statement.words}
    if any(not leg.minutes_said for leg in legs) and units.isdisjoint({"minutes", "mins", "min"}):
        what = 'the unit of the travel times, such as "Travel times (in minutes):"'
        raise missing(what)


def _see_that_rows_name_places(legs: list[LegLine], named: set[str]) -> None:
    """See that no row has more words in front of a place, such as "On Sundays Old Mill"."""
    unnamed = {n: leg.line for leg in legs for n in (leg.origin, leg.destination)}.items()
    for name, line in ((name, line) for name, line in unnamed if name not in named):
        inner = next((place for place in sorted(named) if name.endswith(f" {place}")), None)
        if inner is not None:
            what = f"line {line} goes from or to {quote(name)}, else called {quote(inner)}"
            raise conflict(what)


def _only(starts: list[Said]) -> Said:
    """Return the sentence that says where and when one starts."""
    if not starts:
        what = 'where and when the day starts, such as "You arrive at Old Pier at 9:30AM"'
        raise missing(what)
    if len(starts) > 1:
        what = "the day starts more than once"
        raise conflict(what, *starts)
    return starts[0]


def _meetings(presences: list[Said], lengths: list[Said]) -> tuple[Meeting, ...]:
    """Put together where everyone is and for how long they are to be met."""
    least = _each_once(lengths)
    there = _each_once(presences)
    meetings = []
    for person, sentence in there.items():
        if person not in least:
            what = f"for how long to meet {person} (line {sentence.statement.line})"
            raise missing(what)
        start, end = sentence.figures("clock")
        if start == end:
            what = f"{person} comes and leaves at the same time"
            raise conflict(what, sentence)
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
        what = f"where and when {person} (line {sentence.statement.line}) can be met"
        raise missing(what)
    if not meetings:
        what = "someone to meet"
        raise missing(what)
    return tuple(meetings)


def _each_once(told: Iterable[Said]) -> dict[str, Said]:
    """Return the sentence about each person, of whom nothing is told twice."""
    first: dict[str, Said] = {}
    for sentence in told:
        person = sentence.name("person")
        earlier = first.setdefault(person, sentence)
        if earlier is not sentence:
            what = f"{person} is told of twice"
            raise conflict(what, earlier, sentence)
    return first


def _travel(legs: list[LegLine]) -> dict[str, dict[str, int]]:
    """Return the travel times by origin and destination, each way once."""
    travel: dict[str, dict[str, int]] = {}
    first: dict[tuple[str, str], LegLine] = {}
    for leg in legs:
        if leg.origin == leg.destination and leg.minutes:
            what = f"{leg.origin} is {leg.minutes} minutes from itself on line {leg.line}"
            raise conflict(what)
        earlier = first.setdefault((leg.origin, leg.destination), leg)
        if earlier.minutes != leg.minutes:
            what = (
                f"{leg.origin} to {leg.destination} takes {earlier.minutes} minutes on line "
                f"{earlier.line}, {leg.minutes} on line {leg.line}"
            )
            raise conflict(what)
        if leg.origin != leg.destination:
            travel.setdefault(leg.origin, {})[leg.destination] = leg.minutes
    return travel


DayStepKind = Literal["start", "travel", "wait", "meet"]
OFFERED_FORMS = (
    Form(
        name="start",
        carries={"start": ("start|begin",), "name": ("at <name>",), "time": ("at <clock>",)},
        words=known.STEPS,
    ),
    Form(
        name="travel",
        carries={
            "name": ("to <name>",),
            "length": ("in|for <minutes>",),
            "time": ("arrive|arriving at <clock>",),
        },
        words=known.STEPS,
    ),
    Form(
        name="wait",
        carries={"wait": ("wait|waiting until|till <clock>",)},
        words=known.STEPS,
    ),
    Form(
        name="meet",
        carries={
            "name": ("meet <name>",),
            "length": ("for <minutes>",),
            "time": ("from <clock> to|until|till <clock>",),
        },
        words=known.STEPS,
    ),
    Form(name="aside", carries={"heading": ("solution",)}),
)
OFFERED_VOCABULARY = vocabulary_of(OFFERED_FORMS) | known.NARROWING


@dataclass(frozen=True, slots=True, kw_only=True)
class DayStep:
    """One step of a day as its plan states it; ``name`` is a place, or whom one meets.

    ``clocks`` are minutes after midnight: when one starts, arrives, has waited, or begins and
    ends to meet; ``minutes`` is how long one travels or meets.
    """

    kind: DayStepKind
    line: int
    text: str
    clocks: tuple[int, ...]
    name: str = ""
    minutes: int = 0


def read_day(lines: tuple[str, ...], query: MeetingPlan) -> tuple[DayStep, ...]:
    """Return the steps of a plan."""
    names = [name for each in query.meetings for name in (each.person, each.place)]
    sentences = split_sentences((number, clean(line)) for number, line in enumerate(lines, start=1))
    steps = map(_step, read_statements(sentences, [query.origin, *names], OFFERED_VOCABULARY))
    return tuple(step for step in steps if step is not None)


def _step(sentence: Statement) -> DayStep | None:
    """Return the step that a sentence states, None if it states none on purpose."""
    said = read_by(sentence, OFFERED_FORMS)
    if said is None:
        raise no_step(sentence, "You travel to Old Pier in 8 minutes and arrive at 9:08AM.")
    return None if said.form == "aside" else _of(said)


def _of(said: Said) -> DayStep:
    """Return what a sentence says as a step."""
    assert said.form in get_args(DayStepKind)  # every other form is an aside
    return DayStep(
        kind=cast("DayStepKind", said.form),
        line=said.statement.line,
        text=said.statement.text,
        clocks=tuple(said.figures("clock")),
        name=said.name("name"),
        minutes=next(iter(said.figures("minutes")), 0),
    )
