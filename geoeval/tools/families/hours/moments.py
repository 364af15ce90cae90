"""When: a time of a weekday, or an instant; both become an instant that hours can be asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from pydantic import Field, PlainValidator

from geoeval.calculators.clock import parse_clock
from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.hours.days import WEEKDAYS
from geoeval.calculators.hours.record import time_zone
from geoeval.errors import UnitError, quote
from geoeval.query.base import DAYS, Day
from geoeval.tools.arguments import read_day, refused
from geoeval.tools.failure import mend
from geoeval.tools.families.hours.written_hours import Subject, WrittenHours, subject_of
from geoeval.world.model import Place

_MONDAY = datetime(2001, 1, 1, tzinfo=UTC)
_DATED = re.compile(r"\d{4}-?\d\d-?\d\d[T ]\d")
_YEARS = range(1900, 2200)

Time = datetime | int
"""An instant, or minutes after midnight."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Hours, and an instant to ask them for.

    A time of a weekday is one of a week in which every day is as usual, on a clock that is never
    changed: ``weekly`` says so.
    """

    name: str
    hours: WeeklyHours
    at: datetime
    weekly: bool

    def told(self, at: datetime | None = None) -> str:
        """Return an instant as it was asked for: "Saturday 17:00", or a date-time.

        Examples
        --------
        >>> moment_of(None, WrittenHours("24/7"), "monday", 600).told()
        'Monday 10:00'
        """
        at = self.at if at is None else at
        weekday = WEEKDAYS[at.weekday()]
        return f"{weekday} {at:%H:%M}" if self.weekly else at.isoformat(" ", "minutes")


def moment_of(
    place: Place | None,
    hours: WrittenHours | None,
    day: Day | None,
    at: Time,
    zone: str | None = None,
    *,
    argument: str = "at",
) -> Moment:
    """Return whose hours are asked about, and for when.

    Parameters
    ----------
    place, hours
        One of the two.
    day
        The day of the week of a time of day.
    at
        An instant, or minutes after midnight of the day.
    zone
        The place's time zone; a date-time without an offset is one of it.
    argument
        What the caller calls ``at``.

    Raises
    ------
    Refused
        If the arguments do not name one time, or the hours are not known.
    """
    if isinstance(at, int):
        if day is None:
            mend("day", f"the day of the week of {argument}, such as saturday")
        found = subject_of(place, hours)
        return _weekly(found, _MONDAY + timedelta(days=DAYS.index(day), minutes=at))
    if at.tzinfo is None:
        if zone is None:
            expected = 'a date-time with its offset ("2024-03-02T17:00+02:00"), or zone beside it'
            mend(argument, expected, quote(at.isoformat()))
        at = at.replace(tzinfo=time_zone(zone))
    if day not in (None, DAYS[at.weekday()]):
        expected = f"no day beside a date-time, which is on a {WEEKDAYS[at.weekday()]}"
        mend("day", expected, quote(day))
    found = subject_of(place, hours, zone, at.date())
    return Moment(found.name, found.hours, at, weekly=False)


def _weekly(subject: Subject, at: datetime) -> Moment:
    """Return the usual week of hours, and an instant of it."""
    return Moment(subject.name, WeeklyHours(subject.hours.usual_days), at, weekly=True)


def _time(value: object) -> Time:
    """Return the instant or the time of day that an argument means."""
    expected = 'a time of day "17:00", or a date-time with offset "2024-03-02T17:00+02:00"'
    if not isinstance(value, str):
        raise refused(expected, value)
    if not _DATED.match(value.strip()):
        try:
            return parse_clock(value)
        except UnitError:
            raise refused(expected, value) from None
    try:
        at = datetime.fromisoformat(value.strip())
    except ValueError:
        raise refused(expected, value) from None
    if at.year not in _YEARS:
        expected = f"a year from {_YEARS.start} to {_YEARS.stop - 1}"
        raise refused(expected, value)
    return at


def _date(value: object) -> date | Day:
    """Return the date or the day of the week that an argument means."""
    try:
        on = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return read_day(value)
    if on is None or on.year not in _YEARS:
        expected = "a day of the week, or a date such as 2024-03-02"
        raise refused(expected, value)
    return on


TimeArgument = Annotated[
    Time,
    PlainValidator(_time, json_schema_input_type=str),
    Field(description='"17:00" with day; or date-time with offset "2024-03-02T17:00+02:00"'),
]
"""A time of day, or an instant."""

DateArgument = Annotated[
    date | Day,
    PlainValidator(_date, json_schema_input_type=str),
    Field(description="Day of the week, or date 2024-03-02"),
]
"""A day of the week, or a date."""
