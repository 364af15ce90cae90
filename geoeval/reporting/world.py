"""Render what was read from contexts: facts, kinds of lines, and lines not understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from geoeval.datasets.records import Record
from geoeval.reporting.safe import Paint, cut_line, safe_line
from geoeval.reporting.shapes import SCHEMA_VERSION, Json, dump_shape, fields_of
from geoeval.reporting.view import PageFormat
from geoeval.reporting.wording import count_noun, in_brackets
from geoeval.world.facts import ReadLine
from geoeval.world.model import Leg, Place, Route, World, world_to_json

_TEXT_WIDTH = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextReading:
    """The reading of a context: its world, and its lines, if it is a text."""

    record: Record
    world: World
    lines: tuple[ReadLine, ...] = ()

    @property
    def unread(self) -> tuple[ReadLine, ...]:
        """The lines that were not understood, in whole or in part."""
        return tuple(line for line in self.lines if line.why)

    @property
    def kinds(self) -> Counter[str]:
        """The number of lines of each kind."""
        return Counter(line.kind.value for line in self.lines)


def render_readings(
    readings: Sequence[ContextReading],
    output: PageFormat,
    *,
    only_unread: bool = False,
    explained: bool = False,
    detailed: bool = False,
    colour: bool = False,
) -> Iterator[str]:
    """Yield what was read from contexts, as JSON or as text that ends with a line of counts.

    ``only_unread`` shows only the lines that were not understood. ``explained`` shows what every
    shown line was read as, or what to write instead. ``detailed`` lists every place, list, leg and
    route in text.
    """
    total: Counter[str] = Counter()
    for reading in readings:
        total.update(reading.kinds)
    kinds = dict(total.most_common())
    unread = sum(len(reading.unread) for reading in readings)
    if output is PageFormat.JSON:
        items = [
            _reading_shape(reading, only_unread=only_unread, explained=explained)
            for reading in readings
        ]
        shape = {"schema_version": SCHEMA_VERSION, "items": items}
        yield dump_shape({**shape, "lines": kinds, "unparsed": unread}, indent=2)
        return
    paint = Paint(colour)
    for reading in readings:
        place = paint("bold", f"{safe_line(str(reading.record.span))}:")
        head = f"{place}{in_brackets(reading.record.question.id)}"
        if not only_unread:
            yield f"{head} {_count_contents(reading.world)}"
            yield from (f"    {line}" for line in _world_lines(reading.world) if detailed)
        if explained:
            yield from _explain_lines(reading, head, only_unread=only_unread)
        else:
            yield from (f"{head} {_describe_unread(line)}" for line in reading.unread)
    if not only_unread:
        yield from (f"{number:>8}  {kind}" for kind, number in kinds.items())
    contexts, lines = count_noun(len(readings), "context"), count_noun(sum(kinds.values()), "line")
    yield f"{contexts}, {lines}, {unread} not understood"


def _describe_unread(line: ReadLine) -> str:
    text = cut_line(line.text, _TEXT_WIDTH)
    return f"line {line.line} of the context: {text} ({safe_line(line.why)})"


def _explain_lines(reading: ContextReading, head: str, *, only_unread: bool) -> Iterator[str]:
    if only_unread and reading.unread:
        yield head
    yield from map(_explain_line, reading.unread if only_unread else reading.lines)


def _explain_line(line: ReadLine) -> str:
    """Return the number and kind of a line, and its values or what to write instead."""
    values = "; ".join(f"{name} {_format_value(value)}" for name, value in line.values.items())
    problem = f"{cut_line(line.text, _TEXT_WIDTH)} ({line.why})" if line.why else ""
    parts = filter(None, (values, problem, line.instead))
    return f"{line.line:>6}  {line.kind.value:<15} {safe_line(' → '.join(parts))}".rstrip()


def _format_value(value: object) -> str:
    if isinstance(value, list):
        return f"({', '.join(map(str, value))})"
    return str(value)


def _reading_shape(reading: ContextReading, *, only_unread: bool, explained: bool) -> Json:
    item = {
        "id": reading.record.question.id,
        **fields_of(reading.record, "span"),
        "unparsed": [
            {"line": line.line, "text": line.text.strip(), "why": line.why}
            for line in reading.unread
        ],
    }
    if explained:
        shown = reading.unread if only_unread else reading.lines
        item["explained"] = [line._asdict() | {"values": dict(line.values)} for line in shown]
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
