"""Trips drawn, along the clock and on the map, in colours that everyone tells apart.

Needs the extra ``plot``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import accumulate, combinations, pairwise
from math import cos, hypot, pi, radians, remainder, sin
from os import PathLike, fspath
from textwrap import wrap
from typing import IO, Final, Literal, NamedTuple, TypeAlias
from unicodedata import category, east_asian_width
from warnings import catch_warnings, filterwarnings

from matplotlib import font_manager, rc_context, rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from geoeval.calculators.sphere.points import LatLon, check_point
from geoeval.errors import UsageError
from geoeval.planning.problem import TripProblem, day_of
from geoeval.planning.schedule import Breach, Timeline, slacks
from geoeval.planning.stop import Window
from geoeval.planning.words import Wording

STAY: Final = "#0072B2"
TRAVEL: Final = "#E69F00"
WAITING: Final = "#A6A6A6"
OPEN: Final = "#DCECF5"
LIMIT: Final = "#D55E00"
"""Colours told apart by people who are colour-blind, after Okabe and Ito (2008)."""

FROM_THE_LEFT: Final = "\N{LEFT-TO-RIGHT MARK}"
"""A mark that keeps numbers left of names in scripts that are written from the right."""
_UNFIT = {"Cc", "Cs", "Cn"}
_FONTS = (
    "DejaVu Sans",
    "Noto Sans",
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "IPAGothic",
    "WenQuanYi Zen Hei",
    "Hiragino Sans",
    "Yu Gothic",
    "Arial Unicode MS",
    "Noto Sans Arabic",
    "Noto Sans Devanagari",
    "Noto Sans Thai",
)


class Picture(Figure):
    """A matplotlib figure whose SVG is the same, byte by byte, each time that it is saved.

    SVG keeps words as text, so that whoever shows it finds fonts for every script.
    """

    def savefig(
        self,
        fname: str | PathLike[str] | IO[bytes] | IO[str],
        *,
        transparent: bool | None = None,
        **kwargs: object,
    ) -> None:
        """Write the picture to a file; see ``matplotlib.figure.Figure.savefig``."""
        ending = "" if not isinstance(fname, str | PathLike) else fspath(fname)
        kind = str(kwargs.get("format") or ending.rpartition(".")[2]).lower()
        if kind == "svg":
            given = kwargs.get("metadata")
            kwargs["metadata"] = {"Date": None} | (given if isinstance(given, dict) else {})
        with rc_context({"svg.hashsalt": "geoeval", "svg.fonttype": "none"}), catch_warnings():
            if kind == "svg":
                filterwarnings("ignore", message="Glyph .* missing from font")
            super().savefig(fname, transparent=transparent, **kwargs)

    def _repr_svg_(self) -> str:
        """Return what a notebook shows."""
        drawn = BytesIO()
        self.savefig(drawn, format="svg")
        return drawn.getvalue().decode()


def empty_picture(width_in: float, height_in: float) -> Picture:
    """Return a picture without anything in it, of a size in inches."""
    return Picture(figsize=(width_in, height_in), layout="constrained")


def write(texts: Iterable[Text]) -> None:
    """Have texts drawn as they are: no formulas, in fonts that know as many scripts as can be."""
    families = _known_fonts()
    for text in texts:
        text.set_parse_math(False)
        text.set_fontfamily(families)


def numbered(names: Iterable[str], width: int) -> list[str]:
    """Return names cut to a width with their numbers at the left, whatever way they are written."""
    return [
        f"{FROM_THE_LEFT}{number}  {fitted(name, width)}"
        for number, name in enumerate(names, start=1)
    ]


def fitted(name: str, width: int) -> str:
    """Return a name in one line, cut to a number of columns; wide letters take two."""
    line = "".join(
        "\N{REPLACEMENT CHARACTER}" if category(letter) in _UNFIT else letter
        for letter in " ".join(name.split())
    )
    ends = list(accumulate(2 if east_asian_width(letter) in "WF" else 1 for letter in line))
    if not ends or ends[-1] <= width:
        return line
    return line[: bisect_right(ends, width - 1)].rstrip() + "…"


def _known_fonts() -> list[str]:
    """Return the fonts to look for letters in, of those installed."""
    known = set(font_manager.get_font_names())
    return [*rcParams["font.family"], *(name for name in _FONTS if name in known)]


# Along the clock.

Activity = Literal["travel", "waiting", "stay"]
Sign: TypeAlias = Literal["booked", "no slack", "breaks a limit"]
Spot: TypeAlias = tuple[int, int]


class _Look(NamedTuple):
    """How a bar is drawn."""

    label: str
    colour: str
    height: float
    layer: int


_OPEN = _Look("open", OPEN, 0.9, 1)
_LOOKS: dict[Activity, _Look] = {
    "travel": _Look("on the way", TRAVEL, 0.3, 2),
    "waiting": _Look("waiting", WAITING, 0.3, 2),
    "stay": _Look("stay", STAY, 0.6, 2),
}
_SIGNS: dict[Sign, tuple[str, str, str, float]] = {
    "booked": ("|", "black", "black", 16),
    "no slack": ("D", "black", "white", 6),
    "breaks a limit": ("X", LIMIT, "white", 11),
}
_NAME_COLUMNS, _TITLE_COLUMNS_PER_IN, _TITLE_LINES = 30, 9.5, 2
_WIDTH_IN, _DAY_IN, _ROW_IN, _REST_IN = 10.0, 3.2, 0.34, 1.4
_MARKS = 8
_SECONDS_PER_UNIT = {"second": 1, "minute": 60}
_ROUND = [figure * 10**power for power in range(15) for figure in (1, 2, 5)]
_STEPS_S = [
    *(60 * minutes for minutes in (15, 30, 60, 120, 180, 240, 360, 480, 720)),
    *(86_400 * days for days in _ROUND),
]


class Bar(NamedTuple):
    """What is done between two ticks, in the row of a stop or, behind all stops, of the end."""

    row: int
    activity: Activity
    begins: int
    ends: int


def plot_timeline(
    timeline: Timeline, problem: TripProblem, wording: Wording | None = None
) -> Picture:
    """Draw an order as it happens: a row for each stop, a panel for each day; nights are left out.

    Pale: the windows of a stop. A diamond: the stay cannot begin later with the rest kept. What an
    order breaks is marked, and what breaks first stands in the title.
    """
    words = wording or Wording(problem)
    parts = panels(timeline, problem)
    rows = len(timeline.calls) + (timeline.back is not None)
    width = max(_WIDTH_IN, 4 + _DAY_IN * len(parts))
    picture = empty_picture(width, _REST_IN + _ROW_IN * max(rows, 1))
    spans = [last - first for first, last in parts]
    axes = picture.subplots(
        ncols=len(parts), sharey=True, squeeze=False, width_ratios=spans, gridspec_kw={"wspace": 0}
    )[0]
    most = max(2, round(_MARKS / len(parts) ** 0.5))
    for number, (panel, part) in enumerate(zip(axes, parts, strict=True), start=1):
        _draw(panel, timeline, problem, part)
        ticks = marks(*part, problem, most)
        panel.set_xticks(ticks, [_brief(words.at(tick)) for tick in ticks])
        write(panel.get_xticklabels())
        if len(parts) > 1:
            panel.set_title(f"day {number}", fontsize="small")
    axes[0].set_ylim(max(rows, 1) - 0.4, -0.6)
    _name(axes[0], timeline, problem, words)
    _write_times(axes[-1], timeline, words)
    columns = int(width * _TITLE_COLUMNS_PER_IN)
    lines = wrap(_title(timeline, words), columns, max_lines=_TITLE_LINES, placeholder="…")
    title = "\n".join(fitted(line, columns) for line in lines)
    write([picture.suptitle(title, x=0.01, ha="left", fontsize="medium")])
    handles = _handles(timeline, problem, parts)
    picture.legend(
        handles=handles,
        loc="outside lower center",
        ncols=len(handles),
        fontsize="small",
        frameon=False,
    )
    return picture


def _draw(panel: Axes, timeline: Timeline, problem: TripProblem, part: tuple[int, int]) -> None:
    begins, ends = part
    margin = (ends - begins) / 100
    panel.set_xlim(begins - margin, ends + margin)

    def draw(row: int, first: int, last: int, look: _Look) -> None:
        first, last = max(first, begins), min(last, ends)
        if first < last:
            panel.barh(row, last - first, look.height, first, color=look.colour, zorder=look.layer)

    for row, call in enumerate(timeline.calls):
        windows = problem.stops[call.stop].windows
        for window in (Window(begins, ends),) if windows is None else windows:
            draw(row, window.opens, window.closes, _OPEN)
    for bar in bars(timeline, problem):
        draw(bar.row, bar.begins, bar.ends, _LOOKS[bar.activity])
    for sign, spots in _signs(timeline, problem).items():
        panel.add_line(_sign(sign, [spot for spot in spots if begins <= spot[1] <= ends]))
    limit = problem.limit(timeline.depart)
    if limit is not None and begins <= limit <= ends:
        panel.axvline(limit, color=LIMIT, linestyle="--", zorder=3)
    panel.grid(axis="x", color="#D8D8D8", linewidth=0.6)
    panel.set_axisbelow(True)
    panel.tick_params(axis="both", length=0, labelsize="small")
    panel.spines[:].set_visible(False)


def _name(panel: Axes, timeline: Timeline, problem: TripProblem, words: Wording) -> None:
    """Write the names of the stops at the left, those that break a limit in its colour."""
    names = numbered(map(words.stop, timeline.order), _NAME_COLUMNS)
    if timeline.back is not None and problem.end is not None:
        names.append(fitted(words.place(problem.end), _NAME_COLUMNS))
    panel.set_yticks(range(len(names)), names)
    labels = panel.get_yticklabels()
    write(labels)
    for row, _ in _broken(timeline):
        labels[row].set_color(LIMIT)


def _write_times(panel: Axes, timeline: Timeline, words: Wording) -> None:
    """Write at the right from when to when each stay lasts, and when the end is reached."""
    times = [f"{_brief(words.at(c.start))} – {_brief(words.at(c.end))}" for c in timeline.calls]
    if timeline.back is not None:
        times.append(_brief(words.at(timeline.finish)))
    right = panel.secondary_yaxis("right")
    right.set_yticks(range(len(times)), times)
    write(right.get_yticklabels())
    right.tick_params(length=0, labelsize="small")
    right.spines[:].set_visible(False)


def _title(timeline: Timeline, words: Wording) -> str:
    """Say what breaks first, or else how long everything takes."""
    if timeline.first_broken is not None:
        return f"breaks first: {words.breach(timeline.first_broken)}"
    parts = [
        f"{words.at(timeline.depart)} to {words.at(timeline.finish)}",
        f"on the way {words.length(timeline.travel)}",
        f"waiting {words.length(timeline.waiting)}",
    ]
    return ", ".join(parts)


def _signs(timeline: Timeline, problem: TripProblem) -> dict[Sign, list[Spot]]:
    """Return the (row, tick) where each sign stands."""
    calls = timeline.calls
    booked = ((row, problem.stops[call.stop].starts_at) for row, call in enumerate(calls))
    left: tuple[int | None, ...] = ()
    if timeline.feasible and len(problem.days) < 2 and problem.waiting:
        left = slacks(timeline.order, replace(problem, depart=timeline.depart))
    return {
        "booked": [(row, tick) for row, tick in booked if tick is not None],
        "no slack": [(row, calls[row].start) for row, slack in enumerate(left) if slack == 0],
        "breaks a limit": _broken(timeline),
    }


def _broken(timeline: Timeline) -> list[Spot]:
    """Return the (row, tick) of what is broken; a stop that is left out has none."""
    rows = {call.stop: row for row, call in enumerate(timeline.calls)}
    spots = []
    for breach in timeline.breaches:
        if breach.stop is None:
            row = len(rows) - (timeline.back is None)
            spots.append((row, timeline.finish))
        elif breach.stop in rows:
            row = rows[breach.stop]
            spots.append((row, _tick(breach, timeline)))
    return [spot for spot in spots if spot[0] >= 0]


def _tick(breach: Breach, timeline: Timeline) -> int:
    """Return when a stop breaks a limit."""
    call = next(call for call in timeline.calls if call.stop == breach.stop)
    return call.end if breach.kind in {"closing", "deadline", "budget"} else call.start


def _sign(sign: Sign, spots: list[Spot]) -> Line2D:
    marker, colour, edge, size = _SIGNS[sign]
    return Line2D(
        [tick for _, tick in spots],
        [row for row, _ in spots],
        linestyle="",
        marker=marker,
        color=colour,
        markeredgecolor=edge,
        markersize=size,
        zorder=4,
        label=sign,
    )


def _handles(
    timeline: Timeline, problem: TripProblem, parts: tuple[tuple[int, int], ...]
) -> list[Artist]:
    """Return what the legend explains: only what is there."""
    drawn = {bar.activity for bar in bars(timeline, problem)}
    looks = [_OPEN, *(look for activity, look in _LOOKS.items() if activity in drawn)]
    handles: list[Artist] = [Patch(color=look.colour, label=look.label) for look in looks]
    handles += [
        _sign(sign, spots[:0]) for sign, spots in _signs(timeline, problem).items() if spots
    ]
    limit = problem.limit(timeline.depart)
    if limit is not None and any(begins <= limit <= ends for begins, ends in parts):
        handles.append(Line2D([], [], color=LIMIT, linestyle="--", label="deadline"))
    return handles


def _brief(moment: str) -> str:
    """Return a moment without what is said of the day, which the panel tells."""
    return moment.partition(" (")[0]


def bars(timeline: Timeline, problem: TripProblem) -> list[Bar]:
    """Return what a trip consists of, in the order of time, without what takes no time.

    The leg to a stop is in the row of the stop, the leg back to the hotel at night in the row
    of the stop before.
    """
    return [bar for bar in _all_bars(timeline, problem) if bar.begins < bar.ends]


def panels(timeline: Timeline, problem: TripProblem) -> tuple[tuple[int, int], ...]:
    """Return the ticks from which to which to draw: each day of several, or else one day.

    A deadline is taken in if it lies no farther behind the finish than the trip is long.
    """
    ticks = [timeline.depart, timeline.finish]
    ticks += [tick for call in timeline.calls for tick in (call.arrival, call.start, call.end)]
    begins, ends = min(ticks), max(ticks)
    limit = problem.limit(timeline.depart)
    if limit is not None and ends < limit <= ends + (ends - begins):
        ends = limit
    if len(problem.days) < 2:
        return ((begins, max(ends, begins + 1)),)
    days = problem.days[: day_of(problem, timeline.finish) + 1]
    edges = [max(first, begins) for first, _ in days[:1]] + [first for first, _ in days[1:]]
    lasts = [last for _, last in days[:-1]] + [max(days[-1][1], timeline.finish)]
    return tuple(zip(edges, lasts, strict=True))


def marks(begins: int, ends: int, problem: TripProblem, most: int) -> list[int]:
    """Return the ticks to be labelled on an axis: whole hours, days or round numbers."""
    each = problem.ticks_per_unit
    if problem.unit in _SECONDS_PER_UNIT:
        steps = [s * each // _SECONDS_PER_UNIT[problem.unit] for s in _STEPS_S]
    else:
        steps = [each * number for number in _ROUND]
    step = next((s for s in steps if ends // s + -begins // s < most), steps[-1])
    return list(range(-(-begins // step) * step, ends + 1, step))


def _all_bars(timeline: Timeline, problem: TripProblem) -> Iterator[Bar]:
    """Yield what a trip consists of, with bars that take no time."""
    now = timeline.depart
    for row, call in enumerate(timeline.calls):
        yield from _going(row, now, call.leaves, call.arrival, timeline, problem)
        yield Bar(row, "waiting", call.arrival, call.start)
        yield Bar(row, "stay", call.start, call.end)
        now = call.end
    if timeline.back is not None:
        leaves = timeline.finish - timeline.back
        row = len(timeline.calls)
        yield from _going(row, now, leaves, timeline.finish, timeline, problem)


def _going(
    row: int, now: int, leaves: int, arrives: int, timeline: Timeline, problem: TripProblem
) -> Iterator[Bar]:
    """Yield a leg, with the waiting before it or else the evening at the end of the day."""
    if day_of(problem, leaves) == day_of(problem, now):
        yield Bar(row, "waiting", now, leaves)
    elif row:
        assert problem.origin is not None, "checked by the problem"
        place = problem.place(timeline.calls[row - 1].stop)
        ride = problem.travel.ride(place, problem.origin, now)
        if ride is not None:
            yield Bar(row - 1, "waiting", now, ride.leaves)
            yield Bar(row - 1, "travel", *ride)
    yield Bar(row, "travel", leaves, arrives)


# On the map.

Point: TypeAlias = tuple[float, float]

_MAP_NAME_COLUMNS = 32
_MAP_WIDTH_IN, _MAP_HEIGHT_IN, _LINE_IN = 9.0, 5.0, 0.23
_MAP_SHARE = 0.62  # of the width; the names stand in the rest
# Numbers are so far apart, as a part of the map: a little more than the width of their circles.
_APART = 0.055
_ROUNDS = 300  # of pushing numbers apart at most; 20 stops at one place need 16


def plot_route(
    timeline: Timeline,
    problem: TripProblem,
    coordinates: Sequence[LatLon],
    wording: Wording | None = None,
) -> Picture:
    """Sketch where a trip leads: numbers joined by arrows, north up and to scale, names beside.

    Where numbers would hide each other they are moved apart; a dot then marks the place. Longitudes
    are shortened by the cosine of the middle latitude: true enough for a town, not for a continent.
    """
    words = wording or Wording(problem)
    names = numbered(map(words.stop, timeline.order), _MAP_NAME_COLUMNS)
    height = max(_MAP_HEIGHT_IN, 1 + _LINE_IN * (len(names) + 2))
    picture = empty_picture(_MAP_WIDTH_IN, height)
    chart, beside = picture.subplots(ncols=2, width_ratios=(_MAP_SHARE, 1 - _MAP_SHARE))
    _draw_map(chart, timeline, problem, _projected(coordinates, problem))
    beside.set(xlim=(0, 1), ylim=(2 - height / _LINE_IN, 1))
    for line, name in enumerate(names):
        beside.text(0, -line, name, va="center", fontsize="small")
    ends = [label for label, place, _ in _ends(problem) if place is not None]
    for line, label in enumerate(ends, start=len(names)):
        beside.text(0, -line, label, va="center", fontsize="small", color=LIMIT)
    for axes in (chart, beside):
        axes.set_axis_off()
    write(beside.texts)
    return picture


def _projected(coordinates: Sequence[LatLon], problem: TripProblem) -> list[Point]:
    """Return the places on the plane, as degrees of latitude."""
    if len(coordinates) != problem.travel.size:
        message = (
            f"expected coordinates of the {problem.travel.size} places of the travel matrix, "
            f"got {len(coordinates)}"
        )
        raise UsageError(message)
    known = [check_point(point) for point in coordinates]
    if not known:
        return []
    lats = [lat for lat, _ in known]
    scale = cos(radians((min(lats) + max(lats)) / 2))
    return [(remainder(lon - known[0][1], 360) * scale, lat) for lat, lon in known]


def _ends(problem: TripProblem) -> tuple[tuple[str, int | None, str], ...]:
    """Return what the ends of a trip are called, their places and how they are marked."""
    if problem.origin == problem.end:
        return (("■  start and end", problem.origin, "s"),)
    return ("■  start", problem.origin, "s"), ("◆  end", problem.end, "D")


def _draw_map(chart: Axes, timeline: Timeline, problem: TripProblem, points: list[Point]) -> None:
    """Draw arrows, ends and numbers."""
    stops = [points[problem.place(stop)] for stop in timeline.order]
    ends = [(points[place], sign) for _, place, sign in _ends(problem) if place is not None]
    numbers = stops
    if stops or ends:
        numbers, corners = _spread(stops, [point for point, _ in ends])
        chart.set(xlim=corners[0], ylim=corners[1], aspect="equal")
    for point, sign in ends:
        chart.plot(*point, sign, color=LIMIT, markersize=11, zorder=2)
    for place, spot in zip(stops, numbers, strict=True):
        if spot != place:
            chart.plot(*zip(place, spot, strict=True), color=STAY, linewidth=0.8, zorder=2)
            chart.plot(*place, ".", color=STAY, markersize=5, zorder=2)
    arrow = {"arrowstyle": "-|>", "color": TRAVEL, "shrinkA": 8, "shrinkB": 8, "linewidth": 1.6}
    for first, second in pairwise(_path(timeline, problem, points, numbers)):
        if first != second:
            chart.annotate("", second, first, arrowprops=arrow, zorder=1)
    for number, spot in enumerate(numbers, start=1):
        chart.plot(*spot, "o", color=STAY, markersize=15, zorder=3)
        chart.text(*spot, str(number), color="white", ha="center", va="center", fontsize="small")


def _spread(stops: list[Point], ends: list[Point]) -> tuple[list[Point], list[Point]]:
    """Return where numbers stand, and the limits of both axes that hold them all."""
    numbers, margin = stops, 1 + 2 * _APART
    for _ in range(3):
        east, north = zip(*numbers, *stops, *ends, strict=True)
        middle = [(min(axis) + max(axis)) / 2 for axis in (east, north)]
        half = margin * max(max(axis) - min(axis) for axis in (east, north)) / 2 or 1.0
        numbers = _apart(stops, ends, 2 * half * _APART)
    return numbers, [(centre - half, centre + half) for centre in middle]


def _path(
    timeline: Timeline, problem: TripProblem, points: list[Point], numbers: list[Point]
) -> list[Point]:
    """Return what the arrows join: the ends, the numbers, and the hotel at night."""
    hotel = [] if problem.origin is None else [points[problem.origin]]
    path, now = list(hotel), timeline.depart
    for call, spot in zip(timeline.calls, numbers, strict=True):
        if day_of(problem, call.leaves) > day_of(problem, now):
            path += hotel
        path.append(spot)
        now = call.end
    return path if problem.end is None else [*path, points[problem.end]]


def _apart(points: list[Point], fixed: list[Point], distance: float) -> list[Point]:
    """Move points away from each other and from fixed ones, until none are closer if possible."""
    spots = [*points, *fixed]
    for _ in range(_ROUNDS):
        still = True
        for i, j in combinations(range(len(spots)), 2):
            (ax, ay), (bx, by) = spots[i], spots[j]
            gap = hypot(ax - bx, ay - by)
            if gap > distance * 0.99 or i >= len(points):
                continue
            still = False
            angle = pi * (3 - 5**0.5) * j
            east, north = ((ax - bx) / gap, (ay - by) / gap) if gap else (cos(angle), sin(angle))
            push = distance - gap
            if j < len(points):
                push /= 2
                spots[j] = bx - push * east, by - push * north
            spots[i] = ax + push * east, ay + push * north
        if still:
            break
    return spots[: len(points)]
