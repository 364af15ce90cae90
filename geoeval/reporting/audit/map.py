"""A small map of the places that a derivation used, drawn from their coordinates alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from geoeval.calculators.units import format_distance
from geoeval.query.illustration import Illustration, Spot, Stretch
from geoeval.reporting.audit.labels import place_labels, short
from geoeval.reporting.audit.markup import Html, element
from geoeval.reporting.audit.projection import Projection, fit, great_circle, round_length

WIDTH, HEIGHT = 420.0, 280.0
_MARGIN = 34.0
_NAMED = 7
_MEASURED = 4
_SCALED_TO_M = 2_000_000.0


def draw_map(illustration: Illustration, marked: Collection[str] = ()) -> Html | None:
    """Draw the places of an illustration with the lines measured between them.

    Parameters
    ----------
    illustration
        What to show.
    marked
        Names of the places to point out: those of the answer.

    Returns
    -------
    Html or None
        A figure: an SVG with north up and a scale, and below it the names of places that have
        only numbers on it. None where there are not two places to show.
    """
    spots = _ordered(illustration)
    if len({spot.location for spot in spots}) < 2:
        return None
    radius = illustration.radius_m or 0.0
    points = [point for line in illustration.stretches for point in _way(line)]
    shown = [*(spot.location for spot in spots), *points]
    projection = fit(shown, WIDTH, HEIGHT, _MARGIN, radius)
    named = len(spots) <= _NAMED
    texts = [short(spot.name) if named else str(n) for n, spot in enumerate(spots)]
    if not named:
        texts[0] = short(spots[0].name)
    centres = [projection(spot.location) for spot in spots]
    labels = place_labels(texts, centres, WIDTH, HEIGHT - 18)
    drawn = element(
        "svg",
        element("title", f"Map of {', '.join(spot.name for spot in spots[:_NAMED])}"),
        _circle(projection(spots[0].location), radius / projection.metres) if radius else None,
        (_line(line, projection) for line in illustration.stretches),
        (_dot(spot, projection, _role(spot, spots, illustration, marked)) for spot in spots),
        (
            element("text", label.text, x=label.x, y=label.y, text_anchor=label.anchor)
            for label in labels
        ),
        _measures(illustration.stretches, projection),
        _north(),
        _scale(projection),
        class_="map",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
    )
    return element("figure", drawn, None if named else _legend(spots, illustration))


def _ordered(illustration: Illustration) -> list[Spot]:
    """Return the places to show, the one that lines start from most often first."""
    starts = Counter(line.start for line in illustration.stretches)
    first = [spot for spot, _ in starts.most_common(1)]
    ends = [line.end for line in illustration.stretches]
    return list(dict.fromkeys((*first, *ends, *illustration.spots)))


def _way(line: Stretch) -> list[tuple[float, float]]:
    return great_circle(line.start.location, line.end.location)


def _role(
    spot: Spot, spots: Iterable[Spot], illustration: Illustration, marked: Collection[str]
) -> str:
    """Return the class of a point: where lines start, what answers, or another place."""
    if illustration.stretches and spot == next(iter(spots)):
        return "from"
    return "answer" if spot.name in marked else "spot"


def _dot(spot: Spot, projection: Projection, role: str) -> Html:
    x, y = projection(spot.location)
    return element("circle", element("title", spot.name), class_=role, cx=x, cy=y, r=4.0)


def _circle(centre: tuple[float, float], radius: float) -> Html:
    return element("circle", class_="radius", cx=centre[0], cy=centre[1], r=radius)


def _line(line: Stretch, projection: Projection) -> Html:
    path = " L".join(f"{x:.1f} {y:.1f}" for x, y in map(projection, _way(line)))
    return element("path", class_="stretch", d=f"M{path}")


def _measures(stretches: Iterable[Stretch], projection: Projection) -> Iterator[Html]:
    """Yield what was measured, at the middle of each line, if there are few."""
    texts: dict[tuple[Spot, Spot], list[str]] = {}
    for line in stretches:
        texts.setdefault((line.start, line.end), []).append(line.text)
    if len(texts) > _MEASURED:
        return
    for (start, end), said in texts.items():
        way = [projection(point) for point in great_circle(start.location, end.location)]
        x, y = _halfway(way)
        yield element("text", ", ".join(said), class_="measure", x=x, y=y, text_anchor="middle")


def _halfway(way: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the middle of a line of points."""
    first, second = list(pairwise(way))[(len(way) - 1) // 2]
    if len(way) > 2:
        return first
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def _north() -> Html:
    arrow = element("path", d="M408 24 L408 8 M404 13 L408 7 L412 13")
    letter = element("text", "N", x=408, y=36, text_anchor="middle")
    return element("g", arrow, letter, class_="north")


def _scale(projection: Projection) -> Html | None:
    """Return a bar of a round length, if the map is small enough to have one scale."""
    if projection.metres * WIDTH > _SCALED_TO_M:
        return None
    metres = round_length(projection.metres * WIDTH * 0.3)
    end = 12 + metres / projection.metres
    bar = element("path", d=f"M12 264 V268 H{end:.1f} V264")
    text = element("text", format_distance(metres), x=end + 6, y=270)
    return element("g", bar, text, class_="scale")


def _legend(spots: list[Spot], illustration: Illustration) -> Html:
    """Return the names behind the numbers, with what was measured."""
    measured = {line.end: line.text for line in illustration.stretches}
    entries = (
        element("li", element("bdi", spot.name), _behind(measured.get(spot))) for spot in spots[1:]
    )
    return element("figcaption", element("ol", entries, class_="legend"))


def _behind(text: str | None) -> str | None:
    return None if text is None else f", {text}"
