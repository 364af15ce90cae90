"""The opening hours of places on one day, as pictures show them."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.query.base import DAYS, ClockTime, Day
from geoeval.query.derive import Working
from geoeval.query.illustration import DayPlan, DayRow
from geoeval.query.trip_map import MINUTE, seconds_of
from geoeval.world.model import Place


def draw_openings(
    places: Iterable[Place], day: Day | None, asked: Iterable[ClockTime | None], work: Working
) -> None:
    """Draw when places are open on a day, and the times that are asked for.

    Parameters
    ----------
    places
        Those whose hours are not known are left out.
    day
        The day; None is the world's today. Where that is not known either, nothing is drawn.
    asked
        Times of that day, if any.
    work
        The sheet of working.
    """
    number = work.world.today if day is None else DAYS.index(day)
    if number is None:
        return
    rows = []
    for place in places:
        hours = None if place.hours is None else place.hours.windows_on(number)
        if hours is not None:
            spans = tuple((start * MINUTE, end * MINUTE) for start, end in hours)
            rows.append(DayRow(place=place.name, open_s=spans))
    if rows:
        marks = tuple((seconds_of(time), "asked") for time in asked if time is not None)
        when = DAYS[number].capitalize()
        work.drawing.day(DayPlan(rows=tuple(rows), when=when, marks=marks))
