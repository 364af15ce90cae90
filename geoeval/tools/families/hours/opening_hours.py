"""Tools for opening hours themselves: the week in one form, and the windows of a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Annotated

from pydantic import Field

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours import Day, Interval, WeeklyHours
from geoeval.calculators.hours.days import UNKNOWN_WEEK
from geoeval.errors import HoursError
from geoeval.query.base import DAYS
from geoeval.tools.failure import no_answer
from geoeval.tools.families.hours.moments import DateArgument
from geoeval.tools.families.hours.written_hours import OtherHours, PlaceOfHours, subject_of
from geoeval.tools.tool import Result, tool

_SHOWN = 60


class DayHours(Result):
    """The hours that begin on a day."""

    day: str
    hours: Annotated[str, Field(description='"09:00-12:00, 22:00-02:00", "closed" or "unknown"')]


class OpeningHours(Result):
    """Opening hours in one form."""

    week: tuple[DayHours, ...]
    seasons: Annotated[
        tuple[str, ...] | None, Field(description="Hours of some months, in place of the week's")
    ] = None
    dates: Annotated[
        tuple[DayHours, ...] | None, Field(description="Hours of single dates, the first 60")
    ] = None
    zone: str | None = None
    osm: Annotated[str | None, Field(description="The same as OpenStreetMap writes it")] = None


class Window(Result):
    """A time in which one can be inside."""

    start_min: Annotated[int, Field(description="Minutes after midnight")]
    end_min: Annotated[int, Field(description="The same; from 1440 on: the next day")]
    text: str


class Windows(Result):
    """When one can be inside on a day; none: closed."""

    day: str
    windows: tuple[Window, ...]


@tool(name="opening_hours", example={"place": "Great Pyramid of Giza"})
def _opening_hours(place: PlaceOfHours = None, hours: OtherHours = None) -> OpeningHours:
    """Show the opening hours of a place, or hours in any form, as a week of 24-hour times."""
    found = subject_of(place, hours)
    known = found.hours
    if not (known.seasons or known.dates) and known.days == UNKNOWN_WEEK:
        no_answer("no_hours", f"the opening hours of {found.name} are not known")
    of_seasons = replace(known, days=UNKNOWN_WEEK, dates=(), valid=None, zone=None)
    return OpeningHours(
        week=tuple(
            DayHours(day=name, hours=_told(day)) for name, day in zip(DAYS, known.days, strict=True)
        ),
        seasons=of_seasons.lines() or None,
        dates=tuple(
            DayHours(day=on.isoformat(), hours=_told(day)) for on, day in known.dates[:_SHOWN]
        )
        or None,
        zone=known.zone,
        osm=_osm(known),
    )


@tool(name="windows", example={"place": "Great Pyramid of Giza", "day": "saturday"})
def _windows(*, place: PlaceOfHours = None, hours: OtherHours = None, day: DateArgument) -> Windows:
    """List when one can be inside a place on a weekday or a date, nights begun before included."""
    on = day if isinstance(day, date) else None
    found = subject_of(place, hours, around=on)
    known = found.hours
    windows = known.windows(on) if on else known.windows_on(DAYS.index(day))
    if windows is None:
        no_answer("no_hours", f"the opening hours of {found.name} on {day} are not known")
    return Windows(
        day=str(day),
        windows=tuple(
            Window(start_min=start, end_min=end, text=_span((start, end))) for start, end in windows
        ),
    )


def _told(day: Day) -> str:
    """Return the hours of a day in 24-hour times."""
    return "unknown" if day is None else ", ".join(map(_span, day)) or "closed"


def _span(interval: Interval) -> str:
    """Return an opening in 24-hour times."""
    start, end = interval
    return f"{_clock(start)}-{_clock(end)}"


def _clock(minute: int) -> str:
    """Return a time of day; the end of a day is 24:00, and days after the next are counted."""
    days, rest = divmod(minute, DAY_MIN)
    hour = 24 if minute == DAY_MIN else rest // 60
    later = f" ({days} days later)" if days > 1 else ""
    return f"{hour:02d}:{rest % 60:02d}{later}"


def _osm(hours: WeeklyHours) -> str | None:
    """Return hours as OpenStreetMap writes them, None where it cannot."""
    try:
        return hours.to_osm()
    except HoursError:
        return None


TOOLS = (_opening_hours, _windows)
