"""Combine the answers of several front ends to one question."""

from __future__ import annotations

from dataclasses import replace

from geoeval.datasets.records import Question
from geoeval.query.algebra import CheckTrip, Travel
from geoeval.query.describe import describe as describe_query
from geoeval.query.inspect import figures_of
from geoeval.query.parts import TripFigure
from geoeval.verification.model import Answer, Rival, Status

NO_OPTION_FITS = "no_option_fits"
SEVERAL_OPTIONS_FIT = "several_options_fit"
NO_READING = "no reading is likely"
READINGS_DIFFER = "readings_differ"
OTHER_KIND = "options_of_another_kind"
CONVINCING = 0.9
"""Minimum probability at which the trained model may dispute a doubtful answer of the rules, or
their result that there is no answer."""

_OPTION_REASONS = frozenset({NO_OPTION_FITS, SEVERAL_OPTIONS_FIT, OTHER_KIND})
"""Reasons that lie in the options; the model would then only find a fit by accident."""
_DECISIVENESS: dict[Status, int] = {
    "not_understood": 0,
    "undetermined": 1,
    "answered": 2,
    "unanswerable": 2,
}


def has_priority(answer: Answer, question: Question) -> bool:
    """Return whether an answer of the rules is kept, whatever the trained model reads."""
    if _is_doubted(answer):
        return False
    if answer.status == "answered":
        return not (question.options and _is_about_travel(answer))
    return _is_settled(answer)


def weigh_learned(answer: Answer, second: Answer, question: Question) -> Answer:
    """Combine an answer of the rules with that of the trained model."""
    journey = bool(question.options) and _is_about_travel(answer)
    if has_priority(answer, question) or not (journey or _may_dispute(second, answer)):
        return answer
    fills_gap = answer.status == "unanswerable" and is_convincing(second)
    is_doubtful = _is_doubted(answer) and not _is_doubted(second)
    is_surer = is_doubtful and _may_dispute(second, answer)
    return weigh_answers(answer, second, prefers_second=fills_gap or is_surer)


def agree_on_value(first: Answer, second: Answer) -> bool:
    """Return whether the rules and the trained model compute the same answer.

    Of 600 questions of five authors and of MapEval on which they do, 599 are answered right, with
    assumptions or without; of those that only the model answers, 92 %.
    """
    both_answered = {first.status, second.status} == {"answered"}
    return both_answered and are_same_answers(first, second)


def is_sure(answer: Answer) -> bool:
    """Return whether no other front end is asked about a question that only one has read."""
    convincing = answer.probability is None or is_convincing(answer)
    return answer.status == "answered" and convincing and not _is_doubted(answer)


def weigh_model(first: Answer, second: Answer) -> Answer:
    """Combine the answer of our readers, which are not sure, with that of another front end.

    A computed value counts more than a lack of which no word of the question speaks. A reading
    without assumptions counts more than one with assumptions or of a low probability.
    """
    lacking = [each for each in (first, second) if each.status == "unanswerable"]
    if len(lacking) == 1 and not _quotes_lack(lacking[0]):
        answered = second if lacking[0] is first else first
        return answered if answered.status == "answered" else weigh_answers(first, second)
    unsure = _is_doubted(first) or (first.probability or 1.0) < CONVINCING
    return weigh_answers(first, second, prefers_second=unsure and not _is_doubted(second))


def _is_doubted(answer: Answer) -> bool:
    return bool(answer.assumptions or answer.doubts)


def _quotes_lack(answer: Answer) -> bool:
    return answer.query is not None and answer.query.ask == "unanswerable"


def _is_about_travel(answer: Answer) -> bool:
    """Return whether a question is about travel, where the rules often misplace a time.

    Of 32 such answers on which the model and the rules differ, the rules are right in 11 and the
    model in 21.
    """
    query = answer.query
    return isinstance(query, CheckTrip) or (
        query is not None
        and any(isinstance(each, Travel | TripFigure) for each in figures_of(query))
    )


def is_convincing(answer: Answer) -> bool:
    """Return whether the trained model is sure enough to dispute an answer."""
    return (answer.probability or 0.0) >= CONVINCING


def _may_dispute(second: Answer, answer: Answer) -> bool:
    """Return whether the trained model is sure enough to dispute an answer of the rules."""
    return answer.status != "answered" or is_convincing(second)


def _is_settled(answer: Answer) -> bool:
    """Return whether a better reading cannot help: no map has the answer, or no option fits."""
    not_on_maps = answer.query is not None and answer.query.ask == "unanswerable"
    return not_on_maps or answer.reason in _OPTION_REASONS


def weigh_answers(first: Answer, second: Answer, *, prefers_second: bool = False) -> Answer:
    """Combine two answers: the more decisive one, or undetermined if they differ."""
    decided, other = _DECISIVENESS[first.status], _DECISIVENESS[second.status]
    if decided != other:
        return first if decided > other else second
    if first.status == "undetermined":
        return first
    if first.status == "not_understood":
        with_reason = first if second.reason == NO_READING else second
        return replace(with_reason, unexplained=second.unexplained or first.unexplained)
    if (first.status, first.answer) == (second.status, second.answer) and are_same_answers(
        first, second
    ):
        return replace(first, understood_by=f"{first.understood_by}+{second.understood_by}")
    if prefers_second:
        return replace(second, rivals=(*as_rivals(first), *second.rivals))
    return Answer(
        id=first.id,
        status="undetermined",
        answer=None,
        reason=READINGS_DIFFER,
        detail="; ".join(filter(None, map(_format_reader, (first, second)))),
        rivals=as_rivals(first, second),
    )


def as_rivals(*answers: Answer) -> tuple[Rival, ...]:
    """Return the readings of answers as rivals."""
    return tuple(
        Rival(query=each.query, answer=each.answer, probability=each.probability)
        for each in answers
        if each.query is not None
    )


def _format_reader(answer: Answer) -> str:
    return f"{answer.understood_by}: {describe_query(answer.query)}" if answer.query else ""


def are_same_answers(one: Answer, other: Answer) -> bool:
    """Return whether two answers choose the same option, or without options the same value."""
    if one.answer is None:
        return one.value == other.value
    return one.answer == other.answer
