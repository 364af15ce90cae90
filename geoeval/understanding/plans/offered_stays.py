"""The steps of a plan that somebody offers for a trip over several cities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from geoeval.query.parts import StayPlan
from geoeval.understanding.plans import vocabulary as known
from geoeval.understanding.plans.form import Form, Said, UnreadStep, read_by, vocabulary_of
from geoeval.understanding.plans.statement import Statement, read_statements, split_sentences
from geoeval.understanding.text import clean

TripStepKind = Literal["heading", "stay", "flight"]
_DATES = ("<day> to? <day>", "<day>")
_VISIT = {"city": ("visit|visiting|in <name>",), "length": ("for <days>",)}
FORMS = (
    Form(name="stay", carries={"dates": _DATES, **_VISIT}, words=known.STAY_STEPS | {"stay"}),
    Form(
        name="stay",
        carries={"dates": _DATES, "arrival": ("arriving|arrive in|at <name>",), **_VISIT},
        words=known.STAY_STEPS,
    ),
    Form(
        name="stay",
        carries={"dates": _DATES, "origin": ("arriving|arrive from <name>",), **_VISIT},
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
VOCABULARY = vocabulary_of(FORMS) | known.NARROWING


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
    steps = map(_step, read_statements(sentences, cities, VOCABULARY))
    return tuple(step for step in steps if step is not None)


def _step(sentence: Statement) -> TripStep | None:
    """Return the step that a sentence states, None if it states none on purpose."""
    said = read_by(sentence, FORMS)
    if said is None:
        raise UnreadStep(sentence, "**Day 2-4:** Visit Oslo for 3 days.")
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
