"""The contexts of a dataset: read once, checked, and doubted where coordinates are wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from geoeval.calculators.sphere.surfaces import from_web_mercator
from geoeval.datasets.records import Record
from geoeval.errors import InvalidCoordinateError, RecordError, quote
from geoeval.query.solve import solve
from geoeval.query.values import Derivation
from geoeval.text import key_words, normalise_name
from geoeval.verification.findings import finding_fingerprint, make_finding
from geoeval.verification.model import Answer, Cause, Finding
from geoeval.world.facts import UnreadLine
from geoeval.world.merging import same_address
from geoeval.world.model import LatLon, MapWorld, Place, World, world_from_json
from geoeval.world.place_facts import FACTS
from geoeval.world.reader import read_context

_WIDEST_DEGREES = 360  # beyond it, a figure is no angle in degrees
_WIDEST_MAP_M = 1e8  # more than twice the extent of a Web Mercator map
_FEWEST_POINTS = 3  # two span no area


class Impossible(NamedTuple):
    """A place of an explicit world with the figures given as its latitude and longitude."""

    name: str
    location: LatLon


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """The box around the sound points of a run, in degrees, and how many there are."""

    south: float
    north: float
    west: float
    east: float
    points: int

    @classmethod
    def around(cls, points: Iterable[LatLon]) -> Area | None:
        """Return the box around some points, or None around fewer than three."""
        points = list(points)
        if len(points) < _FEWEST_POINTS:
            return None
        lats, lons = [lat for lat, _ in points], [lon for _, lon in points]
        return cls(
            south=min(lats), north=max(lats), west=min(lons), east=max(lons), points=len(points)
        )

    def is_near(self, point: LatLon) -> bool:
        """Return whether a point lies inside, or no farther outside than the box is wide."""
        lat, lon = point
        margin = max(self.north - self.south, self.east - self.west)
        return (
            self.south - margin <= lat <= self.north + margin
            and self.west - margin <= lon <= self.east + margin
        )


def is_possible(location: LatLon) -> bool:
    """Return whether a place can have such a latitude and longitude."""
    lat, lon = location
    return -90 <= lat <= 90 and -180 <= lon <= 180


def split_off(world: object) -> tuple[object, tuple[Impossible, ...]]:
    """Take the impossible coordinates out of the JSON form of a world."""
    if not isinstance(world, Mapping) or not isinstance(places := world.get("places"), list):
        return world, ()
    found: list[Impossible] = []
    kept: list[object] = []
    for place in places:
        location = _read_pair(place.get("location")) if isinstance(place, Mapping) else None
        if location is None or is_possible(location):
            kept.append(place)
            continue
        found.append(Impossible(str(place.get("name")), location))
        kept.append({key: value for key, value in place.items() if key != "location"})
    return ({**world, "places": kept}, tuple(found)) if found else (world, ())


def _read_pair(value: object) -> LatLon | None:
    if isinstance(value, list | tuple) and len(value) == 2:
        first, second = value
        if isinstance(first, int | float) and isinstance(second, int | float):
            return float(first), float(second)
    return None


def cause_of(locations: Sequence[LatLon]) -> Cause | None:
    """Return whether coordinates are projected metres, or swapped, or neither."""
    widest = [max(abs(lat), abs(lon)) for lat, lon in locations]
    if all(_WIDEST_DEGREES < figure < _WIDEST_MAP_M for figure in widest):
        return "projected_coordinates"
    return "swapped_coordinates" if all(is_possible((b, a)) for a, b in locations) else None


def say_impossible(place: Impossible, area: Area | None) -> str:
    """Say what is wrong with the coordinates of a place, and where it would lie once repaired."""
    lat, lon = place.location
    axis, figure = ("latitude", lat) if not -90 <= lat <= 90 else ("longitude", lon)
    text = f"{axis} {figure:.10g} of {place.name} is no {axis}"
    repaired = _repair_coordinates(place.location)
    if repaired is None:
        return text
    how, point = repaired
    where = f"({point[0]:.7g}, {point[1]:.7g})"
    if area is not None:
        how_far = "among or near" if area.is_near(point) else "far from"
        where += f", {how_far} the {area.points} sound points of the dataset"
    return f"{text}; {how} it is {where}"


def _repair_coordinates(location: LatLon) -> tuple[str, LatLon] | None:
    """Return how impossible coordinates may be meant, and the point that they then are."""
    cause = cause_of([location])
    if cause == "swapped_coordinates":
        return "swapped", (location[1], location[0])
    try:
        northing, easting = location
        metres = "as metres of the Web Mercator map"
        return (metres, from_web_mercator(northing, easting)) if cause else None
    except InvalidCoordinateError:
        return None


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
    if isinstance(record.world, World):
        return f"world {id(record.world)}"
    return "world " + json.dumps(record.world, sort_keys=True, default=str)


def read_contexts(records: Iterable[Record]) -> dict[str, Context]:
    """Read the contexts of records, each different one once."""
    contexts: dict[str, Context] = {}
    for record in records:
        key = context_key(record)
        if key not in contexts:
            contexts[key] = _read_record(record)
    return contexts


def with_contexts(records: Iterable[Record]) -> list[tuple[Record, Context]]:
    """Return records, each with its context; those that share one are given the same."""
    records = tuple(records)
    contexts = read_contexts(records)
    return [(record, contexts[context_key(record)]) for record in records]


def _read_record(record: Record) -> Context:
    if record.world is None:
        world, unread = read_context(record.context)
        return Context(world=world, unread=unread)
    if isinstance(record.world, World):
        return Context(world=record.world)
    stated, impossible = split_off(record.world)
    try:
        return Context(world=world_from_json(stated), impossible=impossible)
    except RecordError as error:
        return Context(world=World(), fault=f"{error.path.replace('$', '$.world', 1)}: {error}")


def locate_points(contexts: Iterable[Context]) -> Located:
    """Return the names given to each point, over all contexts of a run."""
    names: dict[LatLon, set[str]] = {}
    for context in contexts:
        for place in context.world.places:
            if place.location is not None:
                names.setdefault(place.location, set()).add(normalise_name(place.name))
    return {point: frozenset(found) for point, found in names.items()}


def check_context(record: Record, context: Context, points: Located) -> tuple[Finding, ...]:
    """Return what is wrong with the context of a record; a map beside it is none."""
    if isinstance(record.world, MapWorld):
        return ()
    found = tuple(_context_findings(record, context, points))
    if record.world is not None:
        return found
    key = context_key(record)
    return tuple(
        replace(finding, fingerprint=finding_fingerprint(finding.code, None, key))
        for finding in found
    )


def _context_findings(record: Record, context: Context, points: Located) -> Iterator[Finding]:
    if context.fault is not None:
        yield make_finding("GEO104", context.fault, record)
        return
    yield from _unread_findings(record, context.unread)
    yield from _impossible_findings(record, context.impossible, points)
    yield from _conflict_findings(record, context.world)
    yield from _repeated_points_findings(record, context.world, points)


def _first_lines(lines: list[UnreadLine]) -> tuple[str, ...]:
    shown = [f"context line {each.line}: {quote(each.text)}" for each in lines[:_SHOWN_LINES]]
    rest = len(lines) - len(shown)
    return (*shown, f"and {rest} more") if rest else tuple(shown)


def _unread_findings(record: Record, unread: tuple[UnreadLine, ...]) -> Iterator[Finding]:
    """Report the lines whose form, coordinates or opening hours could not be read."""
    kinds: dict[str, list[UnreadLine]] = {"GEO201": [], "GEO202": [], "GEO204": []}
    for line in unread:
        hours = "GEO204" if line.why.startswith("opening hours") else "GEO201"
        kinds["GEO202" if "latitude" in line.why else hours].append(line)
    for code, lines in kinds.items():
        if lines:
            count = f"{len(lines)} of the lines of the context could not be read: "
            message = (count if code == "GEO201" else "") + lines[0].why
            cause = _range_cause(lines) if code == "GEO202" else None
            yield make_finding(code, message, record, cause=cause, evidence=_first_lines(lines))


def _range_cause(lines: list[UnreadLine]) -> Cause | None:
    """Return whether coordinates are projected metres, or swapped, or neither."""
    figures = [[float(n) for n in _FIGURE.findall(each.text)[-2:]] for each in lines]
    return cause_of([(pair[0], pair[-1]) for pair in figures if pair])


def _impossible_findings(
    record: Record, places: tuple[Impossible, ...], points: Located
) -> Iterator[Finding]:
    """Report the places of an explicit world with coordinates that no place has."""
    if places:
        area = Area.around(points)
        descriptions = [say_impossible(place, area) for place in places]
        cause = cause_of([place.location for place in places])
        evidence = tuple(descriptions[:_SHOWN_LINES])
        yield make_finding("GEO202", descriptions[0], record, cause=cause, evidence=evidence)


def _conflict_findings(record: Record, world: World) -> Iterator[Finding]:
    """Report places described twice with facts that differ, and two places of one name."""
    seen: dict[str, list[Place]] = {}
    evidence = []
    for place in world.places:
        others = seen.setdefault(normalise_name(place.name), [])
        difference = _describe_difference(place, others) if others else None
        if difference is not None:
            evidence.append(difference)
        others.append(place)
    if evidence:
        message = (
            f"the context describes {len(evidence)} of its places twice, with facts that differ"
        )
        yield make_finding("GEO203", message, record, evidence=tuple(evidence[:_SHOWN_LINES]))


def _describe_difference(place: Place, others: Sequence[Place]) -> str | None:
    """Return how a place differs from an earlier one of its name, None if it does not."""
    same = next((other for other in others if _is_same_place(other, place)), None)
    first = same or others[0]
    words = (
        f"is at {_address_or_coordinates(place)}, another one at {_address_or_coordinates(first)}"
    )
    if same is not None:
        differing = [word for word, a, b in _paired_facts(same, place) if a and b and a != b]
        if not differing:
            return None
        words = f"differs in {', '.join(differing)}"
    return f"context lines {first.line} and {place.line}: {place.name} {words}"


def _is_same_place(one: Place, other: Place) -> bool:
    """Return whether two descriptions under one name are meant to be of one place."""
    equal = normalise_name(one.address or "") == normalise_name(other.address or "")
    return equal or same_address(one, other)


def _address_or_coordinates(place: Place) -> str:
    return quote(place.address) if place.address else f"{place.location}"


def _paired_facts(one: Place, other: Place) -> tuple[tuple[str, object, object], ...]:
    return (
        ("coordinates", one.location, other.location),
        *(
            (fact.noun, getattr(one, name), getattr(other, name))
            for name, fact in FACTS.items()
            if name not in {"address", "rating_count"}
        ),
    )


def repeated_places(world: World, points: Located) -> tuple[Place, ...]:
    """Return the places of a world if all their points have other names elsewhere.

    A name with all words of another is not one: "Louvre" and "the Louvre Museum".
    """
    own = locate_points([Context(world=world)])
    places = tuple(place for place in world.places if place.location is not None)
    shared = all(_disjoint_names(points.get(point, names), names) for point, names in own.items())
    return places if len(places) > 1 and shared else ()


def _disjoint_names(names: Iterable[str], own: Iterable[str]) -> list[str]:
    """Return the names that have no own name within them and are within none."""
    mine = [{*key_words(name)} for name in own]
    return sorted(
        name
        for name in names
        if not any(words <= {*key_words(name)} or words >= {*key_words(name)} for words in mine)
    )


def _repeated_points_findings(record: Record, world: World, points: Located) -> Iterator[Finding]:
    """Report a context all of whose points have other names as well."""
    places = repeated_places(world, points)
    if not places:
        return
    own = locate_points([Context(world=world)])
    evidence = []
    for place in places[:_SHOWN_LINES]:
        assert place.location is not None
        others = _disjoint_names(points[place.location], own[place.location])
        evidence.append(f"{place.name} {place.location} is also {', '.join(others[:3])}")
    message = f"all {len(places)} points of the context also belong to places with other names"
    yield make_finding(
        "GEO205", message, record, cause="repeated_coordinates", evidence=tuple(evidence)
    )


def coordinate_doubt(
    record: Record, context: Context, points: Located, answer: Answer
) -> Cause | None:
    """Return why the coordinates of a record prove nothing, or None where they are not doubted."""
    if record.world is None or context.fault is not None or _holds_regardless(answer, context):
        return None
    asked = f" {normalise_name(record.question.text)} "
    named = [p for p in context.impossible if f" {normalise_name(p.name)} " in asked]
    if named:
        return cause_of([place.location for place in named])
    return "repeated_coordinates" if repeated_places(context.world, points) else None


def _holds_regardless(answer: Answer, context: Context) -> bool:
    """Whether the same value comes out of the world without any coordinates."""
    if answer.query is None or not isinstance(answer.outcome, Derivation):
        return False
    outcome = solve(answer.query, with_locations(context.world, lambda _: None))
    return isinstance(outcome, Derivation) and outcome.value == answer.outcome.value


def with_locations(world: World, change: Callable[[LatLon], LatLon | None]) -> World:
    """Return a world whose places lie elsewhere, or nowhere."""

    def moved(place: Place) -> Place:
        here = place.location
        return replace(place, location=None if here is None else change(here))

    return replace(
        world,
        places=tuple(map(moved, world.places)),
        lists=tuple(replace(n, places=tuple(map(moved, n.places))) for n in world.lists),
    )
