"""A trip as bars along the clock: what is done in which row, in which part of the time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from geoeval.planning.days import day_of
from geoeval.planning.problem import TripProblem
from geoeval.planning.timeline import Timeline

Activity = Literal["travel", "waiting", "stay"]

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


def bars(timeline: Timeline, problem: TripProblem) -> list[Bar]:
    """Return what a trip consists of, in the order of time, without what takes no time.

    The way to a stop is in the row of the stop, the way back to the hotel at night in the row
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
    """Yield a way, with the waiting before it or else the evening at the end of the day."""
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
