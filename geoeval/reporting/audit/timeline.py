"""A day by the clock: a row for each place, with opening hours, ways and stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.units import format_clock, format_duration
from geoeval.query.values import DayPlan, DayRow, Span
from geoeval.reporting.audit.map import text_width
from geoeval.reporting.audit.markup import draw

WIDTH = 380.0
_HOUR = 3600
_DAY = 24 * _HOUR
_EDGE = 6.0
_NEAR_S = 2 * _HOUR
_TICKS = 6
_STEPS_H = (1, 2, 3, 4, 6, 12, 24)


class _Clock:
    """The axis of days: from which second to which, and where each lies."""

    def __init__(self, plans: Sequence[DayPlan]) -> None:
        self.clocked = all(plan.clocked for plan in plans)
        limits = [_limits(plan) for plan in plans]
        self.start = floor(min(first for first, _ in limits) / _HOUR) * _HOUR
        self.end = max(ceil(max(last for _, last in limits) / _HOUR) * _HOUR, self.start + _HOUR)

    def x(self, second: float) -> float:
        """Return where a second lies, at an edge if it is outside."""
        inside = min(max(second, self.start), self.end)
        return _EDGE + (inside - self.start) / (self.end - self.start) * (WIDTH - 2 * _EDGE)

    def ticks(self) -> Iterator[tuple[float, float, str]]:
        """Yield the full hours to write: where each lies, where its text does, and the text."""
        hours = (self.end - self.start) // _HOUR
        step = next((s for s in _STEPS_H if hours / s <= _TICKS), _STEPS_H[-1]) * _HOUR
        for second in range(-(-self.start // step) * step, self.end + 1, step):
            hour = self.say(second).replace(":00", "")
            yield self.centred(second, hour if self.clocked else f"{second // _HOUR:+} h")

    def say(self, second: int) -> str:
        """Return a time by the clock, or since the start."""
        if not self.clocked:
            return f"{'−' if second < 0 else '+'}{format_duration(abs(second))}"
        return format_clock(second // 60 % DAY_MIN)

    def span(self, span: Span) -> str:
        return f"{self.say(span[0])} – {self.say(span[1])}"

    def centred(self, second: int, text: str) -> tuple[float, float, str]:
        half = text_width(text) / 2 + 1
        x = self.x(second)
        return x, min(max(x, half), WIDTH - half), text


def draw_day(plan: DayPlan, beside: Sequence[DayPlan] = ()) -> str:
    """Draw a day on the same axis as those ``beside`` it, with which it is compared.

    Opening hours are pale bars, stays solid ones, ways thin lines, marks dashed ones.
    """
    clock = _Clock([plan, *beside])
    marks = [clock.centred(second, f"{text} {clock.say(second)}") for second, text in plan.marks]
    return draw(
        "pictures.html",
        "day",
        rows=[(row, _said(clock, row), list(_bars(clock, row))) for row in plan.rows],
        ticks=list(clock.ticks()),
        marks=marks,
    )


def _limits(plan: DayPlan) -> Span:
    """Return the first and last second to show: all that happens, and hours close to it."""
    happens = [
        second for row in plan.rows for span in (row.way_s, row.stay_s) for second in span or ()
    ]
    edges = [edge for row in plan.rows for span in row.open_s or () for edge in span]
    if not happens:
        last = max((edge for edge in edges if edge <= _DAY + _DAY // 4), default=_DAY)
        return 0, max(last, _DAY)
    happens += [second for second, _ in plan.marks]
    first, last = min(happens), max(happens)
    near = [edge for edge in edges if first - _NEAR_S <= edge <= last + _NEAR_S]
    return min([first, *near]), max([last, *near])


def _bars(clock: _Clock, row: DayRow) -> Iterator[tuple[str, float, float]]:
    """Yield the opening hours, the way and the stay of a row: what it is, its start and its end."""
    for start, end in row.open_s or ():
        if end > clock.start and start < clock.end:
            yield "open", clock.x(start), clock.x(end)
    for role, span in (("way", row.way_s), (_stay(row), row.stay_s)):
        if span is not None:
            yield role, clock.x(span[0]), clock.x(span[1])


def _stay(row: DayRow) -> str:
    """Return the class of a stay: outside the opening hours it stands out."""
    if row.open_s is None or row.stay_s is None:
        return "stay"
    start, end = row.stay_s
    inside = any(opens <= start and end <= closes for opens, closes in row.open_s)
    return "stay" if inside else "stay outside"


def _said(clock: _Clock, row: DayRow) -> str:
    if row.stay_s is not None:
        start, end = row.stay_s
        return clock.say(start) if start == end else clock.span(row.stay_s)
    if row.way_s is not None:
        return clock.say(row.way_s[1])
    if not row.open_s:
        return "closed"
    if any(end - start >= _DAY for start, end in row.open_s):
        return "open all day"
    return ", ".join(map(clock.span, row.open_s))
