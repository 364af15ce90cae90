"""The tool for opening hours: open at a time, on a day, or in the week."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import Field

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.hours.days import day_text
from geoeval.calculators.hours.model import parse_written_hours
from geoeval.errors import HoursError
from geoeval.query.parts import DAYS, ClockTime, Day, PlaceName, minute_of
from geoeval.tools.failure import no_answer, reject_argument
from geoeval.tools.families.lookups import found_place
from geoeval.tools.families.output import hours_text
from geoeval.tools.tool import PlacedResult, tool
from geoeval.world.model import World

_MONDAY = datetime(2001, 1, 1, tzinfo=UTC)
_MAX_CHARACTERS = 4000


class Openness(PlacedResult):
    """Whether and when a place is open."""

    open: bool | None = Field(
        None, description="At that time, or at all on that day; absent: see open_on"
    )
    day: Day | None = None
    hours: Annotated[str | None, Field(description="Of that day, or of the week")] = None
    closes: Annotated[str | None, Field(description="When this opening ends")] = None
    opens: Annotated[str | None, Field(description="When it opens next")] = None
    open_on: tuple[Day, ...] | None = None
    closed_on: tuple[Day, ...] | None = None
    unknown_on: tuple[Day, ...] | None = None


@tool(name="is_open", example={"place": "City Museum", "day": "saturday", "at": "15:30"})
def _is_open(
    world: World,
    place: PlaceName | None = None,
    day: Day | None = None,
    at: Annotated[
        ClockTime | None, Field(description="HH:MM; left out: the hours of the day")
    ] = None,
    hours: Annotated[
        str | None,
        Field(description='Instead of place: "Mo-Fr 09:00-17:00"', max_length=_MAX_CHARACTERS),
    ] = None,
) -> Openness:
    """Return whether a place is open at a time, or its hours on a day, or the week without a day.

    The minute at which it closes is closed.
    """
    if (place is None) is (hours is None):
        reject_argument("place", "either a place of the map or hours in words")
    name = "the place" if place is None else found_place(place, world).name
    week = _week_without_dates(
        found_place(place, world).hours if place else _parse_hours_argument(hours or ""), name
    )
    on = DAYS[world.today] if day is None and world.today is not None else day
    return _open_on_any_day(week, at, name) if on is None else _open_on_day(week, on, at, name)


def _week_without_dates(known: WeeklyHours | None, name: str) -> WeeklyHours:
    if known is None:
        lacking = f"opening hours of {name}"
        no_answer("no_hours", f"the map has no {lacking}", lacking)
    certain = known.certain and WeeklyHours(known.certain.usual_days)
    return WeeklyHours(known.usual_days, certain=certain)


def _open_on_day(week: WeeklyHours, on: Day, at: str | None, name: str) -> Openness:
    weekday = DAYS.index(on)
    text = day_text(week.days[weekday])
    state = week.opens_on(weekday) if at is None else week.is_open_on(weekday, minute_of(at))
    if state is None:
        _raise_unknown_hours(name, on)
    if at is None:
        return Openness(open=state, day=on, hours=text)
    change = week.next_change(_MONDAY + timedelta(days=weekday, minutes=minute_of(at)))
    then = None if change is None or change.is_open is None else f"{change.at:%A %H:%M}"
    ends = {"closes" if state else "opens": then}
    return Openness(open=state, day=on, hours=text, **ends)


def _open_on_any_day(week: WeeklyHours, at: str | None, name: str) -> Openness:
    states = [
        week.opens_on(day) if at is None else week.is_open_on(day, minute_of(at))
        for day in range(len(DAYS))
    ]
    if all(state is None for state in states):
        _raise_unknown_hours(name, "any day")
    by_state = {
        wanted: tuple(day for day, state in zip(DAYS, states, strict=True) if state is wanted)
        for wanted in (True, False, None)
    }
    return Openness(
        open=states[0] if len(set(states)) == 1 else None,
        hours=hours_text(week),
        open_on=by_state[True],
        closed_on=by_state[False],
        unknown_on=by_state[None] or None,
    )


def _parse_hours_argument(text: str) -> WeeklyHours:
    try:
        return parse_written_hours(text)
    except HoursError as error:
        expected = 'hours such as "Monday: 9:00 AM – 5:00 PM" or "Mo-Fr 09:00-17:00"'
        reject_argument("hours", expected, str(error).rpartition("got ")[2])


def _raise_unknown_hours(name: str, day: str) -> None:
    lacking = f"opening hours of {name} on {day}"
    no_answer("no_hours", f"the {lacking} are not known", lacking)


TOOLS = (_is_open,)
