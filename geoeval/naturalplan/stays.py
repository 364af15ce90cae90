"""A trip over several cities: the prompt as a ``StayPlan``, and the steps of an offered plan."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast, get_args

from geoeval.naturalplan import sentences as known
from geoeval.naturalplan.sentences import (
    FlightList,
    Form,
    Said,
    Statement,
    conflict,
    missing,
    names_in,
    no_step,
    not_read,
    numbered_lines,
    read_by,
    read_flights,
    read_statements,
    split_sentences,
    told_by_form,
    vocabulary_of,
)
from geoeval.query.parts import CityStay, DatedEvent, StayPlan
from geoeval.understanding.vocabulary.text import clean

_DATES = (
    "between|from|during|in <day> and|to|until|till|through <day>",
    "from|between|on? <day> <day>",
)
FORMS = (
    Form(
        name="stay",
        carries={
            "length": ("for|spend|spending|stay|staying|remain <days>",),
            "city": ("in|at|visit|visiting|tour|explore <name>",),
        },
        words=known.GRAMMAR | known.STAYING,
    ),
    Form(
        name="event",
        carries={"dates": _DATES, "city": ("in|at|visit <name>",)},
        words=known.GRAMMAR | known.EVENTS,
    ),
    Form(
        name="event",
        carries={"dates": ("on|during <day>",), "city": ("in|at|visit <name>",)},
        words=known.GRAMMAR | known.EVENTS,
    ),
    Form(
        name="length",
        carries={
            "cities": ("<count> european|asian|african|american|australian? city|cities|towns",),
            "length": ("for <days>",),
        },
        words=known.GRAMMAR | known.TOUR,
    ),
    Form(name="length", carries={"length": ("for <days>",)}, words=known.GRAMMAR | known.TOUR),
    Form(
        name="flights",
        carries={"list": ("have|with? direct flights",)},
        words=known.FLIGHT_LIST | known.words("that which"),
    ),
    Form(
        name="rule",
        carries={"rule": ("only? take|use|taking|using direct flights",)},
        words=known.GRAMMAR | known.FLYING,
    ),
    Form(name="constraints", carries={"constraints": ("constraints",)}),
    Form(
        name="task",
        carries={"task": ("solve|find|give|make|write|create|show|plan", "trip|plan|problem")},
        words=known.TASK | known.words("trip plan"),
    ),
)
VOCABULARY = vocabulary_of(FORMS) | known.NARROWING
_CITY = (
    re.compile(r"\b(?:in|at|visit|visiting|tour|explore) (?P<name>[^:;]+?) for -?\d"),
    re.compile(r"\bdays? in (?P<name>[^:;]+)$"),
)


def read_stay_prompt(text: str) -> StayPlan:
    """Return the plan that a prompt asks for."""
    lines = numbered_lines(text)
    sentences = list(split_sentences(line for line in lines if "day" in line[1].casefold()))
    named = names_in((sentence.text for sentence in sentences), _CITY)
    dated = list(read_statements(sentences, named, VOCABULARY))
    readings = (read_by(each, FORMS) for each in dated)
    stays = _stays([said for said in readings if said is not None and said.form == "stay"])
    cities = {stay.city for stay in stays}
    lists = [read_flights(line, cities | named) for line in lines]
    read = {each.line for each in dated} - {each.line for each in lists if each.flights}
    rest = (line for each in lists for line in each.rest if line[0] not in read)
    others = read_statements(split_sentences(rest), cities | named, VOCABULARY)
    told = told_by_form([*(each for each in dated if each.line in read), *others], FORMS)
    if not stays:
        what = 'a city to stay in, such as "You want to spend 3 days in Oslo"'
        raise missing(what)
    return StayPlan(
        days=_length(told.get("length", []), stays),
        stays=tuple(stays),
        events=tuple(_event(each, cities) for each in told.get("event", [])),
        flights=_flights(lists, headed="flights" in told),
    )


def _flights(lists: list[FlightList], *, headed: bool) -> tuple[tuple[str, str], ...]:
    """Return each flight once, after a look at what the lists are said to be."""
    flights = tuple(dict.fromkeys(pair for each in lists for pair in each.flights))
    if flights and not headed:
        what = 'a heading of the pairs, such as "Here are the cities that have direct flights:"'
        raise missing(what)
    return flights


def _length(sentences: list[Said], stays: list[CityStay]) -> int:
    """Return the days of the trip, after a look at the number of its cities."""
    if not sentences:
        what = 'the length of the trip, such as "for 9 days in total"'
        raise missing(what)
    days = {_days(sentence) for sentence in sentences}
    if len(days) > 1:
        what = "the trip has different lengths"
        raise conflict(what, *sentences)
    for sentence in sentences:
        if any(count != len(stays) for count in sentence.figures("count")):
            what = f"days are given for {len(stays)} cities"
            raise conflict(what, sentence)
    return days.pop()


def _days(sentence: Said) -> int:
    """Return the one length in days that a sentence mentions."""
    (part,) = (part for part in sentence.statement.parts if part.kind == "days")
    if part.figure < 1:
        raise not_read([(sentence.statement, (part.text,))])
    return part.figure


def _stays(sentences: list[Said]) -> list[CityStay]:
    """Return the cities with their days, each once."""
    first: dict[str, Said] = {}
    for sentence in sentences:
        city = sentence.name("city")
        earlier = first.setdefault(city, sentence)
        if earlier is not sentence:
            what = f"{city} has two stays"
            raise conflict(what, earlier, sentence)
    return [CityStay(city=city, days=_days(each)) for city, each in first.items()]


def _event(sentence: Said, cities: set[str]) -> DatedEvent:
    """Return what takes place in a city, on one day or from one to another."""
    city = sentence.name("city")
    days = sentence.figures("day")
    if city not in cities:
        what = f"{city} is no city of the trip"
        raise conflict(what, sentence)
    return DatedEvent(city=city, first_day=days[0], last_day=days[-1])


TripStepKind = Literal["heading", "stay", "flight"]
_OFFERED_DATES = ("<day> to? <day>", "<day>")
_VISIT = {"city": ("visit|visiting|in <name>",), "length": ("for <days>",)}
OFFERED_FORMS = (
    Form(
        name="stay", carries={"dates": _OFFERED_DATES, **_VISIT}, words=known.STAY_STEPS | {"stay"}
    ),
    Form(
        name="stay",
        carries={"dates": _OFFERED_DATES, "arrival": ("arriving|arrive in|at <name>",), **_VISIT},
        words=known.STAY_STEPS,
    ),
    Form(
        name="stay",
        carries={"dates": _OFFERED_DATES, "origin": ("arriving|arrive from <name>",), **_VISIT},
        words=known.STAY_STEPS,
    ),
    Form(
        name="flight",
        carries={
            "date": ("<day>",),
            "fly": ("fly|flying|flight",),
            "origin": ("from <name>",),
            "city": ("to <name>",),
        },
        words=known.STAY_STEPS,
    ),
    Form(
        name="heading",
        carries={
            "plan": ("plan",),
            "cities": ("<count> european|asian|african|american|australian? city|cities|towns",),
            "length": ("for <days>",),
        },
        words=known.words("here is the a trip for visiting of"),
    ),
    Form(name="aside", carries={"heading": ("solution", "here is the|a trip? plan")}),
)
OFFERED_VOCABULARY = vocabulary_of(OFFERED_FORMS) | known.NARROWING


@dataclass(frozen=True, slots=True, kw_only=True)
class TripStep:
    """One step of a trip as its plan states it.

    A stay has its first and last day, its length in days and its city, and perhaps the city that
    one comes from or says to arrive in; a flight has its day, and the cities that it links. A
    heading has the length of the trip and the number of its cities.
    """

    kind: TripStepKind
    line: int
    text: str
    days: tuple[int, int] = (0, 0)
    city: str = ""
    origin: str = ""
    arrival: str = ""
    length: int = 0
    count: int = 0


def read_trip(lines: tuple[str, ...], query: StayPlan) -> tuple[TripStep, ...]:
    """Return the steps of a plan."""
    cities = [stay.city for stay in query.stays]
    sentences = split_sentences((number, clean(line)) for number, line in enumerate(lines, start=1))
    steps = map(_step, read_statements(sentences, cities, OFFERED_VOCABULARY))
    return tuple(step for step in steps if step is not None)


def _step(sentence: Statement) -> TripStep | None:
    """Return the step that a sentence states, None if it states none on purpose."""
    said = read_by(sentence, OFFERED_FORMS)
    if said is None:
        raise no_step(sentence, "**Day 2-4:** Visit Oslo for 3 days.")
    return None if said.form == "aside" else _of(said)


def _of(said: Said) -> TripStep:
    """Return what a sentence says as a step."""
    assert said.form in get_args(TripStepKind)  # every other form is an aside
    days = said.figures("day") or [0]
    return TripStep(
        kind=cast("TripStepKind", said.form),
        line=said.statement.line,
        text=said.statement.text,
        days=(days[0], days[-1]),
        city=said.name("city"),
        origin=said.name("origin"),
        arrival=said.name("arrival"),
        length=next(iter(said.figures("days")), 0),
        count=next(iter(said.figures("count")), 0),
    )
