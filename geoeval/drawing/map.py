"""Draw maps of a few places: lines between them, labels without overlaps, north and a scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from geoeval.calculators.sphere.points import LatLon
from geoeval.calculators.units import format_distance
from geoeval.drawing.labels import XY, Label, Labels
from geoeval.drawing.picture import Dot, Line, Picture, Shape, Text
from geoeval.drawing.plane import Projection, fit_projection, great_circle, round_length

WIDTH, HEIGHT = 380.0, 270.0
MAX_NAMES: Final = 7
"""The most names that a map shows; with more places, numbers replace the names."""
_MARGIN = 36.0
_FOOT = 18.0  # room for the scale
# On wider maps, lengths differ too much across the map for a single scale.
_MAX_SCALED_WIDTH_M = 2_000_000.0
_UNCOVERED_ROLES = {"keyed", "leg"}  # roles of lines that labels must not cover
_ARROW = ((-5.0, -3.5), (5.0, 0.0), (-5.0, 3.5))


class Place(NamedTuple):
    """A place with its role, its name and the label drawn next to it."""

    at: LatLon
    role: str
    name: str
    label: str


class Link(NamedTuple):
    """A line on the sphere with an optional label; without a role only the label is drawn.

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
    """Draw at least one place, a circle around the first, and lines; earlier labels win.

    North is up. Maps of continents have no scale.
    """
    curves = [great_circle(link.start, link.end) for link in links]
    shown = [place.at for place in places]
    for link, curve in zip(links, curves, strict=True):
        shown += curve if link.role else ()
    projection = fit_projection(shown, width, height, _MARGIN, radius_m)
    lines = [
        (link, [projection(point) for point in curve])
        for link, curve in zip(links, curves, strict=True)
    ]
    located = [(place, projection(place.at)) for place in places]
    radius = radius_m / projection.metres
    shapes: list[Shape] = [
        *([Dot("radius", *located[0][1], radius)] if radius else ()),
        *_draw_lines(lines),
        *_draw_dots(located, lines, width, height - _FOOT),
        *_draw_north(width),
        *_draw_scale(projection, width, height),
    ]
    title = f"Map of {', '.join(place.name for place in places[:MAX_NAMES])}"
    return Picture(kind="map", width=width, height=height, title=title, shapes=shapes)


def _draw_lines(lines: Sequence[tuple[Link, list[XY]]]) -> Iterator[Line]:
    yield from (Line(link.role, line) for link, line in lines if link.role)
    yield from (_arrow_head(line) for link, line in lines if link.role == "leg")


def _draw_dots(
    located: Sequence[tuple[Place, XY]],
    lines: Sequence[tuple[Link, list[XY]]],
    width: float,
    height: float,
) -> Iterator[Dot | Text]:
    """Yield the places, their labels and the labels of lines, each where it covers the least."""
    yield from (Dot(place.role, *point, name=place.name) for place, point in located)
    labels = Labels([point for _, point in located], width, height)
    for link, line in lines:
        if link.role in _UNCOVERED_ROLES:
            labels.keep_free(line)
    yield from (
        _draw_text("", labels.place_near(place.label, point))
        for place, point in located
        if place.label
    )
    for link, line in lines:
        if link.text:
            yield _draw_text("measure", labels.place_along(link.text, line))


def _draw_text(role: str, label: Label) -> Text:
    return Text(role, label.text, label.x, label.y, label.anchor)


def _arrow_head(line: Sequence[XY]) -> Line:
    """Return an arrow head past the middle, so that two opposite arrows do not coincide."""
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
    """Yield a scale bar of a round length if the map is small enough for a single scale."""
    if projection.metres * width > _MAX_SCALED_WIDTH_M:
        return
    metres = round_length(projection.metres * WIDTH * 0.3)
    end, foot = 12 + metres / projection.metres, height - 12
    yield Line("scale", [(12, foot - 4), (12, foot), (end, foot), (end, foot - 4)])
    yield Text("scale", format_distance(metres), end + 6, foot + 2)
