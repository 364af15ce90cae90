"""Pictures of lines, bars, dots and texts, and their SVG.

The role of a shape sets its style. The colours of roles are names: a page defines them, in light
and dark; a separate file has those of ``PALETTE``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple, TypeAlias

from geoeval.drawing.labels import XY, Anchor, replace_unfit

PALETTE: Final = {
    "ink": "#1d2129",
    "soft": "#5a6270",
    "line": "#dedbd4",
    "paper": "#fff",
    "water": "#f4f6f3",
    "link": "#0b57a4",
    "good": "#1f6f43",
    "bad": "#b3261e",
    "key": "#5a6270",
    "open": "#d9e7f5",
    # Colours safe for colour-blind readers, after Okabe and Ito (2008).
    "visit": "#0072b2",
    "travel": "#e69f00",
    "limit": "#d55e00",
    "idle": "#a6a6a6",
}


class Style(NamedTuple):
    """The look of a role: the names of its colours, and its line."""

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[int, ...] = ()
    opacity: float = 1.0

    def css(self, colour: Callable[[str], str]) -> str:
        """Return the declarations of a style."""
        declared = [f"fill: {colour(self.fill) if self.fill else 'none'}"]
        if self.stroke:
            declared.append(f"stroke: {colour(self.stroke)}; stroke-width: {self.width:g}")
        if self.dash:
            declared.append(f"stroke-dasharray: {' '.join(map(str, self.dash))}")
        if self.opacity < 1:
            declared.append(f"{'fill-opacity' if self.fill else 'opacity'}: {self.opacity:g}")
        return "; ".join(declared)


STYLES: Final = {
    "radius": Style("open", "link", opacity=0.55),
    "stretch": Style(stroke="soft", dash=(3, 3), opacity=0.7),
    "keyed": Style(stroke="key", width=1.5, dash=(5, 3)),
    "spot": Style("link", "paper"),
    "answer": Style("good", "paper", 1.5),
    "key": Style("water", "key", 2),
    "from": Style("ink", "paper", 1.5),
    "north": Style(stroke="soft", width=1.2),
    "scale": Style(stroke="soft", width=1.2),
    "leg": Style(stroke="travel", width=1.6),
    "arrow": Style("travel"),
    "tick": Style(stroke="line"),
    "ground": Style(stroke="line", width=2),
    "open": Style("open"),
    "way": Style(stroke="soft", width=2, dash=(2, 2)),
    "stay": Style("good"),
    "stay outside": Style("bad"),
    "mark": Style(stroke="bad", width=1.5, dash=(4, 3)),
    "travel": Style("travel"),
    "waiting": Style("idle"),
    "visit": Style("visit", "paper", 0.5),
    "booked": Style(stroke="ink", width=2),
    "tight": Style("ink", "paper"),
    "breaks": Style(stroke="limit", width=3),
}
"""How lines, bars and dots look, by role."""
TEXT_COLOURS: Final = {
    "measure": "soft",
    "north": "soft",
    "scale": "soft",
    "tick": "soft",
    "when": "soft",
    "mark": "bad",
    "breaks": "limit",
}
"""The colours of texts by role, "ink" for any other."""


class Line(NamedTuple):
    """A line of points."""

    role: str
    points: Sequence[XY]

    def svg(self) -> str:
        """Return the line as an element."""
        path = " L".join(f"{_to_text(x)} {_to_text(y)}" for x, y in self.points)
        return f'<path class="{self.role}" d="M{path}"/>'


class Bar(NamedTuple):
    """A rectangle."""

    role: str
    left: float
    top: float
    width: float
    height: float

    def svg(self) -> str:
        """Return the rectangle as an element."""
        names = ("x", "y", "width", "height")
        place = " ".join(
            f'{name}="{_to_text(at)}"' for name, at in zip(names, self[1:], strict=True)
        )
        return f'<rect class="{self.role}" {place} rx="2"/>'


class Dot(NamedTuple):
    """A circle; its name shows on hover."""

    role: str
    x: float
    y: float
    radius: float = 4.0
    name: str = ""

    def svg(self) -> str:
        """Return the circle as an element."""
        place = f'cx="{_to_text(self.x)}" cy="{_to_text(self.y)}" r="{_to_text(self.radius)}"'
        name = f"<title>{_escape_text(self.name)}</title>" if self.name else ""
        return f'<circle class="{self.role}" {place}>{name}</circle>'


class Text(NamedTuple):
    """A text with its start, end or middle at a point."""

    role: str
    text: str
    x: float
    y: float
    anchor: Anchor = "start"

    def svg(self) -> str:
        """Return the text as an element."""
        place = f'x="{_to_text(self.x)}" y="{_to_text(self.y)}" text-anchor="{self.anchor}"'
        return f'<text class="{self.role}" {place}>{_escape_text(self.text)}</text>'


Shape: TypeAlias = Line | Bar | Dot | Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Shapes, the first at the back; ``kind`` is "map" or "day"."""

    kind: str
    width: float
    height: float
    title: str
    shapes: Sequence[Shape]

    def svg(self, place: str = "") -> str:
        """Return the picture as an element of a page that has ``style_rules``."""
        drawn = "\n".join(shape.svg() for shape in self.shapes)
        return (
            f'<svg class="{self.kind}" viewBox="0 0 {_to_text(self.width)} {_to_text(self.height)}"'
            f'{place} role="img">\n<title>{_escape_text(self.title)}</title>\n{drawn}\n</svg>'
        )


class Svg(str):
    """An SVG document, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def stack_pictures(pictures: Sequence[Picture]) -> Svg:
    """Return pictures one below the other as a document without a style sheet."""
    width, height = max(each.width for each in pictures), sum(each.height for each in pictures)
    size = f'width="{_to_text(width)}" height="{_to_text(height)}"'
    drawn, top = "", 0.0
    for each in pictures:
        place = (
            f' y="{_to_text(top)}" width="{_to_text(each.width)}" height="{_to_text(each.height)}"'
        )
        drawn += f"{each.svg(place)}\n"
        top += each.height
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_to_text(width)} '
        f'{_to_text(height)}">\n<style>\n{style_rules(PALETTE.__getitem__)}</style>\n'
        f'<rect {size} fill="{PALETTE["paper"]}"/>\n{drawn}</svg>\n'
    )


def style_rules(colour: Callable[[str], str]) -> str:
    """Return the style sheet of pictures; ``colour`` maps the name of a colour to CSS."""
    rules = {f"svg .{role.replace(' ', '.')}": style.css(colour) for role, style in STYLES.items()}
    rules["svg text"] = (
        f"fill: {colour('ink')}; stroke: none; "
        'font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; '
        "font-variant-numeric: tabular-nums"
    )
    rules |= {
        f"svg text.{role}": f"fill: {colour(name)}; stroke: none"
        for role, name in TEXT_COLOURS.items()
    }
    rules["svg text.measure"] += "; font-weight: 600"
    # Names are read over lines.
    rules["svg.map text[class]"] = (
        f"paint-order: stroke; stroke: {colour('water')}; stroke-width: 3px; stroke-linejoin: round"
    )
    return "".join(f"{selector} {{ {declared} }}\n" for selector, declared in rules.items())


def _to_text(number: float) -> str:
    return f"{round(number, 2):g}"


def _escape_text(text: str) -> str:
    return escape(replace_unfit(text))
