"""The input of trip planning: stops with their windows, travel times and limits.

All times are integer ticks from a common zero, so that windows are exact; ``unit`` and
``ticks_per_unit`` define a tick. A place is a row of the travel matrix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from geoeval.errors import UsageError, quote
from geoeval.planning.stop import (
    ALWAYS,
    MAX_TICKS,
    Starts,
    Stop,
    check_integer,
    clip_intervals,
    merge_intervals,
)
from geoeval.planning.travel import Ride, TravelMatrix

Unit = Literal["second", "minute", "day", "unit"]
_TICK_FIELDS = {"depart": -MAX_TICKS, "deadline": -MAX_TICKS, "budget": 0, "ticks_per_unit": 1}
_PLACE_FIELDS = ("origin", "end")
_PAIR_FIELDS = ("days", "before", "directly")


@dataclass(frozen=True, slots=True, kw_only=True)
class TripProblem:
    """Stops to put in order, travel times, and the limits of the trip.

    Parameters
    ----------
    stops
        The stops.
    travel
        Travel times between places, in ticks.
    modes
        Travel times by other modes, keyed by the mode that a stop names.
    depart
        The tick at which the trip begins; the objective "latest_departure" moves it later.
    origin
        The place where the trip begins; None if it begins at its first stop.
    end, end_mode
        The place where the trip ends, and the mode of the leg to it; None if the trip ends at
        its last stop.
    deadline
        The tick by which the trip must end.
    budget
        The maximum number of ticks from the departure to the end, including waiting.
    days
        (begins, ends) of each day of a trip of several days, ascending. Nights are spent at the
        origin (the hotel): a stay on any day but the last leaves time for the leg back in the
        evening. Days may remain unused. ``depart`` and ``deadline`` apply as well; a departure
        at night is moved to the morning.
    before
        Pairs of stop indices: if both stops are visited, the first comes before the second.
    directly
        Pairs of stop indices: if both are visited, the second comes directly after the first.
    waiting
        Whether waiting is allowed, for a quicker leg or for a stop to open.
    unit, ticks_per_unit
        The length of a tick, a second by default: a ``unit`` has ``ticks_per_unit`` ticks. Times in
        minutes need ``unit="minute"``. Tick 0 is midnight if the
        unit is a second or a minute, the first day if it is a day.

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
        """The tick of departure: ``depart``, or the start of the next day if that is at night."""
        begins = (begins for begins, ends in self.days if self.depart <= ends)
        return max(self.depart, next(begins, self.depart))

    def place(self, stop: int) -> int:
        """Return the row of a stop in the travel matrix."""
        place = self.stops[stop].place
        return stop if place is None else place

    def matrix(self, mode: str | None) -> TravelMatrix:
        """Return the travel matrix of a mode; None is the default mode."""
        return self.travel if mode is None else self.modes[mode]

    def limit(self, depart: int) -> int | None:
        """Return the latest end of a trip that departs at a tick; None if nothing limits it."""
        limits = [] if self.deadline is None else [self.deadline]
        if self.budget is not None:
            limits.append(depart + self.budget)
        return min(limits, default=None)

    def restricted(self, stops: Sequence[int]) -> TripProblem:
        """Return the problem with some of its stops, in the given order."""
        position = {stop: k for k, stop in enumerate(stops)}

        def renumber(pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
            known = (pair for pair in pairs if pair[0] in position and pair[1] in position)
            return tuple((position[first], position[second]) for first, second in known)

        return replace(
            self,
            stops=tuple(replace(self.stops[i], place=self.place(i)) for i in stops),
            before=renumber(self.before),
            directly=renumber(self.directly),
        )

    def without_stays(self) -> TripProblem:
        """Return the problem with all stays set to 0, so that only travel time counts."""
        return replace(self, stops=tuple(replace(stop, duration=0) for stop in self.stops))

    def by_distance(self) -> TripProblem:
        """Return the problem with distances in place of times, and all stays set to 0."""
        return replace(
            self.without_stays(),
            travel=self.travel.lengths(),
            modes={mode: matrix.lengths() for mode, matrix in self.modes.items()},
        )


def matrices_of(problem: TripProblem) -> tuple[TravelMatrix, ...]:
    """Return the travel matrices of a problem, the default one first."""
    return (problem.travel, *problem.modes.values())


def check_order(order: Sequence[int], problem: TripProblem) -> None:
    """Raise a UsageError if an order repeats a stop or contains an unknown one."""
    for position, stop in enumerate(order):
        if not 0 <= stop < len(problem.stops) or stop in order[:position]:
            raise UsageError(
                f"expected an order of different stops from 0 to {len(problem.stops) - 1}, "
                f"got {quote(tuple(order))}"
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
    normalised: dict[str, object] = {"stops": _check_stops(problem.stops)}
    for mode, matrix in ((None, problem.travel), *problem.modes.items()):
        if not isinstance(matrix, TravelMatrix):
            which = "travel" if mode is None else f"the mode {quote(mode)}"
            raise UsageError(f"expected a TravelMatrix for {which}, got {quote(matrix)}")
    for what, minimum in (*_TICK_FIELDS.items(), *((place, 0) for place in _PLACE_FIELDS)):
        value = getattr(problem, what)
        if value is not None:
            normalised[what] = check_integer(value, what, minimum)
    for what in _PAIR_FIELDS:
        normalised[what] = tuple(_check_pair(pair, what) for pair in getattr(problem, what))
    if problem.unit not in get_args(Unit):
        units = ", ".join(map(quote, get_args(Unit)))
        raise UsageError(f"expected one of the units {units}, got {quote(problem.unit)}")
    return normalised


def _find_faults(problem: TripProblem) -> Iterator[str]:
    count, names = len(problem.stops), [stop.name for stop in problem.stops]
    if len(set(names)) < count:
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        yield f"expected stops with different names, but {quote(twice)} occurs twice"
    yield from _place_faults(problem)
    yield from _mode_faults(problem)
    yield from _time_faults(problem)
    for pair in (*problem.before, *problem.directly):
        if pair[0] == pair[1] or not all(0 <= stop < count for stop in pair):
            last = count - 1
            yield f"expected pairs of two different stops from 0 to {last}, got {quote(pair)}"


def _time_faults(problem: TripProblem) -> Iterator[str]:
    if problem.deadline is not None and problem.deadline < problem.depart:
        yield (
            f"expected a deadline after the departure at {problem.depart}, got {problem.deadline}; "
            "add a day to a deadline past midnight"
        )
    if len(problem.days) > 1 and problem.origin is None:
        yield "expected an origin (the hotel) for a trip of several days"
    edges = [tick for day in problem.days for tick in day]
    if edges != sorted(edges):
        yield f"expected days in order that end after they begin, got {quote(problem.days)}"


def _mode_faults(problem: TripProblem) -> Iterator[str]:
    for wanted in (*(stop.mode for stop in problem.stops), problem.end_mode):
        if wanted is not None and wanted not in problem.modes:
            known = ", ".join(map(quote, problem.modes)) or "none"
            yield f"expected one of the modes given ({known}), got {quote(wanted)}"


def _place_faults(problem: TripProblem) -> Iterator[str]:
    size = problem.travel.size
    for mode, matrix in problem.modes.items():
        if matrix.size != size:
            yield f"expected {size} places in the matrix of {quote(mode)}, got {matrix.size}"
    places = [(quote(stop.name), problem.place(i)) for i, stop in enumerate(problem.stops)]
    places += [(what, p) for what in _PLACE_FIELDS if (p := getattr(problem, what)) is not None]
    for what, place in places:
        if place >= size:
            yield f"expected the place of {what} in a travel matrix of {size} places, got {place}"


def _check_stops(stops: object) -> tuple[Stop, ...]:
    known = tuple(stops) if isinstance(stops, tuple | list) else (stops,)
    for stop in known:
        if not isinstance(stop, Stop):
            raise UsageError(f"expected a tuple of stops such as Stop(name=...), got {quote(stop)}")
    return tuple(stop for stop in known if isinstance(stop, Stop))


def _check_pair(pair: object, what: str) -> tuple[int, int]:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise UsageError(
            f"expected pairs of integers in {what}, such as ((0, 1),), got {quote(pair)}"
        )
    name = f"a number in {what}"
    return check_integer(pair[0], name), check_integer(pair[1], name)


# Trips of several days: every night is spent at the origin, the hotel.

_HOTEL_LEGS = "a leg from the hotel to every stop and back, for a trip of several days, got none"


def check_days(problem: TripProblem) -> None:
    """Raise a UsageError if the planner does not support the days of a trip."""
    for fault in _night_faults(problem) if len(problem.days) > 1 else ():
        raise UsageError(f"expected {fault}")


def _night_faults(problem: TripProblem) -> Iterator[str]:
    if not problem.waiting:
        yield "a trip of several days to allow waiting, at least overnight"
    for number, (begins, ends) in enumerate(problem.days):
        if number:
            yield from _morning_faults(problem, begins)
        if number < len(problem.days) - 1:
            yield from _evening_faults(problem, ends)


def _morning_faults(problem: TripProblem, begins: int) -> Iterator[str]:
    """Yield each leg from the hotel that is missing or slower than a detour via a stop."""
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
            yield f"{_HOTEL_LEGS} to {quote(name)}"
        else:
            arrives[name] = ride.arrives
    for via, (place, _, stay) in goals.items():
        for name, (goal, mode, _) in goals.items():
            ride = problem.matrix(mode).ride(place, goal, arrives[via] + stay)
            if name != via != "the end" and ride is not None and ride.arrives < arrives[name]:
                yield _detour_fault(f"from the hotel to {quote(name)}", via)


def _evening_faults(problem: TripProblem, ends: int) -> Iterator[str]:
    """Yield each leg to the hotel that is missing or slower than a detour via a stop."""
    hotel, stops = _hotel_place(problem), problem.stops
    leaves: list[int] = []
    for i, stop in enumerate(stops):
        last = problem.travel.latest(problem.place(i), hotel, ends)
        if last is None:
            yield f"{_HOTEL_LEGS} back from {quote(stop.name)}"
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
        "direct legs to and from the hotel to be the quickest, for a trip of several days, but "
        f"the leg {leg} takes longer than via {quote(via)}"
    )


def day_starts(problem: TripProblem, stop: int) -> Starts:
    """Return the possible starts of a stay: in its windows, with time to return to the hotel."""
    intervals = problem.stops[stop].starts()
    if not problem.days:
        return intervals
    place, duration = problem.place(stop), problem.stops[stop].duration
    starts: list[tuple[int, int]] = []
    for number, (begins, ends) in enumerate(problem.days):
        first: int | None = begins
        last: int | None = ends
        if number:
            first = _arrival_or_none(morning_leg(problem, number, place, problem.stops[stop].mode))
        if number < len(problem.days) - 1:
            last = problem.travel.latest(place, _hotel_place(problem), ends)
        if first is not None and last is not None:
            starts += clip_intervals(intervals, first, last - duration)
    return merge_intervals(starts)


def goal_days(problem: TripProblem) -> Starts:
    """Return the intervals in which the end can be reached; on later days from the hotel."""
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
    """Return the leg from the hotel that reaches a place first on a given day."""
    return problem.matrix(mode).ride(_hotel_place(problem), place, problem.days[day][0])


def _arrival_or_none(ride: Ride | None) -> int | None:
    return None if ride is None else ride.arrives


def day_of(problem: TripProblem, tick: int) -> int:
    """Return the index of the last day that has begun by a tick."""
    return max((k for k, (begins, _) in enumerate(problem.days) if begins <= tick), default=0)


def _hotel_place(problem: TripProblem) -> int:
    assert problem.origin is not None, "checked by the problem"
    return problem.origin
