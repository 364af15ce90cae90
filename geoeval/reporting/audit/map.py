"""A small map of the places that a derivation used, with names that hide nothing."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, floor, log10, radians, remainder
from typing import Literal, NamedTuple

from geoeval.calculators.sphere.great_circle import midpoint
from geoeval.calculators.units import format_distance
from geoeval.query.values import Illustration, Spot, Stretch
from geoeval.reporting.audit.markup import draw
from geoeval.reporting.safe import cut
from geoeval.world.model import LatLon

FONT = 12.0
_LINE = 15.0
_GAP = 6.0
_RINGS = (1.0, 2.2, 3.6)
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.8)
_NAME_COLUMNS = 26
_PARTS = 24
XY = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


class Box(NamedTuple):
    """A rectangle of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Return the area that two rectangles share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(width, 0.0) * max(height, 0.0)


class Label(NamedTuple):
    """A text with the point where it begins, ends or has its middle."""

    text: str
    x: float
    y: float
    anchor: Anchor
    box: Box


def text_width(text: str) -> float:
    """Return about how wide a text is in the font of pictures."""
    return FONT * sum(map(_columns, text))


def short(name: str) -> str:
    """Return a name no longer than pictures have room for."""
    return cut(name, _NAME_COLUMNS)


class Labels:
    """Texts put on a picture one after the other, the most important first.

    No text shall hide one of the ``points``, which are drawn.

    Examples
    --------
    >>> labels = Labels([(50, 50), (54, 50)], 200, 100)
    >>> near = [labels.beside("mill", (50, 50)), labels.beside("pier", (54, 50))]
    >>> near[0].box.overlap(near[1].box)
    0.0
    """

    def __init__(self, points: Iterable[XY], width: float, height: float) -> None:
        self._taken = [_around_point(x, y) for x, y in points]
        self._frame = Box(2, 2, width - 2, height - 2)

    def keep_free(self, line: Sequence[XY]) -> None:
        """Let no text hide the straight line between the ends of a line of points."""
        (x0, y0), (x1, y1) = line[0], line[-1]
        for share in (n / _PARTS for n in range(1, _PARTS)):
            self._taken.append(_around_point(x0 + share * (x1 - x0), y0 + share * (y1 - y0)))

    def beside(self, text: str, point: XY) -> Label:
        """Put a text beside a point: to its right if there is room, else left, above or below.

        In a crowd it is put farther off; where nothing is free, where it hides least.
        """
        return self._put(_around(text, point))

    def along(self, text: str, line: Sequence[XY]) -> Label:
        """Put a text on a line of points: in its middle if there is room, else farther along."""
        return self._put(_upon(text, line))

    def _put(self, candidates: Iterable[Label]) -> Label:
        """Keep the candidate that hides least, the first of equal ones."""
        best = min(candidates, key=lambda label: self._hidden(label.box))
        self._taken.append(best.box)
        return best

    def _hidden(self, box: Box) -> float:
        outside = box.overlap(box) - box.overlap(self._frame)
        return 10 * outside + sum(box.overlap(other) for other in self._taken)


def _around_point(x: float, y: float) -> Box:
    return Box(x - 4, y - 4, x + 4, y + 4)


def _columns(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in " ilj.,:;|!'()[]ft":
        return 0.38
    return 0.74 if character.isupper() else 0.62


def _around(text: str, point: XY) -> Iterator[Label]:
    x, y = point
    for ring in _RINGS:
        off, down = _GAP * ring, _LINE * (ring - 1)
        for dy in (0.0, -down, down) if down else (0.0,):
            yield _label(text, x + off, y + dy, "start")
            yield _label(text, x - off, y + dy, "end")
        yield _label(text, x, y - off - 5, "middle")
        yield _label(text, x, y + off + 5, "middle")


def _upon(text: str, line: Sequence[XY]) -> Iterator[Label]:
    for share in _SHARES:
        at = share * (len(line) - 1)
        index = min(int(at), len(line) - 2)
        (x0, y0), (x1, y1) = line[index : index + 2]
        x, y = x0 + (at - index) * (x1 - x0), y0 + (at - index) * (y1 - y0)
        for down in (0.0, -_LINE * 0.8, _LINE * 0.8):
            yield _label(text, x, y + down, "middle")


def _label(text: str, x: float, y: float, anchor: Anchor) -> Label:
    wide = text_width(text)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    box = Box(left - 1, y - _LINE / 2 + 1, left + wide + 1, y + _LINE / 2 - 1)
    return Label(text, x, y + FONT * 0.35, anchor, box)


METRES_PER_DEGREE = 111_195.08
_LEAST_SPAN_M = 50.0
_STRAIGHT_DEG = 2.0
# The great circle between two points that are nearly antipodal may run along any meridian.
_ANTIPODAL_DEG = 170.0
_HALVINGS = 4


class Projection(NamedTuple):
    """Equirectangular, with its own scale along the middle parallel.

    ``west`` is the longitude from which eastings count, ``stretch`` the cosine of the middle
    latitude; ``metres`` are those of one unit of the picture.
    """

    west: float
    stretch: float
    left: float
    top: float
    metres: float

    def __call__(self, point: LatLon) -> XY:
        """Return where a point lies in the picture."""
        x, y = _plane(point, self.west, self.stretch)
        return (x - self.left) / self.metres, (self.top - y) / self.metres


def fit(
    points: Sequence[LatLon], width: float, height: float, margin: float, around_m: float = 0.0
) -> Projection:
    """Return the projection that shows one point or more as large as possible.

    The picture keeps a margin at its edges, and reaches at least ``around_m`` metres around the
    first point. Points on both sides of the antimeridian are drawn side by side.
    """
    latitudes = [lat for lat, _ in points]
    west, stretch = points[0][1], max(cos(radians((min(latitudes) + max(latitudes)) / 2)), 0.01)
    plane = [_plane(point, west, stretch) for point in points]
    x, y = plane[0]
    plane += [(x - around_m, y - around_m), (x + around_m, y + around_m)]
    left, right = min(x for x, _ in plane), max(x for x, _ in plane)
    low, high = min(y for _, y in plane), max(y for _, y in plane)
    metres = max(
        (right - left) / (width - 2 * margin),
        (high - low) / (height - 2 * margin),
        _LEAST_SPAN_M / width,
    )
    west_edge, north_edge = (left + right - width * metres) / 2, (low + high + height * metres) / 2
    return Projection(west, stretch, west_edge, north_edge, metres)


def great_circle(start: LatLon, end: LatLon) -> list[LatLon]:
    """Return points of the shortest line over the sphere: its ends alone if it looks straight."""
    line = [start, end]
    if not _STRAIGHT_DEG < abs(remainder(end[1] - start[1], 360)) < _ANTIPODAL_DEG:
        return line
    for _ in range(_HALVINGS):
        line = [point for a, b in pairwise(line) for point in (a, midpoint(a, b))] + [end]
    return line


def round_length(metres: float) -> float:
    """Return the longest of 1, 2, 5, 10, 20 … metres that is no longer than a length."""
    power: float = 10.0 ** floor(log10(metres))
    return max(step * power for step in (1, 2, 5) if step * power <= metres)


def _plane(point: LatLon, west: float, stretch: float) -> XY:
    east = remainder(point[1] - west, 360)
    return east * stretch * METRES_PER_DEGREE, point[0] * METRES_PER_DEGREE


WIDTH, HEIGHT = 380.0, 270.0
_MARGIN = 36.0
# More names than these would cover the map: numbers take their place, and a list below it.
_NAMED = 7
_MEASURED = 4
# Beyond it, lengths differ too much from one end of the map to the other for one scale.
_SCALED_TO_M = 2_000_000.0
_ROLES = {"from": "measured from", "answer": "computed", "key": "key", "spot": "other place"}


class Dot(NamedTuple):
    """A place with its role: "from", "answer", "key" or "spot"."""

    x: float
    y: float
    role: str
    name: str
    measured: str | None


def draw_map(
    illustration: Illustration, computed: Collection[str] = (), keyed: Spot | Stretch | None = None
) -> str | None:
    """Draw the places of an illustration with the lines measured between them.

    ``computed`` are the names of the places that the answer is, or that it points to. ``keyed`` is
    what the key says, drawn hollow: a place, or the line of a direction, which ends where the
    place would lie.

    The figure is an SVG with north up and a scale; below it a legend, and the names of places
    that are only numbers on it. It is None if there are not two places to show.
    """
    key = keyed.end if isinstance(keyed, Stretch) else keyed
    spots = _ordered(illustration, key)
    if len({spot.location for spot in spots}) < 2:
        return None
    radius = illustration.radius_m or 0.0
    # A circle says more than a bundle of rays.
    lines = [] if radius else list(illustration.stretches)
    if isinstance(keyed, Stretch):
        lines.append(keyed)
    ways = [great_circle(line.start.location, line.end.location) for line in lines]
    shown = [*(spot.location for spot in spots), *(point for way in ways for point in way)]
    projection = fit(shown, WIDTH, HEIGHT, _MARGIN, radius)
    first = spots[0] if illustration.stretches else None
    measured = {line.end: line.text for line in illustration.stretches}
    dots = []
    for spot in spots:
        role = "from" if spot == first else "answer" if spot.name in computed else "spot"
        if spot == key and role != "answer":
            role = "key"
        dots.append(Dot(*projection(spot.location), role, spot.name, measured.get(spot)))
    numbered = len(spots) > _NAMED
    paths = [
        ("keyed" if line is keyed else "stretch", [projection(point) for point in way])
        for line, way in zip(lines, ways, strict=True)
    ]
    room = Labels([(dot.x, dot.y) for dot in dots], WIDTH, HEIGHT - 18)
    for role, points in paths:
        if role == "keyed":
            room.keep_free(points)
    return draw(
        "pictures.html",
        "map",
        dots=dots,
        labels=[
            room.beside(str(n) if numbered and n else short(dot.name), (dot.x, dot.y))
            for n, dot in enumerate(dots)
        ],
        measures=_measures(illustration.stretches, projection, room),
        lines=paths,
        radius=radius / projection.metres,
        scale=_scale(projection),
        legend={role: text for role, text in _ROLES.items() if role in {dot.role for dot in dots}},
        numbered=numbered,
    )


def _ordered(illustration: Illustration, key: Spot | None) -> list[Spot]:
    """Return the places to show, the one that most lines start from first."""
    starts = Counter(line.start for line in illustration.stretches)
    first = [spot for spot, _ in starts.most_common(1)]
    ends = [line.end for line in illustration.stretches]
    keyed = [] if key is None else [key]
    return list(dict.fromkeys((*first, *ends, *illustration.spots, *keyed)))


def _measures(stretches: Sequence[Stretch], projection: Projection, room: Labels) -> list[Label]:
    """Return what was measured, on each line, if there are few."""
    said: dict[tuple[Spot, Spot], list[str]] = {}
    for line in stretches:
        said.setdefault((line.start, line.end), []).append(line.text)
    if len(said) > _MEASURED:
        return []
    return [
        room.along(
            ", ".join(texts),
            [projection(point) for point in great_circle(start.location, end.location)],
        )
        for (start, end), texts in said.items()
    ]


def _scale(projection: Projection) -> tuple[float, str] | None:
    """Return the width of a round length and its text, if the map is small enough for one scale."""
    if projection.metres * WIDTH > _SCALED_TO_M:
        return None
    metres = round_length(projection.metres * WIDTH * 0.3)
    return metres / projection.metres, format_distance(metres)
