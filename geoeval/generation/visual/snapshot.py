"""A picture of a part of a map, and its contents.

Everything drawn is legible: a place whose marker or name would overlap another is left out, so that
a reader can count exactly the listed places.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import cos, radians
from random import Random
from typing import TYPE_CHECKING

from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.errors import UsageError
from geoeval.extras import check_installed
from geoeval.generation.town import is_clear, pluralise_kind
from geoeval.world.atlas import group_key
from geoeval.world.categories import category_of, is_kind_of
from geoeval.world.model import LatLon, MapWorld, World
from geoeval.world.service import MapPlace, RoadLine
from geoeval.world.store.reading import MapFile

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox

WIDTH, HEIGHT = 960, 720  # pixels
_DPI = 120
_WIDTHS_M = (250.0, 350.0, 500.0, 700.0, 1200.0, 2000.0)  # of pictures
_MOST = 24  # places on one picture
_KINDS = 6  # kinds with their own marker
_MARK = 14.0  # width of a marker in pixels
_APART = 4.0  # minimum distance between two drawn objects, in pixels
# Colours that colour-blind readers can distinguish, each with its own shape.
_MARKS = (
    ("#0072b2", "o"),
    ("#d55e00", "s"),
    ("#009e73", "^"),
    ("#cc79a7", "D"),
    ("#5b4b00", "P"),
    ("#56b4e9", "v"),
)
# Kinds too general to look for on a map.
_WIDE = frozenset(
    {"shop", "company office", "health facility", "transit station", "tourist attraction"}
)
_WIDTHS = {"motorway": 3.0, "trunk": 3.0, "primary": 2.6, "secondary": 2.2, "tertiary": 1.8}
_FONT, _BOXES = "DejaVu Sans", "Last Resort High-Efficiency"  # both come with matplotlib
_PAPER, _ROAD, _EDGE, _INK = "#f5f3ee", "#ffffff", "#d8d3c7", "#1d2129"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A place in the picture: ``x`` from the left and ``y`` from the top, in pixels."""

    name: str
    kind: str
    x: float
    y: float
    location: LatLon


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A picture as PNG, and everything drawn on it.

    ``south``, ``west``, ``north`` and ``east`` are its edges in degrees.
    """

    png: bytes
    places: tuple[Shown, ...]
    kinds: tuple[str, ...]
    south: float
    west: float
    north: float
    east: float
    attribution: str

    def describe(self) -> dict[str, object]:
        """Return the contents of the picture as JSON values."""
        return {
            "width": WIDTH,
            "height": HEIGHT,
            "extent": [self.south, self.west, self.north, self.east],
            "kinds": list(self.kinds),
            "attribution": self.attribution,
            "places": [
                {
                    "name": place.name,
                    "kind": place.kind,
                    "x": round(place.x, 1),
                    "y": round(place.y, 1),
                    "location": list(place.location),
                }
                for place in self.places
            ],
        }


class MapCanvas:
    """The map from which pictures are cut."""

    def __init__(self, world: World) -> None:
        check_installed("matplotlib", "plot")
        if not isinstance(world, MapWorld):
            raise UsageError(
                "expected a map file with positions and roads to draw, got a recorded world"
            )
        with MapFile(world.map_path) as file:
            self.places = sorted(file.places(), key=lambda each: (-each.prominence, each.place.id))
            self.roads = list(file.roads())
            self.attribution = file.attribution
        named = [each for each in self.places if _place_kind(each) and is_clear(each.place.name)]
        self.spots = [each for each in named if fonts_of(each.place.name)]
        self.undrawn = len(named) - len(self.spots)

    def snapshot(self, draw: Random) -> Snapshot | None:
        """Draw a picture around a place, or return None if too little is around it."""
        middle = draw.choice(self.spots).place.location if self.spots else None
        if middle is None:
            return None
        width_m = draw.choice(_WIDTHS_M)
        high = width_m * HEIGHT / WIDTH / EARTH_RADIUS_M / radians(1) / 2
        wide = width_m / EARTH_RADIUS_M / radians(1) / 2 / cos(radians(middle[0]))
        edges = (middle[0] - high, middle[1] - wide, middle[0] + high, middle[1] + wide)
        inside = [each for each in self.spots if _is_in(each.place.location, edges)]
        kinds = _common_kinds(inside)
        chosen = [
            each
            for each in inside
            if _place_kind(each) in kinds and len(_marked_kinds(each, kinds)) == 1
        ]
        return _draw_snapshot(chosen, self.roads, kinds, edges, self.attribution)


def _draw_snapshot(
    chosen: list[MapPlace],
    roads: list[RoadLine],
    kinds: tuple[str, ...],
    edges: tuple[float, float, float, float],
    attribution: str,
) -> Snapshot:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    south, west, north, east = edges
    figure = Figure(figsize=(WIDTH / _DPI, HEIGHT / _DPI), dpi=_DPI)
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), facecolor=_PAPER)
    axes.set_xlim(west, east)
    axes.set_ylim(south, north)
    axes.set_axis_off()
    figure.set_facecolor(_PAPER)
    _draw_roads(axes, roads, edges)
    taken = [_draw_legend(axes, kinds, canvas), _draw_attribution(axes, attribution, canvas)]
    shown: list[Shown] = []
    names: set[str] = set()
    for each in chosen:
        spot = each.place.location
        key = group_key(each.place.name)
        if spot is None or key in names or len(shown) == _MOST:
            continue
        place = _draw_place(axes, each, spot, kinds, taken, canvas)
        if place is not None:
            names.add(key)
            shown.append(place)
    sink = io.BytesIO()
    figure.savefig(sink, format="png", metadata={"Software": None})
    return Snapshot(
        png=sink.getvalue(),
        places=tuple(shown),
        kinds=tuple(kind for kind in kinds if any(place.kind == kind for place in shown)),
        south=south,
        west=west,
        north=north,
        east=east,
        attribution=attribution,
    )


def _draw_roads(
    axes: Axes, roads: list[RoadLine], edges: tuple[float, float, float, float]
) -> None:
    from matplotlib.collections import LineCollection

    near = [road for road in roads if any(_is_in(spot, edges) for spot in road.points)]
    lines = [[(lon, lat) for lat, lon in road.points] for road in near]
    widths = [_WIDTHS.get(road.kind, 1.2) for road in near]
    for colour, more, rank in ((_EDGE, 1.4, 1), (_ROAD, 0.0, 2)):
        wide = [each + more for each in widths]
        axes.add_collection(LineCollection(lines, colors=colour, linewidths=wide, zorder=rank))


def _draw_place(
    axes: Axes,
    each: MapPlace,
    spot: LatLon,
    kinds: tuple[str, ...],
    taken: list[Bbox],
    canvas: object,
) -> Shown | None:
    """Draw a place with its name next to it, if neither overlaps anything drawn before."""
    from matplotlib.patheffects import withStroke
    from matplotlib.transforms import Bbox

    kind = _place_kind(each) or ""
    colour, shape = _MARKS[kinds.index(kind)]
    x, y = axes.transData.transform((spot[1], spot[0]))
    half = _MARK / 2
    mark = Bbox.from_extents(x - half, y - half, x + half, y + half)
    if not _is_free(mark, taken):
        return None
    for side, (dx, dy) in (("left", (half + 5, 0)), ("right", (-half - 5, 0)),
                           ("center", (0, half + 11)), ("center", (0, -half - 11))):  # fmt: skip
        label = axes.text(
            x + dx, y + dy, each.place.name.replace("$", r"\$"), transform=None, ha=side,
            va="center", fontsize=7, color=_INK, zorder=6, family=fonts_of(each.place.name),
        )  # fmt: skip
        box = label.get_window_extent(canvas.get_renderer())  # type: ignore[attr-defined]  # a canvas
        if _is_free(box, [*taken, mark]):
            label.set_path_effects([withStroke(linewidth=2, foreground=_PAPER)])
            axes.scatter(
                [spot[1]], [spot[0]], s=(_MARK * 72 / _DPI) ** 2 * 0.6, c=colour, marker=shape,
                edgecolors="white", linewidths=0.6, zorder=5,
            )  # fmt: skip
            taken += [mark, box]
            return Shown(name=each.place.name, kind=kind, x=x, y=HEIGHT - y, location=spot)
        label.remove()
    return None


def _is_free(box: Bbox, taken: Iterable[Bbox]) -> bool:
    inside = (
        box.x0 > _APART and box.y0 > _APART and box.x1 < WIDTH - _APART and box.y1 < HEIGHT - _APART
    )
    wide = box.padded(_APART)
    return inside and not any(wide.overlaps(other) for other in taken)


def _draw_legend(axes: Axes, kinds: tuple[str, ...], canvas: object) -> Bbox:
    for kind, (colour, shape) in zip(kinds, _MARKS, strict=False):
        axes.scatter([], [], c=colour, marker=shape, s=28, label=pluralise_kind(kind))
    legend = axes.legend(
        loc="upper left", fontsize=7, framealpha=1, edgecolor=_EDGE, borderaxespad=0.6
    )
    return legend.get_window_extent(canvas.get_renderer())  # type: ignore[attr-defined]  # a canvas


def _draw_attribution(axes: Axes, attribution: str, canvas: object) -> Bbox:
    text = axes.text(
        WIDTH - 6, 6, attribution, transform=None, ha="right", va="bottom", fontsize=5, color=_INK
    )
    return text.get_window_extent(canvas.get_renderer())  # type: ignore[attr-defined]  # a canvas


def _place_kind(each: MapPlace) -> str | None:
    words = (category_of(kind.replace("_", " ")) for kind in each.types)
    return next((word for word in words if word is not None and word not in _WIDE), None)


def _common_kinds(inside: Iterable[MapPlace]) -> tuple[str, ...]:
    counts: dict[str, int] = {}
    for each in inside:
        kind = _place_kind(each) or ""
        counts[kind] = counts.get(kind, 0) + 1
    kept: list[str] = []
    for kind in sorted(counts, key=lambda kind: (-counts[kind], kind)):
        if not any(is_kind_of(kind, other) or is_kind_of(other, kind) for other in kept):
            kept.append(kind)
    return tuple(kept[:_KINDS])


def _marked_kinds(each: MapPlace, kinds: Iterable[str]) -> list[str]:
    words = [category_of(kind.replace("_", " ")) or "" for kind in each.types]
    return [kind for kind in kinds if any(word and is_kind_of(word, kind) for word in words)]


@cache
def fonts_of(name: str) -> tuple[str, ...]:
    """Return installed fonts that together can draw a name, empty if there are none.

    Scripts with joined letters or written from right to left would be drawn wrongly, so they have
    none.
    """
    marks = unicodedata.normalize("NFC", name)
    if any(unicodedata.bidirectional(c) in {"R", "AL"} or unicodedata.combining(c) for c in marks):
        return ()
    lacking = {ord(each) for each in name} - _font_letters(_FONT)
    if not lacking:
        return (_FONT,)
    return next(((_FONT, font) for font in _usable_fonts() if lacking <= _font_letters(font)), ())


@cache
def _usable_fonts() -> tuple[str, ...]:
    """Return the names of the installed fonts, except the one that draws a box for any letter."""
    from matplotlib.font_manager import fontManager

    return tuple(sorted({each.name for each in fontManager.ttflist} - {_BOXES}))


@cache
def _font_letters(font: str) -> frozenset[int]:
    from matplotlib.font_manager import fontManager, get_font

    paths = [each.fname for each in fontManager.ttflist if each.name == font]
    return frozenset(get_font(paths[0]).get_charmap())


def _is_in(spot: LatLon | None, edges: tuple[float, float, float, float]) -> bool:
    south, west, north, east = edges
    return spot is not None and south < spot[0] < north and west < spot[1] < east
