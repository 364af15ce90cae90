"""Render what was read from contexts: facts, kinds of lines, and lines not understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from geoeval.datasets.records import Record
from geoeval.reporting.safe import Paint, cut_line, safe_line
from geoeval.reporting.shapes import SCHEMA_VERSION, Json, dump_shape, fields_of
from geoeval.reporting.view import PageFormat
from geoeval.reporting.wording import count_noun, in_brackets
from geoeval.world.facts import UnreadLine
from geoeval.world.model import Leg, Place, Route, World, world_to_json

_TEXT_WIDTH = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextReading:
    """The reading of a context: its world, the number of lines per kind, and unread lines."""

    record: Record
    world: World
    unread: tuple[UnreadLine, ...] = ()
    kinds: Mapping[str, int]


def render_readings(
    readings: Sequence[ContextReading],
    output: PageFormat,
    *,
    only_unread: bool = False,
    detailed: bool = False,
    colour: bool = False,
) -> Iterator[str]:
    """Yield what was read from contexts, as JSON or as text that ends with a line of counts.

    ``only_unread`` shows only the lines that were not understood. ``detailed`` lists every place,
    list, leg and route in text.
    """
    total: Counter[str] = Counter()
    for reading in readings:
        total.update(reading.kinds)
    kinds = dict(total.most_common())
    unread = sum(len(reading.unread) for reading in readings)
    if output is PageFormat.JSON:
        items = [_reading_shape(reading, only_unread=only_unread) for reading in readings]
        shape = {"schema_version": SCHEMA_VERSION, "items": items}
        yield dump_shape({**shape, "lines": kinds, "unparsed": unread}, indent=2)
        return
    paint = Paint(colour)
    for reading in readings:
        yield from _reading_lines(reading, paint, only_unread=only_unread, detailed=detailed)
    if not only_unread:
        yield from (f"{number:>8}  {kind}" for kind, number in kinds.items())
    contexts, lines = count_noun(len(readings), "context"), count_noun(sum(kinds.values()), "line")
    yield f"{contexts}, {lines}, {unread} not understood"


def _reading_lines(
    reading: ContextReading, paint: Paint, *, only_unread: bool, detailed: bool
) -> Iterator[str]:
    place = paint("bold", f"{safe_line(str(reading.record.span))}:")
    head = f"{place}{in_brackets(reading.record.question.id)}"
    if not only_unread:
        yield f"{head} {_count_contents(reading.world)}"
        yield from (f"    {line}" for line in _world_lines(reading.world) if detailed)
    for line in reading.unread:
        text = f"{cut_line(line.text, _TEXT_WIDTH)} ({safe_line(line.why)})"
        yield f"{head} line {line.line} of the context: {text}"


def _reading_shape(reading: ContextReading, *, only_unread: bool) -> Json:
    item = {
        "id": reading.record.question.id,
        **fields_of(reading.record, "span"),
        "unparsed": [fields_of(line, "line text why") for line in reading.unread],
    }
    if not only_unread:
        item |= {"lines": dict(reading.kinds), "world": world_to_json(reading.world)}
    return item


def _count_contents(world: World) -> str:
    kinds = {"place": world.places, "list": world.lists, "leg": world.legs, "route": world.routes}
    return ", ".join(count_noun(len(records), kind) for kind, records in kinds.items())


def _world_lines(world: World) -> Iterator[str]:
    for place in world.places:
        yield f"place: {_shorten(place.name)} ({_shorten('; '.join(_known_facts(place)))})"
    for nearby in world.lists:
        what = nearby.category or nearby.search or "places"
        around = f" around {nearby.anchor}" if nearby.anchor else ""
        yield f"list: {_shorten(what + around)}: {count_noun(len(nearby.places), 'place')}"
    for leg in world.legs:
        yield f"leg: {_shorten(f'{leg.origin} to {leg.destination}')}{_travel_line(leg)}"
    for route in world.routes:
        ends = f"{route.origin} to {route.destination} via {route.name or 'unnamed roads'}"
        steps = count_noun(len(route.steps), "step")
        yield f"route: {_shorten(ends)}{_travel_line(route)}, {steps}"


def _shorten(text: str) -> str:
    return cut_line(text, _TEXT_WIDTH)


def _known_facts(place: Place) -> Iterator[str]:
    """Yield the address, the coordinates and the rating of a place if they are known."""
    yield place.address or "no address"
    if place.location is not None:
        yield f"at {place.location[0]:g}, {place.location[1]:g}"
    if place.rating is not None:
        yield f"rated {place.rating:g}"


def _travel_line(travel: Leg | Route) -> str:
    mode = f", {travel.mode.value}" if travel.mode is not None else ""
    seconds = f", {travel.duration_s} s" if travel.duration_s is not None else ""
    metres = f", {travel.distance_m:g} m" if travel.distance_m is not None else ""
    return mode + seconds + metres
