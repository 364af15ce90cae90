"""A trip drawn along the clock: opening windows, legs, waiting and stays, a row for each stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap
from typing import Literal, NamedTuple, TypeAlias

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from geoeval.planning.pictures.picture import (
    LIMIT,
    OPEN,
    STAY,
    TRAVEL,
    WAITING,
    Picture,
    empty_picture,
    fitted,
    numbered,
    write,
)
from geoeval.planning.problem import TripProblem, day_of
from geoeval.planning.schedule import Breach, Timeline, slacks
from geoeval.planning.stop import Window
from geoeval.planning.words import Wording

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
    r"""Draw an order as it happens.

    A row for each stop in the order of the trip, its name at the left, its stay by the clock at
    the right. Pale: its windows. A diamond: the stay cannot begin later with the rest kept. What
    an order breaks is marked, and what breaks first stands in the title. Each of several days is
    a panel of its own; nights are left out. ``wording`` writes places and ticks; None:
    ``Wording(problem)``.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix, simulate
    >>> zoo = Stop(name="the zoo", duration=90)
    >>> trip = TripProblem(stops=(zoo,), travel=TravelMatrix([[0]]), unit="minute")
    >>> picture = plot_timeline(simulate((0,), trip), trip)
    >>> [label.get_text() for label in picture.axes[0].get_yticklabels()]
    ['\u200e1  the zoo']
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
    """Draw what lies in a part of the time."""
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
    """Return a sign at some places."""
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
