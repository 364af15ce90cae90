"""Wrong options for a question, each with the mistake that leads to it.

Most come from a query with one wrong part, as a careless reader would read it: the way back instead
of the way there, a forgotten condition, the farthest instead of the nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from geoeval.annotation.draft import Draft, Proof
from geoeval.calculators.sphere.cardinal import cardinal
from geoeval.datasets.records import Question
from geoeval.errors import RecordError
from geoeval.generation.draft import Wrong, format_value, number_options
from geoeval.query.algebra import Fact, Query
from geoeval.query.algebra import Value as Ask
from geoeval.query.inspect import places_of
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import Bearing, Clock, Derivation, Names, Quantity, Text, Value, YesNo
from geoeval.text import normalise_name
from geoeval.verification.answer import answer_query
from geoeval.verification.judging.judge import judge
from geoeval.world.atlas import Unresolved
from geoeval.world.records import Place, TravelMode

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MAX_MUTATIONS = 24  # mutated queries to solve, so that a page does not wait for long
_MAX_OTHER_PLACES = 6  # other places whose facts are used
_FOOT_M, _MILE_M = 0.3048, 1609.344


def right_option(proof: Proof) -> str | None:
    """Return the computed answer as an option; None if there is none or it is a plan."""
    answer = proof.item.answer
    if answer.answer is not None and 0 <= answer.answer < len(proof.draft.options):
        return proof.draft.options[answer.answer]
    return None if answer.value is None else _format_option(answer.value)


def suggest_distractors(proof: Proof, most: int = 6) -> tuple[Wrong, ...]:
    """Return wrong options that a draft does not have yet, likeliest mistakes first.

    None of them fits the computed value under any of the stated conventions.
    """
    value, query, right = proof.item.answer.value, proof.item.answer.query, right_option(proof)
    if value is None or query is None or right is None:
        return ()
    query = _widen_query(query)
    taken = {normalise_name(each) for each in (right, *proof.draft.options)}
    suggestions: list[Wrong] = []
    for wrong in (*_mistaken_values(query, value, proof), *_values_of_others(query, value, proof)):
        key = normalise_name(wrong.text)
        if key not in taken and _is_wrong(wrong.text, right, query, proof):
            taken.add(key)
            suggestions.append(wrong)
        if len(suggestions) == most:
            break
    return tuple(suggestions)


def _format_option(value: Value) -> str | None:
    """Return a value as the text of an option; None if it is too long for an option."""
    match value:
        case Bearing(degrees=degrees):
            return cardinal(degrees, 8).word
        case Names(reading="all", names=names):
            return ", ".join(names)
        case Quantity() | Clock() | Text() | Names() | YesNo():
            return format_value(value)
        case _:
            return None


def _widen_query(query: Query) -> Query:
    """Return a query about all places of its kind, not only those that the options name."""
    places = places_of(query)
    if places is None or places.category is None or not places.among:
        return query
    draft = query.model_dump(mode="json", exclude_none=True)
    for node in _iterate_nodes(draft):
        if node.get("kind") == "places":
            node.pop("among", None)
    with suppress(RecordError):
        return parse_query(draft)
    return query


def _is_wrong(text: str, right: str, query: Query, proof: Proof) -> bool:
    question = Question(id=0, text=proof.draft.text, options=(right, text))
    answer = answer_query(query, question, proof.world)
    record = replace(proof.draft.record(), question=question, label=1)
    verdict = judge(record, answer, proof.world).verdict
    return verdict not in {"supported", "conditional", "ambiguous"}


def _mistaken_values(query: Query, value: Value, proof: Proof) -> Iterator[Wrong]:
    amounts: list[tuple[float, str]] = []
    for changed, mistake in _mutate_query(query):
        outcome = solve(changed, proof.world)
        if not isinstance(outcome, Derivation) or outcome.value.kind != value.kind:
            continue
        match outcome.value:
            case Quantity(amount=amount, unit=unit) if unit == getattr(value, "unit", None):
                amounts.append((amount, mistake))
            case Clock(minute=minute):
                amounts.append((minute, mistake))
            case Bearing() | Text() | Names() | YesNo() as other if text := _format_option(other):
                yield Wrong(text=text, mistake=mistake)
    if isinstance(value, Quantity | Clock):
        yield from _wrong_numbers(value, amounts, proof.draft)


def _wrong_numbers(
    value: Quantity | Clock, amounts: list[tuple[float, str]], draft: Draft
) -> Iterator[Wrong]:
    """Yield wrong numbers: first those of mistakes, then numbers close to the value."""
    if isinstance(value, Quantity) and value.unit == "m":
        amounts += [
            (value.amount * _MILE_M / 1000, "kilometres taken for miles"),
            (value.amount / _FOOT_M, "feet read as metres"),
        ]
    if isinstance(value, Quantity) and value.unit == "count":
        amounts = [(value.amount + 1, "one too many"), (value.amount - 1, "one too few"), *amounts]
    draw = Random(draft.text)  # noqa: S311 - the same suggestions for the same question
    yield from number_options(draw, value, amounts) or ()
    yield from number_options(draw, value, ()) or ()


def _values_of_others(query: Query, value: Value, proof: Proof) -> Iterator[Wrong]:
    match query, value:
        case _, Bearing(degrees=degrees):
            yield from _wrong_directions(degrees)
        case _, Names(names=names):
            yield from _wrong_names(names, proof)
        case Ask(figure=Fact(fact=fact)), Text() | Quantity():
            for place in proof.world.places[:_MAX_OTHER_PLACES]:
                other = solve(Ask(figure=Fact(place=place.name, fact=fact)), proof.world)
                if isinstance(other, Derivation) and (text := _format_option(other.value)):
                    yield Wrong(text=text, mistake=f"that of {place.name}")
        case _, YesNo(yes=yes):
            yield Wrong(text="No" if yes else "Yes", mistake="the opposite")


def _wrong_directions(degrees: float) -> Iterator[Wrong]:
    turned = [
        (degrees + 180, "the direction back"),
        (degrees + 90, "a quarter turn too far"),
        (-degrees, "east and west confused"),
        *((turn, "another direction") for turn in range(0, 360, 45)),
    ]
    for turn, mistake in turned:
        yield Wrong(text=cardinal(turn % 360, 8).word, mistake=mistake)


def _wrong_names(names: Sequence[str], proof: Proof) -> Iterator[Wrong]:
    yield from (Wrong(text=name, mistake="another candidate") for name in names)
    if not isinstance(
        proof.world.atlas.resolve(names[0]), Unresolved
    ):  # false for steps and routes
        for place in _unnamed_places(proof):
            yield Wrong(text=place.name, mistake="another place of the context")


def _unnamed_places(proof: Proof) -> list[Place]:
    asked = f" {normalise_name(proof.draft.text)} "
    places = (p for p in proof.world.places if f" {normalise_name(p.name)} " not in asked)
    return list(islice(places, _MAX_OTHER_PLACES))


def _mutate_query(query: Query) -> Iterator[tuple[Query, str]]:
    """Yield valid queries that differ from a query in one wrong part, and the mistake."""
    draft = query.model_dump(mode="json", exclude_none=True)
    tried = 0
    for number, node in enumerate(_iterate_nodes(draft)):
        for change, mistake in _node_changes(node):
            copy = deepcopy(draft)
            target = next(each for at, each in enumerate(_iterate_nodes(copy)) if at == number)
            target.update(change)
            for removed in [name for name, value in change.items() if value is None]:
                del target[removed]
            with suppress(RecordError):
                changed = parse_query(copy)
                if changed != query:
                    yield changed, mistake
                    tried += 1
            if tried == _MAX_MUTATIONS:
                return


Change = tuple[dict[str, Any], str]


def _iterate_nodes(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = [*value.values()]
    if isinstance(value, list):
        for each in value:
            yield from _iterate_nodes(each)


def _node_changes(node: dict[str, Any]) -> Iterator[Change]:
    """Yield mistakes in one part of a query: other values for some of its fields.

    None means that the field is forgotten.
    """
    for changes_of in (_wrong_ranks, _wrong_ends, _wrong_filters, _wrong_words):
        yield from changes_of(node)
    if "within_m" in node:
        yield {"within_m": None}, "the radius forgotten"
        yield {"within_m": 2 * node["within_m"]}, "diameter and radius confused"
    for name, mistake in _FORGOTTEN.items():
        if node.get(name):
            yield {name: None}, mistake


def _wrong_ranks(node: dict[str, Any]) -> Iterator[Change]:
    if node.get("ask") == "best":
        rank = node.get("rank", 1)
        yield {"most": not node.get("most", False)}, "the other end of the order"
        yield {"rank": rank + 1}, "the next one in the order"
        if rank > 1:
            yield {"rank": rank - 1}, "the one before it in the order"


def _wrong_ends(node: dict[str, Any]) -> Iterator[Change]:
    if node.get("kind") == "direction":
        yield {"place": node["seen_from"], "seen_from": node["place"]}, "the direction back"
    if {"origin", "destination"} <= node.keys() and node.get("kind") != "distance":
        ends = {"origin": node["destination"], "destination": node["origin"]}
        yield ends, "the way back"


def _wrong_filters(node: dict[str, Any]) -> Iterator[Change]:
    for number, condition in enumerate(filters := node.get("filters", [])):
        rest = [*filters[:number], *filters[number + 1 :]]
        kind = str(condition.get("kind", "condition")).replace("_", " ")
        yield {"filters": rest}, f"a condition forgotten ({kind})"


def _wrong_words(node: dict[str, Any]) -> Iterator[Change]:
    if node.get("day") in _DAYS:
        at = _DAYS.index(node["day"])
        for other in (_DAYS[(at + 1) % 7], _DAYS[at - 1]):
            yield {"day": other}, f"on {other.capitalize()} instead"
    for mode in TravelMode if "mode" in node else ():
        if mode.value != node["mode"]:
            yield {"mode": mode.value}, f"by {mode.value} instead"
    if other_edge := {"opens": "closes", "closes": "opens"}.get(node.get("edge", "")):
        yield {"edge": other_edge}, "opening and closing confused"


_FORGOTTEN = {
    "excluding": "the excluded places are counted",
    "end": "the way to the end forgotten",
    "visit_min": "the time of a visit forgotten",
    "times": "the number of times forgotten",
    "plus": "the added amount forgotten",
}
