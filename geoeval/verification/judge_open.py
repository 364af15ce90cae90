"""The verdict on an answer in words: value against value, where there are no options."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.units import format_distance
from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.query.conventions import Conventions
from geoeval.query.values import Derivation
from geoeval.text import normalise
from geoeval.verification.alternatives import alternatives
from geoeval.verification.answer import OTHER_KIND, answer_query, known_names
from geoeval.verification.case import Case
from geoeval.verification.findings import conditional, contradicted, undetermined
from geoeval.verification.model import Answer, Judgement
from geoeval.verification.open_answer import says_so
from geoeval.world.model import Place, World

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
