"""Wrong options for a question, each with the mistake that leads to it.

Most come from a query with one wrong part, as a careless reader would read it: the trip back
instead of the trip there, a forgotten condition, the farthest instead of the nearest. Numbers have
the unit and the rounding of the right option and of the options that exist already.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from geoeval.annotation.draft import Proof, prove_draft
from geoeval.annotation.option_forms import write_direction, write_number
from geoeval.errors import RecordError
from geoeval.generation.draft import MAX_COUNTED, OPTIONS, Wrong, format_value, near_numbers
from geoeval.query.algebra import Fact, Query
from geoeval.query.algebra import Value as Ask
from geoeval.query.inspect import places_of
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import Bearing, Clock, Derivation, Names, Quantity, Text, Value, YesNo
from geoeval.query.wording import BY_MODE
from geoeval.text import key_words, normalise_name
from geoeval.understanding.choices import read_yes_no
from geoeval.verification.labels.readings import read_clock, read_compass, read_figures
from geoeval.verification.model import Item
from geoeval.world.atlas import Unresolved
from geoeval.world.records import Place, TravelMode

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MAX_MUTATIONS = 24  # mutated queries to solve, so that a page does not wait for long
_MAX_OTHER_PLACES = 6  # other places whose facts are used
_FOOT_M, _MILE_M = 0.3048, 1609.344
_NO_MISTAKE = "a number close to it"
Mistaken = tuple[Value, str]
"""A value and the mistake that leads to it."""


def right_option(proof: Proof) -> str | None:
    """Return the computed answer as an option; None if there is none or it is a plan.

    It has the form of the options that exist already, unless that form makes it wrong.
    """
    answer, options = proof.item.answer, proof.draft.options
    if answer.answer is not None and 0 <= answer.answer < len(options):
        return options[answer.answer]
    if answer.value is None:
        return None
    rounded = _format_option(answer.value, proof.draft.used_options, coarsely=False)
    if rounded is not None:
        item = _judge_last((*proof.draft.used_options, rounded), proof)
        if item.verdict in {"supported", "conditional"}:
            return rounded
    return _format_option(answer.value, ())


def suggest_distractors(proof: Proof, most: int = 6) -> tuple[Wrong, ...]:
    """Return wrong options that a draft does not have yet, likeliest mistakes first.

    Each is contradicted next to all others, which leave the right option the answer.
    """
    value, query, right = proof.item.answer.value, proof.item.answer.query, right_option(proof)
    if value is None or query is None or right is None:
        return ()
    query = _widen_query(query)
    options = tuple(dict.fromkeys((*proof.draft.used_options, right)))
    existing = len(options) - 1
    suggestions: list[Wrong] = []
    for other, mistake in _wrong_values(query, value, proof):
        if mistake == _NO_MISTAKE and len(suggestions) + existing >= OPTIONS - 1:
            break
        offered = (*options, *(each.text for each in suggestions))
        text = _format_option(other, options)
        if text is not None and _is_wrong(text, offered, right, proof):
            suggestions.append(Wrong(text=text, mistake=mistake))
        if len(suggestions) == most:
            break
    return tuple(suggestions)


def _format_option(value: Value, forms: Sequence[str], *, coarsely: bool = True) -> str | None:
    """Return a value as an option, numbers in the form of others; None if it is too long."""
    match value:
        case Bearing(degrees=degrees):
            return write_direction(degrees, forms)
        case Names(reading="all", names=names):
            return ", ".join(names)
        case Quantity() | Clock():
            return write_number(value, forms, coarsely=coarsely)
        case Text() | Names() | YesNo():
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


def _is_wrong(text: str, others: tuple[str, ...], right: str, proof: Proof) -> bool:
    """Return whether a text is a new option, wrong next to others, of which one stays right."""
    *known, new = _contents((*others, text), proof.item.answer.value)
    if new in known:
        return False
    item = _judge_last((*others, text), proof)
    return item.verdict == "contradicted" and item.answer.answer == others.index(right)


def _contents(options: Sequence[str], value: Value | None) -> list[Hashable]:
    """Return what each option states: a value of the kind of a given one, or else its words."""
    read: Sequence[Hashable]
    match value:
        case Quantity():
            read = [each and each.amount for each in read_figures(options, value)]
        case Clock():
            read = [each and each.minutes[0] for each in map(read_clock, options)]
        case Bearing():
            read = [*map(read_compass, options)]
        case YesNo():
            read = [*map(read_yes_no, options)]
        case _:
            read = [None] * len(options)
    return [
        key_words(text) if found is None else found
        for text, found in zip(options, read, strict=True)
    ]


def _judge_last(options: tuple[str, ...], proof: Proof) -> Item:
    """Return the verdict on a draft whose label is the last of some options."""
    offered = replace(proof.draft, options=options, label=len(options) - 1)
    return prove_draft(offered, proof.world, proof.entry).item


def _wrong_values(query: Query, value: Value, proof: Proof) -> Iterator[Mistaken]:
    """Yield values that may be wrong, likeliest mistakes first, those without a mistake last."""
    yield from _mistaken_values(query, value, proof)
    if isinstance(value, Quantity):
        yield from _misread_numbers(value)
    yield from _values_of_others(query, value, proof)
    if isinstance(value, Quantity | Clock):
        draw = Random(proof.draft.text)  # noqa: S311 - the same suggestions for the same question
        yield from ((each, _NO_MISTAKE) for each in near_numbers(draw, value))


def _mistaken_values(query: Query, value: Value, proof: Proof) -> Iterator[Mistaken]:
    for changed, mistake in _mutate_query(query):
        outcome = solve(changed, proof.world)
        if isinstance(outcome, Derivation) and _is_like(outcome.value, value):
            yield outcome.value, mistake


def _is_like(other: Value, value: Value) -> bool:
    """Return whether a value is of the same kind and unit, and could be an answer."""
    if isinstance(other, Quantity) and other.amount <= 0:  # rather a lack of facts than a mistake
        return False
    return other.kind == value.kind and getattr(other, "unit", None) == getattr(value, "unit", None)


def _misread_numbers(value: Quantity) -> Iterator[Mistaken]:
    if value.unit == "m":
        miles = replace(value, amount=value.amount * _MILE_M / 1000)
        yield miles, "kilometres taken for miles"
        yield replace(value, amount=value.amount / _FOOT_M), "feet read as metres"
    if value.unit == "count" and value.amount <= MAX_COUNTED:
        yield replace(value, amount=value.amount + 1), "one too many"
        if value.amount >= 1:
            yield replace(value, amount=value.amount - 1), "one too few"


def _values_of_others(query: Query, value: Value, proof: Proof) -> Iterator[Mistaken]:
    match query, value:
        case _, Bearing(degrees=degrees):
            yield from _wrong_directions(degrees)
        case _, Names(names=names):
            yield from _wrong_names(names, proof)
        case Ask(figure=Fact(fact=fact)), Text() | Quantity():
            for place in proof.world.places[:_MAX_OTHER_PLACES]:
                other = solve(Ask(figure=Fact(place=place.name, fact=fact)), proof.world)
                if isinstance(other, Derivation) and _is_like(other.value, value):
                    yield other.value, f"that of {place.name}"
        case _, YesNo(yes=yes):
            yield YesNo(yes=not yes), "the opposite"


def _wrong_directions(degrees: float) -> Iterator[Mistaken]:
    yield Bearing(degrees=(degrees + 180) % 360), "the direction back"
    yield Bearing(degrees=(degrees + 90) % 360), "a quarter turn too far"
    yield Bearing(degrees=-degrees % 360), "east and west confused"
    for turn in range(0, 360, 45):
        yield Bearing(degrees=turn), "another direction"


def _wrong_names(names: Sequence[str], proof: Proof) -> Iterator[Mistaken]:
    yield from ((Text(text=name), "another candidate") for name in names)
    if not isinstance(
        proof.world.atlas.resolve(names[0]), Unresolved
    ):  # false for steps and routes
        for place in _unnamed_places(proof):
            yield Text(text=place.name), "another place of the context"


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
        yield ends, "the trip back"


def _wrong_filters(node: dict[str, Any]) -> Iterator[Change]:
    for number, condition in enumerate(filters := node.get("filters", [])):
        rest = [*filters[:number], *filters[number + 1 :]]
        what = condition.get("measure") or _CONDITIONS.get(condition.get("kind", ""))
        about = f" on the {str(what).replace('_', ' ')}" if what else ""
        yield {"filters": rest}, f"the condition{about} forgotten"


def _wrong_words(node: dict[str, Any]) -> Iterator[Change]:
    if node.get("day") in _DAYS:
        at = _DAYS.index(node["day"])
        for other in (_DAYS[(at + 1) % 7], _DAYS[at - 1]):
            yield {"day": other}, f"on {other.capitalize()} instead"
    for mode in TravelMode if "mode" in node else ():
        if mode.value != node["mode"]:
            yield {"mode": mode.value}, f"{BY_MODE[mode]} instead"
    if other_edge := {"opens": "closes", "closes": "opens"}.get(node.get("edge", "")):
        yield {"edge": other_edge}, "opening and closing confused"


_CONDITIONS = {"open": "opening hours", "hours": "opening hours", "direction": "direction"}
_FORGOTTEN = {
    "excluding": "the excluded places are counted",
    "end": "the last leg forgotten",
    "visit_min": "the time of a visit forgotten",
    "times": "the number of times forgotten",
    "plus": "the added amount forgotten",
}
