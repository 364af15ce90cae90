"""A small map of the places that a derivation used, drawn from their coordinates alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from geoeval.calculators.units import format_distance
from geoeval.query.values import Illustration, Spot, Stretch
from geoeval.reporting.audit.labels import Label, Labels, short
from geoeval.reporting.audit.markup import draw
from geoeval.reporting.audit.projection import Projection, fit, great_circle, round_length

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
