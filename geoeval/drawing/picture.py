"""Pictures made of lines, bars, dots and texts, and their SVG.

The role of a shape determines its style. Styles refer to colours by name: a page defines the
colours for light and dark mode, a standalone file uses those of ``PALETTE``.
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
    # Safe for colour-blind readers (Okabe and Ito, 2008).
    "visit": "#0072b2",
    "travel": "#e69f00",
    "limit": "#d55e00",
    "idle": "#a6a6a6",
}


class Style(NamedTuple):
    """The style of a role: the names of its colours, and its line."""

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[int, ...] = ()
    opacity: float = 1.0

    def css(self, colour: Callable[[str], str]) -> str:
        """Return the CSS declarations of the style."""
        declarations = [f"fill: {colour(self.fill) if self.fill else 'none'}"]
        if self.stroke:
            declarations.append(f"stroke: {colour(self.stroke)}; stroke-width: {self.width:g}")
        if self.dash:
            declarations.append(f"stroke-dasharray: {' '.join(map(str, self.dash))}")
        if self.opacity < 1:
            declarations.append(f"{'fill-opacity' if self.fill else 'opacity'}: {self.opacity:g}")
        return "; ".join(declarations)


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
"""The styles of lines, bars and dots by role."""
TEXT_COLOURS: Final = {
    "measure": "soft",
    "north": "soft",
    "scale": "soft",
    "tick": "soft",
    "when": "soft",
    "mark": "bad",
    "breaks": "limit",
}
"""The colours of texts by role; texts of other roles have the colour "ink"."""


class Line(NamedTuple):
    """A polyline."""

    role: str
    points: Sequence[XY]

    def svg(self) -> str:
        """Return the line as an SVG element."""
        path = " L".join(f"{_number(x)} {_number(y)}" for x, y in self.points)
        return f'<path class="{self.role}" d="M{path}"/>'


class Bar(NamedTuple):
    """A rectangle."""

    role: str
    left: float
    top: float
    width: float
    height: float

    def svg(self) -> str:
        """Return the rectangle as an SVG element."""
        names = ("x", "y", "width", "height")
        attributes = " ".join(
            f'{name}="{_number(value)}"' for name, value in zip(names, self[1:], strict=True)
        )
        return f'<rect class="{self.role}" {attributes} rx="2"/>'


class Dot(NamedTuple):
    """A circle whose name shows on hover."""

    role: str
    x: float
    y: float
    radius: float = 4.0
    name: str = ""

    def svg(self) -> str:
        """Return the circle as an SVG element."""
        attributes = f'cx="{_number(self.x)}" cy="{_number(self.y)}" r="{_number(self.radius)}"'
        name = f"<title>{_escape_text(self.name)}</title>" if self.name else ""
        return f'<circle class="{self.role}" {attributes}>{name}</circle>'


class Text(NamedTuple):
    """A text whose start, end or middle is at a point."""

    role: str
    text: str
    x: float
    y: float
    anchor: Anchor = "start"

    def svg(self) -> str:
        """Return the text as an SVG element."""
        attributes = f'x="{_number(self.x)}" y="{_number(self.y)}" text-anchor="{self.anchor}"'
        return f'<text class="{self.role}" {attributes}>{_escape_text(self.text)}</text>'


Shape: TypeAlias = Line | Bar | Dot | Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Shapes in drawing order, the backmost first; ``kind`` is "map" or "day"."""

    kind: str
    width: float
    height: float
    title: str
    shapes: Sequence[Shape]

    def svg(self, attributes: str = "") -> str:
        """Return the picture as an SVG element for a page that includes ``style_rules``."""
        content = "\n".join(shape.svg() for shape in self.shapes)
        return (
            f'<svg class="{self.kind}" viewBox="0 0 {_number(self.width)} {_number(self.height)}"'
            f'{attributes} role="img">\n<title>{_escape_text(self.title)}</title>\n'
            f"{content}\n</svg>"
        )


class Svg(str):
    """An SVG document, displayed as a picture in notebooks."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def stack_pictures(pictures: Sequence[Picture]) -> Svg:
    """Return pictures one below the other as a standalone SVG document."""
    width = max(picture.width for picture in pictures)
    height = sum(picture.height for picture in pictures)
    size = f'width="{_number(width)}" height="{_number(height)}"'
    content, top = "", 0.0
    for picture in pictures:
        attributes = (
            f' y="{_number(top)}" width="{_number(picture.width)}" '
            f'height="{_number(picture.height)}"'
        )
        content += f"{picture.svg(attributes)}\n"
        top += picture.height
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_number(width)} '
        f'{_number(height)}">\n<style>\n{style_rules(PALETTE.__getitem__)}</style>\n'
        f'<rect {size} fill="{PALETTE["paper"]}"/>\n{content}</svg>\n'
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
    # An outline keeps names legible over lines.
    rules["svg.map text[class]"] = (
        f"paint-order: stroke; stroke: {colour('water')}; stroke-width: 3px; stroke-linejoin: round"
    )
    return "".join(f"{selector} {{ {declarations} }}\n" for selector, declarations in rules.items())


def _number(number: float) -> str:
    return f"{round(number, 2):g}"


def _escape_text(text: str) -> str:
    return escape(replace_unfit(text))
