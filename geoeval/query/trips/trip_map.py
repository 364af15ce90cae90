"""A trip laid over the world: its places, travel times and opening hours, as a planning problem.

Times are seconds after the midnight of the day of the trip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from geoeval.calculators.hours import WeeklyHours
from geoeval.planning import Stop, TravelMatrix, TripProblem, Windows, windows_of
from geoeval.query.base import DAYS, Trip, TripStop
from geoeval.query.derive import Working
from geoeval.world.model import Leg, Place, TravelMode

MINUTE = 60
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The way from one place to another: ``leg`` is None on the spot."""

    seconds: int
    leg: Leg | None = None
    opposite: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TripMap:
    """A trip in numbers beside the places that the numbers stand for.

    ``places[i]`` is the place of node ``i`` of the problem. ``clocked`` is False where no
    departure is known, so that times only count from the start. ``days`` are the weekdays
    (Monday = 0) to which the windows belong, empty where opening hours play no part.
    """

    problem: TripProblem
    places: tuple[Place, ...]
    ways: dict[tuple[int, int], Way]
    clocked: bool = True
    days: tuple[int, ...] = ()


def seconds_of(clock: str) -> int:
    """Return the seconds after midnight of a clock time "HH:MM".

    Examples
    --------
    >>> seconds_of("09:30")
    34200
    """
    hours, minutes = clock.split(":")
    return (int(hours) * 60 + int(minutes)) * MINUTE


def next_after(clock: str, start: int) -> int:
    """Return when a clock time first comes at or after ``start``.

    Examples
    --------
    >>> next_after("01:00", seconds_of("22:00")) == seconds_of("01:00") + DAY
    True
    """
    return seconds_of(clock) + max(0, -(-(start - seconds_of(clock)) // DAY)) * DAY


def near(clock: str, start: int) -> int:
    """Return the time nearest to what follows ``start``: at most half a day before it.

    Examples
    --------
    >>> near("09:00", seconds_of("10:00")) == seconds_of("09:00")
    True
    >>> near("00:30", seconds_of("21:00")) == seconds_of("00:30") + DAY
    True
    """
    return next_after(clock, start - DAY // 2)


def way(origin: Place, destination: Place, mode: TravelMode | None, work: Working) -> Way | None:
    """Return the way between two places, from the opposite direction if the conventions say so."""
    if origin.id == destination.id:
        return Way(seconds=0)
    atlas = work.world.atlas
    leg = atlas.leg(origin.name, destination.name, mode)
    if leg is not None and leg.duration_s is not None:
        return Way(seconds=leg.duration_s, leg=leg)
    if work.conventions.missing_leg == "symmetric":
        leg = atlas.leg(destination.name, origin.name, mode)
        if leg is not None and leg.duration_s is not None:
            return Way(seconds=leg.duration_s, leg=leg, opposite=True)
    return None


def locate(name: str, names: Sequence[str], work: Working) -> int | None:
    """Return which of several names means the same place as a name; None if none does."""
    if name in names:
        return names.index(name)
    same = (i for i, other in enumerate(names) if work.world.atlas.same(name, other))
    return next(same, None)


def end_of(query: Trip, work: Working) -> str | None:
    """Return where a trip ends by its own words, or back at the origin by convention."""
    if query.end is None and work.conventions.return_leg == "always":
        return query.origin
    return query.end


def map_trip(
    query: Trip,
    work: Working,
    *,
    stops: Sequence[TripStop] | None = None,
    origin: str | None = None,
    end: str | None = None,
    end_mode: TravelMode | None = None,
    deadline: int | None = None,
) -> TripMap:
    """Lay a trip over the world, opening hours aside.

    Parameters
    ----------
    query
        The trip; its departure, mode and precedence count.
    work
        The sheet whose world and conventions are used.
    stops
        The stops to visit, if not all of the query's.
    origin, end
        Names of the places where this part of the trip begins and ends.
    end_mode
        How one travels to the end, if not as usual.
    deadline
        Seconds by which it is over.

    Returns
    -------
    TripMap
        Stop ``i`` is node ``i``; the origin and the end follow.

    Raises
    ------
    Blocked
        If a name stands for no place, or for several.
    """
    chosen = query.stops if stops is None else stops
    places = [work.place(stop.place) for stop in chosen]
    modes = [stop.mode or query.mode for stop in chosen]
    nodes: list[int | None] = []
    for name in (origin, end):
        nodes.append(None if name is None else len(places))
        if name is not None:
            places.append(work.place(name))
            modes.append(end_mode or query.mode)
    ways = {
        (i, j): found
        for i, start in enumerate(places)
        for j, goal in enumerate(places)
        if i != j and (found := way(start, goal, modes[j], work))
    }
    depart = None if query.depart is None else seconds_of(query.depart)
    names = [stop.place for stop in chosen]
    pairs = [(locate(a, names, work), locate(b, names, work)) for a, b in query.before]
    return TripMap(
        problem=TripProblem(
            stops=tuple(
                Stop(
                    name=place.name if place not in places[:i] else f"{place.name} ({i + 1})",
                    duration=stop.visit_min * MINUTE,
                    starts_at=None if stop.starts_at is None else near(stop.starts_at, depart or 0),
                )
                for i, (stop, place) in enumerate(zip(chosen, places, strict=False))
            ),
            travel=TravelMatrix.from_legs(
                {pair: found.seconds for pair, found in ways.items()}, size=len(places)
            ),
            depart=depart or 0,
            origin=nodes[0],
            end=nodes[1],
            deadline=deadline,
            before=tuple((a, b) for a, b in pairs if a is not None and b is not None),
        ),
        places=tuple(places),
        ways=ways,
        clocked=depart is not None,
    )


def limit_of(query: Trip, start: int | None = None) -> int | None:
    """Return the second by which a trip has to be over: its budget spent, or ``finish_by``.

    ``start`` is when it begins, if the query does not say so. Where that is not known, the
    budget counts from 0 and a clock time is no limit.
    """
    depart = start if query.depart is None else seconds_of(query.depart)
    limits = []
    if query.budget_min is not None:
        limits.append((depart or 0) + query.budget_min * MINUTE)
    if query.finish_by is not None and depart is not None:
        limits.append(next_after(query.finish_by, depart))
    return min(limits, default=None)


def on_each_day(trip: TripMap, query: Trip, work: Working) -> tuple[TripMap, ...]:
    """Return the trip with the opening hours of its day, or of each day that it may be.

    Weekdays on which all hours are the same come as one trip. Hours play no part where the
    conventions say so, and where no departure is known.
    """
    if not trip.clocked or work.conventions.opening_hours == "ignore":
        return (trip,)
    if query.day is not None:
        return (_on_day(trip, DAYS.index(query.day)),)
    if work.conventions.unstated_day == "ignore":
        return (trip,)
    grouped: dict[tuple[Stop, ...], TripMap] = {}
    for day in range(7):
        dated = _on_day(trip, day)
        known = grouped.get(dated.problem.stops)
        days = (*known.days, day) if known else (day,)
        grouped[dated.problem.stops] = replace(dated, days=days)
    return tuple(grouped.values())


def on_stated_day(trip: TripMap, query: Trip, work: Working) -> TripMap:
    """Return the trip with the opening hours of the day that is said, if one is.

    They play no part where the conventions say so, and where no departure is known.
    """
    if not trip.clocked or query.day is None or work.conventions.opening_hours == "ignore":
        return trip
    return _on_day(trip, DAYS.index(query.day))


def holds_on(work: Working, found: Sequence[tuple[bool, tuple[int, ...]]]) -> bool:
    """Return whether what is found on some days holds where no day is said.

    Parameters
    ----------
    work
        Its conventions say whether most days of the week are needed, or one.
    found
        Whether it holds, and on which weekdays that was tried; () where days play no part.
    """
    if len(found) == 1:
        return found[0][0]
    holding = sum(len(days) for holds, days in found if holds)
    return holding > _HALF_A_WEEK if work.conventions.unstated_day == "most" else holding > 0


_HALF_A_WEEK = 3.5


def windows(hours: WeeklyHours | None, day: int) -> Windows | None:
    """Return when a place is open on a day, in seconds after its midnight.

    These are the openings that begin on the day and what is left of the night before; one that
    touches the next goes on in it, past the next midnight too. One does not wait for the next
    morning. None where the hours of that day are not known.

    Examples
    --------
    >>> bar = WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed")
    >>> [(opens // 3600, closes // 3600) for opens, closes, _ in windows(bar, 1)]
    [(0, 2)]
    """
    return windows_of(None if hours is None else hours.windows_on(day), MINUTE)


def _on_day(trip: TripMap, day: int) -> TripMap:
    """Return the trip with the opening hours of one weekday."""
    stops = tuple(
        replace(stop, windows=windows(place.hours, day))
        for stop, place in zip(trip.problem.stops, trip.places, strict=False)
    )
    return replace(trip, problem=replace(trip.problem, stops=stops), days=(day,))
