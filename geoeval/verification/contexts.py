"""What is wrong with the contexts of a dataset, whatever is asked about them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from geoeval.datasets.records import Record
from geoeval.errors import RecordError, quote
from geoeval.text import key_words, normalise
from geoeval.verification.coordinates import (
    Area,
    Impossible,
    cause_of,
    say_impossible,
    split_off,
)
from geoeval.verification.findings import make_finding
from geoeval.verification.fingerprints import fingerprint
from geoeval.verification.model import Cause, Finding
from geoeval.world.lines import UnreadLine
from geoeval.world.merging import same_address
from geoeval.world.model import LatLon, Place, World
from geoeval.world.reader import read_context
from geoeval.world.serial import world_from_json

_FIGURE = re.compile(r"-?\d+(?:\.\d+)?")
_SHOWN_LINES = 5
Located = Mapping[LatLon, frozenset[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A context as it was read; ``fault`` says why an explicit world could not be used.

    ``impossible`` are the places of an explicit world with coordinates that no place has; the
    world knows them without.
    """

    world: World
    unread: tuple[UnreadLine, ...] = ()
    fault: str | None = None
    impossible: tuple[Impossible, ...] = ()


def context_key(record: Record) -> str:
    """Return what two records share that have the same world: its text or its JSON."""
    if record.world is None:
        return record.context
    return "world " + json.dumps(record.world, sort_keys=True, default=str)


def read_contexts(records: Iterable[Record]) -> dict[str, Context]:
    """Read the contexts of records, each different one once."""
    contexts: dict[str, Context] = {}
    for record in records:
        key = context_key(record)
        if key not in contexts:
            contexts[key] = _read(record)
    return contexts


def _read(record: Record) -> Context:
    """Read the context of one record."""
    if record.world is None:
        world, unread = read_context(record.context)
        return Context(world=world, unread=unread)
    stated, impossible = split_off(record.world)
    try:
        return Context(world=world_from_json(stated), impossible=impossible)
    except RecordError as error:
        return Context(world=World(), fault=f"{error.path.replace('$', '$.world', 1)}: {error}")


def located(contexts: Iterable[Context]) -> Located:
    """Return the names that stand at each point, over all contexts of a run.

    Examples
    --------
    >>> here = World(places=(Place(name="Old Mill", location=(1.0, 2.0)),))
    >>> there = World(places=(Place(name="Ox Inn", location=(1.0, 2.0)),))
    >>> found = located([Context(world=here), Context(world=there)])
    >>> sorted(found[1.0, 2.0])
    ['old mill', 'ox inn']
    """
    names: dict[LatLon, set[str]] = {}
    for context in contexts:
        for place in context.world.places:
            if place.location is not None:
                names.setdefault(place.location, set()).add(normalise(place.name))
    return {point: frozenset(found) for point, found in names.items()}


def check_context(record: Record, context: Context, points: Located) -> tuple[Finding, ...]:
    """Return what is wrong with the context of a record."""
    found = tuple(_findings(record, context, points))
    if record.world is not None:
        return found
    key = context_key(record)
    return tuple(
        replace(finding, fingerprint=fingerprint(finding.code, None, key)) for finding in found
    )


def _findings(record: Record, context: Context, points: Located) -> Iterator[Finding]:
    """Yield what is wrong with a context."""
    if context.fault is not None:
        yield make_finding("GEO104", context.fault, record)
        return
    yield from _unread(record, context.unread)
    yield from _out_of_range(record, context.unread)
    yield from _impossible(record, context.impossible, points)
    yield from _hours(record, context.unread)
    yield from _conflicts(record, context.world)
    yield from _repeated(record, context.world, points)


def _is_coordinate(line: UnreadLine) -> bool:
    """Return whether a line was not read for its coordinates."""
    return "latitude" in line.why


def _is_hours(line: UnreadLine) -> bool:
    """Return whether a line was not read for its opening hours."""
    return line.why.startswith("opening hours")


def _shown(lines: list[UnreadLine]) -> tuple[str, ...]:
    """Return the first lines as evidence."""
    shown = [f"context line {each.line}: {quote(each.text)}" for each in lines[:_SHOWN_LINES]]
    rest = len(lines) - len(shown)
    return (*shown, f"and {rest} more") if rest else tuple(shown)


def _unread(record: Record, unread: tuple[UnreadLine, ...]) -> Iterator[Finding]:
    """Report lines that have no known form."""
    lines = [each for each in unread if not _is_coordinate(each) and not _is_hours(each)]
    if lines:
        message = f"{len(lines)} of the lines of the context could not be read: {lines[0].why}"
        yield make_finding("GEO201", message, record, evidence=_shown(lines))


def _out_of_range(record: Record, unread: tuple[UnreadLine, ...]) -> Iterator[Finding]:
    """Report coordinates that no place has, and what they look like."""
    lines = [each for each in unread if _is_coordinate(each)]
    if lines:
        cause = _cause_of_range(lines)
        yield make_finding("GEO202", lines[0].why, record, cause=cause, evidence=_shown(lines))


def _cause_of_range(lines: list[UnreadLine]) -> Cause | None:
    """Return whether coordinates are projected metres, or swapped, or neither."""
    figures = [[float(n) for n in _FIGURE.findall(each.text)[-2:]] for each in lines]
    return cause_of([(pair[0], pair[-1]) for pair in figures if pair])


def _impossible(
    record: Record, places: tuple[Impossible, ...], points: Located
) -> Iterator[Finding]:
    """Report the places of an explicit world with coordinates that no place has."""
    if places:
        area = Area.around(points)
        said = [say_impossible(place, area) for place in places]
        cause = cause_of([place.location for place in places])
        evidence = tuple(said[:_SHOWN_LINES])
        yield make_finding("GEO202", said[0], record, cause=cause, evidence=evidence)


def _hours(record: Record, unread: tuple[UnreadLine, ...]) -> Iterator[Finding]:
    """Report opening hours that cannot be read."""
    lines = [each for each in unread if _is_hours(each)]
    if lines:
        yield make_finding("GEO204", lines[0].why, record, evidence=_shown(lines))


def _conflicts(record: Record, world: World) -> Iterator[Finding]:
    """Report places described twice with facts that differ, and two places of one name."""
    seen: dict[str, list[Place]] = {}
    evidence = []
    for place in world.places:
        others = seen.setdefault(normalise(place.name), [])
        first = next((other for other in others if _same_place(other, place)), None)
        if first is not None:
            differing = [word for word, a, b in _facts(first, place) if a and b and a != b]
            words = f"differs in {', '.join(differing)}" if differing else ""
        else:
            first = others[0] if others else None
            words = f"is at {_where(place)}, another one at {_where(first)}" if first else ""
        if first is not None and words:
            lines = f"context lines {first.line} and {place.line}"
            evidence.append(f"{lines}: {place.name} {words}")
        others.append(place)
    if evidence:
        message = (
            f"the context describes {len(evidence)} of its places twice, with facts that differ"
        )
        yield make_finding("GEO203", message, record, evidence=tuple(evidence[:_SHOWN_LINES]))


def _same_place(one: Place, other: Place) -> bool:
    """Return whether two descriptions under one name are meant to be of one place."""
    equal = normalise(one.address or "") == normalise(other.address or "")
    return equal or same_address(one, other)


def _where(place: Place) -> str:
    """Return the address of a place, or its coordinates."""
    return quote(place.address) if place.address else f"{place.location}"


def _facts(one: Place, other: Place) -> tuple[tuple[str, object, object], ...]:
    """Return the facts of two descriptions side by side."""
    return (
        ("coordinates", one.location, other.location),
        ("rating", one.rating, other.rating),
        ("price level", one.price_level, other.price_level),
        ("opening hours", one.hours, other.hours),
        ("phone", one.phone, other.phone),
    )


def repeats(world: World, points: Located) -> tuple[Place, ...]:
    """Return the places of a world if all their points stand for other names elsewhere.

    A name that holds all words of another is none: "Louvre" and "the Louvre Museum".
    """
    own = located([Context(world=world)])
    places = tuple(place for place in world.places if place.location is not None)
    shared = all(_others(points.get(point, names), names) for point, names in own.items())
    return places if len(places) > 1 and shared else ()


def _others(names: Iterable[str], own: Iterable[str]) -> list[str]:
    """Return the names that have no own name within them and stand within none."""
    mine = [{*key_words(name)} for name in own]
    return sorted(
        name
        for name in names
        if not any(words <= {*key_words(name)} or words >= {*key_words(name)} for words in mine)
    )


def _repeated(record: Record, world: World, points: Located) -> Iterator[Finding]:
    """Report a context all of whose points stand for other names as well."""
    places = repeats(world, points)
    if not places:
        return
    own = located([Context(world=world)])
    evidence = []
    for place in places[:_SHOWN_LINES]:
        assert place.location is not None
        others = _others(points[place.location], own[place.location])
        evidence.append(f"{place.name} {place.location} is also {', '.join(others[:3])}")
    message = f"all {len(places)} points of the context stand for differently named places too"
    yield make_finding(
        "GEO205", message, record, cause="repeated_coordinates", evidence=tuple(evidence)
    )
