"""Explain a context line by line: what each line was read as, or what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain

from geoeval.world.documents.template import line_examples
from geoeval.world.facts import (
    LABELS,
    FactError,
    LineKind,
    PlaceFacts,
    ReadLine,
    parse_fact_line,
    parse_review_start,
)
from geoeval.world.journeys import read_routes_heading
from geoeval.world.model import Leg, NearbyList, Place, Route, Step, World
from geoeval.world.reader import read_context, read_lines
from geoeval.world.serial import record_to_json

_Record = Place | NearbyList | Leg | Route | Step
_HEADING_FIELDS = ("name", "id", "address", "location")
_REMARKS = {LineKind.TODAY, LineKind.USER_LOCATION, LineKind.ATTRIBUTION}
_RECORDS = {
    LineKind.BLOCK, LineKind.ENTRY, LineKind.LIST, LineKind.LEG, LineKind.ROUTE, LineKind.STEP,
}  # fmt: skip
_CONTAINERS = ("line", "places", "steps")
_NO = {"no", "false", "none"}
_ABOVE = {
    LineKind.ROUTE: LineKind.ROUTES,
    LineKind.REVIEW: LineKind.REVIEWS,
    LineKind.ENTRY: LineKind.LIST,
}
_RESEMBLING: tuple[tuple[re.Pattern[str], LineKind], ...] = (
    (re.compile(r"\d+[.)].*(?:\||\bvia\b)", re.IGNORECASE), LineKind.ROUTE),
    (re.compile(r"\d+[.)].*rating", re.IGNORECASE), LineKind.REVIEW),
    (re.compile(r"\d+[.)]"), LineKind.ENTRY),
    (re.compile(r".*\broutes?\b", re.IGNORECASE), LineKind.ROUTES),
    (re.compile(r".*\b(?:travel|distance|duration|time)\b.* to ", re.IGNORECASE), LineKind.LEG),
    (re.compile(r"today\b", re.IGNORECASE), LineKind.TODAY),
    (re.compile(r".*\buser\b", re.IGNORECASE), LineKind.USER_LOCATION),
    (re.compile(r"(?:information|details|about)\b", re.IGNORECASE), LineKind.BLOCK),
    (re.compile(r".*:$"), LineKind.LIST),
)
"""The kinds that a line may be intended as, by its words; the first that matches is shown."""


def explain_context(text: str) -> list[ReadLine]:
    """Return all lines of a context with the values that were read, or what to write instead."""
    world, _ = read_context(text)
    records = _records_by_line(world)
    return [
        line._replace(
            values=_read_values(line, world, records.get(line.line)),
            instead=_suggest_line(line) if line.kind is LineKind.UNREAD else "",
        )
        for line in read_lines(text)
    ]


def _records_by_line(world: World) -> dict[int | None, _Record]:
    entries = chain.from_iterable(each.places for each in world.lists)
    steps = chain.from_iterable(each.steps for each in world.routes)
    records: Iterable[_Record] = chain(
        world.places, world.lists, entries, world.legs, world.routes, steps
    )
    return {record.line: record for record in records}


def _read_values(line: ReadLine, world: World, record: _Record | None) -> dict[str, object]:
    """Return what a line was read as, by field."""
    if line.kind in _REMARKS:
        name = line.kind.name.lower()
        return {name: getattr(world, name)}
    if line.kind in _RECORDS and record is not None:
        return _describe_record(record)
    if line.kind is LineKind.ROUTES and (heading := read_routes_heading(line.text.strip())):
        return {"between": heading.origin, "mode": heading.mode}
    if line.kind is LineKind.REVIEW and (review := parse_review_start(line.text)):
        return record_to_json(review)
    labelled = parse_fact_line(line.text)
    return {} if labelled is None else _read_fact(line.kind, labelled[1])


def _describe_record(record: _Record) -> dict[str, object]:
    """Return the fields of a record that its own line contains."""
    if isinstance(record, Place):
        return _select_known(record, _HEADING_FIELDS)
    fields = record_to_json(record)
    values = {name: value for name, value in fields.items() if name not in _CONTAINERS}
    size = {"places": len(record.places)} if isinstance(record, NearbyList) else {}
    return values | size


def _read_fact(kind: LineKind, text: str) -> dict[str, object]:
    """Return the values of a fact; those before an error are kept, as the reader keeps them."""
    if kind is LineKind.FEATURE:
        return {"feature": text}
    collected = PlaceFacts(name="", line=0)
    with suppress(FactError, KeyError):
        collected.add(kind, text)
    (place,) = collected.places()
    return _select_known(place, collected.facts)


def _select_known(place: Place, names: Iterable[str]) -> dict[str, object]:
    known = record_to_json(place)
    return {name: known[name] for name in names if name in known}


def _suggest_line(line: ReadLine) -> str:
    """Return what to write instead of a line that was not understood."""
    text = line.text.strip()
    examples = line_examples()
    if text[:1] in "-•*":
        return _suggest_fact(text)
    kind = next((kind for form, kind in _RESEMBLING if form.match(text)), None)
    if kind is None:
        return 'begin it with "#" to make it a comment, or write it in a review'
    above = _ABOVE.get(kind)
    where = f" below a line such as {examples[above]!r}" if above else ""
    return f"write it like {examples[kind]!r}{where}"


def _suggest_fact(text: str) -> str:
    label, colon, value = text[1:].partition(":")
    if value.strip(" .").casefold() in _NO:
        return "remove it: what is absent is unknown, and nothing is stated to be absent"
    if colon and label.strip().casefold() not in LABELS:
        known = ", ".join(dict.fromkeys(LABELS))
        return f"write one of the labels {known}, or a feature of up to seven words without a colon"
    if not colon:
        return (
            f"write a feature of up to seven words, such as {line_examples()[LineKind.FEATURE]!r}"
        )
    return f"write it below the heading of its place, such as {line_examples()[LineKind.BLOCK]!r}"
