"""An order of stops played through tick by tick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from geoeval.errors import UsageError
from geoeval.planning.days import check_days, day_of, day_starts, morning
from geoeval.planning.problem import TripProblem, check_order
from geoeval.planning.stop import Starts, whole
from geoeval.planning.timeline import Breach, BreachKind, Call, Timeline
from geoeval.planning.travel import Ride


def simulate(
    order: Sequence[int],
    problem: TripProblem,
    *,
    depart: int | None = None,
    begins: Sequence[int | None] | None = None,
) -> Timeline:
    """Play an order through from the departure, each stay as early as it can begin.

    Parameters
    ----------
    order
        The stops to make, in order; a mandatory one that is missing is a breach.
    problem
        The trip.
    depart
        The tick of departure, if not that of the problem.
    begins
        For each stop of the order the tick at which its stay is to begin, as a timetable has it;
        None for those that begin as early as they can.

    Raises
    ------
    UsageError
        If the order names a stop twice, or one that is not there, or ``begins`` is not as long.

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
    stated = [None] * len(order) if begins is None else _stated(begins)
    if len(stated) != len(order):
        message = f"expected a begin or None for each of {len(order)} stops, got {len(stated)}"
        raise UsageError(message)
    left = problem.leaves if depart is None else whole(depart, "the departure")
    play = _Play(problem, left)
    for position, (stop, begin) in enumerate(zip(order, stated, strict=True)):
        play.breaches += _out_of_order(order, position, problem)
        play.visit(stop, begin)
    play.breaches += (
        Breach(kind="left_out", stop=i, actual=len(order))
        for i, stop in enumerate(problem.stops)
        if stop.mandatory and i not in order
    )
    back = play.go_to_end(order[-1] if order else None)
    return Timeline(
        depart=left,
        calls=tuple(play.calls),
        back=back,
        finish=play.now,
        breaches=tuple(play.breaches),
    )


def _stated(begins: Sequence[int | None]) -> list[int | None]:
    """Return the begins of a timetable."""
    return [None if tick is None else whole(tick, "the begin of a stay") for tick in begins]


class _Play:
    """Where and when one is while an order is played through."""

    def __init__(self, problem: TripProblem, depart: int) -> None:
        self.problem = problem
        self.depart = depart
        self.now = depart
        self.here = problem.origin
        self.calls: list[Call] = []
        self.breaches: list[Breach] = []

    def visit(self, index: int, begin: int | None) -> None:
        """Go to a stop and stay there."""
        problem, stop = self.problem, self.problem.stops[index]
        ride = self._ride(problem.place(index), stop.mode, index)
        leaves, arrival = ride or (self.now, self.now)
        starts = day_starts(problem, index)
        if begin is None:
            start = next((max(a, arrival) for a, b in starts if arrival <= b), None)
            if start is None and stop.starts_at is not None and arrival <= stop.starts_at:
                start = self._as_stated(index, arrival, stop.starts_at, starts)
            elif start is None:
                start = self._too_late(index, arrival)
            elif start > arrival and not problem.waiting:
                self._breach("waiting", index, arrival, start)
        else:
            start = self._as_stated(index, arrival, begin, starts)
        leaves, arrival = self._over_night(index, start, leaves, arrival)
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

    def _over_night(self, index: int, start: int, leaves: int, arrival: int) -> tuple[int, int]:
        """Return the leg to a stay that begins on a later day: from the hotel that morning."""
        problem = self.problem
        day = day_of(problem, start)
        if day != day_of(problem, self.now):
            ride = morning(problem, day, problem.place(index), problem.stops[index].mode)
            if ride is not None and ride.arrives <= start:
                return ride
        return leaves, arrival

    def go_to_end(self, last: int | None) -> int | None:
        """Go to the end and see whether that is in time; return the ticks on the way."""
        problem, back = self.problem, None
        if problem.end is not None:
            ride = self._ride(problem.end, problem.end_mode, None)
            if ride is not None and problem.days:
                ride = self._before_night(ride)
            leaves, self.now = ride or (self.now, self.now)
            back = None if ride is None else self.now - leaves
        late = last if problem.end is None else None
        limits = [] if problem.deadline is None else [problem.deadline]
        if problem.days:
            limits.append(problem.days[day_of(problem, self.now)][1])
        if limits and self.now > min(limits):
            self._breach("deadline", late, self.now, min(limits))
        if problem.budget is not None and self.now - self.depart > problem.budget:
            self._breach("budget", late, self.now - self.depart, problem.budget)
        return back

    def _before_night(self, ride: Ride) -> Ride:
        """Return the leg to the end, on the next morning if one is not there by the evening."""
        problem = self.problem
        assert problem.end is not None
        for day in range(day_of(problem, self.now), len(problem.days)):
            ends = problem.days[day][1]
            if day != day_of(problem, self.now):
                ride = morning(problem, day, problem.end, problem.end_mode) or ride
            if ride.arrives <= ends:
                return ride
        return ride

    def _ride(self, place: int, mode: str | None, stop: int | None) -> Ride | None:
        """Return the leg to a place, over the next mornings if that is earlier."""
        problem, now = self.problem, self.now
        if self.here is None:
            return Ride(now, now)
        ride = problem.matrix(mode).ride(self.here, place, now, waiting=problem.waiting)
        for day in range(day_of(problem, now) + 1, len(problem.days)):
            fresh = morning(problem, day, place, mode)
            if fresh is not None and (ride is None or fresh.arrives < ride.arrives):
                ride = fresh
        if ride is None:
            self.breaches.append(
                Breach(kind="missing_leg", stop=stop, actual=now, origin=self.here)
            )
        return ride

    def _breach(self, kind: BreachKind, stop: int | None, actual: int, limit: int) -> None:
        """Note a breach."""
        self.breaches.append(Breach(kind=kind, stop=stop, actual=actual, limit=limit))

    def _too_late(self, index: int, arrival: int) -> int:
        """Note why a stay cannot begin from its arrival on; return when it begins all the same."""
        stop = self.problem.stops[index]
        if stop.starts_at is not None:
            self._breach("late", index, arrival, stop.starts_at)
        elif stop.windows == ():
            self.breaches.append(Breach(kind="closed", stop=index, actual=arrival, arrival=arrival))
        elif any(arrival <= last for _, last in stop.starts()) or stop.windows is None:
            self.breaches.append(Breach(kind="no_day", stop=index, actual=arrival))
        else:
            return self._closing(index, arrival, max(arrival, stop.windows[-1].opens))
        return arrival

    def _closing(self, index: int, arrival: int, start: int) -> int:
        """Note that a stay goes on, or begins, after the closing; return when it begins."""
        stop = self.problem.stops[index]
        assert stop.windows
        window = [w for w in stop.windows if w.opens <= start][-1]
        actual = start + (stop.duration if window.bounds == "end" else 0)
        self.breaches.append(
            Breach(kind="closing", stop=index, actual=actual, limit=window.closes, arrival=arrival)
        )
        return start

    def _as_stated(self, index: int, arrival: int, begin: int, starts: Starts) -> int:
        """Begin a stay when a timetable or a booking says, noting what that breaks."""
        stop = self.problem.stops[index]
        if arrival > begin:
            self._breach("late", index, arrival, begin)
        elif arrival < begin and not self.problem.waiting:
            self._breach("waiting", index, arrival, begin)
        if stop.starts_at is not None and begin != stop.starts_at:
            self._breach(
                "late" if begin > stop.starts_at else "not_open", index, begin, stop.starts_at
            )
        elif not any(a <= begin <= b for a, b in starts):
            self._not_open(index, arrival, begin)
        return begin

    def _not_open(self, index: int, arrival: int, begin: int) -> None:
        """Note that a stay cannot begin at a tick."""
        windows = self.problem.stops[index].windows
        opens = next((w.opens for w in windows or () if w.opens > begin), None)
        if windows == ():
            self.breaches.append(Breach(kind="closed", stop=index, actual=begin, arrival=arrival))
        elif windows is None or any(a <= begin <= b for a, b in self._own_starts(index)):
            self.breaches.append(Breach(kind="no_day", stop=index, actual=begin))
        elif opens is not None and not any(w.opens <= begin < w.closes for w in windows):
            self._breach("not_open", index, begin, opens)
        else:
            self._closing(index, arrival, begin)

    def _own_starts(self, index: int) -> Starts:
        """Return when a stay can begin, the days aside."""
        return replace(self.problem.stops[index], starts_at=None).starts()


def _out_of_order(order: Sequence[int], position: int, problem: TripProblem) -> Iterator[Breach]:
    """Yield what is wrong with the position of a stop."""
    stop = order[position]
    for first, second in problem.before:
        if second == stop and first in order[position + 1 :]:
            yield Breach(kind="precedence", stop=stop, actual=position, limit=first)
    for first, second in problem.directly:
        if second == stop and first in order and order[max(position - 1, 0)] != first:
            yield Breach(kind="adjacency", stop=stop, actual=position, limit=first)
