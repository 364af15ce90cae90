"""What the trip tools return: visits by the clock, with what each takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from geoeval.planning import Timeline
from geoeval.query.trip_map import DAY, MINUTE, TripMap
from geoeval.tools.tool import Result

Minutes = Annotated[int | float, Field(description="Minutes")]
ClockText = Annotated[str, Field(description='HH:MM, "+1" behind it: on the next day')]


class Visit(Result):
    """One visit of a trip as it happens."""

    place: str
    travel_min: Annotated[int | float | None, Field(description="Minutes on the way to it")] = None
    opposite: Annotated[
        bool | None, Field(description="The travel time is that of the opposite direction")
    ] = None
    arrive: ClockText
    wait_min: Minutes
    start: ClockText
    leave: ClockText
    slack_min: Annotated[
        int | float | None,
        Field(description="Minutes it could start later with all else kept; absent: unlimited"),
    ] = None


class Arrival(Result):
    """The arrival at the end of a trip."""

    place: str
    travel_min: Minutes
    opposite: bool | None = None
    arrive: ClockText


def clock_text(seconds: int) -> str:
    """Return seconds after midnight as the tools write a time.

    Examples
    --------
    >>> clock_text(34200), clock_text(86400 + 90), clock_text(-3600)
    ('09:30', '00:01:30+1', '23:00-1')
    """
    day, rest = divmod(seconds, DAY)
    minute, second = divmod(rest, MINUTE)
    text = f"{minute // 60:02d}:{minute % 60:02d}"
    return text + (f":{second:02d}" if second else "") + (f"{day:+d}" if day else "")


def minutes(seconds: int) -> int | float:
    """Return seconds in minutes, to the second decimal where they are not whole.

    Examples
    --------
    >>> minutes(5400), minutes(100)
    (90, 1.67)
    """
    return seconds // MINUTE if seconds % MINUTE == 0 else round(seconds / MINUTE, 2)


def visits_of(
    timeline: Timeline, trip: TripMap, slack: Sequence[int | None] = ()
) -> tuple[Visit, ...]:
    """Return the visits of a trip that was played through.

    Parameters
    ----------
    timeline
        What becomes of it.
    trip
        The trip.
    slack
        For each visit how many seconds later it could start; None: unlimited.
    """
    here, visits = trip.problem.origin, []
    for index, call in enumerate(timeline.calls):
        later = slack[index] if slack else None
        way = None if here is None else trip.ways.get((here, call.stop))
        visits.append(
            Visit(
                place=trip.places[call.stop].name,
                travel_min=None if way is None else minutes(way.seconds),
                opposite=True if way is not None and way.opposite else None,
                arrive=clock_text(call.arrival),
                wait_min=minutes(call.waiting),
                start=clock_text(call.start),
                leave=clock_text(call.end),
                slack_min=None if later is None else minutes(later),
            )
        )
        here = call.stop
    return tuple(visits)


def arrival_of(timeline: Timeline, trip: TripMap) -> Arrival | None:
    """Return the arrival at the end of a trip; None where it is over with its last visit."""
    goal = trip.problem.end
    if goal is None or timeline.back is None:
        return None
    here = timeline.calls[-1].stop if timeline.calls else trip.problem.origin
    way = None if here is None else trip.ways.get((here, goal))
    return Arrival(
        place=trip.places[goal].name,
        travel_min=minutes(timeline.back),
        opposite=True if way is not None and way.opposite else None,
        arrive=clock_text(timeline.finish),
    )
