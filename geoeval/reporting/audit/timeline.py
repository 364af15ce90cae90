"""A day by the clock: a row for each place, with opening hours, ways and stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.units import format_clock, format_duration
from geoeval.query.illustration import DayPlan, DayRow, Span
from geoeval.reporting.audit.labels import text_width
from geoeval.reporting.audit.markup import Html, element
from geoeval.reporting.safe import cut

WIDTH = 380.0
_HOUR = 3600
_DAY = 24 * _HOUR
_EDGE = 6.0
_TOP = 22.0
_ROW = 36.0
_BAR = 10.0
_FOOT = 18.0
_NEAR_S = 2 * _HOUR
_TICKS = 6
_STEPS_H = (1, 2, 3, 4, 6, 12, 24)
_NAME_COLUMNS = 32


class _Clock:
    """The axis of days: from which second to which, and where one stands."""

    def __init__(self, plans: Sequence[DayPlan]) -> None:
        self.clocked = all(plan.clocked for plan in plans)
        limits = [_limits(plan) for plan in plans]
        first, last = min(start for start, _ in limits), max(end for _, end in limits)
        self.start = floor(first / _HOUR) * _HOUR
        self.end = max(ceil(last / _HOUR) * _HOUR, self.start + _HOUR)

    def x(self, second: float) -> float:
        """Return where a second stands, at an edge if it is outside."""
        inside = min(max(second, self.start), self.end)
        return _EDGE + (inside - self.start) / (self.end - self.start) * (WIDTH - 2 * _EDGE)

    def ticks(self) -> Iterator[int]:
        """Yield the full hours to write."""
        hours = (self.end - self.start) // _HOUR
        step = next((s for s in _STEPS_H if hours / s <= _TICKS), _STEPS_H[-1]) * _HOUR
        yield from range(-(-self.start // step) * step, self.end + 1, step)

    def say(self, second: int) -> str:
        """Return a time by the clock, or since the start."""
        if not self.clocked:
            return f"{'−' if second < 0 else '+'}{format_duration(abs(second))}"
        return format_clock(second // 60 % DAY_MIN)

    def hour(self, second: int) -> str:
        """Return a full hour in as few letters as can be."""
        if not self.clocked:
            return f"{second // _HOUR:+} h"
        return self.say(second).replace(":00", "")


def draw_day(plan: DayPlan, beside: Sequence[DayPlan] = ()) -> Html:
    """Draw a day.

    Parameters
    ----------
    plan
        The day.
    beside
        Other days that it is compared with: all of them have the same axis.

    Returns
    -------
    Html
        An SVG: opening hours as pale bars, stays as solid ones, ways as thin lines, marks as
        dashed ones.
    """
    clock = _Clock([plan, *beside])
    foot = _TOP + _ROW * len(plan.rows)
    height = foot + (_FOOT if plan.marks else 4)
    return element(
        "svg",
        element("title", "Times of " + ", ".join(row.place for row in plan.rows[:6])),
        (_tick(clock, second, foot) for second in clock.ticks()),
        (
            part
            for number, row in enumerate(plan.rows)
            for part in _row(clock, row, _TOP + _ROW * number)
        ),
        (_mark(clock, second, text, foot) for second, text in plan.marks),
        class_="day",
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        role="img",
    )


def _limits(plan: DayPlan) -> Span:
    """Return the first and last second to show: all that happens, and hours close to it."""
    happens = [
        second for row in plan.rows for span in (row.way_s, row.stay_s) for second in span or ()
    ]
    marks = [second for second, _ in plan.marks]
    edges = [edge for row in plan.rows for span in row.open_s or () for edge in span]
    if not happens:
        last = max((edge for edge in edges if edge <= _DAY + _DAY // 4), default=_DAY)
        return 0, max(last, _DAY)
    first, last = min(happens + marks), max(happens + marks)
    near = [edge for edge in edges if first - _NEAR_S <= edge <= last + _NEAR_S]
    return min([first, *near]), max([last, *near])


def _row(clock: _Clock, row: DayRow, top: float) -> Iterator[Html]:
    """Yield the name of a place, its times and its bars."""
    said = _said(clock, row)
    middle = top + 22
    yield element("text", cut(row.place, _NAME_COLUMNS), class_="name", x=_EDGE, y=top + 12)
    yield element("text", said, class_="when", x=WIDTH - _EDGE, y=top + 12, text_anchor="end")
    if row.open_s is not None:
        yield element("path", class_="ground", d=f"M{_EDGE:g} {middle:g} H{WIDTH - _EDGE:g}")
    for span in row.open_s or ():
        if span[1] > clock.start and span[0] < clock.end:
            yield _bar(clock, span, middle, "open")
    if row.way_s is not None:
        start, end = map(clock.x, row.way_s)
        yield element("path", class_="way", d=f"M{start:.1f} {middle:g} H{end:.1f}")
    if row.stay_s is not None:
        yield _bar(clock, row.stay_s, middle, "stay" if _inside(row) else "stay outside")


def _inside(row: DayRow) -> bool:
    """Return whether a stay lies in the opening hours, where they are known."""
    if row.open_s is None or row.stay_s is None:
        return True
    start, end = row.stay_s
    return any(opens <= start and end <= closes for opens, closes in row.open_s)


def _said(clock: _Clock, row: DayRow) -> str:
    """Return the times of a row in words."""
    if row.stay_s is not None:
        start, end = row.stay_s
        return clock.say(start) if start == end else f"{clock.say(start)} – {clock.say(end)}"
    if row.way_s is not None:
        return clock.say(row.way_s[1])
    if not row.open_s:
        return "closed"
    if any(end - start >= _DAY for start, end in row.open_s):
        return "open all day"
    return ", ".join(f"{clock.say(start)} – {clock.say(end)}" for start, end in row.open_s)


def _bar(clock: _Clock, span: Span, middle: float, role: str) -> Html:
    start, end = map(clock.x, span)
    width = max(end - start, 2.0)
    return element(
        "rect", class_=role, x=start, y=middle - _BAR / 2, width=width, height=_BAR, rx=2.0
    )


def _tick(clock: _Clock, second: int, foot: float) -> Html:
    """Return a line at a full hour with the hour above it."""
    line = element("path", d=f"M{clock.x(second):.1f} {_TOP - 6:g} V{foot:g}")
    return element("g", line, _centred(clock, second, clock.hour(second), 12.0), class_="tick")


def _mark(clock: _Clock, second: int, text: str, foot: float) -> Html:
    """Return a line at a moment with its name and time below it."""
    line = element("path", d=f"M{clock.x(second):.1f} {_TOP - 6:g} V{foot + 2:g}")
    written = _centred(clock, second, f"{text} {clock.say(second)}", foot + 14)
    return element("g", line, written, class_="mark")


def _centred(clock: _Clock, second: int, text: str, y: float) -> Html:
    """Return a text around its moment, inside the picture."""
    half = text_width(text) / 2 + 1
    x = min(max(clock.x(second), half), WIDTH - half)
    return element("text", text, x=x, y=y, text_anchor="middle")
