"""Answer a question without seeing its label."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from geoeval.datasets.records import UNANSWERABLE, Question
from geoeval.errors import RecordError, quote
from geoeval.query.algebra import Places, Query, StepFact
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.describe import describe as describe_query
from geoeval.query.inspect import candidates_of, figures_of, trip_of
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import CannotSolve, Infeasible, Names, Outcome, Reason, Value, YesNo
from geoeval.understanding.learned.reader import LEARNED, read_by_weights, shipped_model
from geoeval.understanding.model.checks import assumed_names, link_options
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
from geoeval.verification.labels.readings import describe_unread
from geoeval.verification.model import Answer, Match, Rival, Status
from geoeval.verification.pooling import SolvedReading, pool_outcomes
from geoeval.verification.weighing import (
    NO_OPTION_FITS,
    NO_READING,
    OTHER_KIND,
    READINGS_DIFFER,
    SEVERAL_OPTIONS_FIT,
    agree_on_value,
    are_same_answers,
    as_rivals,
    has_priority,
    is_sure,
    weigh_learned,
    weigh_model,
)
from geoeval.world.model import World

NO_QUERY = "no_query"
BAD_QUERY = "bad_query"
BY_RECORD = "record"
# Reasons that make a question unanswerable, rather than leave its answer open.
_UNANSWERABLE_REASONS: frozenset[Reason] = frozenset(
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
"""The default readers of questions: the rules, then the trained model if they are not sure."""


def answer_question(
    question: Question,
    world: World,
    conventions: Conventions = DEFAULT,
    front_ends: Sequence[FrontEnd] = FRONT_ENDS,
) -> Answer:
    """Answer a question from its world: understand it, solve it, compare with the options."""
    deciding = _without_undecided(question)
    answer = _answer_from_values(deciding, world, conventions, front_ends)
    if answer.answer != UNANSWERABLE or deciding is question:
        return answer
    undecided = [i for i, option in enumerate(deciding.options) if option != question.options[i]]
    return replace(answer, answer=undecided[0])


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
    """Answer a question by the readings of front ends, each asked if the previous is not sure."""
    first, *others = front_ends
    answer = _ask_front_end(question, world, conventions, first)
    readings, agreed = answer.readings, None
    for other in others:
        if other.name != LEARNED.name:
            if agreed or (agreed is None and is_sure(answer)):
                break
            second = _ask_front_end(question, world, conventions, other)
            answer, agreed = weigh_model(answer, second), None
        elif other is others[-1] and has_priority(answer, question):
            break
        else:
            second = _ask_front_end(question, world, conventions, other)
            agreed = agree_on_value(answer, second)
            answer = weigh_learned(answer, second, question)
        readings += second.readings
    return replace(answer, readings=readings)


def _ask_front_end(
    question: Question, world: World, conventions: Conventions, front_end: FrontEnd
) -> Answer:
    understood = front_end.understand(question, world)
    if isinstance(understood, NotUnderstood):
        return _not_understood_answer(question, understood, understood.detail)
    if isinstance(understood, tuple):
        readings = understood
    else:
        assumed = assumed_names(understood, question, world)
        readings = (Interpretation(query=understood, assumptions=assumed),)
    decide = decide_answer if readings[0].score is None else _pool_readings
    answer = decide(readings, question, world, conventions)
    return replace(answer, understood_by=front_end.name, readings=readings)


LIKELY = 0.7
"""Minimum probability of an answer; half of the answers below it were wrong."""
POSSIBLE = 0.02
"""Minimum probability of a rival that is reported."""


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
    """Return the probability that the trained model gives to a label."""
    question = _without_undecided(question)
    scored = tuple(each for each in readings if each.score is not None)
    model_readings = scored or read_by_weights(question, world)
    if isinstance(model_readings, NotUnderstood):
        return 0.0
    pooled = pool_outcomes(
        _solve_readings(model_readings, question, world, conventions), shipped_model().outcomes
    )
    return next((share for each, share in pooled if each.key == label), 0.0)


def _pool_readings(
    readings: Sequence[Interpretation], question: Question, world: World, conventions: Conventions
) -> Answer:
    """Return the answer with the largest total probability over the readings of the model."""
    outcomes = _solve_readings(readings, question, world, conventions)
    pooled = pool_outcomes(outcomes, shipped_model().outcomes)
    if not pooled:
        return outcomes[0].answer
    (best, share), *others = pooled
    rivals = tuple(
        Rival(query=each.reading.query, answer=each.answer.answer, probability=round(other, 4))
        for each, other in others
        if other >= POSSIBLE
    )
    answer = best.answer
    if answer.status == "unanswerable" and best.reading.assumptions:
        left_over = "; ".join(best.reading.assumptions)
        return _not_understood_answer(question, NotUnderstood(reason=NO_READING), left_over)
    if share < LIKELY:
        first = Rival(query=best.reading.query, answer=answer.answer, probability=round(share, 4))
        rivals = (first, *rivals)
        answer = _leave_open(question, rivals)
    elif answer.status == "unanswerable":  # a misreading finds no answer either
        answer = replace(answer, status="undetermined", answer=None)
    answer = _with_basis(answer, best.reading)
    return replace(answer, probability=round(share, 4), rivals=rivals)


def _leave_open(question: Question, rivals: tuple[Rival, ...]) -> Answer:
    """Return the answer to a question whose readings, the best first, have different answers."""
    both = " or ".join(describe_query(each.query) for each in rivals[:2])
    unsure = undetermined_answer(question, READINGS_DIFFER, f"it may ask for {both}")
    return replace(unsure, query=rivals[0].query, rivals=rivals)


def _with_basis(answer: Answer, reading: Interpretation) -> Answer:
    """Return an answer with all that it rests on in its reading."""
    return replace(
        answer,
        assumptions=reading.assumptions,
        doubts=reading.doubts,
        links=reading.links,
        asides=reading.asides,
        corrections=reading.corrections,
    )


SURE = 0.3
"""Maximum cost of a reading that may make a question unanswerable."""
CERTAIN = 0.04
"""The same for the reasons that a misreading often causes."""
_MISREADING_REASONS = frozenset(
    {"missing_leg", "no_route", "nothing_matches", "no_hours", "unknown_place", NO_OPTION_FITS}
)
CLOSE = 0.05
"""Maximum difference in cost between rival readings."""
MAX_READINGS = 6
"""Number of the cheapest readings that are tried."""


def decide_answer(
    readings: Sequence[Interpretation],
    question: Question,
    world: World,
    conventions: Conventions = DEFAULT,
) -> Answer:
    """Answer a question by its cheapest reading, or by the next one that fits an option."""
    first, *later = readings[:MAX_READINGS]
    linked = link_options(question.options, first.query, first.links, world)
    question = replace(question, options=linked)
    translated = _answer_translated(first, question, world, conventions)
    if translated is not None:
        return translated

    def answer_by(reading: Interpretation) -> Answer:
        return answer_query(reading.query, question, world, conventions)

    answer = answer_by(first)
    if answer.status == "answered":
        rival = _find_rival(answer, first, later, answer_by)
        if rival is not None:
            answer = _leave_open(question, as_rivals(answer, rival))
    else:
        first, answer = _find_better(answer, first, later, answer_by)
    answer = _with_basis(answer, first)
    limit = CERTAIN if answer.reason in _MISREADING_REASONS else SURE
    if answer.status == "unanswerable" and first.cost > limit:
        return replace(answer, status="undetermined", answer=None)
    return answer


def _answer_translated(
    reading: Interpretation, question: Question, world: World, conventions: Conventions
) -> Answer | None:
    """Return the answer by the options as a reading translates them, if only these decide it."""
    if not reading.options:
        return None
    if answer_query(reading.query, question, world, conventions).status == "answered":
        return None
    linked = link_options(reading.options, reading.query, reading.links, world)
    translated = replace(question, options=linked)
    answer = _with_basis(answer_query(reading.query, translated, world, conventions), reading)
    if answer.status != "answered":
        return None
    english = ", ".join(map(quote, reading.options))
    assumed = f"the options, in {reading.language or 'another language'}, mean {english}"
    return replace(answer, assumptions=(assumed, *answer.assumptions))


def _find_rival(
    answer: Answer,
    first: Interpretation,
    later: Iterable[Interpretation],
    answer_by: Callable[[Interpretation], Answer],
) -> Answer | None:
    """Return a different answer by a reading that is about as good as the first."""
    for reading in later:
        if reading.cost - first.cost <= CLOSE and reading.explained >= first.explained:
            other = answer_by(reading)
            if other.status == "answered" and not are_same_answers(answer, other):
                return other
    return None


def _find_better(
    answer: Answer,
    first: Interpretation,
    later: Iterable[Interpretation],
    answer_by: Callable[[Interpretation], Answer],
) -> tuple[Interpretation, Answer]:
    """Return the first later reading that has an answer, or else the first reading.

    A name or yes/no nearly always fits some option, so it must not cost much more.
    """
    for reading in later:
        other = answer_by(reading)
        is_weak = answer.status == "unanswerable" and isinstance(other.value, Names | YesNo)
        if other.status == "answered" and not (is_weak and reading.cost > first.cost + CLOSE):
            return reading, other
    return first, answer


def may_support(
    label: int,
    readings: Sequence[Interpretation],
    question: Question,
    world: World,
    conventions: Conventions = DEFAULT,
) -> bool:
    """Return whether a label follows from any credible reading of the rules.

    Such a label is not contradicted. Each reading is tried with and without the opening hours of
    a day that the question leaves open.
    """
    question = _without_undecided(question)
    queries = [each.query for each in readings if each.score is None and each.cost <= SURE]
    both = (conventions, replace(conventions, unstated_day="ignore"))
    answers = (answer_query(query, question, world, each) for query in queries for each in both)
    return any(
        each.answer == label or (each.match is not None and label in each.match.fits)
        for each in answers
    )


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
    if match.fits or is_comparable(outcome.value, question.options):
        answer = _answer_of_match(query, question, outcome, match)
    else:
        detail = "the options are not of the same kind as the computed value"
        unclear = undetermined_answer(question, OTHER_KIND, detail)
        answer = replace(unclear, query=query, outcome=outcome, match=match)
    if match.fits:
        return answer
    return replace(answer, detail=answer.detail + describe_unread(question.options, outcome.value))


def _answer_of_absence(query: Query, question: Question, outcome: CannotSolve) -> Answer:
    none = _match_infeasible_options(question)
    if outcome.reason == "nothing_matches" and none.best is not None:
        return _answer_of_match(query, question, outcome, none)
    final = outcome.reason in _UNANSWERABLE_REASONS and not _may_be_misnamed(outcome, query)
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
    """Return whether the unknown place may have another name in the world.

    A question about places around an anchor may well name an anchor that the world lacks. A
    distance or a journey is rarely asked for places that the context lacks.
    """
    return outcome.reason == "unknown_place" and not isinstance(candidates_of(query), Places)


def match_value(value: Value, query: Query, question: Question, world: World) -> Match:
    """Compare a value with the options of a question, given the names in its world."""
    known = known_names(query, world) if isinstance(value, Names) else ()
    return match_options(value, question.options, known=known, total=_count_all(query))


def undetermined_answer(question: Question, reason: str, detail: str) -> Answer:
    """Return an answer of status "undetermined" with its reason."""
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
    """Return the options that say that none of the others is right."""
    fits = tuple(i for i, option in enumerate(question.options) if says_none(option))
    return Match(fits=fits, best=fits[0] if fits else None)


def _answer_of_match(query: Query, question: Question, outcome: Outcome, match: Match) -> Answer:
    status: Status = "answered"
    answer, reason, detail = match.best, None, ""
    if not match.fits and isinstance(outcome, Infeasible):
        status, reason = "unanswerable", NO_OPTION_FITS
        answer = UNANSWERABLE if question.options else None
        detail = f"no offered plan is feasible: {outcome.first_broken}"
    elif not match.fits:
        status, reason = "undetermined", NO_OPTION_FITS
        detail = "no option agrees with the computed value"
    elif match.best is None:
        status, reason = "undetermined", SEVERAL_OPTIONS_FIT
        numbers = ", ".join(str(index) for index in match.fits)
        detail = f"options {numbers} agree equally well with the computed value"
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
    """Return the number that "All" means: of the stops of a trip, or of the offered places."""
    trip, candidates = trip_of(query), candidates_of(query)
    if trip is not None:
        return len(trip.stops)
    return (len(candidates.among) or None) if isinstance(candidates, Places) else None


def known_names(query: Query, world: World) -> tuple[str, ...]:
    """Return the names in a world that an option may mean besides the names of the value."""
    names = [place.name for place in world.places]
    names += [place.name for nearby in world.lists for place in nearby.places]
    names += [route.name for route in world.routes]
    if any(isinstance(figure, StepFact) and figure.step == "next" for figure in figures_of(query)):
        names += [step.instruction for route in world.routes for step in route.steps]
    return tuple(dict.fromkeys(names))


def why_rejected(query: Query, question: Question, world: World) -> str | None:
    """Return the reason why a query leads to none of the options, or None if it leads to one."""
    answer = answer_query(query, question, world)
    if answer.reason == "subjective":
        return None  # no other query can rate what the map does not rate
    if isinstance(answer.outcome, CannotSolve):
        return describe_unsolved(answer.outcome)
    if answer.reason is None:
        return None
    value = "" if answer.value is None else f", {describe_value(answer.value)}"
    if answer.reason == OTHER_KIND and isinstance(answer.value, YesNo):
        value += "; where options of yes and no also give reasons, query the figure in the reasons"
    return f"{answer.reason.replace('_', ' ')}: {answer.detail}{value}"
