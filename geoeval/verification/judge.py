"""The verdict on a label: whether it follows from what was computed."""

from __future__ import annotations

from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.values import Derivation, Infeasible
from geoeval.understanding.front_end import RULES
from geoeval.understanding.readings import passed_over
from geoeval.verification.alternatives import alternatives
from geoeval.verification.answer import (
    BAD_QUERY,
    NO_OPTION_FITS,
    OTHER_KIND,
    READINGS_DIFFER,
    SEVERAL_OPTIONS_FIT,
    answer_query,
    may_support,
)
from geoeval.verification.case import Case
from geoeval.verification.closeness import too_close_to_call
from geoeval.verification.findings import (
    ambiguous,
    bad_query,
    conditional,
    contradicted,
    doubted,
    no_option_fits,
    undetermined,
    within_margin,
    words_in_doubt,
)
from geoeval.verification.judge_open import judge_open
from geoeval.verification.judge_plan import judge_plan
from geoeval.verification.kept.entry import with_own_conventions
from geoeval.verification.model import Answer, Cause, Item, Judgement
from geoeval.verification.opinion import cannot_be_best, is_opinion
from geoeval.world.model import World

WITHIN_MARGIN = "within_margin"
WORDS_IN_DOUBT = "words_in_doubt"


def judge(
    record: Record,
    answer: Answer,
    world: World,
    conventions: Conventions = DEFAULT,
    doubt: Cause | None = None,
) -> Item:
    """Compare a label with the answer that was computed without it."""
    judgement = _judge(record, answer, world, conventions, doubt)
    return Item(
        id=record.question.id,
        span=record.span,
        question=record.question.text,
        options=record.question.options,
        verdict=judgement.verdict,
        label=record.label,
        answer=answer,
        findings=(judgement.finding,) if judgement.finding else (),
        reason=judgement.reason,
        expected=record.expected,
    )


def agrees(label: int, answer: Answer) -> bool:
    """Return whether a label is the answer, or says the same as it.

    Examples
    --------
    >>> agrees(-1, Answer(id=1, status="unanswerable", answer=-1))
    True
    """
    if answer.answer is None:  # nothing was offered, or nothing is decided
        return label == UNANSWERABLE and answer.status == "unanswerable"
    return label == answer.answer or _among(label, answer)


def _among(label: int, answer: Answer) -> bool:
    """Return whether the label is among the options that fit."""
    return answer.match is not None and label in answer.match.fits


def _judge(
    record: Record, answer: Answer, world: World, conventions: Conventions, doubt: Cause | None
) -> Judgement:
    """Return the verdict and its finding."""
    conventions = with_own_conventions(conventions, record.question)
    if answer.reason == BAD_QUERY:
        found = bad_query(record, answer)
        return Judgement(verdict="undetermined", finding=found, reason=BAD_QUERY)
    if record.question.states_world:
        return judge_plan(record, answer, conventions)
    if doubt is not None:
        found = doubted(record, doubt)
        return Judgement(verdict="undetermined", finding=found, reason=doubt)
    if record.expected is not None:
        return judge_open(record, answer, world, conventions)
    label = record.label
    if label is None or not UNANSWERABLE <= label < len(record.question.options):
        return _undetermined(record, answer, "no_usable_label")
    if agrees(label, answer):
        return Judgement(verdict="supported")
    several = answer.reason == SEVERAL_OPTIONS_FIT
    if several and (label == UNANSWERABLE or _among(label, answer)):
        return Judgement(verdict="ambiguous", finding=ambiguous(record, answer))
    query = answer.query
    if query is None:
        return _undetermined(record, answer, answer.reason or "not_understood")
    for name, choice, other in alternatives(conventions):
        changed = answer_query(query, record.question, world, other)
        # Another way to measure that lacks coordinates here proves no label.
        if agrees(label, changed) and changed.reason != "no_coordinates":
            found = conditional(record, answer, f'{name} = "{choice}"')
            return Judgement(verdict="conditional", finding=found)
    if answer.reason == OTHER_KIND or not isinstance(answer.outcome, Derivation | Infeasible):
        return _undetermined(record, answer, answer.reason or "not_understood")
    case = Case(
        question=record.question,
        label=label,
        query=query,
        answer=answer,
        world=world,
        conventions=conventions,
    )
    if is_opinion(query) and not cannot_be_best(case):
        return _undetermined(record, answer, "subjective")
    if answer.reason == NO_OPTION_FITS and label == UNANSWERABLE:
        return _undetermined(record, answer, NO_OPTION_FITS)
    if answer.reason == NO_OPTION_FITS:
        found = no_option_fits(record, case)
        return Judgement(verdict="undetermined", finding=found, reason=NO_OPTION_FITS)
    close = too_close_to_call(case)
    if close is not None:
        found = within_margin(record, answer, close)
        return Judgement(verdict="undetermined", finding=found, reason=WITHIN_MARGIN)
    by_rules = answer.understood_by == RULES.name
    doubtful = passed_over(record.question, world) if by_rules else record.question.doubts
    doubtful += answer.assumptions
    if doubtful:
        found = words_in_doubt(record, answer, doubtful)
        return Judgement(verdict="undetermined", finding=found, reason=WORDS_IN_DOUBT)
    if by_rules and may_support(label, record.question, world, conventions) is not None:
        return _undetermined(record, answer, READINGS_DIFFER)
    return Judgement(verdict="contradicted", finding=contradicted(record, case))


def _undetermined(record: Record, answer: Answer, reason: str) -> Judgement:
    """Return that the label cannot be judged, and why."""
    found = undetermined(record, answer, reason)
    return Judgement(verdict="undetermined", finding=found, reason=reason)
