"""The steps of a plan that somebody offers for a trip over several cities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from geoeval.query.kinds import StayPlan
from geoeval.understanding.plans import vocabulary as known
from geoeval.understanding.plans.form import Form, UnreadStep, form_of
from geoeval.understanding.plans.statement import Statement, read_statements

TripStepKind = Literal["stay", "flight"]
FORMS = (
    Form(name="aside", shapes=((), ("count", "days"), ("days",)), words=known.STAY_STEPS),
    Form(
        name="stay",
        shapes=(
            ("day", "day", "name", "days"),
            ("day", "day", "name", "name", "days"),
            ("day", "name", "days"),
            ("day", "name", "name", "days"),
        ),
        words=known.STAY_STEPS,
    ),
    Form(name="flight", shapes=(("day", "name", "name"),), words=known.STAY_STEPS),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TripStep:
    """One step of a trip as its plan states it.

    A stay has its first and last day, its length in days and its city (twice, if the plan says
    where one arrives too); a flight has its day, and the cities that it links.
    """

    kind: TripStepKind
    line: int
    text: str
    days: tuple[int, int]
    cities: tuple[str, ...]
    length: int = 0


def read_trip(lines: tuple[str, ...], query: StayPlan) -> tuple[TripStep, ...]:
    """Return the steps of a plan.

    Parameters
    ----------
    lines
        The plan as written, such as "**Day 2:** Fly from Oslo to Rome."
    query
        What is asked; it knows the cities.

    Returns
    -------
    tuple of TripStep
        In the order of the lines.

    Raises
    ------
    UnreadStep
        If a sentence is no such step.
    """
    cities = [stay.city for stay in query.stays]
    sentences = read_statements(enumerate(lines, start=1), cities, known.STAY_STEPS)
    steps = [_step(sentence) for sentence in sentences]
    return tuple(step for step in steps if step is not None)


def _step(sentence: Statement) -> TripStep | None:
    """Return the step that a sentence states, None if it states none on purpose."""
    kind = form_of(sentence, FORMS)
    if kind == "aside":
        return None
    if kind not in get_args(TripStepKind):
        raise UnreadStep(sentence, "**Day 2-4:** Visit Oslo for 3 days.")
    days = sentence.figures("day")
    return TripStep(
        kind=cast("TripStepKind", kind),
        line=sentence.line,
        text=sentence.text,
        days=(days[0], days[-1]),
        cities=tuple(sentence.names()),
        length=next(iter(sentence.figures("days")), 0),
    )
