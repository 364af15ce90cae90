"""A prompt that asks to meet as many people as possible, read into a ``MeetingPlan``."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.query.kinds import Meeting, MeetingPlan
from geoeval.understanding.plans import vocabulary as known
from geoeval.understanding.plans.form import (
    Form,
    conflict,
    form_of,
    missing,
    not_read,
    unread,
)
from geoeval.understanding.plans.statement import Statement, read_statements
from geoeval.understanding.plans.tables import LegLine, numbered_lines, read_leg
from geoeval.understanding.scene import clock_text

FORMS = (
    Form(
        name="goal",
        shapes=((), ("name",)),
        words=known.ASIDE | known.VISITING | known.PEOPLE | known.SUPERLATIVE,
        needs=known.words("many"),
    ),
    Form(name="heading", shapes=((),), words=known.ASIDE | known.TRAVEL_HEADING),
    Form(
        name="start",
        shapes=(("name", "clock"), ("clock", "name")),
        words=known.GRAMMAR | known.ARRIVAL | known.VISITING,
        needs=known.ARRIVAL,
    ),
    Form(
        name="presence",
        shapes=(("name", "name", "clock", "clock"), ("name", "clock", "clock", "name")),
        words=known.GRAMMAR | known.PRESENCE,
    ),
    Form(
        name="least",
        shapes=(("name", "minutes"), ("minutes", "name")),
        words=known.GRAMMAR | known.MEETING,
    ),
)
VOCABULARY = frozenset[str]().union(*(form.words for form in FORMS))


def read_meeting_prompt(text: str) -> MeetingPlan:
    """Return the plan that a prompt asks for.

    Parameters
    ----------
    text
        Travel times line by line ("A to B: 8."), where and when one starts, where everyone is
        from when until when, and for how long they are to be met.

    Returns
    -------
    MeetingPlan
        With every fact that the prompt states.

    Raises
    ------
    NotStated
        If a sentence is not read, a fact is missing, or two do not go together.
    """
    lines = numbered_lines(text)
    rows = {line: read_leg(line) for line in lines}
    legs = [row for row in rows.values() if row is not None]
    places = {name for leg in legs for name in (leg.origin, leg.destination)}
    sentences = read_statements((line for line in lines if rows[line] is None), places, VOCABULARY)
    told: dict[str | None, list[Statement]] = {}
    for sentence in sentences:
        told.setdefault(form_of(sentence, FORMS), []).append(sentence)
    if None in told:
        raise not_read([(sentence, unread(sentence, FORMS)) for sentence in told[None]])
    _see_what_is_asked(told, legs)
    start = _only(told.get("start", []))
    return MeetingPlan(
        origin=start.names()[0],
        depart=clock_text(start.figures("clock")[0]),
        meetings=_meetings(told.get("presence", []), told.get("least", []), places),
        travel=_travel(legs),
    )


def _see_what_is_asked(told: dict[str | None, list[Statement]], legs: list[LegLine]) -> None:
    """See that the aim is stated, and the unit of the travel times."""
    if "goal" not in told:
        what = 'a sentence that asks to meet "as many" people "as possible"'
        raise missing(what)
    units = {word for each in told.get("heading", []) for word in each.words}
    if any(not leg.minutes_said for leg in legs) and units.isdisjoint({"minutes", "mins", "min"}):
        what = 'the unit of the travel times, such as "Travel times (in minutes):"'
        raise missing(what)


def _only(starts: list[Statement]) -> Statement:
    """Return the sentence that says where and when one starts."""
    if not starts:
        what = 'where and when the day starts, such as "You arrive at Old Pier at 9:00AM"'
        raise missing(what)
    if len(starts) > 1:
        what = "the day starts more than once"
        raise conflict(what, *starts)
    return starts[0]


def _meetings(
    presences: list[Statement], lengths: list[Statement], places: set[str]
) -> tuple[Meeting, ...]:
    """Put together where everyone is and for how long they are to be met."""
    least = _each_once((sentence.names()[0], sentence) for sentence in lengths)
    there = _each_once((_person_first(each, places)[0], each) for each in presences)
    meetings = []
    for person, sentence in there.items():
        if person not in least:
            what = f"for how long to meet {person} (line {sentence.line})"
            raise missing(what)
        start, end = sentence.figures("clock")
        meetings.append(
            Meeting(
                person=person,
                place=_person_first(sentence, places)[1],
                present_from=clock_text(start),
                present_until=clock_text(end),
                at_least_min=least.pop(person).figures("minutes")[0],
            )
        )
    if least:
        person, sentence = next(iter(least.items()))
        what = f"where and when {person} (line {sentence.line}) can be met"
        raise missing(what)
    if not meetings:
        what = "someone to meet"
        raise missing(what)
    return tuple(meetings)


def _person_first(sentence: Statement, places: set[str]) -> tuple[str, str]:
    """Return who is where: the one name of the two that is no known place, else the first."""
    first, second = sentence.names()
    return (second, first) if first in places and second not in places else (first, second)


def _each_once(told: Iterable[tuple[str, Statement]]) -> dict[str, Statement]:
    """Return the sentence about each person, of whom nothing is told twice."""
    first: dict[str, Statement] = {}
    for person, sentence in told:
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
        earlier = first.setdefault((leg.origin, leg.destination), leg)
        if earlier.minutes != leg.minutes:
            what = (
                f"{leg.origin} to {leg.destination} takes {earlier.minutes} minutes on line "
                f"{earlier.line}, {leg.minutes} on line {leg.line}"
            )
            raise conflict(what)
        travel.setdefault(leg.origin, {})[leg.destination] = leg.minutes
    return travel
