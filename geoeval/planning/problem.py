"""The input of trip planning: stops with their windows, travel times and limits.

Every time is an integer tick after a common zero, so that windows are met exactly; ``unit`` and
``ticks_per_unit`` say what a tick is. Places are the rows of the travel matrix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from geoeval.errors import UsageError, quote
from geoeval.planning.stop import (
    ALWAYS,
    MOST_TICKS,
    Starts,
    Stop,
    check_whole,
    clip_intervals,
    merge_intervals,
)
from geoeval.planning.travel import Ride, TravelMatrix

Unit = Literal["second", "minute", "day", "unit"]
_TICKS = {"depart": -MOST_TICKS, "deadline": -MOST_TICKS, "budget": 0, "ticks_per_unit": 1}
_PLACES = ("origin", "end")
_PAIRS = ("days", "before", "directly")


@dataclass(frozen=True, slots=True, kw_only=True)
class TripProblem:
    """Stops to put in order, travel times, and the limits of the trip.

    Parameters
    ----------
    stops
        The stops.
    travel
        Ticks of travel between the places.
    modes
        Travel times by other modes, for the stops that name one.
    depart
        The tick at which the trip begins; the objective "latest_departure" moves it later.
    origin
        The place where it begins; None if it begins at the first stop, whichever that is.
    end, end_mode
        The place to reach after the last stop, and the mode of the leg to it; None if the trip is
        over with that stop.
    deadline
        The tick by which the trip is over.
    budget
        Ticks from the departure to the end at most, waiting counted.
    days
        (begins, ends) of each day of a trip of several days, ascending. Nights are spent at the
        origin (the hotel): a stay on any day but the last leaves time for the leg back that
        evening. Days that are not needed are unused. ``depart`` and ``deadline`` apply as well;
        a departure at night is moved to the morning.
    before
        Pairs of stops by their index: where both are made, the first is made before the second.
    directly
        Pairs of stops: where both are made, the second follows directly after the first.
    waiting
        Whether one may wait: before a leg that is quicker later, and for a stop to open.
    unit, ticks_per_unit
        What a tick is: there are ``ticks_per_unit`` of them in a ``unit``. Tick 0 is midnight
        if the unit is a second or a minute, the first day if it is a day.

    Raises
    ------
    UsageError
        If two stops have the same name, a place or mode is unknown, the matrices differ in
        size, the deadline is before the departure, or a value is of the wrong type.
    """

    stops: tuple[Stop, ...]
    travel: TravelMatrix
    modes: Mapping[str, TravelMatrix] = field(default_factory=dict, hash=False)
    depart: int = 0
    origin: int | None = None
    end: int | None = None
    end_mode: str | None = None
    deadline: int | None = None
    budget: int | None = None
    days: tuple[tuple[int, int], ...] = ()
    before: tuple[tuple[int, int], ...] = ()
    directly: tuple[tuple[int, int], ...] = ()
    waiting: bool = True
    unit: Unit = "second"
    ticks_per_unit: int = 1

    def __post_init__(self) -> None:
        for what, value in _normalise_fields(self).items():
            object.__setattr__(self, what, value)
        for fault in _find_faults(self):
            raise UsageError(fault)

    @property
    def leaves(self) -> int:
        """The tick of departure: ``depart``, or the next day's begin if that is at night."""
        begins = (begins for begins, ends in self.days if self.depart <= ends)
        return max(self.depart, next(begins, self.depart))

    def place(self, stop: int) -> int:
        """Return the row of a stop in the travel matrix."""
        place = self.stops[stop].place
        return stop if place is None else place

    def matrix(self, mode: str | None) -> TravelMatrix:
        """Return the travel times of a mode; None is the default one."""
        return self.travel if mode is None else self.modes[mode]

    def limit(self, depart: int) -> int | None:
        """Return the latest end of a trip that departs at a tick, by deadline and budget."""
        limits = [] if self.deadline is None else [self.deadline]
        if self.budget is not None:
            limits.append(depart + self.budget)
        return min(limits, default=None)

    def restricted(self, stops: Sequence[int]) -> TripProblem:
        """Return the problem with some of its stops, in the order given."""
        position = {stop: k for k, stop in enumerate(stops)}

        def kept(pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
            known = (pair for pair in pairs if pair[0] in position and pair[1] in position)
            return tuple((position[first], position[second]) for first, second in known)

        return replace(
            self,
            stops=tuple(replace(self.stops[i], place=self.place(i)) for i in stops),
            before=kept(self.before),
            directly=kept(self.directly),
        )

    def without_stays(self) -> TripProblem:
        """Return the problem with stays of no time, so that only travel time counts."""
        return replace(self, stops=tuple(replace(stop, duration=0) for stop in self.stops))

    def by_distance(self) -> TripProblem:
        """Return the problem with distances in place of times, and stays of no time."""
        return replace(
            self.without_stays(),
            travel=self.travel.lengths(),
            modes={mode: matrix.lengths() for mode, matrix in self.modes.items()},
        )


def matrices_of(problem: TripProblem) -> tuple[TravelMatrix, ...]:
    """Return the travel times of a problem, the default ones first."""
    return (problem.travel, *problem.modes.values())


def check_order(order: Sequence[int], problem: TripProblem) -> None:
    """Raise a UsageError if an order has a stop twice, or an unknown stop."""
    for position, stop in enumerate(order):
        if not 0 <= stop < len(problem.stops) or stop in order[:position]:
            raise UsageError(
                f"expected an order of different stops from 0 to {len(problem.stops) - 1}: "
                f"{quote(tuple(order))}"
            )


def has_time_limits(problem: TripProblem) -> bool:
    """Return whether a time limit can make an order infeasible."""
    static = all(matrix.static for matrix in matrices_of(problem))
    limited = (
        not static
        or problem.deadline is not None
        or problem.budget is not None
        or bool(problem.days)
    )
    return limited or any(stop.starts() != ALWAYS for stop in problem.stops)


def _normalise_fields(problem: TripProblem) -> dict[str, object]:
    taken: dict[str, object] = {"stops": _check_stops(problem.stops)}
    for mode, matrix in ((None, problem.travel), *problem.modes.items()):
        if not isinstance(matrix, TravelMatrix):
            which = "travel" if mode is None else f"the mode {quote(mode)}"
            raise UsageError(f"expected a TravelMatrix for {which}: {quote(matrix)}")
    for what, least in (*_TICKS.items(), *((place, 0) for place in _PLACES)):
        value = getattr(problem, what)
        if value is not None:
            taken[what] = check_whole(value, f"the {what} of a trip", least)
    for what in _PAIRS:
        taken[what] = tuple(_check_pair(pair, what) for pair in getattr(problem, what))
    if problem.unit not in get_args(Unit):
        units = ", ".join(map(quote, get_args(Unit)))
        raise UsageError(f"expected a unit among {units}: {quote(problem.unit)}")
    return taken


def _find_faults(problem: TripProblem) -> Iterator[str]:
    count, names = len(problem.stops), [stop.name for stop in problem.stops]
    if len(set(names)) < count:
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        yield f"expected stops of different names: {quote(twice)} comes twice"
    yield from _place_faults(problem)
    yield from _mode_faults(problem)
    yield from _time_faults(problem)
    for pair in (*problem.before, *problem.directly):
        if pair[0] == pair[1] or not all(0 <= stop < count for stop in pair):
            last = count - 1
            yield f"expected pairs of two different stops from 0 to {last}: {quote(pair)}"


def _time_faults(problem: TripProblem) -> Iterator[str]:
    if problem.deadline is not None and problem.deadline < problem.depart:
        yield (
            f"expected a deadline after the departure at {problem.depart}: {problem.deadline}; "
            "add a day to a deadline past midnight"
        )
    if len(problem.days) > 1 and problem.origin is None:
        yield "expected an origin, the hotel, for a trip of several days"
    edges = [tick for day in problem.days for tick in day]
    if edges != sorted(edges):
        yield f"expected days that end after they begin, one after another: {quote(problem.days)}"


def _mode_faults(problem: TripProblem) -> Iterator[str]:
    for wanted in (*(stop.mode for stop in problem.stops), problem.end_mode):
        if wanted is not None and wanted not in problem.modes:
            known = ", ".join(map(quote, problem.modes)) or "none"
            yield f"expected a mode among those given ({known}): {quote(wanted)}"


def _place_faults(problem: TripProblem) -> Iterator[str]:
    size = problem.travel.size
    for mode, matrix in problem.modes.items():
        if matrix.size != size:
            yield f"expected {size} places in the matrix of {quote(mode)}: {matrix.size}"
    places = [(quote(stop.name), problem.place(i)) for i, stop in enumerate(problem.stops)]
    places += [(what, p) for what in _PLACES if (p := getattr(problem, what)) is not None]
    for what, place in places:
        if place >= size:
            yield f"expected the place of {what} in the travel matrix of {size} places: {place}"


def _check_stops(stops: object) -> tuple[Stop, ...]:
    known = tuple(stops) if isinstance(stops, tuple | list) else (stops,)
    for stop in known:
        if not isinstance(stop, Stop):
            raise UsageError(f"expected a tuple of stops, Stop(name=...): {quote(stop)}")
    return tuple(stop for stop in known if isinstance(stop, Stop))


def _check_pair(pair: object, what: str) -> tuple[int, int]:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise UsageError(f"expected pairs of two numbers in {what}, as in ((0, 1),): {quote(pair)}")
    return check_whole(pair[0], f"a number in {what}"), check_whole(pair[1], f"a number in {what}")


# Trips of several days: every night is spent at the origin, the hotel.

_EVERY_STOP = "a leg from the hotel to every stop and back, for a trip of several days: none"


def check_days(problem: TripProblem) -> None:
    """Raise a UsageError if the planner does not support a trip of several days."""
    for fault in _night_faults(problem) if len(problem.days) > 1 else ():
        raise UsageError(f"expected {fault}")


def _night_faults(problem: TripProblem) -> Iterator[str]:
    if not problem.waiting:
        yield "a trip of several days to allow waiting, over night at least"
    for number, (begins, ends) in enumerate(problem.days):
        if number:
            yield from _morning_faults(problem, begins)
        if number < len(problem.days) - 1:
            yield from _evening_faults(problem, ends)


def _morning_faults(problem: TripProblem, begins: int) -> Iterator[str]:
    """Yield where the leg from the hotel is not the quickest one to a stop or the end."""
    hotel = _hotel_place(problem)
    goals = {
        stop.name: (problem.place(i), stop.mode, stop.duration)
        for i, stop in enumerate(problem.stops)
    }
    if problem.end is not None:
        goals["the end"] = (problem.end, problem.end_mode, 0)
    arrives: dict[str, int] = {}
    for name, (place, mode, _) in goals.items():
        ride = problem.matrix(mode).ride(hotel, place, begins)
        if ride is None:
            yield f"{_EVERY_STOP} to {quote(name)}"
        else:
            arrives[name] = ride.arrives
    for via, (place, _, stay) in goals.items():
        for name, (goal, mode, _) in goals.items():
            ride = problem.matrix(mode).ride(place, goal, arrives[via] + stay)
            if name != via != "the end" and ride is not None and ride.arrives < arrives[name]:
                yield _detour_fault(f"from the hotel to {quote(name)}", via)


def _evening_faults(problem: TripProblem, ends: int) -> Iterator[str]:
    """Yield where the leg to the hotel is not the quickest one from a stop."""
    hotel, stops = _hotel_place(problem), problem.stops
    leaves: list[int] = []
    for i, stop in enumerate(stops):
        last = problem.travel.latest(problem.place(i), hotel, ends)
        if last is None:
            yield f"{_EVERY_STOP} back from {quote(stop.name)}"
        else:
            leaves.append(last)
    for via, stop in enumerate(stops):
        for i, other in enumerate(stops):
            if i != via:
                matrix, by = problem.matrix(stop.mode), leaves[via] - stop.duration
                last = matrix.latest(problem.place(i), problem.place(via), by)
                if last is not None and last > leaves[i]:
                    yield _detour_fault(f"to the hotel from {quote(other.name)}", stop.name)


def _detour_fault(leg: str, via: str) -> str:
    return (
        "legs to and from the hotel that are as quick as those via another stop, for a trip of "
        f"several days: the one {leg} takes longer than via {quote(via)}"
    )


def day_starts(problem: TripProblem, stop: int) -> Starts:
    """Return when a stay can begin: in its windows, with time to return to the hotel."""
    intervals = problem.stops[stop].starts()
    if not problem.days:
        return intervals
    place, duration = problem.place(stop), problem.stops[stop].duration
    kept: list[tuple[int, int]] = []
    for number, (begins, ends) in enumerate(problem.days):
        first: int | None = begins
        last: int | None = ends
        if number:
            first = _arrival_or_none(morning_leg(problem, number, place, problem.stops[stop].mode))
        if number < len(problem.days) - 1:
            last = problem.travel.latest(place, _hotel_place(problem), ends)
        if first is not None and last is not None:
            kept += clip_intervals(intervals, first, last - duration)
    return merge_intervals(kept)


def goal_days(problem: TripProblem) -> Starts:
    """Return when the end can be reached; on later days one starts from the hotel."""
    mornings = [
        begins
        if problem.end is None or not number
        else _arrival_or_none(morning_leg(problem, number, problem.end, problem.end_mode))
        for number, (begins, _) in enumerate(problem.days)
    ]
    return tuple(
        (first, ends)
        for first, (_, ends) in zip(mornings, problem.days, strict=True)
        if first is not None and first <= ends
    )


def morning_leg(problem: TripProblem, day: int, place: int, mode: str | None) -> Ride | None:
    """Return the leg from the hotel that reaches a place first on a day."""
    return problem.matrix(mode).ride(_hotel_place(problem), place, problem.days[day][0])


def _arrival_or_none(ride: Ride | None) -> int | None:
    return None if ride is None else ride.arrives


def day_of(problem: TripProblem, tick: int) -> int:
    """Return the index of the last day that has begun by a tick."""
    return max((k for k, (begins, _) in enumerate(problem.days) if begins <= tick), default=0)


def _hotel_place(problem: TripProblem) -> int:
    assert problem.origin is not None, "checked by the problem"
    return problem.origin
