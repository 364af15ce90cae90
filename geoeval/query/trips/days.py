"""Days of trips and opening hours as pictures show them: a row for each place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from geoeval.planning import Timeline, TripProblem, Windows
from geoeval.query.base import DAYS
from geoeval.query.illustration import DayPlan, DayRow, Span
from geoeval.query.trip_map import DAY, TripMap


def open_spans(windows: Windows | None) -> tuple[Span, ...] | None:
    """Return windows as spans; None where the hours are not known.

    Examples
    --------
    >>> from geoeval.planning import Window
    >>> open_spans((Window(540, 1020),))
    ((540, 1020),)
    """
    return None if windows is None else tuple((w.opens, w.closes) for w in windows)


def day_names(days: Iterable[int]) -> str:
    """Return the weekdays whose hours are shown, empty for all or none of them.

    Examples
    --------
    >>> day_names((0, 1)), day_names(range(7))
    ('Monday, Tuesday', '')
    """
    names = [DAYS[day].capitalize() for day in days]
    return "" if len(names) == len(DAYS) else ", ".join(names)


def trip_day(
    timeline: Timeline, trip: TripMap, title: str = "", broken: tuple[str, ...] = ()
) -> DayPlan:
    """Return a trip that was played through as a day to draw.

    Parameters
    ----------
    timeline
        What becomes of the trip.
    trip
        The trip.
    title
        The text that offers it, if any.
    broken
        What it breaks, in words.

    Returns
    -------
    DayPlan
        A row for each stop in the order of the visits, and one for the end.
    """
    problem = trip.problem
    rows = [
        DayRow(
            place=trip.places[call.stop].name,
            open_s=open_spans(problem.stops[call.stop].windows),
            way_s=(call.leaves, call.arrival) if call.travel else None,
            stay_s=(call.start, call.end),
        )
        for call in timeline.calls
    ]
    if problem.end is not None:
        begins = timeline.finish - (timeline.back or 0)
        goal = trip.places[problem.end].name
        rows.append(DayRow(place=goal, way_s=(begins, timeline.finish)))
    if problem.origin is not None:
        start = trip.places[problem.origin].name
        rows.insert(0, DayRow(place=start, stay_s=(timeline.depart, timeline.depart)))
    limit = problem.deadline
    return DayPlan(
        rows=tuple(rows),
        title=title,
        when=day_names(trip.days),
        marks=() if limit is None or limit > 2 * DAY else ((limit, "limit"),),
        broken=broken,
        clocked=trip.clocked,
    )


def stated_day(
    timeline: Timeline, names: Sequence[str], each_day: Mapping[int | None, TripProblem]
) -> DayPlan:
    """Return a schedule that was played through at its stated times as a day to draw.

    Parameters
    ----------
    timeline
        What becomes of it.
    names
        Its places in order.
    each_day
        Its visits as a problem on each weekday that it may be.

    Returns
    -------
    DayPlan
        A row for each visit, with opening hours where they are those of every such weekday.
    """
    rows = []
    for call in timeline.calls:
        windows = {problem.stops[call.stop].windows for problem in each_day.values()}
        rows.append(
            DayRow(
                place=names[call.stop],
                open_s=open_spans(windows.pop()) if len(windows) == 1 else None,
                way_s=(call.leaves, call.arrival) if call.travel else None,
                stay_s=(call.start, call.end),
            )
        )
    return DayPlan(rows=tuple(rows), when=day_names(day for day in each_day if day is not None))
