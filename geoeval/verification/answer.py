"""What geoeval makes of a question without ever seeing its label."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from geoeval.datasets.records import UNANSWERABLE, Question
from geoeval.errors import RecordError
from geoeval.query.algebra import CheckTrip, Places, Query, StepFact, Travel
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.describe import describe as describe_query
from geoeval.query.inspect import candidates_of, figures_of, trip_of
from geoeval.query.parts import TripFigure
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import CannotSolve, Infeasible, Names, Outcome, Reason, Value, YesNo
from geoeval.understanding.learned.reader import LEARNED, read_by_weights, shipped_model
from geoeval.understanding.model.checks import assumed_names
from geoeval.understanding.model.understander import describe_unsolved
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.readings import Interpretation
from geoeval.understanding.understand import RULES, FrontEnd
from geoeval.verification.describe import describe_value
from geoeval.verification.kept.entries import with_own_conventions
from geoeval.verification.labels.match import (
    is_comparable,
    is_padding,
    match_options,
    says_none,
    says_undecided,
)
from geoeval.verification.model import Answer, Match, Rival, Status
from geoeval.verification.pooling import SolvedReading, pool_outcomes
from geoeval.world.model import World

NO_OPTION_FITS = "no_option_fits"
SEVERAL_OPTIONS_FIT = "several_options_fit"
NO_QUERY = "no_query"
NO_READING = "no reading is likely"
READINGS_DIFFER = "readings_differ"
OTHER_KIND = "options_of_another_kind"
BAD_QUERY = "bad_query"
BY_RECORD = "record"
# Absences that are an answer: the world is such that the question has none.
_NO_ANSWER: frozenset[Reason] = frozenset(
    {
        "no_such_fact",
        "unknown_place",
        "other_anchor",
        "missing_leg",
        "no_route",
        "nothing_matches",
        "no_rating",
        "no_hours",
        "no_coordinates",
        "subjective",
    }
)


FRONT_ENDS = (RULES, LEARNED)
"""What reads questions unless others are named: the model where the rules are not sure."""
_FITS_BADLY = frozenset({NO_OPTION_FITS, SEVERAL_OPTIONS_FIT, OTHER_KIND})
"""Why options, not words, leave a question open; the model would find what fits by accident."""
_DECIDED: dict[Status, int] = {
    "not_understood": 0,
    "undetermined": 1,
    "answered": 2,
    "unanswerable": 2,
}


def answer_question(
    question: Question,
    world: World,
    conventions: Conventions = DEFAULT,
    front_ends: Sequence[FrontEnd] = FRONT_ENDS,
) -> Answer:
    """Answer a question from its world: understand, solve, compare with the options."""
    deciding = _without_undecided(question)
    answer = _answer_from_values(deciding, world, conventions, front_ends)
    if answer.answer != UNANSWERABLE or deciding is question:
        return answer
    says_so = [i for i, option in enumerate(deciding.options) if option != question.options[i]]
    return replace(answer, answer=says_so[0])


def _without_undecided(question: Question) -> Question:
    options = ["" if says_undecided(option) else option for option in question.options]
    changed = [*question.options] != options
    return replace(question, options=tuple(options)) if changed else question


def _answer_from_values(
    question: Question, world: World, conventions: Conventions, front_ends: Sequence[FrontEnd]
) -> Answer:
    if question.query is not None:
        try:
            query = parse_query(question.query)
        except RecordError as error:
            detail = f"{error.path.replace('$', '$.query', 1)}: {error}"
            return _not_understood_answer(question, NotUnderstood(reason=BAD_QUERY), detail)
    elif not front_ends:
        why = f" ({question.unread})" if question.unread else ""
        return undetermined_answer(question, NO_QUERY, f"no query is kept for the question{why}")
    else:
        return _ask_front_ends(question, world, conventions, front_ends)
    own = with_own_conventions(conventions, question)
    return replace(answer_query(query, question, world, own), understood_by=BY_RECORD)


def _ask_front_ends(
    question: Question, world: World, conventions: Conventions, front_ends: Sequence[FrontEnd]
) -> Answer:
    """Answer a question as front ends read it: the next is asked where one is not sure."""
    first, *others = front_ends
    answer = _ask_front_end(question, world, conventions, first)
    readings = answer.readings
    for other in others:
        doubted = bool(answer.assumptions or answer.doubts)
        journey = other == LEARNED and bool(question.options) and _is_of_journey(answer)
        if answer.status == "answered" and not (doubted or journey):
            break
        if other == LEARNED and not doubted and _is_settled(answer):
            continue
        second = _ask_front_end(question, world, conventions, other)
        readings += second.readings
        if other == LEARNED and not (journey or _may_dispute(second, answer)):
            continue
        certain = not (second.assumptions or second.doubts)
        lacks = answer.status == "unanswerable" and _is_convincing(second)
        outdone = doubted and certain and (other != LEARNED or _may_dispute(second, answer))
        believed = lacks or outdone
        answer = weigh_answers(answer, second, second_is_believed=believed)
    return replace(answer, readings=readings)


def _is_of_journey(answer: Answer) -> bool:
    """Whether a question is about travel: the rules most often give a time to a wrong place there.

    Of 32 such answers from which the model differs, the rules have 11 right and the model 21.
    """
    query = answer.query
    return isinstance(query, CheckTrip) or (
        query is not None and any(isinstance(f, Travel | TripFigure) for f in figures_of(query))
    )


def _is_convincing(answer: Answer) -> bool:
    return (answer.probability or 0.0) >= CONVINCING


def _may_dispute(second: Answer, answer: Answer) -> bool:
    """Whether the trained model is sure enough to be weighed against an answer of the rules."""
    return answer.status != "answered" or _is_convincing(second)


def _is_settled(answer: Answer) -> bool:
    """Whether a question is read: its options leave it open, or a word names what no map holds."""
    lacks = answer.query is not None and answer.query.ask == "unanswerable"
    return lacks or answer.reason in _FITS_BADLY


def _ask_front_end(
    question: Question, world: World, conventions: Conventions, front_end: FrontEnd
) -> Answer:
    found = front_end.understand(question, world)
    if isinstance(found, NotUnderstood):
        return _not_understood_answer(question, found, found.detail)
    if isinstance(found, tuple):
        readings = found
    else:
        assumed = assumed_names(found, question, world)
        readings = (Interpretation(query=found, assumptions=assumed),)
    by = decide_answer if readings[0].score is None else _pool_readings
    answer = by(readings, question, world, conventions)
    return replace(answer, understood_by=front_end.name, readings=readings)


LIKELY = 0.7
"""The least probability of an answer that is given; of those below, half were wrong."""
LIKELY_NONE = 0.8
"""The same where nothing answers, and no word may be left over: a misreading fails as well."""
CONVINCING = 0.9
"""The least probability by which the trained model disputes an answer of the rules that has doubts,
and is believed where they say that nothing answers."""
POSSIBLE = 0.02
"""The least probability of a rival that is reported, and that keeps a label from being wrong."""


def _solve_readings(
    readings: Sequence[Interpretation], question: Question, world: World, conventions: Conventions
) -> list[SolvedReading]:
    own = with_own_conventions(conventions, question)
    return [SolvedReading(r, answer_query(r.query, question, world, own)) for r in readings]


def probability_of(
    label: int,
    readings: Sequence[Interpretation],
    question: Question,
    world: World,
    conventions: Conventions = DEFAULT,
) -> float:
    """Return how likely the trained model takes a label to be the answer."""
    question = _without_undecided(question)
    scored = tuple(each for each in readings if each.score is not None)
    by_model = scored or read_by_weights(question, world)
    if isinstance(by_model, NotUnderstood):
        return 0.0
    found = pool_outcomes(
        _solve_readings(by_model, question, world, conventions), shipped_model().outcomes
    )
    return next((share for each, share in found if each.key == label), 0.0)


def _pool_readings(
    readings: Sequence[Interpretation], question: Question, world: World, conventions: Conventions
) -> Answer:
    """Return the answer to which the likeliest readings lead together."""
    outcomes = _solve_readings(readings, question, world, conventions)
    found = pool_outcomes(outcomes, shipped_model().outcomes)
    if not found:
        return outcomes[0].answer
    (best, share), *others = found
    rivals = tuple(
        Rival(query=each.reading.query, answer=each.answer.answer, probability=round(other, 4))
        for each, other in others
        if other >= POSSIBLE
    )
    answer, least = best.answer, LIKELY
    if answer.status == "unanswerable":
        least = LIKELY_NONE
        if best.reading.assumptions:
            left = "; ".join(best.reading.assumptions)
            return _not_understood_answer(question, NotUnderstood(reason=NO_READING), left)
    if share < least:
        both = " or ".join(
            describe_query(q) for q in (best.reading.query, *(r.query for r in rivals[:1]))
        )
        detail = f"it may be asked for {both}"
        unsure = undetermined_answer(question, READINGS_DIFFER, detail)
        answer = replace(unsure, query=best.reading.query)
    return replace(
        answer,
        assumptions=best.reading.assumptions,
        doubts=best.reading.doubts,
        probability=round(share, 4),
        rivals=rivals,
    )


def weigh_answers(first: Answer, second: Answer, *, second_is_believed: bool = False) -> Answer:
    """Return the answer that two readings of one question give together."""
    decided, other = _DECIDED[first.status], _DECIDED[second.status]
    if decided != other:
        return first if decided > other else second
    if first.status == "undetermined":
        return first
    if first.status == "not_understood":
        with_reason = first if second.reason == NO_READING else second
        return replace(with_reason, unexplained=second.unexplained or first.unexplained)
    if (first.status, first.answer) == (second.status, second.answer) and _are_same_answers(
        first, second
    ):
        return replace(first, understood_by=f"{first.understood_by}+{second.understood_by}")
    if second_is_believed:
        return second
    return Answer(
        id=first.id,
        status="undetermined",
        answer=None,
        reason=READINGS_DIFFER,
        detail="; ".join(filter(None, map(_format_reader, (first, second)))),
    )


def _format_reader(answer: Answer) -> str:
    return f"{answer.understood_by}: {describe_query(answer.query)}" if answer.query else ""


SURE = 0.3
"""The highest cost of a reading that is believed when it says that nothing answers."""
CERTAIN = 0.04
"""The same where another reading of the same words might be answered."""
_MAY_BE_MISREAD = frozenset(
    {"missing_leg", "no_route", "nothing_matches", "no_hours", "unknown_place", NO_OPTION_FITS}
)
CLOSE = 0.05
"""Readings whose costs differ by no more than this are rivals."""
TRIED = 6
"""How many of the cheapest readings are tried."""


def decide_answer(
    readings: Sequence[Interpretation],
    question: Question,
    world: World,
    conventions: Conventions = DEFAULT,
) -> Answer:
    """Answer a question by its cheapest reading whose value fits an option."""
    first, *later = readings[:TRIED]
    question = replace(question, options=first.options or question.options)

    def answer_by(reading: Interpretation) -> Answer:
        return answer_query(reading.query, question, world, conventions)

    answer = answer_by(first)
    if answer.status == "answered":
        rival = _find_rival(answer, first, later, answer_by)
        if rival is not None:
            both = " or ".join(describe_query(each.query) for each in (first, rival))
            detail = f"it may be asked for {both}"
            return replace(
                undetermined_answer(question, READINGS_DIFFER, detail), query=first.query
            )
    else:
        first, answer = _find_better(answer, first, later, answer_by)
    answer = replace(answer, assumptions=first.assumptions, doubts=first.doubts)
    limit = CERTAIN if answer.reason in _MAY_BE_MISREAD else SURE
    if answer.status == "unanswerable" and first.cost > limit:
        return replace(answer, status="undetermined", answer=None)
    return answer


def _find_rival(
    answer: Answer,
    first: Interpretation,
    later: Iterable[Interpretation],
    answer_by: Callable[[Interpretation], Answer],
) -> Interpretation | None:
    """Return a reading that is about as good as the first one and has another answer."""
    for reading in later:
        if reading.cost - first.cost <= CLOSE and reading.explained >= first.explained:
            other = answer_by(reading)
            if other.status == "answered" and not _are_same_answers(answer, other):
                return reading
    return None


def _find_better(
    answer: Answer,
    first: Interpretation,
    later: Iterable[Interpretation],
    answer_by: Callable[[Interpretation], Answer],
) -> tuple[Interpretation, Answer]:
    """Return the first reading that has an answer, with it, or else that which has none.

    A figure that fits is evidence; a name nearly always fits some option.
    """
    for reading in later:
        other = answer_by(reading)
        weak = answer.status == "unanswerable" and isinstance(other.value, Names | YesNo)
        if other.status == "answered" and not (weak and reading.cost > first.cost + CLOSE):
            return reading, other
    return first, answer


def may_support(
    label: int,
    readings: Sequence[Interpretation],
    question: Question,
    world: World,
    conventions: Conventions = DEFAULT,
) -> bool:
    """Return whether a label follows by any reading of the rules.

    A label is not contradicted while it follows from one, with or without the hours of a day
    that is not said.
    """
    question = _without_undecided(question)
    believed = [each.query for each in readings if each.score is None and each.cost <= SURE]
    both = (conventions, replace(conventions, unstated_day="ignore"))
    found = (answer_query(query, question, world, each) for query in believed for each in both)
    return any(
        each.answer == label or (each.match is not None and label in each.match.fits)
        for each in found
    )


def _are_same_answers(one: Answer, other: Answer) -> bool:
    """Whether two answers choose the same option, or have the same value where none is offered."""
    if one.answer is None:
        return one.value == other.value
    return one.answer == other.answer


def answer_query(
    query: Query, question: Question, world: World, conventions: Conventions = DEFAULT
) -> Answer:
    """Answer a question that has been understood."""
    outcome = solve(query, world, conventions)
    if isinstance(outcome, CannotSolve):
        return _answer_of_absence(query, question, outcome)
    if isinstance(outcome, Infeasible):
        return _answer_of_match(query, question, outcome, _match_infeasible_options(question))
    if all(map(is_padding, question.options)):
        return Answer(id=question.id, status="answered", answer=None, query=query, outcome=outcome)
    match = match_value(outcome.value, query, question, world)
    if not match.fits and not is_comparable(outcome.value, question.options):
        detail = "the options are of another kind than what was computed"
        unclear = undetermined_answer(question, OTHER_KIND, detail)
        return replace(unclear, query=query, outcome=outcome, match=match)
    return _answer_of_match(query, question, outcome, match)


def _answer_of_absence(query: Query, question: Question, outcome: CannotSolve) -> Answer:
    none = _match_infeasible_options(question)
    if outcome.reason == "nothing_matches" and none.best is not None:
        return _answer_of_match(query, question, outcome, none)
    final = outcome.reason in _NO_ANSWER and not _may_be_misnamed(outcome, query)
    return Answer(
        id=question.id,
        status="unanswerable" if final else "undetermined",
        answer=UNANSWERABLE if final and question.options else None,
        reason=outcome.reason,
        detail=outcome.detail,
        query=query,
        outcome=outcome,
    )


def _may_be_misnamed(outcome: CannotSolve, query: Query) -> bool:
    """Whether the place asked for may be one of the world under another name.

    Where places around an anchor are asked for, a list around another anchor is no answer; a
    distance or a journey, however, is hardly asked of places that the context does not have.
    """
    return outcome.reason == "unknown_place" and not isinstance(candidates_of(query), Places)


def match_value(value: Value, query: Query, question: Question, world: World) -> Match:
    """Compare a value with the options of a question, knowing the names of its world."""
    known = known_names(query, world) if isinstance(value, Names) else ()
    return match_options(value, question.options, known=known, total=_count_all(query))


def undetermined_answer(question: Question, reason: str, detail: str) -> Answer:
    """Return that a question cannot be answered, and why."""
    return Answer(id=question.id, status="undetermined", answer=None, reason=reason, detail=detail)


def _not_understood_answer(question: Question, why: NotUnderstood, detail: str = "") -> Answer:
    return Answer(
        id=question.id,
        status="not_understood",
        answer=None,
        reason=why.reason,
        detail=detail,
        unexplained=why.unexplained,
    )


def _match_infeasible_options(question: Question) -> Match:
    """Return the options that say that none of the others will do."""
    fits = tuple(i for i, option in enumerate(question.options) if says_none(option))
    return Match(fits=fits, best=fits[0] if fits else None)


def _answer_of_match(query: Query, question: Question, outcome: Outcome, match: Match) -> Answer:
    status: Status = "answered"
    answer, reason, detail = match.best, None, ""
    if not match.fits and isinstance(outcome, Infeasible):
        status, reason = "unanswerable", NO_OPTION_FITS
        answer = UNANSWERABLE if question.options else None
        detail = f"no offered plan holds: {outcome.first_broken}"
    elif not match.fits:
        status, reason = "undetermined", NO_OPTION_FITS
        detail = "no option agrees with what was computed"
    elif match.best is None:
        status, reason = "undetermined", SEVERAL_OPTIONS_FIT
        numbers = ", ".join(str(index) for index in match.fits)
        detail = f"options {numbers} agree with what was computed equally well"
    return Answer(
        id=question.id,
        status=status,
        answer=answer,
        reason=reason,
        detail=detail,
        query=query,
        outcome=outcome,
        match=match,
    )


def _count_all(query: Query) -> int | None:
    """Return what "All" amounts to: the stops of a trip, or the places that are offered."""
    trip, candidates = trip_of(query), candidates_of(query)
    if trip is not None:
        return len(trip.stops)
    return (len(candidates.among) or None) if isinstance(candidates, Places) else None


def known_names(query: Query, world: World) -> tuple[str, ...]:
    """Return the names of a world that an option may mean besides those of the value."""
    names = [place.name for place in world.places]
    names += [place.name for nearby in world.lists for place in nearby.places]
    names += [route.name for route in world.routes]
    if any(isinstance(figure, StepFact) and figure.step == "next" for figure in figures_of(query)):
        names += [step.instruction for route in world.routes for step in route.steps]
    return tuple(dict.fromkeys(names))


def why_rejected(query: Query, question: Question, world: World) -> str | None:
    """Return why a query gives no answer among the options, None where it gives one."""
    answer = answer_query(query, question, world)
    if answer.reason == "subjective":
        return None  # no other query rates what the map does not
    if isinstance(answer.outcome, CannotSolve):
        return describe_unsolved(answer.outcome)
    if answer.reason is None:
        return None
    value = "" if answer.value is None else f", {describe_value(answer.value)}"
    return f"{answer.reason.replace('_', ' ')}: {answer.detail}{value}"
