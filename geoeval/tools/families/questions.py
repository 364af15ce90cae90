"""Tools for questions in words and queries as JSON, with the derivation of each answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from geoeval.datasets.fields import collapse_spaces
from geoeval.datasets.records import UNANSWERABLE, Question, Record, Span
from geoeval.errors import quote
from geoeval.query.algebra import Query, Sum
from geoeval.query.describe import describe
from geoeval.query.figures import FIGURES
from geoeval.query.parts import MeetingPlan, Model, StayPlan
from geoeval.query.values import Derivation, Infeasible
from geoeval.tools.failure import nearest_words, reject_argument
from geoeval.tools.families import output
from geoeval.tools.tool import Result, tool
from geoeval.verification.answer import answer_question
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Answer, Cause, Status, Verdict
from geoeval.world.model import World

MOST_CHARACTERS = 20_000
"""The maximum length of a query; longer queries are rejected unread."""

_EXPECTED: Final = 'a JSON object {{"ask": …}} of at most {most} characters'


def _check_form(value: object) -> object:
    if isinstance(value, Mapping | BaseModel):
        return value
    kind: Final = "query"
    raise PydanticCustomError(kind, _EXPECTED, {"most": MOST_CHARACTERS})


QueryText = Annotated[
    Query,
    BeforeValidator(_check_form, json_schema_input_type=str),
    Field(description='JSON of the published query schema: {"ask": …}'),
]


@tool(
    name="solve_query",
    example={
        "query": '{"ask":"best","figure":{"kind":"distance"},'
        '"among":{"kind":"places","category":"restaurant","anchor":"Town Hall"}}'
    },
)
def _solve_query(world: World, query: QueryText) -> output.QueryAnswer:
    """Solve any query of the algebra, given as JSON, with the steps and facts behind the answer.

    An ask (value, best, list, count, compare, difference, check, check_routes, check_trip) of
    figures ({figures}) and candidates
    (places, routes, pairs, modes, days, orders, schedules). An invalid query is rejected
    with the path of the error.
    """
    return output.answer_query_tool(query, world).model_copy(update={"read_as": describe(query)})


_MEETING = {
    "person": "Ada",
    "place": "Mill",
    "present_from": "10:00",
    "present_until": "12:00",
    "at_least_min": 30,
}


@tool(
    name="plan_meetings",
    example={
        "origin": "Station",
        "depart": "09:00",
        "meetings": [_MEETING],
        "travel": {"Station": {"Mill": 20}},
    },
)
def _plan_meetings(given: MeetingPlan, world: World) -> output.QueryOutcome:
    return output.outcome_of(given, world)


@tool(
    name="plan_stays",
    example={
        "days": 4,
        "stays": [{"city": "Oslo", "days": 2}, {"city": "Rome", "days": 3}],
        "flights": [["Oslo", "Rome"]],
    },
)
def _plan_stays(given: StayPlan, world: World) -> output.QueryOutcome:
    return output.outcome_of(given, world)


_MAX_WORDS = 20
_MAX_OPTIONS = 26
_TAGS = frozenset({"ask", "kind"})
_YES_NO = {True: "yes", False: "no"}
_INTEGER = re.compile(r"-?\d{1,3}")
_LETTER = re.compile(r"(?:option\s+)?[(\[]?([a-z])(?:[)\].:]+\s*(?P<rest>.*))?", re.IGNORECASE)
_NONE = frozenset({str(UNANSWERABLE), "unanswerable", "not answerable", "cannot be answered"})
_HERE = Span(file="question")
_EXAMPLE = "Which is the nearest restaurant to Town Hall?"

QuestionText = Annotated[
    str, Field(description="The question, word for word", min_length=1, max_length=3000)
]


Option = Annotated[str, Field(max_length=500)]
Options = Annotated[
    tuple[Option, ...],
    Field(description="The offered answers, in their order", max_length=_MAX_OPTIONS),
]


class Understood(Result):
    """What a question was understood as, and its answer."""

    query: Annotated[dict[str, object], Field(description="The query, as solve_query takes it")]
    outcome: output.QueryOutcome | None = None


class QuestionAnswer(Result):
    """The answer to a question in words."""

    status: Status = Field(
        description="unanswerable: the map has no such fact; undetermined: facts missing"
    )
    answer: int | None = Field(
        None, description="0-based option, -1 unanswerable; absent if undecided"
    )
    option: str | None = None
    text: Annotated[str | None, Field(description="What was computed, in words")] = None
    reason: Annotated[
        str | None, Field(description="Identifier of the reason, if there is no answer")
    ] = None
    detail: str | None = None
    unexplained: tuple[str, ...] | None = Field(None, description="Words that were not understood")
    assumptions: tuple[str, ...] | None = Field(
        None, description="Ignored words of the question, and assumptions of the reading"
    )
    probability: Annotated[
        float | None, Field(description="Probability that the reading is right; absent if certain")
    ] = None
    understood: Understood | None = None


class AnswerVerdict(Result):
    """Whether an answer follows from the map, and what the right one is."""

    verdict: Verdict = Field(
        description="conditional: right only under the convention named in why; ambiguous: "
        "other options fit equally; undetermined: not judged, see status and reason"
    )
    given: Annotated[int | str, Field(description="The answer that was judged, as understood")]
    ours: QuestionAnswer
    why: str | None = None
    cause: Cause | None = Field(None, description="Cause of a wrong answer, if it was identified")
    evidence: tuple[str, ...] | None = None
    reason: Annotated[str | None, Field(description="Why it is undetermined")] = None


@tool(
    name="answer_question",
    example={"question": _EXAMPLE, "options": ["Ox Inn", "Blue Door"]},
)
def _answer_question(world: World, question: QuestionText, options: Options = ()) -> QuestionAnswer:
    """Answer a question in words from the map by computation, with steps and facts.

    With a "probability", the question may be misread: compare "understood" and "assumptions".
    If it is "not_understood", ask in other words or as a query.
    """
    asked = Question(id=1, text=question, options=options)
    return _to_question_answer(answer_question(asked, world), asked)


@tool(
    name="verify_answer",
    example={"question": _EXAMPLE, "options": ["Ox Inn", "Blue Door"], "answer": "B"},
)
def _verify_answer(
    world: World,
    question: QuestionText,
    answer: Annotated[
        int | str,
        BeforeValidator(lambda value: _YES_NO[value] if isinstance(value, bool) else value),
        Field(
            description='0-based number, letter or text of an option; -1 or "unanswerable"',
        ),
    ],
    options: Options = (),
) -> AnswerVerdict:
    """Check whether an answer to a question in words follows from the map, with the evidence.

    Without options the answer is compared with the computed value, as text.
    """
    label = read_answer(answer, options) if options or says_unanswerable(answer) else None
    expected = str(answer) if label is None else None
    asked = Question(id=1, text=question, options=options)
    record = Record(
        question=asked, context="", label=label, category=None, span=_HERE, expected=expected
    )
    ours = answer_question(asked, world)
    item = judge(record, ours, world)
    finding = item.findings[0] if item.findings else None
    given: int | str = output.shorten(str(answer)) if label is None else label
    return AnswerVerdict(
        verdict=item.verdict,
        given=given,
        ours=_to_question_answer(ours, asked),
        why=None if finding is None else output.shorten(finding.message),
        cause=None if finding is None else finding.cause,
        evidence=None if finding is None else tuple(map(output.shorten, finding.evidence)) or None,
        reason=item.reason,
    )


def _to_question_answer(answer: Answer, question: Question) -> QuestionAnswer:
    solved = answer.outcome if isinstance(answer.outcome, Derivation | Infeasible) else None
    outcome = None if solved is None else output.answer_of(solved)
    option = None
    if answer.answer is not None and answer.answer != UNANSWERABLE:
        option = question.options[answer.answer]
    understood = None
    if answer.query is not None:
        understood = Understood(query=_given_members(answer.query), outcome=outcome)
    return QuestionAnswer(
        status=answer.status,
        answer=answer.answer,
        option=option,
        text=None if outcome is None else outcome.text,
        reason=answer.reason,
        detail=output.shorten(answer.detail) or None,
        unexplained=tuple(dict.fromkeys(answer.unexplained))[:_MAX_WORDS] or None,
        assumptions=answer.assumptions[:_MAX_WORDS] or None,
        probability=answer.probability,
        understood=understood,
    )


def _given_members(part: Model) -> dict[str, object]:
    defaults = {name: field.default for name, field in type(part).model_fields.items()}
    return {
        name: _to_plain_value(value)
        for name, value in part
        if name in _TAGS or value != defaults[name]
    }


def _to_plain_value(value: object) -> object:
    if isinstance(value, Model):
        return _given_members(value)
    if isinstance(value, dict):
        return {name: _to_plain_value(each) for name, each in value.items()}
    return [_to_plain_value(each) for each in value] if isinstance(value, tuple) else value


def read_answer(answer: int | str, options: Sequence[str]) -> int:
    """Return the zero-based index of the option that an answer means."""
    if isinstance(answer, int):
        return _option_number(answer, answer, options)
    answer_text = collapse_spaces(answer).casefold()
    written = [collapse_spaces(option).casefold() for option in options]
    equal = [index for index, option in enumerate(written) if option == answer_text]
    if equal:  # any of several equal options is right
        return equal[0]
    if says_unanswerable(answer):
        return UNANSWERABLE
    number = int(answer) if _INTEGER.fullmatch(answer.strip()) else _letter_index(answer, written)
    return _option_number(number, answer, options)


def _letter_index(answer: str, written: Sequence[str]) -> int | None:
    letter = _LETTER.fullmatch(collapse_spaces(answer))
    index = ord(letter[1].lower()) - ord("a") if letter else len(written)
    if not letter or index >= len(written):
        return None
    return index if (letter["rest"] or "").casefold() in {"", written[index]} else None


def says_unanswerable(answer: int | str) -> bool:
    """Return whether an answer is -1 or "unanswerable"."""
    return collapse_spaces(str(answer)).casefold() in _NONE


def _option_number(index: int | None, answer: int | str, options: Sequence[str]) -> int:
    if index is None or not UNANSWERABLE <= index < len(options):
        expected = (
            f"the number of an option, 0 to {len(options) - 1}, its letter or its text; "
            '-1 or "unanswerable" for none'
        )
        reject_argument(
            "answer", expected, quote(answer), nearest_words(answer, options) or options[:5]
        )
    return index


_KINDS = (kind for kind in FIGURES if kind.can_be_complete() and kind is not Sum)
_FIGURES = ", ".join(kind.model_fields["kind"].default for kind in _KINDS)
_SOLVE_QUERY = replace(_solve_query, summary=_solve_query.summary.format(figures=_FIGURES))
TOOLS = (_SOLVE_QUERY, _plan_meetings, _plan_stays, _answer_question, _verify_answer)
