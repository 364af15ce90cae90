"""What was read from contexts: the facts of each, the kinds of its lines, and the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from geoeval.datasets.records import Record
from geoeval.reporting.ansi import Paint
from geoeval.reporting.safe import cut, plain
from geoeval.reporting.shapes import SCHEMA_VERSION, Json, dump, fields_of
from geoeval.reporting.view import PageFormat
from geoeval.reporting.wording import count, in_brackets
from geoeval.world.lines import UnreadLine
from geoeval.world.model import Leg, NearbyList, Place, Route, World
from geoeval.world.serial import world_to_json

_TEXT_WIDTH = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextReading:
    """The context of one record as it was read: its world, its lines by kind, and the rest."""

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
    """Yield the lines of what was read from contexts.

    Parameters
    ----------
    readings
        One per record.
    output
        Text or one JSON document.
    only_unread
        Whether to show nothing but the lines that were not understood.
    detailed
        Whether text names every place, list, leg and route.
    colour
        Whether to paint text for a terminal.

    Yields
    ------
    str
        Lines without their ends; the last one of text counts lines.

    Examples
    --------
    >>> list(render_readings([], PageFormat.TEXT))
    ['0 contexts, 0 lines, 0 not understood']
    """
    if output is PageFormat.JSON:
        yield dump(_shape(readings, only_unread=only_unread), indent=2)
        return
    paint = Paint(colour)
    for reading in readings:
        if not only_unread:
            yield f"{_head(reading, paint)} {_amounts(reading.world)}"
        if detailed and not only_unread:
            yield from (f"    {line}" for line in _details(reading.world))
        yield from _unread(reading, paint)
    kinds = _total(readings)
    if not only_unread:
        yield from (f"{number:>8}  {kind}" for kind, number in kinds.items())
    unread = sum(len(reading.unread) for reading in readings)
    contexts, lines = count(len(readings), "context"), count(sum(kinds.values()), "line")
    yield f"{contexts}, {lines}, {unread} not understood"


def _head(reading: ContextReading, paint: Paint) -> str:
    """Return the place and id of a record."""
    place = paint("bold", f"{plain(str(reading.record.span))}:")
    return f"{place}{in_brackets(reading.record.question.id)}"


def _amounts(world: World) -> str:
    """Return how much a world holds."""
    kinds = ("place", "list", "leg", "route")
    return ", ".join(count(len(getattr(world, f"{kind}s")), kind) for kind in kinds)


def _details(world: World) -> Iterator[str]:
    """Yield a line per place, list, leg and route."""
    yield from map(_place, world.places)
    yield from map(_list, world.lists)
    yield from map(_leg, world.legs)
    yield from map(_route, world.routes)


def _place(place: Place) -> str:
    known = [place.address or "no address"]
    if place.location is not None:
        known.append(f"at {place.location[0]:g}, {place.location[1]:g}")
    if place.rating is not None:
        known.append(f"rated {place.rating:g}")
    return f"place: {cut(place.name, _TEXT_WIDTH)} ({cut('; '.join(known), _TEXT_WIDTH)})"


def _list(nearby: NearbyList) -> str:
    what = nearby.category or nearby.search or "places"
    around = f" around {nearby.anchor}" if nearby.anchor else ""
    return f"list: {cut(what + around, _TEXT_WIDTH)}: {count(len(nearby.places), 'place')}"


def _leg(leg: Leg) -> str:
    return f"leg: {cut(f'{leg.origin} to {leg.destination}', _TEXT_WIDTH)}{_travel(leg)}"


def _route(route: Route) -> str:
    ends = f"{route.origin} to {route.destination} via {route.name or 'unnamed roads'}"
    return f"route: {cut(ends, _TEXT_WIDTH)}{_travel(route)}, {count(len(route.steps), 'step')}"


def _travel(travel: Leg | Route) -> str:
    """Return the mode, seconds and metres that are known."""
    mode = f", {travel.mode.value}" if travel.mode is not None else ""
    seconds = f", {travel.duration_s} s" if travel.duration_s is not None else ""
    metres = f", {travel.distance_m:g} m" if travel.distance_m is not None else ""
    return mode + seconds + metres


def _unread(reading: ContextReading, paint: Paint) -> Iterator[str]:
    """Yield the lines of a context that were not understood."""
    for line in reading.unread:
        text = f"{cut(line.text, _TEXT_WIDTH)} ({plain(line.why)})"
        yield f"{_head(reading, paint)} line {line.line} of the context: {text}"


def _shape(readings: Sequence[ContextReading], *, only_unread: bool) -> Json:
    """Return the JSON shape of what was read."""
    return {
        "schema_version": SCHEMA_VERSION,
        "items": [_item(reading, only_unread=only_unread) for reading in readings],
        "lines": _total(readings),
        "unparsed": sum(len(reading.unread) for reading in readings),
    }


def _item(reading: ContextReading, *, only_unread: bool) -> Json:
    """Return the JSON shape of one context."""
    unread = [fields_of(line, "line text why") for line in reading.unread]
    item: dict[str, object] = {
        "id": reading.record.question.id,
        **fields_of(reading.record, "span"),
        "unparsed": unread,
    }
    if not only_unread:
        item["lines"] = dict(reading.kinds)
        item["world"] = world_to_json(reading.world)
    return item


def _total(readings: Sequence[ContextReading]) -> dict[str, int]:
    """Return the number of lines of each kind in all contexts, the most frequent first."""
    total: Counter[str] = Counter()
    for reading in readings:
        total.update(reading.kinds)
    return dict(total.most_common())
