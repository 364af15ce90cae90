"""A map of a few places, with lines between them, names without overlaps, north and a scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from geoeval.calculators.sphere.points import LatLon
from geoeval.calculators.units import format_distance
from geoeval.drawing.labels import XY, Label, Labels
from geoeval.drawing.picture import Dot, Line, Picture, Shape, Text
from geoeval.drawing.plane import Projection, fit_projection, great_circle, round_length

WIDTH, HEIGHT = 380.0, 270.0
NAMED: Final = 7
"""More names than these would cover the map: numbers take their place."""
_MARGIN = 36.0
_FOOT = 18.0  # for the scale
# On larger maps, lengths differ too much from one end to the other for one scale.
_SCALED_TO_M = 2_000_000.0
_KEPT_FREE = {"keyed", "leg"}  # lines that no name hides
_ARROW = ((-5.0, -3.5), (5.0, 0.0), (-5.0, 3.5))


class Place(NamedTuple):
    """A place with its role, its name and the text next to it on the map."""

    at: LatLon
    role: str
    name: str
    label: str


class Link(NamedTuple):
    """A line over the sphere with its text, if any; without a role only the text is drawn.

    A "leg" has an arrow.
    """

    role: str
    start: LatLon
    end: LatLon
    text: str = ""


def draw_map(
    places: Sequence[Place],
    links: Sequence[Link] = (),
    *,
    radius_m: float = 0.0,
    width: float = WIDTH,
    height: float = HEIGHT,
) -> Picture:
    """Draw one place or more, a radius around the first, and lines; earlier labels have priority.

    North is up. A map of a continent has no scale.
    """
    curves = [great_circle(link.start, link.end) for link in links]
    shown = [each.at for each in places]
    for link, curve in zip(links, curves, strict=True):
        shown += curve if link.role else ()
    projection = fit_projection(shown, width, height, _MARGIN, radius_m)
    lines = [
        (link, [projection(point) for point in curve])
        for link, curve in zip(links, curves, strict=True)
    ]
    spots = [(each, projection(each.at)) for each in places]
    reach = radius_m / projection.metres
    shapes: list[Shape] = [
        *([Dot("radius", *spots[0][1], reach)] if reach else ()),
        *_draw_lines(lines),
        *_draw_dots(spots, lines, width, height - _FOOT),
        *_draw_north(width),
        *_draw_scale(projection, width, height),
    ]
    title = f"Map of {', '.join(each.name for each in places[:NAMED])}"
    return Picture(kind="map", width=width, height=height, title=title, shapes=shapes)


def _draw_lines(lines: Sequence[tuple[Link, list[XY]]]) -> Iterator[Line]:
    yield from (Line(link.role, line) for link, line in lines if link.role)
    yield from (_arrow_head(line) for link, line in lines if link.role == "leg")


def _draw_dots(
    spots: Sequence[tuple[Place, XY]],
    lines: Sequence[tuple[Link, list[XY]]],
    width: float,
    height: float,
) -> Iterator[Dot | Text]:
    """Yield places, their names, then the measurements of lines, each where it hides least."""
    yield from (Dot(each.role, *spot, name=each.name) for each, spot in spots)
    room = Labels([spot for _, spot in spots], width, height)
    for link, line in lines:
        if link.role in _KEPT_FREE:
            room.keep_free(line)
    yield from (
        _draw_text("", room.place_near(each.label, spot)) for each, spot in spots if each.label
    )
    for link, line in lines:
        if link.text:
            yield _draw_text("measure", room.along(link.text, line))


def _draw_text(role: str, label: Label) -> Text:
    return Text(role, label.text, label.x, label.y, label.anchor)


def _arrow_head(line: Sequence[XY]) -> Line:
    """Return the head of an arrow, past the middle so that opposite arrows show two."""
    (x0, y0), (x1, y1) = line[(len(line) - 1) // 2 : (len(line) + 3) // 2][:2]
    east, south = x1 - x0, y1 - y0
    length = (east**2 + south**2) ** 0.5 or 1.0
    east, south = east / length, south / length
    x, y = x0 + 0.6 * (x1 - x0), y0 + 0.6 * (y1 - y0)
    return Line("arrow", [(x + a * east - b * south, y + a * south + b * east) for a, b in _ARROW])


def _draw_north(width: float) -> Iterator[Shape]:
    x = width - 14
    yield Line("north", [(x, 24), (x, 8)])
    yield Line("north", [(x - 4, 13), (x, 7), (x + 4, 13)])
    yield Text("north", "N", x, 37, "middle")


def _draw_scale(projection: Projection, width: float, height: float) -> Iterator[Shape]:
    """Yield a bar of a round length, if the map is small enough for one scale."""
    if projection.metres * width > _SCALED_TO_M:
        return
    metres = round_length(projection.metres * WIDTH * 0.3)
    end, foot = 12 + metres / projection.metres, height - 12
    yield Line("scale", [(12, foot - 4), (12, foot), (end, foot), (end, foot - 4)])
    yield Text("scale", format_distance(metres), end + 6, foot + 2)
