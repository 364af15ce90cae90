"""The steps of a plan that somebody offers for a day of meetings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from geoeval.query.parts import MeetingPlan
from geoeval.understanding.plans import vocabulary as known
from geoeval.understanding.plans.form import Form, Said, UnreadStep, read_by, vocabulary_of
from geoeval.understanding.plans.statement import Statement, read_statements, split_sentences
from geoeval.understanding.text import clean

DayStepKind = Literal["start", "travel", "wait", "meet"]
FORMS = (
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
VOCABULARY = vocabulary_of(FORMS) | known.NARROWING


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
    steps = map(_step, read_statements(sentences, [query.origin, *names], VOCABULARY))
    return tuple(step for step in steps if step is not None)


def _step(sentence: Statement) -> DayStep | None:
    """Return the step that a sentence states, None if it states none on purpose."""
    said = read_by(sentence, FORMS)
    if said is None:
        raise UnreadStep(sentence, "You travel to Old Pier in 8 minutes and arrive at 9:08AM.")
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
