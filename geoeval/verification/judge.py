"""The verdict on a label: whether it follows from what was computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import get_args, get_type_hints

from geoeval.calculators.sphere.bearing import angle_between
from geoeval.calculators.sphere.compass import Compass
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.units import format_distance
from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.query.algebra import (
    Check,
    Compare,
    DirectionOf,
    Distance,
    Places,
    Quality,
    Query,
    Value,
)
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.filter_kinds import DirectionFilter, NotFilter
from geoeval.query.inspect import candidates_of, figures_of, parts_of, substituted, summands_of
from geoeval.query.values import Bearing, Compound, Derivation, Infeasible, Names, Quantity
from geoeval.query.values import Value as Result
from geoeval.text import normalise
from geoeval.understanding.readings import passed_over
from geoeval.understanding.understand import RULES
from geoeval.verification.answer import (
    BAD_QUERY,
    NO_OPTION_FITS,
    OTHER_KIND,
    READINGS_DIFFER,
    SEVERAL_OPTIONS_FIT,
    answer_query,
    known_names,
    may_support,
)
from geoeval.verification.causes import Case
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
from geoeval.verification.fits import read_compass, read_figures
from geoeval.verification.kept.entry import with_own_conventions
from geoeval.verification.match import EARTH_MODEL, NameRanks, is_padding, says_so
from geoeval.verification.model import Answer, Cause, Item, Judgement
from geoeval.verification.plans import judge_plan
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Place, World

# Not keeping to opening hours is a mistake with a cause of its own, not another convention.
_NO_ALTERNATIVE = frozenset({"opening_hours"})


def alternatives(conventions: Conventions) -> Iterator[tuple[str, str, Conventions]]:
    """Yield the conventions with one choice changed: the field, the other choice, the whole.

    Examples
    --------
    >>> next(alternatives(Conventions()))[:2]
    ('nearest', 'computed')
    """
    choices = get_type_hints(Conventions)
    for field in fields(conventions):
        for choice in get_args(choices[field.name]):
            if field.name not in _NO_ALTERNATIVE and choice != getattr(conventions, field.name):
                yield field.name, choice, replace(conventions, **{field.name: choice})


_OF_ALL = frozenset({"best", "finest", "ideal"})


def is_opinion(query: Query) -> bool:
    """Return whether a query asks for what is good, or for a fact of it.

    Examples
    --------
    >>> from geoeval.query.algebra import Best, Places
    >>> is_opinion(Best(figure=Quality(), among=Places(category="cafe"), most=True))
    True
    """
    return any(isinstance(part, Quality) for part in parts_of(query))


def cannot_be_best(case: Case) -> bool:
    """Return whether a label names a place that no reading of a recommendation leads to."""
    value = case.value
    if case.label < 0 or not isinstance(value, Names):
        return False
    keyed = case.world.atlas.resolve(case.key)
    if case.rank_of_key(value) is None:
        if isinstance(keyed, Place):
            return keyed.rating is not None
        return not keyed.candidates
    best = case.world.atlas.resolve(value.names[0])
    praise = {part.praise for part in parts_of(case.query) if isinstance(part, Quality)}
    return not praise.isdisjoint(_OF_ALL) and _outdoes(_figures(best), _figures(keyed))


def _figures(place: Place | Unresolved) -> tuple[float, int] | None:
    """Return the rating of a place and by how many, or None where one of them is unknown."""
    if isinstance(place, Unresolved) or place.rating is None or place.rating_count is None:
        return None
    return place.rating, place.rating_count


def _outdoes(best: tuple[float, int] | None, other: tuple[float, int] | None) -> bool:
    """Return whether a rating is higher than another, by no fewer people."""
    if best is None or other is None:
        return False
    return best[0] > other[0] and best[1] >= other[1]


EDGE_DEG = 1.0
"""A bearing this near to the edge of two sectors may be of either: 10 m turn one of 500 m by 1°."""

LENGTH_M = 10.0
"""Coordinates of four decimals are known to about this."""

LENGTH_SHARE = 2 * EARTH_MODEL
"""Two lengths on a sphere may each be off from those on the ellipsoid, in opposite ways."""

_HALF_SECTOR = 45.0


def too_close_to_call(case: Case) -> str | None:
    """Return why a label that is not the computed answer is not wrong either, or None."""
    value = case.value
    if value is None or case.label < 0 or case.expected is not None:
        return None
    return _of_value(case, value) or _of_radius(case) or _of_comparison(case)


def _of_value(case: Case, value: Result) -> str | None:
    """Compare the label with a bearing, a length or a ranking by distance."""
    if isinstance(value, Bearing):
        return _near_an_edge(case, value)
    if isinstance(value, Quantity):
        return _within_rounding(case, value)
    if isinstance(value, Names):
        return _as_far(case, value)
    if isinstance(value, Compound):
        told = [_of_value(case, part) for part in value.parts]
        return "; ".join(note for note in told if note) if all(told) else None
    return None


def _near_an_edge(case: Case, value: Bearing) -> str | None:
    """Compare how far the bearing is from the label's point with how far from the best one."""
    points = [
        point
        for option in case.question.options
        if not is_padding(option) and (point := read_compass(option)) is not None
    ]
    said = read_compass(case.key)
    if said is None:
        return None
    past = (angle_between(said, value.degrees) - min(_angles(points, value))) / 2
    if past >= EDGE_DEG:
        return None
    return f"{value.degrees:.1f}° lies {past:.1f}° past the edge of the sector of the key"


def _angles(points: list[float], value: Bearing) -> list[float]:
    return [angle_between(point, value.degrees) for point in points]


def _within_rounding(case: Case, value: Quantity) -> str | None:
    """Compare the label with a figure, by the rounding of its digits.

    What a sum of rounded legs tolerates does not excuse it: those who label add up the same legs.
    """
    reading = read_figures(case.question.options, value)[case.label]
    if reading is None or value.unit not in {"m", "s"}:
        return None
    slack = reading.half
    figures = summands_of(case.query) if isinstance(case.query, Value) else ()
    if any(isinstance(figure, Distance) for figure in figures):
        slack += EARTH_MODEL * value.amount
    if abs(reading.amount - value.amount) > slack:
        return None
    return "the key states the computed figure to within its rounding, though another is nearer"


def _as_far(case: Case, value: Names) -> str | None:
    """Compare the distances by which the label's place and the best one were ranked."""
    rank, match = case.rank_of_key(value), case.answer.match
    if not value.lengths_m or rank is None or match is None:
        return None
    options = case.question.options
    index = NameRanks.offered(value, known_names(case.query, case.world), options)
    best = [place for i in match.fits if (place := index.rank(options[i])) is not None]
    if not best or not _alike(value.lengths_m[rank], value.lengths_m[best[0]]):
        return None
    one, other = (format_distance(value.lengths_m[place]) for place in (rank, best[0]))
    return f"{one} and {other} are too close to tell apart"


def _of_radius(case: Case) -> str | None:
    """Try a radius that is slightly smaller or larger."""
    places = candidates_of(case.query)
    if not isinstance(places, Places) or places.within_m is None:
        return None
    step = max(LENGTH_M, LENGTH_SHARE * places.within_m)
    for radius in (places.within_m - step, places.within_m + step):
        other = places.model_copy(update={"within_m": radius})
        if radius > 0 and case.follows(case.solved(query=substituted(case.query, places, other))):
            return f"the key follows within {radius:g} m instead of {places.within_m:g} m"
    return None


def _of_comparison(case: Case) -> str | None:
    """Compare the two lengths of a comparison, or a bearing with the edge of its sector."""
    query = case.query
    if isinstance(query, Compare) and isinstance(query.first, Distance):
        first, second = (case.solved(query=Value(figure=each)) for each in figures_of(query))
        if (
            isinstance(first, Quantity)
            and isinstance(second, Quantity)
            and _alike(first.amount, second.amount)
        ):
            return "the two distances are too close to tell apart"
    passes = query.passes if isinstance(query, Check) else None
    passes = passes.of if isinstance(passes, NotFilter) else passes
    if isinstance(query, Check) and isinstance(passes, DirectionFilter) and passes.seen_from:
        way = DirectionOf(place=query.place, seen_from=passes.seen_from)
        value = case.solved(query=Value(figure=way))
        sector = Compass(passes.direction).degrees
        if isinstance(value, Bearing) and _is_on_edge(value.degrees, sector):
            return f"{value.degrees:.1f}° lies within {EDGE_DEG:g}° of the edge of the sector"
    return None


def _is_on_edge(bearing: float, sector: float) -> bool:
    """Whether a bearing lies beside the edge of a sector of 90°."""
    return abs(angle_between(bearing, sector) - _HALF_SECTOR) < EDGE_DEG


def _alike(one: float, other: float) -> bool:
    """Whether two lengths differ by less than coordinates and models of the Earth allow."""
    return abs(one - other) < max(LENGTH_M, LENGTH_SHARE * max(one, other))


INCOMPLETE = "incomplete_candidates"
_SHOWN_PLACES = 8


def judge_open(record: Record, answer: Answer, world: World, conventions: Conventions) -> Judgement:
    """Compare the expected answer of a record with the value that was computed without it."""
    expected = record.expected
    if not expected:
        return _undetermined(record, answer, "no_usable_label")
    outcome, query = answer.outcome, answer.query
    if query is None or not isinstance(outcome, Derivation):
        chosen = _only_those_named(record.question.text, expected, world)
        if not chosen:
            return _undetermined(record, answer, answer.reason or "not_understood")
        return _undetermined(record, answer, INCOMPLETE, tuple(chosen))
    known = known_names(query, world)
    agrees = says_so(expected, outcome.value, known)
    if agrees:
        return Judgement(verdict="supported")
    for name, choice, other in alternatives(conventions):
        found = answer_query(query, record.question, world, other).outcome
        if isinstance(found, Derivation) and says_so(expected, found.value, known):
            finding = conditional(record, answer, f'{name} = "{choice}"')
            return Judgement(verdict="conditional", finding=finding)
    if agrees is None:
        return _undetermined(record, answer, OTHER_KIND)
    case = Case(
        question=record.question,
        label=UNANSWERABLE,
        query=query,
        answer=answer,
        world=world,
        conventions=conventions,
        expected=expected,
    )
    return Judgement(verdict="contradicted", finding=contradicted(record, case))


def _only_those_named(question: str, expected: str, world: World) -> list[str]:
    """Return how far the named places lie from each other, if the world has only these.

    A question that names several places beside those of the answer may offer them as a choice.
    """
    said = {normalise(text) for text in (expected, *expected.split(";"))}
    asked = f" {normalise(question)} "
    chosen = [place for place in world.places if normalise(place.name) in said]
    others = [place for place in world.places if place not in chosen]
    anchors = [place for place in others if f" {normalise(place.name)} " in asked]
    if world.lists or not chosen or len(anchors) < len(others) or len(anchors) > 1:
        return []
    names = ", ".join(place.name for place in chosen[:_SHOWN_PLACES])
    return [
        f"of the places to choose from, only those of the answer are known: {names}",
        *_distances(anchors, chosen[:_SHOWN_PLACES]),
    ]


def _distances(anchors: list[Place], chosen: list[Place]) -> Iterator[str]:
    """Yield how far the chosen places lie from those that the question names."""
    for anchor in anchors:
        for place in chosen:
            if anchor.location is not None and place.location is not None:
                metres = format_distance(haversine(anchor.location, place.location))
                yield f"{place.name} lies {metres} from {anchor.name}"


def _undetermined(
    record: Record, answer: Answer, reason: str, evidence: tuple[str, ...] = ()
) -> Judgement:
    """Return that an answer cannot be judged, and why."""
    found = undetermined(record, answer, reason, evidence)
    return Judgement(verdict="undetermined", finding=found, reason=reason)


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
