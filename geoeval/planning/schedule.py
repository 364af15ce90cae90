"""Schedules of an order: forwards from the departure, or backwards from the deadline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from geoeval.errors import UsageError
from geoeval.planning.problem import (
    TripProblem,
    check_days,
    check_order,
    day_of,
    day_starts,
    morning_leg,
)
from geoeval.planning.stop import Starts, Stop, check_integer, clip_intervals
from geoeval.planning.travel import Ride

# Later than any tick: the deadline of a backward pass without a limit.
_FAR = 1 << 50

Order: TypeAlias = tuple[int, ...]
BreachKind = Literal[
    "missing_leg",
    "opens_late",
    "closed",
    "closing",
    "not_open",
    "no_day",
    "late",
    "waiting",
    "precedence",
    "adjacency",
    "left_out",
    "deadline",
    "budget",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """A constraint that an order breaks, with its numbers.

    ``stop`` is the stop concerned, None for the leg to the end. The numbers are:

    =========== ============================================= ==================================
    kind        ``actual``                                    ``limit``
    =========== ============================================= ==================================
    missing_leg tick of the departure that is impossible      None
    opens_late  tick by which the stay must end               earliest tick at which it can end
    closed      tick of arrival                               None: it has no windows
    closing     tick at which the stay would end (or begin)   last tick at which it may
    not_open    tick at which the stay would begin            tick of the next opening
    no_day      tick at which the stay would begin            None: no day has time for it
    late        tick of arrival                               the start that is missed
    waiting     tick of arrival                               tick at which the stay begins
    precedence  position in the order                         the stop that must come first
    adjacency   position in the order                         the stop that must come just before
    left_out    number of stops made                          None
    deadline    tick at which the trip ends                   the deadline
    budget      ticks that the trip takes                     the budget
    =========== ============================================= ==================================

    ``arrival`` is the tick of arrival, for "closed" and "closing". ``origin`` is the place where a
    missing leg begins, None if unknown. "opens_late" occurs only in a backward pass; its limit is
    None if the stop never opens.
    """

    kind: BreachKind
    stop: int | None
    actual: int
    limit: int | None = None
    arrival: int | None = None
    origin: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One stay of a schedule, with the leg to it.

    ``travel`` is None if the leg is missing; the schedule then assumes 0. ``leaves`` is the
    departure to the stop, later than the end of the previous stay if that is quicker or if a night
    is in between.
    """

    stop: int
    leaves: int
    travel: int | None
    arrival: int
    start: int
    end: int

    @property
    def waiting(self) -> int:
        """Ticks between arrival and start."""
        return self.start - self.arrival


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """The schedule of an order; ``breaches`` holds all its violations in order.

    After a violation the schedule continues as if the constraint did not exist, and a missing leg
    takes no time, so all later times are lower bounds. ``back`` is the number of ticks of the leg
    to the end, None if there is no such leg.
    """

    depart: int
    calls: tuple[Call, ...]
    back: int | None
    finish: int
    breaches: tuple[Breach, ...]

    @property
    def order(self) -> Order:
        """The stops in the order of their visits."""
        return tuple(call.stop for call in self.calls)

    @property
    def feasible(self) -> bool:
        """Whether the order breaks no constraint."""
        return not self.breaches

    @property
    def first_broken(self) -> Breach | None:
        """The first violation, or None."""
        return self.breaches[0] if self.breaches else None

    @property
    def travel(self) -> int:
        """Ticks of travel, without waiting and the legs to the hotel for the night."""
        return sum(call.travel or 0 for call in self.calls) + (self.back or 0)

    @property
    def waiting(self) -> int:
        """Ticks spent neither travelling nor at a stop, including nights."""
        stays = sum(call.end - call.start for call in self.calls)
        return self.finish - self.depart - self.travel - stays


def simulate(
    order: Sequence[int],
    problem: TripProblem,
    *,
    depart: int | None = None,
    begins: Sequence[int | None] | None = None,
) -> Timeline:
    """Simulate an order from its departure; each stay begins as early as it can.

    Parameters
    ----------
    order
        The indices of the stops, in order; a missing mandatory stop is a violation.
    problem
        The trip.
    depart
        The tick of departure; by default that of the problem.
    begins
        The tick at which each stay begins, as in a timetable; None for a stay that begins as
        early as it can.

    Raises
    ------
    UsageError
        If the order repeats a stop or contains an unknown one, or ``begins`` differs in length.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix, Window
    >>> museum = Stop(name="museum", duration=60, windows=(Window(600, 1020),))
    >>> trip = TripProblem(
    ...     stops=(museum,), travel=TravelMatrix([[0, 30], [30, 0]]), depart=540, origin=1
    ... )
    >>> [(call.arrival, call.waiting, call.end) for call in simulate((0,), trip).calls]
    [(570, 30, 660)]
    >>> simulate((0,), trip, begins=(975,)).first_broken.kind
    'closing'
    """
    check_order(order, problem)
    check_days(problem)
    given = [None] * len(order) if begins is None else begins
    starts = [
        None if tick is None else check_integer(tick, "the start of a stay") for tick in given
    ]
    if len(starts) != len(order):
        raise UsageError(
            f"expected a start time or None for each of {len(order)} stops, got {len(starts)}"
        )
    departure = problem.leaves if depart is None else check_integer(depart, "the departure")
    simulation = _Simulation(problem, departure)
    for position, (stop, start) in enumerate(zip(order, starts, strict=True)):
        simulation.breaches += _precedence_breaches(order, position, problem)
        simulation.visit(stop, start)
    simulation.breaches += _missing_stops(order, problem)
    back = simulation.go_to_end(order[-1] if order else None)
    return Timeline(
        depart=departure,
        calls=tuple(simulation.calls),
        back=back,
        finish=simulation.now,
        breaches=tuple(simulation.breaches),
    )


class _Simulation:
    def __init__(self, problem: TripProblem, depart: int) -> None:
        self.problem = problem
        self.depart = depart
        self.now = depart
        self.here = problem.origin
        self.calls: list[Call] = []
        self.breaches: list[Breach] = []

    def visit(self, index: int, scheduled: int | None) -> None:
        """Go to a stop and stay there."""
        problem, stop = self.problem, self.problem.stops[index]
        ride = self._find_ride(problem.place(index), stop.mode, index)
        leaves, arrival = ride or (self.now, self.now)
        starts = day_starts(problem, index)
        if scheduled is None:
            start = self._earliest_start(index, arrival, starts)
        else:
            start = self._start_as_scheduled(index, arrival, scheduled, starts)
        leaves, arrival = self._leg_after_night(index, start, leaves, arrival)
        here = self.here
        self.here, self.now = problem.place(index), start + stop.duration
        travel = None if ride is None else arrival - leaves
        self.calls.append(
            Call(
                stop=index,
                leaves=leaves,
                travel=0 if here is None else travel,
                arrival=arrival,
                start=start,
                end=self.now,
            )
        )

    def _earliest_start(self, index: int, arrival: int, starts: Starts) -> int:
        """Return the earliest start of a stay, and record its violations."""
        booked = self.problem.stops[index].starts_at
        start = next((max(a, arrival) for a, b in starts if arrival <= b), None)
        if start is None and booked is not None and arrival <= booked:
            return self._start_as_scheduled(index, arrival, booked, starts)
        if start is None:
            return self._note_late(index, arrival)
        if start > arrival and not self.problem.waiting:
            self._add_breach("waiting", index, arrival, start)
        return start

    def _leg_after_night(
        self, index: int, start: int, leaves: int, arrival: int
    ) -> tuple[int, int]:
        """Return the leg to a stay; on a later day it starts from the hotel in the morning."""
        problem = self.problem
        day = day_of(problem, start)
        if day != day_of(problem, self.now):
            ride = morning_leg(problem, day, problem.place(index), problem.stops[index].mode)
            if ride is not None and ride.arrives <= start:
                return ride
        return leaves, arrival

    def go_to_end(self, last: int | None) -> int | None:
        """Go to the end and check the limits; return the ticks of the leg to the end."""
        problem, back = self.problem, None
        if problem.end is not None:
            ride = self._find_ride(problem.end, problem.end_mode, None)
            if ride is not None and problem.days:
                ride = self._leg_before_night(ride)
            leaves, self.now = ride or (self.now, self.now)
            back = None if ride is None else self.now - leaves
        self._check_end(last if problem.end is None else None)
        return back

    def _check_end(self, late: int | None) -> None:
        problem = self.problem
        limits = [] if problem.deadline is None else [problem.deadline]
        if problem.days:
            limits.append(problem.days[day_of(problem, self.now)][1])
        if limits and self.now > min(limits):
            self._add_breach("deadline", late, self.now, min(limits))
        if problem.budget is not None and self.now - self.depart > problem.budget:
            self._add_breach("budget", late, self.now - self.depart, problem.budget)

    def _leg_before_night(self, ride: Ride) -> Ride:
        """Return the leg to the end, postponed to a later morning if the day is too short."""
        problem = self.problem
        assert problem.end is not None
        for day in range(day_of(problem, self.now), len(problem.days)):
            ends = problem.days[day][1]
            if day != day_of(problem, self.now):
                ride = morning_leg(problem, day, problem.end, problem.end_mode) or ride
            if ride.arrives <= ends:
                return ride
        return ride

    def _find_ride(self, place: int, mode: str | None, stop: int | None) -> Ride | None:
        problem, now = self.problem, self.now
        if self.here is None:
            return Ride(now, now)
        ride = problem.matrix(mode).ride(self.here, place, now, waiting=problem.waiting)
        for day in range(day_of(problem, now) + 1, len(problem.days)):
            morning = morning_leg(problem, day, place, mode)
            if morning is not None and (ride is None or morning.arrives < ride.arrives):
                ride = morning
        if ride is None:
            self.breaches.append(
                Breach(kind="missing_leg", stop=stop, actual=now, origin=self.here)
            )
        return ride

    def _add_breach(self, kind: BreachKind, stop: int | None, actual: int, limit: int) -> None:
        self.breaches.append(Breach(kind=kind, stop=stop, actual=actual, limit=limit))

    def _note_late(self, index: int, arrival: int) -> int:
        """Record why a stay cannot begin, and return the start that is assumed anyway."""
        stop = self.problem.stops[index]
        if stop.starts_at is not None:
            self._add_breach("late", index, arrival, stop.starts_at)
        elif stop.windows == ():
            self.breaches.append(Breach(kind="closed", stop=index, actual=arrival, arrival=arrival))
        elif any(arrival <= last for _, last in stop.starts()) or stop.windows is None:
            self.breaches.append(Breach(kind="no_day", stop=index, actual=arrival))
        else:
            return self._note_closing(index, arrival, max(arrival, stop.windows[-1].opens))
        return arrival

    def _note_closing(self, index: int, arrival: int, start: int) -> int:
        stop = self.problem.stops[index]
        assert stop.windows
        window = [w for w in stop.windows if w.opens <= start][-1]
        actual = start + (stop.duration if window.bounds == "end" else 0)
        self.breaches.append(
            Breach(kind="closing", stop=index, actual=actual, limit=window.closes, arrival=arrival)
        )
        return start

    def _start_as_scheduled(self, index: int, arrival: int, begin: int, starts: Starts) -> int:
        """Return the start that a timetable or a booking sets, and record its violations."""
        stop = self.problem.stops[index]
        if arrival > begin:
            self._add_breach("late", index, arrival, begin)
        elif arrival < begin and not self.problem.waiting:
            self._add_breach("waiting", index, arrival, begin)
        if stop.starts_at is not None and begin != stop.starts_at:
            self._add_breach(
                "late" if begin > stop.starts_at else "not_open", index, begin, stop.starts_at
            )
        elif not clip_intervals(starts, begin, begin):
            self._note_not_open(index, arrival, begin)
        return begin

    def _note_not_open(self, index: int, arrival: int, begin: int) -> None:
        windows = self.problem.stops[index].windows
        if windows == ():
            self.breaches.append(Breach(kind="closed", stop=index, actual=begin, arrival=arrival))
            return
        own = replace(self.problem.stops[index], starts_at=None).starts()
        opens = next((w.opens for w in windows or () if w.opens > begin), None)
        if clip_intervals(own, begin, begin):
            self.breaches.append(Breach(kind="no_day", stop=index, actual=begin))
        elif opens is not None and not any(w.opens <= begin < w.closes for w in windows or ()):
            self._add_breach("not_open", index, begin, opens)
        else:
            self._note_closing(index, arrival, begin)


def _missing_stops(order: Sequence[int], problem: TripProblem) -> Iterator[Breach]:
    for i, stop in enumerate(problem.stops):
        if stop.mandatory and i not in order:
            yield Breach(kind="left_out", stop=i, actual=len(order))


def _precedence_breaches(
    order: Sequence[int], position: int, problem: TripProblem
) -> Iterator[Breach]:
    stop = order[position]
    for first, second in problem.before:
        if second == stop and first in order[position + 1 :]:
            yield Breach(kind="precedence", stop=stop, actual=position, limit=first)
    for first, second in problem.directly:
        if second == stop and first in order and order[max(position - 1, 0)] != first:
            yield Breach(kind="adjacency", stop=stop, actual=position, limit=first)


# The backward pass, from the end to the latest departure.


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestStart:
    """The latest departure of an order, or the violation that rules out every departure.

    ``depart`` is None if there is no departure, or if nothing limits it (then ``bounded`` is
    False). ``starts`` are the latest starts of the stays, None for a stay that nothing limits.
    """

    depart: int | None
    starts: tuple[int | None, ...] = ()
    broken: Breach | None = None

    @property
    def bounded(self) -> bool:
        """Whether anything limits the departure."""
        return self.depart is not None or self.broken is not None


def latest_start(order: Sequence[int], problem: TripProblem) -> LatestStart:
    """Return the latest departure of an order that meets its deadline, by a backward pass.

    ``problem`` is a trip of one day; its ``depart`` and ``budget`` are ignored. Without an origin
    the departure is the start of the first stay.

    Raises
    ------
    UsageError
        If the trip has several days or allows no waiting, or a stop of the order does not exist.

    Examples
    --------
    >>> from geoeval.planning import TravelMatrix, Window
    >>> museum = Stop(name="museum", duration=90, windows=(Window(600, 1080),))
    >>> travel = TravelMatrix([[0, 16], [16, 0]])
    >>> latest_start((0,), TripProblem(stops=(museum,), travel=travel, origin=1)).depart
    974
    """
    check_order(order, problem)
    _check_one_day(problem)
    deadline = _FAR if problem.deadline is None else problem.deadline
    limit = min(deadline, *(ends for _, ends in problem.days), _FAR)
    following = None if problem.end is None else (problem.end, problem.end_mode)
    starts: list[int] = []
    next_stop: int | None = None
    for index in reversed(order):
        stop, place = problem.stops[index], problem.place(index)
        latest_end = _latest_departure(problem, place, following, limit)
        if latest_end is None:
            return _missing_leg(place, next_stop, limit)
        start = _latest_start(stop, latest_end)
        if start is None:
            breach = _opens_late_breach(index, stop, latest_end)
            return LatestStart(depart=None, broken=breach)
        starts.append(start)
        limit, following, next_stop = start, (place, stop.mode), index
    origin = problem.origin
    depart = limit if origin is None else _latest_departure(problem, origin, following, limit)
    if depart is None:
        assert origin is not None
        return _missing_leg(origin, next_stop, limit)
    return LatestStart(
        depart=_finite_or_none(depart),
        starts=tuple(map(_finite_or_none, reversed(starts))),
    )


def _check_one_day(problem: TripProblem) -> None:
    if len(problem.days) > 1 or not problem.waiting:
        raise UsageError(
            "expected a trip of one day that allows waiting, to find its latest departure"
        )


def _latest_departure(
    problem: TripProblem, place: int, following: tuple[int, str | None] | None, by: int
) -> int | None:
    if following is None:
        return by
    following_place, mode = following
    return problem.matrix(mode).latest(place, following_place, by)


def _finite_or_none(tick: int) -> int | None:
    return tick if tick < _FAR // 2 else None


def slacks(order: Sequence[int], problem: TripProblem) -> tuple[int | None, ...]:
    """Return by how many ticks each stay of a feasible order could be delayed.

    The rest of the order stays feasible; the delay is None if nothing limits it. ``problem`` is a
    trip of one day.

    Examples
    --------
    >>> from geoeval.planning import TravelMatrix
    >>> zoo = Stop(name="zoo", duration=90)
    >>> slacks((0,), TripProblem(stops=(zoo,), travel=TravelMatrix([[0]]), deadline=100))
    (10,)
    """
    earliest = simulate(order, problem)
    limited = replace(problem, deadline=problem.limit(problem.leaves), budget=None)
    latest = latest_start(order, limited).starts
    return tuple(
        None if last is None else last - call.start
        for last, call in zip(latest, earliest.calls, strict=False)
    )


def _latest_start(stop: Stop, latest_end: int) -> int | None:
    """Return the last tick at which a stay can begin and still end by ``latest_end``."""
    last = latest_end - stop.duration
    return max((min(b, last) for a, b in stop.starts() if a <= last), default=None)


def _opens_late_breach(index: int, stop: Stop, latest_end: int) -> Breach:
    """Return the violation of a stay that cannot end by ``latest_end``."""
    starts = stop.starts()
    earliest = starts[0][0] + stop.duration if starts else None
    closing = max((window.closes for window in stop.windows or ()), default=latest_end)
    return Breach(kind="opens_late", stop=index, actual=min(latest_end, closing), limit=earliest)


def _missing_leg(origin: int, stop: int | None, tick: int) -> LatestStart:
    missing = Breach(kind="missing_leg", stop=stop, actual=tick, origin=origin)
    return LatestStart(depart=None, broken=missing)
