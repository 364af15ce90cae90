"""Which places open or close before or after a time."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import NamedTuple

from geoeval.query.base import DAYS, ClockTime, Comparator, Day, HoursFilter
from geoeval.query.derive import Blocked, Working, listing
from geoeval.world.model import Place

_NOON, _DAY_MIN = 720, 1440
COMPARE: dict[Comparator, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
}


def minute_of(clock: ClockTime) -> int:
    """Return a time of day as minutes after midnight.

    Examples
    --------
    >>> minute_of("08:30")
    510
    """
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


def use_hours(place: Place, work: Working) -> None:
    """Note the opening hours of a place, where they are known, as a fact."""
    if place.hours is not None:
        lines = place.hours.without_dates().lines()
        work.use(f"{place.name}: {', '.join(lines)}", place.line)


class Opening(NamedTuple):
    """When a place opens first and closes last on a day, and how long it is open in between.

    All in minutes, the first two after midnight; a closing after midnight counts on beyond 1440.
    """

    opens: int
    closes: int
    length: int


def openings(place: Place, day: Day | None) -> set[Opening]:
    """Return how a place opens on a day, or on each that it opens on.

    Days on which it stays closed, or of which nothing is known, give none. What follows without
    a gap on the next day is the same opening; what never closes is given a week.
    """
    found: set[Opening] = set()
    for number in range(7) if day is None else [DAYS.index(day)]:
        hours = place.hours.intervals_on(number) if place.hours else None
        if hours and place.hours:
            closes = place.hours.closes_on(number, hours[-1][0])
            assert closes is not None
            length = sum(end - start for start, end in hours)
            found.add(Opening(hours[0][0], closes, length))
    return found


def _holds(opening: Opening, wanted: HoursFilter, limit: int) -> bool:
    """Say whether an opening begins or ends as asked, in the night after where that is meant."""
    if wanted.edge == "opens":
        return COMPARE[wanted.comparator](opening.opens, limit)
    limit += _DAY_MIN if limit < _NOON and limit <= opening.opens else 0
    return COMPARE[wanted.comparator](opening.closes, limit)


def keep_by_hours(places: list[Place], wanted: HoursFilter, work: Working) -> list[Place]:
    """Return the places that open or close as asked; unknown hours do not pass.

    Raises
    ------
    Blocked
        If the hours of none are known, or they depend on a day that is not said.
    """
    if places and all(place.hours is None for place in places):
        raise Blocked(
            reason="no_hours", detail="the context gives no opening hours of these places"
        )
    limit = minute_of(wanted.at)
    day = wanted.day or (None if work.world.today is None else DAYS[work.world.today])
    passing = []
    for place in places:
        states = {_holds(each, wanted, limit) for each in openings(place, day)}
        if len(states) > 1:
            raise Blocked(
                reason="under_specified",
                detail=f"when {place.name} {wanted.edge} depends on the day, and none is said",
            )
        if states == {True}:
            passing.append(place)
            use_hours(place, work)
    when = f"{wanted.comparator} {wanted.at}" + (f" on {day}" if day else "")
    work.say(f"{wanted.edge} {when}: {listing([place.name for place in passing])}")
    return passing
