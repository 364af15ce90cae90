"""Pictures of trips as timelines and maps, in colours safe for colour-blind readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from textwrap import wrap
from typing import Literal, NamedTuple, TypeAlias

from geoeval.calculators.sphere.points import LatLon, check_point
from geoeval.drawing.labels import shorten_text
from geoeval.drawing.map import MAX_NAMES, Link, Place, draw_map
from geoeval.drawing.picture import Picture
from geoeval.drawing.timeline import Day, Row, Span, Stretch, draw_timeline, round_ticks
from geoeval.errors import UsageError
from geoeval.planning.problem import TripProblem, day_of
from geoeval.planning.schedule import Breach, Timeline, slacks
from geoeval.planning.stop import Stop
from geoeval.planning.words import Wording

LEFT_TO_RIGHT = "\N{LEFT-TO-RIGHT MARK}"
"""A mark that keeps numbers to the left of names in right-to-left scripts."""

Activity = Literal["travel", "waiting", "stay"]
Spot: TypeAlias = tuple[int, int]

_WIDTH, _DAY_WIDTH, _MAP_HEIGHT = 720.0, 260.0, 400.0
_NAME_COLUMNS, _LABEL_COLUMNS = 48, 26
_TITLE_COLUMNS_PER_PX, _TITLE_LINES = 0.14, 2
_TYPICAL_TICKS = 8
_LEGEND = {
    "open": "open",
    "travel": "travel",
    "waiting": "waiting",
    "visit": "stay",
    "booked": "booked",
    "tight": "no slack",
    "breaks": "violates a constraint",
}
_SECONDS_PER_UNIT = {"second": 1, "minute": 60}
_ROUND_NUMBERS = [figure * 10**power for power in range(15) for figure in (1, 2, 5)]
_CLOCK_STEPS_S = [
    *(60 * minutes for minutes in (15, 30, 60, 120, 180, 240, 360, 480, 720)),
    *(86_400 * days for days in _ROUND_NUMBERS),
]


class Bar(NamedTuple):
    """An activity between two ticks, in the row of a stop or in the last row, for the end."""

    row: int
    activity: Activity
    begins: int
    ends: int


def draw_trip(
    timeline: Timeline,
    problem: TripProblem,
    coordinates: Sequence[LatLon] | None = None,
    wording: Wording | None = None,
) -> list[Picture]:
    """Draw an order as a timeline and, if coordinates are given, on a map."""
    wording = wording or Wording(problem)
    pictures = [draw_schedule(timeline, problem, wording)]
    if coordinates is not None:
        route = draw_route(timeline, problem, coordinates, wording, pictures[0].width)
        pictures[:0] = [] if route is None else [route]
    return pictures


def draw_schedule(timeline: Timeline, problem: TripProblem, wording: Wording) -> Picture:
    """Draw the schedule of an order, with a row for each stop and a panel for each day.

    Windows are pale, and nights are left out. A diamond marks a stay without slack. Violations are
    marked, and the title names the first one.
    """
    parts = timeline_panels(timeline, problem)
    width = max(_WIDTH, 100 + _DAY_WIDTH * len(parts))
    rows = list(_picture_rows(timeline, problem, wording, parts))
    limit = problem.limit(timeline.depart)
    columns = int(width * _TITLE_COLUMNS_PER_PX)
    title = wrap(
        _picture_title(timeline, wording), columns, max_lines=_TITLE_LINES, placeholder="…"
    )
    return draw_timeline(
        rows,
        _day_panels(parts, problem, wording),
        marks=[
            (limit, f"deadline {wording.at(limit)}")
            for begins, ends in parts
            if limit is not None and begins <= limit <= ends
        ],
        lines=[shorten_text(line, columns) for line in title],
        legend=_build_legend(rows),
        width=width,
    )


def _build_legend(rows: Sequence[Row]) -> list[tuple[str, str]]:
    roles = {"open", *(stretch.role for row in rows for stretch in row.stretches)}
    roles |= {sign for row in rows for sign, _ in row.signs}
    return [(role, text) for role, text in _LEGEND.items() if role in roles]


def _day_panels(parts: Sequence[Span], problem: TripProblem, wording: Wording) -> list[Day]:
    max_ticks = max(2, round(_TYPICAL_TICKS / len(parts) ** 0.5))
    return [
        Day(
            begins,
            ends,
            [
                (tick, _drop_day(wording.at(tick)))
                for tick in axis_marks(begins, ends, problem, max_ticks)
            ],
            f"day {number}" if len(parts) > 1 else "",
        )
        for number, (begins, ends) in enumerate(parts, start=1)
    ]


def _picture_rows(
    timeline: Timeline, problem: TripProblem, wording: Wording, parts: Sequence[Span]
) -> Iterator[Row]:
    drawn = [_RowDrawing([], []) for _ in range(len(timeline.calls) + 1)]
    for row, activity, begins, ends in timeline_bars(timeline, problem):
        role = "visit" if activity == "stay" else activity
        drawn[row].stretches.append(Stretch(role, begins, ends))
    for sign, spots in _sign_positions(timeline, problem).items():
        for row, tick in spots:
            drawn[row].signs.append((sign, tick))
    for row, call in enumerate(timeline.calls):
        yield drawn[row].row(
            f"{LEFT_TO_RIGHT}{row + 1}  {shorten_text(wording.stop(call.stop), _NAME_COLUMNS)}",
            f"{_drop_day(wording.at(call.start))} – {_drop_day(wording.at(call.end))}",
            _row_hours(problem.stops[call.stop], parts),
        )
    if timeline.back is not None and problem.end is not None:
        name = shorten_text(wording.place(problem.end), _NAME_COLUMNS)
        yield drawn[-1].row(name, _drop_day(wording.at(timeline.finish)), None)


def _row_hours(stop: Stop, parts: Sequence[Span]) -> Sequence[Span]:
    if stop.windows is None:
        return parts
    return [(window.opens, window.closes) for window in stop.windows]


class _RowDrawing(NamedTuple):
    stretches: list[Stretch]
    signs: list[tuple[str, int]]

    def row(self, name: str, times: str, hours: Sequence[Span] | None) -> Row:
        opened = [Stretch("open", *span) for span in hours or ()]
        broken = any(sign == "breaks" for sign, _ in self.signs)
        role = "breaks" if broken else "name"
        stretches = [*opened, *self.stretches]
        return Row(name, times, stretches, self.signs, role, ground=hours is not None)


def _picture_title(timeline: Timeline, wording: Wording) -> str:
    """Return the first violation, or the times and totals of a feasible order."""
    if timeline.first_broken is not None:
        return f"first violation: {wording.breach(timeline.first_broken)}"
    parts = [
        f"{wording.at(timeline.depart)} to {wording.at(timeline.finish)}",
        f"travel {wording.length(timeline.travel)}",
        f"waiting {wording.length(timeline.waiting)}",
    ]
    return ", ".join(parts)


def _sign_positions(timeline: Timeline, problem: TripProblem) -> dict[str, list[Spot]]:
    calls = timeline.calls
    booked = ((row, problem.stops[call.stop].starts_at) for row, call in enumerate(calls))
    slack_ticks: tuple[int | None, ...] = ()
    if timeline.feasible and len(problem.days) < 2 and problem.waiting:
        slack_ticks = slacks(timeline.order, replace(problem, depart=timeline.depart))
    return {
        "booked": [(row, tick) for row, tick in booked if tick is not None],
        "tight": [(row, calls[row].start) for row, slack in enumerate(slack_ticks) if slack == 0],
        "breaks": _violation_spots(timeline),
    }


def _violation_spots(timeline: Timeline) -> list[Spot]:
    """Return the (row, tick) of each violation; a stop that is left out has no row."""
    rows = {call.stop: row for row, call in enumerate(timeline.calls)}
    spots = []
    for breach in timeline.breaches:
        if breach.stop is None:
            row = len(rows) - (timeline.back is None)
            spots.append((row, timeline.finish))
        elif breach.stop in rows:
            row = rows[breach.stop]
            spots.append((row, _violation_tick(breach, timeline)))
    return [spot for spot in spots if spot[0] >= 0]


def _violation_tick(breach: Breach, timeline: Timeline) -> int:
    call = next(call for call in timeline.calls if call.stop == breach.stop)
    return call.end if breach.kind in {"closing", "deadline", "budget"} else call.start


def _drop_day(moment: str) -> str:
    """Return a formatted time without its day, which the panel shows."""
    return moment.partition(" (")[0]


def timeline_bars(timeline: Timeline, problem: TripProblem) -> list[Bar]:
    """Return the legs, waits and stays of a trip in order, except those that take no time.

    The leg to a stop is in the row of that stop; the leg to the hotel at night is in the row of the
    previous stop.
    """
    return [bar for bar in _raw_bars(timeline, problem) if bar.begins < bar.ends]


def timeline_panels(timeline: Timeline, problem: TripProblem) -> tuple[tuple[int, int], ...]:
    """Return the first and last tick of each panel, one for each day of a trip.

    A deadline is included if it exceeds the finish by at most the length of the trip.
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


def axis_marks(begins: int, ends: int, problem: TripProblem, max_marks: int) -> list[int]:
    """Return the ticks to label on an axis: whole hours, days or round numbers."""
    ticks_per_unit = problem.ticks_per_unit
    if problem.unit in _SECONDS_PER_UNIT:
        steps = [s * ticks_per_unit // _SECONDS_PER_UNIT[problem.unit] for s in _CLOCK_STEPS_S]
    else:
        steps = [ticks_per_unit * number for number in _ROUND_NUMBERS]
    return round_ticks(begins, ends, steps, max_marks)


def _raw_bars(timeline: Timeline, problem: TripProblem) -> Iterator[Bar]:
    now = timeline.depart
    for row, call in enumerate(timeline.calls):
        yield from _leg_bars(row, now, call.leaves, call.arrival, timeline, problem)
        yield Bar(row, "waiting", call.arrival, call.start)
        yield Bar(row, "stay", call.start, call.end)
        now = call.end
    if timeline.back is not None:
        leaves = timeline.finish - timeline.back
        row = len(timeline.calls)
        yield from _leg_bars(row, now, leaves, timeline.finish, timeline, problem)


def _leg_bars(
    row: int, now: int, leaves: int, arrives: int, timeline: Timeline, problem: TripProblem
) -> Iterator[Bar]:
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


def draw_route(
    timeline: Timeline,
    problem: TripProblem,
    coordinates: Sequence[LatLon],
    wording: Wording,
    width: float = _WIDTH,
) -> Picture | None:
    """Draw the places of a trip on a map, joined by arrows, with names if there are few."""
    points = _check_coordinates(coordinates, problem)
    places = list(_map_places(timeline, problem, points, wording))
    if not places:
        return None
    legs = [
        Link("leg", first, second)
        for first, second in dict.fromkeys(pairwise(_arrow_path(timeline, problem, points)))
        if first != second
    ]
    return draw_map(places, legs, width=width, height=_MAP_HEIGHT)


def _check_coordinates(coordinates: Sequence[LatLon], problem: TripProblem) -> list[LatLon]:
    if len(coordinates) != problem.travel.size:
        raise UsageError(
            f"expected coordinates for the {problem.travel.size} places of the travel matrix, "
            f"got {len(coordinates)}"
        )
    return [check_point(point) for point in coordinates]


def _map_places(
    timeline: Timeline, problem: TripProblem, points: Sequence[LatLon], wording: Wording
) -> Iterator[Place]:
    ends = {"start": problem.origin, "end": problem.end}
    if problem.origin == problem.end:
        ends = {"start and end": problem.origin}
    at_ends = {points[place]: text for text, place in ends.items() if place is not None}
    labels: dict[LatLon, list[str]] = {point: [text] for point, text in at_ends.items()}
    named = len(timeline.order) <= MAX_NAMES
    for number, stop in enumerate(timeline.order, start=1):
        text = f"{number}  {wording.stop(stop)}" if named else str(number)
        labels.setdefault(points[problem.place(stop)], []).append(text)
    for point, texts in labels.items():
        text = LEFT_TO_RIGHT + shorten_text(", ".join(texts), _LABEL_COLUMNS)
        yield Place(point, "from" if point in at_ends else "visit", text, text)


def _arrow_path(timeline: Timeline, problem: TripProblem, points: Sequence[LatLon]) -> list[LatLon]:
    """Return the points that arrows join: the ends, the stops, and the hotel at night."""
    hotel = [] if problem.origin is None else [points[problem.origin]]
    path, now = list(hotel), timeline.depart
    for call in timeline.calls:
        if day_of(problem, call.leaves) > day_of(problem, now):
            path += hotel
        path.append(points[problem.place(call.stop)])
        now = call.end
    return path if problem.end is None else [*path, points[problem.end]]
