"""Tools for what is open when: at a time, until when, for how long, and whether a visit fits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal, NoReturn

from pydantic import Field

from geoeval.errors import quote
from geoeval.tools.arguments import DayArgument
from geoeval.tools.failure import mend, no_answer
from geoeval.tools.families.hours.moments import Moment, TimeArgument, moment_of
from geoeval.tools.families.hours.written_hours import OtherHours, PlaceOfHours, ZoneArgument
from geoeval.tools.tool import Result, tool

_SPAN = timedelta(days=366)
_SHOWN = 14
_MINUTE = timedelta(minutes=1)
_PYRAMID = {"place": "Great Pyramid of Giza", "day": "saturday"}

State = Literal["open", "closed", "unknown"]
OptionalDay = DayArgument | None


class Open(Result):
    """Whether it is open."""

    open: bool
    closes: Annotated[str | None, Field(description="When this opening ends")] = None
    opens: Annotated[str | None, Field(description="When it opens next")] = None
    text: str


class NextChange(Result):
    """When the state changes next."""

    now: State
    at: Annotated[str | None, Field(description="Left out: it never changes")] = None
    then: State | None = None
    minutes: Annotated[float | None, Field(description="Minutes until then")] = None


class Stretch(Result):
    """One opening."""

    start: str
    end: str


class OpenMinutes(Result):
    """How long it is open."""

    open_minutes: Annotated[float, Field(description="Minutes")]
    count: Annotated[int, Field(description="How many openings")]
    openings: Annotated[tuple[Stretch, ...], Field(description="The first 14")]


class Visit(Result):
    """Whether a visit lies inside the opening hours."""

    fits: bool
    ends: Annotated[str, Field(description="When the visit would end")]
    closes: Annotated[str | None, Field(description="When the opening ends")] = None
    text: str


@tool(name="is_open", example={**_PYRAMID, "at": "17:00"})
def _is_open(
    *,
    place: PlaceOfHours = None,
    hours: OtherHours = None,
    day: OptionalDay = None,
    at: TimeArgument,
    zone: ZoneArgument = None,
) -> Open:
    """Tell whether a place is open at a time, when it closes, or when it opens next.

    Openings hold from their start until just before their end. Give a place, or its hours.
    """
    moment = moment_of(place, hours, day, at, zone)
    state = moment.hours.is_open(moment.at)
    if state is None:
        _unknown(moment)
    change = moment.hours.next_change(moment.at)
    when = None if change is None else moment.told(change.at)
    words = f"{moment.name} is {_word(state)} on {moment.told()}"
    if state:
        return Open(open=True, closes=when, text=f"{words}, {_until(when)}")
    opens = when if change is not None and change.is_open else None
    return Open(open=False, opens=opens, text=f"{words}{f', opens {opens}' if opens else ''}")


@tool(name="next_change", example={**_PYRAMID, "at": "17:00"})
def _next_change(
    *,
    place: PlaceOfHours = None,
    hours: OtherHours = None,
    day: OptionalDay = None,
    at: TimeArgument,
    zone: ZoneArgument = None,
) -> NextChange:
    """Find when a place next opens or closes after a time, and in how many minutes."""
    moment = moment_of(place, hours, day, at, zone)
    now = _word(moment.hours.is_open(moment.at))
    change = moment.hours.next_change(moment.at)
    if change is None:
        if now == "unknown":
            _unknown(moment)
        return NextChange(now=now)
    return NextChange(
        now=now,
        at=moment.told(change.at),
        then=_word(change.is_open),
        minutes=_minutes(moment.at, change.at),
    )


@tool(name="open_minutes", example={**_PYRAMID, "start": "07:00", "end": "12:00"})
def _open_minutes(
    *,
    place: PlaceOfHours = None,
    hours: OtherHours = None,
    day: OptionalDay = None,
    start: TimeArgument,
    end: TimeArgument,
    zone: ZoneArgument = None,
) -> OpenMinutes:
    """Count the minutes that a place is open between two times, and list the openings.

    An end that is not after the start of a day is on the next day.
    """
    begin = moment_of(place, hours, day, start, zone, argument="start")
    if isinstance(start, datetime) is not isinstance(end, datetime):
        mend("end", "both times of day, or both date-times")
    finish = moment_of(
        place, hours, None if isinstance(end, datetime) else day, end, zone, argument="end"
    ).at
    if begin.weekly and finish <= begin.at:
        finish += timedelta(days=1)
    if not timedelta() <= finish.astimezone(UTC) - begin.at.astimezone(UTC) <= _SPAN:
        mend("end", "a time after the start, at most 366 days", quote(finish.isoformat()))
    found = begin.hours.intervals(begin.at, finish)
    total = begin.hours.open_minutes(begin.at, finish)
    if total is None:
        _unknown(begin, next(each.start for each in found if each.is_open is None))
    return OpenMinutes(
        open_minutes=round(total, 3),
        count=len(found),
        openings=tuple(
            Stretch(start=begin.told(each.start), end=begin.told(each.end))
            for each in found[:_SHOWN]
        ),
    )


@tool(name="can_visit", example={**_PYRAMID, "start": "17:00", "duration_min": 60})
def _can_visit(
    *,
    place: PlaceOfHours = None,
    hours: OtherHours = None,
    day: OptionalDay = None,
    start: TimeArgument,
    duration_min: Annotated[float, Field(description="Minutes of the visit", gt=0, le=10_080)],
    zone: ZoneArgument = None,
) -> Visit:
    """Tell whether a visit fits: the place is open at its start, and it ends by closing time."""
    moment = moment_of(place, hours, day, start, zone, argument="start")
    state = moment.hours.is_open(moment.at)
    if state is None:
        _unknown(moment)
    end = moment.at.astimezone(UTC) + duration_min * _MINUTE
    ends = moment.told(end.astimezone(moment.at.tzinfo))
    if not state:
        text = f"{moment.name} is closed on {moment.told()}"
        return Visit(fits=False, ends=ends, text=text)
    change = moment.hours.next_change(moment.at)
    fits = change is None or end <= change.at.astimezone(UTC)
    if change is not None and change.is_open is None and not fits:
        _unknown(moment, change.at)
    closes = None if change is None else moment.told(change.at)
    words = f"a visit until {ends} {'fits' if fits else 'does not fit'}"
    return Visit(fits=fits, ends=ends, closes=closes, text=f"{words}: {_until(closes)}")


def _unknown(moment: Moment, at: datetime | None = None) -> NoReturn:
    """Refuse to say what is not known."""
    message = f"the opening hours of {moment.name} on {moment.told(at)} are not known"
    no_answer("no_hours", message)


def _until(closes: str | None) -> str:
    """Return until when it is open, in words."""
    return f"open until {closes}" if closes else "it never closes"


def _word(state: bool | None) -> State:
    """Return a state in a word."""
    return "unknown" if state is None else "open" if state else "closed"


def _minutes(start: datetime, end: datetime) -> float:
    """Return how many minutes pass between two instants."""
    return round((end.astimezone(UTC) - start.astimezone(UTC)) / _MINUTE, 3)


TOOLS = (_is_open, _next_change, _open_minutes, _can_visit)
