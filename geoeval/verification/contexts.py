"""Read the contexts of a dataset once each, check them, and find wrong coordinates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from geoeval.calculators.sphere.surfaces import from_web_mercator
from geoeval.datasets.records import Record
from geoeval.errors import GeoEvalError, InvalidCoordinateError, RecordError, quote
from geoeval.query.solve import solve
from geoeval.query.values import Derivation
from geoeval.text import key_words, normalise_name
from geoeval.verification.findings import finding_fingerprint, make_finding
from geoeval.verification.model import Answer, Cause, Finding
from geoeval.world.documents.files import read_world_file
from geoeval.world.facts import UnreadLine
from geoeval.world.merging import same_address
from geoeval.world.model import LatLon, MapWorld, Place, World, world_from_json
from geoeval.world.place_facts import FACTS
from geoeval.world.reader import read_context

_MAX_DEGREES = 360  # a larger figure is not an angle in degrees
_MAX_MAP_M = 1e8  # more than twice the extent of a Web Mercator map
_MIN_POINTS = 3  # two points do not span an area


class ImpossiblePlace(NamedTuple):
    """A place of an explicit world whose stated latitude and longitude are out of range."""

    name: str
    location: LatLon


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """The bounding box of the valid points of a run in degrees, and their number."""

    south: float
    north: float
    west: float
    east: float
    points: int

    @classmethod
    def around(cls, points: Iterable[LatLon]) -> Area | None:
        """Return the bounding box of some points, or None for fewer than three."""
        points = list(points)
        if len(points) < _MIN_POINTS:
            return None
        lats, lons = [lat for lat, _ in points], [lon for _, lon in points]
        return cls(
            south=min(lats), north=max(lats), west=min(lons), east=max(lons), points=len(points)
        )

    def is_near(self, point: LatLon) -> bool:
        """Return whether a point lies inside, or outside by at most the larger side of the box."""
        lat, lon = point
        margin = max(self.north - self.south, self.east - self.west)
        return (
            self.south - margin <= lat <= self.north + margin
            and self.west - margin <= lon <= self.east + margin
        )


def is_in_range(location: LatLon) -> bool:
    """Return whether latitude and longitude are within range."""
    lat, lon = location
    return -90 <= lat <= 90 and -180 <= lon <= 180


def remove_impossible(world: object) -> tuple[object, tuple[ImpossiblePlace, ...]]:
    """Remove impossible coordinates from the JSON form of a world, and return both."""
    if not isinstance(world, Mapping) or not isinstance(places := world.get("places"), list):
        return world, ()
    impossible: list[ImpossiblePlace] = []
    cleaned: list[object] = []
    for place in places:
        location = _read_pair(place.get("location")) if isinstance(place, Mapping) else None
        if location is None or is_in_range(location):
            cleaned.append(place)
            continue
        impossible.append(ImpossiblePlace(str(place.get("name")), location))
        cleaned.append({key: value for key, value in place.items() if key != "location"})
    return ({**world, "places": cleaned}, tuple(impossible)) if impossible else (world, ())


def _read_pair(value: object) -> LatLon | None:
    if isinstance(value, list | tuple) and len(value) == 2:
        first, second = value
        if isinstance(first, int | float) and isinstance(second, int | float):
            return float(first), float(second)
    return None


def cause_of(locations: Sequence[LatLon]) -> Cause | None:
    """Return whether coordinates are projected metres or swapped, or None for neither."""
    largest = [max(abs(lat), abs(lon)) for lat, lon in locations]
    if all(_MAX_DEGREES < figure < _MAX_MAP_M for figure in largest):
        return "projected_coordinates"
    return "swapped_coordinates" if all(is_in_range((b, a)) for a, b in locations) else None


def describe_impossible(place: ImpossiblePlace, area: Area | None) -> str:
    """Describe the fault in the coordinates of a place, and where it would lie once repaired."""
    lat, lon = place.location
    axis, figure = ("latitude", lat) if not -90 <= lat <= 90 else ("longitude", lon)
    text = f"{axis} {figure:.10g} of {place.name} is out of range"
    repaired = _repair_coordinates(place.location)
    if repaired is None:
        return text
    how, point = repaired
    where = f"({point[0]:.7g}, {point[1]:.7g})"
    if area is not None:
        how_far = "among or near" if area.is_near(point) else "far from"
        where += f", {how_far} the {area.points} valid points of the dataset"
    return f"{text}; {how}, it is {where}"


def _repair_coordinates(location: LatLon) -> tuple[str, LatLon] | None:
    """Return how impossible coordinates may have to be read, and the resulting point."""
    cause = cause_of([location])
    if cause == "swapped_coordinates":
        return "swapped", (location[1], location[0])
    try:
        northing, easting = location
        how = "read as metres of the Web Mercator map"
        return (how, from_web_mercator(northing, easting)) if cause else None
    except InvalidCoordinateError:
        return None


_FIGURE = re.compile(r"-?\d+(?:\.\d+)?")
_SHOWN_LINES = 5
Located = Mapping[LatLon, frozenset[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A context after reading; ``fault`` says why an explicit world cannot be used.

    ``impossible`` are the places of an explicit world whose coordinates are out of range; in
    ``world`` they have no coordinates.
    """

    world: World
    unread: tuple[UnreadLine, ...] = ()
    fault: str | None = None
    impossible: tuple[ImpossiblePlace, ...] = ()


def context_key(record: Record) -> str:
    """Return the key of a context, equal for records with the same world: its text or JSON."""
    if record.world is None:
        return record.context
    if isinstance(record.world, World):
        return f"world {id(record.world)}"
    if (path := _path_of_world(record)) is not None:
        return f"world in {path}"
    return "world " + json.dumps(record.world, sort_keys=True, default=str)


def read_contexts(records: Iterable[Record]) -> dict[str, Context]:
    """Read the contexts of records, each distinct context once."""
    contexts: dict[str, Context] = {}
    for record in records:
        key = context_key(record)
        if key not in contexts:
            contexts[key] = _read_record(record)
    return contexts


def with_contexts(records: Iterable[Record]) -> list[tuple[Record, Context]]:
    """Return records with their contexts; records with equal contexts share the object."""
    records = tuple(records)
    contexts = read_contexts(records)
    return [(record, contexts[context_key(record)]) for record in records]


def _read_record(record: Record) -> Context:
    if record.world is None:
        world, unread = read_context(record.context)
        return Context(world=world, unread=unread)
    if isinstance(record.world, World):
        return Context(world=record.world)
    try:
        if (path := _path_of_world(record)) is not None:
            _check_is_below(str(record.world))
            world, unread = read_world_file(path)
            return Context(world=world, unread=unread)
        value, impossible = remove_impossible(_parse_stated(record.world))
        return Context(world=world_from_json(value), impossible=impossible)
    except RecordError as error:
        return Context(world=World(), fault=f"{error.path.replace('$', '$.world', 1)}: {error}")
    except GeoEvalError as error:
        return Context(world=World(), fault=f"$.world: {error}")


def _path_of_world(record: Record) -> Path | None:
    """Return the path that a record gives as its world, relative to the file of the record."""
    stated = record.world
    if not isinstance(stated, str) or not stated.strip() or stated.lstrip().startswith(("{", "[")):
        return None
    return Path(record.span.file).parent / stated.strip()


def _check_is_below(stated: str) -> None:
    """Raise ``RecordError`` for a path out of the folder: a dataset may be from anyone."""
    if Path(stated).is_absolute() or ".." in Path(stated).parts:
        raise RecordError(f"expected a path below the folder of the dataset, got {quote(stated)}")


def _parse_stated(stated: object) -> object:
    """Return the object that a text in JSON describes; other values unchanged."""
    if not isinstance(stated, str):
        return stated
    try:
        return json.loads(stated)
    except (ValueError, RecursionError) as error:
        raise RecordError(
            f"expected a world as an object, as JSON or as the path of a file: {error}"
        ) from None


def names_by_point(contexts: Iterable[Context]) -> Located:
    """Return the names of the places at each point, across all contexts of a run."""
    names: dict[LatLon, set[str]] = {}
    for context in contexts:
        for place in context.world.places:
            if place.location is not None:
                names.setdefault(place.location, set()).add(normalise_name(place.name))
    return {point: frozenset(point_names) for point, point_names in names.items()}


def check_context(record: Record, context: Context, points: Located) -> tuple[Finding, ...]:
    """Return the findings about the context of a record; a map is not checked."""
    if isinstance(context.world, MapWorld):
        return ()
    findings = tuple(_context_findings(record, context, points))
    if record.world is not None:
        return findings
    key = context_key(record)
    return tuple(
        replace(finding, fingerprint=finding_fingerprint(finding.code, None, key))
        for finding in findings
    )


def _context_findings(record: Record, context: Context, points: Located) -> Iterator[Finding]:
    if context.fault is not None:
        yield make_finding("GEO104", context.fault, record, part="world")
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
    """Report the lines that cannot be read because of their form, coordinates or hours."""
    kinds: dict[str, list[UnreadLine]] = {"GEO201": [], "GEO202": [], "GEO204": []}
    for line in unread:
        hours = "GEO204" if line.why.startswith("opening hours") else "GEO201"
        kinds["GEO202" if "latitude" in line.why else hours].append(line)
    for code, lines in kinds.items():
        if lines:
            noun = "line" if len(lines) == 1 else "lines"
            count = f"{len(lines)} {noun} of the context cannot be read: "
            message = (count if code == "GEO201" else "") + lines[0].why
            cause = _range_cause(lines) if code == "GEO202" else None
            evidence = _first_lines(lines)
            finding = make_finding(code, message, record, cause=cause, evidence=evidence)
            yield replace(finding, now=lines[0].text)


def _range_cause(lines: list[UnreadLine]) -> Cause | None:
    figures = [[float(n) for n in _FIGURE.findall(each.text)[-2:]] for each in lines]
    return cause_of([(pair[0], pair[-1]) for pair in figures if pair])


def _impossible_findings(
    record: Record, places: tuple[ImpossiblePlace, ...], points: Located
) -> Iterator[Finding]:
    """Report the places of an explicit world whose coordinates are out of range."""
    if places:
        area = Area.around(points)
        descriptions = [describe_impossible(place, area) for place in places]
        cause = cause_of([place.location for place in places])
        evidence = tuple(descriptions[:_SHOWN_LINES])
        yield make_finding("GEO202", descriptions[0], record, cause=cause, evidence=evidence)


def _conflict_findings(record: Record, world: World) -> Iterator[Finding]:
    """Report places described twice with different facts, and two places with one name."""
    seen: dict[str, list[Place]] = {}
    evidence = []
    for place in world.places:
        others = seen.setdefault(normalise_name(place.name), [])
        difference = _describe_difference(place, others) if others else None
        if difference is not None:
            evidence.append(difference)
        others.append(place)
    if evidence:
        message = f"the context describes {len(evidence)} of its places twice, with different facts"
        yield make_finding("GEO203", message, record, evidence=tuple(evidence[:_SHOWN_LINES]))


def _describe_difference(place: Place, others: Sequence[Place]) -> str | None:
    """Return how a place differs from an earlier place with its name, or None if it does not."""
    same = next((other for other in others if _is_same_place(other, place)), None)
    first = same or others[0]
    words = f"is at {_address_or_coordinates(place)}, another at {_address_or_coordinates(first)}"
    if same is not None:
        differing = [word for word, a, b in _paired_facts(same, place) if a and b and a != b]
        if not differing:
            return None
        words = f"differs in {', '.join(differing)}"
    return f"context lines {first.line} and {place.line}: {place.name} {words}"


def _is_same_place(one: Place, other: Place) -> bool:
    """Return whether two descriptions with the same name describe the same place."""
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
    """Return the places of a world if all their points have other names elsewhere, else ().

    A name that has all words of another is the same: "Louvre" and "the Louvre Museum".
    """
    own = names_by_point([Context(world=world)])
    places = tuple(place for place in world.places if place.location is not None)
    shared = all(_disjoint_names(points.get(point, names), names) for point, names in own.items())
    return places if len(places) > 1 and shared else ()


def _disjoint_names(names: Iterable[str], own: Iterable[str]) -> list[str]:
    """Return the names whose words neither contain nor are contained in those of an own name."""
    own_words = [{*key_words(name)} for name in own]
    return sorted(
        name
        for name in names
        if not any(
            words <= {*key_words(name)} or words >= {*key_words(name)} for words in own_words
        )
    )


def _repeated_points_findings(record: Record, world: World, points: Located) -> Iterator[Finding]:
    """Report a context whose points all have other names elsewhere."""
    places = repeated_places(world, points)
    if not places:
        return
    own = names_by_point([Context(world=world)])
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
    """Return why the coordinates of a record prove nothing, or None if they are not in doubt."""
    if record.world is None or context.fault is not None or holds_regardless(answer, context):
        return None
    asked = f" {normalise_name(record.question.text)} "
    named = [p for p in context.impossible if f" {normalise_name(p.name)} " in asked]
    if named:
        return cause_of([place.location for place in named])
    return "repeated_coordinates" if repeated_places(context.world, points) else None


def holds_regardless(answer: Answer, context: Context) -> bool:
    """Return whether the answer has the same value if the world has no coordinates."""
    if answer.query is None or not isinstance(answer.outcome, Derivation):
        return False
    outcome = solve(answer.query, with_locations(context.world, lambda _: None))
    return isinstance(outcome, Derivation) and outcome.value == answer.outcome.value


def with_locations(world: World, change: Callable[[LatLon], LatLon | None]) -> World:
    """Return a world with every location changed, or removed if ``change`` returns None."""

    def move(place: Place) -> Place:
        location = place.location
        return replace(place, location=None if location is None else change(location))

    return replace(
        world,
        places=tuple(map(move, world.places)),
        lists=tuple(replace(n, places=tuple(map(move, n.places))) for n in world.lists),
    )
