"""The steps of a plan that somebody offers for a day of meetings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from geoeval.query.kinds import MeetingPlan
from geoeval.understanding.plans import vocabulary as known
from geoeval.understanding.plans.form import Form, UnreadStep, form_of
from geoeval.understanding.plans.statement import Statement, read_statements

DayStepKind = Literal["start", "travel", "wait", "meet"]
FORMS = (
    Form(name="aside", shapes=((),), words=known.STEPS),
    Form(
        name="start",
        shapes=(("name", "clock"), ("clock", "name")),
        words=known.STEPS,
        needs=known.words("start begin"),
    ),
    Form(name="travel", shapes=(("name", "minutes", "clock"),), words=known.STEPS),
    Form(name="wait", shapes=(("clock",),), words=known.STEPS, needs=known.words("wait waiting")),
    Form(name="meet", shapes=(("name", "minutes", "clock", "clock"),), words=known.STEPS),
)


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
    """Return the steps of a plan.

    Parameters
    ----------
    lines
        The plan as written, such as "You wait until 10:15AM."
    query
        What is asked; it knows the names.

    Returns
    -------
    tuple of DayStep
        In the order of the lines.

    Raises
    ------
    UnreadStep
        If a sentence is no such step.
    """
    names = [name for each in query.meetings for name in (each.person, each.place)]
    sentences = read_statements(enumerate(lines, start=1), [query.origin, *names], known.STEPS)
    steps = [_step(sentence) for sentence in sentences]
    return tuple(step for step in steps if step is not None)


def _step(sentence: Statement) -> DayStep | None:
    """Return the step that a sentence states, None if it states none on purpose."""
    kind = form_of(sentence, FORMS)
    if kind == "aside":
        return None
    if kind not in get_args(DayStepKind):
        raise UnreadStep(sentence, "You travel to Old Pier in 8 minutes and arrive at 9:08AM.")
    return DayStep(
        kind=cast("DayStepKind", kind),
        line=sentence.line,
        text=sentence.text,
        clocks=tuple(sentence.figures("clock")),
        name=next(iter(sentence.names()), ""),
        minutes=next(iter(sentence.figures("minutes")), 0),
    )
