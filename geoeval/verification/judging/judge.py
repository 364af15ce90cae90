"""Judge whether a label follows from the computed answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import product
from typing import get_args, get_type_hints

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.units import format_distance
from geoeval.datasets.formats import STATING
from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.errors import quote
from geoeval.query.algebra import Fact, Hours, Places, Quality, Query
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.inspect import candidates_of, figures_of, parts_of, trip_of
from geoeval.query.values import CannotSolve, Derivation, Infeasible, Names
from geoeval.text import normalise_name
from geoeval.verification.answer import (
    BAD_QUERY,
    FRONT_ENDS,
    answer_query,
    may_support,
    probability_of,
)
from geoeval.verification.judging import closeness, judgements
from geoeval.verification.judging.case import Case
from geoeval.verification.judging.conflicts import find_conflicts
from geoeval.verification.kept.entries import with_own_conventions
from geoeval.verification.labels.match import HALF_PLANES, is_comparable, is_padding, says_undecided
from geoeval.verification.labels.naming import bare_name
from geoeval.verification.model import Answer, Cause, Item, Judgement
from geoeval.verification.weighing import (
    NO_OPTION_FITS,
    OTHER_KIND,
    READINGS_DIFFER,
    SEVERAL_OPTIONS_FIT,
)
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Place, World

_SHOWN_PLACES = 8
_DECIDED_VERDICTS = frozenset({"supported", "contradicted", "conditional"})


def judge(
    record: Record,
    answer: Answer,
    world: World,
    conventions: Conventions = DEFAULT,
    doubt: Cause | None = None,
) -> Item:
    """Compare a label with the answer, which was computed without it."""
    own = with_own_conventions(conventions, record.question)
    case = Case(record=record, answer=answer, world=world, conventions=own)
    judgement = _judge_case(case, doubt)
    return Item(
        id=record.question.id,
        span=record.span,
        question=record.question.text,
        options=record.question.options,
        verdict=judgement.verdict,
        label=record.label,
        answer=replace(answer, readings=()),
        findings=(judgement.finding,) if judgement.finding else (),
        reason=judgement.reason,
        accepted=record.accepted,
        expected=record.expected,
    )


def _judge_case(case: Case, doubt: Cause | None) -> Judgement:
    if case.answer.reason == BAD_QUERY:
        return judgements.judge_unusable(case, "GEO104", case.answer.detail, BAD_QUERY)
    if case.question.states_world:
        judged: Judgement = STATING.judge(case)
        return judged
    if doubt is not None:
        return judgements.judge_doubted(case, doubt)
    if case.record.expected is not None:
        judgement = _judge_words(case, case.record.expected)
    else:
        judgement = _judge_several(case) if case.record.accepted else _judge_label(case)
    return _unless_in_conflict(case, judgement)


def _unless_in_conflict(case: Case, judgement: Judgement) -> Judgement:
    """Return a verdict, or "ambiguous" if it depends on which of two statements is true.

    A label is supported if both statements support it; one statement cannot make it wrong.
    """
    outcome = case.answer.outcome
    if judgement.verdict not in _DECIDED_VERDICTS and judgement.reason != NO_OPTION_FITS:
        return judgement
    if case.answer.query is None or not isinstance(outcome, Derivation | Infeasible):
        return judgement
    with_routes = trip_of(case.query) is None
    for conflict in find_conflicts(case.world, outcome, with_routes=with_routes):
        other = answer_query(case.query, case.linked_question, conflict.world, case.conventions)
        assert other.outcome is not None
        if not conflict.matters(outcome, other.outcome):
            continue
        if judgement != judgements.SUPPORTED or not _follows_from(case, other):
            return judgements.judge_conflicting(case, conflict.first, conflict.other)
    return judgement


def _follows_from(case: Case, answer: Answer) -> bool:
    if case.record.accepted:
        return _are_all_fits(case.record, answer)
    if case.record.expected is None:
        return agrees_with(case.label, answer)
    return answer.value is not None and case.expected_agrees(answer.value) is True


def _judge_several(case: Case) -> Judgement:
    """Judge several labels, which are right if they are exactly the options that fit.

    They are wrong if one of them is; if others fit as well, the labels may be incomplete.
    """
    if _are_all_fits(case.record, case.answer):
        return judgements.SUPPORTED
    labels = (case.label, *case.record.accepted)
    records = [replace(case.record, label=label, accepted=()) for label in labels]
    judged = [_judge_label(replace(case, record=record)) for record in records]
    verdicts = {judgement.verdict for judgement in judged}
    if verdicts <= {"supported", "ambiguous"}:
        return judgements.judge_ambiguous(case)
    wrong = (each for each in judged if each.verdict == "contradicted")
    unclear = (each for each in judged if each.verdict not in {"supported", "ambiguous"})
    return next(wrong, None) or next(unclear)


def _are_all_fits(record: Record, answer: Answer) -> bool:
    return answer.match is not None and {record.label, *record.accepted} == {*answer.match.fits}


def _judge_label(case: Case) -> Judgement:
    checks = (
        _check_label,
        _check_agreement,
        _check_likelihood,
        _check_conventions,
        _check_kind,
        _check_ties,
        _check_margin,
        _check_readings,
    )
    judgement = next(filter(None, (check(case) for check in checks)), None)
    return judgement or _contradict_if_compared(case)


def _contradict_if_compared(case: Case) -> Judgement:
    """Judge a label wrong, unless the place that it names could not be compared."""
    missing = _missing_fact_of_key(case)
    return (
        judgements.judge_contradicted(case)
        if missing is None
        else judgements.judge_incomplete(case, missing, ())
    )


def _check_label(case: Case) -> Judgement | None:
    """Judge a label that does not name an option."""
    label, options = case.record.label, case.question.options
    is_usable = (
        label is not None
        and UNANSWERABLE <= label < len(options)
        and not (label >= 0 and is_padding(case.key))
        and not (label == UNANSWERABLE and any(map(says_undecided, options)))
    )
    return None if is_usable else judgements.judge_undetermined(case, "no_usable_label")


def _check_agreement(case: Case) -> Judgement | None:
    """Judge a label that follows, or is one of several options that fit."""
    label, answer = case.label, case.answer
    if agrees_with(label, answer):
        halves = answer.match is not None and HALF_PLANES in answer.match.notes
        return judgements.judge_conditional(case, _HALF_PLANES) if halves else judgements.SUPPORTED
    several = answer.reason == SEVERAL_OPTIONS_FIT
    if several and (label == UNANSWERABLE or _is_among_fits(label, answer)):
        return judgements.judge_ambiguous(case)
    return None


def _check_likelihood(case: Case) -> Judgement | None:
    """Judge a label that differs from an answer of the trained model alone: undetermined.

    The model is sure even of wordings that it was not trained on. If the rules do not read the
    question, at a probability of 0.9 it would contradict 3 of 299 right labels of held-out authors.
    If its query cannot be solved, the missing fact is the reason, which an author can add.
    """
    if case.answer.probability is None or case.answer.query is None:
        return None
    is_unsolved = isinstance(case.answer.outcome, CannotSolve)
    return judgements.judge_undetermined(
        case, case.answer.reason if is_unsolved else READINGS_DIFFER
    )


def _check_conventions(case: Case) -> Judgement | None:
    """Judge a label that follows under another convention, or a question not understood."""
    if case.answer.query is None:
        return judgements.judge_undetermined(case, case.answer.reason)
    for convention, changed in _answers_by_convention(case):
        # A convention under which coordinates are missing does not prove a label.
        if agrees_with(case.label, changed) and changed.reason != "no_coordinates":
            return judgements.judge_conditional(case, convention)
    return None


def _check_kind(case: Case) -> Judgement | None:
    """Judge a label for which no value of the same kind was computed."""
    answer, options = case.answer, case.linked_question.options
    if answer.reason == OTHER_KIND or not isinstance(answer.outcome, Derivation | Infeasible):
        return judgements.judge_undetermined(case, answer.reason)
    if options and case.value is not None and not is_comparable(case.value, options):
        return judgements.judge_undetermined(case, OTHER_KIND)
    return None


def _check_ties(case: Case) -> Judgement | None:
    """Judge a label that is as good as the answer, or an answer that is an opinion."""
    if closeness.follows_by_half_planes(case):
        return judgements.judge_conditional(case, _HALF_PLANES)
    if isinstance(case.value, Names) and _ties_with_best(case, case.value):
        return judgements.judge_ambiguous(case)
    if is_opinion(case.query) and not cannot_be_best(case):
        return judgements.judge_undetermined(case, "subjective")
    return None


def _check_margin(case: Case) -> Judgement | None:
    """Judge a label that differs from the answer only by an assumption or a small margin."""
    outcome = case.answer.outcome
    if isinstance(outcome, Derivation | Infeasible) and outcome.assumptions:
        return judgements.judge_assumption(case, outcome.assumptions)
    separator = closeness.follows_by_separator(case)
    if separator is not None:
        return judgements.judge_within_margin(case, separator)
    if case.answer.reason == NO_OPTION_FITS:
        return (
            judgements.judge_undetermined(case, NO_OPTION_FITS)
            if case.label < 0
            else judgements.judge_no_option_fits(case)
        )
    close = closeness.too_close_to_call(case)
    return None if close is None else judgements.judge_within_margin(case, close)


SUPPORTING = 0.6
"""A label to which the trained model gives a higher probability is not judged wrong."""


def _check_readings(case: Case) -> Judgement | None:
    """Judge a label that may follow from words that were left out, or from another reading."""
    doubts = (*case.answer.doubts, *case.question.doubts, *case.answer.assumptions)
    if doubts:
        return judgements.judge_doubtful_words(case, doubts)
    first, *_ = (case.answer.understood_by or "").split("+")
    readings = case.answer.readings
    asked = (case.label, readings, case.question, case.world, case.conventions)
    # Another reader, asked alone, is not compared with the trained model.
    has_scores = first in {each.name for each in FRONT_ENDS} or any(each.score for each in readings)
    if may_support(*asked) or (has_scores and probability_of(*asked) > SUPPORTING):
        return judgements.judge_undetermined(case, READINGS_DIFFER)
    return None


def _missing_fact_of_key(case: Case) -> str | None:
    """Return which missing fact kept the labelled place from being compared, or None.

    A list that contains the answer is taken to be complete.
    """
    value = case.value
    if not isinstance(value, Names) or not _is_not_candidate(case, value):
        return None
    keyed = case.world.atlas.resolve(bare_name(case.key))
    places = (keyed,) if isinstance(keyed, Place) else keyed.places
    if places:
        return _find_unknown_fact(case, places)
    listed = {place.name for each in case.world.lists for place in each.places}
    return f"there is no place named {quote(case.key)}" if listed.isdisjoint(value.names) else None


def _is_not_candidate(case: Case, value: Names) -> bool:
    """Return whether the labelled place is not among the places to choose from."""
    is_choice = value.reading != "all" and isinstance(candidates_of(case.query), Places)
    return is_choice and bool(case.key) and case.label_rank(value) is None


def _find_unknown_fact(case: Case, places: Sequence[Place]) -> str | None:
    """Return the fact by which the question ranks if a labelled place lacks it, or None."""
    for figure in figures_of(case.query):
        name = "hours" if isinstance(figure, Hours) else getattr(figure, "fact", "rating")
        ranks_by_fact = isinstance(figure, Fact | Hours | Quality)
        if ranks_by_fact and any(getattr(place, name) is None for place in places):
            return f"the {name.replace('_', ' ')} of {quote(case.key)} is not known"
    return None


_HALF_PLANES = "compass points as half-planes"


def _ties_with_best(case: Case, value: Names) -> bool:
    """Return whether the label names one of the places that tie for the best."""
    rank = case.label_rank(value)
    return value.reading == "ranked" and rank is not None and rank < value.tied


def agrees_with(label: int, answer: Answer) -> bool:
    """Return whether a label is the answer or an option that agrees equally well."""
    if answer.answer is None:  # no options, or undecided
        return label == UNANSWERABLE and answer.status == "unanswerable"
    return label == answer.answer or _is_among_fits(label, answer)


def _is_among_fits(label: int, answer: Answer) -> bool:
    return answer.match is not None and label in answer.match.fits


# Ignoring opening hours is a mistake with its own cause, not an alternative convention.
_FIXED_CONVENTIONS = frozenset({"opening_hours"})


def _answers_by_convention(case: Case) -> Iterator[tuple[str, Answer]]:
    """Yield the answer under each alternative convention, with that convention in words."""
    question = case.linked_question
    for name, choice, other in alternative_conventions(case.conventions):
        yield f'{name} = "{choice}"', answer_query(case.query, question, case.world, other)


def alternative_conventions(conventions: Conventions) -> Iterator[tuple[str, str, Conventions]]:
    """Yield (field, other choice, conventions with that choice) for each alternative."""
    choices = get_type_hints(Conventions)
    for field in fields(conventions):
        for choice in get_args(choices[field.name]):
            if field.name not in _FIXED_CONVENTIONS and choice != getattr(conventions, field.name):
                yield field.name, choice, replace(conventions, **{field.name: choice})


def _judge_words(case: Case, expected: str) -> Judgement:
    if not expected:
        return judgements.judge_undetermined(case, "no_usable_label")
    if case.answer.query is None or case.value is None:
        evidence = _answer_places_only(case.question.text, expected, case.world)
        return (
            judgements.judge_incomplete(case, evidence[0], evidence[1:])
            if evidence
            else judgements.judge_undetermined(case, case.answer.reason)
        )
    agrees = case.expected_agrees(case.value)
    if agrees:
        return judgements.SUPPORTED
    for convention, changed in _answers_by_convention(case):
        if changed.value is not None and case.expected_agrees(changed.value):
            return judgements.judge_conditional(case, convention)
    if agrees is None:
        return judgements.judge_undetermined(case, OTHER_KIND)
    if (close := closeness.follows_by_separator(case)) is not None:
        return judgements.judge_within_margin(case, close)
    return _contradict_if_compared(case)


def _answer_places_only(question: str, expected: str, world: World) -> tuple[str, ...]:
    """Return the evidence that the world has no places to choose from but those of the answer.

    A question that names several other places may offer them as a choice.
    """
    expected_texts = {normalise_name(text) for text in (expected, *expected.split(";"))}
    asked = f" {normalise_name(question)} "
    in_answer: list[Place] = []
    others: list[Place] = []
    for place in world.places:
        (in_answer if normalise_name(place.name) in expected_texts else others).append(place)
    others_named = all(f" {normalise_name(place.name)} " in asked for place in others)
    if world.lists or not in_answer or not others_named or len(others) > 1:
        return ()
    del in_answer[_SHOWN_PLACES:]
    names = ", ".join(place.name for place in in_answer)
    summary = f"of the places to choose from, only those of the answer are known: {names}"
    return (summary, *_format_distances(others, in_answer))


def _format_distances(anchors: Sequence[Place], places: Sequence[Place]) -> Iterator[str]:
    for anchor, place in product(anchors, places):
        if anchor.location is not None and place.location is not None:
            length = format_distance(haversine(anchor.location, place.location))
            yield f"{place.name} lies {length} from {anchor.name}"


_SUPERLATIVES = frozenset({"best", "finest", "ideal"})


def is_opinion(query: Query) -> bool:
    """Return whether a query asks for something good or the best, which is an opinion."""
    return any(isinstance(part, Quality) for part in parts_of(query))


def cannot_be_best(case: Case) -> bool:
    """Return whether a label names a place that no recommendation can refer to."""
    value = case.value
    if case.label < 0 or not isinstance(value, Names):
        return False
    keyed = case.world.atlas.resolve(case.key)
    if case.label_rank(value) is None:
        if isinstance(keyed, Place):
            return keyed.rating is not None
        return not keyed.candidates
    best = case.world.atlas.resolve(value.names[0])
    praise = {part.praise for part in parts_of(case.query) if isinstance(part, Quality)}
    return not praise.isdisjoint(_SUPERLATIVES) and _is_better_rated(
        _rating_and_count(best), _rating_and_count(keyed)
    )


def _rating_and_count(place: Place | Unresolved) -> tuple[float, int] | None:
    if isinstance(place, Unresolved) or place.rating is None or place.rating_count is None:
        return None
    return place.rating, place.rating_count


def _is_better_rated(best: tuple[float, int] | None, other: tuple[float, int] | None) -> bool:
    """Return whether a rating is higher than another and by at least as many people."""
    if best is None or other is None:
        return False
    return best[0] > other[0] and best[1] >= other[1]
