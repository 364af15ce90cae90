"""A small map of the places that a derivation used, drawn from their coordinates alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from geoeval.calculators.units import format_distance
from geoeval.query.illustration import Illustration, Spot, Stretch
from geoeval.reporting.audit.labels import Label, Labels, short
from geoeval.reporting.audit.markup import Html, element
from geoeval.reporting.audit.projection import Projection, fit, great_circle, round_length

WIDTH, HEIGHT = 380.0, 270.0
_MARGIN = 36.0
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
    room = Labels(centres, WIDTH, HEIGHT - 18)
    labels = [room.beside(text, centre) for text, centre in zip(texts, centres, strict=True)]
    drawn = element(
        "svg",
        element("title", f"Map of {', '.join(spot.name for spot in spots[:_NAMED])}"),
        _circle(projection(spots[0].location), radius / projection.metres) if radius else None,
        None if radius else (_line(line, projection) for line in illustration.stretches),
        (_dot(spot, projection, _role(spot, spots, illustration, marked)) for spot in spots),
        [_text(label) for label in labels],
        [_text(label, "measure") for label in _measures(illustration, projection, room)],
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


def _text(label: Label, role: str | None = None) -> Html:
    return element("text", label.text, class_=role, x=label.x, y=label.y, text_anchor=label.anchor)


def _measures(illustration: Illustration, projection: Projection, room: Labels) -> Iterator[Label]:
    """Yield what was measured, on each line, if there are few."""
    said: dict[tuple[Spot, Spot], list[str]] = {}
    for line in illustration.stretches:
        said.setdefault((line.start, line.end), []).append(line.text)
    if len(said) <= _MEASURED:
        for (start, end), texts in said.items():
            way = great_circle(start.location, end.location)
            yield room.along(", ".join(texts), [projection(point) for point in way])


def _north() -> Html:
    x = WIDTH - 14
    arrow = element("path", d=f"M{x:g} 24 V8 M{x - 4:g} 13 L{x:g} 7 L{x + 4:g} 13")
    letter = element("text", "N", x=x, y=37.0, text_anchor="middle")
    return element("g", arrow, letter, class_="north")


def _scale(projection: Projection) -> Html | None:
    """Return a bar of a round length, if the map is small enough to have one scale."""
    if projection.metres * WIDTH > _SCALED_TO_M:
        return None
    metres = round_length(projection.metres * WIDTH * 0.3)
    end = 12 + metres / projection.metres
    base = HEIGHT - 12
    bar = element("path", d=f"M12 {base - 4:g} V{base:g} H{end:.1f} V{base - 4:g}")
    text = element("text", format_distance(metres), x=end + 6, y=base + 2)
    return element("g", bar, text, class_="scale")


def _legend(spots: list[Spot], illustration: Illustration) -> Html:
    """Return the names behind the numbers, with what was measured."""
    measured = {line.end: line.text for line in illustration.stretches}
    entries = (
        element("li", element("bdi", spot.name), " ", element("span", measured.get(spot)))
        for spot in spots[1:]
    )
    return element("figcaption", element("ol", entries, class_="legend"))
