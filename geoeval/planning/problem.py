"""What a trip is made of: stops with their windows, travel times, and the limits of it all.

Every time is an integer tick after one common zero, so that windows are met exactly; what a tick
is, the problem says (``unit`` and ``ticks_per_unit``). Places are the rows of the travel matrix.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from geoeval.errors import UsageError, quote
from geoeval.planning.checks import Unit, check_problem, taken_in
from geoeval.planning.stop import Stop
from geoeval.planning.travel import TravelMatrix


@dataclass(frozen=True, slots=True, kw_only=True)
class TripProblem:
    """Stops to arrange, and all that limits the arrangement.

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
    end
        The place to reach after the last stop; None if the trip is over with that stop.
    end_mode
        The mode of the way to the end.
    deadline
        The tick by which the trip is over.
    budget
        Ticks from the departure to the end at most, waiting counted.
    days
        (begins, ends) of each day of a trip of several days, in ascending order: every day but
        the first begins at the origin (the hotel), every day but the last of them ends there,
        with or without an ``end``. So a stay on any but the last leaves time for the way back
        that evening, even if nothing comes after it; days that are not needed go unused.
        ``depart`` and ``deadline`` hold beside them; who departs at night leaves in the morning.
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
        If two stops have one name, a place or mode is not known, the matrices differ in size,
        the deadline lies before the departure, a pair of stops is none, or a value is of another
        kind.
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
        for what, value in taken_in(self).items():
            object.__setattr__(self, what, value)
        check_problem(self)

    @property
    def leaves(self) -> int:
        """The tick of departure: ``depart``, or where that is at night the next day's begin."""
        begins = (begins for begins, ends in self.days if self.depart <= ends)
        return max(self.depart, next(begins, self.depart))

    def place(self, stop: int) -> int:
        """Return the row of the travel matrix where a stop is.

        Examples
        --------
        >>> cafe = Stop(name="cafe", place=0)
        >>> TripProblem(stops=(cafe,), travel=TravelMatrix([[0]])).place(0)
        0
        """
        place = self.stops[stop].place
        return stop if place is None else place

    def matrix(self, mode: str | None) -> TravelMatrix:
        """Return the travel times of a mode; None means the common one."""
        return self.travel if mode is None else self.modes[mode]

    def limit(self, depart: int) -> int | None:
        """Return the tick by which a trip that departs at a tick is over: deadline or budget."""
        limits = [] if self.deadline is None else [self.deadline]
        if self.budget is not None:
            limits.append(depart + self.budget)
        return min(limits, default=None)

    def restricted(self, stops: Sequence[int]) -> TripProblem:
        """Return the problem with some of its stops, in the order given.

        Examples
        --------
        >>> trip = TripProblem(
        ...     stops=(Stop(name="a"), Stop(name="b")), travel=TravelMatrix([[0, 5], [5, 0]])
        ... )
        >>> [(stop.name, stop.place) for stop in trip.restricted((1,)).stops]
        [('b', 1)]
        """
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
        """Return the problem with stays that take no time: what is left is the time on the way.

        Examples
        --------
        >>> trip = TripProblem(stops=(Stop(name="a", duration=9),), travel=TravelMatrix([[0]]))
        >>> trip.without_stays().stops[0].duration
        0
        """
        return replace(self, stops=tuple(replace(stop, duration=0) for stop in self.stops))

    def by_distance(self) -> TripProblem:
        """Return the problem with distances in the place of times, and no stays.

        Examples
        --------
        >>> matrix = TravelMatrix([[0, 5], [5, 0]], distances=[[0, 300], [300, 0]])
        >>> trip = TripProblem(stops=(Stop(name="zoo", duration=9),), travel=matrix, origin=1)
        >>> trip.by_distance().travel.ride(1, 0, leaves=0).arrives
        300
        """
        return replace(
            self.without_stays(),
            travel=self.travel.lengths(),
            modes={mode: matrix.lengths() for mode, matrix in self.modes.items()},
        )


def check_order(order: Sequence[int], problem: TripProblem) -> None:
    """Raise if an order names a stop twice or one that the problem does not have.

    Raises
    ------
    UsageError
        If it does.
    """
    for position, stop in enumerate(order):
        if not 0 <= stop < len(problem.stops) or stop in order[:position]:
            message = (
                f"expected an order of different stops from 0 to {len(problem.stops) - 1}: "
                f"{quote(tuple(order))}"
            )
            raise UsageError(message)
