"""Draw timelines: rows of activities along the clock, with one panel per day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from geoeval.drawing.labels import text_width
from geoeval.drawing.picture import Bar, Line, Picture, Shape, Text

Span: TypeAlias = tuple[int, int]
Moment: TypeAlias = tuple[int, str]

WIDTH = 380.0
_EDGE, _GAP = 6.0, 12.0
_ROW, _HEAD, _TEXT = 36.0, 22.0, 16.0
_MIN_WIDTH = 2.0  # so that activities without duration are visible
_HEIGHTS = {"travel": 4.0, "waiting": 4.0}  # of other roles: _HEIGHT
_HEIGHT = 10.0
_LINE_ROLES = {"way"}  # roles drawn as lines
SIGNS = {
    "booked": ((0.0, -9.0), (0.0, 9.0)),
    "tight": ((-5.0, 0.0), (0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)),
    "breaks": ((-5.0, -5.0), (5.0, 5.0), (0.0, 0.0), (5.0, -5.0), (-5.0, 5.0)),
}


class Stretch(NamedTuple):
    """An activity between two times."""

    role: str
    start: int
    end: int


class Row(NamedTuple):
    """The activities at a place; ``ground`` draws the line that opening hours lie on."""

    name: str
    times: str
    stretches: Sequence[Stretch]
    signs: Sequence[tuple[str, int]] = ()
    role: str = "name"
    ground: bool = False


class Day(NamedTuple):
    """A panel between two times, with labels above it and an optional heading."""

    start: int
    end: int
    ticks: Sequence[Moment]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class _Panel:
    day: Day
    left: float
    right: float

    def x(self, moment: float) -> float:
        share = (moment - self.day.start) / (self.day.end - self.day.start)
        return self.left + share * (self.right - self.left)

    def holds(self, moment: int) -> bool:
        return self.day.start <= moment <= self.day.end

    def text(self, role: str, text: str, moment: int, y: float, outside: float) -> Text:
        """Return a text centred at a time that extends at most ``outside`` beyond the panel."""
        half = text_width(text) / 2 + 1 - outside
        x = min(max(self.x(moment), self.left + half), self.right - half)
        return Text(role, text, x, y, "middle")


def draw_timeline(
    rows: Sequence[Row],
    days: Sequence[Day],
    *,
    marks: Sequence[Moment] = (),
    lines: Sequence[str] = (),
    legend: Sequence[tuple[str, str]] = (),
    width: float = WIDTH,
) -> Picture:
    """Draw rows: opening hours pale, stays solid, routes as lines, marked times dashed.

    ``lines`` are printed above the rows, the ``legend`` of roles below.
    """
    panels = list(_split_panels(days, width))
    top = _TEXT * (len(lines) + any(day.heading for day in days))
    foot = top + _HEAD + _ROW * len(rows)
    shapes: list[Shape] = [Text("line", t, _EDGE, 14 + _TEXT * n) for n, t in enumerate(lines)]
    shapes += _draw_body(rows, panels, marks, top, width)
    foot += 18 if marks else 4
    legend_shapes = list(_draw_legend(legend, foot, width))
    shapes += legend_shapes
    if legend_shapes:
        foot = max(shape.y for shape in legend_shapes if isinstance(shape, Text)) + 8
    title = f"Times of {', '.join(row.name for row in rows[:6])}"
    return Picture(kind="day", width=width, height=foot, title=title, shapes=shapes)


def round_ticks(start: int, end: int, steps: Sequence[int], most: int) -> list[int]:
    """Return the multiples of the first step that yields at most ``most`` between two times."""
    step = next((each for each in steps if end // each + -start // each < most), steps[-1])
    return list(range(-(-start // step) * step, end + 1, step))


def _split_panels(days: Sequence[Day], width: float) -> Iterator[_Panel]:
    room = width - 2 * _EDGE - _GAP * (len(days) - 1)
    scale = room / sum(day.end - day.start for day in days)
    left = _EDGE
    for day in days:
        right = left + (day.end - day.start) * scale
        yield _Panel(day, left, right)
        left = right + _GAP


def _draw_body(
    rows: Sequence[Row],
    panels: Sequence[_Panel],
    marks: Sequence[Moment],
    top: float,
    width: float,
) -> Iterator[Shape]:
    foot = top + _HEAD + _ROW * len(rows)
    for panel in panels:
        yield from _draw_axis(panel, top, foot)
    for number, row in enumerate(rows):
        yield from _draw_row(row, panels, top + _HEAD + _ROW * number, width)
    for panel in panels:
        yield from _draw_marks(panel, marks, top, foot)


def _draw_axis(panel: _Panel, top: float, foot: float) -> Iterator[Shape]:
    if panel.day.heading:
        middle = (panel.left + panel.right) / 2
        yield Text("tick", panel.day.heading, middle, top - 4, "middle")
    for moment, text in panel.day.ticks:
        yield Line("tick", [(panel.x(moment), top + 16), (panel.x(moment), foot)])
        yield panel.text("tick", text, moment, top + 12, _EDGE)


def _draw_marks(panel: _Panel, marks: Sequence[Moment], top: float, foot: float) -> Iterator[Shape]:
    for moment, text in marks:
        if panel.holds(moment):
            x = panel.x(moment)
            yield Line("mark", [(x, top + 16), (x, foot + 2)])
            yield panel.text("mark", text, moment, foot + 14, _EDGE)


def _draw_row(row: Row, panels: Sequence[_Panel], top: float, width: float) -> Iterator[Shape]:
    yield Text(row.role, row.name, _EDGE, top + 12)
    yield Text("when", row.times, width - 2 * _EDGE, top + 12, "end")
    middle = top + 22
    for panel in panels:
        if row.ground:
            yield Line("ground", [(panel.left, middle), (panel.right, middle)])
        for stretch in row.stretches:
            yield from _draw_bar(stretch, panel, middle)
        for sign, moment in row.signs:
            if panel.holds(moment):
                x = panel.x(moment)
                yield Line(sign, [(x + dx, middle + dy) for dx, dy in SIGNS[sign]])


def _draw_bar(stretch: Stretch, panel: _Panel, middle: float) -> Iterator[Shape]:
    start, end = max(stretch.start, panel.day.start), min(stretch.end, panel.day.end)
    if start > end or (start == end and stretch.start < stretch.end):
        return
    left, right = panel.x(start), panel.x(end)
    if stretch.role in _LINE_ROLES:
        yield Line(stretch.role, [(left, middle), (right, middle)])
    else:
        height = _HEIGHTS.get(stretch.role, _HEIGHT)
        yield Bar(stretch.role, left, middle - height / 2, max(right - left, _MIN_WIDTH), height)


def _draw_legend(legend: Sequence[tuple[str, str]], top: float, width: float) -> Iterator[Shape]:
    x, y = _EDGE, top + 14
    for role, text in legend:
        entry_width = 26 + text_width(text) + 12
        if x > _EDGE and x + entry_width > width:
            x, y = _EDGE, y + _TEXT
        if role in SIGNS:
            yield Line(role, [(x + 10 + dx, y - 4 + dy * 0.7) for dx, dy in SIGNS[role]])
        else:
            height = _HEIGHTS.get(role, _HEIGHT)
            yield Bar(role, x, y - 4 - height / 2, 20, height)
        yield Text("when", text, x + 26, y)
        x += entry_width
